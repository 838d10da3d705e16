"""Writes the tables and figures that a notebook was committed with, for a paper: exports.py NOTEBOOK FOLDER.

Nothing runs, so no kernel is needed. The outputs at the paper's scale lie in notebooks/paper where the notebook itself is committed at a
smaller one. Tables become CSV and LaTeX, with the digits that are shown; figures become SVG, and PNG where the outputs have it.
"""

import base64
import csv
import io
import json
import os
import re
import subprocess
import sys
import unicodedata

from parameters import declared
from reproduction import outputs_of, paper_path, table_of
from runner import write_atomically

LATEX = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}",
         "^": r"\textasciicircum{}", "±": r"$\pm$", "ε": r"$\varepsilon$", "σ": r"$\sigma$", "δ": r"$\delta$", "λ": r"$\lambda$", "∞": r"$\infty$",
         "−": "$-$", "→": r"$\to$", "≤": r"$\le$", "≥": r"$\ge$"}
GREEK = {"ε": "epsilon", "σ": "sigma", "δ": "delta"}


def latex(text):
    return "".join(LATEX.get(c, c) for c in text)


def slug(title):
    """As the library names the files of a report."""
    for letter, name in GREEK.items():
        title = title.replace(letter, name)
    plain = "".join(c for c in unicodedata.normalize("NFKD", title) if not unicodedata.combining(c)).lower()
    return re.sub(r"-$", "", re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]) or "untitled"


def tabular(shown):
    columns = "l" * len(shown.header)
    line = lambda cells: " & ".join(map(latex, cells)) + r" \\"
    lines = [r"\begin{table}", r"\centering", rf"\caption{{{latex(shown.title)}}}", rf"\label{{tab:{slug(shown.title)}}}", rf"\begin{{tabular}}{{{columns}}}",
             r"\toprule", line(shown.header), r"\midrule", *map(line, shown.rows), r"\bottomrule", r"\end{tabular}"]
    lines += [rf"\par\footnotesize {latex(note)}" for note in shown.notes]
    return "% needs the package booktabs\n" + "\n".join(lines + [r"\end{table}"]) + "\n"


def comma_separated(shown):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([shown.header, *shown.rows])
    return text.getvalue()


def title_of_figure(plain):
    return plain[8:].split('"\n')[0].rstrip('"\n')


def files(notebook):
    """Name and content of every table and figure that is shown, in the order of their showing."""
    count = 0
    for cell in notebook["cells"]:
        for data in outputs_of(cell):
            svg, table = data.get("image/svg+xml"), table_of(cell, data)
            if svg is None and (table is None or not table.header):
                continue
            count += 1
            if svg is not None:
                title = title_of_figure(data["text/plain"]) if data.get("text/plain", "").startswith('Figure "') else "figure"
                stem = f"{count:02d}-{slug(title)}"
                yield stem + ".svg", svg.encode()
                if "image/png" in data:
                    yield stem + ".png", base64.b64decode(data["image/png"])
            else:
                stem = f"{count:02d}-{slug(table.title)}"
                yield stem + ".csv", comma_separated(table).encode()
                yield stem + ".tex", tabular(table).encode()


def made_by(path, notebook):
    """Where the outputs come from: the file and its commit, the scale, and the library's versions that the outputs name."""
    cells = notebook["cells"]
    parameters = "\n".join("".join(c["source"]) for c in cells if "parameters" in c.get("metadata", {}).get("tags", []))
    shown = "\n".join("".join(o.get("text", "")) + "".join(o.get("data", {}).get("text/plain", "")) for c in cells for o in c.get("outputs", []))
    codes = re.findall(r"\b[0-9a-f]{7,12}\b", " ".join(re.findall(r"(?:versions \[|made by code )[0-9a-f, ]+", shown)))
    name = os.path.splitext(os.path.basename(path))[0]
    return {
        "command": f"environment/lab --report {name}",
        "parameters": {parameter.name: parameter.value for parameter in declared(parameters)},
        "committed": {"file": place(path), "commit": commit(path), "codes": sorted(set(codes))},
    }


def place(path):
    """Where the notebook lies in the checkout."""
    words = path.split(os.sep)
    return "/".join(words[-3:] if words[-2] == "paper" else words[-2:])


def commit(path):
    """The last one that changed the file; None outside a repository."""
    try:
        done = subprocess.run(["git", "-C", os.path.dirname(path), "log", "-1", "--format=%H", "--", os.path.basename(path)],
                              capture_output=True, text=True, check=True)
        return done.stdout.strip() or None
    except (OSError, subprocess.CalledProcessError):
        return None


def main(path, folder):
    path = paper_path(os.path.abspath(path))
    with open(path, encoding="utf-8") as file:
        text = file.read()
    notebook = json.loads(text)
    os.makedirs(folder, exist_ok=True)
    count = 0
    for name, content in files(notebook):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        count += 1
    if not count:
        sys.exit(f"{path} was committed without tables and figures; run it: environment/lab --report {os.path.basename(path)[:2]} --fresh")
    write_atomically(os.path.join(folder, os.path.basename(path)), text)
    write_atomically(os.path.join(folder, "notebook.json"), json.dumps(made_by(path, notebook), indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: environment/exports.py NOTEBOOK FOLDER")
    main(*sys.argv[1:])
