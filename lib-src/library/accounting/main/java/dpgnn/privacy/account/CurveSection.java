package dpgnn.privacy.account;

/**
 * The part of an upper bound's curve that the deltas of one {@link ProfileBound#cell} are read from, in little room: a covering of
 * all degrees has many curves, and each of them two long arrays.
 *
 * <p><b>Guarantee.</b> The curve is kept at some epsilons. A profile is convex in e^epsilon, 1 at e^epsilon = 0, and falls; so it
 * lies below chords between these points and that from 0, and below the last point behind it.
 *
 * <p>Proof: docs/proofs.md, lemma 5.
 */
final class CurveSection implements ProfileBound {
    private static final int POINTS = 33;

    private final double[] epsilons = new double[POINTS];
    private final double[] deltas = new double[POINTS];

    private CurveSection(ProfileBound curve, double from, double to) {
        for (int i = 0; i < POINTS; i++) {
            epsilons[i] = i + 1 < POINTS ? from + (to - from) * i / (POINTS - 1) : to;
            deltas[i] = curve.delta(epsilons[i]);
        }
    }

    /** The section for the deltas of a cell; nothing where the curve falls to one of them nowhere. */
    static ProfileBound of(ProfileBound curve, int cell) {
        return of(curve, Math.min(0.5, ProfileBound.least(cell - 1)), ProfileBound.least(cell));
    }

    /** The section for the deltas from a larger to a smaller one. */
    static ProfileBound of(ProfileBound curve, double most, double least) {
        double from = curve.epsilon(most), to = curve.epsilon(least);
        return to < Double.POSITIVE_INFINITY ? new CurveSection(curve, Math.min(from, to), to) : NOTHING;
    }

    @Override
    public double delta(double epsilon) {
        int last = POINTS - 1;
        if (epsilon >= epsilons[last]) return deltas[last];
        int i = last;
        while (i > 0 && epsilons[i - 1] > epsilon) i--;
        // γ measured against that of the right end, so that nothing overflows
        double right = epsilons[i],
                here = Math.exp(epsilon - right),
                left = i > 0 ? Math.exp(epsilons[i - 1] - right) : 0;
        double over = i > 0 ? deltas[i - 1] : 1,
                share = 1 - left > 0 ? Math.min(1, Math.max(0, (here - left) / (1 - left))) : 0;
        return Math.min(1, (over + (deltas[i] - over) * share) * (1 + 1e-14));
    }

    @Override
    public double epsilon(double delta) {
        int last = POINTS - 1;
        if (delta(0) <= delta) return 0;
        return deltas[last] > delta ? Double.POSITIVE_INFINITY : crossing(delta, 0, epsilons[last], 1e-13, true);
    }
}
