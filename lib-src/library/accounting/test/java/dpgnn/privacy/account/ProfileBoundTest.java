package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Curves delta = e^(-rate epsilon), whose epsilons are logarithms. */
class ProfileBoundTest {
    /** How often the curves of a test were asked for a delta. */
    private int asked;

    private ProfileBound curve(DoubleUnaryOperator delta, DoubleUnaryOperator epsilon) {
        return new ProfileBound() {
            @Override
            public double delta(double e) {
                asked++;
                return delta.applyAsDouble(e);
            }

            @Override
            public double epsilon(double d) {
                return epsilon.applyAsDouble(d);
            }
        };
    }

    private ProfileBound exponential(double rate) {
        return curve(e -> Math.exp(-rate * e), d -> -Math.log(d) / rate);
    }

    @Test
    void cellsAreEighthsOfAnOctave() {
        for (int k = 1; k < 900; k += 7) {
            assertEquals(8 * k, ProfileBound.cell(Math.pow(2, -k) * 1.0001));
            assertEquals(8 * k + 1, ProfileBound.cell(Math.pow(2, -k) * 0.9999));
            assertEquals(Math.pow(2, -k), ProfileBound.least(8 * k));
        }
        for (double delta = 0.99; delta > 1e-300; delta *= 0.83) {
            int cell = ProfileBound.cell(delta);
            assertTrue(ProfileBound.least(cell) <= delta * (1 + 1e-12), "" + delta);
            assertTrue(ProfileBound.least(cell - 1) > delta * (1 - 1e-12), "" + delta);
        }
        assertEquals(1, ProfileBound.cell(1));
        assertEquals(Double.MIN_NORMAL, ProfileBound.least(20_000));
    }

    @Test
    void aCrossingIsBracketedAsNarrowlyAsAsked() {
        for (double rate : new double[] {0.2, 3, 50})
            for (double delta : new double[] {0.3, 1e-4, 1e-9})
                for (double width : new double[] {1e-2, 1e-6, 1e-13}) {
                    ProfileBound counted = curve(e -> Math.exp(-rate * e) + 1e-12, d -> -Math.log(d - 1e-12) / rate);
                    asked = 0;
                    double right = counted.epsilon(delta), end = 2 * right + 1;
                    double high = counted.crossing(delta, 0, end, width, true);
                    double low = counted.crossing(delta, 0, end, width, false);
                    String what = rate + ", " + delta + ", " + width + ": " + low + ", " + right + ", " + high;
                    assertTrue(counted.delta(high) <= delta && counted.delta(low) > delta, what);
                    assertTrue(high - low <= width * high * 1.01 + 1e-15, what);
                    assertTrue(asked < 80, what + ": asked " + asked);
                }
    }

    /** How often a curve is asked by a crossing, all over some curves, deltas and widths. */
    @Test
    void aCrossingAsksAsSeldomAsItCan() {
        List<Integer> all = new ArrayList<>();
        for (double power : new double[] {0.5, 1, 2, 4})
            for (double delta : new double[] {0.3, 1e-4, 1e-9})
                for (double width : new double[] {1e-2, 1e-6, 1e-13}) {
                    ProfileBound curve = curve(
                            e -> Math.exp(-Math.pow(e, power)) + 1e-12, d -> Math.pow(-Math.log(d - 1e-12), 1 / power));
                    double right = curve.epsilon(delta);
                    asked = 0;
                    double high = curve.crossing(delta, right / 20, 3 * right, width, true);
                    double low = curve.crossing(delta, right / 20, 3 * right, width, false);
                    all.add(asked);
                    assertTrue(high - low <= width * high && low <= right + 1e-15 && high >= right - 1e-15);
                }
        assertTrue(all.stream().mapToInt(i -> i).sum() < 790, all + "");
    }

    @Test
    void aCrossingOfNoWidthEndsWhereDoublesDo() {
        for (double rate : new double[] {0.2, 3, 50}) {
            ProfileBound curve = curve(e -> e * rate < 1.2 ? 0.5 : 0.1, d -> {
                throw new AssertionError();
            });
            asked = 0;
            double high = curve.crossing(0.2, 0, 100, 0, true);
            assertTrue(asked < 150, "" + asked);
            assertEquals(1.2 / rate, curve.crossing(0.2, 0, 100, 0, false), 2e-15 / rate);
            assertEquals(1.2 / rate, high, 2e-15 / rate);
        }
    }

    /** The cells next to a delta are asked, and none that could not say less. */
    @Test
    void aDeltaIsTheLeastOfWhatTheCellsAboutItSay() {
        ProfileBound curve = exponential(1);
        List<Integer> asked = new ArrayList<>();
        double found = ProfileBound.delta(5, 1.04 * Math.exp(-5), cell -> {
            asked.add(cell);
            return curve;
        });
        assertEquals(Math.exp(-5), found);
        assertEquals(ProfileBound.cell(1.04 * Math.exp(-5)), asked.get(0));
        assertTrue(asked.size() <= 2, "" + asked);
        assertEquals(0, ProfileBound.delta(5, 0, cell -> curve));
        assertEquals(1e-3, ProfileBound.delta(5, 1e-3, cell -> ProfileBound.NOTHING));
        asked.clear();
        // each cell says a little less than the one before: the next is asked until one would say no less
        double last = ProfileBound.delta(5, 0.5, cell -> {
            asked.add(cell);
            return exponential(asked.size() < 4 ? -Math.log(ProfileBound.least(cell) * 0.99) / 5 : 0);
        });
        assertEquals(4, asked.size(), "" + asked);
        assertEquals(0.99 * ProfileBound.least(asked.get(2)), last, 1e-12);
    }

    @Test
    void theWorstIsTheLargestAndTheLeastTheSmallest() {
        ProfileBound.Worst worst = new ProfileBound.Worst(List.of(exponential(3), exponential(2)));
        assertEquals(Math.exp(-2), worst.delta(1));
        assertEquals(Math.log(100) / 2, worst.epsilon(0.01), 1e-14);
        double confirmed = worst.confirmed(0.01);
        assertTrue(worst.delta(confirmed) <= 0.01 && confirmed < Math.log(100) / 2 + 1e-13);
        ProfileBound high = worst.curves().get(1);
        ProfileBound.Least least = new ProfileBound.Least();
        assertEquals(7, least.offered(high, 7));
        assertEquals(9, least.offered(ProfileBound.NOTHING, 9));
        assertEquals(7, least.offered(ProfileBound.NOTHING, 7));
        assertSame(high, least.curve());
        assertEquals(1, ProfileBound.NOTHING.delta(3));
        assertEquals(Double.POSITIVE_INFINITY, ProfileBound.NOTHING.epsilon(0.5));
    }

    /** An epsilon that was read off by rounding arithmetic is raised until its delta is small enough, and no further. */
    @Test
    void anEpsilonIsRaisedUntilItsDeltaIsKept() {
        for (double off : new double[] {0, 1e-15, 1e-12, 1e-7}) {
            ProfileBound curve = curve(e -> e < 2 * (1 + off) ? 0.2 : 0.1, d -> 2);
            asked = 0;
            double found = new ProfileBound.Worst(List.of(curve)).confirmed(0.1);
            assertTrue(found >= 2 * (1 + off) && found <= 2 * (1 + 4 * off), off + ": " + found);
            assertTrue(asked < 40, off + ": " + asked);
        }
        assertEquals(Double.POSITIVE_INFINITY, new ProfileBound.Worst(List.of(ProfileBound.NOTHING)).confirmed(0.5));
    }
}
