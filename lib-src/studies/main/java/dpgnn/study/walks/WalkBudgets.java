package dpgnn.study.walks;

import static dpgnn.study.walks.WalkMethod.DRW;
import static dpgnn.study.walks.WalkMethod.DRW_R;

import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.Sampler;
import dpgnn.study.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many steps the samplers of Ayle et al. (2023) can take within a budget under each accounting: arithmetic on the sizes that
 * the paper announces, and on covers that are drawn here.
 */
public final class WalkBudgets {
    static final double[] LAMBDAS = {1, 2, 4, 8};
    private static final double[] ONCE = {1, 3, 10, 30, 60, 100, 132, 300, 600, 1000};

    /** Data sets and depths whose steps the paper's appendix determines. */
    private static final List<String> PRINTED =
            List.of("Cora 1", "PPI 1", "PPI 2", "PubMed 1", "Flickr 1", "Flickr 2", "Arxiv 1", "Reddit 1");

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
        DisjointWalks walks() {
            DisjointWalks walks = DisjointWalks.of(depth, WalkTables.batch(method, depth, set));
            return method == DRW_R ? walks.restarts(WalkTables.RESTARTS) : walks;
        }

        public int fewest() {
            return walks().fewest(WalkTables.trainingNodes(set));
        }

        Event.WithoutReplacement event(long population, double lambda) {
            return new Event.WithoutReplacement(population, walks().batch(), lambda);
        }

