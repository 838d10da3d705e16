package dpgnn.mpc.secureml;

import dpgnn.linear.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.HolderData;
import dpgnn.mpc.OutputLayer;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.PpgnnSizes;
import dpgnn.mpc.TrainingHistory;
import dpgnn.mpc.ring.Ring;
import dpgnn.mpc.ring.RingMatrix;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The network of {@link SecureMlGnn} as each party runs it, holder or dealer: the engine does what is a party's own part.
 *
 * @param <S> see {@link SecureEngine}
 * @param <F> see {@link SecureEngine}
 */
final class SecureMlScript<S, F> {
    private static final int FRACTION = 12;

    /** Errors are shared this many times larger, and the rate is as much smaller: fixed point keeps their digits. */
    private static final double GRAIN = 64;

    private final PpgnnSettings settings;
    private final PpgnnSizes sizes;
    private final SecureEngine<S, F> on;
    private final Optional<HolderData> data;
    private final Optional<OutputLayer> loss;
    private final RangeGuard guard;
    private final TrainingHistory history;
    private final int holders;
    private final List<List<S>> weights = new ArrayList<>();
    private final List<F> neighbours = new ArrayList<>();
    private S w0;
    private S hidden;
    private S output;
    private F features;

    /**
     * @param experiment draws the weights: each holder a part of every one, of which nobody knows the sum
     * @param data what this party has, if it is a holder
     */
    SecureMlScript(
            PpgnnSettings settings,
            PpgnnSizes sizes,
            SecureEngine<S, F> on,
            Streams experiment,
            Optional<HolderData> data,
            RangeGuard guard,
            TrainingHistory history) {
        this.settings = settings;
        this.sizes = sizes;
        this.on = on;
        this.data = data;
        this.guard = guard;
        this.history = history;
        holders = sizes.widths().size();
        int d = settings.width();
        loss = data.flatMap(HolderData::supervision)
                .map(known -> new OutputLayer(known, d, Streams.seed(0).stream("unused")));
        w0 = drawn(experiment, "initial", sizes.width(), d);
        for (int p = 0; p < holders; p++) {
            List<S> stack = new ArrayList<>();
            for (int k = 0; k < settings.depth(); k++) stack.add(drawn(experiment, "layer " + p + " " + k, 2 * d, d));
            weights.add(stack);
        }
        hidden = drawn(experiment, "hidden", d, d);
        output = drawn(experiment, "output", d, sizes.classes());
    }

    private S drawn(Streams experiment, String name, int rows, int columns) {
        double scale = 1 / Math.sqrt(holders);
        return on.sum(rows, columns, self -> Matrix.glorot(
                        rows, columns, experiment.stream("init").fork(self).fork(name))
                .map(x -> scale * x));
    }

    void prepare() {
        int n = sizes.nodes();
        S x = null;
        for (int p = 0; p < holders; p++) {
            S part = on.share(p, n, sizes.widths().get(p), this::ownColumns);
            x = x == null ? part : on.beside(x, part);
            neighbours.add(
                    on.fix(p, n, n, () -> GraphMatrices.mean(data.orElseThrow().edges())));
        }
        features = on.fix(x);
    }

    private RingMatrix ownColumns() {
        SparseMatrix own = data.orElseThrow().features();
        return RingMatrix.encode(settings.normalise() ? own.rowNormalised() : own, SecureEngine.SCALE);
    }

