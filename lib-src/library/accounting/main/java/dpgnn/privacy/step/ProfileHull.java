package dpgnn.privacy.step;

/**
 * The pair of distributions whose privacy profile is the greatest convex one at or below given points.
 *
 * <p><b>Guarantee.</b> Let h(γ) = H_γ(A || B) be the profile of a pair and every point at or above it. h is convex and falls
 * from 1 at γ = 0, so on each chord between two points it lies below that chord; hence the lower convex hull of the points,
 * straight between its corners and constant beyond the last, is at or above h. A convex profile is that of a pair (Zhu, Dong
 * and Wang 2022, Proposition 10), here of atoms at the corners, and dominating pairs compose. Below γ = 1 points are given
 * for the pair (B, A): H_γ(A || B) = 1 - γ + γ H_{1/γ}(B || A).
 *
 * <p>Proof: docs/proofs.md, lemma 5.
 */
public final class ProfileHull {
    /** From far below zero to far above. */
    private final double[] loss;

    /** The profile of (A, B) at e^loss where the loss is not negative, else that of (B, A) at e^-loss. */
    private final double[] delta;

    private final int[] corner;
    private int corners;

    private ProfileHull(double[] loss, double[] delta) {
        this.loss = loss;
        this.delta = delta;
        corner = new int[loss.length];
        for (int i = 0; i < loss.length; i++) {
            popUntilConvex(i);
            corner[corners++] = i;
        }
        popUntilConvex(loss.length);
    }

    /**
     * The atoms of the pair.
     *
     * @param epsilon ascending from 0
     * @param forward at least H_γ(A || B) at γ = e^epsilon
     * @param backward at least H_γ(B || A) there
     */
    public static LossCells atoms(double[] epsilon, double[] forward, double[] backward, int count) {
        double[] loss = new double[2 * count - 1], delta = new double[loss.length];
        for (int i = 0; i < count; i++) {
            loss[count - 1 - i] = -epsilon[i];
            delta[count - 1 - i] = backward[i];
            loss[count - 1 + i] = epsilon[i];
            delta[count - 1 + i] = forward[i];
        }
        // at γ = 1 both are the total variation
        delta[count - 1] = Math.min(forward[0], backward[0]);
        return new ProfileHull(loss, delta).cells();
    }

    private LossCells cells() {
        LossCells cells = new LossCells();
        int first = corner[0], last = corner[corners - 1];
        double lost = loss[first] <= 0 ? delta[first] : 1 + (value(first) - 1) * Math.exp(-loss[first]);
        cells.add(0, lost, lost, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        for (int c = 0; c < corners; c++) {
            int i = corner[c];
            double mass = mass(c == 0 ? -1 : corner[c - 1], i, c + 1 == corners ? loss.length : corner[c + 1]);
            if (!(mass > 0)) continue;
            double l = loss[i], other = mass * Math.exp(-Math.abs(l));
            if (l >= 0) cells.add(mass, other, mass * Math.expm1(-l), l, l);
            else cells.add(other, mass, -mass * Math.expm1(l), l, l);
        }
        double certain = value(last);
        cells.add(certain, 0, -certain, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        return cells;
    }

    private void popUntilConvex(int next) {
        while (corners > 0 && mass(corners > 1 ? corner[corners - 2] : -1, corner[corners - 1], next) < 0) corners--;
    }

    /**
     * The larger mass of the atom at i, between these neighbours: under A (the change of slope times γ) where the loss is not
     * negative, else under B. Differences are taken on one side of zero wherever they can be, so that they do not cancel.
     */
    private double mass(int before, int i, int after) {
        if (before >= 0 && loss[before] >= 0)
            return rise(delta, i, after, 1) - fall(delta[before] - delta[i], loss[i] - loss[before]);
        if (after < loss.length && loss[after] <= 0)
            return rise(delta, i, before, -1) - fall(delta[after] - delta[i], loss[after] - loss[i]);
        double up = after < loss.length ? (value(after) - value(i)) / Math.expm1(loss[after] - loss[i]) : 0;
        double down = before >= 0 ? (value(i) - value(before)) / -Math.expm1(loss[before] - loss[i]) : value(i) - 1;
        return (up - down) * (loss[i] < 0 ? Math.exp(-loss[i]) : 1);
    }

    private double rise(double[] of, int from, int to, int side) {
        return to < 0 || to >= loss.length ? 0 : (of[to] - of[from]) / Math.expm1(side * (loss[to] - loss[from]));
    }

    private static double fall(double by, double over) {
        return -by / -Math.expm1(-over);
    }

    /** The profile of (A, B) at e^loss. */
    private double value(int i) {
        return loss[i] >= 0 ? delta[i] : -Math.expm1(loss[i]) + Math.exp(loss[i]) * delta[i];
    }
}
