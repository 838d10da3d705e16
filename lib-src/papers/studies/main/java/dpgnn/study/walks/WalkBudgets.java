package dpgnn.study.walks;

import static dpgnn.study.walks.WalkMethod.DRW;
import static dpgnn.study.walks.WalkMethod.DRW_R;
import static dpgnn.study.walks.WalkMethod.FDP;

import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.random.Streams;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.Sampler;
import dpgnn.study.Workbench;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many steps the samplers of Ayle et al. (2023) can take within a budget under each accounting: arithmetic on the sizes that
 * the paper announces, and on covers that are drawn here.
 */
public final class WalkBudgets {
    private final Workbench bench;
    private final double epsilon;
    private final Map<Cell, Long> drawn;
    private final Map<String, Steps> known = new HashMap<>();

    private WalkBudgets(Workbench bench, double epsilon, Map<Cell, Long> drawn) {
        this.bench = bench;
        this.epsilon = epsilon;
        this.drawn = drawn;
    }

    /** A sampler on a data set, with the batch size of table 4. */
    public record Cell(String set, WalkMethod method, int depth) {
        private DisjointWalks walks() {
            DisjointWalks walks = DisjointWalks.of(depth, batch());
            return method == DRW_R ? walks.restarts(WalkTables.RESTARTS) : walks;
        }

        public int batch() {
            return WalkTables.batch(method, depth, set);
        }

        public int roots() {
            return WalkTables.trainingNodes(set);
        }

        /** The least number of walks that any graph with as many roots could give. */
        public int fewest() {
            return walks().fewest(roots());
        }

        public double delta() {
            return WalkTables.delta(set);
        }

        /** A step that draws its batch from so many walks. */
        public Event.WithoutReplacement event(long population, double lambda) {
            return new Event.WithoutReplacement(population, batch(), lambda);
        }

        public String kind() {
            return method + ", depth " + depth;
        }
    }

    /** Steps by accounting; "least" is tight composition with the least number of walks. */
    public record Steps(long published, long least, long exact, long tight) {
        /** Tight over published; not a number where the budget affords no published step. */
        public double gain() {
            return published == 0 ? Double.NaN : (double) tight / published;
        }
    }

    /** Draws the covers of seed 1 on all data sets, or on two small stand-ins at ci. */
    public static WalkBudgets of(Workbench bench, double epsilon) throws IOException {
        Map<Cell, Long> drawn = new LinkedHashMap<>();
        for (String set : bench.ci() ? List.of("Cora/2", "Arxiv/20") : WalkTables.DATASETS) {
            Participants people = WalkData.participants(set);
            for (int depth = 1; depth <= 2; depth++)
                for (WalkMethod method : List.of(DRW, DRW_R)) {
                    Cell cell = new Cell(set, method, depth);
                    Sampler.Draws draws = cell.walks().draws(people, Streams.seed(1).stream("sampler"));
                    long population = ((Event.WithoutReplacement) draws.event(0, 2)).population();
                    bench.check(population >= cell.fewest(), "a cover has at least the least number of walks");
                    drawn.put(cell, population);
                }
        }
        return new WalkBudgets(bench, epsilon, drawn);
    }

    /** What was drawn, set by set. */
    public List<Cell> cells() {
        return List.copyOf(drawn.keySet());
    }

    /** How many walks the cover of a cell has. */
    public long drawn(Cell cell) {
        return drawn.get(cell);
    }

    private static Sampler.Facts facts(String set) {
        return new Sampler.Facts(WalkTables.nodes(set), WalkTables.trainingNodes(set));
    }

    /** The steps that the published accounting affords, from announced sizes alone. */
    public long published(Cell cell, double lambda) {
        WalkAccounting way = WalkAccounting.PUBLISHED;
        return way.steps(way.events(cell.walks(), facts(cell.set()), null, lambda), epsilon, cell.delta());
    }

    /** A step of the baseline FDP with K = 2, from announced sizes alone. */
    public static Event fdp(String set, int depth, double lambda) {
        BoundedDegree fdp = BoundedDegree.features(2, depth, WalkTables.batch(FDP, depth, set));
        return fdp.event(facts(set), WalkAccounting.multiplier(fdp, facts(set), lambda));
    }

    /** What the budget affords in each way; each affords at least what the one before does, and not a step more. */
    public Steps steps(Cell cell, double lambda) {
        return known.computeIfAbsent(cell + " " + lambda, key -> counted(cell, lambda));
    }

    private Steps counted(Cell cell, double lambda) {
        double delta = cell.delta();
        Event real = cell.event(drawn(cell), lambda);
        Steps steps = new Steps(
                published(cell, lambda),
                WalkAccounting.TIGHT.steps(cell.event(cell.fewest(), lambda), epsilon, delta),
                WalkAccounting.EXACT.steps(real, epsilon, delta),
                WalkAccounting.TIGHT.steps(real, epsilon, delta));
        bench.check(
                steps.published() <= steps.least() && steps.least() <= steps.tight(),
                cell + ": each half of the gain is one");
        bench.check(
                steps.published() <= steps.exact() && steps.exact() <= steps.tight(),
                cell + ": each accounting affords at least what the one before does");
        bench.check(
                steps.tight() == 0 || WalkAccounting.TIGHT.epsilon(real, steps.tight(), delta) <= epsilon,
                "the last step fits");
        bench.check(WalkAccounting.TIGHT.epsilon(real, steps.tight() + 1, delta) > epsilon, "the next one does not");
        return steps;
    }
}
