package dpgnn.nn.kernel;

import java.util.Arrays;

/** Arrays that only ever grow, so that a training's memory settles after a few steps. */
public final class Buffers {
    private Buffers() {}

    public static int[] to(int[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, array.length + (array.length >> 1)));
    }

    public static float[] to(float[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, array.length + (array.length >> 1)));
    }

    public static double[] to(double[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, array.length + (array.length >> 1)));
    }
}
