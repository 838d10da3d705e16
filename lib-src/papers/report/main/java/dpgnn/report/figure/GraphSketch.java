package dpgnn.report.figure;

import dpgnn.base.Check;
import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A small graph to teach with: numbered nodes in roles, a note below each, and arrows that a step of an algorithm follows or
 * drops. Every method returns a new sketch of the same layout, so that the pictures of consecutive steps can be compared.
 *
 * <pre>{@code
 * var ten = GraphSketch.of(10, from, to).role("node", 0, 1, 2, 3);
 * ten.role("centre", 2, 7).note(v -> "D = " + graph.outDegree(v)).arrows("joins", joining, centres).figure("one batch")
 * }</pre>
 */
public final class GraphSketch {
    /** A graph of more nodes has no room for numbers and notes; {@link Figure#graph} draws it. */
    public static final int NODES = 40;

    private static final double RADIUS = 9.5;
    private static final double LINE = 13;

    private record Role(String name, List<Integer> nodes) {}

    private record Arrows(String name, int[] from, int[] to, Kind kind) {}

    private enum Kind {
        ARROW,
        DROPPED,
        LINE
    }

    private final double[] x;
    private final double[] y;
    private final int[] from;
    private final int[] to;
    private final List<Role> roles;
    private final List<Arrows> arrows;
    private final Words words;

    /** What stands in a node and below it. */
    private record Words(IntFunction<String> name, IntFunction<String> note) {}

    private GraphSketch(
            double[] x, double[] y, int[] from, int[] to, List<Role> roles, List<Arrows> arrows, Words words) {
        this.x = x;
        this.y = y;
        this.from = from;
        this.to = to;
        this.roles = roles;
        this.arrows = arrows;
        this.words = words;
    }

    /** A graph with these edges, laid out by forces: the same graph looks the same in every picture. */
    public static GraphSketch of(int nodes, int[] from, int[] to) {
        Check.given("from", from);
        Check.given("to", to);
        Check.within("nodes", nodes, 1, NODES);
        Words numbered = new Words(Integer::toString, v -> "");
        GraphMark plain = GraphMark.laidOut("graph", nodes, from, to, null);
        return new GraphSketch(plain.x(), plain.y(), plain.from(), plain.to(), List.of(), List.of(), numbered);
    }

    /** These nodes in their places with other edges: what a method makes of them. */
    public GraphSketch edges(int[] others, int[] ends) {
        Mark.sameLength("edges", "others", others.length, "ends", ends.length);
        for (int v : others) Check.within("other", v, 0, x.length - 1);
        for (int v : ends) Check.within("end", v, 0, x.length - 1);
        return new GraphSketch(x, y, others.clone(), ends.clone(), roles, arrows, words);
    }

    /**
     * Gives nodes a role, in place of those that had it. A role keeps its colour and its rank: a node in two roles is drawn in
     * the one that was named later. One that no node has yet is not in the legend.
     */
    public GraphSketch role(String name, int... nodes) {
        for (int v : nodes) Check.within("node", v, 0, x.length - 1);
        Role role =
                new Role(Check.given("name", name), Arrays.stream(nodes).boxed().toList());
        List<Role> all = new ArrayList<>(roles);
        int at = all.stream().map(Role::name).toList().indexOf(name);
        if (at < 0) all.add(role);
        else all.set(at, role);
        return new GraphSketch(x, y, from, to, List.copyOf(all), arrows, words);
    }

    /** Writes a text below every node; an empty one writes nothing. */
    public GraphSketch note(IntFunction<String> text) {
        return words(words.name, Check.given("text", text));
    }

    /** Writes a letter or two into every node, in place of its number. */
    public GraphSketch names(String... each) {
        Mark.sameLength("nodes", "x", x.length, "names", each.length);
        return words(List.of(each)::get, words.note);
    }

    private GraphSketch words(IntFunction<String> name, IntFunction<String> note) {
        return new GraphSketch(x, y, from, to, roles, arrows, new Words(name, note));
    }

    /** Draws arrows over the edges. */
    public GraphSketch arrows(String name, int[] tails, int[] heads) {
        return with(new Arrows(name, tails.clone(), heads.clone(), Kind.ARROW));
    }

    /** Draws dashed arrows: what a step takes away. */
    public GraphSketch dropped(String name, int[] tails, int[] heads) {
        return with(new Arrows(name, tails.clone(), heads.clone(), Kind.DROPPED));
    }

    /** Draws coloured lines over the edges: some of them, in both directions. */
    public GraphSketch lines(String name, int[] ends, int[] others) {
        return with(new Arrows(name, ends.clone(), others.clone(), Kind.LINE));
    }

    private GraphSketch with(Arrows more) {
        Check.given("name", more.name);
        Mark.sameLength(more.name, "tails", more.from.length, "heads", more.to.length);
        for (int v : more.from) Check.within("tail", v, 0, x.length - 1);
        for (int v : more.to) Check.within("head", v, 0, x.length - 1);
        List<Arrows> all = new ArrayList<>(arrows);
        all.add(more);
        return new GraphSketch(x, y, from, to, roles, List.copyOf(all), words);
    }

