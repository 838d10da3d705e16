package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.graph.Participants;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Noise;
import dpgnn.nn.Model;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.step.EventFamily;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.Sampler;
import dpgnn.train.Plan;
import dpgnn.train.Schedule;
import dpgnn.train.SumProbe;
import java.util.ArrayList;
import java.util.List;

/**
 * Plants units in a real training and looks for them in what it releases (Nasr et al. 2021 and 2023; for HeterPoisson,
 * Algorithm 4 of Xiang, Wang and Wang made precise). Each canary has a direction of its own in the space of gradients. Half
 * of them take part: in every step the clipped sum moves along their direction by a draw of the {@link ShiftPair} of the
 * plan's event, times the length that the trainer's own clipping leaves of a loud example. Then the trainer adds its noise
 * and divides; the honest sum, which this strongest observer knows, is subtracted. The planted part is removed before the
 * optimiser sees the gradient, so that many canaries disturb a training no more than none.
 *
 * <p>One training with n canaries is n trainings with one: directions share no coordinate, so that observations of one reveal
 * nothing about another. Canaries expose wrong clipping, too little noise, noise that leaves some parameters out, and a wrong
 * divisor; with {@link #sampled} they also expose a sampler that draws a unit more often than its event says. They cannot
 * show what moves honest gradients; {@link Coupling} does. With random allocation a canary is in one step of each epoch; with stars it
 * is a node without homes.
 */
public final class Canaries {
    /** A mechanism that is replayed by itself: adds its noise to a sum. */
    @FunctionalInterface
    public interface Mechanism {
        void hide(long step, float[] sum, RandomStream coins);
    }

    /** What was seen, and what the trainer had planned. */
    public record Outcome(CanaryObservations observed, Schedule schedule) {}

    /** No bound from one run has anything to say with fewer. */
    static final int FEWEST = 8;

    private static final int USUAL = 1024;

    private final Model model;
    private final Plan plan;
    /** 0 for as many as are usual and fit. */
    private int count;

    private int trainings = 1;
    private int degree;
    private boolean sampled;
    private boolean tossed;
    private boolean release;
    private long seed = 1;
    private Coupling.Sums sums;

    private Canaries(Model model, Plan plan) {
        this.model = model;
        this.plan = plan;
    }

    public static Canaries of(Model model, Plan plan) {
        Check.given("model", model);
        Check.given("plan", plan);
        return new Canaries(model, plan);
    }

    /**
     * How many in each training, at most the number of the model's parameters; by default 1024, or as many as the model has
     * parameters. Every other one takes part, unless they are {@link #tossed}.
     */
    public Canaries count(int canaries) {
        count = Check.atLeast("canaries", canaries, FEWEST);
        return this;
    }

    /** How many trainings, each with other coins. */
    public Canaries trainings(int number) {
        trainings = Check.atLeast("trainings", number, 1);
        return this;
    }

    /** D, the out-degree of the attacked node; by default the largest of any training node. */
    public Canaries degree(int out) {
        degree = Check.atLeast("degree", out, 1);
        return this;
    }

    /**
     * Takes every shift from a draw of the plan's own sampler, by how often a node really occurs in it, instead of from its
     * event: slower by as many draws as there are canaries and steps.
     */
    public Canaries sampled() {
        sampled = true;
        return this;
    }

    /** Lets a fair coin decide for each canary whether it takes part, as bounds from one run demand. */
    public Canaries tossed() {
        tossed = true;
        return this;
    }

    /** Trains as a release does: secure streams, exact sums, noise on a grid. Canaries keep their seed. */
    public Canaries release() {
        release = true;
        return this;
    }

    public Canaries seed(long value) {
        seed = value;
        return this;
    }

    /** Another way to compute sums, such as a user's own; it takes the place of the trainer's. */
    public Canaries sums(Coupling.Sums other) {
        sums = Check.given("other", other);
        return this;
    }

    /** Trains, with the canaries in. */
    public Outcome train(TrainingView view) {
        Check.given("view", view);
        int canaries = fitting(view);
        Plan remembering = plan.accountant(CachedAccountant.inMemory(plan.accountant()));
        Outcome all = null;
        for (int run = 0; run < trainings; run++) {
            Streams streams = release ? Streams.secure() : Streams.seed(seed + run);
            RandomStream coins = Streams.seed(seed + run).stream("canaries");
            ShiftPair shifts = shifts(view);
            Planted planted = new Planted(view, shifts, coins, canaries);
            var trained = remembering.probed(model, streams, planted).train(view);
            double multiplier = trained.schedule().multiplier();
            CanaryObservations seen =
                    planted.observed(multiplier, (int) trained.schedule().steps());
            all = new Outcome(all == null ? seen : all.observed.and(seen), trained.schedule());
        }
        return all;
    }

