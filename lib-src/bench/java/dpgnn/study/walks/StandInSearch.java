package dpgnn.study.walks;

import dpgnn.graph.synthetic.Learnability;
import dpgnn.graph.synthetic.SyntheticGraphs;
import java.util.List;
import java.util.Locale;

/**
 * The search for what can be learned of the stand-ins for PPI, Flickr, Arxiv and Reddit: strays until a GCN without privacy has the
 * accuracy that Ayle et al. (2023) print, the signal of a row until an MLP has. Nothing private is looked at. Usage: [SET...]
 */
public final class StandInSearch {
    private static final int ROUNDS = 7;

    /** How strongly the signal follows the MLP's accuracy. */
    private static final double GAIN = 0.7;

    private StandInSearch() {}

    public static void main(String[] arguments) throws Exception {
        List<String> sets =
                arguments.length > 0 ? List.of(arguments) : List.of("PPI/10", "Flickr/10", "Arxiv/10", "Reddit/40");
        for (String set : sets) search(set);
    }

    private static void search(String set) throws Exception {
        String name = WalkTables.paperName(set);
        // Flickr's MLP of two layers is printed below the share of its largest class; one layer is not.
        double gcn = WalkPaper.PAPER.cell("Table 1", "GCN, 2 x 256", name).shown();
        String perceptron = name.equals("Flickr") ? "MLP, 1" : "MLP, 2 x 256";
        double mlp = WalkPaper.PAPER.cell("Table 1", perceptron, name).shown();
        Learnability now = new Learnability(0.25, 0.1, name.equals("Flickr") ? 0.2 : 0);
        Learnability best = now;
        double least = Double.POSITIVE_INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            double ours = accuracy(set, WalkMethod.GCN, now);
            double rows = accuracy(set, WalkMethod.MLP, now);
            System.out.printf(
                    Locale.ROOT, "%s %s: GCN %.1f for %.1f, MLP %.1f for %.1f%n", set, now, ours, gcn, rows, mlp);
            double off = Math.abs(ours - gcn) + Math.abs(rows - mlp);
            if (off < least) {
                least = off;
                best = now;
            }
            double room = 1 - now.largest();
            double own = Math.min(room, Math.max(0, (room - now.strays()) * gcn / ours));
            double signal = now.signal() * Math.pow(mlp / rows, GAIN);
            now = new Learnability(round(signal), Math.max(0, round(room - own)), now.largest());
        }
        System.out.println(set + " best: " + best);
    }

    private static double accuracy(String set, WalkMethod method, Learnability learnable) throws Exception {
        WalkRun run = WalkRun.of(set, method, 256).with(WalkRun::steps, 300L).with(WalkRun::every, 25L);
        String name = WalkTables.paperName(set).toLowerCase(Locale.ROOT);
        WalkData data = WalkData.of(
                set,
                SyntheticGraphs.smaller(name, WalkTables.divisor(set), 0, learnable),
                run.variant().features());
        return 100 * WalkRun.plain(run, data).metric("test");
    }

    private static double round(double value) {
        return Math.round(1000 * value) / 1000.0;
    }
}
