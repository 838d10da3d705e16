package dpgnn.privacy.account;

/** Converts a Rényi divergence at one order to an (epsilon, delta). Proof: docs/proofs.md, lemmas 42 and 58. */
public enum RdpConversion {
    /** Mironov 2017, proposition 3: eps = rdp + ln(1/delta) / (a - 1). */
    CLASSIC,
    /** Canonne, Kamath and Steinke 2020, proposition 12; Balle et al. 2020, theorem 21: never larger than the classic one. */
    IMPROVED;

    /** The epsilon, at least 0 and rounded up. */
    double epsilon(double rdp, double order, double delta) {
        double logDelta = Math.log(delta);
        double first = -logDelta / (order - 1);
        double epsilon = rdp + first;
        double size = Math.abs(rdp) + Math.abs(first);
        if (this == IMPROVED) {
            // Bretagnolle and Huber 1979: total variation is at most sqrt(1 - e^-KL), and KL is at most rdp.
            if (delta * delta > -Math.expm1(-rdp)) return 0;
            double second = Math.log1p(-1 / order) - Math.log(order) / (order - 1);
            epsilon += second;
            size += Math.abs(second);
        }
        return Math.max(0, epsilon + 1e-15 * size);
    }

    /** The logarithm of what the improved conversion makes of a moment, which may exceed 1; rounded up. */
    static double logMoment(double rdp, double order, double epsilon) {
        if (Double.isInfinite(rdp)) return Double.POSITIVE_INFINITY;
        double rise = order - 1;
        double log = rise * (rdp - epsilon) + rise * Math.log1p(-1 / order) - Math.log(order);
        return log + 1e-15 * (rise * (rdp + epsilon) + 1 + Math.log(order));
    }

    /** The logarithm of delta, at most 0 and rounded up. */
    double logDelta(double rdp, double order, double epsilon) {
        if (Double.isInfinite(rdp)) return 0;
        if (Double.isInfinite(epsilon)) return Double.NEGATIVE_INFINITY;
        double log = (order - 1) * (rdp - epsilon);
        double size = (order - 1) * (rdp + epsilon);
        if (this == IMPROVED) {
            log += (order - 1) * Math.log1p(-1 / order) - Math.log(order);
            size += 1 + Math.log(order);
            log = Math.min(log, 0.5 * Math.log(-Math.expm1(-rdp)));
        }
        return Math.min(0, log + 1e-15 * size);
    }
}
