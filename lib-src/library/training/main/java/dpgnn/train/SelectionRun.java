package dpgnn.train;

import dpgnn.base.Sha256;
import dpgnn.graph.Dataset;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.UserPart;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Budget;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.train.folder.BudgetShare;
import dpgnn.train.folder.ViewHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One private selection at work, with its ledger and the private state from which it goes on.
 *
 * <p><b>Guarantee.</b> The number of trainings is drawn once and stored before the ledger is charged, and the ledger is charged
 * before anything is trained. A training that was cut short is taken again with coins of its own; nothing of it was seen. Public
 * files do not depend on the number.
 *
 * <p>Proof: docs/proofs.md, lemma 60.
 */
final class SelectionRun implements AutoCloseable {
    private final PrivateSelection.Prepared ready;
    private final TrainingView view;
    private final Streams streams;
    private final Path file;
    private LedgerFolder place;
    private BudgetShare share;
    private Ledger ledger;
    private String fingerprint = "";
    private SelectionState state;

    /** Gathers what a selection assumes, what its data leak and what it holds by a user's word alone. */
    static final class Terms {
        private static final String UNCOVERED =
                "How many trainings there were, how long they took, and what was shown of them.";

        private final Set<String> published = new LinkedHashSet<>();
        private final Set<String> derived = new LinkedHashSet<>();
        private final Set<String> notes = new LinkedHashSet<>();
        private final List<Dataset.Provenance> data;
        private final Set<String> leaks = new LinkedHashSet<>();
        private final Set<String> networks = new LinkedHashSet<>();
        private final Set<String> stated = new LinkedHashSet<>();
        private final Set<String> byUser = new LinkedHashSet<>();
        private Guarantee one;

        Terms(PrivateSelection.Score score, TrainingView view) {
            data = List.of(view.provenance(), score.provenance());
            for (Dataset.Provenance of : data) notes.addAll(of.given());
            byUser.addAll(UserPart.of("score", score, PrivateSelection.Score.class));
        }

        /** Of a training that may be chosen. */
        void add(Plan plan, Guarantee training, Network network) {
            for (Dataset.Provenance of : data) leaks.addAll(plan.leaksOf(of));
            one = training;
            published.addAll(training.terms().published());
            derived.addAll(training.terms().derived());
            notes.addAll(training.terms().given());
            networks.addAll(network.assumptions());
            byUser.addAll(training.terms().byUser());
        }

        List<String> stated() {
            return Stream.concat(byUser.stream(), stated.stream()).toList();
        }

        /** @param choice the law, the candidates and the score, in words */
        Guarantee guarantee(Event event, double found, Accountant accountant, String choice) {
            StatedPair.statements(event).forEach(s -> stated.add("Stated by the user, and not proved here: " + s));
            boolean holds = leaks.isEmpty() && Double.isFinite(found);
            List<String> uncovered = new ArrayList<>(one.terms().uncovered());
            uncovered.removeIf(s -> s.startsWith("Choosing this run"));
            uncovered.add(UNCOVERED);
            List<String> remarks = new ArrayList<>(List.of(BEST + ", " + choice + "."));
            for (Set<String> more : List.of(networks, stated, leaks)) remarks.addAll(more);
            Verdict verdict = stated.isEmpty() ? Verdict.IDEAL : Verdict.GIVEN;
            return Guarantee.of(one.unit(), one.relation())
                    .by(
                            accountant.name() + " of a selection",
                            holds ? found : Double.POSITIVE_INFINITY,
                            one.delta(),
                            holds ? verdict.by(accountant.proves(event)) : Verdict.UNSOUND,
                            new GuaranteeTerms(
                                    List.copyOf(published),
                                    List.copyOf(derived),
                                    List.copyOf(notes),
                                    uncovered,
                                    remarks,
                                    List.copyOf(byUser)));
        }
    }

    /** How the remarks on its guarantee begin. */
    static final String BEST = "The best of a random number of trainings";

    private SelectionRun(PrivateSelection.Prepared ready, TrainingView view, Streams streams, Path folder) {
        this.ready = ready;
        this.view = view;
        this.streams = streams;
        file = folder == null ? null : folder.resolve(Checkpoint.FILE);
    }

