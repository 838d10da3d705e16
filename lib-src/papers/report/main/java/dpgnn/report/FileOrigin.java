package dpgnn.report;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What stands inside every exported file, so that it can be traced: the notebook and the cell that made it, and the runs and data
 * that the session had used by then.
 */
final class FileOrigin {
    /** More runs than this are named by a hash of all their names. */
    private static final int FEW = 8;

    private static final Set<String> RUNS = new LinkedHashSet<>();
    private static final Set<String> DATA = new LinkedHashSet<>();

    private FileOrigin() {}

    static synchronized void used(String run, String data) {
        RUNS.add(run.length() > 12 ? run.substring(0, 12) : run);
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
        if (!RUNS.isEmpty()) out.append("; ").append(runs());
        if (!DATA.isEmpty()) out.append("; data ").append(String.join(", ", DATA));
        return out.toString();
    }

    private static String runs() {
        if (RUNS.size() <= FEW) return (RUNS.size() == 1 ? "run " : "runs ") + String.join(", ", RUNS);
        String names = RUNS.stream().sorted().collect(Collectors.joining("\n"));
        return RUNS.size() + " runs, SHA-256 of their names "
                + dpgnn.base.Sha256.of(names).substring(0, 12);
    }

    /** The file's name, which the runner says, or Jupyter where it does. */
    private static String notebook() {
        String name = System.getProperty("DPGNN_NOTEBOOK", System.getenv("DPGNN_NOTEBOOK"));
        if (name == null) name = System.getenv("JPY_SESSION_NAME");
        return name == null ? "" : name.substring(name.lastIndexOf('/') + 1);
    }
}
