package dpgnn.report;

/** The Greek letters and signs of PDF's Symbol font: their codes there and their widths, in thousandths of the size. */
final class SymbolFont {
    private static final String CHARACTERS = "αβγδεζηθικλμνξοπρςστυφχψωΔΓΘΛΞΠΣΦΨΩ≤≥≠≈∞→←↔−∈√∑∏∂∇∪∩⊂⊆·∀∃";
    private static final String LETTER_CODES = "abgdezhqiklmnxoprVstufcywDGQLXPSFYW";
    private static final int[] SIGN_CODES = {
        0xA3, 0xB3, 0xB9, 0xBB, 0xA5, 0xAE, 0xAC, 0xAB, 0x2D, 0xCE, 0xD6, 0xE5, 0xD5, 0xB6, 0xD1, 0xC8, 0xC7, 0xCC,
        0xCD, 0xD7, 0x22, 0x24
    };
    private static final int[] WIDTHS = {
        631, 549, 411, 494, 439, 494, 603, 521, 329, 549, 549, 576, 521, 493, 549, 549, 549, 439, 603, 439, 576, 521,
                549,
        686, 686, 612, 603, 741, 686, 645, 768, 592, 763, 795, 768, 549, 549, 549, 549, 713, 987, 987, 1042, 549, 713,
                549,
        713, 823, 494, 713, 768, 768, 713, 713, 250, 713, 549
    };

    private SymbolFont() {}

    static Integer width(int c) {
        int at = CHARACTERS.indexOf(c);
        return at < 0 ? null : WIDTHS[at];
    }

    /** The code of a character in this font, or -1. */
    static int code(int c) {
        int at = CHARACTERS.indexOf(c);
        if (at < 0) return -1;
        int letters = LETTER_CODES.length();
        return at < letters ? LETTER_CODES.charAt(at) : SIGN_CODES[at - letters];
    }
}
