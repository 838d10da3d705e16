package dpgnn.kernel;

import dpgnn.report.Display;
import java.util.Base64;
import java.util.Map;
import java.util.function.Consumer;

/** What a notebook can call without an import. */
public final class Notebook {
    /** Content of one MIME type, with a plain text for where it cannot be shown. */
    private record Content(String type, String content, String plain) implements Display.Rich {
        @Override
        public Map<String, String> mime() {
            return type.equals("text/plain") ? Map.of(type, content) : Map.of(type, content, "text/plain", plain);
        }
    }

    private static volatile Consumer<Boolean> clear = wait -> {};

    private Notebook() {}

    static void onClear(Consumer<Boolean> listener) {
        clear = listener;
    }

    /** Shows the value here and now, as richly as it can be, and returns a handle whose {@code update} replaces it in place. */
    public static Display.Handle display(Object value) {
        return Display.show(value);
    }

    /** Empties the output of the cell, at once or, if told to wait, when the next output comes. */
    public static void clearOutput(boolean wait) {
        System.out.flush();
        System.err.flush();
        clear.accept(wait);
    }

    /** Empties the output of the cell at once. */
    public static void clearOutput() {
        clearOutput(false);
    }

    /** A piece of HTML, to be displayed. */
    public static Display.Rich html(String html) {
        return new Content("text/html", html, html);
    }

    /** A drawing in SVG, to be displayed. */
    public static Display.Rich svg(String svg) {
        return new Content("image/svg+xml", svg, "[SVG]");
    }

    /** A picture in PNG, to be displayed. */
    public static Display.Rich png(byte[] png) {
        return new Content("image/png", Base64.getEncoder().encodeToString(png), "[PNG]");
    }

    /** Markdown, to be displayed. */
    public static Display.Rich markdown(String markdown) {
        return new Content("text/markdown", markdown, markdown);
    }

    /** LaTeX, with its dollar signs, to be displayed. */
    public static Display.Rich latex(String latex) {
        return new Content("text/latex", latex, latex);
    }

    /** JSON, to be displayed as a tree. */
    public static Display.Rich json(String json) {
        return new Content("application/json", json, json);
    }
}
