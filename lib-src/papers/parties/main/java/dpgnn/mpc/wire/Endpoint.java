package dpgnn.mpc.wire;

import dpgnn.linear.Matrix;
import dpgnn.mpc.ring.RingMatrix;
import dpgnn.random.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * One party's end of all its channels. It sends only what {@link MessageKind} allows, takes only the message that the
 * protocol has next (tag, order, kind, epoch, shape and scale), counts bytes and rounds, and keeps the transcript. The first
 * fault ends the run for everybody: the party tells all its peers its {@link Fault}, and no more.
 */
public final class Endpoint implements AutoCloseable {
    /** How often a waiting party looks whether another one gave up. */
    private static final Duration GLANCE = Duration.ofMillis(20);

    private final Roster roster;
    private final String self;
    private final Map<String, Channel> channels;
    private final Duration deadline;
    private final long limit;
    private final LongSupplier time;
    private Countdown start;
    private final Map<String, FrameCodec> frames = new HashMap<>();
    private final Map<String, long[]> tags = new HashMap<>();
    private final Map<String, long[]> sequences = new HashMap<>();
    private final Transcript transcript = new Transcript();
    private long sent;
    private long received;
    private long dealt;
    private long messages;
    private int clock;

    /**
     * @param deadline how long to wait for one message
     * @param limit the most words that one message may have
     */
    public Endpoint(Roster roster, String self, Map<String, Channel> channels, Duration deadline, long limit) {
        this(roster, self, channels, deadline, limit, System::nanoTime);
    }

    /** With a clock of its own, in nanoseconds. */
    public Endpoint(
            Roster roster,
            String self,
            Map<String, Channel> channels,
            Duration deadline,
            long limit,
            LongSupplier time) {
        roster.mustKnow(self);
        this.roster = roster;
        this.self = self;
        this.channels = channels;
        this.deadline = deadline;
        this.limit = limit;
        this.time = time;
        for (String peer : roster.othersThan(self))
            if (!channels.containsKey(peer))
                throw new IllegalArgumentException("'" + self + "' has no channel to '" + peer + "'");
    }

    public String self() {
        return self;
    }

    public Roster roster() {
        return roster;
    }

    public Transcript transcript() {
        return transcript;
    }

    public Traffic traffic() {
        return new Traffic(sent, received, dealt, messages, clock);
    }

    public boolean plays(Role role) {
        return roster.plays(self, role);
    }

    public boolean first() {
        return self.equals(roster.labelHolder());
    }

    public List<String> otherHolders() {
        return roster.holders().stream().filter(h -> !h.equals(self)).toList();
    }

    /** All handshakes together end with this countdown, which began before; else they have one deadline together. */
    Endpoint greetWithin(Countdown newStart) {
        start = newStart;
        return this;
    }

