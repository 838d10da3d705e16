"""Audits a private GCN in PyTorch as it should be, and with each of ten faults, many times; docs/audit-your-code.md says what came out.

  python3 lib-src/bench/python/planted_faults.py --reports 100 --into faults.jsonl      (goes on where it was stopped)
  python3 lib-src/bench/python/planted_faults.py --table faults.jsonl [MORE]

60 nodes in twelve groups of five; edges within groups and, for faults that follow them, between groups. A group has one clipped
gradient, Poisson sampling draws groups, and one node of a group is removed: a term is replaced by another. Report i has seed i, whatever
the fault. PyTorch is Debian's python3-torch; DPGNN_HOME names a checkout where environment/lab --prepare was run, if not this one.
"""

import argparse
import json
import math
import os
import random
import re
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "contrib", "python"))

import torch

from dpgnn_audit import Graph, Library, audit

GROUPS, GROUP, WIDTH, HIDDEN, CLASSES = 12, 5, 6, 8, 3
RATE, NOISE, STEPS, CLIP, DELTA = 0.25, 4.0, 8, 1.0, 1e-5
EPSILON, AT_TEN_DELTA = 1.359, 1.143  # at delta, and at ten times delta
CLAIM = dict(sampling="poisson", rate=RATE, population=GROUPS, noise=NOISE, steps=STEPS, clip=CLIP, sensitivity=2)
# Each fault, and the sentences that name it.
FAULTS = {"none": ".", "noise of a sum on the mean": "breaks no claim", "noise over the batch": "The noise has a deviation of at most",
          "clip after the sum": "One example more|Between two", "shuffled batches accounted as Poisson": "as shuffling does",
          "neighbours outside the batch": "Between two", "degree of the real graph": "that the unit is not in moves",
          "features standardised over all nodes": "that the unit is not in moves|Between two", "epsilon at ten times the delta": "is too small",
          "each layer clipped, noise for one": "One example more|Between two", "seed reused": "it is the same for every seed"}

torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)


def graph(seed):
    coins = random.Random(f"graph {seed}")
    nodes = GROUPS * GROUP
    labels = [coins.randrange(CLASSES) for _ in range(nodes)]
    features = [[coins.gauss(1.0 if k == y else 0.0, 1.0) for k in range(WIDTH)] for y in labels]
    pairs = {tuple(sorted(coins.sample(range(g * GROUP, (g + 1) * GROUP), 2))) for g in range(GROUPS) for _ in range(6)}
    pairs |= {tuple(sorted(coins.sample(range(nodes), 2))) for _ in range(nodes)}
    return Graph(features, [e for u, v in sorted(pairs) for e in ((u, v), (v, u))], labels)


def group(data, node):
    return data.ids[node] // GROUP


class Gcn:
    """Two layers, by hand, and private SGD; faults are planted by name."""

    def __init__(self, fault, seed):
        self.fault, self.kept, self.summed = fault, [], (None, None, None)
        coins = torch.Generator().manual_seed(seed)
        self.start = [torch.randn(WIDTH, HIDDEN, generator=coins) / math.sqrt(WIDTH), torch.zeros(HIDDEN),
                      torch.randn(HIDDEN, CLASSES, generator=coins) / math.sqrt(HIDDEN), torch.zeros(CLASSES)]

    def seen(self, data, g):
        """What the network sees of one group: links, features with those of neighbours, nodes to train on, their labels."""
        if not any(data is other for other, _ in self.kept):
            neighbours, members = [[] for _ in range(data.nodes)], {}
            for a, b in data.edges:
                neighbours[a].append(b)
            for u in range(data.nodes):
                members.setdefault(group(data, u), []).append(u)
            features = torch.tensor(data.features)
            features = torch.where(torch.isfinite(features), features, torch.zeros(()))
            if self.fault == "features standardised over all nodes":
                features = (features - features.mean(0)) / (features.std(0) + 1e-9)
            self.kept = self.kept[-1:] + [(data, {g: self.around(data, nodes, neighbours, features) for g, nodes in members.items()})]
        return next(groups for other, groups in self.kept if data is other)[g]

    def around(self, data, members, neighbours, features):
        outside = self.fault == "neighbours outside the batch"
        around = sorted({b for a in members for b in neighbours[a]} | set(members)) if outside else members
        at = {u: i for i, u in enumerate(around)}
        links = torch.eye(len(around))
        pairs = [(at[a], at[b]) for a in around for b in neighbours[a] if b in at]
        if pairs:
            links[tuple(torch.tensor(pairs).T)] = 1.0
        degree = torch.tensor([1.0 + len(neighbours[u]) for u in around]) if self.fault == "degree of the real graph" else links.sum(1)
        links = links / degree.sqrt().outer(degree.sqrt())
        trained = [u for u in members if u in data.train]
        wanted = torch.nn.functional.one_hot(torch.tensor([data.labels[u] for u in trained]), CLASSES)
        return links, links @ features[around], [at[u] for u in trained], wanted

    def term(self, data, g, weights):
        """The gradient of one group's cross-entropy by the weights of each layer."""
        links, inputs, trained, wanted = self.seen(data, g)
        hidden = torch.relu(inputs @ weights[0] + weights[1])
        passed = links @ hidden
        error = (torch.softmax(passed[trained] @ weights[2] + weights[3], 1) - wanted) / len(trained)
        back = links[:, trained] @ error @ weights[2].T * (hidden > 0)
        return [inputs.T @ back, back.sum(0), passed[trained].T @ error, error.sum(0)]

    @staticmethod
    def clipped(parts, clip=CLIP):
        norm = math.sqrt(sum(float((p * p).sum()) for p in parts))
        return [p * min(1.0, clip / norm) if norm else p for p in parts] if math.isfinite(norm) else [torch.zeros_like(p) for p in parts]

    def step_sum(self, data, batch, weights=None):
        weights = self.start if weights is None else weights
        total = [torch.zeros_like(w) for w in weights]
        for g in sorted({group(data, u) for u in batch}):
            parts = self.term(data, g, weights)
            if self.fault == "each layer clipped, noise for one":
                parts = self.clipped(parts[:2]) + self.clipped(parts[2:])
            elif self.fault != "clip after the sum":
                parts = self.clipped(parts)
            total = [t + p for t, p in zip(total, parts)]
        return torch.cat([t.flatten() for t in (self.clipped(total) if self.fault == "clip after the sum" else total)])

    def released(self, data, batch, seed, weights=None):
        groups = max(1, len({group(data, u) for u in batch}))
        scale = {"noise over the batch": 1 / groups, "noise of a sum on the mean": groups}.get(self.fault, 1.0) * NOISE * CLIP
        coins = torch.Generator().manual_seed(1 if self.fault == "seed reused" else seed)
        if weights is not None or self.summed[:2] != (data, batch):
            self.summed = data if weights is None else None, batch, self.step_sum(data, batch, weights)
        total = self.summed[2]
        return total + scale * torch.randn(len(total), generator=coins)

    def draw(self, data, seed):
        coins = random.Random(f"draw {seed}")
        groups = sorted({group(data, u) for u in data.train})
        nodes = lambda drawn: [u for u in data.train if group(data, u) in drawn]
        if self.fault == "shuffled batches accounted as Poisson":
            coins.shuffle(groups)
            size = round(RATE * GROUPS)
            return [nodes(groups[k:k + size]) for k in range(0, GROUPS, size)]
        return nodes({g for g in groups if coins.random() < RATE})

    def trained(self, data, seed):
        """What is published: scores of the row that is asked for."""
        weights, batches = self.start, []
        for step in range(STEPS):
            if not batches:
                drawn = self.draw(data, f"{seed} {step}")
                batches = drawn if drawn and isinstance(drawn[0], list) else [drawn]
            sums = self.released(data, batches.pop(), seed * STEPS + step, weights).split([w.numel() for w in weights])
            weights = [w - 0.1 * s.reshape(w.shape) for w, s in zip(weights, sums)]
        row = torch.tensor(data.asked[0])
        return torch.relu(row @ weights[0] + weights[1]) @ weights[2] + weights[3]


