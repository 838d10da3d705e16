package dpgnn.report.figure;

import static dpgnn.Refusals.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.report.PaperWidth;
import dpgnn.report.Table;
import dpgnn.report.Xml;
import dpgnn.report.render.Palette;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

@Tag("jdk")
public class FigureTest {
    static final double NAN = Double.NaN;
    private static final double[] X = {1, 2, 3, 4};
    private static final double[] Y = {0.1, 0.4, 0.3, 0.9};
    private static final double[] X40 = new double[40];
    private static final String[] LABELS = {"Cora", "PubMed", "Reddit"};

    private static List<Guarantee> guarantees(Unit unit, Relation relation) {
        return Stream.of(1, 2)
                .map(e -> Guarantee.of(unit, relation).by("PLD", e, 1e-5, Verdict.IDEAL, List.of()))
                .toList();
    }

    @Test
    void epsilonsOfUnlikeChangesShareNoFigureWithoutANote() {
        double[][] found = {{0.5, 0.6}, {0.55, 0.7}};
        var stars = guarantees(Unit.NODE, Relation.PARTICIPATION);
        Figure figure = Figure.of("Cora").runs("home stars", stars, found).runs("HeterPoisson", stars, found);
        assertFalse(figure.svg().contains("comparable"));
        figure.runs("single rows", guarantees(Unit.NODE, Relation.ADD_REMOVE), found);
        String note =
                "mean ± standard deviation of 2 runs; epsilons not comparable: home stars (node takes part or not), HeterPoisson"
                        + " (node takes part or not), single rows (node is added or removed)";
        assertEquals(note, figure.below());
        assertTrue(figure.titled("another").note("three seeds").svg().contains("epsilons not comparable"));
        var mixed = List.of(
                stars.get(0), guarantees(Unit.EDGE, Relation.PARTICIPATION).get(0));
        assertMessage(
                "the guarantees of x must be of NODE, PARTICIPATION, was EDGE, PARTICIPATION",
                () -> Figure.of("Cora").runs("x", mixed, found));
    }

    @Test
    void everyKindIsWellFormedAndTheSameByteByByte() {
        Locale before = Locale.getDefault();
        FigureKinds.KINDS.forEach((name, figure) -> {
            String svg = figure.get().svg();
            byte[] pdf = figure.get().scene().pdf();
            Xml.parse(svg);
            assertFalse(svg.contains("NaN") || svg.contains("Infinity"), name);
            try {
                Locale.setDefault(Locale.GERMANY);
                assertEquals(svg, figure.get().svg(), name);
                assertArrayEquals(pdf, figure.get().scene().pdf(), name);
            } finally {
                Locale.setDefault(before);
            }
        });
    }

    @Test
    void placesGrowWithTheData() {
        double[][] points = polyline(Figure.line("t", X, Y).svg(), 0);
        for (int i = 0; i < X.length; i++) {
            for (int j = 0; j < X.length; j++) {
                if (X[i] < X[j]) assertTrue(points[0][i] < points[0][j]);
                if (Y[i] < Y[j]) assertTrue(points[1][i] > points[1][j], "greater values stand higher");
            }
        }
        double ratio = (points[1][0] - points[1][1]) / (points[1][0] - points[1][3]);
        assertEquals((Y[1] - Y[0]) / (Y[3] - Y[0]), ratio, 1e-4, "a linear axis keeps proportions");
    }

    @Test
    void decadesAreEvenlySpacedOnALogAxis() {
        double[] decades = {1, 10, 100, 1000};
        double[][] points =
                polyline(Figure.line("t", decades, decades).logX().logY().svg(), 0);
        for (int i = 2; i < 4; i++) {
            assertEquals(points[0][1] - points[0][0], points[0][i] - points[0][i - 1], 0.003);
            assertEquals(points[1][1] - points[1][0], points[1][i] - points[1][i - 1], 0.003);
        }
    }

