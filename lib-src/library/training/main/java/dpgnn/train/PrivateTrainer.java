package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Model;
import dpgnn.random.Streams;

/**
 * Trains by a {@link Plan} for an experiment that can be repeated: all coins follow from a seed. {@link Plan#experiment} makes it.
 * Every step draws a batch, sums its clipped gradients, adds noise, divides by a public number and moves the parameters with an
 * optimiser, as a {@link ReleaseTrainer} does.
 *
 * <p><b>Guarantee.</b> That of the plan's {@link Schedule}, for the steps that really ran, and IDEAL at best: the seed gives the
 * noise away. It covers the weights after every step. It does not cover losses and figures that are shown on the way, nor a choice
 * among runs.
 *
 * <p>Sums are in 32-bit floating point, and their rounding is assumed to be zero. A sum is off by at most gamma_n times the sum of
 * absolute values (Higham 2002, (3.5)): for a batch of up to 4096 examples of one row each, n is 520 and the worst case is 3.1e-5
 * clip norms per example, 0.13 clip norms in all. That is not small, and it may be more where rows of an example cancel. An
 * example's clipped norm is below the clip's, rounding included, where steps run on Java arrays; on a device that is assumed.
 *
 * <p>Proofs: docs/proofs.md, lemmas 4, 11 and 33.
 */
public final class PrivateTrainer extends OpenTrainer {
    private final Plan plan;

    PrivateTrainer(Model model, Plan plan, Streams streams) {
        super(model, streams);
        this.plan = Check.given("plan", plan);
        if (streams.isSecure())
            throw new IllegalArgumentException("an experiment has streams with a seed, were secure: use Plan.release");
    }

    @Override
    Plan plan() {
        return plan;
    }

    /**
     * Takes exact sums, and noise on a grid, as a release does: then the weights are the same whatever the number of machines that
     * compute them ({@code SparkTrainer}). A step takes up to twice the time.
     */
    public PrivateTrainer exactSums() {
        exact = true;
        return this;
    }

    @Override
    Training training(TrainingView view) {
        return Training.planned(this, view);
    }
}
