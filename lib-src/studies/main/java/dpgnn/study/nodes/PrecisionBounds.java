package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.privacy.account.PrecisionBound;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.study.Workbench;
import dpgnn.study.paper.PublishedTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The bound on precision of Xiang, Wang and Wang (2024, Theorem 3): recomputed, corrected for shares of classes, and attained. */
public final class PrecisionBounds {
    private static final Map<String, Integer> NODES = new LinkedHashMap<>();

    static {
        NODES.put("Facebook", 22470);
        NODES.put("Twitch", 9498);
        NODES.put("Amazon", 13752);
        NODES.put("PubMed", 19717);
        NODES.put("Reddit", 232965);
    }

    private final Workbench bench;
    private final boolean standIns;

    private PrecisionBounds(Workbench bench, boolean standIns) {
        this.bench = bench;
        this.standIns = standIns;
    }

    public static PrecisionBounds of(Workbench bench) throws IOException {
        return new PrecisionBounds(
                bench, NodeData.of("PubMed", "raw").provenance().standIn());
    }

    /** Whether results are of the paper's data. */
    public boolean real() {
        return !bench.ci() && !standIns;
    }

    public List<String> sets() {
        if (bench.ci()) return List.of("small");
        return standIns && !bench.paper() ? List.of("PubMed") : List.of("Facebook", "Twitch", "Amazon", "PubMed");
    }

    /** The share of each class among labelled nodes. */
    public static double[] shares(Dataset data) {
        double[] share = new double[data.labels().classes()];
        int known = 0;
        for (int v = 0; v < data.nodes(); v++)
            if (data.labels().isKnown(v)) {
                share[data.labels().of(v)]++;
                known++;
            }
        for (int c = 0; c < share.length; c++) share[c] /= known;
        return share;
    }

    static double largest(double[] share) {
        return Arrays.stream(share).max().orElseThrow();
    }

    private static int largestClass(double[] share) {
        return IntStream.range(0, share.length)
                .reduce((a, b) -> share[b] > share[a] ? b : a)
                .orElseThrow();
    }

    static double delta(int nodes) {
        return NodeData.delta((int) Math.round(0.8 * nodes));
    }

    /** The first row of Table III, recomputed by Theorem 3. */
    public Table theorem3() {
        Table published = PublishedTables.named("heterpoisson-table3").where("metric", "precision_upper_bound_percent");
        Map<String, Integer> classes = Map.of("Facebook", 4, "Twitch", 2, "Amazon", 10, "PubMed", 3, "Reddit", 41);
        Table table = Table.columns("data", "classes", "delta", "printed, %", "recomputed, %")
                .title("Theorem 3 at epsilon 2")
                .digits("recomputed, %", 3);
        NODES.forEach((set, nodes) -> {
            double printed = published.where("dataset", set).numbers("value")[0];
            double ours = 100 * PrecisionBound.published(2, delta(nodes), classes.get(set));
            bench.check(Math.abs(ours - printed) <= 0.0501, set + " agrees to the printed digit: " + ours);
            table.row(set, classes.get(set), delta(nodes), printed, ours);
        });
        return table;
    }

    /** The bound as printed, and corrected for the shares of the classes. */
    public Table bounds() throws IOException {
        Table table = Table.columns(
                        "data", "classes", "largest share", "epsilon", "printed", "largest class", "macro", "weighted")
                .title("bounds on precision, %: Theorem 3 as printed, and corrected for the shares of the classes");
        for (String set : sets()) {
            Dataset data = NodeData.of(set, "rows");
            double[] share = shares(data);
            double d = delta(data.nodes());
            for (double epsilon : new double[] {0, 2, 8}) {
                double printed = PrecisionBound.published(epsilon, d, share.length);
                double top = PrecisionBound.corrected(epsilon, d, largest(share));
                bench.check(
                        top >= printed - 1e-12, "the largest class may be predicted at least as precisely as printed");
                table.row(
                        set,
                        share.length,
                        100 * largest(share),
                        epsilon,
                        100 * printed,
                        100 * top,
                        100 * PrecisionBound.macro(epsilon, d, share),
                        100 * PrecisionBound.weighted(epsilon, d, share));
            }
            bench.check(
                    PrecisionBound.published(0, d, share.length) <= largest(share) + d,
                    "an answer that is drawn blindly by the shares is as precise as the share of its class on " + set);
        }
        for (String column : table.columns().subList(4, 8)) table.digits(column, 1);
        return table.digits("largest share", 1).digits("epsilon", 0);
    }

