package dpgnn.study.claims;

import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.SweepResults;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Shows the results of trainings and audits of methods side by side: claimed, provable and audited epsilon, accuracy and
 * cost. All numbers come from run records.
 *
 * @param trainings at the page's epsilon and perhaps at others
 * @param audits of the methods as they are
 * @param sound of the methods as they are, for comparison with what follows
 * @param planted audits of the methods with their faults, on the same data
 * @param epsilon the page's epsilon, which every method itself claims to keep
 */
public record ClaimsPage(
        SweepResults<MethodTraining> trainings,
        SweepResults<MethodAudit> audits,
        SweepResults<MethodAudit> sound,
        SweepResults<MethodAudit> planted,
        double epsilon) {
    /** Epsilons below this have no place on a forest plot: the attack showed nothing. */
    private static final double SHOWN = 0.05;

    private List<Run> trained(ClaimedMethod m, double at) {
        return trainings
                .where(t -> t.method().equals(m.name()) && t.epsilon() == at)
                .runs();
    }

    private static Run of(SweepResults<MethodAudit> results, ClaimedMethod m) {
        return results.where(audit -> audit.method().equals(m.name())).runs().stream()
                .findFirst()
                .orElse(null);
    }

    private List<ClaimedMethod> methods() {
        return ClaimedMethods.all().stream()
                .filter(m -> !trained(m, epsilon).isEmpty())
                .toList();
    }

    /** The record of each training of a method at the page's epsilon, and of its audits. */
    public List<Run> records(ClaimedMethod m) {
        List<Run> all = new ArrayList<>(trained(m, epsilon));
        for (SweepResults<MethodAudit> results : List.of(audits, sound, planted)) {
            Run run = of(results, m);
            if (run != null && !all.contains(run)) all.add(run);
        }
        return all;
    }

    /** One row for each method. */
    public Table table() {
        Table table = Table.columns(
                        "method",
                        "paper",
                        "protects",
                        "a change",
                        "public besides",
                        "claimed ε",
                        "provable ε",
                        "change / claimed",
                        "change / proved",
                        "audited ε at least",
                        "accuracy",
                        "degree cosine",
                        "seconds")
                .title("Every method: what it claims, what is proved, what an audit finds")
                .digits("change / claimed", 3)
                .digits("change / proved", 3)
                .digits("seconds", 2);
        for (ClaimedMethod m : methods()) {
            List<Run> runs = trained(m, epsilon);
            List<Guarantee> guarantees = runs.get(0).guarantees();
            Run audit = of(audits, m);
            table.row(
                    m.name(),
                    m.paper(),
                    protects(m, guarantees),
                    guarantees.isEmpty() ? "" : change(guarantees.get(0).relation()),
                    m.known(),
                    guarantees.isEmpty() ? "none" : rounded(mean(runs, r -> r.metric("epsilon claimed"))),
                    provable(m, runs),
                    figure(audit, "change over claimed"),
                    figure(audit, "change over proved"),
                    audit == null ? "" : rounded(audit.metric("epsilon at least")),
                    spread(runs, "accuracy"),
                    spread(runs, "degree cosine"),
                    runs.get(0).metrics().containsKey("seconds") ? mean(runs, r -> r.metric("seconds")) : null);
        }
        return noted(table);
    }

    private Table noted(Table table) {
        TreeSet<String> data = new TreeSet<>();
        TreeSet<Long> seeds = new TreeSet<>();
        TreeSet<String> deltas = new TreeSet<>();
        for (ClaimedMethod m : methods())
            for (Run run : trained(m, epsilon)) {
                data.add(run.data().name() + ", hash " + run.data().hash());
                seeds.add(run.seed());
                run.guarantees().forEach(g -> deltas.add(String.format(Locale.ROOT, "%.2g", g.delta())));
            }
        table.note("Data: " + String.join("; ", data) + ". Seeds " + seeds
                + "; mean ± sample deviation. Transductive, four fifths of the nodes train; test nodes read test nodes alone, but in"
                + " GAP noisy hops and in PPGNN all edges. Hyper-parameters were fixed beforehand, not tuned. Deltas "
                + deltas + ".");
        if (!audits.runs().isEmpty())
            table.note("Audits on "
                    + onSmall(
                            "the same data",
                            "the small synthetic graph, where each method claims the same ε with the noise that it needs there")
                    + ": lower bounds hold with confidence "
                    + audits.runs().get(0).metric("confidence")
                    + " each; those of GAP are of its hops alone, those of decoders of the weights alone. Seconds are those of one"
                    + " training, or of one graph, on "
                    + audits.runs().get(0).environment().get("processors")
                    + " processors.");
        return table;
    }

    /** What becomes of a guarantee when a method is released instead of tried: one release of each with secure streams. */
    public Table releases(ClaimsBench bench) throws Exception {
        Table table = Table.columns(
                        "method",
                        "a change",
                        "verdict of the runs above",
                        "verdict of a release",
                        "epsilon of the release")
                .title("From experiment to release, on " + bench.name())
                .digits("epsilon of the release", 3);
        for (ClaimedMethod m : methods()) {
            List<Guarantee> tried = trained(m, epsilon).get(0).guarantees();
            if (tried.isEmpty()) continue;
            Optional<Guarantee> released = m.release(bench, epsilon);
            table.row(
                    m.name(),
                    change(tried.get(tried.size() - 1).relation()),
                    tried.get(tried.size() - 1).verdict(),
                    released.map(g -> g.verdict().toString())
                            .orElse(m.missing().isEmpty() ? "no release here" : "refused"),
                    released.map(g -> rounded(g.epsilon())).orElse(""));
        }
        return table;
    }

    private static String protects(ClaimedMethod m, List<Guarantee> guarantees) {
        if (!m.protects().isEmpty()) return m.protects();
        return guarantees.isEmpty()
                ? "nobody"
                : words(guarantees.get(guarantees.size() - 1).unit());
    }

    private static String words(Unit unit) {
        return switch (unit) {
            case FEATURE -> "features and label of a node";
            case EDGE -> "an edge";
            case NODE -> "a node with its edges";
            case RECORD -> "a record";
            case GRAPH -> "the whole graph";
        };
    }

    private static String change(Relation relation) {
        return switch (relation) {
            case ADD_REMOVE -> "added or removed";
            case PARTICIPATION -> "takes part or not";
            case REPLACE -> "replaced";
        };
    }

    private static String provable(ClaimedMethod m, List<Run> runs) {
        double proved = mean(runs, r -> r.metric("epsilon proved"));
        return Double.isFinite(proved) ? rounded(proved) : "none: " + m.missing();
    }

    private static Object figure(Run run, String metric) {
        if (run == null || !run.metrics().containsKey(metric)) return null;
        double value = run.metric(metric);
        return Double.isInfinite(value) ? "∞" : value;
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static double mean(List<Run> runs, ToDoubleFunction<Run> value) {
        return runs.stream().mapToDouble(value).average().orElseThrow();
    }

    private static String spread(List<Run> runs, String metric) {
        if (!runs.get(0).metrics().containsKey(metric)) return "";
        double mean = mean(runs, r -> r.metric(metric));
        if (runs.size() < 2) return String.format(Locale.ROOT, "%.3f", mean);
        double squares = runs.stream()
                .mapToDouble(r -> Math.pow(r.metric(metric) - mean, 2))
                .sum();
        return String.format(Locale.ROOT, "%.3f ± %.3f", mean, Math.sqrt(squares / (runs.size() - 1)));
    }

    /** Claimed, provable and audited epsilon of every private method; where nothing is proved, an open arrow. */
    public Figure forest() {
        List<ClaimedMethod> shown =
                methods().stream().filter(ClaimedMethod::isPrivate).toList();
        if (shown.isEmpty()) return empty("Claimed, provable, audited: nothing is claimed");
        String[] labels = shown.stream().map(ClaimedMethod::name).toArray(String[]::new);
        double[] none = new double[labels.length];
        Arrays.fill(none, Double.NaN);
        double[] claimed = new double[labels.length];
        double[] proved = new double[labels.length];
        double[] audited = new double[labels.length];
        List<String> open = new ArrayList<>();
        for (int i = 0; i < labels.length; i++) {
            List<Run> runs = trained(shown.get(i), epsilon);
            claimed[i] = mean(runs, r -> r.metric("epsilon claimed"));
            proved[i] = mean(runs, r -> r.metric("epsilon proved"));
            Run audit = of(audits, shown.get(i));
            double least = audit == null ? Double.NaN : audit.metric("epsilon at least");
            audited[i] = least >= SHOWN ? least : Double.NaN;
            if (Double.isInfinite(proved[i])) {
                open.add(labels[i]);
                proved[i] = Double.NaN;
            }
        }
        Figure figure = Figure.of("Claimed, provable, audited")
                .intervals("claimed", labels, claimed, none, none)
                .intervals("provable", labels, proved, none, none)
                .intervals(onSmall("audited", "audited on a small graph") + ": at least", labels, audited, none, none);
        if (!open.isEmpty()) figure.open("provable: none", open.toArray(String[]::new));
        return figure.x("ε").logX().size(560, Math.max(140, 70 + 19 * labels.length));
    }

    private static Figure empty(String title) {
        double[] nothing = {Double.NaN};
        return Figure.of(title).points("nothing", nothing, nothing);
    }

    /** Words for whether audits ran on the bench of the trainings or on the small one. */
    private String onSmall(String same, String small) {
        String bench = trainings.of().keySet().iterator().next().bench();
        return audits.of().keySet().stream().allMatch(audit -> audit.bench().equals(bench)) ? same : small;
    }

    /** Accuracy against provable epsilon on the same data, a panel for each kind of unit; methods without a proof are not on it. */
    public Figure accuracy() {
        Map<String, Predicate<Unit>> kinds = new LinkedHashMap<>();
        kinds.put("a node with its edges", u -> u == Unit.NODE);
        kinds.put("features of a node, or the whole graph", u -> u == Unit.FEATURE || u == Unit.GRAPH);
        List<Figure> panels = new ArrayList<>();
        kinds.forEach((title, kind) -> {
            Figure panel = Figure.of(title).x("provable ε").y("accuracy").size(432, 320);
            int curves = 0;
            for (ClaimedMethod m : methods()) {
                double[][] points = points(m, kind);
                if (points[0].length == 0) continue;
                panel.curve(m.name(), points[0], points[1]);
                curves++;
            }
            if (curves == 0) return;
            methods().stream()
                    .filter(m -> m instanceof PlainMethod)
                    .mapToDouble(m -> mean(trained(m, epsilon), r -> r.metric("accuracy")))
                    .max()
                    .ifPresent(best -> panel.horizontal(best, "the best without privacy"));
            panels.add(panel.logX());
        });
        if (panels.isEmpty()) return empty("Accuracy against provable epsilon: nothing to show");
        return Figure.grid("Accuracy against provable epsilon", 1, panels.toArray(Figure[]::new));
    }

    /** Provable epsilon and accuracy at every epsilon that was trained at, ascending. */
    private double[][] points(ClaimedMethod m, Predicate<Unit> kind) {
        double[] at = trainings.of().entrySet().stream()
                .filter(t -> t.getKey().method().equals(m.name()))
                .filter(t -> Double.isFinite(t.getValue().metric("epsilon proved")))
                .filter(t -> t.getValue().metrics().containsKey("accuracy"))
                .filter(t -> !t.getValue().guarantees().isEmpty()
                        && kind.test(t.getValue().guarantees().get(0).unit()))
                .mapToDouble(t -> t.getKey().epsilon())
                .distinct()
                .sorted()
                .toArray();
        double[][] points = new double[2][at.length];
        for (int i = 0; i < at.length; i++) {
            points[0][i] = mean(trained(m, at[i]), r -> r.metric("epsilon proved"));
            points[1][i] = mean(trained(m, at[i]), r -> r.metric("accuracy"));
        }
        return points;
    }

    /** Which fault was planted in each method, and what showed it. */
    public Table faults() {
        Table table = Table.columns(
                        "method", "planted fault", "change / claimed", "audited ε at least", "shown by", "caught")
                .title("Planted faults")
                .digits("change / claimed", 3)
                .digits("audited ε at least", 2);
        for (ClaimedMethod m : methods()) {
            Run faulty = of(planted, m);
            Run without = of(sound, m);
            if (faulty == null || without == null) continue;
            List<String> shown = new ArrayList<>();
            for (AuditFinding.Sign sign : AuditFinding.Sign.values())
                if (faulty.metric(sign.metric()) > without.metric(sign.metric())) shown.add(sign.words());
            table.row(
                    m.name(),
                    m.fault(),
                    figure(faulty, "change over claimed"),
                    faulty.metric("epsilon at least"),
                    String.join(", ", shown),
                    shown.isEmpty() ? "no" : "yes");
        }
        if (!planted.runs().isEmpty()) {
            Run.Data data = planted.runs().get(0).data();
            table.note("Nodes and features on " + data.name() + ", hash " + data.hash() + ".");
        }
        return table.note("Shown by: what contradicts the faulty method and did not contradict it as it is.");
    }

    /** Where every number of a method comes from, and what makes it again. */
    public Table traces() {
        Table table = Table.columns(
                        "method", "run files: trainings by seed; audit; small audit; with fault", "made again by")
                .title("Where the numbers come from");
        for (ClaimedMethod m : methods())
            table.row(
                    m.name(),
                    String.join("\n", records(m).stream().map(ClaimsStudy::name).toList()),
                    "environment/lab --run 60 -p \"only=" + m.name() + "\"");
        return table;
    }
}
