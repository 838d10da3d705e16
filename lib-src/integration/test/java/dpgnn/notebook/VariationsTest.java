package dpgnn.notebook;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.kernel.cell.Session;
import dpgnn.report.CellCode;
import dpgnn.report.Display;
import dpgnn.study.Study;
import dpgnn.study.Variation;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.ComparisonRule.Verdict;
import dpgnn.study.paper.Paper;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Grids of trainings in cells of a notebook. Public, because the cells reach into it. */
@Tag("jdk")
@Timeout(300)
public class VariationsTest {
    /** What the bodies in cells did. */
    public static final class Probe {
        public static final AtomicInteger MADE = new AtomicInteger();
        static volatile CountDownLatch begun = new CountDownLatch(1);
        static volatile boolean blocks;

        private Probe() {}

        public static double made(double score) throws InterruptedException {
            MADE.incrementAndGet();
            if (blocks && score > 0.7) {
                begun.countDown();
                Thread.sleep(60_000);
            }
            return score;
        }
    }

    private static final String HEAD = """
            import dpgnn.notebook.VariationsTest.Probe;
            import dpgnn.study.Study;
            var lab = Lab.of("vary-test", "quick", 1).fresh();
            var data = Datasets.load("small");
            double rate = 0.1;
            double half = rate / 2;
            int unrelated = 1;
            double twice(double x) { return 2 * x; }
            """;
    private static final String GRID = "var runs = lab.vary(\"M\", 1, 2).and(\"epsilon\", 2, 8).seeds(2).run(";
    private static final String BODY = """
            p -> {
                int M = p.integer("M");
                return Study.made(p, data, Map.of("test accuracy", Probe.made(M * twice(rate) + half / 100)));
            });
            """;

    private static Session session;

    @BeforeAll
    static void open() {
        session = new Session(Path.of("lib-src"));
    }

    @AfterAll
    static void close() {
        session.close();
        CellCode.fromNowhere();
    }

    @BeforeEach
    void begin() {
        run(HEAD);
        Probe.MADE.set(0);
        Probe.blocks = false;
    }

    @AfterEach
    void showInText() {
        Display.to(Display.PLAIN);
    }

    private static Object run(String source) {
        Session.Outcome outcome = session.run("cell [1]", source);
        assertNull(outcome.failure(), () -> String.valueOf(outcome.failure()));
        return outcome.value();
    }

    private static void assertMade(int runs, String source) {
        Probe.MADE.set(0);
        run(source);
        assertEquals(runs, Probe.MADE.get(), source);
    }

    /** Every edit trains what it concerns, and nothing else. */
    @Test
    void aChangeTrainsWhatItChanged() {
        assertMade(8, GRID + BODY);
        assertMade(0, GRID + BODY);
        assertMade(0, GRID + BODY.replace("    return", "    // a word\n\n  return"));
        assertMade(0, "unrelated = 2;\n" + GRID + BODY);
        assertMade(4, GRID.replace("1, 2)", "1, 2, 3)") + BODY);
        assertMade(4, GRID.replace("seeds(2)", "seeds(3)") + BODY);
        run("double rate = 0.2;");
        assertMade(8, GRID + BODY);
        run("double rate = 0.1;");
        assertMade(0, GRID + BODY);
        run("double twice(double x) { return x + x; }");
        assertMade(8, GRID + BODY);
        run("double half = rate / 3;");
        assertMade(8, GRID + BODY);
        run("var data = Scaling.rows(Datasets.load(\"small\"), Scaling.Norm.L2);");
        assertMade(8, GRID + BODY);
        assertMade(8, GRID + BODY.replace("M * twice", "0.5 * M * twice"));
    }

    /** A value of the notebook that a local name of the body hides is not the body's. */
    @Test
    void whatTheBodyDeclaresItselfIsItsOwn() {
        run("int M = 5;");
        assertMade(8, GRID + BODY);
        run("int M = 6;");
        assertMade(0, GRID + BODY);
    }

    /** A body in a cell of its own, and one behind a method of the notebook. */
    @Test
    void aBodyMayHaveACellOfItsOwn() {
        run("Study.Body<dpgnn.study.Variation> train = " + BODY.replace("});", "};"));
        assertMade(8, GRID + "train);");
        run("int unrelated = 7;");
        assertMade(0, GRID + "train);");
        run("double rate = 0.3;");
        assertMade(8, GRID + "train);");
        run("void table() { " + GRID + "train); }");
        assertMade(8, "table();");
        assertMade(0, "table();");
        run("double rate = 0.4;");
        assertMade(8, "table();");
    }

