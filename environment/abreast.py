"""Runs the commands of standard input, a line each, so many at a time: abreast.py N. What a command says is printed when it has ended,
so that nothing mixes. Ends with 1 if any of them failed."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

PRINTING = threading.Lock()


def run(command):
    done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    with PRINTING:
        sys.stdout.buffer.write(done.stdout)
        sys.stdout.flush()
    return done.returncode


def main(arguments):
    count = int(arguments[0])
    if count < 1:
        sys.exit(f"abreast.py needs a number of at least 1, was {count}")
    with ThreadPoolExecutor(count) as pool:
        return 1 if any(list(pool.map(run, [line for line in sys.stdin.read().splitlines() if line.strip()]))) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
