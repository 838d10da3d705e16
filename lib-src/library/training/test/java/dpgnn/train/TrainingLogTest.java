package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.DATA;
import static dpgnn.train.SmallTraining.SPLIT;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Split;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Mlp;
import dpgnn.sampling.PoissonNodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingLogTest {
    private static final Plan PLAN = Plans.fixed(PoissonNodes.of(0.3), Clip.flat(0.5), 5, 3, 1e-4);

    @TempDir
    Path folder;

    private static void train(boolean release, TrainingLog... logs) throws Exception {
        Trainer trainer = release ? PLAN.release(Mlp.of(4)) : PLAN.experiment(Mlp.of(4), 1);
        for (TrainingLog log : logs) trainer.listen(log);
        Evaluation test = Evaluation.wholeGraph(DATA.evaluation(SPLIT, Split.Role.TEST));
        if (trainer instanceof OpenTrainer seen) seen.follow("test, accuracy", 2, test.accuracy());
        trainer.train(VIEW);
    }

    private static Set<String> figures(List<String> lines) {
        return lines.stream()
                .skip(1)
                .map(l -> l.substring(l.indexOf(',') + 1, l.lastIndexOf(',')))
                .collect(Collectors.toSet());
    }

    @Test
    void anExperimentWritesWhatIsFollowedAndAReleaseItsEpsilonAlone() throws Exception {
        Path file = folder.resolve("logs/run.csv");
        train(false, TrainingLog.csv(file));
        List<String> lines = Files.readAllLines(file);
        assertEquals("step,figure,value", lines.get(0));
        assertEquals(Set.of("loss", "\"test, accuracy\"", "epsilon"), figures(lines));
        assertEquals(
                List.of("1", "2", "3", "4", "5"),
                lines.stream()
                        .filter(l -> l.contains(",loss,"))
                        .map(l -> l.split(",")[0])
                        .toList());
        // Measured after steps 2 and 4, and at the end.
        assertEquals(3, lines.stream().filter(l -> l.contains("test, accuracy")).count());
        assertTrue(lines.stream().anyMatch(l -> l.startsWith("5,epsilon,")));
        train(true, TrainingLog.csv(file));
        assertEquals(Set.of("epsilon"), figures(Files.readAllLines(file)));
    }

    /** How long a step takes tells of its batch, and so neither the lines nor their times may follow the clock. */
    @Test
    void nothingThatAReleaseWritesFollowsTheClock() throws Exception {
        Path file = folder.resolve("released.csv"), events = folder.resolve("released");
        TrainingLog csv = TrainingLog.csv(file).released(),
                board = TrainingLog.tensorBoard(events).released();
        for (TrainingLog log : List.of(csv, board)) {
            log.started("slow", 100);
            for (int step = 1; step <= 100; step++) {
                if (step % 7 == 0) Thread.sleep(3);
                log.step(new Listener.Moment(step, 100, 1, Map.of(), () -> 0.5));
            }
            log.ended();
        }
        assertEquals(
                IntStream.rangeClosed(1, 20)
                        .mapToObj(k -> 5 * k + ",epsilon,0.5")
                        .toList(),
                Files.readAllLines(file).subList(1, 21));
        Set<Double> times = new TreeSet<>();
        try (Stream<Path> all = Files.list(events)) {
            ByteBuffer raw = ByteBuffer.wrap(Files.readAllBytes(all.findFirst().orElseThrow()))
                    .order(ByteOrder.LITTLE_ENDIAN);
            while (raw.hasRemaining()) {
                int at = raw.position();
                int length = (int) raw.getLong();
                for (int i = at + 12; i < at + 12 + length - 8; i++)
                    if (raw.get(i) == (1 << 3 | 1)) times.add(raw.getDouble(i + 1));
                raw.position(at + 12 + length + 4);
            }
        }
        times.removeIf(t -> t < 1e9 || t > 1e11); // bytes of other fields that look like a time's field
        assertEquals(1, times.size(), "one time for all events");
    }

    /** Frames of TFRecord, whose sums are made here bit by bit, and events whose fields are read one by one. */
    @Test
    void tensorBoardReadsTheSameNumbers() throws Exception {
        Path file = folder.resolve("run.csv"), events = folder.resolve("events");
        train(false, TrainingLog.csv(file), TrainingLog.tensorBoard(events));
        List<String> read = new ArrayList<>();
        try (Stream<Path> all = Files.list(events)) {
            Path made = all.findFirst().orElseThrow();
            assertTrue(made.getFileName().toString().contains("tfevents"));
            ByteBuffer raw = ByteBuffer.wrap(Files.readAllBytes(made)).order(ByteOrder.LITTLE_ENDIAN);
            for (int n = 0; raw.hasRemaining(); n++) {
                int from = raw.position();
                int length = (int) raw.getLong();
                assertEquals(masked(raw.array(), from, 8), raw.getInt());
                int begin = raw.position();
                raw.position(begin + length);
                assertEquals(masked(raw.array(), begin, length), raw.getInt());
                ByteBuffer event =
                        ByteBuffer.wrap(raw.array(), begin, length).slice().order(ByteOrder.LITTLE_ENDIAN);
                if (n == 0)
                    assertTrue(
                            new String(raw.array(), begin, length, StandardCharsets.UTF_8).contains("brain.Event:2"));
                else read.add(event(event));
            }
        }
        List<String> lines = Files.readAllLines(file).stream()
                .skip(1)
                .filter(l -> !l.contains("epsilon"))
                .map(l -> l.substring(0, l.lastIndexOf(',') + 1).replace("\"", "")
                        + (float) Double.parseDouble(l.substring(l.lastIndexOf(',') + 1)))
                .toList();
        assertEquals(lines, read.stream().filter(l -> !l.contains("epsilon")).toList());
        assertTrue(read.stream().anyMatch(l -> l.startsWith("5,epsilon,")));
    }

    private static String event(ByteBuffer event) {
        assertEquals(2 << 3, event.get());
        int step = event.get();
        assertEquals(5 << 3 | 2, event.get());
        assertEquals(event.limit() - 9, event.get() + event.position());
        assertEquals(1 << 3 | 2, event.get());
        event.get();
        assertEquals(1 << 3 | 2, event.get());
        byte[] name = new byte[event.get()];
        event.get(name);
        assertEquals(2 << 3 | 5, event.get());
        float value = event.getFloat();
        assertEquals(1 << 3 | 1, event.get());
        assertTrue(Math.abs(event.getDouble() - System.currentTimeMillis() / 1e3) < 600);
        return step + "," + new String(name, StandardCharsets.UTF_8) + "," + value;
    }

    private static int masked(byte[] content, int from, int length) {
        int crc = -1;
        for (byte b : Arrays.copyOfRange(content, from, from + length)) {
            crc ^= b & 255;
            for (int k = 0; k < 8; k++) crc = crc >>> 1 ^ ((crc & 1) == 0 ? 0 : 0x82f63b78);
        }
        crc = ~crc;
        return (crc >>> 15 | crc << 17) + 0xa282ead8;
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        for (TrainingLog log : new TrainingLog[] {
            TrainingLog.csv(file.resolve("run.csv")), TrainingLog.tensorBoard(file), TrainingLog.csv(folder)
        }) {
            String message = refused(UncheckedIOException.class, () -> log.started("a training", 3));
            assertTrue(message.startsWith("cannot write " + folder), message);
            log.ended();
        }
        assertArrayEquals(new byte[0], Files.readAllBytes(file));
    }
}
