package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShiftPairTest {
    private static final List<Event> EVENTS = List.of(
            new Event.Gaussian(1.5),
            new Event.PoissonSampled(0.2, 3, Relation.ADD_REMOVE),
            new Event.PoissonSampled(0.2, 3, Relation.REPLACE),
            new Event.PoissonSampled(1, 3, Relation.REPLACE),
            new Event.HeterPoisson(0.2, 1, 7, 3, true, Event.Proof.PUBLISHED),
            new Event.HeterPoisson(0.2, 1, 7, 3, false, Event.Proof.PUBLISHED),
            Event.MixtureOfGaussians.of(3, new double[] {0, 1, 3}, new double[] {0.7, 0.2, 0.1}));

    /** Where the accountant lets the observer see no more than the release, both speak of the same mechanism. */
    @Test
    void theEventAlongALineIsTheEventItself() {
        for (Event event : EVENTS) {
            double expected = PldAccountant.standard().epsilon(new Event.Repeated(event, 10), 1e-5);
            Event along = ShiftPair.of(event, 3, 7).event(3);
            assertEquals(
                    expected,
                    PldAccountant.standard().epsilon(new Event.Repeated(along, 10), 1e-5),
                    1e-3 * expected,
                    event.toString());
        }
    }

    /** What the observer is not shown can only cost him. */
    @Test
    void hiddenCountsGiveASmallerEpsilon() {
        Event shown = new Event.Hypergeometric(1000, 6, 200, 1.5);
        double with = PldAccountant.standard().epsilon(new Event.Repeated(shown, 10), 1e-5);
        ShiftPair shifts = ShiftPair.of(shown, 18, 1);
        assertEquals(2 * 6 * 0.2, shifts.mean(), 1e-9, "six terms of 2C, each in the batch with probability 0.2");
        double without = PldAccountant.standard().epsilon(new Event.Repeated(shifts.event(18), 10), 1e-5);
        assertTrue(without < with && without > 0.3 * with, without + " of " + with);
    }

    /** A hundred thousand games: the best test errs as often as the trade-off curve says. */
    @Test
    void drawsRatiosAndTradeOffsAgree() {
        double noise = 1.2;
        int games = 100_000;
        for (Event event : EVENTS) {
            ShiftPair shifts = ShiftPair.of(event, 3, 7);
            RandomStream coins = Streams.seed(3).stream("games");
            double[] without = new double[games];
            double[] with = new double[games];
            double sum = 0;
            for (int i = 0; i < games; i++) {
                double s = shifts.draw(true, coins);
                sum += s;
                with[i] = shifts.logRatio(s + noise * coins.nextGaussian(), noise);
                without[i] = shifts.logRatio(shifts.draw(false, coins) + noise * coins.nextGaussian(), noise);
            }
            assertEquals(shifts.mean(), sum / games, 0.02, event.toString());
            double[] sorted = without.clone();
            Arrays.sort(sorted);
            for (double alarms : new double[] {0.02, 0.1, 0.5}) {
                double threshold = sorted[(int) (games * (1 - alarms))];
                double missed = Arrays.stream(with).filter(l -> l < threshold).count() / (double) games;
                assertEquals(shifts.missed(alarms, noise), missed, 0.01, event + " at " + alarms);
            }
        }
    }

    @Test
    void moreNoiseMissesMore() {
        for (Event event : EVENTS) {
            ShiftPair shifts = ShiftPair.of(event, 3, 7);
            double last = -1;
            for (double noise = 0.1; noise < 100; noise *= 1.5) {
                double missed = shifts.missed(0.1, noise);
                assertTrue(missed >= last - 1e-12, event + " at noise " + noise);
                last = missed;
            }
            assertEquals(0.9, last, 0.02);
        }
    }

    @Test
    void whatHasNoCanaryIsRefused() {
        refused(() -> ShiftPair.of(new Event.Unsupported("its law is unknown"), 1, 1), "its law is unknown");
        refused(() -> ShiftPair.of(EVENTS.get(4), 3, 8), "degree must be in 1..7, was 8");
    }
}
