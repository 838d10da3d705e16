package dpgnn.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.dflib.jjava.jupyter.messages.Message;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What goes out and comes in beside the requests. */
@Tag("jdk")
class StreamsOutTest {
    @Test
    void charactersArriveWhole() {
        List<String> pieces = new ArrayList<>();
        PrintStream out = StandardStreams.to(pieces::add);
        byte[] bytes = "a\u00fc\u20ac\ud83c\udf88z".getBytes(StandardCharsets.UTF_8);
        for (byte b : bytes) {
            out.write(b);
            out.flush();
        }
        assertEquals("a\u00fc\u20ac\ud83c\udf88z", String.join("", pieces));
        assertEquals(List.of("a", "\u00fc", "\u20ac", "\ud83c\udf88", "z"), pieces);
    }

    @Test
    void textIsGatheredInOrder() {
        List<String> sent = new ArrayList<>();
        Outbox outbox = new Outbox(message -> sent.add(describe(message)));
        for (int i = 0; i < 1000; i++) outbox.add(null, "stdout", i % 10 + "");
        outbox.add(null, "stderr", "e");
        outbox.add(Messages.display(null, "id", Map.of("text/plain", "shown"), false));
        outbox.add(null, "stdout", "last");
        outbox.flush();
        assertEquals("0123456789".repeat(100), sent.get(0));
        assertEquals(List.of("e", "display_data", "last"), sent.subList(1, sent.size()));
    }

    @Test
    void anInterruptedWriterStillGetsItsWordsOut() {
        List<String> sent = new ArrayList<>();
        Outbox outbox = new Outbox(message -> sent.add(describe(message)));
        Thread.currentThread().interrupt();
        outbox.add(null, "stdout", "last words");
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        outbox.flush();
        assertEquals(List.of("last words"), sent);
    }

    @Test
    @SuppressWarnings("removal")
    void writersThatAreStoppedByForceSilenceNobody() throws Exception {
        assumeTrue(Runtime.version().feature() < 20, "no thread can be stopped by force any more");
        Method stop = Thread.class.getMethod("stop");
        for (int round = 0; round < 100; round++) {
            List<String> sent = Collections.synchronizedList(new ArrayList<>());
            Outbox outbox = new Outbox(message -> sent.add(describe(message)));
            Thread writer = new Thread(() -> {
                while (true) outbox.add(null, "stdout", "flood");
            });
            writer.start();
            Thread.sleep(1 + round % 5);
            stop.invoke(writer);
            writer.join();
            outbox.add(null, "stderr", "last words");
            CompletableFuture.runAsync(outbox::flush).get(60, TimeUnit.SECONDS);
            assertTrue(sent.contains("last words"), "round " + round);
        }
    }

    @Test
    void writersThatAreHeldBackLetEachOtherOn() throws Exception {
        AtomicLong characters = new AtomicLong();
        Outbox outbox =
                new Outbox(message -> characters.addAndGet(describe(message).length()));
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int w = 0; w < 6; w++)
            writers.add(CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < 40_000; i++) outbox.add(null, "stdout", "x");
                    },
                    task -> new Thread(task).start()));
        for (CompletableFuture<Void> writer : writers) writer.get(60, TimeUnit.SECONDS);
        outbox.flush();
        assertEquals(240_000, characters.get());
    }

    private static String describe(Message<?> message) {
        JsonObject content = (JsonObject) message.getContent();
        return content.has("text")
                ? content.get("text").getAsString()
                : message.getHeader().getType().getName();
    }

    @Test
    void inputIsAskedForLineByLine() throws Exception {
        Iterator<String> answers = List.of("first \u20ac", "second").iterator();
        BufferedReader reader = new BufferedReader(new InputStreamReader(
                StandardStreams.from(() -> answers.hasNext() ? answers.next() : null), StandardCharsets.UTF_8));
        assertEquals("first \u20ac", reader.readLine());
        assertEquals("second", reader.readLine());
        assertEquals(null, reader.readLine());
        assertThrows(IOException.class, () -> StandardStreams.from(() -> {
                    throw new InterruptedException();
                })
                .read());
        assertTrue(Thread.interrupted());
    }

    @Test
    void contentIsAsJupyterWantsIt() {
        JsonObject data = Messages.data(Map.of(
                "text/plain",
                "x",
                "application/json",
                "{\"a\": 1}",
                "application/vnd.plotly.v1+json",
                "[2]",
                "image/png",
                "iVBO"));
        assertEquals(
                "{\"application/json\":{\"a\":1},\"application/vnd.plotly.v1+json\":[2],\"image/png\":\"iVBO\",\"text/plain\":\"x\"}",
                data.toString());
    }

    @Test
    void positionsAreCountedInCharactersOfUnicode() {
        String text = "\ud83c\udf88ab";
        assertEquals(3, Positions.toChars(text, 2));
        assertEquals(2, Positions.toCodePoints(text, 3));
        assertEquals(4, Positions.toChars(text, 99));
    }
}
