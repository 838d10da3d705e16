package dpgnn.kernel;

/** Jupyter counts characters as Unicode has them, Java counts UTF-16 units: they differ after an emoji. */
final class Positions {
    private Positions() {}

    static int toChars(String text, int codePoints) {
        int total = text.codePointCount(0, text.length());
        return text.offsetByCodePoints(0, Math.max(0, Math.min(codePoints, total)));
    }

    static int toCodePoints(String text, int chars) {
        return text.codePointCount(0, Math.max(0, Math.min(chars, text.length())));
    }
}
