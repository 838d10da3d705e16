package dpgnn.generate;

import dpgnn.generate.Tournament.Standing;
import dpgnn.report.PaperTable;
import dpgnn.report.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a {@link Tournament} found, beside what the paper printed. */
public final class GenerationTables {
    public static final List<String> STATISTICS = List.of("LCC", "TC", "CPL", "GINI", "REDE");

    private GenerationTables() {}

    /**
     * Table 1 for one data set: published beside ours, for the published variant of private methods.
     *
     * @param dataset as the paper calls it, DBLP or IMDB
     */
    public static PaperTable statistics(String dataset, PaperTable.Data data, List<Standing> standings) {
        PaperTable table = PaperTable.of("dpggan-table1")
                .where("dataset", dataset)
                .where("kind", "mean_abs_diff")
                .keys("method", "epsilon", "statistic")
                .digits(4)
                .title("Table 1, " + dataset + ": mean absolute differences (private rows: the published variant, whose"
                        + " epsilon does not hold)");
        for (Standing s : inPaper(standings))
            for (String name : STATISTICS)
                table.ours(
                        data,
                        s.seeds(),
                        s.differences(name),
                        s.maker().name(),
                        s.maker().epsilon(),
                        name);
        return table;
    }

    /** Table 2 for one data set, without the classifier. */
    public static PaperTable cosines(String dataset, PaperTable.Data data, List<Standing> standings) {
        PaperTable table = PaperTable.of("dpggan-table2")
                .where("dataset", dataset)
                .keys("method", "epsilon", "metric")
                .digits(4)
                .title("Table 2, " + dataset + " (private rows: the published variant, whose epsilon does not hold)");
        for (Standing s : inPaper(standings)) {
            if (!List.of("", "1").contains(s.maker().epsilon())) continue;
            table.ours(
                    data,
                    s.seeds(),
                    s.degreeCosines(),
                    s.maker().name(),
                    s.maker().epsilon(),
                    "degree_distribution_cosine");
            if (!Double.isNaN(s.motifCosines()[0]))
                table.ours(
                        data,
                        s.seeds(),
                        s.motifCosines(),
                        s.maker().name(),
                        s.maker().epsilon(),
                        "motif_count_cosine");
        }
        return table;
    }

    private static List<Standing> inPaper(List<Standing> standings) {
        List<String> open = List.of("GVAE", "GGAN", "NetGAN", "GraphRNN");
        return standings.stream()
                .filter(s ->
                        open.contains(s.maker().name()) || s.maker().variant().equals("published"))
                .toList();
    }

    /** All methods and variants: what is claimed, what is provable, and every measure as mean and deviation over seeds. */
    public static Table all(String title, PaperTable.Data data, List<Standing> standings) {
        Table table = Table.columns(
                        "method",
                        "variant",
                        "epsilon claimed",
                        "epsilon provable",
                        "claim",
                        "LCC",
                        "TC",
                        "CPL",
                        "GINI",
                        "REDE",
                        "degree cosine",
                        "motif cosine",
                        "seconds")
                .title(title);
        for (Standing s : standings) {
            boolean open = s.maker().epsilon().isEmpty();
            table.row(
                    s.maker().name(),
                    s.maker().variant(),
                    open ? "none" : s.maker().epsilon(),
                    epsilon(s.provable()),
                    open ? "not private" : s.verdict().name(),
                    spread(s.differences("LCC"), 2),
                    spread(s.differences("TC"), 2),
                    spread(s.differences("CPL"), 3),
                    spread(s.differences("GINI"), 4),
                    spread(s.differences("REDE"), 4),
                    spread(s.degreeCosines(), 4),
                    Double.isNaN(s.motifCosines()[0]) ? "-" : spread(s.motifCosines(), 4),
                    s.seconds());
        }
        String seeds =
                Arrays.stream(standings.get(0).seeds()).mapToObj(Long::toString).collect(Collectors.joining(" "));
        return table.digits("seconds", 1)
                .note(data.name() + ", hash " + data.hash()
                        + (data.standIn().isEmpty() ? "" : "; stand-in: " + data.standIn())
                        + "; seeds " + seeds + "; mean ± deviation over seeds of means over graphs.")
                .note("LCC to REDE are mean absolute differences (0 is best), cosines are similarities (1 is best)."
                        + " Provable epsilon is the largest over graphs, at delta 1e-5; the published variant also takes the"
                        + " exact number of edges, so that nothing is provable of it as a whole.");
    }

    /** Rounded up, as a bound must be. */
    public static String epsilon(double value) {
        if (Double.isInfinite(value)) return "none";
        return String.format(Locale.ROOT, "%.3f", Math.ceil(value * 1000) / 1000);
    }

    /** Mean and deviation with n - 1. */
    public static String spread(double[] values, int digits) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        String format = "%." + digits + "f";
        if (values.length < 2) return String.format(Locale.ROOT, format, mean);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return String.format(Locale.ROOT, format + " ± " + format, mean, Math.sqrt(squares / (values.length - 1)));
    }
}
