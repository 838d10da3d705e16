package dpgnn.graph.data;

import dpgnn.base.Check;
import dpgnn.base.Spelling;
import dpgnn.graph.Dataset;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.Scaling;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.ReadLimit;
import dpgnn.graph.read.OgbGraph;
import dpgnn.graph.read.SmallFormat;
import dpgnn.graph.read.Sources;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.Streams;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads real data sets by name. A file is looked for below the folder that the environment variable DPGNN_DATA names, then in
 * data/cache of the project (or ~/.cache/dpgnn, or the folder that DPGNN_CACHE names). Otherwise it is downloaded there;
 * {@code -Ddpgnn.offline=true} or DPGNN_OFFLINE=true forbids downloads. A file that cannot be found or downloaded raises
 * {@link MissingData}, which says where to put it. A file of the wrong format raises {@link MalformedFile}. A file whose
 * SHA-256 is not the published one raises {@link AlteredFile}, unless it is the user's own and DPGNN_OTHER_FILES=true
 * ({@code -Ddpgnn.otherFiles=true}) allows it; the name of the data set, and with it every table, then states this.
 */
public final class Datasets {
    /** Width of the published dense features of Facebook and Twitch. */
    private static final int DENSE = 128;

    private static final List<String> PLANETOID = List.of("cora", "citeseer", "pubmed");

    private static final List<String> HETEROPHILOUS = List.of("squirrel", "chameleon", "tolokers");

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int ATTEMPTS = 4;

    private static final String UNFILTERED =
            "These are all nodes of the published graph, with those that share all neighbours"
                    + " with another; Platonov et al. (2023) found that such nodes let test labels be guessed, and publish a filtered"
                    + " version, which this is not.";

    private static final String[] ARXIV = {
        "Citations are directed, from the citing paper to the cited one; split by year.",
        "Features are those that were published: means of word vectors that the publisher trained on a corpus of papers."
    };

    private static final String TEN = "The split is the first of ten that were published; Datasets.splits gives all.";

    private interface Reader<T> {
        T read(Sources sources) throws IOException;
    }

    private static final Map<String, Reader<Dataset>> GRAPHS = new LinkedHashMap<>();
    private static final Map<String, Reader<GraphCollection>> COLLECTIONS = new LinkedHashMap<>();
    private static final Map<List<Object>, Made> MADE = new ConcurrentHashMap<>();

    static {
        for (String name : PLANETOID) GRAPHS.put(name, s -> Planetoid.read(s, name, name));
        benchmark("computers", "amazon_electronics_computers");
        benchmark("photo", "amazon_electronics_photo");
        benchmark("coauthor-cs", "ms_academic_cs");
        benchmark("coauthor-physics", "ms_academic_phy");
        benchmark("cora-gnn-benchmark", "cora");
        benchmark("citeseer-gnn-benchmark", "citeseer");
        GRAPHS.put("facebook-sparse", s -> Musae.facebook(s, "facebook-sparse"));
        GRAPHS.put("facebook", s -> dense(Musae.facebook(s, "facebook")));
        GRAPHS.put("facebook-projected", s -> projected(Musae.facebook(s, "facebook-projected")));
        GRAPHS.put("twitch-sparse", s -> Musae.twitch(s, "DE", "twitch-sparse"));
        GRAPHS.put("twitch", s -> dense(Musae.twitch(s, "DE", "twitch")));
        GRAPHS.put("twitch-projected", s -> projected(Musae.twitch(s, "DE", "twitch-projected")));
        GRAPHS.put("ppi", s -> GraphSage.read(s, "ppi/toy-ppi", "ppi"));
        GRAPHS.put("ppi-24", s -> GraphSage.read(s, "graphsage/ppi/ppi", "ppi-24"));
        GRAPHS.put("ppi-saint", s -> GraphSaint.read(s, "graphsaint/ppi", "ppi-saint"));
        GRAPHS.put("flickr", s -> GraphSaint.read(s, "flickr", "flickr"));
        GRAPHS.put("reddit", s -> RedditDgl.read(s, "reddit"));
        GRAPHS.put("reddit-sage", s -> GraphSage.read(s, "graphsage/reddit/reddit", "reddit-sage"));
        GRAPHS.put("reddit-saint", s -> GraphSaint.read(s, "graphsaint/reddit", "reddit-saint"));
        GRAPHS.put("arxiv", s -> OgbGraph.read(s, "arxiv", "time", "arxiv", ARXIV));
        GRAPHS.put("pokec", s -> PokecPets.read(s, "pokec"));
        for (String name : HETEROPHILOUS)
            GRAPHS.put(name, s -> NumpyGraph.read(s, "heterophilous/" + name + ".npz", name, published(name)));
        GRAPHS.put("arxiv-graph", s -> GraphSaint.structure(s, "graphsaint/ogbn-arxiv", true, "arxiv-graph"));
        GRAPHS.put("ppi-graph", s -> GraphSaint.structure(s, "graphsaint/ppi", false, "ppi-graph"));
        GRAPHS.put("ppi-features", s -> GraphSaint.unlabelled(s, "graphsaint/ppi", "ppi-features"));
        COLLECTIONS.put("imdb-multi", s -> DgcnnGraphs.read(s, "IMDBMULTI", "imdb-multi"));
        COLLECTIONS.put("imdb-binary", s -> DgcnnGraphs.read(s, "IMDBBINARY", "imdb-binary"));
        COLLECTIONS.put("imdb-multi-tu", s -> TuGraphs.read(s, "IMDB-MULTI", "imdb-multi-tu"));
        COLLECTIONS.put("imdb-binary-tu", s -> TuGraphs.read(s, "IMDB-BINARY", "imdb-binary-tu"));
        COLLECTIONS.put("imdb-multi-subset", s -> NetworkxGraphs.read(s, "new_IMDB_MULTI.pkl", "imdb-multi-subset"));
        COLLECTIONS.put("dblp", s -> NetworkxGraphs.read(s, "relabeled_dblp2.pkl", "dblp"));
        COLLECTIONS.put("dblp-large", s -> NetworkxGraphs.read(s, "new_dblp2.pkl", "dblp-large"));
    }

