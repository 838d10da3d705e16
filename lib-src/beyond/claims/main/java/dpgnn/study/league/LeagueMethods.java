package dpgnn.study.league;

import dpgnn.baseline.Blink;
import dpgnn.baseline.Gap;
import dpgnn.baseline.GapTraining;
import dpgnn.baseline.Ndp;
import dpgnn.baseline.NeighbourLabels;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split.Role;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Scores;
import dpgnn.predict.NeighbourVotes;
import dpgnn.predict.Predictor;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import dpgnn.study.league.LeagueMethod.Covers;
import dpgnn.study.league.LeagueMethod.Kind;
import dpgnn.study.nodes.HeterPoissonRun;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.train.Evaluation;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Trained;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The methods that the league comes with. Their settings, and why they are those, stand in docs/league.md. */
final class LeagueMethods {
    static final String ROWS = "rows alone",
            STARS = "home stars",
            GAP = "GAP, weighted",
            NO_EDGES = "no privacy, no edges";
    private static final Model MLP = Mlp.of(LeagueEntry.WIDTH), GCN = Gcn.of(LeagueEntry.WIDTH);

    /** Bounds on out-degrees: those at which the signal of a sum is largest beside its noise, whatever the graph. */
    private static final int SENT = 1, SENT_AND_OWN = 4;

    /** The longest sum of votes, by the same reasoning. */
    private static final double LONGEST = 2;

    /** The bound on degrees that the authors of GAP and of NDP have. */
    private static final int GAP_DEGREE = 100, NDP_DEGREE = 5;

    private LeagueMethods() {}

    static List<LeagueMethod> all() {
        Gap published = Gap.of(Gap.Noise.PUBLISHED), corrected = Gap.of(Gap.Noise.CORRECTED);
        Gap weighted = published.weighted().with(Gap::degree, SENT), edge = Gap.of(Gap.Noise.EDGE);
        return List.of(
                node(ROWS, Relation.ADD_REMOVE, Covers.ANSWERS, "lemmas 12 and 18", e -> e.train(MLP, poisson(e))),
                node(
                        "rows alone, random allocation",
                        Relation.ADD_REMOVE,
                        Covers.ANSWERS,
                        "lemma 77",
                        e -> e.train(MLP, RandomAllocation.of(e.batches()))),
                node(
                        "centres alone",
                        Relation.ADD_REMOVE,
                        Covers.WEIGHTS,
                        "lemma 18",
                        e -> e.train(GCN, HomeStars.centresAlone(rate(e)))),
                node(
                        STARS,
                        Relation.PARTICIPATION,
                        Covers.WEIGHTS,
                        "lemma 17",
                        e -> e.train(GCN, HomeStars.of(rate(e), 1))),
                node(
                        "home stars, random allocation",
                        Relation.PARTICIPATION,
                        Covers.WEIGHTS,
                        "lemmas 78 and 79",
                        e -> e.train(GCN, RandomAllocation.of(e.batches(), 1))),
                node(
                        "HeterPoisson",
                        Relation.PARTICIPATION,
                        Covers.WEIGHTS,
                        "lemmas 15 and 16",
                        e -> e.train(GCN, HeterPoisson.of(rate(e), 1))),
                node(GAP, Relation.PARTICIPATION, Covers.ANSWERS, "lemma 26", e -> gap(e, weighted)),
                node(
                        "ProGAP, weighted",
                        Relation.PARTICIPATION,
                        Covers.ANSWERS,
                        "lemmas 26 and 81",
                        e -> gap(e, weighted.inStages())),
                node(
                        "GAP, hops alone",
                        Relation.REPLACE,
                        Covers.ALL,
                        "lemma 26",
                        e -> gap(e, corrected.hopsOnly().weighted().with(Gap::degree, SENT_AND_OWN))),
                node(
                        "rows alone, votes",
                        Relation.PARTICIPATION,
                        Covers.ANSWERS,
                        "lemmas 61 and 62",
                        LeagueMethods::votes),
                node("DPDGC, repaired", Relation.PARTICIPATION, Covers.ANSWERS, "lemma 95", Dpdgc.repaired()::run),
                edge("GAP, edges hidden", "lemma 26", e -> gap(e, edge)),
                edge("ProGAP, edges hidden", "lemma 81", e -> gap(e, edge.inStages())),
                edge("Blink", "lemma 25", LeagueMethods::blink),
                edge("labels of neighbours", "lemma 93", LeagueMethods::neighbourLabels),
                claimed(
                        "GAP, edges hidden, published",
                        Unit.EDGE,
                        Relation.ADD_REMOVE,
                        e -> gap(e, Gap.of(Gap.Noise.ARC))),
                claimed("HeterPoisson, published noise", Unit.NODE, Relation.PARTICIPATION, e -> {
                    Sampler sampler = HeterPoisson.of(rate(e), 1);
                    double multiplier = new HeterPoissonRun.Budget(sampler, e.steps(), e.delta())
                            .multiplier(Sampler.Facts.of(e.view().participants()), Accounting.PUBLISHED, e.epsilon());
                    return e.train(GCN, e.plan(sampler).multiplier(multiplier).delta(e.delta()));
                }),
                claimed(
                        "GAP, published",
                        Unit.NODE,
                        Relation.PARTICIPATION,
                        e -> gap(e, published.with(Gap::degree, GAP_DEGREE))),
                claimed("DPDGC, published", Unit.NODE, Relation.REPLACE, Dpdgc.asPublished()::run),
                claimed("NDP", Unit.NODE, Relation.REPLACE, e -> {
                    var facts = Sampler.Facts.of(e.view().participants());
                    Ndp ndp = new Ndp(NDP_DEGREE, e.lot(), e.epochs(), 1, 0.01);
                    return e.train(
                            GCN,
                            e.plan(ndp.sampler(e.roots()))
                                    .multiplier(ndp.multiplier(facts, e.epsilon(), e.delta()))
                                    .delta(e.delta()));
                }),
                open("no privacy, rows alone", e -> e.plain(MLP, poisson(e))),
                open("no privacy, stars", e -> e.plain(GCN, HomeStars.of(rate(e), 1))),
                open(NO_EDGES, LeagueMethods::withoutEdges));
    }

