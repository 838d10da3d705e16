package dpgnn.report;

/** The codes of Latin characters in PDF's WinAnsiEncoding. */
final class WinAnsi {
    private static final String HIGH = "–—…‘’“”•€";
    private static final int[] CODES = {0x96, 0x97, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x80};

    private WinAnsi() {}

    /** The code, or -1 where the encoding has no such character. */
    static int code(int c) {
        if (c >= 32 && c < 127 || c >= 0xA0 && c <= 0xFF) return c;
        int at = HIGH.indexOf(c);
        return at < 0 ? -1 : CODES[at];
    }
}
