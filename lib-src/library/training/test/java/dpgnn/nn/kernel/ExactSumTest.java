package dpgnn.nn.kernel;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.DenseFeatures;
import dpgnn.mechanism.Clip;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gat;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.Jumping;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.SmallData;
import dpgnn.nn.Subject;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sums of releases: nothing of an example's term depends on the rest of its batch, and nothing is lost in adding. */
@Tag("jdk")
@Tag("vectors")
class ExactSumTest {
    private static final double CLIP = 0.3;

    static List<Model> models() {
        return List.of(
                Gcn.of(5),
                Gcn.layers(2, 5),
                Gin.layers(2, 5),
                Gin.standardised(9),
                Sage.standardised(9),
                Sage.of(Recipe.encoded(5)),
                Sage.of(Recipe.of(5).withDense(2).withActivation(Activation.SELU)),
                Gcn.of(Recipe.layers(3, 4).withNormalisedLogits()),
                Jumping.jumping(5),
                Gat.layers(2, 6, 3),
                Mlp.hidden(2, 5));
    }

    private record Both(Subject subject, ExampleGradients exact, ExampleGradients floats) {
        static Both of(Model model, SmallData data) {
            Subject subject = Subject.of(model, data);
            return new Both(subject, subject.exact(), subject.on(new HostKernels()));
        }

        double[] sum(Batch batch, double... thresholds) {
            return subject.exactSum(exact, batch, thresholds);
        }

        float[] rounded(Batch batch, double... thresholds) {
            return subject.sum(floats, batch, null, thresholds);
        }
    }

