package dpgnn.graph.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Pulls the tokens of a JSON text from a stream: nothing but the current token is in memory. Nesting and the length of a
 * token are bounded.
 */
final class Json {
    private static final int DEEPEST = 64;
    private static final int LONGEST = 1 << 16;
    private static final int MOST_DIGITS = 15;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,4})?");

    private final String file;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 13];
    private byte[] token = new byte[256];
    private int from;
    private int to;
    private long passed;
    private int depth;

    Json(String file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /** Takes one member of an object. */
    interface Member {
        void of(String name) throws IOException;
    }

    /** Takes one element of an array. */
    interface Element {
        void next() throws IOException;
    }

    /** Reads an object; the callback must read, or {@link #skip}, the value of every member. */
    void object(Member member) throws IOException {
        expect('{');
        enter();
        if (peek() == '}') from++;
        else
            do {
                if (peek() != '"') throw bad((char) peek(), "the name of a member");
                String name = text();
                expect(':');
                member.of(name);
            } while (more('}'));
        depth--;
    }

    /** Reads an array; the callback must read, or {@link #skip}, every element. */
    void array(Element element) throws IOException {
        expect('[');
        enter();
        if (peek() == ']') from++;
        else do element.next(); while (more(']'));
        depth--;
    }

    /** The next token begins with this character. */
    boolean begins(char c) throws IOException {
        return peek() == c;
    }

    String text() throws IOException {
        expect('"');
        int length = 0;
        for (int c = read(); c != '"'; c = read()) {
            if (c < 0x20) throw bad("byte " + c, "a character of a text");
            if (length + 4 > LONGEST) throw bad("a long text", "at most " + LONGEST + " bytes");
            if (length + 4 > token.length) token = Arrays.copyOf(token, 2 * token.length);
            if (c != '\\') token[length++] = (byte) c;
            else {
                byte[] bytes = escaped().getBytes(StandardCharsets.UTF_8);
                for (byte b : bytes) token[length++] = b;
            }
        }
        return new String(token, 0, length, StandardCharsets.UTF_8);
    }

    /** A whole number in a range; 3.0 counts as one. */
    int number(int least, int most) throws IOException {
        double value = wholeOrReal();
        if (value != Math.rint(value) || value < least || value > most)
            throw bad(value, "a whole number in " + least + ".." + most);
        return (int) value;
    }

    /** Digits alone are added up without a text being made of them: files hold millions of them. */
    private double wholeOrReal() throws IOException {
        int length = wordLength();
        long value = 0;
        boolean digits = length <= MOST_DIGITS;
        for (int i = 0; i < length && digits; i++) {
            digits = token[i] >= '0' && token[i] <= '9';
            value = value * 10 + token[i] - '0';
        }
        return digits ? value : real(word(length));
    }

    private double real(String word) throws MalformedFile {
        if (!NUMBER.matcher(word).matches()) throw bad(word, "a number");
        return Double.parseDouble(word);
    }

    boolean bool() throws IOException {
        String word = word();
        if (word.equals("true")) return true;
        if (word.equals("false")) return false;
        throw bad(word, "true or false");
    }

    /** Passes over a value of any kind. */
    void skip() throws IOException {
        switch (peek()) {
            case '{' -> object(name -> skip());
            case '[' -> array(this::skip);
            case '"' -> text();
            default -> word();
        }
    }

    void end() throws IOException {
        int c = skipSpace();
        if (c >= 0) throw bad((char) c, "the end of the text");
    }

    MalformedFile bad(Object value, String wanted) {
        return new MalformedFile(file, "offset " + (passed + from), value, wanted);
    }

    private String word() throws IOException {
        return word(wordLength());
    }

    private String word(int length) {
        return new String(token, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Puts the next word into the token. */
    private int wordLength() throws IOException {
        peek();
        int length = 0;
        for (int c = look(); c > ' ' && c != ',' && c != ']' && c != '}' && c != ':' && c != '"'; c = look()) {
            if (length == 80) throw bad("a long word", "a number, true, false or null");
            token[length++] = (byte) c;
            from++;
        }
        if (length == 0) throw bad((char) look(), "a value");
        return length;
    }

    private String escaped() throws IOException {
        int c = read();
        return switch (c) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'b' -> "\b";
            case 'f' -> "\f";
            case '"', '\\', '/' -> String.valueOf((char) c);
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = Character.digit(read(), 16);
                    if (digit < 0) throw bad("a broken \\u", "four hexadecimal digits");
                    code = code * 16 + digit;
                }
                yield String.valueOf((char) code);
            }
            default -> throw bad("\\" + (char) c, "an escape of JSON");
        };
    }

    private void enter() throws MalformedFile {
        if (++depth > DEEPEST) throw bad("nesting deeper than " + DEEPEST, "at most that");
    }

    private boolean more(char close) throws IOException {
        int c = peek();
        from++;
        if (c == ',') return true;
        if (c == close) return false;
        throw bad((char) c, "a comma or " + close);
    }

    private void expect(char wanted) throws IOException {
        int c = peek();
        if (c != wanted) throw bad((char) c, "the character " + wanted);
        from++;
    }

    /** The next character that is not space; there must be one. */
    private int peek() throws IOException {
        int c = skipSpace();
        if (c < 0) throw bad("the end of the file", "more of the text");
        return c;
    }

    private int skipSpace() throws IOException {
        int c = look();
        for (; c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = look()) from++;
        return c;
    }

    private int read() throws IOException {
        int c = look();
        if (c < 0) throw bad("the end of the file", "more of the text");
        from++;
        return c;
    }

    private int look() throws IOException {
        if (from == to) {
            passed += to;
            from = 0;
            to = Math.max(0, in.read(buffer));
        }
        return from == to ? -1 : buffer[from] & 0xFF;
    }
}
