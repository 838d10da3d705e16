package dpgnn.nn;

import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.layer.Aggregation;
import dpgnn.nn.layer.BatchLayout;
import dpgnn.nn.layer.Layer;
import java.util.function.Function;

/**
 * Puts networks together from a {@link Recipe}.
 *
 * @param aggregation what tells the families apart: SYMMETRIC makes a GCN, SUM a GIN, MEAN a GraphSAGE
 */
record LayerStack(Aggregation aggregation, Recipe recipe, Network network) {
    static Network of(Aggregation aggregation, String name, Recipe recipe, int inputs, int classes) {
        Network network = new Network(
                name,
                inputs,
                classes,
                recipe.hops(),
                recipe.initialiser(),
                () -> of(aggregation, name, recipe, inputs, classes));
        LayerStack stack = new LayerStack(aggregation, recipe, network);
        Layer logits =
                switch (recipe.form()) {
                    case PLAIN -> stack.plain();
                    case STANDARDISED -> stack.standardised();
                    case ENCODED -> stack.encoded();
                };
        if (recipe.normaliseLogits()) network.add(Layer.normalised(logits));
        return network;
    }

    private Layer plain() {
        int hops = recipe.hops();
        Layer h = hops == 0 ? input(Aggregation.SELF, true, l -> l.reach(0)) : null;
        for (int k = 1; k <= hops; k++) {
            int left = hops - k;
            boolean last = recipe.direct() && k == hops;
            h = network.linear(
                    "conv" + k,
                    aggregated(h, k, left),
                    last ? network.classes() : recipe.width(),
                    1f,
                    last ? Activation.IDENTITY : recipe.activation(),
                    l -> l.reach(left));
            if (!last) h = dropped(h);
        }
        for (int k = 1; k <= recipe.dense(); k++)
            h = dropped(network.linear("dense" + k, h, recipe.width(), 1f, recipe.activation(), l -> l.reach(0)));
        return recipe.direct() ? h : head(h);
    }

    /** What a row sees of the rows one step further out; of the features themselves where h is null. */
    private Layer aggregated(Layer h, int layer, int left) {
        Function<BatchLayout, RowSet> space = l -> l.reach(left);
        if (!isGin()) return h == null ? input(aggregation, true, space) : between(h, aggregation, left);
        Layer others = h == null ? input(Aggregation.SUM, false, space) : between(h, Aggregation.SUM, left);
        Layer own = h == null ? input(Aggregation.SELF, false, space) : between(h, Aggregation.SELF, left);
        return network.add(Layer.sum(others, network.selfScale("self" + layer, own, 0f, space)));
    }

    /** a is one row per example; every row r of it has (a or v_r) W + b and a residual, then elu and standardisation. */
    private Layer standardised() {
        int width = recipe.width();
        Function<BatchLayout, RowSet> all = BatchLayout::all;
        Function<BatchLayout, RowSet> one = BatchLayout::one;
        boolean mean = !isGin();
        Layer pooled = network.add(Layer.input(network.inputs(), false, (l, s) -> l.pool(mean, s)));
        Layer a = activated(pooled);
        a = activated(network.add(Layer.standardised(a, one)));
        Layer x = input(Aggregation.SELF, false, all);
        boolean padded = width > network.inputs();
        Layer u;
        if (isGin()) {
            Layer v = network.add(Layer.sum(broadcast(a), network.selfScale("self1", x, 1f, all)));
            u = padded
                    ? network.linear("conv1", v, width, 1f, Activation.IDENTITY, all)
                    : network.linear("conv1", plus(v, x), width, 2f, Activation.IDENTITY, all);
        } else {
            u = padded
                    ? broadcast(network.linear("conv1", a, width, 1f, Activation.IDENTITY, one))
                    : network.linear("conv1", plus(broadcast(a), x), width, 2f, Activation.IDENTITY, all);
            if (aggregation == Aggregation.MEAN)
                u = plus(u, network.linear("own1", x, width, 1f, Activation.IDENTITY, all));
        }
        // A residual of W x + b shares conv1's weights: it is folded into that map, whose bias then counts twice.
        if (padded) u = plus(u, x);
        Layer h = network.add(Layer.standardised(activated(u), all));
        return head(network.add(Layer.gathered(h, BatchLayout::pick)));
    }

    private Layer encoded() {
        Function<BatchLayout, RowSet> targets = l -> l.reach(0);
        Layer x = input(Aggregation.SELF, true, l -> l.reach(1));
        Layer h = network.linear("encoder", x, recipe.width(), 1f, recipe.activation(), l -> l.reach(1));
        Layer sum = between(h, Aggregation.MEAN, 0);
        Layer hop = network.linear("conv1", sum, recipe.width(), 1f, recipe.activation(), targets);
        return head(plus(hop, between(h, Aggregation.SELF, 0)));
    }

    private Layer head(Layer h) {
        return network.linear("classes", h, network.classes(), 1f, Activation.IDENTITY, l -> l.reach(0));
    }

    private boolean isGin() {
        return aggregation == Aggregation.SUM;
    }

    private Layer input(Aggregation how, boolean mapped, Function<BatchLayout, RowSet> space) {
        return network.add(Layer.input(network.inputs(), mapped, (l, s) -> l.fromNodes(how, space.apply(l), s)));
    }

    private Layer between(Layer h, Aggregation how, int left) {
        return network.add(Layer.gathered(h, (l, s) -> l.between(how, left, s)));
    }

    private Layer broadcast(Layer h) {
        return network.add(Layer.gathered(h, BatchLayout::broadcast));
    }

    private Layer activated(Layer h) {
        return network.add(Layer.activated(h, recipe.activation()));
    }

    private Layer plus(Layer a, Layer b) {
        return network.add(Layer.sum(a, b));
    }

    private Layer dropped(Layer h) {
        return recipe.dropout() == 0 ? h : network.add(Layer.dropped(h, recipe.dropout()));
    }
}
