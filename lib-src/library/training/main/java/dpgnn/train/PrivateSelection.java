package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Adam;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Chooses among trainings, and pays for the choice (Papernot and Steinke 2022). It trains a random number of times, each time by one
 * of the candidates, drawn anew, and keeps the training with the best noisy score.
 *
 * <pre>{@code
 * PrivateSelection.of(
 *                 new PrivateSelection.Candidate("fast", Mlp.of(32), plan.steps(50), () -> Adam.of(0.05)),
 *                 new PrivateSelection.Candidate("slow", Mlp.of(32), plan.steps(200), () -> Adam.of(0.005)))
 *         .by(HoldoutCount.of(validation, 16))
 *         .times(RunCount.geometric(0.2))
 *         .calibrated(4, 1e-5)
 *         .release(view);
 * }</pre>
 *
 * <p><b>Guarantee.</b> It covers the chosen training's weights, its record, its name and its score, and that it was chosen. All
 * candidates and the score protect the same unit against the same change, and the guarantee has the leaks and the notes of the data
 * that are trained on and of those that are scored. Where the score is not of this library, or the user states a pair, it is GIVEN.
 * What is public: plans, models, optimisers, the law of the number. The number is secret, and so is all else of every training: none
 * has a listener, a report, an optimiser or a file that another has too, and a failure says nothing of where it happened. How long
 * all took is not covered.
 *
 * <p>With a folder the selection is charged once, in {@code ledger.jsonl}, before it draws anything. One that was killed goes on
 * from {@code private-checkpoint.bin}, which holds the number and the best so far; the training that was cut short is taken again,
 * and costs nothing, for nothing was seen of it. One that ended gives the same choice again. Another selection is refused there.
 * Publish the ledger and what was chosen, and nothing else of the folder.
 *
 * <p>Proofs: docs/proofs.md, lemmas 53 and 60.
 */
public final class PrivateSelection {
    /**
     * What ranks trainings. Equal scores are ranked by the order in which candidates were named. One that is no number never wins:
     * where no score is one, nothing is released, as where there was no training.
     */
    public interface Score {
        /** What one score reveals of the data that it is taken on, given the training. */
        Event event();

        /**
         * All changes of this sampler's unit for which the {@link #event} is proved; none where it is proved for none. The sampler says
         * what belongs to a unit: a node of {@link PoissonRecords} takes the rows and labels of all its records along.
         */
        Set<Relation> relations(Sampler sampler);

        /** Where the data come from that it is taken on: what they leak, the selection leaks. */
        Dataset.Provenance provenance();

        /** The larger, the better. The noise comes from these coins. */
        double of(Trained trained, RandomStream coins);
    }

    /** A training that may be chosen. */
    public record Candidate(String name, Model model, Plan plan, Supplier<Optimizer> optimizer) {
        public Candidate {
            Check.given("name", name);
            Check.given("model", model);
            Check.given("plan", plan);
            optimizer = Optimizer.source(optimizer);
        }

        /** With Adam at its usual rate. */
        public static Candidate of(String name, Model model, Plan plan) {
            return new Candidate(name, model, plan, () -> Adam.of(0.01));
        }
    }

    /**
     * The result of a selection.
     *
     * @param guarantee what holds for all of it, which the training's record has too
     */
    public record Chosen(String name, Trained trained, double score, Guarantee guarantee) {}

    /**
     * What a selection will do on a view.
     *
     * @param candidates with the noise that they will have
     * @param event what all of it spends
     * @param given what holds by a user's word alone
     * @param budget what it is charged to; null for none
     */
    record Prepared(
            List<Candidate> candidates,
            Event.BestOf event,
            Guarantee guarantee,
            Score score,
            List<String> given,
            Budget budget) {}

    private static final Accountant ACCOUNTANT = CachedAccountant.of(RdpAccountant.standard());

    private final List<Candidate> candidates;
    private Score score;
    private Event scoring;
    private RunCount runs;
    private double epsilon;
    private double delta;
    private Path folder;
    private Budget budget;

    private PrivateSelection(List<Candidate> candidates) {
        this.candidates = candidates;
    }

    private PrivateSelection(PrivateSelection other) {
        this(other.candidates);
        score = other.score;
        scoring = other.scoring;
        runs = other.runs;
        epsilon = other.epsilon;
        delta = other.delta;
        folder = other.folder;
        budget = other.budget;
    }

    /** Among these; all of them are equally likely each time. */
    public static PrivateSelection of(Candidate... candidates) {
        Check.given("candidates", candidates);
        return of(Arrays.asList(candidates));
    }

