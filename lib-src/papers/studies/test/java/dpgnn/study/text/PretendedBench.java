package dpgnn.study.text;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.paper.Pretended;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.function.Function;

/** A bench at the scale ci with two seeds that trains nothing: a test makes up what a run gives. */
record PretendedBench(Function<Experiment<?>, Run> runs) implements Workbench {
    @Override
    public boolean ci() {
        return true;
    }

    @Override
    public boolean paper() {
        return false;
    }

    @Override
    public long[] seeds(int most) {
        return most > 1 ? seeds() : new long[] {1};
    }

    @Override
    public long[] seeds() {
        return new long[] {1, 2};
    }

    @Override
    public <E extends Experiment<E>> SweepResults<E> run(Sweep<E> sweep, Study<E> study) {
        return new Pretended(runs).run(sweep, study);
    }

    @Override
    public <E extends Experiment<E>> SweepResults<E> run(Sweep<E> sweep, Study<E> study, Path into) {
        throw new AssertionError("runs of another notebook: " + into);
    }

    @Override
    public Path folder() {
        throw new AssertionError("the folder of this notebook");
    }

    @Override
    public Path folder(String of) {
        throw new AssertionError("the folder of another notebook: " + of);
    }

    @Override
    public void check(boolean holds, String claim) {
        assertTrue(holds, claim);
    }

    @Override
    public String plusMinus(Summary<?> summary) {
        throw new AssertionError("micro-F1 is no percentage here: " + summary);
    }
}
