package dpgnn.nn;

/** A matrix in a Java array. */
final class HostMatrix implements Matrix {
    final int columns;
    int rows;
    float[] data = new float[16];

    HostMatrix(int columns) {
        this.columns = columns;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public void resize(int newRows) {
        data = Grow.to(data, Math.multiplyExact(newRows, columns));
        rows = newRows;
    }
}
