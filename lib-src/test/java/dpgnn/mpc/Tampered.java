package dpgnn.mpc;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;

/** A channel that does something else with what is sent: the change gets the number of the frame and the frame. */
record Tampered(Channel inner, BiFunction<Integer, byte[], List<byte[]>> change, int[] count) implements Channel {
    Tampered(Channel inner, BiFunction<Integer, byte[], List<byte[]>> change) {
        this(inner, change, new int[1]);
    }

    @Override
    public String peer() {
        return inner.peer();
    }

    @Override
    public void send(byte[] frame, Duration atMost) {
        for (byte[] f : change.apply(count[0]++, frame)) inner.send(f, atMost);
    }

    @Override
    public byte[] take(Duration atMost) throws InterruptedException {
        return inner.take(atMost);
    }

    @Override
    public ProtocolException failure() {
        return inner.failure();
    }

    @Override
    public void abort(Fault reason) {
        inner.abort(reason);
    }

    @Override
    public void close() {
        inner.close();
    }
}
