package dpgnn.privacy.loss;

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

    private void hold(Event event, Row... rows) {
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

    @Test
    void oneSampledStep() {
        hold(
                P1,
                new Row(Kind.EPSILON, 0.01, 0.1981127828411233, 5, 12215),
                new Row(Kind.LOWER_EPSILON, 0.01, 0.1981126553451078, 5, 12379),
                new Row(Kind.EPSILON, 1e-06, 2.1816974097631134, 5, 8723),
                new Row(Kind.LOWER_EPSILON, 1e-06, 2.1816936542538414, 5, 8730),
                new Row(Kind.DELTA, 0.0, 0.03829249506320641, 13, 86452),
                new Row(Kind.LOWER_DELTA, 0.0, 0.038292491909226026, 3, 38738),
                new Row(Kind.DELTA, 0.5, 0.0020325373286235963, 14, 32087),
                new Row(Kind.LOWER_DELTA, 0.5, 0.0020325357914352704, 4, 11314),
                new Row(Kind.DELTA, 2.0, 2.355211000708079e-06, 14, 24677),
                new Row(Kind.LOWER_DELTA, 2.0, 2.355164704682184e-06, 4, 7114));
    }

    @Test
    void someSteps() {
        hold(
                new Event.Repeated(P1, 16),
                new Row(Kind.EPSILON, 0.01, 1.1592154997675257, 5, 3137),
                new Row(Kind.LOWER_EPSILON, 0.01, 1.1581829919665096, 5, 2951),
                new Row(Kind.EPSILON, 1e-06, 3.9826812519125205, 5, 3371),
                new Row(Kind.LOWER_EPSILON, 1e-06, 3.9796428826300283, 5, 2691),
                new Row(Kind.DELTA, 0.0, 0.1809394386752661, 17, 29046),
                new Row(Kind.LOWER_DELTA, 0.0, 0.18091763208373415, 5, 3817),
                new Row(Kind.DELTA, 0.5, 0.058880720062284474, 16, 10233),
                new Row(Kind.LOWER_DELTA, 0.5, 0.058791476716019135, 6, 3876),
                new Row(Kind.DELTA, 2.0, 0.0007883760115505071, 17, 13597),
                new Row(Kind.LOWER_DELTA, 2.0, 0.0007852777451726516, 5, 2276));
    }

    @Test
    @Extent.OneIn(3)
    void manySteps() {
        hold(
                new Event.Repeated(P2, 1000),
                new Row(Kind.EPSILON, 0.01, 0.7471986478925773, 5, 3841),
                new Row(Kind.LOWER_EPSILON, 0.01, 0.7466956634629518, 7, 8658),
                new Row(Kind.EPSILON, 1e-06, 2.1291429538019884, 4, 2882),
                new Row(Kind.LOWER_EPSILON, 1e-06, 2.1136755133081024, 6, 5985),
                new Row(Kind.DELTA, 0.0, 0.16103239281563334, 11, 12760),
                new Row(Kind.LOWER_DELTA, 0.0, 0.16099978202846177, 5, 4853),
                new Row(Kind.DELTA, 0.5, 0.030599914366216882, 11, 8665),
                new Row(Kind.LOWER_DELTA, 0.5, 0.030528743505376748, 7, 7793),
                new Row(Kind.DELTA, 2.0, 2.720670883851838e-06, 14, 11828),
                new Row(Kind.LOWER_DELTA, 2.0, 2.3826610861667505e-06, 8, 12739));
    }

    @Test
    void fewStepsWithARareLargeLoss() {
        hold(
                new Event.Repeated(RARE, 30),
                new Row(Kind.EPSILON, 0.01, 0.0, 4, 3414),
                new Row(Kind.LOWER_EPSILON, 0.01, 0.0, 5, 7376),
                new Row(Kind.EPSILON, 1e-06, 0.31760852111493665, 8, 18495),
                new Row(Kind.LOWER_EPSILON, 1e-06, 0.3166934880439457, 8, 24727),
                new Row(Kind.DELTA, 0.5, 3.628256183935223e-07, 18, 26474),
                new Row(Kind.LOWER_DELTA, 0.5, 3.6267511376244424e-07, 7, 15007),
                new Row(Kind.DELTA, 2.0, 2.546389661787744e-09, 18, 21929),
                new Row(Kind.LOWER_DELTA, 2.0, 2.5345215269984528e-09, 7, 15494));
    }

    @Test
    void manyStepsWithARareLargeLoss() {
        hold(
                new Event.Repeated(RARE, 300),
                new Row(Kind.EPSILON, 0.01, 0.0, 4, 7406),
                new Row(Kind.LOWER_EPSILON, 0.01, 0.0, 5, 7944),
                new Row(Kind.EPSILON, 1e-06, 0.8089779149415561, 5, 13860),
                new Row(Kind.LOWER_EPSILON, 1e-06, 0.8089325389801527, 7, 14931),
                new Row(Kind.DELTA, 0.5, 3.6377469040785625e-06, 16, 41855),
                new Row(Kind.LOWER_DELTA, 0.5, 3.6353382931125673e-06, 6, 14558),
                new Row(Kind.DELTA, 2.0, 2.5482117281981206e-08, 16, 42429),
                new Row(Kind.LOWER_DELTA, 2.0, 2.4734965672080484e-08, 6, 14887));
    }

    @Test
    void stepsOfTwoKinds() {
        hold(
                new Event.Composed(List.of(new Event.Repeated(P1, 4), new Event.Repeated(P2, 20))),
                new Row(Kind.EPSILON, 0.01, 0.531235753942918, 10, 7232),
                new Row(Kind.LOWER_EPSILON, 0.01, 0.5308924584068522, 14, 17143),
                new Row(Kind.EPSILON, 1e-06, 2.7828044462138837, 10, 7015),
                new Row(Kind.LOWER_EPSILON, 1e-06, 2.7816750626592666, 12, 11161),
                new Row(Kind.DELTA, 0.0, 0.08987582830141898, 32, 74619),
                new Row(Kind.LOWER_DELTA, 0.0, 0.0898185948788659, 10, 9754),
                new Row(Kind.DELTA, 0.5, 0.011362971664043884, 32, 24592),
                new Row(Kind.LOWER_DELTA, 0.5, 0.011347106948730373, 18, 19042),
                new Row(Kind.DELTA, 2.0, 2.6870262070212877e-05, 34, 30594),
                new Row(Kind.LOWER_DELTA, 2.0, 2.682647849022792e-05, 12, 10106));
    }

    @Test
    void oneStepThatHardlyEverChangesAnything() {
        hold(
                new Event.PoissonSampled(1e-5, 2, Relation.REPLACE),
                new Row(Kind.EPSILON, 0.01, 0.0, 3, 462),
                new Row(Kind.LOWER_EPSILON, 0.01, 0.0, 5, 44073),
                new Row(Kind.EPSILON, 1e-06, 8.938433464690772e-06, 5, 19467),
                new Row(Kind.LOWER_EPSILON, 1e-06, 8.938428867262563e-06, 5, 19615),
                new Row(Kind.DELTA, 0.0, 3.82924970463677e-06, 15, 158855),
                new Row(Kind.LOWER_DELTA, 0.0, 3.829249221482065e-06, 5, 90092));
    }

    @Test
    void oneStepOfAllDegrees() {
        hold(
                HETERO,
                new Row(Kind.EPSILON, 0.01, 0.12938201657469928, 48, 240797),
                new Row(Kind.LOWER_EPSILON, 0.01, 0.12938170700873447, 27, 152699),
                new Row(Kind.EPSILON, 1e-06, 2.772725110283911, 47, 41198),
                new Row(Kind.LOWER_EPSILON, 1e-06, 2.772588707758432, 25, 21475),
                new Row(Kind.DELTA, 0.5, 0.0026297508384209014, 152, 377877),
                new Row(Kind.LOWER_DELTA, 0.5, 0.0026297379399297873, 35, 98245),
                new Row(Kind.DELTA, 2.0, 1.2030511390909784e-05, 150, 165361),
                new Row(Kind.LOWER_DELTA, 2.0, 1.2029223866185825e-05, 34, 39345));
    }

    @Test
    @Extent.OneIn(3)
    void someStepsOfAllDegrees() {
        hold(
                new Event.Repeated(HETERO, 9),
                new Row(Kind.EPSILON, 0.01, 0.8322400468867281, 42, 21426),
                new Row(Kind.LOWER_EPSILON, 0.01, 0.8311587920237128, 28, 15225),
                new Row(Kind.EPSILON, 1e-06, 3.880865025689498, 39, 19668),
                new Row(Kind.LOWER_EPSILON, 1e-06, 3.8643619118174626, 24, 11925),
                new Row(Kind.DELTA, 0.0, 0.11204625536352167, 94, 94010),
                new Row(Kind.LOWER_DELTA, 0.0, 0.11180570055678046, 28, 16508),
                new Row(Kind.DELTA, 0.5, 0.02806134199740712, 92, 48576),
                new Row(Kind.LOWER_DELTA, 0.5, 0.02798397265292389, 31, 17068),
                new Row(Kind.DELTA, 2.0, 0.0002878985393344148, 102, 55569),
                new Row(Kind.LOWER_DELTA, 2.0, 0.0002861135379657529, 41, 25210));
    }

    @Test
    @Extent.OneIn(3)
    void someStepsOfSeveralPairs() {
        hold(
                new Event.Repeated(new Event.HomeStars(0.05, 3, 5), 20),
                new Row(Kind.EPSILON, 0.01, 0.6226995039929228, 9, 62037),
                new Row(Kind.LOWER_EPSILON, 0.01, 0.46140017956035295, 15, 10202),
                new Row(Kind.EPSILON, 1e-06, 3.9908729288274474, 6, 41358),
                new Row(Kind.LOWER_EPSILON, 1e-06, 1.3015655456860968, 15, 9677),
                new Row(Kind.DELTA, 0.0, 0.1391619744656713, 21, 144753),
                new Row(Kind.LOWER_DELTA, 0.0, 0.11870213884354101, 5, 9004),
                new Row(Kind.DELTA, 0.5, 0.018224237939677847, 19, 130967),
                new Row(Kind.LOWER_DELTA, 0.5, 0.007528526801755814, 9, 9336),
                new Row(Kind.DELTA, 2.0, 6.0199963075415116e-05, 18, 124074),
                new Row(Kind.LOWER_DELTA, 2.0, 3.129042586128796e-12, 13, 13619));
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
