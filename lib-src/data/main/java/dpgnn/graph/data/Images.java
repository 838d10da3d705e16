package dpgnn.graph.data;

import dpgnn.graph.Dataset;

/**
 * Grey images, each labelled with a digit, for baselines without a graph. Immutable: arrays are copied on the way in and out,
 * so use {@link #label} and {@link #copyImage} in loops.
 *
 * @param pixels image after image, row after row, 0 to 255 as unsigned bytes
 */
public record Images(int count, int rows, int columns, byte[] pixels, int[] labels) {
    public Images {
        if (pixels.length != (long) count * rows * columns || labels.length != count)
            throw new IllegalArgumentException("images must have count x rows x columns = " + count + " x " + rows
                    + " x " + columns + " pixels and as many labels, had " + pixels.length + " and " + labels.length);
        pixels = pixels.clone();
        labels = labels.clone();
    }

    /** A copy. */
    @Override
    public byte[] pixels() {
        return pixels.clone();
    }

    /** A copy. */
    @Override
    public int[] labels() {
        return labels.clone();
    }

    /** The digit of an image. */
    public int label(int image) {
        return labels[image];
    }

    /** Writes an image as numbers from 0 to 1 to {@code into[offset .. offset + rows x columns)}. */
    public void copyImage(int image, float[] into, int offset) {
        int size = rows * columns;
        for (int k = 0; k < size; k++) into[offset + k] = (pixels[image * size + k] & 0xFF) / 255f;
    }

    /** Images that were published in two parts. */
    public record Parts(Images train, Images test, Dataset.Provenance provenance) {}
}
