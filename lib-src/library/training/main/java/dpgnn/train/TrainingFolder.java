package dpgnn.train;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dpgnn.base.Sha256;
import dpgnn.base.Shipped;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.ledger.Budget;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.StepCoins;
import dpgnn.sampling.Sampler;
import dpgnn.train.folder.BudgetShare;
import dpgnn.train.folder.LedgerBinding;
import dpgnn.train.folder.StepAccount;
import dpgnn.train.folder.ViewHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The folder of a training: its checkpoint, and a private training's ledger. Without a folder it keeps nothing.
 *
 * <p>The ledger may be published: its header has the plan and other choices, and a random number. Files that must not be
 * published have names that begin with {@code private-}: the {@link Checkpoint}, and the {@link LedgerBinding} of that number
 * to the data.
 *
 * <p><b>Guarantee.</b> One training at a time works in a folder, from before it looks at any file until its end: the lock is
 * taken first ({@link LedgerFolder}). The ledger records every step before the step is taken. A seeded training that continues
 * from a checkpoint takes the steps after it again, with the same coins and hence the same results, which reveals nothing new
 * and is not charged again. A secure training cannot repeat its noise: a step that it takes again is charged again, and it
 * ends when the ledger holds as many steps as were planned.
 *
 * <p>Proof: docs/proofs.md, lemma 48.
 */
final class TrainingFolder implements AutoCloseable {
    /** Steps of a seeded training that one line of the ledger announces. */
    private static final long BLOCK = 64;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Path checkpointFile;
    private final Schedule schedule;
    private final boolean secure;
    /** Every public choice, and the hash of the data: what a checkpoint must have in common with the training. */
    private String fingerprint = "";

    private LedgerFolder place;
    private Ledger ledger;
    private LedgerRecord.Head restoredHead;
    private Checkpoint restored;
    /** Steps that are done. */
    private long done;

    /** The facts of a training that may be held in memory, without the data; null for all others. */
    private String heldBy;

    private TrainingView heldOf;

    private Trainer.Memory memory;

    /** Null where the run is charged to no budget. */
    private BudgetShare share;

    /** Null where no step can be taken again. */
    private StepAccount account;

    private StepCoins coins;

    private long stateEvery;

    private Checkpoint.Past past = Checkpoint.Past.NONE;

    private TrainingFolder(Path folder, Schedule schedule, boolean secure) {
        this.folder = folder;
        checkpointFile = folder == null ? null : folder.resolve(Checkpoint.FILE);
        this.schedule = schedule;
        this.secure = secure;
    }

    /** Keeps nothing. */
    static TrainingFolder none() {
        return new TrainingFolder(null, null, false);
    }

