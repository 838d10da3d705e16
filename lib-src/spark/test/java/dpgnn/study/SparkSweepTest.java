package dpgnn.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.study.SweepTest.Demo;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSweepTest {
    @TempDir
    Path folder;

    private Sweep<Demo> sweep() {
        return Sweep.of(new Demo(0.1)).vary(Demo::rate, 0.1, 0.2).seeds(1, 2, 3).into(folder);
    }

    @Test
    void theSameSweepRunsOnSpark() throws Exception {
        Assumptions.assumeTrue(Runtime.version().feature() < 24, "Spark 4.0 runs on Java 17 and 21");
        SparkConf conf = new SparkConf()
                .setMaster("local[2]")
                .setAppName("sweep")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1");
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            SweepResults<Demo> results = SparkSweep.of(sweep(), spark).run(SweepTest.study(SweepTest::figure));
            assertEquals(6, results.runs().size());
            assertEquals(3, results.over("accuracy").get(0).mean(), 1e-12);
        }
        AtomicInteger calls = new AtomicInteger();
        sweep().run(SweepTest.study(demo -> {
            calls.incrementAndGet();
            return SweepTest.figure(demo);
        }));
        assertEquals(0, calls.get(), "what Spark finished is finished");
    }
}
