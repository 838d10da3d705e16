package dpgnn.study.walks;

import dpgnn.study.SweepResults.Summary;
import dpgnn.study.paper.Claims.Standing;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Lead;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Walks beside FDP where the paper's features are not at hand, by the protocols of 2026-11-27 and 2026-11-29 in
 * docs/reproduction-rules.md.
 *
 * @param paper whose grid and runs it takes
 * @param variant what is done to features
 * @param cells a set, a depth and a budget in each
 */
public record WalkLead(WalkPaper paper, WalkVariant variant, List<Cell> cells) {
    static final List<WalkMethod> WALKS = List.of(WalkMethod.DRW, WalkMethod.DRW_R, WalkMethod.DRW_D);
    private static final int BUDGET = 8;
    /** In points; two scores that are no further above the constant answer say nothing of each other. */
    private static final double CHANCE = 3;

    /**
     * One set, depth and budget.
     *
     * @param constant the score of the largest class
     * @param walks in the order of {@link #WALKS}
     */
    public record Cell(String set, int layers, int epsilon, double constant, Found fdp, List<Found> walks) {
        public Lead lead(int walk) {
            return Lead.of(List.of(new Lead.Pair(walks.get(walk), fdp)));
        }

        /** Whether the better of the two is above chance. */
        public boolean counts(int walk) {
            double best = Math.max(fdp.mean(), walks.get(walk).mean());
            return 100 * (best - constant) > CHANCE;
        }
    }

    /** On four real sets that are not the paper's, at epsilon 8; without data, on a small stand-in. */
    static WalkLead of(WalkPaper paper) {
        return of(paper, WalkVariant.NONE);
    }

    /** On these sets with what is done to features. */
    static WalkLead of(WalkPaper paper, WalkVariant variant) {
        WalkLead lead = new WalkLead(paper, variant, List.of());
        return new WalkLead(paper, variant, sets(paper).flatMap(lead::atDepths).toList());
    }

    /** On Arxiv's true graph, at epsilon 8; nothing where it is not at hand. */
    static WalkLead onArxiv(WalkPaper paper) {
        boolean there = !paper.lean() && WalkPaper.isThere("Arxiv");
        WalkLead lead = new WalkLead(paper, WalkVariant.NONE, List.of());
        return new WalkLead(
                paper,
                WalkVariant.NONE,
                there ? lead.atDepths(WalkTables.ARXIV_GRAPH).toList() : List.of());
    }

    private static Stream<String> sets(WalkPaper paper) {
        return paper.lean()
                ? Stream.of("Arxiv/20")
                : WalkTables.OTHERS.keySet().stream().sorted();
    }

    private Stream<Cell> atDepths(String set) {
        return Stream.of(1, 2).map(layers -> cell(set, layers, BUDGET, method -> runs(set, method, layers)));
    }

    /** Of two layers at each whole epsilon where all have taken a step, with fresh seeds; without data, nothing. */
    static WalkLead byBudget(WalkPaper paper) {
        List<Cell> cells = new ArrayList<>();
        WalkLead lead = new WalkLead(paper, WalkVariant.NONE, cells);
        List<String> sets =
                new ArrayList<>(paper.lean() ? List.of() : sets(paper).toList());
        if (!paper.lean() && WalkPaper.isThere("Arxiv")) sets.add(0, WalkTables.ARXIV_GRAPH);
        for (String set : sets) {
            Map<WalkMethod, Summary<WalkRun>> runs = new EnumMap<>(WalkMethod.class);
            for (WalkMethod method : WalkMethod.values())
                if (method.isPrivate()) runs.put(method, paper.once(lead.chosen(set, method, 2), paper.fresh()));
            IntStream.rangeClosed(1, BUDGET)
                    .filter(k -> runs.values().stream().allMatch(s -> WalkCurve.reach(s.runs(), k)))
                    .forEach(k -> cells.add(lead.cell(set, 2, k, runs::get)));
        }
        return new WalkLead(paper, WalkVariant.NONE, List.copyOf(cells));
    }

