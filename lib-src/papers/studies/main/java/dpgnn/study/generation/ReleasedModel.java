package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.generate.measure.ScoredPairs;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The open models as the released code trains them with its default arguments: GVAE and, with a discriminator that one optimiser
 * trains along with all else, GGAN. Features are leading eigenvectors of the graph, means are over at most ten drawn neighbours,
 * codes have length one and are not drawn in training, an edge's logit is a cosine of two maps, and the graph is decoded from the
 * codes of the original. Nothing of it is private.
 */
public final class ReleasedModel {
    private static final int EIGENVECTORS = 128, FIRST = 128, CODE = 64, NEIGHBOURS = 10;
    private static final double SHARE = 0.65, RATE = 0.005, SPREAD = 0.75, GAME = 0.1;
    private static final String VARIANT = "released";

    private final int nodes;
    private final Matrix features;
    /** A + I. */
    private final Matrix adjacency;

    private final int[][] neighbours;
    private final double positive;
    private final NetParameter first, mean, variance, dense, bias, out, outBias, one, two;
    /** None without a game. */
    private final List<NetParameter> judge;

    ReleasedModel(Graph graph, boolean game, RandomStream init) {
        nodes = graph.nodes();
        adjacency = Matrix.of(nodes, nodes);
        neighbours = new int[nodes][];
        for (int v = 0; v < nodes; v++) {
            neighbours[v] = new int[graph.inDegree(v) + 1];
            for (int i = 0; i < graph.inDegree(v); i++) neighbours[v][i] = graph.inNeighbour(v, i);
            neighbours[v][graph.inDegree(v)] = v;
            for (int u : neighbours[v]) adjacency.values()[v * nodes + u] = 1;
        }
        double ones = graph.directedEdges() + nodes;
        positive = ((double) nodes * nodes - ones) / ones;
        features = eigenvectors(adjacency, Math.max(1, (int) Math.min(EIGENVECTORS, SHARE * nodes)));
        int width = features.columns();
        first = new NetParameter(Matrix.glorot(width, FIRST, init));
        mean = new NetParameter(Matrix.glorot(FIRST, CODE, init));
        variance = new NetParameter(Matrix.glorot(FIRST, CODE, init));
        dense = layer(CODE, CODE, CODE, init);
        bias = layer(1, CODE, CODE, init);
        out = layer(CODE, width, CODE, init);
        outBias = layer(1, width, CODE, init);
        one = layer(width, width, width, init);
        two = layer(width, width, width, init);
        judge = game
                ? List.of(new NetParameter(Matrix.glorot(width, width, init)), layer(width, 1, width, init))
                : List.of();
    }

    public static GraphMaker maker(boolean game, int epochs) {
        String name = game ? "GGAN" : "GVAE";
        return GraphMaker.unprotected(name, VARIANT, "epochs=" + epochs, (g, s) -> {
            ReleasedModel model = new ReleasedModel(g, game, s.stream("init"));
            model.train(epochs, s);
            return model.decoded(g.edges(), s);
        });
    }

    /** The eigenvectors of the largest eigenvalues of D^-1/2 (A + I) D^-1/2, by rotations of two rows and columns (Jacobi 1846). */
    static Matrix eigenvectors(Matrix adjacency, int count) {
        int n = adjacency.rows();
        double[] root = new double[n];
        for (int v = 0; v < n; v++) for (int u = 0; u < n; u++) root[v] += adjacency.get(v, u);
        double[][] left = new double[n][n], vectors = new double[n][n];
        for (int v = 0; v < n; v++) {
            vectors[v][v] = 1;
            for (int u = 0; u < n; u++) left[v][u] = adjacency.get(v, u) / Math.sqrt(root[v] * root[u]);
        }
        boolean moved = true;
        for (int sweep = 0; moved && sweep < 50; sweep++) {
            moved = false;
            for (int p = 1; p < n; p++)
                for (int q = 0; q < p; q++)
                    if (Math.abs(left[p][q]) > 1e-12) {
                        moved = true;
                        double angle = 0.5 * Math.atan2(2 * left[p][q], left[q][q] - left[p][p]);
                        double c = Math.cos(angle), s = Math.sin(angle);
                        rotate(left[p], left[q], c, s);
                        for (double[] row : left) {
                            double x = row[p];
                            row[p] = c * x - s * row[q];
                            row[q] = s * x + c * row[q];
                        }
                        rotate(vectors[p], vectors[q], c, s);
                    }
        }
        Integer[] falling = new Integer[n];
        for (int v = 0; v < n; v++) falling[v] = v;
        Arrays.sort(falling, Comparator.comparingDouble(v -> -left[v][v]));
        Matrix leading = Matrix.of(n, count);
        for (int c = 0; c < count; c++)
            for (int v = 0; v < n; v++) leading.values()[v * count + c] = vectors[falling[count - 1 - c]][v];
        return leading;
    }

