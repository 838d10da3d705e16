package dpgnn.study;

import dpgnn.base.Check;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The runs that come with the notebooks, so that nobody has to repeat the author's trainings: one file per notebook,
 * {@code notebooks/kept/NAME.jsonl} (see {@link KeptFile}). A run is found by its setting, the data that are read now, and the
 * version of its study; if one of them differs, the run is not found.
 */
public final class KeptRuns {
    private static final String NAME = "dpgnn.kept";
    private static final String VARIABLE = "DPGNN_KEPT";
    private static KeptRuns shipped;

    /** Which run it is. */
    record Key(Setting setting, String data, String edition) {
        static Key of(Run run) {
            return new Key(run.setting(), run.data().hash(), RunFolder.edition(run));
        }
    }

    private final Map<Key, Run> runs = new HashMap<>();

    private KeptRuns() {}

    /** No run at all. */
    public static KeptRuns none() {
        return new KeptRuns();
    }

    /** Returns all kept runs in a folder; none if there is no such folder. */
    public static KeptRuns in(Path folder) throws IOException {
        Check.given("folder", folder);
        KeptRuns all = new KeptRuns();
        for (Path file : files(folder)) for (Run run : KeptFile.read(file)) all.runs.put(Key.of(run), run);
        return all;
    }

    /** Those of the folder that the system property dpgnn.kept names, as the kernel's start does, or the variable DPGNN_KEPT. */
    public static synchronized KeptRuns shipped() throws IOException {
        if (shipped == null) {
            Optional<Path> folder = folder();
            shipped = folder.isPresent() ? in(folder.get()) : none();
        }
        return shipped;
    }

    /** The folder of {@link #shipped}, if there is one. */
    public static Optional<Path> folder() throws IOException {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isBlank() && !Files.isDirectory(Path.of(named)))
            throw new IOException(VARIABLE + " must be a folder of kept runs, or empty for none, was " + named);
        String folder = named == null ? System.getProperty(NAME, "") : named;
        return Optional.of(folder).filter(f -> !f.isBlank()).map(Path::of).filter(Files::isDirectory);
    }

    /** Where the variable DPGNN_KEEP names a folder, the runs that a notebook uses go there, to be gathered. */
    static void note(List<Run> used) throws IOException {
        String folder = System.getenv("DPGNN_KEEP");
        if (folder == null || folder.isBlank()) return;
        for (Run run : used)
            if (!RunFolder.edition(run).isEmpty()) run.save(RunFolder.file(Path.of(folder), run.setting(), run.data()));
    }

    static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(f -> f.toString().matches(".*\\.jsonl(\\.gz)?"))
                    .sorted()
                    .toList();
        }
    }

    /** The run of a setting by this version of a study, as if it had been made on these data just now. */
    public Optional<Run> find(Setting setting, Run.Data data, String edition) {
        if (data == null)
            return runs.values().stream()
                    .filter(run -> run.setting().equals(setting))
                    .filter(run -> RunFolder.edition(run).equals(edition))
                    .findFirst()
                    .map(Trainer.Memory.here()::keep);
        return Optional.ofNullable(runs.get(new Key(setting, data.hash(), edition)))
                .map(run -> Trainer.Memory.here().keep(run.on(data)));
    }

    /** The mean time of the runs of this experiment, on these data if there are any, in seconds; NaN where none tells it. */
    double seconds(String experiment, Run.Data data) {
        List<Run> alike = runs.values().stream()
                .filter(run -> run.experiment().equals(experiment) && !Double.isNaN(seconds(run)))
                .toList();
        List<Run> same = alike.stream()
                .filter(run -> data != null && run.data().hash().equals(data.hash()))
                .toList();
        return (same.isEmpty() ? alike : same)
                .stream().mapToDouble(KeptRuns::seconds).average().orElse(Double.NaN);
    }

    /** How long a run says that it took. */
    static double seconds(Run run) {
        return run.metrics().getOrDefault("seconds", run.metrics().getOrDefault("training seconds", Double.NaN));
    }

    /** Returns the kept run to compare with a run that was made again. */
    public Optional<Run> like(Run run) {
        return Optional.ofNullable(runs.get(Key.of(run)));
    }

    /**
     * Gathers runs into the file of a notebook: those of a folder, which it used just now, and of the file's former ones those on
     * data that it did not see now. What another file holds is left there.
     *
     * @return how many runs the file holds now
     */
    public static int gather(Path folder, Path file) throws IOException {
        Check.given("folder", folder);
        Check.given("file", file);
        Map<Key, Run> all = new HashMap<>();
        try (Stream<Path> used = Files.list(folder)) {
            for (Path path : used.toList()) {
                Run run = Run.load(path);
                all.put(Key.of(run), run);
            }
        }
        Set<String> seen = all.keySet().stream().map(Key::data).collect(Collectors.toSet());
        for (Path each : files(file.toAbsolutePath().getParent()))
            for (Run run : KeptFile.read(each))
                if (!each.getFileName().equals(file.getFileName())) all.remove(Key.of(run));
                else if (!seen.contains(run.data().hash())) all.put(Key.of(run), run);
        KeptFile.write(file, all.values());
        return all.size();
    }

    /** Usage: FOLDER FILE. */
    public static void main(String[] arguments) throws IOException {
        System.out.println(gather(Path.of(arguments[0]), Path.of(arguments[1])) + " runs are in " + arguments[1]);
    }
}