    /** Among these; all of them are equally likely each time. */
    public static PrivateSelection of(List<Candidate> candidates) {
        List<Candidate> all = Check.all("candidates", candidates);
        if (all.isEmpty()) throw new IllegalArgumentException("candidates must not be empty");
        Plan first = all.get(0).plan;
        Set<String> names = new HashSet<>();
        for (Candidate c : all) {
            if (!names.add(c.name))
                throw new IllegalArgumentException("name must be new, '" + c.name + "' is there twice");
            requireSame("unit", first.sampler().unit(), c.plan.sampler().unit());
            requireSame("relation", first.relation(), c.plan.relation());
        }
        return new PrivateSelection(all);
    }

    private static void requireSame(String what, Object first, Object second) {
        if (!first.equals(second))
            throw new IllegalArgumentException(
                    "all candidates must have one " + what + ", there are " + first + " and " + second);
    }

    /** What ranks the trainings; it must protect what they do. */
    public PrivateSelection by(Score noisy) {
        Check.given("score", noisy);
        for (Candidate c : candidates) requireProtected(noisy, c.plan);
        PrivateSelection next = new PrivateSelection(this);
        next.score = noisy;
        next.scoring = Check.given("the event of the score", noisy.event());
        Check.given("the provenance of the score", noisy.provenance());
        return next;
    }

    private static void requireProtected(Score noisy, Plan plan) {
        Sampler sampler = plan.sampler();
        Set<Relation> proved = Check.given("the relations of the score", noisy.relations(sampler));
        if (proved.contains(plan.relation())) return;
        boolean records = sampler instanceof PoissonRecords && sampler.unit() == Unit.NODE;
        throw new IllegalArgumentException("the score must protect what the candidates do, "
                + sampler.unit().words() + ", which " + plan.relation().words() + "; '" + noisy + "' protects "
                + (!proved.isEmpty()
                        ? "it against " + proved + " alone"
                        : records
                                ? "no node that takes its records along, since nothing bounds how many of them are scored"
                                : "another unit"));
    }

    /** The public law of the number of trainings. */
    public PrivateSelection times(RunCount law) {
        PrivateSelection next = new PrivateSelection(this);
        next.runs = Check.given("runs", law);
        return next;
    }

    /** Gives each candidate the noise under which the whole selection stays within this budget; plans have their steps only. */
    public PrivateSelection calibrated(double atEpsilon, double atDelta) {
        PrivateSelection next = new PrivateSelection(this);
        next.epsilon = Check.positive("epsilon", atEpsilon);
        next.delta = Check.open("delta", atDelta, 0, 1);
        return next;
    }

    /** Charges the selection in a folder, from which it can go on. */
    public PrivateSelection checkpoint(Path into) {
        PrivateSelection next = new PrivateSelection(this);
        next.folder = Check.given("the folder of a selection", into);
        return next;
    }

    /** Charges the selection, as one event, to a budget that all releases of the same data share. */
    public PrivateSelection budget(Budget shared) {
        PrivateSelection next = new PrivateSelection(this);
        next.budget = Check.given("budget", shared);
        return next;
    }

    /** What will be guaranteed; nothing is trained. */
    public Guarantee guarantee(TrainingView view) {
        return prepared(view).guarantee;
    }

    /** The candidates' plans as they will be trained. */
    public List<Plan> plans(TrainingView view) {
        return prepared(view).candidates.stream().map(Candidate::plan).toList();
    }

    /** Trains, and releases the best; nothing where there was no training, or none whose score was a number. */
    public Optional<Chosen> release(TrainingView view) throws InterruptedException, IOException {
        return choose(view, Streams.secure());
    }

    /** Chooses by these streams: seeded ones for an experiment. */
    public Optional<Chosen> choose(TrainingView view, Streams streams) throws InterruptedException, IOException {
        Prepared ready = prepared(view);
        if (Check.given("streams", streams).isSecure()) requireRelease(ready, view);
        else if (budget != null)
            throw new IllegalArgumentException(
                    "a budget is for releases, and streams are seeded; take budget(...) away");
        try (SelectionRun run = SelectionRun.open(ready, view, streams, folder)) {
            return run.choose();
        }
    }

    private void requireRelease(Prepared ready, TrainingView view) {
        if (!ready.guarantee.verdict().hasBound())
            throw new IllegalArgumentException("a release needs data without leaks and a finite epsilon: "
                    + String.join(" ", ready.guarantee.terms().remarks()));
        for (Candidate c : ready.candidates)
            ReleaseTrainer.requireSmallVariation(
                    c.plan,
                    ready.guarantee.epsilon(),
                    runs.mean() * c.plan.numbers(network(c, view)) * (double) c.plan.steps());
    }

