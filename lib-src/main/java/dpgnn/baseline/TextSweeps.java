package dpgnn.baseline;

import dpgnn.train.Setting;
import dpgnn.train.Sweep;
import java.util.Arrays;

/** The grids of Igamberdiev and Habernal's (2022) experiments A to D, for {@link TextGcn#run}; see there for the parameters. */
public final class TextSweeps {
    /** Noise over the clip norm with SGD, as the paper's table 3 prints it; with Adam it is half of that. */
    public static final double[] NOISE = {4, 26, 48, 112};

    private TextSweeps() {}

    /** Experiments A and B: no privacy, on these shares of the training nodes. */
    public static Sweep<Setting> plain(String dataset, String optimizer, int[] percents, long... seeds) {
        return Sweep.of("text-plain")
                .vary("dataset", dataset)
                .vary("mode", "plain")
                .vary("optimizer", optimizer)
                .vary("epochs", epochs(optimizer))
                .vary("percent", boxed(percents))
                .seeds(seeds);
    }

    /**
     * Experiments C and D.
     *
     * @param mode clipped or unclipped
     * @param noises the noise of table 3's column for SGD; Adam takes half of it, for the same epsilon in fewer steps
     */
    public static Sweep<Setting> noisy(
            String dataset, String mode, String optimizer, double[] noises, int[] percents, long... seeds) {
        return Sweep.of("text-noisy")
                .vary("dataset", dataset)
                .vary("mode", mode)
                .vary("optimizer", optimizer)
                .vary("epochs", epochs(optimizer))
                .vary("percent", boxed(percents))
                .vary(
                        "noise",
                        Arrays.stream(noises)
                                .mapToObj(n -> n * share(optimizer))
                                .toArray())
                .seeds(seeds);
    }

    /** The same as the published code ran them: it turns dropout off after the first step. */
    public static Sweep<Setting> withoutDropout(Sweep<Setting> sweep) {
        return sweep.vary("dropout", 0.0);
    }

    /**
     * Other ways to spend a provable epsilon: steps, rates, and the graph split into parts, all of which every step draws, each
     * clipped to this norm.
     */
    public static Sweep<Setting> budget(
            String dataset,
            double[] epsilons,
            int parts,
            double clip,
            String optimizer,
            int[] steps,
            double[] rates,
            long... seeds) {
        return Sweep.of("text-budget")
                .vary("dataset", dataset)
                .vary("mode", "budget")
                .vary("optimizer", optimizer)
                .vary("layers", 1)
                .vary("parts", parts)
                .vary("lots", parts)
                .vary("clip", clip)
                .vary("epochs", boxed(steps))
                .vary("rate", Arrays.stream(rates).boxed().toArray())
                .vary("percent", 100)
                .vary("epsilon", Arrays.stream(epsilons).boxed().toArray())
                .seeds(seeds);
    }

    /** The paper's number of epochs. */
    public static int epochs(String optimizer) {
        return optimizer.equals("Adam") ? 500 : 2000;
    }

    private static double share(String optimizer) {
        return optimizer.equals("Adam") ? 0.5 : 1;
    }

    private static Object[] boxed(int[] values) {
        return Arrays.stream(values).boxed().toArray();
    }
}
