package dpgnn.train;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.Sampler;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * What a step on PubMed costs the driver and its executors, in CPU time, and how many bytes
 * their results have. Arguments: how many worker processes, how many shares, how many steps, the network's width.
 */
final class ClusterFigures {
    private ClusterFigures() {}

    /** A step's draw, cut and noise, as the driver does them, in milliseconds of CPU time. */
    private static void driver(TrainingView view, Sampler sampler, Model model, int shares, int steps) {
        Streams streams = Streams.seed(7);
        Sampler.Draws draws = sampler.draws(view.participants(), streams.stream("sampler"));
        int size =
                model.network(view.features().width(), view.labels().classes()).size();
        Batch batch = new Batch();
        long rows = 0, edges = 0, examples = 0;
        double[] sum = new double[size];
        RandomStream noise = Streams.secure().stream("noise");
        long draw = 0, cut = 0, hide = 0;
        for (int round = 0; round < 2; round++) { // the first warms up
            rows = edges = examples = draw = cut = hide = 0;
            for (int step = 0; step < steps; step++) {
                long begin = cpu();
                draws.draw(step, batch);
                long drawn = cpu();
                ClusterSum.cut(batch, shares);
                long cutUp = cpu();
                GaussianNoise.standard().release(sum, 2, 0.5, noise);
                draw += drawn - begin;
                cut += cutUp - drawn;
                hide += cpu() - cutUp;
                rows += batch.rows();
                edges += batch.edges();
                examples += batch.examples();
            }
        }
        double each = 1e6 * steps;
        System.out.printf(
                "parameters %d; a step has %d examples, %d rows, %d edges; formula: shares %d bytes, weights %d, result %d%n",
                size,
                examples / steps,
                rows / steps,
                edges / steps,
                (8 * rows + 4 * edges + 12 * examples) / steps,
                4L * size,
                8L * size);
        System.out.printf(
                "driver alone, ms of CPU a step: draw %.2f, cut %.2f, secure noise %.2f%n",
                draw / each, cut / each, hide / each);
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long process() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    public static void main(String[] arguments) throws Exception {
        int workers = Integer.parseInt(arguments[0]), shares = Integer.parseInt(arguments[1]);
        int steps = Integer.parseInt(arguments[2]);
        Model model = Gcn.of(Integer.parseInt(arguments[3]));
        Sampler sampler = HomeStars.of(0.25, 2);
        driver(SparkClusterTest.pubmed(), sampler, model, shares, steps);
        AtomicLong tasks = new AtomicLong(), result = new AtomicLong(), run = new AtomicLong(), open = new AtomicLong();
        SparkListener counting = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd ended) {
                TaskMetrics metrics = ended.taskMetrics();
                tasks.incrementAndGet();
                result.addAndGet(metrics.resultSize());
                run.addAndGet(metrics.executorCpuTime());
                open.addAndGet(metrics.executorDeserializeCpuTime());
            }
        };
        Plan plan = Plan.of(sampler, Clip.flat(0.5), GaussianNoise.standard())
                .steps(2L * steps)
                .multiplier(4)
                .delta(1e-6);
        try (JavaSparkContext spark = LocalCluster.ofProcesses(workers)) {
            long[] begun = new long[2];
            Trainer trainer = plan.experiment(model, 7).exactSums().listen(moment -> {
                if (moment.step() != steps) return true; // the first half warms up
                spark.sc().addSparkListener(counting);
                begun[0] = process();
                begun[1] = System.nanoTime();
                return true;
            });
            SparkTrainer.of(trainer, spark).shares(shares).train(SparkClusterTest::pubmed);
            long used = process() - begun[0], passed = System.nanoTime() - begun[1];
            spark.sc().listenerBus().waitUntilEmpty();
            System.out.printf(
                    "%d workers, %d shares: %d tasks; a result %d bytes; ms of CPU: a task %.2f and its start %.2f, the driver"
                            + " %.2f a step, all of its threads; %.0f ms a step by the clock%n",
                    workers,
                    shares,
                    tasks.get(),
                    result.get() / tasks.get(),
                    run.get() / 1e6 / tasks.get(),
                    open.get() / 1e6 / tasks.get(),
                    used / 1e6 / steps,
                    passed / 1e6 / steps);
        }
    }
}
