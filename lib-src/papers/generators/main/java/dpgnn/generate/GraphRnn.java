package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.generate.net.DenseLayer;
import dpgnn.generate.net.Discriminator;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * GraphRNN (You et al. 2018), the variant with an edge-level recurrent network: nodes come in a breadth-first order, a
 * graph-level network keeps the state of the graph, and an edge-level network decides node by node to which nodes the new one
 * is linked. Each graph has its own model, as in Yang et al. (2021). The method protects nothing.
 *
 * @param depth layers of both networks
 * @param width of the graph-level network, with an input embedding of half of it
 * @param edgeWidth of the edge-level network, with an input embedding of half of it
 * @param orders breadth-first orders per step
 * @param patience training stops when the mean loss of this many steps is no better than that of as many before
 */
public record GraphRnn(int depth, int width, int edgeWidth, int orders, int steps, int patience, double rate) {
    public GraphRnn {
        Check.atLeast("depth", depth, 1);
        Check.atLeast("width", width, 2);
        Check.atLeast("edgeWidth", edgeWidth, 2);
        Check.atLeast("orders", orders, 1);
        Check.atLeast("steps", steps, 1);
        Check.atLeast("patience", patience, 1);
        Check.positive("rate", rate);
    }

    /** 4 layers of 128 and of 16, 32 orders a step, Adam 0.003: the authors' network; steps as one graph needs them. */
    public static GraphRnn standard() {
        return new GraphRnn(4, 128, 16, 32, 3000, 100, 0.003);
    }

    /** A trained network. */
    public interface Trained {
        Graph generate(RandomStream coins);

        /** Steps until the early stop. */
        int steps();

        /** Mean cross-entropy per possible link, per step. */
        double[] losses();
    }

    public Trained train(Graph graph, Streams streams) {
        GraphStatistics.requireUndirected(graph);
        RandomStream coins = streams.stream("orders");
        int reach = reach(graph, coins.fork("reach"));
        Net net = new Net(this, reach, streams.stream("init"));
        AdamSteps adam = AdamSteps.of(rate);
        double[] losses = new double[steps];
        int done = 0;
        while (done < steps && graph.nodes() > 1 && reach > 0) {
            List<Matrix> rows = new ArrayList<>();
            for (int o = 0; o < orders; o++)
                rows.add(BreadthFirst.of(graph, coins).rows(graph, reach));
            losses[done++] = net.learn(rows);
            NetParameter.step(adam, net.parameters());
            if (done % patience == 0 && done >= 2 * patience) {
                double before = Arrays.stream(losses, done - 2 * patience, done - patience)
                        .sum();
                if (Arrays.stream(losses, done - patience, done).sum() > 0.995 * before) break;
            }
        }
        double[] heard = Arrays.copyOf(losses, done);
        return new Trained() {
            @Override
            public Graph generate(RandomStream draws) {
                return reach == 0 || graph.nodes() < 2
                        ? new EdgeList().undirected(graph.nodes())
                        : net.generate(graph.nodes(), draws);
            }

            @Override
            public int steps() {
                return heard.length;
            }

            @Override
            public double[] losses() {
                return heard.clone();
            }
        };
    }

    /** The 99th percentile of how far back links reach, over 20 orders. */
    private static int reach(Graph graph, RandomStream coins) {
        int n = graph.nodes();
        int[] reaches = new int[20 * Math.max(0, n - 1)];
        int at = 0;
        for (int o = 0; o < 20; o++) {
            BreadthFirst order = BreadthFirst.of(graph, coins);
            for (int t = 1; t < n; t++) reaches[at++] = order.reach(graph, t);
        }
        Arrays.sort(reaches);
        return at == 0 ? 0 : reaches[(int) Math.min(at - 1, Math.ceil(0.99 * at))];
    }

    /** Both networks. */
    public static final class Net {
        private final int reach;
        private final DenseLayer embed;
        private final GruStack nodes;
        private final DenseLayer toEdges;
        private final DenseLayer edgeEmbed;
        private final GruStack edges;
        private final DenseLayer answer;
        private final List<NetParameter> parameters = new ArrayList<>();
        private double loss;

        public Net(GraphRnn shape, int reach, RandomStream coins) {
            this.reach = reach;
            embed = new DenseLayer(Math.max(1, reach), shape.width / 2, coins.fork("embed"));
            nodes = new GruStack(shape.width / 2, shape.width, shape.depth, coins.fork("nodes"));
            toEdges = new DenseLayer(shape.width, shape.edgeWidth, coins.fork("to edges"));
            edgeEmbed = new DenseLayer(1, shape.edgeWidth / 2, coins.fork("edge embed"));
            edges = new GruStack(shape.edgeWidth / 2, shape.edgeWidth, shape.depth, coins.fork("edges"));
            answer = new DenseLayer(shape.edgeWidth, 1, coins.fork("answer"));
            parameters.addAll(embed.parameters());
            parameters.addAll(nodes.parameters());
            parameters.addAll(toEdges.parameters());
            parameters.addAll(edgeEmbed.parameters());
            parameters.addAll(edges.parameters());
            parameters.addAll(answer.parameters());
        }

