package dpgnn.privacy.account;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.base.Sha256;
import dpgnn.base.Shipped;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * Remembers the answers of another accountant: in memory and, if it has a folder, also on disk. Each answer is one small
 * file, named by the hash of question and algorithm.
 *
 * <p><b>Guarantee.</b> A file is believed only if it repeats the whole question in canonical form and its checksum fits; any
 * other file counts as absent. Answers are kept bit for bit, so a cache never changes a result. Files are written beside
 * their place and moved there in one step. If the folder cannot be written, no answer is kept on disk. Answers of an accountant that
 * the library does not ship are kept under its class, so that none is taken for an answer of the library's.
 */
public final class CachedAccountant implements Accountant, Shipped.Around {
    /** More answers than this are not kept in memory. */
    private static final int MOST = 10_000;

    private final Accountant inner;
    private final Optional<Path> folder;
    private final Map<String, Double> known = new ConcurrentHashMap<>();
    private final Map<String, String> remarks = new ConcurrentHashMap<>();

    /** Of whom answers are kept. */
    private final String whose;

    private CachedAccountant(Accountant inner, Optional<Path> folder) {
        this.inner = Check.given("inner", inner);
        Object foreign = Shipped.foreign(inner, Accountant.class);
        whose = foreign == null ? "" : " of the class " + foreign.getClass().getName();
        this.folder = folder;
    }

    public static CachedAccountant of(Accountant inner, Path folder) {
        return new CachedAccountant(inner, Optional.of(Check.given("folder", folder)));
    }

    /** In memory alone. */
    public static CachedAccountant inMemory(Accountant inner) {
        return new CachedAccountant(inner, Optional.empty());
    }

    /** The folder that the property {@code dpgnn.cache} names, else {@code ~/.cache/dpgnn}. */
    public static CachedAccountant of(Accountant inner) {
        String named = System.getProperty("dpgnn.cache");
        Path folder = named != null ? Path.of(named) : Path.of(System.getProperty("user.home"), ".cache", "dpgnn");
        return of(inner, folder.resolve("accounting"));
    }

    @Override
    public Accountant inner() {
        return inner;
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public String version() {
        return inner.version();
    }

    @Override
    public boolean supports(Event event) {
        return inner.supports(event);
    }

    @Override
    public boolean proves(Event event) {
        return inner.proves(event);
    }

    @Override
    public double leastEpsilon(Event event, double delta) {
        return answer("epsilon at delta " + delta, event, () -> inner.epsilon(event, delta));
    }

    /** What a guide says depends on what it was asked before, so the question names that too. */
    @Override
    public ToDoubleFunction<Event> guide(double target, double delta) {
        List<Event> asked = new ArrayList<>();
        ToDoubleFunction<Event> guide = inner.guide(target, delta);
        String[] before = {""};
        return event -> {
            String wanted = "guide to " + target + " at delta " + delta + " after " + before[0];
            asked.add(event);
            double figure = answer(wanted, event, () -> {
                double last = 0;
                // One that is refused is gone, too.
                while (!asked.isEmpty()) last = guide.applyAsDouble(asked.remove(0));
                return last;
            });
            before[0] = Sha256.of(wanted + event.canonical());
            return figure;
        };
    }

    @Override
    public String remark(Event event, double delta) {
        if (remarks.size() > MOST) remarks.clear();
        return remarks.computeIfAbsent(delta + " of " + event.canonical(), key -> inner.remark(event, delta));
    }

    @Override
    public double leastDelta(Event event, double epsilon) {
        return answer("delta at epsilon " + epsilon, event, () -> inner.delta(event, epsilon));
    }

    private interface Question {
        double ask();
    }

    private double answer(String wanted, Event event, Question question) {
        String key = inner.version() + whose + "\n" + wanted + "\n" + event.canonical();
        String name = hash(key);
        if (known.size() > MOST) known.clear();
        return known.computeIfAbsent(name, n -> folder.map(f -> kept(f.resolve(n.substring(0, 40)), key, question))
                .orElseGet(question::ask));
    }

    private static double kept(Path file, String key, Question question) {
        Double known = read(file, key);
        if (known != null) return known;
        double value = question.ask();
        write(file, key, value);
        return value;
    }

    private static Double read(Path file, String key) {
        try {
            if (!Files.isRegularFile(file)) return null;
            List<String> lines = Files.readString(file).lines().toList();
            int n = lines.size();
            if (n < 3 || !String.join("\n", lines.subList(0, n - 2)).equals(key)) return null;
            if (!lines.get(n - 1).equals(hash(key + "\n" + lines.get(n - 2)))) return null;
            return Double.longBitsToDouble(Long.parseUnsignedLong(lines.get(n - 2), 16));
        } catch (IOException | UncheckedIOException | NumberFormatException unreadable) {
            return null;
        }
    }

    private static void write(Path file, String key, double value) {
        String body = key + "\n" + Long.toHexString(Double.doubleToLongBits(value));
        try {
            AtomicFile.writePrivate(file, (body + "\n" + hash(body) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException notRemembered) {
            // the answer is right without being remembered
        }
    }

    private static String hash(String text) {
        return Sha256.of(text);
    }
}
