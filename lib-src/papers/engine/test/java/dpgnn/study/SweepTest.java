package dpgnn.study;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Listing;
import dpgnn.nn.kernel.ThreadShare;
import dpgnn.train.Run;
import dpgnn.train.Setting;
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

public class SweepTest {
    @TempDir
    Path folder;

    /** What a run of the tests is to do. */
    private Sweep<Demo> sweep() {
        return Sweep.of(new Demo(0.1))
                .vary(Demo::rate, 0.1, 0.2)
                .seeds(1, 2, 3)
                .into(folder)
                .workers(2);
    }

    @Test
    void runsTheWholeGridInOrderAndSummarisesOverSeeds() throws Exception {
        SweepResults<Demo> results = sweep().run(Demo.study(Demo::figure));
        assertEquals(6, results.runs().size());
        assertEquals(new Demo(0.1), results.of().keySet().iterator().next());
        List<SweepResults.Summary<Demo>> summaries = results.over("accuracy");
        assertEquals(2, summaries.size());
        assertEquals(3, summaries.get(0).mean(), 1e-12);
        assertEquals(1, summaries.get(0).deviation(), 1e-12);
        assertArrayEquals(new long[] {1, 2, 3}, summaries.get(0).seeds());
        assertArrayEquals(new double[] {2, 3, 4}, summaries.get(0).values());
        assertArrayEquals(new double[] {2.5, 3, 3.5}, summaries.get(0).meansOfAny(2), 1e-12);
        assertArrayEquals(new double[] {3}, summaries.get(0).meansOfAny(3), 1e-12);
        for (int of : new int[] {0, 4}) refused(() -> summaries.get(0).meansOfAny(of));
        assertEquals(0.2, results.best("accuracy").experiment().rate());
        assertEquals(6, results.table("accuracy").rows());
        assertEquals(2.0, results.table("accuracy").get(0, "accuracy"));
        SweepResults<Demo> second = results.where(demo -> demo.rate() == 0.2);
        assertEquals(
                List.of(1.0 + 2, 2.0 + 2, 3.0 + 2),
                second.runs().stream().map(r -> r.metric("accuracy")).toList());
        assertEquals(results, results.where(demo -> demo.rate() == 0.1).and(second));
    }

    @Test
    void runsAreMadeAgainWhereTheirSettingsAreNamed() throws Exception {
        Demo wanted = new Demo(0.1), other = new Demo(0.2);
        Files.writeString(folder.resolve("wanted"), Setting.of(wanted).hash() + "\n");
        RunsAgain again = RunsAgain.in(folder);
        for (Demo demo : List.of(wanted, other)) again.make(Demo.study(Demo::figure), demo, Demo.figure(demo));
        Path made = RunFolder.file(folder, Setting.of(wanted), Demo.NONE);
        assertEquals(2.0, Run.load(made).metric("accuracy"));
        assertTrue(Files.notExists(RunFolder.file(folder, Setting.of(other), Demo.NONE)));
        assertThrows(IOException.class, () -> RunsAgain.in(folder.resolve("nowhere")));
        assertThrows(
                IOException.class,
                () -> again.make(
                        Demo.study(demo -> {
                            throw new InterruptedException();
                        }),
                        wanted,
                        Demo.figure(wanted)));
    }

    @Test
    void aStudyMaySayHowAKeptRunIsMadeAgain() throws Exception {
        Demo wanted = new Demo(0.1);
        Files.writeString(folder.resolve("wanted"), Setting.of(wanted).hash() + "\n");
        Study<Demo> study = new Study<>("demo", 1, demo -> Demo.NONE, Demo::figure, (demo, kept) -> kept);
        Run kept = Demo.figure(wanted).withMetrics(Map.of("accuracy", 7.0));
        RunsAgain.in(folder).make(study, wanted, kept);
        assertEquals(
                7.0,
                Run.load(RunFolder.file(folder, Setting.of(wanted), Demo.NONE)).metric("accuracy"));
    }

    @Test
    void whatFollowsFromOtherParametersIsSetInEveryRun() {
        Sweep<Demo> sweep = Sweep.of(new Demo(0.5)).seeds(1, 2, 3, 4);
        sweep.each(demo -> demo.with(Demo::rate, demo.seed() * 0.1))
                .each(demo -> demo.with(Demo::seed, demo.seed() % 2));
        assertEquals(4, sweep.experiments().size());
        assertEquals(new Demo("demo", 2 * 0.1, 0), sweep.experiments().get(1));
        assertEquals(
                2, sweep.each(demo -> demo.with(Demo::rate, 0.3)).experiments().size(), "equal ones are one");
    }

