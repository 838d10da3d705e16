package dpgnn.dl4j;

import dpgnn.nn.SmallData;
import dpgnn.nn.layer.Aggregation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.ActivationLayer;
import org.deeplearning4j.nn.conf.layers.ConvolutionLayer;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.DropoutLayer;
import org.deeplearning4j.nn.conf.layers.GlobalPoolingLayer;
import org.deeplearning4j.nn.conf.layers.LSTM;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.conf.layers.PReLULayer;
import org.deeplearning4j.nn.conf.layers.PoolingType;
import org.deeplearning4j.nn.conf.layers.SubsamplingLayer;
import org.deeplearning4j.nn.conf.layers.misc.ElementWiseMultiplicationLayer;
import org.deeplearning4j.nn.conf.layers.misc.FrozenLayer;
import org.deeplearning4j.nn.conf.layers.misc.FrozenLayerWithBackprop;
import org.deeplearning4j.nn.conf.layers.recurrent.Bidirectional;
import org.deeplearning4j.nn.conf.layers.recurrent.LastTimeStep;
import org.deeplearning4j.nn.conf.layers.recurrent.SimpleRnn;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.lossfunctions.LossFunctions;

/** Configurations of DL4J for rows of eight features and four classes, one for every layer that is accepted. */
public final class Dl4jNetworks {
    static final int WIDTH = 8;

    private Dl4jNetworks() {}

    /** The layers, then an output layer for one class per node. */
    public static MultiLayerConfiguration of(InputType input, int classes, Layer... layers) {
        return of(b -> b, input, classes, layers);
    }

    static MultiLayerConfiguration of(
            UnaryOperator<NeuralNetConfiguration.Builder> settings, InputType input, int classes, Layer... layers) {
        NeuralNetConfiguration.ListBuilder list =
                settings.apply(new NeuralNetConfiguration.Builder()).list();
        for (Layer layer : layers) list.layer(layer);
        return list.layer(output(classes)).setInputType(input).build();
    }

    static OutputLayer output(int classes) {
        return new OutputLayer.Builder(LossFunctions.LossFunction.MCXENT)
                .nOut(classes)
                .activation(Activation.SOFTMAX)
                .build();
    }

    public static DenseLayer dense(int width, Activation activation) {
        return new DenseLayer.Builder().nOut(width).activation(activation).build();
    }

    /** A perceptron of one hidden layer on rows of this width. */
    public static MultiLayerConfiguration perceptron(int inputs, int width, int classes, Activation activation) {
        return of(InputType.feedForward(inputs), classes, dense(width, activation));
    }

    /** The same with dropout before both of its maps. */
    public static MultiLayerConfiguration dropping(int inputs, int width, int classes) {
        return of(b -> b.dropOut(0.5), InputType.feedForward(inputs), classes, dense(width, Activation.TANH));
    }

    private static Dl4jModel rows(Layer... layers) {
        return Dl4jModel.of(of(InputType.feedForward(WIDTH), SmallData.CLASSES, layers));
    }

    private static Dl4jModel sequences(Layer... layers) {
        return Dl4jModel.of(of(InputType.recurrent(2, 4), SmallData.CLASSES, layers))
                .sequence(4);
    }

    private static LSTM lstm() {
        return new LSTM.Builder().nOut(3).activation(Activation.TANH).build();
    }

    private static Layer rnn() {
        return new SimpleRnn.Builder().nOut(3).activation(Activation.TANH).build();
    }

    /** By what they try. Every activation is smooth, so that slopes can be measured. */
    static Map<String, Dl4jModel> models() {
        Map<String, Dl4jModel> all = new LinkedHashMap<>();
        all.put("linear", rows());
        all.put("dense", rows(dense(5, Activation.TANH), dense(6, Activation.SOFTPLUS)));
        all.put("mean of neighbours", rows(dense(5, Activation.TANH)).over(Aggregation.MEAN));
        all.put(
                "layer norm",
                rows(new DenseLayer.Builder()
                        .nOut(5)
                        .hasLayerNorm(true)
                        .activation(Activation.TANH)
                        .build()));
        all.put("activation", rows(dense(5, Activation.IDENTITY), new ActivationLayer(Activation.SIGMOID)));
        all.put("dropout layer", rows(dense(5, Activation.TANH), new DropoutLayer(0.5)));
        all.put(
                "leaky, learned",
                rows(
                        dense(5, Activation.TANH),
                        new PReLULayer.Builder().inputShape(5).build()));
        all.put(
                "element by element",
                rows(new ElementWiseMultiplicationLayer.Builder()
                        .nIn(WIDTH)
                        .nOut(WIDTH)
                        .activation(Activation.TANH)
                        .build()));
        all.put("frozen", rows(new FrozenLayer(dense(5, Activation.TANH)), dense(6, Activation.TANH)));
        all.put(
                "frozen between",
                rows(dense(5, Activation.TANH), new FrozenLayerWithBackprop(dense(6, Activation.TANH))));
        all.put(
                "image",
                Dl4jModel.of(of(
                        InputType.convolutionalFlat(4, 2, 1),
                        SmallData.CLASSES,
                        new ConvolutionLayer.Builder(2, 2)
                                .nOut(3)
                                .activation(Activation.TANH)
                                .build(),
                        new SubsamplingLayer.Builder()
                                .poolingType(org.deeplearning4j.nn.conf.layers.SubsamplingLayer.PoolingType.AVG)
                                .kernelSize(2, 1)
                                .stride(1, 1)
                                .build())));
        all.put("recurrent", sequences(new LastTimeStep(lstm())));
        all.put("simply recurrent", sequences(rnn(), new GlobalPoolingLayer(PoolingType.AVG)));
        all.put("both ways", sequences(new LastTimeStep(new Bidirectional(lstm()))));
        return all;
    }
}
