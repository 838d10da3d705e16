package dpgnn.nn.kernel;

/**
 * Products of a {@link SparseRows} with rows of floats, the innermost loops of message passing. Both ways do the same operations in
 * the same order, so that no result depends on which of them a machine has.
 */
interface RowProducts {
    /** The fastest that this JVM has: on vectors where it was started with {@code --add-modules jdk.incubator.vector}. */
    static RowProducts found() {
        return Found.ROWS;
    }

    /** y = y + spread x, on rows of n columns: four entries of a row at a time, then one. */
    void gather(SparseRows spread, float[] x, float[] y, int n);

    /** y = y + transposed spread x: entry by entry. */
    void scatter(SparseRows spread, float[] x, float[] y, int n);

    /** Looked up once. */
    final class Found {
        private static final RowProducts ROWS = look();

        private Found() {}

        private static RowProducts look() {
            if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) return new PlainRows();
            try {
                // By name: this class must load where that module is absent.
                return (RowProducts) Class.forName("dpgnn.nn.kernel.VectorRows")
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("dpgnn.nn.kernel.VectorRows is missing from the class path", e);
            }
        }
    }
}
