package dpgnn.train;

import dpgnn.graph.TrainingView;
import dpgnn.graph.ViewSource;
import dpgnn.mechanism.Clip;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.ThreadShare;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.train.folder.ViewHash;
import java.io.Serializable;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;

/** Sums the clipped gradients of a share of a batch, as a task on an executor. It tosses no coin. */
final class ShareTask implements Function<Batch, ShareSum> {
    private static final long serialVersionUID = 1;

    /** The data of trainings that this executor works for, while there is memory for them. */
    private static final Map<String, SoftReference<Workplace>> OPEN = new HashMap<>();

    private final Work work;
    private final Broadcast<float[]> weights;
    private final Clip.Limits limits;

    ShareTask(Work work, Broadcast<float[]> weights, Clip.Limits limits) {
        this.work = work;
        this.weights = weights;
        this.limits = limits;
    }

    /**
     * What stays the same through a training.
     *
     * @param training a number of its own
     * @param data the hash of the data, which is as private as they are
     * @param runtime where the driver runs
     */
    record Work(String training, Model model, ViewSource source, String data, String runtime) implements Serializable {
        /** What results of {@code Math.exp} and {@code Math.tanh} may differ with. */
        static String thisRuntime() {
            return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + " on "
                    + System.getProperty("os.arch");
        }
    }

    @Override
    public ShareSum call(Batch share) throws Exception {
        return open(work).sum(weights.value(), share, limits);
    }

    /** Opens the data, once on each executor. */
    static Workplace open(Work work) throws Exception {
        synchronized (OPEN) {
            SoftReference<Workplace> known = OPEN.get(work.training);
            Workplace here = known == null ? null : known.get();
            if (here != null) return here;
            OPEN.values().removeIf(old -> old.get() == null);
            if (!Work.thisRuntime().equals(work.runtime))
                throw new IllegalStateException("an executor must run on the driver's kind of Java, " + work.runtime
                        + ", was " + Work.thisRuntime() + ": functions such as exp may differ in their last bits");
            TrainingView view = work.source.open();
            if (!ViewHash.hash(view).equals(work.data))
                throw new IllegalStateException("an executor opened other data than the driver, " + view.name()
                        + ": every machine must read the same files");
            here = new Workplace(work.model, view);
            OPEN.put(work.training, new SoftReference<>(here));
            return here;
        }
    }

    /** Open data, and memory for each task that goes on at a time. */
    static final class Workplace {
        private final Network network;
        private final TrainingView view;
        private final Queue<ExampleGradients> idle = new ConcurrentLinkedQueue<>();

        private Workplace(Model model, TrainingView view) {
            this.view = view;
            network = model.network(view.features().width(), view.labels().classes());
        }

        private ShareSum sum(float[] weights, Batch share, Clip.Limits limits) throws Exception {
            ExampleGradients gradients = idle.poll();
            if (gradients == null) gradients = gradients();
            Parameters at = network.initial(Streams.seed(0).stream("any"));
            at.write(weights);
            ExactSum sum = new ExactSum(network.size());
            double loss = gradients.exactSum(at, share, limits, null, sum);
            idle.add(gradients);
            return new ShareSum(sum.totals, loss);
        }

        /** With as many threads as Spark gives a task processors. */
        private ExampleGradients gradients() throws Exception {
            int tasks = Runtime.getRuntime().availableProcessors()
                    / TaskContext.get().cpus();
            return ThreadShare.among(
                    Math.max(1, tasks), () -> ExampleGradients.exact(network, view.features(), view.labels()));
        }
    }
}
