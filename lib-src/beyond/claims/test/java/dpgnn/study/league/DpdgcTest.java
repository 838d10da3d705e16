package dpgnn.study.league;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.Audit;
import dpgnn.audit.AuditReport;
import dpgnn.audit.Coupling;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.HomeStars;
import dpgnn.train.Plan;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lemma 95 of docs/proofs.md. */
class DpdgcTest {
    private static final Dataset DATA = SyntheticGraphs.small();
    private static final Split SPLIT = DATA.publicSplit().orElseThrow();
    private static final int WIDTH = LeagueEntry.WIDTH;

    private static LeagueEntry entry(Dataset data, double epsilon, Streams streams) {
        return new LeagueEntry(data, SPLIT, epsilon, Unit.NODE, streams, Optional.empty());
    }

    private static TrainingView rows(Dataset data) {
        return Dpdgc.ids(data).transductive(SPLIT);
    }

    private static float[] vectors(long seed) {
        var coins = Streams.seed(seed).stream("vectors");
        float[] vectors = new float[DATA.nodes() * WIDTH];
        for (int i = 0; i < vectors.length; i++) vectors[i] = (float) coins.nextGaussian();
        return vectors;
    }

    /** Hostile neighbours of the audit: labels, edges to all and to none, parameters where a row turns a gradient round. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aNodeMovesRowsOfEdgesAsHomeStarsDo(int degree) {
        Coupling.Report report = Coupling.of(Dpdgc.ROWS, HomeStars.of(0.3, degree), Clip.flat(1))
                .steps(20)
                .run(rows(DATA));
        assertTrue(report.holds(), report.findings().get(0).toString());
        assertTrue(report.worst() > 0.3, "neighbours that change nothing test nothing: " + report.worst());
    }

    /** With vectors that are huge, not finite or zero; a node that takes no part sends nothing, and all degrees stay. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aNodeThatLeavesMovesWhatOthersHearByAtMostTheSensitivity(int degree) {
        Graph graph = DATA.graph();
        double most = 0;
        for (int z = 0; z < graph.nodes(); z++) {
            float[] hostile = vectors(3);
            float[] like = Arrays.copyOf(hostile, WIDTH);
            for (int v = 0; v < graph.nodes(); v++)
                for (int c = 0; c < WIDTH; c++)
                    hostile[v * WIDTH + c] = v == z || v % 3 == 0 ? 1e18f * like[c] : v % 3 == 1 ? Float.NaN : 0;
            double[] with = sums(graph, hostile, degree, -1), without = sums(graph, hostile, degree, z);
            double squares = 0;
            for (int i = 0; i < with.length; i++)
                if (i / WIDTH != z) squares += (with[i] - without[i]) * (with[i] - without[i]);
            double moved = Math.sqrt(squares);
            assertEquals(Math.sqrt(Math.min(degree, graph.outDegree(z))), moved, 1e-4, "node " + z);
            most = Math.max(most, moved);
        }
        assertEquals(Math.sqrt(degree), most, 1e-4);
    }

    /** What nodes hear without noise, by definition; the node that is out sends nothing. */
    private static double[] sums(Graph graph, float[] vectors, int degree, int out) {
        double[] sums = new double[vectors.length];
        float[] units = vectors.clone();
        dpgnn.baseline.GapHops.normalise(units, WIDTH);
        for (int v = 0; v < graph.nodes(); v++)
            for (int u : graph.inNeighbours(v))
                for (int c = 0; c < WIDTH && u != out; c++)
                    sums[v * WIDTH + c] +=
                            Math.min(1, Math.sqrt((double) degree / graph.outDegree(u))) * units[u * WIDTH + c];
        return sums;
    }

    /** Of what is heard with next to no noise the direction is that of the sums; rows stay, and no edge is left to read. */
    @Test
    void nothingElseReadsAnEdge() {
        Dpdgc method = new Dpdgc(false, 2);
        float[] vectors = vectors(5);
        Dataset own = method.heard(DATA, DATA.transductive(SPLIT), vectors, 1e-9, Streams.seed(1));
        double[] sums = sums(DATA.graph(), vectors, 2, -1);
        assertEquals(0, own.graph().edges());
        int width = DATA.features().width();
        float[] row = new float[width + WIDTH], before = new float[width];
        for (int v = 0; v < own.nodes(); v++) {
            own.features().copyRow(v, row, 0);
            DATA.features().copyRow(v, before, 0);
            assertArrayEquals(before, Arrays.copyOf(row, width));
            double length = 0;
            for (int c = 0; c < WIDTH; c++) length += sums[v * WIDTH + c] * sums[v * WIDTH + c];
            for (int c = 0; c < WIDTH && length > 0; c++)
                assertEquals(sums[v * WIDTH + c] * Math.sqrt(WIDTH / length), row[width + c], 1e-3);
        }
    }

