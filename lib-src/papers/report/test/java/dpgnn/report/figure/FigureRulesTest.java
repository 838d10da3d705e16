package dpgnn.report.figure;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What makes a figure fit for a paper without a look at it. */
class FigureRulesTest {
    private static final double[] X = {1, 2, 3};

    private static Figure of(int series, int letters) {
        Figure figure = Figure.of("t").x("x").y("y");
        for (int s = 0; s < series; s++) figure.curve("s".repeat(letters) + s, X, new double[] {s, s + 1, s});
        return figure;
    }

    private static Stream<SceneShape> flat(List<SceneShape> shapes) {
        return shapes.stream().flatMap(s -> s instanceof SceneShape.Clip clip ? flat(clip.shapes()) : Stream.of(s));
    }

    /** The height of the frame's line at the left of each pair of axes. */
    private static List<Double> axes(Figure figure) {
        return flat(figure.scene().shapes())
                .filter(s -> s instanceof SceneShape.Line line
                        && line.x1() == line.x2()
                        && line.stroke().colour() == Palette.FRAME
                        && Math.abs(line.y2() - line.y1()) > 20)
                .map(s -> Math.abs(((SceneShape.Line) s).y2() - ((SceneShape.Line) s).y1()))
                .toList();
    }

    @Test
    void aLongLegendTakesNothingFromTheAxes() {
        double one = axes(of(2, 2)).get(0);
        for (int letters : new int[] {20, 40}) {
            assertEquals(one, axes(of(9, letters)).get(0), 1e-9);
            assertEquals(one, axes(of(9, letters).legend(Legend.BELOW)).get(0), 1);
        }
        double small =
                axes(Figure.grid("g", 2, of(2, 2), of(2, 3).size(288, 200))).get(0);
        for (Figure grid : List.of(
                Figure.grid("g", 2, of(9, 40), of(9, 40)),
                Figure.grid("g", 2, of(9, 40), of(9, 41)).legend(Legend.ABOVE)))
            for (double height : axes(grid)) assertTrue(height > small - 6, height + " for " + small);
    }

    @Test
    void aPairSharesItsColourAndDiffersInDashAndFilling() {
        Figure figure = of(3, 1).curve("bound", X, X).pair("bound", "s1");
        int one = figure.colours().get("s1"), two = figure.colours().get("bound");
        assertEquals(Palette.colour(one), Palette.colour(two));
        assertNotEquals(List.of(Palette.dash(one)), List.of(Palette.dash(two)));
        assertNotEquals(Marker.of(one, 0, 0, 3, 1), Marker.of(two, 0, 0, 3, 1));
        Set<Integer> others =
                Set.of(figure.colours().get("s0"), figure.colours().get("s2"));
        assertEquals(Set.of(0, 2), others, "and the pair takes no place of its own");
        assertEquals(figure.colours(), Figure.grid("g", 1, figure).colours());
        assertEquals(3, of(3, 1).pair("s1", "none of them").colours().size());
        refused(() -> of(2, 1).pair("s1", "s1"));
    }

    private static List<String> numbers(double size, double[]... values) {
        String[] names =
                IntStream.range(0, values.length).mapToObj(i -> "r" + i).toArray(String[]::new);
        String[] columns =
                IntStream.range(0, values[0].length).mapToObj(i -> "c" + i).toArray(String[]::new);
        return flat(Figure.heat("h", names, columns, values).size(size, size).scene().shapes().stream()
                        .filter(s -> s instanceof SceneShape.Clip)
                        .toList())
                .filter(s -> s instanceof SceneShape.Text)
                .map(s -> ((SceneShape.Text) s).text())
                .collect(Collectors.toList());
    }

    @Test
    void aHeatMapPrintsAllNumbersInOneFormOrNone() {
        double[][] mixed = {{0, 0.2567, 0}, {-0.5312, 0, 0.25}};
        assertEquals(List.of("0.000", "0.257", "0.000", "−0.531", "0.000", "0.250"), numbers(288, mixed));
        assertEquals(
                List.of(), numbers(100, new double[30][30]).stream().distinct().toList());
        assertEquals(List.of("1", "0", "3"), numbers(200, new double[] {1, 0, 3}));
        assertEquals(List.of("0.5", "0.0", "1.0"), numbers(200, new double[] {0.5, 0, 1}), "no more than they need");
    }

    private static Stream<SceneShape.Text> words(Figure figure) {
        return flat(figure.scene().shapes())
                .filter(s -> s instanceof SceneShape.Text)
                .map(s -> (SceneShape.Text) s);
    }

