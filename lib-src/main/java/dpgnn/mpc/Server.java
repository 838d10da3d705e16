package dpgnn.mpc;

import dpgnn.linear.Matrix;
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
final class Server implements Program {
    private final Mesh mesh;
    private final Settings settings;
    private final Shape shape;
    private final HiddenLayer hidden;
    private final Dealing dealing;

    Server(Mesh mesh, Settings settings, Shape shape, Streams experiment, Streams masks) {
        this.mesh = mesh;
        this.settings = settings;
        this.shape = shape;
        hidden = new HiddenLayer(
                settings.combiner(),
                mesh.roster().holders().size(),
                settings.width(),
                experiment.stream("init").fork(mesh.self()));
        dealing = mesh.plays(Role.DEALER) ? new Dealing(mesh, settings, shape, masks.stream("dealer")) : null;
    }

    @Override
    public void prepare(int firstEpoch) {
        if (dealing != null) dealing.prepare(firstEpoch);
    }

    @Override
    public void epoch(int epoch) {
        int n = shape.nodes();
        int d = settings.width();
        List<String> holders = mesh.roster().holders();
        List<Matrix> parts = new ArrayList<>();
        for (String holder : holders) parts.add(mesh.receive(holder, Matter.EMBEDDING, epoch, n, d));
        String labels = mesh.roster().labelHolder();
        mesh.send(labels, Matter.HIDDEN_LAYER, epoch, hidden.forward(parts), 0);
        Message back = mesh.expect(labels, Matter.HIDDEN_GRADIENT, epoch, n, d, Message.REAL);
        if (back.note() == 1) hidden.weights().forEach(Weights::keepBest);
        List<Matrix> gradients = hidden.backward(Mesh.real(back));
        for (int p = 0; p < holders.size(); p++)
            mesh.send(holders.get(p), Matter.EMBEDDING_GRADIENT, epoch, gradients.get(p), back.note());
        for (Weights w : hidden.weights()) w.update(settings.rule(), settings.rate(), settings.decay(), epoch + 1);
        if (dealing != null) dealing.deal(epoch + 1);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Weights.save(hidden.weights(), out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        Weights.load(hidden.weights(), in);
    }
}
