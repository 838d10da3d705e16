package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.linear.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.attack.Leakage;
import dpgnn.mpc.secureml.SecureMlGnn;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SecureML's network, and what leaks. */
class BaselinesTest {
    private static final VerticalData DATA = Sample.split(Sample.citations(120, 60, 3, 5), 1, 1, 1);

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    @Extent.OneIn(8)
    void secureMlLearnsOnSharesAlone(int holders) {
        VerticalData data = Sample.split(Sample.citations(120, 60, 3, 5), 1, Sample.even(holders));
        PpgnnSettings settings = PpgnnSettings.standard()
                .with(PpgnnSettings::width, 8)
                .with(PpgnnSettings::epochs, 40)
                .with(PpgnnSettings::rate, 0.3)
                .with(PpgnnSettings::normalise, true)
                .with(PpgnnSettings::decay, 0.0);
        var outcome = SecureMlGnn.of(settings).train(data, Streams.seed(2));
        var epochs = outcome.history().epochs();
        assertEquals(40, epochs.size());
        assertTrue(epochs.get(39).loss() < epochs.get(0).loss() - 0.003, epochs.get(0) + " to " + epochs.get(39));
        assertTrue(outcome.largest() > 0 && outcome.largest() < 4);
        assertTrue(outcome.perEpoch().rounds() > 20, "every layer waits for others: " + outcome.perEpoch());
    }

    @Test
    void secureMlStopsWhereItsSeriesExplode() {
        PpgnnSettings settings = PpgnnSettings.standard()
                .with(PpgnnSettings::width, 8)
                .with(PpgnnSettings::epochs, 200)
                .with(PpgnnSettings::rate, 30.0)
                .with(PpgnnSettings::decay, 0.0);
        ProtocolException stopped = assertThrows(
                ProtocolException.class, () -> SecureMlGnn.of(settings).train(DATA, Streams.seed(2)));
        assertEquals(Fault.REFUSED, stopped.fault(), stopped.getMessage());
        assertTrue(stopped.getMessage().contains("smaller learning rate"), stopped.getMessage());
    }

    @Test
    void secureMlCostsMoreBytesRoundsAndProducts() {
        PpgnnSettings settings =
                PpgnnSettings.standard().with(PpgnnSettings::width, 8).with(PpgnnSettings::epochs, 3);
        var secureMl = SecureMlGnn.of(settings.with(PpgnnSettings::rate, 0.01).with(PpgnnSettings::normalise, true))
                .train(DATA, Streams.seed(2));
        var ppgnn = VerticalGnn.of(settings).train(DATA, Streams.seed(2));
        assertTrue(secureMl.perEpoch().received() > 5 * ppgnn.perEpoch().received());
        assertTrue(secureMl.perEpoch().rounds() > 3 * ppgnn.perEpoch().rounds());
        int n = 120;
        long products = SecureMlGnn.cost(settings, DATA.sizes());
        // At least the dense masks of two neighbourhoods in two layers, forth and back.
        assertTrue(products > 8L * n * n * 8, "products " + products);
        assertEquals(
                206_009_525_440L,
                SecureMlGnn.cost(PpgnnSettings.standard(), new PpgnnSizes(19717, List.of(250, 250), 3)),
                "PubMed, counted without a mask of it");
    }

