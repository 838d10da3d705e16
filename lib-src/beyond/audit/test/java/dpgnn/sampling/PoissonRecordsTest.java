package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.audit.Audit;
import dpgnn.audit.Coupling;
import dpgnn.graph.Participants;
import dpgnn.graph.RecordCases;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Branch;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gat;
import dpgnn.nn.Model;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;
import dpgnn.privacy.Event;
import dpgnn.privacy.Laws;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.train.Plan;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoissonRecordsTest {
    private static final TrainingView GRAPHS = RecordCases.ofGraphs(), PAIRS = RecordCases.ofPairs();
    private static final int MOST = RecordCases.most(PAIRS);
    /** A node of as many records as any has. */
    private static final int OFTEN = IntStream.range(0, PAIRS.graph().nodes())
            .filter(v -> recordsOf(PAIRS, v).size() == MOST)
            .findFirst()
            .orElseThrow();

    private static final PoissonRecords OF = PoissonRecords.of(0.3), NODES = PoissonRecords.ofNodes(0.3, MOST);
    private static final Sampler.Facts FACTS = new Sampler.Facts(100, 80);
    /** A network that compares what its two nodes have become, and one that attends. */
    private static final List<Model> MODELS = List.of(
            Branch.features()
                    .linear(8, Activation.RELU)
                    .aggregated(Aggregation.MEAN)
                    .linear(8, Activation.RELU)
                    .classes("pairs"),
            Gat.layers(2, 8, 2));

    private static Batch draw(Sampler sampler, Participants participants, int step) {
        Batch batch = new Batch();
        sampler.draws(participants, Streams.seed(7).stream("coins")).draw(step, batch);
        return batch;
    }

    private static Set<Integer> recordsOf(TrainingView view, int node) {
        return IntStream.concat(IntStream.of(node), IntStream.of(view.graph().outNeighbours(node)))
                .filter(view.participants()::isRoot)
                .boxed()
                .collect(Collectors.toSet());
    }

    @Test
    void anExampleIsARootWithItsNodesAndTheEdgesAmongThem() {
        for (TrainingView view : List.of(GRAPHS, PAIRS)) {
            Batch batch = draw(PoissonRecords.of(1), view.participants(), 0);
            assertEquals(view.participants().announcedRoots(), batch.examples());
            Examples.checkForm(batch, view.participants());
            for (int e = 0; e < batch.examples(); e++) {
                int root = batch.node(batch.exampleStart(e));
                int rows = batch.exampleStart(e + 1) - batch.exampleStart(e);
                assertEquals(1 + view.graph().inDegree(root), rows);
                int edges = batch.edgeStart(batch.exampleStart(e + 1)) - batch.edgeStart(batch.exampleStart(e));
                int there = 0;
                for (int r = batch.exampleStart(e); r < batch.exampleStart(e + 1); r++)
                    there += view.graph().inDegree(batch.node(r));
                assertEquals(there, edges, "no edge of these records leads out of them");
                assertEquals(batch.exampleStart(e), batch.target(batch.targetStart(e)));
            }
        }
    }

    /** In both modes and both relations: what leaves takes its own records along, and nothing else changes in any bit. */
    @Test
    @Tag("nightly")
    void whoeverLeavesTakesItsRecordsAlongAndChangesNoOther() {
        int drawn = 0;
        for (TrainingView view : List.of(GRAPHS, PAIRS)) {
            Participants all = view.participants();
            PoissonRecords nodes = PoissonRecords.ofNodes(0.3, RecordCases.most(view));
            for (int z = 0; z < view.graph().nodes(); z += 23)
                for (int t = 0; t < 4; t++) {
                    Set<Integer> own = new TreeSet<>(recordsOf(view, z));
                    Batch with = draw(nodes, all, t);
                    own.retainAll(Examples.byRoot(with).keySet());
                    assertEquals(own, Examples.changed(with, draw(nodes, all.without(z), t)), "node " + z);
                    drawn += own.size();
                    if (!all.isRoot(z)) continue;
                    assertEquals(own, Examples.changed(with, draw(OF, all.removed(z), t)));
                    assertEquals(own, Examples.changed(with, draw(OF, all.without(z), t)));
                }
        }
        assertTrue(drawn > 30);
    }

    @Test
    void howManyOfANodesRecordsAreDrawnIsBinomial() {
        long[] counts = new long[MOST + 1];
        for (int seed = 0; seed < 1000; seed++) {
            Batch batch = new Batch();
            NODES.draws(PAIRS.participants(), Streams.seed(seed).stream("coins"))
                    .draw(0, batch);
            int seen = 0;
            for (int e = 0; e < batch.examples(); e++) if (Examples.contains(batch, e, OFTEN)) seen++;
            counts[seen]++;
        }
        ChiSquare test = ChiSquare.of(counts, Laws.binomial(MOST, 0.3));
        assertTrue(test.plausible(), test::toString);
    }

    /** Against another library's binomial law: a count is never taken for more likely to be small than it is, and hardly less. */
    @Test
    void theEventIsTheLawOfTheCount() {
        assertEquals(new Event.PoissonSampled(0.3, 5, Relation.ADD_REMOVE), OF.event(FACTS, 5));
        assertEquals(OF.event(FACTS, 5), PoissonRecords.ofNodes(0.3, 1).event(FACTS, 5));
        for (int most : new int[] {2, 7, 1000})
            for (double rate : new double[] {1e-6, 0.01, 0.3, 0.999, 1}) {
                var event = (Event.MixtureOfGaussians)
                        PoissonRecords.ofNodes(rate, most).event(FACTS, 5);
                var law = new BinomialDistribution(null, most, rate);
                assertEquals(5, event.scale());
                double tail = 0;
                for (int k = most; k >= 0; k--) {
                    assertEquals(k, event.shifts().get(k));
                    tail += event.probabilities().get(k);
                    double exact = k == 0 ? 1 : 1 - law.cumulativeProbability(k - 1);
                    assertEquals(exact, tail, 1e-10, most + " at " + rate + ", " + k);
                    if (k < most)
                        assertTrue(event.probabilities().get(k) <= law.probability(k) * (1 + 1e-10), most + ", " + k);
                }
            }
        double one = PldAccountant.standard().epsilon(new Event.Repeated(OF.event(FACTS, 2), 20), 1e-5);
        double last = one;
        for (int most : new int[] {2, 3, 5}) {
            Event event = PoissonRecords.ofNodes(0.3, most).event(FACTS, 2);
            double epsilon = PldAccountant.standard().epsilon(new Event.Repeated(event, 20), 1e-5);
            assertTrue(epsilon > last, most + " records cost " + epsilon);
            last = epsilon;
        }
    }

    /** A case: of records or of nodes, the model, whether it is a release, the view. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
    @Extent.OneIn(5)
    void noNeighbourMovesTheSumByMoreThanItsRecords(int number) {
        TrainingView view = number < 8 ? GRAPHS : PAIRS;
        boolean release = number / 4 % 2 == 1;
        Sampler sampler =
                number % 2 == 0 ? PoissonRecords.of(0.05) : PoissonRecords.ofNodes(0.05, RecordCases.most(view));
        Coupling coupling = Coupling.of(MODELS.get(number / 2 % 2), sampler, Clip.flat(1e-3))
                .steps(20);
        Coupling.Report report = (release ? coupling.release() : coupling).run(view);
        String found = sampler + ": " + report.findings().get(0);
        assertTrue(release ? report.worst() <= 1 : report.holds(), found);
        assertTrue(report.worst() > 0.5, found);
    }

    /** Sums of some 270 floats that point one way: what experiments are off by there, exact sums are not. */
    @Test
    void theRoundingOfLongSumsIsNoFault() {
        for (boolean release : new boolean[] {false, true}) {
            Coupling coupling = Coupling.of(MODELS.get(0), PoissonRecords.of(0.9), Clip.flat(1e-3))
                    .steps(4);
            Coupling.Report report = (release ? coupling.release() : coupling).run(PAIRS);
            double change = report.findings().stream()
                    .mapToDouble(f -> f.change() / f.claimed())
                    .max()
                    .orElseThrow();
            if (release) assertTrue(change <= 1, "exact sums moved by " + change);
            else assertTrue(change > 1 + 5e-6, "sums of floats moved by " + change + ", as if they were exact");
            assertTrue(
                    report.holds() && report.worst() > 0.99,
                    report.findings().get(0).toString());
        }
    }

    /** Planted: a clip that is five per cent too long. */
    @Test
    void aLongerClipIsCaught() {
        for (Sampler sampler : List.of(PoissonRecords.of(0.05), PoissonRecords.ofNodes(0.05, MOST))) {
            Coupling.Report report = Coupling.of(MODELS.get(0), sampler, Clip.flat(1e-3))
                    .steps(20)
                    .sums((view, network, at, batch, thresholds, into) -> ExampleGradients.of(
                                    network, view.features(), view.labels())
                            .clippedSum(at, batch, new double[] {1.05 * thresholds[0]}, null, into))
                    .run(PAIRS);
            assertFalse(report.holds(), sampler + ": " + report.findings().get(0));
        }
    }

    @Test
    @Tag("nightly")
    void releasesAreSoundAndAuditsFindNothing() {
        for (TrainingView view : List.of(GRAPHS, PAIRS))
            for (PoissonRecords sampler : List.of(OF, PoissonRecords.ofNodes(0.1, RecordCases.most(view)))) {
                Plan plan = Plan.of(sampler, Clip.automatic(1, 0.01), GaussianNoise.standard())
                        .steps(4)
                        .multiplier(4)
                        .delta(1e-4);
                var trained = plan.release(MODELS.get(0)).train(view);
                assertEquals(Verdict.SOUND, trained.guarantee().verdict());
                assertEquals(sampler.unit(), trained.guarantee().unit());
                assertEquals(sampler.relation(), trained.guarantee().relation());
                assertEquals(
                        List.of(),
                        Audit.of(plan)
                                .model(MODELS.get(0))
                                .canaries(16)
                                .report(view)
                                .faults());
            }
    }

    @Test
    void whatIsNoRecordOrInTooManyIsRefused() {
        assertEquals(Unit.RECORD, OF.unit());
        assertEquals(Unit.NODE, NODES.unit());
        assertEquals(24, OF.expectedExamples(FACTS), 1e-12);
        assertEquals(
                "the root of a record must be a node from which no edge leads, as Records makes it, was a node from which edges lead",
                refused(() -> draw(OF, Ring.ALL, 0)));
        Sampler fewer = PoissonRecords.ofNodes(0.3, MOST - 1);
        assertEquals(
                "records of a node must be at most " + (MOST - 1)
                        + ", or bound the degrees of the graph first, was more",
                refused(() -> draw(fewer, PAIRS.participants(), 0)));
        // Who takes no part counts: the bound is about the whole graph.
        refused(() -> draw(fewer, PAIRS.participants().without(OFTEN), 0));
        refused(() -> PoissonRecords.of(0));
        refused(() -> PoissonRecords.ofNodes(0.1, 0));
        refused(() -> PoissonRecords.ofNodes(0.1, 1001));
    }
}
