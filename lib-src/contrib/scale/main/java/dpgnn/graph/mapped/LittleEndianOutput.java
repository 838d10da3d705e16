package dpgnn.graph.mapped;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Numbers to a temporary file, in the order of bytes that mapped files have. */
final class LittleEndianOutput implements Closeable {
    private final OutputStream out;

    LittleEndianOutput(Path path) throws IOException {
        out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 16);
    }

    void put(long value) throws IOException {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) out.write((int) (value >>> shift));
    }

    void put(int value) throws IOException {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) out.write(value >>> shift);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
