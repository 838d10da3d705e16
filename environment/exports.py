"""Writes the tables and figures that a notebook was committed with, for a paper: exports.py NOTEBOOK FOLDER.

No cell runs. Figures become SVG, and PNG where the outputs have it; tables are HTML. The rest dpgnn.report.CommittedFiles adds: PDF and LaTeX from
each SVG, CSV with the digits that are shown and LaTeX from each table. Each picture and each LaTeX file names the notebook and the cell that it comes from.
"""

import base64
import html
import json
import os
import re
import struct
import subprocess
import sys
import unicodedata
import zlib

from parameters import declared
from runner import write_atomically

COLUMN, PAGE = 240, 504  # points
HEAD = r"""\documentclass[10pt,twocolumn]{article}
\usepackage{booktabs,array,graphicx}
\usepackage[textwidth=504bp,textheight=9in,columnsep=24bp]{geometry}
\setcounter{topnumber}{9}\setcounter{dbltopnumber}{9}\setcounter{totalnumber}{9}
\renewcommand\topfraction{.95}\renewcommand\dbltopfraction{.95}\renewcommand\textfraction{.02}
\extrafloats{200}
\begin{document}
"""


def outputs_of(cell):
    """What is shown below a cell: content by MIME type, for each thing shown."""
    for output in cell.get("outputs", []):
        yield {kind: "".join(text) for kind, text in output.get("data", {}).items() if isinstance(text, (str, list))}


def title_of_table(data):
    """The title of a table that the library has written; None where something else is shown, or a table without one."""
    shown = data.get("text/html", "")
    found = re.search(r"<caption[^>]*>(.*?)</caption>", shown, re.S)
    return html.unescape(found[1]) if found and shown.startswith('<div class="dpgnn-table"') else None


def spelled(letter):
    """A Greek letter by its name, anything else as it is."""
    name = re.fullmatch(r"GREEK (?:SMALL|CAPITAL) LETTER (?:.* )?(\w+)", unicodedata.name(letter, ""))
    return name[1].replace("LAMDA", "LAMBDA") if name else letter


def slug(title):
    """As the library names the files of a report."""
    plain = "".join(spelled(c) for c in unicodedata.normalize("NFKD", title) if not unicodedata.combining(c)).lower()
    plain = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if len(plain) > 60:
        plain = plain[:61].rsplit("-", 1)[0][:60]
    return plain or "untitled"


def title_of_figure(plain):
    return plain[8:].split('"\n')[0].rstrip('"\n')


def caption_of_figure(plain, title):
    """What stands below the figure in a paper: the words that came with it, or its title."""
    return next((line.split(": ", 1)[1] for line in plain.splitlines() if line.startswith("  caption: ")), title)


def with_origin(svg, origin):
    """The picture, which says where it comes from, unless it does already."""
    return svg if "<metadata>" in svg else re.sub(r"(</title>\n|^<svg[^>]*>)", lambda m: m[0] + f"<metadata>{html.escape(origin)}</metadata>\n", svg, count=1)


def for_paper(svg):
    """The picture at the width of a column or a page, its letters of 7 to 8 points, without the title, which the caption has."""
    box = re.search(r'width="([\d.]+)pt" height="\S+" viewBox="0 (\S+) (\S+) (\S+)"', svg)
    title = re.search(r"<title>(.*?)</title>", svg, re.S)
    if not box or not title:
        return svg
    shown, top, width, height = (float(v) for v in box.groups())
    head = re.search(r'<text x="\S+" y="(17|18)" [^>]*font-weight="bold"[^>]*>' + re.escape(title[1]) + "</text>\n", svg)
    cut = 0 if head is None or top else 22 if head[1] == "17" else 18
    if cut:
        svg = svg.replace(head[0], "", 1)
    scale = shown / width if shown != width else COLUMN / max(width, 288) if width <= 300 else min(PAGE / 567, PAGE / width)
    size = f'width="{width * scale:.2f}pt" height="{(height - cut) * scale:.2f}pt" viewBox="0 {top + cut:g} {width:g} {height - cut:g}"'
    return svg.replace(box[0], size, 1)


