package dpgnn.study.walks;

import static dpgnn.study.walks.WalkMethod.DRW;
import static dpgnn.study.walks.WalkMethod.DRW_D;
import static dpgnn.study.walks.WalkMethod.DRW_R;
import static dpgnn.study.walks.WalkMethod.FDP;
import static dpgnn.study.walks.WalkMethod.GCN;
import static dpgnn.study.walks.WalkMethod.MLP;

import dpgnn.graph.data.Datasets;
import dpgnn.privacy.Guarantee;
import dpgnn.report.Table;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.paper.PublishedTables;
import dpgnn.study.walks.WalkVariant.Departure;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The runs behind the tables of Ayle et al. (2023) at a notebook's scale: ci has small stand-ins, quick the real sets with the
 * paper's grid (without data half of a stand-in) and parts of the others' stand-ins, paper whole stand-ins too. Every sweep is run
 * once.
 */
public final class WalkGrid {
    static final List<WalkMethod> METHODS = List.of(GCN, MLP, FDP, DRW, DRW_D, DRW_R);
    static final List<WalkMethod> PRIVATE = METHODS.subList(2, 6);

    /** Features as the research code scales them. */
    static final WalkVariant LEAKY = WalkVariant.of(Departure.STANDARDISED);

    /** The smaller stand-ins on which the learning rates of the larger ones are chosen. */
    private static final Map<String, String> PILOTS =
            Map.of("Arxiv", "Arxiv/20", "Flickr", "Flickr/20", "Reddit", "Reddit/40", "PPI", "PPI/10");

    private final Workbench bench;
    private final boolean days;
    private final boolean lean;
    private final Map<String, SweepResults<WalkRun>> made = new HashMap<>();

    WalkGrid(Workbench bench, boolean days, boolean lean) {
        this.bench = bench;
        this.days = days;
        this.lean = lean;
    }

    /** @param days whether the larger sets have the whole grid too, which takes the scale paper and days */
    public static WalkGrid of(Workbench bench, boolean days) throws IOException {
        if (days && !bench.paper()) throw new IllegalArgumentException("days wants the scale paper");
        boolean standIn =
                !bench.paper() && Datasets.loadOrStandIn("cora").provenance().standIn();
        return new WalkGrid(bench, days, bench.ci() || standIn);
    }

    /** Whether results are of the paper's data, so that its claims can be held against them. */
    public boolean real() throws IOException {
        return !lean
                && !WalkData.of("Cora", WalkData.Features.ROWS)
                        .data()
                        .provenance()
                        .standIn();
    }

    /** Whether there is no table of a real set to make. */
    boolean lean() {
        return lean;
    }

    Workbench bench() {
        return bench;
    }

    void check(boolean holds, String claim) {
        bench.check(holds, claim);
    }

    /** The sets whose files are small. */
    public List<String> small() {
        return lean ? List.of("Cora/2") : List.of("Cora", "CiteSeer", "PubMed");
    }

    /** The others, most of them stand-ins. */
    public List<String> large() {
        if (bench.ci()) return List.of("Arxiv/20");
        if (days) return List.of("PPI", "Flickr", "Arxiv", "Reddit");
        return bench.paper()
                ? List.of("PPI", "Flickr", "Arxiv", "PPI/10", "Flickr/10", "Arxiv/10", "Reddit/10")
                : List.of("PPI/10", "Flickr/10", "Arxiv/10", "Reddit/10");
    }

    /** Widths of the hidden layer that are run, where 0 is one layer. */
    List<Integer> widths() {
        return lean ? List.of(0) : List.of(0, 256, 512);
    }

    /** The methods that tables of the small sets have. */
    List<WalkMethod> methods() {
        return lean ? List.of(GCN, MLP, DRW) : METHODS;
    }

    /** Those of a choice, as many as the paper has. */
    long[] seeds() {
        return bench.seeds(3);
    }

    /** With two layers and thousands of columns the lambdas that take most time are left out. */
    private List<Double> lambdas(WalkRun run) {
        if (days || run.layers() == 1 || run.dataset().equals("PubMed")) return List.of(1.0, 2.0, 4.0, 8.0);
        return run.method() == FDP || run.width() == 512 ? List.of(1.0, 2.0) : List.of(2.0, 8.0);
    }

    /** The paper's grid around a run. */
    Sweep<WalkRun> around(WalkRun run) {
        Sweep<WalkRun> sweep = Sweep.of(run);
        if (!run.method().isPrivate() || lean) return sweep;
        sweep.vary(WalkRun::rate, 0.01, 0.1, 0.2);
        if (days) sweep.vary(WalkRun::clip, 0.001, 0.01, 0.1);
        sweep.vary(WalkRun::lambda, lambdas(run));
        boolean degrees = run.method() == FDP && (days || run.layers() == 1);
        return degrees ? sweep.vary(WalkRun::degree, 2, 4) : sweep;
    }

    SweepResults<WalkRun> tried(Sweep<WalkRun> sweep, long... seeds) {
        String key = sweep.experiments() + Arrays.toString(seeds);
        if (!made.containsKey(key)) made.put(key, bench.run(sweep.seeds(seeds), WalkStudy.STUDY));
        return made.get(key);
    }

