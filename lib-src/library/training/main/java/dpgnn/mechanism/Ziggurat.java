package dpgnn.mechanism;

import dpgnn.random.RandomStream;

/**
 * Standard normals by the ziggurat of Marsaglia and Tsang (2000) in the form of Doornik (2005): layer and position come from
 * separate bits. Seeded streams only. {@link StrictMath} makes the numbers the same on every Java version.
 */
final class Ziggurat {
    private static final int LAYERS = 256;
    /** Where the tail begins, and the area of each layer, for 256 layers. */
    private static final double TAIL = 3.6541528853610088;

    private static final double AREA = 0.00492867323399;
    private static final double[] EDGE = new double[LAYERS + 1];
    private static final double[] RATIO = new double[LAYERS];
    private static final double[] HEIGHT = new double[LAYERS + 1];

    static {
        EDGE[0] = AREA / density(TAIL);
        EDGE[1] = TAIL;
        for (int i = 2; i < LAYERS; i++)
            EDGE[i] = StrictMath.sqrt(-2 * StrictMath.log(AREA / EDGE[i - 1] + density(EDGE[i - 1])));
        EDGE[LAYERS] = 0;
        for (int i = 0; i < LAYERS; i++) RATIO[i] = EDGE[i + 1] / EDGE[i];
        for (int i = 0; i <= LAYERS; i++) HEIGHT[i] = density(EDGE[i]);
    }

    private Ziggurat() {}

    /** Adds deviation times a normal to every number. */
    static void add(float[] sum, double deviation, RandomStream coins) {
        for (int i = 0; i < sum.length; i++) sum[i] += (float) (deviation * next(coins));
    }

    static double next(RandomStream coins) {
        while (true) {
            long word = coins.nextLong();
            int layer = (int) word & (LAYERS - 1);
            double u = (word >> 11) * 0x1.0p-52;
            if (Math.abs(u) < RATIO[layer]) return u * EDGE[layer];
            if (layer == 0) return tail(coins, u < 0);
            double x = u * EDGE[layer];
            double y = HEIGHT[layer] + coins.nextDouble() * (HEIGHT[layer + 1] - HEIGHT[layer]);
            if (y < density(x)) return x;
        }
    }

    private static double tail(RandomStream coins, boolean negative) {
        while (true) {
            double x = -StrictMath.log(coins.nextOpenDouble()) / TAIL;
            double y = -StrictMath.log(coins.nextOpenDouble());
            if (2 * y >= x * x) return negative ? -(TAIL + x) : TAIL + x;
        }
    }

    private static double density(double x) {
        return StrictMath.exp(-0.5 * x * x);
    }
}
