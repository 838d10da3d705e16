package dpgnn.study;

import dpgnn.report.Display;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes the line below a cell that says where its runs come from: kept with the notebook, and by which code, or trained
 * here, and how long that took. All sweeps of a cell share one line, which also shows the progress of the training.
 */
final class RunOrigins {
    private static RunOrigins latest;

    private final long cell = Display.cell();
    private final Map<Setting, Run> kept = new HashMap<>();
    private final Map<Setting, Run> before = new HashMap<>();
    private final Map<Setting, Run> trained = new HashMap<>();
    private Display.Handle handle;
    private double seconds;
    private int outdated;
    private int open;
    private int made;
    private long began;

    private RunOrigins() {}

    /** The line of the cell that is running. */
    static synchronized RunOrigins ofCell() {
        if (latest == null || latest.cell != Display.cell()) latest = new RunOrigins();
        return latest;
    }

    /** A sweep begins: what it found, and how many runs it has to make. */
    synchronized void begin(List<RunFolder.Found> found, int outdatedFiles, int toMake) {
        found.forEach(f -> {
            Setting setting = f.run().setting();
            if (f.shipped()) kept.put(setting, f.run());
            else if (!trained.containsKey(setting)) before.put(setting, f.run());
        });
        outdated += outdatedFiles;
        open = toMake;
        made = 0;
        began = System.nanoTime();
        show();
    }

    synchronized void made(Run run) {
        trained.put(run.setting(), run);
        open--;
        made++;
        show();
    }

    /** The sweep has ended, all runs made or not. */
    synchronized void end(boolean any) {
        if (any) seconds += (System.nanoTime() - began) / 1e9;
        open = 0;
        show();
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
        if (open > 0) parts.add("training here: " + runs(trained.size()) + " done, " + open + " to go" + left());
        else if (!trained.isEmpty()) parts.add("trained here, " + Math.round(seconds) + " s: " + runs(trained.size()));
        if (outdated > 0) parts.add(runs(outdated) + " of an earlier version not used");
        return String.join("; ", parts);
    }

    /** By the mean time of the runs that this sweep has made. */
    private String left() {
        if (made == 0) return "";
        double seconds = (System.nanoTime() - began) / 1e9 / made * open;
        return seconds < 90
                ? ", about " + Math.max(1, Math.round(seconds)) + " s left"
                : ", about " + Math.round(seconds / 60) + " min left";
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
