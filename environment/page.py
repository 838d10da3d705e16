"""Makes one page of an executed notebook that needs no other file and no network: page.py NOTEBOOK PAGE.

What a front end takes of a figure, whose output holds SVG, PNG and text:
- a notebook that is trusted: the SVG, in JupyterLab as in the classic notebook;
- one that is not: the PNG, since SVG may hold scripts and neither shows it unasked;
- nbconvert: the SVG, from which some versions clean every drawing element (6.5, of Debian), so that the picture is empty.
A page made here holds the SVG as the address of an image, where no script runs and nothing is cleaned, and the PNG where there is no
SVG. In a notebook a figure is a white card, whatever the theme; this page goes dark with the reader's system, and its figures do too.
"""

import base64
import html
import re
import sys

import nbformat
from nbconvert import HTMLExporter

from runner import write_atomically

# Colours of dpgnn.report.render.Palette (ink, paper, grid, frame) on a dark page. Those of series stay.
DARK = {"#222222": "#e4e4e4", "#ffffff": "#1a1a1a", "#e3e3e3": "#3a3a3a", "#555555": "#a6a6a6"}
COMMENT = re.compile(r"^<!--.*?-->\n?|<!--.*?-->", re.S | re.M)
STYLE = "<style>@media (prefers-color-scheme: dark) {%s}</style>" % "".join(
    f"[{what}='{light}']{{{what}:{dark}}}" for light, dark in DARK.items() for what in ("fill", "stroke"))


def image(svg):
    """An SVG document as an image of its own, which follows the colour scheme of the page around it."""
    svg = re.sub(r"(<svg\b[^>]*[^/]>)", lambda m: m.group(1) + STYLE, svg, count=1)
    title = re.search(r"<title>(.*?)</title>", svg, re.S)
    size = re.search(r'<svg\b[^>]*\bwidth="([\d.]+)pt"', svg)
    width = f"width:{size.group(1)}pt;" if size else ""
    return (f'<img class="figure" alt="{html.escape(html.unescape(title.group(1))) if title else "figure"}" style="{width}max-width:100%;height:auto" '
            f'src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">')


def embed(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "markdown":  # what stands beside a comment would be taken for HTML
            cell.source = COMMENT.sub("", cell.source)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            data.pop("application/vnd.jupyter.widget-view+json", None)  # no kernel: the picture beside it is shown
            if "image/svg+xml" in data and "text/html" not in data:
                data["text/html"] = image("".join(data["image/svg+xml"]))
    return notebook


def styles(page):
    return re.findall(r"<style\b[^>]*>(.*?)</style>", page, re.S)


def exported(notebook, theme):
    return HTMLExporter(template_name="lab", theme=theme).from_notebook_node(notebook)[0]


def complete(notebook):
    """The page, and whether it asks the network for what sets its formulas."""
    page = exported(notebook, "light")
    dark = [style for style in styles(exported(nbformat.v4.new_notebook(), "dark")) if style not in styles(page)]
    text = "".join(c.source for c in notebook.cells if c.cell_type == "markdown") + str([
        o for c in notebook.cells if c.cell_type == "code" for o in c.outputs if "text/latex" in o.get("data", {})])
    formulas = "$" in text or "text/latex" in text
    # The template asks the network for three scripts. Only formulas need one, and without it they stay readable as LaTeX.
    page = re.sub(r'<script[^>]*src="(?:https?|file)://[^"]*(?:require|mermaid|widgets)[^"]*"[^>]*>\s*</script>', "", page)
    if not formulas:
        page = re.sub(r'<script[^>]*src="(?:https?|file)://[^"]*[Mm]ath[Jj]ax[^"]*"[^>]*>\s*</script>', "", page)
    theme = "\n<style>:root {color-scheme: light dark}\n@media (prefers-color-scheme: dark) {\n%s\n}</style>\n" % "\n".join(dark)
    return page.replace("</head>", theme + "</head>", 1), formulas


def main(source, target):
    page, formulas = complete(embed(nbformat.read(source, as_version=4)))
    write_atomically(target, page)
    print(f"written to {target}" + ("; with a network, its formulas are set by MathJax" if formulas else ""))


if __name__ == "__main__":
    main(*sys.argv[1:3])
