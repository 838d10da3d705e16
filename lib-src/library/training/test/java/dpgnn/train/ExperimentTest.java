package dpgnn.train;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dpgnn.base.Sha256;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ExperimentTest {
    enum Way {
        ON_FOOT,
        BY_TRAIN {
            @Override
            public String toString() {
                return "train";
            }
        }
    }

    record Town(String name) implements Experiment.Value, Comparable<Town> {
        @Override
        public Object plain() {
            return name.toLowerCase(Locale.ROOT);
        }

        @Override
        public int compareTo(Town other) {
            return name.compareTo(other.name);
        }
    }

    record Journey(
            Town to,
            Way way,
            double speed,
            @Experiment.Named("N") int stops,
            boolean guided,
            Integer guides,
            String rest,
            long seed)
            implements Experiment<Journey> {
        Journey {
            if (!(speed > 0)) throw new IllegalArgumentException("speed must be positive, was " + speed);
        }

        @Override
        public String experiment() {
            return "journeys";
        }
    }

    private static final Journey JOURNEY = new Journey(new Town("Bern"), Way.BY_TRAIN, 80, 3, false, null, null, 7);

    private static Map<String, Object> written() {
        Map<String, Object> all = new TreeMap<>();
        all.put("to", "bern");
        all.put("way", "train");
        all.put("speed", 80.0);
        all.put("N", 3L);
        all.put("guided", false);
        all.put("seed", 7L);
        return all;
    }

    @Test
    void itsComponentsAreTheSettingAndWhatIsNullIsNot() {
        assertEquals(new Setting("journeys", new TreeMap<>(written())), Setting.of(JOURNEY));
        Map<String, Object> guided = written();
        guided.put("guides", 2);
        assertEquals(new Setting("journeys", new TreeMap<>(guided)), Setting.of(JOURNEY.with(Journey::guides, 2)));
        assertEquals(JOURNEY, JOURNEY.with(Journey::guides, 2).with(Journey::guides, null));
    }

    /** The files of runs are named by it: whatever it is made of must stay. */
    @Test
    void theHashOfASettingIsThatOfItsText() {
        String text = "journeys\nN=Long:3\nguided=Boolean:false\nseed=Long:7\nspeed=Double:80.0\nto=String:bern\n"
                + "way=String:train";
        assertEquals(Sha256.of(text).substring(0, 16), Setting.of(JOURNEY).hash());
    }

    @Test
    void withoutItsSeedASettingIsThatOfAllItsRuns() {
        Map<String, Object> others = written();
        others.remove("seed");
        Setting runs = Setting.of(JOURNEY).withoutSeed();
        assertEquals(new Setting("journeys", new TreeMap<>(others)), runs);
        assertEquals(runs, Setting.of(JOURNEY.with(Journey::seed, 8L)).withoutSeed());
        Map<String, Object> parameters = runs.parameters();
        assertThrows(UnsupportedOperationException.class, () -> parameters.put("seed", 1));
    }

    /** Numbers of one kind are one kind, however wide, so that a hash does not depend on how they were written. */
    @Test
    void numbersAreLongsOrDoubles() {
        for (Number number : new Number[] {3, 3L, (short) 3, 0.5, 0.5f}) {
            Setting setting = new Setting("x", new TreeMap<>(Map.of("n", number)));
            assertEquals(
                    number.doubleValue() == 3 ? (Number) 3L : 0.5,
                    setting.parameters().get("n"));
        }
    }

    @Test
    void aCopyDiffersInTheOneParameter() {
        assertEquals(
                new Journey(new Town("Bern"), Way.ON_FOOT, 80, 3, false, null, null, 7),
                JOURNEY.with(Journey::way, Way.ON_FOOT));
        assertEquals(8, JOURNEY.with(Journey::seed, 8L).seed());
        Setting oslo = Setting.of(JOURNEY.with(Journey::to, new Town("Oslo")));
        assertEquals("oslo", oslo.parameters().get("to"));
        assertEquals(Way.BY_TRAIN, JOURNEY.with(Journey::stops, 4).way());
    }

    @Test
    void whatIsNoParameterOrNoValueOfItIsRefusedByName() {
        refused(() -> JOURNEY.with(Journey::speed, -1.0), "speed must be positive, was -1.0");
        refused(() -> JOURNEY.with(Journey::speed, null), "speed of Journey must be given, was null");
        refused(() -> JOURNEY.with(Journey::experiment, "x"), "unknown parameter \"experiment\"; there are [to, way,");
        refused(() -> JOURNEY.with(journey -> journey.speed(), 2.0), "a reference to its accessor");
        Experiment<?> none = new Unrecorded();
        refused(() -> Setting.of(none), Unrecorded.class.getName() + " must be a record");
        refused(() -> Setting.of(new Shapeless(new Object(), 1)), "parameter \"value\" must be a text");
    }

    private record Shapeless(Object value, long seed) implements Experiment<Shapeless> {
        @Override
        public String experiment() {
            return "shapeless";
        }
    }

    @SuppressWarnings("serial")
    private static final class Unrecorded implements Experiment<Unrecorded> {
        @Override
        public String experiment() {
            return "unrecorded";
        }

        @Override
        public long seed() {
            return 1;
        }
    }
}
