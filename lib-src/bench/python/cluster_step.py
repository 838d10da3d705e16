"""Simulates the steps of one training on a cluster, for docs/scale.md. Figures measured on one machine are arguments.

The driver draws, cuts and sends; tasks start one after another and end after a time that varies; a few are slow, and Spark
computes these again when half of all tasks are done; results arrive over one link; the driver adds, hides and moves.
"""
import argparse
import heapq
import random
import statistics


def missing(a, nodes, bytes_each):
    """The share of a node's bytes that a machine's memory does not hold, where all are read equally often."""
    return max(0.0, 1 - a.memory / (nodes * bytes_each))


def step(a, nodes, executors, examples, parameters, coins):
    """Seconds from the draw to the new weights."""
    shares = executors * a.cores
    rows = examples * a.rows
    down = 8 * rows + 4 * (rows - examples) + 12 * examples + 4.0 * parameters * executors
    tasks = shares * a.task_bytes
    begin = examples * (a.draw + 2 * missing(a, nodes, 8 + 4 * a.degree) * a.read) + (down + tasks) / a.network
    mean = rows / shares * (a.row + missing(a, nodes, 4 * a.width) * a.read) + a.start
    ends, slow = [], []
    for share in range(shares):
        start = begin + share * a.launch
        takes = mean * coins.lognormvariate(-0.02, 0.2)
        if coins.random() < a.slow:
            slow.append((start, takes))
        else:
            ends.append(start + takes)
    ends.sort()
    if slow:
        known = ends[len(ends) // 2] if ends else 0
        for start, takes in slow:
            again = max(start + 3 * mean, known + 0.1) + takes  # when Spark looks, every 0.1 s
            ends.append(min(start + 10 * takes, again) if a.speculate else start + 10 * takes)
    heapq.heapify(ends)
    free = 0.0
    at_driver = shares if shares <= 32 else int(shares ** 0.5)
    extra = 0.0 if shares <= 32 else 8.0 * parameters * (shares / at_driver) / a.network + a.job
    for arrived in range(at_driver):
        end = heapq.heappop(ends) if shares <= 32 else max(ends)
        free = max(free, end) + 8.0 * parameters / a.network + parameters * a.add
    return free + extra + a.job + parameters * (a.noise + a.move)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--parameters", type=int, default=100_000)
    parser.add_argument("--rows", type=float, default=3, help="rows of an example")
    parser.add_argument("--cores", type=int, default=4, help="of an executor")
    parser.add_argument("--row", type=float, default=4.6e-6, help="seconds of a core for a row")
    parser.add_argument("--draw", type=float, default=2.8e-7, help="seconds of the driver to draw an example")
    parser.add_argument("--noise", type=float, required=True, help="seconds of the driver for a number's noise")
    parser.add_argument("--move", type=float, default=5e-9, help="seconds of the driver to move a weight")
    parser.add_argument("--add", type=float, default=1e-9, help="seconds of the driver to add a number")
    parser.add_argument("--start", type=float, required=True, help="seconds of a core to start a task")
    parser.add_argument("--launch", type=float, required=True, help="seconds of the driver to launch a task")
    parser.add_argument("--job", type=float, required=True, help="seconds of the driver for a job")
    parser.add_argument("--task-bytes", type=float, default=4000)
    parser.add_argument("--network", type=float, default=1.25e9, help="bytes a second at the driver")
    parser.add_argument("--width", type=int, default=100, help="numbers in a row of features")
    parser.add_argument("--degree", type=float, default=10)
    parser.add_argument("--memory", type=float, default=64e9, help="bytes of a machine that hold pages of files")
    parser.add_argument("--read", type=float, default=1e-4, help="seconds for a page from the disk")
    parser.add_argument("--slow", type=float, default=0.01, help="share of tasks that take ten times as long")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--no-speculation", dest="speculate", action="store_false")
    a = parser.parse_args()
    print("| nodes | examples a step | executors | ms a step, median | of 20, the slowest | times as fast as one |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for nodes in (10**5, 10**7, 10**9):
        for examples in (4_096, 65_536, 524_288) if nodes > 10**5 else (4_096,):
            one = None
            for executors in (1, 4, 16):
                coins = random.Random(1)
                times = sorted(1000 * step(a, nodes, executors, examples, a.parameters, coins) for _ in range(a.steps))
                median = statistics.median(times)
                one = one or median
                slowest = times[len(times) * 19 // 20]
                print(f"| {nodes:,} | {examples:,} | {executors} | {median:.0f} | {slowest:.0f} | {one / median:.1f} |")


if __name__ == "__main__":
    main()
