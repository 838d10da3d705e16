package dpgnn.train;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EarlyStoppingTest {
    private static Listener.Moment moment(String name, double value) {
        return new Listener.Moment(1, 10, 0, Map.of(name, value), () -> Double.NaN);
    }

    private static int stepsUntilStop(EarlyStopping stop, double... losses) {
        stop.started("test", losses.length);
        for (int i = 0; i < losses.length; i++) if (!stop.step(moment("loss", losses[i]))) return i + 1;
        return -1;
    }

    @Test
    void endsAfterSoManyStepsWorseThanTheBest() {
        EarlyStopping stop = EarlyStopping.of("loss", 2);
        assertEquals(4, stepsUntilStop(stop, 3, 2, 2.5, 2.4, 1));
        assertEquals(-1, stepsUntilStop(stop, 3, 2, 2.5, 2, 2.5, 2, 2.5));
        assertEquals(-1, stepsUntilStop(stop, 2, 2, 2, 2, 2));
        assertEquals(3, stepsUntilStop(stop, 2, Double.NaN, Double.NaN));
    }

    @Test
    void asksForWhatItNeeds() {
        EarlyStopping stop = EarlyStopping.of("validation loss", 20);
        refused(IllegalStateException.class, () -> stop.step(moment("loss", 1)), "validation loss");
        refused(() -> EarlyStopping.of("loss", 0));
    }

    @Test
    void isNothingForAPrivateTraining() {
        Listener.Moment spent = new Listener.Moment(1, 10, 0, Map.of("loss", 1.0), () -> 0.5);
        assertThrows(
                IllegalStateException.class, () -> EarlyStopping.of("loss", 2).step(spent));
        Listener.Moment open = new Listener.Moment(1, 10, 0, Map.of("loss", 1.0), () -> Double.POSITIVE_INFINITY);
        assertTrue(EarlyStopping.of("loss", 2).step(open), "where nothing is promised nothing can be broken");
    }

    @Test
    void looksAtEpochsWhereItIsToldTo() {
        EarlyStopping stop = EarlyStopping.of("loss", 1).every(2);
        stop.started("test", 4);
        assertTrue(stop.step(new Listener.Moment(1, 4, 0, Map.of(), () -> Double.NaN)), "the figure may be missing");
        assertTrue(stop.step(new Listener.Moment(2, 4, 0, Map.of("loss", 1.0), () -> Double.NaN)));
        assertTrue(stop.step(new Listener.Moment(3, 4, 0, Map.of("loss", 9.0), () -> Double.NaN)));
        assertEquals(false, stop.step(new Listener.Moment(4, 4, 0, Map.of("loss", 2.0), () -> Double.NaN)));
    }
}
