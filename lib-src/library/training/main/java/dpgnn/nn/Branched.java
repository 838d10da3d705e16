package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;
import dpgnn.nn.layer.Initialiser;
import dpgnn.nn.layer.Layer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A model that a {@link Branch} put together.
 *
 * @param title a short name, of letters, digits, spaces and hyphens
 * @param steps each reads earlier ones, and is read unless it is the last, which gives the classes
 */
record Branched(String title, List<Step> steps) implements Model, Serializable {
    /** What a step does with the rows that it reads. */
    public enum Kind {
        FEATURES(0),
        AGGREGATED(1),
        ATTENDED(1),
        LINEAR(1),
        ACTIVATED(1),
        DROPPED(1),
        NORMALISED(1),
        SUM(2),
        BESIDE(2),
        CLASSES(1);

        private final int reads;

        Kind(int reads) {
            this.reads = reads;
        }

        /** Whether a row reads its sources. */
        private boolean hops() {
            return this == AGGREGATED || this == ATTENDED;
        }
    }

    /**
     * A step.
     *
     * @param from places of the steps that it reads
     * @param width of a linear map, or how many heads attend, else 0
     * @param activation of a linear map or by itself, else IDENTITY
     * @param how an aggregation aggregates, else SELF
     * @param share that is dropped, else 0
     */
    public record Step(Kind kind, List<Integer> from, int width, Activation activation, Aggregation how, double share)
            implements Serializable {
        public Step {
            Check.given("kind", kind);
            Check.given("activation", activation);
            from = List.copyOf(Check.given("from", from));
            if (kind == Kind.LINEAR) Check.atLeast("width", width, 1);
            if (kind == Kind.ATTENDED) Check.atLeast("heads", width, 1);
            if (kind == Kind.AGGREGATED)
                Check.that(Check.given("how", how) != Aggregation.SELF, "how", "SYMMETRIC, MEAN or SUM", how);
            Check.rightOpen("share", share, 0, 1);
        }

        Step from(List<Integer> places) {
            return new Step(kind, places, width, activation, how, share);
        }

        @Override
        public String toString() {
            String text = kind.name().toLowerCase(Locale.ROOT);
            if (kind == Kind.LINEAR || kind == Kind.ATTENDED) text += " " + width;
            if (kind == Kind.AGGREGATED) text += " " + how;
            if (activation != Activation.IDENTITY) text += " " + activation;
            if (kind == Kind.DROPPED) text += " " + share;
            return from.isEmpty() ? text : text + " " + from;
        }
    }

    public Branched {
        Check.given("title", title);
        Check.that(title.matches("[A-Za-z0-9 -]{1,40}"), "title", "1 to 40 letters, digits, spaces or hyphens", title);
        steps = List.copyOf(Check.given("steps", steps));
        Check.atLeast("steps", steps.size(), 2);
        boolean[] read = new boolean[steps.size()];
        for (int s = 0; s < read.length; s++) {
            Step step = steps.get(s);
            int before = s;
            Check.that(
                    (step.kind == Kind.CLASSES) == (s == read.length - 1), "step " + s, "last if it is classes", step);
            Check.that(
                    step.from.size() == step.kind.reads && step.from.stream().allMatch(f -> f >= 0 && f < before),
                    "step " + s,
                    "one that reads " + step.kind.reads + " earlier steps",
                    step);
            for (int f : step.from) read[f] = true;
        }
        for (int s = 0; s < read.length - 1; s++)
            Check.that(read[s], "step " + s, "read by a later step", steps.get(s));
    }

    /** The title and all steps, so that no other network has the same. */
    @Override
    public String name() {
        StringBuilder text = new StringBuilder(title).append(": ");
        for (int s = 0; s < steps.size(); s++)
            text.append(s == 0 ? "" : ", ").append(s).append(' ').append(steps.get(s));
        return text.toString();
    }

