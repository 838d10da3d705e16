package dpgnn.study.walks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.graph.Dataset;
import dpgnn.graph.Participants;
import dpgnn.graph.Records;
import dpgnn.graph.Split;
import dpgnn.graph.data.Datasets;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.PoissonOwners;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** PPI's rows are genes in several tissues: what protects a row protects a part of a gene. */
@EnabledIfEnvironmentVariable(named = "DPGNN_DATA", matches = ".+")
class PpiGenesTest {
    private static Dataset ppi;
    private static List<Integer> genes;
    private static Split split;

    @BeforeAll
    static void read() throws IOException {
        ppi = Datasets.load("ppi-features");
        genes = Datasets.genes("ppi-features");
        split = ppi.publicSplit().orElseThrow();
    }

    /** How often each gene stands among these rows. */
    private static Map<Integer, Integer> times(int[] rows) {
        Map<Integer, Integer> times = new HashMap<>();
        for (int v : rows) times.merge(genes.get(v), 1, Integer::sum);
        return times;
    }

    @Test
    void trainingRowsAreGenesUpToThreeTimes() {
        assertEquals(14_755, genes.size());
        assertEquals(9_716, split.train().length);
        Map<Integer, Integer> training = times(split.train());
        assertEquals(3_843, training.size());
        int[] often = new int[4];
        training.values().forEach(n -> often[n]++);
        assertArrayEquals(new int[] {0, 662, 489, 2_692}, often);
        Set<Integer> test = times(split.test()).keySet();
        assertEquals(3_214, test.size(), "each gene of the test is there once");
        Set<Integer> both = new HashSet<>(test);
        both.retainAll(training.keySet());
        assertEquals(0.971, (double) both.size() / test.size(), 0.0005);
    }

    /** Not the rows alone are the same gene: so is all that they hold. */
    @Test
    void rowsOfOneGeneHaveTheSameFeatures() {
        int width = ppi.features().width(), empty = 0;
        float[] row = new float[width];
        Map<Integer, float[]> known = new HashMap<>();
        for (int v = 0; v < ppi.nodes(); v++) {
            ppi.features().copyRow(v, row, 0);
            float[] first = known.putIfAbsent(genes.get(v), row.clone());
            if (first != null) assertArrayEquals(first, row);
            if (Arrays.equals(row, new float[width])) empty++;
        }
        assertEquals(3_957, known.size());
        assertEquals(6_410, empty, "rows of zeros");
    }

    /** Lemma 20: up to three walks hold a row of one gene. Steps are as many as prove 8 of a row, with noise lambda 8. */
    @Test
    void whatIsProvedOfARowIsLessThanWhatIsProvedOfAGene() throws IOException {
        Participants people = WalkData.participants("PPI");
        double delta = WalkTables.delta("PPI");
        double[] ofGenes = {10.375, 9.618};
        for (int depth = 1; depth <= 2; depth++) {
            int batch = WalkTables.batch(WalkMethod.DRW, depth, "PPI");
            Sampler.Draws draws = DisjointWalks.of(depth, batch).draws(people, Streams.seed(1).stream("sampler"));
            long walks = ((Event.WithoutReplacement) draws.event(0, 2)).population();
            Event row = new Event.WithoutReplacement(walks, batch, 8);
            Event gene = new Event.Hypergeometric(walks, 3, batch, 8);
            long steps = WalkAccounting.TIGHT.steps(row, 8, delta);
            assertEquals(8, WalkAccounting.TIGHT.epsilon(row, steps, delta), 0.02);
            assertEquals(ofGenes[depth - 1], WalkAccounting.TIGHT.epsilon(gene, steps, delta), 0.002);
        }
    }

    /** A gene is an owner of rows: one example of its rows costs what one row costs, and less than three examples. */
    @Test
    void anOwnerCostsAsMuchAsARow() {
        Dataset owned = Records.owned(ppi, genes);
        assertEquals(14_755 + 3_957, owned.nodes());
        Split both = owned.publicSplit().orElseThrow();
        assertArrayEquals(split.train(), both.train());
        Sampler.Facts facts = new Sampler.Facts(owned.nodes(), split.train().length);
        assertEquals(2.532, epsilon(PoissonOwners.of(0.05, 3).event(facts, 2)), 0.001);
        assertEquals(2.532, epsilon(PoissonRecords.of(0.05).event(facts, 2)), 0.001);
        assertEquals(9.137, epsilon(PoissonRecords.ofNodes(0.05, 3).event(facts, 2)), 0.001);
    }

    private static double epsilon(Event step) {
        return PldAccountant.standard().epsilon(new Event.Repeated(step, 500), 1e-5);
    }
}
