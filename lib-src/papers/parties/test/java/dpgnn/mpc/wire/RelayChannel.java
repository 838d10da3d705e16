package dpgnn.mpc.wire;

import java.time.Duration;

/** Passes everything on; what a test wants otherwise, it overrides. */
abstract class RelayChannel implements Channel {
    final Channel inner;

    RelayChannel(Channel inner) {
        this.inner = inner;
    }

    @Override
    public String peer() {
        return inner.peer();
    }

    @Override
    public void send(byte[] frame, Duration atMost) {
        inner.send(frame, atMost);
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
