package dpgnn.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The tokens of BERT (Devlin et al. 2019): words are split at spaces and punctuation, then into the longest pieces that the
 * vocabulary has, greedily from the left; a piece that continues a word begins with "##".
 */
final class WordPiece {
    /** Longer words are unknown as a whole. */
    private static final int LONGEST_WORD = 100;

    private final Map<String, Integer> pieces;
    private final boolean cased;
    private final int unknown;
    private final int begin;
    private final int end;

    private WordPiece(List<String> vocabulary, boolean cased) {
        pieces = new HashMap<>();
        for (int i = 0; i < vocabulary.size(); i++) pieces.putIfAbsent(vocabulary.get(i), i);
        this.cased = cased;
        unknown = special("[UNK]");
        begin = special("[CLS]");
        end = special("[SEP]");
    }

    /**
     * @param vocabulary the pieces, in the order of their numbers
     * @param cased whether capitals and accents count, as in the multilingual cased model
     */
    public static WordPiece of(List<String> vocabulary, boolean cased) {
        return new WordPiece(vocabulary, cased);
    }

    /** The vocab.txt that comes with a model: one piece per line. */
    public static WordPiece read(Path vocabulary, boolean cased) throws IOException {
        try {
            return of(Files.readAllLines(vocabulary), cased);
        } catch (IllegalArgumentException e) {
            throw new IOException(vocabulary + ": " + e.getMessage(), e);
        }
    }

    /** Numbers of the tokens, between those of [CLS] and [SEP]; at most {@code most} in all, what is longer is cut off. */
    public long[] tokens(String text, int most) {
        if (most < 2) throw new IllegalArgumentException("most must be at least 2, was " + most);
        List<Integer> found = new ArrayList<>();
        found.add(begin);
        for (String word : words(text)) {
            if (found.size() >= most - 1) break;
            addPieces(word, found);
        }
        List<Integer> kept = new ArrayList<>(found.subList(0, Math.min(found.size(), most - 1)));
        kept.add(end);
        return kept.stream().mapToLong(Integer::longValue).toArray();
    }

    private void addPieces(String word, List<Integer> into) {
        int[] code = word.codePoints().toArray();
        if (code.length > LONGEST_WORD) {
            into.add(unknown);
            return;
        }
        List<Integer> found = new ArrayList<>();
        for (int from = 0; from < code.length; ) {
            int to = code.length;
            Integer piece = null;
            for (; to > from; to--) {
                piece = pieces.get((from == 0 ? "" : "##") + new String(code, from, to - from));
                if (piece != null) break;
            }
            if (piece == null) {
                into.add(unknown);
                return;
            }
            found.add(piece);
            from = to;
        }
        into.addAll(found);
    }

    private List<String> words(String text) {
        String plain = cased ? text : withoutAccents(text.toLowerCase(Locale.ROOT));
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        plain.codePoints().forEach(c -> {
            if (isNothing(c)) return;
            boolean alone = isPunctuation(c) || Character.isIdeographic(c);
            if (alone || isSpace(c)) {
                if (word.length() > 0) words.add(word.toString());
                word.setLength(0);
                if (alone) words.add(Character.toString(c));
            } else {
                word.appendCodePoint(c);
            }
        });
        if (word.length() > 0) words.add(word.toString());
        return words;
    }

    private static String withoutAccents(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{Mn}", "");
    }

    private static boolean isSpace(int c) {
        return c == '\t' || c == '\n' || c == '\r' || Character.getType(c) == Character.SPACE_SEPARATOR;
    }

    private static boolean isNothing(int c) {
        return c == 0 || c == 0xFFFD || (!isSpace(c) && (Character.isISOControl(c) || isFormat(c)));
    }

    private static boolean isFormat(int c) {
        return Character.getType(c) == Character.FORMAT;
    }

    /** All ASCII that is neither letter, digit nor space, and what Unicode calls punctuation. */
    private static boolean isPunctuation(int c) {
        if (c < 128) return c > 32 && c < 127 && !Character.isLetterOrDigit(c);
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    private int special(String name) {
        Integer number = pieces.get(name);
        if (number == null)
            throw new IllegalArgumentException(
                    "the vocabulary must have the piece " + name + ", had " + pieces.size() + " others");
        return number;
    }
}
