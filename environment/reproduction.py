"""Says what of the five papers is reproduced, from the notebooks' committed outputs: environment/reproduction [--check].

Writes docs/reproduction.md, the part of README.md between its markers, and the cells that docs/findings.md names; --check writes
nothing and fails where they differ from what would be written. Every number comes from a table that a notebook shows; published.py
says which.
"""

import csv
import difflib
import glob
import json
import os
import re
import sys
from collections import Counter

from published import ITEMS, PAPERS

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN, END = "<!-- begin: environment/reproduction -->", "<!-- end: environment/reproduction -->"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?")


class Failed(Exception):
    """What is wrong, in words for the user."""


# ---- what notebooks show


class Shown:
    """A table or a figure below a cell."""

    def __init__(self, cell, title, header, rows, notes):
        self.cell, self.title, self.header, self.rows, self.notes = cell, title, header, rows, notes

    def column(self, name):
        if name not in self.header:
            raise Failed(f"the table '{self.title}' of cell [{self.cell}] has no column '{name}'; it has {self.header}")
        return self.header.index(name)


def split_row(line):
    cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
    return [re.sub(r"\\(.)", r"\1", c[1:-1] if c.startswith(" ") and c.endswith(" ") else c) for c in cells]


def outputs_of(cell):
    """What is shown below a cell: content by MIME type, for each thing shown."""
    for output in cell.get("outputs", []):
        yield {kind: "".join(text) for kind, text in output.get("data", {}).items() if isinstance(text, (str, list))}


def table_of(cell, data):
    """The table that is shown; None where something else is."""
    markdown = data.get("text/markdown", "")
    if not markdown.startswith("**"):
        return None
    lines = markdown.splitlines()
    table = [split_row(line) for line in lines if line.startswith("|")]
    notes = [line for line in lines[1:] if line and not line.startswith("|")]
    return Shown(cell["execution_count"], re.sub(r"\\(.)", r"\1", lines[0].strip("* ")), table[0] if table else [], table[2:], notes)


def outputs(path):
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    for cell in notebook["cells"]:
        for data in outputs_of(cell):
            plain = data.get("text/plain", "")
            table = table_of(cell, data)
            if table is not None:
                yield table
            elif plain.startswith('Figure "'):
                yield Shown(cell["execution_count"], plain[8:].split('"\n')[0], [], [], plain.splitlines()[1:])


def scale_of(path):
    """At which scale the committed outputs were made."""
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    source = "".join("".join(c["source"]) for c in cells if "parameters" in c.get("metadata", {}).get("tags", []))
    found = re.search(r'String\s+scale\s*=\s*"(\w+)"', source)
    return found[1] if found else ""


def notebook_path(root, number):
    found = glob.glob(os.path.join(root, "notebooks", number + "-*.ipynb"))
    if len(found) != 1:
        raise Failed(f"notebooks/{number}-*.ipynb must be one notebook, found {len(found)}")
    return paper_path(found[0])


def paper_path(path):
    """Where the outputs of a notebook at the paper's scale are: in the folder paper beside it, else in the notebook itself."""
    beside = os.path.join(os.path.dirname(path), "paper", os.path.basename(path))
    return beside if os.path.exists(beside) else path


# ---- published beside ours


def number(text):
    """The mean of "0.75 ± 0.01*"; None of an empty cell."""
    match = NUMBER.match(text.replace("−", "-").strip())
    return float(match[0]) if match else None


class Pair:
    def __init__(self, key, published, ours, stand_in, seeds, reason=""):
        self.key, self.published, self.ours, self.stand_in, self.seeds, self.reason = key, published, ours, stand_in, seeds, reason

    def off(self, item):
        """Ours less theirs, in the item's unit."""
        published, ours = self.published, self.ours
        if item["unit"] == "%":
            return 100 * (ours - published) / abs(published) if published else 0.0 if ours == published else float("inf")
        if item["unit"] == "thousand":
            return ours * item["times"] - published
        return (ours - published) * item.get("times", 1)


GROUPED = re.compile(r"(.+): published$")
SEEDS = re.compile(r"\bseeds? (\d+(?: \d+)*)\b")


def seeds_of(table, row):
    if "n" in table.header:
        return int(number(row[table.column("n")]) or 0)
    return len(row[table.column("seeds")].split()) if "seeds" in table.header else 0


def wide(table):
    """The columns of a table as papers print it: a name, where its published values stand and where ours do."""
    groups = [m[1] for m in map(GROUPED.match, table.header) if m]
    return [(name, table.column(name + ": published"), table.column(name + ": ours")) for name in groups]