    /** To the last bit: batches of one block and of several, in either order, of sparse features and of dense ones. */
    @ParameterizedTest
    @MethodSource("models")
    @Extent.OneIn(4)
    void aSumIsTheSumOfWhatItsExamplesGiveAlone(Model model) {
        for (SmallData data : List.of(SmallData.of(1), SmallData.sparse(1, 12))) {
            Both both = Both.of(model, data);
            double[] layers = new double[both.subject.network().layers().size()];
            Arrays.fill(layers, CLIP / 2);
            for (double[] thresholds : List.of(new double[] {CLIP}, layers))
                for (Batch batch : List.of(
                        SmallData.stars(2, 40),
                        SmallData.stars(5, 530),
                        SmallData.paths(3, 40),
                        SmallData.rings(4, 3, 40))) {
                    double[] alone = new double[both.subject.network().size()];
                    for (int e = 0; e < batch.examples(); e++) {
                        double[] one = both.sum(SmallData.select(batch, e), thresholds);
                        for (int i = 0; i < alone.length; i++) alone[i] += one[i];
                    }
                    assertArrayEquals(alone, both.sum(batch, thresholds), 0.0);
                    int n = batch.examples();
                    int[] turned = IntStream.range(0, n).map(e -> n - 1 - e).toArray();
                    assertArrayEquals(alone, both.sum(SmallData.select(batch, turned), thresholds), 0.0);
                }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    @Extent.OneIn(4)
    void itIsTheSumOfTheExperimentsUpToItsGrid(Model model) {
        Both both = Both.of(model, SmallData.of(1));
        double lower = 1 - ExactSum.margin(both.subject.network().layers().size());
        for (Batch batch : List.of(SmallData.stars(2, 40), SmallData.paths(3, 40), SmallData.rings(4, 3, 40)))
            for (double clip : new double[] {CLIP, 100}) {
                float[] rounded = both.rounded(batch, clip * lower);
                double[] exact = both.sum(batch, clip);
                double size = 0;
                double off = 0;
                for (int i = 0; i < exact.length; i++) {
                    size += exact[i] * exact[i];
                    off += Math.pow(exact[i] - rounded[i], 2);
                }
                // Steps are shares of the threshold, which is far above the gradients when it is 100.
                assertTrue(Math.sqrt(off) < 2e-5 * Math.sqrt(size) + 2e-6 * clip * batch.examples(), model.name());
            }
    }

    /** Whatever the features: huge, tiny, of all magnitudes, with all rows of an example the same but for their signs. */
    @ParameterizedTest
    @MethodSource("models")
    void noTermIsLongerThanTheThreshold(Model model) {
        RandomStream coins = Streams.seed(8).stream("features");
        for (String kind : List.of("huge", "tiny", "wide", "opposite")) {
            float[] values = new float[SmallData.NODES * SmallData.WIDTH];
            for (int i = 0; i < values.length; i++) {
                double x = coins.nextGaussian();
                values[i] = (float)
                        switch (kind) {
                            case "huge" -> 1e9 * x;
                            case "tiny" -> 1e-20 * x;
                            case "wide" -> Math.pow(10, 6 * x) * (coins.nextBoolean() ? 1 : -1);
                            default -> 1e4 * (i / SmallData.WIDTH % 2 == 0 ? 1 : -1) * (1 + 1e-6 * x);
                        };
            }
            SmallData data = new SmallData(
                    DenseFeatures.of(SmallData.NODES, SmallData.WIDTH, values),
                    SmallData.of(1).labels());
            Both both = Both.of(model, data);
            for (double clip : new double[] {1e-4, 0.5, 0.999, 7})
                for (double gamma : new double[] {0, 1e-6 * clip, 3})
                    for (Batch batch :
                            List.of(SmallData.stars(2, 12), SmallData.paths(3, 12), SmallData.rings(4, 2, 40))) {
                        Clip.Limits limits = new Clip.Limits(new double[] {clip}, gamma, 0);
                        double[] alone = new double[both.subject.network().size()];
                        for (int e = 0; e < batch.examples(); e++) {
                            double[] one = both.subject.exactSum(both.exact, SmallData.select(batch, e), limits);
                            double norm = Math.sqrt(DoubleOracle.square(one));
                            assertTrue(norm <= clip, model.name() + ", " + kind + ": " + norm + " above " + clip);
                            for (int i = 0; i < alone.length; i++) alone[i] += one[i];
                        }
                        assertArrayEquals(
                                alone,
                                both.subject.exactSum(both.exact, batch, limits),
                                0.0,
                                model.name() + ", " + kind);
                    }
        }
    }

    /**
     * Two worlds that differ in one example: in single precision the sums come to differ by more than the threshold, for nothing
     * but rounding, here where thousands of gradients point the same way. Exact sums never do.
     */
    @Test
    void roundingTakesTwoWorldsApartInSinglePrecisionAndNotHere() {
        Both both = Both.of(Gcn.of(16), SmallData.of(1));
        double clip = 1e-3;
        Batch one = SmallData.stars(7, 6);
        double worstRounded = 0;
        double worstExact = 0;
        for (int k = 0; k < 3; k++) {
            int[] same = new int[4096];
            Arrays.fill(same, k);
            float[] before = both.rounded(SmallData.select(one, same), clip);
            float[] after = both.rounded(SmallData.select(one, Arrays.copyOf(same, 4095)), clip);
            double[] exactBefore = both.sum(SmallData.select(one, same), clip);
            double[] exactAfter = both.sum(SmallData.select(one, Arrays.copyOf(same, 4095)), clip);
            double rounded = 0;
            double exact = 0;
            for (int i = 0; i < before.length; i++) {
                rounded += Math.pow((double) before[i] - after[i], 2);
                exact += Math.pow(exactBefore[i] - exactAfter[i], 2);
            }
            worstRounded = Math.max(worstRounded, Math.sqrt(rounded) / clip);
            worstExact = Math.max(worstExact, Math.sqrt(exact) / clip);
        }
        assertTrue(worstRounded > 1 + 1e-5, "in single precision " + worstRounded);
        assertTrue(worstExact <= 1 && worstExact > 0.998, "exactly " + worstExact);
    }

    /** More examples than whole numbers of a double can hold the sum of: it is added up in time, or bits would be lost. */
    @Test
    void manyTimesAGradientIsThatManyTimesIt() {
        Both both = Both.of(Mlp.hidden(2, 5), SmallData.of(1));
        Batch many = new Batch();
        for (int e = 0; e < 150_000; e++) {
            many.beginExample();
            many.addTarget(many.addRow(3));
        }
        long[] one = steps(both, SmallData.select(many, 0)), all = steps(both, many);
        long most = 0;
        for (int i = 0; i < one.length; i++) {
            assertEquals(150_000 * one[i], all[i], "number " + i);
            most = Math.max(most, Math.abs(one[i]));
        }
        assertTrue(most > 1L << 38, "was " + most);
    }

    private static long[] steps(Both both, Batch batch) {
        ExactSum sum = new ExactSum(both.subject.network().size());
        both.exact.exactSum(both.subject.at(), batch, Clip.Limits.of(1e-3), null, sum);
        return sum.totals;
    }

    /** A row that leaves out its zeros is the same as one that does not, also where a zero meets an infinity. */
    @Test
    void sparseRowsGiveWhatDenseOnesDo() {
        float[] a = {0, 2, 0, -1, 0, 0, 0, 0, 3, 0.5f, 0, 7};
        SparseRows sparse = new SparseRows();
        sparse.begin(4);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) if (a[4 * r + c] != 0) sparse.add(c, a[4 * r + c]);
            sparse.endRow();
        }
        ExactKernels kernels = new ExactKernels();
        FloatMatrix again = kernels.matrix(2);
        for (boolean same : new boolean[] {false, true})
            for (float last : new float[] {0.3f, Float.POSITIVE_INFINITY, Float.NaN, 0.4f}) {
                float[] b = {1, 2, 3, 4, 5, 6, 7, last};
                FloatMatrix right = same ? again : kernels.matrix(2), out = kernels.matrix(2);
                kernels.upload(b, 0, 4, right);
                kernels.multiply(sparse, right, out);
                float[] found = new float[6];
                kernels.download(out, found);
                assertArrayEquals(product(kernels, a, 3, 4, right, false, 2), found, 0f);
                assertTrue(Float.isNaN(found[3]) != Float.isFinite(last), "0 times " + last);
            }
    }

