package dpgnn.study.parties;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.data.Datasets;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.PartyProcesses;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.VerticalData;
import dpgnn.mpc.VerticalGnn;
import dpgnn.mpc.attack.Leakage;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.mpc.secureml.SecureMlGnn;
import dpgnn.mpc.wire.Traffic;
import dpgnn.random.Streams;
import dpgnn.study.Study;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Measures what the protocol of Zhou et al. (2020) costs, and what it reveals. There are two holders, each with half of a
 * data set's columns and edges. Every experiment reads {@code dataset} (as {@link Datasets} calls it); its seed draws the
 * weights.
 *
 * <p><b>Guarantee.</b> None: all parties belong to whoever runs this, and it measures attacks and seconds.
 */
public final class ProtocolStudy {
    /** What all experiments have in common. */
    private sealed interface Halves {
        String dataset();

        int epochs();

        long seed();
    }

    /**
     * Seconds, bytes and rounds of the ways to run one training, all in the same minutes, so that other work on the machine tells
     * none of them apart.
     *
     * @param seriesEpochs of SecureML's network
     */
    public record Costs(String dataset, int epochs, int seriesEpochs, long seed) implements Experiment<Costs>, Halves {
        @Override
        public String experiment() {
            return "ppgnn costs";
        }
    }

    /**
     * From inner products of features to labels.
     *
     * @param initial "shared" or "plain"
     */
    public record Leaks(String dataset, int epochs, String initial, long seed) implements Experiment<Leaks>, Halves {
        @Override
        public String experiment() {
            return "ppgnn leakage";
        }
    }

    /**
     * The search for columns of features.
     *
     * @param openedBits to which the first layer is cut before it is opened
     */
    public record Columns(String dataset, int epochs, int openedBits, long seed)
            implements Experiment<Columns>, Halves {
        @Override
        public String experiment() {
            return "ppgnn columns";
        }
    }

    /**
     * Accuracy with noise on embeddings.
     *
     * @param noiseMultiplier 0 for none
     */
    public record Noisy(String dataset, int epochs, double noiseMultiplier, long seed)
            implements Experiment<Noisy>, Halves {
        @Override
        public String experiment() {
            return "ppgnn noise";
        }
    }

    public static final Study<Leaks> LEAKAGE = study("PPGNN leakage", 1, ProtocolStudy::leakage);

    public static final Study<Columns> COLUMNS = study("PPGNN columns", 1, ProtocolStudy::columns);

    public static final Study<Noisy> NOISE = study("PPGNN noise", 2, ProtocolStudy::noise);

    private static final int WORDS = 60;

    private ProtocolStudy() {}

    /**
     * The study of costs.
     *
     * @param command what starts a party, such as environment/party
     */
    public static Study<Costs> costs(String command) {
        return study("PPGNN costs", 1, run -> costs(run, command));
    }

    private static <E extends Experiment<E> & Halves> Study<E> study(String name, int version, Study.Body<E> body) {
        return new Study<>(name, version, run -> Run.Data.of(data(run)), body);
    }

    /** Two holders with half of the columns and edges each, and the split of {@link PartyRun#split}. */
    public static VerticalData halves(Dataset data) {
        return halves(data, PartyRun.split(data));
    }

    private static VerticalData halves(Dataset data, Split split) {
        return VerticalData.of(
                data,
                new double[] {1, 1},
                split.train(),
                split.validation(),
                split.test(),
                Streams.seed(1).stream("partition"));
    }

    private static Dataset data(Halves run) throws IOException {
        return Datasets.loadOrStandIn(run.dataset());
    }

    private static PpgnnSettings standard(Halves run) {
        return PpgnnSettings.standard().with(PpgnnSettings::epochs, run.epochs());
    }

    private static Streams streams(Halves run) {
        return Streams.seed(run.seed());
    }