def report(fault, seed, library):
    gcn = Gcn(fault, seed)
    return audit(gcn.trained, graph(seed), epsilon=AT_TEN_DELTA if fault == "epsilon at ten times the delta" else EPSILON, delta=DELTA, claim=CLAIM,
                 step_sum=gcn.step_sum, draw=gcn.draw, released=gcn.released, example=group, trainings=40, seed=1 + 1_000_000 * seed, quiet=True,
                 library=library)


def kept(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file.read().split("\n")[:-1]]


def limits(found, reports, level=0.05):
    """The limits of Clopper and Pearson."""
    def at_least(k, p):
        return math.fsum(math.comb(reports, i) * p ** i * (1 - p) ** (reports - i) for i in range(k, reports + 1))

    def where(holds):
        low, high = 0.0, 1.0
        for _ in range(60):
            low, high = ((low + high) / 2, high) if holds((low + high) / 2) else (low, (low + high) / 2)
        return low

    return (where(lambda p: at_least(found, p) < level / 2) if found else 0.0,
            where(lambda p: 1 - at_least(found + 1, p) > level / 2) if found < reports else 1.0)


def table(paths):
    """In how many reports each fault was named; what else they found is in the second row, as chance alone would."""
    lines = [line for path in paths for line in kept(path)]
    for fault, names in FAULTS.items():
        those = [line for line in lines if line["fault"] == fault]
        if not those:
            continue
        said = [line["faults"] + [r for r in line["remarks"] if "breaks no claim" in r] for line in those]
        found = sum(any(re.search(names, sentence) for sentence in sentences) for sentences in said)
        low, high = limits(found, len(those))
        cpu, clock = (sum(line[kind] for line in those) / len(those) for kind in ("cpu", "clock"))
        print(f"| {fault} | {found} of {len(those)} | {100 * low:.1f} to {100 * high:.1f} % | {cpu / 60:.3f} | {clock:.1f} |")
        kinds = [re.sub(r"[0-9][0-9.e+-]*", "#", sentence)[:60] for sentences in said for sentence in sentences]
        unjudged = sum(bool(line["left_out"]) for line in those)
        print(f"    not judged whole: {unjudged};", "; ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds))))


def run(reports, path, first, chosen):
    lines = kept(path)
    done = {(line["fault"], line["seed"]) for line in lines}
    with open(path + ".new", "w", encoding="utf-8") as file:  # without a line that was cut off
        file.writelines(json.dumps(line) + "\n" for line in lines)
    os.replace(path + ".new", path)
    with Library() as library, open(path, "a", encoding="utf-8") as file:
        for seed in range(first, first + reports):
            for fault in chosen:
                if (fault, seed) in done:
                    continue
                cpu, clock = time.process_time(), time.monotonic()
                made = report(fault, seed, library)
                line = dict(fault=fault, seed=seed, status=made.status, faults=made.faults, remarks=made.remarks, left_out=made.left_out,
                            tried=made.tried, cpu=time.process_time() - cpu, clock=time.monotonic() - clock)
                file.write(json.dumps(line) + "\n")
                file.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--fault", action="append", choices=FAULTS)
    parser.add_argument("--into", default="faults.jsonl")
    parser.add_argument("--table", nargs="+", help="print what these files of reports found")
    given = parser.parse_args()
    if given.table:
        table(given.table)
    else:
        run(given.reports, given.into, given.first, given.fault or FAULTS)
