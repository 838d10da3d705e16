package dpgnn.report;

import dpgnn.report.render.Escapes;
import dpgnn.report.render.Scene;
import dpgnn.report.render.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Completes a folder of what a notebook was committed with: PDF beside each SVG, and LaTeX beside each SVG and each CSV whose title and
 * notes lie beside it as .words, a line each.
 */
final class CommittedFiles {
    private CommittedFiles() {}

    /** The folder is the only argument. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) throw new IllegalArgumentException("one argument, the folder, is needed");
        complete(Path.of(arguments[0]));
    }

    static void complete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.sorted().toList();
        }
        List<String> names = files.stream().map(f -> f.getFileName().toString()).toList();
        for (Path file : files) {
            String name = file.getFileName().toString();
            try {
                if (name.endsWith(".svg")) {
                    byte[] pdf = SvgReader.scene(Files.readString(file)).pdf();
                    WholeFile.write(WholeFile.sibling(file, "pdf"), pdf);
                } else if (name.endsWith(".words")) {
                    if (names.contains(name.replace(".words", ".svg"))) figure(file);
                    else latex(file);
                    Files.delete(file);
                }
            } catch (IllegalArgumentException e) {
                throw new UncheckedIOException(new IOException(file + ": " + e.getMessage(), e));
            }
        }
    }

    /** What a paper inputs: the picture at its own size, below it the title as the caption. */
    private static void figure(Path words) throws IOException {
        List<String> lines = Files.readAllLines(words);
        Scene scene = SvgReader.scene(Files.readString(WholeFile.sibling(words, "svg")));
        String name = words.getFileName().toString().replace(".words", "");
        String text = latex(name, lines.get(0), lines.get(1), scene.width() * scene.scale());
        WholeFile.write(WholeFile.sibling(words, "tex"), text);
    }

    static String latex(String name, String title, String origin, double width) {
        String environment = width > PaperWidth.COLUMN.points() + 1 ? "figure*" : "figure";
        return "% " + origin.replaceAll("\\R", " ") + "\n% needs \\usepackage{graphicx}\n\\begin{" + environment
                + "}\n\\centering\n\\includegraphics{" + name + "}\n\\caption{"
                + Escapes.latex(TableLatex.heading(title)) + "}\n\\label{fig:" + name.replaceFirst("^\\d\\d-", "")
                + "}\n\\end{" + environment + "}\n";
    }

    private static void latex(Path words) throws IOException {
        List<String> lines = Files.readAllLines(words);
        Path csv = WholeFile.sibling(words, "csv");
        Table table = Table.read(csv.toString());
        decimals(table, csv);
        if (!lines.isEmpty()) table.title(lines.get(0));
        lines.stream().skip(1).forEach(table::note);
        table.save(WholeFile.sibling(words, "tex"));
    }

    /** The file has numbers as they were shown: where a whole column has the same decimals, they stay, zeros at the end too. */
    private static void decimals(Table table, Path csv) throws IOException {
        try (CSVParser parser = TableText.CSV.parse(Files.newBufferedReader(csv))) {
            List<CSVRecord> rows = parser.getRecords();
            for (int i = 0; i < table.columns().size(); i++) {
                if (!table.isNumeric(i)) continue;
                Set<Integer> places = new TreeSet<>();
                for (CSVRecord row : rows.subList(1, rows.size())) {
                    String text = row.get(i);
                    if (!text.isEmpty()) places.add(text.contains(".") ? text.length() - text.indexOf('.') - 1 : 0);
                }
                int first = places.iterator().next();
                if (places.size() == 1 && first > 0 && first <= 17)
                    table.digits(table.columns().get(i), first);
            }
        }
    }
}
