package dpgnn.nn;

import java.util.List;

/** Columns picked out of one matrix, or matrices of the same rows put side by side: products with matrices of zeros and ones. */
final class Join extends Node {
    private final List<Node> parts;
    private final int first;
    private Matrix[] places;

    private Join(List<Node> parts, int first, int width) {
        super(width, parts.stream().anyMatch(p -> p.learns));
        this.parts = List.copyOf(parts);
        this.first = first;
    }

    /** The columns {@code first .. first + width} of a matrix. */
    static Join columns(Node of, int first, int width) {
        return new Join(List.of(of), first, width);
    }

    /** All columns of all parts, in order. */
    static Join sideBySide(List<Node> parts) {
        return new Join(parts, 0, parts.stream().mapToInt(p -> p.width).sum());
    }

    @Override
    void prepare(Kernels kernels) {
        super.prepare(kernels);
        places = new Matrix[parts.size()];
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
    void forward(Pass pass) {
        for (int p = 0; p < places.length; p++)
            pass.kernels().multiply(parts.get(p).out, false, places[p], false, out, p > 0);
    }

    @Override
    void backward(Pass pass) {
        for (int p = 0; p < places.length; p++) {
            Node part = parts.get(p);
            if (part.learns) pass.kernels().multiply(gradient, false, places[p], true, part.gradient, part.begun());
        }
    }
}
