package dpgnn.graph;

import com.fasterxml.jackson.databind.ObjectMapper;
import dpgnn.base.Check;
import dpgnn.base.Described;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A graph with features and labels, and their origin.
 *
 * @param features one row per node
 * @param labels one entry per node
 * @param publicSplit the split that was published with the data, if there is one
 */
public record Dataset(Graph graph, Features features, Labels labels, Provenance provenance, Optional<Split> publicSplit)
        implements Described {

    /** The leak of a graph whose degrees were bounded. It voids what a plan says of a node or an edge, and of no other unit. */
    public static final String EDGES_CHOSEN =
            "Degrees were bounded before the guarantee begins: which edges others keep depends on each node's edges.";

    /** The leak of a split that labels chose. It voids what a plan says of any unit that has a label. */
    public static final String TRAINERS_CHOSEN =
            "Labels chose who trains before the guarantee begins: one node's label decides whether others train.";

    /** The leak of records. It voids what a plan says of a node, unless its sampler takes a node's records along. */
    public static final String RECORDS_APART =
            "A node here is a record or a part of one: whoever takes part has further records, which this sampler does not take along.";

    private static final int MOST_COUNTS = 20;

    /** One file that was read, and its SHA-256 in hexadecimal. */
    public record Source(String file, String sha256) {}

    /**
     * Where a data set came from.
     *
     * @param name as tables print it; a stand-in's name marks it as one
     * @param standIn whether the data are synthetic, in place of the named real ones
     * @param notes what a reader of a result must know, in full sentences
     * @param leaks statistics of private data that were worked into the data without noise, in full sentences; a training
     *     on such data has no guarantee, whatever its plan says
     */
    public record Provenance(
            String name, List<Source> sources, boolean standIn, List<String> notes, List<String> leaks) {
        /** Begins a note of how files were read, on which no guarantee rests. */
        public static final String READ = "As read: ";

        public Provenance {
            sources = List.copyOf(sources);
            notes = List.copyOf(notes);
            leaks = List.copyOf(leaks);
        }

        /** Data as they were read or made. */
        public Provenance(String name, List<Source> sources, boolean standIn, List<String> notes) {
            this(name, sources, standIn, notes, List.of());
        }

        /** The notes that a guarantee takes as given: all but those of {@link #READ}. */
        public List<String> given() {
            return notes.stream().filter(note -> !note.startsWith(READ)).toList();
        }

        private Provenance leaking(String leak) {
            List<String> all = new ArrayList<>(leaks);
            all.add(leak);
            return new Provenance(name, sources, standIn, notes, all);
        }

        public Provenance with(String note, List<String> furtherLeaks) {
            List<String> allNotes = new ArrayList<>(notes);
            allNotes.add(note);
            List<String> allLeaks = new ArrayList<>(leaks);
            allLeaks.addAll(furtherLeaks);
            return new Provenance(name, sources, standIn, allNotes, allLeaks);
        }
    }

    public Dataset {
        if (features.rows() != graph.nodes() || labels.nodes() != graph.nodes())
            throw new IllegalArgumentException(
                    "a graph of " + graph.nodes() + " nodes needs as many rows of features and" + " labels, were "
                            + features.rows() + " and " + labels.nodes());
        publicSplit.ifPresent(s -> checkSize(graph, s));
        if (graph.isBounded() && !provenance.leaks().contains(EDGES_CHOSEN))
            provenance = provenance.leaking(EDGES_CHOSEN);
        if (publicSplit.filter(Split::isByLabels).isPresent()
                && !provenance.leaks().contains(TRAINERS_CHOSEN)) provenance = provenance.leaking(TRAINERS_CHOSEN);
    }

    /** A data set that was published without a split. */
    public Dataset(Graph graph, Features features, Labels labels, Provenance provenance) {
        this(graph, features, labels, provenance, Optional.empty());
    }

    /** This data set with another public split. */
    public Dataset withSplit(Split split) {
        Check.given("split", split);
        return new Dataset(graph, features, labels, provenance, Optional.of(split));
    }

    /** The neighbouring data set of feature-level privacy: one node has other features. */
    public Dataset withFeatures(int node, float[] row) {
        Check.given("row", row);
        return new Dataset(graph, features.withRow(node, row), labels, provenance, publicSplit);
    }

    /** The neighbouring data set of edge- and node-level privacy: another graph on as many nodes. */
    public Dataset withGraph(Graph neighbour) {
        Check.given("neighbour", neighbour);
        return new Dataset(neighbour, features, labels, provenance, publicSplit);
    }

    /** Makes a view for training: the whole graph and all features, and the labels of training nodes. */
    public TrainingView transductive(Split split) {
        Check.given("split", split);
        checkSize(graph, split);
        return TrainingView.transductive(split.isByLabels() ? withSplit(split) : this, split);
    }

    /** For training with the published split. */
    public TrainingView transductive() {
        return transductive(published());
    }

    /** Makes a view for training: the graph induced on the training nodes, and their features and labels. */
    public TrainingView inductive(Split split) {
        Check.given("split", split);
        checkSize(graph, split);
        return TrainingView.inductive(split.isByLabels() ? withSplit(split) : this, split);
    }

    /** For training with the published split. */
    public TrainingView inductive() {
        return inductive(published());
    }

    /** Makes a view for evaluation: the whole graph and all features, and the labels of the nodes of one role. */
    public EvaluationView evaluation(Split split, Split.Role role) {
        Check.given("split", split);
        Check.given("role", role);
        checkSize(graph, split);
        return EvaluationView.whole(this, split.nodes(role));
    }

    /** Makes a view for evaluation: the graph induced on the nodes of one role, so that these nodes read no others. */
    public EvaluationView evaluationAmong(Split split, Split.Role role) {
        Check.given("split", split);
        Check.given("role", role);
        checkSize(graph, split);
        return EvaluationView.among(this, split.nodes(role));
    }

    /**
     * Writes all of it to one archive of NumPy arrays (npz), which only its owner may read; {@code NumpyGraph.read} reads it
     * back as it is, leaks and notes included, and {@code numpy.load} reads it elsewhere.
     */
    public void write(Path file) throws IOException {
        NumpyArchive archive = new NumpyArchive();
        EdgeList edges = new EdgeList();
        for (int v = 0; v < nodes(); v++)
            for (int u : graph.inNeighbours(v)) if (graph.isDirected() || u < v) edges.add(u, v);
        archive.ints("edges", edges.flat(), edges.size(), 2);
        if (features instanceof SparseFeatures sparse) sparse.write(archive);
        else {
            float[] values = new float[ArraySize.of("features", nodes(), features.width())];
            for (int v = 0; v < nodes(); v++) features.copyRow(v, values, v * features.width());
            archive.floats("node_features", values, nodes(), features.width());
        }
        labels.write(archive);
        if (publicSplit.isPresent())
            for (Split.Role role : List.of(Split.Role.TRAIN, Split.Role.VALIDATION, Split.Role.TEST)) {
                byte[] mask = new byte[nodes()];
                for (int v : publicSplit.get().nodes(role)) mask[v] = 1;
                String name =
                        role == Split.Role.VALIDATION ? "val" : role.name().toLowerCase(Locale.ROOT);
                archive.bytes(name + "_mask", mask, nodes());
            }
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("directed", graph.isDirected());
        about.put("classes", labels.classes());
        about.put("provenance", provenance);
        byte[] text = new ObjectMapper().writeValueAsBytes(about);
        archive.bytes("about", text, text.length).write(file);
    }

    private Split published() {
        return publicSplit.orElseThrow(() -> new IllegalStateException(name()
                + " was published without a split; pass one, for instance Split.random(nodes(), 0.8, 0, coins)"));
    }

    private static void checkSize(Graph graph, Split split) {
        if (split.nodes() != graph.nodes())
            throw new IllegalArgumentException(
                    "a split for this graph must have " + graph.nodes() + " nodes, had " + split.nodes());
    }

    public String name() {
        return provenance.name();
    }

    public int nodes() {
        return graph.nodes();
    }

    /** Each count, or where they are many the least and the most, so that a class by mistake is seen. */
    private static String counted(int[] counts) {
        if (counts.length <= MOST_COUNTS)
            return Arrays.stream(counts).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        int[] sorted = counts.clone();
        Arrays.sort(sorted);
        return "from " + sorted[0] + " to " + sorted[sorted.length - 1];
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("data set", name());
        rows.put("nodes", nodes());
        rows.put("edges", graph.edges() + (graph.isDirected() ? ", directed" : ""));
        rows.put("largest degree", graph.maxInDegree());
        rows.put("features", features.width());
        if (labels.isValues()) rows.put("numbers to predict", labels.classes());
        else {
            rows.put("classes", labels.classes() + (labels.isMulti() ? ", several a node" : ""));
            rows.put("nodes of each class", counted(labels.counts()));
        }
        publicSplit.ifPresent(s -> rows.put(
                "published split",
                s.train().length + " train, " + s.validation().length + " validate, " + s.test().length + " test"));
        List<String> notes = new ArrayList<>(provenance.notes());
        if (graph.droppedLoops() + graph.droppedRepeats() > 0)
            notes.add("Of the edges as they were given, these were dropped: " + graph.droppedRepeats()
                    + (graph.isDirected() ? " repeated" : " repeated or reversed") + ", " + graph.droppedLoops()
                    + " from a node to itself.");
        Optional<String> huge = features instanceof DenseFeatures dense ? dense.huge() : Optional.empty();
        huge.or(() -> features.unequal(true)).ifPresent(notes::add);
        rows.put("notes", notes);
        rows.put("leaks", provenance.leaks());
        return rows;
    }
}
