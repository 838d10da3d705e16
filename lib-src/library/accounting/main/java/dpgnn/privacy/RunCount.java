package dpgnn.privacy;

import dpgnn.base.Check;
import java.util.random.RandomGenerator;

/**
 * How often a private selection trains: a random number, which nobody may learn. What the selection costs depends on its law, which
 * is drawn exactly. A fixed number of trainings would cost that many; these cost two or three, or little more than one, however many
 * there are on average.
 *
 * <p>Proof: docs/proofs.md, lemma 53.
 */
public sealed interface RunCount {
    /** The average number of trainings. */
    double mean();

    /** The probability of so many trainings. */
    double probability(int count);

    /** Draws the number. */
    int draw(RandomGenerator coins);

    /** An upper limit for the Rényi divergence of the selection, of an order above 1. */
    double divergence(double order, Training training);

    /** What is known of a single training. */
    interface Training {
        /** Its Rényi divergence of an order, an upper limit in both directions. */
        double divergence(double order);

        /** Its delta for an epsilon, an upper limit in both directions. */
        double delta(double epsilon);

        /** The least of (1 - 1/a) times its divergence of order a, plus ln(1/gamma) / a, over orders a of at least 1. */
        double least(double gamma);
    }

    /** At least one training, and each is the last with probability gamma: in pure privacy three times the price of one. */
    static RunCount geometric(double gamma) {
        return new NegativeBinomial(1, gamma);
    }

    /** At least one training, and mostly few: k with a probability in proportion to (1 - gamma)^k / k. Twice the price of one. */
    static RunCount logarithmic(double gamma) {
        return new NegativeBinomial(0, gamma);
    }

    /**
     * The negative binomial law without zero whose mean is this, for comparisons of laws; at most a hundred thousandth less, where
     * coins cannot have it exactly.
     *
     * @param shape eta
     */
    static RunCount ofMean(double shape, double mean) {
        Check.that(mean > 1.001 && mean < 1000, "mean", "between 1.001 and 1000", mean);
        double low = 1e-6, high = 0.999;
        if (new NegativeBinomial(shape, low).mean() < mean)
            throw new IllegalArgumentException("mean " + mean + " is out of reach for shape " + shape);
        for (int i = 0; i < 60; i++) {
            double middle = Math.sqrt(low * high);
            if (new NegativeBinomial(shape, middle).mean() > mean) low = middle;
            else high = middle;
        }
        return new NegativeBinomial(shape, high);
    }

    /** By the law of Poisson. It may be none at all, and then nothing is chosen. */
    static RunCount poisson(int mean) {
        return new Poisson(mean);
    }

    /**
     * The negative binomial law without zero; its limit, the logarithmic law, for shape 0.
     *
     * @param shape eta, above -1 and at most 1, or whole; in pure privacy a selection costs 2 + eta times one training
     * @param gamma the smaller, the more trainings; shape and gamma are rounded to multiples of 2^-53, as coins have them
     */
    record NegativeBinomial(double shape, double gamma) implements RunCount {
        public NegativeBinomial {
            boolean drawn = shape >= -0.999 && shape <= 1 || shape > 1 && shape <= 10 && shape == Math.rint(shape);
            Check.that(drawn, "shape", "between -0.999 and 1, or whole and at most 10", shape);
            Check.that(gamma >= 1e-6 && gamma <= 0.999, "gamma", "between 1e-6 and 0.999", gamma);
            shape = Math.rint(shape * 0x1p53) * 0x1p-53;
            gamma = Math.rint(gamma * 0x1p53) * 0x1p-53;
        }

        @Override
        public double mean() {
            return shape == 0
                    ? (1 / gamma - 1) / -Math.log(gamma)
                    : shape * (1 - gamma) / (gamma * -Math.expm1(shape * Math.log(gamma)));
        }

        @Override
        public double probability(int count) {
            if (count < 1) return 0;
            double first = shape == 0 ? 1 / -Math.log(gamma) : shape / Math.expm1(-shape * Math.log(gamma));
            double log = count * Math.log1p(-gamma);
            for (int i = 1; i < count; i++) log += Math.log((i + shape) / (i + 1));
            return first * Math.exp(log);
        }

        @Override
        public int draw(RandomGenerator coins) {
            while (true) {
                int count = shape > 1 ? sum(coins) : single(coins);
                if (count > 0) return count;
            }
        }

        private int sum(RandomGenerator coins) {
            int count = 0;
            for (int i = 0; i < shape; i++) count += failures(coins);
            return count;
        }

        /** A toss more is survived with probability (i + eta) / (i + 1); 0 where one is not. */
        private int single(RandomGenerator coins) {
            int count = 1;
            while (coins.nextDouble() >= gamma) if (!isSurvived(count++, coins)) return 0;
            return count;
        }

        private boolean isSurvived(int toss, RandomGenerator coins) {
            if (shape >= 1) return true;
            int place = coins.nextInt(toss + 1), doubtful = shape < 0 ? toss - 1 : toss;
            return place < doubtful || place == doubtful && coins.nextDouble() < shape + (shape < 0 ? 1 : 0);
        }

        private int failures(RandomGenerator coins) {
            int count = 0;
            while (coins.nextDouble() >= gamma) count++;
            return count;
        }

        @Override
        public double divergence(double order, Training training) {
            return training.divergence(order) + (1 + shape) * training.least(gamma) + Math.log(mean()) / (order - 1);
        }
    }

    /** The law of Poisson, for whole averages. */
    record Poisson(int trainings) implements RunCount {
        public Poisson {
            Check.within("trainings", trainings, 1, 10_000);
        }

        @Override
        public double mean() {
            return trainings;
        }

        @Override
        public double probability(int count) {
            double log = -trainings + count * Math.log(trainings);
            for (int i = 2; i <= count; i++) log -= Math.log(i);
            return count < 0 ? 0 : Math.exp(log);
        }

        /** A sum of laws of average 1, each k of a fair coin's run of heads, kept with probability 2^(k-1) / k!. */
        @Override
        public int draw(RandomGenerator coins) {
            int count = 0;
            for (int i = 0; i < trainings; i++) count += one(coins);
            return count;
        }

        private static int one(RandomGenerator coins) {
            while (true) {
                int heads = 0;
                while (coins.nextLong() < 0) heads++;
                boolean kept = heads > 0 || coins.nextLong() < 0;
                for (int i = 3; i <= heads && kept; i++) kept = coins.nextInt(i) < 2;
                if (kept) return heads;
            }
        }

        @Override
        public double divergence(double order, Training training) {
            double rise = order - 1;
            // A little less than the exact number, so that the delta is no smaller than that of the lemma.
            double near = Math.log1p(1 / rise) * (1 - 1e-15);
            double chosen =
                    rise * training.divergence(order) + rise * trainings * training.delta(near) + Math.log(trainings);
            double none = -trainings;
            return (chosen + Math.log1p(Math.exp(none - chosen))) / rise;
        }
    }
}