    private Cell cell(String set, int layers, int epsilon, Function<WalkMethod, Summary<WalkRun>> runs) {
        Function<WalkMethod, Found> found = method -> epsilon == BUDGET
                ? Found.of(runs.apply(method))
                : WalkPaper.found(runs.apply(method), run -> WalkCurve.test(run, epsilon));
        double constant = WalkPaper.largest(set);
        return new Cell(
                set,
                layers,
                epsilon,
                constant,
                found.apply(WalkMethod.FDP),
                WALKS.stream().map(found).toList());
    }

    /**
     * Five seeds of the setting that the first one's validation figure chooses, for all walks that of DRW, and of Arxiv three fresh
     * ones. Without privacy one seed of 300 steps, without data one of a fixed setting.
     */
    public Summary<WalkRun> runs(String set, WalkMethod method, int layers) {
        WalkRun run = run(set, method, layers);
        if (!method.isPrivate())
            return paper.once(run.with(WalkRun::steps, 300L).with(WalkRun::every, 25L), 1);
        if (paper.lean()) return paper.once(run.with(WalkRun::lambda, method == WalkMethod.FDP ? 2.0 : 4.0), 1);
        return paper.once(chosen(set, method, layers), isFresh(set) ? paper.fresh() : new long[] {1, 2, 3, 4, 5});
    }

    private WalkRun run(String set, WalkMethod method, int layers) {
        return WalkRun.of(set, method, layers == 1 ? 0 : 256).with(WalkRun::variant, variant);
    }

    /** Outcomes of other seeds were known when the protocol was written. */
    private boolean isFresh(String set) {
        return set.equals(WalkTables.ARXIV_GRAPH) || !variant.equals(WalkVariant.NONE);
    }

    /** The setting that validation figures of one seed choose, for all walks those of DRW. */
    private WalkRun chosen(String set, WalkMethod method, int layers) {
        WalkRun run = run(set, method, layers);
        WalkRun searched = method == WalkMethod.FDP ? run : run(set, WalkMethod.DRW, layers);
        long by = isFresh(set) ? paper.fresh()[0] : 1;
        WalkRun best =
                paper.tried(paper.around(searched), by).best("validation").experiment();
        return method == WalkMethod.FDP
                ? best
                : run.with(WalkRun::rate, best.rate()).with(WalkRun::lambda, best.lambda());
    }

    /** "DRW-D, 2, 157 steps". */
    String named(Cell c, WalkMethod method) {
        return method + ", " + c.layers + ", " + WalkPaper.stepsOf(runs(c.set, method, c.layers)) + " steps";
    }

    private List<Lead> counted() {
        return cells.stream()
                .flatMap(c -> Stream.of(0, 1, 2).filter(c::counts).map(c::lead))
                .toList();
    }

    /** Whether at least half of the comparisons are above chance. */
    public boolean isTested() {
        return 2 * counted().size() >= WALKS.size() * cells.size() && !cells.isEmpty() && !paper.lean();
    }

    public Standing standing() {
        List<Lead> all = counted();
        return Standing.of(
                all.stream().allMatch(l -> l.overSeeds().isAbove(0)),
                2 * all.stream().filter(l -> l.points() > 0).count() > all.size());
    }

    /** "Computers, Facebook: ahead in 8 of 12, beyond the 95 % interval in 3, behind beyond it in none; -0.6 to +3.4 points; at chance: Twitch". */
    public String words() {
        List<Lead> all = counted();
        if (all.isEmpty()) return "no comparison is above chance";
        return String.format(
                "%s: ahead in %d of %d, beyond the 95 %% interval in %d, behind beyond it in %d; %+.1f to %+.1f points%s",
                sets(true),
                all.stream().filter(l -> l.points() > 0).count(),
                all.size(),
                all.stream().filter(l -> l.overSeeds().isAbove(0)).count(),
                all.stream().filter(l -> l.overSeeds().isBelow(0)).count(),
                all.stream().mapToDouble(Lead::points).min().orElseThrow(),
                all.stream().mapToDouble(Lead::points).max().orElseThrow(),
                sets(false).isEmpty() ? "" : "; at chance: " + sets(false));
    }

    /** Those of which some comparison counts, or none does. */
    private String sets(boolean counting) {
        return cells.stream()
                .map(Cell::set)
                .distinct()
                .filter(set -> counting
                        == cells.stream()
                                .anyMatch(c ->
                                        c.set.equals(set) && Stream.of(0, 1, 2).anyMatch(c::counts)))
                .collect(Collectors.joining(", "));
    }
}
