package dpgnn.study.nodes;

import dpgnn.report.Table;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.nodes.HeterPoissonRun.Stars;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The runs behind the tables of Xiang, Wang and Wang (2024) at a notebook's scale: ci has a small synthetic graph, quick the real
 * ones (without data the stand-in of one and one seed), paper every stand-in too. Each sweep is run when it is first asked for.
 */
public final class HeterPoissonGrid {
    static final String ACCURACY = "test accuracy";
    static final String STRANGERS = "test accuracy with strangers";
    static final String PRECISION = "test precision weighted";
    static final String PRECISION_STRANGERS = "test precision weighted with strangers";
    static final String FEATURES = "roots";

    private final Workbench bench;
    private final boolean everything;
    private final boolean standIns;
    private final Map<String, SweepResults<HeterPoissonRun>> made = new LinkedHashMap<>();
    private List<Summary<NodeRun>> baselines;
    private final Map<LearningSetting, List<Summary<NodeRun>>> ndp = new EnumMap<>(LearningSetting.class);

    private HeterPoissonGrid(Workbench bench, boolean everything, boolean standIns) {
        this.bench = bench;
        this.everything = everything;
        this.standIns = standIns;
    }

    /** @param everything whether variants have all budgets and seeds too, which takes the scale paper */
    public static HeterPoissonGrid of(Workbench bench, boolean everything) throws IOException {
        if (everything && !bench.paper()) throw new IllegalArgumentException("everything wants the scale paper");
        boolean standIns = NodeData.of("PubMed", "raw").provenance().standIn();
        return new HeterPoissonGrid(bench, everything, standIns);
    }

    /** Whether results are of the paper's data, so that its claims can be held against them. */
    public boolean real() {
        return !bench.ci() && !standIns;
    }

    Workbench bench() {
        return bench;
    }

    boolean everything() {
        return everything;
    }

    /** Whether tables have all their cells. */
    private boolean whole() {
        return bench.paper() || real();
    }

    long[] seeds() {
        return whole() ? bench.seeds() : bench.seeds(1);
    }

    public List<String> sets() {
        if (bench.ci()) return List.of("small");
        return standIns && !bench.paper() ? List.of("PubMed") : List.of("Facebook", "Twitch", "Amazon", "PubMed");
    }

    List<String> models() {
        return bench.ci() ? List.of("GCN") : HeterPoissonSweeps.MODELS;
    }

    /** The models of tables that a stand-in has for one model alone. */
    List<String> few() {
        return whole() ? HeterPoissonSweeps.MODELS : List.of("GCN");
    }

    public List<TargetEpsilon> budgets() {
        return bench.ci() ? TargetEpsilon.of(4) : TargetEpsilon.of(2, 4, 8, 16);
    }

    /** The budgets of tables that a stand-in has at two budgets alone. */
    List<TargetEpsilon> some() {
        return bench.ci() || whole() ? budgets() : TargetEpsilon.of(2, 8);
    }

    /** The budgets of our variants. */
    List<TargetEpsilon> ends() {
        return bench.ci() || everything ? budgets() : TargetEpsilon.of(2, 8);
    }

    public int batch() {
        return bench.ci() ? 120 : 4096;
    }

    List<Integer> batches() {
        return List.of(bench.ci() ? 60 : 1024, batch());
    }

    HeterPoissonRun base() {
        return HeterPoissonRun.of(sets().get(0))
                .with(HeterPoissonRun::features, FEATURES)
                .with(HeterPoissonRun::batch, batch());
    }

    private HeterPoissonRun provable() {
        return base().with(HeterPoissonRun::accounting, Accounting.CONSERVATIVE);
    }

    private SweepResults<HeterPoissonRun> all(String name, Sweep<HeterPoissonRun> sweep)
            throws IOException, InterruptedException {
        if (!made.containsKey(name)) made.put(name, bench.run(sweep.seeds(seeds()), HeterPoissonStudy.STUDY));
        return made.get(name);
    }

    /** Table II at the noise that the paper's theorem asks for. */
    public SweepResults<HeterPoissonRun> claimed() throws IOException, InterruptedException {
        return all("claimed", HeterPoissonSweeps.tables(base(), sets(), models(), budgets()));
    }

    /** Table II at the noise for which its epsilon is proved. */
    public SweepResults<HeterPoissonRun> proved() throws IOException, InterruptedException {
        return all("proved", HeterPoissonSweeps.tables(provable(), sets(), few(), some()));
    }

    /** Table IV. */
    public SweepResults<HeterPoissonRun> inductive() throws IOException, InterruptedException {
        HeterPoissonRun inductive = base().with(HeterPoissonRun::learning, LearningSetting.INDUCTIVE);
        return all("inductive", HeterPoissonSweeps.tables(inductive, sets(), few(), some()));
    }

    /** Neither clip nor noise. */
    public SweepResults<HeterPoissonRun> infinite() throws IOException, InterruptedException {
        return all("infinite", HeterPoissonSweeps.tables(base(), sets(), few(), List.of(TargetEpsilon.INFINITE)));
    }

