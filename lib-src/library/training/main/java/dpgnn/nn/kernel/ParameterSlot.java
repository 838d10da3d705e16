package dpgnn.nn.kernel;

/**
 * One named array among the parameters.
 *
 * @param layer number of the layer that the array belongs to; a layer's weight and bias share it
 * @param offset where it begins in the flat buffer
 * @param fanIn inputs of the map that it belongs to
 * @param start the value that it begins with, or NaN when an {@code Initialiser} decides
 */
public record ParameterSlot(
        String name, int layer, int rows, int columns, int offset, int fanIn, boolean bias, float start) {
    public int size() {
        return rows * columns;
    }

    /** This slot at a place of another buffer. */
    public ParameterSlot at(int place) {
        return new ParameterSlot(name, layer, rows, columns, place, fanIn, bias, start);
    }
}
