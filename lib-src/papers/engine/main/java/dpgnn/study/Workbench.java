package dpgnn.study;

import dpgnn.train.Experiment;
import java.nio.file.Path;

/** What the tables of a paper need of a notebook: its scale, its seeds, its runs, and how figures are written. */
public interface Workbench extends Trainings {
    /** Whether all is to be small, to check that it runs. */
    boolean ci();

    /** Whether everything in the paper is wanted. */
    boolean paper();

    /** The seeds from 1, at most this many. */
    long[] seeds(int most);

    /** All seeds that were asked for. */
    long[] seeds();

    /** Makes the missing runs of a sweep in another folder. */
    <E extends Experiment<E>> SweepResults<E> run(Sweep<E> sweep, Study<E> study, Path into);

    /** The folder of this notebook's runs. */
    Path folder();

    /** The folder of another notebook's runs. */
    Path folder(String of);

    /** Fails unless the claim holds. */
    void check(boolean holds, String claim);

    /** "81.2 ± 0.3": mean and deviation over the seeds, in percent. */
    String plusMinus(SweepResults.Summary<?> summary);
}