    /** What a training was made with is what was there then, however it got there. */
    @Test
    void aValueKnowsWhatItWasMadeWith() {
        run("""
                int M = 1;
                double epsilon = 3;
                double q = epsilon / 2;
                var pair = new java.util.ArrayDeque<Object>(List.of(M));
                """);
        run("var made = new java.util.ArrayDeque<Object>(List.of(pair, q));");
        Object made = run("made");
        assertEquals(Map.of("M", "1", "epsilon", "3.0"), CellCode.madeWith(made));
        run("int M = 4;");
        assertEquals(Map.of("M", "1", "epsilon", "3.0"), CellCode.madeWith(made));
        run("var pair = new java.util.ArrayDeque<Object>(List.of(M));");
        run("var made = new java.util.ArrayDeque<Object>(List.of(pair, q));");
        assertEquals(Map.of("M", "4", "epsilon", "3.0"), CellCode.madeWith(run("made")));
        assertEquals(Map.of(), CellCode.madeWith(new Object()));
    }

    /** What nobody can tell the making of is never taken for the same. */
    @Test
    void aVariableThatWasAssignedIsNotKnown() {
        run("var names = new dpgnn.notebook.VariationsTest();");
        String reads = BODY.replace("p -> {", "p -> { names.hashCode();");
        assertMade(8, GRID + reads);
        assertMade(0, GRID + reads);
        run("names = new dpgnn.notebook.VariationsTest();");
        assertMade(8, GRID + reads);
        assertMade(8, GRID + reads);
    }

    @Test
    void aStopKeepsWhatIsDone() throws Exception {
        Probe.blocks = true;
        Probe.begun = new CountDownLatch(1);
        String wide = GRID.replace("1, 2)", "1, 2, 4)") + BODY;
        Thread cell = new Thread(() -> session.run("cell [2]", wide));
        cell.start();
        assertTrue(Probe.begun.await(100, TimeUnit.SECONDS));
        session.interrupt();
        cell.join();
        int before = Probe.MADE.get();
        Probe.blocks = false;
        run(wide);
        assertTrue(before >= 8 && Probe.MADE.get() < before + 12, before + ", " + Probe.MADE.get());
        assertMade(0, wide);
    }

    @Test
    void runsShowATableWithIntervalsAndAFigure() {
        VariedRuns runs = (VariedRuns) run(GRID + BODY.replace("M * twice", "p.seed() / 10.0 + M * twice") + "\nruns");
        assertEquals(List.of("M", "epsilon"), runs.varied());
        String[] means = runs.table().texts("test accuracy, %");
        assertEquals("35.05", means[0]); // seeds 1 and 2: 0.1 and 0.2, M = 1: 0.2, half: 0.0005
        assertTrue(
                runs.table().texts("95 % interval")[0].startsWith("± 6"),
                runs.table().text()); // 12.7 * 10 / 2
        Map<String, String> shown = Display.render(runs);
        assertTrue(shown.get("text/html").contains("<svg")
                && shown.get("text/html").contains("<table"));
        assertEquals(
                List.of("epsilon = 2", "epsilon = 8"),
                List.of(
                        runs.figure().points().texts("series")[0],
                        runs.figure().points().texts("series")[3]));
    }

    /** Somebody's own sixth table: grid, body and published numbers in a notebook of one's own. */
    @Test
    void aSixthTableTakesFortyLines() {
        String notebook = """
                import dpgnn.study.Variation;
                import dpgnn.study.paper.Paper;
                var lab = Lab.of("sixth", "quick", 2).fresh();
                var data = Datasets.load("small");
                var published = Paper.parse("Sixth", "Networks on a small graph", \"""
                        table,row,column,value,deviation,unit,sort,limit
                        Table 1,GCN 2,M = 1,40,,share,training,30
                        Table 1,GCN 2,M = 2,40,,share,training,30
                        Table 1,GIN 2,M = 1,0.1,,share,training,0.1
                        Table 1,GIN 8,M = 1,60,,share,training,30
                        \""");
                ---
                Run train(Variation p) throws Exception {
                    var split = Split.random(data.nodes(), 0.8, 0.01, Streams.seed(p.seed()).stream("split"));
                    var view = data.transductive(split);
                    var plan = Plan.of(HeterPoisson.of(0.3, p.integer("M")), Clip.flat(0.5), GaussianNoise.standard())
                            .steps(6).calibrated(p.number("epsilon"), 1e-3);
                    Model model = p.text("network").equals("GCN") ? Gcn.of(8) : Gin.of(8);
                    var test = Evaluation.wholeGraph(data.evaluation(split, Split.Role.TEST));
                    return plan.experiment(model, p.seed()).optimizer(() -> Adam.of(0.05))
                            .follow("test accuracy", 2, test.microF1()).train(view).run();
                }
                ---
                var grid = lab.vary("network", "GCN", "GIN").and("M", 1, 2).and("epsilon", 2).seeds(2).on(p -> data);
                var runs = grid.run(p -> train(p));
                ---
                var table = runs.published(published, "Table 1", "{network} {epsilon}", "M = {M}", "test accuracy");
                table
                """;
        assertTrue(notebook.lines().filter(l -> !l.equals("---")).count() <= 40);
        Object last = null;
        for (String cell : notebook.split("---\n")) last = run(cell);
        Comparison table = (Comparison) last;
        assertEquals(1, table.count(Verdict.NOT_RUN_COST), "GIN 8 is in no run: " + table.sentence());
        assertEquals(Verdict.NOT_REPRODUCED, table.lines().get(2).verdict());
        assertEquals(2, table.lines().get(0).found().values().length);
        VariedRuns runs = (VariedRuns) run("runs");
        assertEquals(4, runs.table().rows());
        assertEquals("2.00", runs.table().texts("epsilon proved")[0]);
        assertFalse(runs.curves("test accuracy").points().numbers("y").length == 0);
    }

