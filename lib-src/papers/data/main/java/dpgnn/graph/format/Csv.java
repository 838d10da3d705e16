package dpgnn.graph.format;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Records of a CSV file with quoting (RFC 4180), one at a time: with a header and commas ({@link #Csv}), or as somebody wrote it
 * ({@link #any}).
 */
public final class Csv implements AutoCloseable {
    private static final int LONGEST = 1 << 20;
    private static final int LOOK = 1 << 12;

    public final String file;
    private final BufferedReader in;
    private final char separator;
    /** Whether the file has no known layout: comments at its head, and spaces around a field, are passed over. */
    private final boolean loose;

    private List<String> header = List.of();
    private List<String> fields = List.of();
    private final StringBuilder field = new StringBuilder();
    private boolean head = true;
    private String place = "line";
    private Iterator<Row> rows;
    private Set<String> texts = Set.of();
    private long line = 1;
    private long next = 1;

    private Csv(String file, InputStream in, boolean loose) throws IOException {
        this.file = file;
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), LOOK);
        this.loose = loose;
        separator = loose ? separator() : ',';
    }

    public Csv(Path path) throws IOException {
        this(path.getFileName().toString(), Files.newInputStream(path), false);
        try {
            if (!read()) throw bad("an empty file", "a header");
        } catch (IOException e) {
            in.close();
            throw e;
        }
        header = fields;
    }

    /** One record of another format that lists records, and where it begins: a line, or its number. */
    public record Row(long at, List<String> fields) {}

    /**
     * Records that another format listed; the first is a header of names.
     *
     * @param place what numbers of rows count, such as "line"
     * @param texts names of columns of which the first value is no number
     */
    public static Csv listed(String file, String place, List<Row> rows, Set<String> texts) throws IOException {
        Csv csv = new Csv(file, InputStream.nullInputStream(), false);
        csv.place = place;
        csv.rows = rows.iterator();
        csv.texts = texts;
        return csv;
    }

    /** Records without a known header, parted by commas, semicolons, tabs, bars or spaces; comments may stand before the first. */
    public static Csv any(String file, InputStream in) throws IOException {
        try {
            return new Csv(file, in, true);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** What most parts the first line; a space only between numbers, since names hold spaces. */
    private char separator() throws IOException {
        char[] head = new char[LOOK];
        in.mark(LOOK);
        int length = Math.max(0, in.read(head, 0, LOOK));
        in.reset();
        String first = new String(head, 0, length)
                .replace("\uFEFF", "")
                .lines()
                .filter(each -> !each.isBlank() && !each.startsWith("#"))
                .findFirst()
                .orElse("")
                .replaceAll("\"[^\"]*\"", "");
        char most = ',';
        for (char each : new char[] {';', '\t', '|'}) if (count(first, each) > count(first, most)) most = each;
        return count(first, most) == 0 && first.strip().matches("[-+.eE0-9]+( +[-+.eE0-9]+)+") ? ' ' : most;
    }

    private static long count(String text, char wanted) {
        return text.chars().filter(c -> c == wanted).count();
    }

    /** Goes to the next record; false after the last. */
    public boolean next() throws IOException {
        if (!read()) return false;
        if (!header.isEmpty() && fields.size() != header.size())
            throw bad(fields.size() + " fields", header.size() + " as in the header");
        return true;
    }

    private boolean read() throws IOException {
        if (rows != null) {
            if (!rows.hasNext()) return false;
            Row row = rows.next();
            line = row.at();
            fields = row.fields();
            return true;
        }
        line = next;
        fields = new ArrayList<>(fields.size());
        field.setLength(0);
        boolean quoted = false, any = false, literal = false;
        int length = 0;
        while (true) {
            int c = in.read();
            if (c < 0 && quoted) throw bad("the end of the file within quotes", "a closing quote");
            if (c < 0 && !any) return false;
            if (++length > LONGEST) throw bad("a record of more than " + LONGEST + " characters", "a shorter one");
            if (c == '\n') next++;
            if (loose && !any && c == '\uFEFF') continue;
            if (loose && !any && head && c == '#') {
                while (c >= 0 && c != '\n') c = in.read();
                line = ++next;
                continue;
            }
            any = true;
            head = false;
            if (quoted) {
                if (c != '"') field.append((char) c);
                else {
                    in.mark(1);
                    if (in.read() == '"') field.append('"');
                    else {
                        in.reset();
                        quoted = false;
                    }
                }
            } else if (c == '"' && field.length() == 0) quoted = literal = true;
            else if (c == separator || c == '\n' || c < 0) {
                if (c != separator && field.length() > 0 && field.charAt(field.length() - 1) == '\r')
                    field.setLength(field.length() - 1);
                String text = loose && !literal ? field.toString().strip() : field.toString();
                if (separator != ' ' || !text.isEmpty() || (c != ' ' && fields.isEmpty())) fields.add(text);
                field.setLength(0);
                literal = false;
                if (c != separator) break;
            } else field.append((char) c);
        }
        return true;
    }

    public List<String> fields() {
        return fields;
    }

    /** The line on which the record begins, counted from 1. */
    public long line() {
        return line;
    }

    /** What {@link #line} counts. */
    public String place() {
        return place;
    }

    /** Whether another format listed the records. */
    public boolean isListed() {
        return rows != null;
    }

    /** Whether a column of this name is known to hold texts. */
    public boolean isText(String column) {
        return texts.contains(column);
    }

    public String field(String column) throws MalformedFile {
        int at = header.indexOf(column);
        if (at < 0) throw new MalformedFile(file, "header", header, "a header with " + column);
        return fields.get(at);
    }

    public int number(String column, int most) throws MalformedFile {
        String text = field(column);
        int value = WholeNumbers.of(text);
        if (value < 0) throw bad(text, "a whole number from 0 in column " + column);
        if (value > most) throw bad(value, column + " in 0.." + most);
        return value;
    }

    public MalformedFile bad(Object value, String wanted) {
        return new MalformedFile(file, place + " " + line, value, wanted);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
