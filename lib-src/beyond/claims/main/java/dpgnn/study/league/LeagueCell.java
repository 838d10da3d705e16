package dpgnn.study.league;

import dpgnn.base.Check;
import dpgnn.study.StudentInterval;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.train.Run;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * A cell of the {@link League}: one method on one graph at one epsilon, over its seeds. Accuracies are in percent.
 *
 * @param accuracy its mean over the seeds with the 95 % interval
 * @param claimed the largest epsilon that the method's authors state for any of the runs
 * @param proved the largest that is proved; infinite where none is
 */
public record LeagueCell(
        LeagueMethod method,
        String dataset,
        double epsilon,
        StudentInterval accuracy,
        double claimed,
        double proved,
        Summary<LeagueRun> runs) {
    static final String HEADER =
            "method,kind,unit,relation,covers,theorem,graph,data,epsilon,delta,claimed,proved,audited,"
                    + "accuracy,half interval,deviation,seeds,macro F1,constant,noise multiplier,seconds,code\n";

    /** @param results the runs of one cell, which differ in their seeds alone */
    static LeagueCell of(League league, SweepResults<LeagueRun> results) {
        List<Summary<LeagueRun>> all = results.over("test accuracy");
        Check.that(all.size() == 1, "results", "those of one cell", all.size() + " cells");
        return of(league, all.get(0));
    }

    private static LeagueCell of(League league, Summary<LeagueRun> runs) {
        LeagueRun first = runs.experiment();
        return new LeagueCell(
                league.method(first.method()),
                first.dataset(),
                first.epsilon().value(),
                percent(runs.values()),
                largest(runs, "epsilon claimed"),
                largest(runs, "epsilon proved"),
                runs);
    }

    /** All cells of a sweep, in its order. */
    public static List<LeagueCell> all(League league, SweepResults<LeagueRun> results) {
        return results.over("test accuracy").stream().map(r -> of(league, r)).toList();
    }

    private static double largest(Summary<LeagueRun> runs, String metric) {
        return Arrays.stream(runs.of(metric).values()).max().orElseThrow();
    }

    private static StudentInterval percent(double[] shares) {
        return StudentInterval.of(Arrays.stream(shares).map(s -> 100 * s).toArray());
    }

    /** How much more accurate this cell is than another on the same splits, paired by seeds, in points. */
    public StudentInterval less(LeagueCell other) {
        return less(other.runs);
    }

    /** How much more accurate it is than the largest class of the training nodes. */
    public StudentInterval lessConstant() {
        return less(runs.of("constant"));
    }

    private StudentInterval less(Summary<LeagueRun> other) {
        Check.that(
                Arrays.equals(runs.seeds(), other.seeds())
                        && dataset.equals(other.experiment().dataset()),
                "other cell",
                "on the splits of this one",
                other.experiment().dataset() + ", seeds " + Arrays.toString(other.seeds()));
        double[] mine = runs.values(), others = other.values();
        double[] apart = new double[mine.length];
        for (int i = 0; i < apart.length; i++) apart[i] = mine[i] - others[i];
        return percent(apart);
    }

    /** Where the seconds of runs are compared, they are those of one machine beside other work. */
    private double seconds() {
        double[] sorted = runs.of("seconds").values();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private String delta() {
        return runs.runs().get(0).guarantees().stream()
                .findFirst()
                .map(g -> "" + g.delta())
                .orElse("");
    }

    static String plain(double epsilon) {
        return Double.isInfinite(epsilon)
                ? "infinity"
                : epsilon == Math.rint(epsilon) ? Long.toString((long) epsilon) : Double.toString(epsilon);
    }

    /** In one line for a terminal. */
    String words() {
        return String.format(
                Locale.ROOT,
                "%s, %s, epsilon %s: %.1f ± %.1f %% (constant %.1f), claimed %.3f, proved %.3f",
                dataset,
                method.name(),
                plain(epsilon),
                accuracy.mean(),
                accuracy.half(),
                100 * runs.of("constant").mean(),
                claimed,
                proved);
    }

    /**
     * As a line of CSV.
     *
     * @param audited the epsilon that its audit exceeds; empty without one
     */
    String line(String audited) {
        TreeSet<String> codes = new TreeSet<>();
        for (Run run : runs.runs()) codes.add(run.environment().getOrDefault("code", "unknown"));
        return String.join(
                        ",",
                        "\"" + method.name() + "\"",
                        method.kind().toString(),
                        method.unit().toString(),
                        method.relation().toString(),
                        method.covers().toString(),
                        "\"" + method.theorem() + "\"",
                        dataset,
                        runs.runs().get(0).data().hash(),
                        plain(epsilon),
                        delta(),
                        plain(claimed),
                        plain(proved),
                        audited,
                        number(accuracy.mean()),
                        number(accuracy.half()),
                        number(100 * runs.deviation()),
                        Integer.toString(runs.seeds().length),
                        number(100 * runs.of("test macro F1").mean()),
                        number(100 * runs.of("constant").mean()),
                        Double.toString(runs.of("noise multiplier").mean()),
                        String.format(Locale.ROOT, "%.1f", seconds()),
                        String.join(" ", codes))
                + "\n";
    }

    private static String number(double percent) {
        return String.format(Locale.ROOT, "%.3f", percent);
    }
}
