package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
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
        return Extent.some(cases(), 12);
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

    /** What JShell gives where a kernel hands it one snippet after another, as JJava does: by itself, and as the table of the page says. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("chosen")
    void aBareShellGivesWhatTheTableSays(Case one) throws IOException {
        assertEquals(elsewhere().get(one.name()).get(0), bare(one) ? "yes" : "no", one.name());
    }

    @Test
    void thePageCountsWhatTheTableSays() throws IOException {
        Map<String, List<String>> all = elsewhere();
        assertEquals(cases().stream().map(Case::name).toList(), List.copyOf(all.keySet()));
        String page = Files.readString(Path.of("docs/kernel.md"));
        for (String group : List.of("values", "code", "stale", "shows")) {
            List<List<String>> of = all.entrySet().stream()
                    .filter(e -> e.getKey().startsWith(group + ":"))
                    .map(Map.Entry::getValue)
                    .toList();
            long bare = of.stream().filter(row -> row.get(0).equals("yes")).count(),
                    rapaio = of.stream().filter(row -> row.get(1).equals("yes")).count();
            String row = "| " + of.size() + " | " + of.size() + " | " + bare + " | " + rapaio + " |";
            assertTrue(
                    page.lines().anyMatch(l -> l.startsWith("| " + group) && l.endsWith(row)),
                    "docs/kernel.md must have a row of " + group + " that ends in " + row);
        }
    }

    /** By case, whether a bare JShell and rapaio's kernel give what is written. */
    private static Map<String, List<String>> elsewhere() throws IOException {
        Map<String, List<String>> all = new LinkedHashMap<>();
        try (var in = CellsAgainTest.class.getResourceAsStream("/dpgnn/kernel/cells-elsewhere.csv")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.split(";"))
                    .forEach(line -> all.put(line[0], List.of(line[1], line[2])));
        }
        return all;
    }

    private static boolean bare(Case one) {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            for (String name : List.of("java.util", "java.util.function", "java.util.stream", "java.io"))
                shell.eval("import " + name + ".*;");
            for (Cell cell : one.cells()) {
                String expected =
                        cell.expected().isEmpty() ? "" : cell.expected().get(0);
                String value = "";
                boolean failed = false;
                String rest = cell.source().toString();
                while (!rest.isBlank() && !failed) {
                    SourceCodeAnalysis.CompletionInfo part =
                            shell.sourceCodeAnalysis().analyzeCompletion(rest);
                    if (part.source() == null) return expected.startsWith("!");
                    for (SnippetEvent event : shell.eval(part.source())) {
                        failed |= event.status() == Snippet.Status.REJECTED || event.exception() != null;
                        if (event.causeSnippet() == null && event.value() != null) value = event.value();
                    }
                    rest = part.remaining();
                }
                if (failed != expected.startsWith("!")) return false;
                boolean asked = expected.startsWith("=") && expected.length() > 1;
                if (asked && !unquoted(value).equals(expected.substring(1))) return false;
            }
            return true;
        }
    }

    private static String unquoted(String value) {
        return value.replaceAll("^\"|\"$", "");
    }

    static String error(Failure failure) {
        return String.join("\n", failure.lines()).replaceAll("\u001B\\[[0-9;]*m", "");
    }
}