    /** What a row comes to is the same in the first block and in the last, which no BLAS promises of floats. */
    @Test
    void aRowOfAProductDoesNotDependOnItsPlace() {
        RandomStream coins = Streams.seed(2).stream("rows");
        Kernels kernels = new ExactKernels();
        for (int n : new int[] {1, 3, 16, 33})
            for (boolean turned : new boolean[] {false, true}) {
                int k = 37;
                float[] row = new float[k];
                for (int j = 0; j < k; j++)
                    row[j] = (float) (coins.nextGaussian() * Math.exp(5 * coins.nextGaussian()));
                float[] rows = new float[1100 * k];
                for (int i = 0; i < rows.length; i++) rows[i] = (float) coins.nextGaussian();
                for (int r : new int[] {0, 7, 511, 512, 1099}) System.arraycopy(row, 0, rows, r * k, k);
                float[] b = new float[k * n];
                for (int i = 0; i < b.length; i++) b[i] = (float) coins.nextGaussian();
                FloatMatrix right = kernels.matrix(turned ? k : n);
                kernels.upload(b, 0, turned ? n : k, right);
                float[] alone = product(kernels, row, 1, k, right, turned, n);
                float[] all = product(kernels, rows, 1100, k, right, turned, n);
                for (int r : new int[] {0, 7, 511, 512, 1099})
                    assertArrayEquals(alone, Arrays.copyOfRange(all, r * n, (r + 1) * n), 0f);
                for (int j = 0; j < n; j++) {
                    double expected = 0;
                    double size = 0;
                    for (int i = 0; i < k; i++) {
                        double term = row[i] * (double) (turned ? b[j * k + i] : b[i * n + j]);
                        expected += term;
                        size += row[i] * (double) row[i];
                    }
                    assertEquals(expected, alone[j], 1e-6 * Math.sqrt(size * k));
                }
            }
    }

    private static float[] product(Kernels kernels, float[] a, int rows, int k, FloatMatrix b, boolean turned, int n) {
        FloatMatrix left = kernels.matrix(k);
        kernels.upload(a, 0, rows, left);
        FloatMatrix out = kernels.matrix(n);
        kernels.multiply(left, false, b, turned, out, false);
        float[] values = new float[rows * n];
        kernels.download(out, values);
        return values;
    }

    /** As floats it is the same sum, each number rounded once, and the loss and the norms are those of the batch. */
    @Test
    void floatsLossAndNormsAreThoseOfTheSum() {
        Both both = Both.of(Gcn.of(5), SmallData.of(1));
        Batch batch = SmallData.stars(2, 12);
        double[] sum = both.sum(batch, CLIP);
        float[] rounded = new float[sum.length], plain = new float[sum.length];
        double loss = both.exact.clippedSum(both.subject.at(), batch, new double[] {CLIP}, null, rounded);
        for (int i = 0; i < sum.length; i++) assertEquals((float) sum[i], rounded[i]);
        assertEquals(
                both.floats.clippedSum(both.subject.at(), batch, new double[] {CLIP}, null, plain), loss, 1e-5 * loss);
        assertTrue(loss > 0);
        double[] norms = both.exact.norms(), squares = new double[norms.length];
        for (int l = 0; l < both.subject.network().layers().size(); l++)
            for (int e = 0; e < squares.length; e++)
                squares[e] += Math.pow(both.exact.norms(l)[e], 2);
        assertEquals(12, norms.length);
        assertEquals(both.subject.network().assumptions(), both.exact.assumptions());
        for (int e = 0; e < norms.length; e++) {
            assertTrue(norms[e] > 0);
            assertEquals(norms[e] * norms[e], squares[e], 1e-12 * squares[e]);
        }
    }

    @Test
    void whatHasNoGridIsRefused() {
        SmallData data = SmallData.of(1);
        Batch batch = SmallData.stars(2, 6);
        Both whole = Both.of(Gcn.of(5), data);
        refused(() -> whole.sum(batch, Double.POSITIVE_INFINITY));
        double[] none = new double[whole.subject.network().size()];
        assertThrows(IllegalStateException.class, () -> whole.subject.exactSum(whole.floats, batch, 1));
        Batch many = new Batch();
        for (int e = 0; e <= ExactSum.EXAMPLES; e++) {
            many.beginExample();
            many.addTarget(many.addRow(0));
        }
        refused(() -> whole.sum(many, 1));
        assertArrayEquals(none, whole.sum(new Batch(), 1));
        assertFalse(Arrays.equals(none, whole.sum(batch, 1)));
    }
}
