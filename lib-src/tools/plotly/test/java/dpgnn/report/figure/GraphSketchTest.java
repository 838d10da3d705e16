package dpgnn.report.figure;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.plotly.Interactive;
import dpgnn.report.Table;
import dpgnn.report.render.Palette;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphSketchTest {
    private static final int[] FROM = {0, 1, 2}, TO = {1, 2, 3};

    private static GraphSketch path() {
        return GraphSketch.of(4, FROM, TO).role("node", 0, 1, 2, 3).role("chosen");
    }

    private static String svg(GraphSketch sketch) {
        return sketch.figure("a path").svg();
    }

    private static long count(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
    }

    @Test
    void aRoleKeepsItsColourThroughAllSteps() {
        String none = svg(path()), one = svg(path().role("chosen", 2));
        String colour = Palette.hex(Palette.colour(1));
        assertEquals(0, count(none, colour));
        assertEquals(2, count(one, colour), "the node, and the legend");
        assertEquals(2, count(svg(path().role("chosen", 0).role("chosen", 2)), colour), "in place of the first");
        assertTrue(one.contains(">chosen<") && !none.contains(">chosen<"), "a role of nobody is not in the legend");
    }

    @Test
    void otherEdgesLeaveNodesWhereTheyAre() {
        Table path = path().figure("a path").points();
        Table star = path().edges(new int[] {0, 0}, new int[] {2, 3})
                .figure("others")
                .points();
        for (int v = 0; v < 4; v++) {
            assertEquals(path.get(v, "x"), star.get(v, "x"));
            assertEquals(path.get(v, "y"), star.get(v, "y"));
        }
        assertEquals(6, star.rows(), "four nodes, two edges");
        refused(() -> path().edges(new int[] {0}, new int[] {4}));
    }

    @Test
    void whatIsDrawnIsInItsPoints() {
        Table points = path().role("chosen", 1)
                .note(v -> v == 3 ? "last" : "")
                .arrows("joins", new int[] {0}, new int[] {1})
                .dropped("leaves", new int[] {2}, new int[] {1})
                .figure("a path")
                .points();
        List<String> kinds = Arrays.asList(points.texts("kind"));
        assertEquals(
                List.of(
                        "node 0, node",
                        "node 1, chosen",
                        "node 2, node",
                        "node 3, node, last",
                        "edge",
                        "edge",
                        "edge",
                        "joins",
                        "leaves"),
                kinds);
    }

    /** The same places in every picture of a graph, whatever is drawn on them. */
    @Test
    void theLayoutIsThatOfTheGraphAlone() {
        double[] plain = path().figure("a").points().numbers("x");
        double[] more = path().role("chosen", 1)
                .arrows("joins", FROM, TO)
                .figure("b")
                .points()
                .numbers("x");
        for (int v = 0; v < 4; v++) assertEquals(plain[v], more[v]);
        assertNotEquals(svg(path()), svg(path().arrows("joins", FROM, TO)));
    }

    @Test
    void whatIsDroppedIsDashedAndThereAreNoAxes() {
        assertTrue(count(svg(path().dropped("leaves", FROM, TO)), "stroke-dasharray")
                > count(svg(path().arrows("joins", FROM, TO)), "stroke-dasharray"));
        assertEquals(0, count(svg(path()), ">0.5<"));
        assertTrue(Interactive.of(path().figure("a")).mime().get("text/html").contains("visible = false"));
    }

    /** A line has the colour of an arrow and no head. */
    @Test
    void linesHaveNoHeads() {
        String lines = svg(path().lines("known", FROM, TO)), arrows = svg(path().arrows("known", FROM, TO));
        assertEquals(count(svg(path()), "<polygon"), count(lines, "<polygon"));
        assertTrue(count(arrows, "<polygon") > count(lines, "<polygon"), arrows);
        assertTrue(lines.contains("known") && count(lines, "<line") > count(svg(path()), "<line"), lines);
    }

    @Test
    void badInputIsNamed() {
        refused(() -> path().role("chosen", 4), "node must be in 0..3, was 4");
        refused(() -> path().arrows("joins", new int[] {0}, new int[] {9}), "head must be in 0..3, was 9");
        refused(() -> path().arrows("x", new int[1], new int[2]), "tails has 1 values and heads has 2");
        refused(() -> GraphSketch.of(41, FROM, TO), "nodes must be in 1..40, was 41");
    }
}
