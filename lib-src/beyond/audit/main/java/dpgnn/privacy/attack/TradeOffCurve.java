package dpgnn.privacy.attack;

import dpgnn.base.Check;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.PrecisionBound;
import dpgnn.privacy.numeric.Normal;
import dpgnn.report.figure.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What an attacker can do: the least share of members that any test misses, for each share of false alarms (f-differential
 * privacy, Dong, Roth and Su 2022).
 *
 * <p><b>Guarantee.</b> Each statement (epsilon, delta) that holds says that misses are at least 1 - delta - e^epsilon alarms,
 * and the same with the two exchanged. The curve is the largest of these lines, so it is never above the exact one: an attacker
 * does at most what it says. All figures are rounded to the attacker's side.
 *
 * <p>Proofs: docs/proofs.md, lemmas 52 and 54.
 */
public final class TradeOffCurve {
    /** More than the rounding of a line, whose terms are at most one. */
    private static final double ROUNDING = 4e-15;

    /** More than two quantiles of the normal distribution are off. */
    private static final double QUANTILES = 1e-9;

    /** Statements are asked at deltas from here to that of epsilon 0. */
    private static final double LEAST_DELTA = 1e-12;

    /** Strides on the scale of ln(delta / (most - delta)), for rare events and where the curve bends most. */
    private static final double WIDE = 0.4, NARROW = 0.12, BEND = -4, END = 5;

    /** Statements of a larger epsilon say nothing that doubles could hold. */
    private static final double LARGEST = 600;

    private static final int DRAWN = 120;

    private final double[] epsilons;
    /** e^epsilon. */
    private final double[] factors;
    /** Of finding members, and of finding others. */
    private final double[] deltas, others;

    private List<double[]> corners;

    private TradeOffCurve(double[] epsilons, double[] deltas, double[] others) {
        this.epsilons = epsilons;
        this.deltas = deltas;
        this.others = others;
        factors = Arrays.stream(epsilons).map(Math::exp).toArray();
    }

    /** The curve of some statements that hold together, such as an accountant's or a paper's. */
    public static TradeOffCurve of(double[] epsilons, double[] deltas) {
        return of(epsilons, deltas, deltas);
    }

    /**
     * The curve of statements in two directions: whatever is named, members are at most e^epsilon times others plus delta, and others
     * at most e^epsilon times members plus the other delta.
     */
    public static TradeOffCurve of(double[] epsilons, double[] deltas, double[] others) {
        Check.that(
                Check.given("epsilons", epsilons).length == Check.given("deltas", deltas).length && epsilons.length > 0,
                "epsilons and deltas",
                "equally many and at least one",
                epsilons.length + " and " + deltas.length);
        Check.that(Check.given("others", others).length == deltas.length, "others", "as many as deltas", others.length);
        for (int i = 0; i < epsilons.length; i++) {
            Check.atLeast("epsilon " + i, epsilons[i], 0);
            Check.closed("delta " + i, deltas[i], 0, 1);
            Check.closed("other delta " + i, others[i], 0, 1);
        }
        int[] said = IntStream.range(0, epsilons.length)
                .filter(i -> epsilons[i] <= LARGEST)
                .toArray();
        return new TradeOffCurve(
                IntStream.of(said).mapToDouble(i -> epsilons[i]).toArray(),
                IntStream.of(said).mapToDouble(i -> deltas[i]).toArray(),
                IntStream.of(said).mapToDouble(i -> others[i]).toArray());
    }

    /** The curve of all that privacy-loss distributions prove of an event, whichever of its two worlds is called a member's. */
    public static TradeOffCurve of(Event event) {
        Check.given("event", event);
        return Pld.of(event).tradeOff();
    }

    /** The curve of what another accountant proves of an event: it is asked once for each of some hundred deltas. */
    public static TradeOffCurve of(Event event, Accountant accountant) {
        Check.given("event", event);
        double most = Check.given("accountant", accountant).delta(event, 0);
        List<double[]> statements = new ArrayList<>();
        statements.add(new double[] {0, Math.min(1, most)});
        for (double x = Math.log(LEAST_DELTA); x < END && most > LEAST_DELTA; x += x < BEND ? WIDE : NARROW) {
            double delta = Math.max(LEAST_DELTA, most / (1 + Math.exp(-x)));
            if (!(delta < most && delta < 1)) continue;
            double epsilon = accountant.epsilon(event, delta);
            if (!Double.isInfinite(epsilon)) statements.add(new double[] {epsilon, delta});
        }
        return of(
                statements.stream().mapToDouble(s -> s[0]).toArray(),
                statements.stream().mapToDouble(s -> s[1]).toArray());
    }

