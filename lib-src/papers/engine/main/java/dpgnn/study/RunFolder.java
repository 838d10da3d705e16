package dpgnn.study;

import dpgnn.train.Experiment;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the runs of a study and stores new ones. Runs that came with the notebooks are looked for first, so that everybody
 * sees the same; then the files of this folder, one per run, named by the hashes of its setting and of its data.
 */
final class RunFolder<E extends Experiment<E>> {
    static final String STUDY = "study";
    static final String MADE = "made on";

    private final Path folder;
    private final KeptRuns kept;
    private final Study<E> study;
    private int outdated;

    RunFolder(Path folder, KeptRuns kept, Study<E> study) {
        this.folder = folder;
        this.kept = kept;
        this.study = study;
    }

    /** A run that need not be made, and whether it came with the notebooks. */
    record Found(Run run, boolean shipped) {}

    /** The run of an experiment on the data that are here now, by the study's version of now. */
    Optional<Found> find(E experiment) throws IOException {
        Setting setting = Setting.of(experiment);
        Run.Data data = data(study, experiment);
        Optional<Run> shipped = kept.find(setting, data, study.edition());
        if (shipped.isPresent()) return Optional.of(new Found(shipped.get(), true));
        Path file = data == null ? any(setting) : file(folder, setting, data);
        if (!Files.exists(file)) return Optional.empty();
        Optional<Run> run = Run.read(file);
        if (run.isEmpty() || !edition(run.get()).equals(study.edition())) {
            outdated++;
            return Optional.empty();
        }
        if (!run.get().setting().equals(setting))
            throw new IOException(
                    file + " holds the run of another setting, " + run.get().parameters());
        return Optional.of(new Found(run.get(), false));
    }

    /** The file of a setting, whatever data it read; where there is none, one that does not exist. */
    private Path any(Setting setting) throws IOException {
        String start = setting.experiment() + "-" + setting.hash() + "-";
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(f -> f.getFileName().toString().startsWith(start))
                    .findFirst()
                    .orElse(folder.resolve(start));
        }
    }

    /** How many runs were there, but of another version of the study or of the file. */
    int outdated() {
        return outdated;
    }

    /** Makes the run of an experiment and writes its file. */
    static <E extends Experiment<E>> Run make(Study<E> study, E experiment, Path folder) throws Exception {
        return make(study, experiment, folder, study.body());
    }

    /** Makes a run by another way than the study's. */
    static <E extends Experiment<E>> Run make(Study<E> study, E experiment, Path folder, Study.Body<E> body)
            throws Exception {
        Setting setting = Setting.of(experiment);
        Run run = Trainer.Memory.here().keep(body.run(experiment));
        if (!run.setting().equals(setting))
            throw new IllegalStateException("the experiment must return the run of its setting " + setting.parameters()
                    + ", returned that of " + run.parameters()
                    + "; a trainer names its run by .experiment(...)");
        Run.Data said = data(study, experiment);
        if (said != null && !said.hash().equals(run.data().hash()))
            throw new IllegalStateException("the study must say which data it reads: said " + said.name() + " ("
                    + said.hash() + ") for " + setting.parameters() + ", read "
                    + run.data().name() + " (" + run.data().hash() + ")");
        Run dated = run.with(STUDY, study.edition())
                .with(MADE, LocalDate.now(ZoneOffset.UTC).toString());
        dated.save(file(folder, setting, run.data()));
        return dated;
    }

    /** The study that made a run, and its version; empty where the run does not tell. */
    static String edition(Run run) {
        return run.environment().getOrDefault(STUDY, "");
    }

    /** The day on which a run was made; empty where it does not tell. */
    static String made(Run run) {
        return run.environment().getOrDefault(MADE, "");
    }

    /** What an experiment reads; null where only its run can tell. */
    static <E extends Experiment<E>> Run.Data data(Study<E> study, E experiment) throws IOException {
        try {
            return study.reading() == null ? null : study.reading().of(experiment);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the data of " + experiment + " cannot be read: " + e.getMessage(), e);
        }
    }

    static Path file(Path folder, Setting setting, Run.Data data) {
        return folder.resolve(setting.experiment() + "-" + setting.hash() + "-" + data.hash() + ".json");
    }
}
