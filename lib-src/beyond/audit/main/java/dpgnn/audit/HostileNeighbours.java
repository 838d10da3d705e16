package dpgnn.audit;

import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Pairs of neighbouring worlds around a data set, each with the parameters at which it is worst. Some pairs change what there
 * is: a node goes, gets zero, huge or opposite features, another label, no edge, one more or all. Others are made so that a
 * clipped sum moves as far as any can: every other row is alike, and the node's row points the other way.
 */
final class HostileNeighbours {
    private static final float HUGE = 100;
    private static final float FAR = 1e4f;

    /** Where in the space of parameters two worlds are compared. */
    enum Point {
        INITIAL {
            @Override
            void move(Parameters at, Pair pair) {}
        },
        /** The first layer passes nothing on, and its gradient is as long as the rows: an opposite row turns it round. */
        OPEN {
            @Override
            void move(Parameters at, Pair pair) {
                int first =
                        at.slots().stream().mapToInt(ParameterSlot::layer).min().orElseThrow();
                set(at, first, slot -> i -> slot.bias() ? 1 : 0);
            }
        },
        /** The last layer is undecided between two classes: another label turns the gradient round. */
        UNDECIDED {
            @Override
            void move(Parameters at, Pair pair) {
                int last =
                        at.slots().stream().mapToInt(ParameterSlot::layer).max().orElseThrow();
                set(at, last, slot -> i -> slot.bias() && pair.undecided(i) ? 30 : 0);
            }
        };

        abstract void move(Parameters at, Pair pair);

        private interface Values {
            java.util.function.IntToDoubleFunction of(ParameterSlot slot);
        }

        private static void set(Parameters at, int layer, Values values) {
            float[] all = at.toArray();
            for (ParameterSlot slot : at.slots())
                for (int i = 0; i < slot.size() && slot.layer() == layer; i++)
                    all[slot.offset() + i] = (float) values.of(slot).applyAsDouble(i);
            at.write(all);
        }
    }

    /** Two worlds that differ in a node, and where they are compared. */
    record Pair(String name, int node, TrainingView first, TrainingView second, Point point) {
        private boolean undecided(int label) {
            return label == first.labels().of(node) || label == second.labels().of(node);
        }
    }

    private final TrainingView view;
    private final Relation relation;
    private final Unit unit;
    private final List<Pair> pairs = new ArrayList<>();

    private HostileNeighbours(TrainingView view, Relation relation, Unit unit) {
        this.view = view;
        this.relation = relation;
        this.unit = unit;
    }

    /** Every kind of neighbour that a unit has under a relation. */
    static List<Pair> of(TrainingView view, Relation relation, Unit unit) {
        HostileNeighbours made = new HostileNeighbours(view, relation, unit);
        TrainingView alike = made.alike(1);
        for (int z : made.victims()) {
            if (relation == Relation.REPLACE) made.replaced(z, alike);
            else made.leaving(z, alike);
        }
        if (unit == Unit.GRAPH && !made.victims().isEmpty())
            made.add(made.victims().iterator().next(), "every row turned round", alike, made.alike(-1), Point.OPEN);
        return made.pairs;
    }

    private void add(int z, String change, TrainingView first, TrainingView second, Point point) {
        String who =
                "node " + z + " of degree " + degree(z) + (view.participants().isRoot(z) ? ", a root" : "");
        pairs.add(new Pair(who + ", " + change, z, first, second, point));
    }

    private void leaving(int z, TrainingView alike) {
        String change = relation == Relation.ADD_REMOVE ? "removed" : "taken out";
        for (boolean huge : new boolean[] {false, true}) {
            TrainingView with = huge ? with(view, z, huge()) : view;
            add(z, (huge ? "with huge features, " : "") + change, with, without(with, z), Point.INITIAL);
        }
        TrainingView opposite = with(view, z, opposite(z));
        add(z, "with opposite features, " + change, opposite, without(opposite, z), Point.INITIAL);
        TrainingView against = with(alike, z, row(-FAR));
        add(z, "against all others, " + change, against, without(against, z), Point.OPEN);
    }

