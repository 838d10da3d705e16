package dpgnn.study.paper;

import dpgnn.base.RecordFields.Field;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Trainings;
import dpgnn.train.Experiment;
import java.util.function.Function;

/**
 * Which run stands behind each number of a table. A row and a column set a component of the run's record each.
 *
 * <pre>{@code
 * Cells.of(lab, STUDY, PartyRun.of("cora")).row(PartyRun::method).column(PartyRun::parts).seeds(1, 2, 3)
 * }</pre>
 *
 * @param run the run behind a number, with any seed
 * @param metric the figure of a run that is compared
 */
public record Cells<E extends Experiment<E>>(
        Trainings trainings, Study<E> study, Function<PublishedCell, E> run, long[] seeds, String metric)
        implements Function<PublishedCell, Found> {
    public static <E extends Experiment<E>> Cells<E> of(Trainings trainings, Study<E> study, E base) {
        return new Cells<>(trainings, study, cell -> base, new long[] {1}, "test");
    }

    public Cells<E> row(Field<E, String> field) {
        return row(field, name -> name);
    }

    public <V extends Comparable<V>> Cells<E> row(Field<E, V> field, Function<String, V> named) {
        return then(cell -> run.apply(cell).with(field, named.apply(cell.row())));
    }

    public Cells<E> column(Field<E, String> field) {
        return column(field, name -> name);
    }

    public <V extends Comparable<V>> Cells<E> column(Field<E, V> field, Function<String, V> named) {
        return then(cell -> run.apply(cell).with(field, named.apply(cell.column())));
    }

    public Cells<E> seeds(long... of) {
        return new Cells<>(trainings, study, run, of.clone(), metric);
    }

    private Cells<E> then(Function<PublishedCell, E> next) {
        return new Cells<>(trainings, study, next, seeds, metric);
    }

    /** The runs behind a number. */
    public Summary<E> summary(PublishedCell cell) {
        return trainings
                .run(Sweep.of(run.apply(cell)).seeds(seeds), study)
                .over(metric)
                .get(0);
    }

    /** These cells, but a column has no number, since a file is missing. */
    public Function<PublishedCell, Found> without(String column, String file) {
        return cell -> cell.column().equals(column) ? Found.noFile(file) : apply(cell);
    }

    @Override
    public Found apply(PublishedCell cell) {
        return Found.of(summary(cell));
    }
}
