package dpgnn.study;

import dpgnn.report.Display;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes the line below a cell that says where its runs come from: kept with the notebook, and by which code, or trained
 * here, and how long that took. All sweeps of a cell share one line, which also shows the progress of the training.
 */
public final class RunOrigins {
    /** Trainings that take longer than so many seconds are asked about. */
    private static final int LONG = 300;

    private static RunOrigins latest;
    private static volatile boolean isAgreed;

    private final long cell = Display.cell();
    private final Map<Setting, Run> kept = new HashMap<>();
    private final Map<Setting, Run> before = new HashMap<>();
    private final Map<Setting, Run> trained = new HashMap<>();
    /** The runs that are still to be made, and about how long each takes. */
    private final Map<Setting, Double> open = new LinkedHashMap<>();

    private Set<Setting> sweep = Set.of();
    private Display.Handle handle;
    private double seconds;
    private int outdated;
    private int made;
    private long began;
    private boolean asked;

    private RunOrigins() {}

    /** The line of the cell that is running. */
    static synchronized RunOrigins ofCell() {
        if (latest == null || latest.cell != Display.cell()) latest = new RunOrigins();
        return latest;
    }

    /** Before any of several sweeps begins: what they have to make. */
    synchronized void plan(Map<Setting, Double> toMake) {
        open.putAll(toMake);
        ask();
    }

    /** A sweep begins: what it found, and what it has to make. */
    synchronized void begin(List<RunFolder.Found> found, int outdatedFiles, Map<Setting, Double> toMake) {
        found.forEach(f -> {
            Setting setting = f.run().setting();
            open.remove(setting);
            if (f.shipped()) kept.put(setting, f.run());
            else if (!trained.containsKey(setting)) before.put(setting, f.run());
        });
        outdated += outdatedFiles;
        open.putAll(toMake);
        sweep = Set.copyOf(toMake.keySet());
        if (!sweep.isEmpty()) ask();
        began = System.nanoTime();
        show();
    }

    synchronized void made(Run run) {
        trained.put(run.setting(), run);
        open.remove(run.setting());
        made++;
        show();
    }

    /** The sweep has ended, all runs made or not. */
    synchronized void end(boolean any) {
        if (any) seconds += (System.nanoTime() - began) / 1e9;
        open.keySet().removeAll(sweep);
        sweep = Set.of();
        show();
    }

    /** No question is asked in this notebook from now on. */
    public static void yes() {
        isAgreed = true;
    }

    /** Asks once a cell, where somebody can answer: elsewhere, as in a run from a shell, training begins. */
    private void ask() {
        double left = expected();
        if (asked || isAgreed || !(left > LONG) || !Display.interactive()) return;
        asked = true;
        Display.show(
                runs(open.size()).replace("run", "training") + ", about " + time(left)
                        + "; stop keeps what is done. Begin? Type yes or no below (lab.yes() before it begins without a question).");
        String answer = answer();
        if (answer == null || answer.strip().toLowerCase(Locale.ROOT).matches("y|yes|")) return;
        open.clear();
        throw new IllegalStateException("nothing was trained, as you answered \"" + answer.strip()
                + "\"; run the cell again to be asked again");
    }

    /** A line from the reader; null where nobody can give one. */
    private static String answer() {
        try {
            return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted())
                throw new IllegalStateException("nothing was trained: you stopped the cell at its question", e);
            return null;
        }
    }

    private void show() {
        if (!Display.interactive() || text().isEmpty()) return;
        if (handle == null) handle = Display.show(text());
        else handle.update(text());
    }

    private String text() {
        List<String> parts = new ArrayList<>();
        if (!kept.isEmpty()) parts.add("kept: " + runs(kept.size()) + ", made by code " + facts("code", 7) + days());
        if (!before.isEmpty()) parts.add("trained here before: " + runs(before.size()));
        if (!open.isEmpty())
            parts.add("training here: " + runs(trained.size()) + " done, " + open.size() + " to go" + left());
        else if (!trained.isEmpty()) parts.add("trained here, " + Math.round(seconds) + " s: " + runs(trained.size()));
        if (outdated > 0) parts.add(runs(outdated) + " of an earlier version not used");
        return String.join("; ", parts);
    }

    private String left() {
        double left = expected();
        if (Double.isNaN(left)) return "";
        return ", about " + time(left) + " left" + (left > 60 ? " (stop keeps what is done)" : "");
    }

    /** By the pace of the runs that this cell has made, or by how long kept ones took; not a number where neither tells it. */
    private double expected() {
        double passed = seconds + (sweep.isEmpty() ? 0 : (System.nanoTime() - began) / 1e9);
        if (made > 0) return passed / made * open.size();
        double mean = open.values().stream()
                .filter(s -> !s.isNaN())
                .mapToDouble(s -> s)
                .average()
                .orElse(Double.NaN);
        int abreast = Math.min(Runtime.getRuntime().availableProcessors(), Math.max(1, open.size()));
        return mean * open.size() / abreast;
    }

    /** "40 s", "12 min", "2 h". */
    static String time(double seconds) {
        if (seconds < 90) return Math.max(1, Math.round(seconds)) + " s";
        return seconds < 5400 ? Math.round(seconds / 60) + " min" : Math.round(seconds / 3600) + " h";
    }

    private static String runs(int count) {
        return count + (count == 1 ? " run" : " runs");
    }

    private String facts(String name, int digits) {
        return kept.values().stream()
                .map(r -> r.environment().getOrDefault(name, "unknown"))
                .map(f -> f.substring(0, Math.min(digits, f.length())))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private String days() {
        TreeSet<String> days =
                kept.values().stream().map(RunFolder::made).collect(Collectors.toCollection(TreeSet::new));
        days.remove("");
        if (days.isEmpty()) return "";
        return days.size() == 1 ? " on " + days.first() : " from " + days.first() + " to " + days.last();
    }
}
