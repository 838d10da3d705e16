package dpgnn.graph.synthetic;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Features;
import dpgnn.random.Streams;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LearnabilityTest {
    private static final int NODES = 40_000;

    private static int[] labelling(Learnability learnable) {
        int[] block = IntStream.range(0, NODES).map(i -> i % 4).toArray();
        return SyntheticContent.labelling(block, learnable, Streams.seed(1).stream("labels"));
    }

    /** Of four blocks of one size a stray keeps its block's label once in four times. */
    @Test
    void asManyNodesStrayAsAreAskedFor() {
        int[] by = labelling(new Learnability(0.25, 0.3, 0.2));
        double own = IntStream.range(0, NODES).filter(i -> by[i] == i % 4).count() / (double) NODES;
        double first = IntStream.of(by).filter(b -> b == 0).count() / (double) NODES;
        // Deviations of such shares are at most 0.0025.
        assertEquals(0.5 + 0.3 / 4 + 0.2 / 4, own, 0.0125);
        assertEquals(0.8 / 4 + 0.2, first, 0.0125);
    }

    @Test
    void whereNobodyStraysLabelsAreTheBlocks() {
        int[] block = {2, 0, 1};
        assertSame(block, SyntheticContent.labelling(block, Learnability.PLAIN, Streams.seed(1).stream("labels")));
    }

    /** Runs on a stand-in are found by its name. */
    @Test
    void theNameTellsCalibratedStandInsApart() {
        for (String set : new String[] {"flickr", "arxiv", "reddit"})
            assertEquals(
                    set + " / 80 (calibrated stand-in)",
                    SyntheticGraphs.smaller(set, 80, 0).name());
        assertEquals(
                "cora / 2 (stand-in)", SyntheticGraphs.smaller("cora", 2, 0).name());
    }

    /** What can be learned moves rows and labels, and no edge. */
    @Test
    void theGraphStays() {
        Learnability chosen = new Learnability(0.3, 0.3, 0);
        Dataset plain = SyntheticGraphs.smaller("arxiv", 80, 0, Learnability.PLAIN);
        Dataset own = SyntheticGraphs.smaller("arxiv", 80, 0, chosen);
        assertEquals(plain.graph(), own.graph());
        assertEquals(plain.graph(), SyntheticGraphs.smaller("arxiv", 80, 0).graph());
        assertNotEquals(plain.labels(), own.labels());
        assertTrue(distance(own) > distance(plain), "a stronger signal makes longer rows");
        int[] strayed = IntStream.range(0, own.nodes())
                .filter(v -> own.labels().of(v) != plain.labels().of(v))
                .toArray();
        assertTrue(strayed.length > 0.2 * own.nodes() && strayed.length < 0.35 * own.nodes(), strayed.length + "");
        assertArrayEquals(new int[0], strayed(SyntheticGraphs.smaller("cora", 2, 0)));
    }

    private static int[] strayed(Dataset data) {
        Dataset plain = SyntheticGraphs.smaller("cora", 2, 0, Learnability.PLAIN);
        return IntStream.range(0, data.nodes())
                .filter(v -> data.labels().of(v) != plain.labels().of(v))
                .toArray();
    }

    private static double distance(Dataset data) {
        Features features = data.features();
        float[] row = new float[features.width()];
        double sum = 0;
        for (int v = 0; v < data.nodes(); v++) {
            features.copyRow(v, row, 0);
            for (float x : row) sum += x * x;
        }
        return sum;
    }

    @Test
    void whatIsWrongIsNamed() {
        refused(() -> new Learnability(0.2, 0.7, 0.4), "largest", "0.4");
        refused(() -> new Learnability(0, 0, 0));
        refused(() -> new Learnability(0.2, -0.1, 0));
        refused(() -> SyntheticGraphs.smaller("arxiv", 80, 0, null));
    }
}
