package dpgnn.study.parties;

import dpgnn.report.Table;
import dpgnn.report.figure.PaperTable;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.parties.LinearReference.Combination;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tables 2 to 4 of Zhou et al. (2020) as the paper lays them out, the printed accuracy beside ours in percent. Hyper-parameters
 * come from a {@link PartySearch} for each data set: one for the networks of several holders, and one for those of a single
 * holder.
 */
public final class PartyTables {
    /** The proportions of table 3. */
    public static final List<String> UNEVEN = List.of("9:1", "8:2", "7:3");

    static final List<String> EVEN = List.of("5:5", "1:1:1", "1:1:1:1");
    static final String MIXED = "GraphSAGE-mixed";
    static final String ISOLATED_A = "GraphSAGE-A (isolated)";
    static final String ISOLATED_B = "GraphSAGE-B (isolated)";
    private static final double NEAR = 3;

    private final PartySearch.Trainings trainings;
    private final List<String> sets;
    private final PartyRun start;
    private final long[] searched;
    private final Seeds seeds;
    private final Map<String, PartySearch> searches = new HashMap<>();
    private final Map<String, Summary<PartyRun>> cells = new HashMap<>();

    private PartyTables(
            PartySearch.Trainings trainings, List<String> sets, PartyRun start, long[] searched, Seeds seeds) {
        this.trainings = trainings;
        this.sets = List.copyOf(sets);
        this.start = start;
        this.searched = searched.clone();
        this.seeds = seeds;
    }

    /**
     * The tables of these data sets.
     *
     * @param start where searches begin
     * @param searched the seeds whose partitions a search looks at
     * @param seeds those of the tables
     */
    public static PartyTables of(
            PartySearch.Trainings trainings, List<String> sets, PartyRun start, long[] searched, Seeds seeds) {
        return new PartyTables(trainings, sets, start, searched, seeds);
    }

    /** Which seeds a cell of ours is the mean of. */
    @FunctionalInterface
    public interface Seeds {
        long[] of(String set, String parts);
    }

    /** How many cells of the tables are near the paper's. */
    public record Nearness(int cells, int near) {
        Nearness and(Nearness other) {
            return new Nearness(cells + other.cells, near + other.near);
        }

        @Override
        public String toString() {
            return near + " of " + cells + " cells are within 3 points of the printed accuracy";
        }
    }

    /** The search for a data set, by the mean combiner where several holders train and by everything at one place otherwise. */
    public PartySearch search(String set, boolean together) throws InterruptedException, IOException {
        String key = set + together;
        if (!searches.containsKey(key)) {
            long[] partitions = set.equals("PubMed") ? Arrays.copyOf(searched, 1) : searched;
            int width = set.equals("PubMed") ? start.width() / 2 : start.width(); // seven times the nodes of Cora
            PartyRun from = start.with(PartyRun::dataset, set.toLowerCase(Locale.ROOT))
                    .with(PartyRun::width, width)
                    .with(PartyRun::method, together ? "PPGNN_M" : MIXED);
            searches.put(key, PartySearch.from(from, partitions, trainings));
        }
        return searches.get(key);
    }

    /** Our test accuracies for a cell, seed by seed. */
    public Summary<PartyRun> cell(String set, String parts, String method) throws InterruptedException, IOException {
        String key = set + parts + method;
        if (!cells.containsKey(key)) {
            cells.put(key, run(set, parts, method, seeds.of(set, parts)));
        }
        return cells.get(key);
    }

    private Summary<PartyRun> run(String set, String parts, String method, long... by)
            throws InterruptedException, IOException {
        PartyRun run = search(set, PartyStudy.COMBINERS.contains(method))
                .choice()
                .with(PartyRun::parts, parts)
                .with(PartyRun::method, method);
        return trainings
                .run(Sweep.of(run).seeds(by), PartyStudy.STUDY)
                .over("test")
                .get(0);
    }

    /** A column of a table: its head, the printed rows, and how ours are found. */
    private record Column(String head, Table printed, String set, String parts) {}

    private List<Column> columns2() {
        return sets.stream()
                .map(set -> new Column(set, PaperTable.published("ppgnn-table2").where("dataset", set), set, "5:5"))
                .toList();
    }

    private List<Column> columns3() {
        return UNEVEN.stream()
                .map(parts -> new Column(
                        parts, PaperTable.published("ppgnn-table3").where("proportion", parts), sets.get(0), parts))
                .toList();
    }

