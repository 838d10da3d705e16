package dpgnn.study.choice;

import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.choice.ChoiceRun.Way;
import dpgnn.train.Run;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What ways to choose a model give and cost, on Cora and PubMed. */
public final class ChoiceTables {
    private static final String ACCURACY = "test accuracy";
    private static final String OF = ACCURACY + " of ";

    private final Workbench bench;
    private final List<String> sets;
    private final List<Double> budgets;
    private SweepResults<ChoiceRun> made;

    private ChoiceTables(Workbench bench) {
        this.bench = bench;
        sets = bench.ci() ? List.of("small") : List.of("Cora", "PubMed");
        budgets = bench.paper() ? List.of(1.0, 4.0) : List.of(4.0);
    }

    public static ChoiceTables of(Workbench bench) {
        return new ChoiceTables(bench);
    }

    public List<String> sets() {
        return sets;
    }

    public List<Double> budgets() {
        return budgets;
    }

    private SweepResults<ChoiceRun> runs() {
        if (made == null)
            made = bench.run(
                    Sweep.of(new ChoiceRun(sets.get(0), Way.BLIND, budgets.get(0), 1))
                            .vary(ChoiceRun::dataset, sets)
                            .vary(ChoiceRun::epsilon, budgets)
                            .vary(ChoiceRun::way, Way.values())
                            .seeds(bench.seeds()),
                    ChoiceStudy.STUDY);
        return made;
    }

    private Summary<ChoiceRun> of(String set, double epsilon, Way way) {
        return runs().where(e -> e.dataset().equals(set) && e.epsilon() == epsilon && e.way() == way)
                .over(ACCURACY)
                .get(0);
    }

    /** The mean accuracy of a way, in percent. */
    public double mean(String set, double epsilon, Way way) {
        return 100 * of(set, epsilon, way).mean();
    }

    /** What a way really spent, the largest of its seeds. */
    public double spent(String set, double epsilon, Way way) {
        return Arrays.stream(of(set, epsilon, way).of("epsilon spent").values())
                .max()
                .orElseThrow();
    }

    /** How far one way is ahead of another, seed by seed, in percent: its mean, and the deviation of that mean. */
    public double[] ahead(String set, double epsilon, Way way, Way of) {
        double[] one = of(set, epsilon, way).values(),
                other = of(set, epsilon, of).values();
        double mean = 0, squares = 0;
        for (int i = 0; i < one.length; i++) mean += 100 * (one[i] - other[i]) / one.length;
        for (int i = 0; i < one.length; i++) squares += Math.pow(100 * (one[i] - other[i]) - mean, 2);
        return new double[] {mean, Math.sqrt(squares / Math.max(1, one.length - 1) / one.length)};
    }

    /** Every way: what it says it costs, what it costs, its accuracy. */
    public Table table() {
        Table table = Table.columns("data", "way", "epsilon said", "epsilon spent", "noise multiplier", "accuracy")
                .title("choosing one of eight trainings")
                .digits("epsilon spent", 2)
                .digits("noise multiplier", 1);
        for (String set : sets)
            for (double epsilon : budgets)
                for (Way way : Way.values()) {
                    Summary<ChoiceRun> found = of(set, epsilon, way);
                    table.row(
                            set,
                            way.toString(),
                            epsilon,
                            spent(set, epsilon, way),
                            found.of("noise multiplier").mean(),
                            bench.plusMinus(found));
                }
        return table.note("accuracy: mean and deviation over " + bench.seeds().length
                + " seeds, in percent; noise of the first candidate");
    }

    /** The candidates' mean accuracies when each has all of the budget: what there is to choose from. */
    public Map<String, Double> candidates(String set, double epsilon) {
        Map<String, Double> sums = new LinkedHashMap<>();
        List<Run> runs = of(set, epsilon, Way.NAIVE).runs();
        for (Run run : runs)
            run.metrics().forEach((name, value) -> {
                if (name.startsWith(OF))
                    sums.merge(name.substring(OF.length()), 100 * value / runs.size(), Double::sum);
            });
        return sums;
    }

    /** The best of them, in percent: what somebody who knew it beforehand would have. */
    public double known(String set, double epsilon) {
        return candidates(set, epsilon).values().stream()
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** The candidates, each at the budget alone. */
    public Table grid(double epsilon) {
        Table table = Table.columns("training", "data", "accuracy").digits("accuracy", 1);
        for (String set : sets) candidates(set, epsilon).forEach((name, accuracy) -> table.row(name, set, accuracy));
        return table.title("each training alone at epsilon " + epsilon).wide("training", "data", "accuracy");
    }

    /** Accuracy against what was really spent. */
    public Figure figure(String set) {
        Figure figure = Figure.of("choosing on " + set)
                .x("epsilon spent")
                .y("accuracy (%)")
                .logX();
        for (Way way : Way.values())
            figure.points(
                    way.toString(),
                    budgets.stream().mapToDouble(e -> spent(set, e, way)).toArray(),
                    budgets.stream().mapToDouble(e -> mean(set, e, way)).toArray());
        return figure;
    }
}
