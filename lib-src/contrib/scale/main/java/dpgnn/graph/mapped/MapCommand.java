package dpgnn.graph.mapped;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.mapped.MappedDatasetWriter.ValueKind;
import dpgnn.graph.synthetic.StreamedDataset;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What {@code environment/map} runs: makes a mapped data set, or verifies one, and shows how far it is. */
final class MapCommand {
    private static final int BAR = 30;

    private MapCommand() {}

    public static void main(String[] arguments) {
        try {
            run(new ArrayList<>(Arrays.asList(arguments)));
        } catch (IOException | RuntimeException e) {
            System.err.println("map: " + said(e));
            System.exit(1);
        }
    }

    /** The message, and what is wrong where it is a path alone. */
    static String said(Exception e) {
        if (e instanceof NoSuchFileException) return "there is no file or folder " + e.getMessage();
        if (e instanceof FileSystemException f && f.getReason() == null)
            return f.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage();
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    static void run(List<String> words) throws IOException {
        ValueKind kind = words.remove("--half") ? ValueKind.HALF : ValueKind.FLOAT;
        if (words.remove("--sparse")) {
            if (kind == ValueKind.HALF)
                throw new IllegalArgumentException("values are either --half or --sparse, both were given");
            kind = ValueKind.SPARSE;
        }
        Bar bar = new Bar();
        String what = words.isEmpty() ? "" : words.remove(0);
        if (what.equals("--verify") && words.size() == 1) {
            MappedDataset.verify(Path.of(words.get(0)), bar);
            bar.end();
            System.out.println("map: " + words.get(0) + " is whole");
            return;
        }
        Path into = Path.of(words.isEmpty() ? "" : words.get(words.size() - 1));
        if (what.equals("--ogb") && words.size() == 2) new OgbFolder(Path.of(words.get(0)), bar).writeTo(into, kind);
        else if (what.equals("--synthetic") && words.size() == 4)
            synthetic(
                    new StreamedDataset(
                            (int) number("nodes", words.get(0), Integer.MAX_VALUE),
                            number("edges", words.get(1), Long.MAX_VALUE),
                            16,
                            (int) number("width", words.get(2), Integer.MAX_VALUE),
                            0),
                    into,
                    kind,
                    bar);
        else if (!what.startsWith("--") && words.size() == 1)
            MappedDatasetWriter.write(Datasets.load(what), into, kind, bar);
        else throw new IllegalArgumentException("cannot read " + what + " " + words + "; see map --help");
        bar.end();
        long began = System.nanoTime();
        Dataset made = MappedDataset.open(into);
        long size = 0;
        try (var files = Files.list(into)) {
            for (Path file : files.toList()) size += Files.size(file);
        }
        System.out.printf(
                "map: %s, %s, in %s; opened in %.0f ms%n",
                made.name(), made.graph(), size(size), (System.nanoTime() - began) / 1e6);
    }

    static String size(long bytes) {
        return bytes < 1 << 20 ? (bytes + 1023 >> 10) + " kB" : (bytes >> 20) + " MB";
    }

    private static long number(String name, String word, long most) {
        try {
            return Check.within(name, Long.parseLong(word.replace("_", "")), 1, most);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, was " + word, e);
        }
    }

    private static void synthetic(StreamedDataset model, Path into, ValueKind kind, MappingProgress progress)
            throws IOException {
        MappedDatasetWriter writer = new MappedDatasetWriter(into, progress);
        writer.graph(model.nodes(), false, model.edgeSource(), model.provenance());
        writer.features(model.width(), kind, model.rows()::row);
        writer.labels(model.labels());
        writer.split(model.split());
    }

    /** One line of the terminal, written anew ten times a second at most; elsewhere a line for each thing that is done. */
    private static final class Bar implements MappingProgress {
        private final boolean terminal = System.console() != null;
        private String doing = "";
        private long shown;

        @Override
        public void at(String what, long done, long of) {
            boolean other = !what.equals(doing);
            if (other && terminal && !doing.isEmpty()) System.out.println();
            if (other && !terminal) System.out.println("map: " + what);
            doing = what;
            long now = System.nanoTime();
            if (!terminal || (!other && done != of && now - shown < 100_000_000)) return;
            shown = now;
            if (of <= 0) System.out.printf("\rmap: %s, %,d", what, done);
            else {
                int full = (int) (BAR * done / of);
                System.out.printf(
                        "\rmap: %-22s [%s%s] %3d %%", what, "#".repeat(full), ".".repeat(BAR - full), 100 * done / of);
            }
            System.out.flush();
        }

        void end() {
            if (terminal && !doing.isEmpty()) System.out.println();
        }
    }
}
