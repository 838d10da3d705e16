package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.FilterAccountant;
import dpgnn.privacy.account.PrivacyFilter;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.ledger.Budget;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Sampler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A private training that somebody steers: noise, sampler and clip may change between any two steps, and it may end at any step, by
 * whatever it has released so far. With random allocation that is so between epochs. It stays within one budget.
 *
 * <pre>{@code
 * Plan plan = Plan.of(sampler, Clip.flat(0.5), GaussianNoise.standard()).steps(200).calibrated(2, 1e-5);
 * try (AdaptiveTraining training = AdaptiveTraining.of(plan.release(model), view)) {
 *     training.take(100);
 *     training.clip(Clip.flat(0.2)); // as the weights suggest
 *     training.take(training.left(1000));
 *     training.end();
 * }
 * }</pre>
 *
 * <p><b>Guarantee.</b> That of a {@link PrivacyFilter} with the plan's budget, for the weights after every step, the changes, the
 * refusals and the end. Its orders are fixed by the plan and by public numbers before a batch is drawn. A step is charged before it
 * is taken; what does not fit is refused, and nothing is drawn. What is not covered: changes by anything else that was computed from
 * private data, such as losses. With a folder each change is on the ledger, and a training that was killed goes on with what is
 * left; steps since its last checkpoint are lost and stay spent.
 *
 * <p>Proofs: docs/proofs.md, lemmas 58, 59 and 82.
 */
public final class AdaptiveTraining implements AutoCloseable {
    /** Steps of a seeded training that one line of the ledger announces. */
    private static final long BLOCK = 64;

    /** How the names of facts begin by which a ledger says what a sampler assumes. */
    private static final String ASSUMED = "assumed ";

    /** How the names of facts begin by which a ledger names parts that a user gives. */
    private static final String GIVEN = "given by the user ";

    private final Trainer trainer;
    private final TrainingView view;
    private final Network network;
    private final Sampler.Facts facts;
    private final Streams streams;
    /** How the remarks on its guarantee begin. */
    static final String STEERED = "Steered within a budget";

    private final double budget;
    private final PrivacyFilter filter;
    private final Optimizer optimizer;
    private final Parameters parameters;
    private final TrainingFolder folder;

    private Plan plan;
    private Schedule schedule;
    private Training training;
    /** What the next line of the ledger says of a change. */
    private Map<String, String> news = Map.of();
    /** What is assumed by all samplers that drew. */
    private final Set<String> assumed = new LinkedHashSet<>();
    /** What is said of parts that a user gives, of all plans by which steps were taken. */
    private final Set<String> byUser = new LinkedHashSet<>();

    /** Announced steps, by which coins are named: none is used twice. */
    private long announced;
    /** Steps that are in the weights. */
    private long taken;

    /** The announced step from which epochs are counted. */
    private long from;

    private boolean ended;
    private boolean failed;

    private AdaptiveTraining(Trainer trainer, TrainingView view) throws IOException {
        this.trainer = trainer;
        this.view = view;
        Plan given = trainer.plan();
        if (given.budget() == 0 || given.isExact())
            throw new IllegalArgumentException(
                    "a plan that may change must be calibrated(epsilon, delta) or within(epsilon,"
                            + " delta), and not exact, was " + given);
        if (trainer.coins != null)
            throw new IllegalArgumentException(
                    "a training that is steered is not accountable: its steps cannot be taken"
                            + " again from a plan alone; take accountable() away");
        if (trainer.probe != null || !trainer.followed.isEmpty() || !trainer.listeners.isEmpty())
            throw new IllegalArgumentException("a training that is steered has no probe, follows no figure and tells no"
                    + " listener: look at it between its steps");
        network = trainer.model.network(view.features().width(), view.labels().classes());
        facts = Sampler.Facts.of(view.participants());
        streams = trainer.streams;
        budget = given.budget();
        // The orders come from the plan and from public facts alone.
        Plan planned = given.accountant(RdpAccountant.standard());
        Event all = planned.schedule(facts, network.size()).spent();
        FilterAccountant orders = FilterAccountant.favouring(
                RdpAccountant.standard().answer(all, given.accounting()).order());
        filter = PrivacyFilter.of(orders, budget, given.accounting());
        optimizer = Check.given("optimizer", trainer.optimizer.get());
        parameters = network.initial(streams.stream("init"));
        Map<String, String> header = TrainingFolder.facts(trainer, network, view, null, optimizer.name());
        header.put("budget", EventText.settings(List.of(budget, given.delta())));
        header.put("filter", orders.version());
        header.put("unit", given.sampler().unit().name());
        header.put("relation", given.relation().name());
        folder = TrainingFolder.open(trainer, view, header, null, true);
        try {
            taken = folder.restore(parameters, optimizer, new HashMap<>());
            ended = folder.hadEnded();
            Ledger ledger = folder.ledger();
            if (ledger != null) {
                filter.restore(ledger.total());
                announced = ledger.nextStep() - 1;
                for (LedgerRecord.Change c : ledger.changes())
                    c.facts().forEach((name, words) -> {
                        if (name.startsWith(ASSUMED)) assumed.add(words);
                        if (name.startsWith(GIVEN)) byUser.add(words);
                    });
            }
            Plan own = given.accountant(orders);
            double multiplier = given.multiplier() != 0
                    ? given.multiplier()
                    : Calibration.of(orders)
                            .multiplier(
                                    m -> own.made(facts, network.size()).events(given.steps(), m),
                                    budget,
                                    own.accounting());
            change(own.fixed(multiplier));
        } catch (RuntimeException | IOException e) {
            folder.close();
            throw e;
        }
    }

