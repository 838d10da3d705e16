package dpgnn.train;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What the next training of a private selection depends on. All of it is private: the number of trainings, how many are done, and
 * which candidate leads. Only its owner may read its file, whose name and first line say so.
 *
 * @param of the hash of what is public about the selection and of its data; the state of another selection is refused
 * @param count how many trainings there are
 * @param sound whether all trainings so far were
 * @param best which candidate leads; -1 for none
 * @param weights of the leader
 * @param run the leader's record, as JSON
 */
record SelectionState(
        String of,
        int count,
        int done,
        boolean ended,
        boolean resumed,
        boolean sound,
        int best,
        double score,
        byte[] weights,
        String run) {
    private static final byte[] FIRST_LINE =
            "private: do not publish. A selection of dpgnn, form 1\n".getBytes(StandardCharsets.US_ASCII);

    /** Before the first training. */
    static SelectionState begun(String of, int count, boolean sound) {
        return new SelectionState(of, count, 0, false, false, sound, -1, 0, new byte[0], "");
    }

    SelectionState unsound() {
        return new SelectionState(of, count, done, ended, resumed, false, best, score, weights, run);
    }

    /** Interrupted, unless it had ended, and gone on. */
    SelectionState goingOn() {
        return new SelectionState(of, count, done, ended, resumed || !ended, sound, best, score, weights, run);
    }

    SelectionState atItsEnd() {
        return new SelectionState(of, count, done, true, resumed, sound, best, score, weights, run);
    }

    /** After one more training, which does not lead. */
    SelectionState behind(boolean isSound) {
        return new SelectionState(of, count, done + 1, false, resumed, isSound, best, score, weights, run);
    }

    /** After one more training, which leads. */
    SelectionState led(boolean isSound, int by, double itsScore, byte[] itsWeights, String itsRun) {
        return new SelectionState(of, count, done + 1, false, resumed, isSound, by, itsScore, itsWeights, itsRun);
    }

    void save(Path path) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(FIRST_LINE);
            out.writeUTF(of);
            out.writeInt(count);
            out.writeInt(done);
            out.writeBoolean(ended);
            out.writeBoolean(resumed);
            out.writeBoolean(sound);
            out.writeInt(best);
            out.writeDouble(score);
            Checkpoint.part(out, weights);
            Checkpoint.part(out, run.getBytes(StandardCharsets.UTF_8));
        }
        Checkpoint.write(path, bytes.toByteArray());
    }

    /** @throws IOException where it is damaged, of another selection or of a training */
    static SelectionState load(Path path, String of) throws IOException {
        byte[] content = Checkpoint.read(path);
        SelectionState stored =
                Checkpoint.begins(content, FIRST_LINE) ? parsed(content) : former(Checkpoint.load(path), of);
        if (stored == null || !stored.of.equals(of))
            throw new IOException(path + " is of another selection, or of a training: candidates, score, law, budget,"
                    + " data, seed and backend must be the same; use another folder, which spends its own budget");
        return stored;
    }

    private static SelectionState parsed(byte[] content) throws IOException {
        try (DataInputStream in = new DataInputStream(
                new ByteArrayInputStream(content, FIRST_LINE.length, content.length - FIRST_LINE.length))) {
            return new SelectionState(
                    in.readUTF(),
                    in.readInt(),
                    in.readInt(),
                    in.readBoolean(),
                    in.readBoolean(),
                    in.readBoolean(),
                    in.readInt(),
                    in.readDouble(),
                    Checkpoint.part(in),
                    new String(Checkpoint.part(in), StandardCharsets.UTF_8));
        }
    }

    /** Of the version that kept a selection in the fields of a training's checkpoint; null for another's. */
    private static SelectionState former(Checkpoint c, String of) {
        if (!c.plan().equals(of)) return null;
        ByteBuffer leader = ByteBuffer.wrap(c.optimizer());
        boolean sound = leader.get() == 1;
        return new SelectionState(
                c.plan(),
                Math.toIntExact(c.past().leftOut()),
                Math.toIntExact(c.step()),
                c.ended(),
                c.past().resumed(),
                sound,
                leader.getInt(),
                leader.getDouble(),
                c.weights(),
                new String(c.history(), StandardCharsets.UTF_8));
    }
}