    /** Data sets in another layout have the stand-in of the usual one. */
    private static final Map<String, String> SAME = Map.of(
            "arxiv-graph",
            "arxiv",
            "ppi-graph",
            "ppi",
            "ppi-features",
            "ppi",
            "ppi-saint",
            "ppi",
            "reddit-sage",
            "reddit",
            "reddit-saint",
            "reddit",
            "facebook-projected",
            "facebook",
            "twitch-projected",
            "twitch");

    private Datasets() {}

    /** The names that {@link #load} knows. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(GRAPHS.keySet());
        names.add("small");
        return List.copyOf(names);
    }

    /** The names that {@link #graphs} knows. */
    public static List<String> collections() {
        return List.copyOf(COLLECTIONS.keySet());
    }

    /** Makes something of data. */
    public interface Maker<T> {
        T make() throws IOException;
    }

    /** What {@link #once} made of a class and a key. */
    private static final class Made {
        SoftReference<?> value = new SoftReference<>(null);
    }

    /**
     * What a class makes of data, such as a set in the form of a paper: made once, and again only where memory was short in between. A sweep
     * asks for every run.
     *
     * @param by the class; a key of one is not that of another
     * @param key names one thing of one type, and all that it depends on
     */
    @SuppressWarnings("unchecked")
    public static <T> T once(Class<?> by, String key, Maker<T> maker) throws IOException {
        Check.given("maker", maker);
        Made made = MADE.computeIfAbsent(List.of(Check.given("by", by), Check.given("key", key)), k -> new Made());
        synchronized (made) {
            T known = (T) made.value.get();
            if (known == null) made.value = new SoftReference<>(known = maker.make());
            return known;
        }
    }

    /** Loads a graph with features and labels. */
    public static Dataset load(String name) throws IOException {
        Dataset read = Check.given("name", name).equals("small") ? SmallFormat.resource() : read(GRAPHS, name);
        ReadTrail.note(read.provenance());
        return read;
    }

    /** Loads many small graphs, each with a label. */
    public static GraphCollection graphs(String name) throws IOException {
        GraphCollection read = read(COLLECTIONS, name);
        ReadTrail.note(read.provenance());
        return read;
    }

    /** @param name mnist */
    public static Images.Parts images(String name) throws IOException {
        Images.Parts read = read(Map.of("mnist", s -> Images.read(s, "mnist")), name);
        ReadTrail.note(read.provenance());
        return read;
    }

    /**
     * What the nodes of a data set wrote, field by field, in the order of the nodes: for a text encoder.
     *
     * @param name pokec
     */
    public static List<List<String>> texts(String name) throws IOException {
        return read(Map.of("pokec", PokecPets::texts), name);
    }

    /**
     * How many edges the files of a data set list, with the loops and repeated edges that {@link #load} drops.
     *
     * @param name cora, citeseer or pubmed
     */
    public static long listedEdges(String name) throws IOException {
        Map<String, Reader<Long>> readers = new LinkedHashMap<>();
        for (String each : PLANETOID) readers.put(each, s -> Planetoid.listedEdges(s, each));
        return read(readers, name);
    }

    /**
     * The nodes from which the files of a data set list an edge to themselves, in the order of the files; {@link #load} drops it.
     *
     * @param name facebook
     */
    public static int[] loops(String name) throws IOException {
        return read(Map.of("facebook", s -> Musae.loops(s, "facebook")), name);
    }

