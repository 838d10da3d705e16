package dpgnn.study.text;

import dpgnn.nn.Adam;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Sgd;
import dpgnn.train.Experiment;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * One training of Igamberdiev and Habernal (2022). Parameters that a mode does not use are null.
 *
 * @param dataset see {@link TextData}
 * @param percent of the training documents
 * @param dropout 0.5, as the paper says, where it is null. The published code sets its network to evaluation when it first evaluates
 *     it, after one step, and never back, so that 0 is what it ran but for that step
 * @param noise over the clip norm 1, of the modes clipped and unclipped
 * @param epsilon of the mode budget, like all parameters that follow
 * @param layers 1 or 2
 * @param parts of the graph; 1 is the whole graph
 * @param lots how many parts a step draws
 * @param clip the norm to which a part's gradient is clipped
 * @param patience of the mode unclipped, for how many steps the validation loss may be above its best, as the published
 *     code's default has it; null where all steps are taken
 */
public record TextRun(
        String dataset,
        Mode mode,
        Descent optimizer,
        int epochs,
        int percent,
        Double dropout,
        Double noise,
        Double epsilon,
        Double rate,
        Integer layers,
        Integer parts,
        Integer lots,
        Double clip,
        Integer patience,
        long seed)
        implements Experiment<TextRun> {
    /** Noise over the clip norm with SGD, as the paper's table 3 prints it. */
    public static final List<Double> NOISE = List.of(4.0, 26.0, 48.0, 112.0);

    /** What is done for privacy. */
    public enum Mode {
        /** Nothing: weight decay, and early stopping with a patience of 20. */
        PLAIN,
        /** The paper's algorithm, with the graph as one lot. */
        CLIPPED,
        /** What the published code ran: the same without clipping, which has no guarantee at all. */
        UNCLIPPED,
        /** As much noise as a provable epsilon needs. */
        BUDGET;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How weights are moved. */
    public enum Descent {
        SGD("SGD", 2000, 1),
        ADAM("Adam", 500, 0.5);

        private final String name;
        private final int epochs;
        private final double share;

        Descent(String name, int epochs, double share) {
            this.name = name;
            this.epochs = epochs;
            this.share = share;
        }

        /** The paper's number. */
        public int epochs() {
            return epochs;
        }

        /** The noise that costs as much as this noise with SGD: half of it with Adam, which takes a quarter of the steps. */
        public double noise(double sgd) {
            return share * sgd;
        }

        Supplier<Optimizer> optimizer(double rate, double decay) {
            return this == SGD
                    ? () -> Sgd.of(rate).withDecay(decay)
                    : () -> Adam.of(rate).withDecay(decay);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public TextRun {
        boolean budget = mode == Mode.BUDGET;
        only(mode == Mode.CLIPPED || mode == Mode.UNCLIPPED, "noise", noise, mode);
        only(budget, "epsilon", epsilon, mode);
        only(budget, "rate", rate, mode);
        only(budget, "layers", layers, mode);
        only(budget, "parts", parts, mode);
        only(budget, "lots", lots, mode);
        only(budget, "clip", clip, mode);
        if (patience != null && mode != Mode.UNCLIPPED)
            throw new IllegalArgumentException("patience must be null in mode " + mode + ", was " + patience);
    }

    private static void only(boolean known, String name, Object value, Mode mode) {
        if (known != (value != null))
            throw new IllegalArgumentException(
                    name + (known ? " must be given in mode " : " must be null in mode ") + mode + ", was " + value);
    }

    private static TextRun of(String dataset, Mode mode, Descent optimizer, Double noise, Double epsilon) {
        boolean budget = mode == Mode.BUDGET;
        return new TextRun(
                dataset,
                mode,
                optimizer,
                optimizer.epochs(),
                100,
                null,
                noise,
                epsilon,
                budget ? 100.0 : null,
                budget ? 1 : null,
                budget ? 1 : null,
                budget ? 1 : null,
                budget ? 1.0 : null,
                null,
                1);
    }

    /** Experiments A and B. */
    public static TextRun plain(String dataset, Descent optimizer) {
        return of(dataset, Mode.PLAIN, optimizer, null, null);
    }

    /** Experiments C and D. */
    public static TextRun clipped(String dataset, Descent optimizer, double noise) {
        return of(dataset, Mode.CLIPPED, optimizer, noise, null);
    }

    /** The same without the clip, as the published code ran them in their first step. */
    public static TextRun unclipped(String dataset, Descent optimizer, double noise) {
        return of(dataset, Mode.UNCLIPPED, optimizer, noise, null);
    }

    /** The same as the published code ran them in all other steps, where it drops nothing either. */
    public static TextRun released(String dataset, Descent optimizer, double noise) {
        return unclipped(dataset, optimizer, noise).with(TextRun::dropout, 0.0);
    }

    /** A provable epsilon, spent by one layer on the whole graph; parts, steps and rate are other ways to spend it. */
    public static TextRun budget(String dataset, Descent optimizer, double epsilon) {
        return of(dataset, Mode.BUDGET, optimizer, null, epsilon);
    }

    @Override
    public String experiment() {
        return switch (mode) {
            case PLAIN -> "text-plain";
            case CLIPPED, UNCLIPPED -> "text-noisy";
            case BUDGET -> "text-budget";
        };
    }
}
