package dpgnn.report;

import java.util.Map;

/** A figure to zoom and point into, shown by plotly.js inside a notebook. */
public final class Interactive implements Display.Rich {
    private final Figure figure;

    Interactive(Figure figure) {
        this.figure = figure;
    }

    @Override
    public Map<String, String> mime() {
        return figure.mime();
    }
}
