package dpgnn.generate.net;

import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * The variational graph encoder (Kipf and Welling 2016) on one-hot features: mean and log-variance of every node's code. It
 * reads the graph without noise, so it must never be released: no training gives it out.
 */
public final class GraphEncoder {
    private final SparseMatrix propagation;
    private final NetParameter first;
    private final NetParameter toMean;
    private final NetParameter toLogVariance;
    private Matrix hidden;
    private Matrix spread;
    private Matrix noise;
    Matrix mean;
    Matrix logVariance;

    public GraphEncoder(Graph graph, int hiddenWidth, int codeWidth, RandomStream coins) {
        propagation = SoftGraph.normalised(graph);
        first = new NetParameter(Matrix.glorot(graph.nodes(), hiddenWidth, coins));
        toMean = new NetParameter(Matrix.glorot(hiddenWidth, codeWidth, coins));
        toLogVariance = new NetParameter(Matrix.glorot(hiddenWidth, codeWidth, coins));
    }

    public List<NetParameter> parameters() {
        return List.of(first, toMean, toLogVariance);
    }

    /** Codes mean + exp(logVariance / 2) * noise. */
    public Matrix codes(RandomStream coins) {
        hidden = propagation.times(first.value).relu();
        mean = propagation.times(hidden.timesInOrder(toMean.value));
        logVariance = propagation.times(hidden.timesInOrder(toLogVariance.value));
        noise = Matrix.normal(mean.rows(), mean.columns(), coins);
        spread = Matrix.of(mean.rows(), mean.columns());
        Matrix z = mean.copy();
        for (int i = 0; i < z.values().length; i++) {
            spread.values()[i] = Math.exp(logVariance.values()[i] / 2) * noise.values()[i];
            z.values()[i] += spread.values()[i];
        }
        return z;
    }

    /** Kullback-Leibler divergence of the codes from the prior, per node. */
    public double prior() {
        double sum = 0;
        for (int i = 0; i < mean.values().length; i++) {
            double m = mean.values()[i];
            double l = logVariance.values()[i];
            sum -= 1 + l - m * m - Math.exp(l);
        }
        return sum / 2 / mean.rows();
    }

    /** Backward from the codes and from this many times the prior's divergence. */
    public void backward(Matrix dz, double priorWeight) {
        Matrix dMean = dz.copy();
        Matrix dLog = Matrix.of(dz.rows(), dz.columns());
        double share = priorWeight / mean.rows();
        for (int i = 0; i < dz.values().length; i++) {
            dMean.values()[i] += share * mean.values()[i];
            dLog.values()[i] = dz.values()[i] * spread.values()[i] / 2
                    + share * (Math.exp(logVariance.values()[i]) - 1) / 2;
        }
        Matrix backMean = propagation.times(dMean);
        Matrix backLog = propagation.times(dLog);
        toMean.gradient.add(hidden.transposeTimesInOrder(backMean));
        toLogVariance.gradient.add(hidden.transposeTimesInOrder(backLog));
        Matrix dHidden =
                backMean.timesTransposeInOrder(toMean.value).add(backLog.timesTransposeInOrder(toLogVariance.value));
        first.gradient.add(propagation.times(dHidden.where(hidden)));
    }
}