def compared(item, table):
    groups = wide(table)
    if groups:
        yield from grouped(table, groups)
        return
    columns = [(table.column(theirs), table.column(mine)) for theirs, mine in item.get("pairs", [("published", "ours")])]
    keys = [i for i in range(min(map(min, columns))) if table.header[i] not in ("hash", "rate", "steps")]
    for p, o in columns:
        for row in table.rows:
            published = number(row[p])
            if published is None:
                continue
            marks = [row[table.column(c)] for c in item.get("mark", [])] + [row[o]]
            stand_in = row[o].endswith("*") or any("stand-in" in m for m in marks)
            yield Pair(" ".join(row[i] for i in keys if row[i]), published, number(row[o]), stand_in, seeds_of(table, row),
                       row[table.column("remark")] if "remark" in table.header else "")


def grouped(table, groups):
    first = min(p for _, p, _ in groups)
    noted = [m for m in map(SEEDS.search, table.notes) if m]
    seeds = len(noted[0][1].split()) if noted else 0
    for row in table.rows:
        for name, p, o in groups:
            published = number(row[p])
            if published is not None:
                key = " ".join([name] + [cell for cell in row[:first] if cell])
                yield Pair(key, published, number(row[o]), row[o].split(" (")[0].endswith("*"), seeds if row[o] else 0)


def data_rows(item, table, root):
    path = os.path.join(root, "lib-src/main/resources/tables", item["resource"] + ".csv")
    with open(path, encoding="utf-8") as file:
        published = list(csv.DictReader(file))
    mine = {row[table.column(item["row"])].lower(): row for row in table.rows}
    for row in published:
        name = row[item["key"]]
        ours = mine.get(name.lower()) or mine.get(name.lower() + " (synthetic stand-in)")
        for theirs, column in item["pairs"]:
            value = None if ours is None else number(ours[table.column(column)])
            yield Pair(f"{name} {theirs}", float(row[theirs]), value, ours is not None and name.lower() not in mine, 0)


def single_cells(item, table):
    rows = {row[0]: row for row in table.rows}
    for theirs, mine, column in item["cells"]:
        if theirs not in rows or mine not in rows:
            raise Failed(f"the table '{table.title}' has no row '{theirs if theirs not in rows else mine}'")
        c = table.column(column)
        yield Pair(column, number(rows[theirs][c]), number(rows[mine][c]), False, 0)


class Finding:
    """An item and what the notebooks show of it."""

    def __init__(self, item, root):
        self.item, self.kind, self.path = item, item["kind"], notebook_path(root, item["notebook"])
        self.name = os.path.splitext(os.path.basename(self.path))[0]
        self.place = os.path.relpath(self.path, root).replace(os.sep, "/")
        self.shown, self.pairs, self.tables = [], [], []
        if self.kind == "none":
            return
        everything = list(outputs(self.path))
        self.shown = [s for s in everything if re.search(item["find"], s.title)]
        if not everything:
            self.kind = "empty"
            return
        if not self.shown and item.get("optional"):
            self.kind = "none"
            return
        if not self.shown:
            raise Failed(f"{self.name} shows no table or figure whose title matches '{item['find']}' ({item['item']} of '{item['paper']}'); "
                         "mend environment/published.py or run the notebook")
        if self.kind != "shown":
            for table in self.shown:
                read = {"data": lambda: data_rows(item, table, root), "cells": lambda: single_cells(item, table)}
                self.tables.append([p for p in read.get(self.kind, lambda: compared(item, table))()
                                    if "only" not in item or item["only"] in p.key.split()])
                self.pairs += self.tables[-1]
            if not self.pairs:
                raise Failed(f"{self.name}: '{self.shown[0].title}' has no published number")

    @property
    def cells(self):
        return sorted({s.cell for s in self.shown})

    @property
    def run(self):
        return [p for p in self.pairs if p.ours is not None]

    @property
    def real(self):
        return [p for p in self.run if not p.stand_in]

    @property
    def total(self):
        return max(self.item.get("of", 0), len(self.pairs))

    @property
    def near(self):
        return [p for p in self.real if abs(p.off(self.item)) <= self.item["within"] + 1e-9]

    def status(self):
        if self.kind == "none":
            return "not compared"
        if self.kind == "empty":
            return "not run: the notebook was committed without outputs"
        if self.kind == "shown":
            if self.item.get("mark_figure") and all("stand-in" in line for line in self.shown[0].notes if "panel" in line):
                return "drawn, on stand-ins only"
            return "drawn" if not self.shown[0].header else "shown"
        if not self.run:
            return "not run"
        if not self.real:
            return "stand-in only"
        run = "" if len(self.real) == self.total else f"; {len(self.real)} of {self.total} run"
        if len(self.near) == len(self.real) and not self.item.get("loose"):
            return ("**reproduced**" if not run else "reproduced where run") + run
        return self.spread() + run

    def limit(self):
        within, unit = self.item["within"], self.item["unit"]
        if not within:
            return "equal"
        return f"within {within:g} {unit}".rstrip().replace(" thousand", ",000")

    def spread(self):
        """How many cells are near, and on which side the others are."""
        off = [d for d in self.differences() if abs(d) > self.item["within"] + 1e-9]
        more = sum(d > 0 for d in off)
        words = {"more": (more, "better", "worse"), "less": (len(off) - more, "better", "worse")}
        first, one, other = words.get(self.item.get("better"), (more, "above", "below"))
        return f"{len(self.near)} of {len(self.real)} {self.limit()}" + (f", {first} {one}, {len(off) - first} {other}" if off else "")

    def order(self):
        """How many pairs of rows of a table stand in the printed order; of equal ones of ours every other, and no equal ones of print."""
        if not self.item.get("ranks"):
            return ""
        same = pairs = 0
        for table in self.tables:
            rows = [p for p in table if p.ours is not None and not p.stand_in]
            for i, a in enumerate(rows):
                for b in rows[:i]:
                    printed, ours = a.published - b.published, a.ours - b.ours
                    if printed:
                        pairs += 1
                        same += 0.5 if not ours else (printed > 0) == (ours > 0)
        return f"{100 * same / pairs:.0f} % of the pairs of rows in the printed order (chance: 50 %)" if pairs else ""

    def differences(self):
        return [p.off(self.item) for p in self.real]

    def mean(self):
        """Of the absolute differences."""
        off = self.differences()
        return sum(map(abs, off)) / len(off) if off else None

    def largest(self):
        return max(self.real, key=lambda p: abs(p.off(self.item))) if self.real else None

    def seeds(self):
        n = sorted({p.seeds for p in self.run if p.seeds})
        return "" if not n else str(n[0]) if n[0] == n[-1] else f"{n[0]} to {n[-1]}"

    def reasons(self):
        """Why cells were not run, as the notebook says."""
        counted = Counter(p.reason for p in self.pairs if p.ours is None and p.reason)
        return "; ".join(f"{n} {'cell' if n == 1 else 'cells'}: {reason}" for reason, n in counted.items())

    def parts(self):
        """Of collections a part may be taken; tables say so in their notes."""
        found = [m for s in self.shown for note in s.notes for m in re.findall(r"(\S+), (\d+) of (\d+): hash", note)]
        return ", ".join(f"{a} of {b} graphs of {name}" for name, a, b in dict.fromkeys(found))