    private static Run costs(Costs run, String command) throws IOException {
        Dataset data = data(run);
        VerticalData parts = halves(data);
        PpgnnSettings exact =
                standard(run).with(PpgnnSettings::openedBits, 36); // rounding h0 anew would make each run another one
        VerticalGnn.Outcome memory = VerticalGnn.of(exact).train(parts, streams(run));
        Path folder = Files.createTempDirectory("protocol");
        VerticalGnn.Outcome tls =
                VerticalGnn.of(exact).overTls(folder.resolve("threads")).train(parts, streams(run));
        PartyProcesses.Outcome apart =
                PartyProcesses.of(exact, folder.resolve("processes"), command).train(parts, run.seed());
        PpgnnSettings series = exact.with(PpgnnSettings::rate, 0.05)
                .with(PpgnnSettings::normalise, true)
                .with(PpgnnSettings::epochs, run.seriesEpochs());
        SecureMlGnn.Outcome secureMl = SecureMlGnn.of(series).train(parts, streams(run));
        VerticalGnn.Outcome again = VerticalGnn.of(exact).train(parts, streams(run));

        Map<String, Double> metrics = new TreeMap<>();
        cost(metrics, "memory", memory.epochSeconds(), memory.traffic().get("a"));
        cost(metrics, "TLS", tls.epochSeconds(), tls.traffic().get("a"));
        cost(metrics, "processes", apart.epochSeconds(), apart.traffic());
        cost(metrics, "PPGNN epoch", again.epochSeconds(), again.perEpoch());
        cost(metrics, "SecureML epoch", secureMl.epochSeconds(), secureMl.perEpoch());
        metrics.put("SecureML largest", secureMl.largest());
        Map<String, List<Run.Point>> losses = new TreeMap<>();
        losses.put("memory loss", points(losses(memory)));
        losses.put("TLS loss", points(losses(tls)));
        losses.put("processes loss", points(apart.losses()));
        return Study.made(run, data, metrics).followed(losses);
    }

    private static void cost(Map<String, Double> metrics, String way, double seconds, Traffic traffic) {
        metrics.put(way + " seconds", seconds);
        metrics.put(way + " sent", (double) traffic.sent());
        metrics.put(way + " received", (double) traffic.received());
        metrics.put(way + " rounds", (double) traffic.rounds());
    }

    /**
     * Seconds of an epoch on a line, from what it computes on one machine and what its busiest holder sends.
     *
     * @param costs a run of {@link Costs}
     * @param network PPGNN or SecureML
     * @param line null for everything on one machine
     */
    public static double seconds(Run costs, String network, Traffic.Line line) {
        String epoch = network + " epoch ";
        double local = costs.metric(epoch + "seconds");
        long sent = (long) costs.metric(epoch + "sent"), received = (long) costs.metric(epoch + "received");
        return line == null
                ? local
                : line.seconds(local, new Traffic(sent, received, 0, 0, (int) costs.metric(epoch + "rounds")));
    }

    private static List<Double> losses(VerticalGnn.Outcome outcome) {
        return outcome.history().epochs().stream().map(e -> e.loss()).toList();
    }

