package dpgnn.graph.read;

import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Pulls keys and values from a file in the Graph Modelling Language: lists in brackets, numbers and quoted texts. */
final class Gml implements AutoCloseable {
    private static final int DEEPEST = 64;
    private static final int LONGEST = 1 << 16;

    private final String file;
    private final BufferedReader in;
    private final StringBuilder text = new StringBuilder();
    private long line = 1;
    private int next = ' ';
    private int depth;

    Gml(Path path) throws IOException {
        file = path.getFileName().toString();
        in = new BufferedReader(new InputStreamReader(Lines.open(path), StandardCharsets.UTF_8), 1 << 12);
    }

    /** Takes one key; it must read its value, or pass over it. */
    interface Entry {
        void of(String key) throws IOException;
    }

    /** The keys of the file, outside all brackets. */
    void file(Entry entry) throws IOException {
        for (String key = token(); !key.isEmpty(); key = token()) entry.of(named(key));
    }

    /** The keys of a list, whose bracket comes next. */
    void list(Entry entry) throws IOException {
        String open = token();
        if (!open.equals("[")) throw bad(open, "a list in brackets");
        if (++depth > DEEPEST) throw bad("brackets in brackets", "at most " + DEEPEST + " deep");
        for (String key = token(); !key.equals("]"); key = token()) entry.of(named(key));
        depth--;
    }

    /** A number or a text; null where a list comes next. */
    String value() throws IOException {
        blanks();
        if (next == '[') return null;
        boolean quoted = next == '"';
        String value = token();
        if (!quoted && (value.isEmpty() || value.equals("]"))) throw bad(value, "a number, a text in quotes or a list");
        return quoted ? value.substring(1) : value;
    }

    void pass() throws IOException {
        if (value() == null) list(key -> pass());
    }

    long line() {
        return line;
    }

    MalformedFile bad(String value, String wanted) {
        return new MalformedFile(file, "line " + line, value.isEmpty() ? "the end of the file" : value, wanted);
    }

    private String named(String key) throws MalformedFile {
        boolean name = !key.isEmpty() && Character.isLetter(key.charAt(0)) || key.startsWith("_");
        if (!name) throw bad(key, "a key, which begins with a letter");
        return key;
    }

    private void blanks() throws IOException {
        while (next == '#' || next == '\uFEFF' || next >= 0 && Character.isWhitespace(next)) {
            if (next == '#') while (next >= 0 && next != '\n') next = in.read();
            else advance();
        }
    }

    private void advance() throws IOException {
        if (next == '\n') line++;
        next = in.read();
    }

    /** A bracket, a word, or a text behind its first quote; empty at the end. */
    private String token() throws IOException {
        blanks();
        text.setLength(0);
        boolean quoted = next == '"', bracket = next == '[' || next == ']';
        while (next >= 0) {
            text.append((char) next);
            if (text.length() > LONGEST) throw bad("a text of more than " + LONGEST + " characters", "shorter");
            advance();
            if (bracket || (quoted ? next == '"' : Character.isWhitespace(next) || next == '[' || next == ']')) break;
        }
        if (quoted && next < 0) throw bad("the end of the file within quotes", "a closing quote");
        if (quoted) advance();
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
