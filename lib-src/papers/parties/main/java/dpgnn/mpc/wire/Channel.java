package dpgnn.mpc.wire;

import java.time.Duration;

/** An ordered connection to one peer that carries frames. Protocol code never sees which kind it is. */
public interface Channel {
    /** The name that the other end proved to have. */
    String peer();

    /** Hands a frame over; waits while the peer is slow to take it, at most for the time given. */
    void send(byte[] frame, Duration atMost);

    /** The next frame, or null if none came in time. */
    byte[] take(Duration atMost) throws InterruptedException;

    /** Why the peer gave up or the connection broke; null while it stands or was closed in good order. */
    ProtocolException failure();

    /** Ends the connection and tells the peer the code, ahead of anything that it has not taken yet. No text goes with it. */
    void abort(Fault reason);

    /** Ends the connection in good order. */
    void close();
}
