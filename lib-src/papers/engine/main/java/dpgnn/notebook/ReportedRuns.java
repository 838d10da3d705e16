package dpgnn.notebook;

import dpgnn.report.ReportFolder;
import dpgnn.train.Run;

/** Puts what may be published of a run into the report that is being made, if there is one. */
public final class ReportedRuns implements Run.Keeper {
    @Override
    public void keep(Run run) {
        // A hash of private data would tell whoever guesses them that the guess is right.
        String named = run.notice() == null
                ? run.data().name() + " " + run.data().hash()
                : run.data().name();
        ReportFolder.keepRun(run.setting().hash(), named, run.published()::json);
    }
}
