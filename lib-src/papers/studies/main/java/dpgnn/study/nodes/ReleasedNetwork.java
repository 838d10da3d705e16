package dpgnn.study.nodes;

import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.FloatLoops;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.sampling.Batch;
import java.util.Arrays;

/**
 * The network of HeterPoisson's released code, with its padding: every star has as many rows as the largest of its batch, and rows of
 * zeros count in the last mean and deviation. All rows of zeros of a star are equal, so one is computed and weighed. Without padding it is
 * the library's network of the form "code", whose parameters it has.
 *
 * <p>With a for the pooled row and x for a star's row, W and b of "conv1" and W' and b' of "own1": u = a W + s x W + t b, s and t by model,
 * and for SAGE x W' + b' more. Where a row is shorter than the hidden one, it is added to u, and s lacks its 1.
 *
 * <p><b>Guarantee.</b> None: through the padding one star changes the gradients of all others.
 */
final class ReleasedNetwork {
    private final Features features;
    private final Labels labels;
    private final Network network;
    private final boolean mean, sage, wide;
    private final int inputs, width, classes;
    private final Kernels kernels = new HostKernels();

    private float[] flat = new float[0];
    private float[] pooled, rows, fromPooled, fromRows, fromOwn, signals, sums;
    /** Of one star: hidden rows, the last for padding; and what its centre says. */
    private float[] hidden = new float[0];

    private double[] centre, logits;
    /** How many rows of zeros the star has, and the mean and deviation of all its hidden entries. */
    private int padding;

    private double middle, deviation;

    ReleasedNetwork(String model, int width, Features features, Labels labels) {
        this.features = features;
        this.labels = labels;
        this.width = width;
        network = HeterPoissonRun.model(model, "code", width).network(features.width(), labels.classes());
        mean = !model.equals("GIN");
        sage = model.equals("SAGE");
        inputs = features.width();
        classes = labels.classes();
        wide = width > inputs;
        centre = new double[width];
        logits = new double[classes];
    }

    Network network() {
        return network;
    }

    /** The class of each star's centre. */
    int[] classes(Parameters parameters, Batch batch) {
        forward(parameters, batch);
        int[] found = new int[batch.examples()];
        int largest = largest(batch);
        for (int e = 0; e < found.length; e++) {
            star(batch, e, largest);
            for (int c = 1; c < classes; c++) if (logits[c] > logits[found[e]]) found[e] = c;
        }
        return found;
    }

    /** The cross-entropy at each star's centre. */
    double[] losses(Parameters parameters, Batch batch) {
        forward(parameters, batch);
        double[] losses = new double[batch.examples()];
        int largest = largest(batch);
        for (int e = 0; e < losses.length; e++) {
            star(batch, e, largest);
            double all = Arrays.stream(logits).map(Math::exp).sum();
            losses[e] = Math.log(all) - logits[label(batch, e)];
        }
        return losses;
    }

    /** Adds the gradients of all stars, each brought to at most half of {@code twice} in norm, to a flat sum. */
    void addClipped(Parameters parameters, Batch batch, double twice, float[] sum) {
        forward(parameters, batch);
        int examples = batch.examples(), largest = largest(batch);
        signals = filled(signals, batch.rows() * width);
        sums = filled(sums, examples * width);
        int bias = slot("conv1.bias").offset(), own = sage ? slot("own1.bias").offset() : 0;
        int head = slot("classes.weight").offset(),
                headBias = slot("classes.bias").offset();
        for (int e = 0; e < examples; e++) {
            star(batch, e, largest);
            double[] errors = errors(label(batch, e));
            signals(batch, e, errors);
            double squares = squares(errors);
            double factor = Math.min(1, twice / (2 * Math.sqrt(squares + squares(batch, e)) + 1e-6));
            int from = batch.exampleStart(e), to = batch.exampleStart(e + 1);
            for (int i = from * width; i < to * width; i++) signals[i] *= (float) factor;
            for (int i = e * width; i < (e + 1) * width; i++) sums[i] *= (float) factor;
            for (int j = 0; j < width; j++) {
                sum[bias + j] += (float) biases() * sums[e * width + j];
                if (sage) sum[own + j] += sums[e * width + j];
                for (int c = 0; c < classes; c++)
                    sum[head + j * classes + c] += (float) (factor * centre[j] * errors[c]);
            }
            for (int c = 0; c < classes; c++) sum[headBias + c] += (float) (factor * errors[c]);
            if (!mean) sum[slot("self1.lambda").offset()] += (float) lambda(from, to);
        }
        FloatMatrix x = matrix(rows, batch.rows(), inputs), g = matrix(signals, batch.rows(), width);
        FloatMatrix product = kernels.matrix(width);
        add(matrix(pooled, examples, inputs), matrix(sums, examples, width), product, 1, slot("conv1.weight"), sum);
        add(x, g, product, (float) rowScale(), slot("conv1.weight"), sum);
        if (sage) add(x, g, product, 1, slot("own1.weight"), sum);
    }

