package dpgnn.audit;

import dpgnn.graph.TrainingView;
import dpgnn.nn.Model;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.report.Display;
import dpgnn.report.Page;
import dpgnn.report.Table;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import dpgnn.train.Schedule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The findings of an {@link Audit}. All that it tests shares the error probability, so that the best of its bounds holds with
 * the stated confidence too.
 *
 * @param schedule the plan's noise and steps, with the claimed and the provable epsilon
 * @param coupling how far hostile neighbours moved the sums
 * @param frequency how often a unit was drawn
 * @param limit the most noise that the errors of guesses leave possible
 * @param variance the most noise that the noise itself leaves possible
 * @param bounds lower bounds of epsilon, each with its hypothesis
 * @param attack how often guesses at membership were right
 * @param ceiling how often they can be right with the stated noise
 * @param confidence with which the best bound holds
 * @param faults what contradicts the plan, in sentences; empty when nothing does
 * @param page the whole report, for people
 */
public record AuditReport(
        Schedule schedule,
        Coupling.Report coupling,
        UnitFrequency frequency,
        NoiseLimit limit,
        NoiseVariance variance,
        List<StatedBound> bounds,
        MembershipAttack attack,
        double ceiling,
        double confidence,
        List<String> faults,
        Page page)
        implements Display.Rich {
    /**
     * A lower bound of epsilon with what must be true for it to hold.
     *
     * @param method how it was found, in a few words
     * @param epsilon that is exceeded
     * @param confidence of this bound by itself
     * @param hypothesis under which it holds, as a sentence without its full stop
     * @param holds false where this audit itself contradicts the hypothesis; then the number means nothing
     */
    public record StatedBound(String method, double epsilon, double confidence, String hypothesis, boolean holds) {
        static final String COINS = "a fair coin decided for each canary; nothing is supposed of the training";
        static final String APART = "what is seen of one canary says nothing about another";
        static final String STEPS =
                "every step adds independent Gaussian noise of one deviation, and a unit moves the sum as the event says";
        static final String CURVE = "the training's trade-off curve is that of a Gaussian";
    }

    /** Below this share of the stated noise an epsilon says no more than "very large". */
    private static final double LEAST = 0.25;

    /** Six bounds, the test of the noise's shape, and that of the sampler's frequency. */
    private static final int SHARES = 8;

    /** The confidence of each part, when all hold together with this confidence. */
    static double each(double confidence) {
        return 1 - (1 - confidence) / SHARES;
    }

    static AuditReport of(
            Plan plan,
            Model model,
            TrainingView view,
            Coupling.Report coupling,
            UnitFrequency frequency,
            Canaries.Outcome outcome,
            double confidence) {
        Schedule schedule = outcome.schedule();
        CanaryObservations seen = outcome.observed();
        double each = each(confidence);
        NoiseLimit limit = seen.noiseLimit(each);
        NoiseVariance variance = seen.variance(each).orElseThrow();
        List<StatedBound> bounds = bounds(schedule, seen, limit, variance, plan.delta(), each);
        AuditReport found = new AuditReport(
                schedule,
                coupling,
                frequency,
                limit,
                variance,
                bounds,
                seen.membership(confidence),
                seen.ceiling(),
                confidence,
                faults(
                        schedule,
                        coupling,
                        frequency,
                        limit,
                        variance,
                        best(bounds).epsilon()),
                Page.of("Audit of " + plan.sampler()));
        found.write(plan, model, view);
        return found;
    }

    private static List<StatedBound> bounds(
            Schedule schedule,
            CanaryObservations seen,
            NoiseLimit limit,
            NoiseVariance variance,
            double delta,
            double each) {
        boolean gaussian = variance.isGaussian();
        double least = LEAST * schedule.multiplier();
        double byErrors = limit.epsilon(schedule.steps(), delta, least);
        double bySquares = limit.with(variance.multiplier()).epsilon(schedule.steps(), delta, least);
        List<StatedBound> all = new ArrayList<>(List.of(
                new StatedBound("guesses in one run", seen.oneRun(delta, each), each, StatedBound.COINS, true),
                new StatedBound(
                        "errors over whole trainings",
                        seen.direct(delta, each).epsilon(),
                        each,
                        StatedBound.APART,
                        true),
                new StatedBound("errors over single steps", byErrors, each, StatedBound.STEPS, gaussian),
                new StatedBound("variance of the noise", bySquares, each, StatedBound.STEPS, gaussian)));
        if (!seen.shifts().fixed()) return all;
        all.add(new StatedBound(
                "guesses in one run, f-DP", seen.oneRunGaussian(delta, each), each, StatedBound.CURVE, gaussian));
        all.add(new StatedBound(
                "errors at a fixed threshold",
                seen.middle(delta, each).gaussian(delta),
                each,
                StatedBound.APART + ", and " + StatedBound.CURVE,
                gaussian));
        return List.copyOf(all);
    }

    /** The largest bound whose hypothesis this audit does not contradict. */
    private static StatedBound best(List<StatedBound> bounds) {
        return bounds.stream()
                .filter(StatedBound::holds)
                .max(Comparator.comparingDouble(StatedBound::epsilon))
                .orElseThrow();
    }

    public StatedBound best() {
        return best(bounds);
    }

    /** The largest of the lower bounds. */
    public double epsilon() {
        return best().epsilon();
    }

    /** The most noise, over the clip norm, that nothing here contradicts. */
    public double mostNoise() {
        return Math.min(limit.multiplier(), variance.multiplier());
    }

    private static List<String> faults(
            Schedule schedule,
            Coupling.Report coupling,
            UnitFrequency frequency,
            NoiseLimit limit,
            NoiseVariance variance,
            double epsilon) {
        List<String> faults = new ArrayList<>();
        Coupling.Finding worst = coupling.findings().get(0);
        if (!coupling.holds())
            faults.add("Between two neighbouring worlds (" + worst.neighbour() + ") the clipped sum moved by "
                    + words(worst.change()) + " clip norms, where the sampler's event allows " + words(worst.claimed())
                    + ".");
        if (!frequency.holds())
            faults.add("A unit could move the sum by " + words(frequency.shift()) + " clip norms or more in "
                    + frequency.reached() + " of " + frequency.draws() + " draws, where the sampler's event gives that "
                    + words(frequency.allowed()) + ".");
        if (limit.noNoiseFits()) faults.add("Canaries stood out more often than the event allows, whatever the noise.");
        double most =
                Math.min(limit.noNoiseFits() ? Double.POSITIVE_INFINITY : limit.multiplier(), variance.multiplier());
        if (most < schedule.multiplier())
            faults.add("Noise of more than " + words(most) + " times the clip norm does not explain what"
                    + " was seen; the plan states " + words(schedule.multiplier()) + ".");
        faults.addAll(variance.faults());
        Guarantee bound = best(schedule);
        if (epsilon > bound.epsilon())
            faults.add("For the worst unit that the event admits, an attack shows an epsilon of at least "
                    + words(epsilon) + "; "
                    + (bound.verdict().hasTheorem() ? "proved" : bound.verdict().hasBound() ? "given" : "claimed")
                    + " is "
                    + words(bound.epsilon()) + ".");
        return List.copyOf(faults);
    }

    /** What is proved, or follows from what a user states, where anything does; else what is claimed. */
    private static Guarantee best(Schedule schedule) {
        return schedule.provable().verdict().hasBound() ? schedule.provable() : schedule.claimed();
    }

    /** Whether anything contradicts the plan. */
    public boolean caught() {
        return !faults.isEmpty();
    }

    /** Whether an attack exceeds what the method's paper claims, even if the plan itself is proved for more. */
    public boolean refutesClaim() {
        return schedule.claimed().verdict() == Verdict.CLAIMED
                && epsilon() > schedule.claimed().epsilon();
    }

    private void write(Plan plan, Model model, TrainingView view) {
        Run.Data data = Run.Data.of(view.provenance());
        page.paragraph(
                caught()
                        ? "Something contradicts this plan. It must not be trusted."
                        : "Nothing was found that contradicts this plan. That is no proof.");
        faults.forEach(page::paragraph);
        if (refutesClaim())
            page.paragraph("What is claimed for it, " + words(schedule.claimed().epsilon())
                    + ", is exceeded: for the worst unit that the event admits, an attack shows at least "
                    + words(epsilon()) + ".");
        Coupling.Finding worst = coupling.findings().get(0);
        Table table = Table.columns("question", "answer", "by")
                .title("What is claimed, proved and found")
                .row("protected unit", schedule.provable().unit().words(), "sampler")
                .row("a change", "it " + schedule.provable().relation().words(), "sampler")
                .row("delta", words(plan.delta()), "plan")
                .row(
                        "claimed epsilon",
                        words(schedule.claimed().epsilon()),
                        schedule.claimed().accountant())
                .row(
                        schedule.provable().verdict() == Verdict.GIVEN ? "given epsilon" : "provable epsilon",
                        schedule.provable().verdict().hasBound()
                                ? words(schedule.provable().epsilon())
                                : "none",
                        schedule.provable().accountant())
                .row("worst change over the allowed one", words(worst.ratio()), "coupling, " + worst.neighbour())
                .row(
                        "epsilon is at least",
                        words(epsilon()),
                        best().method() + ", " + percent(confidence) + " confidence")
                .row("stated noise multiplier", words(schedule.multiplier()), "plan")
                .row(
                        "most noise that fits",
                        Double.isInfinite(mostNoise()) ? "any" : words(mostNoise()),
                        "canaries, " + percent(limit.confidence()) + " confidence")
                .row(
                        "membership guessed right",
                        percent(attack.accuracy()) + " (" + percent(attack.low()) + " to " + percent(attack.high())
                                + ")",
                        attack.runs() + " guesses")
                .row("— with the stated noise at most", percent(ceiling), "PLD");
        page.table(table);
        Table hypotheses = Table.columns("epsilon is at least", "by", "if")
                .title("Each lower bound and its hypothesis, for the worst unit that the event admits");
        for (StatedBound b : bounds)
            hypotheses.row(b.holds() ? words(b.epsilon()) : "nothing", b.method(), b.hypothesis());
        page.table(hypotheses);
        page.paragraph("Data: " + data.name() + ", hash " + data.hash() + (data.standIn() ? ", a stand-in" : "")
                + ". Model: " + model.name() + ". " + plan.clip() + ", "
                + plan.noise().name() + " noise, "
                + schedule.steps() + " steps.");
        view.provenance().leaks().forEach(page::paragraph);
        if (!schedule.provable().verdict().hasTheorem())
            schedule.provable().terms().lines().forEach(page::paragraph);
    }

    static String words(double value) {
        if (Double.isInfinite(value)) return "infinite";
        return value != 0 && Math.abs(value) < 0.1
                ? String.format(Locale.ROOT, "%.3g", value)
                : String.format(Locale.ROOT, "%.3f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    public String html() {
        return page.html();
    }

    public String markdown() {
        return page.markdown();
    }

    public String latex() {
        return page.latex();
    }

    /** Writes .html, .md, .tex or .txt, by the path's ending. */
    public Path save(String path) {
        return page.save(path);
    }

    @Override
    public Map<String, String> mime() {
        return page.mime();
    }

    @Override
    public String toString() {
        return page.text();
    }
}
