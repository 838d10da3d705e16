package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.graph.ArraySize;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.layer.Aggregation;
import dpgnn.nn.layer.BatchLayout;
import dpgnn.nn.layer.Initialiser;
import dpgnn.nn.layer.Layer;
import dpgnn.nn.layer.LinearLayer;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A model for given numbers of inputs and classes: its operations in the order of the forward pass, and its parameters. */
public final class Network {
    private final String name;
    private final int inputs;
    private final int classes;
    private final int hops;
    private final Initialiser initialiser;
    private final Supplier<Network> again;
    private final List<Layer> operations = new ArrayList<>();
    private final List<ParameterSlot> slots = new ArrayList<>();
    private final List<String> layers = new ArrayList<>();
    private int size;
    /** Null where the network is ours. */
    private ForeignNetwork foreign;

    /**
     * A network without operations yet.
     *
     * @param initialiser null for another library's network
     * @param again makes the same network anew, for another worker
     */
    Network(String name, int inputs, int classes, int hops, Initialiser initialiser, Supplier<Network> again) {
        this.name = Check.given("name", name);
        this.inputs = Check.atLeast("inputs", inputs, 1);
        this.classes = Check.atLeast("classes", classes, 1);
        this.hops = hops;
        this.initialiser = initialiser;
        this.again = Check.given("again", again);
    }

    @Override
    public String toString() {
        return name + ": " + inputs + " features, " + classes + " classes, " + hops + " hops, " + size + " parameters";
    }

    /**
     * A network of another library on an aggregate of a node and its neighbours within the example.
     *
     * @param how a fixed linear map; SELF for the node's own row
     */
    public static Network of(String name, int inputs, int classes, Aggregation how, ForeignNetwork foreign) {
        int hops = Check.given("how", how) == Aggregation.SELF ? 0 : 1;
        Network network = new Network(name, inputs, classes, hops, null, () -> of(name, inputs, classes, how, foreign));
        network.foreign = Check.given("foreign", foreign);
        network.layers.add(foreign.library());
        network.slots.addAll(foreign.slots());
        for (ParameterSlot slot : network.slots) network.size = Math.addExact(network.size, slot.size());
        Layer rows = network.add(Layer.input(inputs, false, (l, s) -> l.fromNodes(how, l.reach(0), s)));
        network.add(foreign.operation(rows));
        return network;
    }

    public String name() {
        return name;
    }

    public int inputs() {
        return inputs;
    }

    public int classes() {
        return classes;
    }

    /** How far from a target the network reads. */
    public int hops() {
        return hops;
    }

    /** Names of the layers, in the order in which thresholds of a clipping by layer are given. */
    public List<String> layers() {
        return List.copyOf(layers);
    }

    /** Number of parameters. */
    public int size() {
        return size;
    }

    /** Names, shapes and places of the parameters. */
    public List<ParameterSlot> slots() {
        return List.copyOf(slots);
    }

    /** Fresh parameters. */
    public Parameters initial(RandomStream stream) {
        if (foreign != null) return Parameters.of(slots, foreign.start(stream));
        float[] values = new float[size];
        for (ParameterSlot slot : slots)
            if (Float.isNaN(slot.start())) initialiser.fill(values, slot, stream);
            else java.util.Arrays.fill(values, slot.offset(), slot.offset() + slot.size(), slot.start());
        return Parameters.of(slots, values);
    }

    /** The other library's network, which takes one example at a time; null where the network is ours. */
    ForeignNetwork foreign() {
        return foreign;
    }

    /** Whether values are dropped in training, by coins that belong to a row's place in the batch. */
    public boolean drops() {
        return operations.stream().anyMatch(Layer::drops);
    }

    /** What is assumed, beside IEEE arithmetic, of what it computes in a release. */
    public List<String> assumptions() {
        return foreign == null ? List.of() : foreign.assumptions();
    }

    <L extends Layer> L add(L operation) {
        operations.add(operation);
        return operation;
    }

    /** A linear map with a bias that counts {@code times} times, and has none where that is 0; a new layer. */
    LinearLayer linear(
            String layer,
            Layer in,
            int width,
            float times,
            Activation activation,
            Function<BatchLayout, RowSet> space) {
        layers.add(layer);
        ParameterSlot weight = slot(layer + ".weight", in.width, width, in.width, false, Float.NaN);
        ParameterSlot bias = times == 0 ? null : slot(layer + ".bias", 1, width, in.width, true, Float.NaN);
        return add(new LinearLayer(in, weight, bias, times, activation, space));
    }

    Layer selfScale(String layer, Layer in, float start, Function<BatchLayout, RowSet> space) {
        layers.add(layer);
        return add(Layer.selfScaled(in, slot(layer + ".lambda", 1, 1, 1, true, start), space));
    }

    private ParameterSlot slot(String slotName, int rows, int columns, int fanIn, boolean bias, float start) {
        int more = ArraySize.of(slotName, rows, columns);
        ParameterSlot slot = new ParameterSlot(slotName, layers.size() - 1, rows, columns, size, fanIn, bias, start);
        slots.add(slot);
        size = ArraySize.of("all parameters up to " + slotName, 1, (long) size + more);
        return slot;
    }

    /** This network with memory of its own for its passes. */
    Network fresh() {
        return again.get();
    }

    List<Layer> operations() {
        return operations;
    }
}
