"""Times one private training step in PyTorch and in dpgnn, in turns, on one thread, and prints the ratios.

Times are CPU milliseconds of that thread, so that other work on the machine disturbs them little.

The model and batch are those of lib-src/bench/java/dpgnn/nn/PrivateStep.java: 4096 stars of one centre and two leaves,
mean aggregation, two hidden ReLU layers, flat clipping at 1/2, Gaussian noise, Adam. Three ways in PyTorch:

  ghost   norms from inputs and signals of each layer, one product per layer for the clipped sum
  einsum  per-sample gradients of each layer formed by einsum (what Opacus does)
  vmap    per-sample gradients by torch.func.vmap(grad(...)) (what the HeterPoisson authors do)

PyTorch comes from Debian's python3-torch or any newer wheel. dpgnn: mvn -Pbench test-compile, then give its class path:

  OMP_WAIT_POLICY=PASSIVE python3 lib-src/bench/python/private_step.py --classpath "$CLASSPATH" [--turns 7] [--slow]
"""

import argparse
import os
import statistics
import subprocess
import time

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import torch
import torch.nn.functional as F

EXAMPLES, NODES, CLIP = 4096, 20_000, 0.5
SIZES = [(128, 128, 4), (767, 128, 10), (602, 256, 41)]


class Step:
    """One private step; the subclasses differ in how they come to the clipped sum."""

    def __init__(self, d, h, c):
        torch.manual_seed(1)
        self.features = torch.rand(NODES, d) * 2 - 1
        self.nodes = torch.randint(NODES, (EXAMPLES, 3))
        self.labels = torch.randint(c, (EXAMPLES,))
        self.layers = [torch.nn.Linear(d, h), torch.nn.Linear(h, h), torch.nn.Linear(h, c)]
        self.parameters = [p for layer in self.layers for p in (layer.weight, layer.bias)]
        self.adam = torch.optim.Adam(self.parameters, lr=1e-3)

    def inputs(self):
        gathered = self.features.index_select(0, self.nodes.reshape(-1))
        return gathered.view(EXAMPLES, 3, -1).mean(1)

    def signals(self):
        """Inputs and back-propagated signals of every layer, by hand: autograd would only add to the time."""
        a = [self.inputs()]
        for layer in self.layers[:-1]:
            a.append(torch.relu_(torch.addmm(layer.bias, a[-1], layer.weight.t())))
        logits = torch.addmm(self.layers[-1].bias, a[-1], self.layers[-1].weight.t())
        signal = torch.softmax(logits, 1)
        signal[torch.arange(EXAMPLES), self.labels] -= 1
        b = [signal]
        for i in (2, 1):
            signal = (signal @ self.layers[i].weight) * (a[i] > 0)
            b.insert(0, signal)
        return a, b

    def __call__(self):
        with torch.no_grad():
            for p, g in zip(self.parameters, self.clipped_sums()):
                p.grad = (g + CLIP * torch.randn_like(g)) / EXAMPLES
        self.adam.step()


class Ghost(Step):
    def clipped_sums(self):
        a, b = self.signals()
        norms = sum((x.square().sum(1) + 1) * y.square().sum(1) for x, y in zip(a, b)).sqrt()
        factor = (CLIP / norms).clamp(max=1).unsqueeze(1)
        for x, y in zip(a, b):
            y = y * factor
            yield y.t() @ x
            yield y.sum(0)


class Einsum(Step):
    def clipped_sums(self):
        a, b = self.signals()
        each = []
        for x, y in zip(a, b):
            each += [torch.einsum("ni,nj->nij", y, x), y]
        norms = sum(g.flatten(1).square().sum(1) for g in each).sqrt()
        factor = (CLIP / norms).clamp(max=1)
        return [torch.einsum("n,n...->...", factor, g) for g in each]


class Vmap(Step):
    def __init__(self, d, h, c):
        super().__init__(d, h, c)
        try:
            from torch.func import grad, vmap
        except ImportError:
            from functorch import grad, vmap

        def loss(parameters, x, y):
            w1, b1, w2, b2, w3, b3 = parameters
            h1 = F.relu(F.linear(x, w1, b1))
            h2 = F.relu(F.linear(h1, w2, b2))
            return F.cross_entropy(F.linear(h2, w3, b3).unsqueeze(0), y.unsqueeze(0))

        self.each = vmap(grad(loss), in_dims=(None, 0, 0))

    def clipped_sums(self):
        each = self.each(tuple(p.detach() for p in self.parameters), self.inputs(), self.labels)
        norms = sum(g.flatten(1).square().sum(1) for g in each).sqrt()
        factor = (CLIP / norms).clamp(max=1)
        return [torch.einsum("n,n...->...", factor, g) for g in each]


def median_time(step, rounds):
    times = []
    for _ in range(rounds):
        start = time.thread_time()
        step()
        times.append((time.thread_time() - start) * 1e3)
    return statistics.median(times)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--classpath", required=True, help="target/test-classes, target/classes and the dependencies")
    options.add_argument("--java", default="java")
    options.add_argument("--turns", type=int, default=7)
    options.add_argument("--rounds", type=int, default=10)
    options.add_argument("--slow", action="store_true", help="time einsum and vmap as well (seconds a step, gigabytes)")
    chosen = options.parse_args()
    torch.set_num_threads(1)
    ours = subprocess.Popen(
        [chosen.java, "-Xmx2g", "-cp", chosen.classpath, "dpgnn.nn.PrivateStep"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)

    def dpgnn(size, rounds):
        ours.stdin.write(f"{size} {rounds}\n")
        ours.stdin.flush()
        for line in ours.stdout:
            if line.startswith("median "):
                return float(line.split()[1])
        raise SystemExit("dpgnn stopped; is the class path right?")

    print(f"PyTorch {torch.__version__}, one thread; medians over {chosen.turns} turns")
    for d, h, c in SIZES:
        size = f"{d},{h},{c}"
        dpgnn(size, 1)
        ghost = Ghost(d, h, c)
        median_time(ghost, 20)
        ratios, mine, theirs = [], [], []
        for _ in range(chosen.turns):
            mine.append(dpgnn(size, chosen.rounds))
            theirs.append(median_time(ghost, chosen.rounds))
            ratios.append(theirs[-1] / mine[-1])
        m = statistics.median(mine)
        print(f"{size}: dpgnn {m:.1f} ms; ghost {statistics.median(theirs):.1f} ms, "
              f"ratio {statistics.median(ratios):.2f} (from {min(ratios):.2f} to {max(ratios):.2f})", flush=True)
        if chosen.slow:
            for way in (Einsum, Vmap):
                t = median_time(way(d, h, c), 3)
                print(f"  {way.__name__.lower()} {t:.0f} ms, ratio {t / m:.0f}", flush=True)
    ours.stdin.close()


if __name__ == "__main__":
    main()
