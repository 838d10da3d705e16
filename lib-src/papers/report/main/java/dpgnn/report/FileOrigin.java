package dpgnn.report;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What stands inside every exported file, so that it can be traced: the notebook and the cell that made it, and the runs and data
 * that its values came from; outside a notebook those that were used by then.
 */
final class FileOrigin {
    /** More runs than this are named by a hash of all their names. */
    private static final int FEW = 8;

    private static final Set<String> RUNS = new LinkedHashSet<>();
    private static final Set<String> DATA = new LinkedHashSet<>();

    private FileOrigin() {}

    static void used(String run, String data) {
        String name = run.length() > 12 ? run.substring(0, 12) : run;
        if (!CellCode.used(name + "\n" + data)) usedSomewhere(name, data);
    }

    private static synchronized void usedSomewhere(String run, String data) {
        RUNS.add(run);
        DATA.add(data);
    }

    static synchronized void restart() {
        RUNS.clear();
        DATA.clear();
    }

    static synchronized String text() {
        String notebook = notebook();
        StringBuilder out = new StringBuilder("made by dpgnn");
        if (!notebook.isEmpty()) out.append("; notebook ").append(notebook);
        if (Display.cell() > 0) out.append("; cell ").append(Display.cell());
        Set<String> behind = CellCode.behind();
        Set<String> runs = behind == null ? RUNS : part(behind, 0), data = behind == null ? DATA : part(behind, 1);
        if (behind != null && runs.isEmpty()) out.append("; no runs");
        if (!runs.isEmpty()) out.append("; ").append(named(runs));
        if (!data.isEmpty()) out.append("; data ").append(String.join(", ", data));
        return out.toString();
    }

    private static Set<String> part(Set<String> used, int part) {
        return used.stream().map(u -> u.split("\n", 2)[part]).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String named(Set<String> runs) {
        if (runs.size() <= FEW) return (runs.size() == 1 ? "run " : "runs ") + String.join(", ", runs);
        String names = runs.stream().sorted().collect(Collectors.joining("\n"));
        return runs.size() + " runs, SHA-256 of their names "
                + dpgnn.base.Sha256.of(names).substring(0, 12);
    }

    /** The file's name, which the runner says, or Jupyter where it does. */
    private static String notebook() {
        String name = System.getProperty("DPGNN_NOTEBOOK", System.getenv("DPGNN_NOTEBOOK"));
        if (name == null) name = System.getenv("JPY_SESSION_NAME");
        return name == null ? "" : name.substring(name.lastIndexOf('/') + 1);
    }
}
