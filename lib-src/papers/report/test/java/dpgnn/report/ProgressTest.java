package dpgnn.report;

import static dpgnn.Refusals.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private record Shown(String id, Map<String, String> content, boolean update) {}

    private final List<Shown> shown = new ArrayList<>();
    private long now;

    @AfterEach
    void backToPlainText() {
        Display.to(Display.PLAIN);
    }

    private Progress inNotebook(long total) {
        Display.to((id, content, update) -> shown.add(new Shown(id, content, update)));
        return Progress.of("DRW <i>", total, () -> now);
    }

    @Test
    void movesInPlaceAndNotTooOften() {
        try (Progress progress = inNotebook(1000)) {
            for (int step = 1; step <= 1000; step++) {
                now += 2_000_000L;
                progress.step(step, "loss", 1.0 / step);
            }
        }
        // Two seconds: the first picture, at most ten updates a second, the last picture.
        assertTrue(shown.size() > 10 && shown.size() <= 22, shown.size() + " pictures");
        assertFalse(shown.get(0).update());
        assertTrue(shown.stream().skip(1).allMatch(Shown::update));
        assertEquals(1, shown.stream().map(Shown::id).distinct().count());
        Xml.parse(shown.get(5).content().get("text/html").replace("&ensp;", " "));
        assertFalse(shown.get(5).content().get("text/html").contains("<i>"));
    }

    @Test
    void foretellsTheTimeLeftFromTheRate() {
        try (Progress progress = inNotebook(100)) {
            for (int step = 1; step <= 40; step++) {
                now += 1_000_000_000L;
                progress.step(step);
            }
            assertTrue(shown.get(shown.size() - 1).content().get("text/plain").endsWith("1 min 0 s left"));
        }
    }

    @Test
    void theLastPictureNamesValuesAndNoTime() {
        String[] texts = new String[2];
        for (int run = 0; run < 2; run++) {
            shown.clear();
            try (Progress progress = inNotebook(10)) {
                for (int step = 1; step <= 10; step++) {
                    now += (run + 1) * 777_000_000L;
                    progress.step(step, "loss", 0.123456, "kept to itself", Double.NaN, "epsilon", 1.5);
                }
            }
            texts[run] = shown.get(shown.size() - 1).content().toString();
            assertEquals(
                    Map.of("text/plain", "DRW <i>: 10 of 10  loss 0.1235  epsilon 1.5"),
                    shown.get(shown.size() - 1).content(),
                    "one line, no bar");
            assertTrue(shown.get(shown.size() - 1).update(), "in place of the bar");
        }
        assertEquals(texts[0].replaceAll("dpgnn-\\d+", ""), texts[1].replaceAll("dpgnn-\\d+", ""));
    }

    /** What is not measured after every step says after which it was. */
    @Test
    void anOldValueNamesItsStep() {
        try (Progress progress = inNotebook(10)) {
            progress.step(1, "loss", 0.5, "epsilon", 0.4615);
            now += 1_000_000_000L;
            progress.step(2, "loss", 0.4);
            String text = shown.get(shown.size() - 1).content().get("text/plain");
            assertTrue(text.contains("loss 0.4  epsilon 0.4615 (step 1)"), text);
            now += 1_000_000_000L;
            progress.step(3, "loss", 0.3, "epsilon", 0.7);
            text = shown.get(shown.size() - 1).content().get("text/plain");
            assertTrue(text.contains("loss 0.3  epsilon 0.7  "), text);
        }
    }

    @Test
    void aStoppedRunSaysSo() {
        try (Progress progress = inNotebook(10)) {
            progress.step(3);
        }
        assertTrue(shown.get(shown.size() - 1).content().get("text/plain").contains("3 of 10 (stopped)"));
    }

    @Test
    void namesItsTimeWhereAsked() {
        try (Progress progress = inNotebook(10).timed()) {
            now += 65_000_000_000L;
            progress.step(10);
        }
        assertTrue(shown.get(shown.size() - 1).content().get("text/plain").endsWith("in 1 min 5 s"));
    }

    @Test
    void aLineEveryFewSecondsWithoutANotebook() {
        var out = new java.io.ByteArrayOutputStream();
        var before = System.out;
        System.setOut(new java.io.PrintStream(out, true));
        try (Progress progress = Progress.of("t", 100, () -> now)) {
            for (int step = 1; step <= 100; step++) {
                now += 200_000_000L;
                progress.step(step);
            }
        } finally {
            System.setOut(before);
        }
        assertEquals(5, out.toString().lines().count(), out.toString());
    }

    @Test
    void badInputIsNamed() {
        Progress progress = inNotebook(10);
        assertMessage("must be in 0..10", () -> progress.step(11));
        assertMessage("names and values in turn", () -> progress.step(1, "loss"));
        assertMessage("must be a name", () -> progress.step(1, 2.0, "loss"));
        progress.close();
        assertMessage("is closed", () -> progress.step(2));
        assertMessage("total = 0", () -> Progress.of("t", 0));
    }
}
