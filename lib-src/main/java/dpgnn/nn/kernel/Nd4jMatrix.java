package dpgnn.nn.kernel;

import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/** A matrix that is the first rows of an ND4J array, which only ever grows. */
final class Nd4jMatrix implements FloatMatrix {
    final int columns;
    int rows;
    private INDArray memory;
    private INDArray view;

    Nd4jMatrix(int columns) {
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
        if (memory == null || memory.rows() < newRows) {
            int capacity = Math.max(newRows, memory == null ? 1 : memory.rows() + (memory.rows() >> 1));
            memory = Nd4j.create(DataType.FLOAT, new long[] {capacity, columns}, 'c');
            view = null;
        }
        if (view != null && view.rows() == newRows) {
            rows = newRows;
            return;
        }
        rows = newRows;
        view = newRows == 0 ? null : first(newRows);
    }

    /** The rows as an array; there must be some. */
    INDArray array() {
        return view;
    }

    private INDArray first(int count) {
        return memory.get(NDArrayIndex.interval(0, count), NDArrayIndex.all());
    }
}
