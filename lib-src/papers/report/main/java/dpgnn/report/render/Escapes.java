package dpgnn.report.render;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
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
            Map.entry((int) '…', "\\ldots{}"));

    /** Signs that are commands in mathematics. */
    private static final Map<Integer, String> SIGNS =
            signs("∈ in ∉ notin ∪ cup ∩ cap ∀ forall ∃ exists ∇ nabla ∂ partial ∑ sum "
                    + "∏ prod √ surd ∅ emptyset ⊂ subset ⊆ subseteq ≠ neq ≡ equiv ∼ sim · cdot ● bullet ○ circ ‖ | ← leftarrow ⇒ Rightarrow ℓ ell "
                    + "α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi "
                    + "π pi ρ rho σ sigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi "
                    + "Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega");
    /** Letters up to here are in the fonts of LaTeX. */
    private static final int LATIN = 0x17F;

    private Escapes() {}

    /** What {@link #html} has made safe. */
    public static String fromHtml(String html) {
        return html.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }

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
            String known = LATEX.getOrDefault(c, SIGNS.get(c));
            if (known != null) out.append(known);
            else if (c <= LATIN) out.appendCodePoint(c);
            else out.append(plain(c));
        });
        return out.toString();
    }

    /** A text with a capital at its head, where that is a Latin letter: of an ε the capital is another sign. */
    public static String capital(String text) {
        boolean latin = !text.isEmpty() && text.codePointAt(0) <= LATIN;
        return latin ? Character.toUpperCase(text.charAt(0)) + text.substring(1) : text;
    }

    private static Map<Integer, String> signs(String pairs) {
        Map<Integer, String> signs = new HashMap<>();
        String[] words = pairs.split(" ");
        for (int i = 0; i < words.length; i += 2) signs.put(words[i].codePointAt(0), "$\\" + words[i + 1] + "$");
        return Map.copyOf(signs);
    }

    /** A character that LaTeX does not know by its simple form, a subscript 1 as a 1, or by its number. */
    private static String plain(int c) {
        String simple = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC);
        boolean known = simple.codePoints().allMatch(s -> s < 128 && Character.isLetterOrDigit(s));
        return known ? simple : String.format(Locale.ROOT, "[U+%04X]", c);
    }

    /** The characters that XML 1.0 admits. */
    private static boolean isXml(int c) {
        return c == 9 || c == 10 || c == 13 || c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000;
    }
}