    private static Network network(Candidate c, TrainingView view) {
        return c.model.network(view.features().width(), view.labels().classes());
    }

    private static int size(Candidate c, TrainingView view) {
        return network(c, view).size();
    }

    private Prepared prepared(TrainingView view) {
        Check.given("view", view);
        if (score == null || runs == null)
            throw new IllegalStateException("say what ranks trainings, by(score), and how many there are, times(law)");
        if (!ACCOUNTANT.supports(best(List.of(scoring))))
            throw new IllegalArgumentException(
                    "'" + score + "' cannot rank in private: nothing bounds the Rényi divergence of " + scoring);
        List<Candidate> ready = epsilon == 0 ? candidates : calibrated(view);
        List<Event> events = new ArrayList<>();
        List<Candidate> fixed = new ArrayList<>();
        SelectionRun.Terms terms = new SelectionRun.Terms(score, view);
        for (Candidate c : ready) {
            requireSame("delta", ready.get(0).plan.delta(), c.plan.delta());
            Schedule schedule = c.plan.ofParts(view, c.model);
            Guarantee one = schedule.provable();
            Event event = scored(schedule.spent());
            boolean bounded = one.verdict().hasBound();
            if (!bounded || !ACCOUNTANT.supports(best(List.of(event))))
                throw new IllegalArgumentException("'" + c.name + "' cannot be chosen in private: "
                        + (!bounded
                                ? String.join(" ", one.terms().remarks())
                                : "nothing bounds the Rényi divergence of " + c.plan.sampler()));
            if (!events.contains(event)) events.add(event);
            terms.add(c.plan, one, network(c, view));
            Plan plan = c.plan.fixed(schedule.multiplier()).steps(schedule.steps());
            fixed.add(new Candidate(c.name, c.model, plan, c.optimizer));
        }
        Event.BestOf event = best(events);
        double found = ACCOUNTANT.epsilon(event, ready.get(0).plan.accounting());
        Guarantee all = terms.guarantee(
                event, found, ACCOUNTANT, runs + ", among " + candidates.size() + " candidates, by " + score);
        return new Prepared(fixed, event, all, score, terms.stated(), budget);
    }

    private Event scored(Event training) {
        return new Event.Composed(List.of(training, scoring));
    }

    private Event.BestOf best(List<Event> events) {
        return new Event.BestOf(events, runs);
    }

    /** First each alone, then all by one factor: at some orders another one is the worst. */
    private List<Candidate> calibrated(TrainingView view) {
        Sampler.Facts facts = Sampler.Facts.of(view.participants());
        Calibration calibration = Calibration.of(ACCOUNTANT);
        double accounted = new DeltaReserve(delta).accounting();
        List<Schedule.Steps> made = new ArrayList<>();
        List<Double> alone = new ArrayList<>();
        for (Candidate c : candidates) {
            if (c.plan.steps() == 0 || c.plan.multiplier() != 0 || c.plan.isExact())
                throw new IllegalArgumentException(
                        "'" + c.name + "' must have its steps and no more, so that a selection can"
                                + " find its noise, was " + c.plan);
            Schedule.Steps steps = c.plan.made(facts, size(c, view));
            Event.BestOf tried = best(List.of(scored(steps.events(c.plan.steps(), 1))));
            if (!ACCOUNTANT.supports(tried)
                    || tried.trainings().get(0).parts().anyMatch(Event.NonPrivate.class::isInstance))
                throw new IllegalArgumentException("'" + c.name
                        + "' cannot be chosen in private: nothing bounds the Rényi divergence of " + c.plan.sampler()
                        + ", clipped by " + c.plan.clip());
            int same = made.indexOf(steps);
            alone.add(
                    same >= 0 && candidates.get(same).plan.steps() == c.plan.steps()
                            ? alone.get(same)
                            : calibration.multiplier(
                                    m -> best(List.of(scored(steps.events(c.plan.steps(), m)))), epsilon, accounted));
            made.add(steps);
        }
        double factor = calibration.multiplier(f -> together(made, alone, f), epsilon, accounted);
        List<Candidate> ready = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate c = candidates.get(i);
            Plan plan = c.plan.fixed(factor * alone.get(i)).delta(delta);
            ready.add(new Candidate(c.name, c.model, plan.accountant(ACCOUNTANT), c.optimizer));
        }
        return ready;
    }

    private Event.BestOf together(List<Schedule.Steps> made, List<Double> alone, double factor) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < made.size(); i++) {
            Event event = scored(made.get(i).events(candidates.get(i).plan.steps(), factor * alone.get(i)));
            if (!events.contains(event)) events.add(event);
        }
        return best(events);
    }
}
