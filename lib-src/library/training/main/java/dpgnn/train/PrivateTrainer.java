package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.privacy.Event;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.StepCoins;
import dpgnn.random.Streams;
import dpgnn.sampling.Sampler;
import java.io.IOException;
import java.util.Map;

/**
 * Trains by a {@link Plan}. Every step draws a batch, sums its clipped gradients, adds noise, divides by a public number and
 * moves the parameters with an optimiser.
 *
 * <p><b>Guarantee.</b> That of the plan's {@link Schedule}, for the steps that really ran. It is computed from the ledger,
 * which records every step before its batch is drawn. Noise is added to the sum whether or not the batch is empty, the
 * divisor is the sampler's expected number of examples, and everything after the noise is post-processing. The guarantee
 * covers the weights after every step. It does not cover losses and metrics that are shown on the way, nor a choice among
 * runs.
 *
 * <p>With {@link Streams#secure()} the proof includes rounding. {@link dpgnn.nn.ExampleGradients#exact} gradients are each
 * within the clip's norm, do not depend on the rest of the batch in any bit, and are added exactly. The noise is added to
 * that sum on a grid and accounts for the cost of rounding to the grid. Samplers that expect more than half a million
 * examples are refused, since at most a million fit; a batch drawn by coins then reaches twice its expected size with a
 * probability below e^-200000.
 *
 * <p>With seeded streams, for experiments, sums are in 32-bit floating point, and their rounding is assumed to be zero. A sum
 * is off by at most gamma_n times the sum of absolute values (Higham 2002, (3.5)): for a batch of up to 4096 examples of one
 * row each, n is 520 and the worst case is 3.1e-5 clip norms per example, 0.13 clip norms in all. That is not small, and it
 * may be more where rows of an example cancel. An example's clipped norm is below the clip's, rounding included, where steps
 * run on Java arrays; on a device that is assumed.
 *
 * <p>Proofs: docs/proofs.md, lemmas 4, 11 and 33.
 */
public final class PrivateTrainer extends Trainer {
    /** Half of what an exact sum takes. */
    private static final double MOST_EXPECTED = 0x1.0p19;

    final Plan plan;

    private PrivateTrainer(Model model, Plan plan, Streams streams) {
        super(model, streams);
        this.plan = Check.given("plan", plan);
    }

    /** Makes an experiment with seeded streams, or a release with secure streams; prefer {@link #release} for the latter. */
    public static PrivateTrainer of(Model model, Plan plan, Streams streams) {
        return new PrivateTrainer(model, plan, streams);
    }

    /** Makes a release: secure streams and exact sums, without a seed. Only such a run can be SOUND. */
    public static PrivateTrainer release(Model model, Plan plan) {
        return new PrivateTrainer(model, plan, Streams.secure());
    }

    /**
     * Takes exact sums with seeded streams too, and noise on a grid, as a release does: then the weights are the same whatever
     * the number of machines that compute them ({@code SparkTrainer}). A step takes up to twice the time.
     */
    public PrivateTrainer exactSums() {
        exact = !streams.isSecure();
        return this;
    }

    /**
     * Charges the training to a budget that all releases of the same data share, before its first step. A training that was
     * killed and goes on in its folder is charged once.
     */
    @Override
    public PrivateTrainer budget(Budget shared) {
        if (!streams.isSecure())
            throw new IllegalArgumentException(
                    "a budget is for releases, and streams are seeded: an experiment protects"
                            + " nobody; use PrivateTrainer.release or take budget(...) away");
        budget = given("budget", shared);
        return this;
    }

    /**
     * Makes a release whose steps can be checked afterwards. Its ledger commits to the data and to the coins of all steps before
     * the first one, and to the weights after each. An auditor who may see the data names steps after the training, is
     * shown their coins and weights, and takes them again ({@code dpgnn.audit.SpotCheck}).
     *
     * <p><b>Guarantee.</b> It is that of any release for all who are not shown coins: each step draws from a key of 256 bits of
     * its own, used for one line of the ledger, which follows from a seed in {@code private-coins.bin} that only its owner may read. Who is shown a step's key can take its noise off. Proof: docs/proofs.md, lemma 88.
     *
     * <p>It needs {@link #checkpoint} and a sampler that draws each batch of that step's coins alone, and trains once.
     */
    public PrivateTrainer accountable() {
        return accountable(1);
    }

    /**
     * The same with a commitment to the weights after every so many steps alone, which costs less: an auditor names runs of as
     * many steps, and takes each run again.
     */
    public PrivateTrainer accountable(long every) {
        stateEvery = Check.atLeast("every", every, 1);
        if (!streams.isSecure())
            throw new IllegalArgumentException("streams are seeded, and an experiment's steps follow from its seed: use"
                    + " PrivateTrainer.release or take accountable() away");
        coins = new StepCoins();
        return this;
    }

