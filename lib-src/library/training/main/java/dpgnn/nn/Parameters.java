package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.graph.NumpyArchive;
import dpgnn.nn.kernel.ParameterSlot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The weights of a model: named arrays in one flat array of floats. */
public final class Parameters {
    private final List<ParameterSlot> slots;
    private final float[] flat;
    /** Copies the values from where they were moved since, or null where they are here. */
    private Consumer<float[]> elsewhere;

    private Parameters(List<ParameterSlot> slots, float[] flat) {
        this.slots = slots;
        this.flat = flat;
    }

    public static Parameters of(List<ParameterSlot> slots, float[] values) {
        Check.given("slots", slots);
        Check.given("values", values);
        return new Parameters(List.copyOf(slots), values.clone());
    }

    public List<ParameterSlot> slots() {
        return slots;
    }

    /** Number of values in all. */
    public int size() {
        return flat.length;
    }

    /** A copy of the array of this name, row by row: rows are inputs, columns outputs. */
    public float[] values(String name) {
        for (ParameterSlot slot : slots)
            if (slot.name().equals(name)) {
                arrive();
                return Arrays.copyOfRange(flat, slot.offset(), slot.offset() + slot.size());
            }
        throw new IllegalArgumentException("there is no parameter " + name + "; there are "
                + slots.stream().map(ParameterSlot::name).toList());
    }

    /** Copies all values into an array of length {@link #size()}. */
    public void read(float[] into) {
        checkSize(into.length);
        arrive();
        System.arraycopy(flat, 0, into, 0, flat.length);
    }

    /** Says that the values were moved elsewhere; they come here when somebody asks for them. */
    void movedElsewhere(Consumer<float[]> fetch) {
        elsewhere = fetch;
    }

    private void arrive() {
        if (elsewhere == null) return;
        float[] values = new float[size()];
        elsewhere.accept(values);
        write(values);
    }

    public float[] toArray() {
        float[] values = new float[size()];
        read(values);
        return values;
    }

    /** The values as an audit reads them. */
    public double[] toDoubles() {
        double[] values = new double[size()];
        int at = 0;
        for (float value : toArray()) values[at++] = value;
        return values;
    }

    /** Replaces all values. */
    public void write(float[] values) {
        checkSize(values.length);
        elsewhere = null;
        System.arraycopy(values, 0, flat, 0, flat.length);
    }

    public Parameters copy() {
        return of(slots, toArray());
    }

    /** All values in order, four bytes each, big-endian. */
    public byte[] save() {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(size(), Float.BYTES));
        bytes.asFloatBuffer().put(toArray());
        return bytes.array();
    }

    /** Writes the arrays with their names to an archive (npz) that {@code numpy.load} reads; rows are inputs, columns outputs. */
    public void writeNumpy(Path file) throws IOException {
        NumpyArchive archive = new NumpyArchive();
        for (ParameterSlot slot : slots) archive.floats(slot.name(), values(slot.name()), slot.rows(), slot.columns());
        archive.write(file);
    }

    /** Takes the values that {@link #save()} gave for a model of the same shape. */
    public void load(byte[] saved) {
        if (saved.length != Float.BYTES * size())
            throw new IllegalArgumentException("saved parameters must have " + Float.BYTES * size() + " bytes, had "
                    + saved.length + ": they are of another model");
        float[] values = new float[size()];
        ByteBuffer.wrap(saved).asFloatBuffer().get(values);
        write(values);
    }

    private void checkSize(int length) {
        if (length != size()) throw new IllegalArgumentException("there must be " + size() + " values, were " + length);
    }
}
