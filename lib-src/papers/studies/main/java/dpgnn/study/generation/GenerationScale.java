package dpgnn.study.generation;

import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphRnn;
import dpgnn.generate.NetGan;
import dpgnn.generate.measure.GraphClassifier;
import dpgnn.graph.GraphCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How much of Tables 1 and 2 of Yang et al. (2021) is run: how many graphs, by which methods, and how long they train. Notebooks of
 * the same scale share their runs.
 *
 * @param settings of all decoders; the published variant trains at most as long as the paper's formula allows
 * @param graphs how many graphs of each data set, for Tables 1 and 2
 * @param some how many of these, for decoders that are private by proof, and long trainings
 * @param lengths numbers of steps, for the curve over them
 * @param noised how many steps private trainings take whose noise follows from epsilon
 * @param classifier of some graphs
 * @param larger of Table 2, by data set
 */
public record GenerationScale(
        GeneratorSettings settings,
        Share graphs,
        Share some,
        List<Integer> lengths,
        int noised,
        NetGan netGan,
        GraphRnn graphRnn,
        GraphClassifier classifier,
        Map<String, GraphClassifier> larger) {
    private static final double CLIP = 0.1;

    /** Labels before an epsilon: decoders with a proof, and methods that train nothing. */
    static final List<String> DEEP = List.of("DPGGAN whole-gradient", "pair decoder pairwise");

    static final List<String> CHEAP =
            List.of("top filter", "randomised response", "private degrees", "degree histogram", "count alone");

    /** How many graphs of DBLP and of IMDB, and the most nodes that one of them may have. */
    public record Share(int dblp, int dblpNodes, int imdb, int imdbNodes) {
        /** @param dataset DBLP or IMDB */
        public GraphCollection of(String dataset, GraphCollection all) {
            boolean sparse = isSparse(dataset);
            return GraphCollections.spread(all, sparse ? dblp : imdb, sparse ? dblpNodes : imdbNodes);
        }
    }

    /**
     * The scale of this name: ci, quick or paper, which trains longer.
     *
     * @param real whether the graphs are the paper's; of others some will do
     */
    public static GenerationScale of(String name, boolean real) {
        return switch (name) {
            case "ci" -> {
                Share few = new Share(3, 40, 6, 15);
                GraphClassifier gin = new GraphClassifier(3, 2, 2, 32, 32, 4, 0.01);
                yield new GenerationScale(
                        steps(10),
                        few,
                        few,
                        List.of(5, 10),
                        10,
                        new NetGan(6, 8, 12, 10, 8, 1, 6, 3, 0.5, 5e-3),
                        new GraphRnn(1, 8, 4, 1, 6, 3, 0.003),
                        gin,
                        Map.of("DBLP", gin, "IMDB", gin));
            }
            case "quick", "paper" -> {
                GraphClassifier gin = new GraphClassifier(3, 5, 5, 16, 32, 4, 0.01);
                Share some = new Share(8, 90, 24, 30);
                Share all = real ? new Share(69, 1000, 1500, 1000) : some;
                yield new GenerationScale(
                        steps(name.equals("paper") ? 100 : 50),
                        all,
                        some,
                        List.of(20, 100, 500, 2000),
                        500,
                        new NetGan(8, 16, 16, 12, 10, 2, 120, 40, 0.5, 0.01),
                        new GraphRnn(1, 24, 8, 1, 60, 20, 0.01),
                        gin,
                        Map.of("DBLP", real ? large(3, 16) : gin, "IMDB", real ? large(8, 32) : gin));
            }
            default -> throw new IllegalArgumentException("scale must be ci, quick or paper, was \"" + name + "\"");
        };
    }

    /** Ten folds of 15 epochs of the authors' 350, at half their width. */
    private static GraphClassifier large(int batches, int batch) {
        return new GraphClassifier(10, 15, batches, batch, 32, 4, 0.01);
    }

    /** The paper's methods, as published, and references that know the graph. */
    public List<GraphMaker> published(double... epsilons) {
        List<GraphMaker> makers = new ArrayList<>(List.of(
                GraphMaker.gvae(settings),
                GraphMaker.ggan(settings),
                GraphMaker.graphRnn(graphRnn),
                GraphMaker.netGan(netGan)));
        for (double e : epsilons) {
            makers.add(GraphMaker.dpgvaePublished(settings, e));
            makers.add(GraphMaker.dpgganPublished(settings, e));
        }
        makers.addAll(references());
        return makers;
    }

    /** They know the graph. */
    static List<GraphMaker> references() {
        return List.of(GraphMaker.erdosRenyi(), GraphMaker.sameDegrees());
    }

    /** What is not private, beside methods with a proof. */
    public List<GraphMaker> open() {
        List<GraphMaker> makers = new ArrayList<>(List.of(GraphMaker.gvae(settings), GraphMaker.ggan(settings)));
        makers.addAll(references());
        return makers;
    }

    /** Methods whose epsilon is proved: decoders and two classical ones. */
    public List<GraphMaker> provable(String dataset, double... epsilons) {
        List<GraphMaker> makers = new ArrayList<>();
        for (double e : epsilons) {
            makers.add(GraphMaker.dpgvaeWhole(settings, e, CLIP));
            makers.add(GraphMaker.dpgganWhole(settings, e, CLIP));
            makers.addAll(equal(isSparse(dataset) ? 0.05 : 0.5, e));
            makers.add(GraphMaker.randomisedResponse(e, settings.delta()));
        }
        return makers;
    }

    /**
     * At equal provable epsilon: the paper's per-node update with the noise that its real sensitivity needs, sampled pairs with
     * tight accounting, and private degrees.
     *
     * @param rate at which pairs are sampled
     */
    public List<GraphMaker> equal(double rate, double epsilon) {
        return List.of(
                GraphMaker.dpgvaePerNode(settings, epsilon, CLIP),
                pairwise(settings.steps(), rate, epsilon),
                GraphMaker.privateDegrees(epsilon, settings.delta()));
    }

    /** By a protocol, methods with a proof: two decoders, four that train nothing, and a count alone. */
    List<GraphMaker> cheap(String dataset, double... epsilons) {
        List<GraphMaker> makers = new ArrayList<>();
        for (double e : epsilons)
            makers.addAll(List.of(
                    GraphMaker.dpgganWhole(settings, e, CLIP),
                    pairwise(settings.steps(), isSparse(dataset) ? 0.05 : 0.5, e),
                    GraphMaker.topFilter(e, settings.delta()),
                    GraphMaker.randomisedResponse(e, settings.delta()),
                    GraphMaker.privateDegrees(e, settings.delta()),
                    GraphMaker.degreeHistogram(e, settings.delta()),
                    GraphMaker.countAlone(e, settings.delta())));
        return makers;
    }

    /** By a protocol: private trainings of several lengths, clips and rates of pairs. */
    List<GraphMaker> searched(double epsilon) {
        List<GraphMaker> makers = new ArrayList<>();
        for (int steps : noised < 100 ? new int[] {1, 10} : new int[] {1, 10, 100, 1000}) {
            for (double clip : new double[] {0.1, 1}) makers.add(GraphMaker.dpgvaeWhole(lasting(steps), epsilon, clip));
            if (steps > 1) for (double rate : new double[] {0.05, 0.5}) makers.add(pairwise(steps, rate, epsilon));
        }
        return makers;
    }

    /** The same training as one of these after one step. */
    GraphMaker firstStep(GraphMaker of, double epsilon) {
        return of.named()
                ? pairwise(1, of.details().contains("rate=0.5 ") ? 0.5 : 0.05, epsilon)
                : GraphMaker.dpgvaeWhole(lasting(1), epsilon, of.details().contains("clip=1.0 ") ? 1 : 0.1);
    }

    /** Name, steps and what follows the settings: the rate and the clip. */
    static String words(GraphMaker searched) {
        return searched.name() + searched.details().replaceAll(".*(steps=\\d+),.*\\](.*) count=.*", ", $1$2");
    }

    /** The published private rows after one step. */
    List<GraphMaker> oneStep() {
        return List.of(GraphMaker.dpgvaePublished(lasting(1), 1), GraphMaker.dpgganPublished(lasting(1), 1));
    }

    private GraphMaker pairwise(int steps, double rate, double epsilon) {
        return GraphMaker.pairwise(lasting(steps).with(GeneratorSettings::rate, 0.02), rate, epsilon, 1, 5);
    }

    /** GVAE and GGAN for every length. */
    public List<GraphMaker> longer() {
        return lengths.stream()
                .flatMap(n -> Stream.of(GraphMaker.gvae(lasting(n)), GraphMaker.ggan(lasting(n))))
                .toList();
    }

    /** Private rows whose noise follows from epsilon, and what they are without noise. */
    public List<GraphMaker> noisedBy(double... epsilons) {
        GeneratorSettings fixed = lasting(noised);
        List<GraphMaker> makers = new ArrayList<>(List.of(GraphMaker.gvae(fixed), GraphMaker.ggan(fixed)));
        for (double e : epsilons)
            makers.addAll(List.of(GraphMaker.dpgvaeNoised(fixed, e), GraphMaker.dpgganNoised(fixed, e)));
        return makers;
    }

    /** GVAE; decoded from the encoder's codes, as the released code decodes; and that for more steps, without a prior. */
    public List<GraphMaker> released() {
        GeneratorSettings copying = lasting(noised).with(GeneratorSettings::priorWeight, 0.0);
        return List.of(GraphMaker.gvae(settings), EncoderDecoding.maker(settings), EncoderDecoding.maker(copying));
    }

    /** By a protocol of docs/reproduction-rules.md: DPGGAN at three budgets, then GGAN, then GGAN for half the steps. */
    List<GraphMaker> budgets() {
        int steps = noised < 100 ? noised : 5429;
        GeneratorSettings full = GeneratorSettings.paper().with(GeneratorSettings::steps, steps);
        return List.of(
                GraphMaker.dpgganNoised(full, 10),
                GraphMaker.dpgganNoised(full, 1),
                GraphMaker.dpgganNoised(full, 0.1),
                GraphMaker.ggan(full),
                GraphMaker.ggan(full.with(GeneratorSettings::steps, steps / 2)));
    }

    public GeneratorSettings lasting(int steps) {
        return settings.with(GeneratorSettings::steps, steps);
    }

    private static boolean isSparse(String dataset) {
        return switch (dataset) {
            case "DBLP" -> true;
            case "IMDB" -> false;
            default -> throw new IllegalArgumentException("dataset must be DBLP or IMDB, was \"" + dataset + "\"");
        };
    }

    private static GeneratorSettings steps(int number) {
        return GeneratorSettings.paper().with(GeneratorSettings::steps, number).with(GeneratorSettings::rate, 0.01);
    }
}
