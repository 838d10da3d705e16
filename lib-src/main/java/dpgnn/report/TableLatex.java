package dpgnn.report;

import java.util.List;
import java.util.stream.Collectors;

/** A table for a paper: booktabs rules, no vertical lines, numbers right-aligned, every text escaped. */
final class TableLatex {
    private TableLatex() {}

    static String latex(Table table) {
        StringBuilder out = new StringBuilder("% needs \\usepackage{booktabs}\n");
        boolean floating = !table.title().isEmpty();
        if (floating) {
            out.append("\\begin{table}\n\\centering\n\\caption{")
                    .append(Escapes.latex(table.title()))
                    .append("}\n");
            out.append("\\label{tab:").append(Output.slug(table.title())).append("}\n");
        }
        out.append("\\begin{tabular}{");
        for (int i = 0; i < table.columns().size(); i++) out.append(table.isNumeric(i) ? 'r' : 'l');
        out.append("}\n\\toprule\n").append(row(table.columns()));
        out.append("\\midrule\n");
        for (int i = 0; i < table.rows(); i++) out.append(row(table.shown(i)));
        out.append("\\bottomrule\n\\end{tabular}\n");
        for (String note : table.notes()) {
            out.append("\n\\smallskip\n{\\footnotesize ")
                    .append(Escapes.latex(note))
                    .append("}\n");
        }
        if (floating) out.append("\\end{table}\n");
        return out.toString();
    }

    private static String row(List<String> cells) {
        return cells.stream().map(TableLatex::cell).collect(Collectors.joining(" & ")) + " \\\\\n";
    }

    /** A row that starts with a bracket would be read as the optional argument of the line break before it. */
    private static String cell(String text) {
        if (text.matches("-\\d.*")) return "$-$" + Escapes.latex(text.substring(1));
        return (text.startsWith("[") || text.startsWith("*") ? "{}" : "") + Escapes.latex(text);
    }
}
