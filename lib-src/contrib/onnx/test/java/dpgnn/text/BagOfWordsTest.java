package dpgnn.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.SparseFeatures;
import java.util.List;
import org.junit.jupiter.api.Test;

class BagOfWordsTest {
    private static final List<List<String>> DOCUMENTS =
            List.of(List.of("Mam <b>psa</b>, psa!", "hudba"), List.of("mačka", "", "Hudba a film"), List.of("film"));

    @Test
    void countsDocumentsAndNotOccurrences() {
        BagOfWords bag = BagOfWords.counted(DOCUMENTS, 1, 3);
        assertEquals(List.of("film", "hudba"), bag.vocabulary());
        assertTrue(bag.readsOthers());
    }

    @Test
    void onesStandWhereWordsAre() {
        SparseFeatures rows = BagOfWords.of(List.of("psa", "mačka", "film")).encode(DOCUMENTS);
        float[] row = new float[3];
        float[][] expected = {{0, 0, 1}, {1, 1, 0}, {1, 0, 0}};
        for (int d = 0; d < 3; d++) {
            rows.copyRow(d, row, 0);
            assertArrayEquals(expected[d], row);
        }
    }

    @Test
    void aGivenVocabularyReadsNoOtherDocument() {
        BagOfWords bag = BagOfWords.of(List.of("psa", "film"));
        assertFalse(bag.readsOthers());
        float[] alone = new float[2];
        float[] among = new float[2];
        bag.encode(DOCUMENTS.subList(2, 3)).copyRow(0, alone, 0);
        bag.encode(DOCUMENTS).copyRow(2, among, 0);
        assertArrayEquals(alone, among);
    }

    @Test
    void saysWhatWouldBeRight() {
        String said = assertThrows(IllegalArgumentException.class, () -> BagOfWords.counted(DOCUMENTS, 3, 9))
                .getMessage();
        assertTrue(said.contains("lower rare"), said);
        assertThrows(IllegalArgumentException.class, () -> BagOfWords.counted(DOCUMENTS, 3, 3));
        assertThrows(IllegalArgumentException.class, () -> BagOfWords.of(List.of()));
    }
}