    /** The least share of members that a test with this share of false alarms misses. */
    public double misses(double alarms) {
        Check.closed("alarms", alarms, 0, 1);
        double most = 0;
        for (int i = 0; i < epsilons.length; i++) {
            double factor = factors[i] * (1 + 1e-15);
            most = Math.max(most, 1 - deltas[i] - factor * alarms);
            most = Math.max(most, (1 - others[i] - alarms) / factor);
        }
        return Math.max(0, most - ROUNDING);
    }

    /** The most members that a test with this share of false alarms finds: the true positive rate at a false positive rate. */
    public double finds(double alarms) {
        return Math.min(1, 1 - misses(alarms) + 1e-16);
    }

    /** The most by which a test's found members exceed its false alarms: a total variation. */
    public double advantage() {
        return delta(0);
    }

    /** The largest share of right answers about membership, if a share of all is a member. */
    public double accuracy(double members) {
        Check.open("members", members, 0, 1);
        double rare = Math.min(members, 1 - members), common = 1 - rare;
        return Math.min(1, common + rare * delta(Math.log(common / rare)) + ROUNDING);
    }

    /**
     * The largest share of members among those that a test names, if it names as many as there are. For one statement, and at
     * most half of all members, this is {@link PrecisionBound#corrected}.
     */
    public double precision(double members) {
        Check.open("members", members, 0, 1);
        double low = 0, high = 1;
        for (int i = 0; i < 200 && high - low > 1e-16; i++) {
            double alarms = low + (high - low) / 2;
            if (members * finds(alarms) + (1 - members) * alarms < members) low = alarms;
            else high = alarms;
        }
        return finds(high);
    }

    /** The largest chance of an attacker to name a secret who could guess it with this chance beforehand. */
    public double reconstruction(double guess) {
        return finds(guess);
    }

    /**
     * The least chance that an attacker is wrong who has to name which of several secrets was used, whatever the output. The
     * secrets are drawn by this law, which the attacker knows.
     *
     * @param prior the probability of each secret; at least two, and they sum to one
     */
    public double bayesRisk(double... prior) {
        Check.that(Check.given("prior", prior).length > 1, "secrets", "at least 2", prior.length);
        double sum = 0;
        for (double p : prior) sum += Check.closed("a probability of the prior", p, 0, 1);
        Check.that(Math.abs(sum - 1) <= 1e-9, "the sum of the prior", "1", sum);
        // what is won with each share of the outputs, the most first; shares sum to one
        List<double[]> corners = corners(), gains = new ArrayList<>();
        double won = 1 - corners.get(0)[1], left = 1;
        for (double p : prior)
            for (int i = 1; i < corners.size(); i++) {
                double wide = corners.get(i)[0] - corners.get(i - 1)[0];
                double gain = corners.get(i - 1)[1] - corners.get(i)[1];
                if (wide > 0 && gain > 0) gains.add(new double[] {p * gain / wide, wide});
            }
        gains.sort((a, b) -> Double.compare(b[0], a[0]));
        for (double[] gain : gains) {
            if (left <= 0) break;
            won += gain[0] * Math.min(left, gain[1]);
            left -= gain[1];
        }
        return Math.max(0, 1 - won * (1 + 1e-12) - corners.size() * ROUNDING);
    }

    /** The curve as a figure, beside that of a coin. */
    public Figure figure(String name) {
        return draw(
                        Figure.of("what an attacker misses")
                                .x("false alarms")
                                .y("misses")
                                .yRange(0, 1),
                        name)
                .curve("a coin", new double[] {0, 1}, new double[] {1, 0});
    }

    /** Draws this curve into a figure, too; points are closer together where it is steep. */
    public Figure draw(Figure into, String name) {
        Check.given("into", into);
        double[] alarms = IntStream.rangeClosed(0, DRAWN)
                .mapToDouble(i -> (double) i * i / (DRAWN * DRAWN))
                .toArray();
        return into.curve(name, alarms, Arrays.stream(alarms).map(this::misses).toArray());
    }

    /** The least delta for this epsilon that follows from all statements together. */
    public double delta(double epsilon) {
        Check.atLeast("epsilon", epsilon, 0);
        double most = 0;
        for (double[] corner : corners())
            most = Math.max(most, 1 - corner[1] - (corner[0] == 0 ? 0 : Math.exp(epsilon) * (1 - 1e-15) * corner[0]));
        return Math.min(1, most + ROUNDING);
    }