        String kind() {
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

    /** How many walks the cover of a cell has. */
    public long drawn(Cell cell) {
        return drawn.get(cell);
    }

    public List<String> sets() {
        return drawn.keySet().stream().map(Cell::set).distinct().toList();
    }

    private List<String> kinds() {
        return drawn.keySet().stream().map(Cell::kind).distinct().toList();
    }

    private List<Cell> of(String set) {
        return drawn.keySet().stream().filter(cell -> cell.set().equals(set)).toList();
    }

    static Sampler.Facts facts(String set) {
        return new Sampler.Facts(WalkTables.nodes(set), WalkTables.trainingNodes(set));
    }

    /** The steps of the published accounting, from announced sizes alone, and what the step too many of the research code costs. */
    public Table published() {
        Table table = Table.columns(
                        "data",
                        "depth",
                        "m",
                        "least M",
                        "m / least M",
                        "lambda 1",
                        "lambda 2",
                        "lambda 4",
                        "lambda 8",
                        "one step too many, lambda 1")
                .title(String.format("Steps at epsilon %s, published accounting", whole(epsilon)))
                .digits("m / least M", 3)
                .digits("one step too many, lambda 1", 2);
        for (String printed : PRINTED) {
            String set = printed.split(" ")[0];
            int depth = Integer.parseInt(printed.split(" ")[1]);
            Cell cell = new Cell(set, DRW, depth);
            double delta = WalkTables.delta(set);
            int n = WalkTables.trainingNodes(set), m = cell.walks().batch();
            List<Object> row = new ArrayList<>(List.of(set, depth, m, cell.fewest(), (double) m / cell.fewest()));
            for (double lambda : LAMBDAS) {
                long steps = PaperBounds.randomWalkSteps(n, depth, 1, m, lambda, epsilon, delta);
                bench.check(steps == published(cell, lambda), "the trainer takes as many");
                row.add(steps);
            }
            double over = PaperBounds.randomWalk(n, depth, 1, m, 1, published(cell, 1) + 1, delta)
                    .epsilon();
            bench.check(over > epsilon, "the next step overshoots");
            row.add(over);
            table.row(row.toArray());
        }
        return table;
    }

    static String whole(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private long published(Cell cell, double lambda) {
        WalkAccounting way = WalkAccounting.PUBLISHED;
        return way.steps(
                way.events(cell.walks(), facts(cell.set()), null, lambda), epsilon, WalkTables.delta(cell.set()));
    }

    /** The walks of each cover beside the least number that any graph with as many roots could have. */
    public Table covers() {
        List<String> heads = new ArrayList<>(List.of("data", "training nodes"));
        for (String kind : kinds()) heads.addAll(List.of(kind + ": m, least M", kind + ": M"));
        Table table = Table.columns(heads.toArray(String[]::new)).title("How many walks a cover has");
        for (String set : sets()) {
            List<Object> row = new ArrayList<>(List.of(set, WalkTables.trainingNodes(set)));
            for (Cell cell : of(set)) {
                row.add(cell.walks().batch() + ", " + cell.fewest());
                row.add(drawn(cell));
            }
            table.row(row.toArray());
        }
        return table.note(
                "Covers of seed 1. PPI, Flickr, Arxiv and Reddit are synthetic stand-ins where their files are"
                        + " not at hand: the same numbers of nodes, edges and training nodes, but not the real graph's M.");
    }

    /** The rate that the paper accounts for against the one that a cover has. */
    public Figure rates() {
        Figure figure = Figure.of("the rate of a step").x("m / least M").y("m / M");
        for (String kind : kinds()) {
            List<Cell> here =
                    drawn.keySet().stream().filter(c -> c.kind().equals(kind)).toList();
            figure.points(
                    kind,
                    here.stream()
                            .mapToDouble(c -> (double) c.walks().batch() / c.fewest())
                            .toArray(),
                    here.stream()
                            .mapToDouble(c -> (double) c.walks().batch() / drawn(c))
                            .toArray());
        }
        return figure.curve("equal", new double[] {0.2, 1}, new double[] {0.2, 1});
    }

    /** What the budget affords in each way; each affords at least what the one before does, and not a step more. */
    public Steps steps(Cell cell, double lambda) {
        return known.computeIfAbsent(cell + " " + lambda, key -> counted(cell, lambda));
    }

    private Steps counted(Cell cell, double lambda) {
        double delta = WalkTables.delta(cell.set());
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

    /** The steps of all data sets at one depth and noise. */
    public Table affordable(int depth, double lambda) {
        Table table = Table.columns(
                        "data", "method", "published", "tight, least M", "exact", "tight", "tight / published")
                .title(String.format("Steps at epsilon %s: depth %d, lambda %s", whole(epsilon), depth, whole(lambda)))
                .digits("tight / published", 1);
        for (Cell cell : drawn.keySet()) {
            if (cell.depth() != depth) continue;
            Steps steps = steps(cell, lambda);
            table.row(
                    cell.set(),
                    cell.method(),
                    steps.published(),
                    steps.least(),
                    steps.exact(),
                    steps.tight(),
                    steps.gain());
        }
        return table;
    }

    private double[] lambdas() {
        return bench.ci() ? new double[] {2, 8} : LAMBDAS;
    }

    /** How many times the published steps the tight accounting affords, over all cells. */
    public double[] gains() {
        return drawn.keySet().stream()
                .flatMapToDouble(cell -> Arrays.stream(lambdas())
                        .map(lambda -> steps(cell, lambda).gain()))
                .filter(gain -> !Double.isNaN(gain))
                .sorted()
                .toArray();
    }

    /** The same by noise, a panel for each sampler and depth. */
    public Figure gainFigure() {
        List<Figure> panels = new ArrayList<>();
        for (String kind : kinds()) {
            Figure panel =
                    Figure.of(kind).x("lambda").y("tight / published").logX().logY();
            for (Cell cell : drawn.keySet())
                if (cell.kind().equals(kind))
                    panel.curve(
                            cell.set(),
                            lambdas(),
                            Arrays.stream(lambdas())
                                    .map(lambda -> steps(cell, lambda).gain())
                                    .toArray());
            panels.add(panel);
        }
        return Figure.grid(
                "Steps that tight accounting affords, by those of the published one", 2, panels.toArray(Figure[]::new));
    }

    /** Epsilon step by step in each way, for DRW of a cell. */
    public Figure spent(String set, int depth, double lambda) {
        Cell cell = new Cell(set, DRW, depth);
        Figure figure = Figure.of(String.format("Epsilon of %s, depth %d, lambda %s", set, depth, whole(lambda)))
                .x("steps")
                .y("epsilon")
                .logX();
        for (WalkAccounting way : WalkAccounting.values()) {
            Event event = cell.event(way.countsDrawn() ? drawn(cell) : cell.fewest(), lambda);
            double[] spent = Arrays.stream(ONCE)
                    .map(steps -> way.epsilon(event, (long) steps, WalkTables.delta(set)))
                    .toArray();
            figure.curve(way.toString(), ONCE, spent);
        }
        return figure.horizontal(epsilon, "budget");
    }
}