    private static List<Run.Point> points(List<Double> values) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> new Run.Point(i, values.get(i)))
                .toList();
    }

    private static Run leakage(Leaks run) throws IOException {
        Dataset data = data(run);
        VerticalData parts = halves(data);
        int epochs = run.epochs();
        PpgnnSettings settings = standard(run)
                .with(
                        PpgnnSettings::initial,
                        PpgnnSettings.Initial.valueOf(run.initial().toUpperCase(Locale.ROOT)))
                .with(PpgnnSettings::depth, 1)
                .with(PpgnnSettings::epochs, epochs + 1)
                .with(PpgnnSettings::decay, 0.0)
                .with(PpgnnSettings::initialRate, 0.5);
        List<VerticalGnn.View> views = new ArrayList<>();
        Map<Integer, Matrix> total = new TreeMap<>();
        VerticalGnn.of(settings)
                .watch((party, epoch, view) -> {
                    synchronized (total) {
                        if (party.equals("b")) views.add(view);
                        total.merge(epoch, view.initialGradient(), Matrix::plus);
                    }
                })
                .train(parts, streams(run));
        List<Matrix> initial = views.stream().map(VerticalGnn.View::initial).toList();
        List<Matrix> own =
                views.stream().map(VerticalGnn.View::initialGradient).toList().subList(0, epochs);
        List<Matrix> all = List.copyOf(total.values()).subList(0, epochs);
        SparseMatrix secret = parts.holders().get(0).features();
        SparseMatrix known = parts.holders().get(1).features();
        Leakage.Gram fromOwn = Leakage.gram(initial, own, 0.5, known, secret);
        Leakage.Gram fromAll = Leakage.gram(initial, all, 0.5, known, secret);
        Leakage.LabelLeak labels = Leakage.labels(
                views.get(0).embeddingGradient(),
                data.labels(),
                PartyRun.split(data).train());
        Map<String, Double> metrics = Map.of(
                "own gradients",
                fromOwn.correlation(),
                "own gradients by chance",
                fromOwn.baseline(),
                "all gradients",
                fromAll.correlation(),
                "all gradients by chance",
                fromAll.baseline(),
                "training found",
                labels.trainingFound(),
                "label agreement",
                labels.labelAgreement(),
                "majority",
                labels.majority());
        return recorded(run, data, metrics);
    }

    private static Run columns(Columns run) throws IOException {
        Dataset data = data(run);
        Dataset piece = piece(data);
        Split split = Split.perClass(piece.labels(), 5, 40, 60, Streams.seed(1).stream("split"));
        VerticalData parts = halves(piece, split);
        int bits = run.openedBits();
        List<Matrix> seen = new ArrayList<>();
        VerticalGnn.of(standard(run).with(PpgnnSettings::width, 8).with(PpgnnSettings::openedBits, bits))
                .watch((party, epoch, view) -> {
                    if (party.equals("b")) seen.add(view.initial());
                })
                .train(parts, streams(run));
        Leakage.Columns found = Leakage.columns(
                seen,
                bits,
                parts.holders().get(1).features(),
                parts.holders().get(0).features(),
                60,
                Streams.seed(1).stream("attack"));
        Map<String, Double> metrics = Map.of(
                "gained",
                (double) found.gained(),
                "found",
                (double) found.found(),
                "right",
                (double) found.right(),
                "secret",
                (double) found.secret());
        return recorded(run, data, metrics);
    }

    /** 200 nodes and whether they have each of the words that most of them have. */
    private static Dataset piece(Dataset data) {
        int nodes = Math.min(200, data.nodes());
        int[] some = IntStream.range(0, nodes).toArray();
        var rows = data.features().select(some);
        float[] row = new float[rows.width()];
        int[] uses = new int[rows.width()];
        for (int v = 0; v < nodes; v++) {
            rows.copyRow(v, row, 0);
            for (int w = 0; w < row.length; w++) if (row[w] != 0) uses[w]++;
        }
        int[] common = IntStream.range(0, uses.length)
                .boxed()
                .sorted(Comparator.comparingInt(w -> -uses[w]))
                .limit(WORDS)
                .mapToInt(w -> w)
                .toArray();
        float[] present = new float[nodes * common.length];
        for (int v = 0; v < nodes; v++) {
            rows.copyRow(v, row, 0);
            for (int w = 0; w < common.length; w++) present[v * common.length + w] = row[common[w]] != 0 ? 1 : 0;
        }
        return new Dataset(
                data.graph().induced(some),
                DenseFeatures.of(nodes, common.length, present),
                data.labels().select(some),
                data.provenance());
    }

    private static Run noise(Noisy run) throws IOException {
        Dataset data = data(run);
        double multiplier = run.noiseMultiplier();
        Map<String, String> text = standard(run)
                .with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN)
                .with(PpgnnSettings::initialRule, UpdateRule.ADAM)
                .with(PpgnnSettings::initialRate, 0.01)
                .with(PpgnnSettings::decay, 1e-3)
                .toMap();
        text.put("noiseClip", multiplier > 0 ? "1" : "0"); // both or none
        text.put("noiseMultiplier", String.valueOf(multiplier));
        double test = VerticalGnn.of(PpgnnSettings.of(text))
                .train(halves(data), streams(run))
                .testAccuracy();
        return recorded(run, data, Map.of("test", test));
    }

    private static Run recorded(Experiment<?> run, Dataset data, Map<String, Double> metrics) {
        return Study.made(run, data, metrics);
    }
}
