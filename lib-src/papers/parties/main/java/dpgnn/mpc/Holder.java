package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.layer.HolderLayer;
import dpgnn.mpc.layer.TrainedMatrix;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Message;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A data holder's side of Algorithm 2; the first holder also has the output layer. */
final class Holder implements PartyProgram {
    private final Endpoint endpoint;
    private final PpgnnSettings settings;
    private final PpgnnSizes sizes;
    private final InitialLayer initial;
    private final List<HolderLayer> layers = new ArrayList<>();
    private final OutputLayer output;
    private final EmbeddingNoise noise;
    private final RandomStream noiseStream;
    private final RandomStream dropout;
    private final TrainingHistory history = new TrainingHistory();
    private final HolderData data;
    private VerticalGnn.View view;

    /**
     * @param experiment weights and dropout
     * @param masks shares and noise: secure, but for tests
     */
    public Holder(
            Endpoint endpoint,
            PpgnnSettings settings,
            PpgnnSizes sizes,
            HolderData data,
            Streams experiment,
            Streams masks) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.sizes = sizes;
        this.data = data;
        int self = endpoint.roster().holders().indexOf(endpoint.self());
        if (data.features().rows() != sizes.nodes()
                || data.features().columns() != sizes.widths().get(self))
            throw new IllegalArgumentException("'" + endpoint.self() + "' agreed to hold " + sizes.nodes() + " x "
                    + sizes.widths().get(self) + " features, but has "
                    + data.features().rows() + " x "
                    + data.features().columns());
        if (endpoint.first() != data.supervision().isPresent())
            throw new IllegalArgumentException("labels must be at the first holder and nowhere else; '"
                    + endpoint.self() + "' has " + (endpoint.first() ? "none" : "some"));
        SparseMatrix x = settings.normalise() ? data.features().rowNormalised() : data.features();
        RandomStream init = experiment.stream("init").fork(endpoint.self());
        RandomStream first = init.fork("initial");
        initial = switch (settings.initial()) {
            case SHARED ->
                new SharedInitial(
                        endpoint,
                        settings,
                        sizes,
                        x,
                        first,
                        masks.stream("shares").fork(endpoint.self()));
            case PLAIN -> new PlainInitial(endpoint, settings, sizes, x, first);
            case INDIVIDUAL -> new IndividualInitial(settings, x, first);
        };
        for (int k = 0; k < settings.depth(); k++)
            layers.add(settings.aggregator().layer(data.edges(), settings.width(), init.fork("layer " + k)));
        output = endpoint.first()
                ? new OutputLayer(data.supervision().orElseThrow(), settings.width(), init.fork("output"))
                : null;
        noise = settings.noiseClip() > 0 ? new EmbeddingNoise(settings.noiseClip(), settings.noiseMultiplier()) : null;
        noiseStream = masks.stream("noise").fork(endpoint.self());
        dropout = experiment.stream("dropout");
    }

    @Override
    public void prepare(int firstEpoch) {
        initial.prepare(firstEpoch);
    }

    @Override
    public void epoch(int epoch) {
        int n = sizes.nodes();
        int d = settings.width();
        String server = endpoint.roster().server();
        Matrix h0 = initial.forward(epoch);
        InitialDropout left = InitialDropout.of(settings, null, n, dropout, endpoint.self(), epoch);
        Matrix clean = left.leavesOut() ? ask(epoch, h0) : null;
        Matrix h = embedding(left.apply(h0));
        Matrix sent = noise == null ? h : noise.release(h, noiseStream);
        endpoint.send(server, MessageKind.EMBEDDING, epoch, sent, 0);
        if (output != null) {
            Matrix hidden = endpoint.receive(server, MessageKind.HIDDEN_LAYER, epoch, n, d);
            var step = output.step(
                    hidden, clean == null ? hidden : clean, settings.dropout(), dropout.fork("epoch " + epoch));
            boolean better = history.add(epoch, step.loss(), step.validation(), step.test());
            endpoint.send(server, MessageKind.HIDDEN_GRADIENT, epoch, step.gradient(), better ? 1 : 0);
        }
        Message back = endpoint.expect(server, MessageKind.EMBEDDING_GRADIENT, epoch, n, d, Message.REAL);
        if (back.note() == 1) {
            initial.keepBest();
            weights().forEach(TrainedMatrix::keepBest);
        }
        Matrix received = Endpoint.real(back);
        Matrix gradient = received;
        if (noise != null) gradient = noise.backward(gradient, h);
        for (int k = layers.size() - 1; k >= 0; k--) gradient = layers.get(k).backward(gradient);
        for (TrainedMatrix w : weights()) w.update(settings.rule(), settings.rate(), settings.decay(), epoch + 1);
        gradient = left.apply(gradient);
        view = new VerticalGnn.View(h0, sent, received, gradient);
        initial.backward(epoch, gradient);
    }

    private Matrix embedding(Matrix h) {
        for (HolderLayer layer : layers) h = layer.forward(h);
        return h;
    }

    /** Sends what the whole h0 gives; the label holder gets the hidden layer of it, others nothing. */
    private Matrix ask(int epoch, Matrix h0) {
        String server = endpoint.roster().server();
        Matrix whole = embedding(h0);
        endpoint.send(server, MessageKind.EMBEDDING, epoch, whole, 0); // never beside noise: see the settings
        return output == null
                ? null
                : endpoint.receive(server, MessageKind.HIDDEN_LAYER, epoch, sizes.nodes(), settings.width());
    }

    private List<TrainedMatrix> weights() {
        List<TrainedMatrix> all = new ArrayList<>();
        for (HolderLayer layer : layers) all.addAll(layer.weights());
        if (output != null) all.addAll(output.weights());
        return all;
    }

    public TrainingHistory history() {
        return history;
    }

    /** What this holder saw in the last epoch. */
    VerticalGnn.View view() {
        return view;
    }

    @Override
    public void describe(DataOutput out) throws IOException {
        data.describe(out);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        initial.save(out);
        TrainedMatrix.save(weights(), out);
        history.save(out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        initial.load(in);
        TrainedMatrix.load(weights(), in);
        history.load(in);
    }
}
