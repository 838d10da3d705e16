package dpgnn.base;

import java.util.Collection;
import java.util.Comparator;

/** Finds the word that somebody meant. */
public final class Spelling {
    private Spelling() {}

    /** The known word that is nearest, where at most a third of the letters or two are wrong; else nothing. */
    public static String nearest(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(each -> distance(word, each)))
                .filter(each -> distance(word, each) <= Math.max(2, word.length() / 3))
                .orElse("");
    }

    /** What to add to a sentence that refuses a word: a question, or nothing. */
    public static String hint(String word, Collection<String> known) {
        String meant = nearest(word, known);
        return meant.isEmpty() ? "" : "; did you mean " + meant + "?";
    }

    /** How many letters must be put in, left out or changed, capitals not counted. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean same = Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
                int change = diagonal + (same ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
