package dpgnn.privacy.step;

import java.util.Arrays;

/**
 * The weights that several mixtures give to the same centres, kept centre by centre: a sum over centres is then formed for all
 * mixtures at once, by loops over neighbours in memory. Each sum adds its terms from the first centre to the last.
 */
final class CentreWeights {
    private final int mixtures;
    private final double[][] ofCentre;

    /** Of every mixture the sum of all weights but that of one centre. */
    private final double[] apart;

    /** @param zero the centre that {@link #apart} leaves out */
    CentreWeights(double[][] ofMixture, int zero) {
        mixtures = ofMixture.length;
        ofCentre = new double[ofMixture[0].length][mixtures];
        apart = new double[mixtures];
        for (int s = 0; s < mixtures; s++)
            for (int i = 0; i < ofCentre.length; i++) {
                ofCentre[i][s] = ofMixture[s][i];
                if (i != zero) apart[s] += ofMixture[s][i];
            }
    }

    /** Of every mixture the sum over its centres of weight times term; terms must be finite. */
    void sums(double[] terms, double[] sums) {
        Arrays.fill(sums, 0, mixtures, 0);
        for (int i = 0; i < ofCentre.length; i++) if (terms[i] != 0) add(ofCentre[i], terms[i], sums, mixtures);
    }

    private static void add(double[] weights, double term, double[] sums, int mixtures) {
        for (int s = 0; s < mixtures; s++) sums[s] += weights[s] * term;
    }

    double apart(int mixture) {
        return apart[mixture];
    }
}
