package dpgnn.report.figure;

import static dpgnn.report.render.TableTest.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class PaperTableTest {
    private static final String HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    /** Keys that tell the rows of each table apart, and the column of the values where it is not "value". */
    private static final Map<String, String[]> KEYS = Map.ofEntries(
            Map.entry("dp-gcn-text-table1:classes", keys("dataset")),
            Map.entry("dp-gcn-text-table2:value", keys("dataset", "method", "optimizer", "epsilon", "metric")),
            Map.entry("dp-gcn-text-table3:noise_sgd", keys("epsilon")),
            Map.entry("dp-gcn-text-table4:value", keys("lot_size", "noise", "epsilon")),
            Map.entry("dpggan-figure3-known:value", keys("dataset", "method", "epsilon", "metric")),
            Map.entry("dpggan-log:value", keys("dataset", "method", "statistic")),
            Map.entry("dpggan-runtimes:seconds", keys("dataset", "method", "phase")),
            Map.entry("dpggan-table1:value", keys("dataset", "method", "epsilon", "statistic", "kind")),
            Map.entry("dpggan-table2:value", keys("dataset", "method", "epsilon", "metric")),
            Map.entry("heterpoisson-reference-sigma:sigma_conservative_pld", keys("dataset", "epsilon", "M")),
            Map.entry("heterpoisson-table1:features", keys("dataset")),
            Map.entry("heterpoisson-table2:value", keys("dataset", "model", "method", "epsilon")),
            Map.entry("heterpoisson-table3:value", keys("dataset", "model", "method", "epsilon")),
            Map.entry("heterpoisson-table4:value", keys("dataset", "model", "method", "epsilon")),
            Map.entry("ppgnn-secureml:value", keys("dataset_as_printed", "method", "metric")),
            Map.entry("ppgnn-table1:edges", keys("dataset")),
            Map.entry("ppgnn-table2:value", keys("dataset", "method")),
            Map.entry("ppgnn-table3:value", keys("dataset", "method", "proportion")),
            Map.entry("ppgnn-table4:value", keys("dataset", "method", "data_holders")),
            Map.entry(
                    "random-walks-table1:value",
                    keys("dataset", "method", "privacy", "layers", "width", "epsilon_max")),
            Map.entry("random-walks-table2:nodes", keys("dataset")),
            Map.entry("random-walks-table3:delta", keys("dataset")),
            Map.entry("random-walks-table4:batch_size_subgraphs", keys("samplers", "depth", "dataset")));

    private static String[] keys(String... names) {
        return names;
    }

    @Test
    void everyPublishedTableIsRead() throws Exception {
        TreeSet<String> read = new TreeSet<>();
        KEYS.forEach((name, keys) -> {
            String[] parts = name.split(":");
            Table table = PaperTable.of(parts[0]).keys(keys).value(parts[1]).table();
            assertTrue(table.rows() >= PaperTable.published(parts[0]).rows(), name);
            for (double value : table.numbers("published")) assertTrue(Double.isFinite(value), name);
            read.add(parts[0]);
        });
        assertEquals(read, new TreeSet<>(PaperTable.names()));
        try (var files = Files.list(Path.of("lib-src/studies/main/resources/tables"))) {
            List<String> there = files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(".csv"))
                    .map(f -> f.substring(0, f.length() - 4))
                    .sorted()
                    .toList();
            assertEquals(there, PaperTable.names().stream().sorted().toList(), "index.txt lists the files");
        }
    }

    private static PaperTable heterPoisson() {
        return PaperTable.of("heterpoisson-table2")
                .where("setting", "transductive")
                .where("method", "HeterPoisson")
                .where("epsilon", 2)
                .keys("dataset", "model");
    }

    @Test
    void aRowSaysWhatItComparesAndWhereOursComesFrom() {
        PaperTable paper = heterPoisson();
        var data = PaperTable.Data.standIn("facebook-like", HASH, "a synthetic graph of the same size");
        paper.ours(data, new long[] {3, 5, 7}, new double[] {70, 71, 72}, "Facebook", "GCN");
        paper.missing("not enough memory", "Reddit", "GCN");
        Table table = paper.table();
        assertEquals(15, table.rows());
        assertEquals(74.2, table.get(0, "published"));
        assertEquals(1.0, table.get(0, "published sd"));
        assertEquals(71.0, table.get(0, "ours"));
        assertEquals(1.0, table.get(0, "our sd"));
        assertEquals(3, table.get(0, "n"));
        assertEquals(-3.2, (double) table.get(0, "difference"), 1e-12);
        assertEquals("facebook-like (stand-in)", table.get(0, "data"));
        assertEquals("9f86d081884c", table.get(0, "hash"));
        assertEquals("3 5 7", table.get(0, "seeds"));
        assertTrue(table.notes().get(0).contains(HASH));
        Table page = paper.digits(1).compact();
        assertEquals("74.2 ± 1.0", page.get(0, "published"));
        assertEquals("71.0 ± 1.0*", page.get(0, "ours"));
        assertNull(page.get(1, "ours"));
        assertEquals(
                List.of("Ours: mean ± deviation over seeds 3 5 7. Data and hash: facebook-like 9f86d081884c"
                        + " (* stand-in: a synthetic graph of the same size)."),
                page.notes());
        Table wide = paper.wide("dataset");
        assertEquals(
                List.of("model", "Facebook: published", "Facebook: ours"),
                wide.columns().subList(0, 3));
        assertEquals(3, wide.rows());
        assertEquals("71.0 ± 1.0*", wide.get(0, "Facebook: ours"));
        assertEquals(
                "Some have no number of ours: not enough memory", wide.notes().get(1));
        assertMessage("one of the keys [dataset, model]", () -> paper.wide("epsilon"));
        assertTrue(page.latex().contains("74.2 $\\pm$ 1.0 & 71.0 $\\pm$ 1.0* & 3 & $-$3.2"), page.latex());
        Table reddit = table.where("dataset", "Reddit").where("model", "GCN");
        assertNull(reddit.get(0, "ours"));
        assertEquals("not enough memory", reddit.get(0, "remark"));
        assertEquals("not run", table.get(1, "remark"));
    }

    @Test
    void oneSeedHasNoDeviation() {
        PaperTable paper = heterPoisson();
        paper.ours(PaperTable.Data.of("facebook", HASH), new long[] {1}, new double[] {70}, "Facebook", "GCN");
        assertNull(paper.table().get(0, "our sd"));
        assertNull(paper.table().get(0, "remark"));
    }

    @Test
    void numbersInKeysAreComparedAsNumbers() {
        PaperTable paper =
                PaperTable.of("dp-gcn-text-table3").keys("epsilon", "delta").value("noise_sgd");
        paper.ours(PaperTable.Data.of("cora", HASH), new long[] {1}, new double[] {112}, 2, 0.00001);
        assertEquals(1, paper.table().where("ours", 112).rows());
    }

    @Test
    void aCellThatListsSeveralNamesIsARowForEach() {
        Table table = PaperTable.of("random-walks-table4")
                .where("dataset", "Cora")
                .where("samplers", "DynDRW")
                .keys("samplers", "depth")
                .value("batch_size_subgraphs")
                .table();
        assertEquals(2, table.rows());
        assertEquals("DynDRW", table.get(0, "samplers"));
        assertEquals(70.0, table.get(0, "published"));
    }

    @Test
    void whatDoesNotExistIsAnErrorThatListsWhatDoes() {
        var data = PaperTable.Data.of("x", HASH);
        long[] seeds = {1};
        double[] values = {1};
        assertMessage("random-walks-table1", () -> PaperTable.of("random-walks"));
        assertMessage("no column \"eps\"; there are [dataset, setting", () -> PaperTable.of("heterpoisson-table2")
                .keys("eps"));
        assertMessage("there are [2]", () -> heterPoisson().where("epsilon", 3));
        assertMessage("[Facebook, GCN]", () -> heterPoisson().ours(data, seeds, values, "Facebok", "GCN"));
        assertMessage(
                "1 parts, the keys are [dataset, model]", () -> heterPoisson().ours(data, seeds, values, "Facebook"));
        assertMessage(
                "do not tell rows apart",
                () -> PaperTable.of("heterpoisson-table2").keys("dataset").table());
        assertMessage(
                "no column \"value\"",
                () -> PaperTable.of("ppgnn-table1").keys("dataset").table());
        assertMessage("not a number", () -> PaperTable.of("ppgnn-table2").value("method"));
        assertMessage("seed 1", () -> heterPoisson().ours(data, seeds, new double[] {Double.NaN}, "Facebook", "GCN"));
        assertMessage("seeds has 1", () -> heterPoisson().ours(data, seeds, new double[2], "Facebook", "GCN"));
        assertMessage("hash", () -> PaperTable.Data.of("x", "abc"));
        assertMessage("say why", () -> heterPoisson().missing(" ", "Facebook", "GCN"));
    }
}
