package dpgnn.audit;

import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/** Sums of clipped gradients, with what a test makes wrong. */
final class ClippedSums {
    private ClippedSums() {}

    /** How gradients are made. */
    @FunctionalInterface
    interface Gradients {
        ExampleGradients of(Network network, Features features, Labels labels);
    }

    /** At the stated thresholds. */
    static Coupling.Sums of(Gradients gradients) {
        return (view, network, at, batch, thresholds, into) ->
                gradients.of(network, view.features(), view.labels()).clippedSum(at, batch, thresholds, null, into);
    }

    /** At another threshold than the one that is stated. */
    static Coupling.Sums at(DoubleUnaryOperator threshold) {
        return (view, network, at, batch, thresholds, into) -> of(ExampleGradients::of)
                .clippedSum(view, network, at, batch, new double[] {threshold.applyAsDouble(thresholds[0])}, into);
    }

    /** Every layer at the threshold of the whole. */
    static Coupling.Sums perLayer(UnaryOperator<ExampleGradients> gradients) {
        return (view, network, at, batch, thresholds, into) -> {
            double[] each = new double[network.layers().size()];
            Arrays.fill(each, thresholds[0]);
            of((n, features, labels) -> gradients.apply(ExampleGradients.of(n, features, labels)))
                    .clippedSum(view, network, at, batch, each, into);
        };
    }
}
