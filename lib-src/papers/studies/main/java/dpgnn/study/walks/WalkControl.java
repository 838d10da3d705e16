package dpgnn.study.walks;

import dpgnn.baseline.PublicEdges;
import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.StudentInterval;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.paper.Found;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What public edges give where walks and FDP train on rows, by the protocol of 2026-11-29 in docs/reproduction-rules.md.
 *
 * @param sets in the order of the table
 */
public record WalkControl(List<Row> sets) {
    private static final Double[] BUDGETS = {1.0, 2.0, 4.0, 8.0};
    private static final double DELTA = 1e-5;

    /** Read once while there is memory. */
    private static SoftReference<Dataset> arxiv = new SoftReference<>(null);

    private static final Study<Answers> STUDY =
            new Study<>("public edges", 1, run -> Run.Data.of(data(run.dataset)), WalkControl::answered);

    /**
     * One set.
     *
     * @param training the best private score at epsilon 8, and by what
     * @param control micro F1 by budget
     */
    public record Row(String set, double constant, Best training, Map<Double, StudentInterval> control) {
        private StudentInterval last() {
            return control.get(BUDGETS[BUDGETS.length - 1]);
        }

        /** "worth more", "worth less" or "not told apart". */
        public String verdict() {
            StudentInterval at = last();
            if (!at.exists() || !training.told) return "not told apart";
            return at.isBelow(training.score)
                    ? "worth more"
                    : at.isAbove(training.score) ? "worth less" : "not told apart";
        }
    }

    /** The highest budget of each set: the constant answer, the best private training, and what is public. */
    public Figure figure() {
        String[] names = sets.stream().map(Row::set).toArray(String[]::new);
        return Figure.of("what is public against private training, ε = 8")
                .y("micro F1, %")
                .bars("constant", names, percents(Row::constant))
                .bars("best private training", names, percents(r -> r.training.told ? r.training.score : 0))
                .bars(
                        "public edges alone",
                        names,
                        percents(r -> r.last().mean()),
                        percents(r -> r.last().exists() ? r.last().half() : 0))
                .note("± 95 % interval (Student); the best private training is one number");
    }

    private double[] percents(ToDoubleFunction<Row> of) {
        return sets.stream().mapToDouble(r -> 100 * of.applyAsDouble(r)).toArray();
    }

    /**
     * A score of a private training.
     *
     * @param told whether there is one
     */
    public record Best(double score, String by, boolean told) {
        private static final Best NONE = new Best(Double.NaN, "", false);

        private Best or(Found found, String name) {
            return !found.isThere() || told && score >= found.mean() ? this : new Best(found.mean(), name, true);
        }
    }

    /** Labels that are answered at this epsilon and propagated. */
    public record Answers(String dataset, double epsilon, long seed) implements Experiment<Answers> {
        @Override
        public String experiment() {
            return "public edges";
        }
    }

    static WalkControl of(WalkPaper paper, WalkLead lead, Workbench bench) {
        Map<String, Best> best = new LinkedHashMap<>();
        if (!paper.lean())
            for (var cell : WalkPaper.privateScores()) {
                Best known = best.getOrDefault(cell.column(), Best.NONE);
                Summary<WalkRun> runs = paper.cell(WalkPaper.leaking(cell));
                best.put(
                        cell.column(),
                        known.or(Found.of(runs), cell.row() + ", " + WalkPaper.stepsOf(runs) + " steps"));
            }
        for (WalkLead.Cell cell : lead.cells()) {
            Best known = best.getOrDefault(cell.set(), Best.NONE).or(cell.fdp(), lead.named(cell, WalkMethod.FDP));
            for (int w = 0; w < WalkLead.WALKS.size(); w++)
                known = known.or(cell.walks().get(w), lead.named(cell, WalkLead.WALKS.get(w)));
            best.put(cell.set(), known);
        }
        List<Row> rows = new ArrayList<>();
        if (!paper.lean() && WalkPaper.isThere("Arxiv")) best.put("Arxiv", published());
        best.forEach((set, score) -> rows.add(row(set, score, bench)));
        return new WalkControl(List.copyOf(rows));
    }

    private static Best published() {
        return WalkPaper.scores(false).stream()
                .filter(c -> c.column().equals("Arxiv")
                        && WalkPaper.leaking(c).method().isPrivate())
                .map(c -> new Best(c.shown() / 100, c.row() + ", published", true))
                .max(Comparator.comparingDouble(Best::score))
                .orElseThrow();
    }

    private static Row row(String set, Best best, Workbench bench) {
        Map<Double, StudentInterval> control = new LinkedHashMap<>();
        var all = bench.run(
                Sweep.of(new Answers(set, BUDGETS[0], 1))
                        .vary(Answers::epsilon, BUDGETS)
                        .seeds(bench.seeds(10)),
                STUDY);
        for (var each : all.over("test")) control.put(each.experiment().epsilon(), StudentInterval.of(each.values()));
        Dataset data = data(set);
        return new Row(set, WalkPaper.largest(data.labels(), split(set, data)), best, control);
    }

    /** Of Arxiv the true graph, whose features are not at hand. */
    private static Dataset data(String set) {
        if (!set.equals("Arxiv")) return WalkPaper.data(set).data();
        try {
            synchronized (STUDY) {
                Dataset known = arxiv.get();
                if (known == null)
                    arxiv = new SoftReference<>(
                            known = WalkData.undirected(WalkData.structure(set).orElseThrow()));
                return known;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Split split(String set, Dataset data) {
        return set.equals("Arxiv")
                ? data.publicSplit().orElseThrow()
                : WalkPaper.data(set).split();
    }

    private static Run answered(Answers run) {
        Dataset data = data(run.dataset);
        Split split = split(run.dataset, data);
        double score = PublicEdges.of()
                .experiment(data.transductive(split), run.epsilon, DELTA, Streams.seed(run.seed))
                .scores(data.evaluation(split, Role.TEST))
                .microF1();
        return Study.made(run, data, Map.of("test", score));
    }

    /** "worth more in 0, worth less in 6, not told apart in 1". */
    public String words() {
        StringBuilder words = new StringBuilder();
        for (String verdict : List.of("worth more", "worth less", "not told apart"))
            words.append(words.isEmpty() ? "" : ", ")
                    .append(verdict)
                    .append(" in ")
                    .append(sets.stream()
                            .filter(r -> r.verdict().equals(verdict))
                            .count());
        return words + " of " + sets.size();
    }

    public Table table() {
        Table table = Table.columns(
                        "set",
                        "constant",
                        "best private training, ε = 8",
                        "by",
                        "public edges, ε = 1",
                        "2",
                        "4",
                        "8",
                        "private training is")
                .title("What public edges give: micro F1, %");
        for (Row r : sets) {
            List<Object> cells = new ArrayList<>(List.of(
                    r.set,
                    WalkPaper.percent(r.constant),
                    r.training.told ? WalkPaper.percent(r.training.score) : "",
                    r.training.by));
            r.control
                    .values()
                    .forEach(i -> cells.add(
                            WalkPaper.percent(i.mean()) + (i.exists() ? " ± " + WalkPaper.percent(i.half()) : "")));
            cells.add(r.verdict());
            table.row(cells.toArray());
        }
        return table.note(
                "public edges: labels by randomised response, propagated; no row is read; ± 95 % interval (Student)");
    }
}
