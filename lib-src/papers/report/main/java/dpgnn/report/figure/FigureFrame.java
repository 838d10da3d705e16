package dpgnn.report.figure;

import dpgnn.base.Check;
import dpgnn.report.PaperWidth;
import java.util.Objects;

/** What an author sets about a figure, whatever it shows: labels, scales and ranges of the axes, its size, letters and legend. */
abstract sealed class FigureFrame permits Figure {
    private static final double LETTERS = 9;

    final String title;
    final Axis xAxis;
    final Axis yAxis;
    private double width = Double.NaN, height = Double.NaN, letters = LETTERS;
    private Legend legend;
    private boolean titled = true;
    private String note = "";

    FigureFrame(String title) {
        this.title = Check.given("title", title);
        xAxis = new Axis("x");
        yAxis = new Axis("y");
    }

    /** A frame under another title, whose axes are shared. */
    FigureFrame(String title, FigureFrame other) {
        this.title = Check.given("title", title);
        xAxis = other.xAxis;
        yAxis = other.yAxis;
        width = other.width;
        height = other.height;
        letters = other.letters;
        legend = other.legend;
        titled = other.titled;
        note = other.note;
    }

    /** Goes through the marks anew, which must fit on the axes. */
    abstract void cover();

    abstract Figure self();

    /** The label below the x axis. */
    public Figure x(String label) {
        xAxis.label = Check.given("label", label);
        return self();
    }

    /** The label beside the y axis. */
    public Figure y(String label) {
        yAxis.label = Check.given("label", label);
        return self();
    }

    /** Writes a line below the axes: what error bars are, say. {@link Figure#runs} writes its own where there is none. */
    public Figure note(String text) {
        note = Check.given("text", text);
        return self();
    }

    /** Makes the x axis logarithmic. */
    public Figure logX() {
        return log(xAxis);
    }

    /** Makes the y axis logarithmic. */
    public Figure logY() {
        return log(yAxis);
    }

    /** Sets the range of x, whatever the data; points outside are cut off. */
    public Figure xRange(double from, double to) {
        xAxis.range(from, to);
        return self();
    }

    /** Sets the range of y, whatever the data; points outside are cut off. */
    public Figure yRange(double from, double to) {
        yAxis.range(from, to);
        return self();
    }

    /** Marks the x axis at these values. By default it is marked at those of the data where they are few, else at round ones. */
    public Figure xTicks(double... values) {
        xAxis.ticks(values);
        return self();
    }

    /** Marks the y axis at these values, else at round ones. */
    public Figure yTicks(double... values) {
        yAxis.ticks(values);
        return self();
    }

    /**
     * Sets width and height on paper in points (72 to the inch): of a figure, or of a whole grid. The default is 288 by 200, a
     * column of a paper; a grid is as large as its panels together, but no wider than 576, a page.
     */
    public Figure size(double newWidth, double newHeight) {
        FigureLayout.checkSize(newWidth, newHeight);
        width = newWidth;
        height = newHeight;
        return self();
    }

    /** Sets width, height and letters as a paper wants them; {@link #size} and {@link #letters} after it change them. */
    public Figure width(PaperWidth paper) {
        width = Objects.requireNonNull(paper, "paper").points();
        height = proposedHeight(paper);
        letters = paper.letters();
        return self();
    }

    /** Sets the size of the letters on paper in points; lines and signs go with it. The default is 9. */
    public Figure letters(double points) {
        if (!(points >= 4 && points <= 40)) {
            throw new IllegalArgumentException("letters = " + points + " points, must be in 4..40");
        }
        letters = points;
        return self();
    }

    /** Sets where the legend stands; by default above the field, once for a grid whose panels show the same series. */
    public Figure legend(Legend place) {
        legend = Objects.requireNonNull(place, "place");
        return self();
    }

    /** Leaves the title out of the picture, since the caption has it; it stays the name of the file. Panels keep theirs. */
    public Figure untitled() {
        titled = false;
        return self();
    }

    public String title() {
        return title;
    }

    abstract double proposedHeight(PaperWidth paper);

    public Axis xAxis() {
        return xAxis;
    }

    public Axis yAxis() {
        return yAxis;
    }

    /** NaN for a grid that is as large as its panels. */
    public double width() {
        return width;
    }

    public double height() {
        return height;
    }

    /** By how much the picture is smaller on paper than as it is laid out, which is with letters of nine points. */
    double scale() {
        return letters / LETTERS;
    }

    /** Null where the caller has no wish. */
    Legend legend() {
        return legend;
    }

    String shownTitle() {
        return titled ? title : "";
    }

    String note() {
        return note;
    }

    private Figure log(Axis axis) {
        boolean before = axis.log;
        axis.log = true;
        try {
            cover();
        } catch (IllegalArgumentException e) {
            axis.log = before;
            cover();
            throw e;
        }
        return self();
    }
}
