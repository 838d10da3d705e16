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

    private int size;
    private double[] a, b, difference, low, high, movedA, movedB;

    public LossCells() {
        this(256);
    }

    private LossCells(int room) {
        a = new double[room];
        b = new double[room];
        difference = new double[room];
        low = new double[room];
        high = new double[room];
        movedA = new double[room];
        movedB = new double[room];
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
        if (size == a.length) {
            a = Arrays.copyOf(a, 2 * size);
            b = Arrays.copyOf(b, 2 * size);
            difference = Arrays.copyOf(difference, 2 * size);
            low = Arrays.copyOf(low, 2 * size);
            high = Arrays.copyOf(high, 2 * size);
            movedA = Arrays.copyOf(movedA, 2 * size);
            movedB = Arrays.copyOf(movedB, 2 * size);
        }
        a[size] = massA;
        b[size] = massB;
        difference[size] = massBMinusA;
        low[size] = lossLow;
        movedA[size] = apartA;
        movedB[size] = apartB;
        high[size++] = lossHigh;
    }

    public int size() {
        return size;
    }

    public double massA(int i) {
        return a[i];
    }

    public double massB(int i) {
        return b[i];
    }

    public double difference(int i) {
        return difference[i];
    }

    public double low(int i) {
        return low[i];
    }

    public double high(int i) {
        return high[i];
    }

    /** The loss of the cell when it is merged into one atom. */
    public double merged(int i) {
        return merged(a[i], b[i], difference[i], low[i], high[i]);
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
        for (int i = size - 1; i >= 0; i--) r.add(b[i], a[i], -difference[i], -high[i], -low[i], movedB[i], movedA[i]);
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
            double more = a[from - 1] + ROUNDING * movedA[from - 1];
            if (!(given + more <= spare)) break;
            given += more;
            from--;
        }
        if (from == size) return this;
        LossCells c = new LossCells(0);
        c.size = from;
        int room = from + 1;
        c.a = Arrays.copyOf(a, room);
        c.b = Arrays.copyOf(b, room);
        c.difference = Arrays.copyOf(difference, room);
        c.low = Arrays.copyOf(low, room);
        c.high = Arrays.copyOf(high, room);
        c.movedA = Arrays.copyOf(movedA, room);
        c.movedB = Arrays.copyOf(movedB, room);
        if (given > 0) {
            given *= 1 + 1e-9;
            c.add(given, 0, -given, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        return c;
    }

    /** The parts of a cell's masses that A and B do not share. */
    public double movedA(int i) {
        return movedA[i];
    }

    public double movedB(int i) {
        return movedB[i];
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
