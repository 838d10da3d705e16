package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In front of one who counts how often he is asked. */
class CachedAccountantTest {
    private static final Event ONE = new Event.Gaussian(1), TWO = new Event.Gaussian(2);

    @TempDir
    Path folder;

    private int asked;

    private Accountant counting(String version) {
        return new Accountant() {
            @Override
            public String name() {
                return "counting";
            }

            @Override
            public String version() {
                return version;
            }

            @Override
            public boolean supports(Event event) {
                return event.equals(ONE);
            }

            @Override
            public double leastEpsilon(Event event, double delta) {
                asked++;
                return 7 / event.scale() + delta;
            }

            @Override
            public double leastDelta(Event event, double epsilon) {
                asked++;
                return 0.1 / event.scale() / (1 + epsilon);
            }

            @Override
            public String remark(Event event, double delta) {
                asked++;
                return "at " + delta;
            }
        };
    }

    private void answers(CachedAccountant cached, int questions, String what) {
        asked = 0;
        for (int i = 0; i < 2; i++) {
            assertEquals(7.1, cached.epsilon(ONE, 0.1), what);
            assertEquals(3.6, cached.epsilon(TWO, 0.1), what);
            assertEquals(7.2, cached.epsilon(ONE, 0.2), what);
            assertEquals(0.05, cached.delta(ONE, 1), what);
        }
        assertEquals(questions, asked, what);
    }

    @Test
    void eachQuestionIsAskedOnceAndKeptForTheNext() throws Exception {
        answers(CachedAccountant.inMemory(counting("1")), 4, "in memory");
        answers(CachedAccountant.of(counting("1"), folder), 4, "in a folder");
        answers(CachedAccountant.of(counting("1"), folder), 0, "from the folder");
        answers(CachedAccountant.of(counting("2"), folder), 4, "of another version");
        Map<Path, String> kept = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) kept.put(file, Files.readString(file));
        }
        assertEquals(8, kept.size());
        assertEquals(
                6,
                kept.values().stream().filter(t -> t.contains(ONE.canonical())).count());
        // a file that was changed in any line is none, and is written anew
        Map<String, UnaryOperator<String>> damages = Map.of(
                "that are empty", text -> "",
                "of nonsense", text -> "nonsense",
                "cut in the middle", text -> text.substring(0, text.length() / 2),
                "that lack a line", text -> text.substring(0, text.lastIndexOf('\n', text.length() - 2) + 1),
                "of another event", text -> text.replace("Gaussian", "Laplace"),
                "whose answer is 0", text -> text.replace(text.split("\n")[text.split("\n").length - 2], "0"));
        for (String what : damages.keySet()) {
            for (Path file : kept.keySet())
                Files.writeString(file, damages.get(what).apply(kept.get(file)));
            for (String version : List.of("1", "2"))
                answers(CachedAccountant.of(counting(version), folder), 4, "from files " + what);
            for (Path file : kept.keySet()) assertEquals(kept.get(file), Files.readString(file), what);
        }
        for (Path file : kept.keySet()) Files.write(file, new byte[] {(byte) 0xff, '\n'});
        answers(CachedAccountant.of(counting("1"), folder), 4, "from files that are no text");
        answers(CachedAccountant.of(counting("1"), folder), 0, "from the folder again");
        Path blocked = Files.writeString(folder.resolve("file"), "not a folder");
        answers(CachedAccountant.of(counting("1"), blocked), 4, "where there can be no folder");
    }

    @Test
    void everythingElseIsTheInnerOnes() {
        CachedAccountant cached = CachedAccountant.inMemory(counting("3"));
        assertEquals("counting", cached.name());
        assertEquals("3", cached.version());
        assertEquals(true, cached.supports(ONE));
        assertEquals(false, cached.supports(TWO));
        for (int i = 0; i < 2; i++) assertEquals("at 0.5", cached.remark(ONE, 0.5));
        assertEquals(1, asked);
        assertEquals(7.1, cached.guide(2, 0.1).applyAsDouble(ONE));
    }
}
