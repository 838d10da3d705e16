package dpgnn.audit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * All that a release shows, with its numbers masked: exceptions and their messages, what was told on the way, records. Whether
 * somebody takes part may change numbers, by as much as the noise hides; it may change nothing else. NaN and Infinity are words.
 */
public final class OutputForm {
    private OutputForm() {}

    /** Something that releases, telling what it tells on the way; its result is shown as text. */
    @FunctionalInterface
    public interface Release {
        Object run(PrintWriter told) throws Exception;
    }

    /** The forms of so many releases, each made by its number. */
    public static Set<String> of(int times, IntFunction<Release> releases) {
        Set<String> forms = new TreeSet<>();
        for (int i = 0; i < times; i++) forms.add(of(releases.apply(i)));
        return forms;
    }

    private static String of(Release release) {
        StringWriter all = new StringWriter();
        try (PrintWriter told = new PrintWriter(all)) {
            told.println(release.run(told));
        } catch (Exception e) {
            all.write("stopped by " + e.getClass().getName() + ": " + e.getMessage());
        }
        return all.toString().replaceAll("-?\\d[\\d.]*(E-?\\d+)?", "#");
    }
}
