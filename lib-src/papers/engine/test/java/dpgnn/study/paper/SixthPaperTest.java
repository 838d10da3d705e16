package dpgnn.study.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.study.Study;
import dpgnn.study.paper.ComparisonRule.Verdict;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that a new paper takes: nine numbers, the record of a run, its body, and which run stands behind which number. */
class SixthPaperTest {
    private static final Paper PAPER = Paper.parse("toy", "A sixth paper", """
            table,row,column,value,deviation,unit,sort,limit
            Table 1,GCN,Cora,0.81,,share,training,3 points
            Table 1,GCN,PubMed,0.79,,share,training,3 points
            Table 1,GCN,Reddit,0.93,,share,training,3 points
            Table 1,GIN,Cora,0.76,0.02,share,training,3 points
            Table 1,GIN,PubMed,0.74,,share,training,3 points
            Table 1,GIN,Reddit,0.91,,share,training,3 points
            Table 1,blind,Cora,0.02,,share,training,3 points
            Table 2,Cora,nodes,2708,,,size,0 %
            Table 2,Cora,seconds,12,,s,left out,
            """);
    private static final Study<ToyRun> STUDY = new Study<>("toy", 1, SixthPaperTest::data, SixthPaperTest::train);

    record ToyRun(String model, String dataset, long seed) implements Experiment<ToyRun> {
        @Override
        public String experiment() {
            return "toy";
        }
    }

    private static Run.Data data(ToyRun run) {
        return new Run.Data(run.dataset, run.dataset.equals("pubmed"), List.of(), List.of());
    }

    private static Run train(ToyRun run) {
        double accuracy = (run.model.equals("GCN") ? 0.8 : 0.7) + run.seed / 100.0;
        return Run.of(run, data(run), Map.of(), Map.of("test", accuracy));
    }

    @Test
    void itIsCompared(@TempDir Path folder) {
        Cells<ToyRun> cells = Cells.of(Folder.of(folder), STUDY, new ToyRun("", "", 1))
                .row(ToyRun::model)
                .column(ToyRun::dataset, String::toLowerCase)
                .seeds(1, 3);
        Comparison found = PAPER.compare("Table 1", "accuracy", cells.without("Reddit", "its file"))
                .refuted(cell -> cell.row().equals("blind"));
        for (Verdict verdict : List.of(Verdict.WITHIN, Verdict.NOT_REPRODUCED, Verdict.CONTRADICTED_BY_ARITHMETIC))
            assertEquals(1, found.count(verdict), verdict.toString());
        assertEquals(4, found.count(Verdict.NOT_RUN_FILE), "two without a file, two on a stand-in");
        assertEquals("82.0 ± 1.4", found.narrow().texts("found")[0]);
        String blind = found.blind(cell -> 0.8).narrow().markdown();
        assertTrue(blind.contains("A constant answer has 80.0 (Cora); it would be within the limit of 1 of 3."), blind);
    }
}
