package dpgnn.study.paper;

import static dpgnn.Refusals.assertMessage;
import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Listing;
import dpgnn.report.Table;
import dpgnn.study.ReadData;
import dpgnn.study.paper.Claims.Standing;
import dpgnn.study.paper.ComparisonRule.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperTest {
    private static final String HEAD = "table,row,column,value,deviation,unit,sort,limit\n";
    private static final ReadData CORA = new ReadData("cora", "0123456789abcdef", "");

    private static Paper paper(String... lines) {
        return Paper.parse("P", "A paper", HEAD + String.join("\n", lines) + "\n");
    }

    private static Found found(double... values) {
        long[] seeds = new long[values.length];
        for (int i = 0; i < seeds.length; i++) seeds[i] = i + 1;
        return new Found(CORA, seeds, values, "", false);
    }

    @Test
    void everyPublishedTableIsReadAndListed() throws Exception {
        assertEquals(
                Listing.names(Path.of("lib-src/papers/engine/main/resources/tables")).stream()
                        .filter(f -> f.endsWith(".csv"))
                        .map(f -> f.replace(".csv", ""))
                        .sorted()
                        .toList(),
                PublishedTables.names().stream().sorted().toList());
        for (String name : PublishedTables.names()) {
            Table table = PublishedTables.named(name);
            assertTrue(table.rows() > 0, name);
            if (table.columns().containsAll(Paper.COLUMNS)) keyed(Paper.read(name, name, name));
        }
        assertMessage("random-walks-table3", () -> PublishedTables.named("random-walks"));
    }

    /** Keys tell the numbers of a table apart, and say what its print says; what a table does not print is its metric and its setting. */
    private static void keyed(Paper paper) {
        for (var table : paper.cells().stream()
                .collect(Collectors.groupingBy(PublishedCell::table))
                .entrySet())
            assertEquals(
                    table.getValue().size(),
                    table.getValue().stream()
                            .map(PublishedCell::keys)
                            .distinct()
                            .count(),
                    paper.name() + ", " + table.getKey());
        for (PublishedCell cell : paper.cells()) {
            String printed = String.join(" ", cell.table(), cell.row(), cell.column());
            for (String key : List.of("method", "model", "epsilon", "lot", "width", "percent", "parts", "holders"))
                assertTrue(
                        printed.toLowerCase(Locale.ROOT)
                                .contains(cell.key(key, "").toLowerCase(Locale.ROOT)),
                        cell + ", " + key);
        }
    }

    @Test
    void aKeySaysWhatANumberIsOf() {
        PublishedCell cell = Paper.parse("P", "A paper", """
                table,row,column,method,epsilon,value,deviation,unit,sort,limit
                T,a 0.5,x,a,0.5,1,,,size,0
                T,b,x,b,,1,,,size,0
                """).cell("T", "a 0.5", "x");
        assertEquals("a", cell.key("method"));
        assertEquals(0.5, cell.number("epsilon"));
        assertEquals("none", cell.key("model", "none"));
        assertMessage("T, a 0.5, x has no key 'model'; it has", () -> cell.key("model"));
        assertMessage("key 'method' of T, a 0.5, x must be a number, was 'a'", () -> cell.number("method"));
    }

    /** The limit belongs to what is within, no matter how the numbers print. */
    @Test
    void oneRuleDecides() {
        ComparisonRule points = ComparisonRule.of("share", "training", "3 points");
        assertEquals(Verdict.WITHIN, points.verdict(0.815, 0.785));
        assertEquals(Verdict.WITHIN, points.verdict(0.785, 0.815));
        assertEquals(Verdict.NOT_REPRODUCED, points.verdict(0.815, 0.7846), "78.5 in print");
        ComparisonRule times = ComparisonRule.of("", "training", "25 %");
        assertEquals(Verdict.WITHIN, times.verdict(8, 6));
        assertEquals(Verdict.NOT_REPRODUCED, times.verdict(8, 5.9));
        ComparisonRule equal = ComparisonRule.of("", "size", "0 %");
        assertEquals(Verdict.NOT_REPRODUCED, equal.verdict(5429, 5278));
        assertEquals(
                List.of("within 3 points", "within 25 %", "equal"),
                List.of(points.words(), times.words(), equal.words()));
        ComparisonRule thousands = ComparisonRule.of("thousand", "size", "1 thousand");
        assertEquals(Verdict.WITHIN, thousands.verdict(22, 22.47));
        assertEquals("within 1 thousand", thousands.words());
    }

    @Test
    void whatCannotBeReadIsSaid() {
        assertMessage("must have the columns", () -> Paper.parse("P", "A paper", "a,b\n1,2\n"));
        assertMessage("must have one number for T, a, b, had two", () -> paper("T,a,b,1,,,size,0", "T,a,b,2,,,size,0"));
        assertMessage("must be a number, was 'many'", () -> paper("T,a,b,many,,,size,0"));
        assertMessage(
                "sort must be one of [training, size, formula, left out], was 'guess'",
                () -> paper("T,a,b,1,,,guess,0"));
        assertMessage("limit must be a number such as", () -> paper("T,a,b,1,,,size,near"));
        Paper paper = paper("T,a,b,1,,,size,0", "U,a,b,3,,s,left out,");
        assertMessage("no number to compare in 'U'; there are [T, U]", () -> paper.table("U"));
        assertEquals(3, paper.cell("U", "a", "b").value());
        assertMessage("no number in T, a, c", () -> paper.cell("T", "a", "c"));
        assertMessage("reading must be one of", () -> paper.compare("T", "x", c -> found(1))
                .reading("mine"));
        assertMessage("values must be finite", () -> found(Double.NaN));
        refused(() -> new Found(CORA, new long[0], new double[0], "", false));
        refused(() -> new ReadData("x", "abc", ""));
    }

    @Test
    void tablesAreWideAndNarrowAndKeepEveryCell() {
        Paper paper = paper(
                "T,a,x,0.5,,share,training,3 points", "T,a,y,0.6,,share,training,3 points",
                "T,b,x,0.7,,share,training,3 points", "T,b,y,0.8,,share,training,3 points");
        Comparison all = paper.compare(
                        "T",
                        "scores",
                        c -> c.row().equals("b") && c.column().equals("y")
                                ? Found.notRun("too dear")
                                : found(0.51, 0.53))
                .head("method")
                .also("none", column -> found(0.4));
        assertEquals(
                List.of("method", "x: published", "x: found", "x: off", "y: published", "y: found", "y: off"),
                all.table().columns());
        assertEquals("52.0 ± 1.4", all.table().texts("x: found")[0]);
        assertEquals("+2.0", all.table().texts("x: off")[0]);
        assertEquals("40.0", all.table().texts("y: found")[2]);
        assertEquals("", all.table().texts("y: found")[1]);
        assertTrue(all.table().notes().contains("cora, hash 0123456789ab; seeds 1 2"));
        Table cells = Table.parse(all.cells().csv(), "cells");
        assertEquals(
                List.of("within", "not reproduced", "not reproduced", "not run: cost"),
                List.of(cells.texts("verdict")));
        assertEquals(52, cells.numbers("found")[0], 1e-9);
        assertEquals("too dear", cells.texts("missing")[3]);
        assertEquals("1 2", cells.texts("seeds")[0]);
        assertEquals("not run: cost, too dear", all.narrow().texts("verdict")[3]);
        Table points = ComparisonFigures.scatter("all", all).points();
        assertEquals(1, points.where("series", "within").rows());
        assertEquals(2, points.where("series", "not reproduced").rows());
        Table lines = ComparisonFigures.byColumn(all, "place", c -> c.equals("x") ? 1 : 2)
                .points();
        assertEquals(2, lines.where("series", "b, published").rows());
        assertEquals(1, lines.where("series", "b").rows());
    }

    @Test
    void aWideTableHasABlockForEachBudgetAndNoColumnWithoutARun() {
        Paper paper = Paper.parse("P", "A paper", """
                table,row,column,epsilon,value,deviation,unit,sort,limit
                T,A GCN 2,x,2,0.5,,share,training,3 points
                T,A GIN 2,x,2,0.6,,share,training,3 points
                T,A GCN 16,x,16,0.7,,share,training,3 points
                T,A GIN 16,x,16,0.8,,share,training,3 points
                T,A GCN 2,y,2,0.5,,share,training,3 points
                T,A GIN 2,y,2,0.6,,share,training,3 points
                T,A GCN 16,y,16,0.7,,share,training,3 points
                T,A GIN 16,y,16,0.8,,share,training,3 points
                """);
        Table table = paper.compare(
                        "T", "scores", c -> c.column().equals("y") ? Found.notRun("dear") : found(0.5, 0.52))
                .head("network, epsilon")
                .wide();
        assertEquals(List.of("network", "x: published", "x: found", "x: off"), table.columns());
        assertEquals(List.of("ε = 2", "A GCN", "A GIN", "ε = 16", "A GCN", "A GIN"), List.of(table.texts("network")));
        assertEquals(2, table.latex().split("textbf", -1).length - 1, "one published number of each budget, no tie");
    }

    @Test
    void numbersOfSeveralLimitsAreEachHeldAgainstItsOwn() {
        Paper paper = paper(
                "T,a,x,10,,nodes,training,2 nodes",
                "T,a,y,0.1,,,training,0.01",
                "T,b,x,20,,nodes,training,2 nodes",
                "U,a,b,3,,s,left out,",
                "V,a,b,4,,s,left out,");
        Comparison all = paper.compare("T", "both", c -> found(c.column().equals("x") ? 11 : 0.13));
        assertEquals("1 of 3 within their limits, 1 above and 1 below.", all.sentence());
        assertEquals("0.13", all.wide().texts("y: found")[0]);
        assertEquals("+0.03", all.wide().texts("y: off")[0]);
        assertEquals(4, all.table().columns().indexOf("verdict") - 2, "narrow: a fourth of the places is empty");
        Table points = ComparisonFigures.scatterInLimits("all", all).points();
        Table within = points.where("series", "within");
        assertEquals(5, within.numbers("x")[0], 1e-9, "10 of 2");
        assertEquals(5.5, within.numbers("y")[0], 1e-9);
        assertEquals(2, points.where("series", "not reproduced").rows());
        assertEquals(1, paper.leftOut("V", "seconds", "too dear").lines().size(), "of two tables one");
    }

    @Test
    void whatIsShownIsKeptALineForEachCellAndClaim(@TempDir Path folder) throws Exception {
        Paper paper = paper(
                "T,a,x,10,,nodes,training,2 nodes", "T,a,y,0.1,,,training,0.01", "T,b,x,20,,nodes,training,2 nodes");
        Comparison both = paper.compare("T", "both", c -> found(11));
        Claims claims = Claims.of(paper).tested("more is better", "T", "11", Standing.HELD, "T:");
        both.shown();
        System.setProperty("DPGNN_CELLS", folder.toString());
        try {
            both.shown();
            both.shown();
            claims.shown();
        } finally {
            System.clearProperty("DPGNN_CELLS");
        }
        Table cells = Table.read(folder.resolve("cells.csv").toString());
        assertEquals(both.cells().columns(), cells.columns());
        assertEquals(List.of("x", "x", "y", "x", "x", "y"), List.of(cells.texts("column")), "by their limits");
        assertEquals(
                List.of("held"),
                List.of(Table.read(folder.resolve("claims.csv").toString()).texts("verdict")));
    }

    @Test
    void claimsComeWithTheirVerdict() {
        Claims claims = Claims.of(paper("T,a,b,1,,,size,0"))
                .tested("more is better", "Table 1", "less is", Standing.of(false, true), "Table 1:")
                .untested("much more is best", "Table 2", "a file");
        Map<String, String> mime = claims.mime();
        assertEquals(
                List.of("held in direction, not in size", "untested (a file)"),
                List.of(claims.cells().texts("verdict")));
        assertEquals(Set.of("text/html", "text/plain"), mime.keySet(), "a table twice");
        assertFalse(Objects.toString(mime.get("text/plain")).isEmpty());
        assertEquals(
                "Of the claims of this page, 2 in all: 1 held in direction, not in size; 1 untested.",
                claims.sentence());
        assertEquals(Standing.HELD, Standing.of(true, false));
        assertEquals(Standing.NOT_HELD, Standing.of(false, false));
        Claims bare = Claims.of(paper("T,a,b,1,,,size,0"))
                .onStandIn(true)
                .tested("more is better", "Table 1", "less is", Standing.HELD, "Table 1:");
        assertEquals("untested (the paper's data are not at hand)", bare.table().texts("verdict")[0]);
        assertEquals("", bare.table().texts("found")[0]);
    }

    private static final String SCORES = "T,a,x,0.5,,share,training,3 points\nT,a,y,0.6,,share,training,3 points\n"
            + "T,b,x,0.7,,share,training,3 points\nT,b,y,0.8,,share,training,3 points";

    private static Found standIn(String name, double... values) {
        Found real = found(values);
        return new Found(new ReadData(name, "fedcba98", "synthetic"), real.seeds(), real.values(), "", false);
    }

    private static String wholly(Comparison of) {
        return of.wide().text() + of.narrow().text() + of.mime();
    }

    @Test
    void aStandInIsHeldAgainstNothing() {
        Comparison all = paper(SCORES)
                .compare("T", "scores", c -> standIn("cora (stand-in)", 0.9, 0.92))
                .kept(KeptCells.none())
                .head("method");
        for (Comparison.Line line : all.lines()) assertTrue(Double.isNaN(line.off()), line.toString());
        assertEquals("91.0 ± 1.4*", all.wide().texts("x: found")[0]);
        assertEquals(List.of("", "", "", ""), List.of(all.narrow().texts("difference")));
        assertFalse(Pattern.compile("\\([+-]").matcher(wholly(all)).find(), wholly(all));
        assertTrue(wholly(all).contains("What -p changes is held against"));
        assertEquals("", Table.parse(all.cells().csv(), "cells").texts("off")[0]);
        Table points = ComparisonFigures.scatter("all", all).points();
        assertEquals(
                points.rows(), points.where("series", "equal, within 3 points").rows(), "no point beside a band");
        Table curves = ComparisonFigures.byColumn(all, "place", c -> c.equals("x") ? 1 : 2)
                .points();
        assertEquals(0, curves.where("series", "a, published").rows());
        assertEquals(2, curves.where("series", "a").rows());
    }

    /** Where it stands in for the data of what came with the notebooks, which a small graph of a trial does not. */
    @Test
    void whatCameWithTheNotebooksIsShownInPlaceOfAStandIn(@TempDir Path folder) throws Exception {
        Paper paper = paper(SCORES);
        Comparison real = paper.compare(
                        "T", "scores", c -> c.row().equals("b") ? Found.notRun("dear") : found(0.51, 0.53))
                .refuted(c -> c.column().equals("y"));
        real.cells().save(folder.resolve("01-a.cells.csv"));
        KeptCells kept = KeptCells.in(folder);
        Comparison here = paper.compare(
                        "T",
                        "scores",
                        c -> c.column().equals("x")
                                ? standIn("cora (stand-in)", 0.9)
                                : Found.notRun("not at this scale"))
                .kept(kept)
                .head("method");
        assertEquals(List.of("52.0 ± 1.4°", "90.0*"), List.of(here.wide().texts("x: found")));
        assertEquals(List.of("52.0 ± 1.4°", ""), List.of(here.wide().texts("y: found")));
        assertEquals(List.of("-8.0", ""), List.of(here.wide().texts("y: off")));
        assertEquals(
                List.of("within", "contradicted by arithmetic", "not run: file", "not run: cost, not at this scale"),
                List.of(here.narrow().texts("verdict")));
        assertTrue(
                here.wide().notes().contains("cora, hash 0123456789ab; seeds 1 2"),
                here.wide().text());
        assertTrue(wholly(here).contains("° came with the notebook"));
        assertEquals("Nothing ran on the paper's own data.", here.sentence());
        assertEquals(90, Table.parse(here.cells().csv(), "cells").numbers("found")[0], "what ran is kept");
        Comparison small =
                paper.compare("T", "scores", c -> standIn("small", 0.9)).kept(kept);
        assertEquals("90.0*", small.wide().texts("x: found")[0]);
        assertFalse(wholly(small).contains("°"));
        ReadData part = new ReadData("cora, 3 of 9", CORA.hash(), "a part of the graphs");
        Comparison some =
                paper.compare("T", "scores", c -> new Found(part, new long[] {1}, new double[] {0.9}, "", false));
        assertFalse(wholly(some.kept(kept)).contains("°"), "the data are at hand");
        Comparison other = paper.compare("T", "others", c -> standIn("cora (stand-in)", 0.9))
                .kept(kept);
        assertFalse(wholly(other).contains("°"), "another comparison of the same numbers");
    }

    /** As the files say it, whatever a table makes of a column of numbers. */
    @Test
    void everyNumberThatCameWithTheNotebooksIsFound() throws Exception {
        Path folder = Path.of("notebooks/kept");
        KeptCells kept = KeptCells.in(folder);
        int found = 0;
        for (String name : Listing.names(folder)) {
            if (!name.endsWith(".cells.csv")) continue;
            try (var lines = CSVParser.parse(
                    folder.resolve(name),
                    StandardCharsets.UTF_8,
                    CSVFormat.RFC4180.builder().setHeader().get())) {
                for (var line : lines) {
                    if (line.get("found").isEmpty() || !line.get("stand-in").isEmpty()) continue;
                    Paper of = new Paper(line.get("name"), "", List.of());
                    PublishedCell cell =
                            new PublishedCell(line.get("table"), line.get("row"), line.get("column"), 0, 0, null);
                    var held = kept.find(of, line.get("what"), line.get("reading"), cell)
                            .orElseThrow(() -> new AssertionError(name + " has " + line));
                    assertTrue(Double.isFinite(held.found()), line.toString());
                    found++;
                }
            }
        }
        assertTrue(found > 500, found + " numbers came with the notebooks");
    }
}
