package dpgnn.nn.kernel;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The products of a whole-graph step with 32 hidden units: features by weights, the transpose by a gradient, a graph by rows. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SparseRowsBench {
    private static final int WIDTH = 32;

    /** Rows, columns and entries of a row, of about the sizes of PubMed and Cora. */
    @Param({"19717,500,50", "500,19717,1976", "19717,19717,5", "2708,1433,18"})
    public String size;

    @Param({"plain", "vectors"})
    public String way;

    private final SparseRows sparseRows = new SparseRows();
    private RowProducts rows;
    private float[] from;
    private float[] to;

    @Setup
    public void setup() {
        String[] parts = size.split(",");
        int count = Integer.parseInt(parts[0]);
        int columns = Integer.parseInt(parts[1]);
        int entries = Integer.parseInt(parts[2]);
        rows = way.equals("plain") ? new PlainRows() : new VectorRows();
        RandomStream coins = Streams.seed(1).stream("bench");
        sparseRows.begin(columns);
        for (int r = 0; r < count; r++) {
            for (int k = 0; k < entries; k++)
                sparseRows.add((int) ((k + coins.nextDouble()) * columns / entries), (float) coins.nextDouble());
            sparseRows.endRow();
        }
        from = new float[columns * WIDTH];
        for (int i = 0; i < from.length; i++) from[i] = (float) coins.nextGaussian();
        to = new float[count * WIDTH];
    }

    @Benchmark
    public float[] gather() {
        rows.gather(sparseRows, from, to, WIDTH);
        return to;
    }
}
