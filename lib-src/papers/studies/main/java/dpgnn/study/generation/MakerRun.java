package dpgnn.study.generation;

import dpgnn.train.Experiment;

/**
 * One method on one part of a collection under one seed.
 *
 * @param <E> the record itself
 */
sealed interface MakerRun<E extends MakerRun<E>> extends Experiment<E> {
    /** What each run is told: the collection's name, the part's size, and the maker's work with its details. */
    String collection();

    String part();

    String work();

    String details();

    /** Table 1: graphs are made, and compared with their originals. */
    record Making(String collection, String part, String work, String details, long seed) implements MakerRun<Making> {
        @Override
        public String experiment() {
            return "generation";
        }
    }

    /** The motifs of graphs that were made. */
    record Counting(String collection, String part, String work, String details, long seed)
            implements MakerRun<Counting> {
        @Override
        public String experiment() {
            return "generation-motifs";
        }
    }

    /** What a classifier learns of graphs that were made. */
    record Classifying(String collection, String part, String work, String details, String classifier, long seed)
            implements MakerRun<Classifying> {
        @Override
        public String experiment() {
            return "generation-gin";
        }
    }
}
