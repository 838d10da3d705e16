package dpgnn.notebook;

import dpgnn.base.Check;
import dpgnn.report.Comms;
import dpgnn.report.Display;
import dpgnn.report.WidgetModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A number on a slider, and what follows from it: a figure, a table, a text. Whoever moves the slider sees it computed anew.
 *
 * <pre>{@code
 * lab.dial("sigma", 0.5, 8, sigma -> Figure.line("trade-off", alpha, curve(sigma)))
 * }</pre>
 *
 * The slider is a widget of Jupyter: JupyterLab needs its extension {@code jupyterlab_widgets}, the classic notebook {@code
 * widgetsnbextension}. Without it, in an exported page, and in a notebook that is opened later, the dial shows what follows from
 * some numbers of its range, side by side; these are computed when the dial is shown.
 */
public final class Dial implements Display.Rich {
    /** Computes what the dial shows at a number; it may throw whatever it likes. */
    @FunctionalInterface
    public interface Shown {
        Object at(double number) throws Exception;
    }

    private static final int STOPS = 100, MOST_PANELS = 24;

    private final String name;
    private final double low;
    private final double high;
    private final Shown shown;
    private double start;
    private double step;
    private boolean logarithmic;
    private int panels = 6;
    private DialGrid grid;
    private DialWidget widget;

    private Dial(String name, double low, double high, Shown shown) {
        this.name = name;
        this.low = low;
        this.high = high;
        this.shown = shown;
        start = low;
        step = (high - low) / STOPS;
    }

    /**
     * A dial from one number to another.
     *
     * @param name of the number, as the slider and the panels say it
     * @param shown from the number to anything that a cell can show
     */
    public static Dial of(String name, double low, double high, Shown shown) {
        if (name == null || name.isBlank())
            throw new IllegalArgumentException("name of a dial must be given, was " + name);
        if (!Double.isFinite(low) || !Double.isFinite(high) || !(low < high))
            throw new IllegalArgumentException(
                    name + " must go from a number to a greater one, was from " + low + " to " + high);
        return new Dial(name, low, high, Check.given("shown", shown));
    }

    /** Starts the slider here; it starts at its lower end unless told. */
    public Dial start(double number) {
        start = inRange("start", number);
        return this;
    }

    /** Moves the slider by this much at least, such as 1 for whole numbers; a hundredth of the range unless told. */
    public Dial step(double length) {
        if (!(length > 0 && length <= high - low))
            throw new IllegalArgumentException(
                    "step of " + name + " must be above 0 and at most " + (high - low) + ", was " + length);
        if (logarithmic) throw new IllegalStateException(name + " is logarithmic: its slider has no step");
        step = length;
        return this;
    }

    /** Gives every factor the same way on the slider: from 0.1 to 1 as from 1 to 10. */
    public Dial logarithmic() {
        if (!(low > 0))
            throw new IllegalArgumentException("a logarithmic dial must begin above 0, " + name + " begins at " + low);
        logarithmic = true;
        return this;
    }

    /** Shows so many numbers of the range where there is no slider; 6 unless told. */
    public Dial panels(int count) {
        if (count < 2 || count > MOST_PANELS)
            throw new IllegalArgumentException("panels of " + name + " must be 2 to " + MOST_PANELS + ", was " + count);
        panels = count;
        return this;
    }

    private double inRange(String what, double number) {
        if (!(number >= low && number <= high))
            throw new IllegalArgumentException(
                    what + " of " + name + " must be " + low + " to " + high + ", was " + number);
        return number;
    }

    @Override
    public Map<String, String> mime() {
        Map<String, String> content = new LinkedHashMap<>(grid().rich().mime());
        if (Comms.connected()) content.put(WidgetModel.VIEW, widget().reference());
        return content;
    }

    /** Opens the widget before the front end is told to show it, and writes the grid into the folder of a report. */
    @Override
    public void shown() {
        grid().rich().shown();
        if (Comms.connected()) widget().open();
        if (Comms.lacksWidgets())
            System.out.println("No slider for " + name + ": this front end has no widgets of Jupyter (pip install"
                    + " ipywidgets, then reload the page); some numbers stand side by side.");
    }

    @Override
    public String toString() {
        return "dial " + name + " from " + DialGrid.text(low) + " to " + DialGrid.text(high);
    }

    private DialGrid grid() {
        if (grid == null) grid = DialGrid.of(name, numbers(), logarithmic, shown);
        return grid;
    }

    private DialWidget widget() {
        if (widget == null) widget = new DialWidget(this);
        return widget;
    }

    /** Numbers of the range at equal distances, or at equal factors; whole where the slider's are. */
    private double[] numbers() {
        double[] numbers = new double[panels];
        for (int i = 0; i < panels; i++) {
            double part = i / (panels - 1.0);
            double number = logarithmic ? low * Math.pow(high / low, part) : low + part * (high - low);
            numbers[i] = Math.min(high, step == 1 && !logarithmic ? low + Math.rint(number - low) : number);
        }
        return Arrays.stream(numbers).distinct().toArray();
    }

    String name() {
        return name;
    }

    /** What the slider moves over: the number, or its logarithm to the base of 10. */
    Map<String, Object> scale() {
        if (!logarithmic) return Map.of("min", low, "max", high, "step", step);
        double from = Math.log10(low), to = Math.log10(high);
        return Map.of("base", 10.0, "min", from, "max", to, "step", (to - from) / STOPS);
    }

    boolean isLogarithmic() {
        return logarithmic;
    }

    double start() {
        return start;
    }

    /** What follows from a number that the front end sent, which may lie outside by rounding. */
    Object at(double number) throws Exception {
        return shown.at(Math.max(low, Math.min(high, number)));
    }
}
