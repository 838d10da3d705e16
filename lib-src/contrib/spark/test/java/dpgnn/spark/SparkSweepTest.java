package dpgnn.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dpgnn.study.Demo;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSweepTest {
    /** Whether the last run is to fail; tasks run in this process. */
    private static volatile boolean failing;

    private static final AtomicInteger CALLS = new AtomicInteger();

    @TempDir
    Path folder;

    private Sweep<Demo> sweep() {
        return Sweep.of(new Demo(0.1)).vary(Demo::rate, 0.1, 0.2).seeds(1, 2, 3).into(folder);
    }

    private static Run counted(Demo demo) {
        if (failing && demo.rate() == 0.2 && demo.seed() == 3) throw new IllegalStateException("the power failed");
        CALLS.incrementAndGet();
        return Demo.figure(demo);
    }

    /** What is finished when a task fails, or the driver dies, is not made again, on a cluster or here. */
    @Test
    void aSweepIsResumedWhereItStopped() throws Exception {
        Assumptions.assumeTrue(Runtime.version().feature() < 24, "Spark 4.0 runs on Java 17 and 21");
        SparkConf conf = new SparkConf()
                .setMaster("local[1]")
                .setAppName("sweep")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1");
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            failing = true;
            assertThrows(
                    SparkException.class, () -> SparkSweep.of(sweep(), spark).run(Demo.study(SparkSweepTest::counted)));
            assertEquals(5, CALLS.get(), "one task after another");
            failing = false;
            SweepResults<Demo> results = SparkSweep.of(sweep(), spark).run(Demo.study(SparkSweepTest::counted));
            assertEquals(6, CALLS.get());
            assertEquals(6, results.runs().size());
            assertEquals(3, results.over("accuracy").get(0).mean(), 1e-12);
        }
        sweep().run(Demo.study(SparkSweepTest::counted));
        assertEquals(6, CALLS.get(), "what Spark finished is finished");
    }
}
