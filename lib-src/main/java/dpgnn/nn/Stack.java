package dpgnn.nn;

import java.util.function.Function;

/** Puts networks together from a {@link Recipe}. */
final class Stack {
    /** What tells the three families apart: their aggregation. */
    enum Kind {
        GCN(Aggregation.SYMMETRIC),
        GIN(Aggregation.SUM),
        SAGE(Aggregation.MEAN);

        private final Aggregation aggregation;

        Kind(Aggregation aggregation) {
            this.aggregation = aggregation;
        }
    }

    private final Kind kind;
    private final Recipe recipe;
    private final Network network;
    private final int inputs;
    private final int classes;

    private Stack(Kind kind, Recipe recipe, Network network) {
        this.kind = kind;
        this.recipe = recipe;
        this.network = network;
        this.inputs = network.inputs();
        this.classes = network.classes();
    }

    static Network of(Kind kind, String name, Recipe recipe, int inputs, int classes) {
        Network network = new Network(
                name,
                inputs,
                classes,
                recipe.hops(),
                recipe.initialiser(),
                () -> of(kind, name, recipe, inputs, classes));
        Stack stack = new Stack(kind, recipe, network);
        Node logits =
                switch (recipe.form()) {
                    case PLAIN -> stack.plain();
                    case STANDARDISED -> stack.standardised();
                    case ENCODED -> stack.encoded();
                };
        if (recipe.normaliseLogits()) network.add(new Normalise(logits));
        return network;
    }

    private Node plain() {
        int hops = recipe.hops();
        Node h = hops == 0 ? input(Aggregation.SELF, l -> l.reach(0)) : null;
        for (int k = 1; k <= hops; k++) {
            int left = hops - k;
            boolean last = recipe.direct() && k == hops;
            h = network.linear(
                    "conv" + k,
                    aggregated(h, k, left),
                    last ? classes : recipe.width(),
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
    private Node aggregated(Node h, int layer, int left) {
        Function<Layout, Space> space = l -> l.reach(left);
        if (kind != Kind.GIN) return h == null ? input(kind.aggregation, space) : between(h, kind.aggregation, left);
        Node others = h == null ? dense(Aggregation.SUM, space) : between(h, Aggregation.SUM, left);
        Node own = h == null ? dense(Aggregation.SELF, space) : between(h, Aggregation.SELF, left);
        return network.add(new Plus(others, network.selfScale("self" + layer, own, 0f, space)));
    }

    /** a is one row per example; every row r of it has (a or v_r) W + b and a residual, then elu and standardisation. */
    private Node standardised() {
        int width = recipe.width();
        Function<Layout, Space> all = Layout::all;
        Function<Layout, Space> one = Layout::one;
        boolean mean = kind != Kind.GIN;
        Node pooled = network.add(new Input(inputs, false, (l, s) -> l.pool(mean, s)));
        Node a = activated(pooled);
        a = activated(network.add(new Standardise(a, one)));
        Node x = dense(Aggregation.SELF, all);
        boolean padded = width > inputs;
        Node u;
        if (kind == Kind.GIN) {
            Node v = network.add(new Plus(broadcast(a), network.selfScale("self1", x, 1f, all)));
            u = padded
                    ? network.linear("conv1", v, width, 1f, Activation.IDENTITY, all)
                    : network.linear("conv1", plus(v, x), width, 2f, Activation.IDENTITY, all);
        } else {
            u = padded
                    ? broadcast(network.linear("conv1", a, width, 1f, Activation.IDENTITY, one))
                    : network.linear("conv1", plus(broadcast(a), x), width, 2f, Activation.IDENTITY, all);
            if (kind == Kind.SAGE) u = plus(u, network.linear("own1", x, width, 1f, Activation.IDENTITY, all));
        }
        // A residual of W x + b shares conv1's weights: it is folded into that map, whose bias then counts twice.
        if (padded) u = plus(u, x);
        Node h = network.add(new Standardise(activated(u), all));
        return head(network.add(new Gather(h, Layout::pick)));
    }

    private Node encoded() {
        Function<Layout, Space> targets = l -> l.reach(0);
        Node x = input(Aggregation.SELF, l -> l.reach(1));
        Node h = network.linear("encoder", x, recipe.width(), 1f, recipe.activation(), l -> l.reach(1));
        Node sum = between(h, Aggregation.MEAN, 0);
        Node hop = network.linear("conv1", sum, recipe.width(), 1f, recipe.activation(), targets);
        return head(plus(hop, between(h, Aggregation.SELF, 0)));
    }

    private Node head(Node h) {
        return network.linear("classes", h, classes, 1f, Activation.IDENTITY, l -> l.reach(0));
    }

    private Node input(Aggregation how, Function<Layout, Space> space) {
        return network.add(new Input(inputs, true, (l, s) -> l.fromNodes(how, space.apply(l), s)));
    }

    private Node dense(Aggregation how, Function<Layout, Space> space) {
        return network.add(new Input(inputs, false, (l, s) -> l.fromNodes(how, space.apply(l), s)));
    }

    private Node between(Node h, Aggregation how, int left) {
        return network.add(new Gather(h, (l, s) -> l.between(how, left, s)));
    }

    private Node broadcast(Node h) {
        return network.add(new Gather(h, Layout::broadcast));
    }

    private Node activated(Node h) {
        return network.add(new Activate(h, recipe.activation()));
    }

    private Node plus(Node a, Node b) {
        return network.add(new Plus(a, b));
    }

    private Node dropped(Node h) {
        return recipe.dropout() == 0 ? h : network.add(new Dropout(h, recipe.dropout()));
    }
}
