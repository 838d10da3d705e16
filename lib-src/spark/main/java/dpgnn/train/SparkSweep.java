package dpgnn.train;

import dpgnn.nn.Cores;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A {@link Sweep} whose runs are Spark tasks, one each. The folder of the runs' files must be one that every executor can
 * reach under the same path: each task writes its own file, so a driver that dies loses nothing.
 *
 * <p>This class and Spark come by the Maven profile {@code spark}; {@link Sweep} knows neither.
 */
public final class SparkSweep {
    private final Sweep sweep;
    private final JavaSparkContext spark;

    private SparkSweep(Sweep sweep, JavaSparkContext spark) {
        this.sweep = sweep;
        this.spark = spark;
    }

    /** The same sweep, on a cluster. */
    public static SparkSweep of(Sweep sweep, JavaSparkContext spark) {
        return new SparkSweep(sweep, spark);
    }

    /** Runs what is not yet done. A task that fails ends the sweep after Spark's own retries; finished files stay. */
    public Results run(Sweep.Experiment body) throws IOException {
        List<Setting> settings = sweep.settings();
        Path folder = sweep.folder();
        Origins line = Origins.ofCell();
        Map<Setting, Run> done = sweep.finished(body, settings, line);
        List<Setting> open = settings.stream().filter(s -> !done.containsKey(s)).toList();
        if (!open.isEmpty()) {
            File shared = folder.toAbsolutePath().toFile();
            // Spark gives a task one processor, whatever the machine has.
            spark.parallelize(open, open.size())
                    .foreach(setting -> Cores.among(
                            Runtime.getRuntime().availableProcessors(),
                            () -> RunFolder.make(body, setting, shared.toPath())));
        }
        RunFolder made = new RunFolder(folder, KeptRuns.none(), body);
        for (Setting setting : open) {
            Run run = made.find(setting).orElseThrow().run();
            done.put(setting, run);
            line.made(run);
        }
        line.end(!open.isEmpty());
        return sweep.results(settings, done, open.size());
    }
}
