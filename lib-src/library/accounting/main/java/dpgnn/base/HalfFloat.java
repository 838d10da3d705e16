package dpgnn.base;

/** Numbers of 16 bits, IEEE 754 binary16: 11 bits of precision, up to 65504. Java has them from version 20 on. */
public final class HalfFloat {
    public static final float MOST = 65504f;

    private HalfFloat() {}

    /** The nearest number of 16 bits, the even one of two; its size must be at most {@link #MOST}. */
    public static short of(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        float size = Math.abs(value);
        // Adding a number whose last place is that of the result rounds as the processor rounds: to the nearest, ties
        // to even.
        if (size < 0x1.0p-14f)
            return (short) (sign | Float.floatToRawIntBits(size + 0.5f) - Float.floatToRawIntBits(0.5f));
        int rounded = Float.floatToRawIntBits(size) + 0xFFF + (bits >>> 13 & 1);
        return (short) (sign | (rounded >>> 13) - (112 << 10));
    }

    public static float value(short half) {
        int size = half & 0x7FFF;
        float value = size < 0x400 ? size * 0x1.0p-24f : Float.intBitsToFloat((size << 13) + (112 << 23));
        return half < 0 ? -value : value;
    }
}
