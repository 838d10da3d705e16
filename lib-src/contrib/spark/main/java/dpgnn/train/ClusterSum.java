package dpgnn.train;

import dpgnn.graph.ViewSource;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Model;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** Sums the shares of a batch on a cluster, one Spark job a step. */
final class ClusterSum implements StepSum.Place, AutoCloseable {
    /** Up to so many sums the driver adds alone; beyond, executors add theirs first. */
    private static final int AT_DRIVER = 32;

    private final JavaSparkContext spark;
    private final int shares;
    private final ShareTask.Work work;
    /** Spark's jobs are waited for here, so that an interrupt takes effect between two steps. */
    private final ExecutorService jobs = Executors.newSingleThreadExecutor();

    ClusterSum(JavaSparkContext spark, int shares, Model model, ViewSource source, String data) {
        this.spark = spark;
        this.shares = shares;
        work = new ShareTask.Work(UUID.randomUUID().toString(), model, source, data, ShareTask.Work.thisRuntime());
    }

    /** Lets executors open the data, so that what is wrong with them is known before anything is spent. */
    void open() throws IOException {
        ShareTask.Work sent = work;
        run(() -> {
            spark.parallelize(Collections.nCopies(shares, 0), shares).foreach(share -> ShareTask.open(sent));
            return null;
        });
    }

    /** Dropout is refused before: it would need the coins. */
    @Override
    public double sum(Parameters at, Batch batch, Clip.Limits limits, RandomStream dropout, ExactSum into)
            throws IOException {
        into.begin(limits.thresholds(), batch.examples());
        if (batch.examples() == 0) return 0;
        List<Batch> cut = cut(batch, shares);
        float[] weights = at.toArray();
        ShareSum sum = run(() -> {
            Broadcast<float[]> everywhere = spark.broadcast(weights);
            try {
                var sums = spark.parallelize(cut, cut.size()).map(new ShareTask(work, everywhere, limits));
                return cut.size() <= AT_DRIVER ? sums.reduce(ShareSum::plus) : sums.treeReduce(ShareSum::plus);
            } finally {
                everywhere.destroy();
            }
        });
        into.add(sum.totals);
        return sum.loss;
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "The sums are of a cluster. It is assumed that functions such as exp give the same bits on all of its"
                        + " machines, and that nobody sees its network, tasks and times.");
    }

    private <T> T run(Supplier<T> job) throws IOException {
        try {
            return CompletableFuture.supplyAsync(job, jobs).join();
        } catch (CompletionException e) {
            throw new IOException("Spark gave up: " + e.getCause(), e.getCause());
        }
    }

    /** Consecutive examples, with about as many rows in each share; none is empty. */
    static List<Batch> cut(Batch batch, int shares) {
        List<Batch> cut = new ArrayList<>();
        int from = 0;
        for (int share = 1; share <= shares; share++) {
            long end = (long) batch.rows() * share / shares;
            int to = from;
            while (to < batch.examples() && batch.exampleStart(to) < end) to++;
            if (to > from) cut.add(batch.part(from, to));
            from = to;
        }
        return cut;
    }

    @Override
    public void close() {
        jobs.shutdown();
    }
}