    @Test
    void secureProductsAreProducts() {
        // The script's forward pass in the clear, with the series in place of the functions, gives the first loss.
        PpgnnSettings settings = PpgnnSettings.standard()
                .with(PpgnnSettings::width, 4)
                .with(PpgnnSettings::epochs, 1)
                .with(PpgnnSettings::depth, 1);
        var outcome =
                SecureMlGnn.of(settings.with(PpgnnSettings::normalise, true)).train(DATA, Streams.seed(9));
        Matrix w0 = sum(9, "initial", DATA.sizes().width(), 4);
        Matrix h0 = null;
        for (int p = 0; p < 2; p++) {
            int from = DATA.sizes().offset(p), to = from + DATA.sizes().widths().get(p);
            Matrix part = DATA.holders().get(p).features().rowNormalised().times(w0.sliceRows(from, to));
            h0 = h0 == null ? part : h0.plus(part);
        }
        Matrix mean = Matrix.of(120, 4);
        for (int p = 0; p < 2; p++) {
            Matrix m = GraphMatrices.mean(DATA.holders().get(p).edges()).times(h0);
            mean.add(0.5, h0.beside(m).times(sum(9, "layer " + p + " 0", 8, 4)).map(x -> x - x * x * x / 3));
        }
        Matrix z = mean.times(sum(9, "hidden", 4, 4)).map(x -> 0.5 + x / 4 - x * x * x / 48);
        var supervision = DATA.holders().get(0).supervision().orElseThrow();
        double expected = new OutputLayer(supervision, 4, Streams.seed(0).stream("x"))
                .onLogits(z.times(sum(9, "output", 4, 3)))
                .loss();
        assertEquals(expected, outcome.history().epochs().get(0).loss(), 2e-3);
    }

    private static Matrix sum(long seed, String name, int rows, int columns) {
        Matrix sum = Matrix.of(rows, columns);
        for (String holder : List.of("a", "b")) {
            RandomStream coins = Streams.seed(seed).stream("init").fork(holder).fork(name);
            sum.add(Math.sqrt(0.5), Matrix.glorot(rows, columns, coins));
        }
        return sum;
    }

    /** h0 moves along X Xᵀ G: whoever sees it move learns inner products of features that it never saw. */
    @Test
    void initialEmbeddingsLeakTheGramMatrix() {
        PpgnnSettings settings = PpgnnSettings.standard()
                .with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN)
                .with(PpgnnSettings::width, 32)
                .with(PpgnnSettings::depth, 1)
                .with(PpgnnSettings::epochs, 9)
                .with(PpgnnSettings::decay, 0.0)
                .with(PpgnnSettings::initialRate, 0.5);
        List<Matrix> initial = new ArrayList<>();
        List<Matrix> own = new ArrayList<>();
        Map<Integer, Matrix> total = new TreeMap<>();
        VerticalGnn.of(settings)
                .watch((party, epoch, view) -> {
                    synchronized (total) {
                        if (party.equals("b")) {
                            initial.add(view.initial());
                            own.add(view.initialGradient());
                        }
                        total.merge(epoch, view.initialGradient(), Matrix::plus);
                    }
                })
                .train(DATA, Streams.seed(3));
        SparseMatrix mine = DATA.holders().get(1).features();
        SparseMatrix secret = DATA.holders().get(0).features();
        var all = Leakage.gram(initial, List.copyOf(total.values()).subList(0, 8), 0.5, mine, secret);
        assertTrue(all.correlation() > 0.6, "who knows all gradients comes close to the matrix: " + all.correlation());
        assertTrue(all.baseline() < 0.5, "chance: " + all.baseline());
        var alone = Leakage.gram(initial, own.subList(0, 8), 0.5, mine, secret);
        assertTrue(alone.correlation() < all.correlation(), "alone it has its own part only: " + alone.correlation());
    }

    @Test
    void embeddingGradientsLeakTrainingSetAndLabels() {
        PpgnnSettings settings = PpgnnSettings.standard()
                .with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN)
                .with(PpgnnSettings::width, 16)
                .with(PpgnnSettings::epochs, 1);
        List<VerticalGnn.View> seen = Sample.seen("b", settings, DATA, view -> view);
        var supervision = DATA.holders().get(0).supervision().orElseThrow();
        var leak = Leakage.labels(seen.get(0).embeddingGradient(), supervision.labels(), supervision.train());
        assertEquals(1, leak.trainingFound(), "rows that are not zero are the training nodes");
        assertTrue(leak.labelAgreement() > leak.majority() + 0.2, leak.toString());
    }
}
