package dpgnn.mpc;

import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.layer.Aggregator;
import dpgnn.mpc.layer.HiddenLayer;
import dpgnn.mpc.layer.HolderLayer;
import dpgnn.mpc.layer.TrainedMatrix;
import dpgnn.mpc.wire.Roster;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The training of {@link VerticalGnn} with a plain h0 and mean aggregation, on one thread: no parties, no messages, and only nodes
 * that those of the split look at. Its figures are those of the protocol, to the last bit.
 *
 * <p><b>Guarantee.</b> None: it sees everything. It is there to run many experiments.
 */
public final class PlainGnn {
    private final PpgnnSettings settings;
    private final VerticalData data;
    private final List<String> names;
    private final RandomStream dropout;
    private final List<int[]> nodes;
    private final List<SparseMatrix> features = new ArrayList<>();
    private final List<TrainedMatrix> initial = new ArrayList<>();
    private final List<List<HolderLayer>> layers = new ArrayList<>();
    private final HiddenLayer hidden;
    private final OutputLayer output;

    private PlainGnn(PpgnnSettings settings, VerticalData data, Streams experiment) {
        if (settings.initial() != PpgnnSettings.Initial.PLAIN
                || settings.aggregator() != Aggregator.SAGE_MEAN
                || settings.noiseClip() > 0)
            throw new IllegalArgumentException("needs initial plain, aggregator sage_mean and no noise, were "
                    + settings.initial() + ", " + settings.aggregator() + " and " + settings.noiseMultiplier());
        this.settings = settings;
        this.data = data;
        Roster roster = Roster.of(data.holders().size());
        names = roster.holders();
        dropout = experiment.stream("dropout");
        nodes = reach();
        int d = settings.width();
        List<RandomStream> init =
                names.stream().map(name -> experiment.stream("init").fork(name)).toList();
        for (int p = 0; p < names.size(); p++) {
            HolderData own = data.holders().get(p);
            SparseMatrix x = settings.normalise() ? own.features().rowNormalised() : own.features();
            int[] columns = IntStream.range(0, x.columns()).toArray();
            features.add(x.part(nodes.get(0), columns));
            List<HolderLayer> spread = new ArrayList<>();
            for (int k = 0; k < settings.depth(); k++)
                spread.add(Aggregator.sageAt(
                        nodes.get(k + 1),
                        nodes.get(k),
                        own.edges(),
                        d,
                        init.get(p).fork("layer " + k)));
            layers.add(spread);
        }
        start(init);
        hidden = new HiddenLayer(
                settings.combiner(), names.size(), d, experiment.stream("init").fork(roster.server()));
        output = new OutputLayer(
                data.holders().get(0).supervision().orElseThrow().at(nodes.get(settings.depth())),
                d,
                init.get(0).fork("output"));
    }

    /** Trains; returns what the label holder of the protocol would see. */
    public static TrainingHistory train(PpgnnSettings settings, VerticalData data, Streams experiment) {
        return new PlainGnn(settings, data, experiment).train();
    }

    /** Each holder's rows of W0: its own draw, then what the others drew for them. */
    private void start(List<RandomStream> init) {
        List<Matrix> drawn = init.stream()
                .map(stream -> InitialLayer.start(data.shape(), settings, stream.fork("initial")))
                .toList();
        for (int p = 0; p < names.size(); p++) {
            int from = data.shape().offset(p);
            int to = from + data.shape().widths().get(p);
            Matrix sum = drawn.get(p).sliceRows(from, to);
            for (int q = 0; q < names.size(); q++)
                if (q != p) sum.add(drawn.get(q).sliceRows(from, to));
            initial.add(TrainedMatrix.of(sum));
        }
    }

    /** The nodes at which each layer is needed, from h0 to the last: those of the split, and before it their neighbours too. */
    private List<int[]> reach() {
        var split = data.holders().get(0).supervision().orElseThrow();
        TreeSet<Integer> needed = new TreeSet<>();
        for (int[] part : List.of(split.train(), split.validation(), split.test())) for (int v : part) needed.add(v);
        List<int[]> all = new ArrayList<>();
        for (int k = settings.depth(); k >= 0; k--) {
            int[] now = needed.stream().mapToInt(v -> v).toArray();
            all.add(0, now);
            for (HolderData holder : data.holders()) {
                Graph edges = holder.edges();
                for (int v : now) for (int i = 0; i < edges.inDegree(v); i++) needed.add(edges.inNeighbour(v, i));
            }
        }
        return all;
    }

    private TrainingHistory train() {
        TrainingHistory history = new TrainingHistory();
        for (int epoch = 0; epoch < settings.epochs(); epoch++) {
            Matrix h0 = sum(IntStream.range(0, names.size())
                    .mapToObj(p -> features.get(p).times(initial.get(p).value()))
                    .toList());
            List<InitialDropout> left = new ArrayList<>();
            for (String name : names)
                left.add(InitialDropout.of(settings, nodes.get(0), data.shape().nodes(), dropout, name, epoch));
            Matrix whole = left.get(0).leavesOut() ? forward(h0, null) : null;
            Matrix seen = forward(h0, left);
            var step =
                    output.step(seen, whole == null ? seen : whole, settings.dropout(), dropout.fork("epoch " + epoch));
            history.add(epoch, step.loss(), step.validation(), step.test());
            backward(hidden.backward(step.gradient()), left, epoch);
        }
        return history;
    }

    private Matrix forward(Matrix h0, List<InitialDropout> left) {
        List<Matrix> embeddings = new ArrayList<>();
        for (int p = 0; p < names.size(); p++) {
            Matrix h = left == null ? h0 : left.get(p).apply(h0);
            for (HolderLayer layer : layers.get(p)) h = layer.forward(h);
            embeddings.add(h);
        }
        return hidden.forward(embeddings);
    }

    private void backward(List<Matrix> gradients, List<InitialDropout> left, int epoch) {
        List<TrainedMatrix> weights = new ArrayList<>(hidden.weights());
        weights.addAll(output.weights());
        List<Matrix> byInitial = new ArrayList<>();
        for (int p = 0; p < names.size(); p++) {
            Matrix gradient = gradients.get(p);
            for (int k = settings.depth() - 1; k >= 0; k--)
                gradient = layers.get(p).get(k).backward(gradient);
            byInitial.add(left.get(p).apply(gradient));
            layers.get(p).forEach(layer -> weights.addAll(layer.weights()));
        }
        for (TrainedMatrix w : weights) w.update(settings.rule(), settings.rate(), settings.decay(), epoch + 1);
        Matrix gradient = sum(byInitial);
        for (int p = 0; p < names.size(); p++) {
            initial.get(p).gradient(features.get(p).transpose().times(gradient));
            initial.get(p).update(settings.initialRule(), settings.initialRate(), settings.decay(), epoch + 1);
        }
    }

    private static Matrix sum(List<Matrix> parts) {
        Matrix sum = Matrix.of(parts.get(0).rows(), parts.get(0).columns());
        parts.forEach(sum::add);
        return sum;
    }
}