    /** Begins, or goes on where the trainer's folder has one; nothing is drawn yet. */
    public static AdaptiveTraining of(Trainer trainer, TrainingView view) {
        Check.given("view", view);
        if (Check.given("trainer", trainer).plan() == null)
            throw new IllegalArgumentException("trainer must be a private one: without a plan there is no budget");
        try {
            return new AdaptiveTraining(trainer, view);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** The noise multiplier, from the next step on. */
    public synchronized void multiplier(double next) {
        requireGoingOn();
        change(plan.fixed(Check.positive("multiplier", next)));
    }

    /** What examples' gradients are clipped to, from the next step on; the multiplier stays. */
    public synchronized void clip(Clip next) {
        requireGoingOn();
        change(plan.with(plan.sampler(), Check.given("clip", next)));
    }

    /** What draws the batches, from the next step on; it must protect the same. */
    public synchronized void sampler(Sampler next) {
        requireGoingOn();
        if (Check.given("sampler", next).unit() != plan.sampler().unit()
                || !next.relations().contains(plan.relation()))
            throw new IllegalArgumentException("the sampler must protect what the former did, "
                    + plan.sampler().unit().words() + " which "
                    + plan.relation().words() + "; " + next + " protects "
                    + next.unit().words() + " against " + next.relations());
        change(plan.with(next, plan.clip()));
    }

    /** Goes over to a plan; it is on record with its first step. */
    private void change(Plan next) {
        Schedule made = new Schedule(next.made(facts, null, network.size(), trainer.model), 1, next.multiplier());
        List<String> statements = StatedPair.statements(made.event(0));
        if (!statements.isEmpty())
            throw new IllegalArgumentException("a training that is steered takes steps with a theorem, and of these a"
                    + " user states: " + String.join(" ", statements));
        if (next.clip().limits().counts())
            throw new IllegalArgumentException(
                    "a training that is steered has a clip that stays until it is changed, and " + next.clip()
                            + " moves by itself; take Clip.flat and change it between steps");
        if (streams.isSecure()) {
            if (!next.leaks().isEmpty())
                throw new IllegalArgumentException("a release has no leaks, and this plan has: " + next.leaks());
            ReleaseTrainer.requireRoom(next.sampler().expectedExamples(facts));
            made.requireRelease(streams.stream("none"));
        }
        plan = next;
        schedule = made;
        training = null;
        news = new TreeMap<>(Map.of(
                "sampler", EventText.settings(next.sampler()),
                "clip", EventText.settings(next.clip()),
                "noise", next.noise().name(),
                "deviation", EventText.settings(made.deviation())));
        List<String> assumes = next.sampler().assumptions();
        for (int i = 0; i < assumes.size(); i++) news.put(ASSUMED + (i + 1), assumes.get(i));
        List<String> parts = next.byUser(trainer.model);
        for (int i = 0; i < parts.size(); i++) news.put(GIVEN + (i + 1), parts.get(i));
    }

    private void requireGoingOn() {
        if (ended) throw new IllegalStateException("the training has ended; its budget is spent");
        if (failed) throw new IllegalStateException("a step failed; end the training, or open its folder again");
    }

    /** How many steps as things stand fit into what is left, at most so many. */
    public synchronized long left(long limit) {
        long period = plan.sampler().epochSteps();
        return ended ? 0 : period * filter.most(schedule.event(0), Check.atLeast("limit", limit, 1) / period);
    }

    /**
     * Takes so many steps: whole epochs, where the sampler is accounted for an epoch at a time.
     *
     * @throws IllegalStateException where they do not fit into what is left of the budget; nothing is drawn then
     * @throws TrainingStopped after an interrupt, with the steps before it stored
     */
    public synchronized void take(long steps) {
        requireGoingOn();
        Check.atLeast("steps", steps, 1);
        long period = plan.sampler().epochSteps();
        if (steps % period != 0)
            throw new IllegalArgumentException("steps must be whole epochs of " + period + " steps by " + plan.sampler()
                    + ", within which nothing may change, was " + steps);
        Event all = schedule.spent(steps);
        if (!filter.admits(all))
            throw new IllegalStateException(steps + " steps do not fit into what is left of epsilon " + budget
                    + " at delta " + plan.delta() + ": " + left(steps)
                    + " do. Nothing was drawn; take fewer, more noise or"
                    + " a smaller rate, or end the training");
        if (streams.isSecure())
            ReleaseTrainer.requireSmallVariation(plan, budget, network.size() * (double) (announced + steps));
        double variation = plan.noise().variation() * network.size() * steps;
        var spending = new Budget.Spending(all, variation, plan.delta(), budget);
        stored(() -> folder.charge(announced + 1, announced + steps, spending, plan));
        prepare();
        long open = 0;
        for (long i = 0; i < steps; i++) {
            if (Thread.interrupted()) {
                save(false);
                throw new TrainingStopped(
                        new InterruptedException("the training was stopped after step " + taken + folder.advice()));
            }
            if (open == 0)
                announce(schedule.event(i), open = streams.isSecure() || period > 1 ? 1 : Math.min(BLOCK, steps - i));
            takeOne(announced - open);
            open--;
            taken++;
            if (taken % trainer.checkpointEvery == 0 && open == 0) save(false);
        }
        save(false);
    }

    /** A step that fails may do so by what is private, and leave the sum or the weights half-way. */
    private void takeOne(long step) {
        try {
            training.take(step);
        } catch (RuntimeException | Error e) {
            failed = true;
            folder.leaveOut(1);
            save(false);
            throw e;
        }
    }

    /** An epoch begins anew after a change or where the last one was cut short, with coins that no other has. */
    private void prepare() {
        Sampler sampler = plan.sampler();
        if (training != null && (announced - from) % sampler.epochSteps() == 0) return;
        from = sampler.epochSteps() > 1 ? announced : 0;
        double expected = sampler.expectedExamples(facts);
        RandomStream coins = streams.stream("sampler");
        Sampler.Draws drawn = sampler.draws(view.participants(), from == 0 ? coins : coins.fork("from " + from));
        long first = from;
        Sampler.Draws draws =
                Sampler.Draws.of((step, batch) -> drawn.draw(step - first, batch), m -> sampler.event(facts, m));
        Training.Source source = new Training.Source(draws, expected);
        training = new Training(trainer, network, view, source, schedule, optimizer, parameters);
    }

    private void announce(Event step, long count) {
        filter.spend(new Event.Repeated(step, count));
        if (folder.ledger() != null) folder.ledger().beginBlock(announced + 1, announced + count, step, news);
        news = Map.of();
        assumed.addAll(plan.sampler().assumptions());
        byUser.addAll(plan.byUser(trainer.model));
        announced += count;
    }

    private void save(boolean last) {
        stored(() -> folder.save(taken, last, parameters, optimizer, Map.of(), 0));
    }

    private interface Storing {
        void run() throws IOException;
    }

    private static void stored(Storing what) {
        try {
            what.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Ends the training, here or earlier than planned: the budget is spent. */
    public synchronized Trained end() {
        if (!ended) save(true);
        ended = true;
        stored(() -> folder.end(() -> new byte[0]));
        prepare();
        Run run = training.record(taken, taken, Map.of(), Map.of(), List.of(guarantee()));
        return new Trained(trainer.model, network, parameters, trainer.memory.keep(run), null);
    }

    /** What holds for all that was released, now and at the end: the budget. */
    public synchronized Guarantee guarantee() {
        List<String> leaks = new ArrayList<>(plan.leaks());
        leaks.addAll(plan.leaksOf(view.provenance()));
        List<String> remarks = new ArrayList<>(
                List.of(STEERED + ": changes of the plan and the end may depend on all that was released before, and on"
                        + " nothing else that was computed from private data."));
        remarks.addAll(leaks);
        boolean holds = leaks.isEmpty();
        Guarantee ideal = schedule.stated(
                holds ? budget : Double.POSITIVE_INFINITY, holds ? Verdict.IDEAL : Verdict.UNSOUND, remarks);
        ideal = ideal.with(ideal.verdict(), ideal.terms().assuming(assumed).byUser(byUser));
        return training == null
                ? ideal
                : training.verdict(folder.charged(), List.of())
                        .judged(ideal, folder.past(), view.provenance().given());
    }

    /** The noise, the clip and the event of the next step. */
    public synchronized Schedule schedule() {
        return schedule;
    }

    public Network network() {
        return network;
    }

    /** A copy, as they are after the last step; they may be looked at, and what is done next may depend on them. */
    public Parameters parameters() {
        return parameters.copy();
    }

    /** The budget, and what was spent of it. */
    public PrivacyFilter filter() {
        return filter;
    }

    /** Lets go of the folder. A training that has not ended can go on from there. */
    @Override
    public synchronized void close() {
        folder.close();
    }
}
