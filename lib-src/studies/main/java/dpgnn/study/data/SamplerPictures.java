package dpgnn.study.data;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.sampling.Batch;
import dpgnn.sampling.EdgeBatches;
import dpgnn.sampling.PairBatch;
import dpgnn.sampling.Sampler;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.stream.IntStream;

/** The first batch of samplers on one and the same graph, as pictures, and counted in a table. */
public final class SamplerPictures {
    private final Graph graph;
    private final Participants everyone;
    private final long seed;
    private final Table counts = Table.columns(
                    "sampler", "examples", "rows", "different nodes", "most often one node", "protects")
            .title("the first batch of each sampler");

    private SamplerPictures(Graph graph, long seed) {
        this.graph = graph;
        this.seed = seed;
        everyone = Participants.of(graph, IntStream.range(0, graph.nodes()).toArray());
    }

    /** Takes so many nodes of a graph, the nearest to one of them. */
    public static SamplerPictures around(Graph graph, int centre, int nodes, long seed) {
        Check.within("centre", centre, 0, graph.nodes() - 1);
        Check.within("nodes", nodes, 1, graph.nodes());
        LinkedHashSet<Integer> near = new LinkedHashSet<>();
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        near.add(centre);
        queue.add(centre);
        while (near.size() < nodes && !queue.isEmpty())
            for (int v : graph.inNeighbours(queue.remove())) if (near.size() < nodes && near.add(v)) queue.add(v);
        return new SamplerPictures(graph.induced(near.stream().mapToInt(v -> v).toArray()), seed);
    }

    public Graph graph() {
        return graph;
    }

    /** The first batch of a sampler. */
    public Batch batch(Sampler sampler) {
        Batch batch = new Batch();
        sampler.draws(everyone, Streams.seed(seed).stream("pictures")).draw(0, batch);
        return batch;
    }

    /** How often a batch has each node. */
    public int[] occurrences(Batch batch) {
        int[] times = new int[graph.nodes()];
        for (int row = 0; row < batch.rows(); row++) times[batch.node(row)]++;
        return times;
    }

    /** Nodes in the batch are squares, those with a loss triangles, all others circles. */
    public Figure draw(String name, Sampler sampler) {
        Batch batch = batch(sampler);
        int[] times = occurrences(batch);
        int[] group = Arrays.stream(times).map(t -> t > 0 ? 1 : 0).toArray();
        for (int k = 0; k < batch.targets(); k++) group[batch.node(batch.target(k))] = 2;
        count(name, batch.examples(), batch.rows(), times, sampler.unit() + ", " + sampler.relation());
        IntStream.Builder from = IntStream.builder(), to = IntStream.builder();
        for (int v = 0; v < graph.nodes(); v++)
            for (int w : graph.inNeighbours(v))
                if (v < w) {
                    from.add(v);
                    to.add(w);
                }
        return Figure.graph(
                name, graph.nodes(), from.build().toArray(), to.build().toArray(), group);
    }

    /** The lines are the pairs; squares are nodes of a pair that is an edge, triangles those of other pairs. */
    public Figure draw(String name, EdgeBatches sampler) {
        PairBatch pairs = pairs(sampler);
        int[] group = new int[graph.nodes()], times = new int[graph.nodes()];
        int[] from = new int[pairs.size()], to = new int[pairs.size()];
        for (int p = 0; p < pairs.size(); p++) {
            from[p] = pairs.first(p);
            to[p] = pairs.second(p);
            for (int v : new int[] {from[p], to[p]}) {
                times[v]++;
                if (group[v] != 1) group[v] = pairs.isEdge(p) ? 1 : 2;
            }
        }
        count(name, pairs.size(), 2 * pairs.size(), times, sampler.unit() + ", " + sampler.relation());
        return Figure.graph(name, graph.nodes(), from, to, group);
    }

    /** The first batch of pairs. */
    public PairBatch pairs(EdgeBatches sampler) {
        PairBatch pairs = new PairBatch();
        sampler.draws(graph, Streams.seed(seed).stream("pictures")).draw(0, pairs);
        return pairs;
    }

    private void count(String name, int examples, int rows, int[] times, String protects) {
        counts.row(
                name,
                examples,
                rows,
                (int) Arrays.stream(times).filter(t -> t > 0).count(),
                Arrays.stream(times).max().orElseThrow(),
                protects);
    }

    /** A row for each picture that was drawn. */
    public Table counts() {
        return counts;
    }
}
