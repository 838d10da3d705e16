package dpgnn.mpc;

import dpgnn.base.Check;
import dpgnn.linear.Matrix;
import dpgnn.mpc.wire.Channel;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.LocalChannels;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Role;
import dpgnn.mpc.wire.Roster;
import dpgnn.mpc.wire.TlsNetwork;
import dpgnn.mpc.wire.Traffic;
import dpgnn.mpc.wire.Transcript;
import dpgnn.random.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs PPGNN with all its parties in this process: the same programs and messages as separate processes, on threads.
 *
 * <p><b>Guarantee.</b> None against whoever runs this process and so is all parties at once. The transcripts hold what
 * separate parties would see.
 */
public final class VerticalGnn {
    private final PpgnnSettings settings;
    private Duration deadline = Duration.ofMinutes(10);
    private final Streams masks = Streams.secure();
    private Watcher watcher = (party, epoch, view) -> {};
    private boolean separateDealer;
    private Path keys;

    /**
     * What one holder saw in an epoch.
     *
     * @param initial h0
     * @param embedding what it sent to the server, which therefore saw it too
     * @param embeddingGradient the loss's derivative by its embedding, from the server
     * @param initialGradient its own part of the derivative by h0
     */
    public record View(Matrix initial, Matrix embedding, Matrix embeddingGradient, Matrix initialGradient) {}

    /** Told what every holder saw, in every epoch. */
    public interface Watcher {
        void saw(String party, int epoch, View view);
    }

    /**
     * What a run gave.
     *
     * @param disclosure what the run shows to whom, in sentences
     * @param traffic by party, from handshake to end
     * @param setup the part of it before the first epoch
     * @param seconds wall-clock time of each epoch
     */
    public record Outcome(
            Roster roster,
            List<String> disclosure,
            TrainingHistory history,
            Map<String, Traffic> traffic,
            Map<String, Traffic> setup,
            Map<String, Transcript> transcripts,
            List<Double> seconds) {
        /** Test accuracy of the weights with the best validation accuracy. */
        public double testAccuracy() {
            return history.best().test();
        }

        /** The median epoch in seconds. */
        public double epochSeconds() {
            return TrainingHistory.median(seconds);
        }

        /** What the busiest holder sent and received in one epoch, on average. */
        public Traffic perEpoch() {
            Traffic most = Traffic.NONE;
            for (String party : roster.holders()) {
                Traffic t = traffic.get(party).minus(setup.get(party));
                if (t.sent() + t.received() > most.sent() + most.received()) most = t;
            }
            int epochs = seconds.size();
            return new Traffic(
                    most.sent() / epochs,
                    most.received() / epochs,
                    most.dealt() / epochs,
                    most.messages() / epochs,
                    most.rounds() / epochs);
        }
    }

    private VerticalGnn(PpgnnSettings settings) {
        this.settings = settings;
    }

    public static VerticalGnn of(PpgnnSettings settings) {
        return new VerticalGnn(Check.given("settings", settings));
    }

    public VerticalGnn watch(Watcher newWatcher) {
        watcher = newWatcher;
        return this;
    }

    public VerticalGnn deadline(Duration newDeadline) {
        deadline = newDeadline;
        return this;
    }

    /** A dealer of its own instead of the server. */
    public VerticalGnn separateDealer() {
        separateDealer = true;
        return this;
    }

    /** Through TLS on this machine's loopback, with certificates made in this folder, instead of through memory. */
    public VerticalGnn overTls(Path folder) {
        keys = folder;
        return this;
    }

    public Outcome train(VerticalData data, Streams experiment) {
        Roster plain = Roster.of(data.holders().size());
        Roster roster = separateDealer ? new Roster(plain.holders(), plain.server(), "dealer") : plain;
        Map<String, TlsNetwork> networks = keys == null
                ? Map.of()
                : TlsNetwork.loopback(roster, keys, deadline, data.sizes().limit(settings));
        try {
            Map<String, Map<String, Channel>> channels;
            if (keys == null) channels = LocalChannels.of(roster);
            else {
                channels = new LinkedHashMap<>();
                networks.forEach((name, network) -> channels.put(name, network.channels()));
            }
            return train(data, experiment, roster, channels);
        } finally {
            networks.values().forEach(TlsNetwork::close);
        }
    }

