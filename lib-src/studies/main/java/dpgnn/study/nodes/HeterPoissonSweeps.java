package dpgnn.study.nodes;

import dpgnn.study.Sweep;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.nodes.HeterPoissonRun.Stars;
import java.util.List;

/** The grids of the HeterPoisson paper's tables, for {@link HeterPoissonStudy#STUDY}. */
public final class HeterPoissonSweeps {
    public static final List<String> MODELS = List.of("GCN", "GIN", "SAGE");

    private HeterPoissonSweeps() {}

    /**
     * How many peripherals a star has in the tables, fixed before any training with more than one: the noise grows about in proportion to
     * M, so that a small budget affords one. The paper takes the best of 1 to 4 by the test.
     */
    public static int peripherals(double epsilon) {
        if (!(epsilon > 0)) throw new IllegalArgumentException("epsilon must be positive, was " + epsilon);
        return epsilon < 8 ? 1 : Double.isInfinite(epsilon) ? 4 : 2;
    }

    /** Tables II to IV: every model at every epsilon, all else as in {@code base}, whose accounting says which features it reads. */
    public static Sweep<HeterPoissonRun> tables(
            HeterPoissonRun base, List<String> datasets, List<String> models, List<TargetEpsilon> epsilons) {
        return Sweep.of(base)
                .vary(HeterPoissonRun::dataset, datasets)
                .vary(HeterPoissonRun::model, models)
                .vary(HeterPoissonRun::epsilon, epsilons)
                .each(run -> run.byRule().blind());
    }

    /**
     * Both samplers at the noise that is proved for these budgets, in batches of other sizes, and home stars with no homes: training on
     * every node's own row alone. So much of a lead as is owed to the batch, or to no star at all, shows.
     */
    public static Sweep<HeterPoissonRun> batches(
            HeterPoissonRun base, List<String> datasets, List<Integer> batches, List<TargetEpsilon> epsilons) {
        return Sweep.of(base.with(HeterPoissonRun::accounting, Accounting.CONSERVATIVE))
                .vary(HeterPoissonRun::dataset, datasets)
                .vary(HeterPoissonRun::batch, batches)
                .vary(HeterPoissonRun::method, Stars.HETERPOISSON, Stars.HOME_STARS)
                .vary(HeterPoissonRun::epsilon, epsilons)
                .vary(HeterPoissonRun::peripherals, 0, 1, 2, 4)
                .where(run -> run.equals(run.byRule()) || run.peripherals() == 0 && run.method() == Stars.HOME_STARS)
                .each(HeterPoissonRun::blind);
    }
}
