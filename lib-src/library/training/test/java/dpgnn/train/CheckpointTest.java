package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.base.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
@Tag("vectors")
class CheckpointTest {
    @TempDir
    Path folder;

    private Path file;
    private byte[] whole;

    @BeforeEach
    void save() throws IOException {
        file = folder.resolve(Checkpoint.FILE);
        new Checkpoint(
                        "plan é",
                        7L << 40,
                        true,
                        new Checkpoint.Past(3L << 33, 1L << 35, true),
                        "f00d",
                        1L << 34,
                        0.1,
                        new byte[] {1, 2},
                        new byte[0],
                        new byte[] {9, 8, 7})
                .save(file);
        whole = Files.readAllBytes(file);
    }

    @Test
    void everyPartComesBack() throws IOException {
        Checkpoint read = Checkpoint.load(file);
        assertEquals("plan é", read.plan());
        assertEquals(7L << 40, read.step());
        assertTrue(read.ended());
        assertEquals(new Checkpoint.Past(3L << 33, 1L << 35, true), read.past());
        assertEquals("f00d", read.ledgerHead());
        assertEquals(1L << 34, read.ledgerLines());
        assertEquals(0.1, read.clip());
        assertArrayEquals(new byte[] {1, 2}, read.weights());
        assertArrayEquals(new byte[0], read.optimizer());
        assertArrayEquals(new byte[] {9, 8, 7}, read.history());
    }

    /** One changed bit at any place, or any cut, is found out. */
    @Test
    void damageIsNamed() throws IOException {
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= 1;
            refused(changed, "its checksum does not match its content");
        }
        int first = "private: do not publish. A checkpoint of dpgnn, form 5\n".length();
        refused(Arrays.copyOf(whole, first + 31), "it has only " + (first + 31) + " bytes");
        refused(new byte[0], "it has only 0 bytes");
        refused(Arrays.copyOf(whole, first + 32), "its checksum does not match its content");
        byte[] content = Arrays.copyOf(whole, whole.length - 32);
        String older = new String(content, StandardCharsets.ISO_8859_1).replace("form 5\n", "form 3\n");
        refused(
                summed(older.getBytes(StandardCharsets.ISO_8859_1)),
                "it is of a selection, or was written by another version");
        Files.write(file, summed(content));
        assertArrayEquals(new byte[] {9, 8, 7}, Checkpoint.load(file).history());
    }

    /** Form 4 had no threshold: no clip of its time moved. */
    @Test
    void aCheckpointOfTheFormBeforeIsRead() throws IOException {
        String content = new String(whole, 0, whole.length - 32, StandardCharsets.ISO_8859_1);
        int parts = content.length() - (4 + 2) - 4 - (4 + 3);
        String before = content.substring(0, parts - Double.BYTES) + content.substring(parts);
        Files.write(file, summed(before.replace("form 5\n", "form 4\n").getBytes(StandardCharsets.ISO_8859_1)));
        Checkpoint read = Checkpoint.load(file);
        assertEquals(0, read.clip());
        assertEquals(1L << 34, read.ledgerLines());
        assertArrayEquals(new byte[] {1, 2}, read.weights());
        assertArrayEquals(new byte[] {9, 8, 7}, read.history());
    }

    private static byte[] summed(byte[] content) {
        byte[] sum = HexFormat.of().parseHex(Sha256.of(content));
        byte[] all = Arrays.copyOf(content, content.length + sum.length);
        System.arraycopy(sum, 0, all, content.length, sum.length);
        return all;
    }

    private void refused(byte[] content, String why) throws IOException {
        Files.write(file, content);
        String said =
                assertThrows(IOException.class, () -> Checkpoint.load(file)).getMessage();
        assertEquals(
                "checkpoint " + file + " cannot be used: " + why
                        + "; start anew in another folder, which spends the budget again",
                said);
    }
}
