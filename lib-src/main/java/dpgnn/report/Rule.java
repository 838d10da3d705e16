package dpgnn.report;

import java.util.List;

/** A thin straight line across the whole field, with a word at its end: a bound, a published value, a model without privacy. */
record Rule(String name, boolean vertical, double value) implements Mark {
    Rule {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("line \"" + name + "\" at " + value + ": must be a finite number");
        }
    }

    @Override
    public void cover(Axis x, Axis y) {
        (vertical ? x : y).cover(name, value);
    }

    @Override
    public void paint(Frame frame) {
        Shape.Stroke stroke = new Shape.Stroke(Palette.FRAME, 0.9, 4, 2, 1, 2);
        if (vertical) {
            double at = frame.x.at(value);
            frame.add(new Shape.Line(at, frame.top, at, frame.bottom, stroke));
            boolean flip = at > frame.right - Typeface.width(name, Shape.Font.SMALL) - 6;
            Shape.Anchor anchor = flip ? Shape.Anchor.END : Shape.Anchor.START;
            frame.add(new Shape.Text(at + (flip ? -3 : 3), frame.top + 9, name, Shape.Font.SMALL, anchor, 0));
        } else {
            double at = frame.y.at(value);
            frame.add(new Shape.Line(frame.left, at, frame.right, at, stroke));
            double base = at - frame.top < 12 ? at + 9 : at - 3;
            frame.add(new Shape.Text(frame.right - 4, base, name, Shape.Font.SMALL, Shape.Anchor.END, 0));
        }
    }

    @Override
    public List<Object[]> points() {
        return List.<Object[]>of(
                new Object[] {"line", vertical ? value : null, vertical ? null : value, null, null, null});
    }

    @Override
    public List<Shape> key(double x, double y, int index) {
        return List.of();
    }

    @Override
    public boolean isColoured() {
        return false;
    }
}
