package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Curves delta = e^(-rate epsilon), whose epsilons are logarithms. */
class ProfileBoundTest {
    private record Exponential(double rate) implements ProfileBound {
        @Override
        public double delta(double epsilon) {
            return Math.exp(-rate * epsilon);
        }

        @Override
        public double epsilon(double delta) {
            return -Math.log(delta) / rate;
        }
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
        int[] asked = {0};
        for (double rate : new double[] {0.2, 3, 50})
            for (double delta : new double[] {0.3, 1e-4, 1e-9})
                for (double width : new double[] {1e-2, 1e-6, 1e-13}) {
                    Exponential curve = new Exponential(rate);
                    ProfileBound counted = new ProfileBound() {
                        @Override
                        public double delta(double epsilon) {
                            asked[0]++;
                            return curve.delta(epsilon) + 1e-12;
                        }

                        @Override
                        public double epsilon(double d) {
                            return curve.epsilon(d - 1e-12);
                        }
                    };
                    asked[0] = 0;
                    double right = counted.epsilon(delta), end = 2 * right + 1;
                    double high = counted.crossing(delta, 0, end, width, true);
                    double low = counted.crossing(delta, 0, end, width, false);
                    String what = rate + ", " + delta + ", " + width + ": " + low + ", " + right + ", " + high;
                    assertTrue(counted.delta(high) <= delta && counted.delta(low) > delta, what);
                    assertTrue(high - low <= width * high * 1.01 + 1e-15, what);
                    assertTrue(asked[0] < 80, what + ": asked " + asked[0]);
                }
    }

    /** How often a curve is asked by a crossing, all over some curves, deltas and widths. */
    @Test
    void aCrossingAsksAsSeldomAsItCan() {
        int[] asked = {0};
        List<Integer> all = new ArrayList<>();
        for (double power : new double[] {0.5, 1, 2, 4})
            for (double delta : new double[] {0.3, 1e-4, 1e-9})
                for (double width : new double[] {1e-2, 1e-6, 1e-13}) {
                    ProfileBound curve = new ProfileBound() {
                        @Override
                        public double delta(double epsilon) {
                            asked[0]++;
                            return Math.exp(-Math.pow(epsilon, power)) + 1e-12;
                        }

                        @Override
                        public double epsilon(double d) {
                            return Math.pow(-Math.log(d - 1e-12), 1 / power);
                        }
                    };
                    double right = curve.epsilon(delta);
                    asked[0] = 0;
                    double high = curve.crossing(delta, right / 20, 3 * right, width, true);
                    double low = curve.crossing(delta, right / 20, 3 * right, width, false);
                    all.add(asked[0]);
                    assertTrue(high - low <= width * high && low <= right + 1e-15 && high >= right - 1e-15);
                }
        assertTrue(all.stream().mapToInt(i -> i).sum() < 790, all + "");
    }

    @Test
    void aCrossingOfNoWidthEndsWhereDoublesDo() {
        int[] asked = {0};
        for (double rate : new double[] {0.2, 3, 50}) {
            ProfileBound curve = new ProfileBound() {
                @Override
                public double delta(double epsilon) {
                    asked[0]++;
                    return epsilon * rate < 1.2 ? 0.5 : 0.1;
                }

                @Override
                public double epsilon(double delta) {
                    throw new AssertionError();
                }
            };
            asked[0] = 0;
            double high = curve.crossing(0.2, 0, 100, 0, true);
            assertTrue(asked[0] < 150, "" + asked[0]);
            assertEquals(1.2 / rate, curve.crossing(0.2, 0, 100, 0, false), 2e-15 / rate);
            assertEquals(1.2 / rate, high, 2e-15 / rate);
        }
    }

    /** The cells next to a delta are asked, and none that could not say less. */
    @Test
    void aDeltaIsTheLeastOfWhatTheCellsAboutItSay() {
        Exponential curve = new Exponential(1);
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
            return new Exponential(asked.size() < 4 ? -Math.log(ProfileBound.least(cell) * 0.99) / 5 : 0);
        });
        assertEquals(4, asked.size(), "" + asked);
        assertEquals(0.99 * ProfileBound.least(asked.get(2)), last, 1e-12);
    }

    @Test
    void theWorstIsTheLargestAndTheLeastTheSmallest() {
        ProfileBound.Worst worst = new ProfileBound.Worst(List.of(new Exponential(3), new Exponential(2)));
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
        int[] asked = {0};
        for (double off : new double[] {0, 1e-15, 1e-12, 1e-7}) {
            ProfileBound curve = new ProfileBound() {
                @Override
                public double delta(double epsilon) {
                    asked[0]++;
                    return epsilon < 2 * (1 + off) ? 0.2 : 0.1;
                }

                @Override
                public double epsilon(double delta) {
                    return 2;
                }
            };
            asked[0] = 0;
            double found = new ProfileBound.Worst(List.of(curve)).confirmed(0.1);
            assertTrue(found >= 2 * (1 + off) && found <= 2 * (1 + 4 * off), off + ": " + found);
            assertTrue(asked[0] < 40, off + ": " + asked[0]);
        }
        assertEquals(Double.POSITIVE_INFINITY, new ProfileBound.Worst(List.of(ProfileBound.NOTHING)).confirmed(0.5));
    }
}
