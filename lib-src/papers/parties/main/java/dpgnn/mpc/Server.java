package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.mpc.layer.HiddenLayer;
import dpgnn.mpc.layer.TrainedMatrix;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Message;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.mpc.wire.Role;
import dpgnn.random.Streams;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The semi-honest server: combines the holders' embeddings and computes the hidden layer. It sees every embedding in the clear.
 * Where it also deals, it does so for the next epoch while the holders are busy with this one.
 */
final class Server implements PartyProgram {
    private final Endpoint endpoint;
    private final PpgnnSettings settings;
    private final PpgnnSizes sizes;
    private final HiddenLayer hidden;
    private final Dealer dealer;

    public Server(Endpoint endpoint, PpgnnSettings settings, PpgnnSizes sizes, Streams experiment, Streams masks) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.sizes = sizes;
        hidden = new HiddenLayer(
                settings.combiner(),
                endpoint.roster().holders().size(),
                settings.width(),
                experiment.stream("init").fork(endpoint.self()));
        dealer = endpoint.plays(Role.DEALER) ? new Dealer(endpoint, settings, sizes, masks) : null;
    }

    @Override
    public void prepare(int firstEpoch) {
        if (dealer != null) dealer.prepare(firstEpoch);
    }

    @Override
    public void epoch(int epoch) {
        int n = sizes.nodes();
        int d = settings.width();
        List<String> holders = endpoint.roster().holders();
        String labels = endpoint.roster().labelHolder();
        if (settings.initialDropout() > 0) combine(epoch); // of the whole h0, to measure accuracies
        combine(epoch);
        Message back = endpoint.expect(labels, MessageKind.HIDDEN_GRADIENT, epoch, n, d, Message.REAL);
        if (back.note() == 1) hidden.weights().forEach(TrainedMatrix::keepBest);
        List<Matrix> gradients = hidden.backward(Endpoint.real(back));
        for (int p = 0; p < holders.size(); p++)
            endpoint.send(holders.get(p), MessageKind.EMBEDDING_GRADIENT, epoch, gradients.get(p), back.note());
        for (TrainedMatrix w : hidden.weights())
            w.update(settings.rule(), settings.rate(), settings.decay(), epoch + 1);
        if (dealer != null) dealer.epoch(epoch);
    }

    private void combine(int epoch) {
        List<Matrix> parts = new ArrayList<>();
        for (String holder : endpoint.roster().holders())
            parts.add(endpoint.receive(holder, MessageKind.EMBEDDING, epoch, sizes.nodes(), settings.width()));
        endpoint.send(endpoint.roster().labelHolder(), MessageKind.HIDDEN_LAYER, epoch, hidden.forward(parts), 0);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        TrainedMatrix.save(hidden.weights(), out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        TrainedMatrix.load(hidden.weights(), in);
    }
}
