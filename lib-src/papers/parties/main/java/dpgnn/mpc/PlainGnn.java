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
import java.util.Arrays;
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
    private final List<TrainedMatrix> initial;
    private final List<List<TrainedMatrix>> weights = new ArrayList<>();
    private final Reach measured;
    /** Where h0 loses entries in training, only the training nodes are computed that way. */
    private final Reach trained;

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
        int d = settings.width();
        List<RandomStream> init =
                names.stream().map(name -> experiment.stream("init").fork(name)).toList();
        for (RandomStream stream : init)
            weights.add(IntStream.range(0, settings.depth())
                    .mapToObj(k -> Aggregator.sageWeights(d, stream.fork("layer " + k)))
                    .toList());
        HolderData.Supervision split = data.holders().get(0).supervision().orElseThrow();
        measured = new Reach(split.train(), split.validation(), split.test());
        trained = settings.initialDropout() > 0 ? new Reach(split.train()) : measured;
        initial = start(init);
        hidden = new HiddenLayer(
                settings.combiner(), names.size(), d, experiment.stream("init").fork(roster.server()));
        output = new OutputLayer(split.at(measured.last()), d, init.get(0).fork("output"));
    }

    /** Trains; returns what the label holder of the protocol would see. */
    public static TrainingHistory train(PpgnnSettings settings, VerticalData data, Streams experiment) {
        return new PlainGnn(settings, data, experiment).train();
    }

    /** Each holder's rows of W0: its own draw, then what the others drew for them. */
    private List<TrainedMatrix> start(List<RandomStream> init) {
        List<Matrix> drawn = init.stream()
                .map(stream -> InitialLayer.start(data.sizes(), settings, stream.fork("initial")))
                .toList();
        List<TrainedMatrix> start = new ArrayList<>();
        for (int p = 0; p < names.size(); p++) {
            int from = data.sizes().offset(p);
            int to = from + data.sizes().widths().get(p);
            Matrix sum = drawn.get(p).sliceRows(from, to);
            for (int q = 0; q < names.size(); q++)
                if (q != p) sum.add(drawn.get(q).sliceRows(from, to));
            start.add(TrainedMatrix.of(sum));
        }
        return start;
    }

    private TrainingHistory train() {
        TrainingHistory history = new TrainingHistory();
        for (int epoch = 0; epoch < settings.epochs(); epoch++) {
            Matrix h0 = measured.initial();
            Matrix whole = hidden.forward(measured.forward(h0, null));
            List<InitialDropout> left = null;
            Matrix seen = whole;
            if (trained != measured) {
                left = trained.dropout(epoch);
                Matrix some = hidden.forward(trained.forward(h0.pick(trained.within(measured, 0)), left));
                seen = some.scattered(trained.within(measured, settings.depth()), whole.rows());
            }
            var step = output.step(seen, whole, settings.dropout(), dropout.fork("epoch " + epoch));
            history.add(epoch, step.loss(), step.validation(), step.test());
            Matrix gradient = step.gradient();
            if (left != null) gradient = gradient.pick(trained.within(measured, settings.depth()));
            trained.backward(hidden.backward(gradient), left, epoch);
        }
        return history;
    }

    private static Matrix sum(List<Matrix> parts) {
        Matrix sum = Matrix.of(parts.get(0).rows(), parts.get(0).columns());
        parts.forEach(sum::add);
        return sum;
    }

    /** All holders' layers, each at the nodes that the last layer's nodes look at. */
    private final class Reach {
        private final List<int[]> nodes = new ArrayList<>();
        private final List<SparseMatrix> features = new ArrayList<>();
        private final List<List<HolderLayer>> layers = new ArrayList<>();

        Reach(int[]... wanted) {
            TreeSet<Integer> needed = new TreeSet<>();
            for (int[] part : wanted) for (int v : part) needed.add(v);
            for (int k = settings.depth(); k >= 0; k--) {
                int[] now = needed.stream().mapToInt(v -> v).toArray();
                nodes.add(0, now);
                for (HolderData holder : data.holders()) {
                    Graph edges = holder.edges();
                    for (int v : now) for (int i = 0; i < edges.inDegree(v); i++) needed.add(edges.inNeighbour(v, i));
                }
            }
            for (int p = 0; p < names.size(); p++) {
                HolderData own = data.holders().get(p);
                SparseMatrix x = settings.normalise() ? own.features().rowNormalised() : own.features();
                features.add(
                        x.part(nodes.get(0), IntStream.range(0, x.columns()).toArray()));
                List<HolderLayer> spread = new ArrayList<>();
                for (int k = 0; k < settings.depth(); k++)
                    spread.add(Aggregator.sageAt(
                            nodes.get(k + 1),
                            nodes.get(k),
                            own.edges(),
                            weights.get(p).get(k)));
                layers.add(spread);
            }
        }

        int[] last() {
            return nodes.get(settings.depth());
        }

        /** Where this one's nodes of a layer are among another's. */
        int[] within(Reach other, int layer) {
            return Arrays.stream(nodes.get(layer))
                    .map(v -> Arrays.binarySearch(other.nodes.get(layer), v))
                    .toArray();
        }

        Matrix initial() {
            return sum(IntStream.range(0, names.size())
                    .mapToObj(p -> features.get(p).times(initial.get(p).value()))
                    .toList());
        }

        List<InitialDropout> dropout(int epoch) {
            return names.stream()
                    .map(name -> InitialDropout.of(
                            settings, nodes.get(0), data.sizes().nodes(), dropout, name, epoch))
                    .toList();
        }

        List<Matrix> forward(Matrix h0, List<InitialDropout> left) {
            List<Matrix> embeddings = new ArrayList<>();
            for (int p = 0; p < names.size(); p++) {
                Matrix h = left == null ? h0 : left.get(p).apply(h0);
                for (HolderLayer layer : layers.get(p)) h = layer.forward(h);
                embeddings.add(h);
            }
            return embeddings;
        }

        void backward(List<Matrix> gradients, List<InitialDropout> left, int epoch) {
            List<TrainedMatrix> moved = new ArrayList<>(hidden.weights());
            moved.addAll(output.weights());
            weights.forEach(moved::addAll);
            List<Matrix> byInitial = new ArrayList<>();
            for (int p = 0; p < names.size(); p++) {
                Matrix gradient = gradients.get(p);
                for (int k = settings.depth() - 1; k >= 0; k--)
                    gradient = layers.get(p).get(k).backward(gradient);
                byInitial.add(left == null ? gradient : left.get(p).apply(gradient));
            }
            for (TrainedMatrix w : moved) w.update(settings.rule(), settings.rate(), settings.decay(), epoch + 1);
            Matrix gradient = sum(byInitial);
            for (int p = 0; p < names.size(); p++) {
                initial.get(p).gradient(features.get(p).transpose().times(gradient));
                initial.get(p).update(settings.initialRule(), settings.initialRate(), settings.decay(), epoch + 1);
            }
        }
    }
}
