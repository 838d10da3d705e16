package dpgnn.graph.format;

import java.io.IOException;
import java.util.List;

/** Thrown when a file breaks its format. The message names the file and the place, what stands there, and what would be right. */
public final class MalformedFile extends IOException {
    private static final long serialVersionUID = 1;
    private static final int SHOWN = 80;

    private final String file;
    private final String where;
    private final String value;
    private final String wanted;

    public MalformedFile(String file, String where, Object value, String wanted) {
        super(file + ", " + where + ": found " + shown(value) + ", but it must be " + wanted);
        this.file = file;
        this.where = where;
        this.value = shown(value);
        this.wanted = wanted;
    }

    public MalformedFile(String file, String where, Object value, String wanted, Throwable cause) {
        this(file, where, value, wanted);
        initCause(cause);
    }

    private MalformedFile(MalformedFile first, String message) {
        super(message, first);
        file = first.file;
        where = first.where;
        value = first.value;
        wanted = first.wanted;
    }

    /** One report of so many mistakes, in lines that say all that is listed of them. */
    public static MalformedFile all(MalformedFile first, long count, List<String> lines) {
        return new MalformedFile(
                first, count == 1 ? lines.get(0) : count + " things are wrong:\n  " + String.join("\n  ", lines));
    }

    /** The parts of a data set are well formed but do not make one. */
    public static MalformedFile inconsistent(String name, RuntimeException cause) {
        return new MalformedFile(name, "contents of the files", cause.getMessage(), "a consistent data set", cause);
    }

    public String file() {
        return file;
    }

    /** An offset, a line, a row or an entry. */
    public String where() {
        return where;
    }

    public String value() {
        return value;
    }

    public String wanted() {
        return wanted;
    }

    private static String shown(Object value) {
        String text = String.valueOf(value).replaceAll("\\p{Cntrl}", "?");
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
