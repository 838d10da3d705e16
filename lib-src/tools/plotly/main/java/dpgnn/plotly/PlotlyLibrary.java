package dpgnn.plotly;

import dpgnn.base.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * plotly.js, so that interactive figures work without a network. It comes as a Maven dependency rather than from npm at
 * set-up: the same tool that fetches everything else fetches it, verifies it and keeps it for offline use, and no npm is
 * needed. The copy that goes into a page is still pinned here by its SHA-256, since it runs in the reader's browser.
 *
 * <p>A page holds it once, compressed and in base 64 (2.6 MB instead of 11.2). The browser's own DecompressionStream unpacks
 * it, even for a page opened from a file.
 */
final class PlotlyLibrary {
    static final String VERSION = "3.3.1";
    static final String SHA256 = "965d13bc77eca9e27c3f7ea1c077ab4cb0dc4217534d2ea83d61369c81a3936d";
    private static final String RESOURCE = "/META-INF/resources/webjars/plotly.js-dist/" + VERSION + "/plotly.js";

    private static String script;

    private PlotlyLibrary() {}

    /**
     * JavaScript that sets window.dpgnnPlotly to a promise of the library, unless the page has it. The source is run as a CommonJS
     * module, so that the module loader of the classic notebook stays out of it.
     */
    static synchronized String script() {
        if (script == null) {
            script = "window.dpgnnPlotly = window.dpgnnPlotly || (async () => {\n"
                    + "const packed = Uint8Array.from(atob(\"" + packed() + "\"), c => c.charCodeAt(0));\n"
                    + "const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream(\"gzip\"));\n"
                    + "const module = {exports: {}};\n"
                    + "new Function(\"module\", await new Response(stream).text())(module);\n"
                    + "return module.exports;\n})();\n";
        }
        return script;
    }

    static byte[] source() {
        try (InputStream in = PlotlyLibrary.class.getResourceAsStream(RESOURCE)) {
            if (in == null) throw new IllegalStateException("plotly.js is not on the class path at " + RESOURCE);
            byte[] bytes = in.readAllBytes();
            check(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void check(byte[] bytes) {
        String found = Sha256.of(bytes);
        if (!found.equals(SHA256))
            throw new IllegalStateException("plotly.js on the class path has SHA-256 " + found + ", must have " + SHA256
                    + " (version " + VERSION + "); it is not put into a page");
    }

    private static String packed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes) {
            {
                def.setLevel(9);
            }
        }) {
            gzip.write(source());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
