package dpgnn.privacy.step;

import java.util.List;

/**
 * One step of a mechanism as a dominating pair of distributions that can be cut into arbitrarily fine {@link LossCells}.
 *
 * <p>Proof: docs/proofs.md, lemma 2.
 */
public interface LossModel {
    /**
     * The cells of the pair (A, B); several lists where the observer is told which of several pairs was played.
     *
     * @param degrees the out-degrees of the protected node that the pair must cover, where the mechanism depends on it
     */
    List<LossCells> cells(Resolution resolution, Degrees degrees);

    /** The losses of a pair that some instance of the mechanism really attains, where {@link #cells} only bounds it. */
    default List<LossCells> attained(Resolution resolution, Degrees degrees) {
        return cells(resolution, degrees);
    }

    /** The largest out-degree that matters; 1 where the pair does not depend on it. */
    default int maxDegree() {
        return 1;
    }

    /** Above how many out-neighbours the pair may stop to grow by inclusion; a natural place to divide the degrees. */
    default int firstKnee() {
        return 1;
    }

    /** All out-degrees from low to high. */
    record Degrees(int low, int high) {
        public static final Degrees ONE = new Degrees(1, 1);
    }
}
