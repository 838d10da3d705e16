package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Initialiser;
import java.io.Serializable;

/**
 * The choices that {@link Gcn}, {@link Gin} and {@link Sage} share.
 *
 * @param form how the layers are put together
 * @param hops rounds of message passing
 * @param width units of every hidden layer
 * @param dense hidden layers without message passing before the classes
 * @param direct whether the last round of message passing gives the classes, without a linear head
 * @param dropout share of hidden values that are dropped in training
 * @param normaliseLogits whether rows of logits are divided by their L2 norms
 */
public record Recipe(
        Form form,
        int hops,
        int width,
        int dense,
        boolean direct,
        Activation activation,
        Initialiser initialiser,
        double dropout,
        boolean normaliseLogits)
        implements Serializable {

    /** How layers are put together. */
    public enum Form {
        /** Aggregate, multiply, activate, as the models' own papers print it. */
        PLAIN,
        /**
         * The layer of the HeterPoisson authors' code: pool the example, elu, standardise over the example's own entries,
         * one linear map, residual, standardise, classify the centre.
         */
        STANDARDISED,
        /** Encoder, one round of message passing with a skip connection, decoder (Daigavane et al. 2021). */
        ENCODED
    }

    public Recipe {
        Check.atLeast("hops", hops, 0);
        Check.atLeast("width", width, 1);
        Check.atLeast("dense", dense, 0);
        if (direct && hops == 0)
            throw new IllegalArgumentException("a direct network must have at least one hop, had 0");
        if (direct && dense > 0)
            throw new IllegalArgumentException("a direct network has no dense layers, dense must be 0, was " + dense);
        if (form != Form.PLAIN && hops != 1)
            throw new IllegalArgumentException("hops must be 1 for the form " + form + ", was " + hops);
        Check.rightOpen("dropout", dropout, 0, 1);
    }

    /** One round of message passing into {@code width} units, then a linear head (HeterPoisson, appendix A.1). */
    public static Recipe of(int width) {
        return new Recipe(Form.PLAIN, 1, width, 0, false, Activation.RELU, Initialiser.LINEAR, 0, false);
    }

    /** {@code layers} maps with message passing before each; with one there is no hidden layer (random walks, text). */
    public static Recipe layers(int layers, int width) {
        return new Recipe(Form.PLAIN, layers, width, 0, true, Activation.RELU, Initialiser.GLOROT, 0, false);
    }

    /** The HeterPoisson authors' layer. */
    public static Recipe standardised(int width) {
        return new Recipe(Form.STANDARDISED, 1, width, 0, false, Activation.ELU, Initialiser.LINEAR, 0, false);
    }

    /** Encoder and decoder around one round of message passing with a skip connection. */
    public static Recipe encoded(int width) {
        return new Recipe(Form.ENCODED, 1, width, 0, false, Activation.TANH, Initialiser.GLOROT, 0, false);
    }

    public Recipe withDense(int layers) {
        return new Recipe(form, hops, width, layers, direct, activation, initialiser, dropout, normaliseLogits);
    }

    public Recipe withHops(int count) {
        return new Recipe(form, count, width, dense, direct, activation, initialiser, dropout, normaliseLogits);
    }

    public Recipe withActivation(Activation other) {
        return new Recipe(form, hops, width, dense, direct, other, initialiser, dropout, normaliseLogits);
    }

    public Recipe withInitialiser(Initialiser other) {
        return new Recipe(form, hops, width, dense, direct, activation, other, dropout, normaliseLogits);
    }

    public Recipe withDropout(double rate) {
        return new Recipe(form, hops, width, dense, direct, activation, initialiser, rate, normaliseLogits);
    }

    public Recipe withNormalisedLogits() {
        return new Recipe(form, hops, width, dense, direct, activation, initialiser, dropout, true);
    }
}
