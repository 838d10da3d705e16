package dpgnn.report.render;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A TrueType font file, as far as a picture needs it: the glyph of a character, the advance of a glyph, and the bytes of its
 * outline. Lengths are in units of the font, {@link #unitsPerEm} to its size.
 */
final class FontFile {
    private final Map<String, ByteBuffer> tables = new HashMap<>();
    private final Map<Integer, Integer> glyphs = new HashMap<>();
    private final int metrics;
    final int unitsPerEm;

    FontFile(byte[] file) {
        this(file, true);
    }

    /** A font whose characters are told elsewhere, as in a PDF. */
    static FontFile withoutCharacters(byte[] file) {
        return new FontFile(file, false);
    }

    private FontFile(byte[] file, boolean characters) {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        try {
            int count = bytes.getShort(4) & 0xFFFF;
            for (int i = 0; i < count; i++) {
                int entry = 12 + 16 * i;
                String tag = new String(file, entry, 4, StandardCharsets.ISO_8859_1);
                tables.put(tag, bytes.slice(bytes.getInt(entry + 8), bytes.getInt(entry + 12)));
            }
            unitsPerEm = table("head").getShort(18) & 0xFFFF;
            metrics = table("hhea").getShort(34) & 0xFFFF;
            if (characters) readCharacters(table("cmap"));
        } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
            throw new IllegalArgumentException("not a whole TrueType font of " + file.length + " bytes: " + e, e);
        }
    }

    /** A table of the file by its four letters. */
    ByteBuffer table(String tag) {
        ByteBuffer table = tables.get(tag);
        if (table == null) throw new IllegalArgumentException("the font has no table \"" + tag + "\"");
        return table;
    }

    /** The glyph of a character; 0, an empty box, where the font has none. */
    int glyph(int character) {
        return glyphs.getOrDefault(character, 0);
    }

    int advance(int glyph) {
        return table("hmtx").getShort(4 * Math.min(glyph, metrics - 1)) & 0xFFFF;
    }

    int leftBearing(int glyph) {
        return table("hmtx").getShort(glyph < metrics ? 4 * glyph + 2 : 2 * (metrics + glyph));
    }

    /** The outline of a glyph as the file has it; empty for a space. */
    ByteBuffer outline(int glyph) {
        int from = offset(glyph), to = offset(glyph + 1);
        return table("glyf").slice(from, to - from);
    }

    private int offset(int glyph) {
        boolean wide = table("head").getShort(50) == 1;
        return wide ? table("loca").getInt(4 * glyph) : 2 * (table("loca").getShort(2 * glyph) & 0xFFFF);
    }

    /** The characters of the basic plane, which the table for Windows lists as ranges of codes (its format 4). */
    private void readCharacters(ByteBuffer cmap) {
        int count = cmap.getShort(2);
        for (int i = 0; i < count; i++) {
            int at = cmap.getInt(8 + 8 * i);
            if (cmap.getInt(4 + 8 * i) != 0x30001 || cmap.getShort(at) != 4) continue;
            int doubled = cmap.getShort(at + 6) & 0xFFFF;
            for (int segment = at + 14; segment < at + 14 + doubled; segment += 2) readRange(cmap, segment, doubled);
            return;
        }
        throw new IllegalArgumentException("the font has no characters of Unicode");
    }

    private void readRange(ByteBuffer cmap, int end, int doubled) {
        int start = end + doubled + 2, shift = start + doubled, indirect = shift + doubled;
        int jump = cmap.getShort(indirect) & 0xFFFF, first = cmap.getShort(start) & 0xFFFF;
        for (int c = first; c <= (cmap.getShort(end) & 0xFFFF) && c < 0xFFFF; c++) {
            int glyph = jump == 0 ? c : cmap.getShort(indirect + jump + 2 * (c - first)) & 0xFFFF;
            if (glyph != 0 || jump == 0) glyph = glyph + cmap.getShort(shift) & 0xFFFF;
            if (glyph != 0) glyphs.put(c, glyph);
        }
    }
}
