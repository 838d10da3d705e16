package dpgnn.study.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Table;
import dpgnn.study.KeptRuns;
import dpgnn.study.SweepResults;
import dpgnn.train.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class ClaimsStudyTest {
    private static final ClaimsBench BENCH = ClaimsBench.of("small");
    private static final ClaimedMethod.AuditSize SIZE = new ClaimedMethod.AuditSize(400, 1, 0.95, 1);
    private static final List<String> NAMES =
            List.of("naive DP-SGD", "GAP, published", "private degrees", "perceptron, not private");

    @Test
    void thePageIsMadeOfRunFilesAlone(@TempDir Path folder) throws Exception {
        SweepResults<MethodTraining> trainings = ClaimsStudy.trainings(BENCH, NAMES, List.of(4.0, 16.0))
                .seeds(1, 2)
                .into(folder)
                .run(ClaimsStudy.TRAININGS);
        SweepResults<MethodAudit> audits =
                ClaimsStudy.audits(BENCH, NAMES, 4, SIZE, false).into(folder).run(ClaimsStudy.AUDITS);
        SweepResults<MethodAudit> planted =
                ClaimsStudy.audits(BENCH, NAMES, 4, SIZE, true).into(folder).run(ClaimsStudy.AUDITS);
        assertEquals(16, trainings.runs().size());
        assertEquals(3, audits.runs().size(), "what promises nothing is not audited");
        assertEquals(2, planted.runs().size(), "whose own flaw is found gets no fault");
        ClaimsPage page = new ClaimsPage(trainings, audits, audits, planted, 4);
        Table table = page.table();
        assertEquals(
                List.of("naive DP-SGD", "GAP, published", "private degrees", "perceptron, not private").stream()
                        .sorted()
                        .toList(),
                List.of(table.texts("method")).stream().sorted().toList());
        Table naive = table.where("method", "naive DP-SGD");
        assertEquals("4.00", naive.get(0, "claimed ε"));
        assertEquals("4.00", naive.get(0, "provable ε"));
        assertEquals("a node with its edges", naive.get(0, "protects"));
        assertTrue(naive.get(0, "accuracy").toString().contains("±"));
        assertTrue(table.where("method", "GAP, published")
                .get(0, "provable ε")
                .toString()
                .startsWith("none: one node"));
        assertEquals("none", table.where("method", "perceptron, not private").get(0, "claimed ε"));
        assertTrue(
                page.forest().points().csv().contains("open,,\"GAP, published\""),
                page.forest().points().csv());
        assertTrue(
                page.accuracy().points().csv().contains("naive DP-SGD,line,15.999"),
                page.accuracy().points().csv());
        assertEquals(
                2, page.faults().where("caught", "yes").rows(), page.faults().text());
        for (ClaimedMethod m : List.of(ClaimedMethods.named("naive DP-SGD"), ClaimedMethods.named("GAP, published")))
            for (Run run : page.records(m)) {
                assertTrue(
                        Stream.of(folder.toFile().list()).anyMatch(f -> f.startsWith(ClaimsStudy.name(run) + "-")),
                        ClaimsStudy.name(run));
                assertTrue(page.traces().where("method", m.name()).text().contains(ClaimsStudy.name(run)));
            }
        assertEquals(4, page.records(ClaimedMethods.named("naive DP-SGD")).size(), "two seeds, the audit, the fault");
    }

    @Test
    void aPageOfOneMethodHasEveryPart(@TempDir Path folder) throws Exception {
        for (String name : List.of("perceptron, not private", "private degrees")) {
            List<String> one = List.of(name);
            SweepResults<MethodTraining> trainings =
                    ClaimsStudy.trainings(BENCH, one, List.of(4.0)).into(folder).run(ClaimsStudy.TRAININGS);
            SweepResults<MethodAudit> audits =
                    ClaimsStudy.audits(BENCH, one, 4, SIZE, false).into(folder).run(ClaimsStudy.AUDITS);
            ClaimsPage page = new ClaimsPage(trainings, audits, audits, audits.where(audit -> false), 4);
            assertEquals(1, page.table().rows());
            assertEquals(0, page.faults().rows());
            assertEquals(1, page.traces().rows());
            assertTrue(page.accuracy().svg().contains("nothing to show"));
            assertEquals(name.startsWith("perceptron"), page.forest().svg().contains("nothing is claimed"));
        }
    }

    @Test
    void whatWasRecordedIsNotRunAgainAndWhatIsRunAgainIsTheSame(@TempDir Path records, @TempDir Path folder)
            throws Exception {
        var sweep = ClaimsStudy.trainings(BENCH, List.of("naive DP-SGD"), List.of(4.0));
        Run first = sweep.into(records).run(ClaimsStudy.TRAININGS).runs().get(0);
        KeptRuns.gather(records, folder.resolve("60.jsonl"));
        KeptRuns kept = KeptRuns.in(folder);
        assertEquals(
                List.of(first),
                sweep.kept(kept).into(folder).run(ClaimsStudy.TRAININGS).runs());
        try (var files = Files.list(folder)) {
            assertEquals(1, files.count(), "nothing was trained");
        }
        Run again = sweep.kept(KeptRuns.none())
                .into(folder)
                .run(ClaimsStudy.TRAININGS)
                .runs()
                .get(0);
        assertEquals(first.metric("accuracy"), again.metric("accuracy"));
        assertEquals(first.metric("epsilon proved"), again.metric("epsilon proved"));
        assertEquals(first.metrics(), kept.like(again).orElseThrow().metrics());
    }

    /** A sweep audits what is private, plants where there is a fault, and asks each for the size that it is given. */
    @Test
    void sweepsHoldEveryMethodThatFits() {
        List<String> all =
                ClaimedMethods.all().stream().map(ClaimedMethod::name).toList();
        assertEquals(
                all.stream().flatMap(m -> Stream.of(m + " 4.0", m + " 1.0")).toList(),
                ClaimsStudy.trainings(BENCH, all, List.of(4.0, 1.0)).experiments().stream()
                        .map(t -> t.method() + " " + t.epsilon())
                        .toList());
        for (boolean planted : new boolean[] {false, true}) {
            List<MethodAudit> audits =
                    ClaimsStudy.audits(BENCH, all, 4, SIZE, planted).experiments();
            assertEquals(
                    ClaimedMethods.all().stream()
                            .filter(m ->
                                    m.isPrivate() && (!planted || !m.fault().isEmpty()))
                            .map(ClaimedMethod::name)
                            .toList(),
                    audits.stream().map(MethodAudit::method).toList());
            for (MethodAudit audit : audits) assertEquals(SIZE, audit.size());
        }
        refused("at least one value", () -> ClaimsStudy.trainings(BENCH, List.of(), List.of(4.0)));
    }

    @Test
    void wrongSettingsAreRefusedByName() {
        refused("method", () -> new MethodTraining("small", "DRW-X", 4, 1));
        refused("epsilon", () -> new MethodTraining("small", "DRW", 0, 1));
        refused("epsilon", () -> new MethodTraining("small", "DRW", Double.POSITIVE_INFINITY, 1));
        refused("method", () -> MethodAudit.of(BENCH, "DRW-X", 4, SIZE, false));
        refused("audited", () -> ClaimsStudy.audit(MethodAudit.of(BENCH, "perceptron, not private", 4, SIZE, false)));
    }

    private static void refused(String name, Executable made) {
        String message = assertThrows(IllegalArgumentException.class, made).getMessage();
        assertTrue(message.contains(name), message);
    }
}
