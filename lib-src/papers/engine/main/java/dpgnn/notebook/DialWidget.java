package dpgnn.notebook;

import dpgnn.report.WidgetModel;
import dpgnn.report.render.Escapes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A dial in a front end that has widgets: a slider, and below it what follows from its number. */
final class DialWidget {
    private final Dial dial;
    private final List<WidgetModel> models;
    private final WidgetModel output;
    private final WidgetModel box;
    private boolean open;

    DialWidget(Dial dial) {
        this.dial = dial;
        WidgetModel wide = WidgetModel.layout(Map.of("width", "28em")), plain = WidgetModel.layout(Map.of());
        WidgetModel style = WidgetModel.style("Slider", Map.of("description_width", "initial"));
        Map<String, Object> state = new HashMap<>(dial.scale());
        state.putAll(Map.of(
                "description",
                dial.name(),
                "value",
                dial.start(),
                "readout_format",
                ".3g",
                "style",
                style.reference()));
        WidgetModel slider =
                WidgetModel.control(dial.isLogarithmic() ? "FloatLogSlider" : "FloatSlider", wide, state, this::moved);
        output = WidgetModel.control("HTML", plain, Map.of("value", ""), change -> {});
        box = WidgetModel.control(
                "VBox", plain, Map.of("children", List.of(slider.reference(), output.reference())), change -> {});
        models = List.of(wide, plain, style, slider, output, box);
    }

    /** The content of an output by which a front end finds the widget. */
    String reference() {
        return box.view();
    }

    /** Opens every model, each before those that refer to it; a second time does nothing. */
    void open() {
        if (open) return;
        open = true;
        models.forEach(WidgetModel::open);
        show(dial.start());
    }

    private void moved(Map<?, ?> changes) {
        if (changes.get("value") instanceof Number number) show(number.doubleValue());
    }

    /** An error is shown where the result would be: the slider can be moved on. */
    private void show(double number) {
        String html;
        try {
            html = DialGrid.html(dial.at(number));
        } catch (Exception | LinkageError | AssertionError | VirtualMachineError e) {
            html = "<pre style=\"color:#b00020\">" + Escapes.html(DialGrid.text(number) + ": " + e) + "</pre>";
        }
        output.set("value", html);
    }
}
