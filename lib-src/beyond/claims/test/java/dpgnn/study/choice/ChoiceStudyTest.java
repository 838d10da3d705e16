package dpgnn.study.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.study.choice.ChoiceRun.Way;
import org.junit.jupiter.api.Test;

class ChoiceStudyTest {
    @Test
    void everyWayButTheNaiveOneSpendsWhatItSays() throws Exception {
        for (Way way : Way.values()) {
            var metrics = ChoiceRun.run(new ChoiceRun("small", way, 4, 1)).metrics();
            double spent = metrics.get("epsilon spent");
            if (way == Way.NAIVE) assertTrue(spent > 2 * 4, "naive spends " + spent);
            else assertTrue(spent <= 4 && spent > 3.99, way + " spends " + spent);
            assertTrue(metrics.get("candidate") >= -1 && metrics.get("candidate") < 8);
            assertEquals(
                    way == Way.NAIVE || way == Way.COMPOSED ? 8 : 0,
                    metrics.keySet().stream()
                            .filter(m -> m.startsWith("test accuracy of"))
                            .count());
        }
    }
}
