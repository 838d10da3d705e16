package dpgnn.study.generation;

import dpgnn.generate.measure.GraphStatistics;
import dpgnn.graph.Graph;
import dpgnn.report.Table;
import dpgnn.study.paper.PublishedTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads what the authors noted in their released evaluation: means of the statistics of GGAN's graphs, on the two files that it
 * opens. A mean of absolute differences is no less than the difference of means, so these means bound what Table 1 could print for
 * those files from below. Beside them stand the means of our GGAN on the same files.
 */
public final class ReleasedLog {
    private final GenerationGrid grid;

    private ReleasedLog(GenerationGrid grid) {
        this.grid = grid;
    }

    public static ReleasedLog of(GenerationGrid grid) {
        return new ReleasedLog(grid);
    }

    /** The authors' means by statistic. */
    static Map<String, Double> noted(String set) {
        Table log = PublishedTables.named("dpggan-log").where("dataset", set);
        String[] names = log.texts("statistic");
        double[] values = log.numbers("value");
        Map<String, Double> all = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) all.put(names[i], values[i]);
        return all;
    }

    /** The means of the originals of the same file. */
    private double original(String set, String statistic) throws IOException {
        List<Graph> graphs = grid.logged(set).study().part().graphs();
        return graphs.stream()
                .mapToDouble(g -> GraphStatistics.of(g).get(statistic))
                .average()
                .orElseThrow();
    }

    private double[] ours(String set, String statistic) throws IOException {
        return grid.logged(set).measured().get(0).of(MakerScores.LEVEL + statistic + MakerScores.LINKED);
    }

    /** The least difference that Table 1 could print for the logged graphs. */
    double least(String set, String statistic) throws IOException {
        return Math.abs(noted(set).get(statistic) - original(set, statistic));
    }

    /** For how many statistics print has less than the log allows. */
    public int contradicted(String set) throws IOException {
        int count = 0;
        for (String name : GenerationTables.STATISTICS)
            if (least(set, name)
                    > PrintedScores.of("dpggan-table1", set).row("GGAN", "").get(name)) count++;
        return count;
    }

    /** In how many statistics our mean is nearer to the authors' than the original's is. */
    public int nearer(String set) throws IOException {
        int count = 0;
        for (String name : GenerationTables.STATISTICS) {
            double theirs = noted(set).get(name);
            double mean = Arrays.stream(ours(set, name)).average().orElseThrow();
            if (Math.abs(mean - theirs) < Math.abs(original(set, name) - theirs)) count++;
        }
        return count;
    }

    public Table table(String set) throws IOException {
        List<String> heads = new ArrayList<>(List.of("mean over graphs"));
        heads.addAll(GenerationTables.STATISTICS);
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("GGAN on " + set + "'s other file, as the authors noted it");
        List<Object> originals = new ArrayList<>(List.of("the originals"));
        List<Object> theirs = new ArrayList<>(List.of("GGAN's graphs, noted in the released code"));
        List<Object> ours = new ArrayList<>(List.of("our GGAN's graphs"));
        List<Object> least = new ArrayList<>(List.of("so its differences are at least"));
        List<Object> printed = new ArrayList<>(List.of("differences of GGAN printed in Table 1"));
        for (String name : GenerationTables.STATISTICS) {
            originals.add(text(original(set, name)));
            theirs.add(text(noted(set).get(name)));
            ours.add(GenerationTables.spread(ours(set, name), 3));
            least.add(text(least(set, name)));
            printed.add(PrintedScores.of("dpggan-table1", set).row("GGAN", "").get(name));
        }
        for (List<Object> row : List.of(originals, theirs, ours, least, printed)) table.row(row.toArray());
        return table.note(GenerationTables.note(grid.logged(set)))
                .note("Nodes without an edge are dropped from generated graphs, as the released code does.");
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