    private static void rotate(double[] a, double[] b, double c, double s) {
        for (int i = 0; i < a.length; i++) {
            double x = a[i];
            a[i] = c * x - s * b[i];
            b[i] = s * x + c * b[i];
        }
    }

    /** Uniform within one over the root of the number of inputs. */
    private static NetParameter layer(int rows, int columns, int inputs, RandomStream init) {
        Matrix values = Matrix.of(rows, columns);
        double bound = 1 / Math.sqrt(inputs);
        for (int i = 0; i < values.values().length; i++) values.values()[i] = bound * (2 * init.nextDouble() - 1);
        return new NetParameter(values);
    }

    List<NetParameter> parameters() {
        List<NetParameter> all = new ArrayList<>(List.of(first, mean, variance, dense, bias, out, outBias, one, two));
        all.addAll(judge);
        return all;
    }

    private void train(int epochs, Streams streams) {
        AdamSteps adam = AdamSteps.of(RATE);
        RandomStream coins = streams.stream("neighbours");
        for (int t = 0; t < epochs; t++) {
            loss(drawn(coins), drawn(coins));
            NetParameter.step(adam, parameters());
        }
    }

    /** At most ten of each node's neighbours, itself among them. */
    int[][] drawn(RandomStream coins) {
        int[][] drawn = new int[nodes][];
        for (int v = 0; v < nodes; v++) {
            int[] all = neighbours[v];
            if (all.length <= NEIGHBOURS) drawn[v] = all;
            else {
                int[] order = coins.order(all.length);
                drawn[v] = new int[NEIGHBOURS];
                for (int i = 0; i < NEIGHBOURS; i++) drawn[v][i] = all[order[i]];
            }
        }
        return drawn;
    }

    private static Matrix means(int[][] drawn, Matrix rows) {
        Matrix means = Matrix.of(drawn.length, rows.columns());
        int w = rows.columns();
        for (int v = 0; v < drawn.length; v++)
            for (int u : drawn[v]) Matrix.axpy(1.0 / drawn[v].length, rows.values(), u * w, means.values(), v * w, w);
        return means;
    }

    private static Matrix spread(int[][] drawn, Matrix gradient) {
        Matrix back = Matrix.of(drawn.length, gradient.columns());
        int w = gradient.columns();
        for (int v = 0; v < drawn.length; v++)
            for (int u : drawn[v])
                Matrix.axpy(1.0 / drawn[v].length, gradient.values(), v * w, back.values(), u * w, w);
        return back;
    }

    /** Rows of length one, and the lengths that they had. */
    private record Unit(Matrix rows, double[] lengths) {
        static Unit of(Matrix x) {
            Matrix rows = x.copy();
            double[] lengths = new double[x.rows()];
            int w = x.columns();
            for (int v = 0; v < x.rows(); v++) {
                double squares = 0;
                for (int c = 0; c < w; c++) squares += x.get(v, c) * x.get(v, c);
                lengths[v] = Math.max(Math.sqrt(squares), 1e-12);
                for (int c = 0; c < w; c++) rows.values()[v * w + c] /= lengths[v];
            }
            return new Unit(rows, lengths);
        }

        Matrix backward(Matrix d) {
            Matrix back = d.copy();
            int w = d.columns();
            for (int v = 0; v < d.rows(); v++) {
                double along = 0;
                for (int c = 0; c < w; c++) along += d.get(v, c) * rows.get(v, c);
                for (int c = 0; c < w; c++)
                    back.values()[v * w + c] = (d.get(v, c) - along * rows.get(v, c)) / lengths[v];
            }
            return back;
        }
    }