    /** Refuses more than there are parameters before anything is trained. */
    private int fitting(TrainingView view) {
        int parameters =
                model.network(view.features().width(), view.labels().classes()).size();
        if (parameters < FEWEST || count > parameters)
            throw new IllegalArgumentException(
                    "canaries must be in " + FEWEST + ".." + parameters + ", the number of the model's parameters"
                            + " on these data, was " + (count == 0 ? USUAL : count)
                            + "; set canaries(n), or take a larger model");
        return count == 0 ? Math.min(USUAL, parameters) : count;
    }

    /** The shifts of one step of the plan on these data. */
    ShiftPair shifts(TrainingView view) {
        Participants participants = view.participants();
        int out = degree > 0 ? degree : Math.max(1, participants.outDegree(victim(participants)));
        Event drawn = plan.sampler()
                .draws(participants, Streams.seed(seed).stream("sampler"))
                .event(0, 1);
        Event link = EventFamily.of(drawn).link(drawn);
        if (link != drawn) {
            if (sampled)
                throw new IllegalArgumentException(
                        "sampled() would plant all that a node moves, and a star that changes"
                                + " is hidden otherwise than a shift; take sampled() away for " + plan.sampler());
            drawn = link;
        }
        return shifts(drawn, participants, out);
    }

    private ShiftPair shifts(Event stated, Participants participants, int out) {
        Event event = stated;
        if (event instanceof Event.Unsupported) event = plan.sampler().claimed(Sampler.Facts.of(participants), 1);
        // A discrete Gaussian is looked at as the continuous one of its deviation.
        Event hidden = plan.noise().event(event, 1);
        if (!(hidden instanceof Event.DiscreteGaussian)) event = hidden;
        return ShiftPair.of(event, 1, out);
    }

    /** How often nodes of many edges and of few are drawn, against what the sampler states for their degrees. */
    public UnitFrequency frequency(TrainingView view, int draws, double confidence) {
        Check.given("view", view);
        Check.open("confidence", confidence, 0, 1);
        Participants participants = view.participants();
        Event stated = plan.sampler().event(Sampler.Facts.of(participants), 1);
        int[] nodes = {victim(participants), loner(participants)};
        UnitFrequency worst = null;
        for (int node : nodes) {
            UnitFrequency found = UnitFrequency.of(
                    plan.sampler(),
                    plan.relation(),
                    view,
                    shifts(stated, participants, Math.max(1, participants.outDegree(node))),
                    node,
                    draws,
                    1 - (1 - confidence) / nodes.length,
                    Streams.seed(seed).stream("frequency"));
            if (worst == null || found.chance() < worst.chance()) worst = found;
        }
        return worst;
    }

    /** A training node of few edges, which is in few stars besides its own, and in one at least. */
    private static int loner(Participants participants) {
        int loner = victim(participants);
        for (int v : participants.roots()) {
            boolean read = false;
            for (int k = 0; k < participants.graph().outDegree(v); k++)
                read |= participants.isRoot(participants.graph().outNeighbour(v, k));
            if (read && participants.outDegree(v) < participants.outDegree(loner)) loner = v;
        }
        return loner;
    }

    /** The training node with the largest out-degree. */
    private static int victim(Participants participants) {
        int victim = -1;
        for (int v : participants.roots())
            if (victim < 0 || participants.outDegree(v) > participants.outDegree(victim)) victim = v;
        if (victim < 0) throw new IllegalArgumentException("the view has no training node");
        return victim;
    }

    /** What an auditor sees of these shifts under a noise of the library. */
    public static CanaryObservations replay(
            ShiftPair shifts,
            double multiplier,
            double clip,
            int canaries,
            int steps,
            Noise noise,
            RandomStream coins) {
        Check.given("shifts", shifts);
        Mechanism hiding = (step, sum, from) -> noise.add(sum, multiplier * clip, clip, from);
        return replay(shifts, multiplier, clip, canaries, steps, hiding, coins);
    }

