package dpgnn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of proofs, the classes that rest on them and the tests that they name hold together. */
class ProofsTest {
    private static final Pattern HEADING = Pattern.compile("### Lemma (\\d+)\\. (.+)");
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
    private static final Pattern RESTS = Pattern.compile("\\*\\*Used by:\\*\\*(.*?)\\*\\*Tests:", Pattern.DOTALL);
    private static final Pattern POINTER =
            Pattern.compile("docs/proofs\\.md,[\\s*]+(?:sections?|lemmas?)[\\s*]+([\\d,\\s*and]*\\d)");
    private static final Pattern MENTION = Pattern.compile("Lemmas? (\\d+)(?:(?:, | and | to )(\\d+))*");

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs/proofs.md"))) here = here.getParent();
        return here;
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of the profiles too. */
    private static Map<String, String> sources(String kind) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        try (Stream<Path> all = Files.walk(root().resolve("lib-src"))) {
            all.filter(p -> p.toString().endsWith(".java") && p.toString().contains(kind + "/java"))
                    .forEach(p -> sources.put(p.getFileName().toString().replace(".java", ""), read(p)));
        }
        return sources;
    }

    /** The text of each lemma, by its number. */
    private static Map<Integer, String> lemmas() {
        Map<Integer, String> lemmas = new TreeMap<>();
        for (Path page : pages()) {
            int last = 0;
            for (String part : read(page).split("(?=\n### )|(?=\n## )")) {
                Matcher heading =
                        HEADING.matcher(part.strip().lines().findFirst().orElse(""));
                if (!heading.matches()) continue;
                int number = Integer.parseInt(heading.group(1));
                assertTrue(number > last, page + " must have its lemmas in order, had " + number + " after " + last);
                assertNull(lemmas.put(number, part), "lemma " + number + " stands twice");
                last = number;
            }
        }
        return lemmas;
    }

    /** The page that lists them, and those of packages. */
    private static List<Path> pages() {
        try (Stream<Path> each = Files.list(root().resolve("docs/proofs"))) {
            return Stream.concat(Stream.of(root().resolve("docs/proofs.md")), each.sorted())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final Pattern LISTED =
            Pattern.compile("\\| \\[([\\w.]+)\\]\\(proofs/\\1\\.md\\) \\| .* \\| ([^|]+) \\|");

    /** Who looks a lemma up finds its page in the list. */
    @Test
    void theListSaysWhereEachLemmaStands() {
        Map<String, TreeSet<Integer>> listed = new TreeMap<>(), there = new TreeMap<>();
        Matcher row = LISTED.matcher(read(root().resolve("docs/proofs.md")));
        while (row.find()) {
            TreeSet<Integer> numbers = listed.computeIfAbsent(row.group(1) + ".md", page -> new TreeSet<>());
            for (String range : row.group(2).split(", ")) {
                String[] ends = range.split(" to ");
                for (int n = Integer.parseInt(ends[0]); n <= Integer.parseInt(ends[ends.length - 1]); n++)
                    numbers.add(n);
            }
        }
        for (Path page : pages().subList(1, pages().size()))
            there.put(
                    page.getFileName().toString(),
                    HEADING.matcher(read(page))
                            .results()
                            .map(lemma -> Integer.valueOf(lemma.group(1)))
                            .collect(Collectors.toCollection(TreeSet::new)));
        assertEquals(there, listed);
    }

    @Test
    void lemmasAreNumberedInOrderAndProved() {
        int expected = 1;
        Map<Integer, String> lemmas = lemmas();
        for (Map.Entry<Integer, String> lemma : lemmas.entrySet()) {
            assertEquals(expected++, lemma.getKey());
            String text = lemma.getValue();
            assertTrue(text.contains("*Proof.*") && text.contains("∎"), "lemma " + lemma.getKey() + " has no proof");
            Matcher mention = MENTION.matcher(text);
            while (mention.find()) assertTrue(lemmas.containsKey(Integer.valueOf(mention.group(1))), mention.group());
        }
        assertTrue(expected > 40);
    }

    @Test
    void everyTestThatWouldFailExists() throws IOException {
        Map<String, String> tests = sources("test");
        List<String> missing = new ArrayList<>();
        lemmas().forEach((number, text) -> {
            Matcher named = NAMED.matcher(text);
            int count = 0;
            while (named.find()) {
                count++;
                String source = tests.getOrDefault(named.group(1), "");
                if (!Pattern.compile("void " + named.group(2) + "\\(")
                        .matcher(source)
                        .find()) missing.add("lemma " + number + ": " + named.group());
            }
            if (count == 0) missing.add("lemma " + number + " names no test");
        });
        assertEquals(List.of(), missing);
    }

    @Test
    void javadocPointsToEveryLemmaAndToNoOther() throws IOException {
        TreeSet<Integer> pointed = new TreeSet<>();
        sources("main").forEach((name, source) -> {
            Matcher pointer = POINTER.matcher(source);
            while (pointer.find())
                for (String number : pointer.group(1).split("\\D+")) pointed.add(Integer.valueOf(number));
        });
        assertEquals(new TreeSet<>(lemmas().keySet()), pointed);
    }

    /** What is said to rest on a lemma is a class, or a member of one, that there is. */
    @Test
    void whatRestsOnALemmaExists() throws IOException {
        Map<String, String> classes = sources("main");
        List<String> missing = new ArrayList<>();
        lemmas().forEach((number, text) -> {
            Matcher rests = RESTS.matcher(text);
            assertTrue(rests.find(), "lemma " + number);
            Matcher name = Pattern.compile("`(\\w+)(?:\\.(\\w+))?`").matcher(rests.group(1));
            while (name.find()) {
                if (name.group(1).equals(name.group(1).toUpperCase(java.util.Locale.ROOT))) continue;
                String source = classes.get(name.group(1));
                if (source == null || name.group(2) != null && !source.contains(" " + name.group(2) + "("))
                    missing.add("lemma " + number + ": " + name.group());
            }
        });
        assertEquals(List.of(), missing);
    }
}
