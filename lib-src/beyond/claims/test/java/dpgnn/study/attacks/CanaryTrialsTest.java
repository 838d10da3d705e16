package dpgnn.study.attacks;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.CanaryObservations;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.NoiseLike;
import dpgnn.nn.Gcn;
import dpgnn.random.RandomStream;
import dpgnn.sampling.HeterPoisson;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.nodes.NodeData;
import java.util.List;
import org.junit.jupiter.api.Test;

class CanaryTrialsTest {
    private static final double[] EPSILONS = {4};

    /** Adds half of what it says. */
    private static final class Weak implements NoiseLike {
        @Override
        public void add(float[] sum, double deviation, double clip, RandomStream coins) {
            GaussianNoise.standard().add(sum, deviation / 2, clip, coins);
        }
    }

    private static TrainingView view() throws Exception {
        var data = NodeData.of("small", "rows");
        return data.transductive(NodeData.split(data, 1));
    }

    @Test
    void anHonestTrainingIsNotCaughtAndAPlantedFaultIs() throws Exception {
        CanaryTrials trial = CanaryTrials.of(Gcn.of(96), view(), 10, 2000, 1, true);
        HeterPoisson sampler = HeterPoisson.of(0.25, 1).maxOutDegree(60);
        double[] claimed = trial.noise(sampler, Accounting.PUBLISHED, EPSILONS);
        double[] proved = trial.noise(sampler, Accounting.CONSERVATIVE, EPSILONS);
        assertTrue(proved[0] >= claimed[0]);
        double there = trial.epsilon(sampler, Accounting.PUBLISHED, claimed[0]);
        assertTrue(there <= 4 && there > 3.9, "epsilon " + there);
        List<CanaryObservations> seen = trial.attack(sampler, claimed);
        List<CanaryObservations> weak = trial.attack(sampler, new Weak(), claimed);
        assertTrue(trial.stepwise(seen)[0] <= 4 && trial.stepwise(weak)[0] > 4);
        double stated = claimed[0];
        assertTrue(
                seen.get(0).noiseLimit(CanaryTrials.CONFIDENCE).multiplier() >= stated,
                "an honest noise is not rejected");
        assertTrue(weak.get(0).noiseLimit(CanaryTrials.CONFIDENCE).multiplier() < stated, "half of it is");
        double direct = trial.direct(seen)[0];
        assertTrue(
                direct > 0 && direct <= trial.epsilon(sampler, Accounting.CONSERVATIVE, stated), "audit A: " + direct);
        var guess = seen.get(0).membership(CanaryTrials.CONFIDENCE);
        assertTrue(guess.low() <= seen.get(0).ceiling());
    }

    @Test
    void badInputIsNamed() throws Exception {
        TrainingView view = view();
        refused(() -> CanaryTrials.of(Gcn.of(8), view, 0, 2000, 1, true), "steps");
        refused(() -> CanaryTrials.of(Gcn.of(8), view, 5, 4, 1, true));
    }
}
