package dpgnn.mpc;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.linear.Matrix;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.Keys;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Roster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Fixed point is left with a code, never in silence, and the code says nothing of the value. */
class HeadroomTest {
    private static final VerticalData DATA = Sample.split(Sample.citations(150, 90, 3, 5), 2, 1, 1);
    private static final PpgnnSettings SETTINGS = PpgnnSettings.standard()
            .with(PpgnnSettings::width, 8)
            .with(PpgnnSettings::epochs, 6)
            .with(PpgnnSettings::openedBits, 36)
            .with(PpgnnSettings::checkpointEvery, 1000);
    private static final Roster ROSTER = Roster.of(2);

    private static VerticalData scaled(double factor) {
        return Sample.map(Sample.map(DATA, 0, x -> factor * x), 1, x -> factor * x);
    }

    private static List<Matrix> initial(PpgnnSettings settings, VerticalData data) {
        return Sample.seen("a", settings, data, VerticalGnn.View::initial);
    }

    private static ProtocolException outside(Executable step) {
        ProtocolException refused = assertThrows(ProtocolException.class, step);
        assertEquals(Fault.RANGE, refused.fault());
        return refused;
    }

    /** The secure run is that of plain text, or it does not begin. */
    @Test
    void largeFeaturesAreFollowedOrRefused() {
        List<Matrix> secure = initial(SETTINGS, scaled(8));
        List<Matrix> plain = initial(SETTINGS.with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN), scaled(8));
        double largest = plain.get(5).largest();
        assertTrue(secure.get(5).distance(plain.get(5)) < 0.01 * largest, "of " + largest);
        for (double factor : new double[] {30, 100, 1e4, Double.NaN}) {
            ProtocolException refused = outside(() -> initial(SETTINGS, scaled(factor)));
            assertTrue(refused.getMessage().contains("Divide the features by"), refused.getMessage());
        }
        initial(SETTINGS.with(PpgnnSettings::normalise, true).with(PpgnnSettings::epochs, 1), scaled(1e4));
    }

    /** At each bound the next step cannot wrap, beyond it the run ends; not a number is beyond all bounds. */
    @Test
    void embeddingsAndGradientsAreChecked() {
        Headroom headroom = new Headroom(PpgnnSettings.standard(), 2);
        Matrix fits = Matrix.of(2, 1, new double[] {0x1p24, -0x1p24});
        assertEquals(fits, headroom.initial(fits));
        for (double beyond : new double[] {Math.nextUp(0x1p24), -0x1p30, Double.NaN, Double.POSITIVE_INFINITY})
            outside(() -> headroom.initial(Matrix.of(1, 2, new double[] {0, beyond})));
        Matrix gradient = Matrix.of(2, 2, new double[] {8, 16, -8, 0});
        assertEquals(gradient, headroom.gradient(gradient));
        for (double beyond : new double[] {9, Double.NaN})
            outside(() -> headroom.gradient(Matrix.of(2, 2, new double[] {8, 0, beyond, 0})));
        refused(() -> new Headroom(
                PpgnnSettings.standard()
                        .with(PpgnnSettings::initialRate, 1000.0)
                        .with(PpgnnSettings::decay, 0.5),
                2));
    }

    private static Parties parties() {
        int[] count = {0};
        VerticalData outside = Sample.map(DATA, 1, x -> count[0]++ == 17 ? 1234567.89 : x);
        return Parties.of(ROSTER, SETTINGS, outside);
    }

    private static void noneKnowsTheValue(Parties parties) {
        assertEquals(Fault.RANGE, parties.fault("b").fault());
        assertTrue(parties.fault("b").getMessage().contains("1234"), "b's own operator is told");
        for (String other : List.of("a", "server"))
            for (Throwable t = parties.fault(other); t != null; t = t.getCause()) {
                assertTrue(!t.getMessage().contains("1234"), other + " was told: " + t.getMessage());
                assertTrue(t.getMessage().contains("gave up: "), t.getMessage());
                // What follows in brackets is what this party itself was waiting for.
                assertTrue(!t.getMessage().matches(".*gave up[^(]*[0-9].*"), t.getMessage());
            }
    }

    @Test
    void anAbortSendsACodeAndNoText() {
        List<byte[]> sent = Collections.synchronizedList(new ArrayList<>());
        Parties parties = parties();
        for (String peer : List.of("a", "server"))
            parties.tampered("b", peer, (count, frame) -> {
                sent.add(frame);
                return List.of(frame);
            });
        noneKnowsTheValue(parties.run());
        assertEquals(2, sent.size(), "two greetings and nothing of data");
        for (byte[] frame : sent) assertTrue(!new String(frame, StandardCharsets.UTF_8).contains("1234567"));
    }

    @Test
    void anAbortOverTlsSendsACodeAndNoText(@TempDir Path folder) {
        noneKnowsTheValue(parties().overTls(Keys.in(folder.resolve("keys"))).run());
    }
}
