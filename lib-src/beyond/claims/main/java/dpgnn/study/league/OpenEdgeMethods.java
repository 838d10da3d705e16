package dpgnn.study.league;

import dpgnn.baseline.PublicEdges;
import dpgnn.graph.Dataset;
import dpgnn.graph.Scaling;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.study.league.LeagueMethod.Covers;
import dpgnn.study.league.LeagueMethod.Kind;
import dpgnn.study.walks.WalkData;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The methods of the table with public edges. Their settings stand in docs/league.md. */
final class OpenEdgeMethods {
    static final String EDGES = "edges alone",
            LABELS_PUBLIC = "edges alone, labels public",
            ANSWERED = "edges and answers";

    /** Those that read no row, and so can train where there is none. */
    static final Set<String> WITHOUT_ROWS = Set.of(EDGES, LABELS_PUBLIC, ANSWERED);

    private static final Model MLP = Mlp.of(LeagueEntry.WIDTH), GCN = Gcn.of(LeagueEntry.WIDTH);
    private static final int STEPS = 1, RESTARTS = 2, PERIOD = 10, DEGREE = 2;

    private OpenEdgeMethods() {}

    static List<LeagueMethod> all() {
        return List.of(
                row(EDGES, Covers.ALL, "lemma 87", OpenEdgeMethods::edges),
                row(ANSWERED, Covers.ALL, "lemma 94", OpenEdgeMethods::answered),
                row("LPGNN", Covers.ALL, "lemma 96", OpenEdgeMethods::lpgnn),
                new LeagueMethod(
                        LABELS_PUBLIC,
                        Kind.NO_PRIVACY,
                        Unit.FEATURE,
                        Relation.REPLACE,
                        Covers.ALL,
                        "",
                        OpenEdgeMethods::labelsPublic),
                replaced("rows alone, replaced", Covers.ANSWERS, MLP),
                replaced("centres alone, replaced", Covers.WEIGHTS, GCN),
                walks("DRW", "lemma 20", e -> DisjointWalks.of(STEPS, e.lot())),
                walks("DRW-R", "lemma 20", e -> DisjointWalks.of(STEPS, e.lot()).restarts(RESTARTS)),
                walks("DRW-D", "lemma 20", e -> DisjointWalks.of(STEPS, e.lot()).redrawnEvery(PERIOD)),
                walks("FDP", "lemma 21", e -> BoundedDegree.features(DEGREE, STEPS, e.lot())));
    }

    private static LeagueMethod row(String name, Covers covers, String theorem, LeagueMethod.Training training) {
        return new LeagueMethod(name, Kind.PROVED, Unit.FEATURE, Relation.REPLACE, covers, theorem, training);
    }

    /** A training on single rows hides all of a node, its row and label among it. */
    private static LeagueMethod replaced(String name, Covers covers, Model model) {
        return new LeagueMethod(
                name,
                Kind.PROVED,
                Unit.NODE,
                Relation.REPLACE,
                covers,
                "lemma 13",
                e -> e.train(model, new PoissonNodes(1.0 / e.batches(), Relation.REPLACE)));
    }

    private interface Walks extends java.io.Serializable {
        Sampler of(LeagueEntry entry);
    }

    private static LeagueMethod walks(String name, String theorem, Walks sampler) {
        return row(
                name,
                Covers.WEIGHTS,
                theorem,
                e -> e.train(GCN, e.plan(sampler.of(e)).calibrated(e.epsilon(), e.delta())));
    }

    private static LeagueResult edges(LeagueEntry e) {
        if (e.audit().isPresent()) return e.audit().get().answers(e);
        PublicEdges.Answered answered = PublicEdges.of().experiment(e.view(), e.epsilon(), e.delta(), e.streams());
        return new LeagueResult(
                answered.scores(e.test()), List.of(answered.guarantee()), Optional.of(answered.certificate()), 0);
    }

    private static LeagueResult answered(LeagueEntry e) throws Exception {
        AnsweredTraining method = AnsweredTraining.of();
        if (e.audit().isPresent()) return method.audited(e);
        AnsweredTraining.Fitted fitted = method.experiment(e.data(), e.split(), e.epsilon(), e.delta(), e.streams());
        return new LeagueResult(
                fitted.scores(e.test()),
                List.of(fitted.guarantee()),
                Optional.of(fitted.certificate()),
                fitted.trained().metric("noise multiplier"));
    }

    /** Random projections have both signs, other rows do not: that is public. */
    private static LeagueResult lpgnn(LeagueEntry e) throws Exception {
        Lpgnn method = new Lpgnn(e.data().name().endsWith("projected") ? -1 : 0, 1);
        if (e.audit().isPresent()) return e.audit().get().bits(e, method);
        Lpgnn.Heard heard = method.experiment(e.view(), e.epsilon(), e.delta(), e.streams());
        LeagueResult trained =
                e.on(method.learned(e.data(), e.view(), heard)).plain(MLP, PoissonNodes.of(1.0 / e.batches()));
        return new LeagueResult(trained.scores(), List.of(heard.guarantee()), Optional.of(heard.certificate()), 0);
    }

    /** Random numbers pushed over the edges; epsilon is 0 for a row, and labels are not hidden. */
    private static LeagueResult labelsPublic(LeagueEntry e) throws Exception {
        Dataset numbers = WalkData.ofEdges(e.data());
        numbers = Scaling.rows(
                numbers, Scaling.Norm.L2, Math.sqrt(numbers.features().width()));
        return e.on(numbers).plain(MLP, PoissonNodes.of(1.0 / e.batches()));
    }
}
