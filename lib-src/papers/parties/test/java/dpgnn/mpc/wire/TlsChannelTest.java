package dpgnn.mpc.wire;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The channel by itself, over a line without TLS. */
@Tag("jdk")
class TlsChannelTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private Socket atA;
    private Socket atB;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            atA = new Socket(InetAddress.getLoopbackAddress(), door.getLocalPort());
            atB = door.accept();
        }
    }

    @AfterEach
    void cut() {
        TlsNetwork.cut(atA);
        TlsNetwork.cut(atB);
    }

    private TlsChannel toB() throws IOException {
        return new TlsChannel("b", atA, atA, 1000);
    }

    private TlsChannel toA(int ahead) throws IOException {
        return new TlsChannel("a", atB, atB, ahead);
    }

    private static void await(BooleanSupplier what) throws InterruptedException {
        Countdown end = Countdown.of(LONG);
        while (!what.getAsBoolean()) {
            if (end.over()) throw new AssertionError("hangs");
            Thread.sleep(5);
        }
    }

    private static ProtocolException failure(TlsChannel channel) throws InterruptedException {
        await(() -> {
            try {
                return channel.take(Duration.ZERO) == null && channel.failure() != null;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        return channel.failure();
    }

    private static byte[] frame(int number) {
        byte[] frame = new byte[FrameCodec.LIMIT];
        frame[5] = (byte) number;
        return frame;
    }

    /** Whoever does not take holds up whoever sends: what waits is bounded at both ends, and none of it is lost. */
    @Test
    void aPeerThatTakesNothingHoldsTheSenderUp() throws Exception {
        TlsChannel a = toB();
        TlsChannel b = toA(2);
        int[] sent = {0};
        ProtocolException late = assertThrows(ProtocolException.class, () -> {
            for (; sent[0] < 200; sent[0]++) a.send(frame(sent[0]), Duration.ofMillis(200));
        });
        assertEquals(Fault.LATE, late.fault());
        assertEquals("'b' took no message within 200 ms", late.getMessage());
        assertTrue(sent[0] >= 16 && sent[0] < 100, sent[0] + " MiB were taken from the sender");
        for (int i = 0; i < sent[0]; i++) assertArrayEquals(frame(i), b.take(LONG), "frame " + i);
        a.send(frame(77), LONG);
        assertArrayEquals(frame(77), b.take(LONG));
    }

    @Test
    void whatWasSentBeforeAGoodEndArrives() throws Exception {
        TlsChannel a = toB();
        TlsChannel b = toA(2);
        for (int i = 0; i < 10; i++) a.send(frame(i), LONG);
        a.close();
        for (int i = 0; i < 10; i++) assertArrayEquals(frame(i), b.take(LONG), "frame " + i);
        ProtocolException end = failure(b);
        assertEquals(Fault.VANISHED, end.fault());
        assertEquals("'a' is gone: it closed the connection", end.getMessage());
        refused(ProtocolException.class, () -> a.send(frame(0), LONG), "this party has ended the connection");
        b.finish(Countdown.of(LONG));
        a.finish(Countdown.of(LONG));
        assertNull(a.failure());
    }

    /** The code is there while earlier frames still wait to be taken. */
    @Test
    void anAbortIsSeenAheadOfWhatWaits() throws Exception {
        TlsChannel a = toB();
        TlsChannel b = toA(1000);
        a.send(frame(1), LONG);
        a.abort(Fault.RANGE);
        await(() -> b.failure() != null);
        assertEquals(Fault.ABORTED, b.failure().fault());
        assertTrue(
                b.failure().getMessage().startsWith("'a' gave up: RANGE"),
                b.failure().getMessage());
    }

    /** Anybody on its way can cut a line; only the peer can end it. */
    @Test
    void aCutIsToldFromAnEnd() throws Exception {
        TlsChannel b = toA(1000);
        new DataOutputStream(atA.getOutputStream()).writeInt(100);
        atA.close();
        ProtocolException broken = failure(b);
        assertEquals(Fault.VANISHED, broken.fault());
        assertEquals("'a' is gone: the connection broke", broken.getMessage());
    }

    /** The announcement is enough: nothing is read of such a frame. */
    @Test
    void framesAboveTheLimitAreRefused() throws Exception {
        for (int length : new int[] {FrameCodec.LIMIT + 1, Integer.MAX_VALUE, -1}) {
            cut();
            connect();
            TlsChannel b = toA(1000);
            new DataOutputStream(atA.getOutputStream()).writeInt(length);
            ProtocolException garbage = failure(b);
            assertEquals(Fault.GARBAGE, garbage.fault());
            assertEquals("'a' sent a frame above 1048576 bytes", garbage.getMessage());
        }
    }
}
