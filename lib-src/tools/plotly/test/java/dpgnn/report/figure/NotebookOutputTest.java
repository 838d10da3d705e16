package dpgnn.report.figure;

import static dpgnn.Refusals.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Listing;
import dpgnn.plotly.Interactive;
import dpgnn.report.Display;
import dpgnn.report.Notice;
import dpgnn.report.ReportFolder;
import dpgnn.report.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a notebook gets: every shown thing in the formats that it can take, and the folder of a report. */
@Tag("jdk")
class NotebookOutputTest {
    @BeforeEach
    @AfterEach
    void freshSession() {
        System.clearProperty("DPGNN_REPORT");
        ReportFolder.restart();
    }

    private static Figure figure(String title) {
        return Figure.line(title, new double[] {1, 2}, new double[] {3, 4})
                .x("</script><b>")
                .horizontal(3.5, "it's \"half\"");
    }

    @Test
    void shownThingsAlsoGoIntoTheReport(@TempDir Path folder) throws Exception {
        System.setProperty("DPGNN_REPORT", folder.toString());
        Figure figure = figure("Accuracy, ε = 2");
        Display.present(figure);
        Display.present(Table.columns("a").row(1).title("Table 2"));
        Display.present(figure);
        Display.present(Interactive.of(figure("x")));
        assertEquals(
                List.of(
                        "01-accuracy-epsilon-2.csv",
                        "01-accuracy-epsilon-2.svg",
                        "02-table-2.csv",
                        "02-table-2.tex",
                        "03-x.csv",
                        "03-x.svg"),
                Listing.names(folder));
    }

    @Test
    void filesNameNotebookRunAndData() {
        System.setProperty("DPGNN_NOTEBOOK", "/somewhere/10-look.ipynb");
        try {
            ReportFolder.keepRun("0123456789abcdef", "cora 9f86d081884c", () -> "{}");
            String origin = ReportFolder.origin();
            assertTrue(origin.startsWith("made by dpgnn; notebook 10-look.ipynb"), origin);
            assertTrue(origin.endsWith("; run 0123456789ab; data cora 9f86d081884c"), origin);
            assertTrue(figure("a").svg().contains(origin)
                    && figure("a").mime().get("image/svg+xml").contains(origin));
            assertTrue(Table.columns("a").latex().startsWith("% " + origin + "\n"));
            for (int i = 0; i < 20; i++) ReportFolder.keepRun("run" + i, "cora 9f86d081884c", () -> "{}");
            assertTrue(ReportFolder.origin().contains("; 21 runs, SHA-256 of their names "), ReportFolder.origin());
        } finally {
            System.clearProperty("DPGNN_NOTEBOOK");
        }
    }

    @Test
    void askingHowAThingLooksChangesNothing(@TempDir Path folder) throws Exception {
        System.setProperty("DPGNN_REPORT", folder.toString());
        Figure figure = figure("a");
        List<Display.Rich> things = List.of(figure, Table.columns("a").row(1).title("t"), Interactive.of(figure));
        things.forEach(Display.Rich::mime);
        things.forEach(Display::render);
        assertEquals(List.of(), Listing.names(folder));
    }

    @Test
    void picturesComeAsPngToo() {
        for (Display.Rich thing : List.of(figure("f"), Interactive.of(figure("f")))) {
            byte[] png = java.util.Base64.getDecoder().decode(thing.mime().get("image/png"));
            assertEquals('P', png[1]);
            assertTrue(png.length < 40_000, png.length + " bytes");
        }
    }

    @Test
    void richThingsAlwaysHavePlainText() {
        List<Object> things = List.of(
                figure("f"),
                Table.columns("a"),
                Notice.warning("a <b> stand-in"),
                Interactive.of(figure("f")),
                "text",
                7);
        for (Object thing : things) assertTrue(Display.render(thing).containsKey("text/plain"), thing.toString());
        Map<String, String> notice = Display.render(Notice.warning("a <b> stand-in"));
        assertEquals("Warning: a <b> stand-in", notice.get("text/plain"));
        assertFalse(notice.get("text/html").contains("<b>"));
        assertMessage("needs a sentence", () -> Notice.information(" "));
    }
}
