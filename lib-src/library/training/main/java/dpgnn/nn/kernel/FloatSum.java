package dpgnn.nn.kernel;

import java.util.Arrays;

/** A floating-point sum, in the order in which terms are added. */
public final class FloatSum extends GradientSum {
    public final float[] values;

    public FloatSum(float[] values) {
        this.values = values;
    }

    @Override
    public FloatSum another() {
        return new FloatSum(new float[values.length]);
    }

    @Override
    public void begin(GradientSum whole) {
        Arrays.fill(values, 0f);
    }

    @Override
    public void add(GradientSum other) {
        FloatLoops.axpy(((FloatSum) other).values, 0, 1f, values, 0, values.length);
    }

    @Override
    public void add(float[] gradient, double factor) {
        for (int i = 0; i < gradient.length; i++) values[i] += (float) (factor * gradient[i]);
    }

    @Override
    public void add(ParameterSlot slot, RowSet rows, double[] gradients, double[] factor) {
        double sum = 0;
        for (int e = 0; e < rows.examples; e++)
            for (int r = rows.exampleStart[e]; r < rows.exampleStart[e + 1]; r++) sum += factor[e] * gradients[r];
        values[slot.offset()] += (float) sum;
    }
}
