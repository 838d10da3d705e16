package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.base.Described;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All that a training may read, and nothing else. It holds the labels of training nodes only; an inductive view also leaves
 * out the features and edges of other nodes.
 *
 * <p>Made by {@link Dataset#transductive} and {@link Dataset#inductive}. Node i of the view is node
 * {@code original(i)} of the data set.
 */
public final class TrainingView implements Described {
    private final Dataset.Provenance provenance;
    private final Participants participants;
    private final Features features;
    private final Labels labels;
    private final int[] original;

    private TrainingView(
            Dataset.Provenance provenance,
            Participants participants,
            Features features,
            Labels labels,
            int[] original) {
        this.provenance = provenance;
        this.participants = participants;
        this.features = features;
        this.labels = labels;
        this.original = original;
    }

    static TrainingView transductive(Dataset data, Split split) {
        int[] roots = labelled(data, split);
        return new TrainingView(
                data.provenance(),
                Participants.of(data.graph(), roots),
                data.features(),
                data.labels().only(roots),
                null);
    }

    static TrainingView inductive(Dataset data, Split split) {
        int[] nodes = split.train();
        Graph whole = data.graph();
        int[] outDegree = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) outDegree[i] = whole.outDegree(nodes[i]);
        Labels labels = data.labels().select(nodes);
        int[] roots = java.util.stream.IntStream.range(0, nodes.length)
                .filter(labels::isKnown)
                .toArray();
        return new TrainingView(
                data.provenance(),
                Participants.of(whole.induced(nodes), roots, outDegree),
                data.features().select(nodes),
                labels,
                nodes);
    }

    private static int[] labelled(Dataset data, Split split) {
        return split.bits(Split.Role.TRAIN).stream()
                .filter(data.labels()::isKnown)
                .toArray();
    }

    /**
     * The neighbouring view where a node takes no part: its features are zero, its label is gone, all degrees stay. With several
     * nodes it is as many neighbours away.
     */
    public TrainingView without(int... nodes) {
        return left(participants.without(nodes), nodes);
    }

    /** The neighbouring view where the node is deleted with its edges; announced counts stay. */
    public TrainingView removed(int node) {
        return left(participants.removed(node), node);
    }

    private TrainingView left(Participants left, int... nodes) {
        BitSet gone = new BitSet();
        for (int node : nodes) gone.set(node);
        return new TrainingView(provenance, left, features.withoutRows(gone), labels.only(left.roots()), original);
    }

    /** The neighbouring view of feature-level privacy. */
    public TrainingView withFeatures(int node, float[] row) {
        Check.given("row", row);
        return new TrainingView(provenance, participants, features.withRow(node, row), labels, original);
    }

    /** The view where every node has other features. */
    public TrainingView withFeatures(Features others) {
        Check.given("others", others);
        if (others.rows() != features.rows() || others.width() != features.width())
            throw new IllegalArgumentException("features must be " + features.rows() + " rows of " + features.width()
                    + " values, were " + others.rows() + " rows of " + others.width());
        return new TrainingView(provenance, participants, others, labels, original);
    }

    /** The neighbouring view where a training node has another label. */
    public TrainingView withLabel(int node, int label) {
        return new TrainingView(provenance, participants, features, labels.with(node, label), original);
    }

    /** The neighbouring view of edge-level privacy, or where a node's edges are replaced: the same nodes, other edges. */
    public TrainingView on(Graph neighbour) {
        Check.given("neighbour", neighbour);
        return new TrainingView(provenance, participants.on(neighbour), features, labels, original);
    }

    /** The structure that a sampler draws from. */
    public Participants participants() {
        return participants;
    }

    public Graph graph() {
        return participants.graph();
    }

    /** One row per node of the view. */
    public Features features() {
        return features;
    }

    /** Labels of the training nodes; {@link Labels#isKnown} is false for every other node. */
    public Labels labels() {
        return labels;
    }

    /** The node of the data set that a node of the view is. */
    public int original(int node) {
        return original == null ? node : original[node];
    }

    public Dataset.Provenance provenance() {
        return provenance;
    }

    public String name() {
        return provenance.name();
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("training on", name());
        rows.put("nodes", graph().nodes());
        rows.put("training nodes", participants.announcedRoots());
        rows.put("edges", graph().edges());
        rows.put("features", features.width());
        rows.put("classes", labels.classes());
        return rows;
    }
}