    /** What the first seed's validation figures choose, with all seeds. */
    Summary<WalkRun> best(Sweep<WalkRun> sweep, long... seeds) {
        WalkRun choice = tried(sweep, seeds[0]).best("validation").experiment();
        return once(choice, seeds);
    }

    /** One setting. */
    Summary<WalkRun> once(WalkRun run, long... seeds) {
        return tried(Sweep.of(run), seeds).over("test").get(0);
    }

    /** The setting with the best mean of a figure over three seeds, validation or test, and those seeds. */
    Summary<WalkRun> chosen(WalkRun run, String figure) {
        return tried(around(run), seeds()).best(figure).of("test");
    }

    /** The setting that validation chooses, with twelve seeds. */
    Summary<WalkRun> cell(WalkRun run) {
        return once(chosen(run, "validation").experiment(), bench.seeds(12));
    }

    /** A cell of table 1 with features as the research code scales them. */
    static WalkRun leaking(String set, WalkMethod method, int width) {
        return WalkRun.of(set, method, width).with(WalkRun::variant, LEAKY);
    }

    /** Networks before their first step. */
    Summary<WalkRun> untrained(String set, int width) {
        WalkRun run = WalkRun.untrained(set, DRW, width).with(WalkRun::variant, LEAKY);
        long[] seeds = LongStream.rangeClosed(1, bench.ci() ? 6 : 30).toArray();
        return bench.run(Sweep.of(run).seeds(seeds), WalkStudy.UNTRAINED)
                .over("test")
                .get(0);
    }

    /** What a larger set is tried with. */
    static WalkRun few(String set, WalkMethod method, int layers) {
        WalkRun run = WalkRun.of(set, method, layers == 1 ? 0 : 256);
        if (!method.isPrivate()) return run.with(WalkRun::steps, 300L).with(WalkRun::every, 25L);
        return run.with(WalkRun::lambda, method == FDP ? 2.0 : 4.0);
    }

    private double rate(String set, WalkMethod method, int layers) {
        if (bench.ci()) return 0.1;
        WalkRun pilot = few(PILOTS.get(WalkTables.paperName(set)), method == FDP ? FDP : DRW, layers);
        return best(Sweep.of(pilot).vary(WalkRun::rate, 0.01, 0.1, 0.2), 1)
                .experiment()
                .rate();
    }

    /** What runs on a larger set at which scale: everything, or what some minutes allow. */
    boolean wanted(String set, WalkMethod method, int layers) {
        boolean main = method == DRW || method == FDP;
        if (days) return true;
        if (bench.ci()) return layers == 2 && (main || method == DRW_R);
        if (!set.contains("/")) return set.equals("PPI") ? layers == 2 && method == DRW : main;
        if (set.equals("Reddit/10")) return layers == 2 && method.isPrivate();
        if (set.equals("PPI/10")) return layers == 2;
        return layers == 2 || main;
    }

    Summary<WalkRun> larger(String set, WalkMethod method, int layers) {
        if (days) return best(around(WalkRun.of(set, method, layers == 1 ? 0 : 256)), bench.seeds());
        WalkRun run = few(set, method, layers);
        if (!method.isPrivate()) return once(run, 1);
        long[] seeds = set.equals("Reddit/10") ? bench.seeds(2) : set.contains("/") ? bench.seeds(3) : bench.seeds(1);
        return once(run.with(WalkRun::rate, rate(set, method, layers)), seeds);
    }

    /** The cell of table 1; empty where the set is a part of the paper's. */
    static OptionalDouble published(String set, WalkMethod method, int width) {
        if (!WalkTables.DATASETS.contains(set)) return OptionalDouble.empty();
        Table rows = PublishedTables.named("random-walks-table1")
                .where("dataset", set)
                .where("method", method)
                .where("layers", width == 0 ? 1 : 2);
        return Arrays.stream((width > 0 ? rows.where("width", width) : rows).numbers("value"))
                .findFirst();
    }

    static Guarantee last(Run run) {
        return run.guarantees().get(run.guarantees().size() - 1);
    }

    static boolean sound(Summary<WalkRun> s) {
        return s.runs().stream().allMatch(run -> last(run).verdict().hasTheorem());
    }

    /** Mean and deviation in percent, with a star for a stand-in. */
    String text(Summary<WalkRun> s) {
        return bench.plusMinus(s) + (data(s).standIn() ? "*" : "");
    }

    static Run.Data data(Summary<WalkRun> s) {
        return s.runs().get(0).data();
    }

    /** "seeds 1 2 3, cora, hash 0123456789ab". */
    static String origin(Summary<WalkRun> s) {
        String seeds = Arrays.stream(s.seeds()).mapToObj(Long::toString).collect(Collectors.joining(" "));
        return "seeds " + seeds + ", " + data(s).name() + ", hash " + data(s).hash();
    }

    /** "DRW-D, 2 x 256", and "DRW, 1" with one layer. */
    static String name(WalkMethod method, int width) {
        return method + (width == 0 ? ", 1" : ", 2 x " + width);
    }
}
