package dpgnn.study;

import dpgnn.base.Described;
import dpgnn.report.Table;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleConsumer;
import java.util.function.Predicate;

/**
 * The runs of a sweep, in the order of its grid.
 *
 * @param <E> the parameters of a run
 */
public record SweepResults<E extends Experiment<E>>(Map<E, Run> of) implements Described {
    public SweepResults {
        of = Collections.unmodifiableMap(new LinkedHashMap<>(of));
    }

    /** One figure of runs that differ in their seeds alone. */
    public record Summary<E extends Experiment<E>>(SweepResults<E> results, String metric) {
        /** That of the first seed. */
        public E experiment() {
            return results.of.keySet().iterator().next();
        }

        public List<Run> runs() {
            return results.runs();
        }

        /** Another figure of the same runs. */
        public Summary<E> of(String other) {
            return new Summary<>(results, other);
        }

        /** Whether every run has this figure: runs that were made before it was measured have not. */
        public boolean isWhole() {
            return runs().stream().allMatch(run -> run.metrics().containsKey(metric));
        }

        /** Seed by seed. */
        public double[] values() {
            return runs().stream().mapToDouble(run -> run.metric(metric)).toArray();
        }

        public long[] seeds() {
            return results.of.keySet().stream().mapToLong(Experiment::seed).toArray();
        }

        public double mean() {
            return Arrays.stream(values()).average().orElseThrow();
        }

        /** The means over any so many of the seeds, in rising order. */
        public double[] meansOfAny(int of) {
            double[] values = values();
            if (of < 1 || of > values.length)
                throw new IllegalArgumentException("of must be 1 to the " + values.length + " seeds, was " + of);
            List<Double> means = new ArrayList<>();
            sums(values, values.length, of, 0, sum -> means.add(sum / of));
            return means.stream().mapToDouble(mean -> mean).sorted().toArray();
        }

        /** Adds so many of the first values in every way. */
        private static void sums(double[] values, int first, int of, double sum, DoubleConsumer to) {
            if (of == 0) to.accept(sum);
            else for (int i = of - 1; i < first; i++) sums(values, i, of - 1, sum + values[i], to);
        }

        /** That of a sample; not a number where there is one seed. */
        public double deviation() {
            return StudentInterval.deviation(values());
        }
    }

    /** The figures of each run beside its parameters. */
    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        of.values().forEach(run -> rows.put(run.parameters().toString(), run.metrics()));
        return rows;
    }

    public List<Run> runs() {
        return List.copyOf(of.values());
    }

    public SweepResults<E> where(Predicate<E> condition) {
        Map<E, Run> kept = new LinkedHashMap<>(of);
        kept.keySet().removeIf(condition.negate());
        return new SweepResults<>(kept);
    }

    /** These runs, then others. */
    public SweepResults<E> and(SweepResults<E> others) {
        Map<E, Run> all = new LinkedHashMap<>(of);
        all.putAll(others.of);
        return new SweepResults<>(all);
    }

    /** Returns one summary per experiment over its seeds, in the order of the grid. */
    public List<Summary<E>> over(String metric) {
        return groups().stream().map(group -> new Summary<>(group, metric)).toList();
    }

    private Collection<SweepResults<E>> groups() {
        Map<Setting, Map<E, Run>> groups = new LinkedHashMap<>();
        of.forEach((experiment, run) -> groups.computeIfAbsent(run.setting().withoutSeed(), s -> new LinkedHashMap<>())
                .put(experiment, run));
        return groups.values().stream().map(SweepResults::new).toList();
    }

    /**
     * Refuses runs of one experiment, but for the seed, that read different data: the real ones arrived between two runs, say, and a
     * mean over both would pass a stand-in for the real thing.
     */
    void requireSameData() {
        for (SweepResults<E> group : groups()) {
            Run.Data first = group.runs().get(0).data();
            for (Run run : group.runs())
                if (!run.data().hash().equals(first.hash()))
                    throw new IllegalStateException("runs of one setting must have read the same data; the run "
                            + run.parameters() + " read " + run.data().name() + " ("
                            + run.data().hash()
                            + "), another one " + first.name() + " (" + first.hash()
                            + "); start again, and all read what is there now");
        }
    }

    /**
     * Returns the experiment whose mean of this figure is highest. Choose by a validation figure: a choice by test figures
     * reports luck, and any choice on private data is outside the guarantee of the chosen run.
     */
    public Summary<E> best(String metric) {
        return over(metric).stream()
                .max(Comparator.comparingDouble(Summary::mean))
                .orElseThrow(() -> new IllegalStateException("there is no run to choose from"));
    }

    /** Returns a table with every run as a row: its parameters, these figures, and its proved epsilon. */
    public Table table(String... metrics) {
        if (of.isEmpty()) throw new IllegalStateException("there is no run to show");
        TreeSet<String> parameters = new TreeSet<>();
        for (Run run : of.values()) parameters.addAll(run.parameters().keySet());
        List<String> names = new ArrayList<>(parameters);
        names.addAll(List.of(metrics));
        names.addAll(List.of("epsilon proved", "data", "data hash"));
        Table table =
                Table.columns(names.toArray(String[]::new)).title(runs().get(0).experiment());
        for (Run run : of.values()) {
            List<Object> cells = new ArrayList<>();
            for (String name : parameters) cells.add(run.parameters().get(name));
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
}
