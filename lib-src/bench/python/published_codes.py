"""Audits small versions of published codes with what they claim, and the same without the fault; docs/audit-your-code.md says what came out.

  python3 lib-src/bench/python/published_codes.py [--into codes.jsonl]

Each class is written from a reading of the repository that it names: its sampler, its clip, its noise and its accounting, on small
graphs. NumPy is Debian's python3-numpy; DPGNN_HOME names a checkout where environment/lab --prepare was run, if not this one.
"""

import argparse
import json
import math
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "contrib", "python"))

import numpy as np

from dpgnn_audit import Graph, Library, audit, check


def softmax(scores):
    made = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return made / made.sum(axis=-1, keepdims=True)


def clipped(gradient, clip):
    norm = np.linalg.norm(gradient)
    return gradient * min(1.0, clip / norm) if np.isfinite(norm) and norm > 0 else np.zeros_like(gradient)


def finite(rows):
    rows = np.array(rows, dtype=float)
    return np.where(np.isfinite(rows), rows, 0.0)


def calibrated(library, epsilon, delta, **claim):
    """The noise with which the accountants allow this epsilon."""
    return float(library.ask("account", noise=1e-2, epsilon=epsilon, delta=delta, **claim)["noise_up"])


def communities(seed, nodes=60, parts=4):
    """Nodes that are linked within their part, one of each part to all others of it."""
    coins = random.Random(seed)
    labels = [v % parts for v in range(nodes)]
    edges = set()
    for v in range(nodes):
        own = [u for u in range(nodes) if u != v and labels[u] == labels[v]]
        for u in coins.sample(own, len(own) if v < parts else 1):
            edges |= {(u, v), (v, u)} if min(u, v) < parts else {(u, v)}
    features = [[coins.gauss(2.0 if k == labels[v] else 0.0, 1.0) for k in range(parts)] for v in range(nodes)]
    return Graph(features, sorted(edges), labels)


