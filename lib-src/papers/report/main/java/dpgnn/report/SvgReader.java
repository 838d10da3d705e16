package dpgnn.report;

import dpgnn.report.render.Scene;
import dpgnn.report.render.SceneShape;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Reads a picture of ours back from its SVG, so that a notebook's committed figures become PDF though nothing draws them anew. */
final class SvgReader {
    /** Where the picture begins: what is above was the title. */
    private final double top;

    private SvgReader(double top) {
        this.top = top;
    }

    /** The picture; SVG that is not ours is an error that names what is foreign in it. */
    public static Scene scene(String svg) {
        Element root = parse(svg);
        String[] box = root.getAttribute("viewBox").split(" ");
        if (box.length != 4) throw new IllegalArgumentException("the SVG has no viewBox of four numbers");
        double width = Double.parseDouble(box[2]), height = Double.parseDouble(box[3]);
        double scale = Double.parseDouble(root.getAttribute("width").replace("pt", "")) / width;
        List<SceneShape> shapes = new SvgReader(Double.parseDouble(box[1])).shapes(root);
        return new Scene(width, height, text(root, "title"), shapes, scale, text(root, "metadata"));
    }

    private static Element parse(String svg) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg)))
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalArgumentException("not SVG: " + e.getMessage(), e);
        }
    }

    private static List<Element> children(Node node) {
        List<Element> elements = new ArrayList<>();
        for (Node n = node.getFirstChild(); n != null; n = n.getNextSibling())
            if (n instanceof Element e) elements.add(e);
        return elements;
    }

    private static String text(Element root, String name) {
        return children(root).stream()
                .filter(e -> e.getTagName().equals(name))
                .map(Element::getTextContent)
                .findFirst()
                .orElse("");
    }

    private List<SceneShape> shapes(Element parent) {
        List<SceneShape> shapes = new ArrayList<>();
        Element clip = null;
        for (Element e : children(parent)) {
            switch (e.getTagName()) {
                case "title", "metadata" -> {}
                case "clipPath" -> clip = children(e).get(0);
                case "g" -> {
                    if (clip == null) throw new IllegalArgumentException("a group of the SVG has no clip before it");
                    shapes.add(new SceneShape.Clip(
                            at(clip, "x"), y(clip, "y"), at(clip, "width"), at(clip, "height"), shapes(e)));
                }
                default -> shapes.add(shape(e));
            }
        }
        return shapes;
    }

    private SceneShape shape(Element e) {
        return switch (e.getTagName()) {
            case "rect" ->
                e.hasAttribute("rx")
                        ? new SceneShape.Paper(at(e, "width"), at(e, "height"))
                        : new SceneShape.Rect(
                                at(e, "x"), y(e, "y"), at(e, "width"), at(e, "height"), fill(e), stroke(e));
            case "line" -> new SceneShape.Line(at(e, "x1"), y(e, "y1"), at(e, "x2"), y(e, "y2"), stroke(e));
            case "polyline" -> new SceneShape.Polyline(points(e, 0), points(e, 1), stroke(e));
            case "polygon" -> new SceneShape.Polygon(points(e, 0), points(e, 1), fill(e), stroke(e));
            case "circle" -> new SceneShape.Circle(at(e, "cx"), y(e, "cy"), at(e, "r"), fill(e), stroke(e));
            case "text" -> words(e);
            default ->
                throw new IllegalArgumentException("the SVG has an element <" + e.getTagName() + ">, not of ours");
        };
    }

    private SceneShape words(Element e) {
        boolean bold = e.getAttribute("font-weight").equals("bold");
        SceneShape.Font font = new SceneShape.Font(at(e, "font-size"), bold, colour(e, "fill"));
        String place = e.hasAttribute("text-anchor") ? e.getAttribute("text-anchor") : "start";
        SceneShape.Anchor anchor = SceneShape.Anchor.valueOf(place.toUpperCase(Locale.ROOT));
        String turn = e.getAttribute("transform").replaceAll("rotate\\((\\S+) .*", "$1");
        double angle = turn.isEmpty() ? 0 : Double.parseDouble(turn);
        return new SceneShape.Text(at(e, "x"), y(e, "y"), e.getTextContent(), font, anchor, angle);
    }

    private double y(Element e, String name) {
        return at(e, name) - top;
    }

    private static double at(Element e, String name) {
        return Double.parseDouble(e.getAttribute(name));
    }

    private static int colour(Element e, String name) {
        return Integer.parseInt(e.getAttribute(name).substring(1), 16);
    }

    private static SceneShape.Fill fill(Element e) {
        if (!e.getAttribute("fill").startsWith("#")) return null;
        double opacity = e.hasAttribute("fill-opacity") ? at(e, "fill-opacity") : 1;
        return new SceneShape.Fill(colour(e, "fill"), opacity);
    }

    private static SceneShape.Stroke stroke(Element e) {
        if (!e.hasAttribute("stroke")) return null;
        String dash = e.getAttribute("stroke-dasharray");
        double[] lengths = dash.isEmpty() ? new double[0] : numbers(dash.split(" "));
        return new SceneShape.Stroke(colour(e, "stroke"), at(e, "stroke-width"), lengths);
    }

    /** The first or the second number of each pair. */
    private double[] points(Element e, int which) {
        return Arrays.stream(e.getAttribute("points").trim().split(" "))
                .mapToDouble(pair -> Double.parseDouble(pair.split(",")[which]) - which * top)
                .toArray();
    }

    private static double[] numbers(String... texts) {
        return Arrays.stream(texts).mapToDouble(Double::parseDouble).toArray();
    }
}
