package dpgnn.study.walks;

import dpgnn.report.Table;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.paper.Claims.Standing;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Lead;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Walks beside FDP on real sets that are not the paper's, by the protocol of 2026-11-27 in docs/reproduction-rules.md.
 *
 * @param paper whose grid and runs it takes
 * @param cells a set and a depth in each
 */
public record WalkLead(WalkPaper paper, List<Cell> cells) {
    static final List<WalkMethod> WALKS = List.of(WalkMethod.DRW, WalkMethod.DRW_R, WalkMethod.DRW_D);
    /** In points; two scores that are no further above the constant answer say nothing of each other. */
    private static final double CHANCE = 3;

    /**
     * One set and depth.
     *
     * @param constant the score of the largest class
     * @param walks in the order of {@link #WALKS}
     */
    public record Cell(String set, int layers, double constant, Found fdp, List<Found> walks) {
        Lead lead(int walk) {
            return Lead.of(List.of(new Lead.Pair(walks.get(walk), fdp)));
        }

        boolean counts(int walk) {
            double best = Math.max(fdp.mean(), walks.get(walk).mean());
            return 100 * (best - constant) > CHANCE;
        }
    }

    static WalkLead of(WalkPaper paper) {
        List<Cell> cells = new ArrayList<>();
        WalkLead lead = new WalkLead(paper, cells);
        List<String> sets = WalkTables.OTHERS.keySet().stream().sorted().toList();
        for (String set : paper.lean() ? List.of("Arxiv/20") : sets)
            for (int layers = 1; layers <= 2; layers++) {
                int depth = layers;
                List<Found> walks = WALKS.stream()
                        .map(by -> Found.of(lead.runs(set, by, depth)))
                        .toList();
                Found fdp = Found.of(lead.runs(set, WalkMethod.FDP, depth));
                cells.add(new Cell(set, depth, WalkPaper.largest(set), fdp, walks));
            }
        return new WalkLead(paper, List.copyOf(cells));
    }

    /**
     * Five seeds of the setting that the first one's validation figure chooses, for all walks that of DRW. Without privacy one
     * seed of 300 steps, without data one of a fixed setting.
     */
    public Summary<WalkRun> runs(String set, WalkMethod method, int layers) {
        WalkRun run = WalkRun.of(set, method, layers == 1 ? 0 : 256);
        if (!method.isPrivate())
            return paper.once(run.with(WalkRun::steps, 300L).with(WalkRun::every, 25L), 1);
        if (paper.lean()) return paper.once(run.with(WalkRun::lambda, method == WalkMethod.FDP ? 2.0 : 4.0), 1);
        WalkRun searched = method == WalkMethod.FDP ? run : WalkRun.of(set, WalkMethod.DRW, run.width());
        WalkRun best = paper.tried(paper.around(searched), 1).best("validation").experiment();
        WalkRun chosen = method == WalkMethod.FDP
                ? best
                : run.with(WalkRun::rate, best.rate()).with(WalkRun::lambda, best.lambda());
        return paper.once(chosen, 1, 2, 3, 4, 5);
    }

    private List<Lead> counted() {
        return cells.stream()
                .flatMap(c -> Stream.of(0, 1, 2).filter(c::counts).map(c::lead))
                .toList();
    }

    /** Whether at least half of the comparisons are above chance. */
    public boolean isTested() {
        return 2 * counted().size() >= WALKS.size() * cells.size() && !paper.lean();
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

    /** A row for each set and depth; networks without privacy have two layers. */
    public Table table() {
        Table table = Table.columns(
                        "set,layers,constant,FDP,DRW,DRW-R,DRW-D,GCN, no privacy,MLP, no privacy".split(",(?! )"))
                .title("Walks and FDP on other real sets: micro F1, %");
        for (Cell c : cells) {
            List<Object> row = new ArrayList<>(List.of(c.set, c.layers, percent(c.constant), percent(c.fdp.mean())));
            for (int w = 0; w < WALKS.size(); w++)
                row.add(percent(c.walks.get(w).mean()) + " (" + c.lead(w).interval()
                        + (c.counts(w) ? ")" : ", at chance)"));
            for (WalkMethod open : List.of(WalkMethod.GCN, WalkMethod.MLP))
                row.add(
                        c.layers == 1 || paper.lean()
                                ? ""
                                : percent(runs(c.set, open, 2).mean()));
            table.row(row.toArray());
        }
        return table.note("in brackets: less FDP, in points, paired by seeds, 95 % interval (Student); seeds 1 to 5");
    }

    private static String percent(double share) {
        return String.format("%.1f", 100 * share);
    }
}
