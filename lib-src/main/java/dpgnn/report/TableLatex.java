package dpgnn.report;

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
        boolean floating = !table.title().isEmpty() && !isLong;
        String environment = columns.isWide() ? "table*" : "table";
        out.append("% needs \\usepackage{booktabs").append(columns.breaks ? ",array" : "");
        out.append(isLong ? ",longtable}; a longtable wants a page of one column\n" : "}\n");
        if (floating) {
            out.append("\\begin{").append(environment).append("}\n\\centering\n");
            out.append(caption()).append('\n');
        }
        if (columns.breaks)
            out.append(isLong ? "{" : "").append(columns.size()).append("\\setlength\\tabcolsep{3pt}\n");
        out.append(isLong ? "\\begin{longtable}{" : "\\begin{tabular}{")
                .append(columns.argument())
                .append("}\n");
        head();
        for (int i = 0; i < table.rows(); i++) out.append(row(table.shown(i)));
        if (!isLong) out.append("\\bottomrule\n\\end{tabular}\n");
        else out.append("\\end{longtable}\n").append(columns.breaks ? "}\n" : "");
        for (String note : table.notes()) {
            out.append("\n\\smallskip\n{\\footnotesize\\raggedright ")
                    .append(LatexColumns.breakable(note))
                    .append("\\par}\n");
        }
        if (floating) out.append("\\end{").append(environment).append("}\n");
    }

    /** The names of the columns, which a table of several pages has on each of them. */
    private void head() {
        String names = "\\toprule\n" + row(table.columns()) + "\\midrule\n";
        if (!isLong) {
            out.append(names);
            return;
        }
        if (!table.title().isEmpty()) out.append(caption()).append(" \\\\\n");
        out.append(names).append("\\endfirsthead\n").append(names);
        out.append("\\endhead\n\\bottomrule\n\\endfoot\n");
    }

    private String caption() {
        return "\\caption{" + LatexColumns.breakable(caption(table.title())) + "}\n\\label{tab:" + table.label() + "}";
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
