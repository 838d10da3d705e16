package dpgnn.study.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dpgnn.report.render.Escapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A notebook as it is committed: in which cell it shows which table or figure, and what is kept of its comparisons and claims. No number is
 * read from what it shows.
 *
 * @param name of its file, without ending
 * @param file its path in the checkout
 * @param scale at which it ran; empty where it has none
 * @param comparisons a line for each published number
 * @param claims a line for each claim
 */
record CommittedNotebook(
        String name,
        String file,
        String scale,
        List<Shown> shown,
        List<Map<String, String>> comparisons,
        List<Map<String, String>> claims) {
    private static final List<String> RINGS = List.of("notebooks", "notebooks/review", "notebooks/beyond");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern CAPTION = Pattern.compile("(?s)<caption[^>]*>(.*?)</caption>"),
            FIGURE = Pattern.compile("(?s)Figure \"(.*?)\"(?:\n(.*))?"),
            SCALE = Pattern.compile("String\\s+scale\\s*=\\s*\"(\\w+)\"");

    /** A titled table or figure below a cell. */
    record Shown(int cell, String title, String text) {}

    /** All of a checkout, by number. */
    static Map<String, CommittedNotebook> all(Path root) throws IOException {
        Map<String, CommittedNotebook> all = new LinkedHashMap<>();
        List<Path> files = new ArrayList<>();
        for (String ring : RINGS)
            if (Files.isDirectory(root.resolve(ring)))
                try (Stream<Path> list = Files.list(root.resolve(ring))) {
                    list.filter(f -> f.toString().endsWith(".ipynb")).forEach(files::add);
                }
        files.sort(Comparator.comparing(Path::getFileName));
        for (Path file : files) {
            CommittedNotebook read = read(root, file);
            all.put(read.number(), read);
        }
        return all;
    }

    static CommittedNotebook read(Path root, Path file) throws IOException {
        String name = file.getFileName().toString().replace(".ipynb", "");
        String scale = "";
        List<Shown> shown = new ArrayList<>();
        for (JsonNode cell : JSON.readTree(file.toFile()).path("cells")) {
            if (cell.path("metadata").path("tags").toString().contains("\"parameters\"")) {
                Matcher found = SCALE.matcher(text(cell.path("source")));
                if (found.find()) scale = found.group(1);
            }
            for (JsonNode output : cell.path("outputs"))
                shown(cell.path("execution_count").asInt(), output.path("data")).ifPresent(shown::add);
        }
        Path kept = root.resolve("notebooks/kept");
        return new CommittedNotebook(
                name,
                root.relativize(file).toString(),
                scale,
                shown,
                PageText.csv(kept.resolve(name + ".cells.csv")),
                PageText.csv(kept.resolve(name + ".claims.csv")));
    }

    private static Optional<Shown> shown(int cell, JsonNode data) {
        String plain = text(data.path("text/plain"));
        Matcher table = CAPTION.matcher(text(data.path("text/html"))), figure = FIGURE.matcher(plain);
        if (table.find()) return Optional.of(new Shown(cell, Escapes.fromHtml(table.group(1)), plain));
        if (figure.matches())
            return Optional.of(new Shown(cell, figure.group(1), figure.group(2) == null ? "" : figure.group(2)));
        return Optional.empty();
    }

    private static String text(JsonNode lines) {
        if (!lines.isArray()) return lines.asText("");
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line.asText()));
        return text.toString();
    }

    /** "10b". */
    String number() {
        return name.split("-")[0];
    }

    /** The first cell that shows a table or a figure with this in its title. */
    Optional<Integer> cell(String part) {
        return shown.stream()
                .filter(s -> s.title().contains(part))
                .map(Shown::cell)
                .findFirst();
    }
}
