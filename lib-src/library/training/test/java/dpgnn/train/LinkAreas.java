package dpgnn.train;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Branch;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;
import dpgnn.random.Streams;
import dpgnn.sampling.Sampler;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/** Areas under the ROC curve of trainings on pairs of rows: the experiment of the page on tasks. */
final class LinkAreas {
    private LinkAreas() {}

    /** How often an edge has the higher score, ties counted half. */
    static double area(double[] scores, int[] classes) {
        double ahead = 0, all = 0;
        for (int i = 0; i < scores.length; i++)
            for (int j = 0; j < scores.length; j++)
                if (classes[i] > classes[j]) {
                    all++;
                    ahead += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
                }
        return ahead / all;
    }

    /** By the neighbours that a pair has in common among the training edges. */
    static double common(Dataset pairs, Split parts, int[] asked) {
        int[] known = IntStream.of(parts.train())
                .filter(r -> pairs.labels().of(r) == 1)
                .toArray();
        Graph seen = Graph.undirected(
                pairs.nodes(),
                IntStream.of(known).map(r -> pairs.graph().inNeighbour(r, 0)).toArray(),
                IntStream.of(known).map(r -> pairs.graph().inNeighbour(r, 1)).toArray());
        double[] shared = IntStream.of(asked)
                .mapToDouble(r -> {
                    int other = pairs.graph().inNeighbour(r, 1);
                    return IntStream.of(seen.inNeighbours(pairs.graph().inNeighbour(r, 0)))
                            .filter(v -> seen.hasEdge(v, other))
                            .count();
                })
                .toArray();
        return area(shared, IntStream.of(asked).map(pairs.labels()::of).toArray());
    }

    /** Of the trained network, of the same before its first step, and of common neighbours. */
    static double[] areas(Dataset pairs, DoubleFunction<Sampler> drawn, double epsilon, long seed) {
        Model model = Branch.features()
                .linear(64, Activation.RELU)
                .aggregated(Aggregation.MEAN)
                .linear(64, Activation.RELU)
                .classes("pairs");
        Split parts = Split.random(pairs.nodes(), 0.75, 0, Streams.seed(seed).stream("split"));
        TrainingView seen = pairs.transductive(parts);
        Evaluation asked = Evaluation.wholeGraph(pairs.evaluation(parts, Split.Role.TEST));
        int t = Math.max(4, (int) Math.round(seen.participants().announcedRoots() / 512.0));
        Sampler lots = drawn.apply(1.0 / t);
        OpenTrainer trainer = Double.isInfinite(epsilon)
                ? PlainTrainer.of(model, lots, 20 * t, Streams.seed(seed))
                : Plan.of(lots, Clip.automatic(1, 0.01), GaussianNoise.standard())
                        .steps(20 * t)
                        .calibrated(epsilon, 1e-5)
                        .experiment(model, seed);
        double trained = trainer.optimizer(() -> Adam.of(0.01))
                .follow("auc", 1_000_000, asked.auc())
                .train(seen)
                .metric("auc");
        Network network = model.network(pairs.features().width(), 2);
        double before = asked.auc().of(network, network.initial(Streams.seed(seed).stream("init")));
        return new double[] {trained, before, common(pairs, parts, asked.nodes())};
    }
}
