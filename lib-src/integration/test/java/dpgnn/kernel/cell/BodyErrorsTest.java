package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a cell says of a fault in a body is what javac says: the line, the column and the reason. */
@Tag("jdk")
class BodyErrorsTest {
    private static final String GIVEN = "int given(int n) { return n; }", MADE = "class Made { Made(int n) { } }";
    private static final Pattern ERROR =
            Pattern.compile("cell \\[1\\], (.*?)\n    ([^\n]*)\n    ( *\\^+).*", Pattern.DOTALL);
    private static Session session;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        session = new Session(null);
        session.run("cell [0]", GIVEN + "\n" + MADE);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    static List<String> faults() throws IOException {
        try (var in = BodyErrorsTest.class.getResourceAsStream("/dpgnn/kernel/faults.txt")) {
            return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .split("\n\n"));
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    void isWhatJavacSays(String fault) {
        // A class of a notebook has no object around it.
        String file = "import dpgnn.mechanism.*; import dpgnn.nn.*; import dpgnn.privacy.*; class F0 { static " + GIVEN
                + " static " + MADE + "\nstatic " + fault + "\n}";
        Diagnostic<?> first = saidByJavac(file);
        Failure failure = session.run("cell [1]", fault).failure();
        assertNotNull(failure, fault);
        assertEquals("CompileError", failure.name());
        String said = CellsAgainTest.error(failure);
        Matcher error = ERROR.matcher(said);
        assertTrue(error.matches(), said);
        long line = first.getLineNumber();
        String reason = "line " + (line - 1) + ": error: " + first.getMessage(Locale.ROOT);
        assertEquals(simple(reason), simple(error.group(1)));
        int begins = file.lines().skip(line - 1).findFirst().orElseThrow().indexOf(error.group(2));
        long column = first.getColumnNumber() - 1 - begins;
        String marks = error.group(3);
        assertTrue(begins >= 0 && marks.indexOf('^') <= column && column < marks.length(), said);
    }

    private Diagnostic<?> saidByJavac(String file) {
        var said = new DiagnosticCollector<JavaFileObject>();
        var source = new SimpleJavaFileObject(URI.create("string:///F0.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return file;
            }
        };
        List<String> options = List.of(
                "-proc:none",
                "-XDshould-stop.ifError=FLOW",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString());
        ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, said, options, null, List.of(source))
                .call();
        return said.getDiagnostics().stream()
                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                .findFirst()
                .orElseThrow();
    }

    /** Without packages and outer classes of types, and without the lines that say where a name was looked for. */
    private static List<String> simple(String reason) {
        return reason.replaceAll("\\b(?:[A-Za-z_]\\w*\\.)+(?=[A-Z])", "")
                .replaceAll("\\bF0\\b\\.?", "")
                .lines()
                .filter(line -> !line.isBlank() && !line.contains("location:") && !line.contains("did you mean"))
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .toList();
    }
}
