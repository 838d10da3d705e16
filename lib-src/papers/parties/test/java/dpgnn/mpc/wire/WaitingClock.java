package dpgnn.mpc.wire;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The time of parties on threads of one process: it stands still while one of them can go on, however slow the machine, and moves
 * while each of them waits for a message that nobody has sent.
 */
public final class WaitingClock implements LongSupplier {
    /** What the parties of a test wait for a message, by this clock. */
    public static final Duration DEADLINE = Duration.ofSeconds(1);

    private final Map<String, Integer> flying = new HashMap<>();
    private final Map<String, String> waiting = new HashMap<>();
    private long now;

    @Override
    public synchronized long getAsLong() {
        return now;
    }

    synchronized void advance(Duration time) {
        now += time.toNanos();
    }

    /** The channels of a party, watched. */
    public Map<String, Channel> watch(String self, Map<String, Channel> channels) {
        Map<String, Channel> watched = new HashMap<>();
        channels.forEach((peer, channel) -> watched.put(peer, new Watched(self, channel)));
        return watched;
    }

    /** A quarter of the deadline passes if all these parties wait in vain. */
    public synchronized void tick(Set<String> alive) {
        for (String party : alive) {
            String link = waiting.get(party);
            if (link == null || flying.getOrDefault(link, 0) > 0) return;
        }
        advance(DEADLINE.dividedBy(4));
    }

    private synchronized void sent(String link) {
        flying.merge(link, 1, Integer::sum);
    }

    private synchronized void begins(String self, String link) {
        waiting.put(self, link);
    }

    private synchronized void ends(String self, String link, boolean taken) {
        waiting.remove(self);
        if (taken) flying.merge(link, -1, Integer::sum);
    }

    private final class Watched extends RelayChannel {
        private final String self;

        Watched(String self, Channel inner) {
            super(inner);
            this.self = self;
        }

        @Override
        public void send(byte[] frame, Duration atMost) {
            sent(self + " to " + peer());
            inner.send(frame, atMost);
        }

        @Override
        public byte[] take(Duration atMost) throws InterruptedException {
            String link = peer() + " to " + self;
            begins(self, link);
            byte[] frame = null;
            try {
                frame = inner.take(atMost);
            } finally {
                ends(self, link, frame != null);
            }
            return frame;
        }
    }
}
