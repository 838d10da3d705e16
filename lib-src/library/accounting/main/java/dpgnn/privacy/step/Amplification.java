package dpgnn.privacy.step;

import java.util.Arrays;

/**
 * Bounds the effect of sampling without replacement on the Rényi divergence of the Gaussian mechanism, under replacement of
 * one record. Every answer is at most the one without amplification, a/(2 m²), which always holds.
 *
 * <p>Proof: docs/proofs.md, lemma 44.
 */
public enum Amplification {
    /** Wang, Balle and Kasiviswanathan 2019, theorem 9: for any mechanism. The route of the random-walk paper. */
    GENERAL,
    /** The same paper, theorem 27: tightened for the Gaussian by its own moments. */
    GAUSSIAN,
    /**
     * The divergence of the tight profile delta'(ln(1 + q(e^eps - 1))) = q delta(eps) (Balle, Barthe and Gaboardi 2018,
     * theorem 10), by the integral of f-divergences over profiles (Sason and Verdú 2016, section VI). It holds for both
     * directions, and is the least that the profile allows. The integral is a quadrature that agrees with 50 digits to 1e-10 wherever
     * it was tried, without a proved bound of its error: {@link #proved} is false, and what rests on it is
     * CLAIMED.
     */
    TIGHT;

    /** Whether every answer is proved to be an upper bound. */
    public boolean proved() {
        return this != TIGHT;
    }

    /** An upper bound (see {@link #proved}) of the divergence of one step at any order above 1. */
    double rdp(double rate, double multiplier, double order) {
        double plain = order / multiplier / multiplier / 2;
        if (rate >= 1) return plain;
        double moment;
        if (this == TIGHT) moment = TightProfile.logMoment(rate, multiplier, order);
        else {
            // (a - 1) D_a is convex in a and 0 at 1 (corollary 10): a chord between integers lies above it.
            double floor = Math.floor(order);
            double part = order - floor;
            moment = floor > 1 ? (1 - part) * logMoment(rate, multiplier, (int) floor) : 0;
            if (part > 0) moment += part * logMoment(rate, multiplier, (int) floor + 1);
        }
        return Math.min(plain, moment / (order - 1) * (1 + (this == TIGHT ? 1e-10 : 1e-12)));
    }

    /** (a - 1) times the divergence, at an integer order. */
    private double logMoment(double rate, double multiplier, int order) {
        double unamplified = order * (order - 1.0) / multiplier / multiplier / 2;
        if (order > 4096) return unamplified;
        double[] logs = new double[order + 1];
        double square = 1 / multiplier / multiplier;
        double logRate = Math.log(rate);
        double logBinomial = Math.log(order);
        logs[0] = Double.NEGATIVE_INFINITY;
        logs[1] = Double.NEGATIVE_INFINITY;
        double previous = Double.NaN;
        for (int j = 2; j <= order; j++) {
            logBinomial += Math.log((order - j + 1.0) / j);
            double general = Math.log(2) + j * (j - 1.0) * square / 2;
            double log;
            if (j == 2) log = Math.min(Math.log(4) + logExpm1(square), general);
            else if (this == GENERAL) log = general;
            else {
                // Even central moments of the density ratio at both sides of j.
                double lower = j % 2 == 1 ? previous : CentralMoment.log(multiplier, j);
                double upper = j % 2 == 1 ? CentralMoment.log(multiplier, j + 1) : lower;
                log = Math.min(Math.log(4) + (lower + upper) / 2, general);
                previous = upper;
            }
            if (j == 2) previous = CentralMoment.log(multiplier, 2);
            logs[j] = j * logRate + logBinomial + log;
        }
        double top = Arrays.stream(logs).max().orElseThrow();
        double sum = 0;
        for (double log : logs) sum += Math.exp(log - top);
        return Math.min(unamplified, CellMoment.log1pExp(top + Math.log(sum)));
    }

    private static double logExpm1(double x) {
        return x > 40 ? x : Math.log(Math.expm1(x));
    }
}
