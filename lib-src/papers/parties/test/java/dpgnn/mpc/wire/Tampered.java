package dpgnn.mpc.wire;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;

/** A channel that does something else with what is sent: the change gets the number of the frame and the frame. */
public final class Tampered extends RelayChannel {
    private final BiFunction<Integer, byte[], List<byte[]>> change;
    private int count;

    public Tampered(Channel inner, BiFunction<Integer, byte[], List<byte[]>> change) {
        super(inner);
        this.change = change;
    }

    @Override
    public void send(byte[] frame, Duration atMost) {
        for (byte[] f : change.apply(count++, frame)) inner.send(f, atMost);
    }
}
