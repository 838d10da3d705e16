package dpgnn.graph.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.Extent;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** No reader leaves a file open, however its files end: empty, cut off anywhere, or of another content. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the system must list the files that a process has open")
class ClosedFilesTest {
    @TempDir
    Path folder;

    @Test
    void nothingStaysOpenAfterAnError() throws IOException {
        for (SmallFiles.Format format : Extent.some(SmallFiles.formats(), 6)) {
            Path own = Files.createDirectories(folder.resolve(format.name().replaceAll("[^a-z]", "-")));
            format.writeTo(own);
            for (var file : format.files().entrySet()) {
                if (file.getKey().matches(".*_idx-[0-9]*[02-9].*"))
                    continue; // folds are alike: the first stands for them
                Path path = own.resolve(file.getKey());
                for (byte[] bad : damaged(file.getValue())) {
                    Files.write(path, bad);
                    try {
                        FuzzAccess.checked(() -> format.reader().read(new Sources(own::resolve)));
                    } catch (MalformedFile e) {
                        // As it should; some damage goes unnoticed.
                    }
                    assertEquals(List.of(), open(own), format.name() + ", " + bad.length + " bytes of " + path);
                }
                Files.write(path, file.getValue());
            }
        }
    }

    private static List<byte[]> damaged(byte[] whole) {
        List<byte[]> all = new ArrayList<>();
        for (int length : new int[] {0, 1, 5, 9, 12, 60, whole.length / 2, whole.length - 1})
            if (length < whole.length) all.add(Arrays.copyOf(whole, length));
        for (int at : new int[] {0, whole.length / 3, whole.length - 2}) {
            byte[] other = whole.clone();
            if (at >= 0 && at < other.length) other[at] ^= 0x15;
            all.add(other);
        }
        // Heads that are right but of no use: a matrix of no columns, and one of another number of rows.
        all.add(FileBytes.npy("<f4", "1, 0", new byte[0]));
        all.add(FileBytes.npy("<f4", "1, 1", new byte[4]));
        return all;
    }

    /** The files below this folder that the process has open. */
    private static List<Path> open(Path folder) throws IOException {
        List<Path> all = new ArrayList<>();
        try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors)
                try {
                    Path file = Files.readSymbolicLink(descriptor);
                    if (file.startsWith(folder)) all.add(file);
                } catch (java.nio.file.NoSuchFileException e) {
                    // It was closed meanwhile, such as the listing itself.
                }
        }
        return all;
    }
}
