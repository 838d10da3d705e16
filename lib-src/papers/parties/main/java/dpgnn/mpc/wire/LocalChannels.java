package dpgnn.mpc.wire;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Channels within one process, for notebooks and tests: the same frames, without a network. */
public final class LocalChannels {
    private LocalChannels() {}

    /** For every party its channels by peer. */
    public static Map<String, Map<String, Channel>> of(Roster roster) {
        Map<String, Map<String, Channel>> all = new HashMap<>();
        for (String name : roster.parties()) all.put(name, new HashMap<>());
        for (String a : roster.parties())
            for (String b : roster.parties())
                if (a.compareTo(b) < 0) {
                    End atA = new End(b);
                    End atB = new End(a);
                    atA.other = atB;
                    atB.other = atA;
                    all.get(a).put(b, atA);
                    all.get(b).put(a, atB);
                }
        return all;
    }

    private static final class End implements Channel {
        private final String peer;
        private final BlockingQueue<byte[]> inbox = new LinkedBlockingQueue<>();
        private volatile ProtocolException failure;
        private End other;

        End(String peer) {
            this.peer = peer;
        }

        @Override
        public String peer() {
            return peer;
        }

        @Override
        public void send(byte[] frame, Duration atMost) {
            if (failure != null) throw failure;
            other.inbox.add(frame);
        }

        @Override
        public byte[] take(Duration atMost) throws InterruptedException {
            return inbox.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public ProtocolException failure() {
            return failure;
        }

        @Override
        public void abort(Fault reason) {
            if (other.failure == null) other.failure = reason.from(other.peer);
        }

        @Override
        public void close() {}
    }
}
