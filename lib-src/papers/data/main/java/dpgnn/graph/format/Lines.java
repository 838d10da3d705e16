package dpgnn.graph.format;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The lines of a text file (unpacked if its name ends in .gz), one at a time, with whole numbers found in them. */
public final class Lines implements Closeable {
    private static final int LONGEST = 1 << 24;

    public final String file;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 13];
    private int from;
    private int to;
    private long number;
    private String line;
    private int at;

    public Lines(String file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    public static Lines of(Path path) throws IOException {
        return new Lines(path.getFileName().toString(), open(path));
    }

    /** The stream of a file, unpacked if its name ends in .gz; it is not buffered, so readers should ask for much at a time. */
    public static InputStream open(Path path) throws IOException {
        String file = path.getFileName().toString();
        InputStream plain = Files.newInputStream(path);
        if (!file.endsWith(".gz")) return plain;
        try {
            return ReadLimit.unpacked(file, new GZIPInputStream(plain, 1 << 13), Files.size(path));
        } catch (IOException e) {
            plain.close();
            if (!(e instanceof ZipException || e instanceof EOFException)) throw e;
            throw new MalformedFile(file, "offset 0", e.getMessage(), "gzip data", e);
        }
    }

    /** Goes to the next line; false after the last. */
    public boolean next() throws IOException {
        ByteArrayOutputStream long_ = null;
        number++;
        at = 0;
        while (true) {
            if (from == to && !fill()) {
                if (long_ == null) return false;
                line = long_.toString(StandardCharsets.UTF_8);
                return true;
            }
            int end = from;
            while (end < to && buffer[end] != '\n') end++;
            if (end < to) {
                if (long_ == null) line = new String(buffer, from, end - from, StandardCharsets.UTF_8);
                else {
                    long_.write(buffer, from, end - from);
                    line = long_.toString(StandardCharsets.UTF_8);
                }
                from = end + 1;
                if (line.endsWith("\r")) line = line.substring(0, line.length() - 1);
                return true;
            }
            if (long_ == null) long_ = new ByteArrayOutputStream();
            long_.write(buffer, from, end - from);
            from = end;
            if (long_.size() > LONGEST) throw bad("a line of more than " + LONGEST + " bytes", "shorter");
        }
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }

    public String line() {
        return line;
    }

    public long number() {
        return number;
    }

    public boolean isBlank() {
        return line.isBlank();
    }

    /** Whether nothing but separators (spaces, tabs, commas) is left in the line. */
    public boolean atEnd() {
        while (at < line.length() && " \t,".indexOf(line.charAt(at)) >= 0) at++;
        return at == line.length();
    }

    /** The next whole number of the line, in this range; numbers are parted by spaces, tabs or commas. */
    public int number(int least, int most) throws MalformedFile {
        if (atEnd()) throw bad(line, "another whole number in this line");
        int begin = at;
        boolean negative = line.charAt(at) == '-';
        if (negative) at++;
        long value = 0;
        int digits = at;
        while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9' && at - digits < 18)
            value = value * 10 + line.charAt(at++) - '0';
        if (at == digits || (at < line.length() && " \t,".indexOf(line.charAt(at)) < 0))
            throw bad(line.substring(begin), "a whole number");
        if (negative) value = -value;
        if (value < least || value > most) throw bad(value, "in " + least + ".." + most);
        return (int) value;
    }

    /** The next whole number, after which the line must end. */
    public int lastNumber(int least, int most) throws MalformedFile {
        int value = number(least, most);
        if (!atEnd()) throw bad(line, "no more than these numbers");
        return value;
    }

    /** How many fields there are between commas. */
    public int fields() {
        return (int) line.chars().filter(c -> c == ',').count() + 1;
    }

    /** Puts the line's finite numbers, parted by commas, into so many places from one on. */
    public void finite(float[] into, int first, int count) throws MalformedFile {
        String[] fields = line.split(",", -1);
        if (fields.length != count) throw bad(fields.length + " fields", count + " as in the first line");
        for (int c = 0; c < count; c++) into[first + c] = finite(fields[c]);
    }

    private float finite(String field) throws MalformedFile {
        try {
            float value = Float.parseFloat(field);
            if (Float.isFinite(value)) return value;
        } catch (NumberFormatException e) {
            throw new MalformedFile(file, "line " + number, field, "a number", e);
        }
        throw bad(field, "a finite number");
    }

    public MalformedFile bad(Object value, String wanted) {
        return new MalformedFile(file, "line " + number, value, wanted);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
