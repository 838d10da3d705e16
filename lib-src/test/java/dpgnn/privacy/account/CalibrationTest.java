package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.Event.Gaussian;
import dpgnn.privacy.Event.HomeStars;
import dpgnn.privacy.Event.PoissonSampled;
import dpgnn.privacy.Event.Repeated;
import dpgnn.privacy.Relation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
    private final PldAccountant pld = PldAccountant.standard();
    private final Calibration calibration = Calibration.of(pld);

    @Test
    void leastNoiseIsSafeAndTight() {
        // 100 steps of a whole-gradient mechanism at delta 1e-5: lambda = 307, 37.3 and 5.0 for epsilon 0.1, 1 and 10
        double[][] rows = {{0.1, 307}, {1, 37.3}, {10, 5.0}};
        for (double[] row : rows) {
            double m = calibration.multiplier(x -> new Repeated(new Gaussian(x), 100), row[0], 1e-5);
            assertEquals(row[1], m, 0.01 * row[1]);
            assertTrue(pld.epsilon(new Repeated(new Gaussian(m), 100), 1e-5) <= row[0]);
            assertTrue(pld.epsilon(new Repeated(new Gaussian(m * (1 - 3e-4)), 100), 1e-5) > row[0]);
        }
    }

    private static Event heterPoisson(double multiplier, Event.Proof proof) {
        return new Repeated(new Event.HeterPoisson(0.2, 2, 300, multiplier, true, proof), 20);
    }

    @Test
    void leastNoiseOfAWorstDegreeIsSafeAndNearlyTight() {
        for (Event.Proof proof : Event.Proof.values())
            for (double epsilon : new double[] {1, 8}) {
                double found = Calibration.of(pld).multiplier(m -> heterPoisson(m, proof), epsilon, 1e-5);
                assertTrue(pld.epsilon(heterPoisson(found, proof), 1e-5) <= epsilon, proof + " " + epsilon);
                assertTrue(pld.epsilon(heterPoisson(found / 1.003, proof), 1e-5) > epsilon, proof + " " + epsilon);
            }
    }

    @Test
    void aGuideIsRoughOnlyFarFromTheTargetAndOnTheRightSideThere() {
        for (Event.Proof proof : Event.Proof.values()) {
            double target = pld.epsilon(heterPoisson(4, proof), 1e-5);
            ToDoubleFunction<Event> guide = pld.guide(target, 1e-5);
            for (double m : new double[] {1, 16, 2, 4, 3.9, 0.6, 4.1, 8}) {
                double exact = pld.epsilon(heterPoisson(m, proof), 1e-5),
                        guess = guide.applyAsDouble(heterPoisson(m, proof));
                if (m > 3.5 && m < 4.5) assertEquals(exact, guess, 5e-3 * exact, proof + " " + m);
                else assertEquals(exact > target, guess > target, proof + " " + m);
            }
        }
    }

    @Test
    void mostStepsIsTheLastThatFits() {
        Event step = new PoissonSampled(0.05, 1.5, Relation.ADD_REMOVE);
        long t = calibration.steps(step, 2, 1e-5);
        assertTrue(t > 1);
        assertTrue(pld.epsilon(new Repeated(step, t), 1e-5) <= 2);
        assertTrue(pld.epsilon(new Repeated(step, t + 1), 1e-5) > 2);
        assertEquals(0, calibration.steps(new Gaussian(0.3), 0.1, 1e-5));
        assertEquals(7, calibration.steps(n -> new Repeated(new Gaussian(500), n), 5, 1e-5, 7));
    }

    @Test
    void leastDeltaGivesBackTheEpsilon() {
        Event event = new Repeated(new PoissonSampled(0.05, 1.5, Relation.ADD_REMOVE), 30);
        double delta = calibration.delta(event, 0.9);
        assertEquals(0.9, pld.epsilon(event, delta), 2e-3);
    }

    @Test
    void refusesWhatCannotBeReached() {
        assertThrows(IllegalArgumentException.class, () -> calibration.multiplier(Gaussian::new, 0, 1e-5));
        assertThrows(IllegalArgumentException.class, () -> calibration.multiplier(Gaussian::new, 1, 0));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> calibration.multiplier(m -> new Event.NonPrivate("none"), 1, 1e-5))
                .getMessage();
        assertTrue(message.contains("no multiplier"), message);
    }

    @Test
    void aCacheNeverChangesAnAnswer(@TempDir Path folder) throws IOException {
        Event event = new Repeated(new PoissonSampled(0.05, 1.5, Relation.ADD_REMOVE), 30);
        double fresh = pld.epsilon(event, 1e-5);
        assertEquals(fresh, CachedAccountant.of(pld, folder).epsilon(event, 1e-5));
        List<Path> files = files(folder);
        assertEquals(1, files.size());
        String kept = Files.readString(files.get(0));
        assertTrue(kept.contains(event.canonical()) && kept.contains(pld.version()));
        for (String damaged :
                List.of("", "nonsense", kept.substring(0, kept.length() / 2), kept.replace("0.05", "0.06"))) {
            Files.writeString(files.get(0), damaged);
            assertEquals(fresh, CachedAccountant.of(pld, folder).epsilon(event, 1e-5));
            assertEquals(kept, Files.readString(files.get(0)), "an unreadable answer is written anew");
        }
        String[] lines = kept.split("\n");
        Files.writeString(files.get(0), kept.replace(lines[lines.length - 2], "3ff0000000000000"));
        assertEquals(
                fresh,
                CachedAccountant.of(pld, folder).epsilon(event, 1e-5),
                "a changed number does not fit its checksum");
        CachedAccountant.of(pld, folder).delta(event, 0.5);
        assertEquals(2, files(folder).size());
        Path blocked = Files.writeString(folder.resolve("file"), "not a folder");
        assertEquals(fresh, CachedAccountant.of(pld, blocked).epsilon(event, 1e-5));
    }

    /** Also where it keeps nothing on disk, for each kind of question by itself. */
    @Test
    void aCacheAsksOnce(@TempDir Path folder) throws IOException {
        Event event = new Repeated(new HomeStars(0.1, 2, 5), 3);
        CachedAccountant plain = CachedAccountant.inMemory(pld);
        assertEquals(pld.epsilon(event, 1e-5), plain.epsilon(event, 1e-5));
        assertEquals(pld.delta(event, 1), plain.delta(event, 1));
        assertEquals(pld.remark(event, 1e-5), plain.remark(event, 1e-5));
        assertFalse(pld.remark(event, 1e-5).isEmpty(), "a remark is not lost on the way");
        AtomicInteger asked = new AtomicInteger();
        Accountant counting = new Counting(asked);
        for (CachedAccountant cached :
                List.of(CachedAccountant.inMemory(counting), CachedAccountant.of(counting, folder))) {
            double first = cached.epsilon(new Gaussian(2), 1e-5);
            assertEquals(first, cached.epsilon(new Gaussian(2), 1e-5));
            assertEquals(first + 1, cached.epsilon(new Gaussian(2), 1e-6));
            assertEquals(first + 2, cached.epsilon(new Gaussian(3), 1e-5));
        }
        assertEquals(6, asked.get());
    }

    /** Gives each answer another number. */
    private record Counting(AtomicInteger asked) implements Accountant {
        @Override
        public String name() {
            return "counting";
        }

        @Override
        public boolean supports(Event event) {
            return true;
        }

        @Override
        public double epsilon(Event event, double delta) {
            return asked.incrementAndGet();
        }

        @Override
        public double delta(Event event, double epsilon) {
            return asked.incrementAndGet();
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.toList();
        }
    }

    @Test
    void canonicalFormsDiffer() {
        Event a = new Event.Composed(List.of(new Gaussian(1), new Repeated(new Gaussian(0.1), 3)));
        assertEquals(
                "{\"kind\":\"Composed\",\"events\":[{\"kind\":\"Gaussian\",\"multiplier\":1.0},{\"kind\":\"Repeated\","
                        + "\"event\":{\"kind\":\"Gaussian\",\"multiplier\":0.1},\"times\":3}]}",
                a.canonical());
        assertTrue(!new Event.NonPrivate("a\"").canonical().equals(new Event.NonPrivate("a\\\"").canonical()));
        assertTrue(!new Gaussian(0.1).canonical().equals(new Gaussian(Math.nextUp(0.1)).canonical()));
    }
}
