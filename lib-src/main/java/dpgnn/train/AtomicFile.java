package dpgnn.train;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that is either the old one or the new one, whole: written beside, forced to the disk, renamed. An interrupt of the
 * thread does not stop it half-way, as it would with a channel. Where the file system knows owners, only the owner may read it.
 */
final class AtomicFile {
    private AtomicFile() {}

    static void write(Path path, byte[] content) throws IOException {
        Path target = path.toAbsolutePath();
        Files.createDirectories(target.getParent());
        Path beside =
                Files.createTempFile(target.getParent(), target.getFileName().toString(), ".part");
        try {
            try (FileOutputStream out = new FileOutputStream(beside.toFile())) {
                out.write(content);
                out.getFD().sync();
            }
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory(target.getParent());
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /** Removes what writers of this file that were killed have left beside it. Nobody else may be writing it. */
    static void removeLeftovers(Path path) throws IOException {
        Path target = path.toAbsolutePath();
        try (DirectoryStream<Path> beside =
                Files.newDirectoryStream(target.getParent(), target.getFileName() + "*.part")) {
            for (Path part : beside) Files.delete(part);
        }
    }

    /** Makes the renaming itself durable; some systems do not let a directory be opened, and need nothing. */
    private static void forceDirectory(Path directory) {
        boolean interrupted = Thread.interrupted(); // a channel would be closed by it
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Not every file system can do this; the rename itself has happened.
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