    /** Macro, weighted and the largest class's precision of randomised response on the labels, in shares. */
    static double[] response(Dataset data, double epsilon, int times, long seed) {
        int classes = data.labels().classes();
        RandomStream coins = Streams.seed(seed).stream("response");
        int[] all =
                IntStream.range(0, data.nodes()).filter(data.labels()::isKnown).toArray();
        double[] share = shares(data);
        int top = largestClass(share);
        long[] right = new long[classes], said = new long[classes];
        double truth = Math.exp(epsilon) / (Math.exp(epsilon) + classes - 1);
        for (int t = 0; t < times; t++)
            for (int v : all) {
                int y = data.labels().of(v), h = y;
                if (coins.nextDouble() >= truth) h = (y + 1 + coins.nextInt(classes - 1)) % classes;
                said[h]++;
                if (h == y) right[h]++;
            }
        double macro = 0, weighted = 0;
        for (int c = 0; c < classes; c++) {
            macro += (double) right[c] / said[c] / classes;
            weighted += share[c] * right[c] / said[c];
        }
        return new double[] {macro, weighted, (double) right[top] / said[top]};
    }

    /**
     * With which probability an answer to "is it this class?" says yes, of a node of the class and of another: that of randomised
     * response, then whichever of the two is said too often is turned into the other, so that yes is said as often as it is true.
     */
    static double[] aligned(double epsilon, double share) {
        double truth = 1 / (1 + Math.exp(-epsilon)), yes = share * truth + (1 - share) * (1 - truth);
        if (yes >= share) return new double[] {truth * share / yes, (1 - truth) * share / yes};
        double no = (1 - share) / (1 - yes);
        return new double[] {1 - (1 - truth) * no, 1 - truth * no};
    }

    /** The precision of that answer about the largest class, and how often it is said. */
    private static double[] answers(Dataset data, double epsilon, int times, long seed) {
        RandomStream coins = Streams.seed(seed).stream("aligned");
        double[] share = shares(data), a = aligned(epsilon, largest(share));
        int top = largestClass(share);
        long said = 0, right = 0, all = 0;
        for (int t = 0; t < times; t++)
            for (int v = 0; v < data.nodes(); v++) {
                if (!data.labels().isKnown(v)) continue;
                boolean yes = data.labels().of(v) == top;
                all++;
                if (coins.nextDouble() >= a[yes ? 0 : 1]) continue;
                said++;
                if (yes) right++;
            }
        return new double[] {(double) right / said, (double) said / all};
    }

    /**
     * Private answers against the bounds: one that is aligned with the largest class, as Theorem 3 asks, and randomised response,
     * which is not, so that only a delta of 0 lets the corrected bound hold for it.
     */
    public Table attained() throws IOException {
        Table table = Table.columns(
                        "data",
                        "printed",
                        "share",
                        "said",
                        "aligned",
                        "response",
                        "its bound",
                        "macro",
                        "macro bound",
                        "weighted",
                        "weighted bound")
                .title(
                        "aligned answers and randomised response at epsilon 2: measured precision against the bounds, %");
        double slack = bench.ci() ? 0.05 : 0.01;
        for (String set : sets()) {
            Dataset data = NodeData.of(set, "rows");
            double[] share = shares(data), r = response(data, 2, 10, 1), a = answers(data, 2, 10, 1);
            double most = largest(share), top = PrecisionBound.corrected(2, 0, most);
            double macro = PrecisionBound.macro(2, 0, share), weighted = PrecisionBound.weighted(2, 0, share);
            bench.check(
                    Math.abs(r[0] - macro) < slack && Math.abs(r[1] - weighted) < slack && Math.abs(r[2] - top) < slack,
                    "the corrected bounds are attained on " + set);
            bench.check(
                    Math.abs(a[1] - most) < slack && Math.abs(a[0] - aligned(2, most)[0]) < slack,
                    "the aligned answer names the largest class as often as it occurs on " + set);
            bench.check(most > 0.5 || Math.abs(a[0] - top) < slack, "and attains its bound on " + set);
            double[] row = {
                PrecisionBound.published(2, 0, share.length), most, a[1], a[0], r[2], top, r[0], macro, r[1], weighted
            };
            List<Object> cells = new ArrayList<>(List.of(set));
            for (double each : row) cells.add(100 * each);
            table.row(cells.toArray());
        }
        for (String column : table.columns().subList(1, 11)) table.digits(column, 1);
        return table.note("share to its bound: the largest class; said: how often the aligned answer names it")
                .note("response, macro, weighted: randomised response on all classes, not aligned, delta 0")
                .note("seed 1, ten answers for every labelled node");
    }

    /** On how many sets an aligned private answer about the largest class exceeds the printed bound by more than sampling explains. */
    public static int exceeded(Table attained) {
        double[] printed = attained.numbers("printed"), measured = attained.numbers("aligned");
        return (int) IntStream.range(0, printed.length)
                .filter(i -> measured[i] > printed[i] + 0.5)
                .count();
    }
}
