package dpgnn.train;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dpgnn.graph.Dataset;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Backend;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Event;
import dpgnn.privacy.Ledger;
import dpgnn.privacy.LedgerRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The folder of a training: its checkpoint, and a private training's ledger. Without a folder it keeps nothing.
 *
 * <p><b>Guarantee.</b> The ledger has every step before the step is taken. A seeded training that continues from a checkpoint
 * takes the steps after it again, with the same coins and hence the same results, which tells nobody anything new and is not
 * charged again. A secure training cannot repeat its noise: what it takes again is charged again, and it ends when the ledger
 * holds as many steps as were planned.
 */
final class Keeper implements AutoCloseable {
    /** Steps of a seeded training that one line of the ledger announces. */
    private static final long BLOCK = 64;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path checkpointFile;
    private final PrivateTrainer.Privacy privacy;
    private final boolean secure;
    private final String fingerprint;
    private Ledger ledger;
    private LedgerRecord.Head restoredHead;
    private Checkpoint restored;
    /** Steps that are done. */
    private long done;
    /** The last step of the block that this process announced. */
    private long begun;

    private Keeper(Path checkpointFile, PrivateTrainer.Privacy privacy, boolean secure, String fingerprint) {
        this.checkpointFile = checkpointFile;
        this.privacy = privacy;
        this.secure = secure;
        this.fingerprint = fingerprint;
    }

    static Keeper open(
            Trainer trainer, Network network, TrainingView view, PrivateTrainer.Privacy privacy, String optimizer)
            throws IOException {
        if (trainer.folder == null) return new Keeper(null, privacy, trainer.streams.isSecure(), "");
        Files.createDirectories(trainer.folder);
        Map<String, String> facts = facts(trainer, network, view, privacy, optimizer);
        Map<String, String> of = new TreeMap<>(facts);
        // Of private data, so not for the ledger, which may be shown to others.
        of.put("graph, features and labels", Content.hash(view));
        Keeper keeper = new Keeper(
                trainer.folder.resolve("checkpoint.bin"),
                privacy,
                trainer.streams.isSecure(),
                JSON.writeValueAsString(of));
        keeper.readCheckpoint();
        if (privacy != null) keeper.openLedger(trainer.folder.resolve("ledger.jsonl"), facts);
        return keeper;
    }

