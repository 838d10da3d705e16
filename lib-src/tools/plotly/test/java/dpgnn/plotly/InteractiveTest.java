package dpgnn.plotly;

import static dpgnn.Refusals.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Display;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.report.figure.FigureKinds;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the library shows with Plotly and Tablesaw where they are on the class path. */
class InteractiveTest {
    @BeforeEach
    @AfterEach
    void freshSession() {
        Interactive.restart();
    }

    private static Figure figure(String title) {
        return Figure.line(title, new double[] {1, 2}, new double[] {3, 4})
                .x("</script><b>")
                .horizontal(3.5, "it's \"half\"");
    }

    @Test
    void everyKindBecomesAPlotThatKeepsForeignTextOutOfTheScript() {
        FigureKinds.KINDS.forEach((name, kind) -> {
            String html = Interactive.of(kind.get()).html(false);
            assertTrue(html.contains("Plotly.newPlot(target, data, layout"), name);
            assertTrue(
                    html.contains("<img alt=") && html.contains("data:image/svg+xml;base64,"),
                    "the static picture stands in until the script has run");
            assertFalse(html.contains("dpgnnText"), "every token found its text in " + name);
            assertEquals(html, Interactive.of(kind.get()).html(false), name);
        });
        String html = Interactive.of(figure("'); alert(1); ('")).html(false);
        assertEquals(1, html.split("</script>", -1).length - 1);
        assertFalse(html.contains(": ''); alert"), html);
        assertTrue(html.contains("\\u003cb\\u003e") || html.contains("\\u0026lt;b\\u0026gt;"), html);
    }

    @Test
    void plotlyComesOnceToAPageAndAgainWithTheSameFigure() {
        Map<String, String> first = Display.present(Interactive.of(figure("a")));
        Map<String, String> second = Display.present(Interactive.of(figure("b")));
        Map<String, String> again = Display.present(Interactive.of(figure("a")));
        assertTrue(first.get("text/html").length() > 2_000_000);
        assertTrue(second.get("text/html").length() < 20_000);
        assertEquals(first, again);
        assertTrue(first.get("text/plain").contains("2 points"));
        assertTrue(first.get("text/html").contains("DecompressionStream"));
    }

    @Test
    void askingHowAFigureLooksDoesNotShowPlotly() {
        Interactive.of(figure("a")).mime();
        Display.render(Interactive.of(figure("a")));
        assertTrue(
                Interactive.of(figure("b")).mime().get("text/html").length() > 2_000_000,
                "plotly.js was not shown yet");
    }

    @Test
    void anotherPlotlyThanThePinnedOneIsRefused() {
        byte[] source = PlotlyLibrary.source();
        source[source.length / 2] ^= 1;
        assertMessage("SHA-256", () -> PlotlyLibrary.check(source));
    }

    @Test
    void tablesawThereAndBack() {
        Table table = Table.columns("s", "n", "x", "b").row("a", 1, 0.5, true).row(null, null, null, null);
        Table back = TablesawTables.from(TablesawTables.to(table));
        assertEquals(table.csv(), back.csv());
        Map<String, String> shown = Display.render(TablesawTables.to(table));
        assertTrue(shown.get("text/html").contains("<table"));
        assertEquals(back.text(), shown.get("text/plain"));
    }
}
