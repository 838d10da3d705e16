package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;

/**
 * Runs the audit of HeterPoisson as its paper prints it (Xiang, Wang and Wang 2024, Algorithm 4), beside the reading that
 * tests what it should. As printed, the canary's size k is drawn from the law of shifts, which already includes how often a
 * node is sampled. Then the canary is inserted with the sampling rate once more, and the observation is multiplied by k in
 * both worlds. The first makes the canary rarer than the node it stands for. The second tells the observer k, which the
 * mechanism hides.
 */
public final class AlgorithmFour {
    /** How the algorithm is read. */
    public enum Reading {
        /** The shift is a draw of the law, and the observer sees the noisy sum. */
        PRECISE(false, false),
        /** The drawn shift is applied with the sampling rate only. */
        INSERTED_AGAIN(true, false),
        /** The observer scores k times the noisy sum. */
        MULTIPLIED(false, true),
        /** Both. */
        PRINTED(true, true);

        private final boolean again;
        private final boolean multiplied;

        Reading(boolean again, boolean multiplied) {
            this.again = again;
            this.multiplied = multiplied;
        }
    }

    /**
     * @param epsilon the lower bound that this reading reports
     * @param attack how often its guesses at membership are right
     */
    public record Result(double epsilon, MembershipAttack attack) {}

    private AlgorithmFour() {}

    /**
     * Replays this many trainings in each world.
     *
     * @param rate q, with which a canary is inserted again
     * @param multiplier of the noise, over the clip norm
     */
    public static Result replay(
            Reading reading,
            ShiftPair shifts,
            double rate,
            double multiplier,
            int steps,
            int runs,
            double delta,
            double confidence,
            RandomStream coins) {
        Check.given("shifts", shifts);
        double[][] scores = new double[2][runs];
        double[][] single = new double[2][runs];
        for (int world = 0; world < 2; world++)
            for (int r = 0; r < runs; r++)
                for (int t = 0; t < steps; t++) {
                    double k = shifts.draw(true, coins);
                    boolean in = world == 1 && (!reading.again || coins.nextDouble() < rate);
                    double seen = (in ? k : 0) + multiplier * coins.nextGaussian();
                    double score = reading.multiplied ? k * seen : shifts.logRatio(seen, multiplier);
                    scores[world][r] += score;
                    if (t == 0) single[world][r] = score;
                }
        return new Result(
                EpsilonLowerBound.ofScores(scores[0], scores[1], delta, confidence)
                        .epsilon(),
                MembershipAttack.of(scores[0], scores[1], single[0], single[1], confidence));
    }
}
