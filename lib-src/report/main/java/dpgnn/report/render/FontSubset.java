package dpgnn.report.render;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The glyphs of a font that a document shows, numbered in the order of their first use, and a font file of these alone. */
final class FontSubset {
    private static final int WORDS = 1, SCALE = 8, MORE = 0x20, TWO_SCALES = 0x40, MATRIX = 0x80;

    private final FontFile font;
    /** Glyph 0, the box for what is missing, is part of every font. */
    private final List<Integer> glyphs = new ArrayList<>(List.of(0));

    FontSubset(FontFile font) {
        this.font = font;
    }

    /** The number of a glyph of the whole font in this one, which has it from now on. */
    int number(int glyph) {
        int number = glyphs.indexOf(glyph);
        if (number >= 0) return number;
        glyphs.add(glyph);
        return glyphs.size() - 1;
    }

    /** The advances of all glyphs, in the order of their numbers. */
    int[] advances() {
        return glyphs.stream().mapToInt(font::advance).toArray();
    }

    /** A TrueType file with what a printer needs: no characters and no names, which the document has itself. */
    byte[] file() {
        ByteArrayOutputStream outlines = new ByteArrayOutputStream();
        List<Integer> offsets = new ArrayList<>(List.of(0));
        for (int i = 0; i < glyphs.size(); i++) { // grows by the parts of composite glyphs
            outlines.writeBytes(outline(glyphs.get(i)));
            while (outlines.size() % 4 != 0) outlines.write(0);
            offsets.add(outlines.size());
        }
        int count = glyphs.size();
        ByteBuffer places = ByteBuffer.allocate(4 * offsets.size()), metrics = ByteBuffer.allocate(4 * count);
        offsets.forEach(places::putInt);
        for (int glyph : glyphs) {
            metrics.putShort((short) font.advance(glyph)).putShort((short) font.leftBearing(glyph));
        }
        Map<String, byte[]> tables = new TreeMap<>();
        for (String same : List.of("cvt ", "fpgm", "prep")) tables.put(same, copy(same));
        tables.put("glyf", outlines.toByteArray());
        tables.put("loca", places.array());
        tables.put("hmtx", metrics.array());
        tables.put("maxp", set(copy("maxp"), 4, count));
        tables.put("hhea", set(copy("hhea"), 34, count));
        byte[] head = set(copy("head"), 50, 1); // places are whole numbers of four bytes
        ByteBuffer.wrap(head).putInt(8, 0);
        tables.put("head", head);
        return assemble(tables);
    }

    private static byte[] assemble(Map<String, byte[]> tables) {
        int count = tables.size(), power = Integer.highestOneBit(count), start = 12 + 16 * count;
        int size = start;
        for (byte[] table : tables.values()) size += padded(table.length);
        ByteBuffer file = ByteBuffer.allocate(size);
        file.putInt(0x10000).putShort((short) count).putShort((short) (16 * power));
        file.putShort((short) Integer.numberOfTrailingZeros(power)).putShort((short) (16 * (count - power)));
        int at = start, head = 0;
        for (var entry : tables.entrySet()) {
            byte[] table = entry.getValue();
            file.put(at, table);
            file.put(entry.getKey().getBytes(StandardCharsets.US_ASCII));
            file.putInt(sum(file, at, padded(table.length))).putInt(at).putInt(table.length);
            if (entry.getKey().equals("head")) head = at;
            at += padded(table.length);
        }
        file.putInt(head + 8, 0xB1B0AFBA - sum(file, 0, size));
        return file.array();
    }

    private static int padded(int length) {
        return (length + 3) / 4 * 4;
    }

    private static int sum(ByteBuffer file, int from, int length) {
        int sum = 0;
        for (int i = from; i < from + length; i += 4) sum += file.getInt(i);
        return sum;
    }

    /** The outline of a glyph; the parts of a composite one get their numbers of here. */
    private byte[] outline(int glyph) {
        byte[] bytes = bytes(font.outline(glyph));
        ByteBuffer data = ByteBuffer.wrap(bytes);
        if (bytes.length == 0 || data.getShort(0) >= 0) return bytes;
        int at = 10, flags;
        do {
            flags = data.getShort(at);
            data.putShort(at + 2, (short) number(data.getShort(at + 2) & 0xFFFF));
            at += 4 + ((flags & WORDS) != 0 ? 4 : 2);
            at += (flags & SCALE) != 0 ? 2 : (flags & TWO_SCALES) != 0 ? 4 : (flags & MATRIX) != 0 ? 8 : 0;
        } while ((flags & MORE) != 0);
        return bytes;
    }

    private byte[] copy(String tag) {
        return bytes(font.table(tag).duplicate());
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static byte[] set(byte[] table, int at, int value) {
        ByteBuffer.wrap(table).putShort(at, (short) value);
        return table;
    }
}
