package dpgnn.graph.mapped;

import dpgnn.base.AtomicFile;
import dpgnn.base.MappedFile;
import dpgnn.base.Sha256;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Writes a {@link MappedFile}, section by section and number by number, in memory that does not depend on its size. The file
 * has a hidden name until {@link #finish} has forced it to the disk, so that nothing half-written is ever found.
 */
final class MappedFileWriter implements Closeable {
    /** Sections begin at a multiple of this. */
    private static final int ALIGNED = 64;

    private final Path path;
    private final Path part;
    private final RandomAccessFile file;
    private final OutputStream out;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final Map<String, MappedFile.Extent> sections = new LinkedHashMap<>();
    private final CRC32C crc = new CRC32C();
    private ByteBuffer blocks = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
    private int inBlock;
    private long at = MappedFile.HEADER;
    private String name;
    private long begun;
    private MessageDigest digest;
    private boolean finished;

    /** Begins a file; one that exists stays until the new one is whole. */
    public MappedFileWriter(Path path, String kind) throws IOException {
        this.path = path.toAbsolutePath();
        AtomicFile.createFolder(this.path.getParent());
        part = this.path.resolveSibling(
                "." + path.getFileName() + "." + ProcessHandle.current().pid());
        file = new RandomAccessFile(part.toFile(), "rw");
        file.setLength(0);
        file.seek(MappedFile.HEADER);
        out = new BufferedOutputStream(new Named(this.path, file), 1 << 20);
        fact("kind", kind);
    }

    /** Failures to write name the file. */
    private static final class Named extends java.io.FileOutputStream {
        private final Path path;

        Named(Path path, RandomAccessFile file) throws IOException {
            super(file.getFD());
            this.path = path;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                super.write(bytes, from, length);
            } catch (IOException e) {
                throw AtomicFile.failed("write", path, e);
            }
        }
    }

    /** States something in the first page: a word, and what there is to say of it in one line. */
    public void fact(String word, Object value) {
        facts.put(word, String.valueOf(value).replaceAll("\\s+", " "));
    }

    /** Begins a section, which ends the one before. */
    public void section(String newName) throws IOException {
        endSection();
        while (at % ALIGNED != 0) raw(new byte[(int) (ALIGNED - at % ALIGNED)], (int) (ALIGNED - at % ALIGNED));
        name = newName;
        begun = at;
        digest = Sha256.digest();
    }

    public void put(byte value) throws IOException {
        room(Byte.BYTES).put(value);
    }

    public void put(short value) throws IOException {
        room(Short.BYTES).putShort(value);
    }

    public void put(int value) throws IOException {
        room(Integer.BYTES).putInt(value);
    }

    public void put(long value) throws IOException {
        room(Long.BYTES).putLong(value);
    }

    public void put(float value) throws IOException {
        room(Float.BYTES).putFloat(value);
    }

    public void put(long[] values) throws IOException {
        for (long value : values) put(value);
    }

    public void put(String text) throws IOException {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) put(b);
    }

    /** Appends a whole file, whose numbers are little-endian already. */
    public void append(Path whole) throws IOException {
        flush();
        byte[] some = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(whole)) {
            for (int read = in.read(some); read >= 0; read = in.read(some)) content(some, read);
        }
    }

    /** Makes the file whole and gives it its name. @return its identity */
    public String finish() throws IOException {
        endSection();
        if (inBlock > 0) endBlock();
        long offset = at;
        byte[] sums = java.util.Arrays.copyOf(blocks.array(), blocks.position());
        out.write(sums);
        sections.put(MappedFile.BLOCKS, new MappedFile.Extent(offset, sums.length, Sha256.of(sums)));
        out.flush();
        StringBuilder page = new StringBuilder(MappedFile.MAGIC + "\n");
        facts.forEach(
                (word, value) -> page.append(word).append(' ').append(value).append('\n'));
        sections.forEach((section, extent) -> page.append("section %s %d %d %s%n"
                .formatted(section, extent.offset(), extent.bytes(), extent.sha256())
                .replace("\r", "")));
        String identity = Sha256.of(page.toString());
        byte[] text = page.append("identity ")
                .append(identity)
                .append('\n')
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        if (text.length > MappedFile.HEADER)
            throw new IOException(
                    path + " must say all of itself in " + MappedFile.HEADER + " bytes, needs " + text.length);
        file.seek(0);
        file.write(java.util.Arrays.copyOf(text, MappedFile.HEADER));
        file.getFD().sync();
        file.close();
        AtomicFile.move(part, path);
        finished = true;
        return identity;
    }

    /** Removes what was written if it was not finished. */
    @Override
    public void close() throws IOException {
        if (finished) return;
        file.close();
        Files.deleteIfExists(part);
    }

    private ByteBuffer room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) flush();
        return buffer;
    }

    private void flush() throws IOException {
        content(buffer.array(), buffer.position());
        buffer.clear();
    }

    private void content(byte[] bytes, int length) throws IOException {
        digest.update(bytes, 0, length);
        raw(bytes, length);
    }

    private void raw(byte[] bytes, int length) throws IOException {
        out.write(bytes, 0, length);
        at += length;
        for (int from = 0; from < length; ) {
            int some = Math.min(length - from, MappedFile.BLOCK - inBlock);
            crc.update(bytes, from, some);
            from += some;
            inBlock += some;
            if (inBlock == MappedFile.BLOCK) endBlock();
        }
    }

    private void endBlock() {
        if (!blocks.hasRemaining())
            blocks = ByteBuffer.allocate(2 * blocks.capacity())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(blocks.flip());
        blocks.putInt((int) crc.getValue());
        crc.reset();
        inBlock = 0;
    }

    private void endSection() throws IOException {
        if (name == null) return;
        flush();
        sections.put(
                name, new MappedFile.Extent(begun, at - begun, HexFormat.of().formatHex(digest.digest())));
        name = null;
    }
}
