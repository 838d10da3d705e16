package dpgnn.graph.format;

/** Numbers from 0 in texts; no pattern is compiled for them, since files hold millions. */
public final class WholeNumbers {
    private static final int MOST_DIGITS = 9;

    private WholeNumbers() {}

    /** The number that one to nine digits make, or -1 for any other text. */
    public static int of(String text) {
        if (text.isEmpty() || text.length() > MOST_DIGITS) return -1;
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            value = 10 * value + digit;
        }
        return value;
    }

    /** How many classes there are when labels are such numbers: one more than the largest; there cannot be more than labels. */
    public static int classes(String file, int[] labels) throws MalformedFile {
        int largest = 0;
        for (int i = 0; i < labels.length; i++) {
            if (labels[i] < -1 || labels[i] >= labels.length)
                throw new MalformedFile(
                        file, "label " + i, labels[i], "in -1.." + (labels.length - 1) + ": a class, or -1 for none");
            largest = Math.max(largest, labels[i]);
        }
        return largest + 1;
    }
}
