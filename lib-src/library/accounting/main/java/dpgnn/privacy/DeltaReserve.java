package dpgnn.privacy;

import dpgnn.base.Check;

/**
 * The part of a delta that is kept for noise that is not drawn exactly as its event says; an accountant has the rest.
 *
 * <p><b>Guarantee.</b> Let a run with ideal noise be private with some epsilon at {@link #accounting}, and let the laws of all noise that
 * is really drawn be off by a variation together, in total variation. Where the reserve {@link #pays}, the real run is private with this
 * epsilon at delta. A run is SOUND on this condition alone, so that trainings, budgets, selections, answers and generators all ask it here.
 *
 * <p>Proof: docs/proofs.md, lemma 33.
 *
 * @param delta of the whole release; of 0 nothing is kept
 */
public record DeltaReserve(double delta) {
    /** What is kept, as a share of delta. */
    public static final double SHARE = 1e-6;

    /** What noise has of the share where deltas were rounded: what roundings are off by is paid from the rest. */
    private static final double BESIDE_ROUNDINGS = 1 - 1e-6;

    public DeltaReserve {
        Check.rightOpen("delta", delta, 0, 1);
    }

    /** What an accountant may spend. */
    public double accounting() {
        return delta * (1 - SHARE);
    }

    /** What a search for noise spends where the noise it finds is accounted for again, by other means: twice as much is kept. */
    public double searching() {
        return delta * (1 - 2 * SHARE);
    }

    /** Whether it pays for noise that is off by this, in total variation, in a release of this epsilon. */
    public boolean pays(double epsilon, double variation) {
        return pays(epsilon, variation, SHARE * delta);
    }

    /** Whether it pays for this noise where delta is a sum of deltas that were rounded. */
    public boolean paysBesideRoundings(double epsilon, double variation) {
        return pays(epsilon, variation, SHARE * BESIDE_ROUNDINGS * delta);
    }

    private static boolean pays(double epsilon, double variation, double kept) {
        return variation == 0 || (1 + Math.exp(epsilon)) * variation <= kept;
    }

    /** Refuses a release whose noise it does not pay for. */
    public void require(double epsilon, double variation) {
        if (!pays(epsilon, variation))
            throw new IllegalArgumentException("epsilon " + epsilon
                    + " is too large for noise that is safe in floating point at delta " + delta
                    + "; aim at a smaller epsilon, or use Plan.experiment for an experiment");
    }
}
