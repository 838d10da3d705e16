package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.graph.ArraySize;
import dpgnn.graph.Labels;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.layer.BatchLayout;
import dpgnn.nn.layer.Initialiser;
import dpgnn.nn.layer.Layer;
import dpgnn.nn.layer.LinearLayer;
import dpgnn.nn.layer.SelfScaleLayer;
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
    /** How parameters begin and what labels must be, where the network is another library's. */
    private Function<RandomStream, float[]> start;

    private boolean sets;
    /** Refuses a release where the other library's results cannot be repeated. */
    private Runnable repeatable;

    /**
     * A network without operations yet.
     *
     * @param initialiser null where another library says how its parameters begin
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

    /** Fresh parameters. */
    public Parameters initial(RandomStream stream) {
        if (isForeign()) return Parameters.of(slots, start.apply(stream));
        float[] values = new float[size];
        for (ParameterSlot slot : slots)
            if (Float.isNaN(slot.start())) initialiser.fill(values, slot, stream);
            else java.util.Arrays.fill(values, slot.offset(), slot.offset() + slot.size(), slot.start());
        return Parameters.of(slots, values);
    }

    /** Whether it is another library's: it takes one example at a time, and says what it assumes. */
    boolean isForeign() {
        return start != null;
    }

    /** Whether values are dropped in training, by coins that belong to a row's place in the batch. */
    public boolean drops() {
        return operations.stream().anyMatch(Layer::drops);
    }

    /** What is assumed, beside IEEE arithmetic, of what it computes in a release. */
    public List<String> assumptions() {
        return isForeign()
                ? List.of(
                        "It is assumed that ND4J gives the same bits for the same numbers, wherever these lie in memory:"
                                + " the gradients are of a network of Deeplearning4j.")
                : List.of();
    }

    /** Makes it another library's: one layer of these arrays. */
    void foreign(
            String layer,
            List<ParameterSlot> arrays,
            Function<RandomStream, float[]> begins,
            boolean setsOfClasses,
            Runnable isRepeatable) {
        layers.add(layer);
        slots.addAll(arrays);
        for (ParameterSlot slot : arrays) size = Math.addExact(size, slot.size());
        start = begins;
        sets = setsOfClasses;
        repeatable = isRepeatable;
    }

    /** For another library's: refuses labels that its loss is not for, and exact sums where another library runs on a GPU. */
    void require(Labels labels, boolean exact) {
        if (labels.isMulti() != sets)
            throw new IllegalArgumentException(
                    sets
                            ? "the DL4J network has XENT over SIGMOID for sets of classes, and nodes have one class each; take MCXENT over"
                                    + " SOFTMAX"
                            : "the DL4J network has MCXENT over SOFTMAX for one class per node, and nodes have sets of classes; take XENT"
                                    + " over SIGMOID");
        if (exact) repeatable.run();
    }

    <L extends Layer> L add(L operation) {
        operations.add(operation);
        return operation;
    }

    /** A linear map with a bias that counts {@code times} times; a new layer. */
    LinearLayer linear(
            String layer,
            Layer in,
            int width,
            float times,
            Activation activation,
            Function<BatchLayout, RowSet> space) {
        layers.add(layer);
        ParameterSlot weight = slot(layer + ".weight", in.width, width, in.width, false, Float.NaN);
        ParameterSlot bias = slot(layer + ".bias", 1, width, in.width, true, Float.NaN);
        return add(new LinearLayer(in, weight, bias, times, activation, space));
    }

    SelfScaleLayer selfScale(String layer, Layer in, float start, Function<BatchLayout, RowSet> space) {
        layers.add(layer);
        return add(new SelfScaleLayer(in, slot(layer + ".lambda", 1, 1, 1, true, start), space));
    }

    private ParameterSlot slot(String slotName, int rows, int columns, int fanIn, boolean bias, float start) {
        int more = ArraySize.of(slotName, rows, columns);
        ParameterSlot slot = new ParameterSlot(slotName, layers.size() - 1, rows, columns, size, fanIn, bias, start);
        slots.add(slot);
        size = ArraySize.of("all parameters up to " + slotName, 1, (long) size + more);
        return slot;
    }

    /** The same network with memory of its own for its passes. */
    Network fresh() {
        return again.get();
    }

    List<Layer> operations() {
        return operations;
    }
}
