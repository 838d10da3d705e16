"""Makes what notebooks found again: environment/reproduction --again SEED [NN,NN] | --verdicts NN SEED.

--again makes two cells of each paper again from scratch and compares every figure with the kept one; --verdicts trains a notebook with other seeds
and sets the verdicts of its claims beside the committed ones. dpgnn.study.pages.Reproduction writes the pages.
"""

import csv
import glob
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile

from costs import notebooks as notebooks_of

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Failed(Exception):
    """What is wrong, in words for the user."""


def notebook_path(root, number):
    found = notebooks_of(root, number + "-*")
    if len(found) != 1:
        raise Failed(f"notebooks/{number}-*.ipynb must be one notebook, found {len(found)}")
    return found[0]


def papers(root):
    """The notebooks of each paper, by its title."""
    path = os.path.join(root, "lib-src", "papers", "engine", "main", "resources", "pages", "papers.csv")
    return {line["title"]: line["notebooks"].split(", ") for line in read_lines(path)}


def run_lab(root, notebook, folder, without, **more):
    """Runs a notebook; what it shows goes to a file of the folder."""
    environment = {key: value for key, value in os.environ.items() if key not in without} | more
    lab = [os.path.join(root, "environment", "lab"), "--run", notebook, "--out", os.path.join(folder, "run.ipynb")]
    return subprocess.run(lab, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def read_lines(path):
    """The lines of a CSV by the names of its columns; none where there is no file."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_rows(path):
    return [list(line.values()) for line in read_lines(path)]


def write_rows(path, head, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def exact(text):
    """JSON with its numbers as they are written."""
    return json.loads(text, parse_float=str, parse_int=str, parse_constant=str)


def kept_cells(root, notebook):
    """The runs on real data that a notebook keeps, seed by seed, for each setting: what a cell of its tables is made of."""
    found = glob.glob(os.path.join(root, "notebooks", "kept", notebook + "-*.jsonl.gz"))
    if not found:
        return {}
    with gzip.open(found[0], "rt", encoding="utf-8") as file:
        nodes = [exact(line) for line in file]
    shared = {node["shared"]: node["is"] for node in nodes if "shared" in node}
    cells = {}
    for node in nodes:
        if "experiment" in node and shared[node["data"]]["standIn"] is False:
            cell = {key: value for key, value in node["parameters"].items() if key != "seed"}
            name = f"{node['experiment']}: " + ", ".join(f"{key} {value}" for key, value in sorted(cell.items()))
            cells.setdefault((notebook, name), []).append(node)
    return cells


def chosen(root, seed, notebooks=()):
    """Two cells of each paper, at random."""
    coins, all_chosen = random.Random(seed), []
    for paper, its in papers(root).items():
        cells = {}
        for notebook in its:
            cells.update(kept_cells(root, notebook))
        two = coins.sample(sorted(cells), min(2, len(cells)))
        if not notebooks or set(notebooks) & set(its):
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
            done = run_lab(root, notebook, folder, ("SCALE", "DPGNN_KEPT", "DPGNN_KEEP"), DPGNN_AGAIN=folder)
            if done.returncode:
                raise Failed(f"notebook {notebook} did not run:\n{done.stdout[-2000:]}")
            for paper, _, name, runs in cells:
                same, total, claims = compare_again(folder, runs)
                print(f"  {same} of {total} figures are equal", flush=True)
                seeds = " ".join(run["parameters"].get("seed", "") for run in runs)
                lines.append([paper, str(seed), notebook, name, seeds, str(same), str(total), claims])
                write_again(root, lines)  # after each, so that an end in the middle loses nothing
    return 0 if all(line[5] == line[6] for line in lines) else 1


AGAIN = ("paper", "chosen by", "notebook", "cell", "seeds", "equal", "figures", "epsilon kept, today")


def write_again(root, lines):
    """The newest choice of each paper stays."""
    path, new, order = os.path.join(root, "environment", "again.csv"), {line[0] for line in lines}, list(papers(root))
    every = [line for line in read_rows(path) if line[0] not in new] + lines
    write_rows(path, AGAIN, sorted(every, key=lambda line: order.index(line[0])))


FIRST_NEW = 100  # no kept run has such a seed
VERDICTS = ("notebook", "claim", "first seed", "verdict", "verdict with these seeds", "found with these seeds")


def make_verdicts(root, notebook, first):
    """Trains everything that a notebook shows with other seeds, and sets the verdicts of its claims beside the committed ones."""
    if first < FIRST_NEW:
        raise Failed(f"SEED must be at least {FIRST_NEW}, since kept runs have smaller ones, was {first}")
    name = os.path.basename(notebook_path(root, notebook)).removesuffix(".ipynb")
    kept = {line["claim"]: line["verdict"] for line in read_lines(os.path.join(root, "notebooks", "kept", name + ".claims.csv"))}
    if not kept:
        raise Failed(f"notebook {notebook} gives no claims with verdicts")
    with tempfile.TemporaryDirectory() as folder:
        done = run_lab(root, notebook, folder, ("SCALE", "DPGNN_KEEP"), DPGNN_FIRST_SEED=str(first), DPGNN_CELLS=folder)
        # Assertions on committed figures come after the claims, and may fail with other seeds.
        made = {line["claim"]: line for line in read_lines(os.path.join(folder, "claims.csv"))}
        if not made:
            raise Failed(f"notebook {notebook} did not come as far as its claims:\n{done.stdout[-2000:]}")
    lines = [[notebook, claim, str(first), verdict, made[claim]["verdict"], made[claim]["found"]] for claim, verdict in kept.items() if claim in made]
    for line in lines:
        print(f"{'same' if line[3] == line[4] else 'other'}: {line[1]}: {line[3]}; with seeds from {first} {line[4]}", flush=True)
    path = os.path.join(root, "environment", "verdicts.csv")
    other = [line for line in read_rows(path) if line[0] != notebook]
    write_rows(path, VERDICTS, sorted(other + lines, key=lambda line: line[0]))
    return 0 if len(lines) == len(kept) and all(line[3] == line[4] for line in lines) else 1


def main(arguments):
    if len(arguments) in (2, 3) and arguments[0] == "--again" and arguments[1].isdigit():
        return make_again(ROOT, int(arguments[1]), arguments[2:])
    if len(arguments) == 3 and arguments[0] == "--verdicts" and arguments[2].isdigit():
        return make_verdicts(ROOT, arguments[1], int(arguments[2]))
    print("usage: environment/reproduction [--check | --again SEED [NN,NN] | --verdicts NN SEED]", file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failed as e:
        print(f"reproduction: {e}", file=sys.stderr)
        sys.exit(1)
