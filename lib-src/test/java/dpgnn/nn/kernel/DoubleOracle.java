package dpgnn.nn.kernel;

import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.nn.Network;
import dpgnn.nn.Recipe;
import dpgnn.sampling.Batch;
import java.util.ArrayList;
import java.util.List;

/**
 * The same networks written a second time, plainly, in double precision, one example at a time, every gradient formed. Only
 * the loss is written out; gradients are central differences of it, so that no backward pass is shared
 * with, or checked against, itself.
 */
public final class DoubleOracle {
    public enum Family {
        GCN,
        GIN,
        SAGE,
        MLP
    }

    private final Family family;
    private final Recipe recipe;
    private final Network network;
    private final Features features;
    private final Labels labels;

    public DoubleOracle(Family family, Recipe recipe, Network network, Features features, Labels labels) {
        this.family = family;
        this.recipe = recipe;
        this.network = network;
        this.features = features;
        this.labels = labels;
    }

    /** Gradients of all examples, each of the length of the parameters. */
    public double[][] gradients(List<ParameterSlot> slots, double[] at, Batch batch) {
        double[][] gradients = new double[batch.examples()][at.length];
        for (int e = 0; e < batch.examples(); e++)
            for (int i = 0; i < at.length; i++) {
                double h = 1e-5;
                // Richardson: error of order h^4, so that only rounding near 1e-16 / h is left.
                double coarse = difference(slots, at, batch, e, i, 2 * h);
                double fine = difference(slots, at, batch, e, i, h);
                gradients[e][i] = (4 * fine - coarse) / 3;
            }
        return gradients;
    }

    private double difference(List<ParameterSlot> slots, double[] at, Batch batch, int e, int i, double h) {
        double kept = at[i];
        at[i] = kept + h;
        double up = loss(slots, at, batch, e);
        at[i] = kept - h;
        double down = loss(slots, at, batch, e);
        at[i] = kept;
        return (up - down) / (2 * h);
    }

    public double loss(List<ParameterSlot> slots, double[] at, Batch batch, int e) {
        Weights w = new Weights(slots, at);
        int from = batch.exampleStart(e);
        int k = batch.exampleStart(e + 1) - from;
        double[][] x = new double[k][];
        int[][] sources = new int[k][];
        for (int r = 0; r < k; r++) {
            float[] row = new float[features.width()];
            features.copyRow(batch.node(from + r), row, 0);
            x[r] = new double[row.length];
            for (int j = 0; j < row.length; j++) x[r][j] = row[j];
            sources[r] = new int[batch.edgeStart(from + r + 1) - batch.edgeStart(from + r)];
            for (int s = 0; s < sources[r].length; s++)
                sources[r][s] = batch.source(batch.edgeStart(from + r) + s) - from;
        }
        double[][] logits =
                switch (recipe.form()) {
                    case PLAIN -> plain(w, x, sources);
                    case STANDARDISED -> standardised(w, x);
                    case ENCODED -> encoded(w, x, sources);
                };
        double sum = 0;
        int targets = batch.targetStart(e + 1) - batch.targetStart(e);
        for (int t = batch.targetStart(e); t < batch.targetStart(e + 1); t++) {
            double[] z = logits[batch.target(t) - from].clone();
            if (recipe.normaliseLogits()) {
                double norm = Math.sqrt(square(z));
                for (int c = 0; c < z.length; c++) z[c] /= norm;
            }
            sum += lossOf(z, batch.node(batch.target(t)));
        }
        return sum / targets;
    }

    private double lossOf(double[] z, int node) {
        if (!labels.isMulti()) {
            double total = 0;
            for (double v : z) total += Math.exp(v);
            return Math.log(total) - z[labels.of(node)];
        }
        double sum = 0;
        for (int c = 0; c < z.length; c++) {
            double p = 1 / (1 + Math.exp(-z[c]));
            sum -= labels.has(node, c) ? Math.log(p) : Math.log(1 - p);
        }
        return sum / z.length;
    }

    private double[][] plain(Weights w, double[][] x, int[][] sources) {
        double[][] h = x;
        for (int k = 1; k <= recipe.hops(); k++) {
            boolean last = recipe.direct() && k == recipe.hops();
            h = w.linear("conv" + k, aggregated(w, h, sources, k), 1, last ? Activation.IDENTITY : recipe.activation());
        }
        for (int k = 1; k <= recipe.dense(); k++) h = w.linear("dense" + k, h, 1, recipe.activation());
        return recipe.direct() ? h : w.linear("classes", h, 1, Activation.IDENTITY);
    }

    private double[][] aggregated(Weights w, double[][] h, int[][] sources, int layer) {
        double[][] out = new double[h.length][h[0].length];
        for (int r = 0; r < h.length; r++)
            for (int j = 0; j < h[0].length; j++) {
                double self = h[r][j];
                double sum = 0;
                for (int s : sources[r])
                    sum += family == Family.GCN
                            ? h[s][j] / Math.sqrt((1.0 + sources[r].length) * (1.0 + sources[s].length))
                            : h[s][j];
                out[r][j] = switch (family) {
                    case GCN -> sum + self / (1.0 + sources[r].length);
                    case GIN -> sum + (1 + w.get("self" + layer + ".lambda")[0]) * self;
                    case SAGE -> (sum + self) / (1 + sources[r].length);
                    case MLP -> self;
                };
            }
        return out;
    }