    private static LeagueMethod node(
            String name, Relation relation, Covers covers, String theorem, LeagueMethod.Training training) {
        return new LeagueMethod(name, Kind.PROVED, Unit.NODE, relation, covers, theorem, training);
    }

    /** Rows and labels are public, every prediction is covered. */
    private static LeagueMethod edge(String name, String theorem, LeagueMethod.Training training) {
        return new LeagueMethod(name, Kind.PROVED, Unit.EDGE, Relation.ADD_REMOVE, Covers.ALL, theorem, training);
    }

    private static LeagueMethod claimed(String name, Unit unit, Relation relation, LeagueMethod.Training training) {
        return new LeagueMethod(name, Kind.CLAIMED, unit, relation, Covers.WEIGHTS, "", training);
    }

    private static LeagueMethod open(String name, LeagueMethod.Training training) {
        return new LeagueMethod(name, Kind.NO_PRIVACY, Unit.NODE, Relation.ADD_REMOVE, Covers.WEIGHTS, "", training);
    }

    private static double rate(LeagueEntry e) {
        return 1.0 / e.batches();
    }

    private static PoissonNodes poisson(LeagueEntry e) {
        return PoissonNodes.of(rate(e));
    }

    private static Gap batched(Gap settings, LeagueEntry e) {
        return settings.with(Gap::batch, e.lot()).with(Gap::epochs, e.epochs());
    }

