package dpgnn.report.render;

/**
 * Twelve colours, all dark enough for lines on white (L* below 67). Any two of them differ by 26 or more in CIE L*a*b*, as everybody
 * sees them and as people without red or green cones do. In grey, and beyond twelve, dash pattern and marker tell series apart: no two of the first twelve share a marker.
 */
public final class Palette {
    public static final int INK = 0x222222;
    public static final int FAINT = 0xE3E3E3;
    public static final int FRAME = 0x555555;
    public static final int PAPER = 0xFFFFFF;
    /** What stands on a coloured surface: on a dark page, where ink and paper change places, these two stay as they are. */
    private static final int BLACK = 0x111111, WHITE = 0xFEFEFE;

    private static final int[] COLOURS = {
        0x0072B2, 0xD55E00, 0x480C54, 0x30A478, 0x481800, 0x3CA8C0, 0x0000FC, 0xA84830, 0x000090, 0x6C546C, 0x546CFC,
        0x3C0C24
    };
    private static final double[][] DASHES = {
        {}, {6, 2.5}, {1.5, 2}, {7, 2, 1.5, 2}, {3.5, 1.5}, {9, 2, 2, 2, 2, 2}, {12, 3}
    };
    /** Nine points of viridis, whose lightness grows evenly: dark is low also in grey. */
    private static final int[] VIRIDIS = {
        0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30, 0xFDE725
    };

    private Palette() {}

    /** How many colours there are. */
    public static int size() {
        return COLOURS.length;
    }

    public static int colour(int index) {
        return COLOURS[index % COLOURS.length];
    }

    public static double[] dash(int index) {
        return DASHES[index % DASHES.length];
    }

    /** The colour of a value in [0, 1] on the scale from dark violet to yellow. */
    public static int heat(double t) {
        double at = Math.max(0, Math.min(1, t)) * (VIRIDIS.length - 1);
        int i = Math.min(VIRIDIS.length - 2, (int) at);
        double f = at - i;
        int result = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int a = VIRIDIS[i] >> shift & 255, b = VIRIDIS[i + 1] >> shift & 255;
            result |= (int) Math.round(a + f * (b - a)) << shift;
        }
        return result;
    }

    /** Black or white, whichever reads better on this colour. */
    public static int on(int colour) {
        double lightness = 0.299 * (colour >> 16 & 255) + 0.587 * (colour >> 8 & 255) + 0.114 * (colour & 255);
        return lightness > 140 ? BLACK : WHITE;
    }

    public static String hex(int colour) {
        return String.format(java.util.Locale.ROOT, "#%06x", colour);
    }
}
