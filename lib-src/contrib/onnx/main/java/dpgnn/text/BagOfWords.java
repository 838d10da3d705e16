package dpgnn.text;

import dpgnn.base.Check;
import dpgnn.graph.SparseFeatures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Encodes a document with a one for every word of the vocabulary that it has. Words are runs of letters and digits in lower
 * case; HTML tags are left out.
 *
 * <p><b>Guarantee.</b> With a public vocabulary a row depends on its own document alone. A counted vocabulary
 * ({@link #counted}) reveals which words are frequent in the private documents.
 */
public final class BagOfWords implements TextEncoder {
    private final Map<String, Integer> column;
    private final String name;
    private final boolean counted;

    private BagOfWords(Collection<String> vocabulary, String name, boolean counted) {
        Map<String, Integer> columns = new TreeMap<>();
        for (String word : new TreeSet<>(vocabulary)) columns.put(word, columns.size());
        this.column = columns;
        this.name = name;
        this.counted = counted;
    }

    /** The words of a public list. */
    public static BagOfWords of(Collection<String> vocabulary) {
        Check.given("vocabulary", vocabulary);
        if (vocabulary.isEmpty())
            throw new IllegalArgumentException("vocabulary must have at least one word, was empty");
        return new BagOfWords(vocabulary, "bag of " + vocabulary.size() + " given words", false);
    }

    /**
     * The words that more than {@code rare} and at most {@code common} of these documents have: 15 and 15,000 in the code of
     * Igamberdiev and Habernal (2022).
     */
    public static BagOfWords counted(List<List<String>> documents, int rare, int common) {
        if (rare < 0 || common <= rare)
            throw new IllegalArgumentException(
                    "rare must be at least 0 and below common, were " + rare + " and " + common);
        Map<String, Integer> count = new TreeMap<>();
        for (List<String> document : documents) for (String word : words(document)) count.merge(word, 1, Integer::sum);
        List<String> vocabulary = new ArrayList<>();
        count.forEach((word, n) -> {
            if (n > rare && n <= common) vocabulary.add(word);
        });
        if (vocabulary.isEmpty())
            throw new IllegalArgumentException("no word is in more than " + rare + " and at most " + common + " of the "
                    + documents.size() + " documents; lower rare or raise common");
        return new BagOfWords(
                vocabulary,
                "bag of the " + vocabulary.size() + " words that more than " + rare + " and at most " + common
                        + " documents have",
                true);
    }

    /** The words that have columns, in the order of the columns. */
    public List<String> vocabulary() {
        return List.copyOf(column.keySet());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean readsOthers() {
        return counted;
    }

    @Override
    public SparseFeatures encode(List<List<String>> documents) {
        int[] start = new int[documents.size() + 1];
        List<int[]> rows = new ArrayList<>();
        for (int d = 0; d < documents.size(); d++) {
            int[] row = words(documents.get(d)).stream()
                    .filter(column::containsKey)
                    .mapToInt(column::get)
                    .sorted()
                    .toArray();
            rows.add(row);
            start[d + 1] = Math.addExact(start[d], row.length);
        }
        int[] columns = new int[start[documents.size()]];
        for (int d = 0; d < rows.size(); d++) System.arraycopy(rows.get(d), 0, columns, start[d], rows.get(d).length);
        float[] ones = new float[columns.length];
        java.util.Arrays.fill(ones, 1);
        return SparseFeatures.of(column.size(), start, columns, ones);
    }

    private static Set<String> words(List<String> document) {
        Set<String> words = new HashSet<>();
        for (String field : document)
            for (String word : field.replaceAll("<[^>]{0,1000}>", " ")
                    .toLowerCase(Locale.ROOT)
                    .split("[^\\p{L}\\p{N}]+")) if (!word.isEmpty()) words.add(word);
        return words;
    }
}
