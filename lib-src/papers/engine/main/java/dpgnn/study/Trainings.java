package dpgnn.study;

import dpgnn.train.Experiment;

/** Makes the missing runs of a sweep, as a notebook's {@code lab} does. */
public interface Trainings {
    <E extends Experiment<E>> SweepResults<E> run(Sweep<E> sweep, Study<E> study);
}