    /** Of each model the rate whose validation figure is highest is run with more seeds; two models share a table, and one has no rate. */
    @Test
    void theBestOfAGridIsRunWithMoreSeeds() {
        CellCode.fromNowhere(); // no notebook: nothing is found again
        try {
            Run.Data data = new Run.Data("none", false, List.of(), List.of());
            Study.Body<Variation> body = p -> {
                double rate = p.values().containsKey("rate") ? p.number("rate") : 0.5;
                double score = p.text("model").equals("GCN") ? rate : 1 - rate;
                return Run.of(p, data, Map.of(), Map.of("validation", score, "test", score + p.seed() / 1000.0));
            };
            Lab lab = Lab.of("vary-test", "quick", 1).fresh();
            Variations models = lab.vary("model", "GCN", "GIN", "MLP");
            Variations grid = models.and("rate", 0.1, 0.2, 0.3)
                    .where(p -> !p.text("model").equals("MLP"));
            VariedRuns tried = grid.seeds(2).run(body);
            assertEquals(12, tried.results().runs().size());
            Variations best = grid.best(tried, "validation", "model");
            assertEquals(
                    List.of(0.3, 0.1),
                    best.grid().stream().map(p -> p.number("rate")).toList());
            assertEquals(
                    List.of(0.3, 0.2, 0.1, 0.2),
                    grid.best(2, tried, "validation", "model").grid().stream()
                            .map(p -> p.number("rate"))
                            .toList());
            refused(() -> grid.best(0, tried, "validation", "model"), "count must be at least 1, was 0");
            VariedRuns plain = models.where(p -> p.text("model").equals("MLP"))
                    .and("rate", 0.1, 0.2)
                    .then("rate", p -> null)
                    .run(body);
            assertEquals(1, plain.results().runs().size(), "without a rate they are one");
            VariedRuns all = best.seeds(p -> p.text("model").equals("GCN") ? 3 : 1)
                    .run(body)
                    .and(plain);
            assertEquals(List.of("model", "rate"), all.varied());
            assertEquals(List.of("0.3", "0.1", ""), List.of(all.table().texts("rate")));
            assertEquals(3, all.of("test").get(0).values().length);
            Paper paper = Paper.parse(
                    "Best",
                    "The best of a grid",
                    "table,row,column,value,deviation,unit,sort,limit\nTable 1,my GCN,x,0.3,,share,training,0.03\n");
            Comparison table =
                    paper.compare("Table 1", "best", all.found(p -> "my " + p.text("model"), p -> "x", "validation"));
            assertEquals(Verdict.WITHIN, table.lines().get(0).verdict());
            refused(() -> best.seeds(p -> 0), "count must be at least 1, was 0");
        } finally {
            session.close();
            open();
        }
    }

    @Test
    void parametersAreCheckedByName() {
        CellCode.fromNowhere(); // no notebook: nothing is found again
        try {
            Lab lab = Lab.of("vary-test", "ci");
            Variation p = lab.vary("M", 1).and("model", "GCN").grid().get(0);
            assertEquals(
                    "no parameter is called \"N\"; there are [M, model] and the seed", refused(() -> p.integer("N")));
            assertEquals("M must be a text, was 1", refused(() -> p.text("M")));
            assertEquals("model must be a whole number of an int, was GCN", refused(() -> p.integer("model")));
            refused(() -> lab.vary("M", 1).and("M", 2), "parameter must be one that is not given yet, was M");
            refused(() -> lab.vary("M"), "values of M must be one at least, was none");
            refused(() -> lab.vary("M", List.of(List.of(1))), "M must be a text, a number, true or false, was [1]");
            refused(() -> lab.vary("seed", 1), "seeds have a method of their own");
            AtomicInteger made = new AtomicInteger();
            Run.Data data = new Run.Data("none", false, List.of(), List.of());
            Study.Body<Variation> body = v -> {
                made.incrementAndGet();
                return Run.of(v, data, Map.of(), Map.of("test", v.number("M")));
            };
            List<VariedRuns> all = new ArrayList<>();
            for (int i = 0; i < 2; i++) all.add(lab.vary("M", 1, 2).seeds(1).run(body));
            assertEquals(4, made.get());
            assertEquals(2, all.get(0).of("test").get(1).mean());
        } finally {
            session.close();
            open();
        }
    }
}
