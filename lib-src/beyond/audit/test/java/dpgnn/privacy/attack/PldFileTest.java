package dpgnn.privacy.attack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Refusals;
import dpgnn.base.Sha256;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A distribution of four points, written by hand. */
@Tag("jdk")
@Tag("vectors")
class PldFileTest {
    private static final Event EVENT = new Event.Gaussian(2);
    private static final String HEAD = "dpgnn privacy-loss distribution 1\n" + EventText.write(EVENT) + "\n";
    private static final String BODY = HEAD + "0.0 0.3 0.25\n1.0 0.1 0.02\n2.0 0.01 0.0\n3.0 0.0 0.0\n";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws Exception {
        file = folder.resolve("small.pld");
        Files.writeString(file, hashed(BODY));
    }

    private static String hashed(String body) {
        return body + "sha256 " + Sha256.of(body) + "\n";
    }

    @Test
    void whatStandsInTheFileIsTheValue() throws Exception {
        Pld pld = Pld.read(file);
        assertEquals(EVENT, pld.event());
        assertEquals("Pld of " + EVENT, pld.toString());
        assertArrayEquals(new double[] {0.3, 0.1, 0.01}, pld.deltas(0, 1, 2), 1e-12);
        assertArrayEquals(new double[] {0, 1, 2}, pld.epsilons(0.3, 0.1, 0.01), 1e-9);
        assertEquals(0.3, (double) pld.description().get("advantage"), 1e-13);
        assertEquals(4, pld.description().get("points"));
        assertEquals(EVENT.toString(), pld.description().get("event"));
        for (double delta : new double[] {1e-3, 1e-5, 1e-9})
            assertEquals(pld.epsilon(delta), pld.description().get("epsilon at delta " + delta));
        Path again = folder.resolve("again.pld");
        pld.save(again);
        assertEquals(-1, Files.mismatch(file, again));
    }

    /** Found and absent, each as far as its delta is above 0. */
    @Test
    void aFigureHasBothDirections() {
        var points = Pld.read(file).figure().points();
        var found = points.where("series", "the unit found");
        assertArrayEquals(new double[] {0, 1, 2}, found.numbers("x"));
        assertArrayEquals(new double[] {0.3, 0.1, 0.01}, found.numbers("y"));
        var absent = points.where("series", "its absence found");
        assertArrayEquals(new double[] {0, 1}, absent.numbers("x"));
        assertArrayEquals(new double[] {0.25, 0.02}, absent.numbers("y"));
    }

    @Test
    void curvesAreThoseOfTheWorseDirectionAndOfPresence() {
        Pld pld = Pld.read(file);
        TradeOffCurve found = pld.presence(), both = pld.tradeOff();
        double e = Math.exp(-1);
        for (double alarms : new double[] {0, 0.05, 0.3, 0.6, 0.9}) {
            double line = 0, worse = 0;
            double[] there = {0.3, 0.1, 0.01, 0}, back = {0.25, 0.02, 0, 0};
            for (int i = 0; i < 4; i++) {
                double there1 = 1 - there[i] - Math.exp(i) * alarms;
                line = Math.max(line, Math.max(there1, Math.exp(-i) * (1 - back[i] - alarms)));
                worse = Math.max(worse, Math.max(there1, Math.exp(-i) * (1 - there[i] - alarms)));
            }
            assertEquals(line, found.misses(alarms), 1e-14);
            assertEquals(worse, both.misses(alarms), 1e-14);
        }
        assertTrue(found.misses(0.9) > both.misses(0.9) + 0.05 * e * e);
    }

    @Test
    void whatIsNotSoIsNamed() throws Exception {
        refused("begin with \"dpgnn privacy-loss distribution 1\"", BODY);
        refused("begin with", "x" + hashed(BODY));
        refused("have the hash of its lines", hashed(BODY).replace("0.25", "0.35"));
        refused("have the hash of its lines", hashed(BODY) + "more\n");
        refused("begin with", "");
        refused("begin with", hashed(BODY).substring(0, 60));
        refused("epsilon 0", hashed(HEAD + "0.1 0.3 0.25\n1.0 0.1 0.02\n"));
        refused("kind", hashed(BODY.replace("Gaussian", "Gauss")));
        refused("forward", hashed(BODY + "1e9 0.5 NaN\n"));
        refused("have 1 to 100000 points, had 0", hashed(HEAD));
        refused("line 4 has not 3 numbers", hashed(HEAD + "0.0 0.3 0.25\n1.0 0.1\n"));
        refused("hold an event and a falling profile", hashed(HEAD + "0.0 0.3 0.25\n1.0 0.1 0.9\n"));
        refused("hold an event and a falling profile", hashed(HEAD + "0.0 0.3 zero\n"));
        StringBuilder many = new StringBuilder(HEAD);
        for (int i = 0; i < 100_000; i++) many.append(i).append(" 0.5 0.5\n");
        Files.writeString(file, hashed(many.toString()));
        assertEquals(0.5, Pld.read(file).delta(1e6), 1e-12);
        refused(
                "have 1 to 100000 points, had 100001",
                hashed(many.append("100000 0.5 0.5\n").toString()));
        Files.writeString(file, hashed(HEAD + "0.0 0.3 0.25\n"));
        assertEquals(0.3, Pld.read(file).delta(7), 1e-12);
        Pld pld = Pld.read(file);
        Path below = file.resolve("none.pld");
        Refusals.refused(UncheckedIOException.class, () -> pld.save(below), "cannot be written");
        Refusals.refused(UncheckedIOException.class, () -> Pld.read(below), "cannot be read");
    }

    private void refused(String why, String text) throws Exception {
        Path bad = folder.resolve("bad.pld");
        Files.writeString(bad, text);
        Refusals.refused(() -> Pld.read(bad), why, "bad.pld");
    }
}
