package dpgnn.baseline;

import dpgnn.base.Check;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.nn.Optimizer;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.Plan;
import java.util.function.Supplier;

/**
 * The baseline naive DP-SGD of Xiang, Wang and Wang (2024): a perceptron of three hidden layers on a node's own row.
 *
 * <p><b>Guarantee.</b> Unit: one node, added or removed, with all its edges, none of which is ever read. That is node-level
 * privacy by plain sub-sampled DP-SGD, and it is proved.
 *
 * @param width units of each hidden layer
 * @param batch the expected number of examples in a step
 * @param epochs how often a node takes part on average
 * @param normed whether every gradient is brought to the norm 1, and not clipped to it
 */
public record NaiveSgd(int width, int batch, int epochs, boolean normed) {
    private static final int LAYERS = 3;
    private static final double RATE = 0.001, BESIDE = 1e-6;

    public NaiveSgd {
        Check.atLeast("width", width, 1);
        Check.atLeast("batch", batch, 1);
        Check.atLeast("epochs", epochs, 1);
    }

    public NaiveSgd(int width, int batch, int epochs) {
        this(width, batch, epochs, false);
    }

    /** Hidden layers of 32 units (16 for Reddit), batches of 2048, five epochs. */
    public static NaiveSgd of(String dataset) {
        Check.given("dataset", dataset);
        return new NaiveSgd(dataset.equals("Reddit") ? 16 : 32, 2048, 5);
    }

    /** This training with other batches and passes. */
    public NaiveSgd with(int batch, int epochs) {
        return new NaiveSgd(width, batch, epochs, normed);
    }

    /** With gradients of norm 1, as the authors' code has them. */
    public NaiveSgd released() {
        return new NaiveSgd(width, batch, epochs, true);
    }

    public Mlp model() {
        return Mlp.hidden(LAYERS, width);
    }

    public Supplier<Optimizer> optimizer() {
        return () -> Adam.of(RATE);
    }

    public PoissonNodes sampler(int roots) {
        return PoissonNodes.of(Math.min(1, (double) batch / roots));
    }

    public long steps(int roots) {
        return (long) Math.ceil(epochs / sampler(roots).rate() - 1e-9);
    }

    /** Sampler, clip and steps; the noise is open. */
    public Plan plan(int roots) {
        Clip clip = normed ? Clip.automatic(1, BESIDE) : Clip.flat(1);
        return Plan.of(sampler(roots), clip, GaussianNoise.standard()).steps(steps(roots));
    }

    /** Sets the noise that this budget needs. */
    public Plan plan(int roots, double epsilon, double delta) {
        return plan(roots).calibrated(epsilon, delta);
    }
}