    private static Map<String, String> facts(
            Trainer trainer, Network network, TrainingView view, PrivateTrainer.Privacy privacy, String optimizer) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("model", network.name() + " with " + network.size() + " parameters");
        facts.put("optimizer", optimizer);
        facts.put("streams", trainer.streams.toString());
        facts.put("data", view.name() + " " + hash(view));
        facts.put("plan", privacy == null ? "none" : privacy.plan + ", " + privacy.schedule.steps() + " steps");
        facts.put("backend", Backend.found().name() + " on " + System.getProperty("os.arch"));
        facts.put("noise", privacy == null ? "none" : String.valueOf(privacy.schedule.deviation()));
        return facts;
    }

    private static String hash(TrainingView view) {
        StringBuilder all = new StringBuilder();
        for (Dataset.Source source : view.provenance().sources())
            all.append(source.sha256()).append('\n');
        all.append(view.provenance().notes()).append(view.graph().nodes()).append(' ');
        all.append(view.graph().directedEdges())
                .append(' ')
                .append(view.participants().announcedRoots());
        return Sha256.of(all.toString()).substring(0, 16);
    }

    private void readCheckpoint() throws IOException {
        if (!Files.exists(checkpointFile)) return;
        restored = Checkpoint.load(checkpointFile);
        if (!restored.plan().equals(fingerprint))
            throw new IOException("the checkpoint " + checkpointFile + " is of another training, which differs in "
                    + differences(restored.plan(), fingerprint)
                    + ": plan, model, optimiser, data, seed and backend must be the same; use another folder");
        if (!restored.ledgerHead().isEmpty())
            restoredHead = new LedgerRecord.Head(restored.ledgerLines(), restored.ledgerHead());
    }

    /** The names of the facts that differ, never their values: one of them is a hash of private data. */
    private static String differences(String written, String here) throws IOException {
        Map<String, String> before = JSON.readValue(written, new TypeReference<TreeMap<String, String>>() {});
        Map<String, String> now = JSON.readValue(here, new TypeReference<TreeMap<String, String>>() {});
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        names.removeIf(name -> Objects.equals(before.get(name), now.get(name)));
        return String.join("; ", names);
    }

    private void openLedger(Path file, Map<String, String> facts) throws IOException {
        if (restored == null && Files.exists(file) && !Files.readString(file).contains("\n")) {
            Files.delete(file); // It was cut off before its header was whole: nothing had been spent.
        }
        if (!Files.exists(file)) {
            if (restored != null)
                throw new IOException("the ledger " + file + " is gone although there is a checkpoint of step "
                        + restored.step() + "; without it nobody knows what was spent");
            ledger = Ledger.create(file, facts);
            return;
        }
        ledger = restoredHead == null ? Ledger.resume(file) : Ledger.resume(file, restoredHead);
        if (!ledger.facts().equals(facts)) {
            ledger.close();
            throw new IOException("the ledger " + file + " is of another training; use another folder");
        }
        if (secure && privacy.plan.isExact())
            throw new IOException(
                    "an exact plan with secure streams cannot be continued, because its draws are not stored;"
                            + " what it spent is in " + file);
    }

    /** Puts the training where the checkpoint left it; returns how many steps are done. */
    long restore(Parameters parameters, Optimizer optimizer, Map<String, List<Run.Point>> history) throws IOException {
        if (restored == null) return 0;
        done = restored.step();
        parameters.load(restored.weights());
        optimizer.load(restored.optimizer());
        history.putAll(JSON.readValue(
                restored.history(), new TypeReference<TreeMap<String, java.util.ArrayList<Run.Point>>>() {}));
        return restored.step();
    }

    /** The step to end at: earlier than planned where a secure training lost steps that it had announced. */
    long last(long steps) {
        if (restored != null && restored.ended()) return restored.step();
        if (ledger == null || !secure) return steps;
        long lost = ledger.nextStep() - 1 - done;
        return Math.max(done, steps - lost);
    }

    /** Puts a step, counted from 0, on record before it is taken. */
    void intend(long step, long last) {
        done = step + 1;
        if (ledger == null) return;
        if (secure) {
            ledger.spend(privacy.event(step), 1);
            return;
        }
        if (step + 1 < ledger.nextStep()) return;
        Event event = privacy.event(step);
        long end = step + 1;
        while (end < last && end < step + BLOCK && privacy.event(end).equals(event)) end++;
        ledger.beginBlock(step + 1, end, event);
        begun = end;
    }

    /**
     * Takes back what was announced and will never be taken, because the training has ended for good. One that is only
     * interrupted must not: it takes those steps when it continues.
     */
    void settle(long step) {
        if (ledger == null || begun <= step) return;
        ledger.settle(step);
        begun = step;
    }

    /** Pays for the steps that a listener made the training leave out: when to stop may have been read off private data. */
    void forfeit(long from, long to) {
        for (long step = from; step < to; step++) intend(step, to);
        done = from;
    }

    /** Stores where the training stands, and whether that is its end. */
    void save(
            long step, boolean ended, Parameters parameters, Optimizer optimizer, Map<String, List<Run.Point>> history)
            throws IOException {
        if (checkpointFile == null) return;
        LedgerRecord.Head head = ledger == null ? null : ledger.head();
        new Checkpoint(
                        fingerprint,
                        step,
                        ended,
                        head == null ? "" : head.hash(),
                        head == null ? 0 : head.entries(),
                        parameters.save(),
                        optimizer.save(),
                        JSON.writeValueAsBytes(history))
                .save(checkpointFile);
    }

    /** Everything that was spent when this many steps are done. */
    Event spent(long steps) {
        return ledger == null ? privacy.events(steps) : ledger.total();
    }

    long spentSteps(long steps) {
        return ledger == null ? steps : ledger.nextStep() - 1;
    }

    /** How to go on, for the end of a message. */
    String advice() {
        return checkpointFile == null || !Files.exists(checkpointFile)
                ? ""
                : "; the same training continues from " + checkpointFile;
    }

    @Override
    public void close() {
        if (ledger != null) ledger.close();
    }
}
