package dpgnn.nn.layer;

import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.SparseRows;
import java.util.List;

/** The gradients of a linear map in floating point: norms without the gradients, then one product for all examples. */
final class FloatGradient implements LinearGradient {
    private final LinearLayer of;
    private final FloatMatrix weightGradient;
    private final FloatMatrix biasGradient;
    /** Between the two factors of compressed features. */
    private final FloatMatrix between;

    /** Whether the batch is one example, whose norm needs its gradient already. */
    private boolean one;

    FloatGradient(LinearLayer of, Kernels kernels) {
        this.of = of;
        weightGradient = kernels.matrix(of.width);
        biasGradient = kernels.matrix(of.width);
        between = kernels.matrix(of.width);
    }

    @Override
    public boolean formed() {
        return one;
    }

    @Override
    public void addSquaredNorms(PassContext pass, RowSet rows, double[] squared) {
        one = pass.part().first() && pass.part().last() && rows.examples == 1;
        if (one) squared[0] += squaredNormOfOne(pass.kernels());
        else if (of.factors().isEmpty())
            pass.kernels().addSquaredNorms(of.in.out, of.gradient, of.times, rows, squared);
        else pass.kernels().addSquaredNorms(of.factors().get(0), of.gradient, of.times, rows, squared);
    }

    /** A sum of one example has one gradient, and that is formed anyway. */
    private double squaredNormOfOne(Kernels kernels) {
        double sum = 0;
        for (ParameterSlot slot : of.slots()) {
            form(kernels, slot, false);
            sum += kernels.squaredNorm(formed(slot));
        }
        return sum;
    }

    @Override
    public void add(PassContext pass, RowSet rows, double[] factor, GradientSum into) {
        Kernels kernels = pass.kernels();
        if (one && factor[0] == 0) return;
        if (!one) kernels.scale(of.gradient, rows, factor);
        for (ParameterSlot slot : of.slots()) {
            if (!one) form(kernels, slot, !pass.part().first());
            if (pass.part().last()) kernels.addTo(into, slot, formed(slot), one ? (float) factor[0] : 1f);
        }
    }

    /** The weights' gradient = the transposed features times the signal, from the first factor to the last. */
    private void spreadBack(Kernels kernels, List<SparseRows> factors, boolean accumulate) {
        List<SparseRows> turned = ((InputLayer) of.in).turned();
        int last = factors.size() - 1;
        if (last == 1) turn(kernels, factors, turned, 0, of.gradient, between, false);
        turn(kernels, factors, turned, last, last == 1 ? between : of.gradient, weightGradient, accumulate);
    }

    private static void turn(
            Kernels kernels,
            List<SparseRows> factors,
            List<SparseRows> turned,
            int k,
            FloatMatrix from,
            FloatMatrix to,
            boolean add) {
        if (turned.isEmpty()) kernels.spreadBack(factors.get(k), from, to, add);
        else kernels.spread(turned.get(k), from, to, add);
    }

    private void form(Kernels kernels, ParameterSlot slot, boolean accumulate) {
        if (slot == of.biasSlot) kernels.columnSums(of.gradient, of.times, biasGradient, accumulate);
        else if (!of.factors().isEmpty()) spreadBack(kernels, of.factors(), accumulate);
        else kernels.multiply(of.in.out, true, of.gradient, false, weightGradient, accumulate);
    }

    private FloatMatrix formed(ParameterSlot slot) {
        return slot == of.biasSlot ? biasGradient : weightGradient;
    }
}
