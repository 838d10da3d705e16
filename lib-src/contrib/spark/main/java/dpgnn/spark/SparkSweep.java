package dpgnn.spark;

import dpgnn.nn.kernel.ThreadShare;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.train.Experiment;
import java.io.IOException;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A {@link Sweep} whose runs are Spark tasks, one each. The folder of the runs' files must be one that every executor can
 * reach under the same path: each task writes its own file, so a driver that dies loses nothing.
 *
 * <p>This class and Spark come by the Maven profile {@code spark}; {@link Sweep} knows neither.
 */
public final class SparkSweep<E extends Experiment<E>> {
    private final Sweep<E> sweep;
    private final JavaSparkContext spark;

    private SparkSweep(Sweep<E> sweep, JavaSparkContext spark) {
        this.sweep = sweep;
        this.spark = spark;
    }

    /** A sweep on a cluster. */
    public static <E extends Experiment<E>> SparkSweep<E> of(Sweep<E> sweep, JavaSparkContext spark) {
        return new SparkSweep<>(sweep, spark);
    }

    /** Runs what is not yet done. A task that fails ends the sweep after Spark's own retries; finished files stay. */
    public SweepResults<E> run(Study<E> study) throws IOException {
        // Spark gives a task one processor, whatever the machine has.
        return sweep.run(study, (open, task) -> spark.parallelize(open, open.size())
                .foreach(experiment ->
                        ThreadShare.among(Runtime.getRuntime().availableProcessors(), () -> task.run(experiment))));
    }
}
