package dpgnn.train;

import dpgnn.report.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The runs of a sweep, in the order of its grid. */
public record Results(List<Run> runs) {
    public Results {
        runs = List.copyOf(runs);
    }

    /** Mean and sample deviation of a figure over the seeds of one setting. */
    public record Summary(Setting setting, int seeds, double mean, double deviation, List<Run> runs) {}

    public Results where(Predicate<Setting> condition) {
        return new Results(
                runs.stream().filter(r -> condition.test(r.setting())).toList());
    }

    /** One summary per setting without its seed, in the order of the grid. */
    public List<Summary> over(String metric) {
        return groups().entrySet().stream()
                .map(g -> summary(g.getKey(), metric, g.getValue()))
                .toList();
    }

    /**
     * Refuses runs of one setting, but for the seed, that read different data: some were kept from a time when a stand-in was
     * all that was to be had, say, and a mean over both would pass it for the real thing.
     */
    void requireSameData(Path folder) {
        for (List<Run> group : groups().values()) {
            Run.Data first = group.get(0).data();
            for (Run run : group)
                if (!run.data().hash().equals(first.hash()))
                    throw new IllegalStateException("runs of one setting must have read the same data; in " + folder
                            + " the run " + run.parameters() + " read "
                            + run.data().name() + " ("
                            + run.data().hash() + "), another one " + first.name() + " (" + first.hash()
                            + "); remove those that are not wanted");
        }
    }

    private Map<Setting, List<Run>> groups() {
        Map<Setting, List<Run>> groups = new LinkedHashMap<>();
        for (Run run : runs) {
            TreeMap<String, Object> parameters = new TreeMap<>(run.parameters());
            parameters.remove("seed");
            groups.computeIfAbsent(new Setting(run.experiment(), parameters), s -> new ArrayList<>())
                    .add(run);
        }
        return groups;
    }

    /**
     * The setting whose mean of this figure is highest. Choose by a validation figure: a choice by test figures reports luck,
     * and any choice on private data is outside the guarantee of the chosen run.
     */
    public Summary best(String metric) {
        return over(metric).stream()
                .max(java.util.Comparator.comparingDouble(Summary::mean))
                .orElseThrow(() -> new IllegalStateException("there is no run to choose from"));
    }

    /** Every run as a row: its parameters, these figures, and the epsilon that is proved of it. */
    public Table table(String... metrics) {
        if (runs.isEmpty()) throw new IllegalStateException("there is no run to show");
        Run first = runs.get(0);
        List<String> names = new ArrayList<>(first.parameters().keySet());
        names.addAll(List.of(metrics));
        names.addAll(List.of("epsilon proved", "data", "data hash"));
        Table table = Table.columns(names.toArray(String[]::new)).title(first.experiment());
        for (Run run : runs) {
            List<Object> cells = new ArrayList<>(run.parameters().values());
            for (String metric : metrics) cells.add(run.metric(metric));
            cells.add(
                    run.guarantees().isEmpty()
                            ? Double.POSITIVE_INFINITY
                            : run.guarantees().get(run.guarantees().size() - 1).epsilon());
            cells.add(run.data().name());
            cells.add(run.data().hash());
            table.row(cells.toArray());
        }
        return table;
    }

    private static Summary summary(Setting setting, String metric, List<Run> group) {
        double mean =
                group.stream().mapToDouble(r -> r.metric(metric)).average().orElseThrow();
        double squares = group.stream()
                .mapToDouble(r -> (r.metric(metric) - mean) * (r.metric(metric) - mean))
                .sum();
        double deviation = group.size() < 2 ? Double.NaN : Math.sqrt(squares / (group.size() - 1));
        return new Summary(setting, group.size(), mean, deviation, group);
    }
}
