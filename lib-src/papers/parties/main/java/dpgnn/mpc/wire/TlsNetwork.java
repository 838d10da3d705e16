package dpgnn.mpc.wire;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;

/**
 * Opens channels over TLS 1.3, on which both sides show a certificate. Of two parties, the later in the roster dials the
 * earlier.
 *
 * <p><b>Guarantee.</b> A peer's name is the one of its certificate, and only certificates of the party's own folder count: see
 * {@link PinnedTrust}. Frames above {@link FrameCodec#LIMIT} are refused before memory is taken for them.
 */
public final class TlsNetwork implements AutoCloseable {
    private static final int FIRST_PORT = 20_000, PORTS = 12_000;
    /** Processes begin apart. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % PORTS));

    /** What a caller is told once its certificate was looked at, which in TLS 1.3 is after its own part of the handshake. */
    private static final int WELCOME = 1;

    private static final int UNEXPECTED = 2;

    /** Callers who have not shown a certificate yet; the next one takes the place of the first. */
    private static final int UNPROVED = 64;

    private static final Duration REDIAL = Duration.ofMillis(250);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final Roster roster;
    private final String self;
    private final Certificates keys;
    private final Countdown start;
    private final long limit;
    private final int ahead;
    private final int silence;
    private final ServerSocket door;
    private final Map<String, CompletableFuture<TlsChannel>> lines = new HashMap<>();
    private final Map<String, Channel> channels = new HashMap<>();
    private final Deque<Socket> unproved = new ArrayDeque<>();
    private final Set<Socket> dialling = ConcurrentHashMap.newKeySet();

    private TlsNetwork(
            Roster roster, String self, Certificates keys, Countdown start, long limit, InetSocketAddress address) {
        this.roster = roster;
        this.self = self;
        this.keys = keys;
        this.start = start;
        this.limit = limit;
        ahead = (int) Math.min(1 << 14, 64 + 2 * 8 * limit / FrameCodec.LIMIT);
        silence = (int) Math.max(1, Math.min(127, 2 * start.whole().toSeconds() / 10));
        try {
            door = new ServerSocket();
            door.setReuseAddress(true);
            door.bind(address);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen at " + address, e);
        }
    }

    /**
     * Listens, dials and waits until every peer is there.
     *
     * @param addresses of all parties by name
     * @param atMost how long all of it may take; a line that is dead for twice as long counts as broken
     * @param limit the most words of one message; twice as much is taken ahead
     */
    public static TlsNetwork connect(
            Roster roster,
            String self,
            Map<String, InetSocketAddress> addresses,
            Certificates keys,
            Duration atMost,
            long limit) {
        return connect(roster, self, addresses, keys, Countdown.of(atMost), limit);
    }

    static TlsNetwork connect(
            Roster roster,
            String self,
            Map<String, InetSocketAddress> addresses,
            Certificates keys,
            Countdown start,
            long limit) {
        roster.mustKnow(self);
        keys.mustAdmit(roster);
        TlsNetwork network = new TlsNetwork(roster, self, keys, start, limit, addresses.get(self));
        try {
            for (String peer : roster.othersThan(self)) network.lines.put(peer, new CompletableFuture<>());
            List<String> earlier = roster.parties().subList(0, roster.parties().indexOf(self));
            begin("listen", () -> network.listen(earlier));
            for (String peer : earlier) begin("dial " + peer, () -> network.dial(peer, addresses.get(peer)));
            for (String peer : roster.othersThan(self)) network.await(peer, start);
            return network;
        } catch (RuntimeException e) {
            Fault fault = e instanceof ProtocolException p ? p.fault() : Fault.REFUSED;
            network.open().forEach(c -> c.abort(fault));
            network.close();
            throw e;
        }
    }

