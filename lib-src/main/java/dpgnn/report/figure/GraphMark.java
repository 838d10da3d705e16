package dpgnn.report.figure;

import dpgnn.report.render.Marker;
import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A graph as dots and lines at given places, the dots coloured by group (no more groups than the palette tells apart). */
record GraphMark(String name, double[] x, double[] y, int[] from, int[] to, int[] group) implements Mark {
    GraphMark {
        x = Mark.finite(name, "x", x);
        y = Mark.finite(name, "y", y);
        Mark.sameLength(name, "x", x.length, "y", y.length);
        Mark.sameLength(name, "from", from.length, "to", to.length);
        if (group != null) {
            Mark.sameLength(name, "group", group.length, "x", x.length);
            group = group.clone();
        }
        from = from.clone();
        to = to.clone();
        for (int i = 0; i < from.length; i++) {
            int node = from[i] < 0 || from[i] >= x.length ? from[i] : to[i];
            if (node < 0 || node >= x.length) {
                throw new IllegalArgumentException("graph \"" + name + "\": edge " + i + " names node " + node
                        + ", there are nodes 0 to " + (x.length - 1));
            }
        }
    }

    /** The graph with places found by forces. */
    static GraphMark laidOut(String name, int nodes, int[] from, int[] to, int[] group) {
        if (nodes < 1 || nodes > ForceLayout.NODES) {
            throw new IllegalArgumentException("nodes = " + nodes + ", must be in 1.." + ForceLayout.NODES
                    + " to be drawn; draw a sub-graph of a larger graph");
        }
        GraphMark checked = new GraphMark(name, new double[nodes], new double[nodes], from, to, group);
        double[][] places = ForceLayout.places(nodes, checked.from, checked.to);
        return new GraphMark(name, places[0], places[1], from, to, group);
    }

    @Override
    public void cover(Axis xAxis, Axis yAxis) {
        xAxis.cover(name, x);
        yAxis.cover(name, y);
    }

    @Override
    public void paint(PlotFrame frame) {
        // The layout's own square must not be stretched: both axes take the smaller scale, centred.
        double spanX = frame.x.high() - frame.x.low(), spanY = frame.y.high() - frame.y.low();
        double unit = Math.min((frame.right - frame.left) / spanX, (frame.bottom - frame.top) / spanY);
        double midX = (frame.left + frame.right) / 2, midY = (frame.top + frame.bottom) / 2;
        double[] px = new double[x.length], py = new double[y.length];
        for (int i = 0; i < x.length; i++) {
            px[i] = midX + (x[i] - (frame.x.low() + frame.x.high()) / 2) * unit;
            py[i] = midY - (y[i] - (frame.y.low() + frame.y.high()) / 2) * unit;
        }
        double thickness = from.length > 2000 ? 0.25 : from.length > 400 ? 0.45 : 0.7;
        Set<Long> drawn = new LinkedHashSet<>();
        for (int i = 0; i < from.length; i++) {
            int a = Math.min(from[i], to[i]), b = Math.max(from[i], to[i]);
            if (a == b || !drawn.add((long) a << 32 | b)) continue;
            frame.add(new SceneShape.Line(px[a], py[a], px[b], py[b], new SceneShape.Stroke(0x9A9A9A, thickness)));
        }
        double radius = Math.max(1.2, Math.min(5, 40 / Math.sqrt(x.length)));
        for (int i = 0; i < x.length; i++) {
            int kind = group == null ? 0 : Math.floorMod(group[i], Palette.size());
            frame.add(Marker.of(kind, px[i], py[i], radius, Palette.colour(kind)));
        }
    }

    @Override
    public List<Object[]> points() {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            rows.add(new Object[] {"node " + i, x[i], y[i], null, null, group == null ? null : group[i]});
        }
        for (int i = 0; i < from.length; i++) rows.add(new Object[] {"edge", from[i], to[i], null, null, null});
        return rows;
    }

    @Override
    public List<SceneShape> key(double px, double py, int index) {
        return List.of();
    }

    @Override
    public boolean isColoured() {
        return false;
    }
}
