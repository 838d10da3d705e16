package dpgnn.kernel.cell;

import com.google.gson.Gson;
import dpgnn.kernel.cell.AllowedValues.Parameter;
import dpgnn.report.Display;
import dpgnn.report.WidgetModel;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A cell of parameters as a form, where a front end has the widgets of Jupyter: drop-downs, sliders and numbers, by the types of the
 * declarations and the values that their comments allow. A change runs the declaration with the new value. Where the page lets scripts
 * at its notebook, as JupyterLab does that {@code environment/lab} starts, the cell's text follows, and the cells below run if that is
 * wished; elsewhere the form says that the text is as it was.
 */
final class ParameterForm implements Display.Rich {
    /** Of a range whose ends are further apart than this factor every factor has the same way on the slider. */
    private static final double FAR = 100;

    private static final int STOPS = 100, MOST_STOPS = 200, DIGITS = 3;
    private static final Gson GSON = new Gson();

    /** What the page does: it finds the cell by its text, and does so only now, not when it is opened another time. */
    private static final String FOLLOW = """
            (function () {
              if (Date.now() > %d + 60000) return;
              const say = text => { const at = document.getElementById(%s); if (at) at.textContent = text; };
              const app = window.jupyterapp;
              const page = app && app.shell.currentWidget && app.shell.currentWidget.content;
              const cells = (page && page.widgets) || [];
              const at = cells.findIndex(c => c.model.sharedModel.getSource() === %s);
              if (at < 0) return;
              cells[at].model.sharedModel.setSource(%s);
              say("and stands in the cell");
              if (!%s || at + 1 >= cells.length) return;
              page.activeCellIndex = at + 1;
              app.commands.execute("notebook:run-all-below");
            })();
            """;

    private final Function<String, Optional<Failure>> run;
    private final List<WidgetModel> models = new ArrayList<>();
    private final WidgetModel status;
    private final WidgetModel box;
    private String source;
    private boolean below;
    private Display.Handle script;

    private ParameterForm(String source, List<Parameter> parameters, Function<String, Optional<Failure>> run) {
        this.source = source;
        this.run = run;
        WidgetModel wide = opened(WidgetModel.layout(Map.of("width", "32em")));
        WidgetModel plain = opened(WidgetModel.layout(Map.of()));
        WidgetModel style = opened(WidgetModel.style("Description", Map.of("description_width", "8em")));
        List<String> children = new ArrayList<>();
        for (Parameter each : parameters) {
            children.add(opened(control(each, wide, style)).reference());
        }
        WidgetModel follow = opened(WidgetModel.control(
                "Checkbox",
                wide,
                Map.of("description", "run the cells below on a change", "value", false, "indent", false),
                change -> below = change.get("value") instanceof Boolean is ? is : below));
        status = opened(WidgetModel.control("HTML", wide, Map.of("value", ""), change -> {}));
        children.add(follow.reference());
        children.add(status.reference());
        box = opened(WidgetModel.control("VBox", plain, Map.of("children", children), change -> {}));
    }

    private WidgetModel opened(WidgetModel model) {
        models.add(model);
        return model;
    }

    /** The form of a cell with at least one parameter whose comment says what is allowed; the function runs a declaration. */
    static Optional<ParameterForm> of(Cell cell, Function<String, Optional<Failure>> run) {
        boolean says =
                cell.parameters().stream().anyMatch(p -> !p.rule().words().isEmpty());
        return says ? Optional.of(new ParameterForm(cell.source(), cell.parameters(), run)) : Optional.empty();
    }

    private WidgetModel control(Parameter of, WidgetModel layout, WidgetModel style) {
        Map<String, Object> state = new HashMap<>();
        state.put("description", of.name());
        state.put("tooltip", of.meaning());
        state.put("style", style.reference());
        if (!of.rule().choices().isEmpty()) return choice(of, layout, state);
        if (isTruth(of)) {
            state.put("value", of.value().equals("true"));
            return WidgetModel.control("Checkbox", layout, state, change -> set(of, change.get("value")));
        }
        state.put("continuous_update", false);
        if (of.value().startsWith("\"")) {
            state.put("value", of.value().substring(1, of.value().length() - 1));
            return WidgetModel.control("Text", layout, state, change -> set(of, change.get("value")));
        }
        return number(of, layout, state);
    }

    private WidgetModel choice(Parameter of, WidgetModel layout, Map<String, Object> state) {
        List<String> choices = of.rule().choices();
        state.put("_options_labels", choices);
        state.put("index", choices.indexOf(of.value().replace("\"", "")));
        return WidgetModel.control("Dropdown", layout, state, change -> {
            if (change.get("index") instanceof Number index) set(of, choices.get(index.intValue()));
        });
    }

