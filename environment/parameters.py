"""The parameters of a notebook: simple Java declarations in its cells tagged "parameters", replaced by name and type.

Each has a line of its own, whose comment says what it means and, last, which values it may have:

    String dataset = "Cora";   // data set, one of Cora, PubMed, Amazon
    double epsilon = 4;        // total privacy budget, 0.1 to 100
    int M = 2;                 // neighbours that a star keeps, at least 1
    double rate = 0.01;        // step of the optimiser, above 0

Both ends of a range belong to it. Without a comment every value of the type is right.
"""

import json
import os
import re
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "../lib-src/tools/kernel/main/resources/dpgnn/kernel/cell/parameters.txt"), encoding="utf-8") as rules:
    GRAMMAR = dict(line.rstrip("\n").split(" = ", 1) for line in rules if not line.startswith("#"))
# The patterns that the kernel has too, by their names; Python writes a named group in its own way.
WHOLE, DECLARATION, RULE, CHOICE = (
    re.compile(GRAMMAR[name].replace("{number}", GRAMMAR["number"]).replace("(?<", "(?P<")) for name in ("whole", "declaration", "rule", "choice"))

SCALE = "how much is run, one of ci, quick, paper"


class Failed(Exception):
    """What went wrong, in words for the user."""


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: str
    value: str  # as Java has it
    meaning: str
    allowed: str  # in words; empty if the type says it all

    @staticmethod
    def of(match):
        comment = (match["comment"] or "").strip()
        if not comment and match["name"] == "scale":
            comment = SCALE
        end = RULE.search(comment)
        return Parameter(match["name"], java_type(match["type"], match["value"]), match["value"], comment[:end.start()] if end else comment,
                         end["rule"] if end else "")

    @property
    def shown(self):
        """The value as -p takes it."""
        if self.kind != "String":
            return self.value.rstrip("lLfF") if self.kind in ("long", "float") else self.value
        try:
            return json.loads(self.value)
        except ValueError:
            return self.value.strip('"')

    def literal(self, text):
        """The text as a Java literal of this type, if it may be the value."""
        java = literal(self.name, self.kind, text)
        if self.allowed and not self.allows(text):
            raise Failed(f"parameter {self.name}: must be {self.allowed}, was '{text}'")
        return java

    def allows(self, text):
        rule = RULE.search(self.allowed)
        if rule["choices"]:
            return text in CHOICE.split(rule["choices"])
        number = float(text)
        if rule["low"]:
            return float(rule["low"]) <= number <= float(rule["high"])
        return number >= float(rule["bound"]) if rule["word"] == "at least" else number > float(rule["bound"])

    def row(self):
        return self.kind, self.name, "= " + (self.shown or '""'), ", ".join(filter(None, (self.meaning, self.allowed)))


def java_type(kind, value):
    """The declared type; of a var, that of its literal."""
    if kind != "var":
        return kind
    if value.startswith('"'):
        return "String"
    if WHOLE.fullmatch(value):
        return "long" if value[-1] in "lL" else "int"
    return "boolean" if value in ("true", "false") else "double"


def declared(source):
    """The parameters that this source of a cell declares."""
    return [Parameter.of(match) for match in DECLARATION.finditer(source)]


def parameter_cells(notebook):
    return [c for c in notebook.cells if c.cell_type == "code" and "parameters" in c.metadata.get("tags", [])]


def parameters(notebook):
    """All parameters of the notebook, by name."""
    found = {}
    for parameter in [p for cell in parameter_cells(notebook) for p in declared(cell.source)]:
        if parameter.name in found:
            raise Failed(f"the notebook declares its parameter {parameter.name} twice")
        found[parameter.name] = parameter
        try:
            parameter.literal(parameter.shown)
        except Failed as e:
            raise Failed(f"{e}: so the notebook itself has it")
    return found


def listed(found):
    """What may be set, a line each."""
    if not found:
        return " none: no cell is tagged 'parameters'"
    rows = [parameter.row() for parameter in found.values()]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n" + "\n".join("  " + "  ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip() for row in rows)


def literal(name, kind, text):
    """The text as a Java literal of this type."""
    try:
        if kind == "String":
            return json.dumps(text, ensure_ascii=False)
        if kind == "boolean":
            if text not in ("true", "false"):
                raise ValueError
            return text
        if kind in ("int", "long"):
            number = int(text.replace("_", ""))
            bits = 31 if kind == "int" else 63
            if not -(1 << bits) <= number < 1 << bits:
                raise ValueError
            return str(number) + ("L" if kind == "long" else "")
        number = float(text)
        if number != number or number in (float("inf"), float("-inf")):
            raise ValueError
        return repr(number) + ("f" if kind == "float" else "")
    except ValueError:
        raise Failed(f"parameter {name}: '{text}' is not of type {kind}")


def set_parameters(notebook, given):
    found = parameters(notebook)
    values = {}
    for name, text in given.items():
        try:
            if name not in found:
                raise Failed(f"unknown parameter {name}")
            values[name] = found[name].literal(text)
        except Failed as e:
            raise Failed(f"{e}; this notebook has:{listed(found)}")
    for cell in parameter_cells(notebook):
        for match in reversed(list(DECLARATION.finditer(cell.source))):
            if match["name"] in values:
                cell.source = cell.source[:match.start("value")] + values[match["name"]] + cell.source[match.end("value"):]


def parse_parameters(notebook, pairs):
    given = {}
    if os.environ.get("SCALE") and "scale" in parameters(notebook):
        given["scale"] = os.environ["SCALE"]
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Failed(f"-p {pair}: not of the form name=value")
        given[name.strip()] = value
    return given
