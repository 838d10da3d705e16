package dpgnn.predict;

import dpgnn.base.AtomicFile;
import dpgnn.privacy.Event;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.train.folder.LedgerBinding;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts answers, charges them before they are computed, and remembers them. With a folder, the training and all answers are in one
 * ledger, which the answers' file never gets ahead of; without one, everything is in memory and gone with the process.
 *
 * <p><b>Guarantee.</b> An answer is on the ledger before it is computed, and on the disk before anybody sees it. Who was killed between
 * the two has lost an answer, and nobody has seen it; who goes on gives the same answers to the same questions. One process at a time
 * has the ledger.
 *
 * <p>Proof: docs/proofs.md, lemma 64.
 */
final class AnswerLog implements AutoCloseable {
    private static final String LEDGER = "ledger.jsonl";
    private static final String ANSWERS = "private-answers.txt";
    private static final String FIRST = "private: who asked what, and what noise was added for whom.\n";

    /** Lines before the first answer's: the training, and what all answers cost together. */
    static final long OPENING = 2;

    private final NeighbourVotes votes;
    private final Map<Integer, double[]> known = new HashMap<>();
    private Ledger ledger;
    private RandomAccessFile file;
    private Path path;
    private long asked;
    private boolean broken;

    private AnswerLog(NeighbourVotes votes) {
        this.votes = votes;
    }

    /** What else is charged. */
    interface Charging {
        void charge(Ledger ledger) throws IOException;
    }

    static AnswerLog inMemory(NeighbourVotes votes) {
        return new AnswerLog(votes);
    }

    /**
     * Begins in a folder, or goes on there.
     *
     * @param facts what is public about the predictor; those of the ledger must be the same
     * @param charging charges all answers elsewhere, before the first
     */
    static AnswerLog open(
            Path folder,
            NeighbourVotes votes,
            Event training,
            Map<String, String> facts,
            String data,
            int classes,
            Charging charging) {
        AnswerLog log = new AnswerLog(votes);
        try {
            AtomicFile.createFolder(folder);
            log.path = folder.resolve(ANSWERS);
            log.openLedger(folder, new TreeMap<>(facts), data);
            charging.charge(log.ledger);
            if (log.ledger.nextStep() <= 1) log.ledger.spend(training, 1);
            if (log.ledger.nextStep() <= OPENING) log.ledger.spend(votes.opening(), 1);
            log.asked = log.ledger.nextStep() - 1 - OPENING;
            log.read(classes);
            log.endIfAllAreGiven();
            return log;
        } catch (IOException e) {
            log.close();
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    private void openLedger(Path folder, Map<String, String> facts, String data) throws IOException {
        Path at = folder.resolve(LEDGER);
        boolean begun = Files.exists(at)
                && Files.readString(at, StandardCharsets.ISO_8859_1).contains("\n");
        if (!begun) {
            LedgerBinding binding = LedgerBinding.fresh(data);
            facts.put("run", binding.run());
            ledger = Ledger.create(at, facts);
            binding.save(folder);
            AtomicFile.writePrivate(path, FIRST.getBytes(StandardCharsets.US_ASCII));
            return;
        }
        ledger = Ledger.resume(at);
        if (ledger.nextStep() == 1) {
            // It was killed before anything was charged: what belongs to the ledger may be missing.
            LedgerBinding binding = new LedgerBinding(ledger.facts().getOrDefault("run", ""), data);
            binding.save(folder);
            AtomicFile.writePrivate(path, FIRST.getBytes(StandardCharsets.US_ASCII));
        }
        LedgerBinding binding = LedgerBinding.load(folder);
        facts.put("run", binding.run());
        TreeSet<String> differ = new TreeSet<>(facts.keySet());
        differ.addAll(ledger.facts().keySet());
        differ.removeIf(name -> Objects.equals(facts.get(name), ledger.facts().get(name)));
        if (!differ.isEmpty())
            throw new IOException("the ledger " + at + " is of another predictor, which differs in "
                    + String.join("; ", differ) + "; use another folder");
        if (!binding.data().equals(data))
            throw new IOException("the ledger " + at + " is of a predictor on other data; use another folder");
    }

    private void read(int classes) throws IOException {
        if (!Files.exists(path))
            throw new NoSuchFileException(path + " is gone although answers are on the ledger: who would be asked again"
                    + " would be paid for twice; use another folder");
        file = new RandomAccessFile(path.toFile(), "rw");
        String text = Files.readString(path, StandardCharsets.US_ASCII);
        // A line without an end was never shown to anybody.
        int whole = text.lastIndexOf('\n') + 1;
        file.setLength(whole);
        file.seek(whole);
        String[] lines = text.substring(0, whole).split("\n");
        long last = 0;
        for (int i = 1; i < lines.length; i++) {
            String[] words = lines[i].split(" ");
            if (words.length != 2 + classes)
                throw new IOException(path + " is damaged: line " + (i + 1) + " must have " + (2 + classes)
                        + " words, had " + words.length);
            try {
                long number = Long.parseLong(words[0]);
                if (number <= last || number > asked)
                    throw new IOException(path + " has answer " + number + " in line " + (i + 1)
                            + " where one from " + (last + 1) + " to " + asked + " must be: the ledger has " + asked
                            + " answers, its end was cut off, or lines were added");
                last = number;
                double[] noisy = new double[classes];
                for (int c = 0; c < classes; c++)
                    noisy[c] = Double.longBitsToDouble(Long.parseUnsignedLong(words[2 + c], 16));
                known.put(Integer.valueOf(words[1]), noisy);
            } catch (NumberFormatException e) {
                throw new IOException(path + " is damaged: line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
    }

    /** The noisy votes that were given for this node; null where it was not asked for. */
    double[] known(int node) {
        double[] noisy = known.get(node);
        return noisy == null ? null : noisy.clone();
    }

    /** Charges one more answer and returns its number, from 1; refuses where all are given. */
    long charge() {
        if (left() == 0)
            throw new IllegalStateException("all " + votes.answers()
                    + " answers that were paid for have been given: another one is not covered by the guarantee. Ask again"
                    + " for a node that was answered for, or make a predictor with a budget of its own");
        if (broken)
            throw new IllegalStateException("an answer could not be stored in " + path + "; open the folder again");
        if (ledger != null) ledger.spend(votes.answer(asked + 1), 1);
        return ++asked;
    }

    /** Stores an answer before anybody sees it. */
    void keep(long number, int node, double[] noisy) {
        if (file != null) {
            StringBuilder line = new StringBuilder().append(number).append(' ').append(node);
            for (double x : noisy) line.append(String.format(" %016x", Double.doubleToRawLongBits(x)));
            try {
                file.write(line.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
                file.getFD().sync();
            } catch (IOException e) {
                broken = true;
                throw new UncheckedIOException(
                        AtomicFile.failed("write", path, e).getMessage() + "; the answer is not given", e);
            }
        }
        known.put(node, noisy.clone());
        endIfAllAreGiven();
    }

    private void endIfAllAreGiven() {
        if (left() == 0 && ledger != null && !ledger.ended()) ledger.end();
    }

    long left() {
        return Math.max(0, votes.answers() - asked);
    }

    /** All that is on the ledger; where there is none, what has been charged. */
    Event spent(Event training) {
        if (ledger != null) return ledger.total();
        return new Event.Composed(List.of(
                training, votes.opening(), new Event.Repeated(votes.answer(1), Math.min(asked, votes.charged()))));
    }

    @Override
    public void close() {
        try {
            if (file != null) file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (ledger != null) ledger.close();
        }
    }
}
