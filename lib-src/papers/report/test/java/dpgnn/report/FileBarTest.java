package dpgnn.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.figure.Figure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a live page offers below a figure. */
class FileBarTest {
    private static final String VIEW = "application/vnd.jupyter.widget-view+json";
    private static final Figure GRID =
            Figure.grid("two & more", 2, Figure.line("a", new double[] {1, 2}), Figure.line("b", new double[] {2, 1}));

    /** A front end with widgets, or one without. */
    private record Page(boolean hasWidgets, List<Object> values) implements Comms.Host {
        @Override
        public void open(String id, String target, Map<String, ?> data) {
            Object value = ((Map<?, ?>) data.get("state")).get("value");
            if (value != null) values.add(value);
        }

        @Override
        public void send(String id, Map<String, ?> data) {
            values.add(((Map<?, ?>) data.get("state")).get("value"));
        }
    }

    @AfterEach
    void disconnect() {
        Comms.to(null);
    }

    @Test
    void aLivePageOffersFourFilesOfAGridThatWasGivenNoName() {
        Page page = new Page(true, new ArrayList<>());
        Comms.to(page);
        Map<String, String> shown = Display.present(GRID);
        assertTrue(shown.get(VIEW).contains("model_id"), "and beside it the picture, for a page that is saved:");
        assertEquals(GRID.svg(), shown.get("image/svg+xml"));
        Matcher files = Pattern.compile("download=\"(.+?)\" href=\"data:application/octet-stream;base64,(.+?)\"")
                .matcher((String) page.values.get(0));
        List<String> names = new ArrayList<>();
        while (files.find()) {
            names.add(files.group(1));
            byte[] file = Base64.getDecoder().decode(files.group(2));
            String text = new String(file, StandardCharsets.UTF_8);
            switch (files.group(1)) {
                case "two-more.pdf" -> assertTrue(text.startsWith("%PDF"));
                case "two-more.svg" -> assertEquals(GRID.svg(), text);
                case "two-more.csv" -> assertEquals(GRID.points().csv(), text);
                default -> {
                    assertTrue(text.contains("\\includegraphics{two-more}"), text);
                    assertTrue(text.contains("\\caption{Two \\& more. Panels: a; b.}"), text);
                }
            }
        }
        assertEquals(List.of("two-more.pdf", "two-more.svg", "two-more.csv", "two-more.tex"), names);
        String id = shown.get(VIEW).replaceAll(".*\"model_id\": \"(\\w+)\".*", "$1");
        Comms.receive(id, Map.of("method", "request_state"));
        assertEquals(page.values.get(0), page.values.get(1), "a page that is loaded again asks for it");
    }

    @Test
    void whatNobodyReadsLiveIsThePictureAlone() {
        assertFalse(Display.present(GRID).containsKey(VIEW));
        Page page = new Page(false, new ArrayList<>());
        Comms.to(page);
        assertFalse(Display.present(GRID).containsKey(VIEW));
        assertFalse(Display.render(GRID).containsKey(VIEW));
        assertEquals(List.of(), page.values);
    }
}
