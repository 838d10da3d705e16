"""Measures what a reader of the notebooks sees: environment/notebooks.py [REVISION].

Prints a table of all notebooks, as they lie here or as they were in a revision: lines of visible code, the longest line and the longest
cell that is seen, formulas, figures, tables above 20 rows, parameters, and seconds of Run All as docs/costs.csv has them.
"""

import json
import os
import re
import subprocess
import sys

import costs
import parameters

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

MOST_LINES, MOST_CHARACTERS, MOST_ROWS = 15, 100, 20
FORMULA = re.compile(r"\$\$.+?\$\$|(?<![\\$])\$[^$\n]+?\$", re.DOTALL)


def cells(notebook):
    """Kind, text as a reader sees it, and the cell: folded cells have no text, nor has what environment/costs.py wrote."""
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["metadata"].get("jupyter", {}).get("source_hidden"):
            text = ""
        if costs.BEGIN in text:
            text = text.split(costs.BEGIN)[0] + text.split(costs.END)[1]
        yield cell["cell_type"], text, cell


def rows(output):
    """How many rows a table has that is shown; 0 where something else is."""
    text = "".join(output.get("data", {}).get("text/html", ""))
    return text.count('<tr style="') if text.startswith('<div class="dpgnn-table"') else 0


def measure(notebook):
    seen = list(cells(notebook))
    code = [text.splitlines() for kind, text, _ in seen if kind == "code"]
    prose = [text for kind, text, _ in seen if kind == "markdown"]
    outputs = [o for kind, _, cell in seen if kind == "code" for o in cell["outputs"]]
    declared = {}
    for cell in notebook["cells"]:
        if "parameters" in cell["metadata"].get("tags", []):
            declared.update((p.name, p) for p in parameters.declared("".join(cell["source"])))
    return {
        "code lines": sum(map(len, code)),
        "longest line": max((len(line) for _, text, _ in seen for line in text.splitlines()), default=0),
        "longest cell": max(map(len, code), default=0),
        "formulas": sum(len(FORMULA.findall(text)) for text in prose),
        "figures": sum("image/png" in o.get("data", {}) for o in outputs),
        f"tables above {MOST_ROWS} rows": sum(rows(o) > MOST_ROWS for o in outputs),
        "parameters": len(declared),
    }


def at(revision, path):
    """A file's text here, or in a revision."""
    if not revision:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            return file.read()
    return subprocess.run(["git", "show", f"{revision}:{path}"], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def path_of(name):
    """Where a notebook lies, from the root of the checkout."""
    return os.path.relpath(costs.notebooks(ROOT, name)[0], ROOT)


def main(arguments):
    if len(arguments) > 1:
        print("usage: environment/notebooks.py [REVISION]", file=sys.stderr)
        return 2
    revision = arguments[0] if arguments else ""
    known = costs.written(at(revision, "docs/costs.csv"))
    names = [costs.name_of(path) for path in costs.notebooks(ROOT)]
    head = None
    for name in names:
        figures = measure(json.loads(at(revision, path_of(name))))
        figures["seconds"] = costs.run_all(known, name) or "-"
        if head is None:
            head = list(figures)
            print("| notebook | " + " | ".join(head) + " |\n| --- |" + " ---: |" * len(head))
        print(f"| {name} | " + " | ".join(str(figures[column]) for column in head) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
