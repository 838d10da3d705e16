package dpgnn.study.claims;

import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.report.Table;
import dpgnn.study.KeptRuns;
import dpgnn.study.SweepResults;
import dpgnn.train.Run;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Shows the results of trainings and audits of methods side by side: claimed, provable and audited epsilon, accuracy and
 * cost, paper by paper. All numbers but those of the releases come from run records.
 *
 * @param trainings at the page's epsilon and perhaps at others
 * @param audits of the methods as they are
 * @param sound of the methods as they are, for comparison with what follows
 * @param planted audits of the methods with their faults, on the same data
 * @param released what a release of a method is guaranteed, by its name
 * @param epsilon the page's epsilon, which every method itself claims to keep
 */
public record ClaimsPage(
        SweepResults<MethodTraining> trainings,
        SweepResults<MethodAudit> audits,
        SweepResults<MethodAudit> sound,
        SweepResults<MethodAudit> planted,
        Map<String, Guarantee> released,
        double epsilon) {
    /** Columns that become a note where all methods have the same in them. */
    private static final List<String> IN_COMMON = List.of("from", "protects", "a change");

    private static final Map<String, Integer> DIGITS =
            Map.of("change / claimed", 3, "change / proved", 3, "seconds", 1);

    /** The trainings of a method at an epsilon, by seed. */
    public List<Run> trained(String method, double at) {
        return trainings
                .where(t -> t.method().equals(method) && t.epsilon() == at)
                .runs();
    }

    private static Optional<Run> of(SweepResults<MethodAudit> results, String method) {
        return results.where(audit -> audit.method().equals(method)).runs().stream()
                .findFirst();
    }

    /** The methods of this page, by paper. */
    public List<ClaimedMethod> methods(PaperFamily... families) {
        return ClaimedMethods.all().stream()
                .filter(m -> families.length == 0 || List.of(families).contains(PaperFamily.of(m)))
                .filter(m -> !trained(m.name(), epsilon).isEmpty())
                .toList();
    }

    /** The mean of a figure of a method's trainings at an epsilon. */
    public double mean(String method, double at, String metric) {
        return trained(method, at).stream()
                .mapToDouble(run -> run.metric(metric))
                .average()
                .orElseThrow();
    }

    /** What a method itself claims of the noise of its trainings here; infinite where it claims nothing. */
    public double claimed(String method) {
        return mean(method, epsilon, "epsilon claimed");
    }

    /** What is proved of the same noise; infinite where nothing is. */
    public double proved(String method) {
        return mean(method, epsilon, "epsilon proved");
    }

    /** What an audit of the method as it is shows to be exceeded; not a number where there is none. */
    public double audited(String method) {
        return of(audits, method).map(run -> run.metric("epsilon at least")).orElse(Double.NaN);
    }

    /** How a method's claim stands. */
    public ClaimStanding standing(String method) {
        if (trained(method, epsilon).get(0).guarantees().isEmpty()) return ClaimStanding.NONE;
        return ClaimStanding.of(
                claimed(method), proved(method), of(audits, method).orElse(null));
    }

    /** The record of each training of a method at the page's epsilon, and of its audits, by what it is. */
    public Map<String, Run> records(String method) {
        Map<String, Run> all = new LinkedHashMap<>();
        for (Run run : trained(method, epsilon)) all.put("training, seed " + run.seed(), run);
        of(audits, method).ifPresent(run -> all.put("audit", run));
        of(sound, method)
                .filter(run -> !all.containsValue(run))
                .ifPresent(run -> all.put("audit on the small graph", run));
        of(planted, method).ifPresent(run -> all.put("audit with its fault", run));
        return all;
    }

    /** One row for each method of a paper and for those of ours and references that are for the same. */
    public Table table(PaperFamily family) {
        List<ClaimedMethod> methods = methods(family);
        String title = "Claimed, proved and audited: " + family.paper();
        if (methods.isEmpty()) return Table.columns("method").title(title).note("None of its methods was asked for.");
        List<Map<String, Object>> rows = methods.stream().map(this::row).toList();
        List<String> columns = new ArrayList<>(), notes = new ArrayList<>();
        for (String column : rows.get(0).keySet()) {
            List<Object> told = rows.stream()
                    .map(row -> row.get(column))
                    .filter(cell -> cell != null && !cell.equals(""))
                    .distinct()
                    .toList();
            if (told.size() == 1 && IN_COMMON.contains(column))
                notes.add("In every row, " + column + ": " + told.get(0) + ".");
            else if (!told.isEmpty()) columns.add(column);
        }
        Table table = Table.columns(columns.toArray(String[]::new)).title(title);
        DIGITS.forEach((column, digits) -> {
            if (columns.contains(column)) table.digits(column, digits);
        });
        rows.forEach(row -> table.row(columns.stream().map(row::get).toArray()));
        notes.forEach(table::note);
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (ClaimedMethod m : methods)
            if (!m.missing().isEmpty() && !m.isReference())
                reasons.computeIfAbsent(m.missing(), why -> new ArrayList<>()).add(m.name());
        reasons.forEach(
                (why, names) -> table.note("Nothing is proved of " + String.join("; ", names) + ". Why: " + why + "."));
        return noted(table, methods);
    }

    private Map<String, Object> row(ClaimedMethod m) {
        List<Run> runs = trained(m.name(), epsilon);
        List<Guarantee> guarantees = runs.get(0).guarantees();
        boolean claims = !guarantees.isEmpty();
        Run audit = of(audits, m.name()).orElse(null);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("method", m.name());
        row.put("from", PaperFamily.of(m).paper().equals(m.paper()) ? "the paper" : m.paper());
        row.put("protects", protects(m, guarantees));
        row.put("a change", claims ? change(guarantees.get(0).relation()) : "");
        row.put("public besides", m.known());
        row.put("claimed ε", claims ? up(claimed(m.name())) : "none");
        row.put("provable ε", Double.isFinite(proved(m.name())) ? up(proved(m.name())) : "none");
        row.put("audited ε, at least", audit == null ? "" : down(audited(m.name())));
        row.put("change / claimed", figure(audit, "change over claimed"));
        row.put("change / proved", figure(audit, "change over proved"));
        row.put("the claim", claims ? standing(m.name()).words() : "");
        row.put("a release", claims ? release(m) : "");
        row.put("accuracy", spread(m.name(), "accuracy"));
        row.put("degree cosine", spread(m.name(), "degree cosine"));
        boolean timed = runs.get(0).metrics().containsKey("seconds");
        row.put("seconds", timed ? mean(m.name(), epsilon, "seconds") : null);
        return row;
    }

    private String release(ClaimedMethod m) {
        Guarantee held = released.get(m.name());
        if (held == null) return m.missing().isEmpty() ? "none here" : "refused";
        return held.verdict() + (Double.isFinite(held.epsilon()) ? ", " + up(held.epsilon()) : "");
    }

    private Table noted(Table table, List<ClaimedMethod> methods) {
        TreeSet<String> data = new TreeSet<>(), deltas = new TreeSet<>();
        TreeSet<Long> seeds = new TreeSet<>();
        for (ClaimedMethod m : methods)
            for (Run run : trained(m.name(), epsilon)) {
                data.add(run.data().name() + ", hash " + run.data().hash());
                seeds.add(run.seed());
                run.guarantees().forEach(g -> deltas.add(String.format(Locale.ROOT, "%.2g", g.delta())));
            }
        table.note("Data: " + String.join("; ", data) + ". Seeds " + seeds + ". Deltas " + deltas + ".");
        if (audits.of().isEmpty()) return table;
        Run first = audits.runs().get(0);
        return table.note("Audits on " + onSmall("the same data", "the small graph") + ", confidence "
                + first.metric("confidence") + " each; seconds of one training on "
                + first.environment().get("processors") + " processors.");
    }

    private static String protects(ClaimedMethod m, List<Guarantee> guarantees) {
        if (!m.protects().isEmpty()) return m.protects();
        return guarantees.isEmpty()
                ? ""
                : words(guarantees.get(guarantees.size() - 1).unit());
    }

    private static String words(Unit unit) {
        return switch (unit) {
            case FEATURE -> "features and label of a node";
            case EDGE -> "an edge";
            case NODE -> "a node with its edges";
            case RECORD -> "a record";
            case OWNER -> "an owner of rows";
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

    private static Object figure(Run run, String metric) {
        if (run == null || !run.metrics().containsKey(metric)) return null;
        double value = run.metric(metric);
        return Double.isInfinite(value) ? "∞" : value;
    }

    /** Two decimals; never less than it is. */
    private static String up(double epsilon) {
        return BigDecimal.valueOf(epsilon).setScale(2, RoundingMode.CEILING).toString();
    }

    /** Two decimals; never more than was seen. */
    private static String down(double epsilon) {
        return BigDecimal.valueOf(epsilon).setScale(2, RoundingMode.FLOOR).toString();
    }

    private String spread(String method, String metric) {
        var of = new SweepResults.Summary<>(
                trainings.where(t -> t.method().equals(method) && t.epsilon() == epsilon), metric);
        if (!of.isWhole()) return "";
        String mean = String.format(Locale.ROOT, "%.3f", of.mean());
        return Double.isNaN(of.deviation()) ? mean : mean + String.format(Locale.ROOT, " ± %.3f", of.deviation());
    }

    /** Words for whether audits ran on the bench of the trainings or on the small one. */
    public String onSmall(String same, String small) {
        String bench = trainings.of().keySet().iterator().next().bench();
        return audits.of().keySet().stream().allMatch(audit -> audit.bench().equals(bench)) ? same : small;
    }

    /** Where a method's runs differ from those that were kept: a row for each figure but times and memory. */
    public Table differences(String method, KeptRuns kept) {
        Table table = Table.columns("run", "figure", "recorded", "made again").title("Made again: " + method);
        int compared = 0, equal = 0;
        for (Run fresh : records(method).values()) {
            Optional<Run> before = kept.like(fresh);
            if (before.isEmpty()) continue;
            compared++;
            List<Run.Difference> figures = Run.diff(before.get(), fresh).stream()
                    .filter(d -> d.what().startsWith("metric ")
                            && !d.what().contains("seconds")
                            && !d.what().contains("GiB"))
                    .toList();
            if (figures.isEmpty()) equal++;
            figures.forEach(d -> table.row(ClaimsStudy.name(fresh), d.what().substring(7), d.first(), d.second()));
        }
        return table.note(compared + " of " + records(method).size() + " runs have a record; " + equal
                + " were made again to the last digit.");
    }
}
