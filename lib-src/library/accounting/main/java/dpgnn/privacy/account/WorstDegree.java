package dpgnn.privacy.account;

import dpgnn.privacy.step.LossModel;
import dpgnn.privacy.step.LossModel.Degrees;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds the maximum of an answer over all out-degrees that a node may have.
 *
 * <p><b>Guarantee.</b> Every degree lies in some interval with a common bound, and the largest of these bounds is returned.
 *
 * <p>Proof: docs/proofs.md, lemma 16.
 */
final class WorstDegree {
    /** How many tolerances the bound that covers all degrees may lie above the largest answer of a single one. */
    private static final double SLACK = 2.5;

    /** After so many intervals of degrees it may lie as much higher again. */
    private static final int MANY = 12;

    private final double tolerance;
    /** Degrees at which some pair stops to grow by inclusion, and the largest degree of all; empty where none matters. */
    private final TreeSet<Integer> knees = new TreeSet<>();

    public WorstDegree(List<LossModel> models, double tolerance) {
        this.tolerance = tolerance;
        for (LossModel model : models)
            if (model.maxDegree() > 1) knees.addAll(List.of(model.firstKnee(), model.maxDegree()));
    }

    /** Whether the degree does not matter. */
    public boolean none() {
        return knees.isEmpty();
    }

    public interface Answer {
        /** A bound; whether it is as tight as wanted does not matter once it is at most {@code enough}, or must be above {@code most}. */
        double at(Degrees range, double fine, double enough, double most);
    }

    /** The degree whose rough answer is the largest among some. */
    public Degrees promising(Answer upper) {
        if (knees.isEmpty()) return Degrees.ONE;
        int best = knees.last();
        double most = 0;
        for (int d : some().descendingSet()) {
            double answer =
                    upper.at(new Degrees(d, d), 4 * tolerance, most * (1 + tolerance), Double.POSITIVE_INFINITY);
            if (answer > most * (1 + tolerance)) {
                most = answer;
                best = d;
            }
        }
        return new Degrees(best, best);
    }

    /** Some degrees, closer to each other where a pair stops to grow by inclusion. */
    public TreeSet<Integer> some() {
        TreeSet<Integer> some = new TreeSet<>(knees);
        int last = knees.last();
        for (int knee : knees) for (int d = knee, i = 0; d < last && i < 8; d += Math.max(1, d / 2), i++) some.add(d);
        return some;
    }

    /**
     * The maximum over all degrees: from the smallest on in intervals whose common bound stays at or below the largest answer of
     * a single degree (plus some tolerance). Their size follows from what succeeded before.
     *
     * @param counts called after an answer that bounds its degrees for good; together they cover all unless infinity is returned
     */
    public double worst(Answer upper, Runnable counts) {
        if (knees.isEmpty()) {
            double only = upper.at(Degrees.ONE, tolerance, 0, Double.POSITIVE_INFINITY);
            counts.run();
            return only;
        }
        Degrees promising = promising(upper);
        double single = upper.at(promising, tolerance, 0, Double.POSITIVE_INFINITY), covered = single;
        if (Double.isInfinite(single)) return single;
        counts.run();
        Widths widths = new Widths();
        // below the first knee every degree is included in the next larger one
        for (int low = knees.first(), high, looked = 0; low <= knees.last(); low = high + 1) {
            Integer knee = knees.ceiling(low);
            int last = knee == low ? low : knee - 1;
            for (int size = last - low + 1; ; ) {
                // where the answers are that close, the more intervals there are, the less tight they need to be
                double enough = single * (1 + SLACK * tolerance * (1 + (double) looked++ / MANY));
                size = widths.fitting(low, size, enough);
                high = low + size - 1;
                if (size == 1 && low == promising.low()) break;
                double most = size == 1 ? Double.POSITIVE_INFINITY : enough;
                double bound = upper.at(new Degrees(low, high), tolerance, enough, most);
                if (size == 1 && bound > enough) single = bound;
                widths.saw(low, size, bound, enough);
                if (size > 1 && bound > enough) continue;
                covered = Math.max(covered, bound);
                counts.run();
                break;
            }
        }
        return covered;
    }

    /**
     * Foretells how many degrees have a common bound that is tight enough. A bound of D to D + n - 1 lies above those of its degrees
     * by about n - 1 over the square of D, times a number that changes little.
     */
    private static final class Widths {
        /** The part of what may be missing that the next interval aims at. */
        private static final double AIM = 0.45;

        /** What becomes of the number while nothing fails. */
        private static final double HOPE = 0.9;

        /** That number; 0 where no interval was any looser than its degrees. */
        private double strain;

        /** About the bound of a single degree hereabouts. */
        private double base;

        /** The most that is tried. */
        private int most = 1;

        int fitting(int low, int size, double enough) {
            double room = strain > 0 ? 1 + AIM * Math.max(0, enough - base) * low * low / strain : most;
            return (int) Math.max(1, Math.min(size, Math.min(most, room)));
        }

        void saw(int low, int size, double bound, double enough) {
            // a bound that is low enough may still be far from as low as can be
            if (size == 1) base = base > 0 ? Math.min(bound, (base + bound) / 2) : bound;
            boolean hopeless = Double.isInfinite(bound), loose = size > 1 && bound > enough;
            if (!loose) strain *= HOPE;
            else if (!hopeless) strain = (bound - Math.min(base, enough)) * low * low / (size - 1);
            most = loose ? hopeless ? size / 2 : size - 1 : (int) Math.min(1 << 29, 3L * size);
        }
    }
}
