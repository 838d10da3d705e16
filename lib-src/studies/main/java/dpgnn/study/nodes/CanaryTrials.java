package dpgnn.study.nodes;

import dpgnn.audit.Canaries;
import dpgnn.audit.CanaryObservations;
import dpgnn.audit.MembershipAttack;
import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.nn.Model;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.report.Progress;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.sampling.Sampler;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.train.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Trainings with canaries at several budgets, as figure 6 of Xiang, Wang and Wang (2024) has them: how often an observer of every
 * noisy gradient guesses right who took part, and which epsilon the errors rule out.
 *
 * @param tolerance how far above the least noise a calibration may end, relatively
 * @param canaries in each training, half of them present
 */
public record CanaryTrials(
        Model model,
        TrainingView view,
        long steps,
        double delta,
        double tolerance,
        Accountant accountant,
        int canaries,
        int trainings) {
    /** Of every limit that is stated. */
    public static final double CONFIDENCE = 0.95;

    public CanaryTrials {
        Check.atLeast("steps", steps, 1);
        Check.open("delta", delta, 0, 1);
        Check.positive("tolerance", tolerance);
        Check.atLeast("canaries", canaries, 8);
        Check.atLeast("trainings", trainings, 1);
    }

    /** As many steps as wanted with delta |V_train|^-1.1. */
    public static CanaryTrials of(
            Model model, TrainingView view, long steps, int canaries, int trainings, boolean coarse) {
        double delta = NodeData.delta(view.participants().announcedRoots());
        double tolerance = coarse ? 1e-2 : 1e-3;
        return new CanaryTrials(model, view, steps, delta, tolerance, PldAccountant.of(1e-3), canaries, trainings);
    }

    private Sampler.Facts facts() {
        return Sampler.Facts.of(view.participants());
    }

    private Event event(Sampler sampler, Accounting by, double multiplier) {
        Event step =
                by == Accounting.PUBLISHED ? sampler.claimed(facts(), multiplier) : sampler.event(facts(), multiplier);
        return new Event.Repeated(step, steps);
    }

    /** The epsilon that is claimed or proved at a noise over the clip norm. */
    public double epsilon(Sampler sampler, Accounting by, double multiplier) {
        return accountant.epsilon(event(sampler, by, multiplier), delta);
    }

    /** The least noise, over the clip norm, for each epsilon. */
    public double[] noise(Sampler sampler, Accounting by, double... epsilons) {
        Calibration calibration = Calibration.of(accountant, tolerance);
        return Arrays.stream(epsilons)
                .map(e -> calibration.multiplier(m -> event(sampler, by, m), e, delta))
                .toArray();
    }

    public Plan plan(Sampler sampler, Noise noise, double multiplier) {
        return Plan.of(sampler, Clip.flat(HeterPoissonStudy.CLIP), noise)
                .steps(steps)
                .multiplier(multiplier)
                .delta(delta)
                .accountant(accountant);
    }

    /** What an observer sees of canaries in real trainings, for each noise. */
    public List<CanaryObservations> attack(Sampler sampler, double... multipliers)
            throws IOException, InterruptedException {
        return attack(sampler, GaussianNoise.standard(), multipliers);
    }

    /** The same with a noise that may not be what it says. */
    public List<CanaryObservations> attack(Sampler sampler, Noise noise, double... multipliers)
            throws IOException, InterruptedException {
        List<CanaryObservations> seen = new ArrayList<>();
        try (Progress progress = Progress.of("noise levels", multipliers.length)) {
            for (double m : multipliers) {
                seen.add(Canaries.of(model, plan(sampler, noise, m))
                        .count(canaries)
                        .trainings(trainings)
                        .train(view)
                        .observed());
                progress.step(seen.size());
            }
        }
        return seen;
    }

    /** Lower bounds of epsilon by trade-off curves of single steps (audit B). */
    public double[] stepwise(List<CanaryObservations> seen) {
        return each(seen, o -> o.noiseLimit(CONFIDENCE).epsilon(steps, delta, o.multiplier() / 4));
    }

    /** Lower bounds of epsilon by the errors over whole trainings (audit A). */
    public double[] direct(List<CanaryObservations> seen) {
        return each(seen, o -> o.direct(delta, CONFIDENCE).epsilon());
    }

    private static double[] each(List<CanaryObservations> seen, ToDoubleFunction<CanaryObservations> value) {
        return seen.stream().mapToDouble(value).toArray();
    }

    private static double[] attacks(List<CanaryObservations> seen, ToDoubleFunction<MembershipAttack> value) {
        return each(seen, o -> value.applyAsDouble(o.membership(CONFIDENCE)));
    }

    /** How often the attack is right, with its limits, and how often any attack can be. */
    public Table guesses(String title, double[] epsilons, List<CanaryObservations> seen) {
        Table table = Table.columns("epsilon", "accuracy", "95 % from", "to", "at most", "from one step", "guesses")
                .title(title);
        for (int i = 0; i < epsilons.length; i++) {
            MembershipAttack found = seen.get(i).membership(CONFIDENCE);
            table.row(
                    epsilons[i],
                    found.accuracy(),
                    found.low(),
                    found.high(),
                    seen.get(i).ceiling(),
                    found.stepAccuracy(),
                    found.runs());
        }
        for (String column : table.columns().subList(1, 6)) table.digits(column, 4);
        return table.digits("epsilon", 0).note(origin());
    }

    /** The accuracy of the attack over epsilon, below what no attack exceeds. */
    public Figure guessFigure(String title, double[] epsilons, List<CanaryObservations> seen) {
        return Figure.of(title)
                .points(
                        "attack, 95 %",
                        epsilons,
                        attacks(seen, MembershipAttack::accuracy),
                        attacks(seen, MembershipAttack::low),
                        attacks(seen, MembershipAttack::high))
                .curve("no attack is better", epsilons, each(seen, CanaryObservations::ceiling))
                .x("theoretical epsilon")
                .y("accuracy")
                .yRange(0.5, 1)
                .logX();
    }

    /**
     * Both lower bounds beside the claimed and the proved epsilon, and the bound of the same training with a planted fault.
     *
     * @param provable what is proved at the same noise, or infinite where nothing is
     */
    public Table bounds(
            String title,
            double[] epsilons,
            double[] provable,
            List<CanaryObservations> seen,
            List<CanaryObservations> faulty) {
        Table table = Table.columns(
                        "epsilon",
                        "proved",
                        "at least (B)",
                        "at least (A)",
                        "noise stated",
                        "most noise that fits",
                        "planted fault",
                        "caught")
                .title(title);
        double[] b = stepwise(seen), a = direct(seen), fault = stepwise(faulty);
        for (int i = 0; i < epsilons.length; i++) {
            double stated = seen.get(i).multiplier();
            table.row(
                    epsilons[i],
                    provable[i],
                    b[i],
                    a[i],
                    stated,
                    seen.get(i).noiseLimit(CONFIDENCE).multiplier(),
                    fault[i],
                    faulty.get(i).noiseLimit(CONFIDENCE).multiplier() < stated ? "yes" : "no");
        }
        for (String column : table.columns().subList(1, 7)) table.digits(column, 2);
        return table.digits("epsilon", 0).note(origin());
    }

    /** The lower bounds over epsilon, below the diagonal and, where a fault is planted, above it. */
    public Figure boundsFigure(
            String title,
            double[] epsilons,
            double[] provable,
            List<CanaryObservations> seen,
            List<CanaryObservations> faulty) {
        Figure figure = Figure.of(title).curve("claimed (diagonal)", epsilons, epsilons);
        if (Arrays.stream(provable).allMatch(Double::isFinite)) figure.curve("proved, same noise", epsilons, provable);
        return figure.curve("audit B, 95 %", epsilons, stepwise(seen))
                .curve("audit A, 95 %", epsilons, direct(seen))
                .curve("audit B, half the noise", epsilons, stepwise(faulty))
                .x("theoretical epsilon")
                .y("epsilon");
    }

    private String origin() {
        return view.name() + "; seeds 1 to " + trainings + "; " + canaries
                + " canaries in each training, half of them present";
    }
}
