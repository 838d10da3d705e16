"""Makes one page of an executed notebook that needs no other file and no network: page.py NOTEBOOK PAGE."""

import re
import sys

import nbformat
from nbconvert import HTMLExporter

from runner import write_atomically


def main(source, target):
    notebook = nbformat.read(source, as_version=4)
    page, _ = HTMLExporter(template_name="lab").from_notebook_node(notebook)
    text = "".join(c.source for c in notebook.cells if c.cell_type == "markdown") + str([
        o for c in notebook.cells if c.cell_type == "code" for o in c.outputs if "text/latex" in o.get("data", {})])
    formulas = "$" in text or "text/latex" in text
    # The template asks the network for three scripts. Only formulas need one, and without it they stay readable as LaTeX.
    page = re.sub(r'<script[^>]*src="https?://[^"]*(?:require|mermaid|widgets)[^"]*"[^>]*>\s*</script>', "", page)
    if not formulas:
        page = re.sub(r'<script[^>]*src="https?://[^"]*[Mm]ath[Jj]ax[^"]*"[^>]*>\s*</script>', "", page)
    write_atomically(target, page)
    print(f"written to {target}" + ("; with a network, its formulas are set by MathJax" if formulas else ""))


if __name__ == "__main__":
    main(*sys.argv[1:3])
