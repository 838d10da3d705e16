package dpgnn.report;

import dpgnn.report.render.Escapes;
import dpgnn.report.render.Scene;
import dpgnn.report.render.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Completes a folder of what a notebook was committed with: PDF and LaTeX beside each SVG, CSV and LaTeX in place of each table's HTML. Captions
 * and origins lie beside them as .words.
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
                } else if (name.endsWith(".html")) {
                    table(file);
                } else if (name.endsWith(".words")) {
                    if (names.contains(name.replace(".words", ".svg"))) figure(file);
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

    /** The table as CSV, and in LaTeX with where it comes from at its head. */
    private static void table(Path html) throws IOException {
        CommittedTable committed = CommittedTable.of(Files.readString(html));
        Path words = WholeFile.sibling(html, "words");
        String origin = committed.origin().isEmpty() ? Files.readString(words).strip() : committed.origin();
        WholeFile.write(WholeFile.sibling(html, "csv"), committed.csv());
        WholeFile.write(WholeFile.sibling(html, "tex"), TableLatex.latex(committed.table(), origin));
        Files.delete(html);
    }
}
