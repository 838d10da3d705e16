package dpgnn.report;

import dpgnn.base.Check;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A model of Jupyter's widgets: a state that kernel and front end share. It names no version of the front end's modules, since those
 * of ipywidgets 7 and 8 read the same state.
 */
public final class WidgetModel {
    /** The type of an output that is a widget. */
    public static final String VIEW = "application/vnd.jupyter.widget-view+json";

    private static final String TARGET = "jupyter.widget";

    private static final String BASE = "@jupyter-widgets/base", CONTROLS = "@jupyter-widgets/controls";

    private final String id = Comms.newId();
    private final Map<String, Object> state = new LinkedHashMap<>();
    private final Consumer<Map<?, ?>> changed;

    private WidgetModel(String module, String kind, Map<String, ?> own, Consumer<Map<?, ?>> changed) {
        this.changed = changed;
        state.put("_model_module", module);
        state.put("_model_module_version", "*");
        state.put("_model_name", kind + "Model");
        state.put("_view_module", module);
        state.put("_view_module_version", "*");
        state.put("_view_name", kind.endsWith("Style") ? "StyleView" : kind + "View");
        state.putAll(own);
    }

    /** A layout, which holds properties of CSS. */
    public static WidgetModel layout(Map<String, ?> own) {
        return new WidgetModel(BASE, "Layout", Check.given("own", own), change -> {});
    }

    public static WidgetModel style(String kind, Map<String, ?> own) {
        String name = Check.given("kind", kind) + "Style";
        WidgetModel style = new WidgetModel(CONTROLS, name, Check.given("own", own), change -> {});
        style.state.put("_view_module", BASE);
        return style;
    }

    /** A control; the listener receives what the front end changed of its state. */
    public static WidgetModel control(
            String kind, WidgetModel layout, Map<String, ?> own, Consumer<Map<?, ?>> changed) {
        WidgetModel control = new WidgetModel(CONTROLS, kind, own, changed);
        control.state.put("layout", Check.given("layout", layout).reference());
        return control;
    }

    /** The content of an output by which a front end finds this widget. */
    public String view() {
        return "{\"version_major\": 2, \"version_minor\": 0, \"model_id\": \"" + id + "\"}";
    }

    /** Stands for this model in the state of another. */
    public String reference() {
        return "IPY_MODEL_" + id;
    }

    /** Tells the front end of this model. */
    public void open() {
        Comms.open(id, TARGET, Map.of("state", state, "buffer_paths", List.of()), this::receive);
    }

    /** Changes the state on both ends. */
    public void set(String key, Object value) {
        state.put(key, value);
        update(Map.of(key, value));
    }

    private void update(Map<String, ?> changes) {
        Comms.send(id, Map.of("method", "update", "state", changes, "buffer_paths", List.of()));
    }

    private void receive(Map<String, ?> data) {
        if ("request_state".equals(data.get("method"))) {
            update(state);
        } else if ("update".equals(data.get("method")) && data.get("state") instanceof Map<?, ?> changes) {
            changes.forEach((key, value) -> state.replace(String.valueOf(key), value));
            changed.accept(changes);
        }
    }
}
