package dpgnn.sampling;

import java.util.Map;
import java.util.TreeMap;

/**
 * The law of a clipped sum with Gaussian noise in one dimension: a mixture of normal distributions of one deviation. Written
 * down for tests, by other means than the accountants': densities, the places where they cross, and the error function.
 */
final class GaussianSums {
    private final double[] centre;
    private final double[] weight;

    /** @param mass how likely each sum is */
    GaussianSums(Map<Double, Double> mass) {
        centre = mass.keySet().stream().mapToDouble(Double::doubleValue).toArray();
        weight = mass.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Alternately a sum and how likely it is. */
    static GaussianSums of(double... pairs) {
        Map<Double, Double> mass = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) mass.merge(pairs[i], pairs[i + 1], Double::sum);
        return new GaussianSums(mass);
    }

    /** H at each gamma: the integral of the positive part of first - gamma x second. */
    static double[] hockeySticks(GaussianSums first, GaussianSums second, double deviation, double[] gammas) {
        double low = Math.min(first.least(), second.least()) - 9 * deviation;
        double high = Math.max(first.most(), second.most()) + 9 * deviation;
        int cells = (int) Math.ceil((high - low) / deviation * 4);
        double[] a = new double[cells + 1], b = new double[cells + 1], found = new double[gammas.length];
        for (int i = 0; i <= cells; i++) {
            double x = low + (high - low) * i / cells;
            a[i] = first.density(x, deviation);
            b[i] = second.density(x, deviation);
        }
        for (int g = 0; g < gammas.length; g++) {
            double from = a[0] > gammas[g] * b[0] ? Double.NEGATIVE_INFINITY : Double.NaN;
            for (int i = 1; i <= cells; i++) {
                boolean above = a[i] > gammas[g] * b[i];
                if (above != Double.isNaN(from)) continue;
                double at = crossing(
                        first,
                        second,
                        deviation,
                        gammas[g],
                        low + (high - low) * (i - 1) / cells,
                        low + (high - low) * i / cells,
                        above);
                if (!above) found[g] += part(first, second, deviation, gammas[g], from, at);
                from = above ? at : Double.NaN;
            }
            if (!Double.isNaN(from))
                found[g] += part(first, second, deviation, gammas[g], from, Double.POSITIVE_INFINITY);
        }
        return found;
    }

    private static double crossing(
            GaussianSums first, GaussianSums second, double m, double gamma, double x, double y, boolean rises) {
        for (int i = 0; i < 22; i++) {
            double middle = (x + y) / 2;
            if ((first.density(middle, m) > gamma * second.density(middle, m)) == rises) y = middle;
            else x = middle;
        }
        return (x + y) / 2;
    }

    private static double part(GaussianSums first, GaussianSums second, double m, double gamma, double x, double y) {
        return Math.max(0, first.mass(x, y, m) - gamma * second.mass(x, y, m));
    }

    private double mass(double x, double y, double m) {
        double sum = 0;
        for (int i = 0; i < centre.length; i++)
            sum += weight[i] * (upper((x - centre[i]) / m) - upper((y - centre[i]) / m));
        return sum;
    }

    private double density(double x, double m) {
        double sum = 0;
        for (int i = 0; i < centre.length; i++)
            sum += weight[i] * Math.exp(-(x - centre[i]) * (x - centre[i]) / (2 * m * m));
        return sum;
    }

    private double least() {
        double least = centre[0];
        for (double c : centre) least = Math.min(least, c);
        return least;
    }

    private double most() {
        double most = centre[0];
        for (double c : centre) most = Math.max(most, c);
        return most;
    }

    /** The upper tail of the standard normal law: a series near 0, a continued fraction beyond. */
    static double upper(double x) {
        if (x < 0) return 1 - upper(-x);
        double bell = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
        if (x > 3.5) {
            if (Double.isInfinite(x)) return 0;
            double fraction = x;
            for (int k = 60; k >= 1; k--) fraction = x + k / fraction;
            return bell / fraction;
        }
        double term = x, sum = x;
        for (int k = 1; term > 1e-17 * sum; k++) {
            term *= x * x / (2 * k + 1);
            sum += term;
        }
        return 0.5 - bell * sum;
    }
}
