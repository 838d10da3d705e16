"""A private logistic regression, its audit, and a status: 0, or 1 where something contradicts the claim."""

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
