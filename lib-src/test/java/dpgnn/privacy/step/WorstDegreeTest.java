package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.step.LossModel.Degrees;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class WorstDegreeTest {
    private static final int LAST = 100_000, KNEE = 3;

    private static final LossModel MODEL = new LossModel() {
        @Override
        public List<LossCells> cells(Resolution resolution, Degrees degrees) {
            throw new AssertionError("only the degrees matter here");
        }

        @Override
        public int maxDegree() {
            return LAST;
        }

        @Override
        public int firstKnee() {
            return KNEE;
        }
    };

    /** Bounds of intervals are loose as those of HeterPoisson are, and infinite where an interval is very wide. */
    private static void holds(IntToDoubleFunction single, double finite) {
        List<Degrees> asked = new ArrayList<>();
        boolean[] covered = new boolean[LAST + 1];
        Degrees[] last = new Degrees[1];
        double found = new WorstDegree(List.of(MODEL), 2e-4)
                .worst(
                        (range, fine, enough, hopeless) -> {
                            asked.add(range);
                            last[0] = range;
                            if (range.high() > finite * range.low()) return Double.POSITIVE_INFINITY;
                            double most = 0;
                            for (int d = range.low(); d <= range.high(); d++)
                                most = Math.max(most, single.applyAsDouble(d));
                            double low = range.low(), wide = range.high() - low;
                            return most * (1 + 5 * wide / (low * (low + wide)));
                        },
                        () -> {
                            for (int d = last[0].low(); d <= last[0].high(); d++) covered[d] = true;
                        });
        double most = 0;
        for (int d = KNEE; d <= LAST; d++) {
            assertTrue(covered[d], "degree " + d);
            most = Math.max(most, single.applyAsDouble(d));
        }
        assertTrue(found >= most && found <= most * (1 + 1e-2), found + " where the worst is " + most);
        assertTrue(asked.size() < 400, asked.size() + " intervals");
    }

    @Test
    void everyDegreeIsCoveredByFewIntervals() {
        for (double finite : new double[] {1.3, 2, 1e9}) {
            holds(d -> 8 - 1.0 / d, finite);
            holds(d -> 8 + 1.0 / d, finite);
            holds(d -> 8 - Math.abs(Math.log(d / 40.0)), finite);
            holds(d -> d == 12_345 ? 8.001 : 8, finite);
        }
    }

    @Test
    void oneAnswerIsEnoughWhereNoDegreeMatters() {
        WorstDegree none = new WorstDegree(List.of((resolution, degrees) -> List.of()), 2e-4);
        assertTrue(none.none());
        assertEquals(3, none.worst((range, fine, enough, most) -> 3, () -> {}));
    }
}
