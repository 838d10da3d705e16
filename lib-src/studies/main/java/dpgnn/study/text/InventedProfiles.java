package dpgnn.study.text;

import dpgnn.graph.Labels;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Profiles in an invented language, which stand in for the texts of Pokec: fields, some of them empty and some with HTML,
 * of words that are the rarer the higher their number. A small part of a person's words is peculiar to the class.
 */
final class InventedProfiles {
    private static final int WORDS = 2_000;
    private static final int FIELDS = 8;
    private static final double FILLED = 0.7;
    private static final int MOST_WORDS = 11;
    /** Share of the words that a class chooses, and how many are its own. */
    private static final double PECULIAR = 0.06;

    private static final int OWN = WORDS / 20;
    private static final String CONSONANTS = "bdfghjklmnprstvz";
    private static final String VOWELS = "aeiou";

    private InventedProfiles() {}

    /** All words of the language: a public list. */
    static List<String> vocabulary() {
        List<String> all = new ArrayList<>();
        for (int w = 0; w < WORDS; w++) all.add(word(w));
        return all;
    }

    /** One document for each node, a list of fields. */
    static List<List<String>> of(Labels labels, RandomStream coins) {
        List<List<String>> documents = new ArrayList<>();
        for (int v = 0; v < labels.nodes(); v++) {
            List<String> fields = new ArrayList<>();
            for (int f = 0; f < FIELDS; f++)
                fields.add(coins.nextDouble() < FILLED ? field(labels.of(v), f, coins) : "");
            documents.add(fields);
        }
        return documents;
    }

    private static String field(int label, int number, RandomStream coins) {
        StringBuilder text = new StringBuilder();
        int length = 1 + coins.nextInt(MOST_WORDS);
        for (int k = 0; k < length; k++) {
            double u = coins.nextDouble();
            boolean peculiar = label >= 0 && coins.nextDouble() < PECULIAR;
            int w = peculiar ? (OWN * label + (int) (OWN * u)) % WORDS : (int) (WORDS * u * u);
            text.append(k == 0 ? "" : " ").append(word(w));
        }
        return number % 2 == 0 ? text.toString() : "<p class=\"fun\">" + text + "</p>";
    }

    /** Three syllables, different ones for every number below 80^3. */
    private static String word(int number) {
        StringBuilder word = new StringBuilder();
        int left = number;
        for (int s = 0; s < 3; s++) {
            word.append(CONSONANTS.charAt(left % CONSONANTS.length()));
            left /= CONSONANTS.length();
            word.append(VOWELS.charAt(left % VOWELS.length()));
            left /= VOWELS.length();
        }
        return word.toString();
    }
}
