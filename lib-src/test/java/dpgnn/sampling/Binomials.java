package dpgnn.sampling;

/** Probabilities of 0 .. n successes. */
final class Binomials {
    private Binomials() {}

    static double[] of(int n, double p) {
        double[] law = {1};
        for (int trial = 0; trial < n; trial++) {
            double[] next = new double[law.length + 1];
            for (int k = 0; k < law.length; k++) {
                next[k] += law[k] * (1 - p);
                next[k + 1] += law[k] * p;
            }
            law = next;
        }
        return law;
    }
}
