package dpgnn.study.walks;

/** The methods of table 1 of Ayle et al. (2023): two networks without privacy, and one network with four private samplers. */
public enum WalkMethod {
    /** A graph network without privacy. */
    GCN,
    /** A perceptron without privacy, which never looks at an edge. */
    MLP,
    /** Disjoint random walks. */
    DRW,
    /** Disjoint random walks, {@link WalkTables#RESTARTS} from each root. */
    DRW_R,
    /** Disjoint random walks, whose cover is drawn afresh every {@link WalkRun.Redrawn#period} steps. */
    DRW_D,
    /** Neighbourhoods of at most {@link WalkRun.Neighbourhoods#degree} neighbours, by the accounting for features of Daigavane et al. (2021). */
    FDP;

    public boolean isPrivate() {
        return this != GCN && this != MLP;
    }

    /** The name in the paper's tables, and in settings. */
    @Override
    public String toString() {
        return name().replace('_', '-');
    }
}
