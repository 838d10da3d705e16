package dpgnn.base;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * A file of named sections of numbers, mapped and never changed. It begins with a page of text: what kind of file it is,
 * facts about it, each section's offset, length and SHA-256, and at last the SHA-256 of these lines, which serves as the
 * {@link #identity} of the file. {@code MappedFileWriter} makes it.
 *
 * <p>Opening checks that page and the length of the file, so that it takes as long for a large file as for a small one.
 * {@link #verify} reads all that follows it, too. Who uses numbers of a section without that holds them against what they may be,
 * and reports {@link #damaged}. A file that somebody shortens while it is mapped ends the process: replace it by another
 * of its name instead.
 */
public final class MappedFile {
    public static final String MAGIC = "dpgnn mapped file, version 1";
    public static final int HEADER = 4096;
    /** Bytes that one checksum of the section {@link #BLOCKS} covers. */
    public static final int BLOCK = 1 << 20;

    public static final String BLOCKS = "blocks";

    /** Offsets and lengths of at most 18 digits, whose sums are a long. */
    private static final Pattern SECTION = Pattern.compile("section (\\S+) (\\d{1,18}) (\\d{1,18}) ([0-9a-f]{64})");

    private final Path path;
    private final String identity;
    private final Map<String, String> facts;
    private final Map<String, Extent> extents;
    private final Map<String, MappedSection> sections = new LinkedHashMap<>();

    public record Extent(long offset, long bytes, String sha256) {}

    private MappedFile(Path path, String identity, Map<String, String> facts, Map<String, Extent> extents) {
        this.path = path;
        this.identity = identity;
        this.facts = facts;
        this.extents = extents;
    }

    /** Maps a file of this kind. Any other is refused by its name, with what is wrong where. */
    public static MappedFile open(Path path, String kind) throws IOException {
        if (!Files.isRegularFile(path))
            throw new IOException(path + " must be a file of kind '" + kind + "', there is none");
        byte[] page = new byte[HEADER];
        try (InputStream in = Files.newInputStream(path)) {
            int read = in.readNBytes(page, 0, HEADER);
            if (read < HEADER)
                throw new IOException(
                        path + " must begin with a page of " + HEADER + " bytes, ended at offset " + read);
        }
        MappedFile file = parsed(path, page);
        String found = file.facts.get("kind");
        if (!kind.equals(found))
            throw new IOException(path + " must be of kind '" + kind + "', was of kind '" + found + "'");
        long expected = HEADER;
        for (Extent extent : file.extents.values()) expected = Math.max(expected, extent.offset + extent.bytes);
        long size = Files.size(path);
        if (size != expected) throw new IOException(path + " must have " + expected + " bytes, " + file.end(size));
        file.map();
        return file;
    }

    private static MappedFile parsed(Path path, byte[] page) throws IOException {
        String text = new String(page, StandardCharsets.UTF_8);
        if (!text.startsWith(MAGIC + "\n"))
            throw new IOException(path + " must begin with '" + MAGIC + "' at offset 0, began with '"
                    + text.lines().findFirst().orElse("").replaceAll("\\P{Print}", "?") + "'");
        int sum = text.indexOf("\nidentity ");
        if (sum < 0) throw new IOException(path + " must name its identity in its first " + HEADER + " bytes");
        String body = text.substring(0, sum + 1);
        String identity =
                text.substring(sum + "\nidentity ".length()).lines().findFirst().orElse("");
        if (!Sha256.of(body).equals(identity))
            throw new IOException(path + " was altered in its first " + HEADER + " bytes: their SHA-256 must be "
                    + identity.strip() + ", was " + Sha256.of(body));
        for (int i = (body + "identity " + identity + "\n").getBytes(StandardCharsets.UTF_8).length; i < HEADER; i++)
            if (page[i] != 0)
                throw new IOException(path + " was altered in its first " + HEADER
                        + " bytes: what follows their text must be 0, was " + page[i] + " at offset " + i);
        Map<String, String> facts = new LinkedHashMap<>();
        Map<String, Extent> extents = new LinkedHashMap<>();
        for (String line : body.lines().skip(1).toList()) {
            Matcher section = SECTION.matcher(line);
            int blank = line.indexOf(' ');
            if (section.matches()) {
                long offset = Long.parseLong(section.group(2)), bytes = Long.parseLong(section.group(3));
                extents.put(section.group(1), new Extent(offset, bytes, section.group(4)));
            } else if (blank > 0 && !line.startsWith("section "))
                facts.put(line.substring(0, blank), line.substring(blank + 1));
            else
                throw new IOException(path + " must state facts and sections in its first page, a line each, states '"
                        + line.replaceAll("\\P{Print}", "?") + "'");
        }
        return new MappedFile(path, identity, facts, extents);
    }

    /** For whoever finds a number that cannot be there; what a section holds may be private, so it says no number. */
    public IllegalStateException damaged(String section, String must) {
        return new IllegalStateException(path + " is damaged: in the section '" + section + "' " + must
                + "; environment/map --verify says where, and the data set must be made anew");
    }

    private String end(long size) {
        if (size > HEADER)
            for (Map.Entry<String, Extent> e : extents.entrySet())
                if (size < e.getValue().offset + e.getValue().bytes)
                    return "ended at offset " + size + ", "
                            + (size <= e.getValue().offset
                                    ? "before the section '" + e.getKey() + "', which begins at " + e.getValue().offset
                                    : "in the section '" + e.getKey() + "', which ends at "
                                            + (e.getValue().offset + e.getValue().bytes));
        return "had " + size;
    }

    private void map() throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            for (Map.Entry<String, Extent> e : extents.entrySet()) {
                Extent extent = e.getValue();
                int parts = (int) (extent.bytes + (1L << MappedSection.SHIFT) - 1 >>> MappedSection.SHIFT);
                ByteBuffer[] segments = new ByteBuffer[parts];
                for (int s = 0; s < parts; s++) {
                    long begin = (long) s << MappedSection.SHIFT;
                    long length = Math.min(1L << MappedSection.SHIFT, extent.bytes - begin);
                    segments[s] = channel.map(FileChannel.MapMode.READ_ONLY, extent.offset + begin, length)
                            .order(ByteOrder.LITTLE_ENDIAN);
                }
                sections.put(e.getKey(), new MappedSection(segments, extent.bytes));
            }
        }
    }

    public Path path() {
        return path;
    }

    /** The SHA-256 of all that the file says of itself, the checksums of its sections included. */
    public String identity() {
        return identity;
    }

    /** A fact of the first page. */
    public String fact(String name) throws IOException {
        String value = facts.get(name);
        if (value == null) throw new IOException(path + " must state '" + name + "' in its first page, has " + facts);
        return value;
    }

    public long number(String fact) throws IOException {
        String value = fact(fact);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IOException(path + " must give a whole number for '" + fact + "', was '" + value + "'", e);
        }
    }

    public boolean has(String section) {
        return sections.containsKey(section);
    }

    /** A section, which must have this many bytes. */
    public MappedSection section(String name, long bytes) throws IOException {
        MappedSection section = section(name);
        if (section.bytes() != bytes)
            throw new IOException(path + " must have " + bytes + " bytes in the section '" + name + "', at offset "
                    + extents.get(name).offset + ", had " + section.bytes());
        return section;
    }

    public MappedSection section(String name) throws IOException {
        MappedSection section = sections.get(name);
        if (section == null)
            throw new IOException(path + " must have a section '" + name + "', has " + sections.keySet());
        return section;
    }

    /**
     * Reads all that follows the first page, which opening checked, and compares every checksum; the first block that differs is
     * named by its offset.
     *
     * @param progress takes the number of bytes that have been read
     */
    public void verify(LongConsumer progress) throws IOException {
        MappedSection sums = section(BLOCKS);
        long end = extents.get(BLOCKS).offset;
        CRC32C crc = new CRC32C();
        byte[] block = new byte[BLOCK];
        try (DataInputStream in = new DataInputStream(Files.newInputStream(path))) {
            in.skipNBytes(HEADER);
            for (long at = HEADER, k = 0; at < end; at += BLOCK, k++) {
                int length = (int) Math.min(BLOCK, end - at);
                in.readFully(block, 0, length);
                crc.reset();
                crc.update(block, 0, length);
                if ((int) crc.getValue() != sums.intAt(k))
                    throw new IOException(path + " was altered at an offset from " + at + " to " + (at + length - 1)
                            + " (" + sectionAt(at) + "): the checksum there must be "
                            + Integer.toHexString(sums.intAt(k)) + ", was "
                            + Integer.toHexString((int) crc.getValue()));
                progress.accept(at + length);
            }
        } catch (EOFException e) {
            throw new IOException(path + " ended while it was read; it must not be changed", e);
        }
        for (Map.Entry<String, Extent> e : extents.entrySet()) {
            String found = sha256(e.getValue());
            if (!found.equals(e.getValue().sha256))
                throw new IOException(path + " was altered in the section '" + e.getKey() + "', at offset "
                        + e.getValue().offset + ": its SHA-256 must be " + e.getValue().sha256 + ", was " + found);
        }
    }

    private String sha256(Extent extent) throws IOException {
        var digest = Sha256.digest();
        byte[] block = new byte[BLOCK];
        try (InputStream in = Files.newInputStream(path)) {
            in.skipNBytes(extent.offset);
            for (long left = extent.bytes; left > 0; ) {
                int read = in.read(block, 0, (int) Math.min(BLOCK, left));
                if (read < 0) throw new EOFException(path.toString());
                digest.update(block, 0, read);
                left -= read;
            }
        }
        return java.util.HexFormat.of().formatHex(digest.digest());
    }

    private String sectionAt(long offset) {
        return extents.entrySet().stream()
                .filter(e -> offset < e.getValue().offset + e.getValue().bytes && offset + BLOCK > e.getValue().offset)
                .map(e -> "'" + e.getKey() + "'")
                .reduce((a, b) -> a + ", " + b)
                .map(names -> "section " + names)
                .orElse("between sections");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MappedFile f && f.identity.equals(identity);
    }

    @Override
    public int hashCode() {
        return identity.hashCode();
    }

    @Override
    public String toString() {
        return path + " " + facts + " " + Arrays.toString(sections.keySet().toArray());
    }
}
