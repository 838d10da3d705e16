package dpgnn.graph.read;

import dpgnn.base.Check;
import dpgnn.base.Sha256;
import dpgnn.graph.Dataset;
import dpgnn.graph.Dataset.Provenance;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.Csv;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.ReadLimit;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.CsvNodes.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads a graph of one's own from CSV files, and reports everything that is wrong with them at once: file, line, what stands
 * there and what would be right.
 *
 * <p>The edges are a table of two nodes a row; one named weight holds weights, which only drop
 * edges of weight 0, or of less than {@link #leastWeight}. The nodes are one table with
 * a header ({@link #read(Path, Path)}), or features and labels apart ({@link #read(Path, Path, Path)}). A header is found;
 * columns named id, label, split (train, validation, test or none), or train, val and test (0 or 1) are what they say. Without
 * ids, rows are numbered from 0. Fields are parted by commas, semicolons, tabs, bars, or spaces between numbers. What was
 * dropped or decided stands in the notes of the data set.
 */
public final class CsvGraph {
    private static final Set<String> NO_LABEL = Set.of("", "na", "nan", "null", "none", "?", "-1");
    private static final Set<String> WEIGHT = Set.of("weight", "weights", "w", "value", "edgeweight");

    private static final Pattern WHOLE = Pattern.compile("[0-9]+\\.0+");

    private final CsvPart edges;
    private final List<CsvPart> nodes;
    private final List<Dataset.Source> sources;
    private String name = "my graph";
    private boolean directed;
    private Set<String> noLabel = NO_LABEL;
    private List<String> classes = List.of();
    private String label = "";
    private double leastWeight;
    private List<CsvPart> roles = List.of();
    private final Map<String, CsvColumn> columns = new LinkedHashMap<>();

    CsvGraph(CsvPart edges, List<CsvPart> nodes, List<Dataset.Source> sources) {
        this.edges = edges;
        this.nodes = nodes;
        this.sources = sources;
    }

    /** The undirected graph of a file of edges, one of features, and one of labels. */
    public static Dataset read(Path edges, Path features, Path labels) throws IOException {
        return of(edges, features, labels).read();
    }

    /** The undirected graph of a file of edges and one of nodes, whose header names what its columns hold. */
    public static Dataset read(Path edges, Path nodes) throws IOException {
        return of(edges, nodes).read();
    }

    /**
     * The same files, for the settings below.
     *
     * @param nodes one file, or features and labels
     */
    public static CsvGraph of(Path edges, Path... nodes) throws IOException {
        Check.given("edges", edges);
        Check.given("nodes", nodes);
        Check.that(nodes.length == 1 || nodes.length == 2, "nodes", "one file, or features and labels", nodes.length);
        List<Dataset.Source> sources = new ArrayList<>(List.of(source(edges)));
        List<CsvPart> parts = new ArrayList<>();
        for (Path path : nodes) {
            sources.add(source(path));
            parts.add(CsvPart.of(path));
        }
        return new CsvGraph(CsvPart.of(edges), parts, sources);
    }

    /** As tables show it. */
    public CsvGraph name(String shown) {
        name = Check.given("shown", shown);
        return this;
    }

    /** An edge goes from its first node to its second, which aggregates from the first. */
    public CsvGraph directed() {
        directed = true;
        return this;
    }

    /** What stands for a label that is not known, beside an empty cell, NA, NaN, null, none, ? and -1. */
    public CsvGraph noLabel(String... marks) {
        noLabel = new TreeSet<>(NO_LABEL);
        for (String mark : Check.given("marks", marks)) noLabel.add(mark.toLowerCase(Locale.ROOT));
        return this;
    }

    /** The classes in their order; any other label is a mistake. Otherwise the classes are those that occur. */
    public CsvGraph classes(String... all) {
        classes = List.of(Check.given("all", all));
        return this;
    }

    /** The column that holds the classes, whatever its name says. */
    public CsvGraph label(String column) {
        label = Check.given("column", column);
        return this;
    }

    /**
     * The column of this name is scaled to 0..1 by these bounds; what lies beyond them counts as the bound. Both must be public:
     * known without a look at the file.
     */
    public CsvGraph range(String column, double least, double most) {
        return column(column, new CsvColumn.Range(least, most));
    }

    /**
     * The column of this name, of texts, becomes one column of 0 and 1 for each of these values; another value is 0 in all of them.
     * The values must be public: known without a look at the file.
     */
    public CsvGraph oneHot(String column, String... values) {
        return column(column, new CsvColumn.OneHot(List.of(Check.given("values", values))));
    }

    private CsvGraph column(String name, CsvColumn column) {
        Check.that(columns.put(Check.given("column", name), column) == null, "column", "named once", name);
        return this;
    }

    /**
     * Leaves out edges of less weight. Of each edge its own weight decides, so that one edge more or fewer changes no other. Choose the
     * number without looking at weights that are protected.
     */
    public CsvGraph leastWeight(double least) {
        leastWeight = Check.positive("least", least);
        return this;
    }

    /** The nodes that train, validate and test, in files of one node a line; any other node has no role. */
    public CsvGraph split(Path train, Path validation, Path test) throws IOException {
        List<CsvPart> files = new ArrayList<>();
        for (Path path : new Path[] {train, validation, test}) {
            sources.add(source(Check.given("split", path)));
            files.add(CsvPart.of(path));
        }
        return roles(files);
    }

    CsvGraph roles(List<CsvPart> files) {
        roles = files;
        return this;
    }

    /** Reads the files. */
    public Dataset read() throws IOException {
        return ReadLimit.within(name + " (" + edges.file() + ")", this::tables);
    }

    private Dataset tables() throws IOException {
        CsvProblems problems = new CsvProblems();
        List<String> notes = new ArrayList<>();
        boolean one = nodes.size() == 1;
        Set<Use> all = EnumSet.complementOf(EnumSet.of(Use.UNUSED));
        CsvNodes features =
                new CsvNodes(nodes.get(0), one ? all : EnumSet.of(Use.ID, Use.FEATURE), label, columns, problems);
        Set<Use> rest = EnumSet.complementOf(EnumSet.of(Use.UNUSED, Use.FEATURE));
        CsvNodes labels = one ? features : new CsvNodes(nodes.get(1), rest, label, Map.of(), problems);
        notes.addAll(features.notes);
        if (!one) notes.addAll(labels.notes);
        problems.reportOfRows();
        CsvIds ids = CsvIds.of(features, labels, problems, notes);
        int count = features.rows();
        float[] values =
                features.width == 0 ? new float[count] : Arrays.copyOf(features.values, count * features.width);
        if (features.width == 0) {
            Arrays.fill(values, 1);
            notes.add("The files have no features: one column of ones stands in their place.");
        }
        int[] rows = ids.rows(labels);
        Graph graph = graph(ids, count, problems, notes);
        Labels known = labels(labels, rows, count, problems, notes);
        Optional<Split> split = split(labels, ids, rows, count, problems);
        problems.report();
        return new Dataset(
                graph,
                DenseFeatures.of(count, Math.max(1, features.width), values)
                        .named(features.width == 0 ? List.of("ones") : features.names),
                known,
                new Provenance(name, sources, false, notes),
                split);
    }

    private Graph graph(CsvIds ids, int count, CsvProblems problems, List<String> notes) throws IOException {
        IntList from = new IntList(), to = new IntList();
        int weight = -1, width = 0, light = 0;
        boolean first = false, beyond = false;
        try (Csv csv = edges.open()) {
            while (csv.next()) {
                List<String> fields = csv.fields();
                if (fields.size() == 1 && fields.get(0).isEmpty()) continue;
                if (fields.size() < 2 || width > 0 && fields.size() != width) {
                    problems.add(
                            csv,
                            fields.size() + " fields",
                            width > 0 ? width + " as in the first line" : "two nodes, parted by a comma, ; or a tab");
                    continue;
                }
                int u = ids.of(fields.get(0)), v = ids.of(fields.get(1));
                if (width == 0) {
                    width = fields.size();
                    boolean head = csv.isListed()
                            || u < 0 && v < 0 && !ids.isNumber(fields.get(0)) && !ids.isNumber(fields.get(1));
                    for (int c = 2; c < width && head; c++)
                        if (WEIGHT.contains(fields.get(c).toLowerCase(Locale.ROOT))) weight = c;
                    if (width > 3 || width == 3 && weight < 0)
                        notes.add(Provenance.READ + "columns of " + edges.file() + " after the second"
                                + (weight < 0 ? "" : " and the weight") + " are not used.");
                    if (head && !csv.isListed())
                        notes.add(Provenance.READ + "line " + csv.line() + " of " + edges.file() + " is its header.");
                    if (head) continue;
                }
                for (int c = 0; c < 2; c++) {
                    if (fields.get(c).isEmpty()) problems.add(csv, "an empty cell", ids.wanted());
                    else if ((c == 0 ? u : v) < 0 && ids.isUnknown(fields.get(c)))
                        problems.unknown(csv, fields.get(c), ids.wanted());
                    beyond |= ids.isNext(fields.get(c));
                }
                first |= u == 0 || v == 0;
                if (weight >= 0) {
                    float value = CsvNodes.number(fields.get(weight));
                    if (!Float.isFinite(value) || value < 0)
                        problems.add(csv, "weight " + fields.get(weight), "a number from 0");
                    if (value == 0 || value < leastWeight) {
                        light++;
                        continue;
                    }
                }
                from.add(Math.max(0, u));
                to.add(Math.max(0, v));
            }
        }
        if (width == 0) problems.add(edges.file(), "contents", "no edges", "two nodes a line");
        if (beyond && !first)
            problems.add(edges.file(), "nodes", "numbers from 1", "from 0; or give the nodes a column named id");
        if (weight < 0 && leastWeight > 0)
            problems.add(edges.file(), "header", "no weights", "a header with a column named weight");
        String left = leastWeight > 0 ? "of less than " + leastWeight : "of weight 0";
        if (weight >= 0)
            notes.add("Weights of edges are not used, but edges " + left + " are left out: " + light + ".");
        return directed
                ? Graph.directed(count, from.toArray(), to.toArray())
                : Graph.undirected(count, from.toArray(), to.toArray());
    }

    private Labels labels(CsvNodes table, int[] rows, int count, CsvProblems problems, List<String> notes) {
        int[] labels = new int[count];
        Arrays.fill(labels, Labels.NONE);
        if (table.labels.isEmpty()) {
            notes.add("No node has a label.");
            return Labels.single(Math.max(1, classes.size()), labels);
        }
        List<String> texts = table.labels.stream().map(this::plain).toList();
        long numbers = texts.stream().filter(t -> WholeNumbers.of(t) >= 0).count();
        long known = texts.stream().filter(t -> !t.isEmpty()).count();
        boolean named = !classes.isEmpty() || 2 * numbers < known;
        List<String> order = !classes.isEmpty() ? classes : new ArrayList<>(new TreeSet<>(texts));
        if (classes.isEmpty()) order.remove("");
        Map<String, Integer> place = new HashMap<>();
        for (String each : order) place.put(each, place.size());
        if (named && classes.isEmpty() && order.size() > Math.max(10, known / 2))
            problems.add(table.file, "labels", order.size() + " different ones", "classes, which nodes share");
        int most = 0;
        String wanted =
                !classes.isEmpty() ? "one of " + classes : "a class in 0.." + (count - 1) + ", or empty for none";
        for (int r = 0; r < rows.length; r++) {
            String text = texts.get(r);
            if (rows[r] < 0 || text.isEmpty()) continue;
            int label = named ? place.getOrDefault(text, -1) : WholeNumbers.of(text);
            if (label < 0 || label >= Math.max(count, classes.size()))
                problems.add(table.file, table.where(r), "label " + text, wanted);
            labels[rows[r]] = label;
            most = Math.max(most, label);
        }
        Set<Integer> used = Arrays.stream(labels).boxed().collect(Collectors.toSet());
        List<Integer> empty = IntStream.rangeClosed(0, most)
                .filter(c -> !used.contains(c))
                .limit(10)
                .boxed()
                .toList();
        if (!named && !empty.isEmpty()) notes.add("No node has a label of " + empty + ".");
        if (named) notes.add("The classes are, from 0 on, " + String.join(", ", order) + ".");
        long without = Arrays.stream(labels).filter(l -> l == Labels.NONE).count();
        if (without > 0) notes.add("Nodes without a label: " + without + ".");
        int all = named ? Math.max(1, order.size()) : most + 1;
        for (int i = 0; i < count; i++) if (labels[i] < 0 || labels[i] >= all) labels[i] = Labels.NONE;
        return Labels.single(all, labels);
    }

    /** A label as it is compared: empty for none, and whole numbers without the .0 that other programs write. */
    private String plain(String text) {
        if (noLabel.contains(text.toLowerCase(Locale.ROOT))) return "";
        int point = text.indexOf('.');
        return point > 0 && WHOLE.matcher(text).matches() ? text.substring(0, point) : text;
    }

    private Optional<Split> split(CsvNodes table, CsvIds ids, int[] rows, int count, CsvProblems problems)
            throws IOException {
        if (table.roles.isEmpty() && roles.isEmpty()) return Optional.empty();
        Role[] all = new Role[count];
        Arrays.fill(all, Role.NONE);
        for (int r = 0; r < rows.length && roles.isEmpty(); r++) if (rows[r] >= 0) all[rows[r]] = table.roles.get(r);
        if (!table.roles.isEmpty() && !roles.isEmpty())
            problems.add(table.file, "header", "a split", "no split, since files of their own have it");
        for (int part = 0; part < roles.size(); part++)
            try (Csv csv = roles.get(part).open()) {
                while (csv.next()) {
                    List<String> fields = csv.fields();
                    if (fields.size() == 1 && fields.get(0).isEmpty()) continue;
                    int node = fields.size() == 1 ? ids.of(fields.get(0)) : -1;
                    if (node < 0) {
                        if (fields.size() > 1 || ids.isUnknown(fields.get(0)))
                            problems.add(csv, "node " + String.join(", ", fields), ids.wanted());
                    } else if (all[node] != Role.NONE)
                        problems.add(csv, "node " + fields.get(0) + " again", "every node once");
                    else all[node] = Role.values()[part];
                }
            }
        return Optional.of(Split.byRole(all));
    }

    static Dataset.Source source(Path path) throws IOException {
        return new Dataset.Source(path.getFileName().toString(), Sha256.of(path));
    }
}
