package dpgnn.study.nodes;

import static dpgnn.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.baseline.Gap;
import dpgnn.baseline.GapTraining;
import dpgnn.baseline.NaiveSgd;
import dpgnn.baseline.Ndp;
import dpgnn.graph.Dataset;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.nn.Network;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.sampling.Sampler;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import dpgnn.train.Schedule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeBaselinesTest {
    private static final Sampler.Facts FACTS = new Sampler.Facts(10_000, 8_000);

    @Test
    void naiveDpSgdKeepsItsBudgetAndIsProved() {
        NaiveSgd naive = NaiveSgd.of("Facebook");
        Schedule schedule = naive.plan(8000, 4, 1e-5).schedule(FACTS, 1000);
        assertEquals(20, schedule.steps());
        assertEquals(Verdict.IDEAL, schedule.provable().verdict());
        assertEquals(4, schedule.provable().epsilon(), 0.004);
        assertEquals(0.256, naive.sampler(8000).rate());
        assertEquals(16, NaiveSgd.of("Reddit").width());
    }

    @Test
    void ndpClaimsItsBudgetAndProvesNothing() {
        Ndp ndp = Ndp.of(5);
        Network network = Ndp.model("SAGE").network(30, 4);
        Schedule schedule =
                ndp.plan(network, FACTS, ndp.multiplier(FACTS, 4, 1e-5), 1e-5).schedule(FACTS, network.size());
        assertEquals(18, schedule.steps());
        assertEquals(4, schedule.claimed().epsilon(), 0.004);
        assertEquals(Verdict.CLAIMED, schedule.claimed().verdict());
        assertEquals(Verdict.UNSOUND, schedule.provable().verdict());
        Event.Hypergeometric step = (Event.Hypergeometric) ndp.sampler(8000).claimed(FACTS, schedule.multiplier());
        assertEquals(6, step.affected(), "a node's own star and those of K others");
        assertEquals(schedule.multiplier() / 12, step.scale());
        assertEquals(ndp.norm(), ndp.clip(network).norm(), 1e-9);
        assertTrue(Ndp.of(10).multiplier(FACTS, 4, 1e-5) > schedule.multiplier());
    }

    private static NodeRun run(String method, double epsilon, LearningSetting learning) {
        return NodeRun.of(method, "small")
                .with(NodeRun::epsilon, new TargetEpsilon(epsilon))
                .with(NodeRun::learning, learning)
                .with(NodeRun::degree, 3)
                .with(NodeRun::testNeighbours, 5)
                .with(NodeRun::seed, 3L);
    }

    @Test
    @Tag("nightly")
    void everyMethodRunsInBothSettingsWithAndWithoutNoise() throws Exception {
        for (String method : NodeRun.METHODS)
            for (LearningSetting kind : LearningSetting.values()) {
                Run run = NodeRun.run(run(method, 4, kind));
                assertTrue(run.metric("epsilon claimed") <= 4, run.metrics().toString());
                boolean proved = List.of(NodeRun.NAIVE, NodeRun.ANSWERS, NodeRun.GAP_WEIGHTED, NodeRun.HOPS_PROVED)
                        .contains(method);
                assertEquals(proved, Double.isFinite(run.metric("epsilon proved")), method);
                Run plain = NodeRun.run(run(method, Double.POSITIVE_INFINITY, kind));
                assertEquals(0, plain.metric("noise multiplier"));
                assertTrue(plain.guarantees().isEmpty());
                for (Run each : List.of(run, plain))
                    for (String name : List.of("accuracy", "precision macro", "precision weighted")) {
                        double value = each.metric("test " + name);
                        assertTrue(value >= 0 && value <= 1, method + " " + name + " " + value);
                    }
            }
    }

    /** An answer about a node has the odds that its epsilon allows, however sure the network is. */
    @Test
    void anAnswerAboutANodeIsRandomised() throws Exception {
        NodeRun asked = NodeRun.of(NodeRun.ANSWERS, "PubMed").with(NodeRun::epsilon, new TargetEpsilon(1));
        Run run = NodeRun.run(asked);
        double bare = run.metric("bare accuracy"), truth = Math.E / (Math.E + 2), lie = (1 - truth) / 2;
        double mean = bare * truth + (1 - bare) * lie;
        double most = 4 * 0.5 / Math.sqrt(0.18 * NodeData.of("PubMed", "rows").nodes());
        assertEquals(mean, run.metric("test accuracy"), most);
        assertTrue(bare > mean + 2 * most, "the test tells the two apart: " + bare + ", " + mean);
        Guarantee held = run.guarantees().get(0);
        assertEquals(Unit.NODE, held.unit());
        assertEquals(Relation.REPLACE, held.relation());
        assertEquals(1, held.epsilon());
        NodeRun leaking = run(NodeRun.ANSWERS, 4, LearningSetting.TRANSDUCTIVE).with(NodeRun::features, "standardised");
        assertEquals(Double.POSITIVE_INFINITY, NodeRun.run(leaking).metric("epsilon proved"));
    }

    @Test
    void runsAreKeptAndFoundAgain(@TempDir Path folder) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        for (int repeat = 0; repeat < 2; repeat++) {
            SweepResults<NodeRun> results = Sweep.of(NodeRun.of(NodeRun.GAP_CORRECTED, "small"))
                    .vary(NodeRun::epsilon, TargetEpsilon.INFINITE, new TargetEpsilon(8))
                    .seeds(1, 2)
                    .into(folder)
                    .workers(1)
                    .run(new Study<>("counted", 1, NodeRun.STUDY.reading(), s -> {
                        runs.incrementAndGet();
                        return NodeRun.run(s);
                    }));
            assertEquals(4, results.runs().size());
            assertEquals(2, results.over("test accuracy").size());
        }
        assertEquals(4, runs.get());
    }

    /** A kept run is made again with the noise that it states, whatever today's accountant would take. */
    @Test
    @Tag("nightly")
    void aRunIsMadeAgainWithItsOwnNoise() throws Exception {
        for (String method : List.of(NodeRun.NAIVE, NodeRun.ANSWERS, NodeRun.NDP, NodeRun.GAP_CORRECTED))
            isMadeAgain(NodeRun.STUDY, run(method, 8, LearningSetting.TRANSDUCTIVE));
        HeterPoissonRun stars = HeterPoissonRun.of("small").with(HeterPoissonRun::batch, 60);
        isMadeAgain(HeterPoissonRun.STUDY, stars);
        isMadeAgain(HeterPoissonRun.STUDY, stars.with(HeterPoissonRun::epsilon, TargetEpsilon.INFINITE));
    }

    private static <E extends Experiment<E>> void isMadeAgain(Study<E> study, E experiment) throws Exception {
        Run kept = study.body().run(experiment);
        Map<String, Double> metrics = new TreeMap<>(kept.metrics());
        if (metrics.computeIfPresent("noise multiplier", (name, value) -> 1.25 * value) == null)
            metrics.put("seconds", 0.0);
        Run noisier = study.repetition().run(experiment, kept.withMetrics(metrics));
        assertEquals(metrics.get("noise multiplier"), noisier.metrics().get("noise multiplier"));
        Map<String, Double> again =
                new TreeMap<>(study.repetition().run(experiment, kept).metrics());
        again.put("seconds", kept.metric("seconds"));
        assertEquals(kept.metrics(), again);
    }

    @Test
    void gapReadsNoLabelOfATestNode() throws Exception {
        Dataset data = NodeData.of("small");
        Split split = NodeData.split(data, 1);
        int[] labels = new int[data.nodes()];
        for (int v = 0; v < labels.length; v++)
            labels[v] = split.role(v) == Split.Role.TRAIN ? data.labels().of(v) : 0;
        Dataset blind = new Dataset(
                data.graph(), data.features(), Labels.single(data.labels().classes(), labels), data.provenance());
        Gap gap = Gap.of(Gap.Noise.PUBLISHED);
        GapTraining.Fitted first = GapTraining.of(gap, 2, Streams.seed(1)).train(data.transductive(split));
        GapTraining.Fitted second = GapTraining.of(gap, 2, Streams.seed(1)).train(blind.transductive(split));
        assertArrayEquals(
                first.classifier().parameters().toArray(),
                second.classifier().parameters().toArray());
        assertEquals(first.cached(), second.cached());
        GapTraining.Fitted other = GapTraining.of(gap, 2, Streams.seed(2)).train(data.transductive(split));
        assertNotEquals(first.cached(), other.cached());
        GapTraining.Fitted hops =
                GapTraining.of(gap.hopsOnly(), 2, Streams.seed(1)).train(data.transductive(split));
        float[] all = new float[48];
        float[] noisy = new float[32];
        first.cached().copyRow(7, all, 0);
        hops.cached().copyRow(7, noisy, 0);
        assertArrayEquals(
                java.util.Arrays.copyOfRange(all, 16, 48), noisy, "the hops alone, without the encoded features");
    }

    @Test
    void wrongSettingsAreRefusedByName() {
        NodeRun naive = NodeRun.of(NodeRun.NAIVE, "small");
        assertRefused("method", () -> naive.with(NodeRun::method, "GAP"));
        assertRefused("data set", () -> NodeRun.run(naive.with(NodeRun::dataset, "cora")));
        assertRefused(
                "degree", () -> NodeRun.run(NodeRun.of(NodeRun.NDP, "small").with(NodeRun::degree, 0)));
        assertRefused("model", () -> Ndp.model("GAT"));
        assertRefused("batch", () -> new Ndp(5, 0, 9, 0.5, 0.01));
        assertRefused("norm", () -> new Ndp(5, 1, 9, 0, 0.01));
        assertRefused("width", () -> new NaiveSgd(0, 1, 1));
        assertFalse(NodeRun.METHODS.isEmpty());
    }
}
