package dpgnn.report.figure;

/** Where the legend of a figure stands. A grid has one legend for all its panels where they show the same series. */
public enum Legend {
    ABOVE,
    BELOW,
    RIGHT,
    /** No legend: the caption or the panel beside it says what is what. */
    NONE
}
