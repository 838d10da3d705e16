package dpgnn.study.nodes;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.Sampler;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the released code of HeterPoisson does, and its paper does not say: a centre without a neighbour reads as many nodes as a star
 * may have, drawn at random from the whole graph. The test does so too.
 *
 * <p><b>Guarantee.</b> None: a stranger joins stars in which its degree has no say, which Theorem 2 does not count.
 *
 * @param stars what draws all other stars
 * @param count how many strangers a lonely centre reads
 */
record Strangers(HeterPoisson stars, int count) implements Sampler {
    Strangers {
        Check.given("stars", stars);
        Check.atLeast("count", count, 1);
    }

    /** A graph in which every node without an in-neighbour has this many, drawn at random. */
    static Graph test(Graph graph, int count, RandomStream coins) {
        int nodes = graph.nodes();
        int[] lonely = IntStream.range(0, nodes)
                .filter(v -> graph.inDegree(v) == 0)
                .flatMap(v -> IntStream.range(0, count).map(k -> v))
                .toArray();
        int[] strangers = IntStream.of(lonely)
                .map(v -> (v + 1 + coins.nextInt(Math.max(1, nodes - 1))) % nodes)
                .toArray();
        return Graph.directed(nodes, edges -> {
            for (int v = 0; v < nodes; v++)
                for (int k = 0; k < graph.inDegree(v); k++) edges.edge(graph.inNeighbour(v, k), v);
            for (int i = 0; i < lonely.length; i++) edges.edge(strangers[i], lonely[i]);
        });
    }

    @Override
    public Unit unit() {
        return stars.unit();
    }

    @Override
    public Relation relation() {
        return stars.relation();
    }

    @Override
    public List<String> assumptions() {
        return stars.assumptions();
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return new Event.Unsupported("centres without a neighbour read nodes that are drawn from the whole graph");
    }

    @Override
    public Event claimed(Facts facts, double multiplier) {
        return stars.claimed(facts, multiplier);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return stars.expectedExamples(facts);
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        Graph graph = participants.graph();
        Draws plain = stars.draws(participants, coins.fork("stars"));
        RandomStream strange = coins.fork("strangers");
        Batch drawn = new Batch();
        return Draws.of(
                (step, batch) -> {
                    plain.draw(step, drawn);
                    RandomStream here = strange.fork(step);
                    batch.clear();
                    for (int e = 0; e < drawn.examples(); e++) copy(drawn, e, graph, here, batch);
                },
                multiplier -> event(Facts.of(participants), multiplier));
    }

    private void copy(Batch drawn, int e, Graph graph, RandomStream coins, Batch into) {
        int centre = drawn.node(drawn.exampleStart(e));
        boolean lonely = graph.inDegree(centre) == 0;
        int others = lonely ? count : drawn.exampleStart(e + 1) - drawn.exampleStart(e) - 1;
        into.beginExample();
        int root = into.addRow(centre);
        for (int k = 1; k <= others; k++) into.addSource(root + k);
        for (int k = 1; k <= others; k++)
            into.addRow(lonely ? coins.nextInt(graph.nodes()) : drawn.node(drawn.exampleStart(e) + k));
        into.addTarget(root);
    }
}
