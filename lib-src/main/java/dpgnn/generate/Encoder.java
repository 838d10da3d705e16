package dpgnn.generate;

import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.random.Stream;
import java.util.List;

/**
 * The variational graph encoder (Kipf and Welling 2016) on one-hot features: mean and log-variance of every node's code. It
 * reads the graph without noise, so that nothing of it may ever be released: no public class lets it out.
 */
final class Encoder {
    private final SparseMatrix propagation;
    private final Parameter first;
    private final Parameter toMean;
    private final Parameter toLogVariance;
    private Matrix hidden;
    private Matrix spread;
    private Matrix noise;
    Matrix mean;
    Matrix logVariance;

    Encoder(Graph graph, int hiddenWidth, int codeWidth, Stream coins) {
        propagation = SoftGraph.normalised(graph);
        first = new Parameter(Matrix.glorot(graph.nodes(), hiddenWidth, coins));
        toMean = new Parameter(Matrix.glorot(hiddenWidth, codeWidth, coins));
        toLogVariance = new Parameter(Matrix.glorot(hiddenWidth, codeWidth, coins));
    }

    List<Parameter> parameters() {
        return List.of(first, toMean, toLogVariance);
    }

    /** Codes mean + exp(logVariance / 2) * noise. */
    Matrix codes(Stream coins) {
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
    double prior() {
        double sum = 0;
        for (int i = 0; i < mean.values().length; i++) {
            double m = mean.values()[i];
            double l = logVariance.values()[i];
            sum -= 1 + l - m * m - Math.exp(l);
        }
        return sum / 2 / mean.rows();
    }

    /** Backward from the codes and from this many times the prior's divergence. */
    void backward(Matrix dz, double priorWeight) {
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
