package dpgnn.study.batches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.study.batches.BatchRun.Way;
import dpgnn.study.nodes.NodeData;
import dpgnn.train.Run;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchStudyTest {
    private static BatchRun small(Way way) {
        return BatchRun.of("small", way, 2).with(BatchRun::lot, 120).with(BatchRun::epochs, 5);
    }

    @Test
    void everyWayKeepsItsBudgetAndWhatIsHiddenSavesNoise() throws Exception {
        Map<Way, Double> noise = new EnumMap<>(Way.class);
        for (Way way : Way.values()) {
            Run run = BatchRun.run(small(way));
            double epsilon = run.metric("epsilon");
            assertTrue(epsilon <= 2 && epsilon > 1.98, way + " spends " + epsilon);
            assertEquals(4, run.metric("batches"));
            assertTrue(run.metric("constant") > 0 && run.metric("constant") < 0.5);
            assertTrue(run.metric("test accuracy") > run.metric("constant"), way + " learns");
            noise.put(way, run.metric("noise multiplier"));
        }
        assertTrue(noise.get(Way.ALLOCATED) < noise.get(Way.POISSON), noise.toString());
        assertTrue(noise.get(Way.OPEN) > 1.2 * noise.get(Way.POISSON), noise.toString());
        double delta = NodeData.delta((int) (0.8 * BatchRun.data("small").nodes()));
        double open =
                PldAccountant.standard().epsilon(new Event.Repeated(new Event.Gaussian(noise.get(Way.OPEN)), 5), delta);
        assertEquals(2, open, 0.02);
    }
}
