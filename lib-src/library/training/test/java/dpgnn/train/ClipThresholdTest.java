package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.DATA;
import static dpgnn.train.SmallTraining.SPLIT;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.Sage;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.GraphSplit;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import dpgnn.sampling.WholeGraph;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A clip norm that is measured beforehand reads nothing that the sampler protects, or says that it did. */
class ClipThresholdTest {

    @Test
    void aMeasuredThresholdIsALeakAndASyntheticOneIsNot() {
        DisjointWalks walks = DisjointWalks.of(1, 8);
        ClipThreshold synthetic = ClipThreshold.synthetic(Gcn.layers(2, 8), walks, VIEW, 0.1, Streams.seed(1));
        ClipThreshold measured = ClipThreshold.measured(Gcn.layers(2, 8), walks, VIEW, 0.1, Streams.seed(1));
        assertTrue(synthetic.norm() > 0 && synthetic.leak().isEmpty());
        assertTrue(measured.leak().isPresent());
        TrainingView changed = VIEW.withFeatures(3, new float[DATA.features().width()]);
        assertEquals(
                synthetic,
                ClipThreshold.synthetic(Gcn.layers(2, 8), walks, changed, 0.1, Streams.seed(1)),
                "the synthetic norm must not depend on a feature");
        Sampler.Facts facts = Sampler.Facts.of(VIEW.participants());
        Schedule schedule = measured.plan(walks, GaussianNoise.standard())
                .steps(2)
                .multiplier(8)
                .delta(1e-5)
                .schedule(facts, 10);
        assertEquals(Verdict.UNSOUND, schedule.provable().verdict());
    }

    /** Where edges or roots are private, a synthetic norm reads neither: a norm that did was 1.3044 with a node and 1.3672 without. */
    @Test
    void aSyntheticThresholdReadsNoEdgeThatIsPrivate() {
        int z = 8;
        List<TrainingView> neighbours = List.of(
                VIEW.without(z),
                VIEW.removed(z),
                VIEW.on(VIEW.graph().withEdge(z, 100)),
                VIEW.withFeatures(z, new float[DATA.features().width()]));
        for (Sampler sampler : List.of(
                HeterPoisson.of(0.3, 2),
                HomeStars.of(0.3, 2),
                PoissonNodes.of(0.1),
                UniformNodes.of(5),
                GraphSplit.of(4),
                WholeGraph.of())) {
            ClipThreshold norm = ClipThreshold.synthetic(Sage.of(8), sampler, VIEW, 1, Streams.seed(1));
            assertTrue(norm.norm() > 0.01 && norm.norm() < 100 && norm.leak().isEmpty(), sampler + ": " + norm);
            for (TrainingView neighbour : neighbours)
                assertEquals(
                        norm,
                        ClipThreshold.synthetic(Sage.of(8), sampler, neighbour, 1, Streams.seed(1)),
                        sampler.toString());
        }
    }

    /** Standard normal features and labels of one coin each, in the order in which a synthetic threshold draws them. */
    private static Dataset synthetic(Graph graph, boolean sets) {
        RandomStream coins = Streams.seed(1).stream("synthetic");
        int nodes = graph.nodes(),
                width = DATA.features().width(),
                classes = DATA.labels().classes();
        float[] values = new float[nodes * width];
        for (int i = 0; i < values.length; i++) values[i] = (float) coins.nextGaussian();
        int[] single = new int[sets ? 0 : nodes];
        boolean[] several = new boolean[sets ? nodes * classes : 0];
        for (int v = 0; v < single.length; v++) single[v] = coins.nextInt(classes);
        for (int i = 0; i < several.length; i++) several[i] = coins.nextBoolean();
        return new Dataset(
                graph,
                DenseFeatures.of(nodes, width, values),
                sets ? Labels.multi(classes, several) : Labels.single(classes, single),
                DATA.provenance());
    }