    /** On a bar the word of a line has paper behind it. */
    @Test
    void theWordOfALineHasPaperBehindIt() {
        Figure bars = Figure.of("t").bars("b", new String[] {"x", "y"}, new double[] {3, 3});
        List<SceneShape> shapes =
                flat(bars.horizontal(1, "whole").scene().shapes()).toList();
        int word = IntStream.range(0, shapes.size())
                .filter(i ->
                        shapes.get(i) instanceof SceneShape.Text t && t.text().equals("whole"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                Palette.PAPER, ((SceneShape.Rect) shapes.get(word - 1)).fill().colour());
    }

    @Test
    void aShortAxisOfPowersHasNumbers() {
        for (double[] x : new double[][] {{9.05, 9.09}, {4, 6.2}, {1, 100}}) {
            Figure figure =
                    Figure.of("t").curve("c", x, new double[] {7e5, 8e5}).logX();
            long numbers = words(figure)
                    .filter(t -> t.text().matches("[0-9.]+"))
                    .map(t -> Double.parseDouble(t.text()))
                    .filter(v -> v >= x[0] - 0.1 && v <= x[1] + 0.1)
                    .count();
            assertTrue(numbers >= 2, x[0] + " to " + x[1] + ": " + numbers);
        }
    }

    @Test
    void rolesDifferInShapeAndNotesStandClearOfArrows() {
        GraphSketch three = GraphSketch.of(3, new int[] {0, 1}, new int[] {1, 2})
                .role("a", 0)
                .role("b", 1)
                .role("c", 2);
        Set<Class<?>> kinds = flat(three.figure("t").scene().shapes())
                .filter(s -> s instanceof SceneShape.Circle
                        || s instanceof SceneShape.Polygon
                        || s instanceof SceneShape.Rect r && r.width() < 40 && r.height() > 5)
                .map(Object::getClass)
                .collect(Collectors.toSet());
        assertEquals(Set.of(SceneShape.Circle.class, SceneShape.Rect.class, SceneShape.Polygon.class), kinds);
    }

    /** Messages stand below one another in their order, each between its parties, and its words above its arrow. */
    @Test
    void messagesStandInOrderWithTheirWordsAbove() {
        Figure figure = SequenceSketch.of("a", "b", "c")
                .message(0, 2, "first")
                .both(1, 2, "second")
                .message(2, 0, "third")
                .figure("f");
        List<SceneShape> shapes = flat(figure.scene().shapes()).toList();
        List<SceneShape.Line> arrows = shapes.stream()
                .filter(s -> s instanceof SceneShape.Line line && line.y1() == line.y2())
                .map(s -> (SceneShape.Line) s)
                .toList();
        assertEquals(3, arrows.size());
        for (int m = 0; m < 3; m++) {
            String words = List.of("first", "second", "third").get(m);
            SceneShape.Text text = shapes.stream()
                    .filter(s -> s instanceof SceneShape.Text t && t.text().equals(words))
                    .map(s -> (SceneShape.Text) s)
                    .findFirst()
                    .orElseThrow();
            assertTrue(text.y() < arrows.get(m).y1() && text.y() > arrows.get(m).y1() - 6);
            if (m > 0) assertTrue(arrows.get(m).y1() > arrows.get(m - 1).y1() + 12);
        }
        assertEquals(
                4, shapes.stream().filter(s -> s instanceof SceneShape.Polygon).count(), "one tip, or two");
        assertEquals(3, figure.points().rows());
        refused(() -> SequenceSketch.of("a", "b").message(0, 0, "itself"));
        refused(() -> SequenceSketch.of("a", "b").message(0, 2, "nobody"));
    }

    @Test
    void aCaptionStandsAlone() {
        Figure panel = Figure.of("Cora").x("ε").y("accuracy, %").runs("a", X, new double[][] {{1, 2, 3}, {2, 3, 4}});
        assertEquals(
                "What privacy costs. Panels: Cora; PubMed. Accuracy, % against ε. Mean ± standard deviation of 2 runs.",
                Figure.grid("what privacy costs", 2, panel, panel.titled("PubMed"))
                        .caption());
        assertTrue(panel.toString().endsWith("\n  caption: " + panel.caption()));
        assertEquals(
                "δ of a count? One?", Figure.of("δ of a count? One?").caption(), "no capital, no stop after a mark");
    }
}
