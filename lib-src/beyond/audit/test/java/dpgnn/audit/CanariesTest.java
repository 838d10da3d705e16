package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.graph.Views;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.DiscreteGaussianNoise;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.mechanism.NoiseLike;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.WholeGraph;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.SumProbe;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanariesTest {
    private static final TrainingView VIEW = Views.HALF;
    private static final Model MODEL = Mlp.of(32);
    private static final Plan PLAN = Plans.fixed(PoissonNodes.of(0.5), Clip.flat(0.5), 5, 2, 1e-4);

    /** Changes a number of every sum, and takes it out again. */
    private static final class Touch implements SumProbe {
        private int steps;

        @Override
        public void summed(Moment moment, double[] sum) {
            assertEquals(steps++, moment.step());
            assertEquals(0.5, moment.limits().thresholds()[0], 1e-4);
            assertTrue(moment.batch().examples() > 0);
            sum[0] += 64;
        }

        @Override
        public void released(Moment moment, float[] gradient) {
            gradient[0] -= (float) (64 / (0.5 * VIEW.participants().announcedRoots()));
        }
    }

    @Test
    void aProbedTrainingIsTheSameAndGuaranteesNothing() throws Exception {
        Touch touch = new Touch();
        var probed = PLAN.experiment(MODEL, 3).probe(touch).train(VIEW);
        var plain = PLAN.experiment(MODEL, 3).train(VIEW);
        assertEquals(5, touch.steps);
        assertArrayEquals(
                plain.parameters().toArray(), probed.parameters().toArray(), 0.02f, "Adam may turn on a rounding");
        assertEquals(Verdict.IDEAL, plain.guarantee().verdict());
        assertEquals(Verdict.UNSOUND, probed.guarantee().verdict());
        assertTrue(probed.guarantee().statement().contains("An audit saw the sums"));
    }

    @Test
    void aProbedTrainingKeepsNoCheckpoint(@TempDir Path folder) {
        var trainer = PLAN.experiment(MODEL, 3).probe(new Touch()).checkpoint(folder, 2);
        refused(() -> trainer.train(VIEW));
    }

    /** Along its direction a canary sees the stated noise, and the stated shift where it takes part. */
    @Test
    void observationsHaveTheStatedMomentsAndAreReproducible() throws Exception {
        Canaries canaries = Canaries.of(MODEL, PLAN).count(1000).trainings(2).seed(7);
        CanaryObservations seen = canaries.train(VIEW).observed();
        assertEquals(5, seen.steps());
        assertEquals(1000, seen.with().length);
        double[] without =
                Arrays.stream(seen.without()).flatMapToDouble(Arrays::stream).toArray();
        double[] with =
                Arrays.stream(seen.with()).flatMapToDouble(Arrays::stream).toArray();
        // 5000 draws of deviation 2: five standard errors
        assertEquals(0, mean(without), 0.15);
        assertEquals(0.5, mean(with), 0.15);
        assertEquals(4, square(without), 0.4);
        assertEquals(4 + 0.25, square(with) - mean(with) * mean(with), 0.45);
        assertArrayEquals(seen.with()[17], canaries.train(VIEW).observed().with()[17]);
    }

    /** In a release canaries meet exact sums, secure noise on its grid, and discrete noise. */
    @Test
    void releasesAreAudited() throws Exception {
        Plan discrete = Plan.of(WholeGraph.of(), Clip.flat(0.5), DiscreteGaussianNoise.of(20))
                .accountant(RdpAccountant.standard())
                .steps(5)
                .multiplier(2)
                .delta(1e-4);
        for (Plan plan : new Plan[] {PLAN, discrete}) {
            CanaryObservations seen = Canaries.of(MODEL, plan)
                    .count(1000)
                    .tossed()
                    .release()
                    .train(VIEW)
                    .observed();
            // one audit of 10^9 cries wolf
            NoiseVariance found = seen.variance(1 - 1e-9).orElseThrow();
            assertTrue(found.isGaussian(), found.toString());
            assertEquals(2, found.estimate(), 0.2);
            assertTrue(seen.noiseLimit(1 - 1e-9).multiplier() >= 2);
            assertTrue(seen.with().length > 400 && seen.without().length > 400);
            assertNotEquals(
                    seen.noise()[0][0],
                    Canaries.of(MODEL, plan)
                            .count(1000)
                            .release()
                            .train(VIEW)
                            .observed()
                            .noise()[0][0],
                    "secure noise is never the same");
        }
    }

    private static Audit audit(Plan plan) {
        return Audit.of(plan).model(MODEL).canaries(1000).couplings(1);
    }

    /** What is planted in a release is found by its variance: noise that is divided by the root of two. */
    @Test
    void aReleaseWithLessNoiseIsCaught() throws Exception {
        Noise weak = new NoiseLike() {
            @Override
            public void add(float[] sum, double deviation, double clip, RandomStream coins) {
                throw new AssertionError("a release adds no noise to floats");
            }

            @Override
            public void release(double[] sum, double deviation, double clip, RandomStream coins) {
                GaussianNoise.standard().release(sum, deviation / Math.sqrt(2), clip, coins);
            }
        };
        Plan plan = Plan.of(PoissonNodes.of(0.5), Clip.flat(0.5), weak)
                .steps(5)
                .multiplier(2)
                .delta(1e-4);
        AuditReport report = audit(plan).release().report(VIEW);
        assertTrue(report.caught() && report.variance().isGaussian(), report.toString());
        assertEquals(Math.sqrt(2), report.mostNoise(), 0.12);
        AuditReport sound = audit(PLAN).confidence(0.999999).release().report(VIEW);
        assertFalse(sound.caught(), sound.toString());
    }

    /** All that is tested shares what may go wrong, and every bound says what it supposes. */
    @Test
    void theReportSplitsItsConfidence() throws Exception {
        Plan plan = Plans.fixed(WholeGraph.of(), Clip.flat(0.5), 5, 4, 1e-4);
        AuditReport report = audit(plan).report(VIEW);
        assertEquals(6, report.bounds().size());
        double spent = 1 - report.variance().confidence() + 1 - AuditReport.each(report.confidence());
        for (AuditReport.StatedBound bound : report.bounds()) {
            spent += 1 - bound.confidence();
            assertTrue(report.markdown().contains(bound.hypothesis()), bound.hypothesis());
        }
        assertEquals(1 - report.confidence(), spent, 1e-12);
        assertEquals(1 - report.limit().confidence(), 1 - AuditReport.each(0.95), 1e-15);
        CanaryObservations seen =
                Canaries.of(MODEL, plan).count(100).train(VIEW).observed();
        refused(() -> seen.oneRun(1e-5, 0.95), "tossed");
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double square(double[] values) {
        return Arrays.stream(values).map(x -> x * x).average().orElseThrow();
    }

    private static Canaries.Mechanism gaussian(double deviation) {
        return (step, sum, coins) -> GaussianNoise.standard().add(sum, deviation, 1, coins);
    }

    /** Without sampling the family is that of Gaussians, where the limit is exact: mu and the root of the steps. */
    @Test
    void theGaussianFamilyAgreesWithTheClosedForm() {
        ShiftPair shifts = ShiftPair.of(new Event.Gaussian(1.5), 3, 1);
        CanaryObservations seen =
                Canaries.replay(shifts, 3, 0.5, 2000, 10, gaussian(1.5), Streams.seed(2).stream("replay"));
        NoiseLimit limit = seen.noiseLimit(0.95);
        NormalDistribution normal = new NormalDistribution(0, 1);
        double mu = normal.inverseCumulativeProbability(1 - limit.falsePositiveLimit())
                - normal.inverseCumulativeProbability(limit.falseNegativeLimit());
        assertEquals(2 / mu, limit.multiplier(), 1e-6, "a shift of two clip norms");
        assertEquals(new GaussianDp(mu * Math.sqrt(10)).epsilon(1e-5), limit.epsilon(10, 1e-5, 1), 1e-4);
        assertTrue(limit.multiplier() >= 3 && limit.multiplier() < 3.6, limit.toString());
    }

    /** A hundred audits of one sound mechanism, at a confidence of 0.5: not many more than half may cry wolf. */
    @Test
    void falseAlarmsAreAsRareAsStated() {
        ShiftPair shifts = ShiftPair.of(new Event.PoissonSampled(0.3, 2, Relation.ADD_REMOVE), 2, 1);
        int alarms = 0;
        for (int audit = 0; audit < 100; audit++) {
            RandomStream coins = Streams.seed(100 + audit).stream("replay");
            CanaryObservations seen = Canaries.replay(shifts, 2, 1, 100, 10, gaussian(2), coins);
            if (seen.noiseLimit(0.5).multiplier() < 2) alarms++;
        }
        assertTrue(alarms <= 50, alarms + " of 100");
    }

    @Test
    void whatIsMissingFromTheShiftsIsFoundWhateverTheNoise() {
        ShiftPair rare = ShiftPair.of(new Event.PoissonSampled(0.05, 0.2, Relation.ADD_REMOVE), 0.2, 1);
        ShiftPair often = ShiftPair.of(new Event.PoissonSampled(0.5, 0.2, Relation.ADD_REMOVE), 0.2, 1);
        CanaryObservations seen =
                Canaries.replay(often, 0.2, 1, 200, 10, gaussian(0.2), Streams.seed(2).stream("replay"));
        NoiseLimit limit = new CanaryObservations(rare, 0.2, seen.without(), seen.with()).noiseLimit(0.95);
        assertTrue(limit.noNoiseFits(), limit.toString());
        assertEquals(0, limit.epsilon(10, 1e-5, 0.1), "a refuted family bounds nothing");
    }

    @Test
    void tooManyCanariesAreRefusedWithTheirNumber() {
        refused(() -> Canaries.of(MODEL, PLAN).count(1_000_000).train(VIEW), "was 1000000");
    }

    /** Printed, the audit of HeterPoisson misses most of what is there, or finds more than there is. */
    @Test
    void algorithmFourTestsOnlyWhenMadePrecise() {
        ShiftPair shifts = ShiftPair.of(new Event.HeterPoisson(0.25, 1, 20, 2, true, Event.Proof.PUBLISHED), 2, 20);
        double ceiling = Canaries.replay(shifts, 2, 1, 8, 20, gaussian(2), Streams.seed(1).stream("any"))
                .ceiling();
        var precise = four(AlgorithmFour.Reading.PRECISE, shifts);
        var again = four(AlgorithmFour.Reading.INSERTED_AGAIN, shifts);
        var multiplied = four(AlgorithmFour.Reading.MULTIPLIED, shifts);
        assertTrue(precise.attack().low() <= ceiling && precise.attack().high() >= ceiling - 0.01);
        assertTrue(again.epsilon() < 0.5 * precise.epsilon()
                && again.attack().high() < precise.attack().low());
        assertTrue(multiplied.attack().low() > ceiling, "knows more than the mechanism tells");
    }

    private static AlgorithmFour.Result four(AlgorithmFour.Reading reading, ShiftPair shifts) {
        return AlgorithmFour.replay(reading, shifts, 0.25, 2, 20, 4000, 1e-4, 0.95, Streams.seed(9).stream("replay"));
    }
}
