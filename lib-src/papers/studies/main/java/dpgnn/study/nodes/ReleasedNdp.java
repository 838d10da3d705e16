package dpgnn.study.nodes;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.DegreeBound;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.Scores;
import dpgnn.nn.kernel.FloatLoops;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.Kernels;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * NDP (Daigavane et al. 2021) as its own release trains and tests it: a GCN with 40 outputs whatever the data, noise of two sensitivities,
 * and as many steps as a budget buys by the release's accountant. With x for a row, m for the mean of tanh(x W + b) over a node and those
 * it reads, the answer is (tanh(m W' + b') + m) W" + b". Each of the six arrays is clipped at the 75th percentile of its norms before the
 * first step, and noise is in proportion to that.
 *
 * <p><b>Guarantee.</b> None. The percentiles are those of private gradients, a node's edges change which edges others keep, and batches are
 * drawn with replacement, where the accountant takes them to be drawn without.
 */
final class ReleasedNdp {
    static final int OUTPUTS = 40;
    private static final int WIDTH = 100, DEGREE = 5, BATCH = 10_000, PADDED = 100, ARRAYS = 6;
    private static final double NOISE = 2, PERCENTILE = 0.75, RATE = 3e-3;
    /** What a truncated normal distribution loses of its deviation. */
    private static final double TRUNCATED = 0.87962566;

    private static final RdpAccountant ACCOUNTANT = RdpAccountant.of(
            IntStream.rangeClosed(11, 99).mapToDouble(i -> i / 10.0).toArray());

    private final Dataset data;
    private final Split split;
    private final boolean disjoint;
    private final int[] roots;
    private final int inputs, batch;
    private final Network network;
    /** Where each of the six arrays begins, and the end. */
    private final int[] begins = new int[ARRAYS + 1];

    private final Kernels kernels = new HostKernels();
    private final FloatMatrix rows, hidden, product;
    /** Of all nodes: features, and tanh(x W + b). */
    private final float[] x, h;

    private final float[] signals;
    private float[] flat;
    /** Of one star. */
    private final float[] mean = new float[WIDTH], hop = new float[WIDTH], sum = new float[WIDTH];

    private final float[] errors = new float[OUTPUTS], forHop = new float[WIDTH], forMean = new float[WIDTH];
    private final double[] norms = new double[ARRAYS];
    private float[] forRows = new float[0];

    ReleasedNdp(Dataset data, Split split, LearningSetting learning) {
        this.data = data;
        this.split = split;
        disjoint = learning == LearningSetting.INDUCTIVE;
        roots = split.train();
        batch = Math.min(BATCH, roots.length);
        inputs = data.features().width();
        network = Gcn.of(Recipe.encoded(WIDTH)).network(inputs, OUTPUTS);
        for (int a = 0; a < ARRAYS; a++) begins[a] = network.slots().get(a).offset();
        begins[ARRAYS] = network.size();
        x = new float[data.nodes() * inputs];
        for (int v = 0; v < data.nodes(); v++) data.features().copyRow(v, x, v * inputs);
        h = new float[data.nodes() * WIDTH];
        signals = new float[h.length];
        rows = kernels.matrix(inputs);
        kernels.upload(x, 0, data.nodes(), rows);
        hidden = kernels.matrix(WIDTH);
        product = kernels.matrix(WIDTH);
    }

    /** What the release's accountant says of so many steps, at the delta of the tables. */
    static double epsilon(int roots, long steps) {
        Event step = new Event.Hypergeometric(roots, DEGREE + 1, Math.min(BATCH, roots), NOISE);
        return ACCOUNTANT.epsilon(new Event.Repeated(step, steps), NodeData.delta(roots));
    }

    /** How many steps a budget buys by that accountant; one at least. */
    static long steps(int roots, double epsilon) {
        Check.that(Double.isFinite(epsilon) && epsilon > 0, "epsilon", "a finite budget", epsilon);
        long steps = 1;
        while (epsilon(roots, steps + 1) <= epsilon) steps++;
        return steps;
    }

    /** Trains on, and tests after each of these numbers of steps, which must rise. */
    List<Scores> scores(long[] tested, Streams streams) throws InterruptedException {
        Graph bounded = DegreeBound.outgoingByCoins(allowed(), DEGREE, roots, streams.stream("bound"));
        int[][] stars =
                IntStream.of(roots).mapToObj(v -> star(v, bounded, PADDED)).toArray(int[][]::new);
        Parameters parameters = Parameters.of(network.slots(), initial(streams.stream("initial")));
        double[] thresholds = thresholds(parameters, stars);
        Optimizer adam = Adam.of(RATE);
        RandomStream coins = streams.stream("sampling"), noise = streams.stream("noise");
        List<Scores> all = new ArrayList<>();
        long step = 0;
        for (long until : tested) {
            for (; step < until; step++) {
                if (Thread.interrupted()) throw new InterruptedException();
                RandomStream drawn = coins.fork(step);
                int[] times = new int[roots.length];
                for (int k = 0; k < batch; k++) times[drawn.nextInt(roots.length)]++;
                adam.step(
                        parameters,
                        noisyMean(clippedSum(parameters, stars, times, thresholds), thresholds, noise.fork(step)));
            }
            all.add(test(parameters));
        }
        return all;
    }

