package dpgnn.study.parties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.study.Sweep;
import dpgnn.study.paper.Folder;
import dpgnn.study.paper.Pretended;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartySearchTest {
    private static final PartyRun START = PartyRun.of("small", PartyRun.Path.PLAIN, 3, 8);

    /** Runs whose figures are made up: three layers, decay 5e-3 and dropout are best on validation nodes and worst on test nodes. */
    private static Run pretend(PartyRun run) {
        double good = (run.depth() == 3 ? 0.1 : 0) + (run.decay() > 1e-3 ? 0.1 : 0) + run.initialDropout() / 10;
        double luck = run.seed() == 2 && run.width() == 16 ? 0.05 : 0;
        double loss = run.seed() == 1 && run.width() == 16 ? 0.06 : 0;
        return Pretended.run(
                run, Map.of("validation", 0.5 + good + luck - loss, "test", 0.5 - good, "best epoch", 2.0));
    }

    @Test
    void itFollowsTheMeanOverValidationNodesAndNeverTheTest() throws Exception {
        List<PartyRun> asked = new ArrayList<>();
        PartyPaper.Search found = PartyPaper.Search.from(START, new long[] {1, 2}, new Pretended(run -> {
            asked.add((PartyRun) run);
            return pretend((PartyRun) run);
        }));
        assertEquals(
                START.with(PartyRun::depth, 3).with(PartyRun::decay, 5e-3).with(PartyRun::initialDropout, 0.5),
                found.choice(),
                "a wider network is better at one seed and worse in the mean");
        assertEquals(16, asked.size(), "two values of each of four parameters, with two seeds");
        assertEquals(5, found.tried().size());
    }

    /** The wider search goes on from the start, and the earlier choice stays where validation does not prefer another. */
    @Test
    void aWiderSearchChoosesByTheMeanOverItsOwnSeeds() throws Exception {
        double[] ofFive = {0};
        var trainings = new Pretended(each -> {
            PartyRun run = (PartyRun) each;
            double slow = run.rate() != null && run.rate() < 0.01 ? 0.05 : 0;
            double deep = run.depth() == 5 ? ofFive[0] : 0;
            return Pretended.run(run, Map.of("validation", 0.5 + deep + slow, "test", 0.5 - deep, "best epoch", 2.0));
        });
        PartyPaper.Search first = PartyPaper.Search.from(START, new long[] {1}, trainings);
        ofFive[0] = 0.1;
        PartyRun by = START.with(PartyRun::epochs, 9).with(PartyRun::rate, 1e-3);
        PartyPaper.Search wider = first.wider(new long[] {1, 2}, trainings);
        assertEquals(by.with(PartyRun::depth, 5), wider.choice());
        assertEquals(
                first.tried().size() + 7,
                wider.tried().size(),
                "four depths, and a second value of each other parameter");
        assertEquals(0.5, wider.tried().get(first.tried().size() - 1).mean(), "the earlier choice, over these seeds");
        ofFive[0] = -0.1;
        assertEquals(
                by.rate(), first.wider(new long[] {1, 2}, trainings).choice().rate());
        var even =
                new Pretended(each -> Pretended.run(each, Map.of("validation", 0.5, "test", 0.5, "best epoch", 2.0)));
        assertEquals(START, first.wider(new long[] {1, 2}, even).choice(), "no better than before");
    }

    /** With real trainings, the linear reference beside them. */
    @Test
    void itTrainsWhatItSearches(@TempDir Path folder) throws Exception {
        PartyPaper.Search found = PartyPaper.Search.from(START, new long[] {1}, Folder.of(folder));
        assertEquals("small", found.choice().dataset());
        Map<LinearReference.Combination, Double> tests = new LinkedHashMap<>();
        for (var combination : LinearReference.Combination.values())
            tests.put(
                    combination,
                    Sweep.of(new LinearReference("small", "9:1", combination, 1))
                            .into(folder)
                            .run(LinearReference.STUDY)
                            .runs()
                            .get(0)
                            .metric("test"));
        assertTrue(tests.get(LinearReference.Combination.MIXED) > 0.5, "more than chance: " + tests);
        assertNotEquals(
                tests.get(LinearReference.Combination.MEAN), tests.get(LinearReference.Combination.FIRST), "" + tests);
    }
}
