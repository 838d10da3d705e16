package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.step.EventFamily;
import dpgnn.privacy.step.ShiftLaw;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Describes how far one unit moves a noisy sum along one line, in units of the clip norm: a distribution in the world with
 * the unit, and one in the world without it (a single zero, except for a record that is replaced by its opposite). It is the
 * worst case of an event, so that draws from it play the strongest unit that the event admits.
 *
 * <p>Where an accountant lets the observer see more than a release shows (which nodes are centres, how many affected terms a
 * batch holds), the shifts do not: an attack on them bounds from below what the release itself reveals.
 */
public final class ShiftPair {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** What of a law's tail is left away, which makes the attacked unit weaker, never stronger. */
    static final double CUT = 1e-12;

    private final double[] with;
    private final double[] weights;
    /** Whether the world without the unit has the opposite shifts. */
    private final boolean opposite;
    /** Of so many steps one has the unit: an epoch by random allocation, of which this is the law of each step. */
    private final int epoch;

    private ShiftPair(double[] with, double[] weights, boolean opposite) {
        this(with, weights, opposite, 1);
    }

    private ShiftPair(double[] with, double[] weights, boolean opposite, int epoch) {
        this.with = with;
        this.weights = weights;
        this.opposite = opposite;
        this.epoch = epoch;
    }

    /**
     * The shifts that a step's event speaks of.
     *
     * @param multiplier the noise multiplier, over the clip norm, that the event was made for
     * @param degree D, the out-degree of the attacked node; only events of stars depend on it
     */
    public static ShiftPair of(Event step, double multiplier, int degree) {
        Check.positive("multiplier", multiplier);
        ShiftLaw law = EventFamily.of(step)
                .law(step, degree)
                .orElseThrow(() -> new IllegalArgumentException("there is no canary for " + step
                        + ": its step must be Gaussian noise on a sum that a random number of units moves"));
        double unit = multiplier / step.scale();
        if (law instanceof ShiftLaw.Drawn d) return sampled(d, unit);
        if (law instanceof ShiftLaw.Counted c) return counted(c, unit / c.affected());
        if (law instanceof ShiftLaw.Stars s) return stars(s, unit);
        ShiftLaw.Listed listed = (ShiftLaw.Listed) law;
        return new ShiftPair(
                listed.shifts().stream().mapToDouble(c -> c * unit).toArray(),
                listed.probabilities().stream().mapToDouble(p -> p).toArray(),
                false);
    }

    private static double[] at(double value) {
        return new double[] {value};
    }

    private static ShiftPair sampled(ShiftLaw.Drawn d, double shift) {
        if (d.rate() >= 1) return new ShiftPair(at(shift), at(1), d.opposite());
        return new ShiftPair(new double[] {0, shift}, new double[] {1 - d.rate(), d.rate()}, d.opposite(), d.epoch());
    }

    private static ShiftPair counted(ShiftLaw.Counted c, double unit) {
        var law = new HypergeometricDistribution(
                null, Math.toIntExact(c.population()), Math.toIntExact(c.affected()), Math.toIntExact(c.batch()));
        int least = law.getSupportLowerBound();
        int most = least;
        while (most < law.getSupportUpperBound() && 1 - law.cumulativeProbability(most) > CUT) most++;
        double[] shifts = new double[most - least + 1];
        double[] weights = new double[shifts.length];
        for (int r = least; r <= most; r++) {
            shifts[r - least] = r * unit;
            weights[r - least] = law.probability(r);
        }
        return new ShiftPair(shifts, whole(weights), false);
    }

    /** One term of its own, and two for each of the stars that it entered; the clip norm is one, that of Theorem 2 is a half. */
    private static ShiftPair stars(ShiftLaw.Stars s, double unit) {
        double q = s.rate();
        int stars = s.stars();
        var law = new BinomialDistribution(null, stars, s.chance());
        int most = 0;
        while (most < stars && 1 - law.cumulativeProbability(most) > CUT) most++;
        double[] k = new double[most + 1];
        for (int i = 0; i <= most; i++) k[i] = law.probability(i);
        whole(k);
        double[] shifts = new double[2 * k.length];
        double[] weights = new double[shifts.length];
        for (int i = 0; i < k.length; i++) {
            shifts[2 * i] = 2 * i * unit;
            weights[2 * i] = (1 - q) * k[i];
            shifts[2 * i + 1] = (2 * i + 1) * unit;
            weights[2 * i + 1] = s.apart() ? (i == 0 ? q : 0) : q * k[i];
        }
        int[] kept = java.util.stream.IntStream.range(0, shifts.length)
                .filter(i -> weights[i] > 0)
                .toArray();
        return new ShiftPair(
                Arrays.stream(kept).mapToDouble(i -> shifts[i]).toArray(),
                Arrays.stream(kept).mapToDouble(i -> weights[i]).toArray(),
                false);
    }

