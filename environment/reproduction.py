"""Says what of the five papers is reproduced, from the notebooks' committed outputs: environment/reproduction [--check | --again SEED [NN,NN] | --verdicts NN SEED].

Writes docs/reproduction.md and .csv, the part of README.md between its markers, that of docs/claims.md, and the cells that it, docs/findings.md and docs/faults.md name; --check writes
nothing and fails where they differ from what would be written. Every number comes from a comparison that a notebook shows, with its
verdict by docs/reproduction-rules.md; figures and what is left out are listed below.
"""

import csv
import difflib
import glob
import gzip
import io
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter

from costs import notebooks as notebooks_of, own_clocks, time, written

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN, END = "<!-- begin: environment/reproduction -->", "<!-- end: environment/reproduction -->"
LABELS = WITHIN, MISSED, CONTRADICTED, NO_FILE, NO_RUN = (
    "within", "not reproduced", "contradicted by arithmetic", "not run: file", "not run: cost")
CAUSES = "text", "code", "data", "ours", "unknown"
WIDEST = 120  # characters of a cell in a table of claims

HETER = "Preserving Node-level Privacy in Graph Neural Networks"
WALKS = "Training Differentially Private Graph Neural Networks with Random Walk Sampling"
TEXT = "Privacy-Preserving Graph Convolutional Networks for Text Classification"
PARTIES = "Privacy-Preserving Graph Neural Network for Node Classification"
GENERATION = "Secure Deep Graph Generation with Link Differential Privacy"

# What the front page says of each paper.
PAPERS = {
    HETER: dict(claims="HeterPoisson", protects="a node with its edges", notebooks="10, 10b, 11, 12, 13"),
    WALKS: dict(claims="random walks", protects="features of a node", notebooks="20, 20b, 21"),
    TEXT: dict(claims="text", protects="claimed: a document; proved: the whole graph", notebooks="30, 30b, 31, 32"),
    PARTIES: dict(claims="PPGNN", protects="features and edges of a party, computationally", notebooks="40, 40b, 41"),
    GENERATION: dict(claims="DPGGAN", protects="an edge", notebooks="50, 50b, 51, 52"),
}

STANDINGS = ["held", "held in direction", "not held", "untested"]

NO_NUMBERS = "a plot without numbers"
RELEASED, READING = "as the released code runs", "another reading"
SECOND = (RELEASED, "a second column by protocol")  # counted, each in a column of its own

ITEMS = [
    # ---- HeterPoisson: its tables are data, its plots are here
    dict(paper=HETER, item="Tables II to IV", what="what rows have in common", notebook="10b", find="^published rows of Tables II to IV",
         note="NDP's deviations are equal in all three tables, its means are not; GAP's are one number; an observation, which says nothing of a mean"),
    dict(paper=HETER, item="Figure 1", what="one node's out-edges against the gradient", notebook="11", find="^Figure 1",
         note=NO_NUMBERS),
    dict(paper=HETER, item="Figures 4, 8", what="with and without removal of centres", notebook="11", find="^what enforcement gains",
         note=NO_NUMBERS + "; panels are not named, those shown are Facebook and PubMed"),
    dict(paper=HETER, item="Figures 5, 7", what="neighbours in training and test", notebook="11", find="^GCN, (trans|in)ductive: test accuracy",
         note=NO_NUMBERS + "; found that one peripheral is best at little budget, without noise one seed does not tell it from the largest star"),
    dict(paper=HETER, item="Figure 6", what="membership inference and audited epsilon", notebook="12", find="^Figure 6",
         note=NO_NUMBERS + "; its algorithm 4 as published hides most of what leaks, what is shown is made precise"),
    # ---- random walks
    dict(paper=WALKS, item="Tables 3, 4", what="delta and batch sizes", notebook="21", find="^Steps at epsilon 8, published",
         note="settings, taken over as they are"),
    dict(paper=WALKS, item="Figure 2", what="micro F1 against epsilon", notebook="20b", find="^Figure 2", mark_figure=True,
         note=NO_NUMBERS + "; on four real sets that are not the paper's"),
    # ---- text classification
    dict(paper=TEXT, item="Figure 2", what="the same with noise", notebook="30b", find="^Figure 2", note=NO_NUMBERS),
    dict(paper=TEXT, item="Figure 3", what="hard cases with fewer documents", notebook="31", find="^Figure 3: hard cases that stay hard with fewer",
         note="a plot; two numbers of the text are listed below"),
    dict(paper=TEXT, item="Figure 4", what="hard cases under noise", notebook="31", find="^Figure 4",
         note="a plot; one number in the text is listed below"),
]

