package dpgnn.train;

import dpgnn.base.AtomicFile;
import dpgnn.base.Sha256;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The state of a training: everything that the next step depends on and that cannot be computed again. Random streams are not
 * part of it. Step t draws from streams that are named after t, so a seeded run continues bit for bit, and a secure run draws
 * fresh noise, which its ledger charges.
 *
 * <p>It is private: the weights after every step are covered by the guarantee, but the history holds figures of private data
 * and the facts hold their hash. Its name and its first line state this, and only its owner may read it.
 *
 * @param plan the facts about the plan, the model, the data (a hash of all of them), the seed and the backend, as JSON; a
 *     checkpoint of another training is refused
 * @param step how many steps are finished
 * @param ended whether the training has ended, and must not be continued
 * @param past what the rest of it must still say
 * @param ledgerHead the hash of the ledger's last line at that moment; a ledger without that line is refused
 * @param ledgerLines how many lines the ledger had
 * @param clip the threshold of the next step where the plan's clip moves, else 0
 */
record Checkpoint(
        String plan,
        long step,
        boolean ended,
        Past past,
        String ledgerHead,
        long ledgerLines,
        double clip,
        byte[] weights,
        byte[] optimizer,
        byte[] history) {
    static final String FILE = "private-checkpoint.bin";

    /**
     * What a statement must say of how the training went.
     *
     * @param leftOut how many steps were still to be taken when a listener ended it, or when a listener or a figure failed
     * @param lost how many steps are paid for and in no weights, since the training was interrupted after them
     * @param resumed whether it was interrupted and went on
     */
    record Past(long leftOut, long lost, boolean resumed) {
        static final Past NONE = new Past(0, 0, false);
    }

    private static final int CHECKSUM = 32;

    private static final byte[] FIRST_LINE =
            "private: do not publish. A checkpoint of dpgnn, form 5\n".getBytes(StandardCharsets.US_ASCII);

    /** Of versions whose clips did not move. */
    private static final byte[] FORM_4 =
            "private: do not publish. A checkpoint of dpgnn, form 4\n".getBytes(StandardCharsets.US_ASCII);

    void save(Path path) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(FIRST_LINE);
            out.writeUTF(plan);
            out.writeLong(step);
            out.writeBoolean(ended);
            out.writeLong(past.leftOut);
            out.writeLong(past.lost);
            out.writeBoolean(past.resumed);
            out.writeUTF(ledgerHead);
            out.writeLong(ledgerLines);
            out.writeDouble(clip);
            for (byte[] part : new byte[][] {weights, optimizer, history}) part(out, part);
        }
        write(path, bytes.toByteArray());
    }

    static Checkpoint load(Path path) throws IOException {
        byte[] content = read(path);
        boolean fourth = begins(content, FORM_4);
        if (!fourth && !begins(content, FIRST_LINE))
            throw damaged(path, "it is of a selection, or was written by another version");
        try (DataInputStream in = new DataInputStream(
                new ByteArrayInputStream(content, FIRST_LINE.length, content.length - FIRST_LINE.length))) {
            return new Checkpoint(
                    in.readUTF(),
                    in.readLong(),
                    in.readBoolean(),
                    new Past(in.readLong(), in.readLong(), in.readBoolean()),
                    in.readUTF(),
                    in.readLong(),
                    fourth ? 0 : in.readDouble(),
                    part(in),
                    part(in),
                    part(in));
        }
    }

    /** Writes a private file, with a checksum at its end. */
    static void write(Path path, byte[] content) throws IOException {
        byte[] all = Arrays.copyOf(content, content.length + CHECKSUM);
        System.arraycopy(Sha256.digest().digest(content), 0, all, content.length, CHECKSUM);
        AtomicFile.writePrivate(path, all);
    }

    /** The content of such a file. */
    static byte[] read(Path path) throws IOException {
        byte[] all = Files.readAllBytes(path);
        int end = all.length - CHECKSUM;
        if (end < FIRST_LINE.length) throw damaged(path, "it has only " + all.length + " bytes");
        byte[] content = Arrays.copyOf(all, end);
        if (!Arrays.equals(Sha256.digest().digest(content), Arrays.copyOfRange(all, end, all.length)))
            throw damaged(path, "its checksum does not match its content");
        return content;
    }

    static boolean begins(byte[] content, byte[] line) {
        return content.length >= line.length && Arrays.equals(line, Arrays.copyOf(content, line.length));
    }

    static void part(DataOutputStream out, byte[] part) throws IOException {
        out.writeInt(part.length);
        out.write(part);
    }

    static byte[] part(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    private static IOException damaged(Path path, String why) {
        return new IOException("checkpoint " + path + " cannot be used: " + why
                + "; start anew in another folder, which spends the budget again");
    }
}
