package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.PldAccountant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Observations of canaries: for each, along its own direction and in every step, the noisy sum minus the part of honest
 * examples, in units of the clip norm.
 *
 * @param shifts by how much present canaries moved the sum
 * @param multiplier the noise multiplier that was stated
 * @param without observations of canaries that were left out, step by step
 * @param with observations of canaries that took part
 * @param noise what is left of each, of both worlds, less what was planted; none where the mechanism moved them by itself
 * @param tossed whether a fair coin of its own decided for each canary whether it takes part
 */
public record CanaryObservations(
        ShiftPair shifts, double multiplier, double[][] without, double[][] with, double[][] noise, boolean tossed) {
    public CanaryObservations {
        if (without.length < 4 || with.length < 4)
            throw new IllegalArgumentException("there must be at least 4 canaries in each world, were " + without.length
                    + " left out and " + with.length + " present");
    }

    /** Canaries of which it was settled who takes part, and of which nobody knows how far they moved. */
    public CanaryObservations(ShiftPair shifts, double multiplier, double[][] without, double[][] with) {
        this(shifts, multiplier, without, with, new double[0][], false);
    }

    public int steps() {
        return with[0].length;
    }

    /**
     * The direct audit: the likelihood ratio of a whole training as score, its threshold from one half of the canaries, the
     * errors from the other half. It rests on the independence of canaries alone, and cannot show more than about the
     * logarithm of a quarter of the canaries it counts.
     */
    public EpsilonLowerBound direct(double delta, double confidence) {
        return EpsilonLowerBound.ofScores(scores(without), scores(with), delta, confidence);
    }

    /** What the noise itself shows, where it is known. */
    public Optional<NoiseVariance> variance(double confidence) {
        return noise.length == 0 ? Optional.empty() : Optional.of(NoiseVariance.of(noise, confidence));
    }

    /** The bound from guesses of whole trainings, which rests on the coins alone. */
    public double oneRun(double delta, double confidence) {
        requireCoins();
        return OneRun.epsilon(scores(without), scores(with), delta, confidence);
    }

    /** The bound of one run under the hypothesis that the training's trade-off curve is that of a Gaussian. */
    public double oneRunGaussian(double delta, double confidence) {
        requireCoins();
        return OneRun.ofMu(OneRun.mu(scores(without), scores(with), confidence), delta);
    }

    private void requireCoins() {
        if (!tossed)
            throw new IllegalArgumentException(
                    "a bound from one run rests on coins that decide who takes part; use Canaries.tossed()");
    }

    /** Errors of whole trainings at the middle between both worlds, for a trade-off curve that is a Gaussian's. */
    public EpsilonLowerBound middle(double delta, double confidence) {
        return EpsilonLowerBound.atThreshold(scores(without), scores(with), 0, delta, confidence);
    }

    /** The audit by trade-off curves: all steps of all canaries as tests of one step. */
    public NoiseLimit noiseLimit(double confidence) {
        return NoiseLimit.of(shifts, pooled(without), pooled(with), multiplier, confidence);
    }

    /** Who was present? Guessed for each canary from its whole training, and from single steps. */
    public MembershipAttack membership(double confidence) {
        double[] one = pooled(without);
        double[] other = pooled(with);
        for (double[] all : new double[][] {one, other})
            for (int i = 0; i < all.length; i++) all[i] = shifts.logRatio(all[i], multiplier);
        return MembershipAttack.of(scores(without), scores(with), one, other, confidence);
    }

    /** What all steps together reveal of a canary with the stated noise. */
    public Event event() {
        return shifts.events(multiplier, -Math.floorDiv(-steps(), shifts.epoch()));
    }

    /** No guess at a canary with the stated noise is right more often: (1 + delta(0)) / 2. */
    public double ceiling() {
        return (1 + PldAccountant.standard().delta(event(), 0)) / 2;
    }

    /**
     * Tests of whole trainings that raise about these shares of false alarms: thresholds from one half of the canaries, errors from the
     * other half. All limits hold together with this confidence.
     */
    public List<EpsilonLowerBound> tests(double confidence, double... alarms) {
        double[] none = scores(without), some = scores(with);
        double[] chosen = Arrays.copyOf(none, none.length / 2);
        Arrays.sort(chosen);
        double[] others = Arrays.copyOfRange(none, none.length / 2, none.length);
        double[] members = Arrays.copyOfRange(some, some.length / 2, some.length);
        double each = 1 - (1 - confidence) / alarms.length;
        return Arrays.stream(alarms)
                .map(a -> chosen[(int) ((1 - Check.open("alarms", a, 0, 1)) * chosen.length)])
                .mapToObj(threshold -> EpsilonLowerBound.atThreshold(others, members, threshold, 0, each))
                .toList();
    }

    /** The observations of two audits of the same plan together. */
    public CanaryObservations and(CanaryObservations more) {
        if (more.multiplier != multiplier || more.steps() != steps())
            throw new IllegalArgumentException("both must be of " + steps() + " steps at multiplier " + multiplier
                    + ", the other was of " + more.steps() + " at " + more.multiplier);
        return new CanaryObservations(
                shifts,
                multiplier,
                joined(without, more.without),
                joined(with, more.with),
                joined(noise, more.noise),
                tossed && more.tossed);
    }

    private static double[][] joined(double[][] a, double[][] b) {
        double[][] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }

    private double[] scores(double[][] world) {
        double[] scores = new double[world.length];
        for (int k = 0; k < world.length; k++) for (double o : world[k]) scores[k] += shifts.logRatio(o, multiplier);
        return scores;
    }

    /** All steps, or of each epoch one: steps of an epoch depend on each other. */
    private double[] pooled(double[][] world) {
        int epoch = shifts.epoch();
        return Arrays.stream(world)
                .flatMapToDouble(o -> IntStream.range(0, o.length)
                        .filter(t -> t % epoch == t / epoch % epoch)
                        .mapToDouble(t -> o[t]))
                .toArray();
    }
}
