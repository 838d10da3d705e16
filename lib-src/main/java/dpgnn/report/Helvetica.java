package dpgnn.report;

/**
 * The widths of Helvetica, by which every picture is laid out, whichever font then shows it: so the layout does not depend on the
 * machine's fonts. Widths are facts of the fourteen fonts that every PDF reader has, in thousandths of the size.
 */
final class Helvetica {
    private static final int[] ASCII = {
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
                556,
        556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556,
                833,
        722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500,
                556,
        556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500,
                334,
        260, 334, 584
    };

    /** Helvetica-Bold is wider; this much on the texts that we tried, and always enough room. */
    private static final double BOLD = 1.07;

    private Helvetica() {}

    static double width(String text, Shape.Font font) {
        double sum = text.codePoints().mapToDouble(Helvetica::glyph).sum();
        return sum * font.size() / 1000 * (font.bold() ? BOLD : 1);
    }

    static double glyph(int c) {
        if (c >= 32 && c < 127) return ASCII[c - 32];
        Integer symbol = SymbolFont.width(c);
        if (symbol != null) return symbol;
        return c < 0x2E80 ? 570 : 1000;
    }
}
