package dpgnn.graph.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thrown when a file of a data set is present but differs from the published one: cut short, damaged or another version. */
final class AlteredFile extends IOException {
    private static final long serialVersionUID = 1;

    private AlteredFile(String message) {
        super(message);
    }

    /** @param ours whether it is our own copy of a download, which nobody has reason to change */
    static AlteredFile of(Path file, String sha256, Manifest.Entry wanted, boolean ours) throws IOException {
        long bytes = Files.size(file);
        String size = wanted.bytes() < 0 ? "" : " (" + wanted.bytes() + " bytes)";
        String kind = wanted.bytes() > bytes ? "it is cut short" : "it is damaged or another version";
        return new AlteredFile(
                file + " has SHA-256 " + sha256 + " (" + bytes + " bytes), but it must be "
                        + wanted.sha256() + size + ": " + kind + ". "
                        + (ours
                                ? "Delete it, and it will be fetched again from " + wanted.address() + "."
                                : "Get it again from " + wanted.address()
                                        + ", or take the file away and it will be fetched. To use your own version all the same,"
                                        + " set DPGNN_OTHER_FILES=true (or -Ddpgnn.otherFiles=true): every result then says so."));
    }

    static AlteredFile pinned(Path file, String sha256, String first, Path pin) {
        return new AlteredFile(file + " has SHA-256 " + sha256 + ", but it must keep that of the day it came, " + first
                + ". Delete it and " + pin.getFileName() + " to start again.");
    }
}
