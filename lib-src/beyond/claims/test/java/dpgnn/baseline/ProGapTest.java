package dpgnn.baseline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.baseline.Gap.Noise;
import dpgnn.graph.Dataset;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.Activation;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.train.Trained;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lemma 81 of docs/proofs.md, where the unit is a node, and what a stage computes. */
class ProGapTest {
    private static final int WIDTH = 4;

    private final Dataset data = SyntheticGraphs.small();
    private final int nodes = data.graph().nodes();

    private static Gap gap(Noise noise) {
        return Gap.of(noise)
                .weighted()
                .inStages()
                .with(Gap::hops, 3)
                .with(Gap::degree, 4)
                .with(Gap::batch, 100)
                .with(Gap::epochs, 1);
    }

    private Split split(int z, Split.Role role) {
        Split.Role[] roles = new Split.Role[nodes];
        for (int v = 0; v < nodes; v++) roles[v] = v == z ? role : Split.Role.TRAIN;
        return Split.byRole(roles);
    }

    @Test
    void everyTrainingAndEveryHopIsPaidFor() {
        Gap gap = gap(Noise.PUBLISHED);
        Event batches = new Event.Repeated(new Event.PoissonSampled(0.1, 3, Relation.ADD_REMOVE), 10);
        Event hops = new Event.Repeated(new Event.Gaussian(3), 3);
        assertEquals(new Event.Composed(List.of(batches, hops, batches, batches, batches)), gap.event(1000, 3));
        double multiplier = gap.multiplier(1000, 2, 1e-4);
        double epsilon = PldAccountant.standard().epsilon(gap.event(1000, multiplier), 1e-4);
        assertTrue(epsilon <= 2 && epsilon > 1.99, "epsilon " + epsilon);
        assertTrue(multiplier > gap.with(Gap::progressive, false).multiplier(1000, 2, 1e-4));
    }

    /** Where every step takes everybody all parts are Gaussians, whose composition has a closed form. */
    @Test
    void atRateOneEpsilonIsThatOfOneGaussian() {
        Gap gap = gap(Noise.PUBLISHED).with(Gap::batch, 1000);
        double m = 6;
        double mu = Math.sqrt(3 + 4 * gap.steps(1000)) / m;
        double stated = gap.guarantees(1000, m, 1e-4, List.of()).get(0).epsilon();
        assertEquals(1, gap.samplingRate(1000));
        double delta = GapEdgeTest.delta(mu, stated);
        assertTrue(delta <= 1e-4 && delta > 0.99e-4, "delta " + delta);
    }

    @ParameterizedTest
    @EnumSource(names = {"PUBLISHED", "CORRECTED", "FULL"})
    void whatIsCoveredIsWhatGapCovers(Noise noise) {
        for (boolean own : new boolean[] {false, true}) {
            List<Guarantee> stages = gap(noise).with(Gap::own, own).guarantees(1000, 3, 1e-4, List.of());
            assertEquals(1, stages.size());
            assertEquals(Verdict.IDEAL, stages.get(0).verdict());
            assertEquals(noise.relation(), stages.get(0).relation());
            assertEquals(
                    noise != Noise.PUBLISHED && !own,
                    stages.get(0).statement().contains("those for protected nodes included"));
        }
        List<Guarantee> sampled = Gap.of(noise).inStages().guarantees(1000, 3, 1e-4, List.of());
        assertEquals(Verdict.UNSOUND, sampled.get(1).verdict());
    }

    /**
     * z receives from many and sends to none. Then no row of z, nor anything that stages make of its hops, may reach another node or
     * a network in any bit.
     */
    @ParameterizedTest
    @EnumSource(names = {"PUBLISHED", "CORRECTED", "FULL"})
    void noExampleReadsAnotherNodesRows(Noise noise) throws Exception {
        int z = 7;
        int[] senders = IntStream.range(20, 60).toArray();
        Dataset silent = data.withGraph(directed().withNeighbours(z, senders, new int[0]));
        float[] huge = new float[data.features().width()];
        Arrays.fill(huge, Float.MAX_VALUE);
        Gap gap = gap(noise);
        GapTraining.Fitted first =
                GapTraining.of(gap, 1, Streams.seed(1)).train(silent.transductive(split(z, Split.Role.NONE)));
        GapTraining.Fitted second = GapTraining.of(gap, 1, Streams.seed(1))
                .train(silent.withFeatures(z, huge).transductive(split(z, Split.Role.NONE)));
        assertEquals(4, first.stages().size());
        for (int k = 0; k < 4; k++) {
            Trained stage = first.stages().get(k);
            assertArrayEquals(
                    stage.parameters().toArray(),
                    second.stages().get(k).parameters().toArray());
            assertEquals(1, stage.metric("noise multiplier"));
            assertEquals(gap.steps(nodes - 1), stage.metric("steps"));
        }
        for (int v = 0; v < nodes; v++)
            assertEquals(v != z, Arrays.equals(row(first.cached(), v), row(second.cached(), v)), "node " + v);
    }