    private Outcome train(
            VerticalData data, Streams experiment, Roster roster, Map<String, Map<String, Channel>> channels) {
        Map<String, Endpoint> meshes = new LinkedHashMap<>();
        for (String name : roster.parties())
            meshes.put(
                    name,
                    new Endpoint(
                            roster,
                            name,
                            channels.get(name),
                            deadline,
                            data.sizes().limit(settings)));
        Map<String, PartyProgram> programs = new LinkedHashMap<>();
        for (String name : roster.parties()) programs.put(name, program(meshes.get(name), data, experiment));
        Map<String, Traffic> setup = new LinkedHashMap<>();
        List<Double> seconds = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(roster.parties().size());
        try {
            Map<String, Future<Integer>> runs = new LinkedHashMap<>();
            for (String name : roster.parties()) {
                PartyProgram measured = new Measured(programs.get(name), meshes.get(name), setup, seconds);
                PartySession party = new PartySession(meshes.get(name), settings, data.sizes(), measured, null);
                runs.put(name, threads.submit(() -> party.run("in-process")));
            }
            await(runs.values());
        } finally {
            threads.shutdownNow();
        }
        Map<String, Traffic> traffic = new LinkedHashMap<>();
        Map<String, Transcript> transcripts = new LinkedHashMap<>();
        meshes.forEach((name, endpoint) -> {
            traffic.put(name, endpoint.traffic());
            transcripts.put(name, endpoint.transcript());
        });
        return new Outcome(
                roster,
                Disclosure.of(settings, data.sizes(), roster),
                ((Holder) programs.get(roster.labelHolder())).history(),
                traffic,
                setup,
                transcripts,
                seconds);
    }

    private PartyProgram program(Endpoint endpoint, VerticalData data, Streams experiment) {
        if (endpoint.plays(Role.HOLDER)) {
            int p = endpoint.roster().holders().indexOf(endpoint.self());
            return new Holder(endpoint, settings, data.sizes(), data.holders().get(p), experiment, masks);
        }
        if (endpoint.plays(Role.SERVER)) return new Server(endpoint, settings, data.sizes(), experiment, masks);
        return new Dealer(endpoint, settings, data.sizes(), masks);
    }

    /** Waits for all; of several faults the one that came first is thrown, not its echoes at the others. */
    public static void await(java.util.Collection<? extends Future<?>> runs) {
        ProtocolException worst = null;
        for (Future<?> run : runs)
            try {
                run.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ProtocolException(Fault.REFUSED, "the run was interrupted", e);
            } catch (ExecutionException e) {
                ProtocolException fault = e.getCause() instanceof ProtocolException p
                        ? p
                        : new ProtocolException(Fault.REFUSED, String.valueOf(e.getCause()), e.getCause());
                if (worst == null || worst.fault() == Fault.ABORTED) worst = fault;
            }
        if (worst != null) throw worst;
    }

    /** Notes when epochs end, and what had been sent before the first. */
    private final class Measured implements PartyProgram {
        private final PartyProgram program;
        private final Endpoint endpoint;
        private final Map<String, Traffic> setup;
        private final List<Double> seconds;
        private long began;

        Measured(PartyProgram program, Endpoint endpoint, Map<String, Traffic> setup, List<Double> seconds) {
            this.program = program;
            this.endpoint = endpoint;
            this.setup = setup;
            this.seconds = seconds;
        }

        @Override
        public void prepare(int firstEpoch) {
            program.prepare(firstEpoch);
            synchronized (setup) {
                setup.put(endpoint.self(), endpoint.traffic());
            }
            began = System.nanoTime();
        }

        @Override
        public void epoch(int epoch) {
            program.epoch(epoch);
            if (program instanceof Holder holder) watcher.saw(endpoint.self(), epoch, holder.view());
            if (endpoint.first()) {
                long now = System.nanoTime();
                seconds.add((now - began) / 1e9);
                began = now;
            }
        }

        @Override
        public void describe(java.io.DataOutput out) throws java.io.IOException {
            program.describe(out);
        }
    }
}