    void epoch(int epoch) {
        on.epoch(epoch);
        int d = settings.width();
        long third = Ring.encode(1.0 / 3, FRACTION);
        S h0 = on.times(features, w0, false);
        S sum = null;
        List<List<S>> inputs = new ArrayList<>();
        List<List<S>> squares = new ArrayList<>();
        for (int p = 0; p < holders; p++) {
            S h = h0;
            inputs.add(new ArrayList<>());
            squares.add(new ArrayList<>());
            for (int k = 0; k < settings.depth(); k++) {
                S input = on.beside(h, on.times(neighbours.get(p), h, false));
                S pre = on.times(input, weights.get(p).get(k));
                watch("layer " + k + " of holder " + p + ", epoch " + epoch, pre);
                S square = on.truncate(on.hadamard(pre, pre), SecureEngine.SCALE);
                S cube = on.hadamard(square, pre);
                h = on.add(pre, -1, on.truncate(on.scaled(cube, third), SecureEngine.SCALE + FRACTION));
                inputs.get(p).add(input);
                squares.get(p).add(square);
            }
            sum = sum == null ? h : on.add(sum, 1, h);
        }
        long share = Ring.encode(1.0 / holders, FRACTION);
        S mean = on.truncate(on.scaled(sum, share), FRACTION);
        S pre = on.times(mean, hidden);
        watch("the hidden layer, epoch " + epoch, pre);
        S square = on.truncate(on.hadamard(pre, pre), SecureEngine.SCALE);
        S cube = on.truncate(
                on.scaled(on.hadamard(square, pre), Ring.encode(1.0 / 48, FRACTION)), SecureEngine.SCALE + FRACTION);
        S z = on.plus(on.add(on.truncate(pre, 2), -1, cube), Ring.encode(0.5, SecureEngine.SCALE));
        Optional<RingMatrix> error = on.reveal(on.times(z, output)).map(logits -> error(epoch, logits));
        S e = on.share(0, sizes.nodes(), sizes.classes(), error::orElseThrow);

        S dOutput = on.times(on.transpose(z), e);
        S dz = on.times(e, on.transpose(output));
        // The derivative of the series: 1/4 - x^2/16.
        S slope = on.plus(on.scaled(on.truncate(square, 4), -1), Ring.encode(0.25, SecureEngine.SCALE));
        S dPre = on.truncate(on.hadamard(dz, slope), SecureEngine.SCALE);
        S dHidden = on.times(on.transpose(mean), dPre);
        S dMean = on.truncate(on.scaled(on.times(dPre, on.transpose(hidden)), share), FRACTION);
        S dh0 = null;
        List<List<S>> updates = new ArrayList<>();
        for (int p = 0; p < holders; p++) {
            S dh = dMean;
            updates.add(new ArrayList<>());
            for (int k = settings.depth() - 1; k >= 0; k--) {
                // 1 - x^2
                S bend = on.plus(on.scaled(squares.get(p).get(k), -1), Ring.encode(1, SecureEngine.SCALE));
                S back = on.truncate(on.hadamard(dh, bend), SecureEngine.SCALE);
                updates.get(p).add(0, on.times(on.transpose(inputs.get(p).get(k)), back));
                S both = on.times(back, on.transpose(weights.get(p).get(k)));
                dh = on.add(on.slice(both, 0, d), 1, on.times(neighbours.get(p), on.slice(both, d, 2 * d), true));
            }
            dh0 = dh0 == null ? dh : on.add(dh0, 1, dh);
        }
        w0 = moved(w0, on.times(features, dh0, true));
        for (int p = 0; p < holders; p++)
            for (int k = 0; k < settings.depth(); k++)
                weights.get(p)
                        .set(k, moved(weights.get(p).get(k), updates.get(p).get(k)));
        hidden = moved(hidden, dHidden);
        output = moved(output, dOutput);
    }

    private void watch(String where, S pre) {
        on.show(pre, share -> guard.see(where, share));
    }

    /** The label holder's errors, which all others get as shares. */
    private RingMatrix error(int epoch, Matrix logits) {
        var step = loss.orElseThrow().onLogits(logits);
        history.add(epoch, step.loss(), step.validation(), step.test());
        return RingMatrix.encode(step.gradient().map(x -> GRAIN * x), SecureEngine.SCALE);
    }

    /** One step of gradient descent on the mean loss, with the penalty, rounded by the truncation. */
    private S moved(S w, S gradient) {
        int bits = 24;
        double rate = settings.rate();
        S step = on.add(
                on.scaled(gradient, Ring.encode(rate / GRAIN, bits)), Ring.encode(rate * settings.decay(), bits), w);
        return on.add(w, -1, on.truncate(step, bits));
    }
}
