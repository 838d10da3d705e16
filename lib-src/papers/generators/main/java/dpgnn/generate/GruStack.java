package dpgnn.generate;

import dpgnn.generate.net.NetParameter;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** Layers of gated recurrent units over a whole sequence, with back-propagation through time. */
final class GruStack {
    public final List<GruLayer> layers = new ArrayList<>();

    public GruStack(int in, int width, int depth, RandomStream coins) {
        for (int l = 0; l < depth; l++) layers.add(new GruLayer(l == 0 ? in : width, width, coins.fork(l)));
    }

    public List<NetParameter> parameters() {
        return layers.stream().flatMap(l -> l.parameters().stream()).toList();
    }

    /** All steps: by time, then by layer. */
    public record Run(List<List<GruLayer.Step>> steps) {
        public Matrix output(int time) {
            List<GruLayer.Step> at = steps.get(time);
            return at.get(at.size() - 1).h();
        }
    }

    /** States of all layers before the first step: the first layer's is given, the others' are zero. */
    public List<Matrix> start(Matrix first) {
        List<Matrix> state = new ArrayList<>();
        for (int l = 0; l < layers.size(); l++) state.add(l == 0 ? first : Matrix.of(first.rows(), first.columns()));
        return state;
    }

    public List<GruLayer.Step> step(Matrix x, List<Matrix> state) {
        List<GruLayer.Step> steps = new ArrayList<>();
        for (int l = 0; l < layers.size(); l++) {
            GruLayer.Step s = layers.get(l).forward(x, state.get(l));
            steps.add(s);
            state.set(l, s.h());
            x = s.h();
        }
        return steps;
    }

    public Run run(List<Matrix> inputs, Matrix first) {
        List<Matrix> state = start(first);
        List<List<GruLayer.Step>> all = new ArrayList<>();
        for (Matrix x : inputs) all.add(step(x, state));
        return new Run(all);
    }

    /** Gradients of the inputs, and of the first layer's first state. */
    public record Back(List<Matrix> inputs, Matrix first) {}

    public Back backward(Run run, List<Matrix> dOutputs) {
        int depth = layers.size();
        Matrix[] flow = new Matrix[depth];
        Matrix[] inputs = new Matrix[dOutputs.size()];
        for (int t = dOutputs.size() - 1; t >= 0; t--) {
            Matrix above = dOutputs.get(t).copy();
            for (int l = depth - 1; l >= 0; l--) {
                if (flow[l] != null) above.add(flow[l]);
                GruLayer.Back back = layers.get(l).backward(run.steps.get(t).get(l), above);
                flow[l] = back.dh();
                above = back.dx();
            }
            inputs[t] = above;
        }
        return new Back(List.of(inputs), flow[0]);
    }
}
