package dpgnn.mpc;

import dpgnn.mpc.wire.Certificates;
import dpgnn.mpc.wire.Channel;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.LocalChannels;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Role;
import dpgnn.mpc.wire.Roster;
import dpgnn.mpc.wire.Tampered;
import dpgnn.mpc.wire.TlsNetwork;
import dpgnn.mpc.wire.WaitingClock;
import dpgnn.random.Streams;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The parties of a test, each on a thread, over a network in memory or over TLS, and how each ended: null for well. Seconds are
 * those of the clock.
 */
public final class Parties {
    private static final Duration HANGS = Duration.ofMinutes(10);

    public final Map<String, Throwable> ends = new ConcurrentHashMap<>();
    private final Map<String, PartyProgram> programs = new ConcurrentHashMap<>();
    public final Map<String, Double> seconds = new ConcurrentHashMap<>();
    public final Map<String, Integer> starts = new ConcurrentHashMap<>();

    private final Roster roster;
    private final VerticalData data;
    private final WaitingClock clock = new WaitingClock();
    private final Map<String, UnaryOperator<Channel>> changed = new HashMap<>();
    private final Map<String, TlsNetwork> networks = new ConcurrentHashMap<>();
    private Function<String, PpgnnSettings> settings;
    private Function<String, String> session = name -> "one";
    private Function<String, Map<String, Channel>> network;
    private Function<String, Savepoints> savepoints = name -> null;

    private Parties(Roster roster, VerticalData data) {
        this.roster = roster;
        this.data = data;
    }

    /** Parties that agree, in memory and without savepoints. */
    public static Parties of(Roster roster, PpgnnSettings settings, VerticalData data) {
        Parties parties = new Parties(roster, data);
        parties.settings = name -> settings;
        parties.network = LocalChannels.of(roster)::get;
        return parties;
    }

    public Parties settings(Function<String, PpgnnSettings> byName) {
        settings = byName;
        return this;
    }

    public Parties session(Function<String, String> byName) {
        session = byName;
        return this;
    }

    /** What this holder learned of the training. */
    public TrainingHistory history(String holder) {
        return ((Holder) programs.get(holder)).history();
    }

    /** The epochs that this party's savepoints in a folder of its name hold whole. */
    public static List<Integer> completed(Path folder, String name) {
        return Savepoints.in(folder.resolve(name)).completed();
    }

    /** Each party's savepoints lie in a folder of its name. */
    public Parties savepoints(Path folder) {
        savepoints = name -> Savepoints.in(folder.resolve(name));
        return this;
    }

    /** With the keys of this folder, at free ports. */
    public Parties overTls(Path keys) {
        Map<String, InetSocketAddress> addresses = TlsNetwork.freeAddresses(roster);
        network = name -> {
            TlsNetwork made = TlsNetwork.connect(
                    roster,
                    name,
                    addresses,
                    Certificates.of(keys, name),
                    HANGS,
                    data.sizes().limit(settings.apply(name)));
            networks.put(name, made);
            return made.channels();
        };
        return this;
    }

    /** Something else happens to what one party sends to another: see {@link Tampered}. */
    public Parties tampered(String from, String to, BiFunction<Integer, byte[], List<byte[]>> change) {
        changed.put(from + " to " + to, inner -> new Tampered(inner, change));
        return this;
    }

    public WaitingClock clock() {
        return clock;
    }

    /** Runs all to their end. */
    public Parties run() {
        Map<String, Thread> threads = new TreeMap<>();
        for (String name : roster.parties()) {
            Thread thread = new Thread(() -> run(name));
            thread.start();
            threads.put(name, thread);
        }
        long hangs = System.nanoTime() + HANGS.toNanos();
        try {
            while (!threads.isEmpty()) {
                threads.values().iterator().next().join(20);
                threads.values().removeIf(thread -> !thread.isAlive());
                clock.tick(threads.keySet());
                if (System.nanoTime() > hangs) throw new AssertionError("hang: " + threads.keySet());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            networks.values().forEach(TlsNetwork::close);
        }
        return this;
    }

    private void run(String name) {
        long began = clock.getAsLong();
        try {
            Map<String, Channel> channels = clock.watch(name, network.apply(name));
            channels.replaceAll((peer, channel) ->
                    changed.getOrDefault(name + " to " + peer, c -> c).apply(channel));
            PpgnnSettings own = settings.apply(name);
            Endpoint endpoint = new Endpoint(
                    roster, name, channels, WaitingClock.DEADLINE, data.sizes().limit(own), clock);
            PartyProgram program = program(endpoint, own);
            programs.put(name, program);
            starts.put(
                    name,
                    new PartySession(endpoint, own, data.sizes(), program, savepoints.apply(name))
                            .run(session.apply(name)));
            endpoint.close();
        } catch (Throwable t) {
            ends.put(name, t);
        }
        seconds.put(name, (clock.getAsLong() - began) / 1e9);
    }

    private PartyProgram program(Endpoint endpoint, PpgnnSettings own) {
        Streams experiment = Streams.seed(3);
        if (!endpoint.plays(Role.HOLDER)) return new Server(endpoint, own, data.sizes(), experiment, Streams.secure());
        HolderData held = data.holders().get(roster.holders().indexOf(endpoint.self()));
        return new Holder(endpoint, own, data.sizes(), held, experiment, Streams.secure());
    }

    /** Why one ended; where another one's end ended it, why all did: of two who wait for each other either may be the first. */
    public String told(String name) {
        List<String> who = fault(name).fault() == Fault.ABORTED ? List.copyOf(ends.keySet()) : List.of(name);
        return who.stream().map(party -> fault(party).getMessage()).toList().toString();
    }

    public ProtocolException fault(String name) {
        Throwable end = ends.get(name);
        if (end instanceof ProtocolException p) return p;
        throw new AssertionError("'" + name + "' ended with " + end, end);
    }

    public Map<String, Fault> faults() {
        Map<String, Fault> all = new TreeMap<>();
        ends.keySet().forEach(name -> all.put(name, fault(name).fault()));
        return all;
    }
}
