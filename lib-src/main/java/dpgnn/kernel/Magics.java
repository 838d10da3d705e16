package dpgnn.kernel;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The lines that start with a percent sign, with the names and forms that IJava gave them. */
final class Magics {
    static final String KNOWN = "%classpath, %jars, %maven, %load";

    private final Session session;
    private final MavenLibraries maven = new MavenLibraries();

    Magics(Session session) {
        this.session = session;
    }

    Session.Outcome run(String line) {
        List<String> words = Arrays.asList(line.split("\\s+"));
        List<String> arguments = words.subList(1, words.size());
        try {
            return switch (words.get(0)) {
                case "%classpath", "%jars", "%addJars" -> classPath(arguments);
                case "%maven", "%addMavenDependency", "%addMavenDependencies" -> maven(arguments);
                case "%load" -> load(arguments);
                default -> fail("unknown magic " + words.get(0) + "; this kernel knows " + KNOWN);
            };
        } catch (IOException e) {
            return fail(line + ": " + e.getMessage());
        }
    }

    void interrupt() {
        maven.interrupt();
    }

    private Session.Outcome classPath(List<String> paths) throws IOException {
        if (paths.isEmpty()) return fail("%classpath wants one or more jars, folders or globs");
        for (String path : paths) {
            List<Path> found = expand(path);
            if (found.isEmpty()) return fail("%classpath: nothing is at " + path);
            found.forEach(p -> session.addToClassPath(p.toString()));
        }
        return Session.Outcome.NOTHING;
    }

    /** The path itself, or what its last name matches as a glob. */
    private static List<Path> expand(String path) throws IOException {
        Path plain = path.indexOf('*') < 0 && path.indexOf('?') < 0 ? Path.of(path) : null;
        if (plain != null) return Files.exists(plain) ? List.of(plain.toAbsolutePath()) : List.of();
        int cut = path.lastIndexOf('/');
        Path folder = Path.of(cut < 0 ? "." : path.substring(0, cut + 1));
        if (!Files.isDirectory(folder)) return List.of();
        List<Path> found = new ArrayList<>();
        try (var matches = Files.newDirectoryStream(folder, path.substring(cut + 1))) {
            matches.forEach(p -> found.add(p.toAbsolutePath().normalize()));
        }
        found.sort(null);
        return found;
    }

    private Session.Outcome maven(List<String> coordinates) throws IOException {
        if (coordinates.isEmpty()) return fail("%maven wants one or more group:artifact:version");
        for (String path : maven.resolve(coordinates)) session.addToClassPath(path);
        return Session.Outcome.NOTHING;
    }

    /** Runs a file of Java, or the code cells of a notebook, here and now. */
    private Session.Outcome load(List<String> paths) throws IOException {
        if (paths.size() != 1) return fail("%load wants one file: Java source or a notebook");
        Path path = Path.of(paths.get(0));
        if (!Files.isRegularFile(path)) return fail("%load: no file is at " + path.toAbsolutePath());
        String text = Files.readString(path);
        if (!path.toString().endsWith(".ipynb")) return session.include(path.toString(), text);
        Session.Outcome outcome = Session.Outcome.NOTHING;
        int cell = 0;
        for (String source : cells(text)) {
            outcome = session.include(path + " cell " + ++cell, source);
            if (outcome.failure() != null) break;
        }
        return outcome;
    }

    private static List<String> cells(String notebook) {
        List<String> sources = new ArrayList<>();
        for (JsonElement element :
                JsonParser.parseString(notebook).getAsJsonObject().getAsJsonArray("cells")) {
            JsonObject cell = element.getAsJsonObject();
            if (!cell.get("cell_type").getAsString().equals("code")) continue;
            JsonElement source = cell.get("source");
            sources.add(source.isJsonArray() ? join(source.getAsJsonArray()) : source.getAsString());
        }
        return sources;
    }

    private static String join(JsonArray lines) {
        return Stream.iterate(0, i -> i < lines.size(), i -> i + 1)
                .map(i -> lines.get(i).getAsString())
                .reduce("", String::concat);
    }

    private static Session.Outcome fail(String message) {
        return new Session.Outcome(null, Failure.of("MagicError", message));
    }
}
