package dpgnn.kernel;

import com.google.gson.JsonObject;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;

/**
 * Computes the display size of a PNG, as Jupyter's front ends ask for it: width and height in a browser's pixels, 96 per
 * inch. A picture that states its own pixels per inch is shown at that size, and thus at the same size as an SVG beside it.
 */
final class PictureSize {
    private static final double INCH = 0.0254;
    private static final int BROWSER = 96, IHDR = 0x49484452, PHYS = 0x70485973, IDAT = 0x49444154;

    private PictureSize() {}

    /** The metadata of a piece of output, empty where no PNG in it says its size. */
    static JsonObject metadata(Map<String, String> mime) {
        JsonObject metadata = new JsonObject();
        String png = mime.get("image/png");
        if (png == null) return metadata;
        try {
            JsonObject size = size(ByteBuffer.wrap(Base64.getMimeDecoder().decode(png)));
            if (size != null) metadata.add("image/png", size);
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            // No PNG: the front end says so.
        }
        return metadata;
    }

    private static JsonObject size(ByteBuffer file) {
        file.position(8); // behind the signature
        int width = 0, height = 0;
        while (true) {
            int length = file.getInt(), type = file.getInt(), end = file.position() + length + 4;
            if (type == IDAT || length < 0) return null;
            if (type == IHDR) {
                width = file.getInt();
                height = file.getInt();
            } else if (type == PHYS) {
                double across = file.getInt() * INCH, down = file.getInt() * INCH;
                if (file.get() != 1 || across <= 0 || down <= 0) return null;
                JsonObject size = new JsonObject();
                size.addProperty("width", Math.round(width * BROWSER / across));
                size.addProperty("height", Math.round(height * BROWSER / down));
                return size;
            }
            file.position(end);
        }
    }
}
