package dpgnn.train;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.base.Sha256;
import dpgnn.graph.Dataset;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.train.folder.Provenance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The record of one training: what went in, what came out, and what is guaranteed. It holds all that a table, a figure or a
 * reader needs, and two records can be compared.
 *
 * <p>The record of a run with secure streams is private, because its figures, its history and the hashes of its data are
 * outside the guarantee. Its first field states this; {@link #published} returns the part that may be shown.
 *
 * @param notice states that the record is private; null where it is not
 * @param parameters every choice that was made, seeds included
 * @param data which data were read
 * @param environment what the run was made with (see {@link Provenance})
 * @param metrics final figures by name
 * @param history figures that were followed during the run, by name
 * @param guarantees what is claimed and what is proved; empty for a run without privacy
 */
public record Run(
        @JsonInclude(JsonInclude.Include.NON_NULL) String notice,
        String experiment,
        SortedMap<String, Object> parameters,
        Data data,
        SortedMap<String, String> environment,
        SortedMap<String, Double> metrics,
        SortedMap<String, List<Point>> history,
        List<Guarantee> guarantees)
        implements Described {

    /** A figure at a step. */
    public record Point(long step, double value) {}

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("run", experiment + " on " + data.name());
        if (notice != null) rows.put("notice", notice);
        rows.putAll(metrics);
        guarantees.forEach(g -> rows.put(g.verdict().toString(), g.summary()));
        parameters.forEach(rows::putIfAbsent);
        return rows;
    }

    /** Which data a run read, and whether they stand in for others. */
    public record Data(String name, boolean standIn, List<Dataset.Source> sources, List<String> notes) {
        public static Data of(Dataset dataset) {
            return of(Check.given("dataset", dataset).provenance());
        }

        public static Data of(Dataset.Provenance p) {
            Check.given("p", p);
            return new Data(p.name(), p.standIn(), p.sources(), p.notes());
        }

        /** Twelve hexadecimal digits over the hashes of all files. */
        public String hash() {
            StringBuilder all = new StringBuilder(name);
            sources.forEach(s -> all.append('\n').append(s.sha256()));
            return Sha256.of(all.toString()).substring(0, 12);
        }
    }

    /** One line of a comparison. */
    public record Difference(String what, String first, String second) {}

    private static final String PRIVATE =
            "private: do not publish this record, but the one without its private figures";

    /** The figures that only the plan decides; the number of steps may be a listener's choice. */
    private static final Set<String> PLANNED = Set.of("noise multiplier");

    /** A guarantee of the library's parts alone has no field for those of a user. */
    private interface Given {
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> byUser();
    }

    private static final ObjectMapper JSON = new ObjectMapper()
            .addMixIn(GuaranteeTerms.class, Given.class)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_LONG_FOR_INTS);

    public Run {
        parameters = new Setting(experiment, parameters).parameters();
        environment = new TreeMap<>(environment);
        metrics = new TreeMap<>(metrics);
        history = new TreeMap<>(history);
        guarantees = List.copyOf(guarantees);
    }

    /** The run of an experiment on public data, or of one that is not for release. */
    public static Run of(
            Experiment<?> experiment, Data data, Map<String, String> environment, Map<String, Double> metrics) {
        Check.given("experiment", experiment);
        Check.given("data", data);
        Setting setting = Setting.of(experiment);
        return new Run(
                null,
                setting.experiment(),
                setting.parameters(),
                data,
                new TreeMap<>(environment),
                new TreeMap<>(metrics),
                new TreeMap<>(),
                List.of());
    }

    /** Returns the same run under the name and with the parameters of an experiment. */
    public Run of(Experiment<?> made) {
        Setting setting = Setting.of(made);
        return new Run(
                notice, setting.experiment(), setting.parameters(), data, environment, metrics, history, guarantees);
    }

    /** Returns the same run with what was followed during it. */
    public Run followed(Map<String, List<Point>> figures) {
        return with(notice, data, metrics, new TreeMap<>(figures));
    }

    /** Returns the same run with what it guarantees. */
    public Run guaranteed(List<Guarantee> all) {
        return new Run(notice, experiment, parameters, data, environment, metrics, history, all);
    }

    /** Who wants to hear of runs that are to be kept, such as a report that is being made; found by {@link ServiceLoader}. */
    public interface Keeper {
        void keep(Run run);
    }

    /** This run, marked as private. */
    public Run withheld() {
        return with(PRIVATE, data, metrics, history);
    }

    /** Returns the part of this run that may be published: all of it, or, for a private run, its parameters and guarantees. */
    public Run published() {
        if (notice == null) return this;
        SortedMap<String, Double> planned = new TreeMap<>(metrics);
        planned.keySet().retainAll(PLANNED);
        List<Guarantee> held = guarantees.stream()
                .map(g -> g.with(g.verdict(), g.terms().publishable()))
                .toList();
        Data named = new Data(data.name(), data.standIn(), List.of(), List.of());
        return new Run(null, experiment, parameters, named, environment, planned, new TreeMap<>(), held);
    }

    /** Returns the same run with other figures. */
    public Run withMetrics(Map<String, Double> others) {
        return with(notice, data, new TreeMap<>(others), history);
    }

    /** Returns the same run with a further fact about how it was made. */
    public Run with(String fact, String value) {
        TreeMap<String, String> facts = new TreeMap<>(environment);
        facts.put(fact, value);
        return new Run(notice, experiment, parameters, data, facts, metrics, history, guarantees);
    }

    /** Returns the same run with the current description of its data. */
    public Run on(Data now) {
        return with(notice, now, metrics, history);
    }

    private Run with(String text, Data read, SortedMap<String, Double> figures, SortedMap<String, List<Point>> points) {
        return new Run(text, experiment, parameters, read, environment, figures, points, guarantees);
    }

    public Setting setting() {
        return new Setting(experiment, parameters);
    }

    /** The seed of all coins. */
    public long seed() {
        if (parameters.get("seed") instanceof Long seed) return seed;
        throw new IllegalArgumentException("the run must have a seed, has " + parameters);
    }

    /** Returns the figure of this name; an unknown name is an error that lists the names. */
    public double metric(String name) {
        Double value = metrics.get(name);
        if (value == null)
            throw new IllegalArgumentException("unknown metric \"" + name + "\"; there are " + metrics.keySet());
        return value;
    }

    /** Writes the run as JSON, to a file beside the target that is then renamed. */
    public void save(Path path) throws IOException {
        AtomicFile.writePrivate(path, json().getBytes(StandardCharsets.UTF_8));
    }

    public String json() {
        try {
            return JSON.writeValueAsString(this) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a run must be writable as JSON", e);
        }
    }

    /** The run of such a text. */
    static Run parse(String json) throws IOException {
        return JSON.readValue(json, Run.class);
    }

    /** Reads the run of a file; while a report is being made, its publishable part goes there, too. */
    public static Run load(Path path) throws IOException {
        Check.given("path", path);
        try {
            return Trainer.Memory.here().keep(parse(Files.readString(path)));
        } catch (JsonProcessingException e) {
            throw new IOException(
                    path + " is not the record of a run: " + e.getOriginalMessage()
                            + (e.getLocation() == null
                                    ? ""
                                    : " at line " + e.getLocation().getLineNr()),
                    e);
        }
    }

    /** Reads the run of a file; empty if the file has an earlier format. An incomplete file is an error. */
    public static Optional<Run> read(Path path) throws IOException {
        Check.given("path", path);
        try {
            JsonNode tree = JSON.readTree(Files.readString(path));
            return Optional.of(Trainer.Memory.here().keep(JSON.treeToValue(tree, Run.class)));
        } catch (JsonMappingException e) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw new IOException(path + " is not the record of a run: " + e.getOriginalMessage(), e);
        }
    }

    /** Lists where two runs differ: parameters first, then data, environment and figures. */
    public static List<Difference> diff(Run first, Run second) {
        List<Difference> found = new ArrayList<>();
        compare(found, "", Map.of("experiment", first.experiment), Map.of("experiment", second.experiment));
        compare(found, "parameter ", first.parameters, second.parameters);
        compare(found, "data ", dataFacts(first), dataFacts(second));
        compare(found, "environment ", first.environment, second.environment);
        compare(found, "metric ", first.metrics, second.metrics);
        compare(found, "guarantee ", guaranteeFacts(first), guaranteeFacts(second));
        return found;
    }

    private static Map<String, String> dataFacts(Run run) {
        return Map.of("name", run.data.name(), "hash", run.data.hash());
    }

    private static Map<String, String> guaranteeFacts(Run run) {
        Map<String, String> facts = new TreeMap<>();
        for (Guarantee g : run.guarantees)
            facts.put(g.verdict() + " by " + g.accountant(), "epsilon " + g.epsilon() + " at delta " + g.delta());
        return facts;
    }

    private static void compare(List<Difference> found, String kind, Map<String, ?> first, Map<String, ?> second) {
        TreeSet<String> names = new TreeSet<>(first.keySet());
        names.addAll(second.keySet());
        for (String name : names)
            if (!Objects.equals(first.get(name), second.get(name)))
                found.add(new Difference(
                        kind + name,
                        first.containsKey(name) ? String.valueOf(first.get(name)) : "(none)",
                        second.containsKey(name) ? String.valueOf(second.get(name)) : "(none)"));
    }
}
