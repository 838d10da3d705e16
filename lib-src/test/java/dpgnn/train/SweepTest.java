package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.nn.Cores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {
    @TempDir
    Path folder;

    /** A stand-in for a training: its figure is a fixed function of the setting. */
    static Run figure(Setting setting) {
        double value = setting.number("rate") * 10 + setting.integer("seed");
        return Run.of(
                setting,
                new Run.Data("none", false, List.of(), List.of()),
                Map.of("code", "test"),
                Map.of("accuracy", value),
                Map.of("loss", List.of(new Run.Point(0, 1.5), new Run.Point(1, Double.NaN))),
                List.of());
    }

    private Sweep sweep() {
        return Sweep.of("demo")
                .vary("rate", 0.1, 0.2)
                .seeds(1, 2, 3)
                .into(folder)
                .workers(2);
    }

    @Test
    void runsTheWholeGridInOrderAndSummarisesOverSeeds() throws Exception {
        Results results = sweep().run(SweepTest::figure);
        assertEquals(6, results.runs().size());
        assertEquals(0.1, results.runs().get(0).setting().number("rate"));
        List<Results.Summary> summaries = results.over("accuracy");
        assertEquals(2, summaries.size());
        assertEquals(3, summaries.get(0).mean(), 1e-12);
        assertEquals(1, summaries.get(0).deviation(), 1e-12);
        assertEquals(0.2, results.best("accuracy").setting().number("rate"));
        assertEquals(6, results.table("accuracy").rows());
        assertEquals(2.0, results.table("accuracy").get(0, "accuracy"));
    }

    /** Runs at the same time divide the processors; alone, a training has them all, unless it is told another number. */
    @Test
    void runsAtTheSameTimeShareTheProcessors() throws Exception {
        int all = Runtime.getRuntime().availableProcessors();
        String before = System.getProperty("dpgnn.threads");
        System.clearProperty("dpgnn.threads");
        try {
            assertEquals(all, Cores.here());
            for (int workers : new int[] {1, 2, all + 1}) {
                Set<Integer> seen = ConcurrentHashMap.newKeySet();
                Sweep.of("cores" + workers)
                        .vary("rate", 0.1, 0.2)
                        .seeds(LongStream.rangeClosed(0, all).toArray())
                        .into(folder)
                        .workers(workers)
                        .run(setting -> {
                            seen.add(Cores.here());
                            return figure(setting);
                        });
                assertEquals(Set.of(Math.max(1, all / workers)), seen);
            }
            assertEquals(1, Cores.among(all, () -> Cores.among(1, Cores::here)), "a sweep inside a sweep");
            assertEquals(all, Cores.here());
            System.setProperty("dpgnn.threads", "3");
            assertEquals(3, Cores.here());
            assertEquals(3, Cores.among(all, Cores::here));
            assertThrows(IllegalArgumentException.class, () -> Cores.among(0, () -> 1));
        } finally {
            if (before == null) System.clearProperty("dpgnn.threads");
            else System.setProperty("dpgnn.threads", before);
        }
    }

    @Test
    void aSweepThatBrokeOffContinuesAndKeepsWhatIsDone() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Sweep.SweepFailure failure = assertThrows(Sweep.SweepFailure.class, () -> sweep().run(setting -> {
            calls.incrementAndGet();
            if (setting.integer("seed") == 2) throw new IllegalStateException("broken on purpose");
            return figure(setting);
        }));
        assertTrue(failure.getMessage().contains("2 of 6"), failure.getMessage());
        assertTrue(failure.getMessage().contains("broken on purpose"), failure.getMessage());
        assertEquals(6, calls.getAndSet(0));
        Results results = sweep().run(setting -> {
            calls.incrementAndGet();
            return figure(setting);
        });
        assertEquals(2, calls.get(), "only the failed runs may run again");
        assertEquals(6, results.runs().size());
    }

    @Test
    void keptRunsOnAStandInDoNotMixWithRunsOnTheRealData() throws Exception {
        sweep().run(SweepTest::figure);
        Sweep wider = Sweep.of("demo")
                .vary("rate", 0.1, 0.2)
                .seeds(1, 2, 3, 4)
                .into(folder)
                .workers(1);
        Sweep.Experiment real = setting -> {
            Run run = figure(setting);
            return new Run(
                    run.experiment(),
                    run.parameters(),
                    new Run.Data("real", false, List.of(), List.of()),
                    run.environment(),
                    run.metrics(),
                    run.history(),
                    run.guarantees());
        };
        for (int again = 0; again < 2; again++) {
            String said = assertThrows(IllegalStateException.class, () -> wider.run(real))
                    .getMessage();
            assertTrue(said.contains("read real") && said.contains("another one none"), said);
        }
    }

    @Test
    void aTornOrForeignRunFileIsAnErrorNotAResult() throws Exception {
        sweep().run(SweepTest::figure);
        Path victim;
        try (var files = Files.list(folder)) {
            victim = files.sorted().findFirst().orElseThrow();
        }
        String text = Files.readString(victim);
        Files.writeString(victim, text.substring(0, text.length() / 2));
        IOException torn = assertThrows(IOException.class, () -> sweep().run(SweepTest::figure));
        assertTrue(torn.getMessage().contains(victim.getFileName().toString()), torn.getMessage());
        Files.writeString(
                victim,
                text.replace("\"seed\" : 1", "\"seed\" : 7")
                        .replace("\"seed\" : 2", "\"seed\" : 7")
                        .replace("\"seed\" : 3", "\"seed\" : 7"));
        assertThrows(IOException.class, () -> sweep().run(SweepTest::figure));
    }

    @Test
    void settingsRefuseUnknownNamesAndWrongTypes() {
        Setting setting = sweep().settings().get(0);
        String message = assertThrows(IllegalArgumentException.class, () -> setting.number("rat"))
                .getMessage();
        assertTrue(message.contains("rat") && message.contains("[rate, seed]"), message);
        assertThrows(IllegalArgumentException.class, () -> setting.flag("rate"));
        assertThrows(IllegalArgumentException.class, () -> setting.integer("rate"));
        assertThrows(IllegalArgumentException.class, () -> Sweep.of("x").vary("a"));
        assertThrows(
                IllegalArgumentException.class, () -> Sweep.of("x").vary("a", 1).vary("a", 2));
        assertThrows(IllegalArgumentException.class, () -> Setting.of("x", Map.of("a", new Object())));
    }

    @Test
    void runsSurviveTheFileAndTheirDifferencesAreNamed() throws Exception {
        Run first = figure(sweep().settings().get(0));
        Run second = figure(sweep().settings().get(1));
        first.save(folder.resolve("a.json"));
        Run loaded = Run.load(folder.resolve("a.json"));
        assertEquals(first, loaded);
        assertEquals(List.of(), Run.diff(first, loaded));
        List<Run.Difference> differences = Run.diff(first, second);
        assertEquals(
                List.of("parameter seed", "metric accuracy"),
                differences.stream().map(Run.Difference::what).toList());
        assertThrows(IllegalArgumentException.class, () -> first.metric("acuracy"));
    }
}