    @Test
    void barsStandOnZeroAndAreAsLongAsTheirValues() {
        Document svg =
                Xml.parse(Figure.bar("t", LABELS, new double[] {10, -5, 20}).svg());
        List<double[]> bars = Xml.elements(svg, "rect").stream()
                .filter(r -> r.getAttribute("fill").equals(Palette.hex(Palette.colour(0))))
                .map(r -> new double[] {number(r, "y"), number(r, "height")})
                .toList();
        assertEquals(3, bars.size());
        assertEquals(2, bars.get(0)[1] / bars.get(1)[1], 1e-3);
        assertEquals(2, bars.get(2)[1] / bars.get(0)[1], 1e-3);
        double zero = bars.get(0)[0] + bars.get(0)[1];
        assertEquals(zero, bars.get(1)[0], 0.01, "a negative bar hangs from zero");
    }

    @Test
    void ticksAreRoundAndInsideTheAxis() {
        for (double[] range :
                new double[][] {{0, 1}, {-3.2, 7.7}, {1e-7, 5e-7}, {0, 3e6}, {99.9, 100.1}, {-1e12, 1e12}}) {
            List<AxisScale.Tick> ticks = AxisScale.linearTicks(range[0], range[1], 6);
            assertTrue(ticks.size() >= 3 && ticks.size() <= 11, ticks.toString());
            assertEquals(
                    ticks.size(),
                    ticks.stream().map(AxisScale.Tick::label).distinct().count(),
                    ticks.toString());
            for (AxisScale.Tick tick : ticks) {
                double slack = (range[1] - range[0]) * 1e-6;
                assertTrue(tick.value() >= range[0] - slack && tick.value() <= range[1] + slack, ticks.toString());
            }
        }
        assertEquals("1.5×10^6", AxisScale.linearTicks(0, 3e6, 6).get(3).label());
    }

    @Test
    void aGapSplitsTheLineAndIsListed() {
        Figure figure = Figure.line("t", new double[] {1, 2, 3, 4, 5}, new double[] {1, 2, NAN, 4, 5});
        assertEquals(2, Xml.elements(Xml.parse(figure.svg()), "polyline").size());
        assertTrue(figure.toString().contains("1 of 5 values are missing (x = 3)"), figure.toString());
        assertTrue(figure.points().csv().contains("line,3,NaN"), figure.points().csv());
    }

