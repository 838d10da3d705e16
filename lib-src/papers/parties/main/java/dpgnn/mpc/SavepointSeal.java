package dpgnn.mpc;

import dpgnn.base.Sha256;
import dpgnn.mpc.wire.Roster;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals a savepoint with what a party's state belongs to: a session, settings, a roster, and the party's own data. State of
 * another run would be trained on without notice, so a savepoint carries a seal of all four.
 *
 * <p>Each seal is keyed by fresh randomness: two savepoints of the same data do not look alike, and without the file nobody can try
 * likely data against it. Epochs and the distance of savepoints are left out, since a run may be made longer.
 */
final class SavepointSeal {
    static final int LENGTH = 5 * 32;

    private final Map<String, byte[]> parts = new LinkedHashMap<>();

    private SavepointSeal() {}

    static SavepointSeal of(
            String session,
            PpgnnSettings settings,
            PpgnnSizes sizes,
            Roster roster,
            String self,
            PartyProgram program) {
        Map<String, String> agreed = settings.toMap();
        agreed.remove("epochs");
        agreed.remove("checkpointEvery");
        Map<String, String> everybody = sizes.toMap(settings, roster);
        everybody.keySet().removeAll(settings.toMap().keySet());
        SavepointSeal binding = new SavepointSeal();
        binding.parts.put("session", digest(out -> out.writeUTF(session)));
        binding.parts.put("settings", digest(out -> out.writeUTF(agreed.toString())));
        binding.parts.put("roster", digest(out -> out.writeUTF(self + everybody)));
        binding.parts.put("data", digest(program::describe));
        return binding;
    }

    /** A key, and under it one number for each part. */
    byte[] seal() {
        RandomStream stream = Streams.secure().stream("seal");
        ByteBuffer key = ByteBuffer.allocate(32);
        while (key.hasRemaining()) key.putLong(stream.nextLong());
        return seal(key.array());
    }

    private byte[] seal(byte[] key) {
        try {
            ByteArrayOutputStream seal = new ByteArrayOutputStream();
            seal.writeBytes(key);
            for (var part : parts.entrySet()) {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(key, "HmacSHA256"));
                mac.update(part.getKey().getBytes(StandardCharsets.UTF_8));
                seal.writeBytes(mac.doFinal(part.getValue()));
            }
            return seal.toByteArray();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has HmacSHA256", e);
        }
    }

    /** Which of session, settings, roster and data a seal was made for another one of. */
    List<String> differences(byte[] seal) {
        byte[] own = seal(java.util.Arrays.copyOf(seal, 32));
        List<String> different = new ArrayList<>();
        int at = 32;
        for (String name : parts.keySet()) {
            if (!java.util.Arrays.equals(own, at, at + 32, seal, at, at + 32)) different.add(name);
            at += 32;
        }
        return different;
    }

    private interface Writer {
        void write(DataOutputStream out) throws IOException;
    }

    private static byte[] digest(Writer writer) {
        try {
            MessageDigest sha = Sha256.digest();
            DataOutputStream out = new DataOutputStream(
                    new java.io.BufferedOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), sha)));
            writer.write(out);
            out.flush();
            return sha.digest();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
