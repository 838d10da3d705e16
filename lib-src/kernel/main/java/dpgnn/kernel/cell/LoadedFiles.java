package dpgnn.kernel.cell;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Java source and notebooks that run as a part of a cell. */
record LoadedFiles(Session session) {
    private static final List<String> ENDINGS = List.of("", ".ipynb", ".jshell", ".jsh", ".java");

    Session.Outcome load(Magics.Call call) throws IOException {
        if (call.rest().isBlank()) return Magics.fail("%load needs one file: Java source or a notebook");
        String name = call.rest().strip();
        Path path = ENDINGS.stream()
                .map(ending -> Path.of(name + ending))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(null);
        if (path == null)
            return Magics.fail("%load: no file is at " + Path.of(name).toAbsolutePath() + ", with none of the endings "
                    + String.join(" ", ENDINGS).strip());
        String text = Files.readString(path);
        if (!path.toString().endsWith(".ipynb")) return session.include(path.toString(), text);
        Session.Outcome outcome = Session.Outcome.NOTHING;
        int cell = 0;
        for (String source : cells(text)) {
            outcome = session.include(path + " [" + ++cell + "]", source);
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
}
