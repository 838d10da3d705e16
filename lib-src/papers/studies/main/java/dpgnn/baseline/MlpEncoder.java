package dpgnn.baseline;

import dpgnn.graph.ArraySize;
import dpgnn.graph.Features;
import dpgnn.graph.SparseFeatures;
import dpgnn.nn.Mlp;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.FloatLoops;

/** Encodes each row of features by the last hidden layer of a perceptron that was trained as a classifier. */
final class MlpEncoder {
    private MlpEncoder() {}

    /** The hidden units of each row; large features may give what is not finite. */
    static float[] values(Mlp model, Parameters parameters, Features features) {
        Recipe recipe = model.recipe();
        if (recipe.dense() < 1)
            throw new IllegalArgumentException("an encoder must have a hidden layer, dense was " + recipe.dense());
        float[] rows = null;
        for (int layer = 1; layer <= recipe.dense(); layer++)
            rows = mapped(parameters, "dense" + layer, recipe.activation(), features, rows);
        return rows;
    }

    /** act(x W + b) by the map of this name in any network. */
    static float[] mapped(Parameters parameters, String map, Activation activation, Features features) {
        return mapped(parameters, map, activation, features, null);
    }

    /** Of x that is the features in the first layer, and what the last one gave afterwards. */
    private static float[] mapped(
            Parameters parameters, String map, Activation activation, Features features, float[] before) {
        float[] weight = parameters.values(map + ".weight"), bias = parameters.values(map + ".bias");
        int width = bias.length;
        float[] out = new float[ArraySize.of("hidden units", features.rows(), width)];
        float[] row = new float[weight.length / width];
        for (int r = 0; r < features.rows(); r++) {
            int at = r * width;
            System.arraycopy(bias, 0, out, at, width);
            if (before == null && features instanceof SparseFeatures bag) {
                for (long k = bag.rowStart(r); k < bag.rowStart(r + 1); k++)
                    FloatLoops.axpy(weight, bag.column(k) * width, bag.value(k), out, at, width);
            } else {
                if (before == null) features.copyRow(r, row, 0);
                else System.arraycopy(before, r * row.length, row, 0, row.length);
                for (int i = 0; i < row.length; i++)
                    if (row[i] != 0) FloatLoops.axpy(weight, i * width, row[i], out, at, width);
            }
            for (int c = at; c < at + width; c++) out[c] = activation.apply(out[c]);
        }
        return out;
    }
}
