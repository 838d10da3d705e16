package dpgnn.claims;

import dpgnn.audit.DocumentClip;
import dpgnn.graph.Graph;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.Recipe;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The gradient of every document's loss clipped by itself (equation (5) of the text-classification paper), as a claim about one
 * document: it is audited, and not trained, since nothing that it released would be private.
 */
record DocumentMethod() implements Method {
    private static final double CLIP = 1e-3;
    private static final int DOCUMENTS = 3;

    @Override
    public String name() {
        return "per-document clipping";
    }

    @Override
    public String paper() {
        return "text classification (2022)";
    }

    @Override
    public String known() {
        return "number of nodes";
    }

    @Override
    public String missing() {
        return "a document moves its neighbours' gradients, any number of them";
    }

    @Override
    public String shown() {
        return "Clipping each document bounds no document";
    }

    @Override
    public String fault() {
        return "";
    }

    @Override
    public Trial train(Bench bench, double epsilon, long seed) throws Exception {
        Guarantee claimed = new Guarantee(
                epsilon,
                Bench.DELTA,
                Unit.NODE,
                Relation.ADD_REMOVE,
                Verdict.CLAIMED,
                "equation (5)",
                List.of("As if one document moved the sum of clipped gradients by C."));
        Guarantee proved = new Guarantee(
                Double.POSITIVE_INFINITY,
                Bench.DELTA,
                Unit.NODE,
                Relation.ADD_REMOVE,
                Verdict.UNSOUND,
                "equation (5)",
                List.of("Other documents read this one: their clipped gradients change as well."));
        return new Trial(Run.Data.of(bench.part(seed).data()), Map.of(), List.of(claimed, proved));
    }

    /** Around a hub of a large graph everything would have to be computed. */
    @Override
    public Bench audited(Bench bench) {
        return Bench.of("small");
    }

    /** The nodes of the largest degree leave, one at a time. */
    @Override
    public Optional<Audited> audit(Bench bench, double epsilon, AuditSize size, boolean planted) throws Exception {
        Bench.Part part = audited(bench).part(size.seed());
        Network network = Gcn.of(Recipe.layers(2, 32))
                .network(part.view().features().width(), part.view().labels().classes());
        DocumentClip clip =
                DocumentClip.of(network, network.initial(Streams.seed(size.seed()).stream("init")), part.view(), CLIP);
        Graph graph = part.view().graph();
        double worst = java.util.stream.IntStream.range(0, graph.nodes())
                .boxed()
                .sorted((a, b) -> Integer.compare(graph.inDegree(b), graph.inDegree(a)))
                .limit(DOCUMENTS)
                .mapToDouble(v -> clip.without(v).times())
                .max()
                .orElse(0);
        return Optional.of(Audited.of(
                worst,
                Double.NaN,
                null,
                0,
                0,
                epsilon,
                size.confidence(),
                DOCUMENTS + " documents of the largest degrees of the small graph"));
    }
}
