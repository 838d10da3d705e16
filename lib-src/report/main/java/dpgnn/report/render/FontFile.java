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
    /** Signs of set theory and logic that the font lacks, and the letter that has their shape, as it stands or upside down. */
    private static final Map<Integer, Integer> ALIKE = Map.of((int) '∈', (int) 'Є', (int) '∅', (int) 'Ø');

    private static final Map<Integer, Integer> TURNED =
            Map.of((int) '∀', (int) 'A', (int) '∃', (int) 'E', (int) '∇', (int) 'Δ', (int) '∪', (int) '∩');
    /** Added to the number of a glyph that stands upside down. */
    private static final int UPSIDE_DOWN = 0x10000;

    private static final int PART = 0x83, MINUS_ONE = -0x4000;

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
            if (!characters) return;
            readCharacters(table("cmap"));
            ALIKE.forEach((sign, letter) -> glyphs.putIfAbsent(sign, glyph(letter)));
            TURNED.forEach((sign, letter) -> glyphs.putIfAbsent(sign, UPSIDE_DOWN + glyph(letter)));
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
        return table("hmtx").getShort(4 * Math.min(glyph % UPSIDE_DOWN, metrics - 1)) & 0xFFFF;
    }

    int leftBearing(int glyph) {
        if (glyph >= UPSIDE_DOWN) return outline(glyph).getShort(2);
        return table("hmtx").getShort(glyph < metrics ? 4 * glyph + 2 : 2 * (metrics + glyph));
    }

    /** The outline of a glyph as the file has it; empty for a space. */
    ByteBuffer outline(int glyph) {
        if (glyph >= UPSIDE_DOWN) return turned(glyph - UPSIDE_DOWN);
        int from = offset(glyph), to = offset(glyph + 1);
        return table("glyf").slice(from, to - from);
    }

    /** A glyph whose only part is another one, turned about the middle of its room. */
    private ByteBuffer turned(int glyph) {
        ByteBuffer whole = outline(glyph);
        int advance = advance(glyph), low = whole.getShort(4), high = whole.getShort(8);
        ByteBuffer bytes = ByteBuffer.allocate(26);
        bytes.putShort((short) -1)
                .putShort((short) (advance - whole.getShort(6)))
                .putShort((short) low);
        bytes.putShort((short) (advance - whole.getShort(2))).putShort((short) high);
        bytes.putShort((short) PART)
                .putShort((short) glyph)
                .putShort((short) advance)
                .putShort((short) (low + high));
        bytes.putShort((short) MINUS_ONE)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) MINUS_ONE);
        return bytes.flip();
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
