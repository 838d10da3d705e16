package dpgnn.report;

import dpgnn.base.Described;
import dpgnn.report.render.Scene;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How the library shows things without knowing where it runs. An object that is {@link Rich} offers itself in several
 * formats. The host of the library (the Java kernel, a test, a terminal) sets a {@link Sink} and picks a format that it can
 * show.
 */
public final class Display {
    /** Something that can show itself: MIME type to content, binary content in base 64. It must hold "text/plain". */
    public interface Rich {
        Map<String, String> mime();

        /** Called when it is put before a reader, as against asked how it would look. */
        default void shown() {}
    }

    /** A picture, of which a live page offers files. */
    public interface Drawn extends Rich {
        String title();

        /** The title, and what a reader needs who sees the picture alone. */
        String caption();

        Scene scene();

        Table points();
    }

    /** Receives shown values. The same id with {@code update} true replaces what was shown under it. */
    public interface Sink {
        void show(String id, Map<String, String> content, boolean update);
    }

    /** Something on display that can be replaced in place. */
    public record Handle(String id) {
        public void update(Object value) {
            sink.show(id, told(rich(value)), true);
        }
    }

    /** The default: plain text, line after line, with updates left to callers that write them sparingly. */
    public static final Sink PLAIN = (id, content, update) -> System.out.println(content.get("text/plain"));

    /** Shows what another library makes; found by ServiceLoader. */
    public interface Converter {
        /** The value as something that can show itself; null for a value that it does not know. */
        Rich rich(Object value);
    }

    private static final List<Converter> CONVERTERS =
            ServiceLoader.load(Converter.class, Display.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private static final AtomicLong NEXT = new AtomicLong();
    private static final AtomicLong CELL = new AtomicLong();
    private static volatile Sink sink = PLAIN;

    private Display() {}

    /** Sends everything that is shown from now on to this sink. */
    public static void to(Sink newSink) {
        sink = newSink;
    }

    /** Whether things can be replaced in place, that is, whether a notebook listens. */
    public static boolean interactive() {
        return sink != PLAIN;
    }

    /** Says that another cell begins, whose output stands apart from what was shown before. */
    public static void nextCell() {
        CELL.incrementAndGet();
    }

    /** The number of the cell that is running. */
    public static long cell() {
        return CELL.get();
    }

    /** Shows a value and returns a handle by which it can be replaced. */
    public static Handle show(Object value) {
        Handle handle = new Handle("dpgnn-" + NEXT.incrementAndGet());
        sink.show(handle.id(), present(value), false);
        return handle;
    }

    /** The value in every format it knows; one that describes itself as a table of two columns; one of another library as a {@link Converter} has it; anything else as {@link JavaValue} has it. */
    public static Map<String, String> render(Object value) {
        return rich(value).mime();
    }

    /** The content of a value that a reader now sees, which is told so. */
    public static Map<String, String> present(Object value) {
        Rich rich = rich(value);
        Map<String, String> content = told(rich);
        return rich instanceof Drawn drawn && Comms.hasWidgets() ? FileBar.below(content, drawn) : content;
    }

    private static Map<String, String> told(Rich rich) {
        Map<String, String> content = rich.mime();
        rich.shown();
        return content;
    }

    private static Rich rich(Object value) {
        if (value instanceof Rich rich) return rich;
        if (value instanceof Described described) return () -> JavaValue.described(described);
        for (Converter converter : CONVERTERS) {
            Rich rich = converter.rich(value);
            if (rich != null) return rich;
        }
        return () -> JavaValue.mime(value);
    }
}
