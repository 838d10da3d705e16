package dpgnn.privacy.step;

/**
 * The Rényi divergence of a pair that is cut into cells, from above: a cell (a, b) with ratios from e^low to e^high counts as the
 * two atoms at its ends that keep both masses, since r^order is convex. Where cells are atoms that is exact but for rounding.
 *
 * <p>Proof: docs/proofs.md, lemma 57.
 */
final class CellMoment {
    private static final double UP = 1 + 1e-11;

    private CellMoment() {}

    /** The larger of both directions. */
    static double upper(LossCells cells, double order) {
        return Math.max(one(cells, order), one(cells.reversed(), order));
    }

    private static double one(LossCells cells, double order) {
        double sum = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < cells.size(); i++) {
            double a = cells.massA(i), b = cells.massB(i), low = cells.low(i), high = cells.high(i);
            if (a > 0 && (b <= 0 || high == Double.POSITIVE_INFINITY)) return Double.POSITIVE_INFINITY;
            if (b <= 0) continue;
            double least = power(order, low), most = power(order, high), share = share(a / b, low, high - low);
            // what rounding may take from the larger end
            double room = high > low ? 1e-14 / Math.expm1(high - low) + 1e-12 : 0;
            share = Math.max(0, Math.min(1, most > least ? share + room : share - room));
            if (share < 1) sum = sum(sum, Math.log(b * (1 - share)) + least);
            if (share > 0) sum = sum(sum, Math.log(b * share) + most);
        }
        return log1pExp(sum) / (order - 1) * UP;
    }

    /** The part of b that lies at the upper end where the mean ratio is this one. */
    private static double share(double ratio, double low, double wide) {
        return low == Double.NEGATIVE_INFINITY || !(wide > 0) ? 0 : (ratio * Math.exp(-low) - 1) / Math.expm1(wide);
    }

    /** ln(r^order - 1 - order (r - 1)) at r = e^loss. */
    static double power(double order, double loss) {
        if (loss == Double.NEGATIVE_INFINITY) return Math.log(order - 1);
        return Bregman.logPower(order, Math.expm1(loss), loss);
    }

    /** ln(1 + e^log); beyond 40 the one is below half a digit. */
    static double log1pExp(double log) {
        return log > 40 ? log : Math.log1p(Math.exp(log));
    }

    /** ln(e^x + e^y). */
    static double sum(double x, double y) {
        double most = Math.max(x, y), least = Math.min(x, y);
        return least == Double.NEGATIVE_INFINITY ? most : most + Math.log1p(Math.exp(least - most));
    }
}
