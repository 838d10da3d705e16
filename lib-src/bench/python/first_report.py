"""Times the way from one downloaded file to a report: with a checkout that is prepared, and from a fresh clone of this one.

  python3 lib-src/bench/python/first_report.py [--prepared CHECKOUT] [--clone]

The user's script is below: thirty lines of a private logistic regression, and a claim. It runs in a folder that holds dpgnn_audit.py alone.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))

SCRIPT = '''
import math, random, sys
from dpgnn_audit import Graph, audit

NOISE, RATE, STEPS = 4.0, 0.25, 20
coins = random.Random(1)
rows = [[coins.gauss(0, 1) for _ in range(5)] + [1.0] for _ in range(100)]
graph = Graph(rows, labels=[int(row[0] > 0) for row in rows])

def step_sum(data, batch, weights=(0.0,) * 6):
    total = [0.0] * 6
    for i in batch:
        row = [x if math.isfinite(x) else 0.0 for x in data.features[i]]
        score = max(-30.0, min(30.0, sum(w * x for w, x in zip(weights, row))))
        term = [(1 / (1 + math.exp(-score)) - data.labels[i]) * x for x in row]
        norm = math.hypot(*term)
        total = [t + g / max(1.0, norm) for t, g in zip(total, term)]
    return total

def draw(data, seed):
    coins = random.Random(f"draw {seed}")
    return [v for v in data.train if coins.random() < RATE]

def released(data, batch, seed, weights=(0.0,) * 6):
    coins = random.Random(f"noise {seed}")
    return [s + coins.gauss(0, NOISE) for s in step_sum(data, batch, weights)]

def train(data, seed):
    weights = [0.0] * 6
    for t in range(STEPS):
        weights = [w - 0.02 * g for w, g in zip(weights, released(data, draw(data, f"{seed} {t}"), f"{seed} {t}", weights))]
    return weights

report = audit(train, graph, epsilon=1.2, delta=1e-5, unit="row", claim=dict(sampling="poisson", rate=RATE, noise=NOISE, steps=STEPS, clip=1.0),
               step_sum=step_sum, draw=draw, released=released, quiet=True)
print(report)
report.save("audit.html")
sys.exit(report.status)
'''


def timed(words, **other):
    began = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, **other)
    if done.returncode:
        sys.exit(f"{words[0]} ended with status {done.returncode}\n{done.stdout}{done.stderr}")
    return time.monotonic() - began, done.stdout


def report(checkout, file):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(file, folder)
        with open(os.path.join(folder, "mine.py"), "w", encoding="utf-8") as script:
            script.write(SCRIPT)
        given = {k: v for k, v in os.environ.items() if k != "DPGNN_STATE"}
        seconds, said = timed([sys.executable, "mine.py"], cwd=folder, env=dict(given, DPGNN_HOME=checkout))
        assert os.path.getsize(os.path.join(folder, "audit.html"))
        return seconds, said


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prepared", help="a checkout where environment/lab --prepare was run")
    parser.add_argument("--clone", action="store_true", help="clone this checkout, and prepare the clone")
    given = parser.parse_args()
    file = os.path.join(ROOT, "environment", "dpgnn_audit.py")
    if given.prepared:
        seconds, said = report(os.path.abspath(given.prepared), file)
        print(f"{said}\nprepared checkout: report after {seconds:.1f} s", flush=True)
    if given.clone:
        with tempfile.TemporaryDirectory() as folder:
            clone = os.path.join(folder, "dpgnn")
            cloned, _ = timed(["git", "clone", "-q", "--no-hardlinks", ROOT, clone])
            prepared, _ = timed([os.path.join(clone, "environment", "lab"), "--prepare"])
            seconds, said = report(clone, file)
            print(f"{said}\nfresh clone: cloned in {cloned:.1f} s, prepared in {prepared:.1f} s, report after {seconds:.1f} s more", flush=True)
