package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.audit.Audit;
import dpgnn.audit.Coupling;
import dpgnn.graph.Dataset;
import dpgnn.graph.Participants;
import dpgnn.graph.RecordCases;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.privacy.Event;
import dpgnn.privacy.Laws;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.train.Plan;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoissonOwnersTest {
    private static final int MOST = 3;
    private static final TrainingView VIEW = RecordCases.ofOwners();
    private static final int[] OWNERS = IntStream.range(0, VIEW.graph().nodes())
            .filter(v -> rowsOf(v).size() > 0)
            .toArray();
    private static final PoissonOwners SAMPLER = PoissonOwners.of(0.3, MOST);
    private static final List<Model> MODELS = List.of(Mlp.of(8), Gcn.of(8));

    private static Set<Integer> rowsOf(int owner) {
        return IntStream.of(VIEW.graph().outNeighbours(owner))
                .filter(VIEW.participants()::isRoot)
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Batch draw(Sampler sampler, Participants participants, long seed, int step) {
        Batch batch = new Batch();
        sampler.draws(participants, Streams.seed(seed).stream("coins")).draw(step, batch);
        return batch;
    }

    private static int ownerOf(Batch batch, int example) {
        return VIEW.graph().inNeighbours(batch.node(batch.exampleStart(example)))[0];
    }

    @Test
    void anExampleIsAnOwnersRowsWithoutEdges() {
        Batch batch = draw(PoissonOwners.of(1, MOST), VIEW.participants(), 7, 0);
        Examples.checkForm(batch, VIEW.participants());
        assertEquals(OWNERS.length, batch.examples());
        assertEquals(0, batch.edges());
        assertEquals(batch.rows(), batch.targets());
        for (int e = 0; e < OWNERS.length; e++) {
            Set<Integer> rows = new TreeSet<>(), all = rowsOf(OWNERS[e]);
            for (int r = batch.exampleStart(e); r < batch.exampleStart(e + 1); r++) assertTrue(rows.add(batch.node(r)));
            assertTrue(all.containsAll(rows), all + " and " + rows);
            assertEquals(Math.min(MOST, all.size()), rows.size());
        }
        assertTrue(rowsOf(OWNERS[OWNERS.length - 1]).size() > 2 * MOST);
    }

    /** Whoever leaves takes its one example along; no other row, order or choice among an owner's rows changes. */
    @Test
    void anOwnerThatLeavesChangesNoOthersExample() {
        int drawn = 0;
        for (int z : OWNERS)
            for (int t = 0; t < 6; t++) {
                Batch with = draw(SAMPLER, VIEW.participants(), 7, t);
                Set<Integer> own = IntStream.range(0, with.examples())
                        .filter(e -> ownerOf(with, e) == z)
                        .mapToObj(e -> with.node(with.exampleStart(e)))
                        .collect(Collectors.toCollection(TreeSet::new));
                assertEquals(
                        own,
                        Examples.changed(with, draw(SAMPLER, VIEW.participants().without(z), 7, t)));
                Participants removed = VIEW.participants();
                for (int row : VIEW.graph().outNeighbours(z)) removed = removed.removed(row);
                assertEquals(own, Examples.changed(with, draw(SAMPLER, removed.removed(z), 7, t)));
                drawn += own.size();
            }
        assertTrue(drawn > 12, drawn + " owners were drawn");
    }

    /** However many rows an owner has, it is in a batch as often as the event says, in one example. */
    @Test
    void anOwnerIsDrawnAtTheRateWhateverItsRows() {
        long[][] counts = new long[OWNERS.length][2];
        for (int seed = 0; seed < 2000; seed++) {
            Batch batch = draw(SAMPLER, VIEW.participants(), seed, 0);
            int[] times = new int[OWNERS.length];
            for (int e = 0; e < batch.examples(); e++) times[Arrays.binarySearch(OWNERS, ownerOf(batch, e))]++;
            for (int k = 0; k < OWNERS.length; k++) counts[k][times[k]]++;
        }
        for (int k = 0; k < OWNERS.length; k += 3) {
            ChiSquare test = ChiSquare.of(counts[k], Laws.binomial(1, 0.3));
            assertTrue(test.plausible(), test::toString);
        }
    }

    /** Of an owner of many rows each is as likely to take part. */
    @Test
    void whichRowsTakePartIsUniform() {
        int z = OWNERS[OWNERS.length - 1];
        List<Integer> rows = List.copyOf(rowsOf(z));
        long[] counts = new long[rows.size()];
        PoissonOwners one = PoissonOwners.of(1, 1);
        Sampler.Draws draws = one.draws(VIEW.participants(), Streams.seed(3).stream("coins"));
        Batch batch = new Batch();
        for (int t = 0; t < 2000; t++) {
            draws.draw(t, batch);
            for (int e = 0; e < batch.examples(); e++)
                if (ownerOf(batch, e) == z) counts[rows.indexOf(batch.node(batch.exampleStart(e)))]++;
        }
        double[] uniform = new double[counts.length];
        Arrays.fill(uniform, 1.0 / counts.length);
        ChiSquare test = ChiSquare.of(counts, uniform);
        assertTrue(test.plausible(), test::toString);
    }

    /** The pair of one record, whatever {@code most} is; three rows that are drawn apart cost more than one owner of three. */
    @Test
    void theEventIsThatOfOneRecord() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        for (int most : new int[] {1, 3, 1000})
            assertEquals(
                    PoissonRecords.of(0.05).event(facts, 2),
                    PoissonOwners.of(0.05, most).event(facts, 2));
        double owner = epsilon(SAMPLER.event(facts, 2)),
                apart = epsilon(PoissonRecords.ofNodes(0.3, 3).event(facts, 2));
        assertTrue(apart > 2 * owner, apart + " and " + owner);
        assertEquals(Unit.OWNER, SAMPLER.unit());
        assertEquals(24, SAMPLER.expectedExamples(facts), 1e-12);
    }

    private static double epsilon(Event event) {
        return PldAccountant.standard().epsilon(new Event.Repeated(event, 20), 1e-5);
    }

    /** Every owner's rows shout, lie or point against all others. A case: the relation, the model, whether it is a release. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    @Extent.OneIn(3)
    void noOwnerMovesTheSumByMoreThanOneExample(int number) {
        Coupling coupling = Coupling.of(MODELS.get(number / 2 % 2), PoissonOwners.of(0.2, MOST), Clip.flat(1e-3))
                .against(number % 2 == 0 ? Relation.ADD_REMOVE : Relation.PARTICIPATION)
                .steps(20);
        Coupling.Report report = (number / 4 == 1 ? coupling.release() : coupling).run(VIEW);
        String found = report.findings().get(0).toString();
        assertTrue(number / 4 == 1 ? report.worst() <= 1 : report.holds(), found);
        assertTrue(report.worst() > 0.5, found);
    }

    /** Planted: each row is clipped by itself, as if it were a record. */
    @Test
    void aClipOfEachRowIsCaught() {
        Coupling.Report report = Coupling.of(MODELS.get(0), PoissonOwners.of(0.2, MOST), Clip.flat(1e-3))
                .steps(20)
                .sums((view, network, at, batch, thresholds, into) -> {
                    Batch rows = new Batch();
                    for (int r = 0; r < batch.rows(); r++) rows.addSingle(batch.node(r));
                    ExampleGradients.of(network, view.features(), view.labels())
                            .clippedSum(at, rows, thresholds, null, into);
                })
                .run(VIEW);
        assertFalse(report.holds(), report.findings().get(0).toString());
        assertTrue(
                report.worst() > 2,
                "three rows of one owner point one way: " + report.findings().get(0));
    }

    /** Why a row that leaves its owner behind is not covered: the owner's example turns round, by up to 2. */
    @Test
    void aRowThatLeavesItsOwnerBehindIsAReplacement() {
        double most = 0;
        for (int z : OWNERS)
            for (float loud : new float[] {-30, 30}) {
                Set<Integer> rows = rowsOf(z);
                if (rows.size() < 2 || rows.size() > MOST) continue;
                int leaves = rows.iterator().next();
                TrainingView with = VIEW;
                for (int row : rows) with = with.withFeatures(row, filled(row == leaves ? loud : -1));
                most = Math.max(most, distance(with, with.without(leaves)));
            }
        assertTrue(most > 1.05, "moved by " + most);
    }

    private static float[] filled(float value) {
        float[] row = new float[VIEW.features().width()];
        Arrays.fill(row, value);
        return row;
    }

    /** In units of the clip norm, where all owners are drawn. */
    private static double distance(TrainingView... worlds) {
        var network =
                MODELS.get(0).network(VIEW.features().width(), VIEW.labels().classes());
        var at = network.initial(Streams.seed(1).stream("init"));
        float[][] sums = new float[2][network.size()];
        for (int w = 0; w < 2; w++)
            ExampleGradients.of(network, worlds[w].features(), worlds[w].labels())
                    .clippedSum(
                            at,
                            draw(PoissonOwners.of(1, MOST), worlds[w].participants(), 7, 0),
                            new double[] {1e-3},
                            null,
                            sums[w]);
        double squares = 0;
        for (int i = 0; i < network.size(); i++) squares += Math.pow((sums[0][i] - sums[1][i]) / 1e-3, 2);
        return Math.sqrt(squares);
    }

    @Test
    @Tag("nightly")
    void releasesAreSoundAndAuditsFindNothing() {
        Plan plan = Plan.of(PoissonOwners.of(0.1, MOST), Clip.automatic(1, 0.01), GaussianNoise.standard())
                .steps(4)
                .multiplier(4)
                .delta(1e-4);
        var held = plan.release(MODELS.get(0)).train(VIEW).guarantee();
        assertEquals(Verdict.SOUND, held.verdict());
        assertEquals(Unit.OWNER, held.unit());
        assertEquals(Relation.ADD_REMOVE, held.relation());
        assertEquals(
                List.of(),
                Audit.of(plan).model(MODELS.get(0)).canaries(16).report(VIEW).faults());
        // A plan for single nodes says nothing where they have owners.
        Plan nodes = Plan.of(PoissonNodes.of(0.1), Clip.flat(1), GaussianNoise.standard())
                .steps(4)
                .multiplier(4)
                .delta(1e-4);
        assertEquals(
                Verdict.UNSOUND,
                nodes.experiment(MODELS.get(0), 1).train(VIEW).guarantee().verdict());
    }

    /** Planted: the same, which an audit must report. */
    @Test
    void anAuditFindsRowsThatAreClippedOneByOne() {
        Plan plan = Plan.of(PoissonOwners.of(0.9, MOST), Clip.flat(1), GaussianNoise.standard())
                .steps(4)
                .multiplier(4)
                .delta(1e-4);
        var report = Audit.of(plan)
                .model(MODELS.get(0))
                .canaries(64)
                .sums((view, network, at, batch, thresholds, into) -> {
                    Batch rows = new Batch();
                    for (int r = 0; r < batch.rows(); r++) rows.addSingle(batch.node(r));
                    ExampleGradients.of(network, view.features(), view.labels())
                            .clippedSum(at, rows, thresholds, null, into);
                })
                .report(VIEW);
        assertFalse(report.faults().isEmpty());
    }

    @Test
    void dataWithoutOwnersAreRefused() {
        String why =
                "a training row must be a node to which an edge leads from its owner, and no other edge, as Records.owned"
                        + " makes it and a transductive view keeps it, was a node of other edges";
        assertEquals(why, refused(() -> draw(SAMPLER, Ring.ALL, 7, 0)));
        assertEquals(why, refused(() -> draw(SAMPLER, RecordCases.ofPairs().participants(), 7, 0)));
        Dataset data = RecordCases.owned();
        Split split = Split.random(data.nodes(), 0.75, 0, Streams.seed(1).stream("split"));
        assertEquals(why, refused(() -> draw(SAMPLER, data.inductive(split).participants(), 7, 0)));
        refused(() -> PoissonOwners.of(0, 1));
        refused(() -> PoissonOwners.of(0.1, 0));
        refused(() -> PoissonOwners.of(0.1, 1001));
    }
}
