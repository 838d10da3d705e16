package dpgnn.report;

import dpgnn.report.render.Escapes;
import dpgnn.report.render.Numbers;
import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.util.Arrays;
import java.util.List;

/**
 * Fits the columns of a table to the width of a page in LaTeX, so that none runs over its edge. A table that fits is set as
 * it is, or in letters down to footnote size; otherwise the longer columns break their lines between words, again in letters of
 * the largest of these sizes in which single words fit.
 *
 * <p>Widths are at least those of Liberation Sans at ten points: letters that are narrow there are less narrow in the font
 * that LaTeX uses.
 */
final class LatexColumns {
    /** Room between two columns, as LaTeX has it and where it is tight. */
    private static final double GAP = 12, TIGHT = 6;
    /** About as many lines of a table as a page holds beside its caption. */
    private static final int PAGE = 38;

    private static final String[] SIZES = {"\\normalsize", "\\small", "\\footnotesize"};
    private static final double[] SCALES = {1, 0.93, 0.86};
    /** What a letter takes at least, and what capitals and the signs take that are set as mathematics. */
    private static final double NARROWEST = 3.9, SIGN = 7.8;

    private static final String SIGNS = "-_−±×≤≥≈→";
    private static final SceneShape.Font FONT = new SceneShape.Font(10, false, Palette.INK);

    private final Table table;
    private double room;
    private final double[] natural, least, widths;
    private int size;
    final boolean breaks;

    LatexColumns(Table table) {
        this.table = table;
        int n = table.columns().size();
        natural = new double[n];
        least = new double[n];
        measure();
        room = roomOf(table, total(natural, 1, GAP));
        breaks = total(natural, 1, GAP) > room;
        while (breaks && !fits(natural) && size < SIZES.length - 1) size++;
        if (!fits(natural)) size = 0;
        while (breaks && !fits() && size < SIZES.length - 1) size++;
        widths = breaks ? shares() : natural;
    }

    /** The width that the table names, else a column where the table fits into it, and both columns where not. */
    private static double roomOf(Table table, double needed) {
        PaperWidth own = needed > PaperWidth.COLUMN.points() ? PaperWidth.PAGE : PaperWidth.COLUMN;
        return (table.paper() == null ? own : table.paper()).points();
    }

    /** Whether no word is broken. */
    boolean fits() {
        return fits(least);
    }

    private boolean fits(double[] columns) {
        return total(columns, SCALES[size], TIGHT) <= room;
    }

    private void measure() {
        measure(WideTable.names(table));
        if (table.isGrouped()) measureGroups();
        for (int row = 0; row < table.rows(); row++) measure(table.shown(row));
    }

    private void measure(List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            natural[i] = Math.max(natural[i], width(cells.get(i)));
            for (String word : whole(cells.get(i)).split("[\\s\u00ad]+")) least[i] = Math.max(least[i], width(word));
        }
    }

    /** The name of a group stands on one line above its columns. */
    private void measureGroups() {
        int at = 0;
        for (var group : WideTable.groups(table)) {
            int size = group.getValue();
            double each = (width(group.getKey()) - GAP * (size - 1)) / size;
            for (int i = at; i < at + size && !group.getKey().isEmpty(); i++) {
                natural[i] = Math.max(natural[i], each);
                least[i] = Math.max(least[i], each);
            }
            at += size;
        }
    }

    private static double width(String text) {
        return text.codePoints().mapToDouble(LatexColumns::letter).sum();
    }

    private static double letter(int c) {
        if (SIGNS.indexOf(c) >= 0) return SIGN;
        double width = Typeface.width(Character.toString(c), FONT);
        return Character.isUpperCase(c) ? Math.max(SIGN, 1.12 * width) : Math.max(NARROWEST, width);
    }

    /** Text for a cell. */
    static String cell(String text) {
        String minus = whole(text).replaceAll("(?<![\\w.-])-(?=[\\d.])", "−").replaceAll("\\s+", " ");
        return Escapes.latex(minus).replace("\u00a0", "~").replace("\u00ad", "\\penalty500{}");
    }

    /** No line ends before or after the ± of a mean; one may end within a hash. */
    private static String whole(String text) {
        return text.replace(" ± ", "\u00a0±\u00a0").replaceAll("([0-9a-f]{8})(?=[0-9a-f]{8})", "$1\u00ad");
    }

    private static double total(double[] columns, double scale, double gap) {
        return Arrays.stream(columns).sum() * scale + gap * columns.length;
    }

    /** Every column what it needs at least; the rest to those that would take more, in proportion to what they lack. */
    private double[] shares() {
        double scale = SCALES[size], left = room - total(least, scale, TIGHT), lack = 0;
        for (int i = 0; i < natural.length; i++) lack += (natural[i] - least[i]) * scale;
        double[] result = new double[natural.length];
        for (int i = 0; i < result.length; i++) {
            double more = lack == 0 ? 0 : Math.max(0, left) * (natural[i] - least[i]) * scale / lack;
            result[i] = least[i] * scale + more;
        }
        return result;
    }

    /** The letters of the whole table. */
    String size() {
        return SIZES[size];
    }

    /** Whether it needs both columns of a page with two. */
    boolean isWide() {
        return room == PaperWidth.PAGE.points();
    }

    /** How many rows the fullest page takes. */
    int rowsPerPage() {
        int lines = 0;
        for (int row = 0; row < table.rows(); row++) {
            double most = 1;
            List<String> cells = table.shown(row);
            for (int i = 0; i < cells.size(); i++) {
                double needed = width(cells.get(i)) * SCALES[size];
                if (needed > widths[i] * 1.001) most = Math.max(most, Math.ceil(needed / widths[i] * 1.1));
            }
            lines += (int) most;
            if (lines > PAGE) return Math.max(1, row);
        }
        return Math.max(1, table.rows());
    }

    /** The argument of tabular: shares of the line's width that come to one, whatever that width is. */
    String argument() {
        StringBuilder out = new StringBuilder();
        double whole = total(widths, 1, TIGHT);
        for (int i = 0; i < widths.length; i++) {
            boolean numeric = table.isNumeric(i);
            if (!breaks) out.append(numeric ? 'r' : 'l');
            else {
                out.append(numeric ? "\n  >{\\raggedleft" : "\n  >{\\raggedright")
                        .append("\\arraybackslash}p{\\dimexpr ")
                        .append(Numbers.fixed(Math.floor(1e4 * (widths[i] + TIGHT) / whole) / 1e4, 4))
                        .append("\\linewidth-2\\tabcolsep\\relax}");
            }
        }
        return out.toString();
    }
}
