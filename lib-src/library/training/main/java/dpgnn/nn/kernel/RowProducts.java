package dpgnn.nn.kernel;

import java.util.function.Supplier;

/**
 * The innermost loops of message passing and of releases. Both ways do the same operations in the same order, so that no result
 * depends on which of them a machine has. They hold memory of their own: give each thread some.
 */
interface RowProducts {
    /** The fastest that this JVM has: on vectors where it was started with {@code --add-modules jdk.incubator.vector}. */
    static RowProducts found() {
        return Found.fresh("VectorRows", PlainRows::new);
    }

    /** y = y + spread x, on rows of n columns: four entries of a row at a time, then one. */
    void gather(SparseRows sparseRows, float[] x, float[] y, int n);

    /** y = y + transposed spread x: entry by entry. */
    void scatter(SparseRows sparseRows, float[] x, float[] y, int n);

    /**
     * y = y + x w for rows of k numbers and of n. Every number of y takes its products one after another, each by a fused
     * multiplication and addition: what a row comes to depends on the row and on w alone.
     */
    void multiply(float[] x, int rows, int k, float[] w, int n, float[] y);

    /** Adds the products of all rows that wait to the sums. */
    void multiply(WholeProducts waiting);

    /** Writes {@code rint(factor x)} of n numbers to strips, see {@link WholeProducts}; the results are below 2^51. */
    void round(float[] x, int from, int n, double factor, double[] into, int at, int strip);

    /** Looked up once. */
    final class Found {
        private static final boolean VECTORS =
                ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

        private Found() {}

        /** A class of this package that needs the module, or else what needs none. */
        @SuppressWarnings("unchecked")
        static <T> T fresh(String onVectors, Supplier<T> plain) {
            if (!VECTORS) return plain.get();
            try {
                // By name: this class must load where that module is absent.
                return (T) Class.forName("dpgnn.nn.kernel." + onVectors)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("dpgnn.nn.kernel." + onVectors + " is missing from the class path", e);
            }
        }
    }
}
