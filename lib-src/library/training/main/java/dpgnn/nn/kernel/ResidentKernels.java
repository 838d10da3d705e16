package dpgnn.nn.kernel;

import dpgnn.graph.Features;

/** Kernels of a device that has a memory of its own: data, parameters and sums may stay there from step to step. */
public interface ResidentKernels extends Kernels {
    /** About how many bytes these features take there. */
    long bytes(Features features);

    /** How many numbers a product takes beside its result, which is cut along the terms of its sums. */
    long parts(int m, int n, int k);

    /** Parameters that are moved where these kernels run. */
    ResidentParameters parameters(int size);

    /** Kernels whose sums are exact, number for number those of the host. */
    interface Exact extends ResidentKernels {
        /** Dot products of pairs of rows, each in the order of {@link FloatLoops#exactDot}. */
        void dots(FloatMatrix x, int[] a, int[] b, int pairs, double[] into);

        /** An empty sum of whole numbers. */
        Totals totals(int size);

        /** The values of a matrix, until the next call. */
        float[] content(FloatMatrix m);
    }

    /** A sum of whole numbers on a device: the outer products of the rows of two matrices, made whole numbers. */
    interface Totals {
        /** Takes a row of both matrices, and what makes each a row of whole numbers. */
        void add(int row, double shrinkBy, double growBy);

        /** Forgets what waits and what was added. */
        void forget();

        /** Adds the waiting rows; sums of their products must be below 2^53. */
        void flush(FloatMatrix x, FloatMatrix y, int columns, float constant);

        /** What was added; it begins anew. */
        long[] take();
    }
}
