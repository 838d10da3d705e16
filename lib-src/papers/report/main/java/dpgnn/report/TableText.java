package dpgnn.report;

import dpgnn.report.render.Escapes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** Writes a table as plain text, Markdown and CSV. */
final class TableText {
    static final CSVFormat CSV =
            CSVFormat.DEFAULT.builder().setRecordSeparator("\n").get();

    private TableText() {}

    static String text(Table table) {
        int columns = table.columns().size();
        List<List<String>> cells = new ArrayList<>();
        cells.add(table.columns());
        for (int i = 0; i < table.rows(); i++) cells.add(table.shown(i));
        int[] widths = new int[columns];
        for (List<String> row : cells)
            for (int i = 0; i < columns; i++) widths[i] = Math.max(widths[i], width(line(row.get(i))));
        StringBuilder out = new StringBuilder();
        if (!table.title().isEmpty()) out.append(table.title()).append('\n');
        for (int r = 0; r < cells.size(); r++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String cell = line(cells.get(r).get(i));
                String space = " ".repeat(widths[i] - width(cell));
                text.append(i == 0 ? "" : "  ").append(table.isNumeric(i) ? space + cell : cell + space);
            }
            out.append(text.toString().stripTrailing()).append('\n');
            if (r == 0) {
                for (int i = 0; i < columns; i++) out.append(i == 0 ? "" : "  ").append("-".repeat(widths[i]));
                out.append('\n');
            }
        }
        for (String note : table.notes()) out.append(note).append('\n');
        return out.toString();
    }

    static String markdown(Table table) {
        StringBuilder out = new StringBuilder();
        if (!table.title().isEmpty())
            out.append("**").append(Escapes.markdown(table.title())).append("**\n\n");
        markdownRow(out, table.columns());
        out.append('|');
        for (int i = 0; i < table.columns().size(); i++) out.append(table.isNumeric(i) ? " ---: |" : " --- |");
        out.append('\n');
        for (int i = 0; i < table.rows(); i++) markdownRow(out, table.shown(i));
        for (String note : table.notes())
            out.append('\n').append(Escapes.markdown(note)).append('\n');
        return out.toString();
    }

    /** RFC 4180 with line feeds; the title and the notes stay out, so that any reader takes the file. */
    static String csv(Table table) {
        StringBuilder out = new StringBuilder();
        try (CSVPrinter printer = new CSVPrinter(out, CSV)) {
            printer.printRecord(table.columns());
            for (int i = 0; i < table.rows(); i++) printer.printRecord(table.exact(i));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    private static void markdownRow(StringBuilder out, List<String> cells) {
        out.append('|');
        for (String cell : cells) out.append(' ').append(Escapes.markdown(cell)).append(" |");
        out.append('\n');
    }

    private static String line(String cell) {
        return cell.replaceAll("\\R", " ");
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