    private List<Column> columns4() {
        return EVEN.stream()
                .map(parts -> new Column(
                        holders(parts) + " holders",
                        PaperTable.published("ppgnn-table4").where("data_holders", holders(parts)),
                        sets.get(0),
                        parts))
                .toList();
    }

    private static int holders(String parts) {
        return parts.split(":").length;
    }

    /** Table 2: isolated, joint and mixed networks, two holders with equal parts; below them the linear reference. */
    public Table table2() throws InterruptedException, IOException {
        return table("Table 2: test accuracy, two holders, 5:5", columns2(), PartyStudy.METHODS);
    }

    /** Table 3: the first holder has more. */
    public Table table3() throws InterruptedException, IOException {
        return table("Table 3: " + sets.get(0) + ", uneven parts", columns3(), PartyStudy.COMBINERS);
    }

    /** Table 3 beside the linear reference with weights by degree, in which a holder with few edges dilutes nothing. */
    public Table undiluted() throws InterruptedException, IOException {
        List<Column> columns = columns3();
        Table table = Table.columns(heads(columns)).title("Undiluted: the linear reference by degree beside table 3");
        for (String method : PartyStudy.COMBINERS) {
            List<Object> row = new ArrayList<>(List.of(method));
            for (Column c : columns) beside(c, method, linear(c.set, c.parts, Combination.BY_DEGREE), row);
            table.row(row.toArray());
        }
        for (Column c : columns) table.note(c.head + ": " + origin(c));
        return table;
    }

    /** A printed holder alone beside both holders of some partitions, who have half each: what one partition could have printed. */
    public Table alone(List<String> of, long... partitions) throws InterruptedException, IOException {
        Table table = Table.columns("data", "method", "published", "nearest", "lowest", "mean", "highest")
                .title("One of two holders alone, by partition: test accuracy");
        for (Column c : columns2()) {
            if (!of.contains(c.set)) continue;
            List<Double> found = new ArrayList<>();
            for (String method : List.of(ISOLATED_A, ISOLATED_B))
                for (double value : run(c.set, c.parts, method, partitions).values()) found.add(100 * value);
            DoubleSummaryStatistics all = found.stream().mapToDouble(v -> v).summaryStatistics();
            for (String method : List.of(ISOLATED_A, ISOLATED_B)) {
                double printed = 100 * c.printed.where("method", method).numbers("value")[0];
                double nearest = found.stream()
                        .min(Comparator.comparing(v -> Math.abs(v - printed)))
                        .orElseThrow();
                table.row(c.set, method, printed, nearest, all.getMin(), all.getAverage(), all.getMax());
            }
        }
        for (String column : table.columns().subList(2, 7)) table.digits(column, 1);
        return table.note(
                "In %, of " + 2 * partitions.length + " holders: both of " + partitions.length + " partitions.");
    }

    /** Concatenation by the hyper-parameters that were chosen for the mean, as in table 2, and by those chosen for one holder. */
    public Table concatenation(String set, long... by) throws InterruptedException, IOException {
        Table table = Table.columns(
                        "data",
                        "method",
                        "published",
                        "ours",
                        "hyper-parameters of",
                        "K",
                        "decay",
                        "d",
                        "validation, %")
                .title("Concatenation by either choice of hyper-parameters: test accuracy, " + set);
        Column column = columns2().get(sets.indexOf(set));
        for (boolean together : new boolean[] {true, false}) {
            PartyRun run = search(set, together).choice().with(PartyRun::method, "PPGNN_C");
            Summary<PartyRun> ours = trainings
                    .run(Sweep.of(run).seeds(by), PartyStudy.STUDY)
                    .over("test")
                    .get(0);
            List<Object> row = new ArrayList<>(List.of(set, run.method()));
            beside(column, run.method(), ours, row);
            row.addAll(List.of(together ? "several holders" : "one holder", run.depth(), run.decay(), run.width()));
            row.add(100 * ours.of("validation").mean());
            table.row(row.toArray());
        }
        return table.digits("validation, %", 1);
    }

    private static String[] heads(List<Column> columns) {
        List<String> heads = new ArrayList<>(List.of("method"));
        for (Column c : columns) heads.addAll(List.of(c.head + ": published", c.head + ": ours"));
        return heads.toArray(String[]::new);
    }