    /** Who owns rows takes them along. */
    private TrainingView without(TrainingView with, int z) {
        if (relation != Relation.ADD_REMOVE) return with.without(z);
        TrainingView left = with;
        if (unit == Unit.OWNER) for (int row : rows(z)) left = left.removed(row);
        return left.removed(z);
    }

    /** The rows that are the unit's. */
    private int[] rows(int z) {
        return unit == Unit.OWNER ? view.graph().outNeighbours(z) : new int[] {z};
    }

    private TrainingView with(TrainingView of, int z, float[] features) {
        TrainingView changed = of;
        for (int row : rows(z)) changed = changed.withFeatures(row, features);
        return changed;
    }

    private void replaced(int z, TrainingView alike) {
        add(z, "zero features", view, view.withFeatures(z, row(0)), Point.INITIAL);
        add(z, "opposite features", view, view.withFeatures(z, opposite(z)), Point.INITIAL);
        add(z, "huge features", view, view.withFeatures(z, huge()), Point.INITIAL);
        add(z, "turned round", alike.withFeatures(z, row(FAR)), alike.withFeatures(z, row(-FAR)), Point.OPEN);
        if (unit == Unit.FEATURE) return;
        Graph graph = view.graph();
        add(z, "cut off", view, view.on(graph.withoutNode(z)), Point.INITIAL);
        int far = farthest(graph, z);
        if (far >= 0) add(z, "joined to " + far, view, view.on(graph.withEdge(z, far)), Point.INITIAL);
        int[] others = IntStream.range(0, graph.nodes()).filter(v -> v != z).toArray();
        add(z, "joined to all", view, view.on(graph.withNeighbours(z, others, others)), Point.INITIAL);
        if (!view.labels().isKnown(z)
                || !view.labels().isSingle()
                || view.labels().classes() < 2) return;
        int other = (view.labels().of(z) + 1) % view.labels().classes();
        TrainingView loud = view.withFeatures(z, huge());
        add(z, "another label", loud, loud.withLabel(z, other), Point.INITIAL);
        add(z, "another label where neither is likelier", loud, loud.withLabel(z, other), Point.UNDECIDED);
    }

    private float[] row(float value) {
        float[] row = new float[view.features().width()];
        Arrays.fill(row, value);
        return row;
    }

    private float[] opposite(int z) {
        float[] row = row(0);
        view.features().copyRow(rows(z)[0], row, 0);
        for (int c = 0; c < row.length; c++) row[c] = -row[c] - 1;
        return row;
    }

    private float[] huge() {
        float[] row = row(HUGE);
        for (int c = 1; c < row.length; c += 2) row[c] = -HUGE;
        return row;
    }

    /** The same graph and labels, where every row holds the same. */
    private TrainingView alike(float value) {
        float[] all = new float[view.features().rows() * view.features().width()];
        Arrays.fill(all, value);
        return view.withFeatures(dpgnn.graph.DenseFeatures.of(
                view.features().rows(), view.features().width(), all));
    }

    /** The nodes that a proof is most likely to be wrong about: hubs, leaves, isolated ones, roots and others; of records, roots; owners. */
    private Set<Integer> victims() {
        Graph graph = view.graph();
        List<Integer> byDegree = IntStream.range(0, graph.nodes())
                .filter(v -> unit != Unit.RECORD || view.participants().isRoot(v))
                .filter(v -> unit != Unit.OWNER || graph.outDegree(v) > 0)
                .boxed()
                .sorted((a, b) -> Integer.compare(degree(b), degree(a)))
                .toList();
        Set<Integer> chosen = new LinkedHashSet<>();
        int last = byDegree.size() - 1;
        for (int i : new int[] {0, 1, last / 2, last - 1, last}) if (i >= 0 && i <= last) chosen.add(byDegree.get(i));
        byDegree.stream().filter(view.participants()::isRoot).limit(2).forEach(chosen::add);
        byDegree.stream().filter(v -> !view.participants().isRoot(v)).limit(1).forEach(chosen::add);
        return chosen;
    }

    private int degree(int v) {
        return unit == Unit.OWNER ? view.graph().outDegree(v) : view.graph().inDegree(v);
    }

    private static int farthest(Graph graph, int z) {
        for (int v = graph.nodes() - 1; v >= 0; v--) if (v != z && !graph.hasEdge(v, z)) return v;
        return -1;
    }
}
