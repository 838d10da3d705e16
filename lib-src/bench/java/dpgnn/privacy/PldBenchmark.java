package dpgnn.privacy;

import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of accounting by privacy-loss distributions. Goals: 1,000 sampled Gaussian steps under 50 ms, a HeterPoisson calibration
 * with its maximum over all degrees under 2 s.
 *
 * <pre>
 * mvn -q -Pbench,scale -DskipTests package
 * java -cp target/dpgnn-integration/test-classes:$(cat target/test-classpath) org.openjdk.jmh.Main PldBenchmark
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class PldBenchmark {
    private static final int NODES = 17_976;
    private static final double RATE = 4096.0 / NODES;

    private final PldAccountant accountant = PldAccountant.standard();
    private final Event steps = new Event.Repeated(new Event.PoissonSampled(0.01, 1, Relation.ADD_REMOVE), 1000);

    @Benchmark
    public double thousandSampledSteps() {
        return accountant.epsilon(steps, 1e-5);
    }

    @Benchmark
    public double heterPoissonPublished() {
        return calibrated(Event.Proof.PUBLISHED);
    }

    @Benchmark
    public double heterPoissonConservative() {
        return calibrated(Event.Proof.CONSERVATIVE);
    }

    private double calibrated(Event.Proof proof) {
        return Calibration.of(accountant)
                .multiplier(
                        m -> new Event.Repeated(new Event.HeterPoisson(RATE, 1, NODES - 1, m, true, proof), 40),
                        2,
                        Math.pow(NODES, -1.1));
    }
}
