package dpgnn.notebook;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Comms;
import dpgnn.report.Display;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a dial shows where nobody can move it, and what it says to a front end; conformance.py asks a whole kernel. */
@Tag("jdk")
class DialTest {
    private static final Lab LAB = Lab.of("dial-test", "ci");

    /** A front end that remembers what it is told. */
    private static final class Wire implements Comms.Host {
        final List<String> opened = new ArrayList<>();
        final List<Object> values = new ArrayList<>();
        String slider;

        @Override
        public void open(String id, String target, Map<String, ?> data) {
            Map<?, ?> state = (Map<?, ?>) data.get("state");
            opened.add(state.get("_model_name").toString());
            if (opened.get(opened.size() - 1).contains("Float")) slider = id;
        }

        @Override
        public void send(String id, Map<String, ?> data) {
            values.add(((Map<?, ?>) data.get("state")).get("value"));
        }

        void move(Object value) {
            Comms.receive(slider, Map.of("method", "update", "state", Map.of("value", value)));
        }
    }

    @AfterEach
    void disconnect() {
        Comms.to(null);
    }

    @Test
    void figuresStandSideBySideWithTheirNumbers() {
        Dial dial = LAB.dial("sigma", 1, 9, s -> Figure.line("loss", new double[] {s, 2 * s}))
                .panels(3);
        Map<String, String> shown = Display.render(dial);
        assertEquals(Set.of("image/svg+xml", "image/png", "text/plain"), shown.keySet());
        for (String label : List.of("sigma = 1<", "sigma = 5<", "sigma = 9<"))
            assertTrue(shown.get("image/svg+xml").contains(label), label);
    }

    @Test
    void numbersBecomeACurveAndTablesStandOneBelowTheOther() {
        Map<String, String> curve =
                Display.render(LAB.dial("M", 1, 5, m -> m * m).panels(5).step(1));
        assertTrue(curve.get("text/plain").contains("5"), curve.get("text/plain"));
        assertTrue(curve.containsKey("image/svg+xml"));
        Map<String, String> tables = Display.render(
                LAB.dial("M", 1, 3, m -> Table.columns("M").row((int) m)).panels(3));
        assertTrue(tables.get("text/html").contains("<strong>M = 2</strong></p>"), tables.get("text/html"));
        assertTrue(tables.get("text/plain").startsWith("M = 1\n"), tables.get("text/plain"));
    }

    @Test
    void wholeStepsGiveWholeNumbersAndLogarithmsEqualFactors() {
        List<Double> seen = new ArrayList<>();
        Display.render(LAB.dial("M", 1, 8, seen::add).step(1).panels(4));
        assertEquals(List.of(1.0, 3.0, 6.0, 8.0), seen);
        seen.clear();
        Display.render(LAB.dial("epsilon", 0.1, 10, seen::add).logarithmic().panels(3));
        assertEquals(0.1, seen.get(0));
        assertEquals(1, seen.get(1), 1e-12);
        assertEquals(10.0, seen.get(2));
    }

    @Test
    void whatFollowsIsSentWhenTheSliderMovesAndSoIsAnError() {
        Wire wire = new Wire();
        Comms.to(wire);
        Dial dial = LAB.dial("x", 0, 4, x -> {
                    if (x == 3) throw new IOException("no <three>");
                    return "x is " + x;
                })
                .panels(2)
                .start(1);
        Map<String, String> shown = Display.present(dial);
        assertTrue(shown.get("application/vnd.jupyter.widget-view+json").contains("\"version_major\": 2"));
        assertEquals(
                List.of("LayoutModel", "LayoutModel", "SliderStyleModel", "FloatSliderModel", "HTMLModel", "VBoxModel"),
                wire.opened);
        wire.move(2.5);
        wire.move(3);
        wire.move(99);
        wire.move("two");
        assertEquals(
                List.of(
                        "<pre>x is 1.0</pre>",
                        "<pre>x is 2.5</pre>",
                        "<pre style=\"color:#b00020\">3: java.io.IOException: no &lt;three&gt;</pre>",
                        "<pre>x is 4.0</pre>"),
                wire.values);
        Display.present(dial);
        assertEquals(6, wire.opened.size(), "a dial that is shown twice is one widget");
    }

    @Test
    void withoutAFrontEndNothingIsOpenedAndAnErrorFailsTheCell() {
        Dial broken = LAB.dial("x", 0, 4, x -> {
            throw new IOException("no file");
        });
        assertEquals("at x = 0: no file", refused(IllegalStateException.class, () -> Display.present(broken)));
        assertFalse(
                Display.present(LAB.dial("x", 0, 4, x -> x)).containsKey("application/vnd.jupyter.widget-view+json"));
    }

    @Test
    void wrongRangesAreRefusedByName() {
        Dial dial = LAB.dial("sigma", 0, 4, x -> x);
        for (String said : List.of(
                wrong(() -> LAB.dial("sigma", 4, 4, x -> x)),
                wrong(() -> dial.start(5)),
                wrong(() -> dial.start(Double.NaN)),
                wrong(() -> dial.step(0)),
                wrong(() -> dial.panels(1)),
                wrong(dial::logarithmic))) assertTrue(said.contains("sigma"), said);
    }

    private static String wrong(Runnable call) {
        return refused(call::run);
    }
}
