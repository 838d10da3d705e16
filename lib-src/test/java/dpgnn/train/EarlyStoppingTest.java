package dpgnn.train;

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
        assertTrue(assertThrows(IllegalStateException.class, () -> stop.step(moment("loss", 1)))
                .getMessage()
                .contains("validation loss"));
        assertThrows(IllegalArgumentException.class, () -> EarlyStopping.of("loss", 0));
    }

    @Test
    void isNothingForAPrivateTraining() {
        Listener.Moment spent = new Listener.Moment(1, 10, 0, Map.of("loss", 1.0), () -> 0.5);
        assertThrows(
                IllegalStateException.class, () -> EarlyStopping.of("loss", 2).step(spent));
    }
}
