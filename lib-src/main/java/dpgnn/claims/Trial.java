package dpgnn.claims;

import dpgnn.privacy.Guarantee;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;

/**
 * What one training of a method gave.
 *
 * @param metrics figures by name; "accuracy" where it classifies nodes, "degree cosine" where it makes graphs, "seconds"
 * @param guarantees what its authors claim, then what is proved; empty where no privacy is promised
 */
public record Trial(Run.Data data, Map<String, Double> metrics, List<Guarantee> guarantees) {
    public Trial {
        metrics = Map.copyOf(metrics);
        guarantees = List.copyOf(guarantees);
    }

    /** The epsilon that a method's authors state, whatever stands behind it; infinite where they state none. */
    public static double claimed(List<Guarantee> guarantees) {
        return guarantees.isEmpty()
                ? Double.POSITIVE_INFINITY
                : guarantees.get(0).epsilon();
    }

    /** The epsilon that is proved, or infinity. */
    public static double proved(List<Guarantee> guarantees) {
        return guarantees.stream()
                .filter(g -> g.verdict().hasTheorem())
                .mapToDouble(Guarantee::epsilon)
                .reduce((first, last) -> last)
                .orElse(Double.POSITIVE_INFINITY);
    }
}
