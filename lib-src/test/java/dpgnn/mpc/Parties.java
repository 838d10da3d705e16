package dpgnn.mpc;

import dpgnn.random.Streams;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Runs each party on a thread and keeps how it ended: null for well. Seconds are those of its clock. */
final class Parties {
    private static final Duration HANGS = Duration.ofMinutes(10);

    final Map<String, Throwable> ends = new ConcurrentHashMap<>();
    final Map<String, Program> programs = new ConcurrentHashMap<>();
    final Map<String, Double> seconds = new ConcurrentHashMap<>();
    final Map<String, Integer> starts = new ConcurrentHashMap<>();

    static Parties run(
            Roster roster,
            Function<String, Settings> settings,
            Function<String, String> session,
            VerticalData data,
            Function<String, Map<String, Channel>> channels,
            Map<String, Savepoints> savepoints) {
        return run(roster, settings, session, data, channels, savepoints, new WaitingClock());
    }

    static Parties run(
            Roster roster,
            Function<String, Settings> settings,
            Function<String, String> session,
            VerticalData data,
            Function<String, Map<String, Channel>> channels,
            Map<String, Savepoints> savepoints,
            WaitingClock clock) {
        Parties parties = new Parties();
        Map<String, Thread> threads = new TreeMap<>();
        for (String name : roster.parties()) {
            Thread thread = new Thread(() -> {
                long began = clock.getAsLong();
                try {
                    Settings own = settings.apply(name);
                    Mesh mesh = new Mesh(
                            roster,
                            name,
                            channels.apply(name),
                            WaitingClock.DEADLINE,
                            data.shape().limit(own),
                            clock);
                    Streams experiment = Streams.seed(3);
                    Program program = mesh.plays(Role.HOLDER)
                            ? new Holder(
                                    mesh,
                                    own,
                                    data.shape(),
                                    data.holders().get(roster.holders().indexOf(name)),
                                    experiment,
                                    Streams.secure())
                            : new Server(mesh, own, data.shape(), experiment, Streams.secure());
                    parties.programs.put(name, program);
                    parties.starts.put(
                            name,
                            new Party(mesh, own, data.shape(), program, savepoints.get(name)).run(session.apply(name)));
                    mesh.close();
                } catch (Throwable t) {
                    parties.ends.put(name, t);
                }
                parties.seconds.put(name, (clock.getAsLong() - began) / 1e9);
            });
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
        }
        return parties;
    }

    ProtocolException fault(String name) {
        Throwable end = ends.get(name);
        if (end instanceof ProtocolException p) return p;
        throw new AssertionError("'" + name + "' ended with " + end, end);
    }

    Map<String, Fault> faults() {
        Map<String, Fault> all = new TreeMap<>();
        ends.keySet().forEach(name -> all.put(name, fault(name).fault()));
        return all;
    }
}
