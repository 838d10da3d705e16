package dpgnn.study.parties;

import dpgnn.base.RecordFields;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.Trainings;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the hyper-parameters of a network on validation nodes. It looks along one of them at a time, in the order depth, decay,
 * dropout on h0, width, and goes on from the value with the best mean validation accuracy; test nodes play no part. The number
 * of epochs is chosen within each training: the first with the best validation accuracy.
 *
 * @param choice the best setting, with the first seed
 * @param tried all settings in the order of the search, by their validation accuracy
 */
public record PartySearch(PartyRun choice, List<SweepResults.Summary<PartyRun>> tried) {
    public PartySearch {
        tried = List.copyOf(tried);
    }

    /**
     * Searches from a setting.
     *
     * @param seeds each draws a partition; a setting counts by its mean over them
     */
    public static PartySearch from(PartyRun start, long[] seeds, Trainings trainings) {
        List<SweepResults.Summary<PartyRun>> tried = new ArrayList<>();
        PartyRun best = along(start, PartyRun::depth, List.of(2, 3), seeds, trainings, tried);
        best = along(best, PartyRun::decay, List.of(1e-3, 5e-3), seeds, trainings, tried);
        best = along(best, PartyRun::initialDropout, List.of(0.0, 0.5), seeds, trainings, tried);
        best = along(best, PartyRun::width, List.of(start.width(), 2 * start.width()), seeds, trainings, tried);
        return new PartySearch(best, tried);
    }

    private static <V extends Comparable<V>> PartyRun along(
            PartyRun from,
            RecordFields.Field<PartyRun, V> field,
            List<V> values,
            long[] seeds,
            Trainings trainings,
            List<SweepResults.Summary<PartyRun>> tried) {
        SweepResults<PartyRun> runs =
                trainings.run(Sweep.of(from).vary(field, values).seeds(seeds), PartyRun.STUDY);
        for (SweepResults.Summary<PartyRun> each : runs.over("validation"))
            if (tried.stream().noneMatch(t -> t.experiment().equals(each.experiment()))) tried.add(each);
        return runs.best("validation").experiment();
    }
}