def amount(value, unit, sign=False):
    if value is None:
        return ""
    digits = 0 if abs(value) >= 99.95 else 1 if abs(value) >= 0.995 or value == 0 else 2 if unit else 3
    text = f"{value:{'+' if sign else ''}.{digits}f}"
    if float(text) == 0:
        text = "0"
    return text + (" %" if unit == "%" else "")


# ---- pages


def row(*cells):
    return "| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |"


def link(finding, folder):
    cells = " ".join(f"[{c}]" for c in finding.cells).replace("[", "\\[").replace("]", "\\]")
    return f"[{finding.name}]({folder}{finding.place}) {cells} {scale_of(finding.path)}".strip()


def by_paper(findings):
    papers = {}
    for finding in findings:
        papers.setdefault(finding.item["paper"], []).append(finding)
    return papers.items()


class Count:
    """Of published numbers: how many are within their limits, missed but met by a variant that explains why, off, run on stand-ins only,
    not run. A table that holds the same numbers against another reading ("again") counts them no second time."""

    def __init__(self, findings):
        compared = [f for f in findings if f.pairs]
        first = [f for f in compared if not f.item.get("again")]
        met = {(f.item["paper"], f.item["item"], p.key) for f in compared if f.item.get("again") == "explains" for p in f.near}
        missed = [(f.item["paper"], f.item["item"], p.key) for f in first for p in f.real if p not in f.near]
        self.within = sum(len(f.near) for f in first)
        self.explained = sum(cell in met for cell in missed)
        self.off = len(missed) - self.explained
        self.stand_in = sum(len(f.run) - len(f.real) for f in first)
        self.missing = sum(f.total - len(f.run) for f in first)

    def cells(self):
        return [self.within, self.explained, self.off, self.stand_in, self.missing]


def summary(findings):
    lines = [row("paper", "protects", "in the library", "notebooks", "within"), "| --- | --- | --- | --- | --- |"]
    for paper, its in by_paper(findings):
        count = Count(its)
        about = PAPERS[paper]
        lines.append(row(f"*{paper}*", about["protects"], about["library"], about["notebooks"], f"{count.within} of {count.within + count.explained + count.off}"))
    return "\n".join(lines)