# Numbers of the papers that no table above counts: where, how many, and what is known of them.
LEFT_OUT = [
    (HETER, "deviations of Tables II to IV", 480, "shown beside our deviations"),
    (WALKS, "Tables 3 and 4, and percentages in the discussion", 39, "settings are taken over; the rest is not compared"),
    (TEXT, "deviations of Table 4", 5, "shown beside our deviations"),
    (TEXT, "Figure 4 in the text: just over 70 % of Cora's hard cases", 1, "not compared; in 31 \\[\\]<!-- Figure 4 in numbers -->"),
    (TEXT, "confusions on Reddit, Figure 1's point of Reddit, two scores of Pokec", 7, "the files are not at hand"),
]


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
    return Shown(cell["execution_count"], re.sub(r"\\(.)", r"\1", lines[0].strip("* ")), table[0] if table else [],
                 table[2:], notes)


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
    found = notebooks_of(root, number + "-*")
    if len(found) != 1:
        raise Failed(f"notebooks/{number}-*.ipynb must be one notebook, found {len(found)}")
    return found[0]


# ---- published and found


# How many trainings stand behind a paper's published deviations, where it says so.
RUNS = {"Preserving Node-level Privacy in Graph Neural Networks": 3}


def told_apart(first, second):
    """Whether a Welch test at 5 % tells two samples apart, each given by its mean, its deviation and its size."""
    (a, s, n), (b, t, m) = first, second
    va, vb = s * s / n, t * t / m
    if va + vb == 0:
        return a != b
    free = (va + vb) ** 2 / (va * va / (n - 1) + vb * vb / (m - 1))
    at, steps = abs(a - b) / math.sqrt(va + vb), 2000
    density = [(1 + (at * i / steps) ** 2 / free) ** (-(free + 1) / 2) for i in range(steps + 1)]
    simpson = at / steps / 3 * (density[0] + density[-1] + 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2]))
    scale = math.exp(math.lgamma((free + 1) / 2) - math.lgamma(free / 2)) / math.sqrt(free * math.pi)
    return 2 * scale * simpson > 0.95


class Pair:
    """A published number and what a notebook has beside it."""

    def __init__(self, line):
        self.key = f"{line['row']} {line['column']}".strip()
        self.found, self.off = (float(line[name]) if line[name] else None for name in ("found", "off"))
        self.seeds, self.reason, self.label, self.blind = len(line["seeds"].split()), line["missing"], line["verdict"], line.get("blind", "")
        self.stand_in = self.found is not None and self.label.startswith("not run")


class Finding:
    """A figure, or a table without numbers to compare, and where a notebook shows it."""

    aside = False  # whether its numbers are held against nothing
    pairs = ()
    lines = ()

    def __init__(self, item, root):
        self.stand(notebook_path(root, item["notebook"]), root, item)
        everything = list(outputs(self.path))
        self.shown = [s for s in everything if re.search(item["find"], s.title)]
        self.kind = "shown" if everything else "empty"
        if everything and not self.shown:
            raise Failed(f"{self.name} shows no table or figure whose title matches '{item['find']}' ({item['item']} of '{item['paper']}'); "
                         "mend the list in environment/reproduction.py or run the notebook")

    def stand(self, path, root, item):
        self.item, self.path, self.name = item, path, os.path.splitext(os.path.basename(path))[0]
        self.place = os.path.relpath(path, root).replace(os.sep, "/")

    @property
    def cells(self):
        return sorted({s.cell for s in self.shown})


