package dpgnn.kernel.cell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
        for (NotebookFile.Saved each : NotebookFile.read(text).cells()) {
            outcome = session.include(path + " [" + ++cell + "]", each.source());
            if (outcome.failure() != null) break;
        }
        return outcome;
    }
}