    /** The sketch as a figure, to be shown, saved, or put into a grid. */
    public Figure figure(String title) {
        return Figure.sketch(title, this);
    }

    /** The number of the role that a node is drawn in; -1 where it has none. */
    private int roleOf(int node) {
        for (int r = roles.size() - 1; r >= 0; r--) if (roles.get(r).nodes.contains(node)) return r;
        return -1;
    }

    /** The sketch between two axes, which are not drawn. */
    public record Drawn(GraphSketch sketch) implements Mark {
        @Override
        public String name() {
            return "graph";
        }

        @Override
        public void cover(Axis xAxis, Axis yAxis) {
            xAxis.cover(name(), sketch.x);
            yAxis.cover(name(), sketch.y);
        }

        @Override
        public void paint(PlotFrame frame) {
            sketch.paint(frame);
        }

        /** Every node with its role and note, every edge, and every arrow. */
        @Override
        public List<Object[]> points() {
            List<Object[]> rows = new ArrayList<>();
            for (int v = 0; v < sketch.x.length; v++) {
                int role = sketch.roleOf(v);
                String kind =
                        "node " + sketch.words.name.apply(v) + (role < 0 ? "" : ", " + sketch.roles.get(role).name);
                String note = sketch.words.note.apply(v);
                rows.add(new Object[] {
                    kind + (note.isEmpty() ? "" : ", " + note), sketch.x[v], sketch.y[v], null, null, null
                });
            }
            for (int e = 0; e < sketch.from.length; e++)
                rows.add(new Object[] {"edge", sketch.from[e], sketch.to[e], null, null, null});
            for (Arrows set : sketch.arrows)
                for (int e = 0; e < set.from.length; e++)
                    rows.add(new Object[] {set.name, set.from[e], set.to[e], null, null, null});
            return rows;
        }

        @Override
        public boolean isBare() {
            return true;
        }

        /** The graph without arrows and notes, its nodes coloured by role. */
        public GraphMark plain() {
            int[] group = new int[sketch.x.length];
            for (int v = 0; v < group.length; v++) group[v] = Math.max(0, sketch.roleOf(v));
            return new GraphMark(name(), sketch.x, sketch.y, sketch.from, sketch.to, group);
        }
    }

    private void paint(PlotFrame frame) {
        boolean noted =
                IntStream.range(0, x.length).anyMatch(v -> !words.note.apply(v).isEmpty());
        double bottom = legend(frame) - (noted ? 2.8 : 2) * RADIUS;
        double unitX = (frame.right - frame.left - 4 * RADIUS) / Math.max(1e-9, width(x));
        double unitY = (bottom - frame.top - 2 * RADIUS) / Math.max(1e-9, width(y));
        double[] px = new double[x.length], py = new double[y.length];
        for (int v = 0; v < x.length; v++) {
            px[v] = frame.left + 2 * RADIUS + (x[v] - least(x)) * unitX;
            py[v] = bottom - (y[v] - least(y)) * unitY;
        }
        SceneShape.Stroke thin = new SceneShape.Stroke(0xB4B4B4, 0.7);
        for (int e = 0; e < from.length; e++)
            frame.add(new SceneShape.Line(px[from[e]], py[from[e]], px[to[e]], py[to[e]], thin));
        for (int s = 0; s < arrows.size(); s++)
            for (int e = 0; e < arrows.get(s).from.length; e++) {
                int tail = arrows.get(s).from[e], head = arrows.get(s).to[e];
                arrow(frame, px[tail], py[tail], px[head], py[head], s);
            }
        List<Rectangle2D> notes = new ArrayList<>();
        for (int v = 0; v < x.length; v++) node(frame, v, px, py, notes);
    }

    private void node(PlotFrame frame, int v, double[] allX, double[] allY, List<Rectangle2D> notes) {
        double px = allX[v], py = allY[v];
        int role = roleOf(v);
        int colour = role < 0 ? Palette.PAPER : Palette.colour(role);
        int ink = role < 0 ? Palette.INK : Palette.on(colour);
        frame.add(Marker.of(Math.max(0, role), px, py, RADIUS, role < 0 ? Palette.FRAME : colour));
        if (role < 0)
            frame.add(new SceneShape.Circle(
                    px, py, RADIUS, SceneShape.Fill.of(colour), new SceneShape.Stroke(Palette.FRAME, 0.8)));
        SceneShape.Font inside = new SceneShape.Font(9, true, ink);
        frame.add(new SceneShape.Text(px, py + 3.2, words.name.apply(v), inside, SceneShape.Anchor.MIDDLE, 0));
        String text = words.note.apply(v);
        if (text.isEmpty()) return;
        double half = Typeface.width(text, SceneShape.Font.SMALL) / 2 + 1.5, reach = RADIUS + 3;
        // Below, above, right and left, where no arrow runs; else where no other note stands.
        List<Rectangle2D> places = new ArrayList<>();
        for (double[] to :
                new double[][] {{0, RADIUS + 2}, {0, -RADIUS - 11.5}, {reach + half, -5}, {-reach - half, -5}}) {
            Rectangle2D place = new Rectangle2D.Double(px + to[0] - half, py + to[1], 2 * half, 9.5);
            boolean fits = place.getMinX() >= frame.left && place.getMaxX() <= frame.right;
            if (places.isEmpty() || fits && notes.stream().noneMatch(place::intersects)) places.add(place);
        }
        if (notes.stream().anyMatch(places.get(0)::intersects) && places.size() > 1) places.remove(0);
        Rectangle2D at = places.stream()
                .filter(place -> isFree(place, allX, allY))
                .findFirst()
                .orElse(places.get(0));
        notes.add(at);
        SceneShape.Fill paper = new SceneShape.Fill(Palette.PAPER, 0.85);
        frame.add(new SceneShape.Rect(at.getMinX(), at.getMinY(), 2 * half, 9.5, paper, null));
        frame.add(new SceneShape.Text(
                at.getCenterX(), at.getMinY() + 7.5, text, SceneShape.Font.SMALL, SceneShape.Anchor.MIDDLE, 0));
    }

