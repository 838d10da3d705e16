"""Puts what runs of notebooks cost into docs/costs.csv and into the notebooks' first cells: environment/costs.py [FILE]...

A FILE has a line "notebook,scale,data,runs,seconds,seconds of CPU,megabytes" for every run of a notebook; runner.py writes it where
DPGNN_COSTS names a file, and environment/test --all lets it write environment/.state/costs.csv. The last line counts of those of one notebook,
scale, data (at hand or stand-ins) and runs (kept ones, or trained). What no FILE names stays as it is. Times are of one machine and one
hour, so no test compares them; that page and notebooks say the same is tested.
"""

import csv
import glob
import gzip
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN, END = "<!-- begin: environment/costs.py -->", "<!-- end: environment/costs.py -->"
SCALES = ("ci", "quick", "paper")
DATA = ("real", "stand-ins")
RUNS = ("trained", "kept", "none")
HEAD = ("notebook", "scale", "data", "runs", "seconds", "seconds of CPU", "megabytes")


def order(key):
    return key[0], SCALES.index(key[1]), DATA.index(key[2]), RUNS.index(key[3])


def table(costs):
    return "".join(",".join(line) + "\n" for line in (HEAD, *((*key, *costs[key]) for key in sorted(costs, key=order))))


def written(text):
    """Costs by notebook, scale, data and runs: seconds, seconds of CPU, megabytes."""
    head, *rows = csv.reader(text.splitlines())
    if tuple(head) != HEAD:
        raise SystemExit(f"docs/costs.csv must have the columns {','.join(HEAD)}, had {','.join(head)}")
    return {tuple(row[:4]): tuple(row[4:]) for row in rows}


def between(text, name):
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise SystemExit(f"{name} must have one line '{BEGIN}' and one '{END}'")
    before, rest = text.split(BEGIN)
    return before, *rest.split(END)


def merged(text, lines):
    costs = written(text)
    for number, row in enumerate(csv.reader(lines), 1):
        if len(row) != 7:
            raise SystemExit(f"line {number} of the costs must have notebook,scale,data,runs,seconds,cpu,megabytes, was {','.join(row)}")
        name, scale, data, runs, seconds, cpu, mb = row
        if scale in SCALES:
            costs[name, scale, data, runs] = (f"{float(seconds):.0f}", f"{float(cpu):.0f}", mb)
    return table(costs)


def run_all(costs, name):
    """The seconds of Run All on real data, as a notebook is committed; None where nobody timed it."""
    found = [costs[name, "quick", "real", runs][0] for runs in ("kept", "none") if (name, "quick", "real", runs) in costs]
    return found[0] if found else None


# ---- the line in a notebook's first cell


def time(seconds):
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


# Figures of a run that say how long it took.
CLOCKS = ("seconds", "training seconds", "generating seconds")


def own_clocks(name, root):
    """The seconds that a notebook's kept trainings took by their own clocks; None where one has none."""
    path = os.path.join(root, "notebooks", "kept", name + ".jsonl.gz")
    if not os.path.exists(path):
        return None
    with gzip.open(path, "rt", encoding="utf-8") as file:
        taken = [[float(value) for key, value in run["metrics"].items() if key in CLOCKS] for run in map(json.loads, file) if "metrics" in run]
    return sum(map(sum, taken)) if all(taken) else None


def of_scale(costs, name, scale, root=ROOT):
    """ "12 s from kept runs (4 min without them)"; the larger one where both kinds of data were timed. Stand-ins are trained in much less
    time than real data, so they say nothing of what kept runs of real data save."""
    def most(kinds, *runs):
        found = [int(costs[name, scale, data, r][1]) for data in kinds for r in runs if (name, scale, data, r) in costs]
        return max(found) if found else None

    kept = most(DATA, "kept", "none")
    trained = most(["real"] if (name, scale, "real", "kept") in costs else DATA, "trained")
    if kept is None and trained is None:
        return f"{scale} not timed"
    if kept is None:
        return f"{scale} {time(trained)}" + (" where no runs are kept" if scale == "quick" else "")
    if not any((name, scale, data, "kept") in costs for data in DATA):
        return f"{scale} {time(kept)}"
    taken = own_clocks(name, root)
    anew = time(trained) if trained is not None else f"trainings of {time(taken)} on the clock" if taken else ""
    return f"{scale} {time(kept)} from kept runs" + (f" ({anew} without them)" if anew else "")


def line(costs, name, root=ROOT, up="../"):
    scales = ", ".join(of_scale(costs, name, scale, root) for scale in SCALES)
    return f"*What it costs, in time of a processor ([all figures]({up}docs/costs.md)): {scales}.*"


def with_line(source, text):
    """The first cell, with the line below its title."""
    block = f"{BEGIN}\n{text}\n{END}"
    if BEGIN in source:
        before, _, after = between(source, "the first cell")
        return before + block + after
    title, _, rest = source.partition("\n")
    return f"{title}\n\n{block}\n{rest}" if rest else f"{title}\n\n{block}"


RINGS = ("", "review", "beyond")


def notebooks(root, name="*"):
    """The paths of all notebooks of this name, by name: those of the three rings, and no solutions."""
    found = [path for ring in RINGS for path in glob.glob(os.path.join(root, "notebooks", ring, name + ".ipynb"))]
    return sorted(found, key=os.path.basename)


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def with_costs(path, costs):
    """What the notebook's file must hold; its first cell is text."""
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    cell = notebook["cells"][0]
    cell["source"] = with_line("".join(cell["source"]), line(costs, name_of(path), up="../" if os.path.basename(os.path.dirname(path)) == "notebooks" else "../../")).splitlines(keepends=True)
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(files, root=ROOT):
    page = os.path.join(root, "docs", "costs.csv")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    text = merged(text, [])
    for each in files:
        with open(each, encoding="utf-8") as file:
            text = merged(text, file)
    results = {page: text}
    results.update({path: with_costs(path, written(text)) for path in notebooks(root)})
    for path, content in results.items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)


if __name__ == "__main__":
    main(sys.argv[1:])
