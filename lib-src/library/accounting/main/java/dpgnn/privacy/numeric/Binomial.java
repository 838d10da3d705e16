package dpgnn.privacy.numeric;

/**
 * Computes the probabilities of a binomial (or Poisson) distribution around its mode, with relative accuracy.
 *
 * <p>Proof: docs/proofs.md, lemma 37.
 */
public final class Binomial {
    /** The outcome of {@code probability[0]}. */
    public final int first;

    public final double[] probability;

    /**
     * At least the probability of all outcomes that were left out. Neighbours' ratios fall away from the mode, so that beyond the
     * last outcome w with ratio r to the next the rest is at most w r / (1 - r); and what all is divided by is at least the
     * mode's 1.
     */
    public final double omitted;

    private Binomial(int first, double[] probability, double omitted) {
        this.first = first;
        this.probability = probability;
        this.omitted = omitted;
    }

    private static double rest(double last, double ratio) {
        return last * ratio / (1 - ratio) * (1 + 1e-9);
    }

    /** Outcomes with a probability of at least about {@code cut} times the largest. */
    public static Binomial of(int n, double p, double cut) {
        if (p <= 0) return new Binomial(0, new double[] {1}, 0);
        if (p >= 1) return new Binomial(n, new double[] {1}, 0);
        int mode = (int) Math.min(n, Math.floor((n + 1.0) * p));
        double odds = p / (1 - p);
        int high = mode, low = mode;
        for (double w = 1; high < n && w > cut; high++) w *= (n - high) / (high + 1.0) * odds;
        for (double w = 1; low > 0 && w > cut; low--) w *= low / ((n - low + 1.0) * odds);
        double[] w = new double[high - low + 1];
        w[mode - low] = 1;
        for (int k = mode; k < high; k++) w[k + 1 - low] = w[k - low] * ((n - k) / (k + 1.0) * odds);
        for (int k = mode; k > low; k--) w[k - 1 - low] = w[k - low] * (k / ((n - k + 1.0) * odds));
        double above = high < n ? rest(w[high - low], (n - high) / (high + 1.0) * odds) : 0;
        double below = low > 0 ? rest(w[0], low / ((n - low + 1.0) * odds)) : 0;
        return new Binomial(low, normalised(w), above + below);
    }

    public static Binomial poisson(double mean, double cut) {
        int mode = (int) Math.floor(mean), high = mode, low = mode;
        for (double w = 1; w > cut; high++) w *= mean / (high + 1.0);
        for (double w = 1; low > 0 && w > cut; low--) w *= low / mean;
        double[] w = new double[high - low + 1];
        w[mode - low] = 1;
        for (int k = mode; k < high; k++) w[k + 1 - low] = w[k - low] * (mean / (k + 1.0));
        for (int k = mode; k > low; k--) w[k - 1 - low] = w[k - low] * (k / mean);
        double below = low > 0 ? rest(w[0], low / mean) : 0;
        return new Binomial(low, normalised(w), rest(w[high - low], mean / (high + 1.0)) + below);
    }

    /** Pr[X >= first + i]. */
    public double[] tails() {
        double[] tails = new double[probability.length];
        double sum = 0;
        for (int i = tails.length - 1; i >= 0; i--) tails[i] = sum += probability[i];
        return tails;
    }

    private static double[] normalised(double[] w) {
        double sum = 0;
        for (double x : w) sum += x;
        for (int i = 0; i < w.length; i++) w[i] /= sum;
        return w;
    }
}