    /** The loss of an epoch with these neighbours, whose gradient is added to the parameters. */
    double loss(int[][] near, int[][] further) {
        Matrix input = means(near, features);
        Matrix hidden = input.timesInOrder(first.value).relu();
        Matrix around = means(further, hidden);
        Matrix mu = around.timesInOrder(mean.value).relu(),
                log = around.timesInOrder(variance.value).relu();
        Unit code = Unit.of(mu);
        Matrix inner = code.rows.timesInOrder(dense.value).addToRows(bias.value).relu();
        Matrix output = inner.timesInOrder(out.value).addToRows(outBias.value);
        Unit left = Unit.of(output.timesInOrder(one.value)), right = Unit.of(output.timesInOrder(two.value));
        Matrix logits = left.rows.timesTransposeInOrder(right.rows);
        double loss = 0;
        Matrix dLogits = Matrix.of(nodes, nodes);
        double share = 1.0 / nodes / nodes;
        for (int i = 0; i < dLogits.values().length; i++) {
            double x = logits.values()[i], chance = 1 / (1 + Math.exp(-x));
            boolean edge = adjacency.values()[i] == 1;
            loss -= share * (edge ? positive * Math.log(chance) : Math.log1p(-chance));
            dLogits.values()[i] = share * (edge ? positive * (chance - 1) : chance);
        }
        if (!judge.isEmpty()) loss += GAME * game(logits, dLogits);
        Matrix dOutput = map(one, output, left.backward(dLogits.timesInOrder(right.rows)))
                .add(map(two, output, right.backward(dLogits.transposeTimesInOrder(left.rows))));
        outBias.gradient.add(dOutput.columnSums());
        Matrix dInner = map(out, inner, dOutput).where(inner);
        bias.gradient.add(dInner.columnSums());
        Matrix dMu = code.backward(map(dense, code.rows, dInner)).where(mu);
        Matrix dLog = Matrix.of(nodes, CODE);
        for (int i = 0; i < dLog.values().length; i++) {
            double l = log.values()[i];
            loss += 0.5 * (l + Math.exp(-l) - 1) / nodes;
            dLog.values()[i] = 0.5 * (1 - Math.exp(-l)) / nodes;
        }
        Matrix dAround = map(mean, around, dMu).add(map(variance, around, dLog.where(log)));
        map(first, input, spread(further, dAround).where(hidden));
        return loss;
    }

    /** The gradient of a product with weights, which the weights get, and what the factor before them gets. */
    private static Matrix map(NetParameter weights, Matrix before, Matrix gradient) {
        weights.gradient.add(before.transposeTimesInOrder(gradient));
        return gradient.timesTransposeInOrder(weights.value);
    }

    /** One step for both players, who both want the original told from the logits. */
    private double game(Matrix logits, Matrix dLogits) {
        Matrix projected = features.timesInOrder(judge.get(0).value);
        double loss = 0;
        for (boolean real : new boolean[] {true, false}) {
            Matrix seen = (real ? adjacency : logits).timesInOrder(projected).relu();
            Matrix says = seen.timesInOrder(judge.get(1).value), dSays = Matrix.of(nodes, 1);
            for (int v = 0; v < nodes; v++) {
                double chance = 1 / (1 + Math.exp(-says.values()[v]));
                loss -= Math.log(real ? chance : 1 - chance) / 2 / nodes;
                dSays.values()[v] = GAME * (chance - (real ? 1 : 0)) / 2 / nodes;
            }
            Matrix dSeen = map(judge.get(1), seen, dSays).where(seen);
            Matrix dProjected = (real ? adjacency : logits).transposeTimesInOrder(dSeen);
            judge.get(0).gradient.add(features.transposeTimesInOrder(dProjected));
            if (!real) dLogits.add(dSeen.timesTransposeInOrder(projected));
        }
        return loss;
    }

    /** The likeliest pairs at codes that are drawn around those of the original. */
    private Graph decoded(long edges, Streams streams) {
        RandomStream coins = streams.stream("last neighbours"), draws = streams.stream("graph");
        Matrix hidden = means(drawn(coins), features).timesInOrder(first.value).relu();
        Matrix around = means(drawn(coins), hidden);
        Matrix code = Unit.of(around.timesInOrder(mean.value).relu()).rows;
        Matrix log = around.timesInOrder(variance.value).relu();
        for (int i = 0; i < code.values().length; i++)
            code.values()[i] += draws.nextGaussian() * Math.exp(-log.values()[i] / 2) * SPREAD;
        Matrix inner = code.timesInOrder(dense.value).addToRows(bias.value).relu();
        Matrix output = inner.timesInOrder(out.value).addToRows(outBias.value);
        Matrix logits = Unit.of(output.timesInOrder(one.value))
                .rows
                .timesTransposeInOrder(Unit.of(output.timesInOrder(two.value)).rows);
        return ScoredPairs.largest(nodes, edges, logits::get);
    }
}