    /** Where the curve bends, from no false alarm to no miss: pairs of alarms and misses, enough to draw it. */
    public List<double[]> corners() {
        if (corners == null) corners = found();
        return corners;
    }

    private List<double[]> found() {
        List<double[]> lines = new ArrayList<>();
        lines.add(new double[] {0, 0});
        for (int i = 0; i < epsilons.length; i++) {
            lines.add(new double[] {-factors[i], 1 - deltas[i]});
            lines.add(new double[] {-1 / factors[i], (1 - others[i]) / factors[i]});
        }
        lines.sort((a, b) -> a[0] != b[0] ? Double.compare(a[0], b[0]) : Double.compare(b[1], a[1]));
        List<double[]> kept = new ArrayList<>();
        for (double[] line : lines) {
            if (!kept.isEmpty() && kept.get(kept.size() - 1)[0] == line[0]) continue;
            while (kept.size() > 1
                    && meeting(kept.get(kept.size() - 1), line)
                            <= meeting(kept.get(kept.size() - 2), kept.get(kept.size() - 1)))
                kept.remove(kept.size() - 1);
            kept.add(line);
        }
        List<double[]> corners = new ArrayList<>();
        corners.add(new double[] {0, misses(0)});
        for (int i = 1; i < kept.size(); i++) {
            double alarms = meeting(kept.get(i - 1), kept.get(i));
            if (alarms > 0 && alarms <= 1) corners.add(new double[] {alarms, misses(alarms)});
        }
        corners.add(new double[] {1, 0});
        return corners;
    }

    private static double meeting(double[] steep, double[] flat) {
        return (steep[1] - flat[1]) / (flat[0] - steep[0]);
    }

    /**
     * The least mu whose Gaussian curve is below this one, wherever alarms and misses both exceed a floor: between two corners
     * a convex curve that is below both ends is below the line. The regret says how much the one number gives away.
     */
    public GaussianFit gaussian(double floor) {
        Check.open("floor", floor, 0, 0.5);
        double mu = Math.max(0, separation(floor, misses(floor)));
        List<double[]> corners = corners();
        for (double[] corner : corners)
            if (corner[0] >= floor && corner[1] >= floor) mu = Math.max(mu, separation(corner[0], corner[1]));
        // the end of the last line, where misses fall below the floor
        for (int i = 1; i < corners.size(); i++) {
            double[] a = corners.get(i - 1), b = corners.get(i);
            if (a[1] < floor || b[1] >= floor) continue;
            double alarms = a[0] + (b[0] - a[0]) * (a[1] - floor) / (a[1] - b[1]);
            mu = Math.max(mu, separation(Math.min(1, alarms), floor));
        }
        mu *= 1 + 1e-9;
        return new GaussianFit(mu, floor, regret(mu, floor));
    }

    /** The mu whose curve goes through a point; infinite where no test can be that good. */
    private static double separation(double alarms, double misses) {
        if (alarms + misses >= 1) return 0;
        if (alarms <= 0 || misses <= 0) return Double.POSITIVE_INFINITY;
        return quantile(alarms) + quantile(misses) + QUANTILES;
    }

    private static double quantile(double tail) {
        return tail <= 0.5 ? Normal.upperQuantile(tail) : -Normal.upperQuantile(1 - tail);
    }

    /** The least shift of this curve, down and to the left, that brings it below the Gaussian one. */
    private double regret(double mu, double floor) {
        double worst = 0;
        for (double[] corner : corners()) {
            if (corner[0] < floor || corner[1] < floor) continue;
            double low = 0, high = 1;
            for (int i = 0; i < 60; i++) {
                double shift = (low + high) / 2, alarms = corner[0] - shift, misses = corner[1] - shift;
                boolean below = alarms <= 0 || misses <= 0 || separation(alarms, misses) >= mu;
                if (below) high = shift;
                else low = shift;
            }
            worst = Math.max(worst, high);
        }
        return worst;
    }

    /**
     * One mu for a whole curve.
     *
     * @param mu members and others are at most as far apart as N(0, 1) and N(mu, 1)
     * @param floor for false alarms and misses of at least this share
     * @param regret how far the curve lies from that of mu, at most, along both axes
     */
    public record GaussianFit(double mu, double floor, double regret) {}

    @Override
    public String toString() {
        return "TradeOffCurve of " + epsilons.length + " statements, epsilon "
                + Arrays.stream(epsilons).min().orElse(0) + " to "
                + Arrays.stream(epsilons).max().orElse(0);
    }
}
