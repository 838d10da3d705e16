package dpgnn.study.attacks;

import dpgnn.audit.GradientTrace;
import dpgnn.audit.ShadowScores;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.nn.Predictions;
import dpgnn.privacy.Event;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.Sampler;
import dpgnn.study.Study;
import dpgnn.study.nodes.NodeData;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Experiment;
import dpgnn.train.OpenTrainer;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * One shadow training: half of the units, by fair coins from the seed, take part, and all of them are measured. A unit that is out is
 * so by the relation of the guarantee:
 *
 * <ul>
 *   <li>a node takes no part (home stars): its row, label and edges are not read, the degrees of others stay;
 *   <li>a row is another one, with its label, of a node that is in no training (disjoint walks; edges are public);
 *   <li>an edge is not there (noisy votes of neighbours; rows are public, and the training reads no edge).
 * </ul>
 *
 * <p>Eight of ten nodes may take part, and the population of an attack is drawn from the others. Histories hold packed scores of the
 * first units of a public order: "black box" (log odds of the label; for an edge, votes along those of the other end), "population",
 * and for nodes "seen" and "isolated" of a {@link GradientTrace}. Metrics: "accuracy", "noise multiplier", "epsilon".
 *
 * @param dataset Cora, PubMed or small, a synthetic one
 * @param unit a node with its edges, an edge, or a node's row and label (FEATURE)
 * @param epsilon what is proved; infinite without privacy
 */
public record AttackRun(String dataset, Unit unit, TargetEpsilon epsilon, long seed) implements Experiment<AttackRun> {
    public static final Study<AttackRun> STUDY =
            new Study<>("real units", 1, run -> Run.Data.of(data(run.dataset())), AttackRun::run);

    private static final int UNITS = 300, POINTS = 100, SMALL = 60;
    static final int WIDTH = 16;
    static final double LENGTH = 10, CLIP = 0.1, LEARNING = 0.02;

