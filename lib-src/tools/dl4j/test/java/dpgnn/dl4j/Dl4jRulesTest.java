package dpgnn.dl4j;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Refusals;
import dpgnn.graph.Labels;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.SmallData;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.deeplearning4j.nn.api.OptimizationAlgorithm;
import org.deeplearning4j.nn.conf.BackpropType;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.constraint.MaxNormConstraint;
import org.deeplearning4j.nn.conf.dropout.GaussianNoise;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.ActivationLayer;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.CenterLossOutputLayer;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.LSTM;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.conf.layers.RnnOutputLayer;
import org.deeplearning4j.nn.conf.layers.misc.FrozenLayer;
import org.deeplearning4j.nn.conf.layers.recurrent.LastTimeStep;
import org.deeplearning4j.nn.conf.layers.variational.VariationalAutoencoder;
import org.deeplearning4j.nn.conf.weightnoise.DropConnect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.lossfunctions.ILossFunction;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;
import org.nd4j.linalg.lossfunctions.impl.LossMCXENT;
import org.nd4j.linalg.lossfunctions.impl.LossMSE;
import org.nd4j.linalg.lossfunctions.impl.LossNegativeLogLikelihood;

class Dl4jRulesTest {
    private static final InputType ROW = InputType.feedForward(Dl4jNetworks.WIDTH);

    private static MultiLayerConfiguration with(UnaryOperator<NeuralNetConfiguration.Builder> settings) {
        return Dl4jNetworks.of(settings, ROW, 4, Dl4jNetworks.dense(5, Activation.TANH));
    }

    private static MultiLayerConfiguration hidden(Layer layer) {
        return Dl4jNetworks.of(ROW, 4, layer);
    }

    private static MultiLayerConfiguration output(Layer layer) {
        return new NeuralNetConfiguration.Builder()
                .list()
                .layer(Dl4jNetworks.dense(5, Activation.TANH))
                .layer(layer)
                .setInputType(ROW)
                .build();
    }

    private static MultiLayerConfiguration output(ILossFunction loss, Activation activation) {
        return output(
                new OutputLayer.Builder(loss).nOut(4).activation(activation).build());
    }

    private static DenseLayer.Builder dense() {
        return new DenseLayer.Builder().nOut(5).activation(Activation.TANH);
    }

    /** A layer that DL4J does not know; nor do we what it does with a batch. */
    private static final class OwnLayer extends ActivationLayer {
        private static final long serialVersionUID = 1;

        OwnLayer() {
            super(Activation.TANH);
        }
    }

    private static Map<String, MultiLayerConfiguration> refused() {
        Map<String, MultiLayerConfiguration> all = new LinkedHashMap<>();
        all.put(
                "layer 0, BatchNormalization: BatchNormalization cannot be trained privately here: it mixes the examples",
                hidden(new BatchNormalization()));
        all.put(
                "layer 1, CenterLossOutputLayer: CenterLossOutputLayer cannot be trained privately here: it keeps centres",
                output(new CenterLossOutputLayer.Builder()
                        .nOut(4)
                        .lossFunction(LossFunction.MCXENT)
                        .activation(Activation.SOFTMAX)
                        .build()));
        all.put(
                "it has a label for each step in time",
                new NeuralNetConfiguration.Builder()
                        .list()
                        .layer(new LSTM.Builder().nOut(3).build())
                        .layer(new RnnOutputLayer.Builder(LossFunction.MCXENT)
                                .nOut(4)
                                .build())
                        .setInputType(InputType.recurrent(2, 4))
                        .build());
        all.put(
                "OwnLayer cannot be trained privately here: it is not known to keep examples apart",
                hidden(new OwnLayer()));
        all.put("without coins", hidden(Dl4jNetworks.dense(5, Activation.RRELU)));
        all.put("BatchNormalization cannot", hidden(new FrozenLayer(new BatchNormalization())));
        all.put(
                "VariationalAutoencoder cannot",
                hidden(new VariationalAutoencoder.Builder().nOut(5).build()));
        all.put("l1, l2 and weight decay must be left out", with(b -> b.l2(1e-4)));
        all.put("l1, l2 and weight decay must be left out: ", with(b -> b.l1Bias(1e-4)));
        all.put("layer 0, DenseLayer: l1, l2", with(b -> b.weightDecay(1e-4)));
        all.put(
                "gradient normalisation must be left out, was ClipL2PerLayer",
                with(b -> b.gradientNormalization(GradientNormalization.ClipL2PerLayer)));
        all.put(
                "constraints change weights",
                hidden(dense().constrainWeights(new MaxNormConstraint(1, 1)).build()));
        all.put("weight noise must be left out", with(b -> b.weightNoise(new DropConnect(0.5))));
        all.put(
                "only Dropout with one rate",
                hidden(dense().dropOut(new GaussianNoise(1)).build()));
        all.put("optimizationAlgo LBFGS", with(b -> b.optimizationAlgo(OptimizationAlgorithm.LBFGS)));
        all.put("dataType must be FLOAT, was DOUBLE", with(b -> b.dataType(DataType.DOUBLE)));
        all.put("its loss must be MCXENT over SOFTMAX", output(new LossMSE(), Activation.IDENTITY));
        all.put("without weights", output(new LossMCXENT(Nd4j.ones(4)), Activation.SOFTMAX));
        all.put(
                "no gradient comes to the layers before it",
                Dl4jNetworks.of(ROW, 4, dense().build(), new FrozenLayer(dense().build())));
        MultiLayerConfiguration truncated = Dl4jNetworks.of(
                InputType.recurrent(2, 4),
                4,
                new LastTimeStep(new LSTM.Builder().nOut(3).build()));
        truncated.setBackpropType(BackpropType.TruncatedBPTT);
        all.put("backpropType must be Standard, was TruncatedBPTT", truncated);
        MultiLayerConfiguration converted = with(b -> b);
        converted.getInputPreProcessors().put(0, new Shuffling());
        all.put("the preprocessor Shuffling is none", converted);
        return all;
    }