    /** A thread that keeps no process alive. */
    static Thread begin(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void cut(Closeable line) {
        try {
            line.close();
        } catch (IOException e) {
            // It is down already.
        }
    }

    /** Waits for one peer, who calls or is dialled, and looks after the others meanwhile. */
    private void await(String peer, Countdown start) {
        try {
            while (!lines.get(peer).isDone()) {
                lines.values().stream().filter(CompletableFuture::isDone).forEach(TlsNetwork::mustStand);
                if (start.over())
                    throw new ProtocolException(
                            Fault.VANISHED, "'" + peer + "' did not connect within " + start + keys.refusal(peer));
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProtocolException(Fault.REFUSED, "interrupted while waiting for '" + peer + "'", e);
        }
        channels.put(peer, mustStand(lines.get(peer)));
    }

    private static TlsChannel mustStand(CompletableFuture<TlsChannel> line) {
        try {
            TlsChannel channel = line.join();
            if (channel.failure() != null) throw channel.failure();
            return channel;
        } catch (CompletionException e) {
            throw (ProtocolException) e.getCause();
        }
    }

    private List<TlsChannel> open() {
        return lines.values().stream()
                .filter(line -> line.isDone() && !line.isCompletedExceptionally())
                .map(CompletableFuture::join)
                .toList();
    }

    private void listen(List<String> earlier) {
        while (!door.isClosed())
            try {
                Socket line = door.accept();
                synchronized (unproved) {
                    unproved.add(line);
                    if (unproved.size() > UNPROVED) cut(unproved.remove());
                }
                begin("caller", () -> admit(line, earlier));
            } catch (IOException e) {
                pause(); // closed, or there are too many open files just now
            }
    }

    /** Hears a caller out; what strangers throw at the port is nothing that this party would have to report. */
    private void admit(Socket line, List<String> earlier) {
        try {
            SSLSocket secured = secured(line, null);
            String caller = Certificates.peer(secured.getSession());
            synchronized (unproved) {
                if (!unproved.remove(line)) return;
            }
            CompletableFuture<TlsChannel> waiting = earlier.contains(caller) ? null : lines.get(caller);
            synchronized (lines) {
                boolean expected = waiting != null && !waiting.isDone() && !door.isClosed();
                secured.getOutputStream().write(expected ? WELCOME : UNEXPECTED);
                if (expected) waiting.complete(new TlsChannel(caller, line, secured, ahead));
                else cut(secured);
            }
        } catch (IOException | ProtocolException e) {
            synchronized (unproved) {
                unproved.remove(line);
            }
            cut(line); // its own party remembers why: Certificates.refusal
        }
    }

    /** Dials until the peer answers, who may just have begun to listen, or who does not trust this party yet. */
    private void dial(String peer, InetSocketAddress address) {
        CompletableFuture<TlsChannel> dialled = lines.get(peer);
        while (!dialled.isDone() && !door.isClosed()) {
            Socket line = new Socket();
            dialling.add(line);
            try {
                line.connect(new InetSocketAddress(address.getHostString(), address.getPort()), 10_000);
                SSLSocket secured = secured(line, peer);
                int answer = secured.getInputStream().read();
                if (answer == WELCOME) dialled.complete(new TlsChannel(peer, line, secured, ahead));
                if (answer == UNEXPECTED)
                    dialled.completeExceptionally(new ProtocolException(
                            Fault.VANISHED,
                            "'" + peer + "' is gone: '" + self
                                    + "' is not expected to call here, or has called before"));
            } catch (IOException e) {
                // Nobody is there, or one of the two was turned away: Certificates.refusal.
            }
            dialling.remove(line);
            if (dialled.isDone() && !dialled.isCompletedExceptionally()) return;
            cut(line);
            pause();
        }
    }

    /** The line after its handshake. Kernels at both ends find out when it is dead, although nobody has anything to say. */
    private SSLSocket secured(Socket line, String expected) throws IOException {
        line.setTcpNoDelay(true);
        line.setKeepAlive(true);
        if (line.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            line.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 10);
            line.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 10);
            line.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, silence);
        }
        SSLSocket secured = keys.secured(line, expected);
        secured.startHandshake();
        return secured;
    }

    private static void pause() {
        try {
            Thread.sleep(REDIAL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A free port of the loopback for every party; free until somebody else takes it. */
    public static Map<String, InetSocketAddress> freeAddresses(Roster roster) {
        Map<String, InetSocketAddress> addresses = new HashMap<>();
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (String name : roster.parties()) {
                held.add(freeDoor());
                addresses.put(
                        name,
                        new InetSocketAddress(
                                "127.0.0.1", held.get(held.size() - 1).getLocalPort()));
            }
            for (ServerSocket socket : held) socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("there is no free port", e);
        }
        return addresses;
    }

    /** Below the ports that a system gives to callers, so that no call takes it before a party listens there. */
    private static ServerSocket freeDoor() throws IOException {
        for (int tried = 0; tried < PORTS; tried++)
            try {
                return new ServerSocket(FIRST_PORT + Math.floorMod(NEXT.getAndIncrement(), PORTS));
            } catch (BindException e) {
                // somebody listens there
            }
        throw new BindException("all ports from " + FIRST_PORT + " on are taken, " + PORTS + " of them");
    }

    /** All parties of a run in this process, at free ports of the loopback; makes the keys that it needs. */
    public static Map<String, TlsNetwork> loopback(Roster roster, Path folder, Duration deadline, long limit) {
        Certificates.make(folder, roster.parties());
        Map<String, InetSocketAddress> addresses = freeAddresses(roster);
        Map<String, CompletableFuture<TlsNetwork>> all = new HashMap<>();
        for (String name : roster.parties()) {
            Certificates own = Certificates.of(folder, name);
            all.put(
                    name,
                    CompletableFuture.supplyAsync(
                            () -> connect(roster, name, addresses, own, deadline, limit),
                            work -> begin("connect " + name, work)));
        }
        Map<String, TlsNetwork> networks = new HashMap<>();
        all.forEach((name, made) -> networks.put(name, made.join()));
        return networks;
    }

    /** This party's end of the lines; its greetings have what is left of the time in which it connected. */
    public Endpoint endpoint(Duration patience) {
        return new Endpoint(roster, self, channels, patience, limit).greetWithin(start);
    }

    public Map<String, Channel> channels() {
        return channels;
    }

    /** Ends all channels in good order and waits a moment until the peers have read what was sent. */
    @Override
    public void close() {
        cut(door);
        dialling.forEach(TlsNetwork::cut);
        synchronized (unproved) {
            unproved.forEach(TlsNetwork::cut);
        }
        synchronized (lines) {
            lines.values().forEach(line -> line.completeExceptionally(new CancellationException()));
        }
        List<TlsChannel> open = open();
        open.forEach(TlsChannel::close);
        Countdown farewell = Countdown.of(FAREWELL);
        try {
            for (TlsChannel channel : open) channel.finish(farewell);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
