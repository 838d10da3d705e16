package dpgnn.privacy.ledger;

import dpgnn.base.Check;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The exclusive right to write to a file or a folder. One owner has it at a time, among all threads of this process and all
 * processes of the machine, until it closes the lock or its process ends.
 *
 * <p><b>Guarantee.</b> The lock is on an empty file beside it, {@code NAME.lock}, which is never deleted; removing that file
 * by hand lets a second writer in. The lock is not on the file itself, because a POSIX process loses its lock on a file when
 * it closes any other handle of that file: reading a ledger once would unlock it. A file system without locks is refused.
 */
public final class WriterLock implements AutoCloseable {
    /** The system's locks are held by a process as a whole; this tells its threads apart. */
    private static final Set<Path> HELD = new HashSet<>();

    private final Path name;
    private final RandomAccessFile file;

    private WriterLock(Path name, RandomAccessFile file) {
        this.name = name;
        this.file = file;
    }

    /** The lock of this file or folder, whose parent must exist; empty while another has it. */
    public static Optional<WriterLock> tryOf(Path guarded) {
        Check.given("guarded", guarded);
        boolean interrupted = Thread.interrupted(); // it would close the channel
        synchronized (HELD) {
            try {
                Path whole = guarded.toAbsolutePath();
                Path name = whole.getParent().toRealPath().resolve(whole.getFileName() + ".lock");
                return HELD.contains(name) ? Optional.empty() : Optional.ofNullable(locked(name));
            } catch (IOException e) {
                throw new UncheckedIOException(guarded + " cannot be locked", e);
            } finally {
                if (interrupted) Thread.currentThread().interrupt();
            }
        }
    }

    private static WriterLock locked(Path name) throws IOException {
        RandomAccessFile file = new RandomAccessFile(name.toFile(), "rw");
        try {
            if (file.getChannel().tryLock() != null) {
                HELD.add(name);
                return new WriterLock(name, file);
            }
        } catch (OverlappingFileLockException e) {
            return null; // This process holds it by another name; to close this handle would let go of it.
        } catch (IOException e) {
            file.close();
            throw e;
        }
        file.close();
        return null;
    }

    @Override
    public void close() {
        synchronized (HELD) {
            if (!HELD.remove(name)) return;
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(name + " cannot be closed", e);
            }
        }
    }
}
