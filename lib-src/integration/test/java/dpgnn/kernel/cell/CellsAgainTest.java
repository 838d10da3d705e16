package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the cells of cells.txt, and compares what each shows with what is written below it. */
class CellsAgainTest {
    private static final int LEAST_CASES = 60;

    /** A cell, and what stands below it: null, what it shows, or a part of its error. */
    private record Cell(StringBuilder source, List<String> expected) {}

    private record Case(String name, List<Cell> cells) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        String text;
        try (var in = CellsAgainTest.class.getResourceAsStream("/dpgnn/kernel/cells.txt")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (String block : text.split("\n\n+")) {
            List<String> lines = block.lines().toList();
            if (lines.stream().allMatch(l -> l.startsWith("#"))) continue;
            List<Cell> cells = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                String rest = line.length() < 2 ? "" : line.substring(2);
                if (line.startsWith(">")) cells.add(new Cell(new StringBuilder(rest), new ArrayList<>()));
                else if (line.startsWith("."))
                    cells.get(cells.size() - 1).source().append('\n').append(rest);
                else cells.get(cells.size() - 1).expected().add(line.charAt(0) + rest);
            }
            cases.add(new Case(lines.get(0).substring(2), cells));
        }
        return cases;
    }

    static List<Case> chosen() throws IOException {
        return Extent.some(cases(), 5);
    }

    @Test
    void coversEnoughCases() throws IOException {
        assertTrue(cases().size() >= LEAST_CASES, "cases: " + cases().size());
        assertEquals(cases().size(), cases().stream().map(Case::name).distinct().count(), "two cases of one name");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("chosen")
    void showsWhatIsWrittenBelowEachCell(Case one) {
        try (Session session = new Session(null)) {
            int count = 0;
            for (Cell cell : one.cells()) {
                Session.Outcome outcome =
                        session.run("cell [" + ++count + "]", cell.source().toString());
                String where = one.name() + ", cell [" + count + "]";
                List<String> expected = cell.expected();
                if (!expected.isEmpty() && expected.get(0).startsWith("!")) {
                    assertNotNull(outcome.failure(), where + " shows " + outcome.value() + " where it should fail");
                    String error = error(outcome.failure());
                    assertTrue(error.contains(expected.get(0).substring(1)), where + ": " + error);
                } else {
                    assertNull(outcome.failure(), () -> where + ": " + error(outcome.failure()));
                    if (!expected.isEmpty())
                        assertEquals(
                                expected.get(0).substring(1), outcome.shown().getOrDefault("text/plain", ""), where);
                }
            }
        }
    }

    static String error(Failure failure) {
        return String.join("\n", failure.lines()).replaceAll("\u001B\\[[0-9;]*m", "");
    }
}
