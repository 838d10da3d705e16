package dpgnn.report;

import java.util.List;

/** The number at a tick; what follows a "^" stands small and raised. */
final class TickLabel {
    private static final Shape.Font RAISED = new Shape.Font(6.5, false, Palette.INK);

    private TickLabel() {}

    static double width(String label) {
        int at = label.indexOf('^');
        if (at < 0) return Typeface.width(label, Shape.Font.LABEL);
        return Typeface.width(label.substring(0, at), Shape.Font.LABEL)
                + Typeface.width(label.substring(at + 1), RAISED);
    }

    static void add(List<Shape> out, double x, double y, String label, Shape.Anchor anchor) {
        if (label.isEmpty()) return;
        int at = label.indexOf('^');
        if (at < 0) {
            out.add(new Shape.Text(x, y, label, Shape.Font.LABEL, anchor, 0));
            return;
        }
        double width = width(label);
        double left = anchor == Shape.Anchor.END ? x - width : anchor == Shape.Anchor.MIDDLE ? x - width / 2 : x;
        double base = Typeface.width(label.substring(0, at), Shape.Font.LABEL);
        out.add(new Shape.Text(left, y, label.substring(0, at), Shape.Font.LABEL, Shape.Anchor.START, 0));
        out.add(new Shape.Text(left + base, y - 3.5, label.substring(at + 1), RAISED, Shape.Anchor.START, 0));
    }
}
