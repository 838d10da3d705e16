package dpgnn.mpc;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/**
 * Runs one party's program: greets, resumes from the last epoch that everybody finished, trains, and publishes only when everybody
 * has finished the last epoch. Any fault ends the run at all parties and leaves nothing but savepoints.
 */
public final class Party {
    private final Mesh mesh;
    private final Settings settings;
    private final Shape shape;
    private final Program program;
    private final Savepoints savepoints;
    private IntConsumer listener = epoch -> {};

    /**
     * @param savepoints null for none
     */
    Party(Mesh mesh, Settings settings, Shape shape, Program program, Savepoints savepoints) {
        this.mesh = mesh;
        this.settings = settings;
        this.shape = shape;
        this.program = program;
        this.savepoints = savepoints;
    }

    /** Told after every epoch that all parties have finished. */
    Party listen(IntConsumer newListener) {
        listener = newListener;
        return this;
    }

    /** Trains; returns the epoch that it began with. */
    int run(String session) {
        try {
            SavepointSeal binding = SavepointSeal.of(session, settings, shape, mesh.roster(), mesh.self(), program);
            int start = mesh.greet(
                    session,
                    shape.toMap(settings, mesh.roster()),
                    savepoints == null ? java.util.List.of() : savepoints.completed(binding));
            if (start > 0) savepoints.read(start, program);
            program.prepare(start);
            for (int epoch = start; epoch < settings.epochs(); epoch++) {
                program.epoch(epoch);
                boolean save = savepoints != null
                        && ((epoch + 1) % settings.checkpointEvery() == 0 || epoch + 1 == settings.epochs());
                if (save) savepoints.write(epoch + 1, program, binding);
                together(epoch);
                if (save) savepoints.prune();
                listener.accept(epoch);
            }
            return start;
        } catch (ProtocolException e) {
            throw mesh.abort(e);
        } catch (RuntimeException e) {
            throw mesh.abort(new ProtocolException(Fault.REFUSED, "'" + mesh.self() + "' failed: " + e, e));
        }
    }

    /** Nobody goes on, or publishes, before everybody has finished the epoch. */
    private void together(int epoch) {
        String server = mesh.roster().server();
        if (mesh.self().equals(server)) {
            for (String peer : mesh.roster().othersThan(server)) mesh.receive(peer, Matter.EPOCH_DONE, epoch);
            for (String peer : mesh.roster().othersThan(server)) mesh.send(peer, Matter.EPOCH_COMMITTED, epoch, 0);
        } else {
            mesh.send(server, Matter.EPOCH_DONE, epoch, 0);
            mesh.receive(server, Matter.EPOCH_COMMITTED, epoch);
        }
    }

    /** Writes the party's own part of the model; call it after {@link #run}. */
    void publish(Path file) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            program.save(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        Savepoints.publish(file, bytes.toByteArray());
    }
}
