package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.privacy.step.LossCells;
import dpgnn.privacy.step.LossModel;
import dpgnn.privacy.step.ProfileHull;
import dpgnn.privacy.step.Resolution;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a search costs and how tight it is: no upper bound may become looser, no lower one lower, and neither may ask for
 * more cuts of a pair, or for more cells, than it did when the numbers here were taken. That it holds is tested elsewhere.
 */
@Tag("jdk")
@Tag("vectors")
class PldSearchTest {
    private static final double TOLERANCE = 1e-3;
    private static final Event P1 = new Event.PoissonSampled(0.1, 1, Relation.ADD_REMOVE),
            P2 = new Event.PoissonSampled(0.01, 1, Relation.ADD_REMOVE),
            RARE = new Event.PoissonSampled(1e-4, 0.5, Relation.ADD_REMOVE),
            HETERO = new Event.HeterPoisson(0.05, 1.5, 6, 4, true, Event.Proof.CONSERVATIVE);

    private enum Kind {
        EPSILON,
        LOWER_EPSILON,
        DELTA,
        LOWER_DELTA
    }

    /** A question, its answer, and how often and into how many cells the pairs were cut for it. */
    private record Row(Kind kind, double at, double answer, int cuts, int cells) {}

    private final CountedCuts counted = new CountedCuts();

    private void hold(Event event, List<Row> rows) {
        double above = 0;
        for (Row row : rows) {
            counted.clear();
            PldSearch search = counted.search(event, TOLERANCE);
            double found =
                    switch (row.kind) {
                        case EPSILON -> above = search.epsilon(row.at);
                        case LOWER_EPSILON -> search.lowerEpsilon(row.at, above);
                        case DELTA -> search.delta(row.at);
                        case LOWER_DELTA -> search.lowerDelta(row.at);
                    };
            String what = event + ", " + row + ": " + found + " after " + counted;
            boolean upper = row.kind == Kind.EPSILON || row.kind == Kind.DELTA;
            assertTrue(upper ? found <= row.answer * (1 + 1e-9) : found >= row.answer * (1 - 1e-9), what);
            assertTrue(counted.cuts() <= row.cuts && counted.cells() <= 1.01 * row.cells, what);
        }
    }

    private static final Map<String, Event> EVENTS = Map.ofEntries(
            Map.entry("one sampled step", P1),
            Map.entry("some steps", new Event.Repeated(P1, 16)),
            Map.entry("many steps", new Event.Repeated(P2, 1000)),
            Map.entry("few steps with a rare large loss", new Event.Repeated(RARE, 30)),
            Map.entry("many steps with a rare large loss", new Event.Repeated(RARE, 300)),
            Map.entry(
                    "steps of two kinds",
                    new Event.Composed(List.of(new Event.Repeated(P1, 4), new Event.Repeated(P2, 20)))),
            Map.entry(
                    "one step that hardly ever changes anything", new Event.PoissonSampled(1e-5, 2, Relation.REPLACE)),
            Map.entry("one step of all degrees", HETERO),
            Map.entry("some steps of all degrees", new Event.Repeated(HETERO, 9)),
            Map.entry("some steps of several pairs", new Event.Repeated(new Event.HomeStars(0.05, 3, 5), 20)));

    static Set<String> events() {
        return new TreeSet<>(EVENTS.keySet());
    }

