package dpgnn.report.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.PaperWidth;
import dpgnn.report.Xml;
import dpgnn.report.render.Scene;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Rectangle2D;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Whether each label of a picture has its room: none lies on another, or over the edge of the sheet. */
class LabelRoomTest {
    private record Label(String text, Area room) {}

    private static List<String> collisions(Scene scene) {
        List<Label> labels = new ArrayList<>();
        collect(scene.shapes(), labels);
        List<String> found = new ArrayList<>();
        Rectangle2D sheet = new Rectangle2D.Double(-0.5, -0.5, scene.width() + 1, scene.height() + 1);
        for (int i = 0; i < labels.size(); i++) {
            Label a = labels.get(i);
            if (!sheet.contains(a.room().getBounds2D())) found.add("\"" + a.text() + "\" leaves the sheet");
            for (Label b : labels.subList(0, i)) {
                if (!a.room().getBounds2D().intersects(b.room().getBounds2D())) continue;
                Area both = new Area(a.room());
                both.intersect(b.room());
                if (!both.isEmpty()) found.add("\"" + a.text() + "\" lies on \"" + b.text() + "\"");
            }
        }
        return found;
    }

    private static void collect(List<SceneShape> shapes, List<Label> labels) {
        for (SceneShape shape : shapes) {
            if (shape instanceof SceneShape.Clip clip) collect(clip.shapes(), labels);
            if (!(shape instanceof SceneShape.Text t)) continue;
            double width = Typeface.width(t.text(), t.font()), size = t.font().size();
            double back =
                    t.anchor() == SceneShape.Anchor.START ? 0 : t.anchor() == SceneShape.Anchor.END ? width : width / 2;
            AffineTransform place = AffineTransform.getTranslateInstance(t.x(), t.y());
            place.rotate(Math.toRadians(t.angle()));
            Rectangle2D box = new Rectangle2D.Double(-back + 0.2, -0.72 * size, width - 0.4, 0.9 * size);
            labels.add(new Label(t.text(), new Area(place.createTransformedShape(box))));
        }
    }

    /** Figures in which there is little room. */
    private static Map<String, Supplier<Figure>> crowded() {
        Map<String, Supplier<Figure>> figures = new LinkedHashMap<>(FigureKinds.KINDS);
        double[] x = {1, 2, 4, 8}, y = {0.1, 0.2, 0.3, 0.9};
        figures.put("rules", () -> Figure.line("rules", x, y)
                .horizontal(0.9, "without privacy")
                .horizontal(0.89, "published")
                .horizontal(0.88, "the best of all")
                .horizontal(0.1, "majority")
                .vertical(8, "at the edge")
                .vertical(7.9, "beside it")
                .logX());
        figures.put("names", () -> {
            String[] labels = new String[24];
            double[] values = new double[24];
            for (int i = 0; i < 24; i++) {
                labels[i] = "a method with quite a long name, " + i;
                values[i] = i;
            }
            return Figure.grid(
                    "two",
                    2,
                    Figure.bar("bars", labels, values).x("method").y("a value"),
                    Figure.of("rows")
                            .intervals("i", labels, values, values, values)
                            .x("value")
                            .y("method"));
        });
        figures.put("series", () -> {
            Figure figure = Figure.of(
                    "twelve series and a title that is far longer than any column of a paper is wide, is it not");
            for (int i = 0; i < 12; i++)
                figure.curve("a series of number " + i, x, new double[] {i, 2 * i, i, 1e6 * i});
            return figure.x(
                            "epsilon, which has a label far longer than the axis below which it stands, and more than that")
                    .y("a label beside the axis that is longer than the axis is high, by far, and then some");
        });
        figures.put("long ticks", () -> Figure.line("t", new double[] {1e-7, 1234567}, new double[] {1e7, 3e7})
                .x("x"));
        figures.put("log ticks", () -> Figure.line("t", new double[] {1, 36}, new double[] {1e-3, 30})
                .logX()
                .logY());
        return figures;
    }

    @Test
    void noLabelLiesOnAnotherInAnyWidth() {
        crowded().forEach((name, figure) -> {
            assertEquals(List.of(), collisions(figure.get().scene()), name);
            for (PaperWidth width : PaperWidth.values()) {
                for (Legend place : Legend.values()) {
                    Figure placed = figure.get().width(width).legend(place);
                    if (name.equals("series") && width == PaperWidth.COLUMN && place != Legend.NONE)
                        placed.size(240, 300);
                    assertEquals(List.of(), collisions(placed.scene()), name + " " + width + " " + place);
                }
            }
        });
    }

    @Test
    void theCheckSeesWhatCollides() {
        SceneShape.Font font = SceneShape.Font.LABEL;
        List<SceneShape> shapes = List.of(
                new SceneShape.Text(10, 20, "one", font, SceneShape.Anchor.START, 0),
                new SceneShape.Text(15, 22, "two", font, SceneShape.Anchor.START, 0),
                new SceneShape.Text(95, 50, "three", font, SceneShape.Anchor.START, 0));
        List<String> found = collisions(new Scene(100, 100, "t", shapes, 1, ""));
        assertEquals(List.of("\"two\" lies on \"one\"", "\"three\" leaves the sheet"), found);
    }

    /** Pictures that say where they come from were laid out as figures are now; older ones wait for their notebook's next run. */
    @Test
    void theNotebooksFiguresHaveRoomForTheirLabels() throws Exception {
        int pictures = 0;
        for (String ring : List.of("", "review", "beyond"))
            try (var files = Files.newDirectoryStream(Path.of("notebooks", ring), "*.ipynb")) {
                for (Path file : files) {
                    var notebook = new com.fasterxml.jackson.databind.ObjectMapper().readTree(file.toFile());
                    for (var svg : notebook.findValues("image/svg+xml")) {
                        StringBuilder text = new StringBuilder();
                        if (svg.isTextual()) text.append(svg.asText());
                        svg.forEach(line -> text.append(line.asText()));
                        if (!text.toString().contains("font-family=\"Helvetica, Arial")) continue;
                        Scene scene = Xml.scene(text.toString());
                        pictures++;
                        if (!scene.origin().isEmpty())
                            assertEquals(List.of(), collisions(scene), file + ": " + scene.title());
                    }
                }
            }
        assertTrue(pictures > 20, pictures + " pictures were read");
    }

    @Test
    void anSvgComesBackAsItWas() {
        crowded().forEach((name, figure) -> {
            String svg = figure.get().letters(7).svg();
            assertEquals(measured(svg), measured(Xml.scene(svg).svg()), name);
        });
    }

    /** Without the room of texts, whose size the file rounds, and the hash of the picture. */
    private static String measured(String svg) {
        return svg.replaceAll(" textLength=\"[0-9.]+\"", "").replaceAll("clip-[0-9a-f]+", "clip");
    }
}
