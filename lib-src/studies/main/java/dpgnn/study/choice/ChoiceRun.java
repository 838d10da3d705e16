package dpgnn.study.choice;

import dpgnn.privacy.RunCount;
import dpgnn.train.Experiment;

/**
 * One choice of {@link ChoiceStudy}.
 *
 * @param dataset Cora, PubMed or small, a synthetic one
 * @param way how one of the candidates is chosen
 * @param epsilon what all of it may cost; for a naive choice, what it claims
 */
public record ChoiceRun(String dataset, Way way, double epsilon, long seed) implements Experiment<ChoiceRun> {
    /** How one comes to a model. */
    public enum Way {
        /** A candidate is drawn blindly, and has all of the budget. */
        BLIND("one drawn blindly", null),
        /** Each candidate is trained with all of the budget, and the best is said to have cost that. */
        NAIVE("naive, as claimed", null),
        /** Each candidate is trained, with noise under which all of them together stay within the budget. */
        COMPOSED("naive, paid for", null),
        /** Private selection. */
        GEOMETRIC("private, geometric", RunCount.geometric(0.125)),
        LOGARITHMIC("private, logarithmic", RunCount.ofMean(0, 8)),
        POISSON("private, Poisson", RunCount.poisson(8));

        private final String words;
        private final RunCount law;

        Way(String words, RunCount law) {
            this.words = words;
            this.law = law;
        }

        /** How many trainings there are; null where that is no secret. */
        public RunCount law() {
            return law;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    @Override
    public String experiment() {
        return "choice";
    }
}
