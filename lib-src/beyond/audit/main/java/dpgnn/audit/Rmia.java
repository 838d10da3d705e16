package dpgnn.audit;

import dpgnn.base.Check;
import java.util.Arrays;

/**
 * The relative attack (RMIA; Zarifzadeh, Liu and Shokri 2024): how many points z of the population a unit x outdoes. It does so where
 *
 * <pre>  (Pr[x | model] / Pr[x]) / (Pr[z | model] / Pr[z])  >=  gamma,</pre>
 *
 * in which the probabilities are those of the right label, and Pr[.] is their mean over the other trainings. No training had a
 * point of the population. Its mean, and offline that of a unit too, is over trainings without it: a mean p becomes
 * ((1 + a) p + 1 - a) / 2, what it would be if half of them had had it. Units that outdo equally many are ranked by their own
 * ratio, in which the share does not fall.
 *
 * @param gamma by how much a unit must outdo a point
 * @param a of the line, from 0 to 1
 * @param withMembers whether trainings with the unit are known (online)
 */
public record Rmia(double gamma, double a, boolean withMembers) {
    public Rmia {
        Check.that(gamma > 0 && Double.isFinite(gamma), "gamma", "positive and finite", gamma);
        Check.closed("a", a, 0, 1);
    }

    /** With trainings with the unit and without, as many of either in the mean. */
    public static Rmia online(double gamma) {
        return new Rmia(gamma, 1, true);
    }

    /** With trainings without the unit only. */
    public static Rmia offline(double gamma, double a) {
        return new Rmia(gamma, a, false);
    }

    /**
     * Attacks each training by all others. Scores are {@link ShadowScores#confidence}.
     *
     * @param population by training and point: the scores of points that were in no training
     */
    public RocCurve attack(ShadowScores shadows, double[][] population) {
        return RocCurve.of(evidence(shadows, population), shadows.member());
    }

    /** By training and unit: larger where the unit is more likely a member. */
    double[][] evidence(ShadowScores shadows, double[][] population) {
        Check.that(
                Check.given("population", population).length == shadows.trainings(),
                "population",
                "scored by the " + shadows.trainings() + " trainings",
                population.length);
        boolean[][] never = new boolean[population.length][population[0].length];
        ShadowScores points = new ShadowScores(population, never);
        shadows.requireBoth(2, withMembers);
        double[][] evidence = new double[shadows.trainings()][shadows.units()];
        for (int m = 0; m < evidence.length; m++) {
            double[] unit = ratios(shadows, m, withMembers), point = ratios(points, m, false);
            Arrays.sort(point);
            for (int u = 0; u < unit.length; u++) {
                int outdone = 0;
                while (outdone < point.length && unit[u] >= gamma * point[outdone]) outdone++;
                evidence[m][u] = (outdone + unit[u] / (1 + unit[u])) / (point.length + 1);
            }
        }
        return evidence;
    }

    /** Pr[x | model] / Pr[x] of each x in one training. */
    private double[] ratios(ShadowScores of, int attacked, boolean both) {
        double[] ratios = new double[of.units()];
        for (int u = 0; u < ratios.length; u++) {
            double[] sum = new double[2];
            int[] count = new int[2];
            for (int m = 0; m < of.trainings(); m++) {
                if (m == attacked) continue;
                int kind = of.member()[m][u] ? 1 : 0;
                sum[kind] += probability(of.scores()[m][u]);
                count[kind]++;
            }
            double without = sum[0] / count[0];
            double mean = both ? (without + sum[1] / count[1]) / 2 : ((1 + a) * without + 1 - a) / 2;
            ratios[u] = probability(of.scores()[attacked][u]) / Math.max(mean, Double.MIN_NORMAL);
        }
        return ratios;
    }

    private static double probability(double logOdds) {
        return 1 / (1 + Math.exp(-logOdds));
    }
}
