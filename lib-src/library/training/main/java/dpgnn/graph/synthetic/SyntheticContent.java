package dpgnn.graph.synthetic;

import dpgnn.graph.ArraySize;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.random.RandomStream;

/** Blocks, features and labels of synthetic nodes. */
final class SyntheticContent {
    private SyntheticContent() {}

    /** Block sizes fall as 1 / sqrt(rank), and every block has a node. */
    static int[] blocks(int nodes, int blocks, RandomStream coins) {
        double[] upTo = new double[blocks];
        double total = 0;
        for (int b = 0; b < blocks; b++) upTo[b] = total += 1 / Math.sqrt(b + 1);
        int[] block = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            double at = coins.nextDouble() * total;
            int b = i < blocks ? i : 0;
            if (i >= blocks) while (upTo[b] <= at && b < blocks - 1) b++;
            block[i] = b;
        }
        return block;
    }

    /** Rows around a mean of their block, with deviations that are a sum of four uniforms: near enough to normal. */
    static DenseFeatures dense(int[] block, int blocks, int width, double signal, RandomStream coins) {
        float[] mean = new float[blocks * width];
        for (int k = 0; k < mean.length; k++) mean[k] = (float) (signal * coins.nextGaussian());
        float[] values = new float[ArraySize.of("features", block.length, width)];
        float scale = (float) (Math.sqrt(3) / 65536);
        for (int i = 0, k = 0; i < block.length; i++)
            for (int c = 0; c < width; c++, k++) {
                long bits = coins.nextLong();
                int sum = (int) ((bits & 0xFFFF) + (bits >>> 16 & 0xFFFF) + (bits >>> 32 & 0xFFFF) + (bits >>> 48));
                values[k] = mean[block[i] * width + c] + (sum - 131070) * scale;
            }
        return DenseFeatures.of(block.length, width, values);
    }

    /**
     * Bags of words: a part of each row's words comes from its block's own vocabulary, a random eighth of all words.
     *
     * @param topical that part
     */
    static SparseFeatures words(int[] block, int blocks, int width, int words, double topical, RandomStream coins) {
        int own = Math.max(1, width / 8);
        int[] vocabulary = new int[blocks * own];
        for (int k = 0; k < vocabulary.length; k++) vocabulary[k] = coins.nextInt(width);
        java.util.BitSet row = new java.util.BitSet(width);
        int[] start = new int[block.length + 1];
        int[] columns = new int[ArraySize.of("words", block.length, Math.min(width, words + words / 2 + 1))];
        int used = 0;
        for (int i = 0; i < block.length; i++) {
            row.clear();
            int length = Math.max(1, words / 2 + coins.nextInt(words + 1));
            for (int w = 0; w < length; w++)
                row.set(
                        coins.nextDouble() < topical
                                ? vocabulary[block[i] * own + coins.nextInt(own)]
                                : coins.nextInt(width));
            for (int c = row.nextSetBit(0); c >= 0; c = row.nextSetBit(c + 1)) columns[used++] = c;
            start[i + 1] = used;
        }
        float[] ones = new float[used];
        java.util.Arrays.fill(ones, 1);
        return SparseFeatures.of(width, start, java.util.Arrays.copyOf(columns, used), ones);
    }

    /** The block by which each node's label goes: its own, a random node's, or the first, which is the largest. */
    static int[] labelling(int[] block, Learnability learnable, RandomStream coins) {
        if (learnable.strays() == 0 && learnable.largest() == 0) return block;
        int[] by = new int[block.length];
        for (int i = 0; i < by.length; i++) {
            double at = coins.nextDouble();
            int other = block[coins.nextInt(block.length)];
            by[i] = at < learnable.strays() ? other : at < learnable.strays() + learnable.largest() ? 0 : block[i];
        }
        return by;
    }

    /** Each block prefers three classes in ten, which its nodes have with probability 0.8; the others with 0.07. */
    static Labels sets(int[] block, int blocks, int classes, RandomStream coins) {
        boolean[] preferred = new boolean[blocks * classes];
        for (int k = 0; k < preferred.length; k++) preferred[k] = coins.nextDouble() < 0.3;
        boolean[] labels = new boolean[ArraySize.of("labels", block.length, classes)];
        for (int k = 0; k < labels.length; k++)
            labels[k] = coins.nextDouble() < (preferred[block[k / classes] * classes + k % classes] ? 0.8 : 0.07);
        return Labels.multi(classes, labels);
    }
}
