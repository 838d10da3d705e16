package dpgnn.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncodedTextTest {
    private static final List<List<String>> TEXTS = List.of(List.of("mam psa", "film"), List.of("film"));

    private final Dataset data = new Dataset(
            Graph.undirected(2, new int[] {0}, new int[] {1}),
            DenseFeatures.of(2, 1, new float[2]),
            Labels.single(2, new int[] {0, 1}),
            new Dataset.Provenance("people", List.of(), true, List.of("Made for a test.")));

    @Test
    void theRowsAreTheEncoders() {
        Dataset read = EncodedText.of(data, TEXTS, BagOfWords.of(List.of("film", "psa")));
        float[] row = new float[2];
        read.features().copyRow(1, row, 0);
        assertEquals(1, row[0]);
        assertEquals(0, row[1]);
        assertTrue(read.provenance().leaks().isEmpty());
        assertTrue(read.provenance().standIn() && read.name().equals("people"));
        assertEquals(
                List.of("Made for a test.", "Features: bag of 2 given words."),
                read.provenance().notes());
    }

    /** What was learned from all documents is no part of any epsilon. */
    @Test
    void aCountedVocabularyIsALeak() {
        Dataset read = EncodedText.of(data, TEXTS, BagOfWords.counted(TEXTS, 0, 1));
        assertEquals(2, read.features().width());
        assertEquals(1, read.provenance().leaks().size());
        assertTrue(read.provenance().leaks().get(0).contains("bag of the 2 words"));
    }

    @Test
    void everyNodeNeedsADocument() {
        String said = assertThrows(
                        IllegalArgumentException.class,
                        () -> EncodedText.of(data, TEXTS.subList(0, 1), BagOfWords.of(List.of("film"))))
                .getMessage();
        assertTrue(said.contains("2 nodes of people, were 1"), said);
    }
}
