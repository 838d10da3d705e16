package dpgnn.report;

import static dpgnn.Refusals.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Listing;
import dpgnn.report.render.Numbers;
import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import dpgnn.report.render.WholeFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
public class TableTest {
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

    /** Of 1, 2 and 6 the mean is 3 and the sample variance 7. */
    @Test
    void runsAreShownAsMeanAndDeviation() {
        Table table = Table.columns("method", "accuracy")
                .row("three", new double[] {1, 2, 6})
                .row("one", new double[] {0.5})
                .row("alike", new double[] {0.25, 0.25});
        assertEquals("3.0 ± 2.6", table.get(0, "accuracy"));
        assertEquals(0.5, table.get(1, "accuracy"));
        assertEquals("0.25 ± 0", table.get(2, "accuracy"));
    }

    @Test
    void nothingButTheFileIsLeftInTheFolder(@TempDir Path folder) throws Exception {
        sample().save(folder.resolve("t.tex"));
        sample().save(folder.resolve("t.tex"));
        assertEquals(List.of("t.tex"), Listing.names(folder));
    }

    @Test
    void htmlHoldsNoForeignElement() {
        String html = sample().html();
        assertFalse(html.contains("<script>"));
        assertTrue(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        Xml.parse("<root>" + html + "</root>");
    }

    @Test
    void latexNumbersACaptionOnce() {
        for (String title : List.of("Table I: the data", "Table 12. the data", "Figure 2a, the data", "the data")) {
            String latex = Table.columns("a").row(1).title(title).latex();
            assertTrue(latex.contains("\\caption{The data}"), latex);
        }
        assertEquals("Tables of contents", TableLatex.caption("Tables of contents"));
        String labelled = Table.columns("a").row(1).title("t").label("of-mine").latex();
        assertTrue(labelled.contains("\\label{tab:of-mine}"), labelled);
        assertMessage("letters, digits and hyphens", () -> Table.columns("a").label("a b"));
    }

    @Test
    void slugsEndBetweenWords() {
        String slug = WholeFile.slug("what a release of the whole graph costs where every neighbour's feature counts");
        assertEquals("what-a-release-of-the-whole-graph-costs-where-every", slug);
        assertEquals("a".repeat(60), WholeFile.slug("a".repeat(60) + " b"));
        assertEquals(60, WholeFile.slug("a".repeat(99)).length());
        assertEquals("one-step-with-lambda-1-eta-0-1", WholeFile.slug("one step with λ = 1, η = 0.1"));
    }

    /** By the widths of the letters: no word that cannot be broken is wider than its column, and the columns fill the line. */
    @Test
    void latexColumnsBreakWhereAPageIsTooNarrow() {
        Table table = Table.columns("method", "what it protects, and from what", "hash", "accuracy")
                .title("t")
                .width(PaperWidth.TEXT);
        for (int i = 0; i < 4; i++) {
            table.row(
                    "HeterPoisson " + i,
                    "a node with its edges, as long as others' lists stay",
                    "2ae7cd762c55aabb",
                    -0.5);
        }
        table.note("hash " + "0123456789abcdef".repeat(4));
        String latex = table.latex();
        assertTrue(latex.contains("\\begin{table}") && latex.contains("{booktabs,array}"), latex);
        var share = java.util.regex.Pattern.compile("dimexpr ([0-9.]+)\\\\linewidth-2")
                .matcher(latex);
        double[] room = new double[4];
        for (int i = 0; i < 4; i++) {
            assertTrue(share.find(), latex);
            room[i] = Double.parseDouble(share.group(1)) * 345 - 6;
        }
        double whole = java.util.Arrays.stream(room).map(r -> (r + 6) / 345).sum();
        assertTrue(whole <= 1 && whole > 0.99, "the columns take " + whole + " of the line");
        SceneShape.Font ten = new SceneShape.Font(10, false, Palette.INK);
        String[] widest = {"HeterPoisson", "protects,", "2ae7cd76", "accuracy"};
        for (int i = 0; i < 4; i++) assertTrue(Typeface.width(widest[i], ten) <= room[i], widest[i]);
        assertTrue(latex.contains("2ae7cd76\\penalty500{}2c55aabb"), latex);
        assertTrue(latex.contains("% hash 0123456789"), "a hash is a comment");
        String narrow = table.select("method", "accuracy").latex();
        assertTrue(narrow.contains("\\begin{tabular}{lr}") && narrow.contains("\\begin{table}\n"), narrow);
    }

    @Test
    void aTableTallerThanAPageGoesOnOnTheNext() {
        Table table = Table.columns("a", "b").title("Table 3: tall");
        for (int i = 0; i < 35; i++) table.row(i, "x");
        assertFalse(table.latex().contains("continued"));
        for (int i = 0; i < 35; i++) table.row(i, "x");
        String latex = table.latex();
        assertTrue(latex.contains("\\caption{Tall}\n\\label{tab:table-3-tall}\n"), latex);
        assertTrue(latex.contains("\\addtocounter{table}{-1}\n\\caption{Tall (continued)}\n"), latex);
        assertEquals(2, latex.split("a & b", -1).length - 1, "the names stand on each page");
    }

    @Test
    void aTableWiderThanAPageIsSetInParts() {
        String[] names = IntStream.range(0, 14).mapToObj(i -> "column" + i).toArray(String[]::new);
        Object[] cells = IntStream.range(0, 14)
                .mapToObj(i -> i == 3 ? "" : "-12.5 ± 10.25")
                .toArray();
        String latex = Table.columns(names).title("t").row(cells).latex();
        assertEquals(3, latex.split("column0", -1).length, "the first column stands in both parts: " + latex);
        assertFalse(latex.contains("column3"), "an empty column is left out");
        assertTrue(latex.contains("$-$12.5~$\\pm$~10.25"), latex);
        assertFalse(latex.matches("(?s).*(tiny|scriptsize|resizebox|penalty).*"), latex);
    }

    /** Smaller letters before lines that break, and those before parts; a part without groups has no line for them. */
    @Test
    void aTableThatIsNearlyTooWideIsSetSmaller() {
        String[] names = IntStream.range(0, 10).mapToObj(i -> "column" + i).toArray(String[]::new);
        Object[] cells = IntStream.range(0, 10).mapToObj(i -> "two words").toArray();
        String latex = Table.columns(names).title("t").row(cells).latex();
        assertTrue(latex.contains("\\footnotesize\\setlength"), latex);
        Table sentences = Table.columns("a").title("t").row("two words ".repeat(40));
        assertTrue(sentences.latex().contains("\\normalsize\\setlength"), "lines break, as words fit");
        String wide = Table.columns("a", "s: " + "w".repeat(60), "s: " + "v".repeat(60), "c".repeat(70))
                .grouped()
                .title("ε, ●")
                .row("a", 1, 2, 3)
                .latex();
        assertTrue(wide.contains("\\caption{$\\varepsilon$, $\\bullet$}"), wide);
        assertEquals(2, wide.split("cmidrule", -1).length, wide);
        assertTrue(wide.contains("{tabular}{lr}\n\\toprule\na &"), wide);
    }

    /** In a block a number wins beyond both deviations alone; the block of another budget does not matter, nor does a tie. */
    @Test
    void theBestOfABlockIsBold() {
        Table table = Table.columns("method", "found", "also").best("found", "also");
        table.block("ε = 2").row("a", "70.0 ± 1.0", 3).row("b", "72.5 ± 1.0", 3);
        table.block("ε = 16").row("a", "90.0 ± 1.0", 4).row("b", "91.5 ± 1.0", 5);
        assertEquals(6, table.rows());
        String latex = table.latex();
        assertTrue(latex.contains("\\textbf{72.5~$\\pm$~1.0}"), latex);
        assertTrue(latex.contains("\\textbf{5}"), latex);
        assertEquals(2, latex.split("textbf", -1).length - 1, latex);
        assertTrue(table.html().contains("72.5\u00a0±\u00a01.0"), "no line breaks within a ±");
    }

    @Test
    void theBestOfAColumnIsBold() {
        Table table = Table.columns("a", "b")
                .best("b")
                .row("x", "9.5 ± 0.1")
                .row("y", "10.5 ± 0.1")
                .row("z", null);
        assertTrue(table.latex().contains("y & \\textbf{10.5~$\\pm$~0.1}"), table.latex());
        assertEquals(1, table.html().split("<b>", -1).length - 1);
        assertEquals(1, table.select("b").where("b", "10.5 ± 0.1").latex().split("textbf", -1).length - 1);
    }

    @Test
    void wideFormHasARowAndAColumnPerKey() {
        Table table =
                Table.columns("epsilon", "data set", "accuracy").title("t").digits("accuracy", 2);
        table.row(1, "Cora", 0.5).row(1, "PubMed", 0.25).row(2, "Cora", 0.75).note("n");
        Table wide = table.wide("epsilon", "data set", "accuracy");
        assertEquals(List.of("epsilon", "Cora", "PubMed"), wide.columns());
        assertEquals(2, wide.get(1, "epsilon"));
        assertArrayEquals(new String[] {"0.50", "0.75"}, wide.texts("Cora"));
        assertArrayEquals(new String[] {"0.25", ""}, wide.texts("PubMed"));
        assertEquals(List.of("n"), wide.notes());
        table.row(1, "Cora", 0.9);
        assertMessage("two rows with epsilon 1 and data set Cora", () -> table.wide("epsilon", "data set", "accuracy"));
    }

    @Test
    void severalValuesStandInGroups() {
        Table table = Table.columns("epsilon", "data set", "published", "found")
                .title("t")
                .width(PaperWidth.PAGE);
        table.row(1, "Cora", 0.5, "0.6").row(1, "PubMed", 0.25, "0.2").row(2, "Cora", 0.75, "0.8");
        Table wide = table.wide("epsilon", "data set", "published", "found");
        assertEquals(
                List.of("epsilon", "Cora: published", "Cora: found", "PubMed: published", "PubMed: found"),
                wide.columns());
        String latex = wide.latex();
        assertTrue(
                latex.contains(" & \\multicolumn{2}{c}{Cora} & \\multicolumn{2}{c}{PubMed} \\\\\n"
                        + "\\cmidrule(lr){2-3}\\cmidrule(lr){4-5}\nepsilon & published & found"),
                latex);
        assertTrue(latex.contains("\\begin{table*}"), latex);
        assertTrue(wide.html().contains("<th colspan=\"2\""), wide.html());
    }

    @Test
    void aPaperSetsCaptionWidthAndForm() {
        Table table = Table.columns("a", "b")
                .title("Table 3: tall")
                .caption("Of many rows")
                .width(PaperWidth.COLUMN);
        for (int i = 0; i < 70; i++) table.row(i, "x");
        String latex = table.latex();
        assertTrue(latex.contains("\\caption{Of many rows}\n\\label{tab:table-3-tall}"), latex);
        assertTrue(latex.contains("\\addtocounter{table}{-1}\n\\caption{Of many rows (continued)}"), latex);
        Table words =
                Table.columns("one", "two").row("w ".repeat(60), "w".repeat(9)).title("t");
        assertTrue(words.width(PaperWidth.COLUMN).latex().contains("dimexpr"), "240 points");
    }

    @Test
    void aDeviationSaysHowManyDigits() {
        assertEquals("0.355 ± 0.050", Numbers.plusMinus(0.3546, 0.04992));
        assertEquals("70.13 ± 0.42", Numbers.plusMinus(70.1274, 0.4216));
        assertEquals("70 ± 12", Numbers.plusMinus(70.1274, 12.31));
        assertEquals("0.5 ± 0", Numbers.plusMinus(0.5, 0));
        assertEquals("0.5123", Numbers.plusMinus(0.51234, Double.NaN));
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
}
