package dpgnn.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTest {
    private static Table sample() {
        return Table.columns("sampler", "epsilon", "F1 & more")
                .title("Cora_1")
                .row("DRW", 2.0, 0.71234567)
                .row("<script>alert(1)</script>", null, -3e-9)
                .row("a|b, \"c\"\nd", 0.5, 1.0 / 3);
    }

    @Test
    void csvComesBackAsItWentOut(@TempDir Path folder) {
        Table written = sample();
        Path path = written.save(folder.resolve("new/sub/t.csv"));
        Table read = Table.read(path.toString());
        assertEquals(written.columns(), read.columns());
        assertEquals(written.csv(), read.csv());
        assertArrayEquals(written.numbers("F1 & more"), read.numbers("F1 & more"));
        assertNull(read.get(1, "epsilon"));
        assertEquals("a|b, \"c\"\nd", read.get(2, "sampler"));
    }

    @Test
    void nothingButTheFileIsLeftInTheFolder(@TempDir Path folder) throws Exception {
        sample().save(folder.resolve("t.tex"));
        sample().save(folder.resolve("t.tex"));
        try (var files = Files.list(folder)) {
            assertEquals(
                    List.of("t.tex"), files.map(p -> p.getFileName().toString()).toList());
        }
    }

    @Test
    void htmlHoldsNoForeignElement() {
        String html = sample().html();
        assertFalse(html.contains("<script>"));
        assertTrue(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        Xml.parse("<root>" + html + "</root>");
    }

    @Test
    void latexEscapesAndAlignsNumbers() {
        String latex = Table.columns("a_b", "100%", "#")
                .row("x & y {z} $1 \\w ~ ^", 1.5, "ε ≤ 2")
                .row("[1]", -2.5, "ok")
                .latex();
        assertTrue(latex.contains("a\\_b & 100\\% & \\#"), latex);
        assertTrue(
                latex.contains("x \\& y \\{z\\} \\$1 \\textbackslash{}w \\textasciitilde{} \\textasciicircum{}"),
                latex);
        assertTrue(latex.contains("$\\varepsilon$ $\\leq$ 2"), latex);
        assertTrue(latex.contains("\n{}[1] & $-$2.5"), latex);
        assertTrue(latex.contains("\\begin{tabular}{lrl}"), latex);
        for (String rule : List.of("\\toprule", "\\midrule", "\\bottomrule")) assertTrue(latex.contains(rule));
    }

    @Test
    void markdownKeepsItsColumns() {
        String[] lines = sample().markdown().split("\n");
        for (String line : lines) {
            if (!line.startsWith("|")) continue;
            assertEquals(
                    4, line.replace("\\|", "").chars().filter(c -> c == '|').count(), line);
            assertFalse(line.contains("<script>"));
        }
    }

    @Test
    void digitsRoundWhatPeopleSeeAndNotTheCsv() {
        Table table = sample().digits("F1 & more", 2);
        assertArrayEquals(new String[] {"0.71", "0.00", "0.33"}, table.texts("F1 & more"));
        assertTrue(table.csv().contains("0.71234567"));
    }

    @Test
    void noLocaleHasASay() {
        Locale before = Locale.getDefault();
        String expected = sample().text();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertEquals(expected, sample().text());
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals(expected, sample().text());
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void tablesawThereAndBack() {
        Table table = Table.columns("s", "n", "x", "b").row("a", 1, 0.5, true).row(null, null, null, null);
        Table back = Table.of(table.tablesaw());
        assertEquals(table.csv(), back.csv());
        Map<String, String> shown = Display.render(table.tablesaw());
        assertTrue(shown.get("text/html").contains("<table"));
        assertEquals(back.text(), shown.get("text/plain"));
    }

    @Test
    void rowsAreFilteredAndSorted() {
        Table table =
                Table.columns("k", "v").row("b", 2).row("a", 10).row("b", null).row("c", 1.0);
        assertEquals(2, table.where("k", "b").rows());
        assertEquals(1, table.where("v", 1).rows());
        assertArrayEquals(new String[] {"c", "b", "a", "b"}, table.sorted("v").texts("k"));
    }

    @Test
    void badInputIsNamed() {
        Table table = sample();
        assertMessage("columns", () -> table.row("one", 2));
        assertMessage("[sampler, epsilon, F1 & more]", () -> table.numbers("F1"));
        assertMessage("not a number", () -> table.numbers("sampler"));
        assertMessage("twice", () -> Table.columns("a", "a"));
        assertMessage(".csv, .html, .md, .tex, .txt", () -> table.save("x.doc"));
        assertMessage("0..17", () -> table.digits("epsilon", -1));
    }

    static void assertMessage(String part, org.junit.jupiter.api.function.Executable code) {
        Exception e = assertThrows(RuntimeException.class, code);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }
}