    /**
     * Canaries in a mechanism by itself, each on a number of its own: cheap, for as many as are wanted, where the real
     * training was seen to add the same noise.
     */
    public static CanaryObservations replay(
            ShiftPair shifts,
            double multiplier,
            double clip,
            int canaries,
            int steps,
            Mechanism mechanism,
            RandomStream coins) {
        Check.given("shifts", shifts);
        double[][] without = new double[canaries][steps];
        double[][] with = new double[canaries][steps];
        double[][] noise = new double[2 * canaries][steps];
        float[] sum = new float[2 * canaries];
        for (int t = 0; t < steps; t++) {
            RandomStream run = coins.fork("shifts"), draws = run.fork(t);
            for (int k = 0; k < sum.length; k++) sum[k] = (float) (clip * shifts.draw(k % 2 == 1, k, t, run, draws));
            float[] planted = sum.clone();
            mechanism.hide(t, sum, coins.fork("noise").fork(t));
            for (int k = 0; k < canaries; k++) {
                without[k][t] = sum[2 * k] / clip;
                with[k][t] = sum[2 * k + 1] / clip;
            }
            for (int k = 0; k < sum.length; k++) noise[k][t] = (sum[k] - planted[k]) / clip;
        }
        return new CanaryObservations(shifts, multiplier, without, with, noise, false);
    }

    private final class Planted implements SumProbe {
        private final TrainingView view;
        private final ShiftPair shifts;
        private final RandomStream coins;
        private final LoudExample loud;
        private final int victim;
        private final double divisor;
        private final int count;
        private final boolean[] present;
        private final List<double[]> seen = new ArrayList<>();
        private final List<double[]> noise = new ArrayList<>();
        private Sampler.Draws draws;
        private final Batch drawn = new Batch();
        private CanaryDirections directions;
        private double[] honest;
        private double[] amounts;
        private float[] planted;

        Planted(TrainingView view, ShiftPair shifts, RandomStream coins, int count) {
            this.count = count;
            present = new boolean[count];
            this.view = view;
            this.shifts = shifts;
            this.coins = coins;
            loud = new LoudExample(view, sums);
            victim = victim(view.participants());
            divisor = plan.sampler().expectedExamples(Sampler.Facts.of(view.participants()));
            RandomStream inclusion = coins.fork("inclusion");
            for (int k = 0; k < count; k++) present[k] = tossed ? inclusion.nextBoolean() : k % 2 == 1;
        }

        @Override
        public void summed(Moment moment, double[] sum) {
            if (directions == null) directions = new CanaryDirections(sum.length, count, coins.fork("directions"));
            if (sums != null) {
                float[] other = new float[moment.network().size()];
                sums.clippedSum(
                        view,
                        moment.network(),
                        moment.parameters(),
                        moment.batch(),
                        moment.limits().thresholds(),
                        other);
                for (int i = 0; i < other.length; i++) sum[i] = other[i];
            }
            honest = sum.clone();
            double length = Math.max(moment.unit(), loud.length(moment));
            amounts = new double[count];
            RandomStream now = coins.fork("shifts").fork(moment.step());
            for (int k = 0; k < count; k++) amounts[k] = length * shift(k, moment.step(), now);
            planted = directions.combination(amounts);
            for (int i = 0; i < sum.length; i++) sum[i] += planted[i];
        }

        private double shift(int canary, long step, RandomStream now) {
            boolean there = present[canary];
            if (!sampled) return shifts.draw(there, canary, step, coins.fork("shifts"), now);
            if (!there && !shifts.opposite()) return 0;
            if (draws == null) draws = plan.sampler().draws(view.participants(), coins.fork("sampler"));
            long epoch = plan.sampler().epochSteps();
            draws.draw((step / epoch * count + canary) * epoch + step % epoch, drawn);
            double often = Coupling.occurrences(plan.sampler(), plan.relation(), drawn, victim);
            return shifts.opposite() ? (there ? often : -often) / 2 : often;
        }

        @Override
        public void released(Moment moment, float[] gradient) {
            double[] along = directions.along(gradient, divisor, honest);
            double[] rest = new double[count];
            for (int k = 0; k < count; k++) rest[k] = (along[k] - amounts[k]) / moment.unit();
            for (int k = 0; k < count; k++) along[k] /= moment.unit();
            seen.add(along);
            noise.add(rest);
            for (int i = 0; i < gradient.length; i++) gradient[i] -= (float) (planted[i] / divisor);
        }

        CanaryObservations observed(double multiplier, int steps) {
            List<double[]> without = new ArrayList<>();
            List<double[]> with = new ArrayList<>();
            List<double[]> rest = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                double[] its = new double[steps];
                double[] left = new double[steps];
                for (int t = 0; t < steps; t++) {
                    its[t] = seen.get(t)[k];
                    left[t] = noise.get(t)[k];
                }
                (present[k] ? with : without).add(its);
                rest.add(left);
            }
            return new CanaryObservations(
                    shifts,
                    multiplier,
                    without.toArray(double[][]::new),
                    with.toArray(double[][]::new),
                    rest.toArray(double[][]::new),
                    tossed);
        }
    }
}
