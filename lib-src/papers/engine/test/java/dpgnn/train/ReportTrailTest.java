package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.data.Datasets;
import dpgnn.report.ReportFolder;
import dpgnn.study.Demo;
import dpgnn.study.Sweep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTrailTest {
    @TempDir
    Path folder;

    @AfterEach
    void forget() {
        System.clearProperty("DPGNN_REPORT");
    }

    @Test
    void aReportHoldsTheRunsAndTheDataThatItWasMadeFrom() throws Exception {
        System.setProperty("DPGNN_REPORT", folder.resolve("report").toString());
        Dataset small = Datasets.load("small");
        Datasets.load("small");
        Demo trail = new Demo("trail", 1, 3);
        Run run = Trainer.Memory.here().keep(Run.of(trail, Run.Data.of(small), Map.of(), Map.of("accuracy", 0.5)));
        run.save(folder.resolve("run.json"));
        Path kept = folder.resolve("report/runs/" + Setting.of(trail).hash() + ".json");
        assertEquals(run, Run.load(kept));
        Files.delete(kept);
        Map<String, Double> others = Map.of("accuracy", 0.6);
        Run copy = run.withMetrics(others).guaranteed(List.of()).followed(Map.of());
        assertFalse(Files.exists(kept), "a copy is told to nobody");
        assertEquals(others, copy.metrics());
        Run.load(folder.resolve("run.json"));
        assertEquals(run, Run.load(kept));
        assertEquals(
                List.of("data,file,sha256", small.provenance().name() + ",,"),
                Files.readAllLines(folder.resolve("report/data.csv")));
    }

    @Test
    void aSweepTellsOfTheRunsThatItMakesAndOfThoseThatItFinds() throws Exception {
        System.setProperty("DPGNN_REPORT", folder.resolve("report").toString());
        Demo trail = new Demo("trail", 2, 3);
        Path kept = folder.resolve("report/runs/" + Setting.of(trail).hash() + ".json");
        Run made = Demo.figure(trail);
        assertFalse(Files.exists(kept), "nobody was told so far");
        for (int time = 1; time <= 2; time++) {
            Sweep.of(trail).into(folder.resolve("sweep")).run(Demo.study(Demo::figure));
            assertEquals(made.metrics(), Run.load(kept).metrics(), "time " + time);
            Files.delete(kept);
        }
    }

    /** Figures of a release are public, and a hash of its data would tell whether a guess at them is right. */
    @Test
    void whatIsExportedOfAReleaseNamesNoHashOfItsData() {
        Run.Data data = new Run.Data(
                "secret small", false, List.of(new Dataset.Source("edges.csv", "0".repeat(64))), List.of());
        Run run = new Run(
                null,
                "trail",
                new TreeMap<>(Map.of("steps", 3)),
                data,
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                List.of());
        Trainer.Memory.here().keep(run.withheld());
        assertTrue(ReportFolder.origin().contains("secret small"), ReportFolder.origin());
        assertFalse(ReportFolder.origin().contains(data.hash()), ReportFolder.origin());
        Trainer.Memory.here().keep(run);
        assertTrue(ReportFolder.origin().contains(data.hash()), "of public data it may be told");
    }

    @Test
    void withoutAReportNothingIsWritten() throws Exception {
        Datasets.load("small");
        Demo trail = new Demo("trail", 1, 3);
        Trainer.Memory.here().keep(Run.of(trail, Run.Data.of(Datasets.load("small")), Map.of(), Map.of()));
        assertFalse(Files.list(folder).findAny().isPresent());
    }
}
