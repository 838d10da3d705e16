package dpgnn.report;

import static dpgnn.Refusals.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommittedTableTest {
    private static final String ORIGIN = "made by dpgnn; notebook \"x\" & y; cell 2";

    private static Table grouped() {
        return Table.columns("method", "Cora: published", "Cora: found", "steps", "loss", "limit")
                .title("Table 2: <scores> & ε, %")
                .digits("loss", 2)
                .block("ε = 2")
                .row("A_1", "81.5 ± 0.3", 80.125, 1_234_567, 0.5, Double.POSITIVE_INFINITY)
                .row("B \"b\"", "81.5 ± 0.3", 9.5, 2, 0.25, -1e-9)
                .block("ε = 16")
                .row("A_1", "70.0", 99.5, 3, 1.0, Double.NaN)
                .row("B 'b'\nc", null, 9.5, null, 2.0, 3.0)
                .grouped()
                .best("Cora: published", "Cora: found")
                .note("data, hash 0123456789ab")
                .note("a < b");
    }

    /** Numbers are rounded where they are shown, and nothing else is lost. */
    @Test
    void whatIsMadeOfTheOutputIsWhatTheTableWouldHaveMade() {
        for (Table table : List.of(
                grouped(),
                Table.columns("a").row(1).title("t"),
                Table.columns("a", "b").title("no rows"))) {
            CommittedTable read = CommittedTable.of(TableHtml.html(table, ORIGIN));
            assertEquals(ORIGIN, read.origin());
            assertEquals(table.title(), read.title());
            assertEquals(table.notes(), read.notes());
            assertEquals(table.latex(), TableLatex.latex(read.table(), ReportFolder.origin()));
            assertEquals(table.html(), read.table().html());
        }
        assertEquals(3, grouped().latex().split("textbf", -1).length - 1, "a tie has no best");
        assertEquals("", CommittedTable.of(grouped().html()).origin());
        assertTrue(CommittedTable.of(grouped().html()).csv().contains("A_1,81.5 ± 0.3,80.12,1234567,0.50,∞\n"));
        assertMessage("a table must end with </table>", () -> CommittedTable.of("<p>no table</p>"));
    }

    @Test
    void anOutputHoldsATableTwice() {
        assertEquals(Set.of("text/html", "text/plain"), grouped().mime().keySet());
        assertTrue(
                grouped().mime().get("text/html").startsWith("<div class=\"dpgnn-table\" data-origin=\"made by dpgnn"));
    }

    @Test
    void aFolderOfOutputsGetsItsFiles(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("01-a.html"), TableHtml.html(grouped(), ORIGIN));
        Files.writeString(folder.resolve("02-b.html"), grouped().html());
        for (String name : List.of("01-a", "02-b"))
            Files.writeString(folder.resolve(name + ".words"), "made by dpgnn; cell 7");
        CommittedFiles.complete(folder);
        assertTrue(Files.readString(folder.resolve("01-a.tex")).startsWith("% " + ORIGIN + "\n"));
        assertTrue(Files.readString(folder.resolve("02-b.tex")).startsWith("% made by dpgnn; cell 7\n"));
        assertEquals(CommittedTable.of(grouped().html()).csv(), Files.readString(folder.resolve("02-b.csv")));
        for (String left : List.of("01-a.html", "01-a.words", "02-b.words"))
            assertFalse(Files.exists(folder.resolve(left)), left);
    }
}