class Compared(Finding):
    """A comparison: a notebook gives each cell with its verdict, and nothing is worked out here."""

    def __init__(self, path, root, cell, lines, apart=False):
        """Numbers of one unit and limit; apart where the comparison has others, too."""
        first = lines[0]
        item = dict(paper=first["paper"], item=first["table"], what=first["what"], notebook=os.path.basename(path).split("-")[0],
                    unit=first["unit"], limit=first["limit"], note=first["note"])
        if apart:
            item["what"] += ", " + ", ".join(dict.fromkeys(line["column"] for line in lines))
        item |= {"again": first["reading"]} if first["reading"] else {"ranks": apart and len(lines) > 2}
        item |= {"sort": first["sort"]} if first["sort"] != "training" else {}
        self.stand(path, root, item)
        self.kind, self.aside = first["sort"], first["sort"] == "left out"
        self.shown = [Shown(cell, first["title"], [], [], [])]
        self.lines, self.pairs = lines, [Pair(line) for line in lines]
        self.published = [float(line["published"]) for line in lines]

    @property
    def run(self):
        return [p for p in self.pairs if p.found is not None]

    @property
    def real(self):
        return [p for p in self.run if not p.stand_in]

    @property
    def near(self):
        return [p for p in self.pairs if p.label == WITHIN]

    def both(self, findings):
        """The cells that the column as written has, too; of these, which it has within the limit, and which are here."""
        first = [f for f in findings if f.pairs and f.item["item"] == self.item["item"] and not f.item.get("again")]
        both = {p.key for f in first for p in f.real} & {p.key for p in self.real}
        return both, {p.key for f in first for p in f.near} & both, {p.key for p in self.near} & both

    def beside(self, findings):
        """How many cells this one brings within the limit, and how many it loses."""
        _, was, now = self.both(findings)
        return len(now - was), len(was - now)

    def guessed(self):
        """Of how many published numbers an answer that is blind to the input is within the limit."""
        verdicts = [p.blind for p in self.pairs if p.blind]
        return f"{verdicts.count(WITHIN)} of {len(verdicts)}" if verdicts else ""

    def welch(self):
        """For how many numbers a Welch test tells the published mean and the one found apart."""
        runs = RUNS.get(self.item["paper"])
        tested = [line for line, p in zip(self.lines, self.pairs) if runs and p in self.real and p.seeds > 1 and line["deviation"] and line["found deviation"]]
        apart = [line for line in tested if told_apart((float(line["published"]), float(line["deviation"]), runs),
                                                       (float(line["found"]), float(line["found deviation"]), len(line["seeds"].split())))]
        return f"Welch: {len(apart)} of {len(tested)} told apart" if tested else ""

    def order(self):
        """How many pairs of rows stand in the published order; of equal found ones every other, of equal published ones none."""
        if not self.item.get("ranks"):
            return ""
        same = pairs = 0
        rows = [(theirs, p.found) for theirs, p in zip(self.published, self.pairs) if p in self.real]
        for i, a in enumerate(rows):
            for b in rows[:i]:
                published, found = a[0] - b[0], a[1] - b[1]
                if published:
                    pairs += 1
                    same += 0.5 if not found else (published > 0) == (found > 0)
        return f"{100 * same / pairs:.0f} % of the pairs of rows in the published order (chance: 50 %)" if pairs else ""

    def mean(self):
        """Of the signed differences."""
        off = [p.off for p in self.real]
        return sum(off) / len(off) if off else None

    def largest(self):
        return max(self.real, key=lambda p: abs(p.off)) if self.real else None

    def seeds(self):
        n = sorted({p.seeds for p in self.run if p.seeds})
        return "" if not n else str(n[0]) if n[0] == n[-1] else f"{n[0]} to {n[-1]}"

    def reasons(self):
        """Why cells were not run, as the notebook says."""
        counted = Counter(p.reason for p in self.pairs if p.found is None and p.reason)
        return "; ".join(f"{n} {'cell' if n == 1 else 'cells'}: {reason}" for reason, n in counted.items())


def given(root, *columns):
    """What the notebooks give as CSV with these columns: path, cell and lines of each."""
    return given_by(notebooks_of(root), *columns)


def given_by(paths, *columns):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            cells = json.load(file)["cells"]
        for cell in cells:
            for data in outputs_of(cell):
                lines = list(csv.DictReader(data.get("text/csv", "").splitlines()))
                if lines and set(columns) <= set(lines[0]):
                    yield path, cell["execution_count"], lines


def comparisons(root):
    found = []
    for path, cell, lines in given(root, "published", "verdict"):
        rules = {}
        for line in lines:
            rules.setdefault((line["unit"], line["limit"]), []).append(line)
        one = len(rules) == 1 or lines[0]["sort"] != "training"
        found += [Compared(path, root, cell, each, not one) for each in ([lines] if one else rules.values())]
    return found


# ---- whose miss it is


class CauseRule:
    """A line of the table of causes in docs/reproduction-rules.md."""

    WHEN = {"always": None, "within as released": RELEASED, "within in another reading": READING}

    def __init__(self, date, paper, table, rows, when, cause, because):
        if when not in self.WHEN or cause not in CAUSES:
            raise Failed(f"a rule of causes must have one of {', '.join(self.WHEN)}, and a cause of {', '.join(CAUSES)}; had '{when}' and '{cause}'")
        self.paper, self.table, self.rows, self.when, self.cause, self.because = paper, re.compile(table), re.compile(rows), self.WHEN[when], cause, because

    def fits(self, paper, table, row):
        return self.paper == paper and bool(self.table.fullmatch(table)) and bool(self.rows.search(row))


def cause_rules(root):
    """The table of causes, in its order: the first line that fits a miss gives its cause."""
    path = os.path.join(root, "docs", "reproduction-rules.md")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    heads = [i for i, line in enumerate(lines) if line.startswith("| date | paper | table | rows | when | cause |")]
    if len(heads) != 1:
        raise Failed(f"docs/reproduction-rules.md must have one table of causes, had {len(heads)}")
    rows = []
    for line in lines[heads[0] + 2:]:
        if not line.startswith("|"):
            break
        rows.append(CauseRule(*(cell.strip("`") for cell in split_row(line))))
    return rows


