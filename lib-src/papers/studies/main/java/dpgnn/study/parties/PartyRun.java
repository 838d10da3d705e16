package dpgnn.study.parties;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.data.Datasets;
import dpgnn.mpc.PlainGnn;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.TrainingHistory;
import dpgnn.mpc.VerticalData;
import dpgnn.mpc.VerticalGnn;
import dpgnn.mpc.layer.Combiner;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.random.Streams;
import dpgnn.study.Study;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One training of tables 2 to 4 of Zhou et al. (2020). All parameters are trained by Adam with an L2 penalty on unscaled features.
 *
 * <p>Both paths start from the same weights and draw the same dropout, so a run of one differs from that of the other by
 * rounding alone: of fixed point, and of h0 before it is opened. Adam opens the gradient of W0 to the holders, on either
 * path.
 *
 * <p><b>Guarantee.</b> None: all parties are in one process, and no run here has a differential-privacy guarantee.
 *
 * @param dataset as {@link Datasets} calls it
 * @param parts how the edges and columns are shared out: "5:5", "1:1:1"
 * @param method one of {@link PartyRun#METHODS}
 * @param depth layers of aggregation, K of the paper
 * @param decay L2 penalty on all weights
 * @param initialDropout share of h0 that is left out in training
 * @param rate of Adam; 0.01 where it is null
 * @param seed draws the partition and the weights
 */
public record PartyRun(
        String dataset,
        String parts,
        String method,
        Path path,
        int epochs,
        int width,
        int depth,
        double decay,
        double initialDropout,
        Double rate,
        long seed)
        implements Experiment<PartyRun> {
    /** The rows of table 2, by the names that the paper prints. */
    public static final List<String> METHODS = List.of(
            "GraphSAGE-A (isolated)", "GraphSAGE-B (isolated)", "PPGNN_C", "PPGNN_M", "PPGNN_R", "GraphSAGE-mixed");

    /** The three combiners of tables 3 and 4. */
    public static final List<String> COMBINERS = METHODS.subList(2, 5);

    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<PartyRun> STUDY = new Study<>("PPGNN", 2, run -> data(run.dataset()), PartyRun::run);

    /** How the holders' first layer comes about. */
    public enum Path {
        PLAIN,
        /** Algorithm 1 as it protects. */
        SHARES;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public PartyRun {
        if (!METHODS.contains(method))
            throw new IllegalArgumentException("method must be one of " + METHODS + ", was '" + method + "'");
        proportions(parts);
    }

    /** Two holders with equal parts, as in the paper's table 2. */
    public static PartyRun of(String dataset, Path path, int epochs, int width) {
        return new PartyRun(dataset, "5:5", "PPGNN_M", path, epochs, width, 2, 1e-3, 0, null, 1);
    }

    @Override
    public String experiment() {
        return "ppgnn";
    }

    double[] proportions() {
        return proportions(parts);
    }

    static double[] proportions(String parts) {
        try {
            double[] all = Arrays.stream(parts.split(":"))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            if (all.length >= 2) return all;
        } catch (NumberFormatException e) {
            // Told below, with an example.
        }
        throw new IllegalArgumentException("parts must be at least two numbers such as 5:5, was '" + parts + "'");
    }

    /** Read once: a sweep asks for every run. */
    static Run.Data data(String name) throws IOException {
        return Datasets.once(PartyRun.class, name, () -> Run.Data.of(Datasets.loadOrStandIn(name)));
    }

    /**
     * The record of a training. "test" is the test accuracy at the first epoch with the best validation accuracy, "seconds" the
     * median epoch, "sent" the bytes that the busiest holder sends in one.
     */
    static Run run(PartyRun run) throws IOException {
        Dataset data = Datasets.loadOrStandIn(run.dataset());
        Split split = split(data);
        double[] parts = run.method().equals("GraphSAGE-mixed") ? new double[] {1} : run.proportions();
        Streams streams = Streams.seed(run.seed());
        VerticalData cut = VerticalData.of(
                data, parts, split.train(), split.validation(), split.test(), streams.stream("partition"));
        VerticalData own =
                switch (run.method()) {
                    case "GraphSAGE-A (isolated)" -> cut.isolated(0);
                    case "GraphSAGE-B (isolated)" -> cut.isolated(1);
                    default -> cut;
                };
        Map<String, Double> metrics = new TreeMap<>();
        TrainingHistory history;
        if (run.path() == Path.PLAIN) history = PlainGnn.train(settings(run), own, streams);
        else {
            VerticalGnn.Outcome outcome = VerticalGnn.of(settings(run)).train(own, streams);
            history = outcome.history();
            metrics.put("seconds", outcome.epochSeconds());
            metrics.put("sent", (double) outcome.perEpoch().sent());
            metrics.put("rounds", (double) outcome.perEpoch().rounds());
        }
        metrics.putAll(figures(history.best()));
        return Study.made(run, data, metrics);
    }

    /** The figures of a run by its best epoch. */
    public static Map<String, Double> figures(TrainingHistory.Epoch best) {
        Check.given("best", best);
        return Map.of("test", best.test(), "validation", best.validation(), "best epoch", (double) best.epoch());
    }

    /** The published split; for a stand-in, which has none, one of the same kind: 20 nodes of each class, 500 and 1000 others. */
    public static Split split(Dataset data) {
        return data.publicSplit()
                .orElseGet(() -> Split.perClass(data.labels(), 20, 500, 1000, Streams.seed(1).stream("split")));
    }

    /** What the parties agree on for a run. */
    public static PpgnnSettings settings(PartyRun run) {
        PpgnnSettings by = settings(Check.given("run", run).method(), run.path().toString(), run.epochs(), run.width());
        if (run.rate() != null)
            by = by.with(PpgnnSettings::rate, run.rate()).with(PpgnnSettings::initialRate, run.rate());
        return by.with(PpgnnSettings::decay, run.decay())
                .with(PpgnnSettings::depth, run.depth())
                .with(PpgnnSettings::initialDropout, run.initialDropout());
    }

    /** The same but for what a search chooses. */
    public static PpgnnSettings settings(String method, String path, int epochs, int width) {
        Combiner combiner =
                switch (Check.given("method", method)) {
                    case "PPGNN_C" -> Combiner.CONCAT;
                    case "PPGNN_R" -> Combiner.REGRESSION;
                    default -> Combiner.MEAN;
                };
        return PpgnnSettings.standard()
                .with(
                        PpgnnSettings::initial,
                        Check.given("path", path).equals("shares")
                                ? PpgnnSettings.Initial.SHARED
                                : PpgnnSettings.Initial.PLAIN)
                .with(PpgnnSettings::combiner, combiner)
                .with(PpgnnSettings::initialRule, UpdateRule.ADAM)
                .with(PpgnnSettings::initialRate, 0.01)
                .with(PpgnnSettings::epochs, epochs)
                .with(PpgnnSettings::width, width)
                .with(PpgnnSettings::checkpointEvery, 1_000_000);
    }
}
