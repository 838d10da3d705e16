package dpgnn.study.walks;

import static dpgnn.study.walks.WalkMethod.FDP;

import dpgnn.privacy.Event;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.account.RdpConversion;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.sampling.BoundedDegree;
import dpgnn.study.Workbench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What a step of the baseline FDP costs, and how many a budget affords: arithmetic on the sizes that the paper announces. */
public final class FdpBudgets {
    private static final double[] LAMBDAS = WalkBudgets.LAMBDAS;

    private final Workbench bench;
    private final double epsilon;
    private final Map<String, First> begun = new HashMap<>();

    private FdpBudgets(Workbench bench, double epsilon) {
        this.bench = bench;
        this.epsilon = epsilon;
    }

    public static FdpBudgets of(Workbench bench, double epsilon) {
        return new FdpBudgets(bench, epsilon);
    }

    /** Steps of FDP with K = 2, and the epsilon of its first one in three accountings. */
    public record First(double classic, double renyi, double tight, long renyiSteps, long tightSteps) {}

    /** Needs no graph: announced sizes and batch sizes are all that goes in. */
    public First first(String set, int depth, double lambda) {
        return begun.computeIfAbsent(set + depth + " " + lambda, key -> begun(set, depth, lambda));
    }

    private First begun(String set, int depth, double lambda) {
        double[] orders =
                IntStream.rangeClosed(11, 99).mapToDouble(i -> i / 10.0).toArray();
        BoundedDegree fdp = BoundedDegree.features(2, depth, WalkTables.batch(FDP, depth, set));
        double delta = WalkTables.delta(set);
        Event step = fdp.event(WalkBudgets.facts(set), WalkAccounting.multiplier(fdp, WalkBudgets.facts(set), lambda));
        First first = new First(
                RdpAccountant.of(orders).withConversion(RdpConversion.CLASSIC).epsilon(step, delta),
                WalkAccounting.PUBLISHED.epsilon(step, 1, delta),
                WalkAccounting.TIGHT.epsilon(step, 1, delta),
                WalkAccounting.PUBLISHED.steps(step, epsilon, delta),
                WalkAccounting.TIGHT.steps(step, epsilon, delta));
        bench.check(first.tight <= first.renyi && first.renyi < first.classic, set + ": tight, Rényi, classic");
        bench.check(lambda < 4 || first.tight < 2, set + " has models below epsilon 2 at lambda " + lambda);
        return first;
    }

    private List<String> large() {
        return bench.ci() ? List.of("Flickr") : List.of("Flickr", "Arxiv", "Reddit");
    }

    /** Where FDP's curve begins: the epsilon of its first step at a depth. */
    public Figure firstSteps() {
        List<Figure> panels = new ArrayList<>();
        for (int depth = 1; depth <= 2; depth++)
            for (String set : large()) {
                int hops = depth;
                List<First> first = Arrays.stream(LAMBDAS)
                        .mapToObj(lambda -> first(set, hops, lambda))
                        .toList();
                panels.add(Figure.of(set + ", depth " + depth)
                        .x("lambda")
                        .y("epsilon of the first step")
                        .logX()
                        .curve(
                                "classic",
                                LAMBDAS,
                                first.stream().mapToDouble(First::classic).toArray())
                        .curve(
                                "Rényi",
                                LAMBDAS,
                                first.stream().mapToDouble(First::renyi).toArray())
                        .curve(
                                "tight",
                                LAMBDAS,
                                first.stream().mapToDouble(First::tight).toArray())
                        .horizontal(2, "2"));
            }
        return Figure.grid("FDP, K = 2: what one step costs", large().size(), panels.toArray(Figure[]::new));
    }

    /** How many steps of FDP the budget affords. */
    public Table steps() {
        List<String> heads = new ArrayList<>(List.of("depth", "lambda"));
        for (String set : large()) heads.addAll(List.of(set + ", Rényi", set + ", tight"));
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("FDP, K = 2: steps at epsilon " + WalkBudgets.whole(epsilon));
        for (int depth = 1; depth <= 2; depth++)
            for (double lambda : LAMBDAS) {
                List<Object> row = new ArrayList<>(List.of(depth, lambda));
                for (String set : large()) {
                    First first = first(set, depth, lambda);
                    row.addAll(List.of(first.renyiSteps, first.tightSteps));
                }
                table.row(row.toArray());
            }
        return table.note("Announced sizes and batch sizes of the paper are all that goes in.");
    }
}