def causes(finding, findings, rules):
    """The causes of a table's misses, counted. A column as released, or another reading, is the first one that has the cell."""

    def is_within(pair, kind):
        others = (f for f in findings if f.pairs and f.item["item"] == finding.item["item"] and f.item.get("again") == kind)
        return next((p.label == WITHIN for f in others for p in f.real if p.key == pair.key), False)

    def cause(pair):
        fitting = (r for r in rules if r.fits(finding.lines[0]["name"], finding.item["item"], pair.key))
        return next((r.cause for r in fitting if r.when is None or is_within(pair, r.when)), "unknown")

    found = Counter(cause(p) for p in finding.pairs if p.label == MISSED)
    return {each: found[each] for each in CAUSES if found[each]}


def claim_cause(line, rules):
    """The cause of a claim that does not hold in full: that of the first line of the table of causes whose table is "claim" and that fits its words."""
    if line["verdict"] == "held" or line["verdict"].startswith("untested"):
        return ""
    return next((r.cause for r in rules if r.fits(line["name"], "claim", line["claim"])), "unknown")


def by_cause(findings, rules):
    """The misses of each paper by their causes."""
    lines = [row("paper", "misses", *CAUSES), "| --- | ---: |" + " ---: |" * len(CAUSES)]
    for paper, its in (*by_paper(findings), ("together", findings)):
        its = [f for f in its if f.pairs and not f.aside and not f.item.get("again")]
        found = sum((Counter(causes(f, findings, rules)) for f in its), Counter())
        lines.append(row(paper, sum(found.values()), *(found[each] for each in CAUSES)))
    return ["", "Each miss has one cause, which [rules](reproduction-rules.md#causes-of-misses) give table by table:", "", *lines]


def claim_row(line, cell, rules):
    """A row of the table of claims, and what stands below it: the first part of what was found is the row's, up to a semicolon."""
    verdict, _, missing = line["verdict"].partition(" (")
    number, _, rest = line["found"].partition("; ")
    if len(number) > WIDEST:
        number, rest = "see below", line["found"]
    words = f"{line['claim']} ({line['place']})"
    below = "; ".join(filter(None, [rest, missing.removesuffix(")")]))
    return row(words, verdict, number, claim_cause(line, rules), cell), f"- *{line['claim']}*: {below}." if below else ""


def claims_page(root):
    """The claims of each paper, as its notebooks give them, for docs/claims.md."""
    rules, tables, below = cause_rules(root), {}, {}

    def place(number, title):
        """The paper's notebook, or its appendix where that shows the table."""
        appendix = [s.title for path in notebooks_of(root, number + "b-*") for s in outputs(path)]
        here = any(title in s.title for s in outputs(notebook_path(root, number)))
        return f"{number}{'b' if not here and any(title in each for each in appendix) else ''} \\[\\]<!-- {title} -->"

    for path, _, lines in given(root, "claim", "verdict"):
        number = os.path.basename(path).split("-")[0]
        for line in lines:
            new, more = claim_row(line, place(number, line["shown in"]) if line["shown in"] else "", rules)
            tables.setdefault(line["name"], []).append(new)
            below.setdefault(line["name"], []).extend([more] if more else [])
    titles = {about["claims"]: paper for paper, about in PAPERS.items()}
    parts = []
    for name in sorted(tables, key=list(titles).index):
        parts += [f"## {titles[name]} ({name})", "", row("claim", "verdict", "our runs", "cause", "cell"), "| --- | --- | --- | --- | --- |", *tables[name], "",
                  *([*below[name], ""] if below[name] else [])]
    return "\n".join(parts).strip()