    @Override
    public Network network(int inputs, int classes) {
        int[] depth = new int[steps.size()];
        for (int s = 0; s < depth.length; s++) {
            for (int f : steps.get(s).from) depth[s] = Math.max(depth[s], depth[f]);
            if (steps.get(s).kind.hops()) depth[s]++;
        }
        int hops = depth[depth.length - 1];
        Network network =
                new Network(name(), inputs, classes, hops, Initialiser.LINEAR, () -> network(inputs, classes));
        new Assembly(network, depth).rows(depth.length - 1, 0);
        return network;
    }

    /** Adds the layers of steps, each for the rows that need it: a step of depth d is computed within hops - d steps of a target. */
    private final class Assembly {
        private final Network network;
        private final int[] depth;
        private final Map<List<Integer>, Layer> made = new HashMap<>();
        private int maps;
        private int attentions;

        Assembly(Network network, int[] depth) {
            this.network = network;
            this.depth = depth;
        }

        /** What a step gives for the rows within {@code left} steps of a target. */
        Layer rows(int s, int left) {
            Layer known = made.get(List.of(s, left));
            if (known != null) return known;
            Step step = steps.get(s);
            Layer layer;
            if (step.kind == Kind.FEATURES) layer = input(s, Aggregation.SELF, left);
            else if (left < network.hops() - depth[s])
                layer = network.add(
                        Layer.gathered(rows(s, left + 1), (l, into) -> l.between(Aggregation.SELF, left, into)));
            else layer = layer(s, step, left);
            made.put(List.of(s, left), layer);
            return layer;
        }

        private Layer layer(int s, Step step, int left) {
            int first = step.from.get(0);
            if (step.kind == Kind.AGGREGATED)
                return steps.get(first).kind == Kind.FEATURES
                        ? input(s, step.how, left)
                        : network.add(
                                Layer.gathered(rows(first, left + 1), (l, into) -> l.between(step.how, left, into)));
            if (step.kind == Kind.ATTENDED) return attention(s, rows(first, left + 1), step.width, left);
            Layer in = rows(first, left);
            return switch (step.kind) {
                case LINEAR ->
                    network.linear("linear" + ++maps, in, step.width, 1f, step.activation, l -> l.reach(left));
                case CLASSES ->
                    network.linear("classes", in, network.classes(), 1f, Activation.IDENTITY, l -> l.reach(left));
                case ACTIVATED -> network.add(Layer.activated(in, step.activation));
                case DROPPED -> network.add(Layer.dropped(in, step.share));
                case NORMALISED -> network.add(Layer.normalised(in));
                case BESIDE -> network.add(Layer.sideBySide(List.of(in, rows(step.from.get(1), left))));
                default -> {
                    Layer other = rows(step.from.get(1), left);
                    Check.that(
                            other.width == in.width,
                            "the second branch of step " + s,
                            "as wide as the first, " + in.width,
                            other.width);
                    yield network.add(Layer.sum(in, other));
                }
            };
        }

        /** The scores of a head are a linear map of its columns, without a bias. */
        private Layer attention(int s, Layer in, int heads, int left) {
            Check.that(in.width % heads == 0, "the branch of step " + s, "a multiple of " + heads + " wide", in.width);
            int each = in.width / heads;
            String title = "attention" + ++attentions;
            List<Layer> scores = new ArrayList<>();
            for (int k = 0; k < heads; k++) {
                Layer own = heads == 1 ? in : network.add(Layer.columns(in, k * each, each));
                String name = heads == 1 ? title : title + "." + (k + 1);
                scores.add(network.linear(name, own, 2, 0f, Activation.IDENTITY, l -> l.reach(left + 1)));
            }
            Layer all = heads == 1 ? scores.get(0) : network.add(Layer.sideBySide(scores));
            return network.add(Layer.attended(in, all, heads, left));
        }

        /** Features, aggregated on the way in; compressed where only linear maps read them. */
        private Layer input(int s, Aggregation how, int left) {
            boolean mapped = steps.stream()
                    .filter(t -> t.from.contains(s) && !(t.kind == Kind.AGGREGATED && how == Aggregation.SELF))
                    .allMatch(t -> t.kind == Kind.LINEAR || t.kind == Kind.CLASSES);
            return network.add(
                    Layer.input(network.inputs(), mapped, (l, into) -> l.fromNodes(how, l.reach(left), into)));
        }
    }
}
