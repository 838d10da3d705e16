package dpgnn.study.batches;

import dpgnn.base.Check;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Experiment;

/**
 * One training of {@link BatchStudy}.
 *
 * @param dataset Cora, CiteSeer, PubMed, Computers or small, a synthetic one
 * @param epsilon what is proved of the training
 * @param lot how many nodes a batch has in expectation
 */
public record BatchRun(String dataset, Way way, TargetEpsilon epsilon, int lot, int epochs, long seed)
        implements Experiment<BatchRun> {
    /** How batches are drawn, and what their noise pays for. */
    public enum Way {
        POISSON("Poisson"),
        ALLOCATED("random allocation"),
        /** Random allocation with the noise that it would need if everybody knew who is in which batch. */
        OPEN("no amplification");

        private final String words;

        Way(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    public BatchRun {
        Check.given("way", way);
        Check.atLeast("lot", lot, 1);
        Check.atLeast("epochs", epochs, 1);
    }

    /** Lots of 256 nodes, 20 epochs. */
    public static BatchRun of(String dataset, Way way, double epsilon) {
        return new BatchRun(dataset, way, new TargetEpsilon(epsilon), 256, 20, 1);
    }

    @Override
    public String experiment() {
        return "batches";
    }
}
