package dpgnn.report;

import dpgnn.base.Check;
import dpgnn.report.render.Escapes;
import java.util.Map;

/** A sentence that the reader must not miss, for example that the data are a stand-in for those of the paper. */
public record Notice(Level level, String text) implements Display.Rich {
    /** How much it matters. */
    public enum Level {
        INFORMATION("Note", "#0072B2"),
        WARNING("Warning", "#D55E00");

        private final String word;
        private final String colour;

        Level(String word, String colour) {
            this.word = word;
            this.colour = colour;
        }
    }

    public Notice {
        Check.given("level", level);
        if (text == null || text.isBlank())
            throw new IllegalArgumentException("text is empty; a notice needs a sentence");
    }

    public static Notice warning(String text) {
        return new Notice(Level.WARNING, text);
    }

    public static Notice information(String text) {
        return new Notice(Level.INFORMATION, text);
    }

    @Override
    public Map<String, String> mime() {
        String html = "<div role=\"note\" style=\"border-left:4px solid " + level.colour
                + ";background:rgba(128,128,128,0.10);color:inherit;padding:0.5em 0.9em;margin:0.5em 0\"><strong>"
                + level.word
                + ".</strong> " + Escapes.html(text) + "</div>";
        String markdown = "> **" + level.word + ".** " + Escapes.markdown(text);
        return Map.of("text/html", html, "text/markdown", markdown, "text/plain", toString());
    }

    @Override
    public String toString() {
        return level.word + ": " + text;
    }
}