    private double[][] standardised(Weights w, double[][] x) {
        int k = x.length;
        int d = x[0].length;
        double[][] a = new double[1][d];
        for (double[] row : x) for (int j = 0; j < d; j++) a[0][j] += family == Family.GIN ? row[j] : row[j] / k;
        for (int j = 0; j < d; j++) a[0][j] = act(Activation.ELU, a[0][j]);
        a = standardise(a);
        for (int j = 0; j < d; j++) a[0][j] = act(Activation.ELU, a[0][j]);
        boolean padded = recipe.width() > d;
        double[][] u = new double[k][];
        for (int r = 0; r < k; r++) {
            double[] v = a[0].clone();
            if (family == Family.GIN) for (int j = 0; j < d; j++) v[j] += (1 + w.get("self1.lambda")[0]) * x[r][j];
            u[r] = w.linear("conv1", new double[][] {v}, 1, Activation.IDENTITY)[0];
            if (family == Family.SAGE) {
                double[] own = w.linear("own1", new double[][] {x[r]}, 1, Activation.IDENTITY)[0];
                for (int j = 0; j < own.length; j++) u[r][j] += own[j];
            }
            double[] residual = padded ? x[r] : w.linear("conv1", new double[][] {x[r]}, 1, Activation.IDENTITY)[0];
            for (int j = 0; j < residual.length; j++) u[r][j] += residual[j];
            for (int j = 0; j < u[r].length; j++) u[r][j] = act(Activation.ELU, u[r][j]);
        }
        return w.linear("classes", standardise(u), 1, Activation.IDENTITY);
    }

    private double[][] encoded(Weights w, double[][] x, int[][] sources) {
        double[][] h = w.linear("encoder", x, 1, recipe.activation());
        double[][] mean = new double[h.length][h[0].length];
        for (int r = 0; r < h.length; r++)
            for (int j = 0; j < h[0].length; j++) {
                mean[r][j] = h[r][j];
                for (int s : sources[r]) mean[r][j] += h[s][j];
                mean[r][j] /= 1 + sources[r].length;
            }
        double[][] hop = w.linear("conv1", mean, 1, recipe.activation());
        for (int r = 0; r < h.length; r++) for (int j = 0; j < hop[r].length; j++) hop[r][j] += h[r][j];
        return w.linear("classes", hop, 1, Activation.IDENTITY);
    }

    private static double[][] standardise(double[][] v) {
        int n = v.length * v[0].length;
        double mean = 0;
        for (double[] row : v) for (double value : row) mean += value / n;
        double squares = 0;
        for (double[] row : v) for (double value : row) squares += (value - mean) * (value - mean);
        double deviation = Math.sqrt(squares / (n - 1));
        double[][] out = new double[v.length][v[0].length];
        for (int r = 0; r < v.length; r++)
            for (int j = 0; j < v[0].length; j++) out[r][j] = (v[r][j] - mean) / (deviation + 1e-6);
        return out;
    }

    private static double act(Activation activation, double x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU -> Math.max(x, 0);
            case ELU -> x > 0 ? x : Math.exp(x) - 1;
            case SELU -> 1.0507009873554805 * (x > 0 ? x : 1.6732632423543772 * (Math.exp(x) - 1));
            case TANH -> Math.tanh(x);
        };
    }

    public static double square(double[] v) {
        double sum = 0;
        for (double x : v) sum += x * x;
        return sum;
    }

    /** Each example's gradient clipped to one threshold, or layer by layer, and summed. */
    public double[] clippedSum(List<ParameterSlot> slots, double[][] gradients, double[] thresholds) {
        double[] sum = new double[network.size()];
        for (double[] g : gradients)
            for (int l = 0; l < thresholds.length; l++) {
                List<ParameterSlot> group = new ArrayList<>();
                for (ParameterSlot slot : slots) if (thresholds.length == 1 || slot.layer() == l) group.add(slot);
                double square = 0;
                for (ParameterSlot slot : group)
                    for (int i = slot.offset(); i < slot.offset() + slot.size(); i++) square += g[i] * g[i];
                double factor = Math.min(1, thresholds[l] / Math.sqrt(square));
                for (ParameterSlot slot : group)
                    for (int i = slot.offset(); i < slot.offset() + slot.size(); i++) sum[i] += factor * g[i];
            }
        return sum;
    }

    private record Weights(List<ParameterSlot> slots, double[] at) {
        double[] get(String name) {
            ParameterSlot slot = slot(name);
            return java.util.Arrays.copyOfRange(at, slot.offset(), slot.offset() + slot.size());
        }

        private ParameterSlot slot(String name) {
            return slots.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
        }

        double[][] linear(String layer, double[][] in, double times, Activation activation) {
            ParameterSlot weight = slot(layer + ".weight");
            ParameterSlot bias = slot(layer + ".bias");
            double[][] out = new double[in.length][weight.columns()];
            for (int r = 0; r < in.length; r++)
                for (int c = 0; c < weight.columns(); c++) {
                    double sum = times * at[bias.offset() + c];
                    for (int j = 0; j < weight.rows(); j++)
                        sum += in[r][j] * at[weight.offset() + j * weight.columns() + c];
                    out[r][c] = act(activation, sum);
                }
            return out;
        }
    }
}
