package dpgnn.privacy.account;

import static dpgnn.privacy.step.Cells.atoms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.step.LossCells;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers of one bit, whose tilted moments are hyperbolic functions. */
class SaddlePointTest {
    /** Losses of either sign, the larger with this probability. */
    private record Coin(double truth, double loss, long times) {
        List<List<LossCells>> parts() {
            LossCells cells = new LossCells();
            cells.add(0, 1e-3, 1e-3, -3 * loss, -3 * loss, 0, 0);
            cells.add(1 - truth, (1 - truth) * Math.exp(loss), (1 - truth) * Math.expm1(loss), -loss, -loss, 0, 0);
            cells.add(truth, truth * Math.exp(-loss), truth * Math.expm1(-loss), loss, loss, 0, 0);
            cells.add(1e-9, 0, -1e-9, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, 0);
            return List.of(List.of(cells));
        }

        long[] all() {
            return new long[] {times};
        }

        double moment(double tilt) {
            double up = Math.log(truth) + tilt * loss, down = Math.log(1 - truth) - tilt * loss;
            return Math.max(up, down) + Math.log1p(Math.exp(-Math.abs(up - down)));
        }

        /** The tilted mean of one. */
        double mean(double tilt) {
            return loss * Math.tanh(tilt * loss + 0.5 * Math.log(truth / (1 - truth)));
        }

        double deviation(double tilt) {
            return loss / Math.cosh(tilt * loss + 0.5 * Math.log(truth / (1 - truth)));
        }
    }

    private static final List<Coin> COINS =
            List.of(new Coin(0.6, 0.4, 1), new Coin(0.5, 0.01, 1000), new Coin(0.52, 0.08, 30), new Coin(0.5, 2000, 3));

    @Test
    void momentsAreThoseOfTheTiltedSum() {
        for (Coin coin : COINS)
            for (double tilt : new double[] {0, 0.3 / coin.loss, 2 / coin.loss}) {
                SaddlePoint found =
                        SaddlePoint.forDelta(coin.parts(), coin.all(), 0.1).tilted(tilt);
                double moment = coin.moment(tilt), deviation = Math.sqrt(coin.times) * coin.deviation(tilt);
                assertEquals(tilt, found.tilt);
                assertEquals(moment, found.moment(0), 1e-12, coin + " at " + tilt);
                assertEquals(coin.times * moment, found.logMoment(), 1e-9, coin + " at " + tilt);
                assertEquals(coin.times * coin.mean(tilt), found.mean, 1e-11 * coin.times * coin.loss, coin + "");
                assertEquals(1, found.deviation / deviation, 1e-9, coin + " at " + tilt);
                assertEquals(Math.abs(found.mean) + found.deviation / 4, found.scale());
                assertEquals(1, found.pairs());
                double floor = tilt == 0 ? Double.NEGATIVE_INFINITY : (moment - 40 - Math.log(coin.times)) / tilt;
                assertEquals(floor, found.floor(0), 1e-9 * Math.abs(floor), coin + " at " + tilt);
                assertEquals(coin.loss - Math.max(-coin.loss, floor), found.range(), 1e-9 * coin.loss);
            }
    }

    /** Exponentials beyond a double are taken relative to the largest. */
    @Test
    void aLargeTiltLeavesTheLargestLoss() {
        for (Coin coin : COINS) {
            SaddlePoint found =
                    SaddlePoint.forDelta(coin.parts(), coin.all(), 0.1).tilted(900 / coin.loss);
            assertEquals(900 + Math.log(coin.truth), found.moment(0), 1e-9, coin + "");
            assertEquals(coin.times * coin.loss, found.mean, 1e-9 * coin.times * coin.loss, coin + "");
        }
    }

    @Test
    void tiltsSolveTheirEquations() {
        for (Coin coin : COINS.subList(1, 3)) {
            for (double delta : new double[] {0.1, 1e-3}) {
                SaddlePoint found = SaddlePoint.forDelta(coin.parts(), coin.all(), delta);
                double reached = found.tilt * found.mean - found.logMoment();
                assertEquals(1, reached / -Math.log(delta), 3e-4, coin + ", " + delta);
                SaddlePoint same = SaddlePoint.forEpsilon(coin.parts(), coin.all(), found.mean);
                assertEquals(1, same.mean / found.mean, 3e-4, coin + ", " + delta);
                assertEquals(1, same.tilt / found.tilt, 3e-4, coin + ", " + delta);
            }
            SaddlePoint below = SaddlePoint.forEpsilon(coin.parts(), coin.all(), coin.times * coin.mean(0) / 2);
            assertEquals(0, below.tilt);
        }
        // where there is an atom at the end, a tilt leaves something else, too
        Coin one = COINS.get(0);
        SaddlePoint last = SaddlePoint.forDelta(one.parts(), one.all(), 1e-9);
        assertEquals(1, last.deviation / (0.05 * one.deviation(0)), 3e-4);
    }

    /** Losses that are spread by a sixth of the step's square, and lower ones by a third, cost half of that by the tilt. */
    @Test
    void aStepIsAsCoarseAsItsErrorAllows() {
        Coin coin = new Coin(0.5, 0.1, 400);
        for (double tilt : new double[] {2, 8})
            for (double excess : new double[] {1e-2, 1e-4}) {
                SaddlePoint found =
                        SaddlePoint.forDelta(coin.parts(), coin.all(), 0.1).tilted(tilt);
                double upper = Math.sqrt(excess * 12 / tilt / coin.times);
                assertEquals(1, found.stepFor(excess, true) / upper, 1e-4, tilt + ", " + excess);
                assertEquals(1, found.stepFor(excess, false) / upper * Math.sqrt(2), 1e-4, tilt + ", " + excess);
                assertEquals(found.stepFor(excess / 2, true), found.step(true, excess));
            }
        SaddlePoint far = SaddlePoint.forDelta(coin.parts(), coin.all(), 0.1).tilted(2);
        assertTrue(far.stepFor(1e-30, true) == far.deviation * 1e-5);
        // losses that are rounded up by a step cost the step at most, each of them
        SaddlePoint narrow = SaddlePoint.forDelta(List.of(List.of(atoms(1, 0.5))), coin.all(), 0.1);
        assertEquals(0, narrow.deviation);
        assertEquals(1e-3 / 1600, narrow.step(true, 1e-3), 1e-15);
    }
}
