package dpgnn.dl4j;

import dpgnn.base.Check;
import dpgnn.nn.kernel.ParameterSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.openblas.global.openblas;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.BaseLayer;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.FeedForwardLayer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.conf.layers.misc.FrozenLayer;
import org.deeplearning4j.nn.conf.layers.misc.FrozenLayerWithBackprop;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.CrashReportingUtil;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.lossfunctions.impl.LossBinaryXENT;

/**
 * The layers of a DL4J configuration that {@link Dl4jRules} accepts, with a linear map in place of the output layer, so that they
 * end in logits; and which of their values are learned.
 */
final class Dl4jLayers {
    static {
        // What it would write down after memory ran out is private.
        CrashReportingUtil.crashDumpsEnabled(false);
        // ND4J sets the number of threads of every BLAS when it loads; our own products take one for each worker.
        Nd4j.getBackend();
        openblas.blas_set_num_threads(1);
    }

    private final MultiLayerConfiguration original;
    private final MultiLayerConfiguration linear;
    private final boolean sets;
    private final List<ParameterSlot> slots = new ArrayList<>();
    /** Where each slot begins among all values, frozen ones included. */
    private final List<Integer> places = new ArrayList<>();

    private int size;
    private int all;

    private Dl4jLayers(MultiLayerConfiguration original, MultiLayerConfiguration linear, boolean sets) {
        this.original = original;
        this.linear = linear;
        this.sets = sets;
    }

    static Dl4jLayers of(MultiLayerConfiguration configuration) {
        Check.given("the configuration", configuration);
        Dl4jRules.check(configuration);
        MultiLayerConfiguration linear = configuration.clone();
        NeuralNetConfiguration last = linear.getConf(linear.getConfs().size() - 1);
        OutputLayer output = (OutputLayer) last.getLayer();
        last.setLayer(head(output));
        Dl4jLayers layers = new Dl4jLayers(configuration.clone(), linear, output.getLossFn() instanceof LossBinaryXENT);
        layers.find();
        return layers;
    }

    /** The output layer's linear map alone. */
    private static DenseLayer head(OutputLayer output) {
        DenseLayer head = new DenseLayer.Builder()
                .nIn(output.getNIn())
                .nOut(output.getNOut())
                .hasBias(output.hasBias())
                .activation(Activation.IDENTITY)
                .weightInit(output.getWeightInitFn())
                .biasInit(output.getBiasInit())
                .build();
        head.setLayerName(output.getLayerName());
        head.setIDropout(output.getIDropout());
        head.setIUpdater(output.getIUpdater());
        head.setGradientNormalization(output.getGradientNormalization());
        head.setRegularization(output.getRegularization());
        head.setRegularizationBias(output.getRegularizationBias());
        return head;
    }

    /** Finds the values that are learned, in the order in which DL4J has all of them. */
    private void find() {
        MultiLayerNetwork network = network();
        for (int l = 0; l < network.getnLayers(); l++) {
            Layer layer = linear.getConf(l).getLayer();
            boolean frozen = layer instanceof FrozenLayer || layer instanceof FrozenLayerWithBackprop;
            for (Map.Entry<String, INDArray> array :
                    network.getLayer(l).paramTable(false).entrySet()) {
                int length = Math.toIntExact(array.getValue().length());
                if (!frozen) {
                    slots.add(
                            new ParameterSlot(l + "." + array.getKey(), 0, 1, length, size, length, false, Float.NaN));
                    places.add(all);
                    size = Math.addExact(size, length);
                }
                all = Math.addExact(all, length);
            }
        }
        if (all != network.numParams())
            throw new IllegalArgumentException(
                    "the layers must have the " + network.numParams() + " values of the network, had " + all);
        if (size == 0) throw new IllegalArgumentException("some layer must learn, all were frozen");
    }

    /** A network of its own for each user: it keeps what it last saw. */
    MultiLayerNetwork network() {
        return made(linear.clone());
    }

