package dpgnn.privacy.step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A pair of distributions (A, B), cut into cells in the order of the privacy loss ln(dA/dB). Each cell knows its mass under
 * both distributions and an interval that holds every loss inside it. This is all that a discretisation needs: an upper bound
 * spreads a cell over the interval's ends, a lower bound merges it into one atom.
 *
 * <p>The difference B - A is kept beside the two masses, because with a tiny sampling rate they agree in nearly all digits.
 *
 * <p><b>Rounding.</b> Where A and B share a part (what the unit does not touch), a rounding error of that part scales both masses
 * alike and moves no loss. Only the rest of each mass, its <em>moved</em> part, can be off against it, by a relative
 * {@link #ROUNDING} at most. {@code LossLattice} moves such errors to the side where divergences grow (or
 * shrink); sums over all cells beyond a threshold, which are what a hockey-stick divergence consists of, are then safe because
 * the tails that the cells are differences of are accurate to that.
 *
 * <p>Proof: docs/proofs.md, lemma 36.
 */
public final class LossCells {
    /** Twice the relative error of a normal tail up to 38 deviations, where the rounding of its argument dominates. */
    public static final double ROUNDING = 1e-12;

    private static final int A = 0, B = 1, DIFFERENCE = 2, LOW = 3, HIGH = 4, MOVED_A = 5, MOVED_B = 6, FIELDS = 7;

    private int size;
    private double[][] of;

    public LossCells() {
        this(256);
    }

    private LossCells(int room) {
        of = new double[FIELDS][room];
    }

    /** Appends a cell of which nothing is shared; the difference must be B's mass minus A's. */
    void add(double massA, double massB, double massBMinusA, double lossLow, double lossHigh) {
        add(massA, massB, massBMinusA, lossLow, lossHigh, massA, massB);
    }

    /** Appends a cell; of its masses these parts are not shared by A and B. */
    public void add(
            double massA,
            double massB,
            double massBMinusA,
            double lossLow,
            double lossHigh,
            double apartA,
            double apartB) {
        if (size == of[A].length) resize(2 * size);
        of[A][size] = massA;
        of[B][size] = massB;
        of[DIFFERENCE][size] = massBMinusA;
        of[LOW][size] = lossLow;
        of[MOVED_A][size] = apartA;
        of[MOVED_B][size] = apartB;
        of[HIGH][size++] = lossHigh;
    }

    private void resize(int room) {
        for (int field = 0; field < FIELDS; field++) of[field] = Arrays.copyOf(of[field], room);
    }

    public int size() {
        return size;
    }

    public double massA(int i) {
        return of[A][i];
    }

    public double massB(int i) {
        return of[B][i];
    }

    public double difference(int i) {
        return of[DIFFERENCE][i];
    }

    public double low(int i) {
        return of[LOW][i];
    }

    public double high(int i) {
        return of[HIGH][i];
    }

    /** The loss of the cell when it is merged into one atom. */
    public double merged(int i) {
        return merged(of[A][i], of[B][i], of[DIFFERENCE][i], of[LOW][i], of[HIGH][i]);
    }

    public static double merged(double a, double b, double difference, double low, double high) {
        if (a <= 0) return high;
        double ratio = difference / a;
        double loss = ratio > -0.5 ? -Math.log1p(ratio) : Math.log(a) - Math.log(b);
        return Math.max(low, Math.min(high, loss));
    }

    /** The same cells for the pair (B, A). */
    LossCells reversed() {
        LossCells r = new LossCells(Math.max(1, size));
        for (int i = size - 1; i >= 0; i--)
            r.add(of[B][i], of[A][i], -of[DIFFERENCE][i], -of[HIGH][i], -of[LOW][i], of[MOVED_B][i], of[MOVED_A][i]);
        return r;
    }

    /**
     * The same pair after A's largest losses have become infinite, as far as their mass under A is at most this much together.
     * That raises a hockey-stick divergence by no more than the mass given, and never lowers it: a cell (a, b) becomes (a, 0).
     * A lower bound leaves infinite losses out. Without it a tilt finds the last denormal masses, far beyond anything
     * that matters, and makes them heavy.
     */
    LossCells capped(double spare) {
        int from = size;
        double given = 0;
        while (from > 0) {
            double more = of[A][from - 1] + ROUNDING * of[MOVED_A][from - 1];
            if (!(given + more <= spare)) break;
            given += more;
            from--;
        }
        if (from == size) return this;
        LossCells c = new LossCells(0);
        c.size = from;
        for (int field = 0; field < FIELDS; field++) c.of[field] = Arrays.copyOf(of[field], from + 1);
        if (given > 0) {
            given *= 1 + 1e-9;
            c.add(given, 0, -given, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        return c;
    }

    /** The parts of a cell's masses that A and B do not share. */
    public double movedA(int i) {
        return of[MOVED_A][i];
    }

    public double movedB(int i) {
        return of[MOVED_B][i];
    }

    /** The pair (B, A) where that is asked for, without what is too improbable under its first part to matter. */
    public static List<List<LossCells>> directed(List<List<LossCells>> parts, boolean reversed, double tail) {
        List<List<LossCells>> directed = new ArrayList<>();
        for (List<LossCells> part : parts) {
            double each = tail / part.size();
            directed.add(part.stream()
                    .map(cells -> (reversed ? cells.reversed() : cells).capped(each))
                    .toList());
        }
        return directed;
    }
}
