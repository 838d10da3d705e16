package dpgnn.graph;

import dpgnn.base.Check;
import java.util.Arrays;
import java.util.List;

/**
 * Many small graphs, each with a label.
 *
 * @param labels the class of every graph, from 0
 * @param folds the published folds of a cross-validation; empty where none were published
 */
public record GraphCollection(
        List<Graph> graphs, int[] labels, int classes, List<Fold> folds, Dataset.Provenance provenance) {

    /** Which graphs train and which test, in one round of a cross-validation. */
    public record Fold(int[] train, int[] test) {
        public Fold {
            train = train.clone();
            test = test.clone();
        }

        /** A copy. */
        @Override
        public int[] train() {
            return train.clone();
        }

        /** A copy. */
        @Override
        public int[] test() {
            return test.clone();
        }
    }

    public GraphCollection {
        graphs = List.copyOf(graphs);
        folds = List.copyOf(folds);
        labels = labels.clone();
        if (labels.length != graphs.size())
            throw new IllegalArgumentException(
                    "there must be a label per graph, were " + labels.length + " for " + graphs.size() + " graphs");
        for (int i = 0; i < labels.length; i++)
            if (labels[i] < 0 || labels[i] >= classes)
                throw new IllegalArgumentException(
                        "the label of graph " + i + " must be in 0.." + (classes - 1) + ", was " + labels[i]);
    }

    /** Without folds; whatever numbers the labels are become 0, 1, ... in ascending order. */
    public static GraphCollection renumbered(List<Graph> graphs, int[] labels, Dataset.Provenance provenance) {
        Check.given("graphs", graphs);
        Check.given("labels", labels);
        Check.given("provenance", provenance);
        int[] distinct = Arrays.stream(labels).sorted().distinct().toArray();
        int[] classes =
                Arrays.stream(labels).map(l -> Arrays.binarySearch(distinct, l)).toArray();
        return new GraphCollection(graphs, classes, distinct.length, List.of(), provenance);
    }

    /** A copy. */
    @Override
    public int[] labels() {
        return labels.clone();
    }

    public String name() {
        return provenance.name();
    }

    public int size() {
        return graphs.size();
    }

    public double meanNodes() {
        return graphs.stream().mapToInt(Graph::nodes).average().orElse(0);
    }

    /** Undirected edges without loops, per graph. */
    public double meanEdges() {
        return graphs.stream().mapToLong(Graph::edges).average().orElse(0);
    }
}
