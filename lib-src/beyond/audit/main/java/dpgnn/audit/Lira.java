package dpgnn.audit;

/**
 * The likelihood-ratio attack (LiRA; Carlini, Chien, Nasr, Song, Terzis and Tramèr 2022). For each unit the other trainings give
 * a normal law of its score with the unit and one without; the evidence is the logarithm of their ratio at the score of the attacked
 * training. The offline attack knows trainings without the unit only, and takes how far above them the score is.
 *
 * <p>Below {@value #FEW} trainings a unit's own variance would be noise: that of all units serves, once with and once without.
 *
 * @param withMembers whether trainings with the unit are known (online)
 */
public record Lira(boolean withMembers) {
    /** From so many trainings on each unit has variances of its own, as the authors advise. */
    public static final int FEW = 64;

    /** What is learned of a law needs two values. */
    private static final int LEAST = 2;

    /** No variance is smaller, relative to the squared scores: equal scores are then no certainty. */
    private static final double FLOOR = 1e-12;

    public static Lira online() {
        return new Lira(true);
    }

    public static Lira offline() {
        return new Lira(false);
    }

    /** Attacks each training by all others. */
    public RocCurve attack(ShadowScores shadows) {
        return RocCurve.of(evidence(shadows), shadows.member());
    }

    /** By training and unit: larger where the unit is more likely a member. */
    double[][] evidence(ShadowScores shadows) {
        shadows.requireBoth(LEAST, withMembers);
        int trainings = shadows.trainings(), units = shadows.units();
        double[][] evidence = new double[trainings][units];
        for (int m = 0; m < trainings; m++) {
            Law[] with = withMembers ? laws(shadows, m, true) : null, without = laws(shadows, m, false);
            for (int u = 0; u < units; u++) {
                double score = shadows.scores()[m][u];
                evidence[m][u] = withMembers
                        ? with[u].logDensity(score) - without[u].logDensity(score)
                        : without[u].above(score);
            }
        }
        return evidence;
    }

    /** A normal law. */
    private record Law(double mean, double variance) {
        double logDensity(double score) {
            return -(Math.log(variance) + (score - mean) * (score - mean) / variance) / 2;
        }

        /** In deviations, which grows with 1 - Pr[a draw exceeds the score]. */
        double above(double score) {
            return (score - mean) / Math.sqrt(variance);
        }
    }

    /** Each unit's law in the trainings but one that had it, or had it not. */
    private static Law[] laws(ShadowScores shadows, int but, boolean member) {
        int units = shadows.units(), freedom = 0;
        double[] mean = new double[units], spread = new double[units];
        int[] count = new int[units];
        double all = 0, scale = 0;
        for (int u = 0; u < units; u++) {
            for (int m = 0; m < shadows.trainings(); m++) {
                if (m == but || shadows.member()[m][u] != member) continue;
                // Welford's way: the mean so far, and the squares about it
                double score = shadows.scores()[m][u], off = score - mean[u];
                mean[u] += off / ++count[u];
                spread[u] += off * (score - mean[u]);
                scale = Math.max(scale, score * score);
            }
            all += spread[u];
            freedom += count[u] - 1;
        }
        Law[] laws = new Law[units];
        for (int u = 0; u < units; u++) {
            double variance = shadows.trainings() < FEW ? all / freedom : spread[u] / (count[u] - 1);
            laws[u] = new Law(mean[u], Math.max(variance, Math.max(FLOOR * scale, Double.MIN_NORMAL)));
        }
        return laws;
    }
}
