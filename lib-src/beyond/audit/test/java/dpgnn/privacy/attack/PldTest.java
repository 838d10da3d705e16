package dpgnn.privacy.attack;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.numeric.GaussianDp;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PldTest {
    private static final PldAccountant ACCOUNTANT = PldAccountant.standard();
    private static final double[] DELTAS = {0.05, 1e-3, 1e-5, 1e-9, 1e-12};
    private static final Event SAMPLED =
            new Event.Repeated(new Event.PoissonSampled(0.01, 0.9, Relation.ADD_REMOVE), 500);
    private static final Pld OF_SAMPLED = Pld.of(SAMPLED);

    @TempDir
    Path folder;

    /** One value answers for all deltas what the accountant is asked for each: not below what is proved, and near. */
    @Test
    void oneValueAnswersForAllDeltas() {
        for (Event event : Extent.some(
                List.of(
                        SAMPLED,
                        new Event.PoissonSampled(0.2, 0.7, Relation.ADD_REMOVE),
                        new Event.Repeated(new Event.PoissonSampled(0.05, 2, Relation.REPLACE), 60),
                        new Event.Repeated(new Event.Laplace(6), 20),
                        new Event.Repeated(new Event.WithoutReplacement(200, 20, 2), 30),
                        new Event.Repeated(new Event.DiscreteGaussian(30, 10, 1), 3),
                        new Event.Repeated(new Event.Gaussian(20), 100)),
                2)) {
            Pld pld = event == SAMPLED ? OF_SAMPLED : Pld.of(event);
            for (double delta : DELTAS) {
                PldAccountant.Bounds exact = ACCOUNTANT.bounds(event, delta);
                double epsilon = pld.epsilon(delta);
                String what = event + " at delta " + delta + ": " + epsilon + " of " + exact;
                assertTrue(epsilon >= exact.lower() * (1 - 1e-12), what);
                assertTrue(epsilon <= exact.upper() * 1.01 + 1e-9, what);
                assertTrue(pld.delta(epsilon) <= delta, what);
            }
            assertArrayEquals(new double[] {pld.delta(0.5), pld.delta(2)}, pld.deltas(0.5, 2));
            assertArrayEquals(new double[] {pld.epsilon(1e-3), pld.epsilon(1e-5)}, pld.epsilons(1e-3, 1e-5));
        }
    }

    @Test
    void allDegreesAreCovered() {
        Event stars = new Event.Repeated(new Event.HeterPoisson(0.05, 1, 6, 6, true, Event.Proof.CONSERVATIVE), 5);
        Pld pld = Pld.of(stars);
        for (double delta : new double[] {1e-3, 1e-5}) {
            PldAccountant.Bounds exact = ACCOUNTANT.bounds(stars, delta);
            assertTrue(pld.epsilon(delta) >= exact.lower(), delta + ": " + pld.epsilon(delta) + " of " + exact);
            assertTrue(pld.epsilon(delta) <= exact.upper() * 1.01, delta + ": " + pld.epsilon(delta) + " of " + exact);
        }
    }

    /** Composed as values they are at or above what they are as one event, and near. */
    @Test
    void valuesCompose() {
        Event other = new Event.Repeated(new Event.Laplace(8), 5);
        Pld composed = OF_SAMPLED.and(Pld.of(other)).and(Pld.of(new Event.Gaussian(3)));
        Event all = new Event.Composed(List.of(SAMPLED, other, new Event.Gaussian(3)));
        for (double delta : Extent.some(List.of(0.05, 1e-3, 1e-5, 1e-9), 1)) {
            PldAccountant.Bounds exact = ACCOUNTANT.bounds(all, delta);
            double epsilon = composed.epsilon(delta);
            String what = "delta " + delta + ": " + epsilon + " of " + exact;
            assertTrue(epsilon >= exact.lower(), what);
            assertTrue(epsilon <= exact.upper() * 1.01, what);
        }
        assertEquals(ACCOUNTANT.epsilon(all, 1e-5), ACCOUNTANT.epsilon(composed.event(), 1e-5));
        Pld once = Pld.of(new Event.Gaussian(10));
        refused(() -> once.times(1L << 40));
        Pld many = once.times(16);
        double exact = GaussianDp.of(10, 16).epsilon(1e-5);
        assertTrue(
                many.epsilon(1e-5) >= exact * (1 - 1e-11) && many.epsilon(1e-5) <= 1.01 * exact, many + ": " + exact);
    }

    /** An asymmetric pair keeps its two directions: who looks for the unit sees less than the worse of both. */
    @Test
    void directionsStayApart() {
        Pld pld = Pld.of(new Event.PoissonSampled(0.3, 0.8, Relation.ADD_REMOVE));
        double most = -Math.log(1 - 0.3);
        TradeOffCurve found = pld.presence(), both = pld.tradeOff();
        boolean apart = false;
        for (double alarms = 0.01; alarms < 1; alarms += 0.01) {
            assertTrue(both.misses(alarms) <= found.misses(alarms) + 1e-12);
            // absence cannot be much likelier than it was: 1 / (1 - q)
            assertTrue(found.misses(alarms) >= 0.7 * (1 - alarms) - 1e-9, "alarms " + alarms);
            apart |= both.misses(alarms) < found.misses(alarms) - 0.01;
        }
        assertTrue(apart && pld.epsilon(1e-5) > most);
    }

    @Test
    void savedAndReadItIsTheSame() throws Exception {
        Pld pld = OF_SAMPLED;
        Path file = folder.resolve("kept/sampled.pld");
        pld.save(file);
        Pld read = Pld.read(file);
        assertEquals(SAMPLED, read.event());
        for (double delta : DELTAS) assertEquals(pld.epsilon(delta), read.epsilon(delta));
        read.save(folder.resolve("again.pld"));
        assertEquals(-1, Files.mismatch(file, folder.resolve("again.pld")));
        assertTrue(
                read.figure().toString().contains("unit") && read.description().size() >= 5);

        refused(UncheckedIOException.class, () -> Pld.read(folder.resolve("none.pld")), "cannot be read");
        refused(() -> Pld.of(new Event.Unsupported("no proof")));
        assertFalse(Files.exists(folder.resolve("none.pld")));
    }
}
