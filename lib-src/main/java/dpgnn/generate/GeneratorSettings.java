package dpgnn.generate;

/**
 * Widths, rates and lengths of a training; public. {@link #paper} gives those of Yang et al. (2021).
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
        double delta) {
    public GeneratorSettings {
        Checks.atLeast("hidden", hidden, 1);
        Checks.atLeast("code", code, 1);
        Checks.atLeast("decoderHidden", decoderHidden, 1);
        Checks.atLeast("decoderOut", decoderOut, 1);
        Checks.positive("rate", rate);
        Checks.atLeast("steps", steps, 0);
        if (!(priorWeight >= 0))
            throw new IllegalArgumentException("priorWeight must be at least 0, was " + priorWeight);
        if (!(gameWeight >= 0)) throw new IllegalArgumentException("gameWeight must be at least 0, was " + gameWeight);
        if (!(delta > 0 && delta < 1)) throw new IllegalArgumentException("delta must be in (0, 1), was " + delta);
    }

    /** 32-16, 16-16-32, Adam 0.001, 100 steps, both weights 0.1, delta 1e-5. */
    public static GeneratorSettings paper() {
        return new GeneratorSettings(32, 16, 16, 32, 1e-3, 100, 0.1, 0.1, 1e-5);
    }

    public GeneratorSettings steps(int number) {
        return new GeneratorSettings(
                hidden, code, decoderHidden, decoderOut, rate, number, priorWeight, gameWeight, delta);
    }

    public GeneratorSettings rate(double learningRate) {
        return new GeneratorSettings(
                hidden, code, decoderHidden, decoderOut, learningRate, steps, priorWeight, gameWeight, delta);
    }

    /** Other widths of the decoder and its codes. */
    public GeneratorSettings decoder(int codeWidth, int hiddenWidth, int outWidth) {
        return new GeneratorSettings(
                hidden, codeWidth, hiddenWidth, outWidth, rate, steps, priorWeight, gameWeight, delta);
    }
}
