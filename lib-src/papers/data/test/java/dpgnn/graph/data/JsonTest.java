package dpgnn.graph.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.format.Json;
import dpgnn.graph.format.MalformedFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a JSON file may not be: each is refused with its place and what would be right. */
@Tag("jdk")
class JsonTest {
    private interface Reading {
        void of(Json json) throws IOException;
    }

    private static Json json(String text) throws IOException {
        return new Json("x.json", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void refused(String text, Reading reading, String where, String found, String wanted) {
        MalformedFile refused = assertThrows(MalformedFile.class, () -> {
            Json json = json(text);
            reading.of(json);
            json.end();
        });
        assertEquals("x.json", refused.file());
        assertEquals(where, refused.where(), refused.getMessage());
        assertTrue(refused.value().contains(found), refused.getMessage());
        assertTrue(refused.wanted().contains(wanted), refused.getMessage());
    }

    @Test
    void valuesOfEveryKindAreReadOrPassedOver() throws IOException {
        List<Object> read = new ArrayList<>();
        Json json = json(
                "{\"a\": [1, -2, 3.0, 4e2], \"\\u0062\": \"\\n\u00e9\", \"c\": {\"d\": [null, {}]}, \"e\": true}  ");
        json.object(name -> {
            read.add(name);
            switch (name) {
                case "a" -> json.array(() -> read.add(json.number(-2, 400)));
                case "b" -> read.add(json.text());
                case "e" -> read.add(json.bool());
                default -> json.skip();
            }
        });
        json.end();
        assertEquals(List.of("a", 1, -2, 3, 400, "b", "\n\u00e9", "c", "e", true), read);
    }

    @Test
    void nestingIsBounded() {
        refused(
                "[".repeat(65) + "]".repeat(65),
                Json::skip,
                "offset 65",
                "nesting depth (65)",
                "at most 64 levels deep");
        refused("[".repeat(1_000_000), Json::skip, "offset 65", "nesting depth (65)", "at most 64 levels deep");
    }

    @Test
    void lengthsAreBounded() {
        String wide = "x".repeat(70_000);
        refused("\"" + wide + "\"", Json::text, "offset 70002", "(70000)", "texts of 65536 characters");
        refused(
                "{\"" + wide + "\": 1}",
                json -> json.object(name -> json.skip()),
                "offset 70003",
                "(70000)",
                "texts of 65536");
        refused("1".repeat(81), json -> json.number(0, 9), "offset 81", "(81)", "numbers of 80");
    }

    @Test
    void numbersAreWholeAndInTheirRange() {
        for (String wrong : List.of("1.5", "-1", "10", "1e300", "99999999999999999999", "true", "\"3\"", "null", "[]"))
            refused(
                    "{\"key\": " + wrong + "}",
                    json -> json.object(name -> json.number(0, 9)),
                    "offset 8",
                    wrong.replace("\"", "").replace("]", ""),
                    "a whole number in 0..9");
        refused("[NaN]", json -> json.array(() -> json.number(0, 9)), "offset 4", "NaN", "JSON");
    }

    @Test
    void theTextIsWhole() {
        refused("[1, 2", Json::skip, "offset 5", "end-of-input", "JSON");
        refused("", Json::skip, "offset 0", "the end of the file", "more of the text");
        refused("[1] 2", Json::skip, "offset 4", "2", "the end of the text");
        refused("[1 2]", Json::skip, "offset 4", "'2'", "JSON");
        refused("{\"a\" 1}", Json::skip, "offset 6", "'1'", "JSON");
        refused("[1]", json -> json.object(name -> json.skip()), "offset 0", "[", "an object");
        refused("{}", json -> json.array(json::skip), "offset 0", "{", "an array");
        refused("\"a\u0001\"", Json::text, "offset 3", "CTRL-CHAR, code 1", "JSON");
    }

    @Test
    void aNodeIsNamedOnce() {
        refused(
                "{\"0\": 1, \"1\": 0, \"0\": 1}",
                json -> ClassMap.read(json, 2, GraphSaint.Nodes.numbers(2)),
                "offset 17",
                "node 0 again",
                "every node once");
    }
}