def counts(findings):
    lines = ["| paper | within | explained | off | on stand-ins only | not run |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    lines += [row(paper, *Count(its).cells()) for paper, its in by_paper(findings)]
    return lines + [row("together", *Count(findings).cells())]


def page(findings):
    lines = [
        "# What is reproduced",
        "",
        "Every table and figure of the five papers that holds results. Written by `environment/reproduction` from the outputs that the",
        "notebooks are committed with; `environment/test` fails where this page and they differ. \\[7\\] quick: the seventh executed cell, run at scale quick.",
        "Where a notebook is committed at scale quick and its outputs at scale paper lie in notebooks/paper, the latter are read.",
        "",
        "A table is **reproduced** where every one of its cells was run on the paper's own data and is within the limit that is named. Differences",
        "are ours less published, in points of a percentage unless a unit stands there; the mean is of their absolute values. Stand-ins",
        "(synthetic graphs of the same size, or parts of the data) are counted as run and never compared. Better, worse, above, below: ours",
        "against theirs.",
        "`environment/lab --run NN -p scale=paper` makes a notebook's numbers again, `--report NN` writes files of the tables and figures that are",
        "committed, and `--report NN --fresh` runs the notebook for them, with the records of every training.",
        "",
        "Published numbers, each compared with its limit once, at the reading closest to the print. Explained: off, but within it by a",
        "variant beside it, such as a fault of the released code, that shows where the difference comes from.",
        "",
        *counts(findings),
    ]
    for paper, its in by_paper(findings):
        lines += ["", f"## {paper}", "",
                  row("published", "what", "where", "run", "seeds", "near", "mean", "largest", "status", "to know"),
                  "| --- | --- | --- | ---: | ---: | --- | ---: | --- | --- | --- |"]
        for f in its:
            worst, unit = f.largest(), f.item.get("unit", "")
            stand_ins = len(f.run) - len(f.real)
            known = "; ".join(filter(None, [
                f"{stand_ins} cells on stand-ins" if stand_ins else "", f.order(), f.reasons(), f.parts(), f.item.get("note", "")]))
            lines.append(row(
                f.item["item"], f.item["what"], link(f, "../"),
                f"{len(f.run)} of {f.total}" if f.pairs else "", f.seeds(),
                f.spread() if f.real else "",
                amount(f.mean(), unit), f"{amount(worst.off(f.item), unit, True)} ({worst.key})" if worst and worst.off(f.item) else "",
                f.status(), known))
    lines += ["", "Figures that only draw how a method works are left out."]
    return "\n".join(lines) + "\n"


def between(text, part):
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise Failed(f"README.md must have one line '{BEGIN}' and one '{END}'")
    before, rest = text.split(BEGIN)
    return before + BEGIN + "\n" + part + "\n" + END + rest.split(END)[1]


def with_cells(text, root):
    """Cells are named as "10 \\[7\\]<!-- part of a title -->": a run that moves the table moves the number."""

    def cell(match):
        number, part = match[1], match[3]
        everything = list(outputs(notebook_path(root, number)))
        found = [s for s in everything if part in s.title]
        if not everything:
            return match[0]
        if not found:
            raise Failed(f"docs/findings.md names a table '{part}' of notebook {number}, which shows none of that title")
        return f"{number} \\[{found[0].cell}\\]<!-- {part} -->"

    return re.sub(r"(\d\d) \\\[(\d*)\\\]<!-- (.+?) -->", cell, text)


def pages(root):
    """What the files must hold, by path."""
    findings = [Finding(item, root) for item in ITEMS]
    readme, discoveries = os.path.join(root, "README.md"), os.path.join(root, "docs", "findings.md")
    with open(readme, encoding="utf-8") as file:
        front = between(file.read(), summary(findings))
    with open(discoveries, encoding="utf-8") as file:
        found = with_cells(file.read(), root)
    return {readme: front, discoveries: found, os.path.join(root, "docs", "reproduction.md"): page(findings)}


def main(arguments):
    if arguments not in ([], ["--check"]):
        print("usage: environment/reproduction [--check]", file=sys.stderr)
        return 2
    stale = False
    for path, text in pages(ROOT).items():
        name = os.path.relpath(path, ROOT)
        try:
            with open(path, encoding="utf-8") as file:
                old = file.read()
        except FileNotFoundError:
            old = ""
        if old == text:
            continue
        if not arguments:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            print(f"{name}: written")
            continue
        stale = True
        changes = list(difflib.unified_diff(old.splitlines(), text.splitlines(), name, "the notebooks", n=0, lineterm=""))
        print("\n".join(changes[:20]))
    if stale:
        print("what is written differs from the notebooks' committed outputs; run environment/reproduction", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failed as e:
        print(f"reproduction: {e}", file=sys.stderr)
        sys.exit(1)
