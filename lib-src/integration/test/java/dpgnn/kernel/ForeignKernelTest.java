package dpgnn.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Display;
import dpgnn.report.Progress;
import dpgnn.report.figure.Figure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import org.dflib.jjava.jupyter.Extension;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.JupyterIO;
import org.dflib.jjava.jupyter.kernel.ReplacementOptions;
import org.dflib.jjava.jupyter.kernel.comm.CommManager;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.dflib.jjava.jupyter.kernel.util.StringStyler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The library in a kernel of JJava's, which is its base class with a bare JShell. */
class ForeignKernelTest {
    private static final class Jjava extends BaseKernel implements AutoCloseable {
        final JShell shell = JShell.builder()
                .executionEngine("local")
                .compilerOptions("-classpath", System.getProperty("java.class.path"))
                .build();
        final List<DisplayData> shown = new ArrayList<>();
        final List<String> refused = new ArrayList<>();

        Jjava() {
            super(
                    "jjava",
                    "test",
                    null,
                    List.of(),
                    null,
                    new JupyterIO(StandardCharsets.UTF_8),
                    new CommManager(),
                    new Renderer(),
                    null,
                    null,
                    true,
                    new StringStyler.Builder().build());
        }

        @Override
        public Object evalRaw(String source) {
            shell.eval(source).stream()
                    .filter(e -> e.status() == Snippet.Status.REJECTED)
                    .forEach(e -> refused.add(
                            source + ": " + shell.diagnostics(e.snippet()).toList()));
            return null;
        }

        @Override
        public void display(DisplayData data) {
            shown.add(data);
        }

        @Override
        public DisplayData inspect(String code, int at, boolean extraDetail) {
            return null;
        }

        @Override
        public ReplacementOptions complete(String code, int at) {
            return null;
        }

        @Override
        public String isComplete(String code) {
            return IS_COMPLETE_YES;
        }

        @Override
        public void close() {
            shell.close();
        }
    }

    @AfterEach
    void showPlainlyAgain() {
        Display.to(Display.PLAIN);
    }

    @Test
    void jjavaFindsItAndShowsFiguresTablesAndBars() {
        Extension found = ServiceLoader.load(Extension.class).findFirst().orElseThrow();
        assertInstanceOf(ForeignKernel.class, found);
        try (Jjava kernel = new Jjava()) {
            found.install(kernel);
            assertEquals(List.of(), kernel.refused, "imports that it refuses");
            Figure figure = Figure.line("a line", new double[] {1, 2, 3});
            DisplayData data = kernel.getRenderer().render(figure);
            assertTrue(data.hasDataForType(MIMEType.parse("image/svg+xml")), "a figure is a picture");
            assertTrue(data.hasDataForType(MIMEType.parse("image/png")), "for where no SVG is shown");
            Display.show(figure);
            assertTrue(kernel.shown.get(0).hasDisplayId(), "what it shows can be replaced");
            Progress.of("bar", 2).close();
            assertTrue(kernel.shown.get(1).hasDataForType(MIMEType.parse("text/html")), "a bar");
            String cell = "Figure f = Figure.line(\"x\", new double[] {1, 2}); var html = html(\"<b>x</b>\");";
            for (String part : cell.split("(?<=;) ")) kernel.evalRaw(part);
            assertEquals(List.of(), kernel.refused, "a cell without an import");
        }
    }

    @Test
    void whatIsNotRapaiosKernelSaysSo() {
        String said =
                assertThrows(IllegalStateException.class, ForeignKernel::rapaio).getMessage();
        assertTrue(said.startsWith("this is not rapaio's kernel"), said);
    }
}
