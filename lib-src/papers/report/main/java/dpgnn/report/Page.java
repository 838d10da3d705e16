package dpgnn.report;

import dpgnn.base.Check;
import dpgnn.report.render.Escapes;
import dpgnn.report.render.WholeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** A page of text and tables, shown as a notebook's output or saved as a stand-alone file: HTML, Markdown or LaTeX. */
public final class Page implements Display.Rich {
    private static final List<String> FORMATS = List.of("html", "md", "tex", "txt");

    /** A heading, a paragraph, or a table. */
    private record Part(boolean heading, String text, Table table) {}

    private final String title;
    private final List<Part> parts = new ArrayList<>();

    private Page(String title) {
        this.title = Check.given("title", title);
    }

    public static Page of(String title) {
        return new Page(title);
    }

    public Page heading(String text) {
        parts.add(new Part(true, Check.given("text", text), null));
        return this;
    }

    public Page paragraph(String text) {
        parts.add(new Part(false, Check.given("text", text), null));
        return this;
    }

    public Page table(Table table) {
        parts.add(new Part(false, "", Check.given("table", table)));
        return this;
    }

    public String title() {
        return title;
    }

    public String text() {
        return title + "\n\n"
                + joined((heading, text) -> text + "\n", Table::text).stripTrailing()
                + "\n";
    }

    public String markdown() {
        return "# " + Escapes.markdown(title) + "\n\n"
                + joined(
                        (heading, text) -> (heading ? "## " : "") + Escapes.markdown(text) + "\n",
                        table -> table.markdown() + "\n");
    }

    /** A whole document. */
    public String html() {
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
                + Escapes.html(title)
                + "</title></head>\n<body style=\"font-family:sans-serif;max-width:60em;margin:2em auto;line-height:1.4\">\n"
                + body("h1") + "</body></html>\n";
    }

    /** A whole document, with booktabs. */
    public String latex() {
        return "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[margin=25mm]{geometry}\n"
                + "\\usepackage{booktabs,array}\n\\begin{document}\n\\section*{" + Escapes.latex(title)
                + "}\n\n"
                + joined(
                        (heading, text) ->
                                heading ? "\\subsection*{" + Escapes.latex(text) + "}\n" : Escapes.latex(text) + "\n",
                        table -> table.latex() + "\n")
                + "\\end{document}\n";
    }

    /** Writes .html, .md, .tex or .txt, by the path's ending. */
    public Path save(Path path) {
        return WholeFile.write(
                path,
                switch (WholeFile.extension(path, FORMATS)) {
                    case "html" -> html();
                    case "md" -> markdown();
                    case "tex" -> latex();
                    default -> text();
                });
    }

    /** Writes .html, .md, .tex or .txt, by the path's ending. */
    public Path save(String path) {
        return save(Path.of(path));
    }

    @Override
    public Map<String, String> mime() {
        return Map.of("text/html", body("h3"), "text/markdown", markdown(), "text/plain", text());
    }

    @Override
    public String toString() {
        return text();
    }

    private String body(String top) {
        String below = top.equals("h1") ? "h2" : "h4";
        return "<" + top + ">" + Escapes.html(title) + "</" + top + ">\n"
                + joined(
                        (heading, text) -> {
                            String tag = heading ? below : "p";
                            return "<" + tag + ">" + Escapes.html(text) + "</" + tag + ">";
                        },
                        Table::html);
    }

    private String joined(
            BiFunction<Boolean, String, String> words, java.util.function.Function<Table, String> tables) {
        return parts.stream()
                .map(p -> p.table() == null ? words.apply(p.heading(), p.text()) : tables.apply(p.table()))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
