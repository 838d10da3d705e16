package dpgnn.report;

import dpgnn.report.render.Escapes;
import java.util.List;

/**
 * Writes a table as HTML with its style in each element, since a notebook may strip a style sheet. Colours are mixed with the
 * page's own text colour, so that the table is readable on light and dark pages.
 */
final class TableHtml {
    /** A notebook with more rows than this becomes slow to scroll; files written by save are whole in every other format. */
    static final int SHOWN = 500;

    private static final String TABLE =
            "border-collapse:collapse;margin:0.5em 0;font-size:inherit;font-variant-numeric:tabular-nums;"
                    + "border-top:2px solid currentColor;border-bottom:2px solid currentColor;color:inherit;background:transparent";
    private static final String CAPTION =
            "caption-side:top;text-align:left;font-weight:600;padding:0 0 0.3em 0;color:inherit";
    private static final String HEAD =
            "padding:0.25em 0.6em;border-bottom:1px solid currentColor;background:transparent;color:inherit;font-weight:600;";
    private static final String CELL = "padding:0.2em 0.6em;color:inherit;white-space:pre-line;";
    private static final String STRIPE = "background:rgba(128,128,128,0.10)";
    private static final String PLAIN = "background:transparent";
    private static final String NOTE = "font-size:85%;opacity:0.85;margin:0.1em 0";

    private TableHtml() {}

    static String html(Table table) {
        return html(table, "");
    }

    /** With where it comes from, for the files that are made of it. */
    static String html(Table table, String origin) {
        StringBuilder out = new StringBuilder("<div class=\"dpgnn-table\"");
        if (!origin.isEmpty())
            out.append(" data-origin=\"").append(Escapes.html(origin)).append('"');
        out.append(" style=\"overflow-x:auto\"><table style=\"").append(TABLE).append("\">");
        if (!table.title().isEmpty()) {
            out.append("<caption style=\"").append(CAPTION).append("\">");
            out.append(Escapes.html(table.title())).append("</caption>");
        }
        out.append("\n<thead><tr>");
        if (table.isGrouped()) {
            for (var group : WideTable.groups(table)) {
                out.append("<th colspan=\"").append(group.getValue()).append("\" style=\"");
                out.append(group.getKey().isEmpty() ? "" : HEAD).append("text-align:center\">");
                out.append(Escapes.html(group.getKey())).append("</th>");
            }
            out.append("</tr>\n<tr>");
        }
        List<String> names = WideTable.names(table);
        for (int i = 0; i < names.size(); i++) {
            out.append("<th style=\"").append(HEAD).append(align(table, i)).append("\">");
            out.append(Escapes.html(names.get(i))).append("</th>");
        }
        out.append("</tr></thead>\n<tbody>\n");
        int shown = Math.min(SHOWN, table.rows());
        for (int r = 0; r < shown; r++) {
            out.append("<tr style=\"").append(r % 2 == 1 ? STRIPE : PLAIN).append("\">");
            List<String> cells = table.shown(r);
            for (int i = 0; i < cells.size(); i++) {
                out.append("<td style=\"").append(CELL).append(align(table, i)).append("\">");
                String cell = Escapes.html(cells.get(i).replace(" ± ", "\u00a0±\u00a0"));
                out.append(table.isBest(r, i) ? "<b>" + cell + "</b>" : cell).append("</td>");
            }
            out.append("</tr>\n");
        }
        out.append("</tbody></table>\n");
        if (shown < table.rows()) note(out, "… and " + (table.rows() - shown) + " more rows");
        for (String note : table.notes()) note(out, note);
        return out.append("</div>").toString();
    }

    private static void note(StringBuilder out, String note) {
        out.append("<p style=\"")
                .append(NOTE)
                .append("\">")
                .append(Escapes.html(note))
                .append("</p>\n");
    }

    private static String align(Table table, int column) {
        return table.isNumeric(column) ? "text-align:right" : "text-align:left";
    }
}
