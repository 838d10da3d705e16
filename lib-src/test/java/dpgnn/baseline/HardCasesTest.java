package dpgnn.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HardCasesTest {
    private static Setting setting(String mode, int percent, Object... more) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "dataset", "small", "percent", percent, "mode", mode, "optimizer", "Adam", "epochs", 60, "seed", 2));
        for (int i = 0; i < more.length; i += 2) all.put((String) more[i], more[i + 1]);
        return Setting.of("test", all);
    }

    @Test
    void theModelOnAllDataSharesAllItsErrors() throws Exception {
        Run run = HardCases.run(setting("plain", 100));
        assertEquals(1, run.metric("share"));
        assertEquals(1 - run.metric("test"), run.metric("hard cases") / run.metric("tested"), 1e-12);
    }

    @Test
    void anotherModelIsComparedWithIt() throws Exception {
        HardCases hard = HardCases.of(TextGcn.train(setting("plain", 100)).wrong());
        Setting noisy = setting("clipped", 50, "noise", 30);
        Run run = HardCases.run(noisy);
        double share = hard.shareOf(TextGcn.train(noisy).wrong());
        assertEquals(share, run.metric("share"));
        assertEquals(hard.count(), run.metric("hard cases"));
        assertTrue(share > 0 && share < 1, "share " + share);
        assertEquals(noisy, run.setting());
    }
}
