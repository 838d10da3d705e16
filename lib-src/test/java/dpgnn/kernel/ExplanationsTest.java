package dpgnn.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ExplanationsTest {
    private static Session session;

    @BeforeAll
    static void open() {
        session = new Session(Path.of("lib-src/main/java"));
        session.run("cell [1]", "var streams = Streams.seed(7);\nint counted = 3;");
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static String explain(String code, String behind) {
        return session.explanations()
                .explain(code, code.indexOf(behind) + behind.length())
                .getOrDefault("text/plain", "");
    }

    @Test
    void completesMembersAndNames() {
        Explanations.Completions found = session.explanations().complete("int a = 1;\nstreams.str", 22);
        assertEquals(List.of("stream("), found.matches());
        assertEquals(19, found.start());
        assertEquals(22, found.end());
        assertTrue(session.explanations().complete("count", 5).matches().contains("counted"));
        assertEquals(List.of(), session.explanations().complete("%maven a", 8).matches());
    }

    @Test
    void explainsAMethodWithOurJavadoc() {
        String text = explain("streams.stream(\"noise\")", "streams.stre");
        assertTrue(text.contains("stream(String"), text);
        text = explain("Display.show(1)", "Display.sh");
        assertTrue(text.contains("Shows a value and returns a handle by which it can be replaced."), text);
        assertEquals(text, explain("Display.show(", "Display.show("));
    }

    @Test
    void explainsATypeAndAVariable() {
        assertTrue(explain("Display", "Disp").contains("How the library shows things"), explain("Display", "Disp"));
        assertTrue(explain("counted + 1", "cou").contains("counted"), explain("counted + 1", "cou"));
        assertEquals("", explain("   ", " "));
    }

    @Test
    void readsJavadocAsText() {
        assertEquals(
                "Uses Table#of and x < y.\n\nSecond, see the table.",
                Javadoc.plain(" Uses {@link Table#of} and {@code x < y}.\n <p>Second, see {@link Table the table}."));
        assertFalse(
                Javadoc.of(null).find("int String.length()", name -> List.of()).isPresent());
    }
}
