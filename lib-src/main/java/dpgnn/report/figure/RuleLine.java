package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.util.List;

/** A thin straight line across the whole field, with a word at its end: a bound, a published value, a model without privacy. */
record RuleLine(String name, boolean vertical, double value) implements Mark {
    RuleLine {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("line \"" + name + "\" at " + value + ": must be a finite number");
        }
    }

    @Override
    public void cover(Axis x, Axis y) {
        (vertical ? x : y).cover(name, value);
    }

    @Override
    public void paint(PlotFrame frame) {
        SceneShape.Stroke stroke = new SceneShape.Stroke(Palette.FRAME, 0.9, 4, 2, 1, 2);
        if (vertical) {
            double at = frame.x.at(value);
            frame.add(new SceneShape.Line(at, frame.top, at, frame.bottom, stroke));
            boolean flip = at > frame.right - Typeface.width(name, SceneShape.Font.SMALL) - 6;
            SceneShape.Anchor anchor = flip ? SceneShape.Anchor.END : SceneShape.Anchor.START;
            frame.add(new SceneShape.Text(at + (flip ? -3 : 3), frame.top + 9, name, SceneShape.Font.SMALL, anchor, 0));
        } else {
            double at = frame.y.at(value);
            frame.add(new SceneShape.Line(frame.left, at, frame.right, at, stroke));
            double base = at - frame.top < 12 ? at + 9 : at - 3;
            frame.add(
                    new SceneShape.Text(frame.right - 4, base, name, SceneShape.Font.SMALL, SceneShape.Anchor.END, 0));
        }
    }

    @Override
    public List<Object[]> points() {
        return List.<Object[]>of(
                new Object[] {"line", vertical ? value : null, vertical ? null : value, null, null, null});
    }

    @Override
    public List<SceneShape> key(double x, double y, int index) {
        return List.of();
    }

    @Override
    public boolean isColoured() {
        return false;
    }
}
