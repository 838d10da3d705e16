package dpgnn.study.league;

import dpgnn.base.Check;
import dpgnn.baseline.Gap;
import dpgnn.baseline.GapHops;
import dpgnn.baseline.NeighbourLabels;
import dpgnn.graph.Dataset;
import dpgnn.graph.DegreeBound;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split.Role;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Branch;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import dpgnn.train.Evaluation;
import dpgnn.train.Plan;
import dpgnn.train.Trained;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * DPDGC (Chien et al. 2023). A network learns from rows of the adjacency matrix, and so a vector for each node. Each node hears its
 * neighbours' vectors once, with noise, and a perceptron reads its own row and what it heard. All parts have one noise multiplier, and
 * are composed.
 *
 * <p><b>Guarantee.</b> Unit: one node with all its edges. {@link #repaired}: it takes part or not. In each step of the first training a
 * node is in the rows of at most D others, which it draws anew from its list ({@link HomeStars}), and roots one; vectors are made of
 * released weights, have length 1 and are sent with weights by degree ({@link Gap.Bound#WEIGHTED}); the perceptron trains on single
 * rows. It covers the weights and what others hear; an answer about a node reads the node's own row. {@link #published} is claimed: a
 * node, replaced, changes D + 1 rows, for which its noise is too small, and which D edges another node keeps depends on it.
 *
 * <p>Proof: docs/proofs.md, lemma 95.
 *
 * @param published whether noise, batches and the cut of edges are the authors'
 * @param degree D, the most rows of others that hold a node
 */
record Dpdgc(boolean published, int degree) implements Serializable {
    private static final Accountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());
    private static final int WIDTH = LeagueEntry.WIDTH;

    static final Model ROWS = Branch.features()
            .aggregated(Aggregation.SUM)
            .linear(WIDTH, Activation.SELU)
            .classes("rows of edges");

    Dpdgc {
        Check.atLeast("degree", degree, 1);
    }

    /** A node is in the row of one other in a step, and sends as much as one. */
    static Dpdgc repaired() {
        return new Dpdgc(false, 1);
    }

    /** At most 100 edges of a node, as the authors have it unless they are told otherwise. */
    static Dpdgc asPublished() {
        return new Dpdgc(true, 100);
    }

    LeagueResult run(LeagueEntry e) throws Exception {
        Check.that(
                e.data().labels().isSingle(),
                "labels",
                "one class a node",
                e.data().labels());
        Check.that(
                !e.streams().isSecure(), "streams", "seeded, as the ledgers of two trainings are not kept", "secure");
        double multiplier = multiplier(e);
        Dataset ids = ids(e.data());
        Plan rows = plan(e, rows(e), multiplier * moved(degree + 1));
        if (e.audit().isPresent()) return e.on(ids).train(ROWS, rows);
        Trained first = part(e, ids, "rows").fitted(ROWS, rows);
        Dataset own = heard(e.data(), e.view(), first.parameters().values("linear1.weight"), multiplier, e.streams());
        Trained last = part(e, own, "classifier").fitted(Mlp.of(WIDTH), plan(e, own(e), multiplier * moved(1)));
        List<Guarantee> held = guarantees(e, multiplier);
        Guarantee proved = held.get(held.size() - 1);
        return new LeagueResult(
                Evaluation.stars(own.evaluation(e.split(), Role.TEST), 0, e.streams().stream("none"))
                        .scores(last.network(), last.parameters()),
                held,
                proved.verdict().hasTheorem()
                        ? Optional.of(EpsilonCertificate.of(
                                "DPDGC on " + e.data().provenance().name(),
                                proved,
                                event(e, multiplier),
                                DeltaReserve.SHARE))
                        : Optional.empty(),
                multiplier);
    }

    /** Streams of its own for each part: noise that two parts shared would hide nothing. */
    private static LeagueEntry part(LeagueEntry e, Dataset data, String name) {
        Streams own = Streams.seed(e.streams().stream(name).nextLong());
        return new LeagueEntry(data, e.split(), e.epsilon(), e.unit(), own, e.audit());
    }

    private static Plan plan(LeagueEntry e, Sampler sampler, double multiplier) {
        return e.plan(sampler).multiplier(multiplier).delta(e.delta());
    }

    /** By how much the authors take a sum to move where a node is replaced; what is proved knows by itself. */
    private double moved(int rows) {
        return published ? 2 * Math.sqrt(rows) : 1;
    }

    Sampler rows(LeagueEntry e) {
        return published ? new CutRows(degree, e.lot()) : HomeStars.of(1.0 / e.batches(), degree);
    }

    private Sampler own(LeagueEntry e) {
        return published ? UniformNodes.of(e.lot()) : PoissonNodes.of(1.0 / e.batches());
    }

    /** What the three parts spend, by what the authors claim where it is their noise. */
    Event event(LeagueEntry e, double multiplier) {
        Sampler.Facts facts = Sampler.Facts.of(e.view().participants());
        return new Event.Composed(List.of(
                new Event.Repeated(rows(e).claimed(facts, multiplier * moved(degree + 1)), e.steps()),
                new Event.Gaussian(multiplier),
                new Event.Repeated(own(e).event(facts, multiplier * moved(1)), e.steps())));
    }

    /** The least multiplier of all parts that keeps epsilon. */
    double multiplier(LeagueEntry e) {
        return Calibration.of(ACCOUNTANT)
                .multiplier(m -> event(e, m), e.epsilon(), new DeltaReserve(e.delta()).accounting());
    }

    /** The same graph; a node's features are its number, so that the sum over neighbours is a row of the adjacency matrix. */
    static Dataset ids(Dataset data) {
        int nodes = data.nodes();
        float[] ones = new float[nodes];
        Arrays.fill(ones, 1);
        return new Dataset(
                data.graph(),
                SparseFeatures.of(
                        nodes,
                        IntStream.rangeClosed(0, nodes).toArray(),
                        IntStream.range(0, nodes).toArray(),
                        ones),
                data.labels(),
                data.provenance());
    }

    /** Rows with what nodes hear behind them, without edges. */
    Dataset heard(Dataset data, TrainingView view, float[] vectors, double multiplier, Streams streams) {
        Gap gap = Gap.of(Gap.Noise.PUBLISHED).with(Gap::degree, degree);
        if (!published) gap = gap.weighted();
        double counted = Math.sqrt(published ? 2.0 * degree : degree);
        float[] sent = vectors.clone();
        if (!published) GapHops.normalise(sent, WIDTH);
        float[] heard = GapHops.of(gap, view.graph(), view.participants()::outDegree, streams.stream("cut"))
                .sums(sent, WIDTH);
        if (published) GapHops.normalise(heard, WIDTH);
        GaussianNoise.standard().add(heard, multiplier * counted, counted, streams.stream("hop"));
        GapHops.normalise(heard, WIDTH);
        for (int i = 0; i < heard.length; i++) heard[i] *= (float) Math.sqrt(WIDTH);
        return new Dataset(
                Graph.undirected(data.nodes(), new int[0], new int[0]),
                NeighbourLabels.beside(data.features(), heard),
                data.labels(),
                data.provenance());
    }

    private List<Guarantee> guarantees(LeagueEntry e, double multiplier) {
        List<String> gaps = new ArrayList<>(Plan.leaks(e.view().provenance(), Unit.NODE, false));
        if (published)
            gaps.add(
                    "A replaced node changes the rows of up to 2 D others, all in one direction, and which D edges others keep"
                            + " depends on it; the noise was scaled for D + 1 rows that do not add up.");
        List<String> remarks = new ArrayList<>(List.of(
                "It covers the released weights and what other nodes hear; an answer about a node reads the node's own row.",
                "Choosing this run among others on the same data is not covered.",
                "The noise came from a seed, for an experiment: it protects nothing from whoever knows the seed."));
        double epsilon = ACCOUNTANT.epsilon(event(e, multiplier), new DeltaReserve(e.delta()).accounting());
        List<Guarantee> held = new ArrayList<>();
        if (gaps.isEmpty() || published)
            held.add(guarantee(e, epsilon, published ? Verdict.CLAIMED : Verdict.IDEAL, remarks));
        remarks.addAll(gaps);
        if (!gaps.isEmpty()) held.add(guarantee(e, Double.POSITIVE_INFINITY, Verdict.UNSOUND, remarks));
        return held;
    }

    private Guarantee guarantee(LeagueEntry e, double epsilon, Verdict verdict, List<String> remarks) {
        GuaranteeTerms terms = new GuaranteeTerms(
                rows(e).assumptions(), List.of(), e.view().provenance().given(), List.of(), remarks);
        return Guarantee.of(Unit.NODE, published ? Relation.REPLACE : Relation.PARTICIPATION)
                .by(ACCOUNTANT.name(), epsilon, e.delta(), verdict, terms);
    }

    /** The authors' batches: without replacement, with the rows of a graph in which each node keeps at most D of its edges. */
    record CutRows(int degree, int batch) implements Sampler {
        @Override
        public Unit unit() {
            return Unit.NODE;
        }

        @Override
        public Relation relation() {
            return Relation.REPLACE;
        }

        @Override
        public List<String> assumptions() {
            return List.of(
                    "Which nodes are training nodes is public, and a replaced node keeps its role.",
                    "Which edges the others keep would have to be the same whatever edges the replaced node has; it is not.");
        }

        @Override
        public Event event(Facts facts, double multiplier) {
            return new Event.Unsupported(
                    "Which edges a node keeps depends on all its neighbours, so one node changes more rows than"
                            + " is counted.");
        }

        @Override
        public Event claimed(Facts facts, double multiplier) {
            return new Event.WithoutReplacement(facts.roots(), batch, multiplier / (2 * Math.sqrt(degree + 1.0)));
        }

        @Override
        public double expectedExamples(Facts facts) {
            return batch;
        }

        @Override
        public Draws draws(Participants participants, RandomStream coins) {
            Graph cut = DegreeBound.outgoing(participants.graph(), degree, coins.fork("cut"));
            int[] roots = participants.roots();
            Facts facts = Facts.of(participants);
            return Draws.of(
                    (step, into) -> {
                        into.clear();
                        int[] order = coins.fork("batch").fork(step).order(roots.length);
                        for (int i = 0; i < Math.min(batch, order.length); i++) add(into, cut, roots[order[i]]);
                    },
                    multiplier -> event(facts, multiplier));
        }

        private static void add(Batch into, Graph cut, int root) {
            into.beginExample();
            int target = into.addRow(root);
            int[] neighbours = cut.inNeighbours(root);
            for (int i = 1; i <= neighbours.length; i++) into.addSource(target + i);
            for (int u : neighbours) into.addRow(u);
            into.addTarget(target);
        }
    }
}
