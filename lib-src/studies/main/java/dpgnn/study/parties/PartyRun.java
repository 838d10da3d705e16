package dpgnn.study.parties;

import dpgnn.graph.data.Datasets;
import dpgnn.train.Experiment;
import java.util.Arrays;
import java.util.Locale;

/**
 * One training of {@link PartyStudy}.
 *
 * @param dataset as {@link Datasets} calls it
 * @param parts how the edges and columns are shared out: "5:5", "1:1:1"
 * @param method one of {@link PartyStudy#METHODS}
 * @param depth layers of aggregation, K of the paper
 * @param decay L2 penalty on all weights
 * @param initialDropout share of h0 that is left out in training
 * @param seed draws the partition and the weights
 */
public record PartyRun(
        String dataset,
        String parts,
        String method,
        Path path,
        int epochs,
        int width,
        int depth,
        double decay,
        double initialDropout,
        long seed)
        implements Experiment<PartyRun> {

    /** How the holders' first layer comes about. */
    public enum Path {
        PLAIN,
        /** Algorithm 1 as it protects. */
        SHARES;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public PartyRun {
        if (!PartyStudy.METHODS.contains(method))
            throw new IllegalArgumentException(
                    "method must be one of " + PartyStudy.METHODS + ", was '" + method + "'");
        proportions(parts);
    }

    /** Two holders with equal parts, as in the paper's table 2. */
    public static PartyRun of(String dataset, Path path, int epochs, int width) {
        return new PartyRun(dataset, "5:5", "PPGNN_M", path, epochs, width, 2, 1e-3, 0, 1);
    }

    @Override
    public String experiment() {
        return "ppgnn";
    }

    double[] proportions() {
        return proportions(parts);
    }

    static double[] proportions(String parts) {
        try {
            double[] all = Arrays.stream(parts.split(":"))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            if (all.length >= 2) return all;
        } catch (NumberFormatException e) {
            // Told below, with an example.
        }
        throw new IllegalArgumentException("parts must be at least two numbers such as 5:5, was '" + parts + "'");
    }
}