    /** Something of a user's between two layers. */
    private static final class Shuffling extends org.deeplearning4j.nn.conf.preprocessor.BaseInputPreProcessor {
        private static final long serialVersionUID = 1;

        @Override
        public INDArray preProcess(INDArray in, int size, org.deeplearning4j.nn.workspace.LayerWorkspaceMgr memory) {
            return in;
        }

        @Override
        public INDArray backprop(INDArray out, int size, org.deeplearning4j.nn.workspace.LayerWorkspaceMgr memory) {
            return out;
        }

        @Override
        public Shuffling clone() {
            return new Shuffling();
        }

        @Override
        public InputType getOutputType(InputType in) {
            return in;
        }
    }

    static Iterable<String> reasons() {
        return refused().keySet();
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void whatCouplesExamplesOrGoesBehindTheTrainersBackIsRefusedByName(String reason) {
        MultiLayerConfiguration configuration = refused().get(reason);
        Refusals.refused(() -> Dl4jModel.of(configuration), reason);
    }

    /** Without what is refused above the same configurations are taken. */
    @Test
    void plainOnesAreTaken() {
        assertDoesNotThrow(() -> Dl4jModel.of(with(b -> b)));
        assertDoesNotThrow(() -> Dl4jModel.of(with(b -> b.dropOut(0.5))));
        assertDoesNotThrow(() -> Dl4jModel.of(output(new LossNegativeLogLikelihood(), Activation.SOFTMAX)));
    }

    @Test
    void shapesAndLabelsThatDoNotFitAreNamed() {
        Dl4jModel model = Dl4jModel.of(with(b -> b));
        Refusals.refused(() -> model.network(8, 3), "nOut = 3, a unit for each class, was 4");
        Refusals.refused(() -> model.network(9, 4), "rows of 9 features");
        Refusals.refused(() -> model.sequence(0));
        Refusals.refused(() -> model.sequence(3).network(8, 4), "3 equal parts");
        SmallData data = SmallData.of(1);
        Dl4jModel seven = Dl4jModel.of(Dl4jNetworks.perceptron(SmallData.WIDTH, 5, 4, Activation.TANH));
        Network network = seven.network(SmallData.WIDTH, SmallData.CLASSES);
        Labels sets = data.multi(1).labels();
        Refusals.refused(() -> ExampleGradients.of(network, data.features(), sets), "take XENT");
    }

    /** Sets of classes: the loss is ours, the mean over the classes. */
    @Test
    void setsOfClassesTakeSigmoids() {
        SmallData data = SmallData.of(1).multi(2);
        Dl4jModel model = Dl4jModel.of(new NeuralNetConfiguration.Builder()
                .list()
                .layer(Dl4jNetworks.dense(6, Activation.RELU))
                .layer(new OutputLayer.Builder(LossFunction.XENT)
                        .nOut(4)
                        .activation(Activation.SIGMOID)
                        .build())
                .setInputType(InputType.feedForward(SmallData.WIDTH))
                .build());
        Network network = model.network(SmallData.WIDTH, SmallData.CLASSES);
        Parameters at = network.initial(dpgnn.random.Streams.seed(3).stream("init"));
        ExampleGradients gradients = ExampleGradients.of(network, data.features(), data.labels());
        float[] sum = new float[network.size()];
        double before = gradients.clippedSum(at, SmallData.stars(1, 20), new double[] {1e9}, null, sum);
        float[] values = at.toArray();
        for (int i = 0; i < values.length; i++) values[i] -= 0.01f * sum[i];
        at.write(values);
        assertTrue(gradients.clippedSum(at, SmallData.stars(1, 20), new double[] {1e9}, null, sum) < before);
        assertEquals(4, model.trained(at).output(Nd4j.zeros(1, SmallData.WIDTH)).length());
    }
}
