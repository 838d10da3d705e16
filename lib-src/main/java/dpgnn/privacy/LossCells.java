package dpgnn.privacy;

import java.util.Arrays;

/**
 * A pair of distributions (A, B), cut into cells in the order of the privacy loss ln(dA/dB). Each cell knows its mass under
 * both distributions and an interval that holds every loss inside it. This is all that a discretisation needs: an upper bound
 * spreads a cell over the interval's ends, a lower bound merges it into one atom.
 *
 * <p>The difference B - A is kept beside the two masses, because with a tiny sampling rate they agree in nearly all digits.
 */
final class LossCells {
    private int size;
    private double[] a = new double[256];
    private double[] b = new double[256];
    private double[] difference = new double[256];
    private double[] low = new double[256];
    private double[] high = new double[256];

    /** Appends a cell; the difference must be B's mass minus A's. */
    void add(double massA, double massB, double massBMinusA, double lossLow, double lossHigh) {
        if (size == a.length) {
            a = Arrays.copyOf(a, 2 * size);
            b = Arrays.copyOf(b, 2 * size);
            difference = Arrays.copyOf(difference, 2 * size);
            low = Arrays.copyOf(low, 2 * size);
            high = Arrays.copyOf(high, 2 * size);
        }
        a[size] = massA;
        b[size] = massB;
        difference[size] = massBMinusA;
        low[size] = lossLow;
        high[size++] = lossHigh;
    }

    int size() {
        return size;
    }

    double massA(int i) {
        return a[i];
    }

    double massB(int i) {
        return b[i];
    }

    double difference(int i) {
        return difference[i];
    }

    double low(int i) {
        return low[i];
    }

    double high(int i) {
        return high[i];
    }

    /** The loss of the cell when it is merged into one atom. */
    double merged(int i) {
        if (a[i] <= 0) return high[i];
        double ratio = difference[i] / a[i];
        double loss = ratio > -0.5 ? -Math.log1p(ratio) : Math.log(a[i]) - Math.log(b[i]);
        return Math.max(low[i], Math.min(high[i], loss));
    }

    /** The same cells for the pair (B, A). */
    LossCells reversed() {
        LossCells r = new LossCells();
        for (int i = size - 1; i >= 0; i--) r.add(b[i], a[i], -difference[i], -high[i], -low[i]);
        return r;
    }

    /** Half of the sum of |A - B| over the cells, at most the total variation. */
    double variation() {
        double sum = 0;
        for (int i = 0; i < size; i++) sum += Math.abs(difference[i]);
        return sum / 2;
    }
}
