package dpgnn.graph.data;

import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.ReadLimit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of one file and a place among them; nothing is read beyond the end. */
final class Bytes {
    final String file;
    private final byte[] content;
    private int at;

    public Bytes(String file, byte[] content) {
        this.file = file;
        this.content = content;
    }

    public static Bytes of(Path path) throws IOException {
        String file = path.getFileName().toString();
        long size = Files.size(path);
        if (size > Integer.MAX_VALUE - 8)
            throw new MalformedFile(file, "size", size + " bytes", "at most " + (Integer.MAX_VALUE - 8));
        ReadLimit.heap(file, "size", size);
        return new Bytes(file, Files.readAllBytes(path));
    }

    public byte[] content() {
        return content;
    }

    int u8() throws MalformedFile {
        return content[take(1)] & 0xFF;
    }

    int u16() throws MalformedFile {
        int from = take(2);
        return (content[from] & 0xFF) | (content[from + 1] & 0xFF) << 8;
    }

    int i32() throws MalformedFile {
        return u16() | u16() << 16;
    }

    long i64() throws MalformedFile {
        return (i32() & 0xFFFFFFFFL) | (long) i32() << 32;
    }

    double bigEndianDouble() throws MalformedFile {
        return Double.longBitsToDouble(Long.reverseBytes(i64()));
    }

    /** Refuses more things than there are bytes: a file that names one thing many times could say so, and memory would follow. */
    public void checkCount(long things) throws MalformedFile {
        if (things > content.length) throw bad(things + " entries", "at most one per byte of the file");
    }

    /** A length in four bytes that the rest of the file can hold. */
    int length() throws MalformedFile {
        int length = i32();
        if (length < 0 || length > content.length - at)
            throw bad("a length of " + (length & 0xFFFFFFFFL), "at most the " + (content.length - at) + " bytes left");
        return length;
    }

    /** Passes over this many bytes and says where they began. */
    int take(int count) throws MalformedFile {
        if (count > content.length - at)
            throw bad("the end of the file", "at least " + count + " more bytes after " + at);
        int from = at;
        at += count;
        return from;
    }

    String latin(int from, int length) {
        return new String(content, from, length, StandardCharsets.ISO_8859_1);
    }

    /** The text up to the next line feed, which is passed over. */
    String line() throws MalformedFile {
        int from = at;
        while (u8() != '\n') {}
        return latin(from, at - from - 1);
    }

    public MalformedFile bad(Object value, String wanted) {
        return new MalformedFile(file, "offset " + at, value, wanted);
    }
}
