package dpgnn.study.attacks;

import dpgnn.privacy.Unit;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Experiment;

/**
 * One shadow training of {@link AttackStudy}: half of the units, by fair coins from the seed, take part.
 *
 * @param dataset Cora, PubMed or small, a synthetic one
 * @param unit a node with its edges, an edge, or a node's row and label (FEATURE)
 * @param epsilon what is proved; infinite without privacy
 */
public record AttackRun(String dataset, Unit unit, TargetEpsilon epsilon, long seed) implements Experiment<AttackRun> {
    @Override
    public String experiment() {
        return "real units";
    }

    boolean isPrivate() {
        return Double.isFinite(epsilon.value());
    }
}
