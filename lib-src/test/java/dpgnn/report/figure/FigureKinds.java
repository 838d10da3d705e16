package dpgnn.report.figure;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What tests draw. */
public final class FigureKinds {
    private static final double NAN = Double.NaN;
    private static final double[] X = {1, 2, 3, 4};
    private static final double[] Y = {0.1, 0.4, 0.3, 0.9};
    private static final String[] LABELS = {"Cora", "PubMed", "Reddit"};

    /** One figure of every kind. */
    public static final Map<String, Supplier<Figure>> KINDS = new TreeMap<>(Map.of(
            "line", () -> Figure.line("line", X, Y).x("step"),
            "band",
                    () -> Figure.of("band")
                            .band("a", X, Y, new double[] {0, 0.2, NAN, 0.8}, new double[] {0.2, 0.5, 0.4, 1}),
            "scatter", () -> Figure.scatter("scatter", X, Y).points("b", X, Y, Y, Y),
            "bar",
                    () -> Figure.bar("bar", LABELS, new double[] {1, NAN, 3})
                            .bars("b", LABELS, new double[] {3, 2, 1}, new double[3]),
            "heat",
                    () -> Figure.heat(
                            "heat", LABELS, new String[] {"x", "y"}, new double[][] {{1, 2}, {3, NAN}, {5, 6}}),
            "histogram",
                    () -> Figure.of("histogram").y("count").counts("histogram", new double[] {1, 1, 2, 3, 5, 8}, 3),
            "forest",
                    () -> Figure.of("forest")
                            .intervals("i", LABELS, new double[] {1, 2, 3}, new double[3], new double[] {4, 4, 4})
                            .vertical(2, "ε"),
            "graph",
                    () -> Figure.graph("graph", 5, new int[] {0, 1, 2}, new int[] {1, 2, 0}, new int[] {0, 0, 0, 1, 1}),
            "log",
                    () -> Figure.of("log").logX().logY().curve("a", new double[] {1, 10, 1000}, new double[] {
                        1e-8, 1e-4, 1
                    })));

    private FigureKinds() {}
}
