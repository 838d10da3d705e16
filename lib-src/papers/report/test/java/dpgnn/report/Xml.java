package dpgnn.report;

import dpgnn.report.render.Scene;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Well-formed XML, or the test fails. */
public final class Xml {
    private Xml() {}

    public static Document parse(String text) {
        try {
            var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(text)));
        } catch (Exception e) {
            throw new AssertionError("not well-formed: " + e.getMessage() + "\n" + text, e);
        }
    }

    /** The picture that an SVG of this library holds. */
    public static Scene scene(String svg) {
        return SvgReader.scene(svg);
    }

    public static List<Element> elements(Document document, String name) {
        List<Element> list = new ArrayList<>();
        var nodes = document.getElementsByTagName(name);
        for (int i = 0; i < nodes.getLength(); i++) list.add((Element) nodes.item(i));
        return list;
    }
}
