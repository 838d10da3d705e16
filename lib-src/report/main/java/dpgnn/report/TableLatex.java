package dpgnn.report;

import dpgnn.report.render.Escapes;
import dpgnn.report.render.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes a table for a paper in LaTeX: booktabs rules, no vertical lines, numbers right-aligned, every text escaped. Columns
 * that are too wide for a page break their lines, and a table that is too tall for a page continues on the next.
 */
public final class TableLatex {
    private final Table table;
    private final LatexColumns columns;
    private final boolean isLong;
    private final StringBuilder out = new StringBuilder();

    private TableLatex(Table table) {
        this.table = table;
        columns = new LatexColumns(table);
        isLong = columns.isLong();
    }

    static String latex(Table table) {
        TableLatex writer = new TableLatex(table);
        writer.write();
        return writer.out.toString();
    }

    /** A table's title without the number that it has elsewhere, since LaTeX numbers it anew. */
    public static String caption(String title) {
        return title.replaceFirst("^Table\\s+([0-9]+|[IVXLC]+)[a-z]?\\s*[:.,]\\s*", "");
    }

    private void write() {
        out.append("% ").append(ReportFolder.origin().replaceAll("\\R", " ")).append('\n');
        out.append("% needs \\usepackage{booktabs").append(columns.breaks ? ",array" : "");
        if (columns.shrink > 1) out.append(",graphicx");
        out.append(isLong ? ",longtable}; a longtable wants a page of one column\n" : "}\n");
        if (isLong) {
            writeLong();
            return;
        }
        int rows = table.rows(), each = columns.rowsPerPage();
        for (int from = 0; from == 0 || from < rows; from += each) {
            writeFloat(from, Math.min(rows, from + each), from + each >= rows);
        }
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
        if (columns.shrink > 1) {
            String times = Numbers.fixed(columns.shrink + 5e-4, 3);
            out.append("\\resizebox{\\linewidth}{!}{\\begin{minipage}{")
                    .append(times)
                    .append("\\linewidth}\n");
        }
        tight();
        out.append("\\begin{tabular}{").append(columns.argument()).append("}\n");
        out.append(names());
        for (int i = from; i < to; i++) out.append(row(table.shown(i)));
        out.append("\\bottomrule\n\\end{tabular}");
        out.append(columns.shrink > 1 ? "\\end{minipage}}\n" : "\n");
        if (last) notes();
        if (floating) out.append("\\end{").append(environment).append("}\n");
    }

    private void writeLong() {
        if (columns.breaks) out.append('{');
        tight();
        out.append("\\begin{longtable}{").append(columns.argument()).append("}\n");
        if (!table.title().isEmpty()) out.append(caption()).append(" \\\\\n");
        out.append(names()).append("\\endfirsthead\n").append(names());
        out.append("\\endhead\n\\bottomrule\n\\endfoot\n");
        for (int i = 0; i < table.rows(); i++) out.append(row(table.shown(i)));
        out.append("\\end{longtable}\n").append(columns.breaks ? "}\n" : "");
        notes();
    }

    private void tight() {
        if (columns.breaks) out.append(columns.size()).append("\\setlength\\tabcolsep{3pt}\n");
    }

    private void notes() {
        for (String note : table.notes()) {
            out.append("\n\\smallskip\n{\\footnotesize\\raggedright ")
                    .append(LatexColumns.breakable(note))
                    .append("\\par}\n");
        }
    }

    /** The names of the columns, which a table of several pages has on each of them, under those of their groups. */
    private String names() {
        StringBuilder names = new StringBuilder("\\toprule\n");
        if (table.isGrouped()) {
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
        return names.append(row(WideTable.names(table))).append("\\midrule\n").toString();
    }

    private String caption() {
        return captioned("") + "\n\\label{tab:" + table.label() + "}";
    }

    private String captioned(String more) {
        return "\\caption{" + LatexColumns.breakable(table.caption() + more) + "}";
    }

    private String row(List<String> cells) {
        return cells.stream().map(this::cell).collect(Collectors.joining(" & ")) + " \\\\\n";
    }

    /** A row that starts with a bracket would be read as the optional argument of the line break before it. */
    private String cell(String text) {
        if (text.matches("-\\d.*")) return "$-$" + cell(text.substring(1));
        String guard = text.startsWith("[") || text.startsWith("*") ? "{}" : "";
        return guard + columns.cell(text);
    }
}
