package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.privacy.attack.TradeOffCurve;
import dpgnn.report.figure.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * How many members an attack finds at each rate of false alarms, over units of several trainings. An alarm is evidence above a
 * threshold; ties with it raise none.
 *
 * <p>The rates are those of a random unit in a random training, and no attack on a private training has better ones than its
 * trade-off curve (lemma 71). The limits are Clopper and Pearson's. They hold if what is seen of one unit in
 * one training says nothing of another's, given the threshold (lemma 73); units of one training share its coins, so that they
 * are estimates there, and {@link Point#error}, which takes trainings as a whole, is another.
 *
 * <p>Proofs: docs/proofs.md, lemmas 71 and 73.
 */
public final class RocCurve {
    /** By training, ascending. */
    private final double[][] members, others;

    private final double[] allMembers, allOthers;

    private RocCurve(double[][] members, double[][] others) {
        this.members = members;
        this.others = others;
        allMembers = pooled(members);
        allOthers = pooled(others);
        Check.atLeast("members", allMembers.length, 1);
        Check.atLeast("non-members", allOthers.length, 1);
    }

    /** From evidence by training and unit, larger for members. */
    static RocCurve of(double[][] evidence, boolean[][] member) {
        double[][] members = new double[evidence.length][], others = new double[evidence.length][];
        for (int m = 0; m < evidence.length; m++) {
            members[m] = chosen(evidence[m], member[m], true);
            others[m] = chosen(evidence[m], member[m], false);
        }
        return new RocCurve(members, others);
    }

    /** From evidence of one training, or of units whose trainings are independent. */
    public static RocCurve of(double[] members, double[] others) {
        Check.given("members", members);
        Check.given("others", others);
        for (double[] kind : new double[][] {members, others})
            for (double e : kind)
                if (Double.isNaN(e)) throw new IllegalArgumentException("evidence must be a number, was NaN");
        return new RocCurve(new double[][] {sorted(members)}, new double[][] {sorted(others)});
    }

    private static double[] chosen(double[] evidence, boolean[] member, boolean wanted) {
        double[] chosen = new double[evidence.length];
        int count = 0;
        for (int u = 0; u < evidence.length; u++) if (member[u] == wanted) chosen[count++] = evidence[u];
        return sorted(Arrays.copyOf(chosen, count));
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private static double[] pooled(double[][] parts) {
        return Arrays.stream(parts).flatMapToDouble(Arrays::stream).sorted().toArray();
    }

    /** How many units were members, over all trainings. */
    public int members() {
        return allMembers.length;
    }

    /** How many were not: a rate of false alarms below one in so many cannot be seen. */
    public int others() {
        return allOthers.length;
    }

    /**
     * What is found at a rate of false alarms.
     *
     * @param rate of false alarms, at most: false positives among non-members
     * @param alarms non-members above the threshold
     * @param found members above it
     * @param low lower limit of the share of members that are found
     * @param high upper limit of it
     * @param error standard error of that share, from its spread over trainings; not a number for a single one
     * @param alarmLimit upper limit of the threshold's own rate of false alarms
     */
    public record Point(
            double rate,
            long alarms,
            long others,
            long found,
            long members,
            double low,
            double high,
            double error,
            double alarmLimit) {
        /** The share of members that are found: the true positive rate. */
        public double share() {
            return (double) found / members;
        }

        /** Whether an attacker found more than the curve allows at any rate of false alarms within the limits. */
        public boolean exceeds(TradeOffCurve proved) {
            return low > Check.given("proved", proved).finds(alarmLimit);
        }
    }

    /** What is found with at most this rate of false alarms, by the lowest threshold that keeps it; limits at 95 %. */
    public Point at(double rate) {
        return at(rate, 0.95);
    }

    /** The point with limits that hold together with this probability. */
    public Point at(double rate, double confidence) {
        Check.leftOpen("rate", rate, 0, 1);
        Check.open("confidence", confidence, 0, 1);
        int most = (int) Math.floor(rate * others() * (1 + 1e-12));
        if (most < 1)
            throw new IllegalArgumentException("rate must be at least 1 / " + others()
                    + ", one false alarm among all non-members, was " + rate + "; take more units or trainings");
        double threshold = most >= others() ? Double.NEGATIVE_INFINITY : allOthers[others() - 1 - most];
        long alarms = above(allOthers, threshold), found = above(allMembers, threshold);
        double level = (1 - confidence) / 2;
        return new Point(
                rate,
                alarms,
                others(),
                found,
                members(),
                1 - EpsilonLowerBound.upperLimit(members() - found, members(), level),
                EpsilonLowerBound.upperLimit(found, members(), level),
                error(threshold),
                EpsilonLowerBound.upperLimit(most, others(), level));
    }

    /** Of a ratio of sums over trainings. */
    private double error(double threshold) {
        double share = (double) above(allMembers, threshold) / members(), squares = 0;
        int count = 0;
        for (double[] of : members) {
            squares += Math.pow(above(of, threshold) - share * of.length, 2);
            count++;
        }
        return count < 2 ? Double.NaN : Math.sqrt(squares * count / (count - 1)) / members();
    }

    private static long above(double[] sorted, double threshold) {
        int low = 0, high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] > threshold) high = middle;
            else low = middle + 1;
        }
        return sorted.length - low;
    }

    /** The area under the curve: how often a member's evidence is above a non-member's, ties counting half. */
    public double area() {
        double wins = 0;
        int below = 0, upTo = 0;
        for (double member : allMembers) {
            while (below < allOthers.length && allOthers[below] < member) below++;
            while (upTo < allOthers.length && allOthers[upTo] <= member) upTo++;
            wins += (below + upTo) / 2.0;
        }
        return wins / members() / others();
    }

    /** Adds the curve to a figure of rates of false alarms and of members found, from one alarm among all non-members to 1. */
    public Figure draw(Figure into, String name) {
        Check.given("into", into);
        List<double[]> points = new ArrayList<>();
        for (double rate : rates(1.0 / others())) points.add(new double[] {rate, at(rate).share()});
        return into.curve(
                name,
                points.stream().filter(p -> p[1] > 0).mapToDouble(p -> p[0]).toArray(),
                points.stream().filter(p -> p[1] > 0).mapToDouble(p -> p[1]).toArray());
    }

    /** Adds what a proof allows, from this rate of false alarms on. */
    public static Figure draw(Figure into, String name, TradeOffCurve proved, double from) {
        Check.given("into", into);
        Check.given("proved", proved);
        double[] rates = rates(Check.leftOpen("from", from, 0, 1));
        return into.curve(name, rates, DoubleStream.of(rates).map(proved::finds).toArray());
    }

    /** At equal steps on a scale of powers. */
    private static double[] rates(double from) {
        int steps = 60;
        double[] rates = new double[steps + 1];
        for (int i = 0; i <= steps; i++) rates[i] = Math.min(1, Math.pow(from, 1 - (double) i / steps) * (1 + 1e-12));
        return rates;
    }
}
