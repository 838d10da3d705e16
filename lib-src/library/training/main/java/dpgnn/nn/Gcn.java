package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.layer.Aggregation;
import java.io.Serializable;

/**
 * A graph convolutional network (Kipf and Welling 2017). Rows aggregate by D^-1/2 (A + I) D^-1/2, with degrees counted inside
 * the example.
 */
public record Gcn(Recipe recipe) implements Model, Serializable {
    public Gcn {
        Check.given("recipe", recipe);
    }

    /** One round of message passing into {@code width} units, then a linear head. */
    public static Gcn of(int width) {
        return new Gcn(Recipe.of(width));
    }

    public static Gcn of(Recipe recipe) {
        return new Gcn(recipe);
    }

    /** {@code layers} maps, each after a round of message passing; the last gives the classes. */
    public static Gcn layers(int layers, int width) {
        return new Gcn(Recipe.layers(layers, width));
    }

    /** The layer of the HeterPoisson authors' code, standardised within each example. */
    public static Gcn standardised(int width) {
        return new Gcn(Recipe.standardised(width));
    }

    @Override
    public String name() {
        return "Gcn" + recipe;
    }

    @Override
    public Network network(int inputs, int classes) {
        return LayerStack.of(Aggregation.SYMMETRIC, name(), recipe, inputs, classes);
    }
}
