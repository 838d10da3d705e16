package dpgnn.study.walks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.notebook.Lab;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.report.Table;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.Workbench;
import dpgnn.study.walks.WalkComparison.Cell;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WalkComparisonTest {
    /** Of which each run is made once. */
    private static WalkGrid grid;

    @BeforeAll
    static void make() throws IOException {
        grid = WalkGrid.of(Lab.of("tables", "ci", 1), false);
    }

    @Test
    void cellsAreCountedAndThoseBeyondAreNamed() {
        List<Cell> cells = List.of(
                new Cell("Cora", WalkMethod.GCN, 0, 69.8, 69.9), new Cell("Cora", WalkMethod.DRW_D, 256, 17.2, 13.1));
        assertEquals(
                "1 of 2 cells are within 3 points of the paper, -2.0 points on average; beyond: [Cora DRW-D, 2 x 256 (-4.1)]",
                WalkComparison.near(cells));
        assertTrue(new Cell("Cora", WalkMethod.GCN, 0, 60, 63).near());
    }

    @Test
    void publishedCellsAreThoseOfTheWholeSets() {
        assertEquals(69.8, WalkGrid.published("Cora", WalkMethod.GCN, 0).orElseThrow());
        assertEquals(77.3, WalkGrid.published("Cora", WalkMethod.GCN, 256).orElseThrow());
        assertEquals(24.5, WalkGrid.published("Cora", WalkMethod.DRW_R, 512).orElseThrow());
        assertTrue(WalkGrid.published("Cora/2", WalkMethod.GCN, 0).isEmpty());
    }

    /** All tables at the scale that only checks that they can be made. */
    @Test
    void tablesAreWideAndSayWhatStandsIn() throws Exception {
        WalkComparison study = WalkComparison.of(grid);
        assertFalse(grid.real());
        assertEquals(2, study.data().rows());
        Table one = study.table1();
        assertEquals(List.of("method", "layers", "width", "Cora/2: published", "Cora/2: ours"), one.columns());
        assertEquals(3, one.rows());
        assertTrue(one.where("method", "GCN").texts("Cora/2: ours")[0].endsWith("*"), "on a stand-in");
        assertEquals(List.of(), study.cells());
        Table readings = study.readings();
        assertEquals(one.columns(), readings.columns());
        assertEquals(List.of("DRW"), List.of(readings.texts("method")));
        Table larger = study.larger();
        assertEquals("59.6", larger.where("method", "DRW").texts("Arxiv/20: published")[0]);
        assertTrue(larger.where("method", "FDP").texts("Arxiv/20: ours")[0].endsWith("*"));
        assertTrue(
                larger.notes().get(0).contains("Arxiv/20: seeds 1, arxiv / 20"),
                larger.notes().toString());
        assertEquals(List.of("Arxiv/20"), study.ordered());
        double least = Math.min(study.mean("Arxiv/20", WalkMethod.DRW, 2), study.mean("Arxiv/20", WalkMethod.DRW_R, 2));
        assertEquals(least - study.mean("Arxiv/20", WalkMethod.FDP, 2), study.lead("Arxiv/20"), 1e-9);
        assertTrue(study.figure2().points().rows() > 4);
        Table way = study.onTheWay().points();
        assertTrue(way.rows() > 0, way.text());
    }

    @Test
    void findingsAreMadeAtTheSmallestScale() throws Exception {
        WalkFindings findings = WalkFindings.of(grid);
        WalkSwitches switches = WalkSwitches.of(grid);
        Table scaling = findings.scaling();
        assertNotEquals(scaling.texts("Cora/2, row-wise")[0], scaling.texts("Cora/2, standardised (UNSOUND)")[0]);
        assertTrue(
                scaling.notes().get(0).contains("verdict IDEAL"),
                scaling.notes().toString());
        assertTrue(findings.chance("Cora/2") > 0);
        assertEquals(1, findings.luck().points().rows());
        assertEquals(0, WalkMisses.of(grid).threes().rows());
        assertEquals(0, WalkMisses.of(grid).tried().rows());
        assertEquals(List.of(), findings.cells("test"));
        assertEquals(1, switches.open().rows());
        assertTrue(switches.unseen().numbers("columns without a training node")[0] > 0);
        assertEquals("UNSOUND", switches.switches().where("variant", "measured").texts("verdict")[0]);
        assertEquals(3, switches.clips().points().rows());
    }

    /** Private trainings reach 20 %, those of FDP 10 %, but 24 % with seeds 4 to 6; on their way 26 %, and 23 % by validation. */
    private static final class Pretended implements InvocationHandler {
        @Override
        public Object invoke(Object bench, Method asked, Object[] given) {
            return switch (asked.getName()) {
                case "ci", "paper" -> false;
                case "seeds" ->
                    LongStream.rangeClosed(1, given == null ? 12 : (int) given[0])
                            .toArray();
                case "run" -> runs((Sweep<?>) given[0]);
                default -> null;
            };
        }

        private static List<Run.Point> way(double... values) {
            return IntStream.range(0, values.length)
                    .mapToObj(i -> new Run.Point(i + 1, values[i]))
                    .toList();
        }

        private static <E extends Experiment<E>> SweepResults<E> runs(Sweep<E> sweep) {
            Map<E, Run> runs = new LinkedHashMap<>();
            var data = new Run.Data("cora", false, List.of(), List.of());
            var leaks = Guarantee.of(Unit.FEATURE, Relation.REPLACE)
                    .by("RDP", 8, 1e-5, Verdict.UNSOUND, List.of("standardised"));
            for (E each : sweep.experiments()) {
                WalkRun run = (WalkRun) each;
                boolean lucky = run.seed() >= 4 && run.seed() <= 6;
                double test = run.method() != WalkMethod.FDP ? 0.2 : lucky ? 0.24 : 0.1;
                Map<String, Double> metrics = Map.of("test", test, "validation", 0.2);
                var way = Map.of("test", way(0.23, 0.26, test), "validation", way(0.3, 0.2, 0.2));
                runs.put(
                        each,
                        Run.of(each, data, Map.of(), metrics).followed(way).guaranteed(List.of(leaks)));
            }
            return new SweepResults<>(runs);
        }
    }

    @Test
    void cellsThatAreNotNearAreHeldAgainstThreeSeeds() throws Exception {
        Class<?>[] bench = {Workbench.class};
        Workbench pretended = (Workbench) Proxy.newProxyInstance(getClass().getClassLoader(), bench, new Pretended());
        WalkMisses misses = WalkMisses.of(new WalkGrid(pretended, false, false));
        Table threes = misses.threes();
        Table cell = threes.where("data", "Cora").where("method", "FDP").where("width", 512);
        assertEquals(23.2, cell.numbers("published")[0], 1e-9);
        assertEquals(13.5, cell.numbers("mean")[0], 1e-9, "three of twelve are lucky");
        assertEquals(10, cell.numbers("low")[0], 1e-9, "84 of 220 have no lucky one");
        assertEquals(58 / 3.0, cell.numbers("high")[0], 1e-9, "27 have two, and one has three");
        assertEquals(58 / 3.0, cell.numbers("nearest")[0], 1e-9);
        Table walks = threes.where("data", "Cora").where("method", "DRW");
        assertEquals(1, walks.rows(), "19.9 and 17.2 are near 20, 24.9 is not");
        assertEquals(24.9, walks.numbers("published")[0], 1e-9);
        assertEquals(0, threes.where("data", "CiteSeer").where("method", "DRW").rows(), "three seeds, and near");
        Table tried = misses.tried();
        Table step = tried.where("data", "Cora").where("method", "FDP").where("width", 512);
        assertEquals(13.5, step.numbers("table 1")[0], 1e-9);
        assertEquals(10, step.numbers("best setting")[0], 1e-9, "the first three seeds");
        assertEquals(23, step.numbers("best step by validation")[0], 1e-9);
        assertEquals(26, step.numbers("best step by test")[0], 1e-9);
        assertEquals("", step.texts("scaled over all nodes")[0]);
        Table plain = tried.where("data", "Cora").where("method", "GCN").where("width", 512);
        assertEquals(20, plain.numbers("scaled over all nodes")[0], 1e-9);
        assertEquals("", plain.texts("best step by test")[0]);
        assertEquals(0, tried.where("method", "DRW").where("data", "CiteSeer").rows(), "near");
    }

    @Test
    void daysWantTheScalePaper() {
        Lab quick = Lab.of("tables", "quick", 1);
        assertThrows(IllegalArgumentException.class, () -> WalkGrid.of(quick, true));
    }
}