    private float[] noisyMean(float[] gradient, double[] thresholds, RandomStream noise) {
        for (int a = 0; a < ARRAYS; a++) {
            double deviation = thresholds[a] * 2 * (DEGREE + 1) * NOISE;
            for (int i = begin(a); i < begin(a + 1); i++)
                gradient[i] = (float) ((gradient[i] + deviation * noise.nextGaussian()) / batch);
        }
        return gradient;
    }

    /** All edges, or those within training, validation and test nodes. */
    Graph allowed() {
        Graph all = data.graph();
        if (!disjoint) return all;
        int[] from = new int[(int) all.directedEdges()], to = new int[from.length];
        int count = 0;
        for (int v = 0; v < all.nodes(); v++)
            for (int u : all.inNeighbours(v))
                if (split.role(u) == split.role(v)) {
                    from[count] = u;
                    to[count++] = v;
                }
        return Graph.directed(all.nodes(), Arrays.copyOf(from, count), Arrays.copyOf(to, count));
    }

    /** A node, and whom it reads. */
    private static int[] star(int v, Graph graph, int most) {
        return IntStream.concat(
                        IntStream.of(v), IntStream.of(graph.inNeighbours(v)).filter(u -> u != v))
                .limit(most)
                .toArray();
    }

    private int begin(int array) {
        return begins[array];
    }

    /** Biases are 0, weights normal within two deviations, with the variance of one over the inputs. */
    private float[] initial(RandomStream coins) {
        float[] values = new float[network.size()];
        for (int a = 0; a < ARRAYS; a += 2)
            for (int i = begin(a); i < begin(a + 1); i++) {
                double z;
                do z = coins.nextGaussian();
                while (Math.abs(z) > 2);
                values[i] = (float) (z / Math.sqrt(network.slots().get(a).rows()) / TRUNCATED);
            }
        return values;
    }

    /** The 75th percentile of each array's norm over the first training nodes. */
    private double[] thresholds(Parameters parameters, int[][] stars) {
        encode(parameters);
        double[][] all = new double[ARRAYS][batch];
        for (int e = 0; e < batch; e++) {
            differentiate(stars[e]);
            for (int a = 0; a < ARRAYS; a++) all[a][e] = norms[a];
        }
        return Arrays.stream(all).mapToDouble(ReleasedNdp::percentile).toArray();
    }

    private static double percentile(double[] values) {
        double[] sorted = DoubleStream.of(values).sorted().toArray();
        double at = PERCENTILE * (sorted.length - 1);
        int below = (int) at;
        return sorted[below] + (at - below) * (sorted[Math.min(below + 1, sorted.length - 1)] - sorted[below]);
    }

    /** The sum over stars of the gradient at each, as often as it was drawn, every array brought to its threshold at most. */
    float[] clippedSum(Parameters parameters, int[][] stars, int[] times, double[] thresholds) {
        encode(parameters);
        float[] into = new float[network.size()];
        Arrays.fill(signals, 0);
        float[] factors = new float[ARRAYS];
        for (int e = 0; e < stars.length; e++) {
            if (times[e] == 0) continue;
            int[] star = stars[e];
            differentiate(star);
            for (int a = 0; a < ARRAYS; a++) factors[a] = (float) (times[e] / Math.max(1, norms[a] / thresholds[a]));
            for (int k = 0; k < star.length; k++) {
                FloatLoops.axpy(forRows, k * WIDTH, factors[0], signals, star[k] * WIDTH, WIDTH);
                FloatLoops.axpy(forRows, k * WIDTH, factors[1], into, begin(1), WIDTH);
            }
            for (int j = 0; j < WIDTH; j++) {
                FloatLoops.axpy(forHop, 0, factors[2] * mean[j], into, begin(2) + j * WIDTH, WIDTH);
                FloatLoops.axpy(errors, 0, factors[4] * sum[j], into, begin(4) + j * OUTPUTS, OUTPUTS);
            }
            FloatLoops.axpy(forHop, 0, factors[3], into, begin(3), WIDTH);
            FloatLoops.axpy(errors, 0, factors[5], into, begin(5), OUTPUTS);
        }
        kernels.upload(signals, 0, data.nodes(), hidden);
        kernels.multiply(rows, true, hidden, false, product, false);
        float[] weights = new float[inputs * WIDTH];
        kernels.download(product, weights);
        System.arraycopy(weights, 0, into, begin(0), weights.length);
        return into;
    }

