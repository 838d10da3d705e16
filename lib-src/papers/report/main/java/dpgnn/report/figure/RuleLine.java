package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.awt.geom.Rectangle2D;
import java.util.List;

/** A thin straight line across the whole field, with a word at its end: a bound, a published value, a model without privacy. */
public record RuleLine(String name, boolean vertical, double value) implements Mark {
    private static final int STEPS = 24;

    public RuleLine {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("line \"" + name + "\" at " + value + ": must be a finite number");
        }
    }

    @Override
    public void cover(Axis x, Axis y) {
        if (vertical) x.cover(name, value);
        else y.coverWord(name, value);
    }

    @Override
    public void paint(PlotFrame frame) {
        SceneShape.Stroke stroke = new SceneShape.Stroke(Palette.FRAME, 0.9, 4, 2, 1, 2);
        if (vertical) {
            double at = frame.x.at(value);
            frame.add(new SceneShape.Line(at, frame.top, at, frame.bottom, stroke));
        } else {
            double at = frame.y.at(value);
            frame.add(new SceneShape.Line(frame.left, at, frame.right, at, stroke));
        }
    }

    /** Writes the word beside the line where it hides the least of what is drawn, and no other word. */
    void addWord(PlotFrame frame) {
        if (name.isEmpty()) return;
        double field = frame.right - frame.left - 8;
        SceneShape.Font font = Typeface.fitting(name, SceneShape.Font.SMALL, field);
        double width = Typeface.width(name, font), high = font.size();
        Rectangle2D best = null;
        double least = Double.POSITIVE_INFINITY;
        for (int side = 0; side < 2; side++) {
            for (int step = 0; step <= STEPS; step++) {
                double x, y;
                if (vertical) {
                    x = frame.x.at(value) + (side == 0 ? 3 : -3 - width);
                    y = frame.top + 2 + step * (frame.bottom - frame.top - high - 4) / STEPS;
                } else {
                    x = frame.right - 4 - width - step * (field - width) / STEPS;
                    y = frame.y.at(value) + (side == 0 ? -2 - high : 2);
                }
                Rectangle2D box = new Rectangle2D.Double(x, y, width, high);
                double hidden = hidden(frame, box) + 0.01 * step;
                if (hidden >= least) continue;
                least = hidden;
                best = box;
            }
        }
        if (best == null) return;
        frame.words.add(best);
        double base = best.getY() + 0.8 * high;
        SceneShape.Fill paper = new SceneShape.Fill(Palette.PAPER, 0.85);
        frame.add(new SceneShape.Rect(best.getX() - 1, best.getY(), width + 2, high, paper, null));
        frame.add(new SceneShape.Text(best.getX(), base, name, font, SceneShape.Anchor.START, 0));
    }

    /** What a word in a place hides: points of lines and signs a little, another word or the edge of the field far more. */
    private static double hidden(PlotFrame frame, Rectangle2D box) {
        double cost = 0;
        boolean inside = box.getMinX() >= frame.left
                && box.getMaxX() <= frame.right
                && box.getMinY() >= frame.top
                && box.getMaxY() <= frame.bottom;
        if (!inside) cost += 1e3;
        Rectangle2D around =
                new Rectangle2D.Double(box.getX() - 2, box.getY() - 1, box.getWidth() + 4, box.getHeight() + 2);
        for (Rectangle2D word : frame.words) if (word.intersects(around)) cost += 1e6;
        for (SceneShape shape : frame.shapes) {
            if (shape instanceof SceneShape.Polyline line) {
                for (int i = 1; i < line.x().length; i++) {
                    if (around.intersectsLine(line.x()[i - 1], line.y()[i - 1], line.x()[i], line.y()[i])) cost++;
                }
            } else if (shape instanceof SceneShape.Line line && line.x1() == line.x2() != (line.y1() == line.y2())) {
                if (around.intersectsLine(line.x1(), line.y1(), line.x2(), line.y2())) cost += 2;
            } else if (shape instanceof SceneShape.Circle c && around.contains(c.x(), c.y())
                    || shape instanceof SceneShape.Polygon p && p.x().length < 6 && around.contains(p.x()[0], p.y()[0])
                    || shape instanceof SceneShape.Rect r && around.intersects(r.x(), r.y(), r.width(), r.height())) {
                cost++;
            }
        }
        return cost;
    }

    @Override
    public List<Object[]> points() {
        return List.<Object[]>of(
                new Object[] {"line", vertical ? value : null, vertical ? null : value, null, null, null});
    }

    @Override
    public boolean isColoured() {
        return false;
    }
}
