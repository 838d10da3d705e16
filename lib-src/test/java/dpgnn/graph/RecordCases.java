package dpgnn.graph;

import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Data sets of records, small enough to look at each. */
public final class RecordCases {
    private RecordCases() {}

    /** Sparse graphs and dense ones of 3 to 8 nodes, which are told apart by their degrees. */
    public static GraphCollection graphs(int count) {
        RandomStream coins = Streams.seed(5).stream("graphs");
        List<Graph> graphs = new ArrayList<>();
        int[] labels = new int[count];
        for (int g = 0; g < count; g++) {
            labels[g] = g % 2;
            int nodes = 3 + coins.nextInt(6);
            EdgeList edges = new EdgeList();
            for (int v = 1; v < nodes; v++) {
                edges.add(v, v - 1);
                for (int u = 0; u < v - 1; u++) if (coins.nextDouble() < 0.8 * labels[g]) edges.add(u, v);
            }
            graphs.add(edges.undirected(nodes));
        }
        return new GraphCollection(
                graphs, labels, 2, List.of(), new Dataset.Provenance("made", List.of(), true, List.of()));
    }

    /** Three in four records train. */
    public static TrainingView ofGraphs() {
        return view(Records.graphs(graphs(40), 6));
    }

    public static Dataset pairs() {
        return Records.pairs(SyntheticGraphs.small(), 1, Streams.seed(3).stream("pairs"));
    }

    public static TrainingView ofPairs() {
        return view(pairs());
    }

    public static TrainingView view(Dataset data) {
        return data.transductive(Split.random(data.nodes(), 0.75, 0, Streams.seed(1).stream("split")));
    }

    /** In how many records of a view a node is at most. */
    public static int most(TrainingView view) {
        return IntStream.range(0, view.graph().nodes())
                .map(v -> (int) IntStream.of(view.graph().outNeighbours(v))
                        .filter(view.participants()::isRoot)
                        .count())
                .max()
                .orElse(0);
    }
}
