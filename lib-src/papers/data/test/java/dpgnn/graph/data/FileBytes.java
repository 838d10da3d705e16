package dpgnn.graph.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The containers of small test files: NumPy arrays, archives of them, gzip. */
public final class FileBytes {
    private FileBytes() {}

    public static byte[] npy(String type, String shape, byte[] raw) {
        String head = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }\n";
        var out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) head.length(), 0});
        out.writeBytes(text(head));
        out.writeBytes(raw);
        return out.toByteArray();
    }

    /** The same array, said to be stored column by column. */
    static byte[] columns(byte[] npy) {
        return new String(npy, StandardCharsets.ISO_8859_1)
                .replace("False", "True ")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] npz(Map<String, byte[]> arrays, boolean stored) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            for (var array : new ArrayList<>(arrays.entrySet())) {
                ZipEntry entry = new ZipEntry(array.getKey() + ".npy");
                entry.setTime(0);
                if (stored) {
                    CRC32 crc = new CRC32();
                    crc.update(array.getValue());
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(array.getValue().length);
                    entry.setCrc(crc.getValue());
                }
                zip.putNextEntry(entry);
                zip.write(array.getValue());
            }
        }
        return out.toByteArray();
    }

    static byte[] doubles(int count) {
        ByteBuffer b = ByteBuffer.allocate(8 * count).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) b.putDouble(i / 2.0);
        return b.array();
    }

    public static byte[] gzip(byte[] content) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(out)) {
            zip.write(content);
        }
        return out.toByteArray();
    }

    /** Writes an archive of one file. */
    static void zip(Path archive, String name, byte[] content) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
        }
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
