package dpgnn.study.claims;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Listing;
import dpgnn.report.Table;
import dpgnn.study.KeptRuns;
import dpgnn.study.SweepResults;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimsStudyTest {
    private static final ClaimsBench BENCH = ClaimsBench.of("small");
    private static final List<String> NAMES =
            List.of("naive DP-SGD", "GAP, published", "private degrees", "perceptron, not private");

    private static MethodAudit audit(String method, boolean planted) {
        return new MethodAudit("small", method, 4, 400, 1, 0.95, planted, 1);
    }

    @Test
    void thePageIsMadeOfRunFilesAlone(@TempDir Path folder) throws Exception {
        SweepResults<MethodTraining> trainings = ClaimsStudy.trainings(BENCH, NAMES, List.of(4.0, 16.0))
                .seeds(1, 2)
                .into(folder)
                .run(ClaimsStudy.TRAININGS);
        SweepResults<MethodAudit> audits =
                ClaimsStudy.audits(NAMES, audit("NDP", false)).into(folder).run(ClaimsStudy.AUDITS);
        SweepResults<MethodAudit> planted =
                ClaimsStudy.audits(NAMES, audit("NDP", true)).into(folder).run(ClaimsStudy.AUDITS);
        assertEquals(16, trainings.runs().size());
        assertEquals(3, audits.runs().size(), "what promises nothing is not audited");
        assertEquals(2, planted.runs().size(), "whose own flaw is found gets no fault");
        ClaimsPage page = new ClaimsPage(
                trainings, audits, audits, planted, ClaimsStudy.releases(BENCH, NAMES.subList(0, 2), 4), 4);
        Table table = page.table(PaperFamily.NODES);
        assertEquals(
                List.of("naive DP-SGD", "GAP, published", "perceptron, not private"), List.of(table.texts("method")));
        Table naive = table.where("method", "naive DP-SGD");
        assertEquals("4.00", naive.get(0, "claimed ε"));
        assertEquals("4.00", naive.get(0, "provable ε"));
        assertEquals("proved", naive.get(0, "the claim"));
        assertEquals("SOUND, 4.00", naive.get(0, "a release"));
        assertTrue(naive.get(0, "accuracy").toString().contains("±"));
        Table gap = table.where("method", "GAP, published");
        assertEquals("none", gap.get(0, "provable ε"));
        assertEquals("refused", gap.get(0, "a release"));
        assertEquals("its bound fails", gap.get(0, "the claim"), "so few canaries do not exceed it");
        Table reference = table.where("method", "perceptron, not private");
        assertEquals("none", reference.get(0, "claimed ε"));
        assertEquals("", reference.get(0, "the claim"));
        String notes = String.join("\n", table.notes());
        assertTrue(notes.contains("In every row, protects: a node with its edges."), notes);
        assertTrue(notes.contains("Nothing is proved of GAP, published. Why: one node"), notes);
        assertFalse(table.columns().contains("protects"), "what all have in common is a note");
        assertTrue(
                page.table(PaperFamily.GRAPHS).columns().contains("degree cosine")
                        && !table.columns().contains("degree cosine"),
                "a column that no method fills is left out");
        assertEquals(ClaimStanding.BOUND_FAILS, page.standing("GAP, published"));
        assertEquals(16, page.mean("naive DP-SGD", 16, "epsilon proved"), 0.001);
        assertTrue(page.audited("GAP, published") > 0 && Double.isInfinite(page.proved("GAP, published")));
        assertTrue(Double.isNaN(page.audited("perceptron, not private")));
        for (var faulty : planted.of().entrySet()) {
            Run without = audits.where(a -> a.method().equals(faulty.getKey().method()))
                    .runs()
                    .get(0);
            assertTrue(
                    Stream.of(AuditFinding.Sign.values())
                            .anyMatch(s -> faulty.getValue().metric(s.metric()) > without.metric(s.metric())),
                    faulty.getKey().method());
        }
        for (String name : List.of("naive DP-SGD", "GAP, published"))
            for (Run run : page.records(name).values())
                assertTrue(
                        Stream.of(folder.toFile().list()).anyMatch(f -> f.startsWith(ClaimsStudy.name(run) + "-")),
                        ClaimsStudy.name(run));
        assertEquals(
                List.of("training, seed 1", "training, seed 2", "audit", "audit with its fault"),
                List.copyOf(page.records("naive DP-SGD").keySet()));
    }

    /** The figures that came out otherwise are told, and how many runs were compared. */
    @Test
    void whatIsMadeAgainIsHeldAgainstItsRecord(@TempDir Path records, @TempDir Path others) throws Exception {
        var sweep = ClaimsStudy.trainings(BENCH, List.of("naive DP-SGD"), List.of(4.0));
        var none = new SweepResults<MethodAudit>(Map.of());
        var trainings = sweep.into(records).run(ClaimsStudy.TRAININGS);
        var page = new ClaimsPage(trainings, none, none, none, Map.of(), 4);
        KeptRuns.gather(records, others.resolve("60.jsonl"));
        Table same = page.differences("naive DP-SGD", KeptRuns.in(others));
        assertEquals(0, same.rows());
        assertEquals(List.of("1 of 1 runs have a record; 1 were made again to the last digit."), same.notes());
        Run run = trainings.runs().get(0);
        var changed = new TreeMap<>(run.metrics());
        changed.put("accuracy", 0.5);
        var moved = new ClaimsPage(
                new SweepResults<>(Map.of(
                        trainings.of().keySet().iterator().next(),
                        Run.of(trainings.of().keySet().iterator().next(), run.data(), run.environment(), changed))),
                none,
                none,
                none,
                Map.of(),
                4);
        Table differs = moved.differences("naive DP-SGD", KeptRuns.in(others));
        assertEquals(List.of("accuracy"), List.of(differs.texts("figure")));
    }

    @Test
    void aPageOfOneMethodHasEveryPart(@TempDir Path folder) throws Exception {
        for (String name : List.of("perceptron, not private", "private degrees")) {
            List<String> one = List.of(name);
            SweepResults<MethodTraining> trainings =
                    ClaimsStudy.trainings(BENCH, one, List.of(4.0)).into(folder).run(ClaimsStudy.TRAININGS);
            SweepResults<MethodAudit> audits =
                    ClaimsStudy.audits(one, audit("NDP", false)).into(folder).run(ClaimsStudy.AUDITS);
            ClaimsPage page = new ClaimsPage(trainings, audits, audits, audits.where(audit -> false), Map.of(), 4);
            PaperFamily family = PaperFamily.of(ClaimedMethods.named(name));
            assertEquals(1, page.table(family).rows());
            for (PaperFamily other : PaperFamily.values())
                if (other != family) assertEquals(0, page.table(other).rows());
            assertEquals(
                    family == PaperFamily.GRAPHS ? 2 : 1, page.records(name).size());
        }
    }

    /** Every method stands in the table of one paper, and no table is longer than a reader can take in. */
    @Test
    void everyMethodHasATable() {
        for (PaperFamily family : PaperFamily.values()) {
            long methods = ClaimedMethods.all().stream()
                    .filter(m -> PaperFamily.of(m) == family)
                    .count();
            assertTrue(methods >= 2 && methods <= 20, family + " has " + methods);
        }
        for (ClaimedMethod m : ClaimedMethods.all())
            if (m.isPrivate() && !m.paper().equals("ours") && !m.paper().equals("classical"))
                assertEquals(m.paper(), PaperFamily.of(m).paper(), "no table for " + m.paper());
    }

    /** A claim stands by what is proved first, then by the attack, then by the change. */
    @Test
    void aClaimStands() throws Exception {
        var counted = ClaimsStudy.audit(audit("NDP", false));
        double least = counted.metric("epsilon at least");
        assertTrue(counted.metric("sign of change") == 1 && least > 0);
        assertEquals(ClaimStanding.PROVED, ClaimStanding.of(4, 4, counted));
        assertEquals(ClaimStanding.BOUND_FAILS, ClaimStanding.of(least + 1, Double.POSITIVE_INFINITY, counted));
        assertEquals(ClaimStanding.EXCEEDED, ClaimStanding.of(least / 2, Double.POSITIVE_INFINITY, counted));
        assertEquals(ClaimStanding.OPEN, ClaimStanding.of(4, 6, null));
        assertEquals(
                ClaimStanding.OPEN,
                ClaimStanding.of(least + 1, least + 2, ClaimsStudy.audit(audit("home stars", false))));
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
        assertEquals(List.of("60.jsonl"), Listing.names(folder), "nothing was trained");
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
                    ClaimsStudy.audits(all, audit("NDP", planted)).experiments();
            assertEquals(
                    ClaimedMethods.all().stream()
                            .filter(m ->
                                    m.isPrivate() && (!planted || !m.fault().isEmpty()))
                            .map(ClaimedMethod::name)
                            .toList(),
                    audits.stream().map(MethodAudit::method).toList());
            for (MethodAudit audit : audits) assertEquals(audit(audit.method(), planted), audit);
        }
        refused(() -> ClaimsStudy.trainings(BENCH, List.of(), List.of(4.0)), "at least one value");
    }

    @Test
    void wrongSettingsAreRefusedByName() {
        refused(() -> new MethodTraining("small", "DRW-X", 4, 1), "method");
        refused(() -> new MethodTraining("small", "DRW", 0, 1), "epsilon");
        refused(() -> new MethodTraining("small", "DRW", Double.POSITIVE_INFINITY, 1), "epsilon");
        refused(() -> audit("DRW-X", false), "method");
        refused(() -> new MethodAudit("small", "NDP", 4, 2, 1, 0.95, false, 1), "canaries");
        refused(() -> new MethodAudit("small", "NDP", 4, 400, 0, 0.95, false, 1), "couplings");
        refused(() -> ClaimsStudy.audit(audit("perceptron, not private", false)), "audited");
    }
}
