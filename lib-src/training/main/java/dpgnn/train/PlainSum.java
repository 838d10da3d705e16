package dpgnn.train;

import dpgnn.nn.ExampleGradients;
import java.util.Map;

/** A step without privacy: nothing is clipped, and nothing is hidden. */
final class PlainSum extends StepSum {
    PlainSum(ExampleGradients gradients) {
        super(gradients, Double.POSITIVE_INFINITY);
    }

    @Override
    double deviation() {
        return 0;
    }

    @Override
    long noiseKey(long step) {
        return 0;
    }

    @Override
    double epsilon(long steps) {
        return Double.NaN;
    }

    @Override
    void describe(Map<String, Object> parameters) {}

    @Override
    void measure(Map<String, Double> metrics) {}

    @Override
    boolean isRelease() {
        return false;
    }

    @Override
    void hide(long step) {}
}
