package dpgnn.study;

import dpgnn.train.Experiment;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Makes kept runs once more, to be held against what was kept: those whose settings a file names by their hashes. A notebook
 * that runs while the variable DPGNN_AGAIN names a folder with such a file, {@code wanted}, writes the new runs into the folder;
 * its tables still show the kept ones.
 */
record RunsAgain(Path folder, Set<String> wanted) {
    private static final String VARIABLE = "DPGNN_AGAIN";

    static RunsAgain in(Path folder) throws IOException {
        return new RunsAgain(folder, Set.copyOf(Files.readAllLines(folder.resolve("wanted"))));
    }

    /** Those that the environment asks for, none where it does not. */
    static RunsAgain asked() throws IOException {
        String named = System.getenv(VARIABLE);
        return named == null || named.isBlank() ? new RunsAgain(Path.of(""), Set.of()) : in(Path.of(named));
    }

    <E extends Experiment<E>> void make(Study<E> study, E experiment, Run kept) throws IOException {
        if (!wanted.contains(Setting.of(experiment).hash())) return;
        try {
            RunFolder.make(study, experiment, folder, e -> study.repetition().run(e, kept));
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the run of " + Setting.of(experiment).parameters() + " was not made again", e);
        }
    }
}
