package dpgnn.kernel.cell;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The code cells of a notebook's file. */
record NotebookFile(List<Saved> cells) {
    /** A cell as it was saved; its number is empty where it had not run. */
    record Saved(String source, String number) {
        /** How a message names it. */
        String named() {
            String first = Syntax.withoutComments(source)
                    .lines()
                    .filter(l -> !l.isBlank())
                    .findFirst()
                    .orElse("")
                    .strip();
            return (number.isEmpty() ? "the cell" : "cell [" + number + "],") + " '" + first + "'";
        }
    }

    static NotebookFile read(String text) {
        List<Saved> cells = new ArrayList<>();
        for (JsonElement element :
                JsonParser.parseString(text).getAsJsonObject().getAsJsonArray("cells")) {
            JsonObject cell = element.getAsJsonObject();
            if (!cell.get("cell_type").getAsString().equals("code")) continue;
            JsonElement source = cell.get("source"), count = cell.get("execution_count");
            cells.add(new Saved(
                    source.isJsonArray()
                            ? source.getAsJsonArray().asList().stream()
                                    .map(JsonElement::getAsString)
                                    .collect(Collectors.joining())
                            : source.getAsString(),
                    count == null || count.isJsonNull() ? "" : count.getAsString()));
        }
        return new NotebookFile(cells);
    }

    /** That of this kernel, where the runner or the server says which it is. */
    static NotebookFile own() {
        String name = System.getProperty("DPGNN_NOTEBOOK", System.getenv("JPY_SESSION_NAME"));
        try {
            return name == null || !name.endsWith(".ipynb")
                    ? new NotebookFile(List.of())
                    : read(Files.readString(Path.of(name)));
        } catch (IOException | RuntimeException e) {
            return new NotebookFile(List.of()); // it helps where it can be read
        }
    }

    /** The first cell, other than this one, that declares a variable, method or type of this name. */
    Optional<Saved> declares(String name, String other) {
        String word = Pattern.quote(name);
        Pattern declared = Pattern.compile(
                "(?m)^(?!return\\b|new\\b|throw\\b|import\\b|else\\b)(?:\\w+\\s+)*(?:[\\w.]+(?:<[^=;()]*>)?(?:\\[\\])*\\s+"
                        + "(?:\\w+\\s*(?:=[^;]*)?,\\s*)*" + word + "\\s*[=;(,\\[]|(?:class|record|enum|interface)\\s+"
                        + word
                        + "\\b)");
        return cells.stream()
                .filter(cell -> !cell.source().equals(other) && cell.source().contains(name))
                .filter(cell ->
                        declared.matcher(Syntax.withoutComments(cell.source())).find())
                .findFirst();
    }
}
