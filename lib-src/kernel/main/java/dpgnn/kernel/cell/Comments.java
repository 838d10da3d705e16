package dpgnn.kernel.cell;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Comments of Java source, which say nothing of what it declares. */
final class Comments {
    private static final Pattern TOKEN = Pattern.compile(
            "\"\"\"(?:\\\\.|[^\\\\])*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'|//[^\\n]*|/\\*.*?\\*/",
            Pattern.DOTALL);

    private Comments() {}

    /** The source with spaces for its comments, its line ends kept. Text in quotes stays. */
    static String blank(String source) {
        Matcher token = TOKEN.matcher(source);
        StringBuilder blank = new StringBuilder(source);
        while (token.find())
            if (token.group().startsWith("/"))
                for (int i = token.start(); i < token.end(); i++) if (source.charAt(i) != '\n') blank.setCharAt(i, ' ');
        return blank.toString();
    }
}