    private WidgetModel number(Parameter of, WidgetModel layout, Map<String, Object> state) {
        double low = of.rule().low(), high = of.rule().high();
        double value = Double.parseDouble(of.value().replace("_", "").replaceAll("[lLfFdD]$", ""));
        boolean whole = isWhole(of), ends = Double.isFinite(low) && Double.isFinite(high);
        String kind = whole ? "IntText" : "FloatText";
        state.put("value", whole ? (Object) (long) value : (Object) value);
        if (ends && whole && high - low <= MOST_STOPS) {
            kind = "IntSlider";
            state.putAll(Map.of("min", (long) low, "max", (long) high, "step", 1));
        } else if (ends && !whole && low > 0 && high >= FAR * low) {
            kind = "FloatLogSlider";
            double from = Math.log10(low), to = Math.log10(high);
            state.putAll(Map.of("base", 10.0, "min", from, "max", to, "step", (to - from) / STOPS));
        } else if (ends && !whole) {
            kind = "FloatSlider";
            state.putAll(Map.of("min", low, "max", high, "step", (high - low) / STOPS));
        }
        if (kind.startsWith("Float") && kind.endsWith("Slider")) state.put("readout_format", "." + DIGITS + "g");
        return WidgetModel.control(kind, layout, state, change -> set(of, change.get("value")));
    }

    private static boolean isTruth(Parameter of) {
        return of.value().equals("true") || of.value().equals("false");
    }

    private static boolean isWhole(Parameter of) {
        boolean whole = of.type().equals("int") || of.type().equals("long");
        return whole || of.type().equals("var") && of.value().matches(AllowedValues.rule("whole"));
    }

    /** Runs the declaration with another value, and lets the page follow. */
    private synchronized void set(Parameter of, Object value) {
        Optional<Parameter> here = AllowedValues.parameters(source).stream()
                .filter(is -> is.name().equals(of.name()))
                .findFirst();
        if (here.isEmpty() || value == null) return;
        Parameter now = here.get();
        String literal = literal(now, value);
        if (literal.equals(now.value())) return;
        String changed = source.substring(0, now.start()) + inColumn(literal, now.value(), source.substring(now.end()));
        int from = changed.lastIndexOf('\n', now.start()) + 1, to = changed.indexOf('\n', from);
        Optional<Failure> wrong = run.apply(changed.substring(from, to < 0 ? changed.length() : to));
        String id = "dpgnn-form-" + Integer.toHexString(System.identityHashCode(this));
        if (wrong.isPresent()) {
            status.set(
                    "value",
                    "<span style=\"color:#b00020\">" + escaped(wrong.get().message()) + "</span>");
            return;
        }
        status.set(
                "value",
                "<span style=\"color:#767676\">" + escaped(of.name() + " = " + literal) + " is set <span id=\"" + id
                        + "\">here; the text of the cell is as it was</span></span>");
        script.update((Display.Rich) () -> script(String.format(
                FOLLOW,
                System.currentTimeMillis(),
                GSON.toJson(id),
                GSON.toJson(source),
                GSON.toJson(changed),
                below)));
        source = changed;
    }

    /** The literal and what follows it; the comment of the line stays in its column, if there is room. */
    private static String inColumn(String literal, String before, String rest) {
        int blank = 1
                + rest.substring(1).length()
                - rest.substring(1).stripLeading().length();
        int more = literal.length() - before.length();
        boolean comment = rest.startsWith(";") && rest.startsWith("//", blank);
        if (!comment || rest.substring(0, blank).contains("\n")) return literal + rest;
        return literal + ";" + " ".repeat(Math.max(1, blank - 1 - more)) + rest.substring(blank);
    }

    private static Map<String, String> script(String code) {
        return Map.of("application/javascript", code, "text/plain", "");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    /** A number as short as the form shows it; whole numbers and words as they are. */
    private static String literal(Parameter of, Object value) {
        if (isTruth(of)) return value.toString();
        if (of.value().startsWith("\"")) return GSON.toJson(value.toString()).replace("\\u0027", "'");
        String suffix = of.value().replaceAll("[^lLfFdD]", "");
        double number = Double.parseDouble(value.toString());
        if (isWhole(of)) return (long) number + suffix;
        return new BigDecimal(number).round(new MathContext(DIGITS)).doubleValue() + suffix;
    }

    @Override
    public Map<String, String> mime() {
        Map<String, String> content = new LinkedHashMap<>();
        content.put(WidgetModel.VIEW, box.view());
        content.put("text/plain", "");
        return content;
    }

    /** Opens the models before the front end is told to show the form. */
    @Override
    public void shown() {
        models.forEach(WidgetModel::open);
        script = Display.show((Display.Rich) () -> Map.of("text/html", "", "text/plain", ""));
    }
}
