package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.step.LossCells;
import dpgnn.privacy.step.LossModel;
import dpgnn.privacy.step.LossModel.Degrees;
import dpgnn.privacy.step.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
    private static int holds(IntToDoubleFunction single, double finite) {
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
        return asked.size();
    }

    @Test
    void everyDegreeIsCoveredByFewIntervals() {
        int asked = 0;
        for (double finite : new double[] {1.3, 2, 1e9}) {
            asked += holds(d -> 8 - 1.0 / d, finite);
            asked += holds(d -> 8 + 1.0 / d, finite);
            asked += holds(d -> 8 - Math.abs(Math.log(d / 40.0)), finite);
            asked += holds(d -> d == 12_345 ? 8.001 : 8, finite);
        }
        assertTrue(asked <= 1250, asked + " intervals");
    }

    @Test
    void oneAnswerIsEnoughWhereNoDegreeMatters() {
        LossModel plain = (resolution, degrees) -> List.of();
        assertEquals(1, plain.firstKnee());
        assertEquals(1, plain.maxDegree());
        WorstDegree none = new WorstDegree(List.of(plain), 2e-4);
        assertTrue(none.none());
        assertEquals(3, none.worst((range, fine, enough, most) -> 3, () -> {}));
    }

    /** Every half as much again behind a knee, eight times. */
    @Test
    void degreesAreTriedCloserBehindAKnee() {
        Set<Integer> some = new WorstDegree(List.of(MODEL), 2e-4).some();
        assertEquals(Set.of(3, 4, 6, 9, 13, 19, 28, 42, LAST), some);
    }

    /** A rough answer need not be tight once it is no more than the largest so far, and the tolerance. */
    @Test
    void whatIsEnoughIsTheLargestSoFar() {
        double[] most = {0};
        Degrees found = new WorstDegree(List.of(MODEL), 0.01).promising((range, fine, enough, hopeless) -> {
            assertEquals(most[0] * 1.01, enough, 1e-12);
            assertEquals(0.04, fine, 1e-15);
            assertEquals(range.low(), range.high());
            double answer = 8 - Math.abs(range.low() - 9) / 100.0;
            if (answer > most[0] * 1.01) most[0] = answer;
            return answer;
        });
        assertEquals(new Degrees(9, 9), found);
    }
}
