package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.graph.ViewSource;
import dpgnn.train.folder.ViewHash;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Takes the steps of one private training on a cluster. The driver draws every batch, cuts it into shares, adds their exact
 * sums and the noise, and keeps ledger and checkpoint. Executors open the data and sum the clipped gradients of a share each.
 *
 * <p><b>Guarantee.</b> That of the trainer, and with seeded streams its weights, in every bit, whatever the number of shares
 * and of executors. Whole numbers are added, so neither cut nor order matters. No executor tosses a coin: a share that is
 * computed again, because its executor died or was slow, has the same sum, and nothing is spent twice. A training may begin
 * on one machine and continue on a cluster, or the other way round, from the same folder.
 *
 * <p>The executors see private data, and so does the network between them and the driver: shares and sums without noise cross
 * it. Spark's pages and event logs show how large shares were, which is private too. See docs/scale.md.
 *
 * <p>This class and Spark come by the Maven profile {@code spark}. Proofs: docs/proofs.md, lemmas 65 and 66.
 */
public final class SparkTrainer {
    private final Trainer trainer;
    private final JavaSparkContext spark;
    private int shares;

    private SparkTrainer(Trainer trainer, JavaSparkContext spark) {
        this.trainer = trainer;
        this.spark = spark;
        shares = spark.defaultParallelism();
    }

    /** A training on a cluster. It makes a release, or has {@link PrivateTrainer#exactSums}. */
    public static SparkTrainer of(Trainer trainer, JavaSparkContext spark) {
        return new SparkTrainer(Check.given("trainer", trainer), Check.given("spark", spark));
    }

    /** Cuts every batch into so many shares, by default one for each core of the cluster. */
    public SparkTrainer shares(int count) {
        shares = Check.atLeast("shares", count, 1);
        return this;
    }

    /**
     * Trains. The data are opened here and by executors before anything is on record.
     *
     * @throws StepFailed when Spark gives up on a step, which then counts as spent
     */
    public Trained train(ViewSource source) {
        if (!(trainer.model instanceof Serializable))
            throw new IllegalArgumentException("a cluster takes this library's own networks, was "
                    + trainer.model.name() + ": another library may round otherwise on another machine");
        try {
            TrainingView view = Check.given("source", source).open();
            if (trainer.model
                    .network(view.features().width(), view.labels().classes())
                    .drops())
                throw new IllegalArgumentException(
                        "a cluster takes networks without dropout, whose masks belong to places in the whole batch, was "
                                + trainer.model.name());
            try (ClusterSum cluster = new ClusterSum(spark, shares, trainer.model, source, ViewHash.hash(view))) {
                cluster.open();
                trainer.elsewhere = cluster;
                return trainer.train(view);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } finally {
            trainer.elsewhere = null;
        }
    }
}
