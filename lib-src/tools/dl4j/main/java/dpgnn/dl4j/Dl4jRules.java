package dpgnn.dl4j;

import dpgnn.base.Shipped;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.deeplearning4j.nn.api.OptimizationAlgorithm;
import org.deeplearning4j.nn.conf.BackpropType;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.InputPreProcessor;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.dropout.Dropout;
import org.deeplearning4j.nn.conf.layers.ActivationLayer;
import org.deeplearning4j.nn.conf.layers.BaseLayer;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.CenterLossOutputLayer;
import org.deeplearning4j.nn.conf.layers.ConvolutionLayer;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.DropoutLayer;
import org.deeplearning4j.nn.conf.layers.GlobalPoolingLayer;
import org.deeplearning4j.nn.conf.layers.LSTM;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.conf.layers.PReLULayer;
import org.deeplearning4j.nn.conf.layers.RnnOutputLayer;
import org.deeplearning4j.nn.conf.layers.SubsamplingLayer;
import org.deeplearning4j.nn.conf.layers.misc.ElementWiseMultiplicationLayer;
import org.deeplearning4j.nn.conf.layers.misc.FrozenLayer;
import org.deeplearning4j.nn.conf.layers.misc.FrozenLayerWithBackprop;
import org.deeplearning4j.nn.conf.layers.recurrent.Bidirectional;
import org.deeplearning4j.nn.conf.layers.recurrent.LastTimeStep;
import org.deeplearning4j.nn.conf.layers.recurrent.SimpleRnn;
import org.deeplearning4j.nn.conf.layers.wrapper.BaseWrapperLayer;
import org.deeplearning4j.nn.conf.preprocessor.CnnToFeedForwardPreProcessor;
import org.deeplearning4j.nn.conf.preprocessor.CnnToRnnPreProcessor;
import org.deeplearning4j.nn.conf.preprocessor.FeedForwardToCnnPreProcessor;
import org.deeplearning4j.nn.conf.preprocessor.FeedForwardToRnnPreProcessor;
import org.deeplearning4j.nn.conf.preprocessor.RnnToCnnPreProcessor;
import org.deeplearning4j.nn.conf.preprocessor.RnnToFeedForwardPreProcessor;
import org.nd4j.linalg.activations.IActivation;
import org.nd4j.linalg.activations.impl.ActivationRReLU;
import org.nd4j.linalg.activations.impl.ActivationSigmoid;
import org.nd4j.linalg.activations.impl.ActivationSoftmax;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.lossfunctions.ILossFunction;
import org.nd4j.linalg.lossfunctions.impl.LossBinaryXENT;
import org.nd4j.linalg.lossfunctions.impl.LossMCXENT;
import org.nd4j.linalg.lossfunctions.impl.LossNegativeLogLikelihood;

/**
 * Decides which configurations of DL4J may be trained privately: those of known layers, none of which looks across a batch,
 * keeps something of an example, or changes gradients and weights after they were formed. Everything else is refused by name;
 * a subclass of a known layer too, since nobody knows what it does.
 */
final class Dl4jRules {
    private static final Set<Class<?>> LAYERS = Set.of(
            DenseLayer.class,
            ActivationLayer.class,
            DropoutLayer.class,
            PReLULayer.class,
            ElementWiseMultiplicationLayer.class,
            ConvolutionLayer.class,
            SubsamplingLayer.class,
            GlobalPoolingLayer.class,
            LSTM.class,
            SimpleRnn.class);

    private static final Set<Class<?>> PREPROCESSORS = Set.of(
            CnnToFeedForwardPreProcessor.class,
            CnnToRnnPreProcessor.class,
            FeedForwardToCnnPreProcessor.class,
            FeedForwardToRnnPreProcessor.class,
            RnnToCnnPreProcessor.class,
            RnnToFeedForwardPreProcessor.class);

    private static final Map<Class<?>, String> REASONS = Map.of(
            BatchNormalization.class,
            "it mixes the examples of a batch and keeps their mean and variance",
            CenterLossOutputLayer.class,
            "it keeps centres of the classes, which it learns from the data without noise",
            RnnOutputLayer.class,
            "it has a label for each step in time, and a node has one; end with LastTimeStep or GlobalPoolingLayer, then OutputLayer");

    private final int number;
    private final String name;

    private Dl4jRules(int number, Layer layer) {
        this.number = number;
        this.name = layer.getClass().getSimpleName();
    }

    static void check(MultiLayerConfiguration configuration) {
        if (configuration.getBackpropType() != BackpropType.Standard)
            throw new IllegalArgumentException("backpropType must be Standard, was " + configuration.getBackpropType()
                    + ", which carries recurrent state from one part of an example to the next");
        if (configuration.getDataType() != DataType.FLOAT)
            throw new IllegalArgumentException("dataType must be FLOAT, was " + configuration.getDataType());
        for (InputPreProcessor between : configuration.getInputPreProcessors().values())
            if (!PREPROCESSORS.contains(between.getClass()))
                throw new IllegalArgumentException(
                        "the preprocessor " + between.getClass().getSimpleName() + " is none of those that are known to"
                                + " keep examples apart: " + names(PREPROCESSORS));
        int last = configuration.getConfs().size() - 1;
        boolean learns = false;
        for (int l = 0; l <= last; l++) {
            NeuralNetConfiguration conf = configuration.getConf(l);
            Layer layer = conf.getLayer();
            Dl4jRules rules = new Dl4jRules(l, layer);
            if (conf.getOptimizationAlgo() != OptimizationAlgorithm.STOCHASTIC_GRADIENT_DESCENT)
                throw rules.refused("optimizationAlgo " + conf.getOptimizationAlgo()
                        + " cannot be kept: the trainer's optimiser takes the steps; take STOCHASTIC_GRADIENT_DESCENT");
            if (layer instanceof FrozenLayer && learns)
                throw rules.refused(
                        "no gradient comes to the layers before it, which are not frozen; freeze these too, or take"
                                + " FrozenLayerWithBackprop");
            learns |= !(layer instanceof FrozenLayer || layer instanceof FrozenLayerWithBackprop);
            if (l == last) rules.output(layer);
            else rules.hidden(layer);
        }
    }

