package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.kernel.ParameterSlot;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.concurrency.AffinityManager.Location;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/** The weights of a model: named ND4J arrays that are views of one flat float array. */
public final class Parameters {
    private final List<ParameterSlot> slots;
    private final INDArray flat;
    /** Copies the values from where they were moved since, or null where they are here. */
    private Consumer<float[]> elsewhere;

    private Parameters(List<ParameterSlot> slots, INDArray flat) {
        this.slots = slots;
        this.flat = flat;
    }

    public static Parameters of(List<ParameterSlot> slots, float[] values) {
        Check.given("slots", slots);
        Check.given("values", values);
        Parameters made = new Parameters(List.copyOf(slots), Nd4j.create(DataType.FLOAT, values.length));
        made.write(values);
        return made;
    }

    public List<ParameterSlot> slots() {
        return slots;
    }

    /** Number of values in all. */
    public int size() {
        return (int) flat.length();
    }

    /** All values; a change shows in every view. */
    public INDArray flat() {
        arrive();
        return flat;
    }

    /** The array of this name, as a view: rows are inputs, columns outputs. */
    public INDArray get(String name) {
        arrive();
        for (ParameterSlot slot : slots)
            if (slot.name().equals(name))
                return flat.get(NDArrayIndex.interval(slot.offset(), slot.offset() + slot.size()))
                        .reshape('c', slot.rows(), slot.columns());
        throw new IllegalArgumentException("there is no parameter " + name + "; there are "
                + slots.stream().map(ParameterSlot::name).toList());
    }

    /** Copies all values into an array of length {@link #size()}. */
    public void read(float[] into) {
        checkSize(into.length);
        arrive();
        host().get(into);
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

    /** Replaces all values. */
    public void write(float[] values) {
        checkSize(values.length);
        elsewhere = null;
        host().put(values);
        Nd4j.getAffinityManager().tagLocation(flat, Location.HOST);
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

    /** Takes the values that {@link #save()} gave for a model of the same shape. */
    public void load(byte[] saved) {
        if (saved.length != Float.BYTES * size())
            throw new IllegalArgumentException("saved parameters must have " + Float.BYTES * size() + " bytes, had "
                    + saved.length + ": they are of another model");
        float[] values = new float[size()];
        ByteBuffer.wrap(saved).asFloatBuffer().get(values);
        write(values);
    }

    private FloatBuffer host() {
        Nd4j.getAffinityManager().ensureLocation(flat, Location.HOST);
        FloatBuffer buffer = flat.data().asNioFloat();
        buffer.clear();
        return buffer;
    }

    private void checkSize(int length) {
        if (length != size()) throw new IllegalArgumentException("there must be " + size() + " values, were " + length);
    }
}
