package dpgnn.privacy;

import dpgnn.base.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of JSON that a ledger needs: objects, arrays, strings, booleans and numbers. Numbers stay text until they are
 * asked for.
 */
public final class LedgerJson {
    /** Objects and arrays inside each other, at most: a reader that calls itself needs room for each. */
    static final int DEEPEST = 500;

    /** Letters about a fault that a message shows. */
    private static final int SHOWN = 500;

    private final String text;
    private int at;
    private int depth;

    /** A number as written. */
    public record Number(String digits) {}

    private LedgerJson(String text) {
        this.text = text;
    }

    /** Maps, lists, strings, booleans and {@link Number}s; fails with what was expected and where. */
    static Object parse(String text) {
        LedgerJson json = new LedgerJson(text);
        Object value = json.value();
        json.blank();
        if (json.at != text.length()) throw json.expected("the end");
        return value;
    }

    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(String text) {
        Check.given("text", text);
        if (parse(text) instanceof Map<?, ?> map) return (Map<String, Object>) map;
        throw new LedgerJson(text).expected("a JSON object");
    }

    public static String quote(String text) {
        Check.given("text", text);
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < 0x20 || c > 0x7e) out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        return out.append('"').toString();
    }

    private void blank() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private Object value() {
        blank();
        char c = peek();
        if (c == '{' || c == '[') {
            if (depth == DEEPEST) throw expected("at most " + DEEPEST + " levels of objects and arrays");
            depth++;
            Object inner = c == '{' ? object() : array();
            depth--;
            return inner;
        }
        if (c == '"') return string();
        if (c == 't' || c == 'f' || c == 'n') {
            for (String word : List.of("true", "false", "null")) {
                if (!text.startsWith(word, at)) continue;
                at += word.length();
                return word.equals("null") ? null : (Object) Boolean.valueOf(word);
            }
        }
        int from = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
        if (at == from) throw expected("a value");
        return new Number(text.substring(from, at));
    }

    private Map<String, Object> object() {
        Map<String, Object> map = new LinkedHashMap<>();
        take('{');
        blank();
        while (peek() != '}') {
            if (!map.isEmpty()) take(',');
            blank();
            String key = string();
            blank();
            take(':');
            if (map.containsKey(key)) throw expected("no second \"" + key + "\"");
            map.put(key, value());
            blank();
        }
        take('}');
        return map;
    }

    private List<Object> array() {
        List<Object> list = new ArrayList<>();
        take('[');
        blank();
        while (peek() != ']') {
            if (!list.isEmpty()) take(',');
            list.add(value());
            blank();
        }
        take(']');
        return list;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        take('"');
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = peek();
            at++;
            if (escaped == '"' || escaped == '\\') out.append(escaped);
            else if (escaped == 'u' && at + 4 <= text.length()) {
                try {
                    out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                } catch (NumberFormatException e) {
                    throw expected("four hexadecimal digits");
                }
                at += 4;
            } else throw expected("an escape that this writer uses");
        }
        take('"');
        return out.toString();
    }

    private char peek() {
        if (at >= text.length()) throw expected("more");
        return text.charAt(at);
    }

    private void take(char c) {
        if (at >= text.length() || text.charAt(at) != c) throw expected("'" + c + "'");
        at++;
    }

    private IllegalArgumentException expected(String what) {
        int from = text.length() > SHOWN ? Math.max(0, at - SHOWN / 2) : 0, to = Math.min(text.length(), from + SHOWN);
        return new IllegalArgumentException("expected " + what + " at character " + at + " of "
                + (from > 0 ? "..." : "") + text.substring(from, to) + (to < text.length() ? "..." : ""));
    }
}
