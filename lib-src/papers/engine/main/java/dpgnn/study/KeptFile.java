package dpgnn.study;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dpgnn.base.AtomicFile;
import dpgnn.base.Sha256;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.train.Run;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A file of kept runs, in lines of JSON, packed by gzip if its name ends with .gz. The first line names the format. Then come
 * the parts that several runs share (data, machine, terms of a guarantee), each under the hash of its text, then the runs,
 * which refer to these parts. Every line begins with a checksum of its own text, and the first says how many follow, so that
 * a damaged or lost line is found by its number.
 */
final class KeptFile {
    private static final String FORMAT = "kept runs 1";
    private static final int DIGITS = 8;
    /** Far more than a notebook's runs come to. */
    private static final int LARGEST = 1 << 27;

    /** Facts of a run's environment that others share; what is told of the run alone stays with it. */
    private static final Set<String> COMMON =
            Set.of("backend", "code", "java", "processor", "processors", "system", RunFolder.STUDY, RunFolder.MADE);

    /** A point of a history as a pair. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    private interface Pair {}

    /** A guarantee of the library's parts alone has no field for those of a user. */
    private interface Given {
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> byUser();
    }

    private static final Pattern LOOKED_FOR = Pattern.compile("(?s)( is not at hand).*");

    private static final ObjectMapper JSON = new ObjectMapper()
            .addMixIn(Run.Point.class, Pair.class)
            .addMixIn(GuaranteeTerms.class, Given.class)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_LONG_FOR_INTS);

    private KeptFile() {}

    static List<Run> read(Path file) throws IOException {
        List<Run> runs = new ArrayList<>();
        Map<String, JsonNode> shared = new HashMap<>();
        int number = 0;
        try {
            List<String> lines = lines(file);
            for (String line : lines) {
                number++;
                JsonNode node = JSON.readTree(checked(line));
                if (number == 1) first(node, lines.size() - 1);
                else if (node.has("shared")) shared.put(node.get("shared").textValue(), node.get("is"));
                else runs.add(run((ObjectNode) node, shared));
            }
            if (number == 0) first(TextNode.valueOf(""), 0);
        } catch (IOException | RuntimeException e) {
            String why = e instanceof JsonProcessingException j ? j.getOriginalMessage() : e.getMessage();
            throw new IOException(
                    "line " + Math.max(1, number) + " of " + file + " is not what was written: " + why
                            + "; restore the file, or remove it, and what it held is trained again",
                    e);
        }
        return runs;
    }

    static List<String> lines(Path file) throws IOException {
        if (!packed(file)) return Files.readAllLines(file);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            byte[] text = in.readNBytes(LARGEST + 1);
            if (text.length > LARGEST) throw new IOException("it unpacks to more than " + LARGEST + " bytes");
            return new String(text, StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static boolean packed(Path file) {
        return file.toString().endsWith(".gz");
    }

    private static byte[] bytes(String text, boolean packed) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!packed) return bytes;
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(into)) {
            out.write(bytes);
        }
        return into.toByteArray();
    }

    private static void first(JsonNode node, int lines) {
        String format = node.path("format").asText("");
        if (!format.equals(FORMAT))
            throw new IllegalArgumentException("the format must be \"" + FORMAT + "\", was \"" + format + "\"");
        if (node.path("lines").asInt(-1) != lines)
            throw new IllegalArgumentException(node.path("lines").asText() + " lines must follow, " + lines + " do");
    }

    private static String checked(String line) {
        String start = "{\"check\":\"";
        int end = start.length() + DIGITS;
        if (!line.startsWith(start) || line.length() < end + 2)
            throw new IllegalArgumentException("it must begin with its check");
        if (!line.startsWith("\",", end)
                || !digits(line.substring(end + 2)).equals(line.substring(start.length(), end)))
            throw new IllegalArgumentException("its check does not fit its text");
        return "{" + line.substring(end + 2);
    }

    private static String line(ObjectNode node) {
        String text = node.toString().substring(1);
        return "{\"check\":\"" + digits(text) + "\"," + text;
    }

    private static String digits(String text) {
        return Sha256.of(text).substring(0, DIGITS);
    }

    /** Writes the file whole, in an order that does not depend on when runs were made. */
    static void write(Path file, Collection<Run> runs) throws IOException {
        Map<String, JsonNode> shared = new TreeMap<>();
        List<String> written = new ArrayList<>();
        for (Run run : runs.stream()
                .sorted(Comparator.comparing(Run::experiment)
                        .thenComparing(r -> r.parameters().toString())
                        .thenComparing(r -> r.data().name())
                        .thenComparing(r -> r.data().hash()))
                .toList()) written.add(line(node(run, shared)));
        List<String> all = new ArrayList<>();
        ObjectNode first = JSON.createObjectNode().put("format", FORMAT).put("lines", shared.size() + written.size());
        all.add(line(first));
        shared.forEach((name, node) ->
                all.add(line(JSON.createObjectNode().put("shared", name).set("is", node))));
        all.addAll(written);
        AtomicFile.writePrivate(file, bytes(String.join("\n", all) + "\n", packed(file)));
    }

    private static ObjectNode node(Run run, Map<String, JsonNode> shared) {
        if (run.notice() != null)
            throw new IllegalArgumentException("a run that is private must not be kept with a notebook, was "
                    + run.experiment() + " " + run.parameters());
        ObjectNode node = JSON.valueToTree(run);
        ObjectNode data = (ObjectNode) node.get("data");
        data.putArray("notes"); // whoever reads the data again is told them again
        node.put("data", name(data, shared));
        ObjectNode own = (ObjectNode) node.get("environment");
        ObjectNode common = own.deepCopy().retain(COMMON);
        own.remove(COMMON);
        node.put("made", name(common, shared));
        node.put("setting", run.setting().hash());
        for (JsonNode guarantee : node.get("guarantees"))
            ((ObjectNode) guarantee).put("terms", name(elsewhere(guarantee.get("terms")), shared));
        return node;
    }

    /** A stand-in says where its maker looked for the real files: a folder of that machine, which is of no use on another one. */
    private static JsonNode elsewhere(JsonNode terms) {
        for (JsonNode list : terms)
            for (int i = 0; i < list.size(); i++)
                ((ArrayNode) list)
                        .set(i, LOOKED_FOR.matcher(list.get(i).textValue()).replaceFirst("$1."));
        return terms;
    }

    private static String name(JsonNode node, Map<String, JsonNode> shared) {
        String name = digits(node.toString());
        shared.put(name, node);
        return name;
    }

    /** The run of a line. */
    private static Run run(ObjectNode node, Map<String, JsonNode> shared) {
        node.set("data", of(node.get("data"), shared));
        String hash = node.remove("setting").textValue();
        ObjectNode environment = (ObjectNode) node.get("environment");
        environment.setAll((ObjectNode) of(node.remove("made"), shared));
        for (JsonNode guarantee : (ArrayNode) node.get("guarantees"))
            ((ObjectNode) guarantee).set("terms", of(guarantee.get("terms"), shared));
        try {
            Run run = JSON.treeToValue(node, Run.class);
            if (!run.setting().hash().equals(hash)) throw new IllegalArgumentException("its setting is another one");
            return run;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("it is no run: " + e.getOriginalMessage(), e);
        }
    }

    private static JsonNode of(JsonNode name, Map<String, JsonNode> shared) {
        JsonNode found = name == null ? null : shared.get(name.textValue());
        if (found == null) throw new IllegalArgumentException("it refers to " + name + ", which no line before has");
        return found;
    }
}
