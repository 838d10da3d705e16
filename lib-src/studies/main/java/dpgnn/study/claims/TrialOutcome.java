package dpgnn.study.claims;

import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcome of one training of a method.
 *
 * @param metrics figures by name; "accuracy" where it classifies nodes, "degree cosine" where it makes graphs, "seconds"
 * @param guarantees what its authors claim, then what is proved; empty where no privacy is promised
 * @param certificate of what is proved, where something is
 */
public record TrialOutcome(
        Run.Data data,
        Map<String, Double> metrics,
        List<Guarantee> guarantees,
        Optional<EpsilonCertificate> certificate) {
    public TrialOutcome {
        metrics = Map.copyOf(metrics);
        guarantees = List.copyOf(guarantees);
    }

    /** Without a certificate. */
    TrialOutcome(Run.Data data, Map<String, Double> metrics, List<Guarantee> guarantees) {
        this(data, metrics, guarantees, Optional.empty());
    }

    /** With one where a theorem stands behind the last guarantee. */
    static TrialOutcome of(
            Run.Data data,
            Map<String, Double> metrics,
            List<Guarantee> guarantees,
            String run,
            Event event,
            double kept) {
        Guarantee held = guarantees.get(guarantees.size() - 1);
        return new TrialOutcome(
                data,
                metrics,
                guarantees,
                held.verdict().hasTheorem()
                        ? Optional.of(EpsilonCertificate.of(run, held, event, kept))
                        : Optional.empty());
    }

    /** The epsilon that a method's authors state, whatever stands behind it; infinite where they state none. */
    static double claimed(List<Guarantee> guarantees) {
        return guarantees.isEmpty()
                ? Double.POSITIVE_INFINITY
                : guarantees.get(0).epsilon();
    }

    /** The epsilon that is proved, or infinity. */
    static double proved(List<Guarantee> guarantees) {
        return guarantees.stream()
                .filter(g -> g.verdict().hasTheorem())
                .mapToDouble(Guarantee::epsilon)
                .reduce((first, last) -> last)
                .orElse(Double.POSITIVE_INFINITY);
    }
}
