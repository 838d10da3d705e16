package dpgnn.study.attacks;

import dpgnn.audit.Canaries;
import dpgnn.audit.CanaryObservations;
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
import dpgnn.sampling.Sampler;
import dpgnn.study.nodes.HeterPoissonRun;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.nodes.NodeData;
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
        return Plan.of(sampler, Clip.flat(HeterPoissonRun.CLIP), noise)
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

    /** Attacks with a noise that may not be what it says. */
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
}
