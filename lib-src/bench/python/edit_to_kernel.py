"""Times how long an edit takes to reach a restarted kernel: environment/lab --prepare after a source was touched, then a fresh kernel.

usage: JUPYTER_PATH=environment/.state/share/jupyter python3 lib-src/bench/python/edit_to_kernel.py [COUNT]

One class of each of three modules is touched COUNT times (3) in turn; medians are printed. Contents do not change. Between turns it waits until
what the turn before archived in the background is there.
"""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

from cold_starts import cold_start

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCES = [
    "lib-src/library/accounting/main/java/dpgnn/privacy/Event.java",
    "lib-src/library/training/main/java/dpgnn/nn/Adam.java",
    "lib-src/papers/report/main/java/dpgnn/report/Table.java",
]


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    prepare = [str(ROOT / "environment" / "lab"), "--prepare"]
    subprocess.run(prepare, check=True)
    for source in SOURCES:
        built, started, spent = [], [], []
        for _ in range(count):
            time.sleep(25)
            os.utime(ROOT / source)
            before, began = processor_seconds(), time.monotonic()
            subprocess.run(prepare, check=True, stdout=subprocess.DEVNULL)
            built.append(time.monotonic() - began)
            spent.append(processor_seconds() - before)
            started.append(cold_start()[1])
        print(f"{source}: built in {statistics.median(built):.1f} s ({statistics.median(spent):.1f} s of processors), "
              f"first output of a kernel {statistics.median(started):.1f} s later")


if __name__ == "__main__":
    main()
