package dpgnn.study.text;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.account.PaperBounds;
import dpgnn.report.Table;
import dpgnn.sampling.Sampler;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.ComparisonRule.Verdict;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Pretended;
import dpgnn.study.text.TextRun.Descent;
import dpgnn.study.text.TextRun.Mode;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TextPaperTest {
    private final List<TextRun> made = new ArrayList<>();
    private final TextPaper paper = new TextPaper(
            new PretendedBench(each -> made((TextRun) each)), List.of("Cora"), List.of("Pokec", "Reddit"));

    /** Trains nothing: a share of the documents and half of the noise have their price in micro-F1. */
    private Run made(TextRun run) {
        made.add(run);
        double noise = run.noise() == null ? 0 : run.noise() / 500;
        double score = 0.5 + run.percent() / 1000.0 + run.seed() / 100.0 - noise;
        Run plain = Pretended.run(run, Map.of("test", score, "validation", score, "steps", 21.0));
        if (run.mode() == Mode.PLAIN) return plain;
        Plan plan = TextRun.plan(run);
        if (run.percent() < 100) plan = plan.leaking("Documents were counted.");
        return plain.guaranteed(
                List.of(plan.schedule(new Sampler.Facts(600, 300), 100).provable()));
    }

    private Comparison clipped() {
        Comparison noisy = paper.noisy("", (set, by) -> TextRun.clipped(set, by, 1), run -> 3);
        return paper.clipped(cell -> noisy.found(cell.row(), cell.column()));
    }

    private static List<Verdict> verdicts(Comparison of) {
        return of.lines().stream().map(Comparison.Line::verdict).toList();
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
        for (int i = 0; i < 4; i++) {
            double sgd = TextRun.NOISE.get(i), adam = Descent.ADAM.noise(sgd);
            var row = PaperBounds.wholeGraph(sgd, Descent.SGD.epochs(), TextRun.DELTA);
            assertEquals(atTwice[i], row.exactReplaced(), 0.00051, "the other columns are in PaperBoundsTest");
            var quarter = PaperBounds.wholeGraph(adam, Descent.ADAM.epochs(), TextRun.DELTA);
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
        DigitRun run = DigitRun.of(DigitRun.Source.MNIST, 60_000, Mode.CLIPPED);
        assertEquals(List.of(1, 100.0), parts(TextPaper.digits(last.cell(), run)));
        assertEquals(
                List.of(100, 4.0),
                parts(TextPaper.digits(TextPaper.digits("micro F1").get(0), run)));
        DigitRun one = TextPaper.digits(TextPaper.digits("epsilon").get(2), run);
        assertEquals(33.10, provable(one), 0.005, "one lot of everything, at 2C");
        assertEquals(0.7255, provable(TextPaper.digits(last.cell(), run)), 0.0001);
    }

    private static int counted(int epochs) {
        return TextPaper.epsilons(epochs).count(Verdict.WITHIN);
    }

    private static List<Number> parts(DigitRun run) {
        return List.of(run.parts(), run.noise());
    }

    private static double provable(DigitRun run) {
        return DigitRun.plan(run)
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
        Comparison left = paper.plain(null);
        assertEquals("0.615", String.format("%.3f", left.mean("Cora", "Adam")));
        assertEquals(2, left.found("Cora", "SGD").seeds().length);
        for (Comparison right : List.of(clipped(), paper.released())) {
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
                new TreeSet<>(List.of(paper.released().cells().texts("reading"))));
        Comparison points = paper.figure1();
        assertEquals(0.615, points.mean("Cora SGD", "100 %"), 1e-9);
        assertFalse(points.found("Cora SGD", "50 %").isThere(), "not at this scale");
        Found random = paper.guesses().found("Cora", "random guesses");
        assertEquals(0.25, random.mean(), 0.05, "one of four classes");
        assertEquals(5, random.seeds().length);
    }

    @Test
    void claimsAreOfTheAlgorithmAsItIsWritten() {
        var csv = paper.claims(clipped(), paper.released(), paper.figure1())
                .cells()
                .csv();
        var claims = Table.parse(csv, "claims");
        assertEquals(4, claims.rows());
        assertEquals("not held", claims.texts("verdict")[0], "the noise costs 0.2");
        assertTrue(claims.texts("found")[0].contains("0.61 ± 0.01 and 0.39 ± 0.01 (Cora)"), claims.texts("found")[0]);
        assertTrue(claims.texts("found")[0].startsWith("0.22 lost from epsilon 137 to 2, at most; clipped"));
        assertEquals("held", claims.texts("verdict")[1], "the most frequent of four classes has less");
        assertTrue(claims.texts("claim")[1].endsWith("except on PubMed"));
    }

    /** A clip that is no bound, or a share that was chosen by counting labels, ends in an error where a theorem is claimed. */
    @Test
    void onlyWhatIsClippedIsPrivate() {
        paper.levels(TextRun.unclipped("small", Descent.SGD, 1), 3);
        paper.runs(TextRun.clipped("small", Descent.ADAM, 2).with(TextRun::percent, 50), 5);
        var wrong = new TextPaper(
                new PretendedBench(run -> made((TextRun) run)
                        .guaranteed(List.of(TextRun.plan(TextRun.unclipped("small", Descent.SGD, 4))
                                .schedule(new Sampler.Facts(600, 300), 100)
                                .provable()))),
                List.of("Cora"),
                List.of());
        assertThrows(AssertionError.class, () -> wrong.runs(TextRun.clipped("small", Descent.SGD, 4), 3));
        assertEquals(List.of(4.0, 112.0), paper.levels(), "the ends of the noises");
        assertEquals(Set.of(2.0, 4.0, 112.0), made.stream().map(TextRun::noise).collect(Collectors.toSet()));
    }

    @Test
    void onlyWhatIsNotClippedMayBeEndedByItsLoss() throws Exception {
        TextRun clipped = TextRun.clipped("small", Descent.SGD, 4);
        refused(() -> clipped.with(TextRun::patience, 20));
        TextRun run = TextRun.unclipped("small", Descent.SGD, 112)
                .with(TextRun::patience, 1)
                .with(TextRun::epochs, 200);
        assertTrue(TextRun.run(run).metric("steps") < 200, "under noise the loss soon rises");
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
