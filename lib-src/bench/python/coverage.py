"""Counts the lines and branches that tests run, by package: those of the plain command, and those of everything that --all looks at.

usage: python3 lib-src/bench/python/coverage.py OUT.csv

JaCoCo comes from Maven Central. Child processes of tests and kernels that they start are not counted. It takes about half an hour.
"""

import collections
import csv
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
TARGET = ROOT / "target"
JACOCO = "0.8.13"
WHOLE = ["-Ddpgnn.all=true"]
# Like environment/test: tests of vectors with both compilers, all others with the first alone.
PLAIN = [["-Ddpgnn.all=false", "-DexcludedGroups=nightly,release,vectors", "-Dvector.flags=", "-XX:TieredStopAtLevel=1"], ["-Ddpgnn.all=false", "-Dgroups=vectors"]]


def maven(*options):
    subprocess.run(["mvn", "-B", "-q", "-f", str(ROOT / "pom.xml"), *options], check=True, stdout=subprocess.DEVNULL)


def fetched(artifact, folder):
    maven("-N", "dependency:copy", f"-Dartifact=org.jacoco:{artifact}", f"-DoutputDirectory={folder}", "-Dmdep.stripVersion=true")


def tested(folder, name, *runs):
    """A file of what these runs of the tests have executed."""
    executed = folder / f"{name}.exec"
    agent = f"-javaagent:{folder}/org.jacoco.agent-runtime.jar=destfile={executed},includes=dpgnn.*"
    for options in runs:
        flags = [o for o in options if o.startswith("-XX")]
        maven("test", "-Dspotless.check.skip", *(o for o in options if o not in flags), f"-Dtest.flags={' '.join([agent, *flags])}")
    return executed


def counted(folder, executed):
    """Lines, lines run, branches, branches taken, of each package of main code."""
    table = folder / f"{executed.stem}.csv"
    classes = [option for each in sorted(TARGET.glob("dpgnn-*/classes")) for option in ("--classfiles", str(each))]
    subprocess.run(["java", "-jar", folder / "org.jacoco.cli-nodeps.jar", "report", executed, *classes, "--csv", table], check=True, stdout=subprocess.DEVNULL)
    packages = collections.defaultdict(lambda: [0, 0, 0, 0])
    with open(table, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for place, kind in ((0, "LINE"), (2, "BRANCH")):
                missed, covered = int(row[f"{kind}_MISSED"]), int(row[f"{kind}_COVERED"])
                packages[row["PACKAGE"]][place] += missed + covered
                packages[row["PACKAGE"]][place + 1] += covered
    return packages


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fetched(f"org.jacoco.agent:{JACOCO}:jar:runtime", folder)
        fetched(f"org.jacoco.cli:{JACOCO}:jar:nodeps", folder)
        plain, whole = (counted(folder, tested(folder, *each)) for each in (("plain", *PLAIN), ("whole", WHOLE)))
    whole["together"], plain["together"] = (list(map(sum, zip(*each.values()))) for each in (whole, plain))
    with open(sys.argv[1], "w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["package", "lines", "lines run, plain", "lines run, all", "branches", "branches taken, plain", "branches taken, all"])
        for package, (lines, lines_run, branches, taken) in sorted(whole.items(), key=lambda each: (each[0] == "together", each[0])):
            rows.writerow([package, lines, plain[package][1], lines_run, branches, plain[package][3], taken])


if __name__ == "__main__":
    main()
