package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cell's way through JShell. Public, because cells of these tests reach into it. */
@Tag("jdk")
@Timeout(600)
public class SessionTest {
    /** What cells of these tests reach in this JVM. */
    public static final class Shared {
        public static volatile Object object = new Object();
        public static volatile CountDownLatch begun = new CountDownLatch(1);

        private Shared() {}
    }

    private static final String SHARED = "dpgnn.kernel.cell.SessionTest.Shared";
    private static final String BEGUN = SHARED + ".begun.countDown();\n";
    private static Session session;

    @BeforeAll
    static void open() {
        session = new Session(Path.of("lib-src"));
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static Session.Outcome run(String source) {
        return session.run("cell [1]", source);
    }

    private static Object value(String source) {
        Session.Outcome outcome = run(source);
        assertNull(outcome.failure(), () -> String.join("\n", outcome.failure().lines()));
        return outcome.value();
    }

    private static String error(String source) {
        Session.Outcome outcome = run(source);
        assertNotNull(outcome.failure(), () -> "the cell should fail, and gave " + outcome.value());
        return plain(outcome.failure());
    }

    private static String plain(Failure failure) {
        return String.join("\n", failure.lines()).replaceAll("\u001B\\[[0-9;]*m", "");
    }

    @Test
    void aCellOfParametersThatIsRefusedChangesNothing() {
        value("int allowed = 2;   // layers, 1 to 3");
        assertEquals(
                "allowed must be 1 to 3, was 9",
                run("int allowed = 9;   // layers, 1 to 3").failure().message());
        assertEquals(2, value("allowed"));
    }

    @Test
    void givesTheObjectItselfAndNotItsText() {
        assertSame(Shared.object, value(SHARED + ".object"));
    }

    @Test
    void showsTheLastExpressionUnlessItIsClosed() {
        assertEquals(3, value("int a = 1;\na + 2"));
        assertNull(value("Math.abs(a);"));
        assertEquals(3, value("a + 2;"));
        assertNull(value("int b = 4;"));
        assertEquals(5, value("// only a comment behind it\nb + 1 // here"));
        assertNull(value("1 + 1;\nint c = 2;"));
        assertNull(value(""));
        assertNull(value("// nothing"));
    }

    @Test
    void keepsDeclarationsBetweenCells() {
        value("record Pair(int x, int y) { int sum() { return x + y; } }\nint twice(int n) { return 2 * n; }");
        assertEquals(14, value("twice(new Pair(3, 4).sum())"));
    }

    @Test
    void everythingImportedIsThere() {
        assertEquals("[1, 2]", value("List.of(1, 2)").toString());
        assertEquals(6, value("Stream.of(1, 2, 3).mapToInt(i -> i).sum()"));
        assertEquals(
                dpgnn.random.Streams.seed(7).stream("x").nextLong(), value("Streams.seed(7).stream(\"x\").nextLong()"));
    }

    @Test
    void marksTheSpanThatDoesNotCompile() {
        assertEquals("""
                cell [1], line 3: error: incompatible types: java.lang.String cannot be converted to int
                    int wrong = "text";
                                ^^^^^^""", error("int fine = 1;\n\nint wrong = \"text\";"));
        assertTrue(error("undefinedThing + 1").contains("cannot find symbol"));
    }

    @Test
    void refusesACellWithBadSyntaxAsAWhole() {
        value("int before = 1;");
        String error = error("before = 2;\nfor (int i = 0; i < 3; i++) {\n    int y = 1 2;\n}");
        assertTrue(error.startsWith("cell [1], line 3: error: ';' expected"), error);
        assertEquals(1, value("before"));
        assertTrue(error("int x = (1 +").contains("line 1"));
        assertEquals(1, value("before"));
    }

    @Test
    void tellsWhichLinesOfWhichCellsThrew() {
        session.run("cell [8]", "\n\nint fall(int n) {\n    return 1 / n;\n}");
        String error = error("int here = 1;\n\nhere + fall(0)");
        assertEquals("""
                java.lang.ArithmeticException: / by zero
                    at fall, cell [8], line 4    return 1 / n;
                    at cell [1], line 3    here + fall(0)""", error);
    }

    @Test
    void whatTheLibraryRefusesIsItsMessageAndTheAuthorsLine() throws IOException {
        String error = error("double c = -1;\nClip flat(double of) {\n    return Clip.flat(of);\n}\nflat(c)");
        assertTrue(error.matches("""
                java.lang.IllegalArgumentException: [^\n]* was -1.0
                    at flat, cell \\[1\\], line 3    return Clip.flat\\(of\\);
                    at cell \\[1\\], line 5    flat\\(c\\)
                    [1-9]\\d* calls within the library, which %trace shows"""), error);
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            assertNull(run("%trace").failure());
        } finally {
            System.setErr(before);
        }
        assertTrue(said.toString(StandardCharsets.UTF_8).contains("at dpgnn.mechanism."), said.toString());
        assertTrue(
                error("Integer.parseInt(\"x\")").contains("at java.base/java.lang.Integer.parseInt"),
                "of others all calls");
    }

