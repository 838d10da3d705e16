package dpgnn.mechanism;

import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;

/**
 * Adds multivariate symmetric Laplace noise: a Gaussian vector times the root of one exponential number. The first version of
 * HeterPoisson used it, before its authors withdrew that analysis. It exists to repeat those experiments.
 *
 * <p><b>Guarantee.</b> None: {@link #event} is unsupported by every accountant, and secure streams are refused.
 */
public final class SymmetricLaplaceNoise implements Noise {
    private static final SymmetricLaplaceNoise STANDARD = new SymmetricLaplaceNoise();

    private SymmetricLaplaceNoise() {}

    public static SymmetricLaplaceNoise standard() {
        return STANDARD;
    }

    @Override
    public String name() {
        return "multivariate symmetric Laplace";
    }

    @Override
    public Event event(Event gaussian, long dimension) {
        return new Event.Unsupported(
                "multivariate symmetric Laplace noise, whose published analysis was withdrawn; use GaussianNoise");
    }

    @Override
    public void add(float[] sum, double deviation, double clip, RandomStream coins) {
        Noise.check(deviation, clip);
        if (coins.secure())
            throw new IllegalArgumentException(
                    "symmetric Laplace noise protects no release, so it takes no secure stream; use GaussianNoise");
        double exponential = -StrictMath.log(coins.nextOpenDouble());
        Ziggurat.add(sum, deviation * Math.sqrt(exponential), coins);
    }
}
