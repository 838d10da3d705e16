package dpgnn.report;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class PageTest {
    private final Page page = Page.of("Noise & <clip>")
            .paragraph("100 % of it_all")
            .heading("Found")
            .table(Table.columns("what", "value").row("epsilon", 1.5));

    @Test
    void everyFormatHoldsEverythingEscaped() {
        assertTrue(page.html().contains("<h1>Noise &amp; &lt;clip&gt;</h1>"));
        assertTrue(page.html().contains("<h2>Found</h2>") && page.html().contains("<p>100 % of it_all</p>"));
        assertTrue(page.latex().contains("\\section*{Noise \\& \\textless{}clip\\textgreater{}}"));
        assertTrue(page.latex().contains("100 \\% of it\\_all") && page.latex().contains("\\toprule"));
        assertTrue(page.markdown().startsWith("# Noise &amp; &lt;clip&gt;\n"));
        assertTrue(page.markdown().contains("## Found\n") && page.markdown().contains("epsilon"));
        assertTrue(page.text().contains("epsilon") && page.text().startsWith("Noise & <clip>\n"));
    }

    /** A notebook has its own page around it. */
    @Test
    void whatIsShownIsNoWholeDocument() {
        assertFalse(page.mime().get("text/html").contains("<body"));
        assertEquals(page.text(), page.mime().get("text/plain"));
    }

    @Test
    void filesAreWrittenByTheirEnding(@TempDir Path folder) throws Exception {
        for (String ending : new String[] {"html", "md", "tex", "txt"}) {
            Path file = page.save(folder.resolve("page." + ending).toString());
            assertTrue(Files.readString(file).contains("Found"), ending);
        }
        refused(() -> page.save("page.doc"));
    }
}
