package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Labels;
import dpgnn.mpc.wire.Keys;
import dpgnn.mpc.wire.Roster;
import dpgnn.mpc.wire.TlsNetwork;
import dpgnn.random.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes whose holders call their nodes by name and do not have the same ones: they align over TLS, then train. */
class AlignedProcessesTest {
    private static final VerticalData DATA = Sample.split(Sample.citations(60, 40, 3, 5), 1, 1, 1);
    private static final Roster ROSTER = Roster.of(2);

    /** a has nodes 0..54, b has 5..59. */
    private static final int FROM = 5, TO = 55;

    @TempDir
    static Path folder;

    @BeforeAll
    static void files() throws IOException {
        Keys.in(folder.resolve("keys"));
        write("a", 0, TO);
        write("b", FROM, 60);
    }

    private static String name(int node) {
        return String.format("Zo\u00eb %02d", node);
    }

    /** A holder's numbered files with names for numbers, in an order of its own, and only with nodes of this range. */
    private static void write(String holder, int from, int to) throws IOException {
        Path numbered = folder.resolve("numbered-" + holder);
        HolderFiles.write(numbered, DATA.holders().get(ROSTER.holders().indexOf(holder)));
        Path named = Files.createDirectory(folder.resolve("data-" + holder));
        List<String> ids = new ArrayList<>(
                IntStream.range(from, to).mapToObj(AlignedProcessesTest::name).toList());
        Collections.shuffle(ids);
        Files.write(named.resolve("identifiers.csv"), ids);
        translate(numbered, named, from, to, AlignedProcessesTest::name);
    }

    private static void translate(
            Path source, Path target, int from, int to, java.util.function.IntFunction<String> called)
            throws IOException {
        for (String file : List.of("features.csv", "edges.csv", "labels.csv", "split.csv")) {
            if (!Files.exists(source.resolve(file))) continue;
            List<String> lines = new ArrayList<>();
            for (String line : Files.readAllLines(source.resolve(file))) {
                String[] row = line.split(",");
                int nodes = file.equals("edges.csv") ? 2 : 1;
                boolean in = true;
                for (int i = 0; i < nodes; i++) {
                    int v = Integer.parseInt(row[i]);
                    in &= v >= from && v < to;
                    row[i] = called.apply(v);
                }
                if (in) lines.add(String.join(",", row));
            }
            Files.write(target.resolve(file), lines);
        }
    }

    private static List<String> configuration(boolean align) {
        return List.of(
                "keys=" + folder.resolve("keys"),
                "deadline=600",
                "align=" + align,
                "nodes=60",
                "widths=20,20",
                "setting.width=4",
                "setting.openedBits=36",
                "setting.epochs=3");
    }

    @Test
    @Tag("nightly")
    void alignedThenTrainedLikeTheCommonNodesInOneProcess() throws Exception {
        var addresses = TlsNetwork.freeAddresses(ROSTER);
        Map<String, Process> all = new HashMap<>();
        try {
            for (String name : ROSTER.parties())
                all.put(name, Spawned.start(folder, name, addresses, configuration(true)));
            for (String name : ROSTER.parties()) {
                int end = Spawned.exit(all.get(name));
                assertEquals(0, end, Spawned.complained(folder, name).toString());
            }
        } finally {
            all.values().forEach(Process::destroyForcibly);
        }
        for (String holder : ROSTER.holders())
            assertTrue(Spawned.printed(folder, holder).contains("aligned 50 nodes of 55 "), holder);
        assertTrue(
                Spawned.printed(folder, "server").contains("aligned 50 nodes sent"), "and not how many a holder has");
        assertTrue(
                Spawned.printed(folder, "b").contains("disclosed: Every two holders see which identifiers both have"));

        List<HolderData> common = new ArrayList<>();
        PpgnnSizes sizes = DATA.sizes().over(TO - FROM);
        for (String holder : ROSTER.holders()) {
            Path target = Files.createDirectory(folder.resolve("common-" + holder));
            translate(folder.resolve("numbered-" + holder), target, FROM, TO, v -> String.valueOf(v - FROM));
            common.add(HolderFiles.read(target, sizes, 20));
        }
        PpgnnSettings settings = PpgnnSettings.standard()
                .with(PpgnnSettings::width, 4)
                .with(PpgnnSettings::openedBits, 36)
                .with(PpgnnSettings::epochs, 3);
        var expected = VerticalGnn.of(settings).train(new VerticalData(sizes, common), Streams.seed(3));
        List<Double> losses = Spawned.printed(folder, "a")
                .lines()
                .filter(line -> line.startsWith("epoch "))
                .map(line -> Double.valueOf(line.split(" ")[5]))
                .toList();
        assertEquals(3, losses.size());
        for (int e = 0; e < 3; e++)
            assertEquals(expected.history().epochs().get(e).loss(), losses.get(e), 1e-3, "epoch " + e);
    }

