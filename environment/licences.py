"""Writes docs/licences.csv: environment/licences.py BOM [JARS].

BOM is the bill of materials that `mvn -Psbom package` writes to target/bom.json; the licences of data are those of data/manifest.csv.
With JARS, a class path in a file, nothing is written: it fails where the table differs from what would be written, and for a jar that
the bill does not name.
"""

import csv
import difflib
import io
import json
import os
import sys
from urllib.parse import unquote

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "docs", "licences.csv")


def jars(bom):
    """One row an artifact, its licences by their SPDX names where there is one."""
    rows = {}
    for part in bom["components"]:
        if part["group"] == OURS:
            continue
        names = []
        for entry in part.get("licenses", []):
            licence = entry.get("license", {})
            names.append(licence.get("id") or licence.get("name") or entry.get("expression"))
        if not names:
            raise SystemExit(f"licences: {part['purl']} states no licence; look it up and say so in environment/licences.py")
        rows[f"{part['group']}:{part['name']}"] = STATED.get(part["name"]) or " or ".join(names)
    return sorted(rows.items())


OURS = "io.github.dpgnn"

# What a pom says in words that the plugin takes for another licence.
STATED = {"jjava-jupyter": "Apache-2.0"}  # "Apache License" with the address of its text, which is version 2.0


def data():
    with open(os.path.join(ROOT, "data", "manifest.csv"), encoding="utf-8") as file:
        next(file)
        rows = [line.rstrip("\n").split(",", 6) for line in file if line.strip()]
    sets = {}
    for name, _, address, _, _, licence, _ in rows:
        host = "/".join(address.split("/")[2:5] if "github" in address else address.split("/")[2:3])
        sets[name, host.removeprefix("raw.githubusercontent.com/").removeprefix("github.com/"), licence] = None
    return list(sets)


def table(bom):
    with io.StringIO() as text:
        lines = [("kind", "name", "publisher", "licence"), *(("jar", name, "", licence) for name, licence in jars(bom)), *(("data", *row) for row in data())]
        csv.writer(text, lineterminator="\n").writerows(lines)
        return text.getvalue()


def unnamed(bom, classpath):
    """Jars of a class path below a Maven repository that no component names."""
    named = {unquote(part["purl"].split("?")[0]).removeprefix("pkg:maven/") for part in bom["components"]}
    missing = []
    for jar in classpath.split(os.pathsep):
        if os.path.basename(jar).startswith("dpgnn-"):  # a module
            continue
        folder, version = os.path.split(os.path.dirname(jar))
        tail = f"/{os.path.basename(folder)}@{version}"
        owners = [name for name in named if name.endswith(tail) and os.path.dirname(folder).endswith(name[: -len(tail)].replace(".", os.sep))]
        if not owners:
            missing.append(jar)
    return missing


def main(bom, jars=None):
    with open(bom, encoding="utf-8") as file:
        named = json.load(file)
    wanted = table(named)
    if not jars:
        with open(TABLE, "w", encoding="utf-8") as file:
            file.write(wanted)
        return
    with open(jars, encoding="utf-8") as file:
        missing = unnamed(named, file.read().strip())
    if missing:
        raise SystemExit(f"licences: {bom} does not name {', '.join(missing)}")
    with open(TABLE, encoding="utf-8") as file:
        found = file.read()
    if found != wanted:
        sys.stderr.writelines(difflib.unified_diff(found.splitlines(True), wanted.splitlines(True), "docs/licences.csv", "as it would be written"))
        raise SystemExit("licences: docs/licences.csv is stale; run python3 environment/licences.py target/bom.json")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: environment/licences.py BOM [JARS]")
    main(*sys.argv[1:])
