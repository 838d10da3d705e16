package dpgnn.nn.layer;

/** Ways to make a row from itself and the rows that it aggregates from. Degrees are counted inside the example. */
public enum Aggregation {
    /** The row itself. */
    SELF,
    /** S = D^-1/2 (A + I) D^-1/2 (Kipf and Welling 2017). */
    SYMMETRIC,
    /** The mean of the row and its sources. */
    MEAN,
    /** The sum of the sources, without the row itself. */
    SUM;

    float selfWeight(int sources) {
        return switch (this) {
            case SELF -> 1f;
            case SYMMETRIC, MEAN -> 1f / (sources + 1);
            case SUM -> 0f;
        };
    }

    float weight(int sources, int sourcesOfSource) {
        return switch (this) {
            case SELF -> 0f;
            case SYMMETRIC -> (float) (1 / Math.sqrt((sources + 1.0) * (sourcesOfSource + 1.0)));
            case MEAN -> 1f / (sources + 1);
            case SUM -> 1f;
        };
    }
}