    /** Runs at the same time divide the processors; alone, a training has them all, unless it is told another number. */
    @Test
    void runsAtTheSameTimeShareTheProcessors() throws Exception {
        int all = Runtime.getRuntime().availableProcessors();
        String before = System.getProperty("dpgnn.threads");
        System.clearProperty("dpgnn.threads");
        try {
            assertEquals(all, ThreadShare.here());
            for (int workers : new int[] {1, 2, all + 1}) {
                Set<Integer> seen = ConcurrentHashMap.newKeySet();
                Sweep.of(new Demo("cores" + workers, 0.1, 1))
                        .vary(Demo::rate, 0.1, 0.2)
                        .seeds(LongStream.rangeClosed(0, all).toArray())
                        .into(folder)
                        .workers(workers)
                        .run(Demo.study(demo -> {
                            seen.add(ThreadShare.here());
                            return Demo.figure(demo);
                        }));
                assertEquals(Set.of(Math.max(1, all / workers)), seen);
            }
            assertEquals(
                    1, ThreadShare.among(all, () -> ThreadShare.among(1, ThreadShare::here)), "a sweep inside a sweep");
            assertEquals(all, ThreadShare.here());
            System.setProperty("dpgnn.threads", "3");
            assertEquals(3, ThreadShare.here());
            assertEquals(3, ThreadShare.among(all, ThreadShare::here));
            refused(() -> ThreadShare.among(0, () -> 1));
        } finally {
            if (before == null) System.clearProperty("dpgnn.threads");
            else System.setProperty("dpgnn.threads", before);
        }
    }

    @Test
    void aSweepThatBrokeOffContinuesAndKeepsWhatIsDone() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        refused(
                Sweep.SweepFailure.class,
                () -> sweep().run(Demo.study(demo -> {
                    calls.incrementAndGet();
                    if (demo.seed() == 2) throw new IllegalStateException("broken on purpose");
                    return Demo.figure(demo);
                })),
                "2 of 6",
                "broken on purpose");
        assertEquals(6, calls.getAndSet(0));
        SweepResults<Demo> results = sweep().run(Demo.study(demo -> {
            calls.incrementAndGet();
            return Demo.figure(demo);
        }));
        assertEquals(2, calls.get(), "only the failed runs may run again");
        assertEquals(6, results.runs().size());
    }

    /** As where the real files arrive while a sweep runs. */
    @Test
    void runsOnAStandInDoNotMixWithRunsOnTheRealData() {
        Run.Data real = new Run.Data("real", false, List.of(), List.of());
        Study<Demo> both = new Study<>("demo", 1, demo -> demo.seed() < 3 ? Demo.NONE : real, demo -> {
            Run run = Demo.figure(demo);
            return Run.of(demo, demo.seed() < 3 ? Demo.NONE : real, run.environment(), run.metrics())
                    .followed(run.history())
                    .guaranteed(run.guarantees());
        });
        for (int again = 0; again < 2; again++) {
            refused(IllegalStateException.class, () -> sweep().run(both), "read real", "another one none");
        }
    }

    @Test
    void aTornOrForeignRunFileIsAnErrorNotAResult() throws Exception {
        sweep().run(Demo.study(Demo::figure));
        Path victim = Listing.files(folder).get(0);
        String text = Files.readString(victim);
        Files.writeString(victim, text.substring(0, text.length() / 2));
        refused(
                IOException.class,
                () -> sweep().run(Demo.study(Demo::figure)),
                victim.getFileName().toString());
        Files.writeString(
                victim,
                text.replace("\"seed\" : 1", "\"seed\" : 7")
                        .replace("\"seed\" : 2", "\"seed\" : 7")
                        .replace("\"seed\" : 3", "\"seed\" : 7"));
        assertThrows(IOException.class, () -> sweep().run(Demo.study(Demo::figure)));
    }

    @Test
    void aSweepRefusesWhatIsNoGrid() {
        refused(() -> sweep().vary(Demo::experiment));
        refused(() -> sweep().vary(Demo::rate, 0.3));
    }

    @Test
    void runsSurviveTheFileAndTheirDifferencesAreNamed() throws Exception {
        Run first = Demo.figure(sweep().experiments().get(0));
        Run second = Demo.figure(sweep().experiments().get(1));
        first.save(folder.resolve("a.json"));
        Run loaded = Run.load(folder.resolve("a.json"));
        assertEquals(first, loaded);
        assertEquals(List.of(), Run.diff(first, loaded));
        List<Run.Difference> differences = Run.diff(first, second);
        assertEquals(
                List.of("parameter seed", "metric accuracy"),
                differences.stream().map(Run.Difference::what).toList());
        refused(() -> first.metric("acuracy"));
    }
}