    private static LeagueResult gap(LeagueEntry e, Gap settings) throws InterruptedException {
        Gap gap = batched(settings, e);
        double multiplier = gap.multiplier(e.roots(), e.epsilon(), e.delta());
        List<Guarantee> held = gap.guarantees(
                e.roots(), multiplier, e.delta(), e.view().provenance().leaks());
        if (e.audit().isPresent()) return e.audit().get().hops(e, gap, multiplier, held);
        var fitted = GapTraining.of(gap, multiplier, e.streams()).train(e.view());
        Guarantee last = held.get(held.size() - 1);
        return new LeagueResult(
                fitted.scores(e.data(), e.split(), Role.TEST),
                held,
                last.verdict().hasTheorem()
                        ? Optional.of(EpsilonCertificate.of(
                                "GAP on " + e.data().provenance().name(),
                                last,
                                gap.event(e.roots(), multiplier),
                                DeltaReserve.SHARE))
                        : Optional.empty(),
                multiplier);
    }

    private static LeagueResult blink(LeagueEntry e) throws InterruptedException {
        Blink blink = new Blink(Blink.of().share(), batched(Gap.of(Gap.Noise.EDGE), e));
        if (e.audit().isPresent()) return e.audit().get().pairs(e, blink);
        return new LeagueResult(
                blink.train(e.data(), e.split(), e.epsilon(), e.streams()).scores(e.split(), Role.TEST),
                blink.guarantees(e.epsilon(), e.delta(), e.view().provenance().leaks()),
                Optional.empty(),
                0);
    }

    /** An MLP on single rows that have noisy counts of neighbours' labels behind them. */
    private static LeagueResult neighbourLabels(LeagueEntry e) {
        NeighbourLabels heard = NeighbourLabels.experiment(e.view(), e.epsilon(), e.delta(), e.streams());
        if (e.audit().isPresent()) return e.audit().get().counts(e, heard.multiplier());
        Dataset own = heard.data(e.data());
        Trained trained = PlainTrainer.of(MLP, poisson(e), e.steps(), e.streams())
                .optimizer(e.optimizer())
                .train(own.transductive(e.split()));
        return new LeagueResult(
                Evaluation.stars(own.evaluation(e.split(), Role.TEST), 0, e.streams().stream("test"))
                        .scores(trained.network(), trained.parameters()),
                List.of(heard.guarantee()),
                Optional.of(heard.certificate()),
                heard.multiplier());
    }

    /** The networks of the methods for an edge, where there is none to read. */
    private static LeagueResult withoutEdges(LeagueEntry e) {
        Dataset alone = e.data().withGraph(Graph.undirected(e.data().nodes(), new int[0], new int[0]));
        return LeagueResult.open(GapTraining.plain(batched(Gap.of(Gap.Noise.EDGE), e), e.streams())
                .train(alone.transductive(e.split()))
                .scores(alone, e.split(), Role.TEST));
    }

    /** Half of epsilon trains on rows, the rest pays for one answer about each test node. */
    private static LeagueResult votes(LeagueEntry e) throws Exception {
        Plan plan = e.plan(poisson(e)).calibrated(e.epsilon() / 2, e.delta());
        if (e.audit().isPresent()) return e.train(MLP, plan);
        Trained trained = e.fitted(MLP, plan);
        int[] asked = Arrays.stream(e.split().test())
                .filter(e.data().labels()::isKnown)
                .toArray();
        NeighbourVotes votes =
                NeighbourVotes.ofNodes(asked.length, LONGEST).weighted(SENT).within(e.epsilon(), trained);
        int classes = e.data().labels().classes();
        boolean[] said = new boolean[asked.length * classes];
        float[] row = new float[e.data().features().width()];
        try (Predictor predictor = Predictor.of(trained, votes, e.view(), e.streams())) {
            for (int i = 0; i < asked.length; i++) {
                e.data().features().copyRow(asked[i], row, 0);
                said[i * classes + predictor.answer(asked[i], row).label()] = true;
            }
            Guarantee held = predictor.guarantee();
            return new LeagueResult(
                    Scores.of(e.data().labels(), asked, said),
                    List.of(held),
                    Optional.of(predictor.certificate()),
                    trained.metric("noise multiplier"));
        }
    }
}
