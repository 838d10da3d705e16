package dpgnn.graph.read;

import dpgnn.graph.Dataset;
import dpgnn.graph.format.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@link Dataset#write} says of the arrays beside it: nothing may be lost that a guarantee or a reader of results needs.
 *
 * @param classes 0 where nothing is said
 */
record AboutData(boolean directed, int classes, Dataset.Provenance provenance) {
    static AboutData read(String file, int[] text) throws IOException {
        byte[] bytes = new byte[text.length];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) text[i];
        Json json = new Json(file + "!about", new ByteArrayInputStream(bytes));
        boolean[] flags = {false, false};
        int[] classes = {0};
        String[] name = {""};
        List<String> notes = new ArrayList<>(), leaks = new ArrayList<>();
        List<Dataset.Source> sources = new ArrayList<>();
        json.object(fact -> {
            switch (fact) {
                case "directed" -> flags[0] = json.bool();
                case "classes" -> classes[0] = json.number(1, Integer.MAX_VALUE - 8);
                case "provenance" ->
                    json.object(member -> {
                        switch (member) {
                            case "name" -> name[0] = json.text();
                            case "standIn" -> flags[1] = json.bool();
                            case "notes" -> json.array(() -> notes.add(json.text()));
                            case "leaks" -> json.array(() -> leaks.add(json.text()));
                            case "sources" -> json.array(() -> sources.add(source(json)));
                            default -> throw json.bad(member, "name, sources, standIn, notes or leaks");
                        }
                    });
                default -> throw json.bad(fact, "directed, classes or provenance");
            }
        });
        json.end();
        if (classes[0] == 0 || name[0].isEmpty()) throw json.bad("the end of the text", "classes and a name before it");
        return new AboutData(flags[0], classes[0], new Dataset.Provenance(name[0], sources, flags[1], notes, leaks));
    }

    private static Dataset.Source source(Json json) throws IOException {
        String[] both = {"", ""};
        json.object(member -> {
            if (member.equals("file")) both[0] = json.text();
            else if (member.equals("sha256")) both[1] = json.text();
            else throw json.bad(member, "file or sha256");
        });
        return new Dataset.Source(both[0], both[1]);
    }
}
