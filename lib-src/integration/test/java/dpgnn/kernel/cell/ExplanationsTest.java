package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Display;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class ExplanationsTest {
    private static Session session;

    @BeforeAll
    static void open() {
        session = new Session(Path.of("lib-src"));
        session.run(
                "cell [1]",
                "var streams = Streams.seed(7);\nint counted = 3;\nPlan plan = null;\nTrained trained = null;");
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static String explain(String code, String behind) {
        return session.explanations()
                .explain(code, code.indexOf(behind) + behind.length())
                .getOrDefault("text/plain", "");
    }

    @Test
    void completesMembersAndNames() {
        Session.Completions found = session.explanations().complete("int a = 1;\nstreams.str", 22);
        assertEquals(List.of("stream("), found.matches());
        assertEquals(19, found.start());
        assertEquals(22, found.end());
        assertTrue(session.explanations().complete("count", 5).matches().contains("counted"));
        assertEquals(List.of(), session.explanations().complete("%maven a", 8).matches());
    }

    @Test
    void explainsAMethodWithOurJavadoc() {
        String text = explain("streams.stream(\"noise\")", "streams.stre");
        assertTrue(text.contains("stream(String"), text);
        text = explain("Display.show(1)", "Display.sh");
        assertTrue(text.contains("Shows a value and returns a handle by which it can be replaced."), text);
        assertEquals(text, explain("Display.show(", "Display.show("));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Clip.automatik(1, 2) | did you mean automatic?",
                "streams.sream(\"a\") | did you mean stream?",
                "SyntheticGraphs.small().graph().degree(1) | did you mean inDegree, maxInDegree, maxOutDegree, outDegree?",
                "SyntheticGraphs.small().x | did you mean features()?",
                "Certificate.read(1) | EpsilonCertificate?",
                "RandomWalks.of(1) | did you mean DisjointWalks?",
                "Split.kFold(1) | did you mean folds?",
                "LaplaceNoise.standard() | did you mean GaussianNoise, DiscreteGaussianNoise?",
                "Datasets.readCsv(1) | did you mean CsvGraph.of(edges, features, labels).read()?",
                "SyntheticGraphs.small().graph().neighbours(1) | did you mean inNeighbours",
                "new GATConv(1) | did you mean Gat?",
                "SyntheticGraphs.small().features().columns() | did you mean width()?",
                "Branch.features().concat(null) | did you mean beside(branch)?",
                "SummaryWriter.of(1) | did you mean TrainingLog?",
                "GraphSage.of(16) | did you mean Sage?",
                "SyntheticGraphs.small().numNodes | did you mean nodes()?",
                "SyntheticGraphs.small().num_edges() | did you mean graph().edges()?",
                "SyntheticGraphs.small().numClasses() | did you mean labels().classes()?",
                "SyntheticGraphs.small().trainMask() | did you mean publicSplit().orElseThrow().train()?",
                "Gcn.of(16).withDropout(0.5) | did you mean of(Recipe.of(width).withDropout(rate))?",
                "Adam.of(0.1).withWeightDecay(1e-4) | did you mean withDecay, withDecoupledDecay?",
                "GaussianNoise.of(1) | did you mean GaussianNoise.standard?",
                "Clip.of(1) | did you mean Clip.automatic, Clip.flat, Clip.perLayer, Clip.quantile?",
                "Streams.of(1) | did you mean Streams.secure, Streams.seed?",
                "plan.epochs(3) | did you mean steps(count), of the plan?",
                "plan.noiseMultiplier(3) | did you mean multiplier(noiseMultiplier)?",
                "trained.evaluate(1) | did you mean Evaluation.wholeGraph(view).of(trained)?",
                "trained.confusionMatrix() | did you mean Evaluation.wholeGraph(view).of(trained)?",
                "confusionMatrix(1, 2) | did you mean Evaluation.wholeGraph(view).of(trained)?",
                "trained.epsilon() | did you mean guarantee().epsilon()?",
                "new NeighborSampler(1) | did you mean HomeStars, HeterPoisson?",
                "PoissonSampler.of(0.1) | did you mean PoissonNodes, HomeStars, HeterPoisson?",
                "new AdamW(1) | did you mean Adam.of(rate).withDecoupledDecay(decay)?",
                "plan.learningRate(0.1) | did you mean optimizer(() -> Adam.of(rate)), of the trainer?",
                "plan.batchSize(3) | did you mean the sampler's rate, such as PoissonNodes.of(rate)?",
                "plan.withEpsilon(3) | did you mean calibrated(epsilon, delta)?",
                "trained.weights() | did you mean parameters()?",
                "trained.history() | did you mean metric(name), run()?",
                "Planetoid.load(1) | did you mean Datasets.load(\"Cora\")?",
                "train_test_split(1) | did you mean Split.random(nodes, trainShare, validationShare, coins)?",
                "Sgd.of(0.1).qqqq() | it has clamped, fresh, load, name, of, save, step, withDecay, withMomentum",
                "new Polan(1) | did you mean Plan?",
                "countd + 1 | did you mean counted"
            })
    void theCompilersErrorNamesWhatMayHaveBeenMeant(String cell, String said) {
        String error = String.join("\n", session.run("cell [2]", cell).failure().lines());
        assertTrue(error.contains(said), error);
    }

    /** In a session of its own: after a class that does not compile, JShell of JDK 25 explains nothing until a class of that name does. */
    @Test
    void aClassThatLacksMethodsIsToldAllOfThem() {
        String open = "all that it leaves open: Draws draws(Participants, RandomStream), Event event(Facts, double), "
                + "List assumptions(), Relation relation(), Unit unit(), double expectedExamples(Facts)";
        try (Session own = new Session(Path.of("lib-src"))) {
            var failure =
                    own.run("cell [1]", "record R() implements Sampler { }").failure();
            String error = String.join("\n", failure.lines());
            assertTrue(error.contains(open), error);
            own.run("cell [1]", "record R(int count) { }");
            assertFalse(own.explanations().explain("List.of(", 8).isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"new Qatt(1)", "zzyzx + 1", "streams.qq()", "int a = \"a\";"})
    void nothingNearIsNoHint(String cell) {
        String error = String.join("\n", session.run("cell [2]", cell).failure().lines());
        assertFalse(error.contains("did you mean"), error);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x + 1", "epsilon * 2", "epochs + 1"})
    void aMemberIsMeantForMembersAlone(String cell) {
        String error = String.join("\n", session.run("cell [2]", cell).failure().lines());
        assertFalse(error.contains("()") || error.contains("steps("), error);
    }

    @Test
    void explainsATypeAndAVariable() {
        assertTrue(explain("Display", "Disp").contains("How the library shows things"), explain("Display", "Disp"));
        String home = "In package dpgnn.graph.read of the artifact dpgnn-data.";
        assertTrue(explain("CsvGraph", "CsvGraph").contains(home), explain("CsvGraph", "CsvGraph"));
        assertTrue(!explain("CsvGraph.of(", "CsvGraph.of(").contains("artifact"), "a method has that of its type");
        assertTrue(explain("counted + 1", "cou").contains("counted"), explain("counted + 1", "cou"));
        assertEquals("", explain("   ", " "));
    }

    /** One file of each name; a signature says a method's type by its simple name. */
    @Test
    void aNameThatTwoPackagesHaveIsThatOfTheCell(@TempDir Path folder) throws Exception {
        for (String of : List.of("one", "two"))
            Files.writeString(
                    Files.createDirectories(folder.resolve("module/main/java").resolve(of))
                            .resolve("Thing.java"),
                    "package " + of + "; /** Type " + of + ". */ public class Thing { /** Goes " + of
                            + ". */ public void go() {} }");
        Javadoc javadoc = Javadoc.of(folder);
        for (String of : List.of("one", "two")) {
            String home = "\nIn package " + of + " of the artifact dpgnn-module.";
            assertEquals(Optional.of("Type " + of + "." + home), javadoc.find(of + ".Thing", name -> List.of()));
            var found = javadoc.find("void Thing.go()", name -> List.of(of + ".Thing"));
            assertEquals(Optional.of("Goes " + of + "."), found);
        }
        assertTrue(javadoc.find("void Thing.go()", name -> List.of()).isEmpty(), "there is a choice");
        assertTrue(
                javadoc.find("void Thing.go()", name -> List.of("other.Thing")).isEmpty());
    }

    /** The notebook's import says one type, the variable is of another one of that name. */
    @Test
    void aMethodIsExplainedOfItsReceiversType() {
        session.run("cell [2]", "var run = (dpgnn.train.Run) null;");
        assertTrue(explain("dpgnn.graph.Split", "Split").startsWith("dpgnn.graph.Split\n  Which nodes"));
        String text = explain("run.published()", "run.publ");
        assertTrue(text.contains("Run.published("), text);
        assertTrue(text.lines().count() > 1, text);
    }

    @Test
    void aQuestionMarkExplainsAMethodOfObjects() {
        var shown =
                (Display.Rich) session.explanations().answer("Branch.linear").value();
        String text = shown.mime().get("text/plain");
        assertTrue(text.contains("A linear map of each row"), text);
        assertNotNull(session.explanations().answer("Branch.nothing").failure());
    }

    /** Of each package the types that its exports make everybody's, from the sources; of the rest what a cell has named. */
    @Test
    void whatModulesDoNotExportIsShownOnceACellNamesIt() throws Exception {
        try (Session own = new Session(Path.of("lib-src"));
                Stream<Path> files = Files.walk(Path.of("lib-src"), 4)) {
            Explanations shown = own.explanations();
            Map<String, Path> folders = new TreeMap<>();
            for (Path file : files.filter(f -> f.endsWith("exports")).toList())
                for (String name : Files.readAllLines(file))
                    folders.put(name, file.resolveSibling("main/java").resolve(name.replace('.', '/')));
            for (String name : folders.keySet())
                for (String match :
                        shown.complete(name + ".", name.length() + 1).matches()) {
                    String word = match.replaceAll("\\W.*", "");
                    Path type = folders.get(name).resolve(word + ".java");
                    boolean open = Files.exists(type)
                            ? Files.readString(type).matches("(?s).*\npublic (?!\\S*\\().*")
                            : Character.isUpperCase(word.charAt(0)) // a class of a test
                                    || folders.keySet().stream().anyMatch(n -> n.startsWith(name + "." + word));
                    assertTrue(open, name + "." + match);
                }
            assertTrue(shown.complete("dpgnn.nn.G", 10).matches().contains("Gcn"));
            for (String hidden : List.of("dpgnn.nn.kernel.", "dpgnn.line", "WalkVar", "import dpgnn.mpc.wire."))
                assertEquals(List.of(), shown.complete(hidden, hidden.length()).matches(), hidden);
            for (String hidden : List.of("WalkVariant", "dpgnn.base.Check", "dpgnn.study.walks.WalkVariant", "Check"))
                assertEquals("", shown.explain(hidden, hidden.length()).getOrDefault("text/plain", ""), hidden);
            own.run("cell [1]", "class WalkOfMine { }\nWalkVariant[] named = { };");
            List<String> walks = shown.complete("Walk", 4).matches();
            assertTrue(walks.containsAll(List.of("WalkOfMine", "WalkUnion", "WalkVariant")), walks.toString());
            assertFalse(walks.contains("WalkPaper"), walks.toString());
            assertTrue(shown.explain("WalkVariant", 11).get("text/plain").contains("dpgnn.study.walks"));
            assertTrue(shown.complete("java.util.ArrayL", 16).matches().contains("ArrayList"));
        }
    }

    @Test
    void whatEveryObjectHasComesLast() {
        List<String> matches = session.explanations().complete("streams.", 8).matches();
        int own = matches.indexOf("stream(");
        for (String common : List.of("getClass()", "hashCode()", "notify()", "wait("))
            assertTrue(own >= 0 && matches.indexOf(common) > own, matches.toString());
    }

    @Test
    void readsJavadocAsText() {
        assertEquals(
                "Uses Table#of and x < y.\n\nSecond, see the table.",
                Javadoc.plain(" Uses {@link Table#of} and {@code x < y}.\n <p>Second, see {@link Table the table}."));
        assertEquals(
                "record A(int n) implements B<A> { int m() { return n; } }",
                Javadoc.plain(" {@code record A(int n) implements B<A> { int m() { return n; } }}"));
        assertFalse(
                Javadoc.of(null).find("int String.length()", name -> List.of()).isPresent());
    }
}
