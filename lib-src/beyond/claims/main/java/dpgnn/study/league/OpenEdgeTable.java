package dpgnn.study.league;

import dpgnn.report.Table;
import dpgnn.study.KeptRuns;
import dpgnn.study.StudentInterval;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.study.paper.Claims;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The table with public edges, of the runs that are kept: who pays against what is public, by the protocol in docs/league.md. */
final class OpenEdgeTable {
    /** Without privacy; the last has public labels. */
    private static final List<String> OPEN =
            List.of("no privacy, rows alone", "no privacy, stars", OpenEdgeMethods.LABELS_PUBLIC);

    private final League league = League.everything();
    private final KeptRuns kept;
    private final List<LeagueMethod> methods = OpenEdgeMethods.all().stream()
            .filter(m -> m.kind() == LeagueMethod.Kind.PROVED)
            .toList();

    OpenEdgeTable(KeptRuns kept) {
        this.kept = kept;
    }

    /** Figures of one cell by seed, in percent; empty where nothing is kept. */
    private TreeMap<Long, Double> cell(String method, String graph, double epsilon, String metric) throws IOException {
        TreeMap<Long, Double> found = new TreeMap<>();
        for (long seed = 1; seed <= 10; seed++) {
            Setting of = Setting.of(new LeagueRun(method, graph, new TargetEpsilon(epsilon), seed));
            long at = seed;
            kept.find(
                            of,
                            Run.Data.of(League.data(graph)),
                            "league, version " + league.study().version())
                    .ifPresent(run -> found.put(at, 100 * run.metric(metric)));
        }
        return found;
    }

    private static StudentInterval mean(TreeMap<Long, Double> of) {
        return StudentInterval.of(
                of.values().stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Paired by the seeds that both have; null where none is. */
    private static StudentInterval less(TreeMap<Long, Double> first, TreeMap<Long, Double> second) {
        double[] apart = first.keySet().stream()
                .filter(second::containsKey)
                .mapToDouble(seed -> first.get(seed) - second.get(seed))
                .toArray();
        return apart.length < 2 ? null : StudentInterval.of(apart);
    }

    private static String shown(StudentInterval a) {
        return a == null ? "" : String.format(Locale.ROOT, a.exists() ? "%.1f ± %.1f" : "%.1f", a.mean(), a.half());
    }

    /** By how much the best training on rows, walks or stars is ahead of what is public; null where none ran. */
    private StudentInterval best(String graph, double epsilon) throws IOException {
        TreeMap<Long, Double> control = cell(OpenEdgeMethods.EDGES, graph, epsilon, "test accuracy");
        StudentInterval best = null;
        for (LeagueMethod m : methods) {
            if (m.covers() == LeagueMethod.Covers.ALL) continue;
            StudentInterval apart = less(cell(m.name(), graph, epsilon, "test accuracy"), control);
            if (apart != null && (best == null || apart.mean() > best.mean())) best = apart;
        }
        return best;
    }

    /** The question of the protocol, at epsilon 8, or 4 where 8 did not run. */
    Claims claim(List<String> graphs) throws IOException {
        List<String> worth = new ArrayList<>(), other = new ArrayList<>();
        for (String graph : graphs) {
            StudentInterval best = best(graph, 8);
            if (best == null) best = best(graph, 4);
            if (best != null)
                (best.isAbove(0) ? worth : other).add(graph.replace("-projected", "") + " " + signed(best));
        }
        String words = "Private training is worth more than what is public", place = "rows and labels are protected";
        int sets = worth.size() + other.size();
        if (sets == 0) return Claims.ofNoPaper().untested(words, place, "no runs are kept");
        return Claims.ofNoPaper()
                .tested(
                        words,
                        place,
                        "in " + worth.size() + " of " + sets + " sets"
                                + (worth.isEmpty() ? "" : ": " + String.join(", ", worth) + " points")
                                + "; points against edges alone at epsilon 8, or 4 where 8 did not run: "
                                + String.join(", ", other),
                        Claims.Standing.of(other.isEmpty(), false),
                        "where edges are public");
    }

    private static String signed(StudentInterval a) {
        return (a.mean() > 0 ? "+" : "") + shown(a);
    }

    /** A row for each graph of which runs are kept, at one epsilon; below it who pays. */
    Table table(List<String> graphs, double epsilon) throws IOException {
        List<String> head = new ArrayList<>(List.of("graph", "constant"));
        methods.forEach(m -> head.add(m.name()));
        head.addAll(List.of("no privacy", "left", "worth more"));
        Table table = Table.columns(head.toArray(String[]::new))
                .title("where edges are public, at epsilon " + LeagueCell.plain(epsilon) + ": accuracy, %");
        int held = 0, sets = 0;
        int[][] verdicts = new int[methods.size()][3];
        for (String graph : graphs) {
            TreeMap<Long, Double> control = cell(OpenEdgeMethods.EDGES, graph, epsilon, "test accuracy");
            if (control.isEmpty()) continue;
            List<String> row = new ArrayList<>(List.of(
                    graph.replace("-projected", ""),
                    shown(new StudentInterval(
                            mean(cell(OpenEdgeMethods.EDGES, graph, epsilon, "constant"))
                                    .mean(),
                            Double.NaN))));
            StudentInterval best = best(graph, epsilon);
            for (int m = 0; m < methods.size(); m++) {
                TreeMap<Long, Double> here = cell(methods.get(m).name(), graph, epsilon, "test accuracy");
                row.add(here.isEmpty() ? "" : shown(mean(here)));
                StudentInterval apart = m == 0 ? null : less(here, control);
                if (apart == null) continue;
                verdicts[m][apart.isAbove(0) ? 0 : apart.isBelow(0) ? 1 : 2]++;
            }
            double open = Double.NaN;
            for (String name : OPEN) {
                TreeMap<Long, Double> one = cell(name, graph, Double.POSITIVE_INFINITY, "test accuracy");
                if (!one.isEmpty())
                    open = Math.max(Double.isNaN(open) ? 0 : open, mean(one).mean());
            }
            double most = methods.stream()
                    .map(m -> row.get(2 + methods.indexOf(m)))
                    .filter(s -> !s.isEmpty())
                    .map(s -> Double.valueOf(s.split(" ")[0]))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            row.add(Double.isNaN(open) ? "" : String.format(Locale.ROOT, "%.1f", open));
            row.add(Double.isNaN(open) ? "" : String.format(Locale.ROOT, "%.1f", open - most));
            row.add(best == null ? "" : (best.isAbove(0) ? "yes, " : "no, ") + shown(best));
            if (best != null) sets++;
            if (best != null && best.isAbove(0)) held++;
            table.row(row.toArray());
        }
        StringBuilder text = new StringBuilder("private training is worth more than what is public: held in ")
                .append(held)
                .append(" of ")
                .append(sets)
                .append(" sets at epsilon ")
                .append(LeagueCell.plain(epsilon))
                .append(". Against edges alone");
        for (int m = 1; m < methods.size(); m++)
            text.append(m == 1 ? ": " : "; ")
                    .append(methods.get(m).name())
                    .append(String.format(
                            " pays in %d, costs in %d, not told apart in %d",
                            verdicts[m][0], verdicts[m][1], verdicts[m][2]));
        return table.note(text.toString());
    }
}
