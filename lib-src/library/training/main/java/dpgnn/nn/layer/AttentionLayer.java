package dpgnn.nn.layer;

import dpgnn.base.Check;
import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.SparseRows;
import java.util.Arrays;

/**
 * Attention within the example (Veličković et al. 2018): a row becomes a mean of itself and its sources, by weights that are a
 * softmax over them of leaky ReLU(p_j + q_i). A head has columns of its own, and so two scores of each row, p and q: linear maps
 * of the row, which learn where these maps do. It has no parameters itself, and its loops run on the host, row by row.
 */
final class AttentionLayer extends Layer {
    private static final float SLOPE = 0.2f;

    private final Layer in;
    private final Layer scores;
    private final int heads;
    private final int left;
    private final SparseRows seen = new SparseRows();
    private long made;
    private FloatMatrix inMore;
    private FloatMatrix scoresMore;
    private float[] h = new float[16];
    private float[] s = new float[16];
    private float[] rows = new float[16];
    /** Weights of the last pass, head by head of each entry; and what backward passes take. */
    private float[] share = new float[16];

    private float[] shareBack = new float[16];
    private float[] inBack = new float[16];
    private float[] scoresBack = new float[16];

    AttentionLayer(Layer in, Layer scores, int heads, int left) {
        super(Check.given("in", in).width, in.learns || Check.given("scores", scores).learns);
        this.in = in;
        this.scores = Check.given("scores", scores);
        this.heads = heads;
        this.left = left;
    }

    @Override
    public void prepare(Kernels kernels) {
        super.prepare(kernels);
        made = 0;
        inMore = kernels.matrix(width);
        scoresMore = kernels.matrix(scores.width);
    }

    @Override
    public void forward(PassContext pass) {
        // The row itself comes first.
        if (made != pass.layout().version()) pass.layout().between(Aggregation.MEAN, left, seen);
        made = pass.layout().version();
        h = read(pass, in.out, h);
        s = read(pass, scores.out, s);
        share = Buffers.to(share, seen.entries() * heads);
        rows = zero(rows, seen.rows * width);
        int each = width / heads;
        for (int i = 0; i < seen.rows; i++)
            for (int k = 0; k < heads; k++) {
                weigh(i, k);
                for (int e = seen.start[i]; e < seen.start[i + 1]; e++)
                    add(share[e * heads + k], h, place(e, k), rows, i * width + k * each, each);
            }
        pass.kernels().upload(rows, 0, seen.rows, out);
    }

    @Override
    public void backward(PassContext pass) {
        rows = read(pass, gradient, rows);
        inBack = zero(inBack, in.out.rows() * width);
        scoresBack = zero(scoresBack, in.out.rows() * scores.width);
        shareBack = Buffers.to(shareBack, seen.entries());
        int each = width / heads;
        for (int i = 0; i < seen.rows; i++)
            for (int k = 0; k < heads; k++) {
                int own = i * width + k * each;
                double mean = 0;
                for (int e = seen.start[i]; e < seen.start[i + 1]; e++) {
                    float weight = share[e * heads + k];
                    shareBack[e] = dot(rows, own, h, place(e, k), each);
                    mean += (double) weight * shareBack[e];
                    add(weight, rows, own, inBack, place(e, k), each);
                }
                for (int e = seen.start[i]; e < seen.start[i + 1]; e++) {
                    double back = share[e * heads + k] * (shareBack[e] - mean) * (score(i, e, k) > 0 ? 1 : SLOPE);
                    scoresBack[scorePlace(e, k)] += (float) back;
                    scoresBack[scorePlace(seen.start[i], k) + 1] += (float) back;
                }
            }
        if (in.learns) write(pass, inBack, inMore, in);
        if (scores.learns) write(pass, scoresBack, scoresMore, scores);
    }

    private void weigh(int i, int k) {
        float most = Float.NEGATIVE_INFINITY;
        for (int e = seen.start[i]; e < seen.start[i + 1]; e++) {
            float score = score(i, e, k);
            share[e * heads + k] = score > 0 ? score : SLOPE * score;
            most = Math.max(most, share[e * heads + k]);
        }
        double total = 0;
        for (int e = seen.start[i]; e < seen.start[i + 1]; e++)
            total += share[e * heads + k] = (float) Math.exp((double) share[e * heads + k] - most);
        for (int e = seen.start[i]; e < seen.start[i + 1]; e++) share[e * heads + k] /= total;
    }

    private float score(int i, int e, int k) {
        return s[scorePlace(e, k)] + s[scorePlace(seen.start[i], k) + 1];
    }

    private int scorePlace(int e, int k) {
        return seen.column[e] * scores.width + 2 * k;
    }

    private int place(int e, int k) {
        return seen.column[e] * width + k * (width / heads);
    }

    private static void add(float weight, float[] x, int from, float[] y, int to, int count) {
        for (int c = 0; c < count; c++) y[to + c] += weight * x[from + c];
    }

    private static float dot(float[] x, int from, float[] y, int other, int count) {
        double sum = 0;
        for (int c = 0; c < count; c++) sum += (double) x[from + c] * y[other + c];
        return (float) sum;
    }

    private static float[] zero(float[] buffer, int size) {
        float[] made = Buffers.to(buffer, size);
        Arrays.fill(made, 0, size, 0f);
        return made;
    }

    private static float[] read(PassContext pass, FloatMatrix from, float[] buffer) {
        float[] made = Buffers.to(buffer, from.rows() * from.columns());
        pass.kernels().download(from, made);
        return made;
    }

    private static void write(PassContext pass, float[] values, FloatMatrix through, Layer to) {
        pass.kernels().upload(values, 0, to.out.rows(), through);
        pass.kernels().add(through, 1f, to.zeroedGradient(pass.kernels()));
    }
}
