package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.graph.Views;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

class BlackBoxAuditTest {
    private static final TrainingView VIEW = Views.HALF;
    private static final TrainingView WITHOUT = VIEW.without(VIEW.participants().roots()[0]);

    /** The number of roots, hidden in one of three numbers by noise of some deviation. */
    private static BlackBoxAudit counting(double deviation, long salt) {
        return BlackBoxAudit.of((data, seed) -> {
                    RandomStream coins = Streams.seed(salt + seed).stream("noise");
                    double[] all = new double[3];
                    for (int i = 0; i < 3; i++) all[i] = deviation * coins.nextGaussian();
                    all[1] += data.participants().roots().length;
                    return all;
                })
                .worlds(WITHOUT, VIEW)
                .trainings(400);
    }

    /** A deviation of 1 is some 4.4 at 1e-5; whoever says so is not contradicted, whoever says 1 of a tenth of it is. */
    @Test
    void tooLittleNoiseIsCaughtAndEnoughIsNot() {
        int alarms = 0;
        for (int i = 0; i < 40; i++)
            if (counting(1, 10_000L * i).claiming(4.4, 1e-5).run().caught()) alarms++;
        assertEquals(0, alarms);
        BlackBoxAudit.Report weak = counting(0.1, 1).claiming(1, 1e-5).run();
        assertTrue(weak.caught() && weak.bound().epsilon() > 3, weak.toString());
        assertTrue(weak.faults().get(0).contains("an epsilon of at least"), weak.toString());
        BlackBoxAudit.Report useless = counting(1e6, 1).run();
        assertTrue(useless.bound().epsilon() < 0.5 && !useless.caught(), useless.toString());
    }

    /** At 1e9 a number of 24 bits moves by 64, and would hide both the unit and the noise. */
    @Test
    void aSmallDifferenceBesideALargeNumberIsRead() {
        BlackBoxAudit.Report weak = BlackBoxAudit.of((data, seed) -> new double[] {
                    1e9
                            + data.participants().roots().length
                            + 0.1 * Streams.seed(seed).stream("noise").nextGaussian()
                })
                .worlds(WITHOUT, VIEW)
                .trainings(400)
                .claiming(1, 1e-5)
                .run();
        assertTrue(weak.caught() && weak.bound().epsilon() > 3, weak.toString());
    }

    private static BlackBoxAudit.Report eight(BlackBoxAudit.Training training) {
        return BlackBoxAudit.of(training).worlds(WITHOUT, VIEW).trainings(8).run();
    }

    @Test
    void whatIsNoNumberTellsToo() {
        BlackBoxAudit.Report failing = eight((data, seed) -> {
            if (data.participants().roots().length % 2 == 0) throw new IllegalStateException("step 7 overflows");
            return new double[] {seed};
        });
        assertTrue(failing.caught() && failing.faults().get(0).contains("step # overflows"), failing.toString());
        assertFalse(failing.faults().toString().contains("step 7"), "numbers are masked: " + failing);
        BlackBoxAudit.Report longer =
                eight((data, seed) -> seed < 8 ? new double[] {seed, 1} : new double[] {seed, 1, 2});
        assertTrue(longer.caught() && longer.bound().epsilon() == 0, longer.toString());
    }

    @Test
    void whatNoSeedChangesIsNotNoisy() {
        BlackBoxAudit.Report fixed = eight((data, seed) -> new double[] {3, 4});
        assertTrue(fixed.faults().get(0).contains("there is no noise"), fixed.toString());
        refused(IllegalStateException.class, () -> BlackBoxAudit.of((data, seed) -> null)
                .run());
        refused(() -> counting(1, 1).trainings(7));
    }
}
