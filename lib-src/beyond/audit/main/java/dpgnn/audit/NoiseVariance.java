package dpgnn.audit;

import dpgnn.base.Check;
import java.util.Arrays;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.special.Gamma;

/**
 * What the noise itself shows: the observations of canaries less what was planted for them. Under the hypothesis that the
 * numbers are independent Gaussians of mean zero and one variance, their sum of squares is a chi-square, and every larger
 * variance than the limit is rejected. This needs far fewer numbers than the errors of a test do.
 *
 * <p>The hypothesis is tested too. The largest distance between the empirical distribution and that of the fitted Gaussian
 * must stay within the inequality of Dvoretzky, Kiefer and Wolfowitz, with Massart's constant. The sum over canaries of each
 * step, and the product of each two steps, must stay within the tails of quadratic forms (Laurent and Massart 2000, lemma 1):
 * noise that is shared by coordinates, or repeated, does not. The three share the error probability (docs/proofs.md, lemma 69).
 *
 * @param multiplier every larger noise multiplier is rejected, by the sum of squares alone
 * @param estimate the root of the mean square
 * @param numbers that were seen
 * @param confidence of the limit, and of {@link #faults} together
 * @param faults what contradicts the hypothesis, in sentences; then the limit means nothing
 */
public record NoiseVariance(
        double multiplier, double estimate, long numbers, double confidence, java.util.List<String> faults) {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** How far the distribution function of a Gaussian moves at most when the logarithm of its deviation moves by one. */
    private static final double PER_LOG = 0.2420;

    public NoiseVariance {
        faults = java.util.List.copyOf(faults);
    }

    /** @param noise of each canary, step by step */
    static NoiseVariance of(double[][] noise, double confidence) {
        Check.open("confidence", confidence, 0, 1);
        double[] all = Arrays.stream(noise).flatMapToDouble(Arrays::stream).toArray();
        double squares = 0;
        for (double x : all) squares += x * x;
        double level = 1 - confidence;
        var law = new ChiSquaredDistribution(null, all.length, 1e-12);
        double most = Math.sqrt(squares / law.inverseCumulativeProbability(level)) * (1 + 1e-9);
        double estimate = Math.sqrt(squares / all.length);
        java.util.List<String> faults = new java.util.ArrayList<>();
        if (estimate == 0) return new NoiseVariance(0, 0, all.length, confidence, faults);
        shape(all, estimate, level / 3, law, faults);
        // In units of a deviation that the true one hardly ever exceeds; three parts make up the other two thirds.
        double part = 2 * level / 9;
        double deviation = Math.sqrt(squares / law.inverseCumulativeProbability(part));
        double[][] steps = new double[noise[0].length][noise.length];
        for (int k = 0; k < noise.length; k++)
            for (int t = 0; t < steps.length; t++) steps[t][k] = noise[k][t] / deviation;
        shared(steps, part, faults);
        repeated(steps, part, faults);
        return new NoiseVariance(most, estimate, all.length, confidence, faults);
    }

    /** Half of the level goes to the deviation, half to the distance from the Gaussian that has it. */
    private static void shape(
            double[] all, double estimate, double level, ChiSquaredDistribution law, java.util.List<String> faults) {
        int n = all.length;
        double low = Math.sqrt(n / law.inverseCumulativeProbability(1 - level / 4));
        double high = Math.sqrt(n / law.inverseCumulativeProbability(level / 4));
        double allowed =
                Math.sqrt(Math.log(4 / level) / (2.0 * n)) + PER_LOG * Math.max(-Math.log(low), Math.log(high));
        double[] sorted = all.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int i = 0; i < n; i++) {
            double at = NORMAL.cumulativeProbability(sorted[i] / estimate);
            distance = Math.max(distance, Math.max((i + 1.0) / n - at, at - (double) i / n));
        }
        if (distance > allowed)
            faults.add("The noise is not Gaussian: its distribution is " + AuditReport.words(distance)
                    + " away from the nearest one, where " + AuditReport.words(allowed) + " is chance.");
    }

    /** The squared sum of a step over its canaries, which is a chi-square of one degree. */
    private static void shared(double[][] steps, double level, java.util.List<String> faults) {
        double x = Math.log(2.0 * steps.length / level);
        for (int t = 0; t < steps.length; t++) {
            double sum = Arrays.stream(steps[t]).sum();
            double form = sum * sum / steps[t].length;
            if (form > 1 + 2 * Math.sqrt(x) + 2 * x) {
                faults.add("The noise of step " + t + " is shared by what should have noise of its own.");
                return;
            }
        }
    }

    /** The product of two steps, a quadratic form of Frobenius norm sqrt(n / 2) and largest eigenvalue 1/2. */
    private static void repeated(double[][] steps, double level, java.util.List<String> faults) {
        int n = steps[0].length;
        double pairs = Math.max(1, steps.length * (steps.length - 1.0) / 2);
        double x = Math.log(2 * pairs / level);
        for (int t = 0; t < steps.length; t++)
            for (int s = 0; s < t; s++) {
                double form = 0;
                for (int k = 0; k < n; k++) form += steps[t][k] * steps[s][k];
                if (Math.abs(form) > 2 * Math.sqrt(n / 2.0 * x) + x) {
                    faults.add("The noise of step " + s + " is used again in step " + t + ".");
                    return;
                }
            }
    }

    /** How probable a sum of squares this small, or smaller, is with noise of this multiplier. */
    public double chance(double stated) {
        return Gamma.regularizedGammaP(
                numbers / 2.0, numbers * estimate * estimate / (2 * stated * stated), 1e-12, 1_000_000);
    }

    /** Whether nothing contradicts independent Gaussian noise. */
    public boolean isGaussian() {
        return faults.isEmpty();
    }
}
