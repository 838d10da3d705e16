"""Times a fresh kernel from its start to the first trained models on Cora, as a reader of a notebook waits for them.

usage: JUPYTER_PATH=environment/.state/share/jupyter DPGNN_DATA=FOLDER python3 first_model.py [COUNT]

"ready" is the kernel's start. The cells that follow begin with the first word of dpgnn that is compiled and loaded. Processor time is
the kernel's own, all threads together; on a busy machine it is the only figure worth anything.
"""

import os
import statistics
import subprocess
import sys
import time

from jupyter_client.manager import KernelManager

CELLS = {
    "data": """
import dpgnn.graph.data.Datasets;
var data = Datasets.load("cora");
var split = data.publicSplit().orElseThrow();
var view = data.transductive(split);
var test = Evaluation.wholeGraph(data.evaluation(split, Split.Role.TEST));
System.out.println(data.name() + ", " + data.nodes() + " nodes");
""",
    "plain": """
var plain = PlainTrainer.of(Gcn.layers(2, 16), WholeGraph.of(), 100, Streams.seed(1))
        .follow("test accuracy", 100, test.microF1())
        .train(view);
System.out.println("accuracy " + plain.metric("test accuracy"));
""",
    "private": """
var plan = Plan.of(HeterPoisson.of(0.5, 1), Clip.flat(0.5), GaussianNoise.standard()).steps(40).calibrated(8, 1e-4);
var trained = plan.experiment(Gcn.of(16), 1)
        .follow("test accuracy", 40, test.microF1())
        .train(view);
System.out.println("accuracy " + trained.metric("test accuracy") + ", epsilon " + trained.guarantee().epsilon());
""",
}


def run(client, code):
    """What the cell printed."""
    sent = client.execute(code)
    printed = ""
    while True:
        message = client.get_iopub_msg(timeout=120)
        if message["parent_header"].get("msg_id") != sent:
            continue
        if message["msg_type"] == "error":
            raise SystemExit("\n".join(message["content"]["traceback"]))
        if message["msg_type"] == "stream":
            printed += message["content"]["text"]
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            return printed.strip()


def processor(manager):
    """Seconds that the kernel has computed so far."""
    with open(f"/proc/{manager.provisioner.pid}/stat") as stat:
        ticks = stat.read().rsplit(")", 1)[1].split()
    return (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")


def once():
    manager = KernelManager(kernel_name="java")
    began = time.monotonic()
    manager.start_kernel(stderr=subprocess.DEVNULL)
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=120)
        times = {"ready": time.monotonic() - began}
        first, spent = time.monotonic(), processor(manager)
        for name, code in CELLS.items():
            start, before = time.monotonic(), processor(manager)
            printed = run(client, code)
            times[name] = time.monotonic() - start
            print(f"  {name}: {times[name]:.2f} s, processor {processor(manager) - before:.2f} s; {printed}", flush=True)
            if name == "plain":
                times["first model"] = time.monotonic() - first
                times["first model, processor"] = processor(manager) - spent
        times["all"] = time.monotonic() - began
        return times
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def main():
    all_times = [once() for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3)]
    for name in all_times[0]:
        each = [times[name] for times in all_times]
        print(f"{name}: median {statistics.median(each):.2f} s ({min(each):.2f} to {max(each):.2f})")


if __name__ == "__main__":
    main()
