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
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The findings of an {@link Audit}.
 *
 * @param schedule the plan's noise and steps, with the claimed and the provable epsilon
 * @param coupling how far hostile neighbours moved the sums
 * @param limit the most noise that the canaries leave possible
 * @param stepEpsilon the lower bound that follows from it
 * @param direct the lower bound from whole trainings
 * @param attack how often guesses at membership were right
 * @param ceiling how often they can be right with the stated noise
 * @param epsilon the larger of the two lower bounds
 * @param confidence with which the bound holds
 * @param faults what contradicts the plan, in sentences; empty when nothing does
 * @param page the whole report, for people
 */
public record AuditReport(
        Schedule schedule,
        Coupling.Report coupling,
        NoiseLimit limit,
        double stepEpsilon,
        EpsilonLowerBound direct,
        MembershipAttack attack,
        double ceiling,
        double epsilon,
        double confidence,
        List<String> faults,
        Page page)
        implements Display.Rich {

    /** Below this share of the stated noise an epsilon says no more than "very large". */
    private static final double LEAST = 0.25;

    static AuditReport of(
            Plan plan,
            Model model,
            TrainingView view,
            Coupling.Report coupling,
            Canaries.Outcome outcome,
            double confidence) {
        Schedule schedule = outcome.schedule();
        CanaryObservations seen = outcome.observed();
        double each = 1 - (1 - confidence) / 2;
        NoiseLimit limit = seen.noiseLimit(each);
        EpsilonLowerBound direct = seen.direct(plan.delta(), each);
        double stepEpsilon = limit.epsilon(schedule.steps(), plan.delta(), LEAST * schedule.multiplier());
        double epsilon = Math.max(direct.epsilon(), stepEpsilon);
        MembershipAttack attack = seen.membership(confidence);
        List<String> faults = faults(schedule, coupling, limit, epsilon);
        AuditReport found = new AuditReport(
                schedule,
                coupling,
                limit,
                stepEpsilon,
                direct,
                attack,
                seen.ceiling(),
                epsilon,
                confidence,
                faults,
                Page.of("Audit of " + plan.sampler()));
        found.write(plan, model, view);
        return found;
    }

    private static List<String> faults(Schedule schedule, Coupling.Report coupling, NoiseLimit limit, double epsilon) {
        List<String> faults = new ArrayList<>();
        Coupling.Finding worst = coupling.findings().get(0);
        if (!coupling.holds())
            faults.add("Between two neighbouring worlds (" + worst.neighbour() + ") the clipped sum moved by "
                    + words(worst.change()) + " clip norms, where the sampler's event allows " + words(worst.claimed())
                    + ".");
        if (limit.noNoiseFits()) faults.add("Canaries stood out more often than the event allows, whatever the noise.");
        else if (limit.multiplier() < schedule.multiplier())
            faults.add("Noise of more than " + words(limit.multiplier()) + " times the clip norm does not explain what"
                    + " was seen; the plan states " + words(schedule.multiplier()) + ".");
        Guarantee bound = best(schedule);
        if (epsilon > bound.epsilon())
            faults.add("An attack shows an epsilon of at least " + words(epsilon) + "; "
                    + (bound.verdict().hasTheorem() ? "proved" : "claimed") + " is " + words(bound.epsilon())
                    + ".");
        return List.copyOf(faults);
    }

    /** What is proved where anything is, else what is claimed. */
    private static Guarantee best(Schedule schedule) {
        return schedule.provable().verdict().hasTheorem() ? schedule.provable() : schedule.claimed();
    }

    /** Whether anything contradicts the plan. */
    public boolean caught() {
        return !faults.isEmpty();
    }

    /** Whether an attack exceeds what the method's paper claims, even if the plan itself is proved for more. */
    public boolean refutesClaim() {
        return schedule.claimed().verdict() == Verdict.CLAIMED
                && epsilon > schedule.claimed().epsilon();
    }

    private void write(Plan plan, Model model, TrainingView view) {
        Run.Data data = Run.Data.of(view.provenance());
        page.paragraph(
                caught()
                        ? "Something contradicts this plan. It must not be trusted."
                        : "Nothing was found that contradicts this plan. That is no proof.");
        faults.forEach(page::paragraph);
        if (refutesClaim())
            page.paragraph(
                    "What the paper claims for it, " + words(schedule.claimed().epsilon())
                            + ", is exceeded: an attack shows at least " + words(epsilon) + ".");
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
                        "provable epsilon",
                        schedule.provable().verdict().hasTheorem()
                                ? words(schedule.provable().epsilon())
                                : "none",
                        schedule.provable().accountant())
                .row("worst change over the allowed one", words(worst.ratio()), "coupling, " + worst.neighbour())
                .row("epsilon is at least", words(epsilon), "canaries, " + percent(confidence) + " confidence")
                .row("— from single steps", words(stepEpsilon), "trade-off curve")
                .row("— from whole trainings", words(direct.epsilon()), "error rates")
                .row("stated noise multiplier", words(schedule.multiplier()), "plan")
                .row(
                        "most noise that fits",
                        Double.isInfinite(limit.multiplier()) ? "any" : words(limit.multiplier()),
                        "canaries, " + percent(limit.confidence()) + " confidence")
                .row(
                        "membership guessed right",
                        percent(attack.accuracy()) + " (" + percent(attack.low()) + " to " + percent(attack.high())
                                + ")",
                        attack.runs() + " guesses")
                .row("— with the stated noise at most", percent(ceiling), "PLD");
        page.table(table);
        page.paragraph("Data: " + data.name() + ", hash " + data.hash() + (data.standIn() ? ", a stand-in" : "")
                + ". Model: " + model.name() + ". " + plan.clip() + ", "
                + plan.noise().name() + " noise, "
                + schedule.steps() + " steps.");
        view.provenance().leaks().forEach(page::paragraph);
        if (!schedule.provable().verdict().hasTheorem())
            schedule.provable().terms().lines().forEach(page::paragraph);
    }

    private static String words(double value) {
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
