package dpgnn.study.generation;

import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphVae;
import dpgnn.generate.measure.ScoredPairs;
import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.GraphEncoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * GVAE with what the released code does differently: graphs are decoded from the encoder's codes of the original, and nodes
 * without edges are dropped before the statistics. Codes of an encoder read the graph without noise: nothing is private here,
 * and nothing of it is released.
 */
public final class GvaeVariants {
    static final String ENCODED = "from the encoder's codes";

    private final GenerationGrid grid;

    private GvaeVariants(GenerationGrid grid) {
        this.grid = grid;
    }

    public static GvaeVariants of(GenerationGrid grid) {
        return new GvaeVariants(grid);
    }

    static GraphMaker fromEncoder(GeneratorSettings settings) {
        return GraphMaker.unprotected("GVAE", ENCODED, settings.toString(), (g, s) -> made(g, s, settings));
    }

    /** The training of {@link GraphVae} without protection, and a graph of the codes that its encoder ends with. */
    static Graph made(Graph graph, Streams streams, GeneratorSettings settings) {
        RandomStream init = streams.stream("init"), codes = streams.stream("codes");
        GraphEncoder encoder = new GraphEncoder(graph, settings.hidden(), settings.code(), init.fork("encoder"));
        Decoder decoder =
                new Decoder(settings.code(), settings.decoderHidden(), settings.decoderOut(), init.fork("decoder"));
        AdamSteps first = AdamSteps.of(settings.rate()), second = AdamSteps.of(settings.rate());
        for (int t = 0; t < settings.steps(); t++) {
            Matrix f = decoder.forward(encoder.codes(codes));
            Matrix logits = f.timesTransposeInOrder(f);
            GraphVae.crossEntropy(graph, logits);
            Matrix back = decoder.backward(logits.symmetricTimesInOrder(f).scale(2));
            encoder.backward(back, settings.priorWeight());
            NetParameter.step(first, encoder.parameters());
            NetParameter.step(second, decoder.parameters());
        }
        Matrix f = decoder.apply(encoder.codes(streams.stream("graph")));
        Matrix logits = f.timesTransposeInOrder(f);
        return ScoredPairs.largest(graph.nodes(), graph.edges(), logits::get);
    }

    /** Print, ours, and ours with each of the changes. */
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
        int steps = grid.scale().settings().steps();
        List<MakerScores> scores = grid.released(set).measured();
        rows(table, "codes of the prior", steps, scores.get(0));
        rows(table, "codes of the encoder", steps, scores.get(1));
        rows(table, "the same, prior of no weight", grid.scale().noised(), scores.get(2));
        return table.note(GenerationTables.note(grid.released(set)));
    }

    private static void rows(Table table, String name, int steps, MakerScores scores) {
        for (String suffix : List.of("", MakerScores.LINKED)) {
            List<Object> cells = new ArrayList<>(List.of(name + suffix, steps));
            for (String figure : GenerationTables.STATISTICS)
                cells.add(GenerationTables.spread(scores.of(figure + suffix), 3));
            cells.add(GenerationTables.spread(scores.of(MakerScores.DEGREES + suffix), 3));
            table.row(cells.toArray());
        }
    }
}