    static final CachedAccountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());

    private static final Map<AttackRun, Double> NOISE = new ConcurrentHashMap<>();

    @Override
    public String experiment() {
        return "real units";
    }

    boolean isPrivate() {
        return Double.isFinite(epsilon.value());
    }

    static Dataset data(String name) throws IOException {
        return Datasets.once(AttackRun.class, name, () -> {
            Dataset raw = name.equals("small")
                    ? SyntheticGraphs.small()
                    : Datasets.loadOrStandIn(name.toLowerCase(Locale.ROOT));
            return Scaling.rows(raw, Scaling.Norm.L2, LENGTH);
        });
    }

    static Split split(Dataset data) {
        return Split.random(data.nodes(), 0.8, 0.1, Streams.seed(0).stream("split"));
    }

    /** PubMed has seven times the nodes of Cora: a smaller share of them is drawn. */
    static Plan plan(AttackRun run) throws IOException {
        boolean many = run.dataset().equals("PubMed"), few = run.dataset().equals("small");
        Sampler sampler =
                run.unit() == Unit.FEATURE ? DisjointWalks.of(2, few ? 20 : 64) : HomeStars.of(many ? 0.02 : 0.1, 1);
        TrainingView view = view(run.dataset());
        Plan plan = Plan.of(sampler, Clip.flat(CLIP), GaussianNoise.standard())
                .steps(few ? 20 : 100)
                .delta(NodeData.delta(view.participants().announcedRoots()))
                .accountant(ACCOUNTANT);
        if (!run.isPrivate()) return plan;
        AttackRun any = run.with(AttackRun::seed, 0L);
        synchronized (NOISE) {
            if (!NOISE.containsKey(any))
                NOISE.put(
                        any,
                        plan.calibrated(run.epsilon().value(), plan.delta()).noise(view));
        }
        return plan.multiplier(NOISE.get(any));
    }

    /** All that may take part. */
    static TrainingView view(String dataset) throws IOException {
        Dataset data = data(dataset);
        return data.inductive(split(data));
    }

    /** What a training reveals of one unit, at the noise that its record states. */
    public static Event event(AttackRun run, double multiplier) throws IOException {
        if (run.unit() == Unit.EDGE)
            return EdgeScores.votes(data(run.dataset())).deviation(multiplier).event();
        Plan plan = plan(run.with(AttackRun::epsilon, TargetEpsilon.INFINITE));
        return plan.multiplier(multiplier)
                .schedule(view(run.dataset()), model())
                .spent(plan.steps());
    }

    private static Model model() {
        return Gcn.of(WIDTH);
    }

    /** Which of the units that are looked for take part in a training. */
    public static boolean[] members(AttackRun run) throws IOException {
        boolean[] all = coins(run);
        int[] looked = looked(run, all.length);
        boolean[] member = new boolean[looked.length];
        for (int i = 0; i < looked.length; i++) member[i] = all[looked[i]];
        return member;
    }

    /** The scores of a name that a run keeps, one for each unit that is looked for. */
    public static double[] scores(Run run, String name) {
        return PackedScores.unpack(run.history().get(name));
    }

    private static boolean[] coins(AttackRun run) throws IOException {
        Dataset data = data(run.dataset());
        int all = run.unit() == Unit.EDGE
                ? EdgeScores.edges(data.graph()).size()
                : split(data).train().length;
        return ShadowScores.coins(all, Streams.seed(run.seed()).stream("members"));
    }

    private static int[] looked(AttackRun run, int all) {
        int count = Math.min(all, run.dataset().equals("small") ? SMALL : UNITS);
        return Split.random(all, (double) count / all, 0, Streams.seed(0).stream("looked for"))
                .train();
    }

    private static Run run(AttackRun run) throws IOException {
        Dataset data = data(run.dataset());
        Map<String, Double> metrics = new TreeMap<>();
        Map<String, List<Run.Point>> scores = new TreeMap<>();
        Map<String, double[]> measured =
                switch (run.unit()) {
                    case NODE, FEATURE -> train(run, data, metrics);
                    case EDGE -> EdgeScores.of(run, data, looked(run, coins(run).length), coins(run), metrics);
                    default ->
                        throw new IllegalArgumentException("unit must be NODE, FEATURE or EDGE, was "
                                + run.unit().name());
                };
        measured.forEach((name, values) -> scores.put(name, PackedScores.pack(values)));
        return Study.made(run, data, metrics).followed(scores);
    }

    private static Map<String, double[]> train(AttackRun run, Dataset data, Map<String, Double> metrics)
            throws IOException {
        TrainingView all = view(run.dataset());
        boolean[] member = coins(run);
        BitSet trains = split(data).bits(Split.Role.TRAIN);
        int[] test = split(data).test();
        Batch units = stars(all.graph(), looked(run, member.length), v -> true);
        Batch others = stars(data.graph(), test, trains::get);
        Streams streams = Streams.seed(run.seed());
        Plan plan = plan(run);
        OpenTrainer trainer = run.isPrivate()
                ? plan.experiment(model(), streams)
                : PlainTrainer.of(model(), plan.sampler(), plan.steps(), streams);
        GradientTrace trace =
                GradientTrace.of(all, units, plan.sampler().expectedExamples(Sampler.Facts.of(all.participants())));
        boolean nodes = run.unit() == Unit.NODE;
        if (nodes) trainer.probe(trace);
        int[] out = IntStream.range(0, member.length).filter(v -> !member[v]).toArray();
        Trained trained = trainer.optimizer(() -> Adam.of(LEARNING))
                .train(nodes ? all.without(out) : replaced(all, data, out, streams));
        if (run.isPrivate()) {
            metrics.put("epsilon", trained.schedule().provable().epsilon());
            metrics.put("noise multiplier", trained.schedule().multiplier());
        }
        float[] outside = ExampleGradients.of(trained.network(), data.features(), data.labels())
                .logits(trained.parameters(), others);
        int classes = data.labels().classes();
        int[] said = Predictions.classes(outside, classes);
        long right = IntStream.range(0, test.length)
                .filter(i -> said[i] == data.labels().of(test[i]))
                .count();
        metrics.put("accuracy", right / (double) test.length);
        float[] asked = ExampleGradients.of(trained.network(), all.features(), all.labels())
                .logits(trained.parameters(), units);
        double[] population = confidences(outside, others, data.labels());
        Map<String, double[]> scores = new TreeMap<>();
        scores.put("black box", confidences(asked, units, all.labels()));
        scores.put("population", Arrays.copyOf(population, Math.min(POINTS, population.length)));
        if (nodes) {
            scores.put("seen", trace.seen());
            scores.put("isolated", trace.isolated());
        }
        return scores;
    }

    /** Each node with those of its in-neighbours that the attacker asks with it. */
    private static Batch stars(Graph graph, int[] nodes, IntPredicate neighbour) {
        Batch batch = new Batch();
        for (int v : nodes) {
            int[] around =
                    Arrays.stream(graph.inNeighbours(v)).filter(neighbour).toArray();
            batch.beginExample();
            int root = batch.addRow(v);
            for (int k = 0; k < around.length; k++) batch.addSource(root + 1 + k);
            for (int u : around) batch.addRow(u);
            batch.addTarget(root);
        }
        return batch;
    }

    private static double[] confidences(float[] logits, Batch of, Labels labels) {
        double[] all = new double[of.examples()];
        for (int u = 0; u < all.length; u++)
            all[u] = ShadowScores.confidence(
                    logits, u * labels.classes(), labels.classes(), labels.of(of.node(of.target(u))));
        return all;
    }

    /** Rows and labels of those that are out become those of nodes in no training; no point of the population is among these. */
    private static TrainingView replaced(TrainingView all, Dataset data, int[] out, Streams streams) {
        int[] strangers = split(data).validation();
        RandomStream coins = streams.stream("strangers");
        int[] row = IntStream.range(0, all.graph().nodes()).map(all::original).toArray();
        TrainingView world = all;
        for (int v : out) {
            row[v] = strangers[coins.nextInt(strangers.length)];
            world = world.withLabel(v, data.labels().of(row[v]));
        }
        return world.withFeatures(data.features().select(row));
    }
}
