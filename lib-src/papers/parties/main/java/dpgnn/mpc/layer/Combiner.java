package dpgnn.mpc.layer;

import dpgnn.linear.Matrix;
import java.util.ArrayList;
import java.util.List;

/** Ways in which the server combines the holders' embeddings. */
public enum Combiner {
    /** [e_1; ...; e_P], n x P d. */
    CONCAT,
    /** Their mean. */
    MEAN,
    /** The sum of w_p * e_p entry by entry, each w_p learned from 1/P. */
    REGRESSION;

    int columns(int holders, int width) {
        return this == CONCAT ? holders * width : width;
    }

    List<TrainedMatrix> start(int holders, int width) {
        List<TrainedMatrix> all = new ArrayList<>();
        if (this == REGRESSION)
            for (int p = 0; p < holders; p++)
                all.add(TrainedMatrix.of(Matrix.of(1, width).map(x -> 1.0 / holders)));
        return all;
    }

    Matrix combine(List<Matrix> parts, List<TrainedMatrix> weights) {
        Matrix sum = parts.get(0).copy();
        if (this == CONCAT) {
            for (Matrix part : parts.subList(1, parts.size())) sum = sum.beside(part);
            return sum;
        }
        if (this == REGRESSION) weigh(sum, weights.get(0));
        for (int p = 1; p < parts.size(); p++)
            sum.add(1, this == MEAN ? parts.get(p) : weigh(parts.get(p).copy(), weights.get(p)));
        return this == MEAN ? sum.map(x -> x / parts.size()) : sum;
    }

    /** The derivative by each part; leaves those by the weights in the weights. */
    List<Matrix> split(Matrix gradient, List<Matrix> parts, List<TrainedMatrix> weights) {
        List<Matrix> split = new ArrayList<>();
        int d = parts.get(0).columns();
        for (int p = 0; p < parts.size(); p++)
            switch (this) {
                case CONCAT -> split.add(gradient.slice(p * d, (p + 1) * d));
                case MEAN -> split.add(gradient.map(x -> x / parts.size()));
                case REGRESSION -> {
                    Matrix own = Matrix.of(1, d);
                    for (int i = 0; i < gradient.rows(); i++)
                        for (int j = 0; j < d; j++)
                            own.values()[j] += gradient.get(i, j) * parts.get(p).get(i, j);
                    weights.get(p).gradient(own);
                    split.add(weigh(gradient.copy(), weights.get(p)));
                }
            }
        return split;
    }

    private static Matrix weigh(Matrix m, TrainedMatrix w) {
        double[] factor = w.value().values();
        for (int i = 0; i < m.values().length; i++) m.values()[i] *= factor[i % factor.length];
        return m;
    }
}