    /** Whether no arrow runs through a note at this place, and no node lies under it. */
    private boolean isFree(Rectangle2D note, double[] px, double[] py) {
        for (Arrows set : arrows)
            for (int e = 0; e < set.from.length; e++)
                if (note.intersectsLine(px[set.from[e]], py[set.from[e]], px[set.to[e]], py[set.to[e]])) return false;
        for (int v = 0; v < px.length; v++)
            if (note.intersects(px[v] - RADIUS, py[v] - RADIUS, 2 * RADIUS, 2 * RADIUS)) return false;
        return true;
    }

    private void arrow(PlotFrame frame, double x1, double y1, double x2, double y2, int set) {
        double length = Math.hypot(x2 - x1, y2 - y1);
        if (length <= 2 * RADIUS) return;
        if (arrows.get(set).kind == Kind.LINE) {
            frame.add(new SceneShape.Line(x1, y1, x2, y2, stroke(set)));
            return;
        }
        double dx = (x2 - x1) / length, dy = (y2 - y1) / length;
        // Two arrows of opposite directions run side by side.
        x1 -= 2.2 * dy;
        x2 -= 2.2 * dy;
        y1 += 2.2 * dx;
        y2 += 2.2 * dx;
        double tipX = x2 - (RADIUS + 1) * dx, tipY = y2 - (RADIUS + 1) * dy;
        double neckX = tipX - 7 * dx, neckY = tipY - 7 * dy;
        frame.add(new SceneShape.Line(x1 + RADIUS * dx, y1 + RADIUS * dy, neckX, neckY, stroke(set)));
        frame.add(new SceneShape.Polygon(
                new double[] {tipX, neckX - 3.4 * dy, neckX + 3.4 * dy},
                new double[] {tipY, neckY + 3.4 * dx, neckY - 3.4 * dx},
                SceneShape.Fill.of(colour(set)),
                null));
    }

    /** Arrows take the palette from its other end, so that the first sets differ from the first roles. */
    private int colour(int set) {
        return arrows.get(set).kind == Kind.DROPPED ? Palette.FRAME : Palette.colour(5 - set % 6);
    }

    private SceneShape.Stroke stroke(int set) {
        return arrows.get(set).kind == Kind.DROPPED
                ? new SceneShape.Stroke(colour(set), 1.3, 3, 2.2)
                : new SceneShape.Stroke(colour(set), 2.4);
    }

    /** Roles and arrows in rows along the lower edge; returns the height of the first row's upper edge. */
    private double legend(PlotFrame frame) {
        record Entry(String name, int role, int set) {}
        List<Entry> entries = new ArrayList<>();
        for (int r = 0; r < roles.size(); r++) {
            int role = r;
            if (IntStream.range(0, x.length).anyMatch(v -> roleOf(v) == role))
                entries.add(new Entry(roles.get(r).name, r, -1));
        }
        for (int s = 0; s < arrows.size(); s++)
            if (arrows.get(s).from.length > 0) entries.add(new Entry(arrows.get(s).name, -1, s));
        List<double[]> places = new ArrayList<>();
        double px = frame.left, row = 0;
        for (Entry entry : entries) {
            double wide = 36 + Typeface.width(entry.name, SceneShape.Font.LABEL);
            if (px > frame.left && px + wide > frame.right) {
                px = frame.left;
                row++;
            }
            places.add(new double[] {px, row});
            px += wide;
        }
        double top = frame.bottom - (entries.isEmpty() ? 0 : (row + 1) * LINE) - 2;
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            double left = places.get(i)[0], middle = top + (places.get(i)[1] + 0.6) * LINE;
            if (entry.set >= 0) frame.add(new SceneShape.Line(left + 4, middle, left + 22, middle, stroke(entry.set)));
            else frame.add(Marker.of(entry.role, left + 14, middle, 4.5, Palette.colour(entry.role)));
            frame.add(new SceneShape.Text(
                    left + 26, middle + 3.2, entry.name, SceneShape.Font.LABEL, SceneShape.Anchor.START, 0));
        }
        return top;
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double width(double[] values) {
        return Arrays.stream(values).max().orElseThrow() - least(values);
    }
}