    /** One that would not align is told before any identifier is blinded. */
    @Test
    @Tag("nightly")
    void allAlignOrNobodyDoes() throws Exception {
        var addresses = TlsNetwork.freeAddresses(ROSTER);
        Map<String, Process> all = new HashMap<>();
        Path plain = Files.createDirectory(folder.resolve("plain"));
        HolderFiles.write(plain.resolve("data-b"), DATA.holders().get(1));
        try {
            all.put("a", Spawned.start(folder, "a", addresses, configuration(true)));
            all.put("b", Spawned.start(plain, "b", addresses, configuration(false)));
            all.put("server", Spawned.start(folder, "server", addresses, configuration(true)));
            for (String name : ROSTER.parties()) assertEquals(1, Spawned.exit(all.get(name)), name);
        } finally {
            all.values().forEach(Process::destroyForcibly);
        }
        String said = Spawned.complained(folder, "a").toString()
                + Spawned.complained(plain, "b")
                + Spawned.complained(folder, "server");
        assertTrue(
                said.contains("'align' is true here and not set at 'b'")
                        || said.contains("'align' is not set here and true at"),
                said);
        assertFalse(Spawned.printed(folder, "a").contains("aligned"));
    }

    @Test
    void identifiersAreCheckedBeforeAnythingIsSent() throws Exception {
        Map<String, String> wrong = Map.of(
                "x\ny\nx\n", "must have every identifier once, had 'x' again",
                "Zo\u00eb\nZoe\u0308\n", "must have every identifier once",
                "x,y\n", "must have 1 fields a line",
                "", "must have an identifier a line, had none",
                "x\n", "must be one of identifiers.csv, was 'Zo\u00eb 00'");
        Path other = Files.createDirectory(folder.resolve("wrong"));
        Path data = Files.createDirectory(other.resolve("data-a"));
        translate(folder.resolve("numbered-a"), data, 0, TO, AlignedProcessesTest::name);
        for (var text : wrong.entrySet()) {
            Files.writeString(data.resolve("identifiers.csv"), text.getKey());
            String said = "";
            try {
                List<String> own = HolderFiles.identifiers(data);
                HolderFiles.read(data, DATA.sizes().over(own.size()), 20, own, own);
            } catch (IllegalArgumentException e) {
                said = e.getMessage();
            }
            assertTrue(said.contains(text.getValue()), text.getKey() + ": " + said);
        }
    }

    @Test
    void nodesThatAreNotCommonAreLeftOut() throws Exception {
        List<String> own = HolderFiles.identifiers(folder.resolve("data-a"));
        assertEquals(TO, own.size());
        List<String> common = List.of(name(3), name(20), name(41));
        HolderData read =
                HolderFiles.read(folder.resolve("data-a"), DATA.sizes().over(3), 20, own, common);
        HolderData whole = DATA.holders().get(0);
        assertEquals(3, read.features().rows());
        for (int v = 0; v < 3; v++) {
            int node = new int[] {3, 20, 41}[v];
            assertEquals(
                    whole.features().start(node + 1) - whole.features().start(node),
                    read.features().start(v + 1) - read.features().start(v));
            Labels all = whole.supervision().orElseThrow().labels();
            assertEquals(all.of(node), read.supervision().orElseThrow().labels().of(v));
        }
        List<String> others = HolderFiles.identifiers(folder.resolve("data-b")), one = List.of(name(20));
        HolderData other =
                HolderFiles.read(folder.resolve("data-b"), DATA.sizes().over(1), 20, others, one);
        assertEquals(Optional.empty(), other.supervision());
    }
}