    private Graph directed() {
        Graph graph = data.graph();
        int edges = (int) graph.directedEdges();
        int[] from = new int[edges], to = new int[edges];
        for (int v = 0, e = 0; v < nodes; v++)
            for (int i = 0; i < graph.inDegree(v); i++, e++) {
                from[e] = graph.inNeighbour(v, i);
                to[e] = v;
            }
        return Graph.directed(nodes, from, to);
    }

    private static float[] row(Features features, int v) {
        float[] row = new float[features.width()];
        features.copyRow(v, row, 0);
        return row;
    }

    /** Each hop again from the networks that were given, in double precision. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHopAggregatesWhatTheLastStageMadeOfTheLastHop(boolean own) throws Exception {
        Gap gap = Gap.of(Noise.EDGE)
                .inStages()
                .with(Gap::hops, 3)
                .with(Gap::own, own)
                .with(Gap::epochs, 10);
        int width = gap.width();
        Split split = split(0, Split.Role.TEST);
        GapTraining.Fitted fitted = GapTraining.plain(gap, Streams.seed(5)).train(data.transductive(split));
        int skipped = own ? 0 : 1;
        int[] at = {0};
        for (int k = own ? 1 : 2; k <= 3; k++) {
            double[][] rows = new double[nodes][];
            for (int v = 0; v < nodes; v++) {
                double[] last = part(fitted.cached(), v, k - 1 - skipped, width);
                rows[v] = k == 1 ? last : unit(hidden(fitted.stages().get(k - 1).parameters(), k - 1 - skipped, last));
            }
            for (int v = 0; v < nodes; v++) {
                double[] sum = new double[width];
                for (int u : data.graph().inNeighbours(v)) for (int c = 0; c < width; c++) sum[c] += rows[u][c];
                assertArrayEquals(
                        unit(sum), part(fitted.cached(), v, k - skipped, width), 1e-4, "hop " + k + " of " + v);
                at[0]++;
            }
        }
        assertTrue(at[0] >= 2 * nodes);
        assertEquals(
                fitted.scores(data, split, Split.Role.TEST).accuracy(),
                fitted.elsewhere(data.evaluation(split, Split.Role.TEST)).accuracy(),
                "without noise another pass over the same graph gives the same");
    }

    private static double[] part(Features cached, int v, int k, int width) {
        float[] row = row(cached, v);
        return IntStream.range(k * width, (k + 1) * width)
                .mapToDouble(i -> row[i])
                .toArray();
    }

    private static double[] hidden(Parameters parameters, int part, double[] x) {
        float[] weight = parameters.values("hop" + part + ".weight"), bias = parameters.values("hop" + part + ".bias");
        double[] out = new double[bias.length];
        for (int c = 0; c < out.length; c++) {
            double sum = bias[c];
            for (int i = 0; i < x.length; i++) sum += x[i] * weight[i * out.length + c];
            out[c] = Activation.SELU.apply((float) sum);
        }
        return out;
    }

    private static double[] unit(double[] row) {
        double norm = Math.sqrt(Arrays.stream(row).map(x -> x * x).sum());
        return Arrays.stream(row).map(x -> norm > 0 ? x / norm : x).toArray();
    }

    /** Rows of every kind, and a node that leaves or is replaced: what any stage makes of rows is one of these. */
    @Test
    void aNodeMovesSumsByAtMostTheSensitivityWhateverTheRows() {
        Graph graph = data.graph();
        float[] rows = GapEdgeTest.hostile(nodes);
        float[] others = new float[rows.length];
        for (int i = 0; i < rows.length; i++) others[i] = rows[(i + WIDTH) % rows.length];
        double worst = 0;
        for (Noise noise : new Noise[] {Noise.PUBLISHED, Noise.FULL}) {
            Gap gap = gap(noise).with(Gap::degree, 2);
            float[] sums = sums(gap, graph, rows);
            for (int z = 0; z < nodes; z += 5) {
                float[] changed = rows.clone();
                System.arraycopy(others, z * WIDTH, changed, z * WIDTH, WIDTH);
                boolean leaves = noise == Noise.PUBLISHED;
                float[] after = sums(gap, leaves ? graph.withoutNode(z) : graph, leaves ? rows : changed);
                double square = 0;
                for (int i = 0; i < rows.length; i++)
                    if (!leaves || i / WIDTH != z) square += Math.pow((double) sums[i] - after[i], 2);
                worst = Math.max(worst, Math.sqrt(square) / gap.sensitivity());
            }
        }
        assertTrue(worst <= 1 + 1e-5 && worst > 0.9, "share of the sensitivity " + worst);
    }

    private float[] sums(Gap gap, Graph graph, float[] rows) {
        return GapHops.of(gap, graph, data.graph()::outDegree, Streams.seed(1).stream("none"))
                .sums(rows, WIDTH);
    }
}
