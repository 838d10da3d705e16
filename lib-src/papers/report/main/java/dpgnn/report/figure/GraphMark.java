package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A graph as dots and lines at given places, the dots coloured by group (no more groups than the palette tells apart). */
public record GraphMark(String name, double[] x, double[] y, int[] from, int[] to, int[] group) implements Mark {
    /** All pairs are looked at in each round of the layout: the work of one round of the largest graph that is drawn. */
    static final int NODES = 5000;

    private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

    public GraphMark {
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
        if (nodes < 1 || nodes > NODES) {
            throw new IllegalArgumentException("nodes = " + nodes + ", must be in 1.." + NODES
                    + " to be drawn; draw a sub-graph of a larger graph");
        }
        GraphMark checked = new GraphMark(name, new double[nodes], new double[nodes], from, to, group);
        double[][] places = places(nodes, checked.from, checked.to);
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
    public boolean isBare() {
        return true;
    }

    /**
     * Places of the nodes after Fruchterman and Reingold (1991): all nodes push each other away, edges pull, and the allowed
     * movement cools down. It starts from a sunflower spiral and uses no randomness: the same graph gives the same picture.
     */
    private static double[][] places(int nodes, int[] from, int[] to) {
        double[] x = new double[nodes], y = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            double r = Math.sqrt((i + 0.5) / nodes);
            x[i] = r * StrictMath.cos(i * GOLDEN_ANGLE);
            y[i] = r * StrictMath.sin(i * GOLDEN_ANGLE);
        }
        double k = 1.6 / Math.sqrt(nodes), kk = k * k;
        int rounds = Math.max(40, Math.min(300, (int) (2e8 / ((double) nodes * nodes))));
        double[] fx = new double[nodes], fy = new double[nodes];
        for (int round = 0; round < rounds; round++) {
            double left = 1 - round / (double) rounds, heat = 0.2 * left * Math.sqrt(left) + 1e-4;
            // A pull to the middle keeps components that no edge joins on the same sheet.
            for (int i = 0; i < nodes; i++) {
                fx[i] = -x[i];
                fy[i] = -y[i];
            }
            repel(x, y, fx, fy, kk);
            for (int e = 0; e < from.length; e++) {
                int a = from[e], b = to[e];
                double dx = x[a] - x[b], dy = y[a] - y[b], d = Math.sqrt(dx * dx + dy * dy), pull = d / k;
                fx[a] -= dx * pull;
                fy[a] -= dy * pull;
                fx[b] += dx * pull;
                fy[b] += dy * pull;
            }
            for (int i = 0; i < nodes; i++) {
                double length = Math.sqrt(fx[i] * fx[i] + fy[i] * fy[i]);
                if (length == 0) continue;
                double step = Math.min(length, heat) / length;
                x[i] += fx[i] * step;
                y[i] += fy[i] * step;
            }
        }
        return new double[][] {x, y};
    }

    private static void repel(double[] x, double[] y, double[] fx, double[] fy, double kk) {
        for (int i = 0; i < x.length; i++) {
            double xi = x[i], yi = y[i], sumX = 0, sumY = 0;
            for (int j = 0; j < i; j++) {
                double dx = xi - x[j], dy = yi - y[j];
                double push = kk / (dx * dx + dy * dy + 1e-9);
                sumX += dx * push;
                sumY += dy * push;
                fx[j] -= dx * push;
                fy[j] -= dy * push;
            }
            fx[i] += sumX;
            fy[i] += sumY;
        }
    }
}
