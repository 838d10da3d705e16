package dpgnn.graph.read;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Labels;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.MalformedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables as people write them, and 200 changed copies of them, each of which is read rightly or refused with a clear sentence. */
class CsvGraphTest {
    private static final int NODES = 12;
    private static final int[][] EDGES = {
        {0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 8}, {8, 9}, {9, 10}, {10, 11}, {0, 11},
        {3, 9}
    };
    private static final String[] ROLES = {"train", "validation", "test", "none"};

    @TempDir
    Path folder;

    /** Tables of one graph: a row of cells a line, and how they are parted. */
    private record Tables(String name, String separator, boolean named, TreeMap<String, List<String[]>> rows) {
        Tables copy() {
            var copy = new TreeMap<String, List<String[]>>();
            rows.forEach((file, lines) -> copy.put(
                    file, lines.stream().map(String[]::clone).collect(Collectors.toCollection(ArrayList::new))));
            return new Tables(name, separator, named, copy);
        }

        String text(String file) {
            return rows.get(file).stream()
                    .map(r -> String.join(separator, r) + "\n")
                    .collect(Collectors.joining());
        }

        int heads(String file) {
            return named || file.equals("nodes.csv") ? 1 : 0;
        }
    }

    private static String label(int v, boolean words) {
        return words ? List.of("ham", "eggs", "spam").get(v % 3) : String.valueOf(v % 3);
    }

    private static String feature(int v, int c) {
        return String.valueOf((v * 7 + c * 3) % 11 / 4.0);
    }

    private static String id(int v, boolean words) {
        return words ? "n" + (char) ('a' + v) : String.valueOf(v);
    }

    private static Tables tables(String name, String separator, boolean named, boolean words, boolean one) {
        var rows = new TreeMap<String, List<String[]>>();
        List<String[]> edges = new ArrayList<>(), features = new ArrayList<>(), labels = new ArrayList<>();
        if (named) edges.add(new String[] {"source", "target"});
        for (int[] e : EDGES) edges.add(new String[] {id(e[0], words), id(e[1], words)});
        if (named) features.add(new String[] {"id", "age", "height", "pulse"});
        if (named) labels.add(new String[] {"id", "class", "split"});
        for (int v = 0; v < NODES; v++) {
            String[] row = {id(v, words), feature(v, 0), feature(v, 1), feature(v, 2)};
            features.add(named ? row : Arrays.copyOfRange(row, 1, 4));
            String[] tail = {id(v, words), label(v, words), ROLES[v % 4]};
            labels.add(named ? tail : Arrays.copyOfRange(tail, 1, 3));
        }
        rows.put("edges.csv", edges);
        if (one) {
            List<String[]> nodes = new ArrayList<>();
            for (int r = 0; r < features.size(); r++) {
                String[] both = Arrays.copyOf(features.get(r), 6);
                both[4] = labels.get(r)[1];
                both[5] = labels.get(r)[2];
                nodes.add(both);
            }
            rows.put("nodes.csv", nodes);
        } else {
            rows.put("features.csv", features);
            rows.put("labels.csv", labels);
        }
        return new Tables(name, separator, named, rows);
    }

    private static final List<Tables> INTACT = List.of(
            tables("bare numbers", ",", false, false, false),
            tables("headers and numbers", "\t", true, false, false),
            tables("headers and names", ";", true, true, false),
            tables("one table of nodes", ",", true, true, true));

    private Dataset read(TreeMap<String, byte[]> files) throws IOException {
        for (var file : files.entrySet()) Files.write(folder.resolve(file.getKey()), file.getValue());
        Path edges = folder.resolve("edges.csv");
        return files.containsKey("nodes.csv")
                ? CsvGraph.read(edges, folder.resolve("nodes.csv"))
                : CsvGraph.read(edges, folder.resolve("features.csv"), folder.resolve("labels.csv"));
    }

