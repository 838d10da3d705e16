package dpgnn.mpc.secureml;

import dpgnn.base.Check;
import dpgnn.mpc.HolderData;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.PpgnnSizes;
import dpgnn.mpc.TrainingHistory;
import dpgnn.mpc.VerticalData;
import dpgnn.mpc.VerticalGnn;
import dpgnn.mpc.wire.Channel;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.LocalChannels;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Role;
import dpgnn.mpc.wire.Roster;
import dpgnn.mpc.wire.Traffic;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The baseline that computes the whole network on shares, as SecureML (Mohassel and Zhang 2017) would: the network of PPGNN_M
 * with tanh(x) as x - x^3/3 and the sigmoid as 1/2 + x/4 - x^3/48, gradient descent, and only the logits opened, to the label
 * holder. The paper gives no more detail; everything else here is a choice.
 *
 * <p>A holder's neighbourhood is a private sparse left factor, whose mask is dense: n² words, once. That is 59 MB on Cora and
 * 3.1 GB on PubMed, where {@link #cost} gives the cost without a run.
 */
public final class SecureMlGnn {
    private final PpgnnSettings settings;
    private final double range;

    /** What a run gave; {@code largest} is the largest input of any series. */
    public record Outcome(
            TrainingHistory history,
            Map<String, Traffic> traffic,
            List<Traffic> epochs,
            List<Double> seconds,
            double largest) {
        /** The median epoch. */
        public double epochSeconds() {
            return TrainingHistory.median(seconds);
        }

        /** The label holder's traffic of the last epoch. */
        public Traffic perEpoch() {
            return epochs.get(epochs.size() - 1);
        }
    }

    private SecureMlGnn(PpgnnSettings settings, double range) {
        this.settings = settings;
        this.range = range;
    }

    /** Uses depth, width, epochs, rate, decay and normalise; stops where an input of a series passes 4. */
    public static SecureMlGnn of(PpgnnSettings settings) {
        return new SecureMlGnn(Check.given("settings", settings), 4);
    }

    /** Ring multiplications of one holder in one epoch, counted by running the script without data. */
    public static long cost(PpgnnSettings settings, PpgnnSizes sizes) {
        SecureDealer counter = SecureDealer.counting(sizes.widths().size());
        SecureMlScript<?, ?> script = new SecureMlScript<>(
                settings,
                sizes,
                counter,
                Streams.seed(0),
                Optional.empty(),
                new RangeGuard(0, 1),
                new TrainingHistory());
        script.prepare();
        long before = counter.multiplications();
        script.epoch(0);
        return counter.multiplications() - before;
    }

    public Outcome train(VerticalData data, Streams experiment) {
        Roster roster = Roster.of(data.holders().size());
        Map<String, Map<String, Channel>> channels = LocalChannels.of(roster);
        RangeGuard guard = new RangeGuard(range, data.holders().size());
        long n = data.sizes().nodes();
        long limit = Math.max(data.sizes().limit(settings), n * n);
        List<Double> seconds = new ArrayList<>();
        List<Traffic> epochs = new ArrayList<>();
        TrainingHistory history = new TrainingHistory();
        Map<String, Traffic> traffic = new HashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(roster.parties().size());
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (String name : roster.parties()) {
                Endpoint endpoint = new Endpoint(roster, name, channels.get(name), Duration.ofMinutes(10), limit);
                runs.add(threads.submit(() -> {
                    try {
                        endpoint.greet("secureml", data.sizes().toMap(settings, roster), List.of());
                        SecureMlScript<?, ?> script = script(endpoint, data, experiment, guard, history);
                        script.prepare();
                        for (int epoch = 0; epoch < settings.epochs(); epoch++) {
                            Traffic before = endpoint.traffic();
                            long began = System.nanoTime();
                            script.epoch(epoch);
                            if (!endpoint.first()) continue;
                            seconds.add((System.nanoTime() - began) / 1e9);
                            epochs.add(endpoint.traffic().minus(before));
                        }
                        synchronized (traffic) {
                            traffic.put(name, endpoint.traffic());
                        }
                    } catch (ProtocolException e) {
                        throw endpoint.abort(e);
                    } catch (RuntimeException e) {
                        throw endpoint.abort(new ProtocolException(Fault.REFUSED, "'" + name + "' failed: " + e, e));
                    }
                }));
            }
            VerticalGnn.await(runs);
        } finally {
            threads.shutdownNow();
        }
        return new Outcome(history, traffic, epochs, seconds, guard.largest());
    }

    private SecureMlScript<?, ?> script(
            Endpoint endpoint, VerticalData data, Streams experiment, RangeGuard guard, TrainingHistory history) {
        RandomStream masks = Streams.secure().stream("shares");
        boolean holds = endpoint.plays(Role.HOLDER);
        SecureEngine<?, ?> engine = holds ? new SecureHolder(endpoint, masks) : new SecureDealer(endpoint, masks);
        Optional<HolderData> own = holds
                ? Optional.of(data.holders().get(endpoint.roster().holders().indexOf(endpoint.self())))
                : Optional.empty();
        return new SecureMlScript<>(settings, data.sizes(), engine, experiment, own, guard, history);
    }
}