    private static double[] whole(double[] weights) {
        double sum = 0;
        for (double w : weights) sum += w;
        for (int i = 0; i < weights.length; i++) weights[i] /= sum;
        return weights;
    }

    /** The mean shift in the world with the unit. */
    public double mean() {
        double sum = 0;
        for (int j = 0; j < with.length; j++) sum += weights[j] * with[j];
        return sum;
    }

    /** The shifts of the world with the unit. */
    double[] shifts() {
        return with.clone();
    }

    double largest() {
        return Arrays.stream(with).max().orElse(0);
    }

    /** How probable a shift of at least this is in the world with the unit. */
    double atLeast(double shift) {
        double sum = 0;
        for (int j = 0; j < with.length; j++) if (with[j] >= shift) sum += weights[j];
        return sum;
    }

    /** Whether the world with the unit moves by one number alone, so that the noise is all that is random. */
    boolean fixed() {
        return with.length == 1;
    }

    /** Whether the world without the unit moves the other way. */
    boolean opposite() {
        return opposite;
    }

    /** One shift of a world. */
    double draw(boolean present, RandomStream coins) {
        if (!present && !opposite) return 0;
        double u = coins.nextDouble();
        int j = 0;
        while (j < with.length - 1 && u >= weights[j]) u -= weights[j++];
        return present ? with[j] : -with[j];
    }

    /** One of a run, so that an epoch has the unit in one step: by coins of the run, or by those of the step. */
    double draw(boolean present, int canary, long step, RandomStream run, RandomStream now) {
        if (epoch == 1) return draw(present, now);
        int chosen = run.fork("epoch").fork(step / epoch).fork(canary).nextInt(epoch);
        return present && chosen == step % epoch ? largest() : 0;
    }

    /** How many steps belong together. */
    int epoch() {
        return epoch;
    }

    /** The event of so many epochs, or steps where these are independent. */
    Event events(double multiplier, long times) {
        Event one = epoch == 1 ? event(multiplier) : new Event.RandomAllocation(epoch, multiplier / largest());
        return new Event.Repeated(one, times);
    }

    /** The event of one step seen along this line, with this noise. */
    public Event event(double multiplier) {
        if (with.length == 1) return new Event.Gaussian(multiplier / (with[0] * (opposite ? 2 : 1)));
        if (opposite) return new Event.PoissonSampled(weights[1], multiplier / (with[1] - with[0]), Relation.REPLACE);
        return Event.MixtureOfGaussians.of(multiplier, with, weights);
    }

    /** ln of how much likelier an observation is with the unit than without it. */
    public double logRatio(double seen, double multiplier) {
        double up = logDensity(seen, 1, multiplier);
        return opposite ? up - logDensity(seen, -1, multiplier) : up + seen * seen / (2 * multiplier * multiplier);
    }

    private double logDensity(double seen, int sign, double multiplier) {
        double most = Double.NEGATIVE_INFINITY;
        double variance = 2 * multiplier * multiplier;
        for (double c : with) most = Math.max(most, -(seen - sign * c) * (seen - sign * c) / variance);
        double sum = 0;
        for (int j = 0; j < with.length; j++)
            sum += weights[j] * Math.exp(-(seen - sign * with[j]) * (seen - sign * with[j]) / variance - most);
        return most + Math.log(sum);
    }

    /** The rate at which the best test with this rate of false alarms misses the unit. */
    double missed(double falseAlarms, double multiplier) {
        double x = opposite
                ? threshold(falseAlarms, multiplier)
                : -multiplier * NORMAL.inverseCumulativeProbability(falseAlarms);
        return below(x, 1, multiplier);
    }

    /** Where the world without the unit is exceeded at this rate. */
    private double threshold(double falseAlarms, double multiplier) {
        double reach = with[with.length - 1] + 40 * multiplier;
        double low = -reach;
        double high = reach;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            if (1 - below(middle, -1, multiplier) > falseAlarms) low = middle;
            else high = middle;
        }
        return high;
    }

    private double below(double x, int sign, double multiplier) {
        double sum = 0;
        for (int j = 0; j < with.length; j++)
            sum += weights[j] * NORMAL.cumulativeProbability((x - sign * with[j]) / multiplier);
        return sum;
    }

    @Override
    public String toString() {
        return "shifts " + Arrays.toString(with) + " with probabilities " + Arrays.toString(weights)
                + (opposite ? ", opposite in the other world" : "");
    }
}