    private void requireAccountable() {
        if (folder == null)
            throw new IllegalStateException(
                    "an accountable release keeps its ledger and its keys in a folder: add checkpoint(folder, every)");
        if (plan.isExact() || plan.sampler().epochSteps() > 1)
            throw new IllegalArgumentException((plan.isExact() ? "an exact plan" : plan.sampler())
                    + " draws batches of several steps at once, and no step's key tells them; take another sampler or"
                    + " accountable() away");
        if (elsewhere != null)
            throw new IllegalArgumentException(
                    "an accountable release trains on one machine; take accountable() or the cluster away");
        coins.claim();
    }

    /**
     * Takes single steps of an accountable release again, for who may see the data and was shown coins.
     *
     * <p><b>Guarantee.</b> None: what it gives was computed from coins that somebody has seen, and from the data.
     */
    public interface Steps {
        /** What the header of the release's ledger must say, without what is random or a commitment. */
        Map<String, String> facts();

        /** How many steps were planned. */
        long planned();

        /** What the line of a step must say that it spends; steps are counted from 0. */
        Event event(long step);

        /** The state before the first step, from the key of the start. */
        byte[] first(byte[] start);

        /**
         * The state after a step.
         *
         * @param state before it
         * @param key of the step's line
         * @param before the hash of the ledger before the first line after the training began or went on
         * @throws IllegalArgumentException for a state of another model
         */
        byte[] take(long step, byte[] state, byte[] key, String before);

        /** The weights of a state. */
        float[] weights(byte[] state);
    }

    /** The steps of an accountable release of this plan, model and optimiser on these data. */
    public Steps steps(TrainingView view) {
        PrivateTrainer of = new PrivateTrainer(model, plan, streams);
        of.optimizer = optimizer;
        of.budget = budget;
        of.coins = new StepCoins();
        return of.again(view);
    }

    private Steps again(TrainingView view) {
        TrainingLoop loop = loop(view);
        byte[] untrained = loop.state();
        return new Steps() {
            @Override
            public Map<String, String> facts() {
                return loop.facts();
            }

            @Override
            public long planned() {
                return loop.planned();
            }

            @Override
            public Event event(long step) {
                return loop.event(step);
            }

            @Override
            public byte[] first(byte[] start) {
                loop.state(untrained);
                loop.begin(start);
                return loop.state();
            }

            @Override
            public byte[] take(long step, byte[] state, byte[] key, String before) {
                loop.state(state);
                coins.begin(key, before);
                loop.take(step);
                return loop.state();
            }

            @Override
            public float[] weights(byte[] state) {
                loop.state(state);
                return loop.weights();
            }
        };
    }

    @Override
    Trained start(TrainingView view) throws InterruptedException, IOException {
        if (coins != null) requireAccountable();
        try (TrainingLoop loop = loop(view)) {
            return loop.run();
        }
    }

    private TrainingLoop loop(TrainingView view) {
        Network network = model.network(
                Check.given("view", view).features().width(), view.labels().classes());
        Sampler.Facts facts = Sampler.Facts.of(view.participants());
        Sampler.Draws draws = plan.sampler().draws(view.participants(), stream("sampler"));
        Schedule schedule = plan.schedule(plan.made(facts, draws, network.size(), model));
        if (streams.isSecure()) {
            requireTheorem(schedule);
            requireSmallVariation(
                    plan, schedule.provable().epsilon(), plan.numbers(network) * (double) schedule.steps());
        }
        if (sumsAreExact()) {
            requireRoom(plan.sampler().expectedExamples(facts));
            schedule.requireRelease(streams.stream("none"));
        }
        return new TrainingLoop(this, network, view, draws, plan.sampler().expectedExamples(facts), schedule);
    }

    private static void requireTheorem(Schedule schedule) {
        if (schedule.provable().verdict() == Verdict.UNSOUND)
            throw new IllegalArgumentException("a release needs a plan with a theorem, and this one has none: "
                    + String.join(" ", schedule.provable().terms().remarks())
                    + " Use seeded streams for an experiment.");
    }

    /** What the noise sampler's own inexactness adds to delta must fit into the share that the plan keeps for it. */
    static void requireSmallVariation(Plan plan, double epsilon, double numbers) {
        if ((1 + Math.exp(epsilon)) * plan.noise().variation() * numbers > Plan.KEPT * plan.delta())
            throw new IllegalArgumentException("epsilon " + epsilon
                    + " is too large for noise that is safe in floating point at delta " + plan.delta()
                    + "; aim at a smaller epsilon, or use seeded streams for an experiment");
    }

    static void requireRoom(double expected) {
        if (expected > MOST_EXPECTED)
            throw new IllegalArgumentException("a release takes samplers that expect at most " + (long) MOST_EXPECTED
                    + " examples in a batch, expected were " + expected + "; sample fewer");
    }
}
