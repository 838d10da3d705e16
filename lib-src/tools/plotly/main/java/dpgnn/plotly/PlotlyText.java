package dpgnn.plotly;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Carries the caller's texts past Tablesaw's templates, which put some of them into JavaScript without escaping and escape others
 * for HTML: a token goes through the template, and in its place comes a JavaScript literal that is safe inside a script element.
 */
final class PlotlyText {
    private final Map<String, String> texts = new LinkedHashMap<>();

    String token(String text) {
        String token = "dpgnnText" + texts.size() + "x";
        texts.put(token, text);
        return token;
    }

    String[] tokens(java.util.List<String> list) {
        return list.stream().map(this::token).toArray(String[]::new);
    }

    /** The script with each quoted token replaced. */
    String resolve(String javascript) {
        String result = javascript;
        for (Map.Entry<String, String> entry : texts.entrySet()) {
            String literal = literal(entry.getValue());
            result = result.replace("'" + entry.getKey() + "'", literal).replace("\"" + entry.getKey() + "\"", literal);
        }
        return result;
    }

    static String literal(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < 32 || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
                out.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
            } else out.append(c);
        }
        return out.append('"').toString();
    }
}
