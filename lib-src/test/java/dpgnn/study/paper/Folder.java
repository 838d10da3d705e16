package dpgnn.study.paper;

import dpgnn.study.KeptRuns;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.Trainings;
import dpgnn.train.Experiment;
import java.io.IOException;
import java.nio.file.Path;

/** Makes runs into a folder; none is kept before. */
public record Folder(Path place) implements Trainings {
    public static Folder of(Path place) {
        return new Folder(place);
    }

    @Override
    public <E extends Experiment<E>> SweepResults<E> run(Sweep<E> sweep, Study<E> study) {
        try {
            return sweep.into(place).kept(KeptRuns.none()).run(study);
        } catch (InterruptedException | IOException e) {
            throw new AssertionError(e);
        }
    }
}