    private void add(FloatMatrix x, FloatMatrix g, FloatMatrix into, float factor, ParameterSlot slot, float[] sum) {
        if (factor == 0) return;
        kernels.multiply(x, true, g, false, into, false);
        float[] product = new float[slot.size()];
        kernels.download(into, product);
        FloatLoops.axpy(product, 0, factor, sum, slot.offset(), product.length);
    }

    /** How x W counts in a row of u, and how often the bias does. */
    private double rowScale() {
        double residual = wide ? 0 : 1;
        return mean ? residual : residual + 1 + flat[slot("self1.lambda").offset()];
    }

    private double biases() {
        return wide ? 1 : 2;
    }

    /** All that does not depend on the padding: the pooled rows, and the products. */
    private void forward(Parameters parameters, Batch batch) {
        if (flat.length != parameters.size()) flat = new float[parameters.size()];
        parameters.read(flat);
        int examples = batch.examples(), count = batch.rows();
        pooled = filled(pooled, examples * inputs);
        rows = filled(rows, count * inputs);
        for (int r = 0; r < count; r++) features.copyRow(batch.node(r), rows, r * inputs);
        for (int e = 0; e < examples; e++) pool(batch.exampleStart(e), batch.exampleStart(e + 1), e * inputs);
        FloatMatrix weight = weight("conv1.weight"), x = matrix(rows, count, inputs);
        fromPooled = product(matrix(pooled, examples, inputs), weight, fromPooled);
        fromRows = product(x, weight, fromRows);
        if (sage) fromOwn = product(x, weight("own1.weight"), fromOwn);
    }

    /** The sum or mean of a star's rows, elu, standardised over its own entries, elu. */
    private void pool(int from, int to, int at) {
        int real = 0;
        for (int r = from; r < to; r++) {
            FloatLoops.axpy(rows, r * inputs, 1, pooled, at, inputs);
            if (FloatLoops.dot(rows, r * inputs, rows, r * inputs, inputs) > 0) real++;
        }
        double total = 0, squared = 0;
        for (int i = at; i < at + inputs; i++) {
            pooled[i] = elu(mean ? pooled[i] / Math.max(1, real) : pooled[i]);
            total += pooled[i];
        }
        double middleOfRow = total / inputs;
        for (int i = at; i < at + inputs; i++) squared += (pooled[i] - middleOfRow) * (pooled[i] - middleOfRow);
        double spread = Math.sqrt(squared / (inputs - 1)) + 1e-6;
        for (int i = at; i < at + inputs; i++) pooled[i] = elu((pooled[i] - middleOfRow) / spread);
    }

    /** Hidden rows of a star, their mean and deviation, the centre's standardised row and its logits. */
    private void star(Batch batch, int e, int largest) {
        int from = batch.exampleStart(e), count = batch.exampleStart(e + 1) - from;
        padding = largest - count;
        if (hidden.length < (count + 1) * width) hidden = new float[(count + 1) * width];
        float scale = (float) rowScale(), times = (float) biases();
        int bias = slot("conv1.bias").offset(), own = sage ? slot("own1.bias").offset() : 0;
        double total = 0;
        for (int r = 0; r <= count; r++) {
            boolean zeros = r == count;
            for (int j = 0; j < width; j++) {
                int at = (from + r) * width + j;
                float u = fromPooled[e * width + j] + times * flat[bias + j];
                if (sage) u += flat[own + j] + (zeros ? 0 : fromOwn[at]);
                if (!zeros) u += scale * fromRows[at];
                if (!zeros && wide && j < inputs) u += rows[(from + r) * inputs + j];
                hidden[r * width + j] = elu(u);
                total += (zeros ? padding : 1) * (double) hidden[r * width + j];
            }
        }
        double entries = (double) largest * width, squared = 0;
        middle = total / entries;
        for (int i = 0; i < (count + 1) * width; i++)
            squared += (i < count * width ? 1 : padding) * (hidden[i] - middle) * (hidden[i] - middle);
        deviation = Math.sqrt(squared / (entries - 1));
        for (int j = 0; j < width; j++) centre[j] = (hidden[j] - middle) / (deviation + 1e-6);
        int head = slot("classes.weight").offset(),
                headBias = slot("classes.bias").offset();
        for (int c = 0; c < classes; c++) logits[c] = flat[headBias + c];
        for (int j = 0; j < width; j++)
            for (int c = 0; c < classes; c++) logits[c] += centre[j] * flat[head + j * classes + c];
    }

