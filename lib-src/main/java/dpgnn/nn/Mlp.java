package dpgnn.nn;

/** A multi-layer perceptron on the features of the targets alone: the baseline that reads no edge. */
public record Mlp(Recipe recipe) implements Model {
    public Mlp {
        if (recipe.hops() != 0)
            throw new IllegalArgumentException("hops must be 0 for a perceptron, was " + recipe.hops());
    }

    /** {@code hidden} layers of {@code width} ReLU units, then a linear head. */
    public static Mlp of(int hidden, int width) {
        return new Mlp(Recipe.of(width).withHops(0).withDense(hidden));
    }

    public static Mlp of(Recipe recipe) {
        return new Mlp(recipe);
    }

    @Override
    public String name() {
        return "Mlp" + recipe;
    }

    @Override
    public Network network(int inputs, int classes) {
        return Stack.of(Stack.Kind.SAGE, name(), recipe, inputs, classes);
    }
}
