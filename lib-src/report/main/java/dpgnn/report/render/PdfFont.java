package dpgnn.report.render;

import static dpgnn.report.render.Numbers.coordinate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A typeface in a PDF, embedded as far as it is used, so that a page looks the same everywhere and its text can be searched. */
final class PdfFont {
    /** How many objects a font takes in a document. */
    static final int OBJECTS = 5;
    /** Readers take no more entries of a character map at once. */
    private static final int ENTRIES = 100;

    private final Typeface face;
    private final FontSubset subset;
    private final Map<Integer, Integer> characters = new TreeMap<>();

    PdfFont(Typeface face) {
        this.face = face;
        subset = new FontSubset(face.file());
    }

    /** A line of text as the numbers of its glyphs, in hexadecimal digits. */
    String encode(String text) {
        StringBuilder out = new StringBuilder();
        for (int character : face.characters(text)) {
            int number = subset.number(face.file().glyph(character));
            if (number > 0) characters.putIfAbsent(number, character);
            out.append(digits(number));
        }
        return out.toString();
    }

    /** The objects of this font, whose numbers begin with {@code first}; that one is the font. */
    List<String> objects(int first) {
        String file = new String(subset.file(), StandardCharsets.ISO_8859_1);
        String name = tag(file) + "+" + face.name.replace("-Regular", "");
        ByteBuffer head = face.file().table("head"), hhea = face.file().table("hhea");
        String box = coordinate(unit(head.getShort(36))) + " " + coordinate(unit(head.getShort(38))) + " "
                + coordinate(unit(head.getShort(40))) + " " + coordinate(unit(head.getShort(42)));
        String widths = Arrays.stream(subset.advances())
                .mapToObj(w -> coordinate(unit(w)))
                .collect(Collectors.joining(" "));
        double capital = -1000 * face.outline("H").getBounds2D().getY();
        double stem = 1000 * face.outline("l").getBounds2D().getWidth();
        return List.of(
                "<< /Type /Font /Subtype /Type0 /BaseFont /" + name + " /Encoding /Identity-H /DescendantFonts ["
                        + (first + 1) + " 0 R] /ToUnicode " + (first + 4) + " 0 R >>",
                "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /" + name
                        + " /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity"
                        + " /FontDescriptor " + (first + 2) + " 0 R /W [0 [" + widths + "]] >>",
                "<< /Type /FontDescriptor /FontName /" + name + " /Flags 4 /ItalicAngle 0 /FontBBox [" + box
                        + "] /Ascent " + coordinate(unit(hhea.getShort(4))) + " /Descent "
                        + coordinate(unit(hhea.getShort(6))) + " /CapHeight " + coordinate(capital) + " /StemV "
                        + coordinate(stem) + " /FontFile2 " + (first + 3) + " 0 R >>",
                stream("/Length1 " + file.length(), file),
                stream("", characterMap()));
    }

    static String stream(String entries, String content) {
        return "<< /Length " + content.length() + (entries.isEmpty() ? "" : " ") + entries + " >>\nstream\n" + content
                + "\nendstream";
    }

    private double unit(int length) {
        return 1000.0 * length / face.file().unitsPerEm;
    }

    /** Six letters that tell one part of a font from another. */
    private static String tag(String file) {
        int hash = file.hashCode();
        StringBuilder tag = new StringBuilder();
        for (int i = 0; i < 6; i++, hash >>>= 5) tag.append((char) ('A' + (hash & 31) % 26));
        return tag.toString();
    }

    /** From the numbers of glyphs to characters, by which a reader finds and copies text. */
    private String characterMap() {
        StringBuilder out = new StringBuilder("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
                + "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
                + "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
                + "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n");
        List<Map.Entry<Integer, Integer>> entries = List.copyOf(characters.entrySet());
        for (int from = 0; from < entries.size(); from += ENTRIES) {
            var part = entries.subList(from, Math.min(entries.size(), from + ENTRIES));
            out.append(part.size()).append(" beginbfchar\n");
            part.forEach(e -> out.append('<')
                    .append(digits(e.getKey()))
                    .append("> <")
                    .append(digits(e.getValue()))
                    .append(">\n"));
            out.append("endbfchar\n");
        }
        return out.append("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend")
                .toString();
    }

    private static String digits(int number) {
        return String.format(java.util.Locale.ROOT, "%04X", number);
    }
}
