package dpgnn.nn.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.SparseFeatures;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sparse features of batches of many examples: the same sums as of dense ones, to the last bit where sums are exact. */
@Tag("jdk")
@Tag("vectors")
class CompressedRowsTest {
    private static final int WIDTH = 203;

    static List<Model> models() {
        return List.of(
                Mlp.hidden(2, 5),
                Gcn.of(5),
                Sage.of(5),
                Gcn.layers(2, 5),
                Gin.layers(2, 5),
                Sage.of(Recipe.encoded(5)),
                Sage.standardised(9));
    }

    static List<Batch> batches() {
        return List.of(
                SmallData.stars(2, 40),
                SmallData.stars(5, 1300),
                SmallData.paths(3, 600),
                SmallData.rings(4, 3, 40),
                // So many rows that gradients are formed for their norms.
                SmallData.rings(4, 2, 400));
    }

    /** Counts the products of compressed rows. */
    private static final class Counting extends HostKernels {
        private int products;

        @Override
        public void multiply(SparseRows a, FloatMatrix b, FloatMatrix c) {
            products++;
            super.multiply(a, b, c);
        }

        @Override
        public Kernels another() {
            return null;
        }
    }

    private static Features dense(Features sparse) {
        float[] values = new float[sparse.rows() * sparse.width()];
        for (int r = 0; r < sparse.rows(); r++) sparse.copyRow(r, values, r * sparse.width());
        return DenseFeatures.of(sparse.rows(), sparse.width(), values);
    }

    private static double[] exact(Model model, SmallData data, Batch batch, double clip) {
        Subject subject = Subject.of(model, data);
        return subject.exactSum(subject.exact(), batch, clip);
    }

    private static SmallData dense(SmallData sparse) {
        return new SmallData(dense(sparse.features()), sparse.labels());
    }

    @ParameterizedTest
    @MethodSource("models")
    @Extent.OneIn(4)
    void exactSumsAreThoseOfDenseRowsToTheLastBit(Model model) {
        SmallData data = SmallData.sparse(1, WIDTH);
        for (Batch batch : batches())
            for (double clip : new double[] {1e-3, 0.5, 50})
                assertArrayEquals(
                        exact(model, dense(data), batch, clip),
                        exact(model, data, batch, clip),
                        0.0,
                        model.name() + ", " + batch.examples() + " examples, " + clip);
    }

    /** Values up to where squares and sums overflow: those examples count as zero in both, the others as they are. */
    @ParameterizedTest
    @MethodSource("models")
    @Extent.OneIn(4)
    void hostileRowsMakeNoDifferenceBetweenTheTwo(Model model) {
        SmallData data = new SmallData(
                hostile((SparseFeatures) SmallData.sparse(1, WIDTH).features()),
                SmallData.of(1).labels());
        for (Batch batch : batches()) {
            assertArrayEquals(exact(model, dense(data), batch, 0.5), exact(model, data, batch, 0.5), 0.0, model.name());
            float[] sum = rounded(model, data, batch);
            for (float value : sum) assertTrue(Float.isFinite(value), model.name());
        }
    }

    private static Features hostile(SparseFeatures words) {
        float[] row = new float[WIDTH];
        Features changed = words;
        float[] extremes = {Float.MAX_VALUE, -Float.MAX_VALUE, 1e25f, 1e-30f, Float.MIN_VALUE};
        for (int v = 0; v < extremes.length; v++) {
            Arrays.fill(row, 0);
            row[3 * v] = extremes[v];
            row[WIDTH - 1] = extremes[v];
            changed = changed.withRow(7 * v, row);
        }
        return changed;
    }

    private static float[] rounded(Model model, SmallData data, Batch batch) {
        Subject subject = Subject.of(model, data);
        return subject.sum(subject.on(new HostKernels()), batch, null, 0.5);
    }

    @ParameterizedTest
    @MethodSource("models")
    @Extent.OneIn(4)
    void sumsOfExperimentsAreThoseOfDenseRowsUpToRounding(Model model) {
        SmallData data = SmallData.sparse(1, WIDTH);
        for (Batch batch : batches()) {
            float[] dense = rounded(model, dense(data), batch);
            float[] sparse = rounded(model, data, batch);
            double size = 0;
            double off = 0;
            for (int i = 0; i < dense.length; i++) {
                size += dense[i] * (double) dense[i];
                off += Math.pow(dense[i] - (double) sparse[i], 2);
            }
            assertTrue(Math.sqrt(off) <= 1e-5 * Math.sqrt(size), model.name() + ": " + Math.sqrt(off / size));
        }
    }

    /** One block in cache after the other, each by its own number of entries. */
    @Test
    void thinRowsAreCompressedAndOthersAreNot() {
        for (int width : new int[] {WIDTH, 9}) {
            Subject subject = Subject.of(Sage.of(5), SmallData.sparse(1, width));
            Counting kernels = new Counting();
            subject.sum(subject.on(kernels), SmallData.stars(5, 1300), null, 0.5);
            assertEquals(width == WIDTH ? 3 : 0, kernels.products, "width " + width);
        }
    }

    @Test
    void normsHaveTheBitsOfDenseRows() {
        RandomStream coins = Streams.seed(4).stream("rows");
        int out = 5;
        for (int width = 37; width < 42; width++) {
            SparseRows thin = new SparseRows();
            thin.begin(width);
            float[] dense = new float[6 * width];
            float[] y = new float[6 * out];
            for (int i = 0; i < y.length; i++) y[i] = (float) coins.nextGaussian();
            for (int r = 0; r < 6; r++) {
                for (int c = 0; c < width; c++)
                    if (coins.nextInt(3) == 0 || c == width - 1) {
                        dense[r * width + c] = (float) coins.nextGaussian();
                        thin.add(c, dense[r * width + c]);
                    }
                thin.endRow();
            }
            for (int r = 0; r < 6; r++)
                assertEquals(FloatLoops.exactDot(dense, r * width, dense, r * width, width), thin.squaredNorm(r), 0.0);
            assertEquals(FloatLoops.gram(dense, width, y, out, 0.25, 1, 6), thin.gram(y, out, 0.25, 1, 6), 0.0);
            double[] formed = new double[width * out];
            double[] expected = new double[width * out];
            thin.addOuter(4, y, out, formed);
            HostMatrix.of(dense, width).addOuter(4, y, out, expected);
            assertArrayEquals(expected, formed, 0.0);
        }
    }

    /** A sum that ends in an exception leaves nothing in the next one. */
    @Test
    void aSumThatWasBrokenOffIsForgotten() {
        Subject subject = Subject.of(Sage.of(5), SmallData.sparse(1, WIDTH));
        ExampleGradients gradients = subject.exact();
        double[] first = subject.exactSum(gradients, SmallData.stars(2, 9000), 0.5);
        Batch broken = SmallData.stars(9, 9000);
        broken.beginExample();
        broken.addTarget(broken.addRow(SmallData.NODES + 1));
        assertThrows(RuntimeException.class, () -> subject.exactSum(gradients, broken, 0.5));
        assertArrayEquals(first, subject.exactSum(gradients, SmallData.stars(2, 9000), 0.5), 0.0);
    }
}
