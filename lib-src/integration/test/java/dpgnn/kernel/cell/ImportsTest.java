package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whose a name is that the library, the JDK, another library and the notebook itself may all have. */
@Tag("jdk")
@Timeout(1800)
class ImportsTest {
    private Session session;

    @BeforeEach
    void open() {
        session = new Session(null);
    }

    @AfterEach
    void close() {
        session.close();
    }

    private Object value(String source) {
        Session.Outcome outcome = session.run("cell [1]", source);
        assertNull(outcome.failure(), () -> String.join("\n", outcome.failure().lines()));
        return outcome.value();
    }

    /** A name that two default packages have would be one's or the other's by their order; imports.txt must say whose it is. */
    @Test
    void noDefaultNameIsAmbiguous() throws Exception {
        List<String> single = DefaultTypes.lines().stream()
                .filter(line -> !line.contains("*"))
                .map(line -> line.substring(line.lastIndexOf('.') + 1, line.indexOf(';')))
                .toList();
        DefaultTypes types = DefaultTypes.read();
        assertEquals(
                List.of(),
                types.startingWith("").stream()
                        .filter(name -> !single.contains(name))
                        .filter(name -> types.all(name).size() > 1)
                        .map(name -> types.all(name).toString())
                        .toList());
        assertEquals("java.util.stream.Stream", types.find("Stream"));
        assertEquals("dpgnn.graph.format.Csv", types.find("Csv"));
        assertNull(types.find("Record"), "what java.lang has stays java.lang's");
        assertNull(types.find("TrainingFolder"), "what is not public is nobody's");
    }

    @Test
    void whatJshellImportsIsThere() {
        assertEquals(
                "[BigDecimal, Callable, Duration, File, Path, Pattern, Preferences, URI]",
                value(
                                "Stream.of(File.class, BigDecimal.class, URI.class, Path.class, Duration.class, Callable.class, Pattern.class,"
                                        + " Preferences.class).map(Class::getSimpleName).sorted().toList()")
                        .toString());
    }

    /** Two packages of another library, with names that the library and the JDK have too. */
    private static Path otherLibrary(Path folder) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("src/other/more"));
        write(
                sources.resolveSibling("Trainer.java"),
                "package other; public class Trainer { public String toString() { return \"other's\"; } }");
        write(
                sources.resolveSibling("List.java"),
                "package other; public class List { public static String of() { return \"other's\"; } }");
        write(
                sources.resolveSibling("Tools.java"),
                "package other; public class Tools { public static class Table {} public static String svg(String s) { return s; } }");
        write(sources.resolve("Trainer.java"), "package other.more; public class Trainer {}");
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> options = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of("-d", classes.toString()), list(folder).stream())
                .collect(Collectors.toList());
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)));
        return classes;
    }

    private static List<String> list(Path folder) throws Exception {
        try (var files = Files.walk(folder)) {
            return files.map(Path::toString).filter(f -> f.endsWith(".java")).toList();
        }
    }

    private static void write(Path file, String text) throws Exception {
        Files.writeString(file, text);
    }

    @Test
    void theNotebooksImportsWin(@TempDir Path folder) throws Exception {
        value("%classpath " + otherLibrary(folder));
        assertEquals("[1]", value("var before = List.of(1);\nbefore").toString());
        value("import other.*;");
        assertEquals("other's", value("Trainer trainer = new Trainer();\ntrainer.toString()"));
        String explained = session.explanations().explain("Trainer", 7).getOrDefault("text/plain", "");
        assertTrue(explained.contains("other.Trainer"), explained);
        assertEquals("other's", value("List.of()"));
        assertEquals("[1]", value("before").toString(), "what was declared before stays what it was");
        assertEquals("1", value("Map.of(1, 2).size() + \"\""));
        value("import static other.Tools.*;");
        assertEquals("other.Tools$Table", value("Table.class.getName()"));
        assertEquals("<svg/>", value("svg(\"<svg/>\")"));
        assertTrue(value("markdown(\"x\")") instanceof dpgnn.report.Display.Rich);
        assertEquals("dpgnn.train.Trainer", value("import dpgnn.train.Trainer;\nTrainer.class.getName()"));
    }

    @Test
    void twoPackagesOfTheNotebooksMayDisagree(@TempDir Path folder) throws Exception {
        value("%classpath " + otherLibrary(folder));
        value("Class<?> ours = Trainer.class;");
        value("import other.*;\nimport other.more.*;");
        Failure failure = session.run("cell [1]", "Trainer t;").failure();
        assertTrue(failure.message().contains("reference to Trainer is ambiguous"), failure.message());
        assertEquals("other.more.Trainer", value("import other.more.Trainer;\nTrainer.class.getName()"));
    }

    @Test
    void theNotebooksOwnTypesWin() {
        assertEquals("dpgnn.report.Table", value("Table.class.getName()"));
        assertEquals(3, value("int use(Table t) { return t.x(); }\nrecord Table(int x) {}\nuse(new Table(3))"));
        assertEquals(4, value("enum Stream { A, B, C, D }\nStream.values().length"));
        assertEquals("[1]", value("Arrays.asList(1)").toString());
    }

    @Test
    void completionKnowsTheDefaultTypes() {
        assertTrue(session.explanations().complete("Streams.se", 10).matches().contains("seed("));
        assertTrue(session.explanations()
                .complete("new HeterPoi", 12)
                .matches()
                .toString()
                .contains("HeterPoisson"));
        assertTrue(session.explanations().complete("Prefer", 6).matches().contains("Preferences"));
    }
}