class AdjacencyEncoder:
    """DPDGC (Chien and others, NeurIPS 2023; thupchnsky/dp-gnn, dpdgc_ndp.py and noisy_sgd.py): a network on rows of the adjacency matrix.

    A row is an example: its gradient is clipped to 1, and batches are drawn without replacement. One node changes its own row and those of
    at most D others, since columns keep at most D entries; the noise is multiplied by 2 sqrt(D + 1), and amplification is that of one row.
    """

    DEGREE, BATCH, EPOCHS, EPSILON, DELTA = 14, 16, 100, 16.0, 1e-2

    def __init__(self, library, right):
        self.graph = communities(3)
        nodes = self.graph.nodes
        coins = np.random.default_rng(1)
        self.weights = coins.normal(0, 1, (nodes, 8)) / math.sqrt(self.DEGREE), coins.normal(0, 1, (8, 4)) / math.sqrt(8)
        drawn = dict(sampling="without_replacement", population=nodes, batch=self.BATCH, steps=self.EPOCHS * nodes // self.BATCH)
        if right:
            drawn["terms"] = self.DEGREE + 1
        noise = calibrated(library, self.EPSILON, self.DELTA, sensitivity=2, **drawn)
        self.claim = dict(drawn, noise=noise, clip=1.0 if right else math.sqrt(self.DEGREE + 1))

    def rows(self, data):
        made, kept = np.zeros((data.nodes, self.graph.nodes)), {}
        for a, b in data.edges:  # b is in the row of a; a column keeps the first D
            kept[b] = kept.get(b, 0) + 1
            if kept[b] <= self.DEGREE:
                made[a, data.ids[b]] = 1.0
        return made

    def step_sum(self, data, batch):
        rows, total = self.rows(data), np.zeros(sum(w.size for w in self.weights))
        for v in batch:
            hidden = rows[v] @ self.weights[0]
            error = softmax(hidden @ self.weights[1]) - np.eye(4)[data.labels[v]]
            parts = np.outer(rows[v], self.weights[1] @ error), np.outer(hidden, error)
            total += clipped(np.concatenate([p.ravel() for p in parts]), 1.0)
        return total

    def released(self, data, batch, seed):
        total = self.step_sum(data, batch)
        return total + np.random.default_rng(seed).normal(0, self.claim["noise"] * self.claim["clip"], total.size)

    def draw(self, data, seed):
        return random.Random(seed).sample(data.train, self.BATCH)

    def audit(self, library):
        report = audit(None, self.graph, epsilon=self.EPSILON, delta=self.DELTA, claim=self.claim, step_sum=self.step_sum, draw=self.draw,
                       released=self.released, quiet=True, library=library)
        rows = dict(self.claim, noise=self.claim["noise"] * self.claim["clip"], clip=1.0, terms=self.DEGREE + 1)
        report.remarks.append("With D + 1 rows: " + check(epsilon=self.EPSILON, delta=self.DELTA, library=library, **rows).tried[0][2])
        return report


class CountedSteps:
    """PrivIM (TechReport2025/PrivIM, train.py): noise for 20 steps, and 20 epochs of all batches; its defaults on LastFM.

    128 subgraphs, batches of 16, each node in at most 10 subgraphs, epsilon 3 at delta 1e-4. The code accounts for batches without
    replacement and shuffles instead.
    """

    SUBGRAPHS, BATCH, TIMES, COUNTED, EPOCHS, EPSILON, DELTA = 128, 16, 10, 20, 20, 3.0, 1e-4

    def __init__(self, library, right):
        drawn = dict(sampling="without_replacement", population=self.SUBGRAPHS, batch=self.BATCH, terms=self.TIMES, sensitivity=2)
        noise = calibrated(library, self.EPSILON, self.DELTA, steps=self.COUNTED, **drawn)
        self.claim = dict(drawn, noise=noise, steps=self.COUNTED if right else self.EPOCHS * self.SUBGRAPHS // self.BATCH)

    def audit(self, library):
        return check(epsilon=self.EPSILON, delta=self.DELTA, library=library, **self.claim)


class RepeatedWalks:
    """A public code of Ayle and others (2023): Selich/PrivateGraphWalks, drw_sampler.py and dp_utils.py, with its R, length, clip and noise.

    Walks of one root shall make one subgraph; the code appends it once for each of its R walks, and every entry of the list is a noisy step
    of an epoch. A node in one subgraph would be one step's; its row is replaced. A batch is all that an epoch trains on.
    """

    WALKS, LENGTH, CLIP, NOISE, DELTA = 2, 5, 0.1, 2.0, 1e-5

    def __init__(self, library, right):
        self.right, self.graph = right, communities(4)
        self.weights = np.random.default_rng(2).normal(0, 0.5, (4, 4))
        self.claim = dict(sampling="full", population=self.graph.nodes, noise=self.NOISE, steps=1, clip=self.CLIP)
        self.epsilon = float(library.ask("account", sampling="full", noise=self.NOISE, steps=1, sensitivity=2, epsilon=0, delta=self.DELTA)["epsilon_up"])

    def subgraphs(self, data, seed):
        coins, left, made = random.Random(seed), set(data.train), []
        linked = [[] for _ in range(data.nodes)]
        for a, b in data.edges:
            linked[a].append(b)
        while left:
            root = coins.choice(sorted(left))
            left.remove(root)
            nodes = [root]
            for walk in range(self.WALKS):
                at = root
                for _ in range(self.LENGTH):
                    on = [u for u in linked[at] if u in left]
                    if not on:
                        break
                    at = coins.choice(on)
                    nodes.append(at)
                    left.remove(at)
                if not self.right or walk == 0:
                    made.append(nodes)
        return made

    def step_sum(self, data, batch):
        features, total, wanted = finite(data.features), np.zeros(16), set(batch)
        linked = np.eye(data.nodes)
        for a, b in data.edges:
            linked[a, b] = 1.0
        for nodes in self.subgraphs(data, 0):
            if wanted.isdisjoint(nodes):
                continue
            passed = linked[np.ix_(nodes, nodes)] @ features[nodes]
            error = softmax(passed @ self.weights) - np.eye(4)[[data.labels[v] for v in nodes]]
            total += clipped((passed.T @ error).ravel() / len(nodes), self.CLIP)
        return total

    def draw(self, data, seed):
        return [v for nodes in self.subgraphs(data, seed) for v in nodes]

    def audit(self, library):
        return audit(None, self.graph, epsilon=self.epsilon, delta=self.DELTA, relation="replace", claim=self.claim, step_sum=self.step_sum,
                     draw=self.draw, quiet=True, library=library)


class NoisyTeacher:
    """PrivGNN (Olatunji and others 2023; iyempissy/privGnn, knn_graph.py and all_config.py): one answer to a public query.

    A random 30 % of private nodes, of these the nearest ones, a teacher trained on them without privacy, Laplace noise 1/epsilon on each
    number of its log-softmax, the largest is the label; accounted as a sensitivity of 1, at epsilon 0.8 before sampling. The unit lies where
    the query is and has another label.
    """

    SHARE, NEAREST, EPSILON, STEPS = 0.3, 6, 0.8, 300

    def __init__(self, library, right):
        self.right = right
        coins = np.random.default_rng(5)
        self.query = np.full(4, 4.0)
        others = (coins.normal(0, 1, (59, 4)) + 1.0).tolist()
        self.worlds = Graph(others, labels=[0] * 59), Graph(others + [self.query.tolist()], labels=[0] * 59 + [1])

    def teacher(self, rows, labels):
        weights = np.zeros((rows.shape[1] + 1, 2))
        rows = np.hstack([rows, np.ones((len(rows), 1))])
        for _ in range(self.STEPS):
            weights -= 0.5 * rows.T @ (softmax(rows @ weights) - np.eye(2)[labels]) / len(rows)
        return np.log(softmax(np.append(self.query, 1.0) @ weights) + 1e-300)

    def train(self, data, seed):
        coins = np.random.default_rng(seed)
        features, labels = np.array(data.features), np.array(data.labels)
        chosen = coins.choice(data.nodes, int(self.SHARE * data.nodes), replace=False)
        nearest = chosen[np.argsort(np.linalg.norm(features[chosen] - self.query, axis=1))[:self.NEAREST]]
        if self.right:  # votes of neighbours: one node moves two counts by one each
            scores = np.bincount(labels[nearest], minlength=2) + coins.laplace(0, 2 / self.EPSILON, 2)
        else:
            scores = self.teacher(features[nearest], labels[nearest]) + coins.laplace(0, 1 / self.EPSILON, 2)
        return [float(np.argmax(scores))]

    def audit(self, library):
        amplified = math.log1p(self.SHARE * math.expm1(self.EPSILON))
        return audit(self.train, worlds=self.worlds, epsilon=amplified, delta=1e-5, unit="row", trainings=300, quiet=True, library=library)


CODES = {"DPDGC": AdjacencyEncoder, "PrivIM": CountedSteps, "PrivateGraphWalks": RepeatedWalks, "PrivGNN": NoisyTeacher}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--code", action="append", choices=list(CODES))
    parser.add_argument("--into", help="a file of JSON lines")
    given = parser.parse_args()
    with Library() as library:
        for name in given.code or CODES:
            for right in False, True:
                clock, cpu = time.monotonic(), time.process_time()
                report = CODES[name](library, right).audit(library)
                clock, cpu = time.monotonic() - clock, time.process_time() - cpu
                print(f"==== {name}, {'without the fault' if right else 'as published'}: {clock:.1f} s\n{report}", flush=True)
                if given.into:
                    with open(given.into, "a", encoding="utf-8") as file:
                        file.write(json.dumps(dict(json.loads(report.json()), code=name, right=right, clock=clock, cpu=cpu)) + "\n")
