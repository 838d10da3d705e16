package dpgnn.graph.read;

import dpgnn.base.Sha256;
import dpgnn.graph.Dataset.Provenance;
import dpgnn.graph.Dataset.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the files of one data set by their places in the layout, and remembers which were read. */
public final class Sources {
    /** Ends the name of a data set that was knowingly read from other files than those that were published. */
    static final String OTHER = " (other files)";

    /** Finds a file by its place, such as {@code planetoid/ind.cora.x}. */
    @FunctionalInterface
    public interface Locator {
        Path find(String file) throws IOException;

        /** A file that a data set need not have. */
        default Optional<Path> findIfThere(String file) throws IOException {
            return Optional.of(find(file)).filter(Files::isRegularFile);
        }

        /**
         * Compares a file that was found with what is known of it, and refuses it or says what readers of results must know.
         *
         * @param sha256 of the file as it is
         */
        default Optional<String> check(String file, Path found, String sha256) throws IOException {
            return Optional.empty();
        }
    }

    private final Locator locator;
    private final List<Source> read = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    public Sources(Locator locator) {
        this.locator = locator;
    }

    /** The file at this place, whose SHA-256 is put on record. */
    public Path file(String place) throws IOException {
        return recorded(place, locator.find(place));
    }

    /** The path of a file that a data set need not have. */
    public Optional<Path> fileIfThere(String place) throws IOException {
        Optional<Path> path = locator.findIfThere(place);
        if (path.isPresent()) recorded(place, path.get());
        return path;
    }

    private Path recorded(String place, Path path) throws IOException {
        String hash = Sha256.of(path);
        locator.check(place, path, hash).ifPresent(warnings::add);
        read.add(new Source(place, hash));
        return path;
    }

    /** What was read so far, under a name and with notes. Where files are not the published ones, both say so. */
    public Provenance provenance(String name, String... notes) {
        List<String> all = new ArrayList<>(List.of(notes));
        all.addAll(warnings);
        return new Provenance(warnings.isEmpty() ? name : name + OTHER, read, false, all);
    }
}
