package dpgnn.mechanism;

import dpgnn.random.Stream;

/**
 * Symmetric multivariate Laplace noise: sqrt(W) N(0, (multiplier × norm)² I) with one W ~ Exp(1) for the whole vector, as in
 * the first version of HeterPoisson and the code that its authors published. Their revision replaced it, because its analysis
 * had an error: no accountant here covers it, and it serves to reproduce that version only.
 */
public record SymmetricLaplaceNoise(double multiplier) implements Noise {
    public SymmetricLaplaceNoise {
        Noise.checkedMultiplier(multiplier);
    }

    public static SymmetricLaplaceNoise of(double multiplier) {
        return new SymmetricLaplaceNoise(multiplier);
    }

    @Override
    public SymmetricLaplaceNoise withMultiplier(double other) {
        return new SymmetricLaplaceNoise(other);
    }

    @Override
    public void addTo(float[] values, double norm, Stream stream) {
        double exponential = -StrictMath.log(stream.nextOpenDouble());
        Ziggurat.add(values, multiplier * Noise.checkedNorm(norm) * Math.sqrt(exponential), stream);
    }
}
