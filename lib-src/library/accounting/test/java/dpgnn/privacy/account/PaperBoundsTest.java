package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.numeric.GaussianDp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("jdk")
@Tag("vectors")
class PaperBoundsTest {
    /**
     * Published; exact with sensitivity C; moments with 2C; exact with 2C, which is noise over twice the clip norm. All computed outside of
     * Java, in 60 digits.
     */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/account/whole-graphs.csv")
    void wholeGraph(double noise, long steps, double a, double b, double c, double d) {
        PaperBounds.WholeGraph row = PaperBounds.wholeGraph(noise, steps, 1e-5);
        assertEquals(a, row.published(), 1e-4);
        assertEquals(b, row.exact(), 1e-4);
        assertEquals(c, row.momentsReplaced(), 1e-4);
        assertEquals(d, row.exactReplaced(), 1e-4);
        assertEquals(a, PaperBounds.textClassification(noise, steps, 1, 1e-5).epsilon(), 1e-4);
        assertEquals(b, GaussianDp.of(noise, steps).epsilon(1e-5), 1e-4);
        Event twice = new Event.Repeated(new Event.Gaussian(noise / 2), steps);
        GaussianAccountant exact = GaussianAccountant.exact();
        assertEquals(d, exact.epsilon(twice, 1e-5), 1e-4);
        assertEquals(1e-5, exact.delta(twice, exact.epsilon(twice, 1e-5)), 1e-10);
        assertEquals(c, MomentsAccountant.standard().epsilon(twice, 1e-5), 1e-4);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/account/text-table4.csv")
    void textTable4(int lot, double noise, int epochs, double epsilon, double tolerance) {
        assertEquals(
                epsilon,
                PaperBounds.textClassificationTable4(lot, noise, epochs).epsilon(),
                tolerance);
    }

    @Test
    void moreMoments() {
        Event steps = new Event.Repeated(new Event.Gaussian(100), 100);
        assertEquals(0.4848526138535, MomentsAccountant.of(256).epsilon(steps, 1e-5), 1e-12);
        assertTrue(MomentsAccountant.standard().answer(steps, 1e-5).edge());
        for (int largest : new int[] {0, 100_001}) refused(() -> MomentsAccountant.of(largest));
        assertTrue(MomentsAccountant.of(100_000).supports(steps));
        assertTrue(MomentsAccountant.of(1).epsilon(steps, 1e-5) < Double.POSITIVE_INFINITY);
        assertFalse(MomentsAccountant.of(256).answer(steps, 1e-5).edge());
        Event other = new Event.Repeated(new Event.Gaussian(112), 2000);
        assertEquals(1.99576249623, MomentsAccountant.standard().epsilon(other, 1e-5), 1e-10);
    }

    /** One Gaussian of scale 2 has the moments l (l + 1) / 8; at epsilon 5 the least of them less 5 l is -47.5. */
    @Test
    void aDeltaOfMomentsIsRoundedUp() {
        double delta = MomentsAccountant.standard().delta(new Event.Gaussian(2), 5);
        double exact = 2.3496983374528171e-21;
        assertTrue(delta >= exact && delta <= exact * (1 + 1e-11), delta + " for " + exact);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/account/random-walk-steps.csv")
    void stepsOfRandomWalks(
            long nodes, int length, long batch, double delta, long one, long two, long four, long eight) {
        assertEquals(one, PaperBounds.randomWalkSteps(nodes, length, 1, batch, 1, 8, delta));
        assertEquals(two, PaperBounds.randomWalkSteps(nodes, length, 1, batch, 2, 8, delta));
        assertEquals(four, PaperBounds.randomWalkSteps(nodes, length, 1, batch, 4, 8, delta));
        assertEquals(eight, PaperBounds.randomWalkSteps(nodes, length, 1, batch, 8, 8, delta));
        assertTrue(
                PaperBounds.randomWalk(nodes, length, 1, batch, 8, eight, delta).epsilon() <= 8);
        assertTrue(PaperBounds.randomWalk(nodes, length, 1, batch, 8, eight + 1, delta)
                        .epsilon()
                > 8);
    }

    @Test
    void aBudgetThatIsSpentExactlyIsKept() {
        double three = PaperBounds.randomWalk(140, 1, 1, 70, 2, 3, 1e-5).epsilon();
        assertEquals(3, PaperBounds.randomWalkSteps(140, 1, 1, 70, 2, three, 1e-5));
    }

    @Test
    void leastSubgraphs() {
        assertEquals(51311, PaperBounds.leastSubgraphs(153932, 2, 1));
        assertEquals(28, PaperBounds.leastSubgraphs(140, 2, 2));
        refused(() -> PaperBounds.randomWalk(140, 1, 1, 71, 8, 1, 1e-5), "70", "71");
    }

    @Test
    void boundedDegree() {
        Guarantee ndp = PaperBounds.boundedDegree(90941, 6, 10000, 2, 3000, 1.0 / (10 * 90941), Unit.NODE);
        assertEquals(33.8009334, ndp.epsilon(), 1e-6);
        assertEquals(Verdict.CLAIMED, ndp.verdict());
    }

    @Test
    void heterPoissonIsRefusedWhereItSaysNothing() {
        double rate = 4096.0 / 17976;
        double delta = Math.pow(17976, -1.1);
        refused(() -> PaperBounds.heterPoisson(rate, 1, 17975, 3, 40, delta), "says nothing");
        double bounded = PaperBounds.heterPoisson(rate, 1, 1, 3, 40, delta).epsilon();
        // Privacy-loss distributions give 2.58 for D = 1: Rényi accounting is not below, and not far above.
        assertTrue(bounded > 2.55 && bounded < 2.9, "was " + bounded);
    }

    @ParameterizedTest
    @CsvSource({"0.1, 54, 0.364, false", "1, 5429, 0.730, true", "10, 542868, 8.27, true"})
    void generation(double epsilon, long steps, double moments, boolean holds) {
        PaperBounds.Generation claim = PaperBounds.generation(epsilon, 1e-5, 0.01, 5, 177);
        assertEquals(steps, claim.steps());
        // Known to three digits, the first of them rounded up.
        assertEquals(moments, claim.moments(), moments < 1 ? 0.001 : 0.005);
        assertEquals(holds, claim.conditionHolds());
        assertEquals(1.77, claim.batch(), 1e-12);
        assertEquals(epsilon, claim.guarantee().epsilon());
        assertEquals(Verdict.CLAIMED, claim.guarantee().verdict());
        assertEquals(!holds, claim.guarantee().statement().contains("condition fails"));
        if (epsilon == 0.1) assertEquals(0.033, claim.limit(), 0.001);
    }

    @Test
    void aBatchOfOneNodeIsNoLessThanOne() {
        for (int nodes : new int[] {63, 64})
            assertEquals(
                    nodes == 63,
                    PaperBounds.generation(1, 1e-5, 1.0 / 64, 5, nodes)
                            .guarantee()
                            .statement()
                            .contains("less than one"));
        refused(() -> PaperBounds.generation(0, 1e-5, 0.01, 5, 177), "epsilon must be positive");
    }

    /** The sound variant, whole gradients at twice the clip norm: the noise that the text names. */
    @ParameterizedTest
    @CsvSource({"307, 0.1, 0.001", "37.3, 1, 0.005", "5.0, 10, 0.05"})
    void wholeGradient(double multiplier, double epsilon, double tolerance) {
        assertEquals(epsilon, GaussianDp.of(multiplier, 100).epsilon(1e-5), tolerance);
    }

    @ParameterizedTest
    @CsvSource({"4, 0.7112", "2, 0.8808", "10, 0.4509", "3, 0.7870", "41, 0.1559"})
    void precision(int classes, double bound) {
        assertEquals(bound, PrecisionBound.published(2, 1e-5, classes), 6e-5);
        assertEquals(
                PrecisionBound.published(2, 1e-5, classes), PrecisionBound.corrected(2, 1e-5, 1.0 / classes), 1e-15);
        double[] balanced = new double[classes];
        java.util.Arrays.fill(balanced, 1.0 / classes);
        assertEquals(PrecisionBound.published(2, 1e-5, classes), PrecisionBound.macro(2, 1e-5, balanced), 1e-14);
    }

    @Test
    void precisionOfUnbalancedClasses() {
        assertTrue(PrecisionBound.corrected(2, 1e-5, 0.6) > PrecisionBound.published(2, 1e-5, 2));
        // All of the population in one class: any prediction of it is right.
        assertEquals(
                0.6 * PrecisionBound.corrected(2, 1e-5, 0.6) + 0.4 * PrecisionBound.corrected(2, 1e-5, 0.4),
                PrecisionBound.weighted(2, 1e-5, 0.6, 0.4),
                1e-15);
        refused(() -> PrecisionBound.weighted(1, 0, 0.5, 0.4));
        assertEquals(1, PrecisionBound.corrected(0, 1e-5, 1));
        assertEquals(1, PrecisionBound.published(1e4, 1e-5, 10));
        assertEquals(0.3, PrecisionBound.corrected(0, 0, 0.3), 1e-15);
        refused(() -> PrecisionBound.macro(1, 0, 0.5, 0.4));
        refused(() -> PrecisionBound.corrected(1, 0, 1.5));
        refused(() -> PrecisionBound.published(Double.NaN, 0, 2));
    }

    /**
     * A class is named where it is the true one with probability delta, otherwise nothing is said: (0, delta) for every pair of
     * classes, and always right. Named as often as it occurs, by another answer, it is right no more often than the bound.
     */
    @ParameterizedTest
    @CsvSource({"0.3, 0.01", "0.05, 0.001", "0.6, 0.1"})
    void aLeakOfTheLabelNeedsTheAlignment(double share, double delta) {
        double truly = delta, falsely = 0;
        assertTrue(truly <= falsely + delta && falsely <= truly + delta, "(0, delta)");
        double named = share * truly + (1 - share) * falsely, precision = share * truly / named;
        assertEquals(1, precision, 1e-15);
        assertTrue(PrecisionBound.corrected(0, delta, share) < 0.7, "the bound of an aligned answer");
        assertEquals(1, PrecisionBound.corrected(0, delta, share, named), 1e-12);
    }

    /** The best answer that names a class with each probability, by a search over all answers to "is it this class?". */
    @ParameterizedTest
    @CsvSource({"0.7, 0.02, 0.2", "2, 0, 0.3", "0, 0.05, 0.45", "1.5, 0.001, 0.1"})
    void noAnswerIsMorePreciseThanItsBound(double epsilon, double delta, double share) {
        double factor = Math.exp(epsilon);
        double aligned = 0;
        int fine = 2000;
        for (int i = 0; i <= fine; i++)
            for (int j = 0; j <= fine; j++) {
                double truly = i / (double) fine, falsely = j / (double) fine;
                if (truly > factor * falsely + delta || 1 - falsely > factor * (1 - truly) + delta) continue;
                double named = share * truly + (1 - share) * falsely;
                if (named == 0) continue;
                double precision = share * truly / named;
                if (precision > PrecisionBound.corrected(epsilon, delta, share, named) + 1e-12)
                    org.junit.jupiter.api.Assertions.fail(truly + ", " + falsely + " is more precise");
                if (Math.abs(named - share) < 1e-3) aligned = Math.max(aligned, precision);
            }
        double bound = PrecisionBound.corrected(epsilon, delta, share);
        assertEquals(bound, PrecisionBound.corrected(epsilon, delta, share, share), 1e-15);
        assertEquals(bound, aligned, 0.01, "attained");
        for (double bad : new double[] {0, -1, 1.5, Double.NaN})
            refused(() -> PrecisionBound.corrected(epsilon, delta, share, bad));
    }

    /** Without a delta it does not matter how often a class is named. */
    @Test
    void alignmentMattersForDeltaAlone() {
        for (double named : new double[] {0.01, 0.4, 1})
            assertEquals(PrecisionBound.corrected(2, 0, 0.4), PrecisionBound.corrected(2, 0, 0.4, named), 1e-15);
        assertEquals(0, PrecisionBound.corrected(2, 0.1, 0, 0.4), "a class that does not occur is never right");
    }
}
