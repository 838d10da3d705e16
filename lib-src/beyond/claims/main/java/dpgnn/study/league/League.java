package dpgnn.study.league;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.data.Datasets;
import dpgnn.privacy.Guarantee;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.study.BlindGuess;
import dpgnn.study.KeptRuns;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.league.LeagueMethod.Kind;
import dpgnn.study.nodes.NodeRun;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.study.paper.Claims;
import dpgnn.study.walks.WalkData;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Private classifiers of nodes side by side: each {@link LeagueMethod} on each graph at each epsilon, ten splits, by one protocol
 * (docs/league.md).
 *
 * <pre>{@code
 * var league = League.standard().with(mine);
 * var results = lab.run(league.sweep(List.of("cora"), List.of(4.0)).seeds(lab.seeds()), league.study());
 * }</pre>
 *
 * <p>Figures of a run: "test accuracy", "test macro F1", "constant" (the share of the training nodes' largest class among test
 * nodes), "epsilon claimed", "epsilon proved", "noise multiplier" and "seconds".
 */
public record League(List<LeagueMethod> methods) {
    /** From the cheapest to the dearest. */
    public static final List<String> GRAPHS = List.of(
            "chameleon",
            "cora",
            "citeseer",
            "squirrel",
            "twitch-projected",
            "tolokers",
            "computers",
            "pubmed",
            "facebook-projected");

    /** A graph without rows, for the methods with public edges that read none; it has a split of its own. */
    public static final String WITHOUT_ROWS = "arxiv-graph";

    public static final List<Double> EPSILONS = List.of(1.0, 2.0, 4.0, 8.0, 16.0);

    private static final int VERSION = 1;
    private static final double TRAIN = 0.75, VALIDATION = 0.1;

    public League {
        methods = List.copyOf(methods);
        List<String> names = methods.stream().map(LeagueMethod::name).toList();
        for (String name : names)
            Check.that(names.indexOf(name) == names.lastIndexOf(name), "name of a method", "that of no other", name);
    }

    /** With the methods that the library has. */
    public static League standard() {
        return new League(LeagueMethods.all());
    }

    /** The methods for the row and the label of a node, where the edges are public. */
    public static League publicEdges() {
        return new League(OpenEdgeMethods.all());
    }

    /**
     * What is kept of the methods where edges are public, against what these alone give, by the protocol in docs/league.md: "left" is
     * the distance of the best method to the best training without privacy. Cells that did not run are empty.
     */
    public static Table publicEdges(List<String> graphs, double epsilon) throws IOException {
        return new OpenEdgeTable(KeptRuns.shipped()).table(Check.given("graphs", graphs), epsilon);
    }

    /** Whether private training is worth more than what is public: a row of docs/claims.md. */
    public static Claims publicEdgesClaim(List<String> graphs) throws IOException {
        return new OpenEdgeTable(KeptRuns.shipped()).claim(Check.given("graphs", graphs));
    }

    /** Both. */
    static League everything() {
        return new League(Stream.concat(LeagueMethods.all().stream(), OpenEdgeMethods.all().stream())
                .toList());
    }

    /** With one method more. */
    public League with(LeagueMethod method) {
        List<LeagueMethod> more = new ArrayList<>(methods);
        more.add(Check.given("method", method));
        return new League(more);
    }

