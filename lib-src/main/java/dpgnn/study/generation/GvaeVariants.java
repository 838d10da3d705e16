package dpgnn.study.generation;

import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphVae;
import dpgnn.generate.measure.GraphComparison;
import dpgnn.generate.measure.ScoredPairs;
import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.GraphEncoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * GVAE with what the released code does differently: graphs are decoded from the encoder's codes of the original, and nodes
 * without edges are dropped before the statistics. Codes of an encoder read the graph without noise: nothing is private here,
 * and nothing of it is released.
 */
public final class GvaeVariants {
    private final GraphCollection whole;
    private final GraphCollection part;
    private final GeneratorSettings settings;
    private final long[] seeds;

    private GvaeVariants(GraphCollection whole, GraphCollection part, GeneratorSettings settings, long[] seeds) {
        this.whole = whole;
        this.part = part;
        this.settings = settings;
        this.seeds = seeds;
    }

    /** On the graphs of Table 1. */
    public static GvaeVariants of(GenerationGrid grid, String set) {
        GenerationStudy study = grid.published(set).study();
        return new GvaeVariants(
                grid.collection(set),
                study.part(),
                grid.scale().settings(),
                grid.bench().seeds());
    }

    /** Means over graphs, seed by seed: the absolute difference of each statistic, and the cosine of degrees. */
    static final class Scores {
        final Map<String, double[]> values = new LinkedHashMap<>();

        private Scores(int seeds) {
            for (String name : GenerationTables.STATISTICS) values.put(name, new double[seeds]);
            values.put(MakerScores.DEGREES, new double[seeds]);
        }

        private void add(int seed, Graph original, Graph made, double share) {
            GraphComparison compared = GraphComparison.of(original, made);
            for (String name : GenerationTables.STATISTICS) values.get(name)[seed] += share * compared.difference(name);
            values.get(MakerScores.DEGREES)[seed] += share * compared.degreeCosine();
        }
    }

    /**
     * Trains, and measures twice.
     *
     * @param fromEncoder whether codes are the encoder's or those of the prior
     * @return with all generated nodes, and without those that have no edge
     */
    List<Scores> measure(int steps, boolean fromEncoder) {
        Scores all = new Scores(seeds.length), linked = new Scores(seeds.length);
        for (int s = 0; s < seeds.length; s++)
            for (int g = 0; g < part.size(); g++) {
                Graph original = part.graphs().get(g);
                Graph made = made(original, MakerSweep.streams(seeds[s], g), steps, fromEncoder);
                all.add(s, original, made, 1.0 / part.size());
                linked.add(s, original, withoutIsolated(made), 1.0 / part.size());
            }
        return List.of(all, linked);
    }

    static Graph withoutIsolated(Graph graph) {
        return graph.induced(IntStream.range(0, graph.nodes())
                .filter(v -> graph.inDegree(v) > 0)
                .toArray());
    }

    /** The training of {@link GraphVae} without protection, and a graph of its decoder. */
    Graph made(Graph graph, Streams streams, int steps, boolean fromEncoder) {
        RandomStream init = streams.stream("init"), codes = streams.stream("codes");
        GraphEncoder encoder = new GraphEncoder(graph, settings.hidden(), settings.code(), init.fork("encoder"));
        Decoder decoder =
                new Decoder(settings.code(), settings.decoderHidden(), settings.decoderOut(), init.fork("decoder"));
        AdamSteps first = AdamSteps.of(settings.rate()), second = AdamSteps.of(settings.rate());
        for (int t = 0; t < steps; t++) {
            Matrix f = decoder.forward(encoder.codes(codes));
            Matrix logits = f.timesTransposeInOrder(f);
            GraphVae.crossEntropy(graph, logits);
            Matrix back = decoder.backward(logits.symmetricTimesInOrder(f).scale(2));
            encoder.backward(back, settings.priorWeight());
            NetParameter.step(first, encoder.parameters());
            NetParameter.step(second, decoder.parameters());
        }
        RandomStream last = streams.stream("graph");
        Matrix z =
                fromEncoder ? encoder.codes(last) : Matrix.normal(graph.nodes(), settings.code(), last.fork("codes"));
        Matrix f = decoder.apply(z);
        Matrix logits = f.timesTransposeInOrder(f);
        return ScoredPairs.largest(graph.nodes(), graph.edges(), logits::get);
    }

    /** Print, ours, and ours with each of the two changes and with ten times the steps. */
    public Table table(String set) {
        List<String> heads = new ArrayList<>(List.of("GVAE", "steps"));
        heads.addAll(GenerationTables.STATISTICS);
        heads.add(MakerScores.DEGREES);
        Table table =
                Table.columns(heads.toArray(String[]::new)).title("GVAE on " + set + " as the released code runs it");
        PrintedScores.Row gvae = new PrintedScores.Row("GVAE", "");
        List<Object> printed = new ArrayList<>(List.of("printed", ""));
        for (String name : GenerationTables.STATISTICS)
            printed.add(
                    PrintedScores.of("dpggan-table1", set).values().get(gvae).get(name));
        printed.add(PrintedScores.of("dpggan-table2", set).values().get(gvae).get("degree_distribution_cosine"));
        table.row(printed.toArray());
        for (boolean fromEncoder : new boolean[] {false, true})
            for (int steps : new int[] {settings.steps(), 10 * settings.steps()}) {
                List<Scores> scores = measure(steps, fromEncoder);
                String codes = fromEncoder ? "codes of the encoder" : "codes of the prior";
                row(table, codes, steps, scores.get(0));
                row(table, codes + ", isolated nodes dropped", steps, scores.get(1));
            }
        String all = Arrays.toString(seeds).replaceAll("[\\[\\],]", "");
        return table.note(GenerationTables.note(GraphCollections.data(part, whole)) + "; seeds " + all);
    }

    private static void row(Table table, String name, int steps, Scores scores) {
        List<Object> cells = new ArrayList<>(List.of(name, steps));
        scores.values.values().forEach(values -> cells.add(GenerationTables.spread(values, 3)));
        table.row(cells.toArray());
    }
}