    /** What was changed, in which file, and what must be said; null where it must be read rightly. */
    private record Case(String what, TreeMap<String, byte[]> files, String said, int unlabelled, boolean words) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Case of(Tables t, String what, String file, UnaryOperator<String> change, String said, int without) {
        var files = new TreeMap<String, byte[]>();
        for (String each : t.rows().keySet()) {
            String text = t.text(each);
            files.put(each, (each.equals(file) ? change.apply(text) : text).getBytes(StandardCharsets.UTF_8));
        }
        boolean words = t.name().contains("name") || t.name().contains("one");
        return new Case(t.name() + ", " + file + ": " + what, files, said, without, words);
    }

    /** One cell changed; the report must name file, line, value and what would be right. */
    private static Case cell(Tables t, String file, int row, int column, String value, String wanted) {
        Tables changed = t.copy();
        changed.rows().get(file).get(row)[column] = value;
        String shown = value.isEmpty() ? "an empty cell" : value;
        String said = wanted == null
                ? null
                : ".*" + file + ", line " + (row + 1) + ": found (node |label |weight )?" + Pattern.quote(shown)
                        + ", but it must be " + wanted + ".*";
        return of(changed, "\"" + value + "\" in row " + row + ", column " + column, file, x -> x, said, -1);
    }

    /** The rows of one file changed. */
    private static Case rows(Tables t, String what, String file, Consumer<List<String[]>> change, String said) {
        Tables changed = t.copy();
        change.accept(changed.rows().get(file));
        return of(changed, what, file, x -> x, said, -1);
    }

    private static String where(String file, int row) {
        return ".*" + file + ", line " + (row + 1) + ": found ";
    }