    private void encode(Parameters parameters) {
        flat = parameters.toArray();
        FloatMatrix weights = kernels.matrix(WIDTH);
        kernels.upload(flat, begin(0), inputs, weights);
        kernels.multiply(rows, false, weights, false, hidden, false);
        kernels.download(hidden, h);
        for (int i = 0; i < h.length; i++) h[i] = tanh(h[i] + flat[begin(1) + i % WIDTH]);
    }

    /** The answer for a star's first node, before the softmax. */
    private void answer(int[] star) {
        Arrays.fill(mean, 0);
        for (int v : star) FloatLoops.axpy(h, v * WIDTH, 1f / star.length, mean, 0, WIDTH);
        System.arraycopy(flat, begin(3), hop, 0, WIDTH);
        for (int j = 0; j < WIDTH; j++) FloatLoops.axpy(flat, begin(2) + j * WIDTH, mean[j], hop, 0, WIDTH);
        System.arraycopy(flat, begin(5), errors, 0, OUTPUTS);
        for (int j = 0; j < WIDTH; j++) {
            hop[j] = tanh(hop[j]);
            sum[j] = hop[j] + mean[j];
            FloatLoops.axpy(flat, begin(4) + j * OUTPUTS, sum[j], errors, 0, OUTPUTS);
        }
    }

    /** What the loss moves by with each map of a star, and the norms of its gradient by the six arrays. Returns the loss. */
    private double differentiate(int[] star) {
        answer(star);
        int label = data.labels().of(star[0]);
        double most = errors[0], all = 0;
        for (float logit : errors) most = Math.max(most, logit);
        for (float logit : errors) all += Math.exp(logit - most);
        double loss = Math.log(all) + most - errors[label];
        for (int c = 0; c < OUTPUTS; c++) errors[c] = (float) (Math.exp(errors[c] - most) / all) - (c == label ? 1 : 0);
        for (int j = 0; j < WIDTH; j++) {
            forMean[j] = (float) FloatLoops.dot(flat, begin(4) + j * OUTPUTS, errors, 0, OUTPUTS);
            forHop[j] = forMean[j] * (1 - hop[j] * hop[j]);
        }
        for (int j = 0; j < WIDTH; j++)
            forMean[j] += (float) FloatLoops.dot(flat, begin(2) + j * WIDTH, forHop, 0, WIDTH);
        if (forRows.length < star.length * WIDTH) forRows = new float[star.length * WIDTH];
        for (int k = 0; k < star.length; k++)
            for (int j = 0; j < WIDTH; j++) {
                float own = h[star[k] * WIDTH + j];
                forRows[k * WIDTH + j] = forMean[j] / star.length * (1 - own * own);
            }
        norms(star);
        return loss;
    }

    /** {@link Math#tanh} takes four times as long. */
    private static float tanh(double x) {
        return (float) (1 - 2 / (Math.exp(2 * x) + 1));
    }

    private void norms(int[] star) {
        double weights = 0, biases = 0;
        for (int k = 0; k < star.length; k++)
            for (int l = 0; l <= k; l++) {
                double times = (k == l ? 1 : 2) * FloatLoops.exactDot(forRows, k * WIDTH, forRows, l * WIDTH, WIDTH);
                biases += times;
                weights += times * FloatLoops.exactDot(x, star[k] * inputs, x, star[l] * inputs, inputs);
            }
        norms[0] = Math.sqrt(Math.max(0, weights));
        norms[1] = Math.sqrt(Math.max(0, biases));
        norms[3] = length(forHop);
        norms[2] = length(mean) * norms[3];
        norms[5] = length(errors);
        norms[4] = length(sum) * norms[5];
    }

    private static double length(float[] of) {
        return Math.sqrt(FloatLoops.exactDot(of, 0, of, 0, of.length));
    }

    /** The loss at a star, for tests. */
    double loss(Parameters parameters, int[] star) {
        encode(parameters);
        return differentiate(star);
    }

    Network network() {
        return network;
    }

    /** Test nodes read all their neighbours. An answer may name a class that the data do not have. */
    private Scores test(Parameters parameters) {
        encode(parameters);
        Graph graph = allowed();
        int[] nodes = split.nodes(Role.TEST), found = new int[nodes.length];
        for (int e = 0; e < nodes.length; e++) {
            answer(star(nodes[e], graph, Integer.MAX_VALUE));
            for (int c = 1; c < OUTPUTS; c++) if (errors[c] > errors[found[e]]) found[e] = c;
        }
        return Scores.of(wide(data.labels()), nodes, found);
    }

    /** These labels among 40 classes. */
    private static Labels wide(Labels labels) {
        return Labels.single(
                OUTPUTS,
                IntStream.range(0, labels.nodes())
                        .map(v -> labels.isKnown(v) ? labels.of(v) : -1)
                        .toArray());
    }
}