    static TrainingFolder open(Trainer trainer, Training training) throws IOException {
        Schedule schedule = training.schedule();
        Map<String, String> facts = trainer.folder == null ? Map.of() : facts(trainer, training);
        TrainingFolder opened = open(trainer, training.view(), facts, schedule, schedule != null);
        opened.goOnFromMemory(trainer, training);
        if (trainer.budget == null) return opened;
        try {
            opened.charge(1, schedule.steps(), schedule.spending(), schedule.plan());
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * For a training of these facts.
     *
     * @param schedule null where there is none, or where it may change
     * @param spends whether it has a ledger
     */
    static TrainingFolder open(
            Trainer trainer, TrainingView view, Map<String, String> facts, Schedule schedule, boolean spends)
            throws IOException {
        TrainingFolder opened = new TrainingFolder(trainer.folder, schedule, trainer.streams.isSecure());
        try {
            if (opened.folder == null) {
                opened.shareBudget(trainer, view);
                return opened;
            }
            opened.place = LedgerFolder.lock(opened.folder, "training", Checkpoint.FILE);
            opened.requireContinuable();
            String data = ViewHash.hash(view);
            if (trainer.coins != null) {
                opened.coins = trainer.coins;
                opened.stateEvery = trainer.stateEvery;
                opened.account = opened.place.isSpentOn()
                        ? StepAccount.resume(opened.folder, schedule.steps())
                        : StepAccount.create(opened.folder, schedule.steps());
                facts.putAll(opened.account.header(data, trainer.stateEvery));
            }
            Map<String, String> of = new TreeMap<>(facts);
            of.put("graph, features and labels", data);
            opened.fingerprint = JSON.writeValueAsString(of);
            opened.readCheckpoint();
            if (spends) opened.openLedger(facts, data);
            opened.shareBudget(trainer, view);
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private void shareBudget(Trainer trainer, TrainingView view) throws IOException {
        if (trainer.budget == null) return;
        Budget.Neighbours of = trainer.plan().neighbours();
        share = new BudgetShare(trainer.budget, of, view, ledger);
    }

    /** Charges steps to the budget, where there is one; see {@link BudgetShare#charge}. */
    void charge(long from, long to, Budget.Spending spending, Plan by) throws IOException {
        if (share != null) share.charge(from, to, spending, by.neighbours());
    }

    /** What is said of the charges; null where there are none. */
    String charged() {
        return share == null ? null : share.charged();
    }

    /** What is public about a training, in words that are the same on every version of Java. */
    static Map<String, String> facts(Trainer trainer, Training training) {
        return facts(
                trainer,
                training.network(),
                training.view(),
                training.schedule(),
                training.optimizer().name());
    }

    /** @param schedule null where there is none, or where it may change */
    static Map<String, String> facts(
            Trainer trainer, Network network, TrainingView view, Schedule schedule, String optimizer) {
        Map<String, String> facts = new TreeMap<>();
        String model = trainer.model instanceof Record record ? EventText.settings(record) : network.name();
        facts.put("model", model + " with " + network.size() + " parameters");
        facts.put("optimizer", optimizer);
        facts.put("streams", trainer.streams.toString());
        facts.put("data", view.name());
        if (trainer.budget != null) facts.put("charged to", trainer.budget.toString());
        facts.put("backend", Training.machine() + " on " + System.getProperty("os.arch"));
        if (schedule == null) return facts;
        Plan plan = schedule.plan();
        facts.put("sampler", EventText.settings(plan.sampler()));
        facts.put("clip", EventText.settings(plan.clip()));
        facts.put("noise", plan.noise().name());
        facts.put("steps", EventText.settings(schedule.steps()));
        facts.put("deviation", EventText.settings(schedule.deviation()));
        facts.put("delta", EventText.settings(plan.delta()));
        facts.put("accountant", plan.accountant().name());
        facts.put("unit", plan.sampler().unit().name());
        facts.put("relation", plan.relation().name());
        facts.put("leaks", EventText.settings(List.of(plan.leaks(), plan.leaksOf(view.provenance()))));
        if (trainer.exact) facts.put("sums", "exact");
        List<String> byUser = schedule.byUser();
        if (!byUser.isEmpty()) facts.put("given by the user", EventText.settings(byUser));
        facts.put("events", Sha256.of(schedule.spent(schedule.steps()).canonical()));
        return facts;
    }

    /**
     * Finds where an interrupt stopped the same training in this process. Only a seeded training of parts that the library ships
     * is held, which goes on bit for bit as if it had not been stopped: of other parts nobody knows whether they are the same, and a
     * listener that gathers what it hears would miss the steps before.
     */
    private void goOnFromMemory(Trainer trainer, Training training) throws IOException {
        boolean plain = schedule == null;
        Sampler sampler =
                plain ? ((PlainTrainer) trainer).sampler() : schedule.plan().sampler();
        if (folder != null
                || secure
                || trainer.probe != null
                || !trainer.listeners.stream().allMatch(Listener::mayMissSteps)
                || !plain && !schedule.byUser().isEmpty()
                || Shipped.foreign(sampler, Sampler.class) != null
                || Shipped.foreign(trainer.model, Model.class) != null
                || Shipped.foreign(training.optimizer(), Optimizer.class) != null) return;
        Map<String, String> facts = facts(trainer, training);
        facts.put("sampler", EventText.settings(sampler));
        facts.put("run", trainer.experiment + trainer.parameters + trainer.followed.keySet());
        if (plain) facts.put("steps", String.valueOf(((PlainTrainer) trainer).steps()));
        heldBy = JSON.writeValueAsString(facts);
        heldOf = training.view();
        memory = trainer.memory;
        restored = memory.release(heldBy, heldOf);
    }

    /** Whether it goes on from where an interrupt stopped it in this process. */
    boolean goesOn() {
        return heldBy != null && restored != null;
    }

    /** Holds in memory where an interrupt stops a training that has no folder. */
    void hold(long step, Parameters parameters, Optimizer optimizer, Map<String, List<Run.Point>> history, double clip)
            throws IOException {
        if (heldBy == null) return;
        byte[] points = JSON.writeValueAsBytes(history);
        memory.hold(
                heldBy,
                heldOf,
                new Checkpoint(heldBy, step, false, past, "", 0, clip, parameters.save(), optimizer.save(), points));
    }

    private void readCheckpoint() throws IOException {
        if (!Files.exists(checkpointFile)) return;
        restored = Checkpoint.load(checkpointFile);
        past = restored.past();
        if (!restored.plan().equals(fingerprint))
            throw new IOException("the checkpoint " + checkpointFile + " is of another training, which differs in "
                    + differences(restored.plan(), fingerprint)
                    + ": plan, model, optimiser, data, seed and backend must be the same; use another folder");
        if (!restored.ledgerHead().isEmpty())
            restoredHead = new LedgerRecord.Head(restored.ledgerLines(), restored.ledgerHead());
    }

    /** The names of the facts that differ, never their values: one of them is a hash of private data. */
    private static String differences(String written, String here) throws IOException {
        return LedgerFolder.differences(
                JSON.readValue(written, new TypeReference<TreeMap<String, String>>() {}),
                JSON.readValue(here, new TypeReference<TreeMap<String, String>>() {}));
    }

    private void requireContinuable() throws IOException {
        if (!secure || schedule == null || !place.isSpentOn()) return;
        Plan plan = schedule.plan();
        if (plan.isExact() || plan.sampler().epochSteps() > 1)
            throw new IOException((plan.isExact() ? "an exact plan" : plan.sampler() + " in a plan")
                    + " with secure streams cannot be continued, because its draws are not stored;"
                    + " what it spent is in " + place.file());
    }

    private void openLedger(Map<String, String> facts, String data) throws IOException {
        if (restored != null && !place.isSpentOn())
            throw new IOException("the ledger " + place.file() + " is gone although there is a checkpoint of step "
                    + restored.step() + "; without it nobody knows what was spent");
        ledger = place.open(facts, data, restoredHead);
        if (secure && restored == null && ledger.nextStep() > 1 && !ledger.ended()) place.requireNothingBeside();
        if (ledger.ended() && (restored == null || !restored.ended()))
            throw new IOException("by its ledger " + place.file()
                    + " this training has ended, and its last checkpoint is" + " gone; use another folder");
    }

    /** Null where there is no folder, or nothing is spent. */
    Ledger ledger() {
        return ledger;
    }

    /** Puts the training where the checkpoint left it; returns how many steps are done. */
    long restore(Parameters parameters, Optimizer optimizer, Map<String, List<Run.Point>> history) throws IOException {
        if (secure && ledger != null && ledger.nextStep() > 1 && !hadEnded())
            past = new Checkpoint.Past(past.leftOut(), past.lost(), true);
        if (restored == null) return 0;
        done = restored.step();
        parameters.load(restored.weights());
        optimizer.load(restored.optimizer());
        history.putAll(JSON.readValue(
                restored.history(), new TypeReference<TreeMap<String, java.util.ArrayList<Run.Point>>>() {}));
        return restored.step();
    }

    /** The threshold to which the checkpoint's clip had moved; 0 where there is none. */
    double clip() {
        return restored == null ? 0 : restored.clip();
    }

    /** The step to end at: earlier than planned where a secure training lost steps that it had announced. */
    long last(long steps) {
        if (restored != null && restored.ended()) return restored.step();
        if (ledger == null || !secure) return steps;
        long spent = ledger.nextStep() - 1;
        // What a listener left out may have been paid for before the training was cut short.
        boolean forfeited = past.leftOut() > 0 && spent == done + past.lost() + past.leftOut();
        if (!forfeited) past = new Checkpoint.Past(past.leftOut(), spent - done, past.resumed());
        return Math.max(done, steps - (spent - done));
    }

    /** Puts a step, counted from 0, on record before it is taken. */
    void intend(long step, long last, Supplier<byte[]> state) throws IOException {
        done = step + 1;
        if (ledger == null) return;
        if (account != null) {
            byte[] now = step % stateEvery == 0 ? state.get() : null;
            account.announce(ledger, step, schedule.event(step), now, coins);
            return;
        }
        if (secure) {
            ledger.spend(schedule.event(step), 1);
            return;
        }
        if (step + 1 < ledger.nextStep()) return;
        Event event = schedule.event(step);
        long end = step + 1;
        while (end < last && end < step + BLOCK && schedule.event(end).equals(event)) end++;
        ledger.beginBlock(step + 1, end, event);
    }

    /** A listener ends the training with so many steps to go, or fails there. */
    void leaveOut(long steps) {
        past = new Checkpoint.Past(Math.max(past.leftOut(), steps), past.lost(), past.resumed());
    }

    /** Pays for the steps that are left out: when to stop may have been read off private data. */
    void forfeit(long from, long to) {
        if (ledger == null) return;
        long step = secure ? from : Math.max(from, ledger.nextStep() - 1);
        while (step < to) {
            Event event = schedule.event(step);
            long end = step + 1;
            while (end < to && schedule.event(end).equals(event)) end++;
            ledger.spend(event, end - step);
            step = end;
        }
    }

    /** Whether the training had ended when the folder was opened. */
    boolean hadEnded() {
        return restored != null && restored.ended();
    }

    /** How the training went, in this process and those before it. */
    Checkpoint.Past past() {
        return past;
    }

    /** Puts the end mark on the ledger. Not before the last checkpoint is stored: without it nothing could show the end. */
    void end(Supplier<byte[]> state) throws IOException {
        if (ledger != null && !ledger.ended())
            ledger.end(account == null ? Map.of() : StepAccount.end(account.start(), state.get()));
        if (share != null) share.end();
    }

    /** Stores where the training stands, and whether that is its end. */
    void save(
            long step,
            boolean ended,
            Parameters parameters,
            Optimizer optimizer,
            Map<String, List<Run.Point>> history,
            double clip)
            throws IOException {
        if (checkpointFile == null) return;
        LedgerRecord.Head head = ledger == null ? null : ledger.head();
        new Checkpoint(
                        fingerprint,
                        step,
                        ended,
                        past,
                        head == null ? "" : head.hash(),
                        head == null ? 0 : head.entries(),
                        clip,
                        parameters.save(),
                        optimizer.save(),
                        JSON.writeValueAsBytes(history))
                .save(checkpointFile);
    }

    /** Everything that was spent when this many steps are done. */
    Event spent(long steps) {
        return ledger == null ? schedule.spent(steps) : ledger.total();
    }

    long spentSteps(long steps) {
        return ledger == null ? steps : ledger.nextStep() - 1;
    }

    /** How to go on, for the end of a message. */
    String advice() {
        if (heldBy != null) return "; the same training, run again in this process, goes on from there";
        return checkpointFile == null || !Files.exists(checkpointFile)
                ? ""
                : "; the same training continues from " + checkpointFile;
    }

    /** What the first weights of an accountable training are drawn from. */
    byte[] start() {
        return account.start();
    }

    @Override
    public void close() {
        try {
            if (account != null) account.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (place != null) place.close();
        }
    }
}
