package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.nn.Scores;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.Sampler;
import dpgnn.study.Study;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Trains and tests HeterPoisson as its released code does: {@link ReleasedStars}, {@link ReleasedNetwork}, noise of Theorem 2, every entry
 * of the noisy mean clamped far below its noise, Adam, and a mean over the centres that were drawn.
 *
 * <p><b>Guarantee.</b> None. Beside what stars and network say, features are scaled by what all nodes have in common, and the divisor
 * tells how many centres there were.
 */
final class ReleasedTraining {
    private ReleasedTraining() {}

    static Run run(HeterPoissonRun run, OptionalDouble noise) throws IOException, InterruptedException {
        Dataset data = NodeData.of(run.dataset(), run.features());
        long began = System.nanoTime();
        int[] loops = NodeData.loops(run.dataset());
        Split split = NodeData.split(data, run.seed());
        ReleasedStars stars = ReleasedStars.training(data, loops, split, run.learning());
        Streams streams = Streams.seed(run.seed());
        ReleasedNetwork network =
                new ReleasedNetwork(run.model(), HeterPoissonRun.WIDTH, data.features(), data.labels());
        Parameters parameters = network.network().initial(streams.stream("initial"));
        HeterPoissonRun.Budget budget = HeterPoissonRun.budget(run, stars.roots());
        Sampler.Facts facts = new Sampler.Facts(data.nodes(), stars.roots());
        double multiplier = noise.orElseGet(
                () -> budget.multiplier(facts, run.accounting(), run.epsilon().value()));
        train(run, stars, network, parameters, multiplier, budget.steps());

        Map<String, Double> metrics = new TreeMap<>();
        Scores scores = test(
                network,
                parameters,
                data,
                ReleasedStars.test(data, loops, split),
                run.testNeighbours(),
                streams.stream("test stars"));
        metrics.put(HeterPoissonPaper.ACCURACY, scores.accuracy());
        metrics.put("test precision macro", scores.macroPrecision());
        metrics.put(HeterPoissonPaper.PRECISION, scores.weightedPrecision());
        metrics.put("noise multiplier", multiplier);
        metrics.put("steps", (double) budget.steps());
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        return Study.made(run, data, metrics);
    }

    private static void train(
            HeterPoissonRun run,
            ReleasedStars stars,
            ReleasedNetwork network,
            Parameters parameters,
            double multiplier,
            long steps)
            throws InterruptedException {
        Streams streams = Streams.seed(run.seed());
        RandomStream coins = streams.stream("sampling"), noise = streams.stream("noise");
        Optimizer adam = Adam.of(run.rate());
        double deviation = multiplier * HeterPoissonRun.CLIP;
        float bound = run.clamp() == 0 ? Float.POSITIVE_INFINITY : (float) (deviation / run.clamp());
        Batch batch = new Batch();
        float[] gradient = new float[parameters.size()];
        for (long step = 0; step < steps; step++) {
            if (Thread.interrupted()) throw new InterruptedException();
            stars.draw((double) run.batch() / stars.roots(), run.peripherals(), coins.fork(step), batch);
            Arrays.fill(gradient, 0);
            network.addClipped(parameters, batch, 2 * HeterPoissonRun.CLIP, gradient);
            GaussianNoise.standard().add(gradient, deviation, HeterPoissonRun.CLIP, noise.fork(step));
            for (int i = 0; i < gradient.length; i++)
                gradient[i] = Math.max(-bound, Math.min(bound, gradient[i])) / Math.max(1, batch.examples());
            adam.step(parameters, gradient);
        }
    }

    private static Scores test(
            ReleasedNetwork network,
            Parameters parameters,
            Dataset data,
            ReleasedStars stars,
            int most,
            RandomStream coins) {
        int[] nodes = new int[stars.roots()], found = new int[stars.roots()];
        int at = 0;
        for (Batch batch : stars.batches(most, coins)) {
            int[] classes = network.classes(parameters, batch);
            for (int e = 0; e < classes.length; e++, at++) {
                nodes[at] = batch.node(batch.exampleStart(e));
                found[at] = classes[e];
            }
        }
        return Scores.of(data.labels(), nodes, found);
    }
}