def papered(folder):
    """The same for figures that a run has left in a folder."""
    for name in sorted(f for f in os.listdir(folder) if f.endswith(".svg")):
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            svg = file.read()
        words = [html.unescape(re.search(f"<{tag}>(.*?)</{tag}>", svg, re.S)[1]) for tag in ("title", "metadata")]
        write_atomically(path, for_paper(svg))
        write_atomically(path[:-4] + ".words", "\n".join(words))


def whole(folder):
    """One file that takes all figures and tables of a folder, as a paper of two columns does."""
    inputs = [f"\\input{{{os.path.splitext(f)[0]}}}\n" for f in sorted(os.listdir(folder)) if re.match(r"\d+-.*\.tex$", f)]
    write_atomically(os.path.join(folder, "report.tex"), HEAD + "".join(inputs) + "\\end{document}\n")


def png_with_origin(png, origin):
    if b"tEXtSource\0" in png or not png.startswith(b"\x89PNG"):
        return png
    text = b"tEXtSource\0" + origin.encode("latin-1", "replace")
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    return png[:-12] + chunk + png[-12:]


def files(notebook, name=""):
    """Name and content of every table and figure that is shown, in the order of their showing."""
    count = 0
    for cell in notebook["cells"]:
        origin = f"made by dpgnn; notebook {name}; cell {cell.get('execution_count')}"
        for data in outputs_of(cell):
            svg, table = data.get("image/svg+xml"), title_of_table(data)
            if svg is None and table is None:
                continue
            count += 1
            if svg is not None:
                title = title_of_figure(data["text/plain"]) if data.get("text/plain", "").startswith('Figure "') else "figure"
                stem = f"{count:02d}-{slug(title)}"
                yield stem + ".svg", for_paper(with_origin(svg, origin)).encode()
                yield stem + ".words", "\n".join([caption_of_figure(data.get("text/plain", ""), title), origin]).encode()
                if "image/png" in data:
                    yield stem + ".png", png_with_origin(base64.b64decode(data["image/png"]), origin)
            else:
                stem = f"{count:02d}-{slug(table)}"
                yield stem + ".html", data["text/html"].encode()
                yield stem + ".words", origin.encode()


def made_by(path, notebook):
    """Where the outputs come from: the file and its commit, the scale, and the library's versions that the outputs name."""
    cells = notebook["cells"]
    parameters = "\n".join("".join(c["source"]) for c in cells if "parameters" in c.get("metadata", {}).get("tags", []))
    shown = "\n".join("".join(o.get("text", "")) + "".join(o.get("data", {}).get("text/plain", "")) for c in cells for o in c.get("outputs", []))
    codes = re.findall(r"\b[0-9a-f]{7,12}\b", " ".join(re.findall(r"(?:versions \[|made by code )[0-9a-f, ]+", shown)))
    folder, file = os.path.split(path)
    name = os.path.splitext(file)[0]
    changed = git(folder, "log", "-1", "--format=%H", "--", file) or None
    return {
        "command": f"environment/lab --report {name}",
        "parameters": {parameter.name: parameter.value for parameter in declared(parameters)},
        "committed": {"file": f"{os.path.basename(folder)}/{file}", "commit": changed, "codes": sorted(set(codes))},
    }


def git(folder, *words):
    """What git says in a folder; None outside a repository."""
    try:
        return subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def main(path, folder):
    path = os.path.abspath(path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    notebook = json.loads(text)
    os.makedirs(folder, exist_ok=True)
    count = 0
    for name, content in files(notebook, os.path.basename(path)):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        count += 1
    if not count:
        sys.exit(f"{path} was committed without tables and figures; run it: environment/lab --report {os.path.basename(path)[:2]} --fresh")
    write_atomically(os.path.join(folder, os.path.basename(path)), text)
    write_atomically(os.path.join(folder, "notebook.json"), json.dumps(made_by(path, notebook), indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: environment/exports.py NOTEBOOK|--run|--whole FOLDER")
    if sys.argv[1] in ("--run", "--whole"):
        (papered if sys.argv[1] == "--run" else whole)(sys.argv[2])
    else:
        main(*sys.argv[1:])