    private static void beside(Column c, String method, Summary<?> ours, List<Object> row) {
        double printed = 100 * c.printed.where("method", method).numbers("value")[0];
        row.add(String.format("%.1f", printed));
        row.add(String.format("%s (%+.1f)", text(ours), 100 * ours.mean() - printed));
    }

    /** Table 4: two, three and four holders with equal parts. */
    public Table table4() throws InterruptedException, IOException {
        return table("Table 4: " + sets.get(0) + ", equal parts", columns4(), PartyStudy.COMBINERS);
    }

    private Table table(String title, List<Column> columns, List<String> methods)
            throws InterruptedException, IOException {
        Table table = Table.columns(heads(columns)).title(title);
        for (String method : methods) {
            List<Object> row = new ArrayList<>(List.of(method));
            for (Column c : columns) beside(c, method, cell(c.set, c.parts, method), row);
            table.row(row.toArray());
        }
        for (Combination each : List.of(Combination.MEAN, Combination.MIXED)) {
            List<Object> row = new ArrayList<>(List.of("linear reference, " + each));
            for (Column c : columns) {
                row.add("");
                row.add(text(linear(c.set, c.parts, each)));
            }
            table.row(row.toArray());
        }
        table.note("Test accuracy in %, the difference in points; a mean and its deviation over partitions.");
        for (Column c : columns) table.note(c.head + ": " + origin(c));
        return table;
    }

    private String origin(Column c) throws InterruptedException, IOException {
        Summary<PartyRun> any = cell(c.set, c.parts, "PPGNN_M");
        Run.Data data = any.runs().get(0).data();
        String numbers = Arrays.stream(any.seeds()).mapToObj(Long::toString).collect(Collectors.joining(" "));
        return "seeds " + numbers + ", " + data.name() + ", hash " + data.hash();
    }

    static String text(Summary<?> s) {
        String star = s.runs().get(0).data().standIn() ? "*" : "";
        return s.seeds().length < 2
                ? String.format("%.1f%s", 100 * s.mean(), star)
                : String.format("%.1f ± %.1f%s", 100 * s.mean(), 100 * s.deviation(), star);
    }

    /** The test accuracy of the linear reference. */
    public Summary<LinearReference> linear(String set, String parts, Combination combination)
            throws InterruptedException, IOException {
        // All edges at one place are the same whatever the parts.
        String division = combination == Combination.MIXED ? "5:5" : parts;
        LinearReference run = new LinearReference(set.toLowerCase(Locale.ROOT), division, combination, 1);
        return trainings
                .run(Sweep.of(run).seeds(seeds.of(set, division)), LinearReference.STUDY)
                .over("test")
                .get(0);
    }

    /** How near tables 2 to 4 are to the paper's, in this order. */
    public List<Nearness> nearness() throws InterruptedException, IOException {
        return List.of(
                nearness(columns2(), PartyStudy.METHODS),
                nearness(columns3(), PartyStudy.COMBINERS),
                nearness(columns4(), PartyStudy.COMBINERS));
    }

    private Nearness nearness(List<Column> columns, List<String> methods) throws InterruptedException, IOException {
        Nearness all = new Nearness(0, 0);
        for (Column c : columns)
            for (String method : methods) {
                double printed = c.printed.where("method", method).numbers("value")[0];
                double off = 100 * Math.abs(cell(c.set, c.parts, method).mean() - printed);
                all = all.and(new Nearness(1, off <= NEAR ? 1 : 0));
            }
        return all;
    }

    /** What the searches chose: a row for each data set and kind of network. */
    public Table choices() throws InterruptedException, IOException {
        Table table = Table.columns(
                        "data", "network", "K", "decay", "dropout on h0", "d", "validation, %", "best epoch", "tried")
                .title("What the searches chose on validation nodes")
                .digits("validation, %", 1);
        for (String set : sets)
            for (boolean together : new boolean[] {true, false}) {
                PartySearch search = search(set, together);
                PartyRun choice = search.choice();
                Summary<PartyRun> best = search.tried().stream()
                        .filter(t -> t.experiment().equals(choice))
                        .findFirst()
                        .orElseThrow();
                table.row(
                        set,
                        together ? "several holders" : "one holder",
                        choice.depth(),
                        choice.decay(),
                        choice.initialDropout(),
                        choice.width(),
                        100 * best.mean(),
                        Math.round(best.of("best epoch").mean()),
                        search.tried().size());
            }
        return table;
    }

    List<String> sets() {
        return sets;
    }
}
