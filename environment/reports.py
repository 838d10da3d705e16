"""Makes index.html and provenance.json of a folder that holds one report per notebook: reports.py FOLDER.

A report is what `lab --report` left: figures (svg, pdf, tex), tables (csv, tex), report.tex (which takes all of them), data.csv (what was
read), runs/ (records of trainings), notebook.json (parameters and duration) and the executed notebook.
"""

import csv
import glob
import hashlib
import html
import json
import os
import platform
import sys

import nbformat

from exports import git
from runner import write_atomically

WHOLE = "report.tex"
STYLE = """body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}
figure{display:inline-block;margin:0 1em 1em 0;max-width:32em;vertical-align:top}figure img{max-width:100%}
table{border-collapse:collapse;font-size:13px}td,th{border-bottom:1px solid #ddd;padding:.2em .6em;text-align:left}
details{margin:.3em 0}code{background:#f4f4f4;padding:0 .2em}section{border-top:1px solid #ccc;margin-top:2em}"""


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def heading(notebook):
    for cell in notebook.cells:
        for line in cell.source.splitlines() if cell.cell_type == "markdown" else []:
            if line.startswith("# "):
                return line[2:].strip()
    return "untitled"


def commit(folder):
    """The commit of the checkout, "+changes" where files differ from it; None outside a repository."""
    head = git(folder, "rev-parse", "HEAD")
    return head and head + ("+changes" if git(folder, "status", "--porcelain") else "")


def facts(report):
    """Where everything in one report comes from."""
    with open(os.path.join(report, "notebook.json"), encoding="utf-8") as file:
        found = json.load(file)
    data = os.path.join(report, "data.csv")
    found["data"] = [dict(zip(("name", "file", "sha256"), r)) for r in rows(data)[1:]] if os.path.exists(data) else []
    found["runs"] = []
    for path in sorted(glob.glob(os.path.join(report, "runs", "*.json"))):
        with open(path, encoding="utf-8") as file:
            run = json.load(file)
        found["runs"].append({
            "record": os.path.relpath(path, report),
            "sha256": sha256(path),
            "experiment": run["experiment"],
            "parameters": run["parameters"],
            "data": run["data"]["name"],
            "environment": run["environment"],
        })
    found["files"] = {name: sha256(os.path.join(report, name)) for name in sorted(os.listdir(report)) if shown(name)}
    return found


def shown(name):
    return name.endswith((".svg", ".pdf", ".tex")) or name.endswith(".csv") and name != "data.csv"


def table(path):
    cells = rows(path)
    line = lambda tag, row: "<tr>" + "".join(f"<{tag}>{html.escape(c)}</{tag}>" for c in row) + "</tr>"
    return "<table>" + "".join([line("th", cells[0])] + [line("td", r) for r in cells[1:]]) + "</table>" if cells else ""


def origin(found):
    """What made the files: a run of the notebook, or the outputs that it was committed with."""
    if "committed" in found:
        was = found["committed"]
        return html.escape(f"as committed in {was['file']} ({was['commit'] or 'no commit'}), at scale {found['parameters'].get('scale', 'none')}"
                           f", made by the library's versions {', '.join(was['codes']) or 'that it does not name'}")
    return (f"{found['seconds']} s, made by <code>{html.escape(found['command'])}</code>, {len(found['runs'])} recorded trainings, data: "
            + html.escape(", ".join(sorted({d["name"] for d in found["data"]})) or "none"))


def section(folder, name, found):
    report = os.path.join(folder, name)
    executed = nbformat.read(os.path.join(report, name + ".ipynb"), as_version=4)
    link = lambda file, text: f'<a href="{html.escape(name)}/{html.escape(file)}">{html.escape(text)}</a>'
    parts = [f'<section id="{html.escape(name)}"><h2>{html.escape(heading(executed))}</h2>',
             f"<p>{link(name + '.ipynb', name)}, {origin(found)}</p>"]
    if WHOLE in found["files"]:
        parts.append(f"<p>{link(WHOLE, 'all figures and tables as one LaTeX file')}</p>")
    for stem in sorted({os.path.splitext(f)[0] for f in found["files"] if f != WHOLE}):
        caption = stem.replace("-", " ")
        also = " ".join(link(f, f.rsplit(".", 1)[1]) for f in found["files"] if os.path.splitext(f)[0] == stem)
        if stem + ".svg" in found["files"]:
            parts.append(f'<figure><img src="{html.escape(name)}/{html.escape(stem)}.svg" alt="{html.escape(caption)}">'
                         f"<figcaption>{html.escape(caption)}: {also}</figcaption></figure>")
        elif stem + ".csv" in found["files"]:
            parts.append(f"<details><summary>{html.escape(caption)}: {also}</summary>{table(os.path.join(report, stem + '.csv'))}</details>")
    return "\n".join(parts) + "</section>"


def main(folder):
    names = sorted(os.path.basename(os.path.dirname(p)) for p in glob.glob(os.path.join(folder, "*", "notebook.json")))
    notebooks = {name: facts(os.path.join(folder, name)) for name in names}
    whole = {
        "commit": commit(os.path.dirname(os.path.abspath(__file__))),
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "notebooks": notebooks,
    }
    write_atomically(os.path.join(folder, "provenance.json"), json.dumps(whole, indent=1, sort_keys=True) + "\n")
    contents = "".join(f'<li><a href="#{n}">{n}</a></li>' for n in names)
    page = (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>dpgnn: figures and tables</title><style>{STYLE}</style>'
            f"<h1>Figures and tables</h1><p>Commit <code>{html.escape(str(whole['commit']))}</code>. Every file's SHA-256, every training's "
            f'record, seeds, data hashes and versions are in <a href="provenance.json">provenance.json</a>.</p><ul>{contents}</ul>'
            + "".join(section(folder, n, notebooks[n]) for n in names) + "</html>\n")
    write_atomically(os.path.join(folder, "index.html"), page)
    print(f"{len(names)} reports, {sum(len(n['files']) for n in notebooks.values())} files: {os.path.join(folder, 'index.html')}")


if __name__ == "__main__":
    main(sys.argv[1])
