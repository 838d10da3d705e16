package dpgnn.study.text;

import dpgnn.study.text.TextRun.Mode;
import dpgnn.train.Experiment;
import java.util.Locale;

/**
 * One training of the digits of Igamberdiev and Habernal (2022), appendix D.
 *
 * @param images the first training images, of which a sixth as many are tested
 * @param parts the lots into which the images are dealt once, and the steps of an epoch
 * @param noise over the clip norm
 * @param clip the clip norm; 1, the default of the published code, where it is null
 * @param mode clipped or unclipped
 * @param dropout 0.5, as the paper says, where it is null; 0 is what the published code ran after its first epoch, because it never
 *     leaves the evaluation that it then enters
 * @param patience for how many epochs the loss on the test images may be above its best, as the published code's default has it,
 *     which looks at the last batch of them alone; null where all epochs are run, which is all that a clipped training may do
 */
public record DigitRun(
        Source data,
        int images,
        int parts,
        int epochs,
        double noise,
        Double clip,
        Mode mode,
        Double dropout,
        Integer patience,
        long seed)
        implements Experiment<DigitRun> {
    /** Where the images come from. */
    public enum Source {
        MNIST,
        /** Synthetic ones. */
        MADE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public DigitRun {
        if (images < 10) throw new IllegalArgumentException("images must be at least 10, were " + images);
        if (clip != null && !(clip > 0))
            throw new IllegalArgumentException("clip must be above 0 or null, was " + clip);
        if (mode != Mode.CLIPPED && mode != Mode.UNCLIPPED)
            throw new IllegalArgumentException("mode must be clipped or unclipped, was " + mode);
        if (patience != null && mode == Mode.CLIPPED)
            throw new IllegalArgumentException("patience must be null in mode " + mode + ", was " + patience);
    }

    /** The whole of the images as one lot, with the paper's least noise. */
    public static DigitRun of(Source data, int images, Mode mode) {
        return new DigitRun(data, images, 1, 100, 4, null, mode, null, null, 1);
    }

    @Override
    public String experiment() {
        return "mnist-lots";
    }
}
