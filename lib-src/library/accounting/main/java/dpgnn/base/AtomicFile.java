package dpgnn.base;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Replaces a file atomically, so that it is either the old one or the new one, whole: the new file is written beside the old,
 * forced to disk and renamed. An interrupt of the thread does not stop this half-way, as it would with a channel.
 */
public final class AtomicFile {
    private static final AtomicLong NEXT = new AtomicLong();

    private AtomicFile() {}

    /** Writes a file that others may read as far as the system's habit and the folder let them; makes missing folders. */
    public static void write(Path path, byte[] content) throws IOException {
        Path target = path.toAbsolutePath();
        createFolder(target.getParent());
        put(
                target.resolveSibling("." + target.getFileName() + "."
                        + ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet()),
                target,
                content);
    }

    /** Writes a file that only its owner may read, from its first byte on, where the file system knows owners. */
    public static void writePrivate(Path path, byte[] content) throws IOException {
        Path target = path.toAbsolutePath();
        Path beside;
        try {
            createFolder(target.getParent());
            beside = Files.createTempFile(
                    target.getParent(), target.getFileName().toString(), ".part");
        } catch (IOException e) {
            throw failed("write", target, e);
        }
        put(beside, target, content);
    }

    /** Fills a file of the target's folder, forces it to the disk and puts it in the target's place; it is gone in any case. */
    public static void put(Path beside, Path target, byte[] content) throws IOException {
        try {
            try (FileOutputStream out = new FileOutputStream(beside.toFile())) {
                out.write(content);
                out.getFD().sync();
            }
            move(beside, target);
            forceDirectory(target.toAbsolutePath().getParent());
        } catch (IOException e) {
            throw failed("write", target, e);
        } finally {
            beside.toFile().delete(); // A failure that led here is the one to report.
        }
    }

    /** Makes a folder and those that it lies in, where they are missing. */
    public static void createFolder(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw failed("create the folder", folder, e);
        }
    }

    /** A failure with its file, and what could be done; the system's own message may name neither. */
    public static IOException failed(String what, Path path, IOException e) {
        if (e instanceof FileFailure) return e;
        String why = e.getMessage();
        if (e instanceof FileSystemException f)
            why = f.getReason() == null ? f.getClass().getSimpleName() : f.getReason();
        return new FileFailure(
                "cannot " + what + " " + path + ": " + why + "; make room or take another place, and start again", e);
    }

    /** Says what could not be done to which file. */
    private static final class FileFailure extends IOException {
        private static final long serialVersionUID = 1;

        FileFailure(String message, IOException cause) {
            super(message, cause);
        }
    }

    /** Puts a whole file in the place of another of its folder, in one step. */
    public static void move(Path whole, Path target) throws IOException {
        Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Removes what private writers of this file that were killed have left beside it. Nobody else may be writing it. */
    public static void removeLeftovers(Path path) throws IOException {
        Path target = path.toAbsolutePath();
        try (DirectoryStream<Path> beside =
                Files.newDirectoryStream(target.getParent(), target.getFileName() + "*.part")) {
            for (Path part : beside) Files.delete(part);
        }
    }

    /** Makes the names in a folder durable; some systems do not let a folder be opened, and need nothing. */
    public static void forceDirectory(Path directory) {
        boolean interrupted = Thread.interrupted(); // a channel would be closed by it
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Not every file system can do this; the name itself is there.
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
