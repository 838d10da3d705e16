package dpgnn.generate;

import static org.junit.jupiter.api.Assertions.*;

import dpgnn.Extent;
import dpgnn.audit.OutputForm;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.random.Streams;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Secure releases of every generator on graphs that differ in an edge: the edge may change numbers and nothing else. There are no
 * features that an edge could bring; what makes private players overflow is weights of their losses beyond reason.
 */
class HostileEdgesTest {
    private static final int RELEASES = 30;
    private static final int NODES = 9;
    private static final GeneratorSettings SANE = settings(0.1, 0.01);
    /** The encoder's gradient overflows in the first step, and with it all that it says from the second on. */
    private static final GeneratorSettings OVERFLOWING = settings(1e308, 1e300);

    private static GeneratorSettings settings(double weight, double rate) {
        return new GeneratorSettings(4, 3, 4, 4, rate, 4, weight, weight, 1e-5);
    }

    private interface Generator {
        Object release(Graph graph, PrintWriter told);
    }

    @Test
    @Tag("nightly")
    void anEdgeChangesNumbersOnly() {
        Map<String, Generator> generators = new LinkedHashMap<>();
        for (GeneratorSettings s : new GeneratorSettings[] {SANE, OVERFLOWING}) {
            var whole = new Protection.WholeGradient(5, 1, 0.99);
            var perNode = new Protection.Published(1, 1e-5, 0.5, 5, 1, 0.99);
            String how = s == SANE ? "" : ", overflowing";
            GraphVae vae = GraphVae.of(s, whole), one = GraphVae.of(s, perNode);
            GraphGan gan = GraphGan.of(s, whole);
            PairTraining pairs =
                    PairTraining.of(SANE, new Protection.Pairwise(0.5, 2, 1, 1), s == SANE ? 5 : Double.MAX_VALUE);
            put(generators, "DPGVAE" + how, (g, heard) -> vae.listen(heard).train(g, Streams.secure()));
            put(generators, "DPGVAE per node" + how, (g, heard) -> one.listen(heard)
                    .train(g, Streams.secure()));
            put(generators, "DPGGAN" + how, (g, heard) -> gan.listen(heard).train(g, Streams.secure()));
            put(generators, "pair decoder" + how, (g, heard) -> pairs.listen(heard)
                    .train(g, Streams.secure()));
        }
        for (GraphMaker maker : new GraphMaker[] {
            GraphMaker.dpgvaeWhole(SANE, 1, 0.1),
            GraphMaker.pairwise(SANE, 0.3, 1, 1, 3),
            GraphMaker.privateDegrees(1, 1e-5),
            GraphMaker.randomisedResponse(1, 1e-5),
            GraphMaker.topFilter(1, 1e-5),
            GraphMaker.degreeHistogram(1, 1e-5),
            GraphMaker.countAlone(1, 1e-5)
        })
            generators.put(maker.label(), (g, told) -> {
                GraphPublisher.Published p = maker.make(g, Streams.secure());
                return p.graph().nodes() + " nodes, " + p.provable().statement();
            });
        for (String name : Extent.some(List.copyOf(generators.keySet()), 2)) told(name, generators.get(name));
    }

    private static void put(
            Map<String, Generator> generators, String name, BiFunction<Graph, LossListener, ReleasedDecoder> trained) {
        generators.put(name, (g, told) -> weights(trained.apply(g, (t, loss) -> told.println(t + " " + loss))));
    }

    private static void told(String name, Generator generator) {
        worlds().forEach((world, graphs) -> {
            Set<String> without = OutputForm.of(RELEASES, i -> told -> generator.release(graphs[0], told));
            Set<String> with = OutputForm.of(RELEASES, i -> told -> generator.release(graphs[1], told));
            assertEquals(without, with, name + ", " + world);
            assertEquals(1, with.size(), name + ", " + world + " has more than one form: " + with);
            String form = with.iterator().next();
            assertFalse(form.contains("stopped by"), name + ", " + world + ": " + form);
            assertFalse(form.contains("Infinity"), name + ", " + world + ": " + form);
        });
    }

    @Test
    void aReleaseTellsNoLossAndAnExperimentDoes() {
        Graph graph = Caves.caveman(3, 3);
        double[] heard = new double[SANE.steps()];
        LossListener listener = (t, loss) -> heard[(int) t] = loss;
        GraphVae.of(SANE, new Protection.WholeGradient(5, 1, 1))
                .listen(listener)
                .train(graph, Streams.seed(1));
        for (double loss : heard) assertTrue(loss > 0);
        GraphVae.of(SANE, new Protection.WholeGradient(5, 1, 1))
                .listen(listener)
                .train(graph, Streams.secure());
        for (double loss : heard) assertTrue(Double.isNaN(loss), "told " + loss);
    }

    /** Graphs without and with an edge. */
    private static Map<String, Graph[]> worlds() {
        Graph empty = new EdgeList().undirected(NODES);
        EdgeList all = new EdgeList();
        EdgeList star = new EdgeList();
        for (int v = 1; v < NODES; v++) {
            star.add(0, v);
            for (int u = 0; u < v; u++) all.add(u, v);
        }
        Graph complete = all.undirected(NODES);
        Graph whole = star.undirected(NODES);
        Map<String, Graph[]> worlds = new LinkedHashMap<>();
        worlds.put("the only edge", new Graph[] {empty, empty.withEdge(0, 1)});
        worlds.put("the last edge", new Graph[] {complete.withoutEdge(0, 1), complete});
        worlds.put("an end of a star", new Graph[] {whole.withoutEdge(0, 1), whole});
        return worlds;
    }

    private static String weights(ReleasedDecoder decoder) {
        GraphPublisher.Published made =
                GraphPublisher.top(decoder, NODES, EdgeCount.known(12), Streams.secure().stream("graph"));
        return Arrays.deepToString(decoder.weights()) + " " + made.graph() + " "
                + made.provable().statement();
    }
}