    /** The network without dropout: DL4J's gradients are right only where it is told that it trains, and then it drops. */
    MultiLayerNetwork withoutDropout() {
        MultiLayerConfiguration calm = linear.clone();
        for (NeuralNetConfiguration conf : calm.getConfs()) Dl4jRules.withoutDropout(conf.getLayer());
        return made(calm);
    }

    private static MultiLayerNetwork made(MultiLayerConfiguration configuration) {
        MultiLayerNetwork network = new MultiLayerNetwork(configuration);
        network.init();
        return network;
    }

    MultiLayerConfiguration original() {
        return original.clone();
    }

    /** The arrays that are learned; each is flat, in DL4J's own order. */
    List<ParameterSlot> slots() {
        return slots;
    }

    /** All values as DL4J draws them from a seed. */
    float[] drawn(long seed) {
        MultiLayerConfiguration seeded = linear.clone();
        for (NeuralNetConfiguration layer : seeded.getConfs()) layer.setSeed(seed);
        return made(seeded).params().toFloatVector();
    }

    /** The learned ones among all values. */
    float[] learned(float[] of) {
        float[] values = new float[size];
        for (int s = 0; s < slots.size(); s++)
            System.arraycopy(
                    of,
                    places.get(s),
                    values,
                    slots.get(s).offset(),
                    slots.get(s).size());
        return values;
    }

    /** Puts learned values to their places among all. */
    void put(float[] learned, float[] into) {
        for (int s = 0; s < slots.size(); s++)
            System.arraycopy(
                    learned,
                    slots.get(s).offset(),
                    into,
                    places.get(s),
                    slots.get(s).size());
    }

    /** Whether nodes have sets of classes rather than one class each. */
    boolean sets() {
        return sets;
    }

    void requireFit(int inputs, int steps, int classes) {
        if (inputs % steps != 0)
            throw new IllegalArgumentException(
                    "a row of " + inputs + " features must fall into " + steps + " equal parts; choose a divisor");
        long outputs =
                ((FeedForwardLayer) linear.getConf(linear.getConfs().size() - 1).getLayer()).getNOut();
        if (outputs != classes)
            throw new IllegalArgumentException(
                    "the output layer must have nOut = " + classes + ", a unit for each class, was " + outputs);
        try {
            network().output(rows(new float[inputs], 1, inputs, steps));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the DL4J network must take rows of " + inputs + " features"
                            + (steps > 1 ? " in " + steps + " steps" : "") + ", and says: " + e.getMessage(),
                    e);
        }
    }

    /** Rows as DL4J takes them: [rows, features], or [rows, features of a part, parts]. */
    static INDArray rows(float[] values, int rows, int inputs, int steps) {
        float[] exactly = values.length == rows * inputs ? values : Arrays.copyOf(values, rows * inputs);
        INDArray made = Nd4j.createFromArray(exactly).reshape('c', rows, inputs);
        return steps == 1
                ? made
                : made.reshape('c', rows, steps, inputs / steps)
                        .permute(0, 2, 1)
                        .dup('f');
    }

    /** The layers in a few words, such as Dense 5, Output 3. */
    String words() {
        List<String> words = new ArrayList<>();
        for (NeuralNetConfiguration conf : original.getConfs()) {
            Layer layer = conf.getLayer();
            String name = layer.getClass().getSimpleName().replaceAll("Layer$", "");
            words.add(
                    layer instanceof FeedForwardLayer f && f instanceof BaseLayer && f.getNOut() > 0
                            ? name + " " + f.getNOut()
                            : name);
        }
        return String.join(", ", words);
    }

    /** Every setting but the seed, of which {@link Dl4jModel} knows what it decides. */
    String settings() {
        MultiLayerConfiguration seedless = original.clone();
        for (NeuralNetConfiguration layer : seedless.getConfs()) layer.setSeed(0);
        return seedless.toJson();
    }
}