    /** As after a restart of the kernel: the file says which cell declares what is missing. */
    @Test
    void namesTheCellThatHasNotRun(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("mine.ipynb"), """
                {"cells": [
                 {"cell_type": "markdown", "source": "double unrun = 1;"},
                 {"cell_type": "code", "execution_count": 3,
                  "source": ["// of the training\\n", "double unrun = 8.0; // above 0\\n", "int first = 1, second = 2;"]},
                 {"cell_type": "code", "execution_count": null, "source": "List<String> later(int n) { return null; }"},
                 {"cell_type": "code", "execution_count": 4, "source": "double y = unrun * second;"}
                ]}""");
        System.setProperty("DPGNN_NOTEBOOK", file.toString());
        try {
            assertEquals(
                    "NotRun: 'unrun', 'second' are declared in cell [3], 'double unrun = 8.0;', which has not run as it"
                            + " stands: run it first",
                    error("double y = unrun * second;"));
            assertEquals(
                    "NotRun: 'later' is declared in the cell 'List<String> later(int n) { return null; }', which has not"
                            + " run as it stands: run it first",
                    error("later(2)"));
            assertTrue(error("unrun + nowhere").contains("cannot find symbol"));
            assertTrue(error("int z = unrun; String s = 1;").contains("NotRun"), "the first of two statements");
        } finally {
            System.clearProperty("DPGNN_NOTEBOOK");
        }
        assertTrue(error("unrun + 1").contains("cannot find symbol"));
    }

    @Test
    void tellsTheCauses() {
        String error = error(
                "try { Integer.parseInt(\"x\"); } catch (NumberFormatException e) { throw new IllegalStateException(\"outer\", e); }");
        assertTrue(error.startsWith("java.lang.IllegalStateException: outer"), error);
        assertTrue(error.contains("caused by java.lang.NumberFormatException: For input string: \"x\""), error);
        assertFalse(error.contains("jdk.jshell") || error.contains("REPL") || error.contains("dpgnn.kernel"), error);
    }

    @Test
    void saysWhatADeclarationWaitsFor() {
        value("int needs() { return missing(); }");
        assertEquals("UnresolvedReference: 'needs' waits for: method missing()", error("needs()"));
        assertEquals(2, value("int missing() { return 2; }\nneeds()"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class Wrong {\\n  int f() { return Integer.parseInt(inner(1)); }\\n  String inner() { return null; }\\n}|2|method inner",
                "record Wrong(double r) {\\n  Shared s() {\\n    return new Shared(r, 1); }\\n}|3|constructor Shared",
                "int wrong() {\\n  return later() + given(1, 2);\\n}|2|method given",
                "interface Wrong {\\n  default int f() { Runnable r = () ->\\n given(true, 1); return 1; }\\n}|3|method given"
            })
    void anErrorInABodyFailsTheCell(String lines, int line, String reason) {
        value("int given(int x) { return x; }\nclass Shared { Shared(int x) { } }");
        String source = lines.replace("\\n", "\n");
        String error = error(source);
        assertTrue(error.startsWith("cell [1], line " + line + ": error: " + reason), error);
        assertTrue(error.contains("reason: actual and formal argument lists differ in length"), error);
        assertTrue(error.contains("^"), error);
    }

    @Test
    void whatStandsBelowInTheCellMayMendWhatStandsAbove() {
        assertEquals(
                4,
                value("int one(int x) { return 1; }\nint both() { return one(1) + one(1, 2); }\n"
                        + "int one(int x, int y) { return 3; }\nboth()"));
        value("int given(int x) { return x; }");
        String error = error("int touched = 1;\nclass Mute { int f() { return given(); } }\ntouched = 2;");
        assertTrue(error.startsWith("cell [1], line 2: error: method given"), error);
        assertEquals(1, value("touched"));
        assertEquals(error, error("new Mute().f()"));
    }

    @Test
    void whatAnotherCellBrokeIsNotedThereAndFailsWhereItIsUsed() {
        value("record Pair(int a) {}");
        session.run("cell [2]", "int sum = 0;\nPair pair() {\n  return new Pair(1);\n}");
        value("record Pair(int a, int b) {}");
        String error = error("pair()");
        assertTrue(
                error.startsWith("cell [2], line 3: error: constructor Pair in record Pair cannot be applied"), error);
    }

    private static String interrupted(String source) throws Exception {
        value("int kept = 9; long spin = 0;");
        Shared.begun = new CountDownLatch(1);
        CompletableFuture<Session.Outcome> outcome = CompletableFuture.supplyAsync(() -> run(source));
        assertTrue(Shared.begun.await(300, TimeUnit.SECONDS));
        session.interrupt();
        Failure failure = outcome.get(300, TimeUnit.SECONDS).failure();
        assertEquals("Interrupted", failure.name());
        assertEquals(9, value("kept"));
        return failure.message();
    }

    @Test
    void stopsAtASafePointAndStaysUsable() throws Exception {
        String message = interrupted(
                BEGUN + "while (true) if (Thread.interrupted()) throw new RuntimeException(\"stopped after step 3\");");
        assertTrue(message.matches("stopped after step 3|the cell was stopped"));
        assertEquals("still", value("Thread.sleep(1); \"still\""));
    }

    @ParameterizedTest
    @CsvSource({
        "what does not listen, while (true) spin++;",
        "what catches everything, for (;;) try { while (true) { } } catch (Throwable t) { }"
    })
    void stopsByForce(String what, String loop) throws Exception {
        interrupted(BEGUN + loop);
    }

    @Test
    void stopsAValueWhoseTextNeverEnds() throws Exception {
        value("class Endless { public String toString() { " + BEGUN + " while (true) { } } }");
        interrupted("new Endless()");
    }

    @Test
    void anInterruptOfNothingStopsNothing() {
        session.interrupt();
        assertEquals(1, value("Thread.sleep(5); 1"));
    }

    @Test
    void loadsSourcesAndNotebooksAndClassPaths(@TempDir Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("more.java"), "int loaded = 5;\nloaded + 1");
        assertEquals(6, value("%load " + source));
        Path notebook = Files.writeString(folder.resolve("more.ipynb"), """
                {"cells": [{"cell_type": "markdown", "source": "no"},
                 {"cell_type": "code", "source": ["int fromCell =\\n", " 7;"]},
                 {"cell_type": "code", "source": "fromCell"}]}
                """);
        assertEquals(7, value("%load " + notebook));
        assertTrue(error("%load nowhere.java").startsWith("MagicError: %load: no file is at "));

        Files.writeString(folder.resolve("greeting.txt"), "hello");
        value("%classpath " + folder);
        assertEquals(
                true, value("Thread.currentThread().getContextClassLoader().getResource(\"greeting.txt\") != null"));
        assertTrue(error("%classpath " + folder + "/*.jar").contains("nothing is at"));
        Path named = Files.createDirectory(folder.resolve("a\"b\\u0041"));
        assertEquals(List.of(named.toString()), value("var added = %classpath " + named + "\nadded"));
    }

    @Test
    void refusesMagicsThatItDoesNotKnow() {
        assertEquals("MagicError: unknown magic %timeit; did you mean %time? %help lists all", error("%timeit 1 + 1"));
        assertTrue(error("%maven nonsense").contains("'nonsense' is not group:artifact:version"));
        assertEquals(List.of(), value("List<String> added = %maven dpgnn:dpgnn:0.1.0\nadded"));
        assertEquals("MagicError: unknown magic %%nothing; %help lists all", error("%%nothing\nat all"));
    }

    /** The parameters of a sweep are the components of the user's own record, and no other name or type is taken. */
    @Test
    void anExperimentOfACellIsSweptByItsComponents() {
        value("""
                import dpgnn.train.*;
                record Mine(int layers, double rate, long seed) implements Experiment<Mine> {
                    public String experiment() { return "mine"; }
                }
                var data = new Run.Data("none", false, List.of(), List.of());
                var study = new Study<Mine>("mine", 1, mine -> data, mine ->
                        Run.of(mine, data, Map.of(), Map.of("figure", mine.rate() * mine.layers())));
                """);
        assertEquals(0.4, value("""
                var results = Sweep.of(new Mine(1, 0.1, 1)).vary(Mine::layers, 1, 2).vary(Mine::rate, 0.1, 0.2).seeds(1, 2)
                        .kept(KeptRuns.none()).into(java.nio.file.Files.createTempDirectory("mine")).run(study);
                results.best("figure").mean()
                """));
        assertEquals(4, value("results.where(mine -> mine.layers() == 2).runs().size()"));
        assertTrue(error("new Mine(1, 0.1, 1).with(Mine::layer, 2)").contains("layer"));
        assertTrue(error("new Mine(1, 0.1, 1).with(Mine::rate, 1)").contains("Integer"));
    }

    /** A sampler of all nodes that states a rare draw, a noise that adds nothing, an accountant that is free, and the library's. */
    @Test
    void aPartThatACellDefinesIsNotCalledProved() {
        value("""
                class Liar implements Sampler {
                    public Unit unit() { return Unit.NODE; }
                    public Relation relation() { return Relation.ADD_REMOVE; }
                    public List<String> assumptions() { return List.of(); }
                    public Event event(Sampler.Facts facts, double multiplier) {
                        return new Event.PoissonSampled(0.01, 1e4, Relation.ADD_REMOVE);
                    }
                    public double expectedExamples(Sampler.Facts facts) { return facts.roots(); }
                    public Sampler.Draws draws(Participants all, RandomStream coins) {
                        return Sampler.Draws.of(PoissonNodes.of(0.9).draws(all, coins)::draw, m -> event(null, m));
                    }
                }
                """);
        value("""
                record NoNoise() implements Noise, UserPart {
                    public String statement() { return "Noise is for others"; }
                    public String name() { return "Gaussian"; }
                    public Event event(Event gaussian, long dimension) { return gaussian; }
                    public void add(float[] sum, double deviation, double clip, RandomStream coins) {}
                    public void release(double[] sum, double deviation, double clip, RandomStream coins) {}
                }
                """);
        value("""
                class Free implements Accountant {
                    public String name() { return "PLD"; }
                    public boolean supports(Event event) { return true; }
                    public double leastEpsilon(Event event, double delta) { return 0.01; }
                    public double leastDelta(Event event, double epsilon) { return 1e-9; }
                }
                """);
        value("""
                String verdict(Sampler sampler, Noise noise, Accountant accountant) throws Exception {
                    var data = Datasets.load("small");
                    var plan = Plan.of(sampler, Clip.flat(0.5), noise).accountant(accountant).steps(1).multiplier(3).delta(1e-4);
                    var trained = plan.release(Mlp.of(2)).train(data.transductive(data.publicSplit().orElseThrow()));
                    return trained.guarantee().verdict() + " " + trained.certificate().byUser();
                }
                """);
        String own = "PoissonNodes.of(0.3), GaussianNoise.standard(), PldAccountant.standard()";
        assertEquals("SOUND []", value("verdict(" + own + ")"));
        String[][] parts = {
            {"PoissonNodes.of(0.3)", "new Liar()", "sampler Liar: stated by its author."},
            {"GaussianNoise.standard()", "new NoNoise()", "noise NoNoise: Noise is for others."},
            {"PldAccountant.standard()", "new Free()", "accountant Free: stated by its author."},
            {"PoissonNodes.of(0.3)", "new Liar() {}", "sampler (an anonymous class): stated by its author."},
        };
        for (String[] part : parts)
            assertEquals("GIVEN [" + part[2] + "]", value("verdict(" + own.replace(part[0], part[1]) + ")"));
    }

    @Test
    void aMagicOfTheNotebooksOwnRunsLikeACell() {
        try (Session session = new Session(null)) {
            assertNull(failure(session, "magic(\"%%count\", (line, body) -> line + body.lines().count());"));
            assertEquals("rows 2", session.run("2", "%%count rows \na\nb").value());
            assertNull(failure(session, "magic(\"%%count\", (line, body) -> 7);"));
            assertEquals(7, session.run("4", "%%count\nx").value());
            assertTrue(session.run("5", "%help").shown().get("text/plain").contains("%%count"));
            Failure bad =
                    failure(session, "magic(\"%bad\", (l, b) -> { throw new IllegalStateException(l); });\n%bad luck");
            assertEquals("java.lang.IllegalStateException", bad.name());
            String taken = failure(session, "magic(\"%time\", (l, b) -> 1);").message();
            assertTrue(taken.contains("%time is a magic of the kernel"), taken);
            String nameless = failure(session, "magic(\"time\", (l, b) -> 1);").message();
            assertTrue(nameless.contains("name of a magic"), nameless);
        }
    }

    private static Failure failure(Session session, String source) {
        return session.run("1", source).failure();
    }
}
