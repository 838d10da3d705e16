package dpgnn.mechanism;

import dpgnn.random.Stream;

/**
 * Fast normal numbers from a seeded stream (Marsaglia and Tsang 2000, in the form of Doornik 2005): the area under the density
 * is covered by 128 layers of the same area, and 99 of 100 numbers need one multiplication.
 */
final class Ziggurat {
    private static final int LAYERS = 128;
    private static final double TAIL = 3.442619855899;
    private static final double AREA = 9.91256303526217e-3;
    private static final double[] EDGE = new double[LAYERS + 1];
    private static final double[] RATIO = new double[LAYERS];

    static {
        double density = StrictMath.exp(-0.5 * TAIL * TAIL);
        EDGE[0] = AREA / density;
        EDGE[1] = TAIL;
        for (int i = 2; i < LAYERS; i++) {
            EDGE[i] = StrictMath.sqrt(-2 * StrictMath.log(AREA / EDGE[i - 1] + density));
            density = StrictMath.exp(-0.5 * EDGE[i] * EDGE[i]);
        }
        EDGE[LAYERS] = 0;
        for (int i = 0; i < LAYERS; i++) RATIO[i] = EDGE[i + 1] / EDGE[i];
    }

    private Ziggurat() {}

    static void add(float[] values, double deviation, Stream stream) {
        for (int i = 0; i < values.length; i++) values[i] += (float) (deviation * sample(stream));
    }

    static double sample(Stream stream) {
        while (true) {
            // The low bits choose the layer, the high ones the place: no bit serves twice.
            long bits = stream.nextLong();
            int layer = (int) bits & (LAYERS - 1);
            double u = (bits >> 10) * 0x1.0p-53;
            if (Math.abs(u) < RATIO[layer]) return u * EDGE[layer];
            if (layer == 0) return u < 0 ? -tail(stream) : tail(stream);
            double x = u * EDGE[layer];
            double high = StrictMath.exp(-0.5 * (EDGE[layer] * EDGE[layer] - x * x));
            double low = StrictMath.exp(-0.5 * (EDGE[layer + 1] * EDGE[layer + 1] - x * x));
            if (low + stream.nextDouble() * (high - low) < 1) return x;
        }
    }

    private static double tail(Stream stream) {
        while (true) {
            double x = -StrictMath.log(stream.nextOpenDouble()) / TAIL;
            double y = -StrictMath.log(stream.nextOpenDouble());
            if (y + y > x * x) return TAIL + x;
        }
    }
}
