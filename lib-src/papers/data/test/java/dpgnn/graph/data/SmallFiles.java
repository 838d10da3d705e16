package dpgnn.graph.data;

import static dpgnn.graph.data.FileBytes.columns;
import static dpgnn.graph.data.FileBytes.doubles;
import static dpgnn.graph.data.FileBytes.gzip;
import static dpgnn.graph.data.FileBytes.npy;
import static dpgnn.graph.data.FileBytes.npz;
import static dpgnn.graph.data.FileBytes.text;
import static dpgnn.graph.data.PickleWriter.little;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.read.CsvGraph;
import dpgnn.graph.read.NetworkxGraph;
import dpgnn.graph.read.OgbGraph;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Small intact files in every upstream format, byte by byte as the data card describes them. */
final class SmallFiles {
    /** Reads a data set of any kind. */
    interface Reader {
        Object read(Sources sources) throws IOException;
    }

    /** A data set in one format: its files by place, and what reads them. */
    record Format(String name, Map<String, byte[]> files, Reader reader) {
        /** With another content of one file. */
        Format with(String place, byte[] content) {
            Map<String, byte[]> other = new LinkedHashMap<>(files);
            other.put(place, content);
            return new Format(name, other, reader);
        }

        void writeTo(Path folder) throws IOException {
            for (var file : files.entrySet()) {
                Path path = folder.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.write(path, file.getValue());
            }
        }
    }

    private SmallFiles() {}

    static List<Format> formats() throws IOException {
        return List.of(
                planetoid(),
                benchmark(),
                musae(),
                networkx(),
                tu(),
                dgcnn(),
                mnist(),
                saint(),
                saintWithTraining(),
                sage(),
                sageOfReddit(),
                reddit(),
                arxiv(),
                gml(),
                nodeLink(),
                saintWithoutFeatures(),
                saintGraph(),
                saintWithoutClasses(),
                saintGenes(),
                numpy(),
                numpyOfTorch(),
                written(),
                pokec(),
                own(),
                club());
    }

