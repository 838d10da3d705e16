package dpgnn.dl4j;

import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.Weights;
import dpgnn.nn.layer.Layer;
import dpgnn.nn.layer.LearnedLayer;
import dpgnn.nn.layer.PassContext;
import java.util.List;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A network of DL4J as one operation of ours, from rows to logits. A sum comes here example by example, each of which goes forth and back
 * alone; its gradient is formed.
 */
final class Dl4jLayer extends Layer implements LearnedLayer {
    private final Layer in;
    private final Dl4jLayers layers;
    private final int steps;
    private final MultiLayerNetwork dropping;
    private final MultiLayerNetwork calm;
    /** The one of the two that has gone forward. */
    private MultiLayerNetwork network;

    private final float[] all;
    private float[] rows = new float[16];
    private float[] signals = new float[16];
    private float[] gradients = new float[0];

    Dl4jLayer(Layer in, Dl4jLayers layers, int steps, float[] start, int classes) {
        super(classes, true);
        this.in = in;
        this.layers = layers;
        this.steps = steps;
        dropping = layers.network();
        calm = layers.withoutDropout();
        all = start.clone();
    }

    @Override
    public int layer() {
        return 0;
    }

    @Override
    public void load(Weights weights) {
        float[] learned =
                new float[layers.slots().stream().mapToInt(ParameterSlot::size).sum()];
        for (ParameterSlot slot : layers.slots())
            System.arraycopy(weights.read(slot), 0, learned, slot.offset(), slot.size());
        layers.put(learned, all);
        for (MultiLayerNetwork each : List.of(dropping, calm))
            each.setParams(Nd4j.createFromArray(all).reshape(each.params().shape()));
    }

    @Override
    public void forward(PassContext pass) {
        int count = in.out.rows();
        rows = Buffers.to(rows, count * in.width);
        pass.kernels().download(in.out, rows);
        network = pass.part().dropout() == null ? calm : dropping;
        if (pass.part().dropout() != null)
            Nd4j.getRandom().setSeed(pass.part().dropout().nextLong());
        network.setInput(Dl4jLayers.rows(rows, count, in.width, steps));
        List<INDArray> outputs = network.feedForward(true, false);
        float[] logits = outputs.get(outputs.size() - 1).dup('c').data().asFloat();
        pass.kernels().upload(logits, 0, count, out);
    }

    @Override
    public void backward(PassContext pass) {
        if (pass.layout().one().examples != 1)
            throw new IllegalStateException("a DL4J network takes one example at a time, were "
                    + pass.layout().one().examples);
        int count = in.out.rows();
        signals = Buffers.to(signals, count * width);
        pass.kernels().download(gradient, signals);
        network.backpropGradient(Dl4jLayers.rows(signals, count, width, 1), null);
        gradients = layers.learned(network.getFlattenedGradients().toFloatVector());
    }

    @Override
    public void addSquaredNorms(PassContext pass, double[] squared) {
        for (float g : gradients) squared[0] += (double) g * g;
    }

    @Override
    public void clear(PassContext pass, boolean[] kept) {
        if (!kept[0]) java.util.Arrays.fill(gradients, 0f);
    }

    @Override
    public void writeGradient(PassContext pass, double[] factor, GradientSum into) {
        if (factor[0] != 0) into.add(gradients, factor[0]);
    }
}