    /** Greets everybody; returns the last epoch that all can resume from, 0 for the beginning. */
    public int greet(String session, Map<String, String> parameters, List<Integer> completed) {
        Handshake mine = Handshake.of(self, session, parameters, completed, Streams.secure().stream("nonce"));
        List<Integer> common = new ArrayList<>(completed);
        Countdown all = start != null ? start : Countdown.of(deadline, time);
        try {
            for (String peer : roster.othersThan(self)) channels.get(peer).send(mine.frame(), all.left());
            for (String peer : roster.othersThan(self)) {
                Handshake theirs = Handshake.read(peer, take(peer, "its greeting", all));
                mine.mustAgree(peer, theirs);
                common.retainAll(theirs.completed());
                tags.put(peer, new long[] {Handshake.tag(mine, theirs), Handshake.tag(theirs, mine)});
                sequences.put(peer, new long[2]);
                frames.put(peer, new FrameCodec(peer, limit));
            }
        } catch (ProtocolException e) {
            throw abort(e);
        }
        return common.stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    public void send(String to, MessageKind kind, int epoch, Matrix m, long note) {
        long[] words = new long[m.values().length];
        for (int i = 0; i < words.length; i++) words[i] = Double.doubleToRawLongBits(m.values()[i]);
        send(to, kind, epoch, m.rows(), m.columns(), Message.REAL, note, words);
    }

    public void send(String to, MessageKind kind, int epoch, RingMatrix m, int scale) {
        send(to, kind, epoch, m.rows(), m.columns(), scale, 0, m.values());
    }

    public void send(String to, MessageKind kind, int epoch, long note) {
        send(to, kind, epoch, 0, 0, 0, note, new long[0]);
    }

    private void send(
            String to, MessageKind kind, int epoch, int rows, int columns, int scale, long note, long[] words) {
        if (!kind.allows(roster, self, to))
            throw abort(new ProtocolException(
                    Fault.REFUSED, "'" + self + "' may not send " + kind + " to '" + to + "', so it did not"));
        Message m = new Message(
                tags.get(to)[0], sequences.get(to)[0]++, epoch, kind, rows, columns, scale, clock, note, words);
        try {
            for (byte[] frame : FrameCodec.of(m)) {
                channels.get(to).send(frame, deadline);
                sent += frame.length;
            }
        } catch (ProtocolException e) {
            throw abort(e);
        }
        messages++;
    }

    public Matrix receive(String from, MessageKind kind, int epoch, int rows, int columns) {
        return real(expect(from, kind, epoch, rows, columns, Message.REAL));
    }

    public RingMatrix receive(String from, MessageKind kind, int epoch, int rows, int columns, int scale) {
        return RingMatrix.of(
                rows, columns, expect(from, kind, epoch, rows, columns, scale).words());
    }

    public long receive(String from, MessageKind kind, int epoch) {
        return expect(from, kind, epoch, 0, 0, 0).note();
    }

    public static Matrix real(Message m) {
        Matrix matrix = Matrix.of(m.rows(), m.columns());
        for (int i = 0; i < m.words().length; i++) matrix.values()[i] = Double.longBitsToDouble(m.words()[i]);
        return matrix;
    }

    /** Sends a share to all other holders and takes theirs: the sum, which all of them now know. */
    public RingMatrix open(MessageKind kind, int epoch, RingMatrix share, int scale) {
        for (String peer : otherHolders()) send(peer, kind, epoch, share, scale);
        RingMatrix sum = share.copy();
        for (String peer : otherHolders()) sum.add(receive(peer, kind, epoch, share.rows(), share.columns(), scale));
        return sum;
    }

    public Message expect(String from, MessageKind kind, int epoch, int rows, int columns, int scale) {
        try {
            Message m = null;
            while (m == null) {
                byte[] frame = take(from, kind + " of epoch " + epoch, Countdown.of(deadline, time));
                received += frame.length;
                if (kind.allows(roster, roster.dealer(), self)
                        && roster.dealer().equals(from)
                        && isDealt(kind)) dealt += frame.length;
                m = frames.get(from).accept(frame);
            }
            check(from, m, kind, epoch, rows, columns, scale);
            clock = Math.max(clock, m.depth() + 1);
            transcript.add(new Transcript.Line(epoch, from, self, kind, rows, columns, scale, kind.view()));
            return m;
        } catch (ProtocolException e) {
            throw abort(e);
        }
    }

    private static boolean isDealt(MessageKind kind) {
        return switch (kind) {
            case FEATURE_MASK,
                    WEIGHT_MASK,
                    EMBEDDING_MASK,
                    GRADIENT_MASK,
                    UPDATE_MASK,
                    TRUNCATION_MASK,
                    TRUNCATION_SHIFTED,
                    TRUNCATION_TOP,
                    DEALT -> true;
            default -> false;
        };
    }

    private void check(String from, Message m, MessageKind kind, int epoch, int rows, int columns, int scale) {
        if (m.tag() != tags.get(from)[1])
            throw new ProtocolException(
                    Fault.SESSION, "'" + from + "' sent a message of another session or run, " + m.kind());
        long due = sequences.get(from)[1]++;
        if (m.sequence() != due)
            throw new ProtocolException(
                    Fault.REPLAY,
                    "'" + from + "' sent message " + m.sequence() + " where message " + due
                            + " was due: a replay or a loss");
        if (m.kind() != kind || m.epoch() != epoch)
            throw new ProtocolException(
                    Fault.SHAPE,
                    "'" + from + "' sent " + m.kind() + " of epoch " + m.epoch() + " where " + kind + " of epoch "
                            + epoch + " was due");
        if (m.rows() != rows || m.columns() != columns || m.scale() != scale)
            throw new ProtocolException(
                    Fault.SHAPE,
                    "'" + from + "' sent " + kind + " of " + m.shape() + "; it must be " + rows + " x " + columns
                            + (scale == Message.REAL ? " doubles" : " at scale " + scale));
    }

    private byte[] take(String from, String what, Countdown atMost) {
        while (true) {
            for (Channel channel : channels.values()) {
                ProtocolException failure = channel.failure();
                if (failure != null && failure.fault() != Fault.VANISHED)
                    throw new ProtocolException(
                            failure.fault(),
                            failure.getMessage() + " ('" + self + "' was waiting for " + what + " from '" + from + "')",
                            failure);
            }
            if (atMost.over())
                throw new ProtocolException(Fault.LATE, "'" + from + "' did not send " + what + " within " + atMost);
            try {
                byte[] frame = channels.get(from).take(GLANCE);
                if (frame != null) return frame;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ProtocolException(Fault.REFUSED, "'" + self + "' was interrupted", e);
            }
            for (Channel channel : channels.values()) if (channel.failure() != null) throw channel.failure();
        }
    }

    /** Tells everybody the code of why this party goes no further. The words stay here: they may hold what the peers must not see. */
    public ProtocolException abort(ProtocolException reason) {
        for (Channel channel : channels.values()) channel.abort(reason.fault());
        return reason;
    }

    @Override
    public void close() {
        channels.values().forEach(Channel::close);
    }
}