    /** Rows of pld-searches.csv of this event, in their order: a lower epsilon is sought below the epsilon before it. */
    @ParameterizedTest
    @MethodSource("events")
    @Extent.OneIn(4)
    void answersAreNoLooserAndTakeNoMoreWork(String event) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (InputStream file = PldSearchTest.class.getResourceAsStream("pld-searches.csv")) {
            for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList()) {
                String[] of = line.split(",");
                assertTrue(EVENTS.containsKey(of[0]), of[0]);
                if (of[0].equals(event))
                    rows.add(new Row(
                            Kind.valueOf(of[1]),
                            Double.parseDouble(of[2]),
                            Double.parseDouble(of[3]),
                            Integer.parseInt(of[4]),
                            Integer.parseInt(of[5])));
            }
        }
        assertFalse(rows.isEmpty());
        hold(EVENTS.get(event), rows);
    }

    /** A bound of many degrees is loose by more than what fewer pairs cost; one of a single degree, or from below, is not. */
    @Test
    void onlyABoundOfManyDegreesTellsFewerPairsApart() {
        Event event = new Event.Repeated(HETERO, 9);
        PldSearch search = counted.search(event, TOLERANCE);
        double epsilon = search.epsilon(1e-6);
        assertEquals(Set.of(8, 20), counted.states(true));
        assertEquals(Set.of(8, 12, 40), counted.states(false));
        counted.clear();
        search.lowerEpsilon(1e-6, epsilon);
        assertEquals(Set.of(8, 12, 40), counted.states(false));
        assertEquals(Set.of(), counted.states(true));
    }

    /** The pair that some instance attains is what a lower bound is about, and an upper one is about one that covers all. */
    @Test
    void eachSideHasItsOwnPair() {
        LossModel model = new LossModel() {
            private List<LossCells> answer(double truth) {
                return List.of(ProfileHull.atoms(
                        new double[] {0, Math.log(truth / (1 - truth))},
                        new double[] {2 * truth - 1, 0},
                        new double[] {2 * truth - 1, 0},
                        2));
            }

            @Override
            public List<LossCells> cells(Resolution resolution, Degrees degrees) {
                return answer(0.8);
            }

            @Override
            public List<LossCells> attained(Resolution resolution, Degrees degrees) {
                return answer(0.7);
            }
        };
        PldSearch search = PldSearch.of(Map.of(model, 1L), TOLERANCE);
        assertEquals(0.6, search.delta(0), 1e-8);
        assertEquals(0.4, search.lowerDelta(0), 1e-8);
        assertEquals(Math.log(4), search.epsilon(1e-9), 1e-6);
        assertEquals(Math.log(7 / 3.0), search.lowerEpsilon(1e-9, 2), 1e-6);
    }

    /** What some degree gives away for certain has no epsilon below that delta, although it ends the look at the others. */
    @Test
    void whatADegreeGivesAwayHasNoEpsilon() {
        LossModel model = new LossModel() {
            @Override
            public List<LossCells> cells(Resolution resolution, Degrees degrees) {
                return List.of(
                        ProfileHull.atoms(new double[] {0, 1}, new double[] {0.2, 0.1}, new double[] {0.2, 0.1}, 2));
            }

            @Override
            public int maxDegree() {
                return 4;
            }
        };
        PldSearch search = PldSearch.of(Map.of(model, 1L), TOLERANCE);
        assertTrue(search.hasDegrees());
        assertEquals(Double.POSITIVE_INFINITY, search.epsilon(0.05));
        assertTrue(search.epsilon(0.15) < 1);
    }

    /** A curve of all degrees in one direction is tight as far about its delta as asked for. */
    @Test
    void aCurveIsTightAboutItsDelta() {
        PldSearch search = counted.search(new Event.Repeated(HETERO, 9), TOLERANCE);
        ProfileBound there = search.near(1e-4, 30, false), back = search.near(1e-4, 30, true);
        for (double delta : new double[] {2.9e-3, 1e-4, 3.5e-6}) {
            double right = search.epsilon(delta), worst = Math.max(there.epsilon(delta), back.epsilon(delta));
            assertEquals(1, worst / right, 0.01, "at " + delta);
        }
    }

    @Test
    void gaussiansAloneNeedNoSearch() {
        PldSearch search = PldSearch.of(new Event.Repeated(new Event.Gaussian(4), 4), TOLERANCE);
        GaussianDp exact = new GaussianDp(0.5);
        assertTrue(search.exact());
        assertEquals(0.5, search.unsampled().mu(), 1e-14);
        assertEquals(exact.epsilon(1e-5), search.epsilon(1e-5), 1e-10);
        assertEquals(exact.epsilon(1e-5), search.lowerEpsilon(1e-5, 9), 1e-10);
        assertEquals(exact.delta(1), search.delta(1), 1e-12);
        assertEquals(exact.delta(1), search.lowerDelta(1), 1e-12);
        assertTrue(search.delta(1) > search.lowerDelta(1) && search.epsilon(1e-5) > search.lowerEpsilon(1e-5, 9));
        PldSearch sampled = PldSearch.of(P1, TOLERANCE);
        assertFalse(sampled.exact() || sampled.nonPrivate());
        assertEquals(1, sampled.unsampled().mu(), 1e-14);
    }

    /** From its largest loss on an answer needs no delta at all, not even one of a rounding. */
    @Test
    void whatIsPureNeedsNoDeltaAtItsEpsilon() {
        Event answer = StatedPair.of(
                "an answer that is true three times out of four", new double[] {0.75, 0.25}, new double[] {0.25, 0.75});
        PldSearch search = PldSearch.of(new Event.Repeated(answer, 2), TOLERANCE);
        assertEquals(2 * Math.log(3), search.pure(), 1e-12);
        assertEquals(0, search.delta(search.pure()));
        assertTrue(search.delta(2 * Math.log(3) - 1e-9) > 0);
        assertTrue(search.epsilon(1e-60) <= search.pure());
    }

    @Test
    void whatHidesNothingHasNoBound() {
        PldSearch search = PldSearch.of(new Event.NonPrivate("everything is told"), TOLERANCE);
        assertTrue(search.nonPrivate());
        assertEquals(Double.POSITIVE_INFINITY, search.epsilon(0.5));
        assertEquals(Double.POSITIVE_INFINITY, search.lowerEpsilon(0.5, 1));
        assertEquals(1, search.delta(100));
        assertEquals(1, search.lowerDelta(100));
    }
}
