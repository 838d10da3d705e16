package dpgnn.study;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.report.Display;
import dpgnn.train.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class KeptRunsTest {
    private static final Run.Data REAL = new Run.Data(
            "cora", false, List.of(new Dataset.Source("cora.x", "ab".repeat(32))), List.of("Read from a folder."));
    private static final Run.Data STAND_IN =
            new Run.Data("cora (synthetic stand-in)", true, List.of(), List.of("Not found."));

    /** The beginning of an absolute path. */
    private static final Pattern FOLDER = Pattern.compile("[\" (]/[A-Za-z0-9_.-]+/");

    @TempDir
    Path folder;

    private final AtomicInteger made = new AtomicInteger();

    @AfterEach
    void nobodyListens() {
        Display.to(Display.PLAIN);
    }

    private Study<Demo> study(int version, Run.Data data) {
        return new Study<>("demo", version, s -> data, demo -> {
            made.incrementAndGet();
            return Run.of(
                            demo,
                            data,
                            Map.of("code", "0123456789ab", "event", "of seed " + demo.seed()),
                            Map.of("accuracy", demo.rate() / 3 + version, "nothing", Double.NaN))
                    .followed(
                            Map.of("loss", List.of(new Run.Point(1, 0.1), new Run.Point(5, Double.POSITIVE_INFINITY))))
                    .guaranteed(List.of(Guarantee.of(Unit.NODE, Relation.REPLACE)
                            .by(
                                    "by hand",
                                    1.5,
                                    1e-5,
                                    Verdict.IDEAL,
                                    List.of("cora.x is not at hand (404). Put it at /home/me/cora.x"))));
        });
    }

    private Sweep<Demo> sweep(Double... rates) {
        return Sweep.of(new Demo(1))
                .vary(Demo::rate, rates)
                .seeds(1, 2)
                .into(folder.resolve("runs"))
                .workers(1);
    }

    private static List<Object> figures(Run run) {
        return List.of(run.setting(), run.data(), run.metrics(), run.history());
    }

    private Path gathered() throws IOException {
        Path file = folder.resolve("kept").resolve("10-demo.jsonl");
        KeptRuns.gather(folder.resolve("runs"), file);
        return file;
    }

    private KeptRuns kept() throws IOException {
        return KeptRuns.in(folder.resolve("kept"));
    }

    /** As on another machine: nothing but what came with the notebooks. */
    private Sweep<Demo> elsewhere(Double... rates) throws IOException {
        return sweep(rates).kept(kept()).into(folder.resolve("elsewhere"));
    }

    @Test
    void aKeptRunIsTheRunToTheLastDigitAndOneParameterTrainsItselfAlone() throws Exception {
        List<Run> first = sweep(0.1, 0.2).run(study(1, REAL)).runs();
        gathered();
        made.set(0);
        List<Run> kept = elsewhere(0.1, 0.2).run(study(1, REAL)).runs();
        assertEquals(
                first.stream().map(KeptRunsTest::figures).toList(),
                kept.stream().map(KeptRunsTest::figures).toList());
        assertEquals(first.get(0).environment(), kept.get(0).environment());
        Guarantee held = kept.get(0).guarantees().get(0);
        assertEquals(List.of("cora.x is not at hand."), held.terms().remarks());
        assertEquals(
                first.get(0).guarantees().get(0),
                held.with(held.verdict(), first.get(0).guarantees().get(0).terms()));
        assertEquals(0, made.get());
        elsewhere(0.1, 0.3).run(study(1, REAL));
        assertEquals(2, made.get(), "the new rate, with two seeds");
    }

    @Test
    void otherDataAndAnotherVersionAreNotTheRun() throws Exception {
        sweep(0.1).run(study(1, REAL));
        gathered();
        made.set(0);
        SweepResults<Demo> standIn = elsewhere(0.1).run(study(1, STAND_IN));
        assertEquals(2, made.get());
        assertTrue(standIn.runs().get(0).data().standIn());
        SweepResults<Demo> newer = elsewhere(0.1).run(study(2, REAL));
        assertEquals(4, made.get());
        assertEquals(0.1 / 3 + 2, newer.runs().get(0).metric("accuracy"));
        Study<Demo> other = new Study<>("other", 1, s -> REAL, study(1, REAL).body());
        elsewhere(0.1).run(other);
        assertEquals(6, made.get(), "another study's run of the same setting has other figures");
    }

    @Test
    void runsOnRealDataAndOnAStandInLieInOneFileAndAreGatheredApart() throws Exception {
        sweep(0.1).run(study(1, REAL));
        gathered();
        Path without = folder.resolve("without");
        sweep(0.1, 0.2).into(without).run(study(1, STAND_IN));
        assertEquals(6, KeptRuns.gather(without, folder.resolve("kept").resolve("10-demo.jsonl")));
        made.set(0);
        elsewhere(0.1).run(study(1, REAL));
        elsewhere(0.1, 0.2).run(study(1, STAND_IN));
        assertEquals(0, made.get());
        Path fewer = folder.resolve("fewer");
        sweep(0.2).into(fewer).run(study(1, STAND_IN));
        assertEquals(
                4,
                KeptRuns.gather(fewer, folder.resolve("kept").resolve("10-demo.jsonl")),
                "what is not used any more goes, what could not be seen stays");
        assertEquals(0, KeptRuns.gather(fewer, folder.resolve("kept").resolve("11-demo.jsonl")), "lies in the other");
    }

    @Test
    void theStudyMustSayWhatItReads() {
        Study<Demo> wrong = new Study<>("demo", 1, s -> STAND_IN, study(1, REAL).body());
        refused(Sweep.SweepFailure.class, () -> sweep(0.1).run(wrong), "said cora (synthetic stand-in)", "read cora (");
    }

    /** Any byte: whichever line it is in, the file is refused with the number of that line, and never read as something else. */
    @Test
    void aDamagedFileIsRefusedByItsLine() throws Exception {
        sweep(0.1).run(study(1, REAL));
        Path file = gathered();
        String whole = Files.readString(file);
        List<String> lines = whole.lines().toList();
        for (int k = 0; k < lines.size(); k++) {
            List<String> damaged = new ArrayList<>(lines);
            String line = lines.get(k);
            int at = line.length() * 2 / 3;
            damaged.set(k, line.substring(0, at) + (line.charAt(at) == '7' ? '8' : '7') + line.substring(at + 1));
            Files.writeString(file, String.join("\n", damaged) + "\n");
            String said = assertThrows(IOException.class, this::kept).getMessage();
            assertTrue(said.startsWith("line " + (k + 1) + " of " + file), said);
            damaged.remove(k);
            Files.writeString(file, String.join("\n", damaged) + "\n");
            assertTrue(
                    assertThrows(IOException.class, this::kept).getMessage().startsWith("line 1 of "), "a lost line");
        }
        for (String text : List.of(
                "",
                "{}\n",
                "not at all\n",
                "{\"check\":\"00000000\",\n",
                whole.replace("kept runs 1", "kept runs 2"))) {
            Files.writeString(file, text);
            assertTrue(assertThrows(IOException.class, this::kept).getMessage().startsWith("line 1 of " + file));
        }
        Files.writeString(file, whole);
        elsewhere(0.1).run(study(1, REAL));
        assertEquals(2, made.get());
    }

    @Test
    void filesOfAnEarlierFormatAreTrainedAnewAndTheLineSaysSo() throws Exception {
        List<String> shown = new ArrayList<>();
        List<Run> runs = sweep(0.1).run(study(1, REAL)).runs();
        for (Run run : runs) {
            TreeMap<String, String> before = new TreeMap<>(run.environment());
            before.remove("study");
            Run old = new Run(
                    null,
                    run.experiment(),
                    run.parameters(),
                    run.data(),
                    before,
                    run.metrics(),
                    run.history(),
                    run.guarantees());
            Path place = RunFolder.file(folder.resolve("old"), run.setting(), REAL);
            old.save(place);
            if (run.seed() == 1)
                Files.writeString(place, Files.readString(place).replace("\"metrics\"", "\"figures\""));
        }
        made.set(0);
        Display.to((id, content, update) -> shown.add(content.get("text/plain")));
        Display.nextCell();
        sweep(0.1).into(folder.resolve("old")).run(study(1, REAL));
        assertEquals(2, made.get());
        assertTrue(shown.get(shown.size() - 1).endsWith("; 2 runs of an earlier version not used"), shown.toString());
        sweep(0.1).into(folder.resolve("old")).run(study(1, REAL));
        assertEquals(2, made.get(), "made anew once");
    }

    @Test
    void aCellSaysInOneLineWhereItsRunsComeFrom() throws Exception {
        sweep(0.1).run(study(1, REAL));
        gathered();
        Map<String, String> shown = new TreeMap<>();
        Display.to((id, content, update) -> shown.put(id, content.get("text/plain")));
        Display.nextCell();
        elsewhere(0.1).run(study(1, REAL));
        String day = java.time.LocalDate.now(java.time.ZoneOffset.UTC).toString();
        assertEquals(List.of("kept: 2 runs, made by code 0123456 on " + day), List.copyOf(shown.values()));
        elsewhere(0.1, 0.2).run(study(1, REAL));
        assertEquals(1, shown.size(), "one line a cell");
        String both = shown.values().iterator().next();
        assertTrue(
                both.matches("kept: 2 runs, made by code 0123456 on " + day + "; trained here, \\d+ s: 2 runs"), both);
        Display.nextCell();
        elsewhere(0.2).run(study(1, REAL));
        assertEquals(2, shown.size());
        assertTrue(shown.containsValue("trained here before: 2 runs"), shown.toString());
        List<String> lines = new ArrayList<>();
        Display.to((id, content, update) -> lines.add(content.get("text/plain")));
        Display.nextCell();
        elsewhere(0.3).run(study(1, REAL));
        assertEquals("training here: 0 runs done, 2 to go", lines.get(0));
        assertTrue(lines.get(1).matches("training here: 1 run done, 1 to go, about \\d+ s left"), lines.toString());
    }

    @Test
    void whatIsPrivateIsNotKept() throws Exception {
        Run run = sweep(0.1).run(study(1, REAL)).runs().get(0);
        Path releases = folder.resolve("releases");
        run.withheld().save(releases.resolve("release.json"));
        refused(() -> KeptRuns.gather(releases, folder.resolve("a.jsonl")), "private");
    }

    @Test
    void aPackedFileHoldsTheSameAndIsRefusedWhereItIsDamaged() throws Exception {
        sweep(0.1).run(study(1, REAL));
        Path file = folder.resolve("packed").resolve("10-demo.jsonl.gz");
        KeptRuns.gather(folder.resolve("runs"), file);
        assertEquals(Files.readAllLines(gathered()), KeptFile.lines(file));
        made.set(0);
        sweep(0.1)
                .kept(KeptRuns.in(folder.resolve("packed")))
                .into(folder.resolve("elsewhere"))
                .run(study(1, REAL));
        assertEquals(0, made.get());
        byte[] whole = Files.readAllBytes(file);
        for (int cut : new int[] {0, 5, whole.length / 2, whole.length - 1}) {
            Files.write(file, Arrays.copyOf(whole, cut));
            damaged(file);
        }
        for (int at = 12; at < whole.length; at += 97) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 4;
            Files.write(file, damaged);
            damaged(file);
        }
    }

    private static void damaged(Path file) {
        String said = assertThrows(IOException.class, () -> KeptRuns.in(file.getParent()))
                .getMessage();
        assertTrue(said.matches("(?s)line \\d+ of .*is not what was written.*"), said);
    }

    /** Those of the notebooks: they can all be read, and are small enough to travel with the code. */
    @Test
    @Tag("nightly")
    void theFilesOfTheNotebooksAreWholeAndSmall() throws Exception {
        Path shipped = Path.of("notebooks/kept");
        KeptRuns.in(shipped);
        long bytes = 0;
        for (Path file : KeptRuns.files(shipped)) {
            bytes += Files.size(file);
            for (String line : KeptFile.lines(file))
                assertFalse(FOLDER.matcher(line).find(), file + " names a folder of a machine: " + line);
        }
        assertTrue(bytes > 0 && bytes <= 3_000_000, bytes + " bytes");
    }
}
