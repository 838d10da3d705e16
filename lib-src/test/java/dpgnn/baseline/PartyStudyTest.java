package dpgnn.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.SyntheticGraphs;
import dpgnn.mpc.Combiner;
import dpgnn.mpc.Settings;
import dpgnn.report.PaperTable;
import dpgnn.train.Results;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import dpgnn.train.Study;
import dpgnn.train.Sweep;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartyStudyTest {
    private static Sweep<Setting> sweep(String path, List<String> methods, String parts, long... seeds) {
        return PartyStudy.sweep("small", methods, List.of(parts), path, 6, 8, seeds);
    }

    private static Setting one(String method, String path) {
        return sweep(path, List.of(method), "5:5", 1).experiments().get(0);
    }

    @Test
    void methodsAreTheRowsOfThePaper() {
        assertEquals(
                List.copyOf(new java.util.TreeSet<>(PartyStudy.METHODS)),
                Arrays.stream(PaperTable.published("ppgnn-table2").texts("method"))
                        .distinct()
                        .sorted()
                        .toList());
        assertEquals(
                Combiner.CONCAT, PartyStudy.settings(one("PPGNN_C", "plain")).combiner());
        assertEquals(
                Combiner.REGRESSION,
                PartyStudy.settings(one("PPGNN_R", "plain")).combiner());
        assertEquals(
                Settings.Initial.SHARED,
                PartyStudy.settings(one("PPGNN_M", "shares")).initial());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> PartyStudy.run(one("PPGNN_X", "plain")))
                .getMessage()
                .contains("method must be one of [GraphSAGE-A (isolated)"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> PartyStudy.run(one("PPGNN_M", "fast")))
                .getMessage()
                .contains("path must be plain or shares, was 'fast'"));
        Setting wrong =
                sweep("plain", List.of("PPGNN_M"), "half", 1).experiments().get(0);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> PartyStudy.run(wrong))
                .getMessage()
                .contains("parts must be at least two numbers such as 5:5, was 'half'"));
    }

    @Test
    void aStandInGetsASplitOfTheSameKind() {
        var cora = SyntheticGraphs.like("cora");
        assertTrue(cora.publicSplit().isEmpty());
        var split = PartyStudy.split(cora);
        assertEquals(140, split.train().length);
        assertEquals(500, split.validation().length);
        assertEquals(1000, split.test().length);
    }

    /** Every method runs, on shares as in plain text, and the two agree; a second sweep has nothing left to do. */
    @Test
    void sharesAndPlainTextAgreeAndAStoppedSweepGoesOn(@TempDir Path folder) throws Exception {
        Results<Setting> plain =
                sweep("plain", PartyStudy.METHODS, "5:5", 1, 2).into(folder).run(PartyStudy.STUDY);
        assertEquals(12, plain.runs().size());
        Results<Setting> shares =
                sweep("shares", List.of("PPGNN_M"), "5:5", 1, 2).into(folder).run(PartyStudy.STUDY);
        List<Run> clear = plain.where(s -> s.text("method").equals("PPGNN_M")).runs();
        for (int i = 0; i < 2; i++) {
            assertEquals(clear.get(i).metric("validation"), shares.runs().get(i).metric("validation"), 0.05);
            assertTrue(shares.runs().get(i).metric("sent") > clear.get(i).metric("sent"), "shares cost bytes");
        }
        assertNotEquals(clear.get(0).metric("test"), plain.runs().get(10).metric("test"), "mixed is another method");
        Results<Setting> again = sweep("plain", PartyStudy.METHODS, "5:5", 1, 2)
                .into(folder)
                .run(new Study<>(PartyStudy.STUDY.name(), 1, PartyStudy.STUDY.reading(), setting -> {
                    throw new AssertionError("done before: " + setting);
                }));
        assertEquals(plain.runs(), again.runs());
    }
}
