package dpgnn.graph.format;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Records of a CSV file with a header and quoting (RFC 4180), one at a time. */
public final class Csv implements AutoCloseable {
    private static final int LONGEST = 1 << 20;

    final String file;
    private final Reader in;
    private final List<String> header;
    private List<String> fields = new ArrayList<>();
    private long row;

    public Csv(Path path) throws IOException {
        this.file = path.getFileName().toString();
        this.in = new BufferedReader(
                new java.io.InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8), 1 << 13);
        try {
            if (!next(false)) throw bad("an empty file", "a header");
        } catch (IOException e) {
            in.close();
            throw e;
        }
        header = fields;
    }

    /** Goes to the next record; false after the last. */
    public boolean next() throws IOException {
        return next(true);
    }

    private boolean next(boolean checked) throws IOException {
        row++;
        fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        boolean any = false;
        int length = 0;
        while (true) {
            int c = in.read();
            if (c < 0 && quoted) throw bad("the end of the file within quotes", "a closing quote");
            if (c < 0 && !any) return false;
            if (++length > LONGEST) throw bad("a record of more than " + LONGEST + " characters", "a shorter one");
            any = true;
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
            } else if (c == '"' && field.length() == 0) quoted = true;
            else if (c == ',' || c == '\n' || c < 0) {
                if (c != ',' && field.length() > 0 && field.charAt(field.length() - 1) == '\r')
                    field.setLength(field.length() - 1);
                fields.add(field.toString());
                field.setLength(0);
                if (c != ',') break;
            } else field.append((char) c);
        }
        if (checked && fields.size() != header.size())
            throw bad(fields.size() + " fields", header.size() + " as in the header");
        return true;
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
        return new MalformedFile(file, "record " + row, value, wanted);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
