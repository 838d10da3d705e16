package dpgnn.report;

/** How wide a figure or a table stands in a paper, in points, and how large a figure's letters are there. */
public enum PaperWidth {
    /** One column of a page with two. */
    COLUMN(240, 7.5),
    /** The text of a page with one column. */
    TEXT(345, 8),
    /** Both columns of a page with two. */
    PAGE(504, 8);
    private final double points, letters;

    PaperWidth(double points, double letters) {
        this.points = points;
        this.letters = letters;
    }

    public double points() {
        return points;
    }

    public double letters() {
        return letters;
    }
}