    /** What the loss moves by with each logit. */
    private double[] errors(int label) {
        double most = Arrays.stream(logits).max().orElseThrow(), all = 0;
        double[] errors = new double[classes];
        for (int c = 0; c < classes; c++) all += errors[c] = Math.exp(logits[c] - most);
        for (int c = 0; c < classes; c++) errors[c] = errors[c] / all - (c == label ? 1 : 0);
        return errors;
    }

    /** What the loss moves by with each row of u; {@link #sums} takes all rows, those of zeros included. */
    private void signals(Batch batch, int e, double[] errors) {
        int from = batch.exampleStart(e), count = batch.exampleStart(e + 1) - from;
        int head = slot("classes.weight").offset();
        double[] direct = new double[width];
        double shared = 0, along = 0, spread = deviation + 1e-6;
        for (int j = 0; j < width; j++) {
            for (int c = 0; c < classes; c++) direct[j] += errors[c] * flat[head + j * classes + c] / spread;
            shared += direct[j];
            along += direct[j] * centre[j];
        }
        double entries = (double) (count + padding) * width;
        shared /= entries;
        along /= (entries - 1) * deviation;
        for (int r = 0; r <= count; r++)
            for (int j = 0; j < width; j++) {
                float h = hidden[r * width + j];
                double signal = (r == 0 ? direct[j] : 0) - shared - along * (h - middle);
                signal *= h > 0 ? 1 : h + 1;
                if (r < count) signals[(from + r) * width + j] = (float) signal;
                sums[e * width + j] += (float) (r < count ? signal : padding * signal);
            }
    }

    /** The squared norm of the part of a star's gradient that is the head's. */
    private double squares(double[] errors) {
        double own = 0, other = 1;
        for (double x : errors) own += x * x;
        for (double x : centre) other += x * x;
        return own * other;
    }

    /** The squared norm of the rest: of a sum of outer products by their Gram matrices. */
    private double squares(Batch batch, int e) {
        int from = batch.exampleStart(e), to = batch.exampleStart(e + 1);
        double bySum = FloatLoops.dot(sums, e * width, sums, e * width, width);
        double pool = FloatLoops.dot(pooled, e * inputs, pooled, e * inputs, inputs);
        double cross = 0, gram = 0;
        for (int r = from; r < to; r++) {
            cross += FloatLoops.exactDot(pooled, e * inputs, rows, r * inputs, inputs)
                    * FloatLoops.exactDot(sums, e * width, signals, r * width, width);
            for (int s = from; s <= r; s++)
                gram += (r == s ? 1 : 2)
                        * FloatLoops.exactDot(rows, r * inputs, rows, s * inputs, inputs)
                        * FloatLoops.exactDot(signals, r * width, signals, s * width, width);
        }
        double scale = rowScale(), own = sage ? 1 : 0, lambda = mean ? 0 : lambda(from, to);
        return pool * bySum
                + 2 * scale * cross
                + (scale * scale + own) * gram
                + (biases() * biases() + own) * bySum
                + lambda * lambda;
    }

    private double lambda(int from, int to) {
        return FloatLoops.exactDot(fromRows, from * width, signals, from * width, (to - from) * width);
    }

    private int label(Batch batch, int e) {
        return labels.of(batch.node(batch.exampleStart(e)));
    }

    private static int largest(Batch batch) {
        int largest = 0;
        for (int e = 0; e < batch.examples(); e++)
            largest = Math.max(largest, batch.exampleStart(e + 1) - batch.exampleStart(e));
        return largest;
    }

    private ParameterSlot slot(String name) {
        for (ParameterSlot slot : network.slots()) if (slot.name().equals(name)) return slot;
        throw new IllegalArgumentException("there is no parameter " + name);
    }

    private FloatMatrix weight(String name) {
        ParameterSlot slot = slot(name);
        FloatMatrix matrix = kernels.matrix(slot.columns());
        kernels.upload(flat, slot.offset(), slot.rows(), matrix);
        return matrix;
    }

    private FloatMatrix matrix(float[] values, int count, int columns) {
        FloatMatrix matrix = kernels.matrix(columns);
        kernels.upload(values, 0, count, matrix);
        return matrix;
    }

    private float[] product(FloatMatrix a, FloatMatrix b, float[] into) {
        FloatMatrix c = kernels.matrix(width);
        kernels.multiply(a, false, b, false, c, false);
        float[] found = filled(into, a.rows() * width);
        kernels.download(c, found);
        return found;
    }

    private static float[] filled(float[] array, int size) {
        if (array == null || array.length < size) return new float[size + size / 4];
        Arrays.fill(array, 0, size, 0f);
        return array;
    }

    private static float elu(double x) {
        return (float) (x > 0 ? x : Math.exp(x) - 1);
    }
}
