package dpgnn.privacy;

import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.privacy.step.Amplification;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** An epsilon from sixty orders, half of them fractional; the goal is under 5 ms. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class RdpBench {
    private final RdpAccountant sixty = RdpAccountant.of(DoubleStream.concat(
                    IntStream.range(0, 30).mapToDouble(i -> 1.1 + 0.3 * i),
                    IntStream.range(11, 41).mapToDouble(i -> i))
            .toArray());
    private final Event poisson = new Event.Repeated(new Event.PoissonSampled(0.01, 1, Relation.ADD_REMOVE), 1000);
    private final Event replaced = new Event.Repeated(new Event.PoissonSampled(0.01, 1, Relation.REPLACE), 1000);
    private final Event walks = new Event.Repeated(new Event.WithoutReplacement(51311, 30000, 8), 100);

    @Benchmark
    public double poissonSixtyOrders() {
        return sixty.epsilon(poisson, 1e-5);
    }

    @Benchmark
    public double replacedSixtyOrders() {
        return sixty.epsilon(replaced, 1e-5);
    }

    @Benchmark
    public double walksSixtyOrders() {
        return sixty.epsilon(walks, 1e-7);
    }

    @Benchmark
    public double walksTightSixtyOrders() {
        return sixty.withAmplification(Amplification.TIGHT).epsilon(walks, 1e-7);
    }

    @Benchmark
    public double exactGaussian() {
        return GaussianDp.of(8, 1000).epsilon(1e-5);
    }
}
