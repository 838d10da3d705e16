package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;

/**
 * Unit vectors that share no coordinate and together use all: every number of a gradient belongs to one of them, so that noise
 * that is missing anywhere is missed by somebody, and independent noise on the numbers is independent noise along them.
 */
final class CanaryDirections {
    private final int count;
    private final int[] owner;
    private final float[] entry;

    CanaryDirections(int size, int count, RandomStream coins) {
        Check.within("canaries", count, Canaries.FEWEST, size);
        this.count = count;
        owner = new int[size];
        entry = new float[size];
        for (int i = 0; i < size; i++) owner[i] = i % count;
        for (int i = size - 1; i > 0; i--) {
            int other = coins.nextInt(i + 1);
            int held = owner[i];
            owner[i] = owner[other];
            owner[other] = held;
        }
        for (int i = 0; i < size; i++) {
            int members = size / count + (owner[i] < size % count ? 1 : 0);
            entry[i] = (float) ((coins.nextBoolean() ? 1 : -1) / Math.sqrt(members));
        }
    }

    /** The sum of all directions, each so many times. */
    float[] combination(double[] amounts) {
        float[] sum = new float[owner.length];
        for (int i = 0; i < sum.length; i++) sum[i] = (float) (amounts[owner[i]] * entry[i]);
        return sum;
    }

    /** How much of each direction there is in scale times one vector, less another. */
    double[] along(float[] vector, double scale, double[] less) {
        double[] amounts = new double[count];
        for (int i = 0; i < owner.length; i++) amounts[owner[i]] += entry[i] * (vector[i] * scale - less[i]);
        return amounts;
    }
}
