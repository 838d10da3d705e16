package dpgnn.study.attacks;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.predict.NeighbourVotes;
import dpgnn.predict.Predictor;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.study.nodes.NodeData;
import dpgnn.train.Plan;
import dpgnn.train.Trained;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Looks for edges in the noisy votes of neighbours. An edge shows in the answers about its two ends, along what the other end votes
 * by its public row. "isolated" is for an attacker who knows all other edges: without the edge it is the noise of one answer.
 */
final class EdgeScores {
    private static final double PUBLIC_ROWS = 16;
    /** So little that it changes no answer, and is covered by nothing. */
    private static final double QUIET = 0.01;

    private static final Map<String, double[][]> VOTES = new ConcurrentHashMap<>();
    private static final Map<String, Trained> PUBLIC = new ConcurrentHashMap<>();

    private EdgeScores() {}

    /** All edges, each as a pair of nodes. */
    static List<int[]> edges(Graph graph) {
        List<int[]> all = new ArrayList<>();
        for (int v = 0; v < graph.nodes(); v++)
            for (int u : graph.inNeighbours(v)) if (u < v) all.add(new int[] {u, v});
        return all;
    }

    /** One answer about each node, without noise yet. */
    static NeighbourVotes votes(Dataset data) {
        return NeighbourVotes.ofEdges(data.nodes());
    }

    /** The training that reads public rows alone. */
    private static Trained ofRows(String dataset) throws IOException {
        TrainingView view = AttackRun.view(dataset);
        return PUBLIC.computeIfAbsent(dataset, name -> Plan.of(
                        PoissonNodes.of(0.1), Clip.flat(1), GaussianNoise.standard())
                .steps(100)
                .calibrated(PUBLIC_ROWS, NodeData.delta(view.participants().announcedRoots()))
                .accountant(AttackRun.ACCOUNTANT)
                .experiment(Mlp.of(AttackRun.WIDTH), 0)
                .optimizer(() -> Adam.of(AttackRun.LEARNING))
                .train(view));
    }

    /** What each node votes by its public row. */
    private static double[][] votesOfRows(Trained trained, Dataset data) {
        Predictor free = Predictor.of(trained);
        float[] row = new float[data.features().width()];
        double[][] votes = new double[data.nodes()][];
        for (int v = 0; v < votes.length; v++) {
            data.features().copyRow(v, row, 0);
            List<Double> scores = free.answer(row).scores();
            double classes = scores.size(), length = Math.sqrt(classes / (classes - 1));
            votes[v] = scores.stream()
                    .mapToDouble(s -> length * (Math.exp(s) - 1 / classes))
                    .toArray();
        }
        return votes;
    }

    /** Scores of the edges that are looked for, where some of all edges are in the graph. */
    static Map<String, double[]> of(
            AttackRun run, Dataset data, int[] looked, boolean[] member, Map<String, Double> metrics)
            throws IOException {
        Trained trained = ofRows(run.dataset());
        double[][] vote = VOTES.computeIfAbsent(run.dataset(), name -> votesOfRows(trained, data));
        NeighbourVotes votes = run.isPrivate()
                ? votes(data).within(run.epsilon().value(), trained)
                : votes(data).deviation(QUIET);
        List<int[]> edges = edges(data.graph());
        int[] in = IntStream.range(0, edges.size()).filter(e -> member[e]).toArray();
        Graph left = Graph.undirected(
                data.nodes(),
                Arrays.stream(in).map(e -> edges.get(e)[0]).toArray(),
                Arrays.stream(in).map(e -> edges.get(e)[1]).toArray());
        double[] black = new double[looked.length], isolated = new double[looked.length];
        long right = 0;
        TrainingView view = data.transductive(AttackRun.split(data)).on(left);
        try (Predictor predictor = Predictor.of(trained, votes, view, Streams.seed(run.seed()))) {
            for (int i = 0; i < looked.length; i++) {
                int u = edges.get(looked[i])[0], v = edges.get(looked[i])[1];
                double squares = dot(vote[u], vote[u]) + dot(vote[v], vote[v]);
                for (int[] pair : new int[][] {{u, v}, {v, u}}) {
                    double[] answer = predictor.answer(pair[0]).scores().stream()
                            .mapToDouble(x -> x)
                            .toArray();
                    black[i] += dot(answer, vote[pair[1]]) / Math.sqrt(squares);
                    for (int w : left.inNeighbours(pair[0]))
                        if (w != pair[1]) isolated[i] -= dot(vote[w], vote[pair[1]]) / Math.sqrt(squares);
                }
                isolated[i] += black[i];
                if (predictor.answer(v).label() == data.labels().of(v)) right++;
            }
            if (run.isPrivate()) metrics.put("epsilon", predictor.guarantee().epsilon());
        }
        if (run.isPrivate()) metrics.put("noise multiplier", votes.deviation());
        metrics.put("accuracy", right / (double) looked.length);
        return Map.of("black box", black, "isolated", isolated);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int c = 0; c < a.length; c++) sum += a[c] * b[c];
        return sum;
    }
}
