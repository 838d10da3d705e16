package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Comms;
import dpgnn.report.Display;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParameterFormTest {
    private static final String CELL = """
            // what is trained
            String set = "Cora";   // data set, one of Cora, PubMed
            double epsilon = 8.0;  // the budget, 0.1 to 100
            double rate = .5;      // of a batch, 0 to 1
            int M = 1;             // stars, 1 to 100
            long seed = 7L;        // of noise, at least 0
            boolean whole = true;  // whether all is read, one of true, false
            String name = "a";     // of the run""";

    /** What the page was told: models by their names, and scripts. */
    private final Map<String, Map<?, ?>> models = new LinkedHashMap<>();

    private final Map<String, String> ids = new LinkedHashMap<>();
    private final List<Map<String, String>> shown = new ArrayList<>();
    private final List<String> ran = new ArrayList<>();
    private Optional<Failure> answer = Optional.empty();

    private ParameterForm form(String source) {
        Comms.to(new Comms.Host() {
            @Override
            public void open(String id, String target, Map<String, ?> data) {
                Map<?, ?> state = (Map<?, ?>) data.get("state");
                String name = String.valueOf(
                        state.containsKey("description") ? state.get("description") : state.get("_model_name"));
                models.put(name, state);
                ids.put(name, id);
            }

            @Override
            public void send(String id, Map<String, ?> data) {
                Map<?, ?> state = (Map<?, ?>) data.get("state");
                if (id.equals(ids.get("HTMLModel"))) shown.add(Map.of("status", "" + state.get("value")));
            }
        });
        Display.to((id, content, update) -> shown.add(content));
        ParameterForm form = ParameterForm.of(cell(source), line -> {
                    ran.add(line);
                    return answer;
                })
                .orElseThrow();
        form.shown();
        return form;
    }

    private static Cell cell(String source) {
        return new Cell("cell [1]", source, List.of(), AllowedValues.parameters(source));
    }

    private void change(String name, String key, Object value) {
        shown.clear();
        Comms.receive(ids.get(name), Map.of("method", "update", "state", Map.of(key, value)));
    }

    @AfterEach
    void disconnect() {
        Comms.to(null);
        Display.to(Display.PLAIN);
    }

    @Test
    void typesAndCommentsSayWhichControlsThereAre() {
        form(CELL);
        List<String> kinds = List.of("set", "epsilon", "rate", "M", "seed", "whole", "name").stream()
                .map(name -> ("" + models.get(name).get("_model_name")).replace("Model", ""))
                .toList();
        assertEquals(
                List.of("Dropdown", "FloatLogSlider", "FloatSlider", "IntSlider", "IntText", "Dropdown", "Text"),
                kinds);
        assertEquals(List.of("Cora", "PubMed"), models.get("set").get("_options_labels"));
        assertEquals(0, models.get("set").get("index"));
        assertEquals(
                List.of(-1.0, 2.0),
                List.of(models.get("epsilon").get("min"), models.get("epsilon").get("max")));
        assertEquals(
                List.of(1L, 100L),
                List.of(models.get("M").get("min"), models.get("M").get("max")));
        assertEquals(7L, models.get("seed").get("value"));
        assertEquals("stars", models.get("M").get("tooltip"));
    }

    @Test
    void aChangeRunsTheDeclarationAndTheTextFollows() {
        form(CELL);
        change("epsilon", "value", 3.98107);
        assertEquals(List.of("double epsilon = 3.98; // the budget, 0.1 to 100"), ran);
        assertTrue(
                shown.get(0).get("status").contains("epsilon = 3.98 is set"),
                shown.get(0).toString());
        String script = shown.get(1).get("application/javascript");
        assertTrue(script.contains("setSource(\"// what is trained\\nString set"), script);
        assertTrue(script.contains("double epsilon \\u003d 3.98;") && script.contains("if (!false ||"), script);
        change("run the cells below on a change", "value", true);
        change("set", "index", 1.0);
        change("seed", "value", 12.0);
        change("whole", "index", 1.0);
        change("name", "value", "it's \"b\"");
        assertEquals(
                List.of(
                        "String set = \"PubMed\"; // data set, one of Cora, PubMed",
                        "long seed = 12L;       // of noise, at least 0",
                        "boolean whole = false; // whether all is read, one of true, false",
                        "String name = \"it's \\\"b\\\"\"; // of the run"),
                ran.subList(1, 5));
        script = shown.get(1).get("application/javascript");
        assertTrue(script.contains("if (!true ||") && script.contains("PubMed") && script.contains("3.98"), script);
    }

    @Test
    void whatIsRefusedLeavesTheTextAsItWas() {
        form(CELL);
        answer = Optional.of(Failure.of("IllegalArgumentException", "seed must be at least 0, was -1"));
        change("seed", "value", -1.0);
        assertEquals(1, shown.size(), shown.toString());
        assertTrue(shown.get(0).get("status").contains("seed must be at least 0, was -1"), shown.toString());
        answer = Optional.empty();
        change("seed", "value", 7.0);
        assertEquals(1, ran.size(), "it is 7 already");
    }

    @Test
    void anotherCellIsNoForm() {
        for (String cell : List.of("int n = 3;", "int n = 3; // at least 2\nn", "var x = List.of(1); // one of a, b"))
            assertTrue(ParameterForm.of(cell(cell), line -> Optional.empty()).isEmpty(), cell);
    }
}