    /**
     * Loads the real data set if it is available, otherwise a stand-in that resembles it, marked as such in its name and
     * notes. A file that is present but malformed is an error, not a reason for a stand-in.
     */
    public static Dataset loadOrStandIn(String name) throws IOException {
        Check.given("name", name);
        try {
            return load(name);
        } catch (MissingData e) {
            String like = SAME.getOrDefault(name, name);
            if (!SyntheticGraphs.names().contains(like)) throw e;
            Dataset made = SyntheticGraphs.like(like);
            List<String> notes = new ArrayList<>(made.provenance().notes());
            notes.add(e.getMessage());
            // By its name the runs on a stand-in are found again: one that is made otherwise has another mark.
            String mark = made.name().substring(like.length()).replace(" (stand-in)", " (synthetic stand-in)");
            var provenance = new Dataset.Provenance(name + mark, List.of(), true, notes);
            ReadTrail.note(provenance);
            return new Dataset(made.graph(), made.features(), made.labels(), provenance, made.publicSplit());
        }
    }

    /**
     * The splits that were published with a data set; that of {@link #load} is the first.
     *
     * @param name squirrel, chameleon or tolokers: ten
     */
    public static List<Split> splits(String name) throws IOException {
        Map<String, Reader<List<Split>>> readers = new LinkedHashMap<>();
        for (String each : HETEROPHILOUS)
            readers.put(each, s -> NumpyGraph.splits(s.file("heterophilous/" + each + ".npz")));
        return read(readers, name);
    }

    /**
     * The gene of each row, as its Entrez number: rows of one gene stand for it in several tissues.
     *
     * @param name ppi-features
     */
    public static List<Integer> genes(String name) throws IOException {
        return read(Map.of("ppi-features", s -> GraphSaint.genes(s, "graphsaint/ppi")), name);
    }

    private static String published(String name) {
        return name.equals("tolokers") ? TEN : TEN + " " + UNFILTERED;
    }

    private static void benchmark(String name, String file) {
        GRAPHS.put(name, s -> GnnBenchmark.read(s, file, name));
    }

    private static <T> T read(Map<String, Reader<T>> readers, String name) throws IOException {
        Reader<T> reader = readers.get(Check.given("name", name));
        if (reader == null) {
            List<String> known = readers == (Map<?, ?>) GRAPHS ? names() : List.copyOf(readers.keySet());
            Check.that(false, "name", "one of " + known, name + Spelling.hint(name, known));
        }
        return checked(name, () -> reader.read(new Sources(files())));
    }

    /** What a graph, features or labels refuse when they are built from files is the fault of the files. */
    static <T> T checked(String name, ReadLimit.Reading<T> reading) throws IOException {
        try {
            return ReadLimit.within(name, reading);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw MalformedFile.inconsistent(name, e);
        }
    }

    /**
     * The published dense features are gone; the same width by truncated SVD stands in for them. We compute it, from all rows and
     * without noise, so it is a leak.
     */
    public static Dataset dense(Dataset raw) {
        Check.given("raw", raw);
        Svd.Reduced reduced = Svd.truncated((SparseFeatures) raw.features(), DENSE);
        Dataset.Provenance provenance = raw.provenance()
                .with(
                        "The 128 features are a truncated SVD of the published sparse ones (U Sigma, rank 128), since the dense"
                                + " features that papers used are no longer published.",
                        List.of(
                                "The directions of the truncated SVD were computed from the features of all nodes, without noise:"
                                        + " one node changes the row of every other. " + raw.name()
                                        + "-projected has features that look at no other row."));
        return new Dataset(raw.graph(), reduced.scores(), raw.labels(), provenance, raw.publicSplit());
    }

    /** Features of that width by a projection that looks at no data. */
    public static Dataset projected(Dataset raw) {
        Check.given("raw", raw);
        return Scaling.projected(raw, DENSE, Streams.seed(1).stream("projection"));
    }

    private static DataFiles files() {
        List<Path> folders = new ArrayList<>();
        String given = System.getProperty("dpgnn.data", System.getenv("DPGNN_DATA"));
        if (given != null && !given.isBlank()) {
            if (!Files.isDirectory(Path.of(given)))
                throw new IllegalStateException("DPGNN_DATA must name a folder, was " + given);
            folders.add(Path.of(given));
        }
        boolean offline = flag("dpgnn.offline", "DPGNN_OFFLINE");
        return new DataFiles(
                folders,
                cache(),
                Manifest.own(),
                offline ? Optional.empty() : Optional.of(new Download(TIMEOUT_MILLIS, ATTEMPTS, DownloadPace.usual())),
                flag("dpgnn.otherFiles", "DPGNN_OTHER_FILES"));
    }

    private static boolean flag(String property, String variable) {
        return Boolean.parseBoolean(System.getProperty(property, System.getenv(variable)));
    }

    /**
     * The folder that DPGNN_CACHE names, else data/cache of the project that one works in, or a folder of the user where there is no
     * project.
     */
    private static Path cache() {
        String given = System.getProperty("dpgnn.cache", System.getenv("DPGNN_CACHE"));
        if (given != null && !given.isBlank()) return Path.of(given);
        String home = System.getProperty("dpgnn.home");
        if (home != null) return Path.of(home, "data", "cache");
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent())
            if (Files.isRegularFile(at.resolve("pom.xml")) && Files.isRegularFile(at.resolve("data/manifest.csv")))
                return at.resolve("data/cache");
        return Path.of(System.getProperty("user.home"), ".cache", "dpgnn");
    }
}
