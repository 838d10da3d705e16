package dpgnn.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dpgnn.base.AtomicFile;
import dpgnn.base.Sha256;
import dpgnn.base.Shipped;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
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
 * A training in a file of the form safetensors: the length of a head, the head in JSON with names, shapes and places, and the
 * numbers, little-endian. What is ours stands in the head's metadata. No class is loaded that a file names, but those that the
 * library ships as models.
 */
final class ModelFile {
    private static final String KIND = "a training of dpgnn, form 1";
    private static final String NO_HASH = "0".repeat(64);
    private static final int LONGEST_HEAD = 1 << 26;
    private static final ObjectMapper JSON = new ObjectMapper();

    private ModelFile() {}

    static void save(Trained trained, Path file) throws IOException {
        Network network = trained.network();
        boolean shipped =
                Shipped.at(Model.class).contains(trained.model().getClass().getName());
        List<Guarantee> held = trained.run().guarantees();
        boolean certified = (trained.schedule() != null || trained.kept() != null)
                && held.stream().noneMatch(g -> g.verdict() == Verdict.UNSOUND);
        Map<String, String> ours = new LinkedHashMap<>();
        ours.put("dpgnn", KIND);
        ours.put("sha256", NO_HASH);
        ours.put("model", network.name());
        ours.put("class", shipped ? trained.model().getClass().getName() : "");
        ours.put("record", shipped ? JSON.writeValueAsString(trained.model()) : "");
        ours.put("inputs", String.valueOf(network.inputs()));
        ours.put("classes", String.valueOf(network.classes()));
        ours.put("run", trained.run().published().json());
        ours.put("certificate", certified ? trained.certificate().text() : "");
        byte[] head = JSON.writeValueAsBytes(head(ours, trained.parameters().slots()));
        head = Arrays.copyOf(head, (head.length + 7) / 8 * 8);
        for (int i = head.length - 1; head[i] == 0; i--) head[i] = ' ';
        ByteBuffer all = ByteBuffer.allocate(Math.addExact(8 + head.length, 4 * network.size()))
                .order(ByteOrder.LITTLE_ENDIAN);
        all.putLong(head.length).put(head);
        all.slice()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .put(trained.parameters().toArray());
        String hash = Sha256.of(all.array());
        String text = new String(head, StandardCharsets.UTF_8).replaceFirst(NO_HASH, hash);
        all.position(8).put(text.getBytes(StandardCharsets.UTF_8));
        AtomicFile.writePrivate(file, all.array());
    }

    private static Map<String, Object> head(Map<String, String> ours, List<ParameterSlot> slots) {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("__metadata__", ours);
        for (ParameterSlot slot : slots) head.put(slot.name(), tensor(slot));
        return head;
    }

    private static Map<String, Object> tensor(ParameterSlot slot) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("dtype", "F32");
        facts.put("shape", List.of(slot.rows(), slot.columns()));
        facts.put("data_offsets", List.of(4L * slot.offset(), 4L * (slot.offset() + slot.size())));
        return facts;
    }

    /** @param own null where the file must name a model of the library */
    static Trained load(Path file, Model own) throws IOException {
        long size = Files.size(file);
        if (size < 8 || size > Integer.MAX_VALUE - 8) throw damaged(file, "it has " + size + " bytes");
        byte[] all = Files.readAllBytes(file);
        ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        long length = bytes.getLong();
        if (length < 2 || length > Math.min(LONGEST_HEAD, all.length - 8))
            throw damaged(file, "its head would have " + length + " of its " + all.length + " bytes");
        String text = new String(all, 8, (int) length, StandardCharsets.UTF_8);
        try {
            JsonNode head = JSON.readTree(text), ours = head.path("__metadata__");
            if (!KIND.equals(ours.path("dpgnn").asText()))
                throw damaged(file, "its head does not say that it is " + KIND);
            String hash = ours.path("sha256").asText();
            byte[] blank = text.replaceFirst(hash, NO_HASH).getBytes(StandardCharsets.UTF_8);
            if (hash.length() != 64 || blank.length != length) throw damaged(file, "its hash is not one");
            System.arraycopy(blank, 0, all, 8, blank.length);
            if (!Sha256.of(all).equals(hash))
                throw damaged(file, "its hash is another one, so that it was changed or cut off");
            Model model = own == null ? model(file, ours) : own;
            Network network = model.network(
                    ours.path("inputs").asInt(), ours.path("classes").asInt());
            requireSame(file, ours, head, network);
            float[] values = new float[network.size()];
            int weights = all.length - 8 - (int) length;
            if (weights != 4 * values.length)
                throw damaged(file, "it has " + weights + " bytes of weights, not " + 4 * values.length);
            bytes.position(8 + (int) length);
            bytes.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
            for (float value : values) if (!Float.isFinite(value)) throw damaged(file, "a weight is " + value);
            Run run = Run.parse(ours.path("run").asText());
            String certificate = ours.path("certificate").asText();
            EpsilonCertificate kept = certificate.isEmpty() ? null : EpsilonCertificate.parse(certificate);
            if (kept != null && !of(run, kept)) throw damaged(file, "its certificate is of another run");
            Parameters parameters = Parameters.of(network.slots(), values);
            return new Trained(model, network, parameters, run, null, kept);
        } catch (JsonProcessingException e) {
            throw damaged(file, "its head is no JSON: " + e.getOriginalMessage());
        } catch (IllegalArgumentException e) {
            throw damaged(file, e.getMessage());
        }
    }

    private static Model model(Path file, JsonNode ours) throws IOException {
        String name = ours.path("class").asText();
        if (!Shipped.at(Model.class).contains(name))
            throw new IOException(file + " is of a model that is not the library's, "
                    + ours.path("model").asText() + "; give it: Trained.load(file, model)");
        try {
            return (Model) JSON.readValue(ours.path("record").asText(), Class.forName(name));
        } catch (ClassNotFoundException e) {
            throw damaged(file, "this version has no model " + name);
        }
    }

    /** Refuses a network of another name or shape. */
    private static void requireSame(Path file, JsonNode ours, JsonNode head, Network network) throws IOException {
        if (!network.name().equals(ours.path("model").asText()))
            throw new IOException(
                    file + " holds the weights of " + ours.path("model").asText() + ", not of " + network.name());
        JsonNode wanted = JSON.valueToTree(head(Map.of(), network.slots()));
        for (String name : (Iterable<String>) wanted::fieldNames)
            if (!name.startsWith("__")
                    && !wanted.get(name).toString().equals(head.path(name).toString()))
                throw damaged(file, "its weights " + name + " are " + head.path(name) + ", not " + wanted.get(name));
        if (head.size() != wanted.size()) throw damaged(file, "it has other weights than " + network.name());
    }

    private static boolean of(Run run, EpsilonCertificate kept) {
        if (run.guarantees().isEmpty()) return false;
        Guarantee held = run.guarantees().get(run.guarantees().size() - 1);
        return held.epsilon() == kept.epsilon() && held.delta() == kept.delta() && held.verdict() == kept.verdict();
    }

    private static IOException damaged(Path file, String why) {
        return new IOException(file + " is not a training that was saved whole: " + why);
    }
}
