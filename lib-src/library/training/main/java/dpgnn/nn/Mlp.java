package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.layer.Aggregation;
import java.io.Serializable;

/** A multi-layer perceptron on the features of the targets alone: the baseline that reads no edges. */
public record Mlp(Recipe recipe) implements Model, Serializable {
    public Mlp {
        Check.that(recipe.hops() == 0, "hops", "0 for a perceptron", recipe.hops());
    }

    /** One layer of {@code width} ReLU units, then a linear head. */
    public static Mlp of(int width) {
        return hidden(1, width);
    }

    /** So many layers of {@code width} ReLU units, then a linear head. */
    public static Mlp hidden(int layers, int width) {
        return new Mlp(Recipe.of(width).withHops(0).withDense(layers));
    }

    public static Mlp of(Recipe recipe) {
        Check.given("recipe", recipe);
        return new Mlp(recipe);
    }

    @Override
    public String name() {
        return "Mlp" + recipe;
    }

    @Override
    public Network network(int inputs, int classes) {
        return LayerStack.of(Aggregation.MEAN, name(), recipe, inputs, classes);
    }
}
