"""Times the way from one downloaded file to a report: with a checkout that is prepared, and from a fresh clone of this one.

  python3 lib-src/bench/python/first_report.py [--prepared CHECKOUT] [--clone]

The user's script is lib-src/contrib/python/example.py: thirty lines of a private logistic regression, and a claim. It runs in a folder that holds dpgnn_audit.py alone.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))


def script():
    """The whole script that the page names, as a user copies it."""
    with open(os.path.join(ROOT, "lib-src", "contrib", "python", "example.py"), encoding="utf-8") as file:
        return file.read()


def timed(words, **other):
    began = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, **other)
    if done.returncode:
        sys.exit(f"{words[0]} ended with status {done.returncode}\n{done.stdout}{done.stderr}")
    return time.monotonic() - began, done.stdout


def report(checkout, file):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(file, folder)
        with open(os.path.join(folder, "mine.py"), "w", encoding="utf-8") as mine:
            mine.write(script())
        given = {k: v for k, v in os.environ.items() if k != "DPGNN_STATE"}
        seconds, said = timed([sys.executable, "mine.py"], cwd=folder, env=dict(given, DPGNN_HOME=checkout))
        assert os.path.getsize(os.path.join(folder, "audit.html"))
        return seconds, said


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prepared", help="a checkout where environment/lab --prepare was run")
    parser.add_argument("--clone", action="store_true", help="clone this checkout, and prepare the clone")
    given = parser.parse_args()
    file = os.path.join(ROOT, "lib-src", "contrib", "python", "dpgnn_audit.py")
    if given.prepared:
        seconds, said = report(os.path.abspath(given.prepared), file)
        print(f"{said}\nprepared checkout: report after {seconds:.1f} s", flush=True)
    if given.clone:
        with tempfile.TemporaryDirectory() as folder:
            clone = os.path.join(folder, "dpgnn")
            cloned, _ = timed(["git", "clone", "-q", "--no-hardlinks", ROOT, clone])
            prepared, _ = timed([os.path.join(clone, "environment", "lab"), "--prepare"])
            seconds, said = report(clone, file)
            print(f"{said}\nfresh clone: cloned in {cloned:.1f} s, prepared in {prepared:.1f} s, report after {seconds:.1f} s more", flush=True)
