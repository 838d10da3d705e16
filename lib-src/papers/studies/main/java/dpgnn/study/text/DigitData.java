package dpgnn.study.text;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.Images;
import dpgnn.graph.data.MissingData;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Digits as records of a graph without edges (Igamberdiev and Habernal 2022, appendix D). */
public final class DigitData {
    private DigitData() {}

    /**
     * The first training images, of which a sixth as many are tested: of MNIST, or synthetic ones where it is missing, or where they are
     * asked for. Their name marks them.
     *
     * @param source mnist or made
     */
    public static Dataset of(String source, int images) throws IOException {
        Check.atLeast("images", images, 10);
        Check.that(List.of("mnist", "made").contains(source), "source", "mnist or made", source);
        return Datasets.once(
                DigitData.class, source + " " + images, () -> source.equals("mnist") ? real(images) : made(images));
    }

    private static Dataset real(int images) throws IOException {
        Images.Parts parts;
        try {
            parts = Datasets.images("mnist");
        } catch (MissingData e) {
            return made(images);
        }
        if (images > parts.train().count())
            throw new IllegalArgumentException(
                    "images must be at most " + parts.train().count() + ", were " + images);
        int size = parts.train().rows() * parts.train().columns();
        int tested = tested(images, parts.test().count());
        float[] pixels = new float[Math.multiplyExact(images + tested, size)];
        int[] labels = new int[images + tested];
        for (int i = 0; i < images; i++) {
            parts.train().copyImage(i, pixels, i * size);
            labels[i] = parts.train().label(i);
        }
        for (int i = 0; i < tested; i++) {
            parts.test().copyImage(i, pixels, (images + i) * size);
            labels[images + i] = parts.test().label(i);
        }
        return dataset(pixels, labels, images, size, parts.provenance());
    }

    /** Ten patterns with noise. */
    private static Dataset made(int images) {
        int size = 784;
        int tested = tested(images, images);
        RandomStream coins = Streams.seed(1).stream("digits");
        float[][] pattern = new float[10][size];
        for (float[] p : pattern) for (int k = 0; k < size; k++) p[k] = coins.nextDouble() < 0.2 ? 1 : 0;
        float[] pixels = new float[(images + tested) * size];
        int[] labels = new int[images + tested];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = coins.nextInt(10);
            for (int k = 0; k < size; k++)
                pixels[i * size + k] = (float) Math.min(1, Math.abs(pattern[labels[i]][k] - 0.5 * coins.nextDouble()));
        }
        return dataset(
                pixels,
                labels,
                images,
                size,
                new Dataset.Provenance(
                        "mnist (stand-in)",
                        List.of(),
                        true,
                        List.of("Ten random patterns with noise stand in for MNIST.")));
    }

    private static int tested(int images, int most) {
        return Math.min(most, Math.max(10, images / 6));
    }

    private static Dataset dataset(float[] pixels, int[] labels, int images, int size, Dataset.Provenance provenance) {
        Role[] roles = new Role[labels.length];
        Arrays.fill(roles, 0, images, Role.TRAIN);
        Arrays.fill(roles, images, roles.length, Role.TEST);
        return new Dataset(
                        Graph.undirected(labels.length, new int[0], new int[0]),
                        DenseFeatures.of(labels.length, size, pixels),
                        Labels.single(10, labels),
                        provenance)
                .withSplit(Split.byRole(roles));
    }
}
