package dpgnn.kernel;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;

/** The kernel's description of itself. */
final class KernelInfo {
    static final String VERSION = "0.1.0", PROTOCOL = "5.5";

    private KernelInfo() {}

    static JsonObject json() {
        JsonObject language = Messages.object("name", "java");
        language.addProperty("version", System.getProperty("java.version"));
        language.addProperty("mimetype", "text/x-java-source");
        language.addProperty("file_extension", ".jshell");
        language.addProperty("pygments_lexer", "java");
        language.addProperty("codemirror_mode", "text/x-java");
        JsonObject info = Messages.ok();
        info.addProperty("protocol_version", PROTOCOL);
        info.addProperty("implementation", "dpgnn");
        info.addProperty("implementation_version", VERSION);
        info.add("language_info", language);
        info.addProperty("banner", "Java " + System.getProperty("java.version") + ", dpgnn " + VERSION);
        info.add("supported_features", Messages.array(List.of("kernel subshells")));
        info.add("help_links", new JsonArray());
        return info;
    }
}
