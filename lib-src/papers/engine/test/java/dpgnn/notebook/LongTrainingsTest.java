package dpgnn.notebook;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.data.Datasets;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.report.Display;
import dpgnn.sampling.HeterPoisson;
import dpgnn.study.KeptRuns;
import dpgnn.study.RunPlan;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Paper;
import dpgnn.train.Experiment;
import dpgnn.train.Plans;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader learns before a long training begins, and what is noted of those that were tried. */
@Tag("jdk")
class LongTrainingsTest {
    private static final Run.Data DATA = new Run.Data("Cora", false, List.of(), List.of());

    private record Slow(String experiment, int row, long seed) implements Experiment<Slow> {}

    private final AtomicInteger made = new AtomicInteger();
    private final List<String> shown = new ArrayList<>();
    private final InputStream before = System.in;

    @TempDir
    Path folder;

    @AfterEach
    void nobodyListens() {
        Display.to(Display.PLAIN);
        System.setIn(before);
    }

    private void listen(InputStream answers) {
        Display.to((id, content, update) -> shown.add(content.get("text/plain")));
        Display.nextCell();
        System.setIn(answers);
    }

    private static InputStream says(String answer) {
        return new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8));
    }

    private static InputStream nobody() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("this front end does not give input to cells");
            }
        };
    }

    private Study<Slow> study() {
        return new Study<>("slow", 1, s -> DATA, s -> {
            made.incrementAndGet();
            return Run.of(s, DATA, Map.of(), Map.of("test", 0.5, "seconds", 400.0));
        });
    }

    /** One run came with the notebook, and took 400 s. */
    private SweepResults<Slow> row(int row, long... seeds) {
        try {
            Path came = folder.resolve("came");
            if (!Files.exists(came)) {
                Path one = Files.createDirectories(folder.resolve("one"));
                Sweep.of(new Slow("slow", 99, 9))
                        .kept(KeptRuns.none())
                        .into(one)
                        .run(study());
                KeptRuns.gather(one, Files.createDirectories(came).resolve("slow.jsonl"));
                made.set(0);
            }
            return Sweep.of(new Slow("slow", row, 1))
                    .seeds(seeds)
                    .kept(KeptRuns.in(came))
                    .into(folder.resolve("runs"))
                    .run(study());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Paper paper(int rows) {
        StringBuilder csv = new StringBuilder("table,row,column,value,deviation,unit,sort,limit\n");
        for (int i = 1; i <= rows; i++) csv.append("Table 1,").append(i).append(",a,50,,share,training,30\n");
        return Paper.parse("slow", "Slow trainings", csv.toString());
    }

    private void table() {
        paper(20)
                .compare(
                        "Table 1",
                        "all",
                        c -> Found.of(row(Integer.parseInt(c.row()), 1, 2, 3)
                                .over("test")
                                .get(0)));
    }

    /** All sweeps of a table are counted before the first one trains; a person is asked, once. */
    @Test
    void aTableSaysHowLongItTakesAndAsks() {
        row(99, 9);
        made.set(0);
        listen(says("no\n"));
        String refusal = refused(IllegalStateException.class, this::table);
        assertTrue(refusal.startsWith("nothing was trained, as you answered \"no\""), refusal);
        assertEquals(0, made.get());
        int abreast = Math.min(60, Runtime.getRuntime().availableProcessors());
        double hours = 60 * 400.0 / abreast / 3600;
        String time = hours < 1.5 ? Math.round(60 * hours) + " min" : Math.round(hours) + " h";
        assertTrue(
                shown.get(0).startsWith("60 trainings, about " + time + "; stop keeps what is done. Begin?"),
                shown.toString());
        shown.clear();
        listen(says("yes\n"));
        table();
        assertEquals(60, made.get());
        assertEquals(1, shown.stream().filter(s -> s.contains("Begin?")).count());
        assertTrue(shown.get(1).startsWith("training here: 0 runs done, 60 to go"), shown.get(1));
        assertTrue(
                shown.stream().anyMatch(s -> s.startsWith("training here: 4 runs done, 56 to go")), shown.toString());
        shown.clear();
        listen(nobody());
        table();
        assertEquals(60, made.get(), "all are there");
        assertTrue(shown.get(shown.size() - 1).startsWith("trained here before: 60 runs"), shown.toString());
    }

    /** A run from a shell is not asked, and several tables are counted together. */
    @Test
    void whereNobodyCanAnswerItBegins() {
        row(99, 9);
        made.set(0);
        listen(nobody());
        RunPlan.of(List.of(this::table, () -> row(77, 1, 2), () -> row(78, 1)));
        assertEquals(0, made.get());
        table();
        row(77, 1, 2);
        row(78, 1);
        assertEquals(63, made.get());
        List<String> counts = shown.stream().filter(s -> s.contains("to go")).toList();
        assertTrue(counts.get(0).startsWith("training here: 0 runs done, 63 to go"), counts.get(0));
        assertTrue(counts.get(counts.size() - 1).startsWith("training here: 62 runs done, 1 to go"), counts.toString());
        assertTrue(shown.stream().anyMatch(s -> s.startsWith("63 trainings, about ")), shown.toString());
    }

    /** Where no kept run tells how long one takes, it begins. */
    @Test
    void whatNoKeptRunTellsTheTimeOfIsNotAskedAbout() throws Exception {
        listen(says("no\n"));
        Sweep.of(new Slow("unknown", 1, 1))
                .seeds(1, 2)
                .kept(KeptRuns.none())
                .into(folder)
                .run(study());
        assertEquals(2, made.get());
        assertTrue(shown.stream().noneMatch(s -> s.contains("Begin?")), shown.toString());
    }

    private static Trained trained(double epsilon, long seed) throws Exception {
        Dataset data = Datasets.load("small");
        return Plans.within(HeterPoisson.of(0.2, 1), Clip.flat(0.5), 4, epsilon, 1e-3)
                .experiment(Gcn.of(4), seed)
                .follow("test accuracy", 2, (network, parameters) -> epsilon / 10)
                .train(data.transductive());
    }

    /** A training of a cell is noted by its curve, once, and outlives the workbench. */
    @Test
    void whatWasTriedStaysWithItsChanges() throws Exception {
        Path tried = folder.resolve("tried");
        assertTrue(Display.render(TriedRuns.in(tried)).get("text/plain").startsWith("No training"));
        IntFunction<Map<String, String>> cells = M -> Map.of("M", "" + M, "epsilon", "3.0");
        TriedRuns.in(tried).add(trained(3, 1).run(), cells.apply(1));
        TriedRuns.in(tried).add(trained(3, 1).run(), cells.apply(1));
        TriedRuns.in(tried).add(trained(5, 1).run(), cells.apply(4));
        TriedRuns again = TriedRuns.in(tried);
        assertEquals(2, again.table().rows());
        assertEquals(List.of("(the first)", "M = 4"), List.of(again.table().texts("changed")));
        assertEquals(List.of("3.00", "5.00"), List.of(again.table().texts("epsilon proved")));
        double claimed = Double.parseDouble(again.table().texts("epsilon claimed")[0]);
        assertTrue(claimed < 3 && claimed > 0, "" + claimed);
        assertEquals("test accuracy, % 50", again.table().texts("score")[1]);
        assertEquals(
                "To choose one of these by looking at the test, or at private data at all, is not covered by its epsilon.",
                again.table().notes().get(0));
        assertEquals(4, again.figure().points().rows());
        assertEquals("2: M = 4", again.figure().points().texts("series")[3]);
        Lab lab = Lab.of("tried-test", "ci");
        lab.curve(trained(3, 2));
        assertTrue(Display.render(lab.tried()).get("text/html").contains("(the first)"));
    }
}