    @Test
    void rowsThatNothingBoundsAreHollowArrowsAtTheRightEdge() {
        double[] none = {NAN, NAN, NAN};
        Figure figure = Figure.of("forest")
                .intervals("least", LABELS, new double[] {1, 2, 4}, none, none)
                .open("provable: none", "Cora", "Reddit")
                .logX();
        List<double[]> arrows = Xml.elements(Xml.parse(figure.svg()), "polygon").stream()
                .map(p -> Arrays.stream(p.getAttribute("points").trim().split("[ ,]+"))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
        assertEquals(3, arrows.size(), "two rows and the key");
        double[] rows = arrows.stream().mapToDouble(a -> a[3]).sorted().toArray();
        assertTrue(rows[2] - rows[1] > 20, "Cora stands on top, Reddit at the bottom");
        assertTrue(
                arrows.stream().filter(a -> a[2] > 260).count() == 2, "both are at the edge, whatever the numbers are");
        assertTrue(
                figure.points().csv().contains("open,,Reddit"), figure.points().csv());
        assertMessage("label", () -> Figure.of("t").open("none"));
    }

    @Test
    void textInAPictureIsEscaped() {
        Figure figure = Figure.of("<script>alert('x')</script>")
                .x("a & b")
                .curve("\"<b>", X, Y)
                .curve("\u0001", X, Y);
        String svg = figure.svg();
        Document document = Xml.parse(svg);
        assertEquals(0, Xml.elements(document, "script").size());
        assertEquals(
                "<script>alert('x')</script>",
                Xml.elements(document, "title").get(0).getTextContent());
    }

    @Test
    void savesThePictureAndThePointsBesideIt(@TempDir Path folder) throws Exception {
        Figure figure = Figure.line("t", X, Y);
        for (String format : List.of("svg", "png", "pdf")) figure.save(folder.resolve("deep/f." + format));
        assertEquals(figure.svg(), Files.readString(folder.resolve("deep/f.svg")));
        Table points = Table.read(folder.resolve("deep/f.csv").toString());
        assertArrayEquals(Y, points.numbers("y"));
        assertArrayEquals(X, points.numbers("x"));
    }

    @Test
    void badInputIsNamedAndLeavesTheFigureAsItWas() {
        Figure figure = Figure.line("good", X, Y);
        String before = figure.svg();
        double inf = Double.POSITIVE_INFINITY;
        assertMessage("series \"bad\": y[1] is Infinity", () -> figure.curve("bad", X, new double[] {1, inf, 2, 3}));
        assertMessage("series \"bad\" is empty", () -> figure.curve("bad", new double[0], new double[0]));
        assertMessage("x has 4 values and y has 1", () -> figure.curve("bad", X, new double[] {1}));
        assertMessage(
                "low[0] = 1.0 is above high[0] = 0.0",
                () -> figure.band("b", X, Y, new double[] {1, 1, 1, 1}, new double[4]));
        assertMessage("categories", () -> figure.bars("bars", LABELS, new double[3]));
        assertEquals(before, figure.svg());
        assertMessage("series \"zero\" holds 0.0 on the y axis", () -> Figure.line("zero", X, new double[4])
                .logY());
        assertMessage("holds -1.0 on the x axis", () -> Figure.of("t").logX().vertical(-1, "v"));
        assertMessage("the smaller first", () -> figure.yRange(2, 1));
        assertMessage("has no series", () -> Figure.of("nothing").svg());
        assertMessage("edge 0 names node 7", () -> Figure.graph("g", 3, new int[] {7}, new int[] {0}, null));
        assertMessage("sub-graph", () -> Figure.graph("g", 1_000_000, new int[0], new int[0], null));
        assertMessage(".svg, .png, .pdf, .csv", () -> figure.save("f.gif"));
        assertMessage("is a grid", () -> Figure.grid("g", 1, figure).curve("c", X, Y));
        assertMessage(
                "columns has 2 values and values[1] has 1",
                () -> Figure.heat("h", new String[] {"a", "b"}, new String[] {"c", "d"}, new double[][] {{1, 2}, {3}}));
    }

    @Test
    void aFailedLogLeavesALinearAxis() {
        Figure figure = Figure.line("zero", X, new double[4]);
        String before = figure.svg();
        assertMessage("logarithmic", figure::logY);
        assertEquals(before, figure.svg());
    }

    @Test
    void ticksStandAtTheDataWhereTheseAreFew() {
        double[] doubled = {2, 4, 8, 16};
        String svg = Figure.line("t", doubled, Y).logX().svg();
        for (String label : List.of(">2<", ">4<", ">8<", ">16<")) assertTrue(svg.contains(label), label);
        assertFalse(svg.contains(">5<") || svg.contains(">10<"));
        String round = Figure.line("t", new double[] {1.234567, 4, 9}, new double[] {1, 2, 3})
                .svg();
        assertFalse(round.contains("1.23"), "a long number makes no tick");
        String wished =
                Figure.line("t", doubled, Y).logX().xTicks(3, 9).yTicks(0.25).svg();
        assertTrue(wished.contains(">3<") && wished.contains(">9<") && wished.contains(">0.25<"));
        assertFalse(wished.contains(">4<"));
    }

    @Test
    void aPaperSetsWidthLettersLegendAndTitle() {
        double[][] values = {{1, 2, 3, 4}, {2, 3, 4, 5}};
        Supplier<Figure> panel = () -> Figure.of("Cora").runs("GAP", X, values).runs("NDP", X, values);
        Figure grid = Figure.grid("of two", 2, panel.get(), panel.get());
        assertEquals(
                2,
                Xml.elements(Xml.parse(grid.svg()), "text").stream()
                        .filter(t -> t.getTextContent().matches("GAP|NDP"))
                        .count(),
                "one legend for both panels");
        Document svg = Xml.parse(grid.width(PaperWidth.PAGE).untitled().svg());
        assertEquals("504pt", svg.getDocumentElement().getAttribute("width"));
        assertEquals("of two", Xml.elements(svg, "title").get(0).getTextContent());
        assertEquals(
                0,
                Xml.elements(svg, "text").stream()
                        .filter(t -> t.getTextContent().equals("of two"))
                        .count());
        double unit = 504
                / Double.parseDouble(
                        svg.getDocumentElement().getAttribute("viewBox").split(" ")[2]);
        assertEquals(8, 9 * unit, 1e-3, "letters of nine units are of eight points");
        assertFalse(grid.legend(Legend.NONE).svg().contains(">GAP<"));
        assertMessage("must be in 4..40", () -> grid.letters(1));
    }

    @Test
    void aFewMeansHaveErrorBarsAndManyABand() {
        double[][] values = {{1, 2, 3, 4}, {2, 3, 4, 5}};
        String few = Figure.of("t").runs("r", X, values).svg();
        assertFalse(few.contains("fill-opacity"));
        double[] many = java.util.stream.IntStream.range(0, 40).asDoubleStream().toArray();
        assertTrue(
                Figure.of("t").runs("r", many, new double[][] {many, X40}).svg().contains("fill-opacity"));
        Table points = Figure.of("t")
                .runs("r", new TreeMap<>(Map.of(1.0, new double[] {1, 3}, 2.0, new double[] {5})))
                .points();
        assertArrayEquals(new double[] {2, 5}, points.numbers("y"));
        assertEquals(2 - Math.sqrt(2), points.numbers("low")[0], 1e-12);
        Table bars = Figure.of("t")
                .bars("b", new String[] {"x"}, new double[][] {{1}, {3}})
                .points();
        assertEquals(2 + Math.sqrt(2), bars.numbers("high")[0], 1e-12);
    }

    @Test
    void runsShowMeanAndDeviation() {
        Table points = Figure.of("t")
                .runs("r", new double[] {1}, new double[][] {{1}, {2}, {3}})
                .points();
        assertEquals(2.0, points.numbers("y")[0]);
        assertEquals(1.0, points.numbers("low")[0], 1e-12);
        assertEquals(3.0, points.numbers("high")[0], 1e-12);
    }

    @Test
    void aHistogramCountsEveryValueOnce() {
        double[] counts = Figure.of("h")
                .counts("h", new double[] {0, 0.1, 5, 9.9, 10, NAN}, 5)
                .points()
                .numbers("y");
        assertEquals(5, Arrays.stream(counts).sum());
        assertEquals(2, counts[1]);
        assertEquals(2, counts[5]);
    }

    @Test
    void edgesAreShorterThanOtherDistancesInALaidOutGraph() {
        int n = 60;
        int[] from = new int[n - 1], to = new int[n - 1];
        for (int i = 0; i + 1 < n; i++) {
            from[i] = i;
            to[i] = i + 1;
        }
        GraphMark laid = GraphMark.laidOut("graph", n, from, to, null);
        double[][] p = {laid.x(), laid.y()};
        double near = 0, all = 0;
        for (int i = 0; i + 1 < n; i++) near += Math.hypot(p[0][i] - p[0][i + 1], p[1][i] - p[1][i + 1]) / (n - 1);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) all += Math.hypot(p[0][i] - p[0][j], p[1][i] - p[1][j]) * 2 / (n * (n - 1));
        assertTrue(near < all / 3, near + " against " + all);
    }

    private static double[][] polyline(String svg, int index) {
        String[] pairs = Xml.elements(Xml.parse(svg), "polyline")
                .get(index)
                .getAttribute("points")
                .split(" ");
        double[] x = Arrays.stream(pairs)
                .mapToDouble(p -> Double.parseDouble(p.split(",")[0]))
                .toArray();
        return new double[][] {
            x,
            Arrays.stream(pairs)
                    .mapToDouble(p -> Double.parseDouble(p.split(",")[1]))
                    .toArray()
        };
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
