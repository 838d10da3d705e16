package dpgnn.nn.kernel;

/** A row-major float matrix in the memory of a {@link Kernels}; its number of rows changes from step to step. */
public interface FloatMatrix {
    int rows();

    int columns();

    /** Sets the number of rows; contents are undefined afterwards. */
    void resize(int rows);
}
