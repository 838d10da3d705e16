package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.Components;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;

/**
 * NetGAN (Bojchevski et al. 2018): a Wasserstein GAN of random walks. A graph is assembled from how often generated walks use
 * each pair. The model is trained on the largest component; training stops early when the assembled graph shares enough edges
 * with the original. The method protects nothing: the overlap alone reads the graph.
 *
 * @param overlap share of the original's edges at which training stops
 * @param every iterations between two looks at the overlap
 */
public record NetGan(
        int length,
        int batch,
        int generatorWidth,
        int criticWidth,
        int embedding,
        int criticSteps,
        int iterations,
        int every,
        double overlap,
        double rate) {
    private static final double PENALTY = 10;
    private static final double FIRST_TEMPERATURE = 5;
    private static final double LAST_TEMPERATURE = 0.5;

    public NetGan {
        Check.atLeast("length", length, 2);
        Check.atLeast("batch", batch, 1);
        Check.atLeast("generatorWidth", generatorWidth, 1);
        Check.atLeast("criticWidth", criticWidth, 1);
        Check.atLeast("embedding", embedding, 1);
        Check.atLeast("criticSteps", criticSteps, 1);
        Check.atLeast("iterations", iterations, 1);
        Check.atLeast("every", every, 1);
        Check.leftOpen("overlap", overlap, 0, 1);
        Check.positive("rate", rate);
    }

    /** Walks of 16, batches of 128, widths 40 and 30, embeddings of 128, Adam 0.0003, stop at half of the edges. */
    public static NetGan standard() {
        return new NetGan(16, 128, 40, 30, 128, 3, 200_000, 2000, 0.5, 3e-4);
    }

    /** A trained generator. */
    public interface Trained {
        /** A graph with as many edges as the original. */
        Graph generate(RandomStream coins);

        int iterations();

        /** Share of the original's edges in a graph assembled after training. */
        double overlap();
    }

    public Trained train(Graph graph, Streams streams) {
        GraphStatistics.requireUndirected(graph);
        int[] core = Components.of(graph).largest();
        Graph connected = graph.induced(core);
        if (connected.edges() == 0) throw new IllegalArgumentException("the graph must have an edge, had none");
        int n = connected.nodes();
        RandomStream init = streams.stream("init");
        RandomStream coins = streams.stream("walks");
        WalkGenerator generator = new WalkGenerator(n, generatorWidth, embedding, init.fork("generator"));
        WalkCritic critic = new WalkCritic(n, criticWidth, embedding, init.fork("critic"));
        AdamSteps generatorAdam = AdamSteps.of(rate, 0.5, 0.9);
        AdamSteps criticAdam = AdamSteps.of(rate, 0.5, 0.9);
        int done = 0;
        double reached = 0;
        while (done < iterations && reached < overlap) {
            double temperature = temperature(done);
            for (int k = 0; k < criticSteps; k++)
                learnCritic(connected, generator, critic, temperature, coins, criticAdam);
            WalkGenerator.Walks walks = generator.walk(batch, length, temperature, coins);
            List<Matrix> slopes = critic.backward(critic.see(hard(walks)), filled(-1.0 / batch), true);
            NetParameter.zero(critic.parameters());
            generator.backward(walks, slopes);
            decay(generator.parameters(), 1e-7);
            NetParameter.step(generatorAdam, generator.parameters());
            if (++done % every == 0)
                reached = overlap(connected, assemble(generator, connected, done, coins.fork(done)));
        }
        int total = done;
        double share = overlap(connected, assemble(generator, connected, done, coins.fork("last")));
        return new Trained() {
            @Override
            public Graph generate(RandomStream draws) {
                Graph made = assemble(generator, connected, total, draws);
                EdgeList all = new EdgeList();
                for (int v = 0; v < n; v++)
                    for (int i = 0; i < made.inDegree(v); i++)
                        if (made.inNeighbour(v, i) < v) all.add(core[made.inNeighbour(v, i)], core[v]);
                addRest(graph, core, all);
                return all.undirected(graph.nodes());
            }

            @Override
            public int iterations() {
                return total;
            }

            @Override
            public double overlap() {
                return share;
            }
        };
    }

    /** Small components have no walks worth learning; they are copied. */
    private static void addRest(Graph graph, int[] core, EdgeList all) {
        boolean[] learned = new boolean[graph.nodes()];
        for (int v : core) learned[v] = true;
        for (int v = 0; v < graph.nodes(); v++)
            for (int i = 0; i < graph.inDegree(v); i++)
                if (!learned[v] && graph.inNeighbour(v, i) < v) all.add(graph.inNeighbour(v, i), v);
    }

    /** Falls geometrically over the planned iterations, as the authors' falls over theirs. */
    private double temperature(int iteration) {
        double share = Math.min(1, (double) iteration / iterations);
        return FIRST_TEMPERATURE * Math.pow(LAST_TEMPERATURE / FIRST_TEMPERATURE, share);
    }

    private void learnCritic(
            Graph graph,
            WalkGenerator generator,
            WalkCritic critic,
            double temperature,
            RandomStream coins,
            AdamSteps adam) {
        List<Matrix> fake = hard(generator.walk(batch, length, temperature, coins));
        List<Matrix> real = realWalks(graph, coins);
        critic.backward(critic.see(real), filled(-1.0 / batch), false);
        critic.backward(critic.see(fake), filled(1.0 / batch), false);
        List<Matrix> between = new ArrayList<>();
        double[] share = new double[batch];
        for (int b = 0; b < batch; b++) share[b] = coins.nextDouble();
        for (int t = 0; t < length; t++) {
            Matrix m = real.get(t).copy();
            for (int b = 0; b < batch; b++)
                for (int j = 0; j < m.columns(); j++) {
                    int at = b * m.columns() + j;
                    m.values()[at] += share[b] * (fake.get(t).values()[at] - m.values()[at]);
                }
            between.add(m);
        }
        critic.penalty(between, PENALTY);
        decay(critic.parameters(), 5e-5);
        NetParameter.step(adam, critic.parameters());
    }

    private List<Matrix> realWalks(Graph graph, RandomStream coins) {
        int n = graph.nodes();
        List<Matrix> steps = new ArrayList<>();
        int[] at = new int[batch];
        for (int t = 0; t < length; t++) {
            Matrix one = Matrix.of(batch, n);
            for (int b = 0; b < batch; b++) {
                at[b] = t == 0 ? coins.nextInt(n) : graph.inNeighbour(at[b], coins.nextInt(graph.inDegree(at[b])));
                one.values()[b * n + at[b]] = 1;
            }
            steps.add(one);
        }
        return steps;
    }

    private static List<Matrix> hard(WalkGenerator.Walks walks) {
        List<Matrix> steps = new ArrayList<>();
        for (int t = 0; t < walks.chosen().length; t++) steps.add(walks.hard(t));
        return steps;
    }

    private Matrix filled(double value) {
        Matrix m = Matrix.of(batch, 1);
        java.util.Arrays.fill(m.values(), value);
        return m;
    }

    private static void decay(List<NetParameter> all, double weight) {
        for (NetParameter p : all)
            Matrix.axpy(weight, p.value.values(), 0, p.gradient.values(), 0, p.value.values().length);
    }

    /** Counts transitions of generated walks, both ways, and draws a graph from them. */
    private Graph assemble(WalkGenerator generator, Graph graph, int done, RandomStream coins) {
        int n = graph.nodes();
        double[] counts = new double[n * n];
        long wanted = 60L * graph.edges() + 20L * n;
        for (long seen = 0; seen < wanted; seen += (long) batch * (length - 1)) {
            int[][] chosen =
                    generator.walk(batch, length, temperature(done), coins).chosen();
            for (int t = 1; t < length; t++)
                for (int b = 0; b < batch; b++) {
                    int u = chosen[t - 1][b];
                    int v = chosen[t][b];
                    if (u == v) continue;
                    counts[u * n + v]++;
                    counts[v * n + u]++;
                }
        }
        return WalkAssembly.graph(Matrix.of(n, n, counts), graph.edges(), coins);
    }

    public static double overlap(Graph original, Graph other) {
        Check.given("original", original);
        Check.given("other", other);
        long shared = 0;
        for (int v = 0; v < original.nodes(); v++)
            for (int i = 0; i < original.inDegree(v); i++) {
                int u = original.inNeighbour(v, i);
                if (u < v && other.hasEdge(u, v)) shared++;
            }
        return (double) shared / original.edges();
    }
}
