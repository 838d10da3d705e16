package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.HELD;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import dpgnn.mechanism.Clip;
import dpgnn.mechanism.NoiseLike;
import dpgnn.nn.Mlp;
import dpgnn.nn.Sgd;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.RunCount;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.train.PrivateSelection.Candidate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a release's noise is off by, and how many examples it sums, on both sides of what it may. */
class ReleaseLimitsTest {
    private static final Plan PLAN = Plans.fixed(PoissonNodes.of(0.3), Clip.flat(0.5), 2, 3, 1e-4);

    private static final int SIZE = SmallTraining.network(Mlp.of(2)).size();

    /** Off by this much a number; what is released has no noise at all. */
    private record Rough(double variation) implements NoiseLike {
        @Override
        public void release(double[] sum, double deviation, double clip, RandomStream coins) {}
    }

    /** What the noise is off by counts for every number of every step: of a plan, and of all steps so far of a steered one. */
    @Test
    void theNoiseOfAllStepsFitsIntoWhatIsKeptForIt() {
        Plan three = Plans.fixed(PoissonNodes.of(0.05), Clip.flat(0.5), 3, 2, 1e-4);
        double most = DeltaReserve.SHARE * 1e-4 / (1 + Math.exp(three.epsilon(VIEW))) / (SIZE * 3.0);
        for (double share : new double[] {0.999, 1.001}) {
            Plan rough = Plans.fixed(PoissonNodes.of(0.05), Clip.flat(0.5), new Rough(most * share), 3, 2, 1e-4);
            Executable train = () -> rough.release(Mlp.of(2)).train(VIEW);
            if (share > 1) refused(train, "is too large for noise");
            else assertDoesNotThrow(train);
        }
        double ten = DeltaReserve.SHARE * 1e-4 / (1 + Math.exp(3)) / (SIZE * 10.5);
        Plan steered = Plan.of(PoissonNodes.of(0.05), Clip.flat(0.5), new Rough(ten))
                .steps(150)
                .calibrated(3, 1e-4);
        try (AdaptiveTraining training = AdaptiveTraining.of(steered.release(Mlp.of(2)), VIEW)) {
            training.take(6);
            refused(() -> training.take(5), "is too large for noise");
            training.take(4);
        }
    }

    /** Public numbers that leave no weight finite are refused by the plan, and weights that become so end the training. */
    @Test
    void weightsThatAreNoNumbersAreNotReleased() {
        Sampler usual = PoissonNodes.of(0.3);
        Plan large = Plans.fixed(usual, Clip.flat(1e34), 2, 30, 1e-4);
        for (Streams streams : new Streams[] {Streams.secure(), Streams.seed(1)}) {
            for (Plan hopeless : new Plan[] {
                Plans.fixed(usual, Clip.flat(3e38), 2, 3, 1e-4),
                Plans.fixed(usual, Clip.flat(1e300), 2, 3, 1e-4),
                Plans.fixed(PoissonNodes.of(1e-300), Clip.flat(0.5), 2, 3, 1e-4),
                Plans.fixed(HeterPoisson.of(1e-300, 2), Clip.flat(0.5), 2, 3, 1e-4),
                Plans.fixed(usual, Clip.flat(0.5), 2, 1e300, 1e-4)
            }) {
                Trainer none = hopeless.trainer(Mlp.of(2), streams);
                refused(() -> none.train(VIEW), "would leave no finite weights");
            }
            Trainer one = large.trainer(Mlp.of(2), streams).optimizer(() -> Sgd.of(1e9));
            refused(StepFailed.class, () -> one.train(VIEW), "the weights after it are not all finite numbers");
        }
    }

    private static PrivateSelection selection(Candidate candidate) {
        return PrivateSelection.of(candidate).by(HoldoutCount.of(HELD, 2)).times(RunCount.poisson(8));
    }

    /** What a selection's samplers are off by grows with the mean number of trainings. */
    @Test
    void theNoiseOfAllTrainingsFitsIntoWhatIsKeptForIt() throws Exception {
        Candidate twice = Candidate.of("narrow", Mlp.of(2), PLAN);
        double epsilon = selection(twice).guarantee(VIEW).epsilon();
        double most = DeltaReserve.SHARE * 1e-4 / (1 + Math.exp(epsilon)) / (8.0 * SIZE * 2);
        for (boolean fits : new boolean[] {true, false}) {
            Rough noise = new Rough(most * (fits ? 0.999 : 1.001));
            Plan rough = Plans.fixed(PoissonNodes.of(0.3), Clip.flat(0.5), noise, 2, 3, 1e-4);
            PrivateSelection selection = selection(Candidate.of("narrow", Mlp.of(2), rough));
            if (fits) selection.release(VIEW);
            else refused(() -> selection.release(VIEW), "too large for noise that is safe");
            selection.choose(VIEW, Streams.seed(1));
        }
    }

    /** Both sides of what a release takes. */
    @Test
    void limitsOfARelease() {
        ReleaseTrainer.requireRoom(0x1.0p19);
        refused(() -> ReleaseTrainer.requireRoom(Math.nextUp(0x1.0p19)), "expect at most 524288 examples in a batch");
        double variation = PLAN.noise().variation(), epsilon = 2;
        double most = DeltaReserve.SHARE * 1e-4 / (1 + Math.exp(epsilon)) / variation;
        ReleaseTrainer.requireSmallVariation(PLAN, epsilon, most * (1 - 1e-9));
        refused(
                () -> ReleaseTrainer.requireSmallVariation(PLAN, epsilon, most * (1 + 1e-9)),
                "epsilon 2.0 is too large");
    }
}