    public LeagueMethod method(String name) {
        return methods.stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("method must be one of "
                        + methods.stream().map(LeagueMethod::name).toList() + ", was \"" + name + "\""));
    }

    /** How the runs of these methods are made. */
    public Study<LeagueRun> study() {
        return new Study<>("league", VERSION, run -> Run.Data.of(data(run.dataset())), this::run);
    }

    /** Every method on these graphs; without privacy there is one epsilon, which is infinite. */
    public Sweep<LeagueRun> sweep(List<String> graphs, List<Double> epsilons) {
        List<Double> all = new ArrayList<>(epsilons);
        all.add(Double.POSITIVE_INFINITY);
        return Sweep.of(new LeagueRun(methods.get(0).name(), graphs.get(0), TargetEpsilon.INFINITE, 1))
                .vary(LeagueRun::dataset, graphs)
                .vary(
                        LeagueRun::method,
                        methods.stream().map(LeagueMethod::name).toList())
                .vary(LeagueRun::epsilon, all.stream().map(TargetEpsilon::new).toList())
                .where(run ->
                        !run.dataset().equals(WITHOUT_ROWS) || OpenEdgeMethods.WITHOUT_ROWS.contains(run.method()))
                .where(run -> method(run.method()).kind()
                        == Kind.NO_PRIVACY
                        == Double.isInfinite(run.epsilon().value()));
    }

    /** A data set as the league reads it: each row of features has the length sqrt(width). */
    public static Dataset data(String name) throws IOException {
        return Datasets.once(League.class, name, () -> {
            Dataset read = WalkData.undirected(Datasets.loadOrStandIn(name));
            return Scaling.rows(read, Scaling.Norm.L2, Math.sqrt(read.features().width()));
        });
    }

    private LeagueEntry entry(LeagueRun run, Optional<LeagueAudit.Auditor> audit) throws IOException {
        Dataset data = data(run.dataset());
        Streams streams = Streams.seed(run.seed());
        Split split = run.dataset().equals(WITHOUT_ROWS)
                ? data.publicSplit().orElseThrow()
                : Split.random(data.nodes(), TRAIN, VALIDATION, streams.stream("split"));
        return new LeagueEntry(
                data, split, run.epsilon().value(), method(run.method()).unit(), streams, audit);
    }

    /** How cells are audited. */
    public Study<LeagueAudit> audits() {
        return new Study<>(
                "league-audit",
                VERSION,
                run -> Run.Data.of(data(run.dataset())),
                run -> Study.made(run, data(run.dataset()), audit(run).metrics()));
    }

    /** Audits a method in place of training it: what an attacker who knows all but one unit finds. */
    public LeagueAudit.Found audit(LeagueAudit asked) throws Exception {
        LeagueMethod method = method(asked.method());
        Check.that(method.kind() != Kind.NO_PRIVACY, "method", "one that promises privacy", asked.method());
        var auditor = new LeagueAudit.Auditor(asked.canaries(), asked.seed());
        method.training()
                .of(entry(
                        new LeagueRun(asked.method(), asked.dataset(), asked.epsilon(), asked.seed()),
                        Optional.of(auditor)));
        return auditor.found();
    }

    private Run run(LeagueRun run) throws Exception {
        LeagueMethod method = method(run.method());
        LeagueEntry entry = entry(run, Optional.empty());
        Dataset data = entry.data();
        long began = System.nanoTime();
        LeagueResult result = method.training().of(entry);
        List<Guarantee> held = result.guarantees();
        require(method, run, held);
        Map<String, Double> metrics = new TreeMap<>();
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        metrics.put("test accuracy", result.scores().accuracy());
        metrics.put("test macro F1", result.scores().macroF1());
        metrics.put(
                "constant",
                BlindGuess.majority(
                        data.labels(), entry.split().train(), entry.split().test()));
        metrics.put("noise multiplier", result.multiplier());
        metrics.put("epsilon claimed", NodeRun.claimed(held));
        metrics.put("epsilon proved", NodeRun.proved(held));
        return Study.made(run, Run.Data.of(data), metrics, result.certificate()).guaranteed(held);
    }

    /** A row says what is protected, and how much of it: a method that protects something else may not stand in that row. */
    private static void require(LeagueMethod method, LeagueRun run, List<Guarantee> held) {
        if (method.kind() != Kind.PROVED) return;
        double proved = NodeRun.proved(held);
        Check.that(
                proved <= run.epsilon().value(),
                "proved epsilon of " + method.name(),
                "at most " + run.epsilon(),
                proved);
        Guarantee last = held.get(held.size() - 1);
        Check.that(
                last.unit() == method.unit() && last.relation() == method.relation(),
                "guarantee of " + method.name(),
                "for " + method.unit() + ", " + method.relation(),
                last.unit() + ", " + last.relation());
    }
}
