package dpgnn.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.junit.jupiter.api.Assumptions;
import scala.Option;
import scala.Tuple2;

/** Spark on this machine: in this process, or as a cluster of worker processes that have the tests' class path. */
final class LocalCluster {
    private LocalCluster() {}

    static void assumeJava() {
        Assumptions.assumeTrue(Runtime.version().feature() < 24, "Spark 4.0 runs on Java 17 and 21");
    }

    private static SparkConf conf(String master) {
        return new SparkConf()
                .setMaster(master)
                .setAppName("training")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1");
    }

    static JavaSparkContext inThisProcess(int threads) {
        return new JavaSparkContext(conf("local[" + threads + "]"));
    }

    /**
     * A standalone cluster of workers of one core each, with speculation for those that are slow. Each worker has an address
     * of its own: Spark computes nothing twice on one host.
     */
    static JavaSparkContext ofProcesses(int workers) throws IOException {
        // The launcher of executors wants a folder of jars; theirs come by the class path.
        Path home = Path.of(System.getenv("SPARK_HOME"));
        Files.createDirectories(home.resolve("jars"));
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        SparkConf conf = conf("none")
                .setExecutorEnv("SPARK_SCALA_VERSION", "2.13")
                .set("spark.executor.memory", "512m")
                .set("spark.executor.cores", "1")
                .set("spark.cores.max", "" + workers)
                .set("spark.executor.extraClassPath", classPath)
                .set("spark.executor.extraJavaOptions", "--add-modules jdk.incubator.vector -XX:+UseSerialGC")
                .set("spark.scheduler.minRegisteredResourcesRatio", "1.0")
                .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
                .set("spark.speculation", "true")
                .set("spark.speculation.quantile", "0.5");
        int port = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)
                ._1()
                .address()
                .port();
        String master = "spark://127.0.0.1:" + port;
        for (int worker = 1; worker <= workers; worker++)
            Worker.startRpcEnvAndEndpoint(
                    "127.0.0." + (worker + 1),
                    0,
                    0,
                    1,
                    512,
                    new String[] {master},
                    home.resolve("work").toString(),
                    Option.apply(worker),
                    conf,
                    Option.empty());
        return new JavaSparkContext(conf.clone().setMaster(master));
    }

    /** The processes of the executors by Spark's names for them, all started by this one. */
    static Map<String, ProcessHandle> executors(JavaSparkContext spark, int workers) {
        List<Integer> tasks = IntStream.range(0, 8 * workers).boxed().collect(Collectors.toList());
        Map<String, ProcessHandle> found = new HashMap<>();
        while (found.size() < workers)
            spark.parallelize(tasks, tasks.size())
                    .map(task -> {
                        Thread.sleep(50);
                        return new Tuple2<>(
                                SparkEnv.get().executorId(),
                                ProcessHandle.current().pid());
                    })
                    .collect()
                    .forEach(e -> ProcessHandle.current()
                            .descendants()
                            .filter(process -> process.pid() == e._2())
                            .forEach(process -> found.put(e._1(), process)));
        return found;
    }
}
