package dpgnn.train;

import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import java.io.IOException;
import java.util.List;

/**
 * Where the exact sum of a batch is computed: by {@link ExampleGradients} on this machine, or share by share on others. Every
 * place gives the same sum, in every bit.
 *
 * <p>Proof: docs/proofs.md, lemma 65.
 */
@FunctionalInterface
interface SumPlace {
    /**
     * Sums the clipped gradients of a batch.
     *
     * @param into takes the sum; what it held is lost
     * @return the sum of the losses, whose last bits may depend on the place
     * @throws IOException when the other machines fail
     */
    double sum(Parameters at, Batch batch, double[] thresholds, RandomStream dropout, ExactSum into) throws IOException;

    /** What a release assumes of the place: full sentences. */
    default List<String> assumptions() {
        return List.of();
    }
}
