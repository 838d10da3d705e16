"""Times a fresh clone until environment/lab prints its address, and notebook 00 from the command line, the first time and again.

usage: python3 lib-src/bench/python/cold_lab.py [COUNT]

Maven's repository is warm: what the build needs was fetched before. COUNT clones (3) in turn; medians are printed, with the seconds of
processors beside them. Leave OPENBLAS variables unset.
"""

import pathlib
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def until_address(lab):
    """Seconds until the address is there."""
    began = time.monotonic()
    with subprocess.Popen([lab, "--no-browser"], stdout=subprocess.PIPE, text=True) as server:
        line = next((line for line in server.stdout if "http://" in line), None)
        seconds = time.monotonic() - began
        if line is None:
            sys.exit("environment/lab ended without an address")
        time.sleep(10)  # it archives what kernels load
        server.send_signal(signal.SIGTERM)
    return seconds


def run(lab, out):
    began = time.monotonic()
    subprocess.run([lab, "--run", "00", "--out", str(out)], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


def main():
    seconds = {"address": [], "run 00": [], "run 00 again": []}
    processors = {name: [] for name in seconds}
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3):
        with tempfile.TemporaryDirectory() as folder:
            clone = pathlib.Path(folder) / "dpgnn"
            subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
            lab = str(clone / "environment" / "lab")
            out = clone / "out.ipynb"
            for name, timed in zip(seconds, (lambda: until_address(lab), lambda: run(lab, out), lambda: run(lab, out))):
                before = spent()
                seconds[name].append(timed())
                processors[name].append(spent() - before)
    for name, each in seconds.items():
        print(f"{name}: {statistics.median(each):.1f} s ({min(each):.1f} to {max(each):.1f}), of processors {statistics.median(processors[name]):.1f} s")


if __name__ == "__main__":
    main()
