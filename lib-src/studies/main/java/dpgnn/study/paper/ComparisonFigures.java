package dpgnn.study.paper;

import dpgnn.report.figure.Figure;
import dpgnn.study.paper.Comparison.Line;
import dpgnn.study.paper.ComparisonRule.Verdict;
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
        List<Line> ran = all.stream().filter(l -> l.found().isThere()).toList();
        List<Line> lines = ran.isEmpty() ? all : ran; // where nothing ran, the band alone, over what is published
        if (lines.isEmpty())
            throw new IllegalArgumentException("a scatter needs numbers with a limit of their own unit, had none");
        ComparisonRule rule = lines.get(0).cell().rule();
        if (lines.stream().anyMatch(l -> !l.cell().rule().equals(rule)))
            throw new IllegalArgumentException(
                    "numbers of one scatter must have one unit and one limit; compare " + rule + " with its own");
        double[] ends = lines.stream()
                .flatMapToDouble(l -> ran.isEmpty()
                        ? DoubleStream.of(l.cell().shown())
                        : DoubleStream.of(l.cell().shown(), rule.shown(l.found().mean())))
                .sorted()
                .toArray();
        double[] x = {Math.floor(ends[0] - 1), Math.ceil(ends[ends.length - 1] + 1)};
        double[] low = {x[0] - rule.limit(), x[1] - rule.limit()}, high = {x[0] + rule.limit(), x[1] + rule.limit()};
        Figure figure = Figure.of(ran.isEmpty() ? title + ": nothing ran" : title)
                .x("published")
                .y("ours")
                .band("equal, " + rule.words(), x, x, low, high);
        for (Verdict verdict : Verdict.values()) {
            List<Line> these = ran.stream().filter(l -> l.verdict() == verdict).toList();
            if (these.isEmpty()) continue;
            figure.points(
                    verdict == Verdict.NOT_RUN_FILE ? "stand-ins" : verdict.toString(),
                    these.stream().mapToDouble(l -> l.cell().shown()).toArray(),
                    these.stream()
                            .mapToDouble(l -> rule.shown(l.found().mean()))
                            .toArray());
        }
        return figure;
    }

    /**
     * The same for numbers of several units, each in its own limit, on logarithmic axes; the band is one limit. What is less than a
     * hundredth of a limit is drawn there.
     */
    public static Figure scatterInLimits(String title, Comparison... of) {
        Figure figure = Figure.of(title)
                .x("published, in limits")
                .y("ours, in limits")
                .logX()
                .logY();
        double[] x = IntStream.rangeClosed(-40, 60)
                .mapToDouble(i -> Math.pow(10, i / 20.0))
                .toArray();
        double[] low = Arrays.stream(x).map(v -> Math.max(0.01, v - 1)).toArray();
        double[] high = Arrays.stream(x).map(v -> v + 1).toArray();
        figure.band("equal, within the limit", x, x, low, high);
        for (Verdict verdict : Verdict.values()) {
            List<Line> these = Arrays.stream(of)
                    .flatMap(c -> c.lines().stream())
                    .filter(l -> l.found().isThere() && l.verdict() == verdict)
                    .toList();
            if (these.isEmpty()) continue;
            figure.points(
                    verdict == Verdict.NOT_RUN_FILE ? "stand-ins" : verdict.toString(),
                    inLimits(these, l -> l.cell().value()),
                    inLimits(these, l -> l.found().mean()));
        }
        return figure;
    }

    private static double[] inLimits(List<Line> of, ToDoubleFunction<Line> value) {
        return of.stream()
                .mapToDouble(l ->
                        Math.max(0.01, value.applyAsDouble(l) / l.cell().rule().limit()))
                .toArray();
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
                published.put(at, line.cell().shown());
                if (line.found().isThere())
                    found.put(
                            at,
                            Arrays.stream(line.found().values())
                                    .map(rule::shown)
                                    .toArray());
            }
            if (!found.isEmpty()) figure.runs(row, found);
            figure.points(row + ", published", numbers(published.keySet()), numbers(published.values()));
        }
        return figure;
    }

    private static double[] numbers(java.util.Collection<Double> of) {
        return of.stream().mapToDouble(v -> v).toArray();
    }
}
