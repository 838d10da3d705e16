package dpgnn.nn.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.nn.device.DeviceHere;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels on the host and on a device give the same numbers, kernel by kernel. */
@Tag("jdk")
@Tag("vectors")
class KernelsContractTest {
    private static final int ROWS = 37;
    private static final int WIDTH = 11;

    /** Fills matrices anew from one stream, runs something on them, and returns what it left in them. */
    private static List<float[]> run(Kernels kernels, Consumer<Fixture> what) {
        Fixture fixture = new Fixture(kernels);
        what.accept(fixture);
        return fixture.contents();
    }

    private static void agree(Consumer<Fixture> what) {
        List<float[]> host = run(new HostKernels(), what);
        List<float[]> device = run(DeviceHere.backend().kernels(), what);
        for (int m = 0; m < host.size(); m++) {
            assertEquals(host.get(m).length, device.get(m).length);
            for (int i = 0; i < host.get(m).length; i++)
                assertEquals(
                        host.get(m)[i],
                        device.get(m)[i],
                        // Host kernels raise squared norms by what rounding may hide.
                        2e-5 + 1e-6 * Math.abs(device.get(m)[i]),
                        "matrix " + m + ", value " + i);
        }
    }

    private static final class Fixture {
        final Kernels kernels;
        final FloatMatrix a;
        final FloatMatrix b;
        final FloatMatrix c;
        final FloatMatrix square;
        final FloatMatrix row;
        final double[] numbers = new double[ROWS];
        final RowSet space = new RowSet();
        final SparseRows sparseRows = new SparseRows();
        private final RandomStream stream = Streams.seed(21).stream("kernels");

        Fixture(Kernels kernels) {
            this.kernels = kernels;
            a = matrix(ROWS, WIDTH);
            b = matrix(ROWS, WIDTH);
            c = matrix(ROWS, WIDTH);
            square = matrix(WIDTH, WIDTH);
            row = matrix(1, WIDTH);
            space.begin(5);
            for (int end : new int[] {1, 4, 4, 30, ROWS}) space.endExample(end);
            sparseRows.begin(ROWS);
            for (int r = 0; r < ROWS; r++) {
                for (int k = 0; k < (r * 7) % 5; k++) sparseRows.add((r * 3 + k) % ROWS, 0.5f + k);
                sparseRows.endRow();
            }
        }

        private FloatMatrix matrix(int rows, int columns) {
            float[] values = new float[rows * columns];
            for (int i = 0; i < values.length; i++) values[i] = (float) stream.nextGaussian();
            FloatMatrix matrix = kernels.matrix(columns);
            kernels.upload(values, 0, rows, matrix);
            return matrix;
        }

        List<float[]> contents() {
            List<float[]> contents = new ArrayList<>();
            for (FloatMatrix m : List.of(a, b, c, square, row)) {
                float[] values = new float[m.rows() * m.columns()];
                kernels.download(m, values);
                contents.add(values);
            }
            float[] list = new float[ROWS];
            for (int i = 0; i < ROWS; i++) list[i] = (float) numbers[i];
            contents.add(list);
            return contents;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void products(boolean accumulate) {
        agree(f -> f.kernels.multiply(f.a, false, f.square, false, f.c, accumulate));
        agree(f -> f.kernels.multiply(f.a, false, f.square, true, f.c, accumulate));
        agree(f -> f.kernels.multiply(f.a, true, f.b, false, f.square, accumulate));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void spreads(boolean accumulate) {
        agree(f -> f.kernels.spread(f.sparseRows, f.a, f.c, accumulate));
        agree(f -> f.kernels.spreadBack(f.sparseRows, f.a, f.c, accumulate));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IDENTITY", "RELU", "ELU", "SELU", "TANH"})
    void activations(String name) {
        Activation activation = Activation.valueOf(name);
        agree(f -> f.kernels.biasActivate(f.a, f.row, 2, activation));
        agree(f -> f.kernels.biasActivate(f.a, null, 0, activation));
        agree(f -> f.kernels.activate(f.a, activation, f.c));
        for (boolean accumulate : new boolean[] {false, true})
            agree(f -> {
                f.kernels.activate(f.a, activation, f.b);
                f.kernels.activateBack(f.b, f.c, activation, f.a, accumulate);
            });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    void theRest(int which) {
        agree(f -> {
            switch (which) {
                case 0 -> f.kernels.add(f.a, 0.3f, f.b);
                case 1 -> f.kernels.times(f.a, f.b);
                case 2 -> f.kernels.rowDots(f.a, f.b, f.numbers);
                case 3 -> f.kernels.addSquaredNorms(f.a, f.square, 0, new RowSet(), f.numbers);
                case 4 -> f.kernels.addSquaredNorms(f.a, f.b, 2, f.space, f.numbers);
                case 5 -> f.kernels.scale(f.a, f.space, new double[] {1, 0.5, 3, 0.25, 1});
                case 6 -> f.kernels.columnSums(f.a, 2, f.row, false);
                case 7 -> {
                    f.kernels.standardise(f.a, f.space, f.b, f.numbers);
                    f.kernels.standardiseBack(f.b, f.a, f.space, f.numbers, f.c);
                }
                default -> {
                    f.kernels.normalise(f.a, f.b, f.numbers);
                    f.kernels.normaliseBack(f.b, f.a, f.numbers, f.c);
                }
            }
        });
    }
}