    /** Draws the number, or goes on. */
    static SelectionRun open(PrivateSelection.Prepared ready, TrainingView view, Streams streams, Path folder)
            throws IOException {
        SelectionRun run = new SelectionRun(ready, view, streams, folder);
        try {
            if (folder == null) {
                run.charge();
                run.state = run.begun();
            } else run.restore(folder);
            return run;
        } catch (IOException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    private RandomStream coins(String what) {
        return streams.stream("selection").fork(what);
    }

    private SelectionState begun() {
        return SelectionState.begun(fingerprint, ready.event().runs().draw(coins("number")), streams.isSecure());
    }

    private void restore(Path folder) throws IOException {
        place = LedgerFolder.lock(folder, "selection", Checkpoint.FILE);
        Map<String, String> facts = facts();
        String data = ViewHash.hash(view);
        fingerprint = Sha256.of(facts + data + ready.score().provenance());
        if (Files.exists(file)) state = SelectionState.load(file, fingerprint).goingOn();
        else if (place.isSpentOn())
            throw new IOException("the ledger " + place.file() + " is charged with a selection, and its state " + file
                    + " is gone; whoever chooses anew spends anew: use another folder");
        else save(begun());
        ledger = place.open(facts, data, null);
        if (ledger.ended() && !state.ended())
            throw new IOException("by its ledger " + place.file()
                    + " this selection has ended, and its last state is gone;" + " use another folder");
        charge();
        if (ledger.nextStep() == 1) ledger.begin(1, ready.event());
    }

    /** Charges all of it, once, to the budget, where there is one. */
    private void charge() throws IOException {
        if (ready.budget() == null) return;
        Budget.Neighbours of = new Budget.Neighbours(
                ready.guarantee().unit(), ready.guarantee().relation());
        share = new BudgetShare(ready.budget(), of, view, ledger);
        double most = 0;
        for (PrivateSelection.Candidate c : ready.candidates()) {
            Network network =
                    c.model().network(view.features().width(), view.labels().classes());
            most = Math.max(
                    most,
                    c.plan().noise().variation()
                            * c.plan().numbers(network)
                            * c.plan().steps());
        }
        double delta = ready.guarantee().delta(),
                variation = most * ready.event().runs().mean();
        share.charge(1, 1, new Budget.Spending(ready.event(), variation, delta));
    }

    /** What is public, and fixed before anything is drawn. */
    private Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        for (PrivateSelection.Candidate c : ready.candidates()) {
            Trainer trainer = trainer(c, streams);
            Network network =
                    c.model().network(view.features().width(), view.labels().classes());
            facts.put(
                    "candidate " + c.name(),
                    TrainingFolder.facts(
                                    trainer,
                                    network,
                                    view,
                                    c.plan().ofParts(view, c.model()),
                                    c.optimizer().get().name())
                            .toString());
        }
        facts.put("law", EventText.settings(ready.event().runs()));
        facts.put("score", ready.score().toString());
        if (!ready.given().isEmpty()) facts.put("given by the user", EventText.settings(ready.given()));
        if (ready.budget() != null) facts.put("charged to", ready.budget().toString());
        facts.put("streams", streams.toString());
        facts.put("delta", EventText.settings(ready.guarantee().delta()));
        return facts;
    }

    private static Trainer trainer(PrivateSelection.Candidate candidate, Streams streams) {
        return candidate.plan().trainer(candidate.model(), streams).optimizer(candidate.optimizer());
    }

    private void save(SelectionState next) throws IOException {
        if (file != null) next.save(file);
        state = next;
    }

    Optional<PrivateSelection.Chosen> choose() throws InterruptedException, IOException {
        while (state.done() < state.count()) {
            if (Thread.interrupted()) throw stopped();
            try {
                save(after(state.done()));
            } catch (TrainingStopped e) {
                throw stopped();
            } catch (RuntimeException e) {
                if (!streams.isSecure()) throw e;
                // A score may fail by what it sees; the training is taken anew.
                if (!(e instanceof StepFailed)) save(state.unsound());
                // Which training failed, and where, is as secret as their number.
                throw new IllegalStateException("a training of the selection failed" + advice());
            }
        }
        if (!state.ended()) save(state.atItsEnd());
        if (ledger != null && !ledger.ended()) ledger.end();
        if (share != null) share.end();
        return state.best() < 0 ? Optional.empty() : Optional.of(chosen());
    }

    private SelectionState after(int index) {
        int drawn = coins("candidates").fork(index).nextInt(ready.candidates().size());
        Streams own = streams.isSecure()
                ? Streams.secure()
                : Streams.seed(coins("seeds").fork(index).nextLong());
        Trained next = trainer(ready.candidates().get(drawn), own).unnoticed(view);
        byte[] weights = next.parameters().save(); // before a score sees them
        double score = ready.score().of(next, coins("scores").fork(index));
        boolean sound = state.sound() && next.guarantee().verdict() == Verdict.SOUND;
        // What is no number is below all numbers, and is not released.
        boolean leads = !Double.isNaN(score)
                && (state.best() < 0 || score > state.score() || score == state.score() && drawn < state.best());
        return leads ? state.led(sound, drawn, score, weights, next.run().json()) : state.behind(sound);
    }

    private PrivateSelection.Chosen chosen() throws IOException {
        PrivateSelection.Candidate best = ready.candidates().get(state.best());
        Network network =
                best.model().network(view.features().width(), view.labels().classes());
        Parameters parameters = network.initial(Streams.seed(0).stream("replaced"));
        parameters.load(state.weights());
        Guarantee held = state.sound() && ready.guarantee().verdict() == Verdict.IDEAL
                ? ready.guarantee().with(Verdict.SOUND, ready.guarantee().terms())
                : ready.guarantee();
        if (state.resumed()) held = held.with(held.verdict(), held.terms().assuming(List.of(RunVerdict.INTERRUPTED)));
        if (share != null) held = held.with(held.verdict(), held.terms().covering(BudgetShare.OTHERS, share.charged()));
        Run run = Trainer.Memory.here().keep(Run.parse(state.run()).guaranteed(List.of(held)));
        Trained trained = new Trained(best.model(), network, parameters, run, null);
        return new PrivateSelection.Chosen(best.name(), trained, state.score(), held);
    }

    private InterruptedException stopped() {
        return new InterruptedException("the selection was stopped" + advice());
    }

    private String advice() {
        return file == null ? "; it has spent its budget" : "; the same selection goes on from " + file;
    }

    @Override
    public void close() {
        if (place != null) place.close();
    }
}
