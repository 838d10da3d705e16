package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Model;
import dpgnn.nn.Optimizer;
import dpgnn.privacy.Event;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.StepCoins;
import dpgnn.random.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Trains by a {@link Plan} for a release: with coins that no seed gives, sums without rounding, and noise on a grid. {@link
 * Plan#release} makes it. Only its runs can be SOUND. It follows no figure, tells listeners no loss and lets no probe in.
 *
 * <p><b>Guarantee.</b> That of the plan's {@link Schedule}, for the steps that really ran, rounding included. It is computed from
 * the ledger, which records every step before its batch is drawn. Noise is added to the sum whether or not the batch is empty, the
 * divisor is the sampler's expected number of examples, and everything after the noise is post-processing. It covers the weights
 * after every step, and no choice among runs.
 *
 * <p>{@link dpgnn.nn.ExampleGradients#exact} gradients are each within the clip's norm, do not depend on the rest of the batch in
 * any bit, and are added exactly. The noise is added to that sum on a grid and accounts for the cost of rounding to the grid.
 * Samplers that expect more than half a million examples are refused, since at most a million fit; a batch drawn by coins then
 * reaches twice its expected size with a probability below e^-200000.
 *
 * <p>Proofs: docs/proofs.md, lemmas 4, 11 and 33.
 */
public final class ReleaseTrainer extends Trainer {
    /** Half of what an exact sum takes. */
    private static final double MOST_EXPECTED = 0x1.0p19;

    private final Plan plan;

    ReleaseTrainer(Model model, Plan plan, Streams streams) {
        super(model, streams);
        this.plan = Check.given("plan", plan);
    }

    @Override
    Plan plan() {
        return plan;
    }

    /**
     * Charges the training to a budget that all releases of the same data share, before its first step. A training that was
     * killed and goes on in its folder is charged once.
     */
    public ReleaseTrainer budget(Budget shared) {
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
    public ReleaseTrainer accountable() {
        return accountable(1);
    }

    /**
     * Commits to the weights after every so many steps alone, which costs less: an auditor names runs of as many steps, and takes
     * each run again.
     */
    public ReleaseTrainer accountable(long every) {
        stateEvery = Check.atLeast("every", every, 1);
        coins = new StepCoins();
        return this;
    }

    @Override
    public ReleaseTrainer optimizer(Supplier<Optimizer> fresh) {
        super.optimizer(fresh);
        return this;
    }

    @Override
    public ReleaseTrainer listen(Listener listener) {
        super.listen(listener);
        return this;
    }

    @Override
    public ReleaseTrainer experiment(Experiment<?> run) {
        super.experiment(run);
        return this;
    }

    @Override
    public ReleaseTrainer checkpoint(Path into, long every) {
        super.checkpoint(into, every);
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
    public static final class Steps {
        private final ReleaseTrainer trainer;
        private final Training training;
        private final byte[] untrained;

        private Steps(ReleaseTrainer trainer, TrainingView view) {
            this.trainer = trainer;
            training = trainer.training(view);
            untrained = training.state();
        }

        /** What the header of the release's ledger must say, without what is random or a commitment. */
        public Map<String, String> facts() {
            return TrainingFolder.facts(trainer, training);
        }

        /** How many steps were planned. */
        public long planned() {
            return training.planned();
        }

        /** What the line of a step must say that it spends; steps are counted from 0. */
        public Event event(long step) {
            return training.schedule().event(step);
        }

        /** The state before the first step, from the key of the start. */
        public byte[] first(byte[] start) {
            training.state(untrained);
            training.begin(start);
            return training.state();
        }

        /**
         * The state after a step.
         *
         * @param state before it
         * @param key of the step's line
         * @param before the hash of the ledger before the first line after the training began or went on
         * @throws IllegalArgumentException for a state of another model
         */
        public byte[] take(long step, byte[] state, byte[] key, String before) {
            training.state(state);
            trainer.coins.begin(key, before);
            training.take(step);
            return training.state();
        }

        /** The weights of a state. */
        public float[] weights(byte[] state) {
            training.state(state);
            return training.parameters().toArray();
        }
    }

    /** The steps of an accountable release of this plan, model and optimiser on these data. */
    public Steps steps(TrainingView view) {
        ReleaseTrainer of = new ReleaseTrainer(model, plan, streams);
        of.optimizer = optimizer;
        of.budget = budget;
        of.coins = new StepCoins();
        return new Steps(of, view);
    }

    @Override
    Training training(TrainingView view) {
        return Training.planned(this, view);
    }

    @Override
    Trained start(TrainingView view) throws InterruptedException, IOException {
        if (coins != null) requireAccountable();
        return super.start(view);
    }

    static void requireTheorem(Schedule schedule) {
        if (schedule.provable().verdict() == Verdict.UNSOUND)
            throw new IllegalArgumentException("a release needs a plan with a theorem, and this one has none: "
                    + String.join(" ", schedule.provable().terms().remarks())
                    + " Use Plan.experiment for an experiment.");
    }

    /** What the noise sampler's own inexactness adds to delta must fit into the share that the plan keeps for it. */
    static void requireSmallVariation(Plan plan, double epsilon, double numbers) {
        plan.reserve().require(epsilon, plan.noise().variation() * numbers);
    }

    static void requireRoom(double expected) {
        if (expected > MOST_EXPECTED)
            throw new IllegalArgumentException("a release takes samplers that expect at most " + (long) MOST_EXPECTED
                    + " examples in a batch, expected were " + expected + "; sample fewer");
    }
}
