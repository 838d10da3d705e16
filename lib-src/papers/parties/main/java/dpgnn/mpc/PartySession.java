package dpgnn.mpc;

import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.mpc.wire.ProtocolException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/**
 * Runs one party's program: shakes hands, resumes from the last epoch that everybody finished, trains, and publishes only
 * when everybody has finished the last epoch. Any fault ends the run at all parties and leaves only savepoints.
 */
final class PartySession {
    private final Endpoint endpoint;
    private final PpgnnSettings settings;
    private final PpgnnSizes sizes;
    private final PartyProgram program;
    private final Savepoints savepoints;
    private IntConsumer listener = epoch -> {};

    /**
     * @param savepoints null for none
     */
    public PartySession(
            Endpoint endpoint, PpgnnSettings settings, PpgnnSizes sizes, PartyProgram program, Savepoints savepoints) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.sizes = sizes;
        this.program = program;
        this.savepoints = savepoints;
    }

    /** Told after every epoch that all parties have finished. */
    public PartySession listen(IntConsumer newListener) {
        listener = newListener;
        return this;
    }

    /** Trains; returns the epoch that it began with. */
    public int run(String session) {
        try {
            SavepointSeal binding =
                    SavepointSeal.of(session, settings, sizes, endpoint.roster(), endpoint.self(), program);
            int start = endpoint.greet(
                    session,
                    sizes.toMap(settings, endpoint.roster()),
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
            throw endpoint.abort(e);
        } catch (RuntimeException e) {
            throw endpoint.abort(new ProtocolException(Fault.REFUSED, "'" + endpoint.self() + "' failed: " + e, e));
        }
    }

    /** Nobody goes on, or publishes, before everybody has finished the epoch. */
    private void together(int epoch) {
        String server = endpoint.roster().server();
        if (endpoint.self().equals(server)) {
            for (String peer : endpoint.roster().othersThan(server))
                endpoint.receive(peer, MessageKind.EPOCH_DONE, epoch);
            for (String peer : endpoint.roster().othersThan(server))
                endpoint.send(peer, MessageKind.EPOCH_COMMITTED, epoch, 0);
        } else {
            endpoint.send(server, MessageKind.EPOCH_DONE, epoch, 0);
            endpoint.receive(server, MessageKind.EPOCH_COMMITTED, epoch);
        }
    }

    /** Writes the party's own part of the model; call it after {@link #run}. */
    public void publish(Path file) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            program.save(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        Savepoints.publish(file, bytes.toByteArray());
    }
}
