package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.Sampler;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.nodes.HeterPoissonRun.Stars;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was found of HeterPoisson beyond its paper: the price of proof, samplers that pay less, and why some cells differ. */
public final class HeterPoissonFindings {
    private final HeterPoissonGrid grid;

    private HeterPoissonFindings(HeterPoissonGrid grid) {
        this.grid = grid;
    }

    public static HeterPoissonFindings of(HeterPoissonGrid grid) {
        return new HeterPoissonFindings(grid);
    }

    /** An average over the cells of a comparison, in points, and in how many of them the first is ahead. */
    public record Lead(double points, int ahead, int cells) {
        static Lead of(List<Double> differences) {
            return new Lead(
                    differences.stream().mapToDouble(d -> d).average().orElse(0),
                    (int) differences.stream().filter(d -> d > 0).count(),
                    differences.size());
        }

        @Override
        public String toString() {
            return String.format("%+.2f points on average, ahead in %d of %d cells", points, ahead, cells);
        }
    }

    /** The printed accounting, by Rényi divergences, and a privacy-loss distribution of the same pair, as the largest degree grows. */
    public Figure renyi() {
        double rate = 4096.0 / 17976, delta = NodeData.delta(17976);
        int[] degrees = {1, 4, 16, 64, 128, 256, 1024, 4096, 17975};
        double[] x = Arrays.stream(degrees).asDoubleStream().toArray(),
                printed = new double[x.length],
                pld = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            try {
                printed[i] = PaperBounds.heterPoisson(rate, 1, degrees[i], 3, 40, delta)
                        .epsilon();
            } catch (IllegalArgumentException saysNothing) {
                printed[i] = Double.NaN;
            }
            Sampler sampler = HeterPoisson.of(rate, 1).maxOutDegree(degrees[i]);
            pld[i] = new HeterPoissonStudy.Budget(sampler, 40, delta)
                    .epsilon(new Sampler.Facts(22470, 17976), Accounting.PUBLISHED, 6);
        }
        grid.bench().check(Double.isNaN(printed[x.length - 1]), "the Rényi bound is vacuous at the largest degree");
        return Figure.of("Facebook, M = 1, σ = 3, T = 40: one pair, two accountings")
                .x("largest out-degree D")
                .y("epsilon")
                .logX()
                .logY()
                .curve("Rényi divergences, as printed", x, printed)
                .curve("privacy-loss distribution", x, pld);
    }

    /** The noise that a budget takes by either accounting, and what is proved at the claimed noise. */
    public Table noise() throws IOException {
        Table table = Table.columns(
                        "data",
                        "epsilon",
                        "M",
                        "T",
                        "σ published",
                        "σ proved",
                        "ratio",
                        "proved epsilon at σ published")
                .title("noise for a budget at delta = |V_train|^-1.1");
        for (String set : grid.sets()) {
            Sampler.Facts facts = facts(set);
            for (TargetEpsilon epsilon : grid.some()) {
                var budget = HeterPoissonStudy.budget(
                        grid.base()
                                .with(HeterPoissonRun::dataset, set)
                                .with(HeterPoissonRun::epsilon, epsilon)
                                .byRule(),
                        facts.roots());
                double claimed = budget.multiplier(facts, Accounting.PUBLISHED, epsilon.value());
                double proved = budget.multiplier(facts, Accounting.CONSERVATIVE, epsilon.value());
                double there = budget.epsilon(facts, Accounting.CONSERVATIVE, claimed);
                grid.bench()
                        .check(
                                proved >= claimed && there >= epsilon.value() * 0.999,
                                "what is proved is never less noise");
                table.row(
                        set,
                        epsilon.plain(),
                        HeterPoissonSweeps.peripherals(epsilon.value()),
                        budget.steps(),
                        claimed * HeterPoissonStudy.CLIP,
                        proved * HeterPoissonStudy.CLIP,
                        proved / claimed,
                        there);
            }
        }
        for (String column : List.of("σ published", "σ proved", "ratio", "proved epsilon at σ published"))
            table.digits(column, 2);
        return table.note(
                "both by privacy-loss distributions, never below the exact epsilon, and aimed to be within 0.02 % of it");
    }

    private static Sampler.Facts facts(String set) throws IOException {
        Dataset data = NodeData.of(set, HeterPoissonGrid.FEATURES);
        return Sampler.Facts.of(data.transductive(NodeData.split(data, 1)).participants());
    }

    private static Summary<HeterPoissonRun> at(SweepResults<HeterPoissonRun> results, HeterPoissonRun like) {
        return HeterPoissonGrid.cell(results, like.dataset(), "GCN", like.epsilon());
    }

    private static double sigma(Summary<HeterPoissonRun> s) {
        return s.runs().get(0).metric("noise multiplier") * HeterPoissonStudy.CLIP;
    }

    private static boolean sameFeatures(String set) {
        return NodeData.blind(set, HeterPoissonGrid.FEATURES).equals(HeterPoissonGrid.FEATURES);
    }

    /** What the noise that is proved costs against the noise that is claimed, over cells with the same features. */
    public Lead priceOfProof() throws IOException, InterruptedException {
        List<Double> points = new ArrayList<>();
        for (Summary<HeterPoissonRun> p : grid.proved().over(HeterPoissonGrid.ACCURACY)) {
            HeterPoissonRun e = p.experiment();
            if (sameFeatures(e.dataset()))
                points.add(100
                        * (HeterPoissonGrid.cell(grid.claimed(), e.dataset(), e.model(), e.epsilon())
                                        .mean()
                                - p.mean()));
        }
        return Lead.of(points);
    }

    /** Home stars against HeterPoisson, both at the noise that is proved. */
    public Lead homeStars() throws IOException, InterruptedException {
        List<Double> points = new ArrayList<>();
        for (Summary<HeterPoissonRun> s : grid.homeStars().over(HeterPoissonGrid.ACCURACY)) {
            Summary<HeterPoissonRun> other = at(grid.proved(), s.experiment());
            grid.bench().check(hasTheorem(s), "home stars have a provable epsilon");
            grid.bench().check(sigma(s) < sigma(other), "home stars want less noise for the same proved epsilon");
            points.add(100 * (s.mean() - other.mean()));
        }
        return Lead.of(points);
    }

    /** Centres alone, proved, against HeterPoisson at the noise that is claimed, over cells with the same features and batch. */
    public Lead aloneOverClaim() throws IOException, InterruptedException {
        List<Double> points = new ArrayList<>();
        for (Summary<HeterPoissonRun> s : alone())
            if (s.experiment().batch() == grid.batch()
                    && sameFeatures(s.experiment().dataset()))
                points.add(100 * (s.mean() - at(grid.claimed(), s.experiment()).mean()));
        return Lead.of(points);
    }

    /** Centres alone against HeterPoisson, both proved, in the same batches. */
    public Lead aloneOverProof() throws IOException, InterruptedException {
        return aloneOver(Stars.HETERPOISSON);
    }

    /** Centres alone against home stars, both proved, in the same batches. */
    public Lead aloneOverHomeStars() throws IOException, InterruptedException {
        return aloneOver(Stars.HOME_STARS);
    }

    private Lead aloneOver(Stars other) throws IOException, InterruptedException {
        List<Double> points = new ArrayList<>();
        for (Summary<HeterPoissonRun> s : alone())
            points.add(
                    100 * (s.mean() - sampled(s.experiment(), other.toString()).mean()));
        return Lead.of(points);
    }

    private List<Summary<HeterPoissonRun>> alone() throws IOException, InterruptedException {
        List<Summary<HeterPoissonRun>> all = grid.centresAlone().over(HeterPoissonGrid.ACCURACY);
        for (Summary<HeterPoissonRun> s : all)
            grid.bench().check(hasTheorem(s), "centres alone have a provable epsilon");
        return all;
    }

    /** What a sampler reached on the data, and at the epsilon and batch, of another run. */
    private Summary<HeterPoissonRun> sampled(HeterPoissonRun like, String name)
            throws IOException, InterruptedException {
        return grid.samplers()
                .where(r -> r.dataset().equals(like.dataset())
                        && r.epsilon().equals(like.epsilon())
                        && r.batch() == like.batch()
                        && r.peripherals() > 0
                        && r.method().toString().equals(name))
                .over(HeterPoissonGrid.ACCURACY)
                .get(0);
    }

    private static boolean hasTheorem(Summary<HeterPoissonRun> s) {
        return s.runs().stream()
                .map(r -> r.guarantees().get(r.guarantees().size() - 1).verdict())
                .allMatch(Verdict::hasTheorem);
    }

    /** Both samplers and centres alone in batches of two sizes, at the noise that is proved for each. */
    public Table samplers() throws IOException, InterruptedException {
        Table table = Table.columns(
                        "data", "epsilon", "batch", "HeterPoisson", "σ", "home stars", "σ ", "centres alone", "σ  ")
                .title("GCN, transductive, proved noise: test accuracy in %");
        for (Summary<HeterPoissonRun> alone : alone()) {
            HeterPoissonRun e = alone.experiment();
            List<Object> row = new ArrayList<>(List.of(e.dataset(), e.epsilon().plain(), e.batch()));
            double least = Double.POSITIVE_INFINITY;
            for (Stars stars : List.of(Stars.HETERPOISSON, Stars.HOME_STARS))
                least = add(row, sampled(e, stars.toString()), least);
            add(row, alone, least);
            table.row(row.toArray());
        }
        for (String column : table.columns()) if (column.startsWith("σ")) table.digits(column, 2);
        return table.note("seeds " + Arrays.toString(grid.seeds()));
    }

    private double add(List<Object> row, Summary<HeterPoissonRun> s, double least) {
        row.add(grid.bench().plusMinus(s));
        row.add(sigma(s));
        grid.bench()
                .check(
                        sigma(s) <= least * 1.001,
                        "home stars want no more noise than HeterPoisson, centres alone less");
        return sigma(s);
    }

    /** What the features do: GCN at the smallest budget, published noise. */
    public Table features() throws IOException, InterruptedException {
        Table table = Table.columns(
                        "data",
                        "width",
                        "SVD or raw (roots)",
                        "rows",
                        "standardised (leaks)",
                        "random projection",
                        "published")
                .title("what features do: GCN, epsilon " + grid.budgets().get(0) + ", published noise, %");
        for (String set : grid.sets()) {
            HeterPoissonRun run = grid.base()
                    .with(HeterPoissonRun::dataset, set)
                    .with(HeterPoissonRun::epsilon, grid.budgets().get(0))
                    .byRule();
            boolean projected =
                    !sameFeatures(set) && !NodeData.of(set, "raw").provenance().standIn();
            Table printed = HeterPoissonGrid.published(
                    LearningSetting.TRANSDUCTIVE,
                    set,
                    "GCN",
                    grid.budgets().get(0).value());
            table.row(
                    set,
                    NodeData.of(set, HeterPoissonGrid.FEATURES).features().width(),
                    100 * grid.again(run).mean(),
                    100
                            * grid.again(run.with(HeterPoissonRun::features, "rows"))
                                    .mean(),
                    100
                            * grid.again(run.with(HeterPoissonRun::features, "standardised"))
                                    .mean(),
                    projected
                            ? 100
                                    * grid.again(run.with(HeterPoissonRun::features, "projected"))
                                            .mean()
                            : null,
                    printed == null ? null : printed.numbers("value")[0]);
        }
        for (String column : table.columns().subList(2, 7)) table.digits(column, 1);
        return table.note(grid.everything() ? "seeds " + Arrays.toString(grid.seeds()) : "seed 1");
    }

    /** Every method where its epsilon is provable for what ran; those without a provable epsilon are not there. */
    public Figure provable() throws IOException, InterruptedException {
        List<Figure> panels = new ArrayList<>();
        for (String set : grid.sets()) {
            Map<String, List<Summary<?>>> series = new LinkedHashMap<>();
            of(series, "HeterPoisson, published noise", set, grid.claimed());
            of(series, "HeterPoisson, proved noise", set, grid.proved());
            of(series, "home stars", set, grid.homeStars());
            of(series, "centres alone", set, grid.centresAlone().where(r -> r.batch() == grid.batch()));
            for (Summary<NodeRun> s : grid.baselines())
                if (s.experiment().dataset().equals(set)
                        && Double.isFinite(s.runs().get(0).metric("epsilon proved")))
                    series.computeIfAbsent(s.experiment().method(), m -> new ArrayList<>())
                            .add(s);
            Figure panel =
                    Figure.of(set).x("provable epsilon").y("test accuracy").logX();
            series.forEach((name, all) -> {
                List<Summary<?>> here = all.stream()
                        .filter(s -> Double.isFinite(proof(s)))
                        .sorted(Comparator.comparingDouble(HeterPoissonFindings::proof))
                        .toList();
                if (!here.isEmpty())
                    panel.curve(
                            name,
                            here.stream()
                                    .mapToDouble(HeterPoissonFindings::proof)
                                    .toArray(),
                            here.stream().mapToDouble(Summary::mean).toArray());
            });
            double free = HeterPoissonGrid.cell(grid.infinite(), set, "GCN", TargetEpsilon.INFINITE)
                    .mean();
            panels.add(panel.horizontal(free, "no privacy"));
        }
        return panels.size() == 1
                ? panels.get(0)
                : Figure.grid("GCN, transductive: accuracy per provable epsilon", 2, panels.toArray(Figure[]::new));
    }

    private static void of(
            Map<String, List<Summary<?>>> series, String name, String set, SweepResults<HeterPoissonRun> results) {
        series.put(
                name,
                List.copyOf(
                        results.where(r -> r.dataset().equals(set) && r.model().equals("GCN"))
                                .over(HeterPoissonGrid.ACCURACY)));
    }

    private static double proof(Summary<?> s) {
        Run run = s.runs().get(0);
        return run.guarantees().isEmpty()
                ? Double.POSITIVE_INFINITY
                : run.guarantees().get(run.guarantees().size() - 1).epsilon();
    }
}