    /** Table IV as released: lonely centres read strangers. */
    public SweepResults<HeterPoissonRun> released() throws IOException, InterruptedException {
        HeterPoissonRun released = base().with(HeterPoissonRun::learning, LearningSetting.INDUCTIVE)
                .with(HeterPoissonRun::method, Stars.STRANGERS);
        return all("released", HeterPoissonSweeps.tables(released, sets(), List.of("GCN"), some()));
    }

    /** Both samplers and centres alone, GCN, at the noise that is proved for each, in batches of two sizes. */
    public SweepResults<HeterPoissonRun> samplers() throws IOException, InterruptedException {
        return all("samplers", HeterPoissonSweeps.batches(base(), sets(), batches(), ends()));
    }

    /** Our other sampler, in batches of the paper's size. */
    public SweepResults<HeterPoissonRun> homeStars() throws IOException, InterruptedException {
        return samplers()
                .where(run -> run.method() == Stars.HOME_STARS && run.peripherals() > 0 && run.batch() == batch());
    }

    /** Every node's own row alone. */
    public SweepResults<HeterPoissonRun> centresAlone() throws IOException, InterruptedException {
        return samplers().where(run -> run.peripherals() == 0);
    }

    /** The run of Table II for a cell, with one thing changed; for one seed unless everything is wanted. */
    Summary<HeterPoissonRun> again(HeterPoissonRun changed) throws IOException, InterruptedException {
        long[] few = everything ? seeds() : new long[] {1};
        return bench.run(Sweep.of(changed).seeds(few), HeterPoissonStudy.STUDY)
                .over(ACCURACY)
                .get(0);
    }

    /** The paper's other methods but NDP, whose runs the notebook on precision has too. */
    public List<Summary<NodeRun>> baselines() throws IOException, InterruptedException {
        if (baselines != null) return baselines;
        List<String> methods = bench.ci()
                ? List.of(NodeStudy.NAIVE)
                : List.of(NodeStudy.NAIVE, NodeStudy.HOPS_CORRECTED, NodeStudy.HOPS_PROVED, NodeStudy.GAP_CORRECTED);
        List<Summary<NodeRun>> all = new ArrayList<>();
        for (String method : methods)
            for (String set : sets()) {
                boolean printed = method.equals(NodeStudy.NAIVE) || method.equals(NodeStudy.HOPS_CORRECTED);
                all.addAll(baseline(NodeRun.of(method, set), printed ? some() : ends(), seeds()));
            }
        return baselines = all;
    }

    /** NDP with each network; on a stand-in, where its trainings would take longest, with one at one budget. */
    public List<Summary<NodeRun>> ndp(LearningSetting learning) throws IOException, InterruptedException {
        if (ndp.containsKey(learning)) return ndp.get(learning);
        List<Summary<NodeRun>> all = new ArrayList<>();
        for (String set : sets())
            for (String model : few()) {
                NodeRun run = NodeRun.of(NodeStudy.NDP, set)
                        .with(NodeRun::model, model)
                        .with(NodeRun::learning, learning);
                all.addAll(baseline(run, whole() ? budgets() : TargetEpsilon.of(2), seeds()));
            }
        ndp.put(learning, all);
        return all;
    }

    /** Runs of one of them at these budgets. */
    List<Summary<NodeRun>> baseline(NodeRun run, List<TargetEpsilon> budgets) throws IOException, InterruptedException {
        return baseline(run, budgets, seeds());
    }

    List<Summary<NodeRun>> baseline(NodeRun run, List<TargetEpsilon> budgets, long... seeds)
            throws IOException, InterruptedException {
        Sweep<NodeRun> sweep = Sweep.of(run).vary(NodeRun::epsilon, budgets).seeds(seeds);
        return bench.run(sweep, NodeStudy.STUDY, bench.folder("precision-bound"))
                .over(ACCURACY);
    }

    /** The accuracy of one cell of a table. */
    static Summary<HeterPoissonRun> cell(
            SweepResults<HeterPoissonRun> results, String set, String model, TargetEpsilon epsilon) {
        return cell(results, ACCURACY, set, model, epsilon);
    }

    static Summary<HeterPoissonRun> cell(
            SweepResults<HeterPoissonRun> results, String metric, String set, String model, TargetEpsilon epsilon) {
        return results
                .where(r -> r.dataset().equals(set)
                        && r.model().equals(model)
                        && r.epsilon().equals(epsilon))
                .over(metric)
                .stream()
                .findFirst()
                .orElse(null);
    }

    /** The row that the paper prints for a cell; null where it has none. */
    static Table published(LearningSetting learning, String set, String model, double epsilon) {
        int number = learning == LearningSetting.INDUCTIVE ? 4 : 2;
        return PrintedColumns.printed(number, PrintedColumns.HETERPOISSON, set, model, epsilon);
    }

    /** Which data and seeds are behind a table. */
    String origin(SweepResults<?> results) {
        String data = results.runs().stream()
                .map(Run::data)
                .distinct()
                .map(d -> d.name() + " " + d.hash())
                .distinct()
                .collect(Collectors.joining(", "));
        return data + "; " + PrintedColumns.seeds(seeds());
    }
}
