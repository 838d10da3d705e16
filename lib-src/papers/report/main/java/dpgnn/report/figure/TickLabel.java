package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.util.List;

/** The number at a tick; what follows a "^" stands small and raised. */
final class TickLabel {
    private static final SceneShape.Font RAISED = new SceneShape.Font(6.5, false, Palette.INK);

    private TickLabel() {}

    static double width(String label) {
        int at = label.indexOf('^');
        if (at < 0) return Typeface.width(label, SceneShape.Font.LABEL);
        return Typeface.width(label.substring(0, at), SceneShape.Font.LABEL)
                + Typeface.width(label.substring(at + 1), RAISED);
    }

    static void add(List<SceneShape> out, double x, double y, String label, SceneShape.Anchor anchor) {
        if (label.isEmpty()) return;
        int at = label.indexOf('^');
        if (at < 0) {
            out.add(new SceneShape.Text(x, y, label, SceneShape.Font.LABEL, anchor, 0));
            return;
        }
        double width = width(label);
        double left =
                anchor == SceneShape.Anchor.END ? x - width : anchor == SceneShape.Anchor.MIDDLE ? x - width / 2 : x;
        double base = Typeface.width(label.substring(0, at), SceneShape.Font.LABEL);
        out.add(new SceneShape.Text(
                left, y, label.substring(0, at), SceneShape.Font.LABEL, SceneShape.Anchor.START, 0));
        out.add(new SceneShape.Text(left + base, y - 3.5, label.substring(at + 1), RAISED, SceneShape.Anchor.START, 0));
    }
}
