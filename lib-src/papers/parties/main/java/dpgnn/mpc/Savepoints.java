package dpgnn.mpc;

import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.PrivateFiles;
import dpgnn.mpc.wire.ProtocolException;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Keeps a party's own state after some of its epochs. A file is written beside its place, forced to disk and renamed, so it
 * is either whole or absent. The last two are kept, since a party may have saved an epoch that another did not finish. Only
 * the owner may read a savepoint, and only the run that it belongs to resumes from it: see {@link SavepointSeal}.
 */
final class Savepoints {
    private final Path folder;

    private Savepoints(Path folder) {
        this.folder = folder;
    }

    public static Savepoints in(Path folder) {
        try {
            PrivateFiles.createFolder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder of savepoints " + folder, e);
        }
        return new Savepoints(folder);
    }

    /** Epochs that can be resumed from, ascending; files that are not whole do not count. */
    public List<Integer> completed() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(f -> f.matches("epoch-\\d+"))
                    .map(f -> Integer.valueOf(f.substring(6)))
                    .filter(this::whole)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the savepoints in " + folder, e);
        }
    }

    /** Completed epochs, once it is certain that this run may resume from all of them; what a killed write left is removed then. */
    List<Integer> completed(SavepointSeal binding) {
        List<Integer> all = completed();
        for (int epoch : all) {
            List<String> others = binding.differences(content(epoch));
            if (!others.isEmpty())
                throw new ProtocolException(
                        Fault.REFUSED,
                        "the savepoint of epoch " + epoch + " in " + folder + " is of another run: "
                                + String.join(", ", others)
                                + " differ; give this run a folder of its own, or remove the savepoints");
        }
        PrivateFiles.clean(folder, "epoch-\\d+");
        return all;
    }

    private boolean whole(int epoch) {
        try {
            content(epoch);
            return true;
        } catch (ProtocolException e) {
            return false;
        }
    }

    void write(int epoch, PartyProgram program, SavepointSeal binding) {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try {
            bytes.writeBytes(binding.seal());
            program.save(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        publish(folder.resolve("epoch-" + epoch), bytes.toByteArray());
    }

    /** Writes the content and its checksum. */
    static void publish(Path file, byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        PrivateFiles.write(
                file,
                ByteBuffer.allocate(content.length + 8)
                        .put(content)
                        .putLong(crc.getValue())
                        .array());
    }

    void read(int epoch, PartyProgram program) {
        try {
            byte[] content = content(epoch);
            program.load(new DataInputStream(
                    new ByteArrayInputStream(content, SavepointSeal.LENGTH, content.length - SavepointSeal.LENGTH)));
        } catch (IOException e) {
            throw new ProtocolException(
                    Fault.REFUSED,
                    "the savepoint of epoch " + epoch + " in " + folder + " is shorter than this run's state",
                    e);
        }
    }

    private byte[] content(int epoch) {
        try {
            byte[] all = Files.readAllBytes(folder.resolve("epoch-" + epoch));
            if (all.length >= 8 + SavepointSeal.LENGTH) {
                byte[] content = java.util.Arrays.copyOf(all, all.length - 8);
                CRC32 crc = new CRC32();
                crc.update(content);
                if (ByteBuffer.wrap(all).getLong(all.length - 8) == crc.getValue()) return content;
            }
            throw new ProtocolException(
                    Fault.REFUSED, "the savepoint of epoch " + epoch + " in " + folder + " is damaged");
        } catch (IOException e) {
            throw new ProtocolException(
                    Fault.REFUSED, "the savepoint of epoch " + epoch + " in " + folder + " cannot be read", e);
        }
    }

    /** Drops all but the last two up to this epoch. */
    void prune() {
        List<Integer> all = completed();
        for (int epoch : all.subList(0, Math.max(0, all.size() - 2)))
            try {
                Files.deleteIfExists(folder.resolve("epoch-" + epoch));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot drop an old savepoint in " + folder, e);
            }
    }
}
