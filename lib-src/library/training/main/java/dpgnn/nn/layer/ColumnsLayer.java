package dpgnn.nn.layer;

import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.Kernels;
import java.util.List;

/** Columns picked out of one matrix, or matrices of the same rows put side by side: products with matrices of zeros and ones. */
final class ColumnsLayer extends Layer {
    private final List<Layer> parts;
    private final int first;
    private FloatMatrix[] places;

    ColumnsLayer(List<Layer> parts, int first, int width) {
        super(width, parts.stream().anyMatch(p -> p.learns));
        this.parts = List.copyOf(parts);
        this.first = first;
    }

    @Override
    public void prepare(Kernels kernels) {
        super.prepare(kernels);
        places = new FloatMatrix[parts.size()];
        int at = -first;
        for (int p = 0; p < places.length; p++) {
            int rows = parts.get(p).width;
            float[] ones = new float[rows * width];
            for (int r = 0; r < rows; r++) if (at + r >= 0 && at + r < width) ones[r * width + at + r] = 1;
            places[p] = kernels.matrix(width);
            kernels.upload(ones, 0, rows, places[p]);
            at += rows;
        }
    }

    @Override
    public void forward(PassContext pass) {
        for (int p = 0; p < places.length; p++)
            pass.kernels().multiply(parts.get(p).out, false, places[p], false, out, p > 0);
    }

    @Override
    public void backward(PassContext pass) {
        for (int p = 0; p < places.length; p++) {
            Layer part = parts.get(p);
            if (part.learns) pass.kernels().multiply(gradient, false, places[p], true, part.gradient, part.begun());
        }
    }
}
