package dpgnn.report.render;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.pdfwriter.compress.CompressParameters;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.graphics.state.PDExtendedGraphicsState;
import org.apache.pdfbox.util.Matrix;

/**
 * A scene as one page of PDF 1.4: vector lines, and text in fonts of which the file holds the letters that it shows. There is no date
 * in it, so that the same scene gives the same bytes.
 */
final class PdfWriter implements Canvas {
    private final PDDocument document;
    private final PDPageContentStream page;
    /** By face and whether its letters stand upside down, since such an A is read as another sign. */
    private final Map<List<Object>, PDType0Font> fonts = new HashMap<>();

    private final Map<Double, PDExtendedGraphicsState> opacities = new HashMap<>();

    private PdfWriter(PDDocument document, PDPageContentStream page) {
        this.document = document;
        this.page = page;
    }

    static byte[] pdf(Scene scene) throws IOException {
        float unit = (float) scene.scale(),
                width = (float) scene.width() * unit,
                height = (float) scene.height() * unit;
        try (PDDocument document = new PDDocument()) {
            PDPage sheet = new PDPage(new PDRectangle(width, height));
            document.addPage(sheet);
            document.setDocumentId((long) scene.title().hashCode());
            document.getDocumentInformation().setTitle(scene.title());
            document.getDocumentInformation().setSubject(scene.origin());
            document.getDocumentInformation().setCreator("dpgnn");
            try (PDPageContentStream page = new PDPageContentStream(document, sheet)) {
                page.transform(new Matrix(unit, 0, 0, -unit, 0, height)); // y grows downwards
                page.setLineJoinStyle(1);
                new PdfWriter(document, page).shapes(scene.shapes());
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            document.save(out, CompressParameters.NO_COMPRESSION); // else it were PDF 1.6, which LaTeX does not take
            return out.toByteArray();
        }
    }

    @Override
    public void draw(Shape shape, SceneShape.Fill fill, SceneShape.Stroke stroke) throws IOException {
        page.saveGraphicsState();
        if (fill != null) {
            page.setNonStrokingColor(new Color(fill.colour()));
            if (fill.opacity() < 1)
                page.setGraphicsStateParameters(opacities.computeIfAbsent(fill.opacity(), opacity -> {
                    PDExtendedGraphicsState state = new PDExtendedGraphicsState();
                    state.setNonStrokingAlphaConstant(opacity.floatValue());
                    return state;
                }));
        }
        if (stroke != null) {
            page.setStrokingColor(new Color(stroke.colour()));
            page.setLineWidth((float) stroke.width());
            page.setLineDashPattern(stroke.dashes(), 0);
        }
        path(shape);
        if (fill == null) page.stroke();
        else if (stroke == null) page.fill();
        else page.fillAndStroke();
        page.restoreGraphicsState();
    }

    private void path(Shape shape) throws IOException {
        float[] p = new float[6];
        for (PathIterator path = shape.getPathIterator(null); !path.isDone(); path.next()) {
            switch (path.currentSegment(p)) {
                case PathIterator.SEG_MOVETO -> page.moveTo(p[0], p[1]);
                case PathIterator.SEG_LINETO -> page.lineTo(p[0], p[1]);
                case PathIterator.SEG_CUBICTO -> page.curveTo(p[0], p[1], p[2], p[3], p[4], p[5]);
                default -> page.closePath(); // no shape of a scene has quadratic curves
            }
        }
    }

    @Override
    public void clip(Rectangle2D room, List<SceneShape> shapes) throws IOException {
        page.saveGraphicsState();
        path(room);
        page.clip();
        shapes(shapes);
        page.restoreGraphicsState();
    }

    @Override
    public void text(String text, SceneShape.Font font, AffineTransform place) throws IOException {
        Typeface face = Typeface.of(font);
        page.beginText();
        page.setNonStrokingColor(new Color(font.colour()));
        for (Typeface.Part part : face.parts(text)) {
            List<Object> key = List.of(face, part.reversed());
            if (!fonts.containsKey(key)) fonts.put(key, PDType0Font.load(document, face.read(), true));
            page.setFont(fonts.get(key), (float) font.size());
            AffineTransform at = new AffineTransform(place);
            at.scale(font.size(), font.size());
            at.concatenate(part.place());
            at.scale(1 / font.size(), -1 / font.size());
            page.setTextMatrix(new Matrix(at));
            page.showText(part.letters());
        }
        page.endText();
    }
}
