package dpgnn.study.text;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.privacy.account.GaussianAccountant;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.report.Table;
import dpgnn.sampling.GraphSplit;
import dpgnn.sampling.Sampler;
import dpgnn.study.ReadData;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.ComparisonRule.Verdict;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.PublishedCell;
import dpgnn.train.Plan;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TextPaperTest {
    private final TextPaper paper = new TextPaper(true, List.of("Cora"), List.of("Pokec", "Reddit"));

    /** What two seeds might have found: half of the noise has its price in micro-F1. */
    private Found found(PublishedCell cell) {
        double noise = cell.keys().containsKey("noise")
                ? cell.number("noise") * (cell.key("method").equals("SGD") ? 1 : 0.5)
                : 0;
        return new Found(
                new ReadData("small", "0123456789ab", ""),
                new long[] {1, 2},
                new double[] {0.61 - noise / 500, 0.62 - noise / 500},
                "",
                false);
    }

    private Comparison clipped() {
        return paper.clipped(this::found);
    }

    private Comparison released() {
        return paper.released(this::found);
    }

    private Comparison figure1() {
        return paper.figure1(cell -> cell.number("percent") == 50 ? Found.notRun("not here") : found(cell));
    }

    /** The published epsilons, and what the two accountants have at C and at 2C. */
    @Test
    void epsilonsAreThePapersToThePublishedDigits() {
        for (var line : TextPaper.table3().lines())
            assertEquals(
                    line.cell().value(),
                    line.found().mean(),
                    0.0055,
                    line.cell().row());
        assertEquals(4, TextPaper.table3().count(Verdict.WITHIN));
        double[] atTwice = {344.451, 19.941, 9.166, 3.380};
        double[] noises = {4, 26, 48, 112};
        for (int i = 0; i < 4; i++) {
            var row = PaperBounds.wholeGraph(noises[i], 2000, 1e-5);
            assertEquals(atTwice[i], row.exactReplaced(), 0.00051, "the other columns are in PaperBoundsTest");
            var quarter = PaperBounds.wholeGraph(noises[i] / 2, 500, 1e-5);
            assertEquals(row.exactReplaced(), quarter.exactReplaced(), 1e-9, "a quarter of the steps");
            assertTrue(row.exact() <= row.published() && row.exactReplaced() <= row.momentsReplaced());
        }
    }

    /** They are those of 100 epochs, but for the last one, which is that of 85. */
    @Test
    void epsilonsOfDigitsAreThoseOfAHundredEpochs() {
        assertEquals(List.of(4, 1), List.of(counted(100), counted(85)));
        var last = TextPaper.epsilons(85).lines().get(4);
        assertEquals(0.5, last.found().mean(), 0.0055);
        assertEquals(33.10, provable(4), 0.005, "one lot of everything, at 2C");
        assertEquals(0.7255, provable(100), 0.0001);
    }

    private static int counted(int epochs) {
        return TextPaper.epsilons(epochs).count(Verdict.WITHIN);
    }

    /** Of a hundred steps on one lot. */
    private static double provable(double noise) {
        return Plan.of(GraphSplit.of(1), Clip.flat(1), GaussianNoise.standard())
                .steps(100)
                .multiplier(noise)
                .delta(1e-5)
                .accountant(GaussianAccountant.exact())
                .schedule(new Sampler.Facts(60_000, 60_000), 669_706)
                .provable()
                .epsilon();
    }

    @Test
    void oursStandBesideThePublished() {
        assertFalse(paper.real());
        assertEquals("small", paper.named("Cora"));
        Comparison sizes = paper.table1();
        assertEquals(6, sizes.count(Verdict.NOT_RUN_FILE), "three sizes of two sets without files");
        assertEquals(6, sizes.count(Verdict.NOT_RUN_COST), "three of two sets that are left out here");
        assertEquals(4, sizes.found("Cora", "classes").mean());
        Comparison left = paper.plain(this::found);
        assertEquals("0.615", String.format("%.3f", left.mean("Cora", "Adam")));
        assertEquals(2, left.found("Cora", "SGD").seeds().length);
        assertEquals(List.of(4.0, 112.0), paper.levels(), "the ends of the noises");
        for (Comparison right : List.of(clipped(), released())) {
            assertEquals(40, right.lines().size());
            assertEquals(0.391, right.mean("SGD 2", "Cora"), 1e-9, "noise 112");
            assertEquals(0.503, right.mean("Adam 2", "Cora"), 1e-9, "half of it");
            assertFalse(right.found("SGD 10", "Cora").isThere(), "the ends of the noises");
            assertEquals(16, right.count(Verdict.NOT_RUN_FILE));
            assertEquals(
                    4,
                    Stream.of(right.cells().texts("blind"))
                            .filter(s -> !s.isEmpty())
                            .count(),
                    "of as many that ran");
        }
        assertEquals(1, clipped().count(Verdict.WITHIN), "0.39 for SGD at 2");
        assertEquals(
                Set.of("as the released code runs"),
                new TreeSet<>(List.of(released().cells().texts("reading"))));
        Comparison points = figure1();
        assertEquals(0.615, points.mean("Cora SGD", "100 %"), 1e-9);
        assertFalse(points.found("Cora SGD", "50 %").isThere(), "not at this scale");
        Found random = paper.guesses().found("Cora", "random guesses");
        assertEquals(0.25, random.mean(), 0.05, "one of four classes");
        assertEquals(5, random.seeds().length);
    }

    @Test
    void claimsAreOfTheAlgorithmAsItIsWritten() {
        var csv = paper.claims(clipped(), released(), figure1()).cells().csv();
        var claims = Table.parse(csv, "claims");
        assertEquals(4, claims.rows());
        assertEquals("not held", claims.texts("verdict")[0], "the noise costs 0.2");
        assertTrue(claims.texts("found")[0].contains("0.61 ± 0.01 and 0.39 ± 0.01 (Cora)"), claims.texts("found")[0]);
        assertTrue(claims.texts("found")[0].startsWith("0.22 lost from epsilon 137 to 2, at most; clipped"));
        assertEquals("held", claims.texts("verdict")[1], "the most frequent of four classes has less");
        assertTrue(claims.texts("claim")[1].endsWith("except on PubMed"));
    }

    @Test
    void digitsOfNobodyAreRefused() throws Exception {
        var made = DigitData.of("made", 60);
        assertEquals(60, made.publicSplit().orElseThrow().train().length);
        assertEquals(10, made.publicSplit().orElseThrow().test().length, "a sixth as many");
        refused(() -> DigitData.of("made", 9), "images must be at least 10");
        refused(() -> DigitData.of("MNIST", 60), "source must be mnist or made");
    }

    /** Who no longer trains has left the graph, and nobody else has. */
    @Test
    void documentsThatDoNotTrainLeaveTheGraph() throws Exception {
        var whole = TextData.of("small");
        var part = whole.part(20, 1);
        int gone = whole.split().train().length - part.split().train().length;
        assertTrue(gone > 0.7 * whole.split().train().length, "a fifth is left");
        assertEquals(gone, whole.data().nodes() - part.data().nodes());
        assertEquals(whole.split().test().length, part.split().test().length);
        assertEquals(whole.split().validation().length, part.split().validation().length);
    }
}
