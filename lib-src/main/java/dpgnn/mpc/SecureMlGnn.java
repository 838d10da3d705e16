package dpgnn.mpc;

import dpgnn.graph.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.SecureEngine.Fixed;
import dpgnn.mpc.SecureEngine.Shared;
import dpgnn.random.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The baseline where the whole network is computed on shares, as SecureML (Mohassel and Zhang 2017) would: the network of PPGNN_M
 * with tanh(x) as x - x^3/3 and the sigmoid as 1/2 + x/4 - x^3/48, gradient descent, and only the logits opened, to the label
 * holder. The paper gives no more detail; everything else here is a choice.
 *
 * <p>A holder's neighbourhood is a private sparse left factor, whose mask is dense: n² words, once. That is 59 MB on Cora and
 * 3.1 GB on PubMed, where {@link #cost} tells the cost without running.
 */
public final class SecureMlGnn {
    private static final int FRACTION = 12;

    /** Errors are shared this many times larger, and the rate is as much smaller: fixed point keeps their digits. */
    private static final double GRAIN = 64;

    private final Settings settings;
    private final double range;

    /** What a run gave; {@code largest} is the largest input of any series. */
    public record Outcome(
            History history, Map<String, Traffic> traffic, List<Traffic> epochs, List<Double> seconds, double largest) {
        /** The median epoch. */
        public double epochSeconds() {
            double[] sorted =
                    seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            return sorted[sorted.length / 2];
        }

        /** The label holder's traffic of the last epoch. */
        public Traffic perEpoch() {
            return epochs.get(epochs.size() - 1);
        }
    }

    private SecureMlGnn(Settings settings, double range) {
        this.settings = settings;
        this.range = range;
    }

    /** Uses depth, width, epochs, rate, decay and normalise; stops where an input of a series passes 4. */
    public static SecureMlGnn of(Settings settings) {
        return new SecureMlGnn(settings, 4);
    }

    /** Ring multiplications of one holder in one epoch, counted by running the script without data. */
    public static long cost(Settings settings, Shape shape) {
        SecureEngine engine = new SecureEngine(null, shape.widths().size(), null);
        Script script = new Script(settings, shape, engine, null, null, null);
        script.prepare();
        long before = engine.multiplications();
        script.epoch(0);
        return engine.multiplications() - before;
    }

    public Outcome train(VerticalData data, Streams experiment) {
        Roster roster = Roster.of(data.holders().size());
        Map<String, Map<String, Channel>> channels = LocalChannels.of(roster);
        RangeGuard guard = new RangeGuard(range, data.holders().size());
        long n = data.shape().nodes();
        long limit = Math.max(data.shape().limit(settings), n * n);
        List<Double> seconds = new ArrayList<>();
        List<Traffic> epochs = new ArrayList<>();
        History history = new History();
        Map<String, Traffic> traffic = new HashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(roster.parties().size());
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (String name : roster.parties()) {
                Mesh mesh = new Mesh(roster, name, channels.get(name), Duration.ofMinutes(10), limit);
                runs.add(threads.submit(() -> {
                    try {
                        mesh.greet("secureml", data.shape().toMap(settings, roster), List.of());
                        SecureEngine engine =
                                new SecureEngine(mesh, data.holders().size(), Streams.secure().stream("shares"));
                        HolderData own = mesh.plays(Role.HOLDER)
                                ? data.holders().get(roster.holders().indexOf(name))
                                : null;
                        Script script = new Script(settings, data.shape(), engine, mesh, own, guard);
                        script.start(experiment, history);
                        script.prepare();
                        for (int epoch = 0; epoch < settings.epochs(); epoch++) {
                            Traffic before = mesh.traffic();
                            long began = System.nanoTime();
                            script.epoch(epoch);
                            if (!mesh.first()) continue;
                            seconds.add((System.nanoTime() - began) / 1e9);
                            epochs.add(mesh.traffic().minus(before));
                        }
                        synchronized (traffic) {
                            traffic.put(name, mesh.traffic());
                        }
                    } catch (ProtocolException e) {
                        throw mesh.abort(e);
                    } catch (RuntimeException e) {
                        throw mesh.abort(new ProtocolException(Fault.REFUSED, "'" + name + "' failed: " + e, e));
                    }
                }));
            }
            VerticalGnn.await(runs);
        } finally {
            threads.shutdownNow();
        }
        return new Outcome(history, traffic, epochs, seconds, guard.largest());
    }

    /** One party's part; at the dealer, and where only the cost is wanted, shares are null. */
    private static final class Script {
        private final Settings settings;
        private final Shape shape;
        private final SecureEngine on;
        private final Mesh mesh;
        private final HolderData data;
        private final RangeGuard guard;
        private final int holders;
        private final List<List<Shared>> weights = new ArrayList<>();
        private final List<Fixed> neighbours = new ArrayList<>();
        private Shared w0;
        private Shared hidden;
        private Shared output;
        private Fixed features;
        private History history;
        private OutputLayer loss;

        Script(Settings settings, Shape shape, SecureEngine on, Mesh mesh, HolderData data, RangeGuard guard) {
            this.settings = settings;
            this.shape = shape;
            this.on = on;
            this.mesh = mesh;
            this.data = data;
            this.guard = guard;
            holders = shape.widths().size();
            start(null, null);
        }

        /** Each holder draws a part of every weight; the sums are the weights, and nobody knows them. */
        void start(Streams experiment, History newHistory) {
            int d = settings.width();
            weights.clear();
            w0 = drawn(experiment, "initial", shape.width(), d);
            for (int p = 0; p < holders; p++) {
                List<Shared> stack = new ArrayList<>();
                for (int k = 0; k < settings.depth(); k++)
                    stack.add(drawn(experiment, "layer " + p + " " + k, 2 * d, d));
                weights.add(stack);
            }
            hidden = drawn(experiment, "hidden", d, d);
            output = drawn(experiment, "output", d, shape.classes());
            history = newHistory;
            if (mesh != null && mesh.first())
                loss = new OutputLayer(data.supervision().orElseThrow(), d, Streams.seed(0).stream("unused"));
        }

        private Shared drawn(Streams experiment, String name, int rows, int columns) {
            if (!on.computes() || experiment == null) return new Shared(rows, columns, null);
            double scale = 1 / Math.sqrt(holders);
            Matrix part = Matrix.glorot(
                            rows,
                            columns,
                            experiment.stream("init").fork(mesh.self()).fork(name))
                    .map(x -> scale * x);
            return new Shared(rows, columns, RingMatrix.encode(part, SecureEngine.SCALE));
        }

        void prepare() {
            int n = shape.nodes();
            Shared x = null;
            for (int p = 0; p < holders; p++) {
                String owner = mesh == null ? null : mesh.roster().holders().get(p);
                boolean own = on.computes() && mesh.self().equals(owner);
                SparseMatrix columns =
                        !own ? null : settings.normalise() ? data.features().rowNormalised() : data.features();
                Shared part = on.share(
                        owner,
                        own ? RingMatrix.encode(columns, SecureEngine.SCALE) : null,
                        n,
                        shape.widths().get(p));
                x = x == null ? part : on.beside(x, part);
                neighbours.add(on.fix(owner, own ? GraphMatrices.mean(data.edges()) : null, n, n));
            }
            features = on.fix(x);
        }

        void epoch(int epoch) {
            on.epoch(epoch);
            int d = settings.width();
            long third = Ring.encode(1.0 / 3, FRACTION);
            Shared h0 = on.times(features, w0, false);
            Shared sum = null;
            List<List<Shared>> inputs = new ArrayList<>();
            List<List<Shared>> squares = new ArrayList<>();
            for (int p = 0; p < holders; p++) {
                Shared h = h0;
                inputs.add(new ArrayList<>());
                squares.add(new ArrayList<>());
                for (int k = 0; k < settings.depth(); k++) {
                    Shared input = on.beside(h, on.times(neighbours.get(p), h, false));
                    Shared pre = on.times(input, weights.get(p).get(k));
                    watch("layer " + k + " of holder " + p + ", epoch " + epoch, pre);
                    Shared square = on.truncate(on.hadamard(pre, pre), SecureEngine.SCALE);
                    Shared cube = on.hadamard(square, pre);
                    h = on.add(pre, -1, on.truncate(on.scaled(cube, third), SecureEngine.SCALE + FRACTION));
                    inputs.get(p).add(input);
                    squares.get(p).add(square);
                }
                sum = sum == null ? h : on.add(sum, 1, h);
            }
            long share = Ring.encode(1.0 / holders, FRACTION);
            Shared mean = on.truncate(on.scaled(sum, share), FRACTION);
            Shared pre = on.times(mean, hidden);
            watch("the hidden layer, epoch " + epoch, pre);
            Shared square = on.truncate(on.hadamard(pre, pre), SecureEngine.SCALE);
            Shared cube = on.truncate(
                    on.scaled(on.hadamard(square, pre), Ring.encode(1.0 / 48, FRACTION)),
                    SecureEngine.SCALE + FRACTION);
            Shared z = on.plus(on.add(on.truncate(pre, 2), -1, cube), Ring.encode(0.5, SecureEngine.SCALE));
            Matrix logits = on.reveal(on.times(z, output));
            RingMatrix error = logits == null ? null : error(epoch, logits);
            Shared e =
                    on.share(mesh == null ? null : mesh.roster().labelHolder(), error, shape.nodes(), shape.classes());

            Shared dOutput = on.times(z.transpose(), e);
            Shared dz = on.times(e, output.transpose());
            // The derivative of the series: 1/4 - x^2/16.
            Shared slope = on.plus(on.scaled(on.truncate(square, 4), -1), Ring.encode(0.25, SecureEngine.SCALE));
            Shared dPre = on.truncate(on.hadamard(dz, slope), SecureEngine.SCALE);
            Shared dHidden = on.times(mean.transpose(), dPre);
            Shared dMean = on.truncate(on.scaled(on.times(dPre, hidden.transpose()), share), FRACTION);
            Shared dh0 = null;
            List<List<Shared>> updates = new ArrayList<>();
            for (int p = 0; p < holders; p++) {
                Shared dh = dMean;
                updates.add(new ArrayList<>());
                for (int k = settings.depth() - 1; k >= 0; k--) {
                    // 1 - x^2
                    Shared bend = on.plus(on.scaled(squares.get(p).get(k), -1), Ring.encode(1, SecureEngine.SCALE));
                    Shared back = on.truncate(on.hadamard(dh, bend), SecureEngine.SCALE);
                    updates.get(p).add(0, on.times(inputs.get(p).get(k).transpose(), back));
                    Shared both = on.times(back, weights.get(p).get(k).transpose());
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

        private void watch(String where, Shared pre) {
            if (on.computes()) guard.see(where, pre.share());
        }

        /** The label holder's errors, which all others get as shares. */
        private RingMatrix error(int epoch, Matrix logits) {
            var step = loss.onLogits(logits);
            history.add(epoch, step.loss(), step.validation(), step.test());
            return RingMatrix.encode(step.gradient().map(x -> GRAIN * x), SecureEngine.SCALE);
        }

        /** One step of gradient descent on the mean loss, with the penalty, rounded by the truncation. */
        private Shared moved(Shared w, Shared gradient) {
            int bits = 24;
            double rate = settings.rate();
            Shared step = on.add(
                    on.scaled(gradient, Ring.encode(rate / GRAIN, bits)),
                    Ring.encode(rate * settings.decay(), bits),
                    w);
            return on.add(w, -1, on.truncate(step, bits));
        }
    }
}