        public List<NetParameter> parameters() {
            return parameters;
        }

        /** Mean cross-entropy of all links that are possible; adds to the gradients. */
        public double learn(List<Matrix> orders) {
            int batch = orders.size();
            int time = orders.get(0).rows();
            List<Matrix> inputs = new ArrayList<>();
            Matrix truth = Matrix.of(batch * time, reach);
            for (int t = 0; t < time; t++) {
                Matrix x = Matrix.of(batch, reach);
                if (t == 0) Arrays.fill(x.values(), 1);
                for (int b = 0; b < batch; b++) {
                    if (t > 0) System.arraycopy(orders.get(b).values(), (t - 1) * reach, x.values(), b * reach, reach);
                    System.arraycopy(orders.get(b).values(), t * reach, truth.values(), (t * batch + b) * reach, reach);
                }
                inputs.add(x);
            }
            Matrix seen = stacked(inputs);
            Matrix embedded = embed.forward(seen).relu();
            GruStack.Run run = nodes.run(rows(embedded, batch, time), Matrix.of(batch, nodes.layers.get(0).width));
            List<Matrix> states = new ArrayList<>();
            for (int t = 0; t < time; t++) states.add(run.output(t));
            Matrix dState = learnEdges(toEdges.forward(stacked(states)), truth, batch);
            GruStack.Back back = nodes.backward(run, rows(toEdges.backward(dState), batch, time));
            embed.backward(stacked(back.inputs()).where(embedded));
            return loss;
        }

        /** Row t * batch + b asks for node t + 1, which has t + 1 nodes before it. */
        private Matrix learnEdges(Matrix first, Matrix truth, int batch) {
            int count = truth.rows();
            Matrix tokens = Matrix.of(reach * count, 1);
            for (int k = 0; k < reach; k++)
                for (int r = 0; r < count; r++) tokens.values()[k * count + r] = k == 0 ? 1 : truth.get(r, k - 1);
            Matrix embedded = edgeEmbed.forward(tokens).relu();
            GruStack.Run run = edges.run(rows(embedded, count, reach), first);
            List<Matrix> outputs = new ArrayList<>();
            for (int k = 0; k < reach; k++) outputs.add(run.output(k));
            Matrix logits = answer.forward(stacked(outputs));
            double sum = 0;
            long possible = 0;
            for (int k = 0; k < reach; k++)
                for (int r = 0; r < count; r++) {
                    int at = k * count + r;
                    if (k > r / batch) {
                        logits.values()[at] = 0;
                        continue;
                    }
                    double x = logits.values()[at];
                    double y = truth.get(r, k);
                    sum += y * Discriminator.softplus(-x) + (1 - y) * Discriminator.softplus(x);
                    logits.values()[at] = Discriminator.sigmoid(x) - y;
                    possible++;
                }
            loss = sum / possible;
            logits.scale(1.0 / possible);
            GruStack.Back back = edges.backward(run, rows(answer.backward(logits), count, reach));
            edgeEmbed.backward(stacked(back.inputs()).where(embedded));
            return back.first();
        }

        Graph generate(int count, RandomStream coins) {
            EdgeList made = new EdgeList();
            List<Matrix> state = nodes.start(Matrix.of(1, nodes.layers.get(0).width));
            Matrix x = Matrix.of(1, reach);
            Arrays.fill(x.values(), 1);
            for (int t = 1; t < count; t++) {
                List<GruLayer.Step> steps = nodes.step(embed.apply(x).relu(), state);
                List<Matrix> edgeState =
                        edges.start(toEdges.apply(steps.get(steps.size() - 1).h()));
                x = Matrix.of(1, reach);
                double token = 1;
                for (int k = 0; k < Math.min(reach, t); k++) {
                    Matrix in = edgeEmbed
                            .apply(Matrix.of(1, 1, new double[] {token}))
                            .relu();
                    List<GruLayer.Step> es = edges.step(in, edgeState);
                    double p = Discriminator.sigmoid(
                            answer.apply(es.get(es.size() - 1).h()).values()[0]);
                    token = coins.nextDouble() < p ? 1 : 0;
                    x.values()[k] = token;
                    if (token == 1) made.add(t - 1 - k, t);
                }
            }
            return made.undirected(count);
        }

        private static Matrix stacked(List<Matrix> parts) {
            int each = parts.get(0).values().length;
            Matrix all =
                    Matrix.of(parts.size() * parts.get(0).rows(), parts.get(0).columns());
            for (int i = 0; i < parts.size(); i++)
                System.arraycopy(parts.get(i).values(), 0, all.values(), i * each, each);
            return all;
        }

        private static List<Matrix> rows(Matrix all, int each, int parts) {
            List<Matrix> list = new ArrayList<>();
            int size = each * all.columns();
            for (int i = 0; i < parts; i++)
                list.add(Matrix.of(each, all.columns(), Arrays.copyOfRange(all.values(), i * size, (i + 1) * size)));
            return list;
        }
    }
}
