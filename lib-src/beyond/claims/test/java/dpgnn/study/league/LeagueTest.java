package dpgnn.study.league;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.sampling.PoissonNodes;
import dpgnn.study.KeptRuns;
import dpgnn.study.StudentInterval;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.league.LeagueMethod.Covers;
import dpgnn.study.league.LeagueMethod.Kind;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeagueTest {
    private static final League LEAGUE = League.standard();

    static Stream<String> methods() {
        return LEAGUE.methods().stream().map(LeagueMethod::name);
    }

    private static LeagueRun small(String method, double epsilon) {
        boolean open = LEAGUE.methods().stream().anyMatch(m -> m.name().equals(method) && m.kind() == Kind.NO_PRIVACY);
        return new LeagueRun(method, "small", open ? TargetEpsilon.INFINITE : new TargetEpsilon(epsilon), 1);
    }

    private static Run run(League league, LeagueRun run) throws Exception {
        return league.study().body().run(run);
    }

    /** What a row promises is what its training is guaranteed, and somebody else can check it from the record alone. */
    @ParameterizedTest
    @MethodSource("methods")
    @Extent.OneIn(6)
    void aRowKeepsItsPromise(String name) throws Exception {
        LeagueMethod method = LEAGUE.method(name);
        Run run = run(LEAGUE, small(name, 4));
        Optional<EpsilonCertificate> certificate = Study.certificate(run);
        double accuracy = run.metric("test accuracy");
        assertTrue(accuracy > 0 && accuracy <= 1 && run.metric("constant") < 0.5, name);
        switch (method.kind()) {
            case PROVED -> {
                Guarantee held = run.guarantees().get(run.guarantees().size() - 1);
                assertEquals(method.unit(), held.unit());
                assertEquals(method.relation(), held.relation());
                assertTrue(held.epsilon() <= 4 && held.epsilon() > 3.9, name + " has " + held.epsilon());
                if (name.equals("Blink"))
                    return; // its epsilon is that of two mechanisms, added up: no event of an accountant
                EpsilonCertificate issued = certificate.orElseThrow();
                assertTrue(
                        issued.noise() > 5e-7 * held.delta(), "part of delta is kept for noise, was " + issued.noise());
                double again = PldAccountant.standard().epsilon(issued.event(), issued.accounting());
                assertEquals(held.epsilon(), again, 0.02 * again, "the event of the record is what was charged");
            }
            case CLAIMED -> {
                assertTrue(run.metric("epsilon claimed") <= 4);
                assertTrue(run.metric("epsilon proved") > 4.1, "a claim that holds is no claim");
            }
            case NO_PRIVACY -> {
                assertTrue(run.guarantees().isEmpty() && certificate.isEmpty());
                assertTrue(accuracy > run.metric("constant") + 0.1, "it learns");
            }
        }
    }

    /** Less noise for a larger epsilon, and the same bits for the same seed. */
    @Test
    void runsAreRepeatedToTheLastDigit() throws Exception {
        Run first = run(LEAGUE, small(LeagueMethods.STARS, 2));
        Run second = run(LEAGUE, small(LeagueMethods.STARS, 2));
        Run looser = run(LEAGUE, small(LeagueMethods.STARS, 8));
        assertEquals(first.metric("test accuracy"), second.metric("test accuracy"));
        assertEquals(first.metric("noise multiplier"), second.metric("noise multiplier"));
        assertTrue(looser.metric("noise multiplier") < first.metric("noise multiplier"));
    }

    private static LeagueMethod mine(Unit unit, Relation relation, double share) {
        return new LeagueMethod(
                "mine",
                Kind.PROVED,
                unit,
                relation,
                Covers.ANSWERS,
                "lemma 12",
                e -> e.train(Mlp.of(8), e.plan(PoissonNodes.of(0.25)).calibrated(share * e.epsilon(), e.delta())));
    }

    @Test
    void aMethodOfOnesOwnIsHeldToItsRow() throws Exception {
        League fits = LEAGUE.with(mine(Unit.NODE, Relation.ADD_REMOVE, 1));
        assertTrue(run(fits, small("mine", 3)).metric("epsilon proved") <= 3);
        League otherRelation = LEAGUE.with(mine(Unit.NODE, Relation.REPLACE, 1));
        refused(() -> run(otherRelation, small("mine", 3)), "guarantee of mine", "REPLACE");
        League tooMuch = LEAGUE.with(mine(Unit.NODE, Relation.ADD_REMOVE, 2));
        refused(() -> run(tooMuch, small("mine", 3)), "proved epsilon of mine", "at most 3");
        refused(() -> fits.with(mine(Unit.NODE, Relation.ADD_REMOVE, 1)));
        refused(() -> LEAGUE.method("nobody's"));
        refused(() -> new LeagueMethod("x", Kind.PROVED, Unit.NODE, Relation.REPLACE, Covers.ALL, "", e -> null));
    }

    /** A claim under the header of what is proved fails, too: its training has no theorem. */
    @Test
    void aClaimIsNoProof() {
        LeagueMethod claim = LEAGUE.method("GAP, published");
        League bold = LEAGUE.with(new LeagueMethod(
                "bold", Kind.PROVED, claim.unit(), claim.relation(), Covers.WEIGHTS, "lemma 26", claim.training()));
        refused(() -> run(bold, small("bold", 4)), "proved epsilon of bold");
    }

    @Test
    void cellsArePairedBySeeds(@TempDir Path folder) throws Exception {
        SweepResults<LeagueRun> results = Sweep.of(small(LeagueMethods.ROWS, 4))
                .vary(LeagueRun::method, LeagueMethods.ROWS, LeagueMethods.GAP)
                .seeds(1, 2, 3)
                .into(folder)
                .kept(KeptRuns.none())
                .run(LEAGUE.study());
        List<LeagueCell> cells = LeagueCell.all(LEAGUE, results);
        assertEquals(2, cells.size());
        LeagueCell rows = cells.get(0), gap = cells.get(1);
        assertEquals(
                rows.accuracy().mean() - gap.accuracy().mean(), rows.less(gap).mean(), 1e-9);
        assertEquals(
                rows.accuracy().mean() - 100 * rows.runs().of("constant").mean(),
                rows.lessConstant().mean(),
                1e-9);
        assertTrue(rows.claimed() <= 4 && rows.proved() <= 4 && rows.proved() > 3.9);
        assertEquals(
                LeagueCell.HEADER.split(",").length,
                rows.line("").replaceAll("\"[^\"]*\"", "x").split(",").length);
    }

    /** What is proved is not exceeded; a claim without a proof is contradicted, or exceeded, or has a proof for more. */
    @ParameterizedTest
    @MethodSource("methods")
    @Extent.OneIn(8)
    void cellsAreAudited(String name) throws Exception {
        var asked = new LeagueAudit(name, "small", new TargetEpsilon(4), 200, 1);
        if (LEAGUE.method(name).kind() == Kind.NO_PRIVACY) {
            refused(() -> LEAGUE.audit(asked));
            return;
        }
        LeagueAudit.Found found = LEAGUE.audit(asked);
        assertTrue(found.epsilon() < 7, found.toString());
        // GAP's trainings take most of its epsilon: hops alone may show none of it, but move as far as is counted with.
        assertTrue(found.epsilon() > 0.5 || name.contains("GAP") && found.change() > 0.8, found.toString());
        if (LEAGUE.method(name).kind() == Kind.PROVED)
            assertTrue(!found.caught() && found.epsilon() < 4 && !(found.change() > 1 + 1e-5), found.toString());
        // No node of this graph has the edges that DPDGC cuts: there, units are drawn too often.
        else if (!name.startsWith("HeterPoisson"))
            assertTrue(found.caught() && (found.change() > 1.4 || name.startsWith("DPDGC")), found.toString());
    }

    private static LeagueCell cell(String method, String graph, double accuracy) {
        return new LeagueCell(LEAGUE.method(method), graph, 4, StudentInterval.of(accuracy), 4, 4, null);
    }

    /** The graph that is most alike counts most, and how far advice is off comes from graphs that it has not seen. */
    @Test
    void adviceFollowsTheGraphThatIsMostAlike() throws Exception {
        String rows = LeagueMethods.ROWS, stars = LeagueMethods.STARS, gap = LeagueMethods.GAP;
        List<LeagueCell> cells = List.of(
                cell(rows, "cora", 60),
                cell(stars, "cora", 80),
                cell(gap, "cora", 10),
                cell(rows, "citeseer", 60),
                cell(stars, "citeseer", 80),
                cell(rows, "small", 50),
                cell(stars, "small", 30));
        Advice cora = Advice.of(cells, League.data("cora"), 4, Advice.Open.NOTHING, Covers.WEIGHTS);
        assertEquals(stars, cora.methods().get(0).method().name());
        assertTrue(cora.methods().get(0).accuracy() > 70, cora.toString());
        Advice small = Advice.of(cells, League.data("small"), 4, Advice.Open.NOTHING, Covers.WEIGHTS);
        assertEquals(rows, small.methods().get(0).method().name());
        assertEquals(20.0 / 3, small.regret(), 1e-9, "of the small graph the others say stars");
        assertTrue(small.error() > 0 && small.error() < small.blindError());
        Advice answers = Advice.of(cells, League.data("cora"), 4, Advice.Open.NOTHING, Covers.ANSWERS);
        assertEquals(
                List.of(rows, gap),
                answers.methods().stream().map(e -> e.method().name()).toList());
        refused(() -> Advice.of(cells, League.data("cora"), 8, Advice.Open.NOTHING, Covers.WEIGHTS));
    }

    /** Where edges are public, what they give alone is among the methods, and nothing that hides less than a row and its label. */
    @Test
    void adviceAsksFirstWhatIsPublic() throws Exception {
        League open = League.publicEdges();
        List<LeagueCell> cells = Stream.of("cora", "citeseer")
                .flatMap(graph -> Stream.of(
                        new LeagueCell(open.method("edges alone"), graph, 4, StudentInterval.of(70), 4, 4, null),
                        new LeagueCell(
                                open.method("rows alone, replaced"), graph, 4, StudentInterval.of(50), 4, 4, null),
                        cell(LeagueMethods.ROWS, graph, 60)))
                .toList();
        Advice advice = Advice.of(cells, League.data("cora"), 4, Advice.Open.EDGES, Covers.ANSWERS);
        assertEquals(
                List.of("edges alone", "rows alone, replaced"),
                advice.methods().stream().map(e -> e.method().name()).toList());
        for (Advice.Open each : Advice.Open.values())
            assertTrue(each.control().isEmpty() == (each == Advice.Open.NOTHING)
                    && (each == Advice.Open.NOTHING || League.everything().method(each.control()) != null));
    }

    /** What the table says follows from its runs, and without runs it says nothing. */
    @Test
    void aTableSaysWhoPaysAgainstPublicEdges(@TempDir Path folder) throws Exception {
        League open = League.publicEdges();
        Path runs = folder.resolve("runs");
        SweepResults<LeagueRun> results = open.sweep(List.of("small"), List.of(4.0))
                .where(run -> List.of("edges alone", "rows alone, replaced", "edges alone, labels public")
                        .contains(run.method()))
                .seeds(1, 2, 3)
                .into(runs)
                .kept(KeptRuns.none())
                .run(open.study());
        List<LeagueCell> cells = LeagueCell.all(open, results);
        StudentInterval apart = cells.stream()
                .filter(c -> c.method().name().equals("rows alone, replaced"))
                .findFirst()
                .orElseThrow()
                .less(cells.stream()
                        .filter(c -> c.method().name().equals("edges alone"))
                        .findFirst()
                        .orElseThrow());
        Path kept = folder.resolve("kept/70-league.jsonl.gz");
        java.nio.file.Files.createDirectories(kept.getParent());
        KeptRuns.gather(runs, kept);
        String text = new OpenEdgeTable(KeptRuns.in(kept.getParent()))
                .table(List.of("small"), 4)
                .markdown();
        assertTrue(
                text.contains((apart.isAbove(0) ? "| yes, " : "| no, ")
                        + String.format(java.util.Locale.ROOT, "%.1f ± %.1f |", apart.mean(), apart.half())),
                text);
        assertTrue(text.contains("held in " + (apart.isAbove(0) ? 1 : 0) + " of 1 sets at epsilon 4."), text);
        assertTrue(new OpenEdgeTable(KeptRuns.none())
                .table(List.of("small"), 4)
                .markdown()
                .contains("held in 0 of 0 sets"));
        String claim = new OpenEdgeTable(KeptRuns.in(kept.getParent()))
                .claim(List.of("small"))
                .cells()
                .csv();
        assertTrue(claim.contains("in " + (apart.isAbove(0) ? 1 : 0) + " of 1 sets"), claim);
        assertTrue(claim.contains(apart.isAbove(0) ? ",held," : ",not held,"), claim);
        assertTrue(
                claim.contains(String.format(java.util.Locale.ROOT, "%.1f ± %.1f", apart.mean(), apart.half())), claim);
        assertTrue(new OpenEdgeTable(KeptRuns.none())
                .claim(List.of("small"))
                .cells()
                .csv()
                .contains("untested"));
    }

    /** The same promises as above, in the table with public edges. */
    @ParameterizedTest
    @ValueSource(strings = {"edges alone", "edges and answers", "LPGNN", "rows alone, replaced", "DRW-R", "FDP"})
    void aRowWithPublicEdgesKeepsItsPromise(String name) throws Exception {
        League open = League.publicEdges();
        Run run = run(open, new LeagueRun(name, "small", new TargetEpsilon(4), 1));
        Guarantee held = run.guarantees().get(run.guarantees().size() - 1);
        assertEquals(Relation.REPLACE, held.relation());
        assertTrue(held.epsilon() <= 4 && held.epsilon() > 3.9, name + " has " + held.epsilon());
        EpsilonCertificate issued = Study.certificate(run).orElseThrow();
        double again = PldAccountant.standard().epsilon(issued.event(), held.delta());
        assertEquals(held.epsilon(), again, 0.02 * again);
        LeagueAudit.Found found = open.audit(new LeagueAudit(name, "small", new TargetEpsilon(4), 100, 1));
        assertTrue(!found.caught() && found.epsilon() < 4, found.toString());
        refused(() -> open.method("home stars"));
    }
}
