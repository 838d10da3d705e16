package dpgnn.study.walks;

/** The methods of table 1 of Ayle et al. (2023): two networks without privacy, and one network with four private samplers. */
public enum WalkMethod {
    /** A graph network without privacy. */
    GCN("GCN", false),
    /** A perceptron without privacy, which never looks at an edge. */
    MLP("MLP", false),
    /** Disjoint random walks. */
    DRW("DRW", true),
    /** The same with {@link WalkTables#RESTARTS} walks from each root. */
    DRW_R("DRW-R", true),
    /** The same with a cover drawn afresh every {@link WalkRun#period} steps. */
    DRW_D("DRW-D", true),
    /** Neighbourhoods of at most {@link WalkRun#degree} neighbours, by the accounting for features of Daigavane et al. (2021). */
    FDP("FDP", true);

    private final String name;
    private final boolean isPrivate;

    WalkMethod(String name, boolean isPrivate) {
        this.name = name;
        this.isPrivate = isPrivate;
    }

    public boolean isPrivate() {
        return isPrivate;
    }

    /** The name in the paper's tables, and in settings. */
    @Override
    public String toString() {
        return name;
    }
}
