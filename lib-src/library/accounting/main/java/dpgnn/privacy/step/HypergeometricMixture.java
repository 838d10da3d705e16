package dpgnn.privacy.step;

import dpgnn.privacy.Event;

/** The Rényi divergence of a batch in which a hypergeometric number of terms is affected (Daigavane et al. 2021). */
final class HypergeometricMixture {
    private HypergeometricMixture() {}

    /** 1/(a-1) ln E[exp(a(a-1) (r/K)² / (2 m²))]; given the batch both directions are the Gaussian's. */
    static double rdp(Event.Hypergeometric event, double order) {
        double[] pmf = pmf(event.population(), Math.min(event.affected(), event.population()), event.batch());
        int least = (int)
                Math.max(0, event.batch() - (event.population() - Math.min(event.affected(), event.population())));
        double unit = 1 / event.scale() / event.affected();
        double most = order * (order - 1) / 2 * Math.pow((least + pmf.length - 1) * unit, 2);
        double sum = 0;
        for (int i = 0; i < pmf.length; i++) {
            double exponent = order * (order - 1) / 2 * Math.pow((least + i) * unit, 2);
            sum += pmf[i] * (most < 600 ? Math.expm1(exponent) : Math.exp(exponent - most));
        }
        double log = most < 600 ? Math.log1p(sum) : most + Math.log(sum);
        return log / (order - 1) * (1 + 1e-12);
    }

    /** From the least possible count on; ratios of neighbours outwards from the mode, so that no factorial is needed. */
    static double[] pmf(long population, long affected, long batch) {
        long least = Math.max(0, batch - (population - affected));
        long most = Math.min(affected, batch);
        if (most - least > 10_000_000)
            throw new IllegalArgumentException(
                    "affected and batch must give at most 10,000,000 counts, gave " + (most - least + 1));
        double[] pmf = new double[(int) (most - least) + 1];
        double guess = (affected + 1.0) * (batch + 1.0) / (population + 2.0);
        int mode = (int) Math.min(pmf.length - 1, Math.max(0, Math.floor(guess) - least));
        pmf[mode] = 1;
        for (int i = mode; i + 1 < pmf.length; i++) pmf[i + 1] = pmf[i] * ratio(population, affected, batch, least + i);
        for (int i = mode; i > 0; i--) pmf[i - 1] = pmf[i] / ratio(population, affected, batch, least + i - 1);
        double sum = 0;
        for (double p : pmf) sum += p;
        for (int i = 0; i < pmf.length; i++) pmf[i] /= sum;
        return pmf;
    }

    private static double ratio(double population, double affected, double batch, double r) {
        return (affected - r) / (r + 1) * ((batch - r) / (population - batch - affected + r + 1));
    }
}
