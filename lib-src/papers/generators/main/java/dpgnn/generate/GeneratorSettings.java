package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.base.RecordFields;

/**
 * Public settings of a training: widths, rates and lengths. {@link #paper} gives those of Yang et al. (2021).
 *
 * @param hidden width of the encoder's and the discriminator's first layer
 * @param code width of a node's code
 * @param decoderHidden width between the decoder's two layers
 * @param decoderOut width of the decoder's output
 * @param rate learning rate of Adam
 * @param steps one step sees the whole graph
 * @param priorWeight lambda1
 * @param gameWeight lambda2
 * @param delta of the guarantee
 */
public record GeneratorSettings(
        int hidden,
        int code,
        int decoderHidden,
        int decoderOut,
        double rate,
        int steps,
        double priorWeight,
        double gameWeight,
        double delta)
        implements RecordFields.Adjustable<GeneratorSettings> {
    public GeneratorSettings {
        Check.atLeast("hidden", hidden, 1);
        Check.atLeast("code", code, 1);
        Check.atLeast("decoderHidden", decoderHidden, 1);
        Check.atLeast("decoderOut", decoderOut, 1);
        Check.positive("rate", rate);
        Check.atLeast("steps", steps, 0);
        Check.atLeast("priorWeight", priorWeight, 0);
        Check.atLeast("gameWeight", gameWeight, 0);
        Check.open("delta", delta, 0, 1);
    }

    /** 32-16, 16-16-32, Adam 0.001, 100 steps, both weights 0.1, delta 1e-5. */
    public static GeneratorSettings paper() {
        return new GeneratorSettings(32, 16, 16, 32, 1e-3, 100, 0.1, 0.1, 1e-5);
    }
}
