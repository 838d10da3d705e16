package dpgnn.baseline;

import dpgnn.train.Setting;
import dpgnn.train.Sweep;
import java.util.List;

/** The grids of the HeterPoisson paper's tables and figures, for {@link HeterPoissonStudy#run}; see there for the parameters. */
public final class HeterPoissonSweeps {
    public static final List<String> MODELS = List.of("GCN", "GIN", "SAGE");

    private static final String PROVED = "conservative";

    private HeterPoissonSweeps() {}

    /**
     * How many peripherals a star has in the tables, fixed before any training with more than one: the noise grows about in proportion to
     * M, so that a small budget affords one. The paper takes the best of 1 to 4 by the test.
     */
    public static int peripherals(double epsilon) {
        if (!(epsilon > 0)) throw new IllegalArgumentException("epsilon must be positive, was " + epsilon);
        return epsilon < 8 ? 1 : Double.isInfinite(epsilon) ? 4 : 2;
    }

    /** Everything that the tables hold fixed; {@code batch} is 4096 in the paper. */
    private static Sweep<Setting> base(String name, List<String> datasets, String setting, int batch, long... seeds) {
        return Sweep.of(name)
                .vary("dataset", datasets.toArray())
                .vary("setting", setting)
                .vary("batch", batch)
                .vary("form", "code")
                .vary("nTest", 13)
                .seeds(seeds);
    }

    /** With the noise that is proved come features of which no row depends on another node's (see {@link NodeData#blind}). */
    private static Sweep<Setting> withFeatures(
            Sweep<Setting> sweep, List<String> datasets, String accountant, String features) {
        if (!accountant.equals(PROVED)) return sweep.vary("features", features);
        return sweep.vary(
                        "features",
                        datasets.stream()
                                .map(name -> NodeData.blind(name, features))
                                .distinct()
                                .toArray())
                .where(s -> s.text("features").equals(NodeData.blind(s.text("dataset"), features)));
    }

    /** A method at these budgets, with as many peripherals as the rule says. */
    private static Sweep<Setting> byRule(
            String method,
            List<String> datasets,
            String setting,
            int batch,
            List<String> models,
            Object[] epsilons,
            String accountant,
            long... seeds) {
        return base("heterpoisson", datasets, setting, batch, seeds)
                .vary("method", method)
                .vary("model", models.toArray())
                .vary("epsilon", epsilons)
                .vary("M", 1, 2, 4)
                .vary("accountant", accountant)
                .where(s -> s.integer("M") == peripherals(NodeStudy.epsilon(s.text("epsilon"))));
    }

    /** Tables II to IV: all models at these budgets, each a number or "infinity", with the noise that an accountant wants. */
    public static Sweep<Setting> tables(
            List<String> datasets,
            String setting,
            int batch,
            List<String> models,
            Object[] epsilons,
            String accountant,
            String features,
            long... seeds) {
        return withFeatures(
                        byRule("HeterPoisson", datasets, setting, batch, models, epsilons, accountant, seeds),
                        datasets,
                        accountant,
                        features)
                .vary("rate", 0.01)
                .vary("clamp", 0);
    }

    /** What may explain a cell that differs: other features, the clamp of the authors' code, other rates. */
    public static Sweep<Setting> variants(
            List<String> datasets,
            String setting,
            int batch,
            List<String> models,
            Object[] epsilons,
            Object[] features,
            Object[] clamps,
            Object[] rates,
            long... seeds) {
        return byRule("HeterPoisson", datasets, setting, batch, models, epsilons, "published", seeds)
                .vary("features", features)
                .vary("rate", rates)
                .vary("clamp", clamps);
    }

    /** Home stars at the noise that is proved for these budgets, everything else as in {@link #tables}. */
    public static Sweep<Setting> homeStars(
            List<String> datasets,
            String setting,
            int batch,
            List<String> models,
            Object[] epsilons,
            String features,
            long... seeds) {
        return withFeatures(
                        byRule("home stars", datasets, setting, batch, models, epsilons, PROVED, seeds),
                        datasets,
                        PROVED,
                        features)
                .vary("rate", 0.01)
                .vary("clamp", 0);
    }

    /**
     * Both samplers at the noise that is proved for these budgets, in batches of other sizes, and home stars with no homes: training on
     * every node's own row alone. So much of a lead as is owed to the batch, or to no star at all, shows.
     */
    public static Sweep<Setting> batches(
            List<String> datasets,
            String setting,
            Object[] batches,
            List<String> models,
            Object[] epsilons,
            String features,
            long... seeds) {
        Sweep<Setting> sweep = Sweep.of("heterpoisson")
                .vary("dataset", datasets.toArray())
                .vary("setting", setting)
                .vary("batch", batches)
                .vary("form", "code")
                .vary("nTest", 13)
                .seeds(seeds)
                .vary("method", "HeterPoisson", "home stars")
                .vary("model", models.toArray())
                .vary("epsilon", epsilons)
                .vary("M", 0, 1, 2, 4)
                .vary("accountant", PROVED)
                .where(s -> s.integer("M") == peripherals(NodeStudy.epsilon(s.text("epsilon")))
                        || s.integer("M") == 0 && s.text("method").equals("home stars"));
        return withFeatures(sweep, datasets, PROVED, features)
                .vary("rate", 0.01)
                .vary("clamp", 0);
    }

    /** Figures 4 and 8: with and without the removal of centres from the stars, each at the noise that its own event wants. */
    public static Sweep<Setting> enforcement(
            List<String> datasets,
            String setting,
            int batch,
            Object[] epsilons,
            String accountant,
            String features,
            long... seeds) {
        Sweep<Setting> sweep = base("heterpoisson", datasets, setting, batch, seeds)
                .vary("method", "HeterPoisson", "HeterPoisson-unenforced")
                .vary("model", "GCN")
                .vary("epsilon", epsilons)
                .vary("M", 1)
                .vary("accountant", accountant);
        return withFeatures(sweep, datasets, accountant, features)
                .vary("rate", 0.01)
                .vary("clamp", 0);
    }

    /** Figures 5 and 7: every number of peripherals in training; a run has the test figures for every number in the test. */
    public static Sweep<Setting> neighbours(
            List<String> datasets,
            String setting,
            int batch,
            Object[] epsilons,
            int most,
            String features,
            long... seeds) {
        Object[] peripherals = new Object[most];
        for (int m = 1; m <= most; m++) peripherals[m - 1] = m;
        return base("heterpoisson", datasets, setting, batch, seeds)
                .vary("method", "HeterPoisson")
                .vary("model", "GCN")
                .vary("epsilon", epsilons)
                .vary("M", peripherals)
                .vary("accountant", "published")
                .vary("features", features)
                .vary("rate", 0.01)
                .vary("clamp", 0);
    }
}
