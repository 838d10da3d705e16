package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.layer.Aggregation;
import java.io.Serializable;

/**
 * A graph isomorphism network (Xu et al. 2019). Rows aggregate by the sum of the sources and (1 + lambda) times the row
 * itself, where lambda is learned.
 */
public record Gin(Recipe recipe) implements Model, Serializable {
    public Gin {
        Check.given("recipe", recipe);
    }

    /** One round of message passing into {@code width} units, then a linear head. */
    public static Gin of(int width) {
        return new Gin(Recipe.of(width));
    }

    public static Gin of(Recipe recipe) {
        return new Gin(recipe);
    }

    /** {@code layers} maps, each after a round of message passing; the last gives the classes. */
    public static Gin layers(int layers, int width) {
        return new Gin(Recipe.layers(layers, width));
    }

    /** The layer of the HeterPoisson authors' code, standardised within each example. */
    public static Gin standardised(int width) {
        return new Gin(Recipe.standardised(width));
    }

    @Override
    public String name() {
        return "Gin" + recipe;
    }

    @Override
    public Network network(int inputs, int classes) {
        return LayerStack.of(Aggregation.SUM, name(), recipe, inputs, classes);
    }
}
