package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.layer.Aggregation;
import java.io.Serializable;

/**
 * A GraphSAGE network with the mean (Hamilton, Ying and Leskovec 2017). Rows aggregate by the mean of the row and its
 * sources.
 */
public record Sage(Recipe recipe) implements Model, Serializable {
    public Sage {
        Check.given("recipe", recipe);
    }

    /** One round of message passing into {@code width} units, then a linear head. */
    public static Sage of(int width) {
        return new Sage(Recipe.of(width));
    }

    public static Sage of(Recipe recipe) {
        return new Sage(recipe);
    }

    /** {@code layers} maps, each after a round of message passing; the last gives the classes. */
    public static Sage layers(int layers, int width) {
        return new Sage(Recipe.layers(layers, width));
    }

    /** The layer of the HeterPoisson authors' code, standardised within each example. */
    public static Sage standardised(int width) {
        return new Sage(Recipe.standardised(width));
    }

    @Override
    public String name() {
        return "Sage" + recipe;
    }

    @Override
    public Network network(int inputs, int classes) {
        return LayerStack.of(Aggregation.MEAN, name(), recipe, inputs, classes);
    }
}
