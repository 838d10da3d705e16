package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a sampler, a model and a clip in two neighbouring worlds with the same coins, and compares the change of the clipped
 * sum with the change that the sampler's event allows. It finds what breaks a proof in practice: statistics over a batch, a
 * unit that reaches examples it should not, a clip that bounds less than it claims. It proves nothing: a ratio of at most 1
 * on hostile neighbours is evidence, one above 1 is a counter-example.
 *
 * <p>Neighbours are those of the chosen relation ({@link #against}), by default the sampler's own: for PARTICIPATION a node
 * takes no part, for ADD_REMOVE it is deleted with its edges, for REPLACE it has other features and edges.
 *
 * <p>The change that the event allows in a draw, in units of the clip norm: an example of the unit's own counts 1 when the
 * unit comes or goes and 2 when it is replaced, every other example that holds the unit counts 2, or 1 if it comes and goes with the unit, as a record does; and no draw may exceed the
 * event's largest shift. An example that does not hold the unit counts nothing.
 */
public final class Coupling {
    /** How a network computes the clipped sum of a batch; replaced in tests by wrong ways that must be caught. */
    @FunctionalInterface
    public interface Sums {
        void clippedSum(
                TrainingView view, Network network, Parameters at, Batch batch, double[] thresholds, float[] into);
    }

    private final Model model;
    private final Sampler sampler;
    private final Clip clip;
    private Relation relation;
    private Sums sums;
    private int steps = 6;
    private boolean release;
    private boolean dropout;
    private long seed = 1;

    private Coupling(Model model, Sampler sampler, Clip clip) {
        this.model = model;
        this.sampler = sampler;
        this.relation = sampler.relation();
        this.clip = clip;
    }

    public static Coupling of(Model model, Sampler sampler, Clip clip) {
        Check.given("clip", clip);
        return new Coupling(model, sampler, clip);
    }

    /** A coupling of a mechanism of a user's own, against the pair that is stated of it. */
    public static OutcomeCoupling of(StatedPair pair) {
        return OutcomeCoupling.of(pair);
    }

    /** Which neighbours are tried. It may be a change for which nothing is proved: then a ratio above 1 shows why. */
    public Coupling against(Relation change) {
        if (change == null)
            throw new IllegalArgumentException("relation must be ADD_REMOVE, PARTICIPATION or REPLACE, was null");
        relation = change;
        return this;
    }

    /** How many batches each pair of worlds draws. */
    public Coupling steps(int count) {
        steps = Check.atLeast("steps", count, 1);
        return this;
    }

    public Coupling seed(long value) {
        seed = value;
        return this;
    }

    /** Draws and sums as a release does: exactly, and by what samplers do with secure coins, though both worlds share them. */
    public Coupling release() {
        release = true;
        return this;
    }

    /** Leaves dropout on: an example has the same masks in both worlds. */
    public Coupling dropout() {
        dropout = true;
        return this;
    }

    /** Another way to compute sums, such as a user's own. */
    public Coupling sums(Sums other) {
        sums = Check.given("other", other);
        return this;
    }

    /**
     * One pair of worlds.
     *
     * @param ratio largest change, less rounding of sums, over claimed change; infinite where that was claimed to be impossible
     * @param change that largest change, in units of the clip norm
     * @param claimed the claimed change of the same draw
     * @param affected draws in which the unit occurred at all
     */
    public record Finding(String neighbour, double ratio, double change, double claimed, int affected) {}

    /** All pairs of worlds, the worst first. */
    public record Report(List<Finding> findings) {
        public double worst() {
            return findings.get(0).ratio();
        }

        /**
         * Whether no change exceeded what was claimed, apart from the rounding of a clipped norm. A trainer keeps its thresholds lower
         * by as much as is allowed here.
         */
        public boolean holds() {
            return worst() <= 1 + 1e-5;
        }
    }

    /** Tries every kind of hostile neighbour that the sampler's unit has, around a data set. */
    public Report run(TrainingView view) {
        Check.given("view", view);
        List<Finding> findings = new ArrayList<>();
        for (HostileNeighbours.Pair pair : HostileNeighbours.of(view, relation, sampler.unit()))
            findings.add(compare(pair));
        if (findings.isEmpty()) throw new IllegalArgumentException("the view has no node to change");
        findings.sort((a, b) -> Double.compare(b.ratio(), a.ratio()));
        return new Report(List.copyOf(findings));
    }

    private Finding compare(HostileNeighbours.Pair pair) {
        TrainingView view = pair.first();
        Network network = model.network(view.features().width(), view.labels().classes());
        Parameters at = network.initial(Streams.seed(seed).stream("init"));
        pair.point().move(at, pair);
        RandomStream coins = Streams.seed(seed).stream("sampler");
        if (release) coins = new CoupledCoins(coins);
        World first = new World(view, network, coins);
        World second = new World(pair.second(), network, coins);
        double most = largestShift(view);
        Finding worst = new Finding(pair.name(), 0, 0, 0, 0);
        int affected = 0;
        for (int t = 0; t < steps; t++) {
            first.sum(t, at);
            second.sum(t, at);
            double change = distance(first.sum, second.sum);
            double claimed = Math.min(most, Math.max(first.occurrences(pair.node()), second.occurrences(pair.node())));
            if (claimed > 0) affected++;
            double apart = Math.max(0, change - first.rounding() - second.rounding());
            double ratio = change <= 1e-6 * Math.max(1, first.length())
                    ? 0
                    : claimed == 0 ? Double.POSITIVE_INFINITY : apart / claimed;
            if (ratio >= worst.ratio()) worst = new Finding(pair.name(), ratio, change, claimed, affected);
        }
        return new Finding(pair.name(), worst.ratio(), worst.change(), worst.claimed(), affected);
    }

    /** One of two worlds: what it draws, and the sum that it makes of it. */
    private final class World {
        private final TrainingView view;
        private final ExampleGradients gradients;
        private final Sampler.Draws draws;
        private final Batch batch = new Batch();
        private final double[] sum;
        private final double[] part;

        World(TrainingView view, Network network, RandomStream coins) {
            this.view = view;
            gradients = release
                    ? ExampleGradients.exact(network, view.features(), view.labels())
                    : ExampleGradients.of(network, view.features(), view.labels());
            draws = sampler.draws(view.participants(), coins);
            sum = new double[network.size() + (clip.limits().counts() ? 1 : 0)];
            part = new double[sum.length];
        }

        void sum(long step, Parameters at) {
            draws.draw(step, batch);
            if (!dropout) {
                sum(at, batch, null, sum);
                return;
            }
            // Examples carry their masks along, whatever stands beside them: each goes by itself.
            Arrays.fill(sum, 0);
            RandomStream masks = Streams.seed(seed).stream("dropout").fork(step);
            Batch single = new Batch();
            for (int e = 0; e < batch.examples(); e++) {
                single.clear();
                single.add(batch, e);
                sum(at, single, masks.fork(batch.node(batch.exampleStart(e))), part);
                for (int i = 0; i < sum.length; i++) sum[i] += part[i];
            }
        }

        double length() {
            return distance(sum, new double[sum.length]);
        }

        /** An owner is not in an example itself; it is in one at most. */
        double occurrences(int node) {
            if (sampler.unit() != Unit.OWNER) return Coupling.occurrences(sampler, relation, batch, node);
            return Arrays.stream(view.graph().outNeighbours(node))
                    .mapToDouble(row -> Coupling.occurrences(sampler, relation, batch, row))
                    .max()
                    .orElse(0);
        }

        /**
         * How far a sum of floats may be off, in units of the clip norm; a release's is exact. Each of n additions rounds by at most
         * 2^-24 of the running sum, up as often as down. Where 270 gradients point one way, one addition is off by up to 1.6e-5 and
         * all by about 2.6e-4, of which 2.1e-5 were seen; if each rounded upwards, it would be 2.2e-3.
         */
        double rounding() {
            return release && sums == null ? 0 : 0x1p-24 * Math.sqrt(batch.examples()) * length();
        }

        private void sum(Parameters at, Batch of, RandomStream masks, double[] into) {
            int size = gradients.network().size();
            if (release && sums == null) {
                ExactSum exact = new ExactSum(size);
                gradients.exactSum(at, of, clip.limits(), masks, exact);
                for (ParameterSlot slot : at.slots()) exact.read(slot, into);
            } else {
                float[] single = new float[size];
                if (sums == null) gradients.clippedSum(at, of, clip.limits(), masks, single);
                else
                    sums.clippedSum(
                            view, gradients.network(), at, of, clip.limits().thresholds(), single);
                for (int i = 0; i < size; i++) into[i] = single[i];
            }
            if (into.length > size && sums == null) into[size] = gradients.counted(clip.limits());
        }
    }

    /** What the examples that hold the node may move the sum by, in units of the clip norm. */
    static double occurrences(Sampler sampler, Relation relation, Batch batch, int node) {
        double sum = 0;
        for (int e = 0; e < batch.examples(); e++) {
            int begin = batch.exampleStart(e);
            boolean own = sampler.unit() != Unit.GRAPH && batch.node(begin) == node
                    || sampler instanceof PoissonRecords
                    || sampler.unit() == Unit.OWNER;
            boolean holds = sampler.unit() == Unit.GRAPH;
            for (int r = begin; r < batch.exampleStart(e + 1) && !holds; r++) holds = batch.node(r) == node;
            if (holds) sum += own && relation != Relation.REPLACE ? 1 : 2;
        }
        return sum;
    }

    /** The largest shift of the event, in units of the clip norm: its multiplier against the one that it was given. */
    private double largestShift(TrainingView view) {
        double given = 8;
        Event event = sampler.event(Sampler.Facts.of(view.participants()), given);
        return given / event.scale() * event.shift();
    }

    /** In units of the clip norm. */
    private double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
        return Math.sqrt(sum) / clip.noiseUnit();
    }
}