    /** The noise has the deviation that the sensitivity needs. */
    @Test
    void whatIsHeardHasItsNoise() {
        Dataset far = DATA.withGraph(Graph.undirected(DATA.nodes(), new int[0], new int[0]));
        double[] right = new double[2];
        for (int w = 0; w < 2; w++) {
            double multiplier = w == 0 ? 1e-3 : 100;
            float[] heard = new float[DATA.features().width() + WIDTH];
            float[] vectors = vectors(7);
            Dataset own =
                    new Dpdgc(false, 1).heard(DATA, DATA.transductive(SPLIT), vectors, multiplier, Streams.seed(2));
            Dataset clean = new Dpdgc(false, 1).heard(DATA, DATA.transductive(SPLIT), vectors, 1e-9, Streams.seed(2));
            float[] other = heard.clone();
            for (int v = 0; v < own.nodes(); v++) {
                own.features().copyRow(v, heard, 0);
                clean.features().copyRow(v, other, 0);
                for (int c = DATA.features().width(); c < heard.length; c++)
                    right[w] += heard[c] * other[c] / (double) WIDTH / own.nodes();
            }
        }
        assertTrue(right[0] > 0.9 && Math.abs(right[1]) < 0.2, Arrays.toString(right));
        assertTrue(far.graph().edges() == 0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 8})
    void allPartsArePaidFor(double epsilon) throws Exception {
        LeagueEntry entry = entry(DATA, epsilon, Streams.seed(1));
        LeagueResult result = Dpdgc.repaired().run(entry);
        Guarantee held = result.guarantees().get(0);
        assertEquals(1, result.guarantees().size());
        assertEquals(Verdict.IDEAL, held.verdict());
        assertTrue(held.epsilon() <= epsilon && held.epsilon() > 0.99 * epsilon, held.summary());
        Event.Composed all = (Event.Composed) result.certificate().orElseThrow().event();
        double m = result.multiplier(), rate = 1.0 / entry.batches();
        assertEquals(
                java.util.List.of(
                        new Event.Repeated(new Event.HomeStars(rate, 1, m), entry.steps()),
                        new Event.Gaussian(m),
                        new Event.Repeated(
                                new Event.PoissonSampled(rate, m, dpgnn.privacy.Relation.ADD_REMOVE), entry.steps())),
                all.events());
        for (Event part : all.events())
            assertTrue(PldAccountant.standard().epsilon(part, held.delta()) < 0.98 * held.epsilon(), part + " is all");
    }

    @Test
    void theClaimIsNoTheorem() throws Exception {
        LeagueResult result = Dpdgc.asPublished().run(entry(DATA, 4, Streams.seed(1)));
        assertEquals(2, result.guarantees().size());
        assertEquals(Verdict.CLAIMED, result.guarantees().get(0).verdict());
        assertTrue(result.guarantees().get(0).epsilon() <= 4);
        assertEquals(Verdict.UNSOUND, result.guarantees().get(1).verdict());
        assertTrue(result.certificate().isEmpty());
    }

    /** Two faults: the authors' cut and noise, and noise that is a tenth of what epsilon needs. */
    @Test
    void anAuditFindsThePublishedCutAndTooLittleNoise() {
        Coupling.Report published = Coupling.of(Dpdgc.ROWS, new Dpdgc.CutRows(3, 40), Clip.flat(1))
                .steps(20)
                .run(rows(DATA));
        assertTrue(
                !published.holds() && published.worst() > 1.2,
                published.findings().get(0).toString());
        LeagueEntry entry = entry(DATA, 2, Streams.seed(1));
        double multiplier = Dpdgc.repaired().multiplier(entry);
        for (double share : new double[] {1, 0.1}) {
            Plan plan = Plan.of(HomeStars.of(0.25, 1), Clip.flat(1), GaussianNoise.standard())
                    .steps(entry.steps())
                    .multiplier(share * multiplier)
                    .delta(entry.delta());
            AuditReport report =
                    Audit.of(plan).model(Dpdgc.ROWS).canaries(200).seed(3).report(rows(DATA));
            assertEquals(share < 1, report.epsilon() > 2, share + " of the noise shows " + report.epsilon());
        }
    }

    @Test
    void whatNoLemmaSpeaksOfIsRefused() {
        refused(() -> new Dpdgc(false, 0));
        refused(() -> Dpdgc.repaired().run(entry(DATA, 4, Streams.secure())));
        Dataset numbers = new Dataset(
                DATA.graph(), DATA.features(), Labels.values(1, new float[DATA.nodes()]), DATA.provenance());
        refused(() -> Dpdgc.repaired().run(entry(numbers, 4, Streams.seed(1))));
    }
}