    static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        Random coins = new Random(5);
        for (Tables t : INTACT) {
            boolean one = t.rows().containsKey("nodes.csv");
            for (String file : t.rows().keySet()) {
                all.add(of(t, "as it is", file, x -> x, null, -1));
                all.add(of(t, "lines end as on Windows", file, x -> x.replace("\n", "\r\n"), null, -1));
                all.add(of(t, "a mark of byte order", file, x -> "\uFEFF" + x, null, -1));
                all.add(of(t, "a comment at the head", file, x -> "# by hand, 2026\n" + x, null, -1));
                all.add(of(t, "empty lines at the end", file, x -> x + "\n\n\n", null, -1));
                all.add(of(t, "no end of the last line", file, String::stripTrailing, null, -1));
                for (String other : new String[] {",", ";", "\t", "|"})
                    if (!other.equals(t.separator()))
                        all.add(of(t, "parted by " + other, file, x -> x.replace(t.separator(), other), null, -1));
                all.add(of(t, "quotes", file, x -> x.replaceAll("([a-z0-9.]+)", "\"$1\""), null, -1));
                all.add(of(t, "spaces", file, x -> x.replace(t.separator(), " " + t.separator() + " "), null, -1));
                all.add(of(t, "nothing", file, x -> "", ".*" + file + ", contents: found no (edges|rows), but .*", -1));
                int heads = t.heads(file), rows = t.rows().get(file).size();
                int row = heads + 1 + coins.nextInt(rows - heads - 1),
                        last = t.rows().get(file).get(0).length - 1;
                String fields = where(file, row) + ".* fields, but it must .*";
                all.add(rows(t, "a field too many", file, r -> r.get(row)[last] += t.separator() + "1", fields));
                all.add(of(
                        t,
                        "a quote that is not closed",
                        file,
                        x -> x.substring(0, x.length() - 2) + "\"" + t.separator() + "\"x",
                        ".*" + file + ", line .*",
                        -1));
                if (file.equals("edges.csv")) edges(all, t, row, rows, coins);
                else nodes(all, t, file, row, heads, one);
            }
        }
        return all;
    }

    private static void edges(List<Case> all, Tables t, int row, int rows, Random coins) {
        String file = "edges.csv";
        String unknown = "a node .*";
        for (String bad : new String[] {"5000", "-1", "x", "1e3", "0.5", "", "1d"})
            for (int c = 0; c < 2; c++) {
                int column = c;
                String found = bad.isEmpty() ? "an empty cell" : "node " + Pattern.quote(bad);
                String said = where(file, row) + found + ", but it must be a node .*";
                all.add(rows(t, "node \"" + bad + "\" at " + c, file, r -> r.get(row)[column] = bad, said));
            }
        String[] edge = t.rows().get(file).get(row);
        all.add(rows(t, "an edge twice", file, r -> r.add(edge), null));
        all.add(rows(t, "an edge reversed", file, r -> r.add(new String[] {edge[1], edge[0]}), null));
        all.add(rows(t, "a loop", file, r -> r.add(new String[] {edge[1], edge[1]}), null));
        all.add(rows(t, "another order", file, r -> Collections.shuffle(r.subList(t.heads(file), rows), coins), null));
        String one = where(file, row) + ".*field.*";
        all.add(rows(t, "one end", file, r -> r.set(row, new String[] {edge[0]}), one));
    }

    private static void nodes(List<Case> all, Tables t, String file, int row, int heads, boolean one) {
        boolean features = !file.equals("labels.csv"), labels = !file.equals("features.csv");
        int first = t.named() ? 1 : 0, label = one ? 4 : first;
        if (features)
            for (String bad : new String[] {"", "NaN", "inf", "1e99", "tall", "1d", "0x10", "--1"})
                all.add(cell(t, file, row, first + row % 3, bad, "a number.*"));
        if (labels) {
            all.add(cell(t, file, row, label + 1, "trian", "train, validation, test or none.*"));
            for (String none : new String[] {"", "NA", "nan", "?", "-1", "None"}) {
                Tables changed = t.copy();
                changed.rows().get(file).get(row)[label] = none;
                all.add(of(changed, "no label: \"" + none + "\"", file, x -> x, null, row - heads));
            }
            if (t.rows().get(file).get(row)[label].matches("[0-9]")) {
                for (String bad : new String[] {"9999", "spam", "1.5", "-7"})
                    all.add(cell(t, file, row, label, bad, "a class in 0.." + (NODES - 1) + ".*"));
                all.add(rows(t, "a label with .0", file, r -> r.get(row)[label] += ".0", null));
            }
        }
        boolean unlabelled = labels && !features && t.named();
        // A missing row of labels that have ids is a node without label and role; of others the counts differ.
        String said = !t.named()
                ? ".*labels.csv, contents: found 1[12] rows, but it must be 1[12].*"
                : unlabelled ? null : ".*a node that .* lists.*";
        if (!unlabelled) all.add(rows(t, "a row fewer", file, r -> r.remove(row), said));
        String again = !t.named()
                ? ".*labels.csv, contents: found 1[23] rows, but it must be 1[23].*"
                : ".*" + file + ", line " + (t.rows().get(file).size() + 1) + ": found node .* again, but.*";
        all.add(rows(t, "a row twice", file, r -> r.add(r.get(row)), again));
        if (t.named()) {
            String stranger = ".*found node .*, but it must be a node .*";
            all.add(rows(t, "a stranger", file, r -> r.get(row)[0] = "stranger", stranger));
        }
    }

    @Test
    void thereAreTwoHundred() {
        assertTrue(cases().size() >= 200, () -> cases().size() + " cases");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isReadRightlyOrRefusedWithAClearSentence(Case one) throws IOException {
        if (one.said() != null) {
            String message = refused(MalformedFile.class, () -> read(one.files()));
            assertTrue(
                    Pattern.compile(one.said(), Pattern.DOTALL).matcher(message).matches(), message);
            return;
        }
        Dataset data = read(one.files());
        assertEquals(NODES, data.nodes());
        assertEquals(EDGES.length, data.graph().edges());
        for (int[] e : EDGES) assertTrue(data.graph().hasEdge(e[0], e[1]));
        assertEquals(3, data.features().width());
        assertEquals(3, data.labels().classes());
        float[] row = new float[3];
        List<String> names = one.words() ? List.of("eggs", "ham", "spam") : List.of("0", "1", "2");
        for (int v = 0; v < NODES; v++) {
            data.features().copyRow(v, row, 0);
            for (int c = 0; c < 3; c++) assertEquals(Float.parseFloat(feature(v, c)), row[c]);
            int label = v == one.unlabelled() ? Labels.NONE : names.indexOf(label(v, one.words()));
            assertEquals(label, data.labels().of(v), "node " + v);
            assertEquals(Role.values()[v % 4], data.publicSplit().orElseThrow().role(v));
        }
    }

    private Dataset own(String edges, String features, String labels) throws IOException {
        return settings(edges, features, labels).read();
    }

    private CsvGraph settings(String edges, String features, String labels) throws IOException {
        Files.writeString(folder.resolve("e.csv"), edges);
        Files.writeString(folder.resolve("f.csv"), features);
        Files.writeString(folder.resolve("l.csv"), labels);
        return CsvGraph.of(folder.resolve("e.csv"), folder.resolve("f.csv"), folder.resolve("l.csv"));
    }

    @Test
    void everythingThatIsWrongIsInOneReport() {
        String features = "a,b\n1,2\n3,x\n5,6\n", labels = "label\n0\n7\n1\n";
        MalformedFile refused = assertThrows(MalformedFile.class, () -> own("0,1\n0,9\n2\n", features, labels));
        assertEquals(
                "4 things are wrong:\n  f.csv, line 3: found x, but it must be a number, in column b\n  e.csv, line 2: found node 9, but it must be a node in 0..2\n  e.csv, line 3:"
                        + " found 1 fields, but it must be 2 as in the first line\n  l.csv, line 3: found label 7, but it must"
                        + " be a class in 0..2, or empty for none",
                refused.getMessage());
        assertEquals("line 3", refused.where());
        String shorter = features.replace("3,x\n", "3\n");
        refused = assertThrows(MalformedFile.class, () -> own("0,1\n0,9\n2\n", shorter, labels));
        assertEquals("f.csv, line 3: found 1 fields, but it must be 2 as in the header", refused.getMessage());
        String nameless = "id,a\nu,1\n,2\nw,3\n";
        refused = assertThrows(MalformedFile.class, () -> own("u,w\nu,\n", nameless, "label\n0\n1\n1\n"));
        assertEquals(
                "2 things are wrong:\n  f.csv, line 3: found an empty cell, but it must be the node, in column id\n  e.csv, line"
                        + " 2: found an empty cell, but it must be a node that f.csv lists",
                refused.getMessage());
    }

    @Test
    void manyMistakesAreCounted() {
        String features = "1\n".repeat(50), labels = "0\n".repeat(50);
        String message = refused(MalformedFile.class, () -> own("0,99\n".repeat(30), features, labels));
        assertEquals("e.csv, line 1: found node 99, but it must be a node in 0..49; 30 lines name it", message);
        String texts = "age,height\n" + "tall,1\n".repeat(50);
        message = refused(MalformedFile.class, () -> own("0,99\n".repeat(30), texts, labels));
        assertTrue(message.startsWith("51 things are wrong:\n  f.csv, line 2: found tall, but"), message);
        assertTrue(
                message.endsWith(
                        "\n  and 45 more in f.csv that must be a number, in column age\n  no row has a number there: .oneHot(\"age\", ...) reads words, and"
                                + " names those that may occur, which are public\n  e.csv, line 1: found node 99, but it must be a node in 0..49; 30 lines name it"),
                message);
        StringBuilder strangers = new StringBuilder();
        for (int i = 0; i < 30; i++) strangers.append("0,").append(100 + i).append('\n');
        message = refused(MalformedFile.class, () -> own(strangers.toString(), features, labels.substring(2) + "x\n"));
        assertTrue(message.startsWith("31 things are wrong:"), message);
        assertTrue(message.endsWith("and 20 more"), message);
    }

    /** One wrong cell is a mistake; a column without a number is one of words, and how they are read is said once. */
    @Test
    void aColumnOfWordsIsToldHowItIsRead() throws IOException {
        Path edges = Files.writeString(folder.resolve("e.csv"), "source,target\na,b\nb,c\n");
        String rows = "id,age,country,label\na,1,de,0\nb,old,fr,1\nc,2,de,0\n";
        Path nodes = Files.writeString(folder.resolve("n.csv"), rows);
        String expected = String.join(
                "\n  ",
                "4 things are wrong:",
                "n.csv, line 2: found de, but it must be a number, in column country",
                "n.csv, line 3: found fr, but it must be a number, in column country",
                "n.csv, line 4: found de, but it must be a number, in column country",
                "no row has a number there: .oneHot(\"country\", ...) reads words, and names those that may occur, which"
                        + " are public",
                "n.csv, line 3: found old, but it must be a number, in column age");
        assertEquals(expected, refused(MalformedFile.class, () -> CsvGraph.read(edges, nodes)));
    }

    /** Numbers, an id that is there twice and an edge of a stranger are told at once; what follows from a broken row is not told. */
    @Test
    void whatFollowsFromAnotherMistakeIsNotListed() throws IOException {
        Path edges = Files.writeString(folder.resolve("e.csv"), "source,target\na,b\nb,c\nc,d\nc,z\nd,z\n");
        Path nodes =
                Files.writeString(folder.resolve("n.csv"), "id,age,label\na,1,0\nb,old,1\na,1,0\nc,2,1,7\nd,3,0\n");
        String expected = String.join(
                "\n  ",
                "4 things are wrong:",
                "n.csv, line 3: found old, but it must be a number, in column age",
                "n.csv, line 5: found 4 fields, but it must be 3 as in the header",
                "n.csv, line 4: found node a again, but it must be every node once",
                "e.csv, line 5: found node z, but it must be a node that n.csv lists; 2 lines name it");
        assertEquals(expected, refused(MalformedFile.class, () -> CsvGraph.read(edges, nodes)));
    }

    @Test
    void filesThatWereExchangedAreNamedAsSuch() throws IOException {
        Path[] files = people();
        String message = refused(MalformedFile.class, () -> CsvGraph.read(files[1], files[0]));
        assertEquals(
                "follows.csv, line 1: found [source, target], but it must be a table of nodes: this looks like the table of"
                        + " edges, which is the first argument",
                message);
    }

    @Test
    void aWrongNameOfAColumnIsTheOnlyMistake() throws IOException {
        Path[] files = people();
        for (var each : List.of(List.of("lable", "label"), List.of("clas", "label"), List.of("countri", "country"))) {
            var wrong = CsvGraph.of(files[0], files[1]).label(each.get(0));
            String message = refused(MalformedFile.class, wrong::read);
            assertEquals(
                    "people.csv, line 1: found [id, country, age, income, label], but it must be a header with a column named "
                            + each.get(0) + "; did you mean " + each.get(1) + "?",
                    message);
        }
    }

    /** That a line is a header is no assumption of a guarantee; that bounds are public is one. */
    @Test
    void howFilesWereReadIsNotTakenAsGiven() throws IOException {
        Path[] files = people();
        Dataset data = CsvGraph.of(files[0], files[1])
                .range("income", 0, 200_000)
                .oneHot("country", "de", "fr")
                .read();
        assertTrue(data.provenance().notes().contains("As read: line 1 of follows.csv is its header."));
        String given = String.join(" ", data.provenance().given());
        assertFalse(given.contains("header"), given);
        assertTrue(given.contains("income is scaled"), given);
    }

    @Test
    void numbersFromOneAreSuspected() {
        refused(
                MalformedFile.class,
                () -> own("1,2\n2,3\n", "1\n2\n3\n", "0\n1\n0\n"),
                "e.csv, nodes: found numbers from 1, but it must be from 0");
    }

    @Test
    void aColumnThatCountsTheRowsIsAskedAbout() {
        String message = refused(MalformedFile.class, () -> own("0,1\n", "0,5\n1,5\n2,7\n", "0\n1\n0\n"));
        assertTrue(message.startsWith("f.csv, column 1: found the numbers of the rows"), message);
    }

    @Test
    void weightsClassesMarksAndDirections() throws IOException {
        String edges = "src,dst,weight\n0,1,0.5\n1,2,0\n2,0,3\n";
        Dataset data = settings(edges, "1\n2\n3\n", "low\nunknown\nhigh\n")
                .directed()
                .name("mine")
                .noLabel("unknown")
                .classes("low", "high", "never")
                .read();
        assertTrue(data.graph().isDirected());
        assertEquals(2, data.graph().edges());
        assertTrue(data.graph().hasEdge(2, 0));
        assertEquals(3, data.labels().classes());
        assertEquals(1, data.labels().of(2));
        assertEquals(Labels.NONE, data.labels().of(1));
        assertEquals("mine", data.name());
        assertEquals(3, data.provenance().sources().size());
        String notes = String.join(" ", data.provenance().notes());
        assertTrue(notes.contains("edges of weight 0 are left out: 1."), notes);
        assertTrue(notes.contains("low, high, never"), notes);
        assertTrue(notes.contains("Nodes without a label: 1."), notes);
        MalformedFile refused =
                assertThrows(MalformedFile.class, () -> settings(edges, "1\n2\n3\n", "low\nhihg\nhigh\n")
                        .classes("low", "high")
                        .read());
        assertEquals("l.csv, line 2: found label hihg, but it must be one of [low, high]", refused.getMessage());
        refused = assertThrows(MalformedFile.class, () -> own(edges.replace("0.5", "much"), "1\n2\n3\n", "0\n1\n0\n"));
        assertEquals("e.csv, line 2: found weight much, but it must be a number from 0", refused.getMessage());
    }

    @Test
    void whatIsDroppedIsCounted() throws IOException {
        Dataset data = own("0,1\n1,0\n0,1\n2,2\n", "1\n2\n3\n", "0\n1\n0\n");
        assertEquals(1, data.graph().droppedLoops());
        assertEquals(2, data.graph().droppedRepeats());
        assertTrue(
                data.description().get("notes").toString().contains("2 repeated or reversed, 1 from a node to itself"));
    }

    @Test
    void namesWithSpacesAreNotParted() throws IOException {
        Dataset data = own("0 1\n1 2\n", "1\n2\n3\n", "machine learning\ntheory\nmachine learning\n");
        assertEquals(2, data.graph().edges());
        assertEquals(2, data.labels().classes());
        assertEquals(1, data.labels().of(1));
    }

    @Test
    void marksInColumnsAreASplit() throws IOException {
        Files.writeString(folder.resolve("e.csv"), "a,b\nb,c\n");
        Files.writeString(
                folder.resolve("n.csv"),
                "node,x,y,train_mask,val_mask,test_mask\na,1,0,True,False,False\nb,2,1,0,1,0\nc,3,0,0,0,1\n");
        Dataset data = CsvGraph.read(folder.resolve("e.csv"), folder.resolve("n.csv"));
        for (int v = 0; v < 3; v++)
            assertEquals(Role.values()[v], data.publicSplit().orElseThrow().role(v));
        Files.writeString(
                folder.resolve("n.csv"),
                "node,x,y,train_mask,val_mask,test_mask\na,1,0,1,1,0\nb,2,1,0,1,0\nc,3,0,0,0,1\n");
        assertEquals(
                "n.csv, line 2: found TRAIN and VALIDATION, but it must be one role for a node",
                refused(MalformedFile.class, () -> CsvGraph.read(folder.resolve("e.csv"), folder.resolve("n.csv"))));
    }

    @Test
    void aTableOfNodesNeedsAHeader() throws IOException {
        Files.writeString(folder.resolve("e.csv"), "0,1\n");
        Files.writeString(folder.resolve("n.csv"), "0,1.5,1\n1,2.5,0\n");
        refused(
                MalformedFile.class,
                () -> CsvGraph.read(folder.resolve("e.csv"), folder.resolve("n.csv")),
                "a header that names the columns id, label, split and features");
    }

    private Path[] people() throws IOException {
        Path edges = Files.writeString(folder.resolve("follows.csv"), "source,target\na,b\nb,c\n");
        Path nodes = Files.writeString(
                folder.resolve("people.csv"),
                "id,country,age,income,label\na,de,0.5,120000,0\nb,fr,0.25,900000,1\nc,us,1,50000,1\n");
        return new Path[] {edges, nodes};
    }

    @Test
    void columnsAreScaledByPublicBoundsAndTextsByPublicValues() throws IOException {
        Path[] files = people();
        Dataset data = CsvGraph.of(files[0], files[1])
                .range("income", 0, 200_000)
                .oneHot("country", "de", "fr")
                .read();
        float[][] expected = {{1, 0, .5f, .6f}, {0, 1, .25f, 1}, {0, 0, 1, .25f}};
        float[] row = new float[4];
        assertEquals(4, data.features().width());
        for (int v = 0; v < 3; v++) {
            data.features().copyRow(v, row, 0);
            assertArrayEquals(expected[v], row);
        }
        assertTrue(data.provenance().leaks().isEmpty());
        String notes = String.join(" ", data.provenance().notes());
        assertTrue(notes.contains("income is scaled to 0..1 by the public bounds 0.0 and 200000.0"), notes);
        assertFalse(notes.contains("900000"), "a note must not tell a value of the file");
    }

    @Test
    void aColumnThatIsNotThereOrBoundsThatAreNoneAreRefused() throws IOException {
        Path[] files = people();
        var wrong = CsvGraph.of(files[0], files[1]).oneHot("country", "de").range("incom", 0, 1);
        String message = assertThrows(IOException.class, wrong::read).getMessage();
        assertTrue(message.contains("a column of features named incom"), message);
        String bounds = assertThrows(IllegalArgumentException.class, () -> wrong.range("age", 3, 3))
                .getMessage();
        assertTrue(bounds.contains("most must be a finite number above 3.0, was 3.0"), bounds);
        String twice = assertThrows(IllegalArgumentException.class, () -> wrong.range("incom", 0, 3))
                .getMessage();
        assertTrue(twice.contains("named once"), twice);
    }

    /** The card alone says it: what a guarantee takes as given must not tell a value of the data. */
    @Test
    void theCardNamesAColumnInOtherUnits() throws IOException {
        Path[] files = people();
        String card = String.valueOf(
                CsvGraph.of(files[0], files[1]).oneHot("country", "de").read().description());
        assertTrue(card.contains("Column income of the features reaches 900000.0, the others at most 1.0"), card);
        Dataset scaled = CsvGraph.of(files[0], files[1])
                .oneHot("country", "de")
                .range("income", 0, 200_000)
                .read();
        assertFalse(String.valueOf(scaled.description()).contains("reaches"));
        Dataset plain = CsvGraph.of(files[0], files[1]).oneHot("country", "de").read();
        assertFalse(String.join(" ", plain.provenance().notes()).contains("reaches"));
        assertEquals("country=de", plain.features().columnName(0));
        assertEquals("income", plain.features().select(new int[] {1, 0}).columnName(2));
    }
}
