package dpgnn.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WordPieceTest {
    private static final List<String> VOCABULARY = List.of(
            "[PAD]", "[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "runn", "##ing", ",", "中", "mac", "##ka");

    private final WordPiece words = WordPiece.of(VOCABULARY, false);

    @Test
    void takesTheLongestPieceFromTheLeft() {
        assertArrayEquals(new long[] {2, 4, 5, 6, 9, 7, 8, 3}, words.tokens("UNaffable, running", 512));
    }

    @Test
    void aWordThatDoesNotComeOutIsUnknownAsAWhole() {
        assertArrayEquals(new long[] {2, 1, 4, 3}, words.tokens("unaffxable un", 512));
        assertArrayEquals(new long[] {2, 1, 3}, words.tokens("un".repeat(60), 512));
    }

    @Test
    void ideographsStandAloneAndAccentsGo() {
        assertArrayEquals(new long[] {2, 10, 10, 11, 12, 3}, words.tokens("中中 Mačka", 512));
        assertArrayEquals(new long[] {2, 1, 3}, WordPiece.of(VOCABULARY, true).tokens("Mačka", 512));
    }

    @Test
    void longTextsAreCutBeforeTheEnd() {
        assertArrayEquals(new long[] {2, 4, 4, 3}, words.tokens("un un un un", 4));
        assertArrayEquals(new long[] {2, 4, 5, 3}, words.tokens("unaffable un", 4));
        assertArrayEquals(new long[] {2, 3}, words.tokens("", 4));
    }

    @Test
    void controlCharactersVanishAndSpacesOfAllKindsSplit() {
        assertArrayEquals(new long[] {2, 4, 4, 3}, words.tokens("u\u0000n\u00a0u\u200bn\t", 512));
    }

    @Test
    void aVocabularyWithoutItsMarksIsRefusedByName(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("vocab.txt"), "[UNK]\n[CLS]\nun\n");
        assertTrue(assertThrows(IOException.class, () -> WordPiece.read(file, true))
                .getMessage()
                .contains("[SEP]"));
    }
}
