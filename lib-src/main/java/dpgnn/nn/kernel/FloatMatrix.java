package dpgnn.nn.kernel;

/** A row-major float matrix in the memory of a {@link Kernels}; its number of rows changes from step to step. */
public sealed interface FloatMatrix permits HostMatrix, Nd4jMatrix {
    int rows();

    int columns();

    /** Sets the number of rows; contents are undefined afterwards. */
    void resize(int rows);
}