    private void hidden(Layer layer) {
        if (layer.getClass() == FrozenLayer.class) inner(((FrozenLayer) layer).getLayer());
        else if (layer.getClass() == FrozenLayerWithBackprop.class)
            inner(((FrozenLayerWithBackprop) layer).getUnderlying());
        else inner(layer);
    }

    /** Freezing goes around the other wrappers, so that a layer is frozen as a whole. */
    private void inner(Layer layer) {
        inside(layer);
        if (layer.getClass() == LastTimeStep.class) inner(((LastTimeStep) layer).getUnderlying());
        else if (layer.getClass() == Bidirectional.class) {
            inner(((Bidirectional) layer).getFwd());
            inner(((Bidirectional) layer).getBwd());
        } else if (!LAYERS.contains(layer.getClass())) throw unknown(layer);
    }

    private void output(Layer layer) {
        if (layer.getClass() != OutputLayer.class) throw unknown(layer);
        inside(layer);
        OutputLayer output = (OutputLayer) layer;
        ILossFunction loss = output.getLossFn();
        IActivation by = output.getActivationFn();
        boolean softmax = by instanceof ActivationSoftmax
                && (loss.getClass() == LossMCXENT.class || loss.getClass() == LossNegativeLogLikelihood.class)
                && ((LossMCXENT) loss).getWeights() == null;
        boolean sigmoid = by instanceof ActivationSigmoid
                && loss.getClass() == LossBinaryXENT.class
                && ((LossBinaryXENT) loss).getWeights() == null;
        if (!softmax && !sigmoid)
            throw refused(
                    "its loss must be MCXENT over SOFTMAX, or XENT over SIGMOID for sets of classes, without weights, was "
                            + loss + " over " + by);
    }

    /** What every layer can have. */
    private void inside(Layer layer) {
        if (layer.getIDropout() != null
                && !(layer.getIDropout().getClass() == Dropout.class
                        && ((Dropout) layer.getIDropout()).getPSchedule() == null))
            throw refused("of dropouts only Dropout with one rate is known, was " + layer.getIDropout());
        if (layer.getConstraints() != null && !layer.getConstraints().isEmpty())
            throw refused("constraints change weights after a step, which the trainer would not do");
        if (layer instanceof ActivationLayer active) known(active.getActivationFn());
        if (!(layer instanceof BaseLayer base)) return;
        known(base.getActivationFn());
        if (layer instanceof LSTM lstm) known(lstm.getGateActivationFn());
        if (any(base.getRegularization()) || any(base.getRegularizationBias()))
            throw refused("l1, l2 and weight decay must be left out: the trainer would not apply them");
        if (base.getWeightNoise() != null) throw refused("weight noise must be left out, was " + base.getWeightNoise());
        GradientNormalization normalised = base.getGradientNormalization();
        if (normalised != null && normalised != GradientNormalization.None)
            throw refused("gradient normalisation must be left out, was " + normalised + ": the plan's clip is there");
    }

    private static boolean any(List<?> of) {
        return of != null && !of.isEmpty();
    }

    /** DL4J's own activations work on one row at a time; one of them tosses coins where it is told that it trains. */
    private void known(IActivation activation) {
        if (activation == null) return;
        if (!activation.getClass().getName().startsWith("org.nd4j.linalg.activations.impl.")
                || !Shipped.sameOrigin(activation.getClass(), IActivation.class)
                || activation instanceof ActivationRReLU)
            throw refused("its activation must be one of DL4J's own and without coins, was "
                    + activation.getClass().getName());
    }

    /** Takes dropout away from a layer that was accepted, and from what it wraps. */
    static void withoutDropout(Layer layer) {
        layer.setIDropout(null);
        if (layer instanceof FrozenLayer frozen) withoutDropout(frozen.getLayer());
        else if (layer instanceof BaseWrapperLayer wrapper) withoutDropout(wrapper.getUnderlying());
        else if (layer instanceof Bidirectional both) {
            withoutDropout(both.getFwd());
            withoutDropout(both.getBwd());
        }
    }

    private IllegalArgumentException unknown(Layer layer) {
        String reason = REASONS.get(layer.getClass());
        Set<Class<?>> all = new java.util.HashSet<>(LAYERS);
        all.addAll(List.of(LastTimeStep.class, Bidirectional.class, FrozenLayer.class, FrozenLayerWithBackprop.class));
        return refused(layer.getClass().getSimpleName() + " cannot be trained privately here: "
                + (reason != null ? reason : "it is not known to keep examples apart; known are " + names(all))
                + (layer instanceof OutputLayer || reason != null ? "" : ", and OutputLayer at the end"));
    }

    private IllegalArgumentException refused(String why) {
        return new IllegalArgumentException("layer " + number + ", " + name + ": " + why);
    }

    private static String names(Set<Class<?>> classes) {
        Set<String> names = new TreeSet<>();
        for (Class<?> one : classes) names.add(one.getSimpleName());
        return String.join(", ", names);
    }
}
