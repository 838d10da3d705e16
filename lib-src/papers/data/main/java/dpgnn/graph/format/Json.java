package dpgnn.graph.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;

/** Pulls the values of a JSON text from a stream. Nothing but the current one is in memory, and nesting and lengths are bounded. */
public final class Json {
    private static final int DEEPEST = 64;
    private static final int LONGEST = 1 << 16;
    private static final int MOST_DIGITS = 80;

    /** Names are not remembered: files hold millions of them, and almost none twice. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(LONGEST)
                    .maxNameLength(LONGEST)
                    .maxNumberLength(MOST_DIGITS)
                    .build())
            .build();

    private final String file;
    private final JsonParser parser;
    private boolean peeked;

    public Json(String file, InputStream in) throws IOException {
        this.file = file;
        try {
            parser = FACTORY.createParser(in);
        } catch (CharConversionException e) {
            throw new MalformedFile(file, "offset 0", e.getMessage(), "JSON", e);
        }
    }

    /** Takes one member of an object. */
    public interface Member {
        void of(String name) throws IOException;
    }

    /** Takes one element of an array. */
    public interface Element {
        void next() throws IOException;
    }

    /** Reads an object; the callback must read, or {@link #skip}, the value of every member. */
    public void object(Member member) throws IOException {
        take(JsonToken.START_OBJECT, "an object");
        while (take() != JsonToken.END_OBJECT) member.of(parser.currentName());
    }

    /** Reads an array; the callback must read, or {@link #skip}, every element. */
    public void array(Element element) throws IOException {
        take(JsonToken.START_ARRAY, "an array");
        while (peek() != JsonToken.END_ARRAY) element.next();
        take();
    }

    /** The next value is an array. */
    public boolean beginsArray() throws IOException {
        return peek() == JsonToken.START_ARRAY;
    }

    /** The next value is a text. */
    public boolean beginsText() throws IOException {
        return peek() == JsonToken.VALUE_STRING;
    }

    public String text() throws IOException {
        take(JsonToken.VALUE_STRING, "a text");
        return ask(parser::getText);
    }

    /** A whole number in a range; 3.0 counts as one. */
    public int number(int least, int most) throws IOException {
        JsonToken token = take();
        if (!token.isNumeric()) throw bad(shown(), "a whole number in " + least + ".." + most);
        double value = ask(parser::getDoubleValue);
        if (value != Math.rint(value) || value < least || value > most)
            throw bad(shown(), "a whole number in " + least + ".." + most);
        return (int) value;
    }

    public boolean bool() throws IOException {
        JsonToken token = take();
        if (!token.isBoolean()) throw bad(shown(), "true or false");
        return token == JsonToken.VALUE_TRUE;
    }

    /** A number, a text, true or false as a text, which is empty for null; null where the value is an object or an array. */
    public String plain() throws IOException {
        if (peek().isStructStart()) return null;
        JsonToken token = take();
        if (!token.isScalarValue()) throw bad(shown(), "a value");
        return token == JsonToken.VALUE_NULL ? "" : shown();
    }

    /** Passes over a value of any kind. */
    public void skip() throws IOException {
        take();
        ask(parser::skipChildren);
    }

    public void end() throws IOException {
        if (next() != null) throw bad(shown(), "the end of the text");
    }

    /** What was read last is not what it must be. */
    public MalformedFile bad(Object value, String wanted) {
        boolean over = parser.currentToken() == null;
        return new MalformedFile(
                file, where(over ? parser.currentLocation() : parser.currentTokenLocation()), value, wanted);
    }

    private void take(JsonToken wanted, String name) throws IOException {
        if (take() != wanted) throw bad(shown(), name);
    }

    private JsonToken take() throws IOException {
        JsonToken token = peek();
        peeked = false;
        return token;
    }

    private JsonToken peek() throws IOException {
        JsonToken token = peeked ? parser.currentToken() : next();
        if (token == null) throw bad("the end of the file", "more of the text");
        peeked = true;
        return token;
    }

    private JsonToken next() throws IOException {
        return ask(parser::nextToken);
    }

    private String shown() throws IOException {
        return ask(parser::getText);
    }

    private interface Question<T> {
        T answer() throws IOException;
    }

    private <T> T ask(Question<T> question) throws IOException {
        try {
            return question.answer();
        } catch (JsonProcessingException | CharConversionException e) {
            throw malformed(e);
        }
    }

    private MalformedFile malformed(IOException e) {
        String wanted = e instanceof StreamConstraintsException
                ? "at most " + DEEPEST + " levels deep, with texts of " + LONGEST + " characters and numbers of "
                        + MOST_DIGITS
                : "JSON";
        String said = e instanceof JsonProcessingException problem ? problem.getOriginalMessage() : e.getMessage();
        return new MalformedFile(file, where(parser.currentLocation()), said, wanted, e);
    }

    private static String where(JsonLocation at) {
        return "offset " + at.getCharOffset();
    }
}
