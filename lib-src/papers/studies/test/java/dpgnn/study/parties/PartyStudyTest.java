package dpgnn.study.parties;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.layer.Combiner;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartyStudyTest {
    private static PartyRun run(String method, PartyRun.Path path) {
        return PartyRun.of("small", path, 6, 8).with(PartyRun::method, method);
    }

    @Test
    void methodsAreTheRowsOfThePaper() {
        assertEquals(
                List.copyOf(new java.util.TreeSet<>(PartyRun.METHODS)),
                PartyPaper.PAPER.table("Table 2").stream()
                        .map(cell -> cell.row())
                        .distinct()
                        .sorted()
                        .toList());
        assertEquals(
                Combiner.CONCAT,
                PartyRun.settings(run("PPGNN_C", PartyRun.Path.PLAIN)).combiner());
        assertEquals(
                Combiner.REGRESSION,
                PartyRun.settings(run("PPGNN_R", PartyRun.Path.PLAIN)).combiner());
        assertEquals(
                PpgnnSettings.Initial.SHARED,
                PartyRun.settings(run("PPGNN_M", PartyRun.Path.SHARES)).initial());
        refused(() -> run("PPGNN_X", PartyRun.Path.PLAIN), "method must be one of [GraphSAGE-A (isolated)");
        PartyRun mean = run("PPGNN_M", PartyRun.Path.PLAIN);
        refused(() -> mean.with(PartyRun::parts, "half"), "parts must be at least two numbers such as 5:5, was 'half'");
    }

    @Test
    void aStandInGetsASplitOfTheSameKind() {
        var cora = SyntheticGraphs.like("cora");
        assertTrue(cora.publicSplit().isEmpty());
        var split = PartyRun.split(cora);
        assertEquals(140, split.train().length);
        assertEquals(500, split.validation().length);
        assertEquals(1000, split.test().length);
    }

    /** Every method runs, on shares as in plain text, and the two agree; a second sweep has nothing left to do. */
    @Test
    void sharesAndPlainTextAgreeAndAStoppedSweepGoesOn(@TempDir Path folder) throws Exception {
        Sweep<PartyRun> all = Sweep.of(run("PPGNN_M", PartyRun.Path.PLAIN))
                .vary(PartyRun::method, PartyRun.METHODS)
                .seeds(1, 2)
                .into(folder);
        SweepResults<PartyRun> plain = all.run(PartyRun.STUDY);
        assertEquals(12, plain.runs().size());
        SweepResults<PartyRun> shares = Sweep.of(run("PPGNN_M", PartyRun.Path.SHARES))
                .seeds(1, 2)
                .into(folder)
                .run(PartyRun.STUDY);
        List<Run> clear = plain.where(r -> r.method().equals("PPGNN_M")).runs();
        for (int i = 0; i < 2; i++) {
            assertEquals(clear.get(i).metric("validation"), shares.runs().get(i).metric("validation"), 0.05);
            assertTrue(shares.runs().get(i).metric("sent") > 0, "shares cost bytes");
        }
        assertNotEquals(clear.get(0).metric("test"), plain.runs().get(10).metric("test"), "mixed is another method");
        SweepResults<PartyRun> again =
                all.run(new Study<>(PartyRun.STUDY.name(), PartyRun.STUDY.version(), PartyRun.STUDY.reading(), run -> {
                    throw new AssertionError("done before: " + run);
                }));
        assertEquals(plain.runs(), again.runs());
    }
}
