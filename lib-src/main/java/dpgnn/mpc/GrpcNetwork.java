package dpgnn.mpc;

import static io.grpc.ConnectivityState.READY;

import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Channels over gRPC with TLS 1.3 where both sides show a certificate. Of two parties the later in the roster dials the earlier.
 *
 * <p><b>Guarantee.</b> A peer's name is the one of its certificate, and only certificates of the party's own folder count: see
 * {@link PinnedTrust}. Frames above {@link Frames#LIMIT} are refused before they are read whole.
 */
public final class GrpcNetwork implements AutoCloseable {
    /** Bytes that may wait to be sent before a party waits for its peer: a matrix of an epoch, mostly. */
    private static final int UNSENT = 16 << 20;

    private static final Context.Key<String> CALLER = Context.key("caller");

    /** How the transport ended a call that came in; the call itself is told only that it was cancelled. */
    private static final Context.Key<AtomicReference<Status>> ENDED = Context.key("ended");

    private static final MethodDescriptor<byte[], byte[]> EXCHANGE = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName("dpgnn.mpc.Party/Exchange")
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();

    private final Server server;
    private final Map<String, ManagedChannel> dialled = new HashMap<>();
    private final Map<String, Channel> channels = new HashMap<>();

    private GrpcNetwork(Server server) {
        this.server = server;
    }

    /**
     * Listens, dials and waits until every peer is there.
     *
     * @param addresses of all parties by name
     * @param start how long all of it may take; a line that is dead for twice as long counts as broken
     * @param limit the most words of one message; twice as much is taken ahead
     */
    static GrpcNetwork connect(
            Roster roster,
            String self,
            Map<String, InetSocketAddress> addresses,
            Certificates keys,
            Countdown start,
            long limit) {
        roster.mustKnow(self);
        keys.mustAdmit(roster);
        int ahead = (int) Math.min(1 << 14, 64 + 2 * 8 * limit / Frames.LIMIT);
        List<String> parties = roster.parties();
        Map<String, CompletableFuture<GrpcChannel>> callers = new HashMap<>();
        for (String peer : parties.subList(parties.indexOf(self) + 1, parties.size()))
            callers.put(peer, new CompletableFuture<>());
        GrpcNetwork network = new GrpcNetwork(listen(addresses.get(self), keys, callers, start.whole(), ahead));
        try {
            for (String peer : parties.subList(0, parties.indexOf(self)))
                network.channels.put(peer, network.dial(peer, addresses.get(peer), keys, start.whole(), ahead));
            for (String peer : roster.othersThan(self)) network.await(peer, callers.get(peer), keys, start);
            return network;
        } catch (RuntimeException e) {
            Fault fault = e instanceof ProtocolException p ? p.fault() : Fault.REFUSED;
            network.channels.values().forEach(c -> c.abort(fault));
            network.close();
            throw e;
        }
    }

    /** Waits for one peer, who calls or is dialled; every second it dials anew, since the peer may just have begun to listen. */
    private void await(String peer, CompletableFuture<GrpcChannel> caller, Certificates keys, Countdown start) {
        ManagedChannel line = dialled.get(peer);
        try {
            for (int glance = 0; caller != null ? !caller.isDone() : line.getState(true) != READY; glance++) {
                for (Channel other : channels.values()) if (other.failure() != null) throw other.failure();
                if (start.over())
                    throw new ProtocolException(
                            Fault.VANISHED, "'" + peer + "' did not connect within " + start + keys.refusal(peer));
                if (line != null && glance % 50 == 49) line.resetConnectBackoff();
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProtocolException(Fault.REFUSED, "interrupted while waiting for '" + peer + "'", e);
        }
        if (caller != null) channels.put(peer, caller.join());
    }

    /** A free port of the loopback for every party; free until somebody else takes it. */
    static Map<String, InetSocketAddress> freeAddresses(Roster roster) {
        Map<String, InetSocketAddress> addresses = new HashMap<>();
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (String name : roster.parties()) {
                held.add(new ServerSocket(0));
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

    /** All parties of a run in this process, at free ports of the loopback; makes the keys that it needs. */
    static Map<String, GrpcNetwork> loopback(Roster roster, Path folder, Duration deadline, long limit) {
        Certificates.make(folder, roster.parties());
        Map<String, InetSocketAddress> addresses = freeAddresses(roster);
        Map<String, CompletableFuture<GrpcNetwork>> all = new HashMap<>();
        for (String name : roster.parties()) {
            CompletableFuture<GrpcNetwork> made = new CompletableFuture<>();
            all.put(name, made);
            Certificates own = Certificates.of(folder, name);
            new Thread(
                            () -> {
                                try {
                                    made.complete(connect(roster, name, addresses, own, Countdown.of(deadline), limit));
                                } catch (RuntimeException e) {
                                    made.completeExceptionally(e);
                                }
                            },
                            "connect " + name)
                    .start();
        }
        Map<String, GrpcNetwork> networks = new HashMap<>();
        all.forEach((name, made) -> networks.put(name, made.join()));
        return networks;
    }

    public Map<String, Channel> channels() {
        return channels;
    }

    private static Server listen(
            InetSocketAddress address,
            Certificates keys,
            Map<String, CompletableFuture<GrpcChannel>> callers,
            Duration patience,
            int ahead) {
        var handler = ServerCalls.asyncBidiStreamingCall((ServerCalls.BidiStreamingMethod<byte[], byte[]>) answer -> {
            String caller = CALLER.get();
            CompletableFuture<GrpcChannel> waiting = callers.get(caller);
            GrpcChannel channel = new GrpcChannel(caller, ENDED.get());
            ServerCallStreamObserver<byte[]> out = (ServerCallStreamObserver<byte[]>) answer;
            out.disableAutoRequest();
            out.setOnReadyThreshold(UNSENT);
            channel.attach(out);
            if (waiting == null || waiting.isDone()) {
                answer.onError(Status.PERMISSION_DENIED
                        .withDescription("'" + caller + "' is not expected to call here, or has called before")
                        .asRuntimeException());
                return channel;
            }
            out.request(ahead);
            waiting.complete(channel);
            return channel;
        });
        var service = ServerServiceDefinition.builder("dpgnn.mpc.Party")
                .addMethod(EXCHANGE, handler)
                .build();
        try {
            return NettyServerBuilder.forAddress(address)
                    .sslContext(keys.serverContext())
                    .maxInboundMessageSize(Frames.LIMIT)
                    .flowControlWindow(8 << 20)
                    .keepAliveTime(10, TimeUnit.SECONDS)
                    .keepAliveTimeout(2 * patience.toMillis(), TimeUnit.MILLISECONDS)
                    .permitKeepAliveTime(5, TimeUnit.SECONDS)
                    .intercept(new Named())
                    .addStreamTracerFactory(new Ends())
                    .addService(service)
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen at " + address, e);
        }
    }

    private Channel dial(String peer, InetSocketAddress address, Certificates keys, Duration patience, int ahead) {
        ManagedChannel line = NettyChannelBuilder.forAddress(address.getHostString(), address.getPort())
                .overrideAuthority(peer)
                .sslContext(keys.clientContext(peer))
                .maxInboundMessageSize(Frames.LIMIT)
                .flowControlWindow(8 << 20)
                .keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(2 * patience.toMillis(), TimeUnit.MILLISECONDS)
                .build();
        dialled.put(peer, line);
        GrpcChannel channel = new GrpcChannel(peer, new AtomicReference<>(Status.OK));
        ClientCalls.asyncBidiStreamingCall(
                line.newCall(EXCHANGE, CallOptions.DEFAULT.withWaitForReady().withOnReadyThreshold(UNSENT)),
                new ClientResponseObserver<byte[], byte[]>() {
                    @Override
                    public void beforeStart(ClientCallStreamObserver<byte[]> stream) {
                        stream.disableAutoRequestWithInitial(ahead);
                        channel.attach(stream);
                    }

                    @Override
                    public void onNext(byte[] frame) {
                        channel.onNext(frame);
                    }

                    @Override
                    public void onError(Throwable t) {
                        channel.onError(t);
                    }

                    @Override
                    public void onCompleted() {
                        channel.onCompleted();
                    }
                });
        return channel;
    }

    /** Ends all streams in good order and waits a moment until the peers have read what was sent. */
    @Override
    public void close() {
        channels.values().forEach(Channel::close);
        dialled.values().forEach(ManagedChannel::shutdown);
        server.shutdown();
        try {
            for (ManagedChannel line : dialled.values())
                if (!line.awaitTermination(2, TimeUnit.SECONDS)) line.shutdownNow();
            if (!server.awaitTermination(2, TimeUnit.SECONDS)) server.shutdownNow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives each call the name of its certificate. */
    private static final class Named implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            String name = Certificates.peer(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
            return Contexts.interceptCall(Context.current().withValue(CALLER, name), call, headers, next);
        }
    }

    /** Keeps the reason why a call ended. */
    private static final class Ends extends ServerStreamTracer.Factory {
        @Override
        public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
            AtomicReference<Status> end = new AtomicReference<>(Status.OK);
            return new ServerStreamTracer() {
                @Override
                public Context filterContext(Context context) {
                    return context.withValue(ENDED, end);
                }

                @Override
                public void streamClosed(Status status) {
                    end.set(status);
                }
            };
        }
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
