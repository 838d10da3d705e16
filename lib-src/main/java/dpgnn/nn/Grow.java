package dpgnn.nn;

import java.util.Arrays;

/** Arrays that only ever grow, so that a training's memory settles after a few steps. */
final class Grow {
    private Grow() {}

    static int[] to(int[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, array.length + (array.length >> 1)));
    }

    static float[] to(float[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, array.length + (array.length >> 1)));
    }

    static double[] to(double[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, array.length + (array.length >> 1)));
    }
}