    /** What is measured on a ring of eight nearest whose roots are spread evenly is the synthetic norm, to the last bit. */
    @Test
    void aSyntheticThresholdIsOneMeasuredOnALattice() {
        int nodes = DATA.nodes();
        int[] from = new int[4 * nodes], to = new int[4 * nodes];
        for (int i = 0; i < from.length; i++) {
            from[i] = i / 4;
            to[i] = (i / 4 + 1 + i % 4) % nodes;
        }
        int roots = VIEW.participants().announcedRoots();
        int[] spread = new int[roots];
        for (int i = 0; i < roots; i++) spread[i] = (int) ((long) i * nodes / roots);
        Split evenly = Split.of(nodes, spread, new int[0], new int[0]);
        boolean[] sets = new boolean[nodes * DATA.labels().classes()];
        Dataset several = new Dataset(
                DATA.graph(), DATA.features(), Labels.multi(DATA.labels().classes(), sets), DATA.provenance());
        for (Dataset data : List.of(DATA, several)) {
            TrainingView ring = synthetic(Graph.undirected(nodes, from, to), data == several)
                    .transductive(evenly);
            for (Sampler sampler : List.of(PoissonNodes.of(0.1), HeterPoisson.of(0.3, 2), WholeGraph.of()))
                assertEquals(
                        ClipThreshold.measured(Gcn.of(8), sampler, ring, 0.5, Streams.seed(1))
                                .norm(),
                        ClipThreshold.synthetic(Gcn.of(8), sampler, data.transductive(SPLIT), 0.5, Streams.seed(1))
                                .norm(),
                        sampler.toString());
        }
        // where edges are public batches are drawn from them
        TrainingView open = synthetic(DATA.graph(), false).transductive(SPLIT);
        DisjointWalks walks = DisjointWalks.of(1, 8);
        assertEquals(
                ClipThreshold.measured(Gcn.of(8), walks, open, 1, Streams.seed(1))
                        .norm(),
                ClipThreshold.synthetic(Gcn.of(8), walks, VIEW, 1, Streams.seed(1))
                        .norm());
    }

    /** A ring of few nodes joins each to those that there are, once. */
    @Test
    void aLatticeOfFewNodesIsComplete() {
        for (int nodes : new int[] {1, 2, 3, 5, 8}) {
            TrainingView few = AllTrain.rows(nodes, new float[nodes], 2, v -> 0);
            double norm = ClipThreshold.synthetic(Gcn.of(2), WholeGraph.of(), few, 1, Streams.seed(1))
                    .norm();
            assertTrue(norm > 0 && norm < 100, nodes + ": " + norm);
        }
    }

    /** The mean over the first ten examples, however many batches they take. */
    @Test
    void aMeasuredThresholdIsAShareOfTheMeanNorm() {
        Network network = SmallTraining.network(Gcn.of(8));
        for (int size : new int[] {1, 4, 10, 30}) {
            UniformNodes nodes = UniformNodes.of(size);
            Sampler.Draws draws = nodes.draws(VIEW.participants(), Streams.seed(1).stream("sampler"));
            ExampleGradients gradients = ExampleGradients.of(network, VIEW.features(), VIEW.labels());
            Batch batch = new Batch();
            double sum = 0;
            int have = 0;
            for (int step = 0; have < 10; step++) {
                draws.draw(step, batch);
                gradients.clippedSum(
                        network.initial(Streams.seed(1).stream("init")),
                        batch,
                        new double[] {Double.POSITIVE_INFINITY},
                        null,
                        new float[network.size()]);
                for (double norm : gradients.norms()) if (have++ < 10) sum += norm;
            }
            ClipThreshold measured = ClipThreshold.measured(Gcn.of(8), nodes, VIEW, 0.3, Streams.seed(1));
            assertEquals(0.3 * sum / 10, measured.norm(), 1e-14, "batches of " + size);
            Plan plan = measured.plan(nodes, GaussianNoise.standard());
            assertEquals(measured.norm(), plan.clip().norm());
            assertEquals(List.of(measured.leak().orElseThrow()), plan.leaks());
        }
        refused(
                () -> ClipThreshold.measured(Gcn.of(8), PoissonNodes.of(1e-12), VIEW, 1, Streams.seed(1)),
                "draws no example");
    }
}
