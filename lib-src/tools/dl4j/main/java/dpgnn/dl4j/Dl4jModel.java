package dpgnn.dl4j;

import dpgnn.base.Check;
import dpgnn.base.Sha256;
import dpgnn.graph.Labels;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.ForeignNetwork;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.layer.Aggregation;
import dpgnn.nn.layer.Layer;
import dpgnn.random.RandomStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A network of Deeplearning4j on a node's own row of features, or on an aggregated one, trained by the same plans as ours.
 *
 * <pre>{@code
 * var model = Dl4jModel.of(configuration).over(Aggregation.MEAN);
 * var trained = plan.experiment(model, 7).train(view);
 * MultiLayerNetwork network = model.trained(trained.parameters());
 * }</pre>
 *
 * <p><b>Guarantee.</b> That of {@link ExampleGradients}. Examples go through the network one at a time, and the network keeps
 * no state from one to the next, so that a gradient is a function of its example, the parameters and, with dropout, coins
 * that are drawn for the example. It is formed, clipped as a whole (the network is one layer of a clip) and added like any
 * other. Layers that read across a batch or keep state from it are refused by name. How many examples a protected unit
 * changes depends on the sampler, whatever the network. A training assumes that ND4J's operations give the same bits for the
 * same numbers wherever these lie in memory: its verdict is GIVEN at best, and a release needs a CPU.
 *
 * <p>The trainer's optimiser takes the steps: the configuration's own updater is ignored. Any other setting that would change
 * a gradient or the weights without the trainer (l1, l2, weight decay, gradient normalisation, constraints, weight noise) is
 * refused. The loss is ours, cross-entropy: over softmax as in DL4J, over sigmoids its mean over the classes where DL4J takes
 * the sum. Frozen layers keep their values, and no noise is added to them.
 *
 * <p>Proof: docs/proofs.md, lemma 50.
 */
public final class Dl4jModel implements Model {
    private final Dl4jLayers layers;
    private final Aggregation how;
    private final int steps;
    /** All values of the network to begin with, where it was trained before; else those of frozen layers alone count. */
    private final float[] start;

    private final boolean begun;

    private Dl4jModel(Dl4jLayers layers, Aggregation how, int steps, float[] start, boolean begun) {
        this.layers = layers;
        this.how = how;
        this.steps = steps;
        this.start = start;
        this.begun = begun;
    }

    /** With fresh weights; where layers are frozen, their values come from the configuration's own seed. */
    public static Dl4jModel of(MultiLayerConfiguration configuration) {
        Dl4jLayers layers = Dl4jLayers.of(configuration);
        return new Dl4jModel(
                layers, Aggregation.SELF, 1, layers.network().params().toFloatVector(), false);
    }

    /**
     * Training goes on from the weights of this network. Nothing is guaranteed to those whose data these were learned from: take them from
     * public data.
     */
    public static Dl4jModel of(MultiLayerNetwork network) {
        Check.given("network", network);
        Dl4jLayers layers = Dl4jLayers.of(network.getLayerWiseConfigurations());
        return new Dl4jModel(layers, Aggregation.SELF, 1, network.params().toFloatVector(), true);
    }

    /** On this aggregate of a node and its neighbours within the example, a fixed linear map; without it on its own row. */
    public Dl4jModel over(Aggregation aggregation) {
        return new Dl4jModel(layers, aggregation, steps, start, begun);
    }

    /** For networks that begin with a recurrent layer: a row is so many equally wide parts, one for each step in time. */
    public Dl4jModel sequence(int parts) {
        Check.atLeast("parts", parts, 1);
        return new Dl4jModel(layers, how, parts, start, begun);
    }

    @Override
    public String name() {
        return "Dl4j[" + how + (steps > 1 ? ", " + steps + " steps" : "") + ", " + layers.words() + ", " + hash() + "]";
    }

    /** Of what the words leave out: every setting, and the values that training does not choose. */
    private String hash() {
        MessageDigest digest = Sha256.digest();
        digest.update(layers.settings().getBytes(StandardCharsets.UTF_8));
        float[] fixed = start.clone();
        if (!begun) layers.put(new float[layers.learned(start).length], fixed);
        for (float value : fixed) {
            int bits = Float.floatToIntBits(value);
            for (int shift = 24; shift >= 0; shift -= 8) digest.update((byte) (bits >> shift));
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 6);
    }

    @Override
    public Network network(int inputs, int classes) {
        layers.requireFit(inputs, steps, classes);
        return Network.of(name(), inputs, classes, how, new Whole(classes));
    }

    /** All layers as one. */
    private final class Whole implements ForeignNetwork {
        private final int classes;

        Whole(int classes) {
            this.classes = classes;
        }

        @Override
        public String library() {
            return "dl4j";
        }

        @Override
        public List<ParameterSlot> slots() {
            return layers.slots();
        }

        @Override
        public float[] start(RandomStream stream) {
            return layers.learned(begun ? start : layers.drawn(stream.nextLong()));
        }

        @Override
        public Layer operation(Layer rows) {
            return new Dl4jLayer(rows, layers, steps, start, classes);
        }

        @Override
        public void require(Labels labels, boolean release) {
            if (labels.isValues())
                throw new IllegalArgumentException("a DL4J network predicts classes, and nodes have numbers");
            if (labels.isMulti() != layers.sets())
                throw new IllegalArgumentException(
                        layers.sets()
                                ? "the DL4J network has XENT over SIGMOID for sets of classes, and nodes have one class each;"
                                        + " take MCXENT over SOFTMAX"
                                : "the DL4J network has MCXENT over SOFTMAX for one class per node, and nodes have sets of"
                                        + " classes; take XENT over SIGMOID");
            String arrays = Nd4j.getBackend().getClass().getSimpleName();
            if (release && !arrays.equals("CpuBackend"))
                throw new IllegalArgumentException(
                        "a release of a DL4J network needs ND4J's CPU backend, whose results can be repeated, was "
                                + arrays);
        }

        @Override
        public List<String> assumptions() {
            return List.of(
                    "It is assumed that ND4J gives the same bits for the same numbers, wherever these lie in memory:"
                            + " the gradients are of a network of Deeplearning4j.");
        }
    }

    /** A network of Deeplearning4j with these parameters, which gives probabilities. */
    public MultiLayerNetwork trained(Parameters parameters) {
        MultiLayerNetwork network = new MultiLayerNetwork(layers.original());
        network.init();
        float[] all = start.clone();
        layers.put(parameters.toArray(), all);
        network.setParams(Nd4j.createFromArray(all).reshape(network.params().shape()));
        return network;
    }
}
