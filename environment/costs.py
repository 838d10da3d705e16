"""Puts what runs of notebooks cost into docs/costs.md: environment/costs.py FILE.

FILE has a line "notebook,scale,seconds,seconds of CPU,megabytes" for every run; runner.py writes it where DPGNN_COSTS names a file, and
environment/test lets it write environment/.state/costs.csv. The last line of a notebook and scale counts; what FILE does not name
stays as it is. Times are of one machine and one hour, so no test compares them.
"""

import csv
import os
import re
import sys

PAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "costs.md")
BEGIN, END = "<!-- begin: environment/costs.py -->", "<!-- end: environment/costs.py -->"
SCALES = ("ci", "quick", "paper")


def table(costs):
    lines = ["| notebook | scale | seconds of CPU | memory, MB |", "| --- | --- | ---: | ---: |"]
    order = sorted(costs, key=lambda k: (k[0], SCALES.index(k[1])))
    return "\n".join(lines + [f"| {n} | {s} | {costs[n, s][0]} | {costs[n, s][1]} |" for n, s in order])


def written(text):
    return {(n, s): (cpu, mb) for n, s, cpu, mb in re.findall(r"(?m)^\| (\S+) \| (\w+) \| ([\d.]+) \| (\d+) \|$", text)}


def merged(text, lines):
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise SystemExit(f"docs/costs.md must have one line '{BEGIN}' and one '{END}'")
    before, rest = text.split(BEGIN)
    part, after = rest.split(END)
    costs = written(part)
    for name, scale, _, cpu, mb in csv.reader(lines):
        if scale in SCALES:
            costs[name, scale] = (f"{float(cpu):.0f}", mb)
    return before + BEGIN + "\n" + table(costs) + "\n" + END + after


def main(path):
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    with open(path, encoding="utf-8") as file:
        text = merged(text, file)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: environment/costs.py FILE")
    main(sys.argv[1])
