package dpgnn.report.render;

import java.util.Map;

/** Makes any text safe inside HTML or XML, Markdown and LaTeX. */
public final class Escapes {
    private static final Map<Integer, String> LATEX = Map.ofEntries(
            Map.entry((int) '\\', "\\textbackslash{}"),
            Map.entry((int) '{', "\\{"),
            Map.entry((int) '}', "\\}"),
            Map.entry((int) '$', "\\$"),
            Map.entry((int) '&', "\\&"),
            Map.entry((int) '#', "\\#"),
            Map.entry((int) '_', "\\_"),
            Map.entry((int) '%', "\\%"),
            Map.entry((int) '^', "\\textasciicircum{}"),
            Map.entry((int) '~', "\\textasciitilde{}"),
            Map.entry((int) '<', "\\textless{}"),
            Map.entry((int) '>', "\\textgreater{}"),
            Map.entry((int) '|', "\\textbar{}"),
            Map.entry((int) '\n', " "),
            Map.entry((int) '−', "$-$"),
            Map.entry((int) '±', "$\\pm$"),
            Map.entry((int) '×', "$\\times$"),
            Map.entry((int) '≤', "$\\leq$"),
            Map.entry((int) '≥', "$\\geq$"),
            Map.entry((int) '≈', "$\\approx$"),
            Map.entry((int) '∞', "$\\infty$"),
            Map.entry((int) '→', "$\\rightarrow$"),
            Map.entry((int) '²', "$^2$"),
            Map.entry((int) '–', "--"),
            Map.entry((int) '—', "---"),
            Map.entry((int) '…', "\\ldots{}"),
            Map.entry((int) 'α', "$\\alpha$"),
            Map.entry((int) 'β', "$\\beta$"),
            Map.entry((int) 'γ', "$\\gamma$"),
            Map.entry((int) 'δ', "$\\delta$"),
            Map.entry((int) 'Δ', "$\\Delta$"),
            Map.entry((int) 'ε', "$\\varepsilon$"),
            Map.entry((int) 'λ', "$\\lambda$"),
            Map.entry((int) 'μ', "$\\mu$"),
            Map.entry((int) 'ρ', "$\\rho$"),
            Map.entry((int) 'σ', "$\\sigma$"),
            Map.entry((int) 'τ', "$\\tau$"));

    private Escapes() {}

    /** For the content of an element and for an attribute in double or single quotes, in HTML as in XML. */
    public static String html(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isXml(c) ? c : '\uFFFD');
            }
        });
        return out.toString();
    }

    /** For a cell of a Markdown table: no markup, no raw HTML, no column break. */
    public static String markdown(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (char c : text.toCharArray()) {
            switch (c) {
                case '\\', '|', '*', '_', '`', '[', ']', '$' -> out.append('\\').append(c);
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '\n' -> out.append("<br>");
                case '\r' -> out.append("");
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /** For running text in LaTeX, with the Greek letters and signs of this field as mathematics. */
    public static String latex(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            String known = LATEX.get(c);
            if (known != null) out.append(known);
            else out.appendCodePoint(c);
        });
        return out.toString();
    }

    /** The characters that XML 1.0 admits. */
    private static boolean isXml(int c) {
        return c == 9 || c == 10 || c == 13 || c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000;
    }
}
