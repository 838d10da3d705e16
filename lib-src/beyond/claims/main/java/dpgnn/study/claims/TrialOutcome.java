package dpgnn.study.claims;

import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.study.WorkCost;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The outcome of one training of a method.
 *
 * @param metrics figures by name; "accuracy" where it classifies nodes, "degree cosine" where it makes graphs, "seconds"
 * @param guarantees what its authors claim, then what is proved; empty where no privacy is promised
 * @param certificate of what is proved, where something is
 */
record TrialOutcome(
        Run.Data data,
        Map<String, Double> metrics,
        List<Guarantee> guarantees,
        Optional<EpsilonCertificate> certificate) {

    static TrialOutcome of(Run.Data data, Map<String, Double> metrics, List<Guarantee> guarantees) {
        return new TrialOutcome(data, metrics, guarantees, Optional.empty());
    }

    /** With a certificate where a theorem stands behind the last guarantee. */
    TrialOutcome certified(String run, Event event, double kept) {
        Guarantee held = guarantees.get(guarantees.size() - 1);
        if (!held.verdict().hasTheorem()) return this;
        return new TrialOutcome(data, metrics, guarantees, Optional.of(EpsilonCertificate.of(run, held, event, kept)));
    }

    /** The figures of a training, and what it cost. */
    static Map<String, Double> metrics(WorkCost cost, Map<String, Double> figures) {
        Map<String, Double> all = new TreeMap<>(cost.metrics("training"));
        all.put("seconds", cost.seconds());
        all.putAll(figures);
        return all;
    }
}
