package dpgnn.study.paper;

import static dpgnn.Refusals.refused;
import static dpgnn.report.TableTest.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Listing;
import dpgnn.report.Table;
import dpgnn.study.ReadData;
import dpgnn.study.paper.Claims.Standing;
import dpgnn.study.paper.ComparisonRule.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

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
                Listing.names(Path.of("lib-src/studies/main/resources/tables")).stream()
                        .filter(f -> f.endsWith(".csv"))
                        .map(f -> f.replace(".csv", ""))
                        .sorted()
                        .toList(),
                PublishedTables.names().stream().sorted().toList());
        for (String name : PublishedTables.names()) {
            Table table = PublishedTables.named(name);
            assertTrue(table.rows() > 0, name);
            if (String.join(",", table.columns()).equals(Paper.COLUMNS)) Paper.read(name, name, name);
        }
        assertMessage("random-walks-table3", () -> PublishedTables.named("random-walks"));
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
                List.of("method", "x: published", "x: found", "y: published", "y: found"),
                all.table().columns());
        assertEquals("52.0 ± 1.4 (+2.0)", all.table().texts("x: found")[0]);
        assertEquals("40.0", all.table().texts("y: found")[2]);
        assertEquals("", all.table().texts("y: found")[1]);
        assertTrue(all.table().notes().contains("cora, hash 0123456789ab; seeds 1 2"));
        Table cells = Table.parse(all.mime().get("text/csv"), "cells");
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
    void numbersOfSeveralLimitsAreEachHeldAgainstItsOwn() {
        Paper paper = paper(
                "T,a,x,10,,nodes,training,2 nodes",
                "T,a,y,0.1,,,training,0.01",
                "T,b,x,20,,nodes,training,2 nodes",
                "U,a,b,3,,s,left out,",
                "V,a,b,4,,s,left out,");
        Comparison all = paper.compare("T", "both", c -> found(c.column().equals("x") ? 11 : 0.13));
        assertEquals("1 of 3 within their limits, 1 above and 1 below.", all.sentence());
        assertEquals("0.13 (+0.03)", all.wide().texts("y: found")[0]);
        assertEquals(4, all.table().columns().indexOf("verdict") - 2, "narrow: a fourth of the places is empty");
        Table points = ComparisonFigures.scatterInLimits("all", all).points();
        Table within = points.where("series", "within");
        assertEquals(5, within.numbers("x")[0], 1e-9, "10 of 2");
        assertEquals(5.5, within.numbers("y")[0], 1e-9);
        assertEquals(2, points.where("series", "not reproduced").rows());
        assertEquals(1, paper.leftOut("V", "seconds", "too dear").lines().size(), "of two tables one");
    }

    @Test
    void claimsComeWithTheirVerdict() {
        Claims claims = Claims.of(paper("T,a,b,1,,,size,0"))
                .tested("more is better", "Table 1", "less is", Standing.of(false, true), "Table 1:")
                .untested("much more is best", "Table 2", "a file");
        Map<String, String> mime = claims.mime();
        assertEquals(
                List.of("held in direction, not in size", "untested (a file)"),
                List.of(Table.parse(mime.get("text/csv"), "claims").texts("verdict")));
        assertFalse(Objects.toString(mime.get("text/plain")).isEmpty());
        assertEquals(Standing.HELD, Standing.of(true, false));
        assertEquals(Standing.NOT_HELD, Standing.of(false, false));
    }
}
