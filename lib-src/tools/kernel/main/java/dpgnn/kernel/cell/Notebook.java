package dpgnn.kernel.cell;

import dpgnn.report.Display;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Methods that a notebook can call without an import. */
public final class Notebook {
    /** Content of one MIME type, with a plain text for where it cannot be shown. */
    private record Content(String type, String content, String plain) implements Display.Rich {
        @Override
        public Map<String, String> mime() {
            return type.equals("text/plain") ? Map.of(type, content) : Map.of(type, content, "text/plain", plain);
        }
    }

    /** A magic of one's own: what follows its name on the line, and the lines below it; what it returns is the cell's value. */
    @FunctionalInterface
    public interface Magic {
        Object run(String line, String body) throws Exception;
    }

    private static volatile BiConsumer<String, Magic> magics = (name, magic) -> {
        throw new IllegalStateException("a magic needs a notebook: no kernel runs here");
    };

    /** What works without this kernel, each by its own import, which goes before what another kernel imports whole. */
    private static final List<String> ELSEWHERE = List.of(
            "display",
            "updateDisplay",
            "render",
            "html",
            "svg",
            "png",
            "markdown",
            "latex",
            "json",
            "print",
            "println",
            "printf");

    private static final Pattern MIME = Pattern.compile("[a-z]+/[\\w.+-]+");

    private static volatile Consumer<Boolean> clear = wait -> {};
    private static volatile Function<String, Object> evaluator = source -> {
        throw new IllegalStateException("eval needs a notebook: no kernel runs here");
    };

    private Notebook() {}

    public static void onClear(Consumer<Boolean> listener) {
        clear = listener;
    }

    static void onMagic(BiConsumer<String, Magic> listener) {
        magics = listener;
    }

    static void onEval(Function<String, Object> listener) {
        evaluator = listener;
    }

    /** What the kernel imports by itself, as the first lines of a notebook in another one. */
    public static List<String> imports() {
        return DefaultTypes.lines().stream()
                .flatMap(line -> line.contains("Notebook.*")
                        ? ELSEWHERE.stream().map(name -> line.replace("*", name))
                        : Stream.of(line))
                .toList();
    }

    /** Shows the value here and now, as richly as it can be, and returns a handle whose {@code update} replaces it in place. */
    public static Display.Handle display(Object value) {
        return Display.show(value);
    }

    /**
     * Shows the value as this MIME type alone. A text is taken to be of that type: {@code display("<b>bold</b>", "text/html")}. The
     * type may stand first too.
     */
    public static Display.Handle display(Object value, String mime) {
        return Display.show(render(value, mime));
    }

    /** The value as {@link #display(Object, String)} shows it, without showing it. */
    public static Display.Rich render(Object value, String mime) {
        boolean first = value instanceof String text && isMime(text) && !isMime(mime);
        if (first) return render(mime, (String) value);
        if (!isMime(mime)) throw new IllegalArgumentException("mime must be a type such as text/html, was " + mime);
        if (value instanceof CharSequence text) return new Content(mime, text.toString(), text.toString());
        Map<String, String> all = Display.render(value);
        if (!all.containsKey(mime))
            throw new IllegalArgumentException(value.getClass().getName() + " cannot be shown as " + mime + ", but as "
                    + String.join(", ", new TreeSet<>(all.keySet())));
        return new Content(mime, all.get(mime), all.getOrDefault("text/plain", ""));
    }

    /** The value in every format that it can be shown in, by MIME type. */
    public static Map<String, String> render(Object value) {
        return Display.render(value);
    }

    /** Replaces what was shown under this handle. */
    public static void updateDisplay(Display.Handle handle, Object value) {
        handle.update(value);
    }

    /** Replaces what was shown under the handle of this id. */
    public static void updateDisplay(String id, Object value) {
        new Display.Handle(id).update(value);
    }

    /** Runs source as if it stood in the running cell, and gives the value of its last expression. */
    public static Object eval(String source) {
        return evaluator.apply(source);
    }

    /** Gives the notebook a magic of this name, {@code %name} for a line or {@code %%name} for a whole cell, until the kernel ends. */
    public static void magic(String name, Magic magic) {
        magics.accept(name, magic);
    }

    private static boolean isMime(String text) {
        return MIME.matcher(text).matches();
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

    /** Prints as {@code System.out.print} does. */
    public static void print(Object value) {
        System.out.print(value);
    }

    /** Prints as {@code System.out.println} does. */
    public static void println(Object value) {
        System.out.println(value);
    }

    /** An empty line. */
    public static void println() {
        System.out.println();
    }

    /** Prints as {@code System.out.printf} does. */
    public static void printf(String format, Object... values) {
        System.out.printf(format, values);
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
