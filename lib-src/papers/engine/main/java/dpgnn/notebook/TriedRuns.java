package dpgnn.notebook;

import dpgnn.report.Display;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.report.render.Numbers;
import dpgnn.train.Run;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The trainings of a cell that somebody edits and runs again: a file for each, in order. A training that is made again as it was stands
 * there once. A release with secure coins is not noted: its figures are outside its guarantee.
 */
final class TriedRuns implements Display.Rich {
    private static final String CELL = "cell: ";
    private static final String NOTE =
            "To choose one of these by looking at the test, or at private data at all, is not covered by its epsilon.";

    private final Path folder;

    private TriedRuns(Path folder) {
        this.folder = folder;
    }

    static TriedRuns in(Path folder) {
        return new TriedRuns(folder);
    }

    /** @param with what the training was made with, by the names of the notebook's variables; empty where nobody knows */
    void add(Run run, Map<String, String> with) {
        if (run.notice() != null) return;
        Run noted = run;
        for (Map.Entry<String, String> each : with.entrySet())
            noted = noted.with(CELL + each.getKey(), each.getValue());
        if (Double.isFinite(ProgressListener.lastSeconds())) {
            Map<String, Double> metrics = new TreeMap<>(noted.metrics());
            metrics.putIfAbsent("seconds", ProgressListener.lastSeconds());
            noted = Trainer.Memory.here().keep(noted.withMetrics(metrics));
        }
        List<Run> all = runs();
        String now = choices(noted).toString();
        for (Run other : all) if (choices(other).toString().equals(now)) return;
        try {
            Files.createDirectories(folder);
            noted.save(folder.resolve(String.format("%05d.json", all.size() + 1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** All of them, the first one first. */
    List<Run> runs() {
        if (!Files.isDirectory(folder)) return List.of();
        List<Run> runs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".json")).sorted().toList())
                Run.read(file).ifPresent(runs::add);
            return runs;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** What a run was made with: by the cells where they are known, else as its record tells. */
    private static Map<String, String> choices(Run run) {
        Map<String, String> all = new TreeMap<>();
        run.environment().forEach((fact, value) -> {
            if (fact.startsWith(CELL)) all.put(fact.substring(CELL.length()), value);
        });
        if (all.isEmpty()) run.parameters().forEach((name, value) -> all.put(name, value.toString()));
        all.put("data", run.data().name());
        return all;
    }

    /** What differs from the training before. */
    private static String changed(Run run, Run before) {
        Map<String, String> now = choices(run), then = choices(before);
        TreeSet<String> names = new TreeSet<>(now.keySet());
        names.addAll(then.keySet());
        List<String> changes = new ArrayList<>();
        for (String name : names)
            if (!now.getOrDefault(name, "none").equals(then.getOrDefault(name, "none")))
                changes.add(name + " = " + now.getOrDefault(name, "none"));
        return String.join(", ", changes);
    }

    Table table() {
        List<Run> runs = runs();
        Table table = Table.columns(
                        "run", "changed", "noise multiplier", "epsilon proved", "epsilon claimed", "score", "seconds")
                .title("What was tried");
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            String metric = VariedRuns.score(run);
            table.row(
                    i + 1,
                    i == 0 ? "(the first)" : changed(run, runs.get(i - 1)),
                    Numbers.significant(run.metrics().getOrDefault("noise multiplier", Double.NaN), 3),
                    Lab.epsilon(run, true),
                    Lab.epsilon(run, false),
                    VariedRuns.shown(metric) + " "
                            + Numbers.significant(VariedRuns.unit(metric) * run.metric(metric), 4),
                    Numbers.significant(run.metrics().getOrDefault("seconds", Double.NaN), 2));
        }
        return table.note(NOTE);
    }

    /** The curves of all. */
    Figure figure() {
        List<Run> runs = runs();
        Figure figure = Figure.of("What was tried, step by step").x("step");
        for (int i = 0; i < runs.size(); i++) {
            String metric = VariedRuns.score(runs.get(i));
            List<Run.Point> points = runs.get(i).history().getOrDefault(metric, List.of());
            if (points.isEmpty()) continue;
            String what = i == 0 ? "the first" : changed(runs.get(i), runs.get(i - 1));
            figure.y(VariedRuns.shown(metric))
                    .curve(
                            (i + 1) + ": " + what,
                            points.stream().mapToDouble(Run.Point::step).toArray(),
                            points.stream()
                                    .mapToDouble(p -> VariedRuns.unit(metric) * p.value())
                                    .toArray());
        }
        return figure;
    }

    @Override
    public Map<String, String> mime() {
        List<Run> runs = runs();
        if (runs.isEmpty()) {
            String none = "No training has been drawn yet: lab.curve(trained) notes it.";
            return Map.of("text/plain", none);
        }
        boolean drawn = runs.stream().anyMatch(r -> !r.history().isEmpty());
        String html = DialGrid.html(table()) + (drawn ? DialGrid.html(figure()) : "");
        return Map.of("text/html", html, "text/plain", table().text());
    }
}
