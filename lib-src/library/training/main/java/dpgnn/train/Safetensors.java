package dpgnn.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.base.Sha256;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ParameterSlot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Weights with their names in a file of the form safetensors, which other programs read: the length of a head, the head in JSON
 * with names, shapes, places and texts about them, and the numbers, little-endian. Among the texts is a hash of the whole file,
 * in which the hash itself is zeros; it detects accidents and is no signature.
 */
final class Safetensors {
    private static final String HASH = "sha256";
    private static final String NO_HASH = "0".repeat(64);
    private static final int LONGEST_HEAD = 1 << 26;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final JsonNode head;
    private final ByteBuffer numbers;

    private Safetensors(Path file, JsonNode head, ByteBuffer numbers) {
        this.file = file;
        this.head = head;
        this.numbers = numbers;
    }

    /** Writes parameters and texts, whole or not at all; only the owner may read the file. */
    public static void write(Path file, Parameters parameters, Map<String, String> texts) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(Check.given("texts", texts));
        all.put(HASH, NO_HASH);
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("__metadata__", all);
        for (ParameterSlot slot : Check.given("parameters", parameters).slots()) head.put(slot.name(), tensor(slot));
        byte[] json = JSON.writeValueAsBytes(head);
        byte[] padded = Arrays.copyOf(json, (json.length + 7) / 8 * 8);
        Arrays.fill(padded, json.length, padded.length, (byte) ' ');
        ByteBuffer bytes = ByteBuffer.allocate(Math.addExact(8 + padded.length, 4 * parameters.size()))
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(padded.length).put(padded);
        bytes.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(parameters.toArray());
        String text = new String(padded, StandardCharsets.UTF_8);
        String signed = text.replace(field(NO_HASH), field(Sha256.of(bytes.array())));
        bytes.position(8).put(signed.getBytes(StandardCharsets.UTF_8));
        AtomicFile.writePrivate(Check.given("file", file), bytes.array());
    }

    private static String field(String hash) {
        return "\"" + HASH + "\":\"" + hash + "\"";
    }

    private static Map<String, Object> tensor(ParameterSlot slot) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("dtype", "F32");
        facts.put("shape", List.of(slot.rows(), slot.columns()));
        facts.put("data_offsets", List.of(4L * slot.offset(), 4L * (slot.offset() + slot.size())));
        return facts;
    }

    /** Reads a file that {@link #write} wrote; one that was changed or cut off is refused. */
    public static Safetensors read(Path file) throws IOException {
        long size = Files.size(Check.given("file", file));
        if (size < 8 || size > Integer.MAX_VALUE - 8) throw damaged(file, "it has " + size + " bytes");
        byte[] all = Files.readAllBytes(file);
        ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        long length = bytes.getLong();
        if (length < 2 || length > Math.min(LONGEST_HEAD, all.length - 8))
            throw damaged(file, "its head would have " + length + " of its " + all.length + " bytes");
        String text = new String(all, 8, (int) length, StandardCharsets.UTF_8);
        try {
            JsonNode head = JSON.readTree(text);
            String hash = head.path("__metadata__").path(HASH).asText();
            byte[] blank = text.replace(field(hash), field(NO_HASH)).getBytes(StandardCharsets.UTF_8);
            if (hash.length() != 64 || blank.length != length) throw damaged(file, "it has no hash");
            System.arraycopy(blank, 0, all, 8, blank.length);
            if (!Sha256.of(all).equals(hash))
                throw damaged(file, "its hash is another one, so that it was changed or cut off");
            bytes.position(8 + (int) length);
            return new Safetensors(file, head, bytes.slice().order(ByteOrder.LITTLE_ENDIAN));
        } catch (JsonProcessingException e) {
            throw damaged(file, "its head is no JSON: " + e.getOriginalMessage());
        }
    }

    /** A text of this name, or an empty one. */
    public String text(String name) {
        return head.path("__metadata__").path(name).asText();
    }

    /** The weights for a network; those of another name, shape or order are refused, and numbers that are not finite. */
    public Parameters parameters(Network network) throws IOException {
        int tensors = 1;
        for (ParameterSlot slot : Check.given("network", network).slots()) {
            JsonNode wanted = JSON.valueToTree(tensor(slot)), found = head.path(slot.name());
            if (!wanted.toString().equals(found.toString()))
                throw damaged(file, "its weights " + slot.name() + " are " + found + ", not " + wanted);
            tensors++;
        }
        if (head.size() != tensors || numbers.capacity() != 4 * network.size())
            throw damaged(file, "it has other weights than " + network.name());
        float[] values = new float[network.size()];
        numbers.asFloatBuffer().get(values);
        for (float value : values) if (!Float.isFinite(value)) throw damaged(file, "a weight is " + value);
        return Parameters.of(network.slots(), values);
    }

    /** Says of a file why it cannot be used. */
    public static IOException damaged(Path file, String why) {
        return new IOException(
                Check.given("file", file) + " is not a training that was saved whole: " + Check.given("why", why));
    }
}
