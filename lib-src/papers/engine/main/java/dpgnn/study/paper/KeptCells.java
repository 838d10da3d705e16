package dpgnn.study.paper;

import dpgnn.report.Table;
import dpgnn.study.KeptRuns;
import dpgnn.study.ReadData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the committed notebooks found on the papers' own data, cell by cell: {@code notebooks/kept/NAME.cells.csv}. A reader without the
 * data sees it in place of what runs on a stand-in.
 */
final class KeptCells {
    private static KeptCells shipped;

    /**
     * What was found for a published number.
     *
     * @param found as tables show it, in percent for a share
     * @param off from the published number, in the unit of its rule
     */
    record Kept(double found, double deviation, double off, String verdict, String seeds, ReadData data) {
        int runs() {
            return seeds.isEmpty() ? 0 : seeds.split(" ").length;
        }
    }

    private final Map<List<String>, Kept> cells = new HashMap<>();

    private KeptCells() {}

    static KeptCells none() {
        return new KeptCells();
    }

    /** Those of the files in a folder. */
    static KeptCells in(Path folder) throws IOException {
        KeptCells all = none();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".cells.csv"))
                    .sorted()
                    .toList()) all.add(Table.read(file.toString()));
        }
        return all;
    }

    /** Those beside the runs that came with the notebooks. */
    static synchronized KeptCells shipped() {
        if (shipped == null) {
            try {
                Optional<Path> folder = KeptRuns.folder();
                shipped = folder.isPresent() ? in(folder.get()) : none();
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        }
        return shipped;
    }

    private void add(Table table) {
        for (int i = 0; i < table.rows(); i++) {
            int row = i;
            if (!(table.get(row, "found") instanceof Number found)
                    || !text(table, row, "stand-in").isEmpty()) continue;
            Kept kept = new Kept(
                    found.doubleValue(),
                    number(table, row, "found deviation"),
                    number(table, row, "off"),
                    text(table, row, "verdict"),
                    text(table, row, "seeds"),
                    new ReadData(text(table, row, "data"), text(table, row, "hash"), ""));
            cells.putIfAbsent(
                    Stream.of("name", "table", "what", "row", "column", "reading")
                            .map(name -> text(table, row, name))
                            .toList(),
                    kept);
        }
    }

    /** A cell of a CSV is a number where its whole column is. */
    private static String text(Table table, int row, String column) {
        Object cell = table.get(row, column);
        if (cell instanceof Double d && d == Math.rint(d)) return String.valueOf(d.longValue());
        return cell == null ? "" : cell.toString();
    }

    private static double number(Table table, int row, String column) {
        return table.get(row, column) instanceof Number of ? of.doubleValue() : Double.NaN;
    }

    /** What was found for a number of a paper, in the comparison of this name and reading. */
    Optional<Kept> find(Paper paper, String what, String reading, PublishedCell cell) {
        return Optional.ofNullable(
                cells.get(List.of(paper.name(), cell.table(), what, cell.row(), cell.column(), reading)));
    }
}