def kept_comparisons(found, root):
    """Every cell of every comparison, beside the runs that it was made of: a file for each notebook, by path."""
    files = {}
    for f in found:
        files.setdefault(os.path.join(root, "notebooks", "kept", f.name + ".cells.csv"), []).extend(f.lines)
    for path, lines in files.items():
        with io.StringIO() as text:
            writer = csv.DictWriter(text, lines[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)
            files[path] = text.getvalue()
    return files


def amount(value, unit, sign=False):
    if value is None:
        return ""
    digits = 0 if abs(value) >= 99.95 else 1 if abs(value) >= 0.995 or value == 0 else 2 if unit else 3
    text = f"{value:{'+' if sign else ''}.{digits}f}"
    if float(text) == 0:
        text = "0"
    return text + (" %" if unit == "%" else "")


# ---- the same cells made again


def numbers_of(words):
    """The notebooks of "10 to 13" or "20, 21"."""
    found = re.findall(r"\d\d[a-z]?", words)
    return [f"{n:02d}" for n in range(int(found[0]), int(found[1]) + 1)] if " to " in words else found


def exact(text):
    """JSON with its numbers as they are written."""
    return json.loads(text, parse_float=str, parse_int=str, parse_constant=str)


def kept_cells(root, notebook):
    """The runs on real data that a notebook keeps, seed by seed, for each setting: what a cell of its tables is made of."""
    path = kept_path(root, notebook)
    if not path:
        return {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        nodes = [exact(line) for line in file]
    shared = {node["shared"]: node["is"] for node in nodes if "shared" in node}
    cells = {}
    for node in nodes:
        if "experiment" in node and shared[node["data"]]["standIn"] is False:
            cell = {key: value for key, value in node["parameters"].items() if key != "seed"}
            name = f"{node['experiment']}: " + ", ".join(f"{key} {value}" for key, value in sorted(cell.items()))
            cells.setdefault((notebook, name), []).append(node)
    return cells


def kept_path(root, notebook):
    found = glob.glob(os.path.join(root, "notebooks", "kept", notebook + "-*.jsonl.gz"))
    return found[0] if found else None


def chosen(root, seed, notebooks=()):
    """Two cells of each paper, at random."""
    coins, all_chosen = random.Random(seed), []
    for paper, about in PAPERS.items():
        cells = {}
        for notebook in numbers_of(about["notebooks"]):
            cells.update(kept_cells(root, notebook))
        two = coins.sample(sorted(cells), min(2, len(cells)))
        if not notebooks or set(notebooks) & set(numbers_of(about["notebooks"])):
            all_chosen += [(paper, *cell, cells[cell]) for cell in two]
    return all_chosen


def timeless(metrics):
    """Figures without times and without epsilons, which are an accountant's and not a training's."""
    return {name: value for name, value in metrics.items() if "seconds" not in name and name not in ("epsilon claimed", "epsilon proved")}


def compare_again(folder, runs):
    """How many figures of these kept runs the new ones in the folder repeat, of how many; of runs that were not made none; and the first
    run's claim of an epsilon, kept and new, where an accountant of today says another."""
    made = {}
    for name in glob.glob(os.path.join(folder, "*.json")):
        with open(name, encoding="utf-8") as file:
            run = exact(file.read())
        made[json.dumps([run["experiment"], run["parameters"]], sort_keys=True)] = run
    same = total = 0
    claims = ""
    for run in runs:
        new = made.get(json.dumps([run["experiment"], run["parameters"]], sort_keys=True), {})
        old = timeless(run["metrics"])
        total += len(old)
        same += sum(timeless(new.get("metrics", {})).get(name) == value for name, value in old.items())
        both = [r["guarantees"][0]["epsilon"] for r in (run, new) if r.get("guarantees")]
        if not claims and len(set(both)) == 2:
            claims = "{:.5f}, {:.5f}".format(*map(float, both))
    return same, total, claims


def make_again(root, seed, only=()):
    picked = chosen(root, seed, [n for words in only for n in words.split(",")])
    lines = []
    for notebook in dict.fromkeys(cell[1] for cell in picked):
        cells = [cell for cell in picked if cell[1] == notebook]
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "wanted"), "w", encoding="utf-8") as file:
                file.write("\n".join(run["setting"] for cell in cells for run in cell[3]) + "\n")
            for cell in cells:
                print(f"{notebook}: {cell[2]}; seeds {' '.join(run['parameters'].get('seed', '') for run in cell[3])}", flush=True)
            environment = {key: value for key, value in os.environ.items() if key not in ("SCALE", "DPGNN_KEPT", "DPGNN_KEEP")} | {"DPGNN_AGAIN": folder}
            lab = [os.path.join(root, "environment", "lab"), "--run", notebook, "--out", os.path.join(folder, "run.ipynb")]
            done = subprocess.run(lab, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            if done.returncode:
                raise Failed(f"notebook {notebook} did not run:\n{done.stdout[-2000:]}")
            for paper, _, name, runs in cells:
                same, total, claims = compare_again(folder, runs)
                print(f"  {same} of {total} figures are equal", flush=True)
                seeds = " ".join(run["parameters"].get("seed", "") for run in runs)
                lines.append([paper, str(seed), notebook, name, seeds, str(same), str(total), claims])
                write_again(root, lines)  # after each, so that an end in the middle loses nothing
    return 0 if all(line[5] == line[6] for line in lines) else 1


# ---- the same verdicts with other seeds


FIRST_NEW = 100  # no kept run has such a seed
VERDICTS = ("notebook", "claim", "first seed", "verdict", "verdict with these seeds", "found with these seeds")


def make_verdicts(root, notebook, first):
    """Trains everything that a notebook shows with other seeds, and sets the verdicts of its claims beside the committed ones."""
    if first < FIRST_NEW:
        raise Failed(f"SEED must be at least {FIRST_NEW}, since kept runs have smaller ones, was {first}")
    path = notebook_path(root, notebook)
    kept = {line["claim"]: line["verdict"] for _, _, lines in given_by([path], "claim", "verdict") for line in lines}
    if not kept:
        raise Failed(f"notebook {notebook} gives no claims with verdicts")
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, os.path.basename(path))
        environment = {key: value for key, value in os.environ.items() if key not in ("SCALE", "DPGNN_KEEP")} | {"DPGNN_FIRST_SEED": str(first)}
        lab = [os.path.join(root, "environment", "lab"), "--run", notebook, "--out", out]
        done = subprocess.run(lab, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        # Assertions on committed figures come after the claims, and may fail with other seeds.
        made = {line["claim"]: line for _, _, lines in given_by([out], "claim", "verdict") for line in lines} if os.path.exists(out) else {}
        if not made:
            raise Failed(f"notebook {notebook} did not come as far as its claims:\n{done.stdout[-2000:]}")
    lines = [[notebook, claim, str(first), verdict, made[claim]["verdict"], made[claim]["found"]] for claim, verdict in kept.items() if claim in made]
    for line in lines:
        print(f"{'same' if line[3] == line[4] else 'other'}: {line[1]}: {line[3]}; with seeds from {first} {line[4]}", flush=True)
    path = os.path.join(root, "environment", "verdicts.csv")
    other = [line for line in read_rows(path) if line[0] != notebook]
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([VERDICTS, *sorted(other + lines, key=lambda line: line[0])])
    return 0 if len(lines) == len(kept) and all(line[3] == line[4] for line in lines) else 1


def read_rows(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


def verdict_lines(root):
    """What came out of testing claims with other seeds, for the page."""
    rows = read_rows(os.path.join(root, "environment", "verdicts.csv"))
    if not rows:
        return []
    same = sum(line[3] == line[4] for line in rows)
    return ["", "`environment/reproduction --verdicts NN SEED` trains all that a notebook shows with other seeds, from SEED on, and gives its claims their",
            "verdicts anew. Notebooks were chosen by what their trainings cost, and not by what came out; 40 and 51 were begun and stopped without a result, since",
            f"they would have taken about two and eleven hours. {same} of {len(rows)} claims have their verdict ([verdicts.csv](../environment/verdicts.csv))."]


AGAIN = ("paper", "chosen by", "notebook", "cell", "seeds", "equal", "figures", "epsilon kept, today")


def again_path(root):
    return os.path.join(root, "environment", "again.csv")


def read_again(root):
    return read_rows(again_path(root))


def write_again(root, lines):
    """The newest choice of each paper stays."""
    papers = {line[0] for line in lines}
    every = [line for line in read_again(root) if line[0] not in papers] + lines
    order = list(PAPERS)
    os.makedirs(os.path.dirname(again_path(root)), exist_ok=True)
    with open(again_path(root), "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([AGAIN, *sorted(every, key=lambda line: order.index(line[0]))])


def again_lines(root):
    """What came out of making cells again, for the page."""
    rows = read_again(root)
    if not rows:
        return []
    equal, figures = (sum(int(line[k]) for line in rows) for k in (5, 6))
    return ["", "`environment/reproduction --again SEED` makes two cells of each paper again from scratch, chosen at random by the seed, and compares every figure",
            "of every seed with the kept one, to the last digit; times and epsilons are left out. HeterPoisson's runs take the noise that the kept run states.",
            f"{equal} of {figures} figures of {len(rows)} cells are equal ([again.csv](../environment/again.csv))."]


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


def counted(findings):
    """Of every published number its label, its item and its cell; each once."""
    return [(p.label, f, p) for f in findings if not f.aside and not f.item.get("again") for p in f.pairs]


def count(findings, labels, trainings):
    found = Counter(label for label, f, _ in counted(findings) if trainings == ("sort" not in f.item))
    return [found[label] for label in labels]


def summary(root):
    """The verdicts of each paper's claims, counted."""
    found = {about["claims"]: dict.fromkeys(STANDINGS, 0) for about in PAPERS.values()}
    for _, _, lines in given(root, "claim", "verdict"):
        for line in lines:
            # the longest that fits: "held in direction" is not "held"
            fits = [s for s in STANDINGS if line["verdict"].startswith(s)]
            if not fits or line["name"] not in found:
                raise Failed(f"a claim must be of {', '.join(found)}, and {', '.join(STANDINGS)}; was of '{line['name']}' and '{line['verdict']}'")
            found[line["name"]][max(fits, key=len)] += 1
    lines = [row("paper", "protects", "notebooks", *STANDINGS), "| --- | --- | --- |" + " ---: |" * len(STANDINGS)]

    def linked(notebooks):
        first, comma, others = notebooks.partition(",")
        return f"[{first}](notebooks/{os.path.basename(notebook_path(root, first))}){comma}{others}"

    return "\n".join([*lines, *(row(f"*{paper}*", about["protects"], linked(about["notebooks"]), *found[about["claims"]].values()) for paper, about in PAPERS.items())])


def counts(findings):
    lines = [row("paper", "", *LABELS), "| --- | --- |" + " ---: |" * len(LABELS)]
    for paper, its in (*by_paper(findings), ("together", findings)):
        lines += [row(paper, "trainings", *count(its, LABELS, True)), row("", "sizes, formulas", *count(its, LABELS, False))]
    return lines


def columns(findings):
    """The numbers of each second column beside those of the same cells as written."""
    sums = {}
    for paper, its in by_paper([f for f in findings if not f.aside]):
        for f in its:
            if f.item.get("again") in SECOND:
                of = sums.setdefault((paper, f.item["item"], f.lines[0]["what"]), [0, 0, 0])
                of[:] = [n + len(cells) for n, cells in zip(of, f.both(its))]
    lines = [row(*of, *numbers) for of, numbers in sums.items() if numbers[0]]
    if not lines:
        return []
    return ["", "Where a paper has a released code, a column *as released* stands beside the column *as written*, and is counted, too; so is a column that a dated protocol",
            "names, which takes one choice of such a code. The labels above are those of the column as written. Of the cells that both columns have:", "",
            row("paper", "published", "second column", "cells", "within as written", "within in the second"), "| --- | --- | --- | ---: | ---: | ---: |", *lines]


def known(finding):
    """What a reader has to know of an item beside its numbers."""
    words = [finding.item.get("note", "")]
    if finding.pairs:
        stand_ins = len(finding.run) - len(finding.real)
        words = [f"{stand_ins} cells on stand-ins or parts" if stand_ins else "", finding.welch(), finding.order(), finding.reasons(), *words]
    return "; ".join(filter(None, words))


def cause_words(f, findings, rules):
    return ", ".join(f"{cause} {n}" for cause, n in causes(f, findings, rules).items())


# What docs/reproduction.csv says of a table or a figure.
COLUMNS = ("paper", "published", "what", "notebook", "cells", "kind", "run", "numbers", "seeds", "limit", "within", "not reproduced", "of these", "cause", "mean", "largest",
           "gains", "loses", "blind", "to know")


def counted_line(f, findings=(), rules=()):
    unit, worst = f.item.get("unit", ""), f.largest()
    labels = {each: [p for p in f.pairs if p.label == each] for each in LABELS}
    missed, refuted = labels[MISSED], labels[CONTRADICTED]
    above = sum(p.off > 0 for p in missed)
    of_these = [f"{above} above, {len(missed) - above} below" if missed else "", f"and {len(refuted)} contradicted" if refuted else ""]
    return line_of(f) | {
        "kind": "as written", "seeds": f.seeds(), "limit": f.item["limit"], "within": len(labels[WITHIN]), "not reproduced": len(missed),
        "of these": "; ".join(filter(None, of_these)), "cause": cause_words(f, findings, rules), "mean": amount(f.mean(), unit, True), "blind": f.guessed(),
        "largest": f"{amount(worst.off, unit, True)} ({worst.key})" if worst and worst.off else ""}


def counted_row(f, findings=(), rules=()):
    line = counted_line(f, findings, rules)
    missed = f"{line['not reproduced']}: {line['of these']}" if line["of these"] else 0
    return row(line["published"], line["what"], link(f, "../"), f"{line['run']} of {line['numbers']}", line["limit"], line["within"], missed, line["cause"], line["mean"], line["blind"])


def line_of(f):
    return {"paper": f.item["paper"], "published": f.item["item"], "what": f.item["what"], "notebook": f.name, "cells": " ".join(map(str, f.cells)),
            "run": len(f.real) if f.pairs else "", "numbers": len(f.pairs) or "", "to know": known(f)}


def shown_line(f, findings):
    if not f.pairs:
        only = f.item.get("mark_figure") and all("stand-in" in line for line in f.shown[0].notes if "panel" in line)
        return line_of(f) | {"kind": "on stand-ins only" if only else "shown"}
    gains, loses = f.beside(findings)
    return line_of(f) | {"kind": f.item["again"], "within": len(f.near), "gains": gains, "loses": loses, "mean": amount(f.mean(), f.item["unit"], True),
                         "blind": f.guessed()}


def details(findings, root=ROOT):
    """All that is known of every table and figure, and of what no count has: docs/reproduction.csv."""
    rules, lines = cause_rules(root), []
    for paper, every in by_paper(findings):
        its = [f for f in every if not f.aside]
        first = [f for f in its if f.pairs and not f.item.get("again")]
        lines += [counted_line(f, its, rules) for f in first]
        lines += [shown_line(f, its) for f in its if f not in first and f.kind != "empty" and f.shown]
        left = [(where, many, said) for of, where, many, said in LEFT_OUT if of == paper]
        left += [(f.item["what"], len(f.pairs), f.pairs[0].reason or f.item["note"]) for f in every if f.aside]
        lines += [{"paper": paper, "what": what, "kind": "left out", "numbers": many, "to know": said} for what, many, said in left]
    with io.StringIO() as text:
        writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
        return text.getvalue()


def minutes(notebooks, root):
    """Which command makes the notebooks' tables again, and what that cost, by docs/costs.csv or by the trainings themselves."""
    path = os.path.join(root, "docs", "costs.csv")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        costs = written(file.read())

    def cpu(name, runs):
        seen = [int(costs[key][1]) for key in ((name, "quick", "real", r) for r in runs) if key in costs]
        return time(seen[0]) if seen else None

    def anew(name):
        taken = own_clocks(name, root)
        return cpu(name, ("trained", "none")) or (f"{taken / 60:.0f} min of trainings on the clock" if taken else "not timed")

    said = [f"{name.split('-')[0]} {cpu(name, ('kept', 'none')) or 'not timed'} (anew: {anew(name)})" for name in sorted(notebooks)]
    return [f"Time of a processor: {', '.join(said)}.", ""]


def page(findings, root=ROOT):
    rules = cause_rules(root)
    lines = [
        "# What is reproduced",
        "",
        "Every table of the five papers that holds results. Written by `environment/reproduction` from the outputs that the notebooks are committed with;",
        "`environment/test` fails where this page and they differ. \\[7\\] quick: the seventh executed cell, run at scale quick. The papers' [claims](claims.md) come first.",
        "[reproduction.csv](reproduction.csv) also has figures, other readings, explorations, seeds, largest differences, Welch tests, and all that is left out, with the reason; each",
        "notebook's cells lie in `notebooks/kept`.",
        "",
        "The [rules](reproduction-rules.md) say what counts. A number is *within* where the mean that is found differs from the published one by no more than the limit",
        "of its table, *not reproduced* where it differs by more, *contradicted by arithmetic* where the paper or the public data rule it out, else *not run*. *Blind*: of how",
        "many published numbers the largest class, given to every node, is within the limit: there, to be within says little. *Mean*: of the differences, found less",
        "published, in points of a percentage unless a unit stands there.",
        "`environment/lab --run NN` makes a notebook's tables again from its kept runs, `DPGNN_KEPT= environment/lab --run NN` anew; `--report NN` writes them to files.",
        "Times are those of the busy machine of [costs](costs.md).",
        "",
        *counts(findings),
        *columns(findings),
        *by_cause(findings, rules),
        *again_lines(root),
        *verdict_lines(root),
    ]
    for paper, every in by_paper(findings):
        its = [f for f in every if not f.aside]
        names = {os.path.basename(notebook_path(root, f.item["notebook"])).removesuffix(".ipynb") for f in its}
        first = [f for f in its if f.pairs and not f.item.get("again")]
        lines += ["", f"## {paper}", "", *minutes(names, root)]
        lines += [f"{f.name} was committed without outputs." for f in its if f.kind == "empty"]
        lines += [row("published", "what", "where", "run", "limit", "within", "not reproduced", "cause", "mean", "blind"),
                  "| --- | --- | --- | ---: | --- | ---: | --- | --- | ---: | --- |", *(counted_row(f, its, rules) for f in first)]
    return with_cells("\n".join([*lines, "", "Figures that only draw how a method works are left out."]) + "\n", root)


def between(text, part):
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise Failed(f"README.md and docs/claims.md must each have one line '{BEGIN}' and one '{END}'")
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
            raise Failed(f"a page names a table '{part}' of notebook {number}, which shows none of that title")
        return f"{number} \\[{found[0].cell}\\]<!-- {part} -->"

    return re.sub(r"(\d\d[a-z]?) \\\[(\d*)\\\]<!-- (.+?) -->", cell, text)


def pages(root):
    """What the files must hold, by path."""
    found = comparisons(root)
    findings = sorted([*(Finding(item, root) for item in ITEMS), *found], key=lambda f: list(PAPERS).index(f.item["paper"]))
    readme, claims = os.path.join(root, "README.md"), os.path.join(root, "docs", "claims.md")
    with open(readme, encoding="utf-8") as file:
        front = between(file.read(), summary(root))
    with open(claims, encoding="utf-8") as file:
        claimed = with_cells(between(file.read(), claims_page(root)), root)
    known_cells = {}
    for name in "findings.md", "faults.md":
        with open(os.path.join(root, "docs", name), encoding="utf-8") as file:
            known_cells[file.name] = with_cells(file.read(), root)
    return {readme: front, claims: claimed, **known_cells, os.path.join(root, "docs", "reproduction.md"): page(findings, root),
            os.path.join(root, "docs", "reproduction.csv"): with_cells(details(findings, root), root), **kept_comparisons(found, root)}


def main(arguments):
    if len(arguments) in (2, 3) and arguments[0] == "--again" and arguments[1].isdigit():
        return make_again(ROOT, int(arguments[1]), arguments[2:])
    if len(arguments) == 3 and arguments[0] == "--verdicts" and arguments[2].isdigit():
        return make_verdicts(ROOT, arguments[1], int(arguments[2]))
    if arguments not in ([], ["--check"]):
        print("usage: environment/reproduction [--check | --again SEED [NN,NN] | --verdicts NN SEED]", file=sys.stderr)
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
