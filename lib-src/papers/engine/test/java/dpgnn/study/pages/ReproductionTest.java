package dpgnn.study.pages;

import static dpgnn.Refusals.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionTest {
    private static final String HEAD =
            "paper,name,table,what,row,column,unit,sort,limit,published,deviation,found,found deviation,seeds,off,verdict,missing,"
                    + "reading,note,title,blind\n";
    /** One number of each label; the mean of the differences is 18.8. */
    private static final String LINES = line("a", "50,,51.5,,1 2 3,1.5,within,,")
            + line("b", "50,,46.96,,1 2,-3.04,not reproduced,,")
            + line("c", "50,,51,,1,,not run: file,,")
            + line("d", "50,,,,,,not run: cost,too dear,")
            + line("e", "2,,60,,1,58,contradicted by arithmetic,,");

    private static final String TEXT = "1 of 3 within 3 points, 1 above and 1 below; mean difference +18.8 points.";
    private static final String RULES = """
            date,paper,table,rows,when,cause,because
            2026-11-29,PPGNN,claim,more,always,text,it is silent
            2026-11-29,PPGNN,Table 9,^b,within as released,code,no clip
            2026-11-29,PPGNN,Table (8|9),^(a|b),always,ours,a small grid
            """;
    private static final String CLAIMS = "name,claim,place,found,verdict,shown in\n";

    @TempDir
    private Path root;

    private final List<Map<String, Object>> outputs = new ArrayList<>();

    private static String line(String row, String numbers) {
        return "A paper,PPGNN,Table 9,scores," + row + ",x,points,training,within 3 points," + numbers
                + ",a note,Table 9: scores,\n";
    }

    private static String reading(String lines, String kind) {
        return lines.replace(",,a note", "," + kind + ",a note");
    }

    @BeforeEach
    void aCheckoutWithoutOutputs() throws IOException {
        for (String folder : List.of("notebooks/kept", "docs", "environment"))
            Files.createDirectories(root.resolve(folder));
        for (Map<String, String> paper : PageText.shipped("papers.csv"))
            for (String number : paper.get("notebooks").split(", "))
                write("notebooks/" + number + "-look.ipynb", "{\"cells\": []}");
        for (String page : List.of("README.md", "docs/claims.md"))
            write(page, "before\n" + Reproduction.BEGIN + "\nold\n" + Reproduction.END + "\nafter\n");
        write("docs/findings.md", "40 \\[\\]<!-- Table 9 -->\n");
        write("docs/faults.md", "10 \\[3\\]<!-- x -->\n");
        write("docs/causes.csv", RULES);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(root.resolve(name), text);
    }

    /** Notebook 40 shows this at scale paper, in its fourth cell. */
    private void show(String html, String plain) throws IOException {
        outputs.add(Map.of(
                "data",
                Map.of(
                        "text/html",
                        List.of(html),
                        "text/plain",
                        plain.lines().map(l -> l + "\n").toList())));
        write(
                "notebooks/40-look.ipynb",
                new ObjectMapper()
                        .writeValueAsString(Map.of(
                                "cells",
                                List.of(
                                        Map.of(
                                                "metadata",
                                                Map.of("tags", List.of("parameters")),
                                                "source",
                                                List.of("String scale = \"paper\";"),
                                                "outputs",
                                                List.of()),
                                        Map.of("execution_count", 4, "source", List.of(), "outputs", outputs)))));
    }

    /** It shows these comparisons, whose tables say so much, and kept their lines. */
    private List<ComparedNumbers> give(String... comparisons) throws IOException {
        outputs.clear();
        for (int i = 0; i < comparisons.length; i += 2)
            show("<table><caption style=\"x\">Table 9: scores, %</caption></table>", "Table 9\n" + comparisons[i + 1]);
        StringBuilder lines = new StringBuilder(HEAD);
        for (int i = 0; i < comparisons.length; i += 2) lines.append(comparisons[i]);
        write("notebooks/kept/40-look.cells.csv", lines.toString());
        return ComparedNumbers.of(CommittedNotebook.read(root, root.resolve("notebooks/40-look.ipynb")));
    }

    private Map<String, String> pages() throws IOException {
        return new Reproduction(root).pages();
    }

    private String page() throws IOException {
        return pages().get("docs/reproduction.md");
    }

    @Test
    void aComparisonComesWithItsVerdictsAndNothingIsWorkedOutAgain() throws Exception {
        List<ComparedNumbers> found =
                give(LINES, TEXT, reading(LINES, "exploration"), TEXT, LINES.replace("training", "left out"), "");
        assertEquals(
                List.of(1, 1, 1, 1, 1),
                ComparedNumbers.LABELS.stream()
                        .map(l -> found.get(0).having(l).size())
                        .toList());
        assertEquals("1 to 3", found.get(0).seeds());
        assertEquals((1.5 - 3.04 + 58) / 3, found.get(0).mean(), 1e-9);
        assertEquals("e x", found.get(0).largest().orElseThrow().key());
        assertEquals("1 cell: too dear", found.get(0).reasons());
        assertEquals(
                "1 cells on stand-ins or parts; 1 cell: too dear; a note",
                found.get(0).known(0));
        String page = page(), details = pages().get("docs/reproduction.csv");
        assertTrue(page.contains("| PPGNN | trainings | 1 | 1 | 1 | 1 | 1 |"), page);
        assertTrue(
                page.contains("| Table 9 | scores | [40](../notebooks/40-look.ipynb) \\[4\\] paper | 1 of 3"
                        + " | 5 | 0/1; and 1 contradicted | +18.8 |  |"),
                page);
        assertTrue(page.contains("\n11-look was committed without outputs."), page);
        assertTrue(details.contains(",Table 9,scores,40-look,4,exploration,3,5,,,1,,,,+18.8,,0,0,,"), details);
        assertTrue(
                details.contains(",,scores,,,left out,,5,"),
                "what is compared with nothing is counted apart: " + details);
    }

    @Test
    void aTableWithOtherNumbersThanWereKeptIsRefused() throws Exception {
        assertMessage(
                "cell [4] of 40-look shows 'Table 9: scores' with other numbers than notebooks/kept/40-look.cells.csv has",
                () -> give(LINES, TEXT.replace("+18.8", "+18.7")));
        assertMessage(
                "shows 'Table 9: scores' with other numbers", () -> give(LINES, TEXT.replace("1 of 3", "2 of 3")));
        assertMessage(
                "40-look shows no table 'Table 8: scores'", () -> give(LINES.replace("Table 9:", "Table 8:"), TEXT));
        assertMessage(
                "a comparison must be of one of [HeterPoisson, random walks, text, PPGNN, DPGGAN], was of 'other'",
                () -> {
                    give(LINES.replace("PPGNN", "other"), TEXT);
                    page();
                });
    }

    @Test
    void anotherReadingSaysWhatItGainsAndWhatItLoses() throws Exception {
        String other = reading(LINES, "another reading")
                .replace(",1.5,within,", ",4,not reproduced,")
                .replace(",-3.04,not reproduced,", ",1,within,");
        List<ComparedNumbers> found =
                give(LINES, TEXT, other, "1 of 3 within 3 points, 2 above and 0 below; mean difference +21.0 points.");
        ComparedNumbers.Both both = found.get(1).both(found);
        assertEquals(List.of(1L, 1L), List.of(both.gains(), both.loses()));
    }

    @Test
    void aSecondColumnIsCountedBesideTheColumnAsWritten() throws Exception {
        for (String kind : List.of("as the released code runs", "a second column by protocol")) {
            String second = reading(LINES, kind).replace(",58,contradicted by arithmetic", ",1,within");
            give(LINES, TEXT, second, "2 of 3 within 3 points, 0 above and 1 below; mean difference -0.2 points.");
            String page = page();
            assertTrue(page.contains(" | Table 9 | scores | 3 | 1 | 2 |"), page);
            assertTrue(
                    page.contains("| together | trainings | 1 | 1 | 1 | 1 | 1 |"),
                    "labels are those of the column as written");
        }
        give(LINES, TEXT);
        assertFalse(page().contains("second column"));
    }

    @Test
    void blindAnswersAndDeviationsAreCounted() throws Exception {
        String[] blind = {"within", "not reproduced", "", "", "within"};
        List<String> lines = LINES.lines().toList();
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < blind.length; i++)
            all.append(lines.get(i)).append(blind[i]).append('\n');
        assertEquals("2 of 3", give(all.toString(), TEXT).get(0).guessed());
        assertEquals("", give(LINES, TEXT).get(0).guessed());
        ComparedNumbers told = give(
                        LINES.replace("50,,51.5,,", "50,0.1,51.5,0.1,").replace("50,,46.96,,", "50,9,46.96,9,"), TEXT)
                .get(0);
        assertEquals("Welch: 1 of 2 told apart", told.welch(3));
        assertEquals("", told.welch(0));
    }

    @Test
    void aWelchTestHasTheCriticalValuesOfTheTables() {
        double[][] known = {{3, 2.776}, {5, 2.306}, {11, 2.086}}; // equal deviations: 2 (runs - 1) degrees of freedom
        for (double[] each : known) {
            int runs = (int) each[0];
            double critical = each[1] * Math.sqrt(2.0 / runs);
            assertTrue(ComparedNumbers.areApart(critical * 1.001, 1, runs, 0, 1, runs));
            assertFalse(ComparedNumbers.areApart(0, 1, runs, critical * 0.999, 1, runs));
        }
        // One deviation alone: the degrees of freedom are those of its sample, whatever the other's size.
        assertTrue(ComparedNumbers.areApart(4.31 / Math.sqrt(3), 1, 3, 0, 0, 100));
        assertFalse(ComparedNumbers.areApart(4.29 / Math.sqrt(3), 1, 3, 0, 0, 100));
        assertTrue(ComparedNumbers.areApart(1, 0, 3, 1.1, 0, 3));
        assertFalse(ComparedNumbers.areApart(1, 0, 3, 1, 0, 3));
    }

    @Test
    void numbersOfSeveralLimitsAreCountedByTheirLimitWithTheirOrder() throws Exception {
        String other = LINES.replace(",x,points,", ",y,,")
                .replace("within 3 points", "within 0.1")
                .replace(",50,", ",51,");
        List<ComparedNumbers> found = give(LINES + other, "2 of 6 within their limits, 2 above and 2 below.");
        assertEquals(
                List.of("scores, x", "scores, y"),
                found.stream().map(ComparedNumbers::what).toList());
        assertEquals(
                "0 % of the pairs of rows in the published order (chance: 50 %)",
                found.get(0).order());
        assertEquals("", give(LINES, TEXT).get(0).order(), "of one limit alone nothing is said");
    }

    @Test
    void aMissHasTheCauseOfTheFirstLineThatFits() throws Exception {
        String missed =
                LINES.replace(",1.5,within,", ",4,not reproduced,").replace(",,not run: file", ",9,not reproduced");
        String text = "0 of 4 within 3 points, 3 above and 1 below; mean difference +17.0 points.";
        String released = reading(missed, "as the released code runs").replace(",-3.04,not reproduced,", ",1,within,");
        List<ComparedNumbers> found = give(
                missed, text, released, "1 of 4 within 3 points, 3 above and 0 below; mean difference +18.0 points.");
        CauseRules rules = CauseRules.read(root);
        assertEquals(3, rules.rules().size());
        assertEquals(Map.of("code", 1, "ours", 1, "unknown", 1), rules.causes(found.get(0), found));
        assertEquals(
                Map.of("ours", 2, "unknown", 1),
                rules.causes(found.get(0), found.subList(0, 1)),
                "without a released column");
        assertEquals(Map.of("unknown", 3), CauseRules.none().causes(found.get(0), found));
        String page = page(), details = pages().get("docs/reproduction.csv");
        assertTrue(page.contains("| together | 3 | 0 | 1 | 0 | 1 | 1 |"), page);
        assertTrue(details.contains(",\"code 1, ours 1, unknown 1\","), details);
        assertMessage(
                "a cause of [text, code, data, ours, unknown]",
                () -> CauseRules.parse(PageText.csv(RULES.replace(",ours,", ",theirs,"))));
        assertMessage("had 'never'", () -> CauseRules.parse(PageText.csv(RULES.replace("always", "never"))));
        assertMessage("had ''", () -> CauseRules.parse(PageText.csv(RULES.replace(",when,", ",if,"))));
    }

    @Test
    void claimsAreARowEachAndTheFrontPageCountsThem() throws Exception {
        give(LINES, TEXT);
        write(
                "notebooks/kept/40-look.claims.csv",
                CLAIMS
                        + "PPGNN,more is better,Table 9,less is; by 3 points,not held,Table 9:\nPPGNN,much more,Table 8,,untested (a file),\n"
                        + "PPGNN,half,Table 8,,\"held in direction, not in size\",\nPPGNN,long,Table 8,"
                        + "y".repeat(200) + ",held,\n");
        write(
                "notebooks/kept/30-look.claims.csv",
                CLAIMS + "text,all,Table 7,,held,\n,more than public,rows,in 1 of 8 sets; Twitch,not held,\n");
        Map<String, String> pages = pages();
        assertEquals("""
                before
                %s
                ## Privacy-Preserving Graph Convolutional Networks for Text Classification (text)

                | claim | verdict | our runs | cause | cell |
                | --- | --- | --- | --- | --- |
                | all (Table 7) | held |  |  |  |

                ## Privacy-Preserving Graph Neural Network for Node Classification (PPGNN)

                | claim | verdict | our runs | cause | cell |
                | --- | --- | --- | --- | --- |
                | more is better (Table 9) | not held | less is | text | 40 \\[4\\]<!-- Table 9: --> |
                | much more (Table 8) | untested |  |  |  |
                | half (Table 8) | held in direction, not in size |  | unknown |  |
                | long (Table 8) | held | see below |  |  |

                - *more is better*: by 3 points.
                - *much more*: a file.
                - *long*: %s.

                ## What no paper claims

                | claim | verdict | our runs | cause | cell |
                | --- | --- | --- | --- | --- |
                | more than public (rows) | not held | in 1 of 8 sets |  |  |

                - *more than public*: Twitch.
                %s
                after
                """.formatted(Reproduction.BEGIN, "y".repeat(200), Reproduction.END), pages.get("docs/claims.md"));
        String front = pages.get("README.md");
        assertTrue(
                front.contains("computationally | [40](notebooks/40-look.ipynb), 40b, 41 | 1 | 1 | 1 | 1 |\n"), front);
        assertEquals("40 \\[4\\]<!-- Table 9 -->\n", pages.get("docs/findings.md"));
        assertEquals(
                "10 \\[3\\]<!-- x -->\n", pages.get("docs/faults.md"), "a notebook without outputs keeps its number");
        for (String wrong : List.of("PPGNN,c,Table 9,,perhaps,\n", "Q,c,Table 9,,held,\n")) {
            write("notebooks/kept/40-look.claims.csv", CLAIMS + wrong);
            assertMessage("a claim must be of HeterPoisson, random walks, text, PPGNN, DPGGAN, and held", this::pages);
        }
    }

    @Test
    void aClaimOfAnAppendixIsShownThere() throws Exception {
        show("<table><caption>Table 9, Cora</caption></table>", "x");
        Files.move(root.resolve("notebooks/40b-look.ipynb"), root.resolve("notebooks/40c-look.ipynb"));
        Files.move(root.resolve("notebooks/40-look.ipynb"), root.resolve("notebooks/40b-look.ipynb"));
        write("notebooks/40-look.ipynb", "{\"cells\": []}");
        write("notebooks/kept/40-look.claims.csv", CLAIMS + "PPGNN,more,Table 9,less,not held,\"Table 9, Cora\"\n");
        write("docs/findings.md", "none\n");
        assertTrue(pages().get("docs/claims.md").contains("| 40b \\[4\\]<!-- Table 9, Cora --> |"));
    }

    @Test
    void cellsAreFoundByTheirTitles() throws Exception {
        show("<table><caption>Table 9, Cora &amp; x</caption></table>", "x");
        show("", "Figure \"Figure 3: \"y\"\"\n  panel \"stand-in\"");
        Reproduction all = new Reproduction(root);
        assertEquals(
                "shown by 40 \\[4\\]<!-- Cora & x --> and 10 \\[7\\]",
                all.withCells("shown by 40 \\[99\\]<!-- Cora & x --> and 10 \\[7\\]"));
        assertEquals("40 \\[4\\]<!-- 3: \"y\" -->", all.withCells("40 \\[\\]<!-- 3: \"y\" -->"));
        assertMessage("names a table 'Table 8' of notebook 40", () -> all.withCells("40 \\[\\]<!-- Table 8 -->"));
        assertMessage("names notebook 99, which is not there", () -> all.withCells("99 \\[\\]<!-- Table 8 -->"));
        assertMessage("must each have one line", () -> Reproduction.between("no markers", "new"));
        write(
                "notebooks/20b-look.ipynb",
                Files.readString(root.resolve("notebooks/40-look.ipynb")).replace("Figure 3", "Figure 2"));
        assertTrue(pages().get("docs/reproduction.csv")
                .contains(",Figure 2,micro F1 against epsilon,20b-look,4,on stand-ins only,"));
        write("notebooks/11-look.ipynb", Files.readString(root.resolve("notebooks/40-look.ipynb")));
        assertMessage("11-look shows no table or figure whose title matches '^Figure 1'", this::pages);
    }

    @Test
    void rowsAndAmounts() {
        assertEquals("| a\\|b | 1 |", PageText.row("a|b", 1));
        assertEquals(
                List.of("0.004", "+18.8", "100", "+1.2 %", "0.12", "", "0"),
                Stream.of(
                                PageText.amount(0.0041, "", false),
                                PageText.amount(18.82, "points", true),
                                PageText.amount(100.49, "points", false),
                                PageText.amount(1.25, "%", true),
                                PageText.amount(0.125, "points", false),
                                PageText.amount(Double.NaN, "points", true),
                                PageText.amount(-0.0004, "", true))
                        .toList());
    }

    @Test
    void aCheckFailsOnAChangedNumberAndWritesNothing() throws Exception {
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        PrintStream said = new PrintStream(words, true, StandardCharsets.UTF_8);
        give(LINES, TEXT);
        assertFalse(new Reproduction(root).run(true, said));
        assertFalse(Files.exists(root.resolve("docs/reproduction.md")));
        new Reproduction(root).run(false, said);
        assertTrue(new Reproduction(root).run(true, said));
        String before = Files.readString(root.resolve("docs/reproduction.md"));
        give(LINES.replace("1.5,within", "1.9,within"), TEXT.replace("18.8", "19.0"));
        assertFalse(new Reproduction(root).run(true, said));
        assertEquals(before, Files.readString(root.resolve("docs/reproduction.md")));
        assertTrue(words.toString(StandardCharsets.UTF_8).contains("docs/reproduction.md: written"), words.toString());
    }

    /** The rules and the notebooks of this checkout. */
    @Test
    void everyRuleFitsSomethingAndEveryMissHasACause() throws Exception {
        Path here = Path.of("").toAbsolutePath();
        Map<String, CommittedNotebook> notebooks = CommittedNotebook.all(here);
        CauseRules rules = CauseRules.read(here);
        ReproductionPage page = new ReproductionPage(here, notebooks, rules);
        List<ComparedNumbers> counted =
                page.all().stream().filter(ComparedNumbers::isCounted).toList();
        for (CauseRules.Rule rule : rules.rules())
            assertTrue(
                    counted.stream().anyMatch(f -> f.having(ComparedNumbers.MISSED).stream()
                                    .anyMatch(n -> rule.fits(f.first("name"), f.table(), n.key())))
                            || notebooks.values().stream()
                                    .flatMap(n -> n.claims().stream())
                                    .anyMatch(c -> rule.fits(c.get("name"), "claim", c.get("claim"))),
                    rule.because());
        assertEquals(
                counted.stream()
                        .mapToInt(f -> f.having(ComparedNumbers.MISSED).size())
                        .sum(),
                counted.stream()
                        .flatMap(f -> rules.causes(f, page.all()).values().stream())
                        .mapToInt(n -> n)
                        .sum());
        assertTrue(counted.size() > 40, counted.size() + " comparisons are counted");
    }
}
