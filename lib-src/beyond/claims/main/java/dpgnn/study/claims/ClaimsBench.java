package dpgnn.study.claims;

import dpgnn.generate.GeneratorSettings;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.Streams;
import dpgnn.sampling.Sampler;
import dpgnn.study.generation.GraphCollections;
import dpgnn.study.nodes.NodeData;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sets the data on which all methods are compared, and how long they train. Methods that protect nodes or features see one
 * graph in the same splits, transductively; methods that protect edges make graphs like some small ones. Sizes are chosen in
 * advance, without looking at any method's figures.
 *
 * @param name small, a synthetic graph that tests can afford, or PubMed with the graphs of DBLP
 * @param batch how many examples a step of a sub-sampled method has, in expectation
 * @param passes how often such a method sees every training node, on average
 * @param wholeSteps steps of a method that reads the whole graph in each, with SGD; with Adam it is a quarter
 * @param settings of generators
 */
public record ClaimsBench(String name, int batch, int passes, int wholeSteps, GeneratorSettings settings) {
    static final String FEATURES = "roots";

    /** How much test nodes read: at most this many other test nodes. */
    static final int TEST_NEIGHBOURS = 13;

    /** The delta of methods that protect edges, or the whole graph. */
    static final double DELTA = 1e-5;

    /** One split of the data, as methods see it. */
    public record Part(Dataset data, Split split, TrainingView view, long seed) {
        public Sampler.Facts facts() {
            return Sampler.Facts.of(view.participants());
        }

        public double delta() {
            return NodeData.delta(facts().roots());
        }

        Streams streams() {
            return Streams.seed(seed);
        }
    }

    public static ClaimsBench of(String name) {
        boolean small = name.equals("small");
        if (!small && !name.equals("PubMed"))
            throw new IllegalArgumentException("bench must be small or PubMed, was \"" + name + "\"");
        GeneratorSettings settings = GeneratorSettings.paper()
                .with(GeneratorSettings::steps, small ? 20 : 50)
                .with(GeneratorSettings::rate, 0.01);
        return small ? new ClaimsBench(name, 120, 5, 40, settings) : new ClaimsBench(name, 4096, 9, 100, settings);
    }

    /** How many steps a sub-sampled method takes. */
    long steps(int roots) {
        return (long) Math.ceil((double) passes * roots / batch);
    }

    /** Four fifths train, a hundredth validates and is not used here, the rest tests. */
    public Part part(long seed) throws IOException {
        Dataset data = NodeData.of(name, FEATURES);
        Split split = NodeData.split(data, seed);
        return new Part(data, split, data.transductive(split), seed);
    }

    /** What generators learn from. */
    public List<Graph> graphs() throws IOException {
        if (name.equals("small"))
            return List.of(SyntheticGraphs.small()
                    .graph()
                    .induced(IntStream.range(0, 40).toArray()));
        return GraphCollections.spread(GraphCollections.loadOrStandIn("dblp"), 5, 90)
                .graphs();
    }

    /** The record of {@link #graphs}. */
    Run.Data graphData() throws IOException {
        return Run.Data.of(
                name.equals("small")
                        ? SyntheticGraphs.small().provenance()
                        : GraphCollections.loadOrStandIn("dblp").provenance());
    }
}
