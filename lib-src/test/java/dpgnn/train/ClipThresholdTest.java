package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gcn;
import dpgnn.nn.Sage;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
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
    static final Dataset DATA = SyntheticGraphs.small();
    static final Split SPLIT = Split.random(DATA.nodes(), 0.5, 0.1, Streams.seed(1).stream("split"));

    @Test
    void aMeasuredThresholdIsALeakAndASyntheticOneIsNot() {
        TrainingView view = DATA.transductive(SPLIT);
        DisjointWalks walks = DisjointWalks.of(1, 8);
        ClipThreshold synthetic = ClipThreshold.synthetic(Gcn.layers(2, 8), walks, view, 0.1, Streams.seed(1));
        ClipThreshold measured = ClipThreshold.measured(Gcn.layers(2, 8), walks, view, 0.1, Streams.seed(1));
        assertTrue(synthetic.norm() > 0 && synthetic.leak().isEmpty());
        assertTrue(measured.leak().isPresent());
        TrainingView changed = view.withFeatures(3, new float[DATA.features().width()]);
        assertEquals(
                synthetic,
                ClipThreshold.synthetic(Gcn.layers(2, 8), walks, changed, 0.1, Streams.seed(1)),
                "the synthetic norm must not depend on a feature");
        Sampler.Facts facts = Sampler.Facts.of(view.participants());
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
        TrainingView view = DATA.transductive(SPLIT);
        int z = 8;
        List<TrainingView> neighbours = List.of(
                view.without(z),
                view.removed(z),
                view.on(view.graph().withEdge(z, 100)),
                view.withFeatures(z, new float[DATA.features().width()]));
        for (Sampler sampler : List.of(
                HeterPoisson.of(0.3, 2),
                HomeStars.of(0.3, 2),
                PoissonNodes.of(0.1),
                UniformNodes.of(5),
                GraphSplit.of(4),
                WholeGraph.of())) {
            ClipThreshold norm = ClipThreshold.synthetic(Sage.of(8), sampler, view, 1, Streams.seed(1));
            assertTrue(norm.norm() > 0.01 && norm.norm() < 100 && norm.leak().isEmpty(), sampler + ": " + norm);
            for (TrainingView neighbour : neighbours)
                assertEquals(
                        norm,
                        ClipThreshold.synthetic(Sage.of(8), sampler, neighbour, 1, Streams.seed(1)),
                        sampler.toString());
        }
    }
}
