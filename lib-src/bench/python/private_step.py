"""Times one private training step in PyTorch and in dpgnn, and the matrix products alone, in turns, and prints the ratios.

With one thread, times are CPU milliseconds of that thread, so that other work on the machine disturbs them little; with more,
they are milliseconds on the wall, and the least of a turn is taken.

The model and batch are those of lib-src/bench/java/dpgnn/nn/PrivateStep.java: 4096 stars of one centre and two leaves out of
20,000 nodes, mean aggregation, two hidden ReLU layers, flat clipping at 1/2, Gaussian noise, Adam; steps alternate between
two batches. Ways in PyTorch:

  ghost   norms from inputs and signals of each layer, one product per layer for the clipped sum
  gather  the same, aggregating by index_select and mean instead of embedding_bag
  einsum  per-sample gradients of each layer formed by einsum (what Opacus does)
  vmap    per-sample gradients by torch.func.vmap(grad(...)) (what the HeterPoisson authors do)

PyTorch comes from Debian's python3-torch or any newer wheel. It gains much by an allocator that keeps its memory
(MALLOC_MMAP_THRESHOLD_ below); this script sets that, --default-malloc leaves it. dpgnn: mvn -Pbench,scale -DskipTests package, then give
its class path:

  python3 lib-src/bench/python/private_step.py --classpath "$CLASSPATH" [--threads 2] [--turns 7] [--slow]
"""

import argparse
import os
import statistics
import subprocess
import sys
import time

KEEP = {"MALLOC_MMAP_THRESHOLD_": "1073741824", "MALLOC_TRIM_THRESHOLD_": "4294967296", "MALLOC_TOP_PAD_": "268435456"}


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--classpath", required=True, help="the tests' classes and the class path of target/test-classpath")
    parser.add_argument("--java", default="java")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--default-malloc", action="store_true", help="leave PyTorch's allocator as it is")
    parser.add_argument("--slow", action="store_true", help="time einsum and vmap as well (seconds a step, gigabytes)")
    return parser.parse_args()


CHOSEN = options()
# Both are read when a process starts: begin again with them.
wanted = {"OMP_WAIT_POLICY": "PASSIVE", "OMP_NUM_THREADS": str(CHOSEN.threads)}
wanted.update({} if CHOSEN.default_malloc else KEEP)
if any(os.environ.get(name) != value for name, value in wanted.items()):
    os.environ.update(wanted)
    os.execv(sys.executable, [sys.executable] + sys.argv)

import torch
import torch.nn.functional as F

EXAMPLES, NODES, CLIP = 4096, 20_000, 0.5
SIZES = [(128, 128, 4), (767, 128, 10), (602, 256, 41)]


class Step:
    """One private step; the subclasses differ in how they come to the clipped sum."""

    def __init__(self, d, h, c):
        torch.manual_seed(1)
        self.features = torch.rand(NODES, d) * 2 - 1
        self.batches = [(torch.randint(NODES, (EXAMPLES, 3)), torch.randint(c, (EXAMPLES,))) for _ in range(2)]
        self.take()
        self.layers = [torch.nn.Linear(d, h), torch.nn.Linear(h, h), torch.nn.Linear(h, c)]
        self.parameters = [p for layer in self.layers for p in (layer.weight, layer.bias)]
        self.adam = torch.optim.Adam(self.parameters, lr=1e-3)

    def take(self):
        self.batches.reverse()
        self.nodes, self.labels = self.batches[0]

    def inputs(self):
        return F.embedding_bag(self.nodes, self.features, mode="mean")

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
        self.take()
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


class Gather(Ghost):
    def inputs(self):
        gathered = self.features.index_select(0, self.nodes.reshape(-1))
        return gathered.view(EXAMPLES, 3, -1).mean(1)


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


def time_of(step, rounds):
    """Median and least."""
    clock = time.thread_time if CHOSEN.threads == 1 else time.perf_counter
    times = []
    for _ in range(rounds):
        start = clock()
        step()
        times.append((clock() - start) * 1e3)
    return statistics.median(times), min(times)


def main():
    torch.set_num_threads(CHOSEN.threads)
    which = 0 if CHOSEN.threads == 1 else 1
    ours = subprocess.Popen(
        [CHOSEN.java, "-Xmx2g", f"-Ddpgnn.threads={CHOSEN.threads}", "--add-modules", "jdk.incubator.vector", "-cp", CHOSEN.classpath, "dpgnn.nn.kernel.StepClock"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)

    def dpgnn(what, size, rounds):
        ours.stdin.write(f"{what} {size} {rounds}\n")
        ours.stdin.flush()
        for line in ours.stdout:
            if line.startswith("times "):
                return [float(t) for t in line.split()[1:]][which]
        raise SystemExit("dpgnn stopped; is the class path right?")

    print(f"PyTorch {torch.__version__}, threads: {CHOSEN.threads}, "
          f"{'default' if CHOSEN.default_malloc else 'keeping'} allocator; "
          f"medians over {CHOSEN.turns} turns of the {('median', 'least')[which]} of {CHOSEN.rounds} steps, in ms")
    for d, h, c in SIZES:
        size = f"{d},{h},{c}"
        ghost, gather = Ghost(d, h, c), Gather(d, h, c)
        ways = {
            "floor": lambda n: dpgnn("floor", size, n),
            "dpgnn": lambda n: dpgnn("step", size, n),
            "ghost": lambda n: time_of(ghost, n)[which],
            "gather": lambda n: time_of(gather, n)[which],
        }
        for way in ways.values():
            way(3)
        turns = [{name: way(CHOSEN.rounds) for name, way in ways.items()} for _ in range(CHOSEN.turns)]
        times = {name: statistics.median(turn[name] for turn in turns) for name in ways}

        def ratio(a, b):
            each = [turn[a] / turn[b] for turn in turns]
            return f"{a}/{b} {statistics.median(each):.2f} ({min(each):.2f} to {max(each):.2f})"

        print(f"{size}: " + ", ".join(f"{name} {t:.1f}" for name, t in times.items()))
        print("  " + "; ".join(ratio(*pair) for pair in (
            ("ghost", "dpgnn"), ("gather", "dpgnn"), ("dpgnn", "floor"), ("ghost", "floor"))), flush=True)
        if CHOSEN.slow:
            for way in (Einsum, Vmap):
                t = time_of(way(d, h, c), 3)[which]
                print(f"  {way.__name__.lower()} {t:.0f} ms, ratio {t / times['dpgnn']:.0f}", flush=True)
    ours.stdin.close()


if __name__ == "__main__":
    main()
