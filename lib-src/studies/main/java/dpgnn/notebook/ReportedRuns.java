package dpgnn.notebook;

import dpgnn.report.ReportFolder;
import dpgnn.train.Run;

/** Puts what may be published of a run into the report that is being made, if there is one. */
public final class ReportedRuns implements Run.Keeper {
    @Override
    public void keep(Run run) {
        ReportFolder.keepRun(
                run.setting().hash(), run.data().name() + " " + run.data().hash(), run.published()::json);
    }
}
