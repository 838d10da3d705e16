"""What environment/test --all adds to environment/test, and how five shares divide it.

    shares.py share K        what share K runs, a line each: "stage NAME", "whole CLASS", "mutant NAME", "newest CLASS" ...
    shares.py notebooks      the notebooks of the plain command

A whole CLASS is a test that asks Extent how much to look at; it looks at everything. A newest CLASS runs on the newest JDK: what is
not tagged jdk, or has the first compiler alone there, and what does not look at everything there by default. A class belongs to the share of its place in the alphabet, so that a new test needs no line here.
"""

import glob
import os
import re
import sys

import mutants

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TESTS = "/test/java/"
COUNT = 5

# Stages that --all adds, each with its share, and what they would notice.
STAGES = {
    "licences and bill of materials": (0, "a jar without its licence on the page"),
    "another project": (0, "a version that does not reach whoever depends on the library"),
    "documentation": (0, "a warning of Javadoc, a link of the site that leads nowhere"),
    "faults that environment/audit must name": (1, "audits of trainings in Python"),
    "kernels for GPUs": (1, "the benchmark of devices; the kernels themselves are among the unit tests"),
    "mapped files, Spark and ONNX": (1, "what only these three profiles build"),
    "benchmarks": (2, "a benchmark that no longer compiles"),
    "pages": (2, "a figure of a notebook that a browser does not show"),
    "all forgeries and certificates": (3, "certificates, forged and right, that the plain command does not draw"),
    "the first five minutes": (3, "a step of README's walk that a fresh clone or JupyterLab does not take"),
    "kernel conformance, newest JDK": (4, "the kernel on the newest JDK"),
}

# Those of the plain command: the start, a release, one that trains, the solutions of all exercises.
PLAIN = ("00-start", "03-release", "40-ppgnn", "solutions")


def classes():
    """Every test class with its source."""
    found = {}
    for path in glob.glob(os.path.join(ROOT, "lib-src", "**", "*Test.java"), recursive=True):
        path = path.replace(os.sep, "/")
        if TESTS in path and "/contrib/" not in path:
            with open(path, encoding="utf-8") as file:
                found[path.split(TESTS)[1][: -len(".java")].replace("/", ".")] = file.read()
    return dict(sorted(found.items()))


def all_notebooks():
    """Paths by name; what lies in notebooks/paper are outputs."""
    found = {}
    for folder, below, files in os.walk(os.path.join(ROOT, "notebooks")):
        below[:] = [b for b in below if b not in ("paper", ".ipynb_checkpoints")]
        found.update({f[: -len(".ipynb")]: os.path.join(folder, f) for f in files if f.endswith(".ipynb")})
    return dict(sorted(found.items()))


def asks(source):
    return re.search(r"\bExtent\.(ALL|of|some|places|OneIn)\b", source) is not None


def whole():
    return [name for name, source in classes().items() if asks(source) and name != "dpgnn.ExtentTest"]


def newest():
    asking = set(whole())
    both = ('@Tag("jdk")', '@Tag("vectors")')
    return [name for name, source in classes().items() if name in asking or not all(tag in source for tag in both)]


def added():
    """All that --all adds: a line and its share each."""
    lines = [("stage " + name, share) for name, (share, _) in STAGES.items()]
    for kind, names in (
        ("whole", whole()), ("newest", newest()), ("mutant", [m[0] for m in mutants.MUTANTS]),
        ("with data", [n for n in all_notebooks() if n not in PLAIN]), ("without data", list(all_notebooks())),
    ):
        lines += [(f"{kind} {name}", place % COUNT) for place, name in enumerate(names)]
    return lines


def share(number):
    return [line for line, its in added() if its == number]


# ---- what is drawn

WHOLE = "the class"  # drawn as a whole


def places(source):
    """The methods, or fields, in which a test asks how much to look at."""
    found, at, drawn = [], "", False
    for line in source.splitlines():
        if line.startswith("@Extent.OneIn"):
            found.append(WHOLE)
        if "@Extent.OneIn" in line:
            drawn = not line.startswith("@")
            continue
        if line.startswith("     ") and "Extent." not in line:
            continue
        named = re.match(r"    (?:@Override )?(?:(?:public|private|static|final|synchronized) )*[\w<>\[\], .?]+ (\w+)(?:\(| =|;)", line)
        if named and not line.startswith("     "):
            at = named.group(1)
        if drawn and at == (named and named.group(1)):
            found, drawn = found + [at], False
        if "import" not in line and asks(line) and at not in found:
            found.append(at)
    return found


def main(arguments):
    command, *rest = arguments or [""]
    if command == "share" and len(rest) == 1 and rest[0] in map(str, range(COUNT)):
        print("\n".join(share(int(rest[0]))))
    elif command == "notebooks" and not rest:
        print("\n".join(path for name, path in all_notebooks().items() if name in PLAIN))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
