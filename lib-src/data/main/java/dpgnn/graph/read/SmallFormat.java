package dpgnn.graph.read;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.WholeNumbers;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * Reads the project's own text format: {@code edges.csv} with the two nodes of each undirected edge, {@code features.csv}
 * with a row per node, {@code labels.csv} with class and role (TRAIN, VALIDATION, TEST or NONE) per node; no headers.
 */
public final class SmallFormat {
    private static final String PLACE = "/dpgnn/data/small/";

    /** Opens one of the three files. */
    interface Opener {
        InputStream open(String file) throws IOException;
    }

    private SmallFormat() {}

    /** The graph that comes with the library. */
    public static Dataset resource() throws IOException {
        return read(file -> {
            InputStream in = SmallFormat.class.getResourceAsStream(PLACE + file);
            if (in == null) throw new IllegalStateException(PLACE + file + " must be on the class path");
            return in;
        });
    }

    static Dataset read(Opener opener) throws IOException {
        IntList classes = new IntList();
        java.util.ArrayList<Role> roles = new java.util.ArrayList<>();
        try (Lines lines = new Lines("labels.csv", opener.open("labels.csv"))) {
            while (lines.next()) {
                String[] parts = lines.line().split(",", -1);
                int label = parts.length == 2 ? WholeNumbers.of(parts[0]) : -1;
                if (label < 0) throw lines.bad(lines.line(), "class,role");
                classes.add(label);
                try {
                    roles.add(Role.valueOf(parts[1]));
                } catch (IllegalArgumentException e) {
                    throw lines.bad(parts[1], "one of " + List.of(Role.values()));
                }
            }
        }
        int[] labels = classes.toArray();
        IntList from = new IntList();
        IntList to = new IntList();
        try (Lines lines = new Lines("edges.csv", opener.open("edges.csv"))) {
            while (lines.next()) {
                from.add(lines.number(0, labels.length - 1));
                to.add(lines.lastNumber(0, labels.length - 1));
            }
        }
        DenseFeatures features;
        try (Lines lines = new Lines("features.csv", opener.open("features.csv"))) {
            features = OgbArxiv.features(lines, labels.length);
        }
        return new Dataset(
                Graph.undirected(labels.length, from.toArray(), to.toArray()),
                features,
                Labels.single(WholeNumbers.classes("labels.csv", labels), labels),
                new Dataset.Provenance(
                        "small (synthetic)",
                        List.of(),
                        false,
                        List.of("A synthetic graph of " + labels.length + " nodes; it stands for no real data.")),
                Optional.of(Split.byRole(roles.toArray(Role[]::new))));
    }
}
