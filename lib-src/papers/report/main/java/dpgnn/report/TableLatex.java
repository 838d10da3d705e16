package dpgnn.report;

import dpgnn.report.render.Escapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes a table for a paper in LaTeX: booktabs rules, no vertical lines, numbers right-aligned, every text escaped. Columns
 * that are too wide for a page break their lines, and a table that is too tall for a page continues on the next.
 */
final class TableLatex {
    private final Table table;
    private final LatexColumns columns;
    private final StringBuilder out = new StringBuilder();

    private TableLatex(Table table) {
        this.table = table;
        columns = new LatexColumns(table);
    }

    static String latex(Table table) {
        return latex(table, ReportFolder.origin());
    }

    static String latex(Table table, String origin) {
        TableLatex writer = new TableLatex(table);
        writer.write(origin);
        return writer.out.toString();
    }

    /** A table's title without the number that it has elsewhere, since LaTeX numbers it anew. */
    public static String caption(String title) {
        return title.replaceFirst(
                "^(?:Table|Figure)\\s+([0-9]+|[IVXLC]+)[a-z]?\\s*(?:[:.,]\\s*(?:left|right)\\s*)?[:.,]\\s*", "");
    }

    /** A caption with a capital at its head. */
    static String heading(String title) {
        return Escapes.capital(caption(title));
    }

    private void write(String origin) {
        out.append("% ").append(origin.replaceAll("\\R", " ")).append('\n');
        out.append("% needs \\usepackage{booktabs").append(columns.breaks ? ",array" : "");
        out.append("}\n");
        int rows = table.rows(), each = columns.rowsPerPage();
        for (int from = 0; from == 0 || from < rows; from += each)
            writeFloat(from, Math.min(rows, from + each), from + each >= rows);
    }

    /** A table, or a part of one that takes more than a page, each part with the number of the first. */
    private void writeFloat(int from, int to, boolean last) {
        String environment = columns.isWide() ? "table*" : "table";
        boolean floating = !table.title().isEmpty();
        if (floating) {
            out.append("\\begin{").append(environment).append("}\n\\centering\n");
            if (from == 0) out.append(caption()).append('\n');
            else
                out.append("\\addtocounter{table}{-1}\n")
                        .append(captioned(" (continued)"))
                        .append('\n');
        }
        List<Table> parts = parts();
        for (Table part : parts) {
            if (part != parts.get(0)) out.append("\\par\\medskip\n");
            new TableLatex(part).writeRows(from, to, out);
        }
        if (last) notes();
        if (floating) out.append("\\end{").append(environment).append("}\n");
    }

    private void writeRows(int from, int to, StringBuilder into) {
        tight();
        out.append("\\begin{tabular}{").append(columns.argument()).append("}\n");
        out.append(names());
        for (int i = from; i < to; i++) out.append(row(i));
        into.append(out).append("\\bottomrule\n\\end{tabular}\n");
    }

    /** Without empty columns; where it is wider than a page, parts of its columns below each other, each with the first column. */
    private List<Table> parts() {
        List<Table> parts = new ArrayList<>();
        String first = table.columns().get(0);
        List<String> part = new ArrayList<>(List.of(first));
        int at = 0;
        for (var group : WideTable.groups(table)) {
            List<String> names = table.columns().subList(at, at += group.getValue()).stream()
                    .filter(n ->
                            !n.equals(first) && Arrays.stream(table.texts(n)).anyMatch(t -> !t.isEmpty()))
                    .toList();
            List<String> more = new ArrayList<>(part);
            more.addAll(names);
            if (part.size() > 1 && !new LatexColumns(select(more)).fits()) {
                parts.add(select(part));
                part = new ArrayList<>(List.of(first));
            }
            part.addAll(names);
        }
        parts.add(select(part));
        return parts;
    }

    private Table select(List<String> names) {
        return table.select(names.toArray(String[]::new));
    }

    private void tight() {
        if (columns.breaks) out.append(columns.size()).append("\\setlength\\tabcolsep{3pt}\n");
    }

    private void notes() {
        for (String note : table.notes()) {
            if (note.matches(".*\\bhash [0-9a-f]{6,}.*")) {
                out.append("% ").append(note.replaceAll("\\R", " ")).append('\n');
                continue;
            }
            out.append("\n\\smallskip\n{\\footnotesize\\raggedright ")
                    .append(LatexColumns.cell(note))
                    .append("\\par}\n");
        }
    }

    /** The names of the columns, which a table of several pages has on each of them, under those of their groups. */
    private String names() {
        StringBuilder names = new StringBuilder("\\toprule\n");
        if (table.isGrouped()
                && WideTable.groups(table).stream().anyMatch(g -> !g.getKey().isEmpty())) {
            List<String> cells = new ArrayList<>(), rules = new ArrayList<>();
            int at = 1;
            for (var group : WideTable.groups(table)) {
                int end = at + group.getValue() - 1;
                String name = Escapes.latex(group.getKey());
                cells.add(name.isEmpty() ? "" : "\\multicolumn{" + group.getValue() + "}{c}{" + name + "}");
                if (!name.isEmpty()) rules.add("\\cmidrule(lr){" + at + "-" + end + "}");
                at = end + 1;
            }
            names.append(String.join(" & ", cells)).append(" \\\\\n").append(String.join("", rules));
            names.append('\n');
        }
        return names.append(line(WideTable.names(table).stream().map(TableLatex::cell)))
                .append("\\midrule\n")
                .toString();
    }

    private String caption() {
        return captioned("") + "\n\\label{tab:" + table.label() + "}";
    }

    private String captioned(String more) {
        return "\\caption{" + LatexColumns.cell(table.caption() + more) + "}";
    }

    private String row(int row) {
        List<String> cells = table.shown(row);
        return line(IntStream.range(0, cells.size())
                .mapToObj(i -> table.isBest(row, i) ? "\\textbf{" + cell(cells.get(i)) + "}" : cell(cells.get(i))));
    }

    private static String line(Stream<String> cells) {
        return cells.collect(Collectors.joining(" & ")) + " \\\\\n";
    }

    /** A row that starts with a bracket would be read as the optional argument of the line break before it. */
    private static String cell(String text) {
        return (text.startsWith("[") || text.startsWith("*") ? "{}" : "") + LatexColumns.cell(text);
    }
}