    /** 503 training rows and 2 test rows; node 504 is in the graph only. Nodes form a ring, with a loop and repetitions. */
    static Format planetoid() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        String at = "planetoid/ind.tiny.";
        int[] sizes = {3, 2, 503};
        String[] names = {"x", "tx", "allx"};
        for (int m = 0; m < 3; m++) {
            int n = sizes[m];
            int[] start = new int[n + 1];
            int[] columns = new int[n];
            float[] ones = new float[n];
            int[] hot = new int[3 * n];
            for (int i = 0; i < n; i++) {
                start[i + 1] = i + 1;
                columns[i] = i % 4;
                ones[i] = 1;
                hot[3 * i + i % 3] = 1;
            }
            files.put(
                    at + names[m],
                    new PickleWriter(2).csr(n, 4, start, columns, ones).end());
            files.put(
                    at + names[m].replace("x", "y"),
                    new PickleWriter(2)
                            .array("i4", new int[] {n, 3}, little(hot))
                            .end());
        }
        PickleWriter graph =
                new PickleWriter(2).global("collections", "defaultdict").global("__builtin__", "list");
        graph.op(0x85, 'R', '(');
        for (int i = 0; i < 506; i++)
            graph.number(i)
                    .op(']', '(')
                    .number((i + 1) % 506)
                    .number((i + 505) % 506)
                    .number(i == 7 ? 7 : (i + 1) % 506)
                    .op('e');
        files.put(at + "graph", graph.op('u').end());
        files.put(at + "test.index", text("505\n503"));
        return new Format("planetoid", files, s -> Planetoid.read(s, "tiny", "tiny"));
    }

    /** Five nodes; the adjacency is directed, unsorted and has a loop; the last array is an object array. */
    static Format benchmark() throws IOException {
        Map<String, byte[]> arrays = sparse("adj_", 5, new int[] {0, 2, 3, 3, 4, 5}, new int[] {2, 1, 1, 4, 0});
        arrays.putAll(sparse("attr_", 5, new int[] {0, 1, 2, 3, 4, 5}, new int[] {0, 1, 2, 3, 4}));
        arrays.put("labels", npy("|i1", "5,", new byte[] {0, 1, 2, 0, 1}));
        arrays.put("class_names", npy("|O", "3,", new byte[] {'x', 'y', 'z'}));
        return new Format(
                "gnn-benchmark",
                Map.of("gnn-benchmark/tiny.npz", npz(arrays, true)),
                s -> GnnBenchmark.read(s, "tiny", "tiny"));
    }

    static Format musae() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("musae/edges/XX_edges.csv", text("from,to\n0,1\n1,2\n2,2\n0,3\n"));
        files.put("musae/features/XX.json", text("{\"1\": [5, 3, 5], \"0\": [], \"3\": [3169], \"2\": [7]}"));
        files.put(
                "musae/target/XX_target.csv",
                text("id,days,mature,views,partner,new_id\n99,1,True,2,False,2\n98,1,False,2,False,0\n"
                        + "97,1,False,\"2,\"\"5\",False,3\n96,1,True,2,False,1\n"));
        return new Format("musae", files, s -> Musae.twitch(s, "XX", "tiny"));
    }

    static Format networkx() {
        PickleWriter w = new PickleWriter(4).op(0x95).bytes(new byte[8]).op(']', 0x94, '(');
        for (int g = 0; g < 2; g++) {
            w.unicode("networkx.classes.graph").unicode("Graph").op(0x93, 0x94, ')', 0x81, 0x94, '}', '(');
            w.unicode("node_dict_factory").unicode("builtins").unicode("dict").op(0x93);
            w.unicode("graph").op('}').unicode("label").number(5 + g).op('s');
            w.unicode("_node")
                    .op('}', '(')
                    .number(0)
                    .op('}')
                    .number(1)
                    .op('}')
                    .number(2)
                    .op('}', 'u');
            w.unicode("_adj")
                    .op('}', '(')
                    .number(0)
                    .op('}')
                    .number(1)
                    .op('}')
                    .unicode("weight")
                    .op('G')
                    .bytes(new byte[8]);
            w.op('s', 's')
                    .number(1)
                    .op('}')
                    .number(0)
                    .op('}', 's')
                    .number(2)
                    .op('}')
                    .number(2)
                    .op('}', 's', 'u', 'u', 'b');
        }
        return new Format(
                "networkx",
                Map.of("dpggan/tiny.pkl", w.op('e').end()),
                s -> NetworkxGraphs.read(s, "tiny.pkl", "tiny"));
    }

    static Format tu() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("tu/XX/XX_A.txt", text("1, 2\n2, 1\n1, 2\n2, 1\n3, 4\n4, 3\n4, 5\n5, 4\n"));
        files.put("tu/XX/XX_graph_indicator.txt", text("1\n1\n2\n2\n2\n"));
        files.put("tu/XX/XX_graph_labels.txt", text("1\n3\n"));
        return new Format("tu", files, s -> TuGraphs.read(s, "XX", "tiny"));
    }

    static Format dgcnn() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("dgcnn/XX/XX.txt", text("2\n2 0\n0 1 1\n0 1 0\n3 1\n0 1 1\n0 2 0 2\n0 1 1\n"));
        for (int k = 1; k <= 10; k++) {
            files.put("dgcnn/XX/10fold_idx/train_idx-" + k + ".txt", text("0\n"));
            files.put("dgcnn/XX/10fold_idx/test_idx-" + k + ".txt", text("1\n"));
        }
        return new Format("dgcnn", files, s -> DgcnnGraphs.read(s, "XX", "tiny"));
    }

    static Format mnist() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String part : new String[] {"train", "t10k"}) {
            ByteBuffer images = ByteBuffer.allocate(16 + 24)
                    .putInt(2051)
                    .putInt(2)
                    .putInt(3)
                    .putInt(4);
            files.put("mnist/" + part + "-images-idx3-ubyte.gz", gzip(images.array()));
            files.put(
                    "mnist/" + part + "-labels-idx1-ubyte.gz",
                    gzip(ByteBuffer.allocate(10)
                            .putInt(2049)
                            .putInt(2)
                            .put((byte) 7)
                            .put((byte) 3)
                            .array()));
        }
        return new Format("mnist", files, s -> Images.read(s, "tiny"));
    }

    static Format saint() throws IOException {
        Map<String, byte[]> arrays = sparse("", 4, new int[] {0, 1, 3, 4, 4}, new int[] {1, 0, 2, 1});
        arrays.put("format", npy("|S3", "", text("csr")));
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("flickr/adj_full.npz", npz(arrays, false));
        files.put("flickr/feats.npy", npy("<f8", "4, 2", doubles(8)));
        files.put("flickr/class_map.json", text("{\"0\": 1, \"1\": 0, \"3\": 2, \"2\": 1}"));
        files.put("flickr/role.json", text("{\"tr\": [0, 1], \"va\": [3], \"te\": [2]}"));
        return new Format("graphsaint", files, s -> GraphSaint.read(s, "flickr", "tiny"));
    }

    static Format sage() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(
                "ppi/toy-G.json",
                text(
                        "{\"directed\": false, \"graph\": {\"name\": \"d\\u00e9\"}, \"nodes\": [{\"test\": false, \"id\": 10, \"val\":"
                                + " false}, {\"test\": true, \"id\": 11, \"val\": false, \"x\": [1.5e0, null]}, {\"test\": false, \"id\":"
                                + " 12, \"val\": true}], \"links\": [{\"source\": 0, \"target\": 1, \"test_removed\": true},"
                                + " {\"source\": 2, \"target\": 2}, {\"source\": 1, \"target\": 2}], \"multigraph\": false}"));
        files.put("ppi/toy-id_map.json", text("{\"12\": 0, \"10\": 1, \"11\": 2}"));
        files.put("ppi/toy-class_map.json", text("{\"10\": [1, 0], \"11\": [0, 0], \"12\": [1, 1]}"));
        files.put("ppi/toy-feats.npy", npy("<f8", "3, 2", doubles(6)));
        return new Format("graphsage", files, s -> GraphSage.read(s, "ppi/toy", "tiny"));
    }

    /** Multi-label as PPI is, stored entries, 32-bit features, and the adjacency among training nodes 0, 1 and 4. */
    static Format saintWithTraining() throws IOException {
        Map<String, byte[]> full =
                sparse("", 5, new int[] {0, 2, 5, 7, 8, 10}, new int[] {1, 4, 0, 2, 4, 1, 3, 2, 0, 1});
        full.put("format", npy("|S3", "", text("csr")));
        Map<String, byte[]> training = sparse("", 5, new int[] {0, 2, 4, 4, 4, 6}, new int[] {4, 1, 0, 4, 0, 1});
        training.put("format", npy("|S3", "", text("csr")));
        Map<String, byte[]> files = new LinkedHashMap<>();
        String at = "graphsaint/ppi/";
        files.put(at + "adj_full.npz", npz(full, true));
        files.put(at + "adj_train.npz", npz(training, false));
        files.put(at + "feats.npy", npy("<f4", "5, 2", new byte[40]));
        files.put(
                at + "class_map.json",
                text("{\"0\": [1, 0], \"1\": [0, 0], \"2\": [1, 1], \"3\": [0, 1], \"4\": [1, 0]}"));
        files.put(at + "role.json", text("{\"tr\": [0, 1, 4], \"va\": [2], \"te\": [3]}"));
        return new Format("graphsaint with adj_train", files, s -> GraphSaint.read(s, "graphsaint/ppi", "tiny"));
    }

    /** A directed graph, with classes. */
    static Format saintWithoutFeatures() throws IOException {
        Format with = saint();
        Map<String, byte[]> files = new LinkedHashMap<>(with.files());
        files.remove("flickr/feats.npy");
        return new Format("graphsaint, directed", files, s -> GraphSaint.structure(s, "flickr", true, "tiny"));
    }

    /** Neither features nor classes. */
    static Format saintGraph() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>(saintWithTraining().files());
        files.remove("graphsaint/ppi/feats.npy");
        files.remove("graphsaint/ppi/class_map.json");
        return new Format("graphsaint, graph", files, s -> GraphSaint.structure(s, "graphsaint/ppi", false, "tiny"));
    }

    /** Features and no classes. */
    static Format saintWithoutClasses() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>(saintWithTraining().files());
        files.remove("graphsaint/ppi/class_map.json");
        return new Format("graphsaint, unlabelled", files, s -> GraphSaint.unlabelled(s, "graphsaint/ppi", "tiny"));
    }

    static Format saintGenes() {
        Map<String, byte[]> files = Map.of("graphsaint/ppi/genes.csv", text("row,gene\n0,12\n1,7\n2,12\n"));
        return new Format("genes", files, s -> GraphSaint.genes(s, "graphsaint/ppi"));
    }

    /** Four nodes, three edges and a loop, two splits, of which one part is stored column by column. */
    static Format numpy() throws IOException {
        Map<String, byte[]> arrays = new LinkedHashMap<>();
        arrays.put("node_features", npy("<f8", "4, 2", doubles(8)));
        arrays.put("node_labels", npy("<i4", "4,", little(0, 1, 1, -1)));
        arrays.put("edges", npy("<i4", "4, 2", little(0, 1, 1, 2, 3, 1, 2, 2)));
        arrays.put("train_masks", npy("|b1", "2, 4", new byte[] {1, 0, 0, 0, 0, 1, 0, 0}));
        byte[] byColumn = npy("|b1", "2, 4", new byte[] {0, 1, 1, 0, 0, 0, 0, 0});
        arrays.put("val_masks", columns(byColumn));
        arrays.put("test_masks", npy("|b1", "2, 4", new byte[] {0, 0, 1, 0, 0, 0, 1, 0}));
        Map<String, byte[]> files = Map.of("heterophilous/tiny.npz", npz(arrays, true));
        return new Format("numpy", files, s -> NumpyGraph.read(s, "heterophilous/tiny.npz", "tiny"));
    }

    /** Two rows of ends, each edge in both directions; sparse features; one split. */
    static Format numpyOfTorch() throws IOException {
        Map<String, byte[]> arrays = new LinkedHashMap<>();
        byte[] row = new byte[4 * 40 * 3];
        row[4 * 41 + 3] = 64; // 2 in row 1, column 1
        arrays.put("x", npy("<f4", "3, 40", row));
        arrays.put("y", npy("<i4", "3,", little(1, 0, 1)));
        arrays.put("edge_index", npy("<i4", "2, 4", little(0, 1, 1, 2, 1, 0, 2, 1)));
        arrays.put("train_mask", npy("|b1", "3,", new byte[] {1, 0, 0}));
        arrays.put("val_mask", npy("|b1", "3,", new byte[] {0, 1, 0}));
        arrays.put("test_mask", npy("|b1", "3,", new byte[] {0, 0, 1}));
        Map<String, byte[]> files = Map.of("dump.npz", npz(arrays, false));
        return new Format("numpy, as PyG has it", files, s -> NumpyGraph.read(s, "dump.npz", "tiny"));
    }

    /** As {@link Dataset#write} writes it. */
    static Format written() throws IOException {
        Path file = Files.createTempFile("dpgnn", ".npz");
        Labels labels = Labels.single(3, new int[] {0, 2, -1});
        var features = SparseFeatures.of(4, new int[] {0, 1, 2, 3}, new int[] {0, 3, 1}, new float[] {1, 2, 3});
        var provenance = new Dataset.Provenance("mine", List.of(), false, List.of("A note."));
        var graph = Graph.undirected(3, new int[] {0, 1}, new int[] {1, 2});
        new Dataset(graph, features, labels, provenance)
                .withSplit(Split.of(3, new int[] {0}, new int[] {1}, new int[] {2}))
                .write(file);
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        return new Format("written", Map.of("mine.npz", bytes), s -> NumpyGraph.read(s, "mine.npz", "tiny"));
    }

    /** Names instead of numbers, one class per node, and two nodes without a role, one of which is in no other file. */
    static Format sageOfReddit() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        String at = "graphsage/reddit/reddit-";
        files.put(
                at + "G.json",
                text(
                        "{\"directed\": false, \"graph\": {}, \"nodes\": [{\"label\": 2, \"test\": false, \"id\": \"2ezb\","
                                + " \"val\": false}, {\"test\": false, \"id\": \"t3x\", \"val\": false}, {\"id\": \"ghost\"},"
                                + " {\"id\": \"mute\", \"test\": true}, {\"test\": true, \"id\": \"9q\", \"val\": false}],"
                                + " \"links\": [{\"source\": 0, \"target\": 1, \"test_removed\": false}, {\"source\": 1,"
                                + " \"target\": 4}, {\"source\": 2, \"target\": 0}, {\"source\": 3, \"target\": 4}]}"));
        files.put(at + "id_map.json", text("{\"9q\": 1, \"2ezb\": 0, \"mute\": 3, \"t3x\": 2}"));
        files.put(at + "class_map.json", text("{\"2ezb\": 2, \"t3x\": 0, \"9q\": 1, \"mute\": 1}"));
        files.put(at + "feats.npy", npy("<f4", "4, 3", new byte[48]));
        return new Format("graphsage of reddit", files, s -> GraphSage.read(s, "graphsage/reddit/reddit", "tiny"));
    }

    static Format reddit() throws IOException {
        Map<String, byte[]> data = new LinkedHashMap<>();
        data.put("feature", npy("<f4", "4, 3", new byte[48]));
        data.put("label", npy("<i4", "4,", little(0, 1, 1, 2)));
        data.put("node_types", npy("<i4", "4,", little(1, 1, 2, 3)));
        Map<String, byte[]> graph = new LinkedHashMap<>();
        graph.put("row", npy("<i4", "6,", little(0, 1, 1, 2, 2, 3)));
        graph.put("col", npy("<i4", "6,", little(1, 0, 2, 1, 3, 2)));
        graph.put("data", npy("<i4", "6,", little(1, 1, 1, 1, 1, 1)));
        graph.put("shape", npy("<i8", "2,", new byte[] {4, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0}));
        graph.put("format", npy("|S3", "", text("coo")));
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("reddit/reddit_data.npz", npz(data, false));
        files.put("reddit/reddit_graph.npz", npz(graph, false));
        return new Format("reddit", files, s -> RedditDgl.read(s, "tiny"));
    }

    static Format arxiv() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("arxiv/raw/edge.csv.gz", gzip(text("0,1\n2,1\n1,3\n")));
        files.put("arxiv/raw/node-feat.csv.gz", gzip(text("0.5,-1\n1e-3,2\n0,0\n3,4.25\n")));
        files.put("arxiv/raw/node-label.csv.gz", gzip(text("0\n2\n1\n2\n")));
        String[] parts = {"train", "valid", "test"};
        for (int i = 0; i < 3; i++)
            files.put("arxiv/split/time/" + parts[i] + ".csv.gz", gzip(text(i == 0 ? "0\n3\n" : i + "\n")));
        return new Format("arxiv", files, s -> OgbGraph.read(s, "arxiv", "time", "tiny"));
    }

    /** Lists as repeated keys, a list within a node, a comment, and names that are not used. */
    static Format gml() {
        String text = "# by hand\ngraph [\n  directed 0\n  node [ id 7 label \"Ann\" club \"Mr. Hi\" y 1 x 0.5 x -2 ]\n"
                + "  node [ id 3 label \"Bob\" club \"Officer\" y 0 x 1e-1 x 4 graphics [ w 2 ] ]\n"
                + "  node [ id 9 label \"Eve\" club \"Mr. Hi\" y 1 x 3 x 0 ]\n"
                + "  edge [ source 7 target 3 weight 2 ]\n  edge [ source 3 target 9 ]\n"
                + "  edge [ source 9 target 7 weight 0.25 ]\n]\n";
        return new Format("gml", Map.of("tiny.gml", text(text)), s -> NetworkxGraph.read(s.file("tiny.gml")));
    }

    static Format nodeLink() {
        String text =
                "{\"directed\": true, \"multigraph\": false, \"graph\": {\"made\": [1]}, \"nodes\": [{\"x\": [0.5, -2],"
                        + " \"old\": true, \"y\": 1, \"split\": \"train\", \"id\": \"a\"}, {\"x\": [1, 4], \"old\": false, \"y\": null,"
                        + " \"split\": \"test\", \"id\": 5, \"note\": \"new\", \"more\": {\"k\": 1}}], \"links\": [{\"source\": \"a\","
                        + " \"target\": 5, \"weight\": 2.5}]}";
        return new Format("node link", Map.of("tiny.json", text(text)), s -> NetworkxGraph.read(s.file("tiny.json")));
    }

    /** The first profile is one of the chosen: who takes it for a header loses user 1. */
    static Format pokec() throws IOException {
        String[] pets = {"macka", "pes", "null", "mam psa", "kocur", "macka a pes"};
        StringBuilder profiles = new StringBuilder();
        for (int u = 0; u < pets.length; u++) {
            String[] fields = new String[59];
            Arrays.fill(fields, "null");
            fields[0] = String.valueOf(u + 1);
            fields[13] = pets[u];
            fields[37] = "<a href=\"x\">Hory</a> more";
            fields[44] = u % 2 == 0 ? "rock, JAZZ" : "jazz";
            profiles.append(String.join("\t", fields)).append("\t\n");
        }
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("pokec/soc-pokec-profiles.txt.gz", gzip(text(profiles.toString())));
        files.put("pokec/soc-pokec-relationships.txt.gz", gzip(text("1\t2\n2\t1\n1\t3\n4\t5\n6\t1\n")));
        return new Format("pokec", files, s -> PokecPets.read(s, "tiny", new PokecPets.Rule(2, 1, 3)));
    }

    static Format own() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("edges.csv", text("0,1\n1,2\n"));
        files.put("features.csv", text("1,2\n0.5,-1\n3,4\n"));
        files.put("labels.csv", text("0,TRAIN\n1,TEST\n0,NONE\n"));
        return new Format(
                "own", files, s -> CsvGraph.read(s.file("edges.csv"), s.file("features.csv"), s.file("labels.csv")));
    }

    static Format club() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("club/members.csv", text("id,class,age\n0,1,30\n1,0,60\n2,1,15\n"));
        files.put("club/knows.csv", text("one,other\n0,1\n1,2\n"));
        return new Format("club", files, s -> Club.read(s, "club"));
    }

    private static Map<String, byte[]> sparse(String prefix, int nodes, int[] start, int[] columns) {
        float[] ones = new float[columns.length];
        Arrays.fill(ones, 1);
        Map<String, byte[]> arrays = new LinkedHashMap<>();
        arrays.put(prefix + "indptr", npy("<i4", start.length + ",", little(start)));
        arrays.put(prefix + "indices", npy("<i4", columns.length + ",", little(columns)));
        arrays.put(prefix + "data", npy("<f4", columns.length + ",", little(ones)));
        arrays.put(prefix + "shape", npy("<i4", "2,", little(nodes, nodes)));
        return arrays;
    }
}
