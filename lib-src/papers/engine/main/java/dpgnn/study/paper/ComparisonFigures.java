package dpgnn.study.paper;

import dpgnn.report.figure.Figure;
import dpgnn.study.paper.Comparison.Line;
import dpgnn.study.paper.ComparisonRule.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Comparisons as figures: all numbers of a paper in one, and one table along its columns. */
public final class ComparisonFigures {
    private ComparisonFigures() {}

    /** Found against published, a point for each number that was compared, by verdict; the band is the limit. They must have one unit. */
    public static Figure scatter(String title, Comparison... of) {
        List<Line> all = Arrays.stream(of)
                .flatMap(c -> c.lines().stream())
                .filter(l -> !l.cell().rule().relative())
                .toList();
        List<Line> ran = all.stream().filter(l -> l.found().isComparable()).toList();
        List<Line> lines = ran.isEmpty() ? all : ran; // where nothing ran, the band alone, over what is published
        if (lines.isEmpty())
            throw new IllegalArgumentException("a scatter needs numbers with a limit of their own unit, had none");
        ComparisonRule rule = lines.get(0).cell().rule();
        if (lines.stream().anyMatch(l -> !l.cell().rule().equals(rule)))
            throw new IllegalArgumentException("numbers of one scatter must have one unit and one limit, as " + rule);
        double[] ends = lines.stream()
                .flatMapToDouble(l ->
                        DoubleStream.of(l.cell().shown(), rule.shown(l.found().mean())))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        double from = Math.floor(ends[0] - 1), to = Math.ceil(ends[ends.length - 1] + 1);
        double[] x = {from, to}, low = {from - rule.limit(), to - rule.limit()};
        double[] high = {from + rule.limit(), to + rule.limit()};
        Figure figure = Figure.of(ran.isEmpty() ? title + ": nothing ran" : title)
                .x("published")
                .y("found")
                .xRange(from, to)
                .yRange(from, to)
                .size(288, 300)
                .band("equal, " + rule.words(), x, x, low, high);
        return points(
                figure, ran, l -> l.cell().shown(), l -> rule.shown(l.found().mean()));
    }

    /** Published and found numbers of several units, each in its own limit (a hundredth of it at least), on logarithmic axes. */
    public static Figure scatterInLimits(String title, Comparison... of) {
        List<Line> there = Arrays.stream(of)
                .flatMap(c -> c.lines().stream())
                .filter(l -> l.found().isComparable())
                .toList();
        Figure figure = Figure.of(there.isEmpty() ? title + ": nothing ran" : title)
                .x("published, in limits")
                .y("found, in limits")
                .logX()
                .logY();
        double[] x = IntStream.rangeClosed(-40, 60)
                .mapToDouble(i -> Math.pow(10, i / 20.0))
                .toArray();
        double[] low = Arrays.stream(x).map(v -> Math.max(0.01, v - 1)).toArray();
        double[] high = Arrays.stream(x).map(v -> v + 1).toArray();
        figure.band("equal, within the limit", x, x, low, high);
        return points(
                figure,
                there,
                l -> inLimits(l, l.cell().value()),
                l -> inLimits(l, l.found().mean()));
    }

    private static double inLimits(Line line, double value) {
        return Math.max(0.01, value / line.cell().rule().limit());
    }

    private static Figure points(Figure figure, List<Line> lines, ToDoubleFunction<Line> x, ToDoubleFunction<Line> y) {
        for (Verdict verdict : Verdict.values()) {
            List<Line> these = new ArrayList<>(lines);
            these.removeIf(l -> l.verdict() != verdict);
            if (these.isEmpty()) continue;
            double[] across = these.stream().mapToDouble(x).toArray();
            figure.points(
                    verdict.toString(), across, these.stream().mapToDouble(y).toArray());
        }
        return figure;
    }

    /** A table along its columns: for each row the mean over seeds with its deviation, and the published numbers as points. */
    public static Figure byColumn(Comparison of, String x, ToDoubleFunction<String> place) {
        Figure figure = Figure.of(of.title()).x(x).y("test accuracy, %");
        for (String row : of.rows()) {
            Map<Double, double[]> found = new TreeMap<>();
            Map<Double, Double> published = new TreeMap<>();
            for (Line line : of.lines()) {
                if (!line.cell().row().equals(row)) continue;
                double at = place.applyAsDouble(line.cell().column());
                ComparisonRule rule = line.cell().rule();
                // A stand-in's curve stands alone.
                if (!line.found().isThere() || line.found().isComparable())
                    published.put(at, line.cell().shown());
                double[] values =
                        Arrays.stream(line.found().values()).map(rule::shown).toArray();
                if (line.found().isThere()) found.put(at, values);
            }
            if (!found.isEmpty()) figure.runs(row, found);
            if (published.isEmpty()) continue;
            double[] at = published.keySet().stream().mapToDouble(v -> v).toArray();
            figure.points(
                    row + ", published",
                    at,
                    published.values().stream().mapToDouble(v -> v).toArray());
        }
        return figure;
    }
}
