"""The parameters of a notebook: simple Java declarations in the one cell tagged "parameters", replaced by name and type."""

import json
import os
import re

DECLARATION = re.compile(
    r"(?P<head>\b(?:final\s+)?(?P<type>int|long|double|float|boolean|String|var)\s+(?P<name>\w+)\s*=\s*)"
    r"(?P<value>\"(?:[^\"\\]|\\.)*\"|[^;\"]+?)(?P<tail>\s*;)")

SCALES = ("ci", "quick", "paper")


class Failed(Exception):
    """What went wrong, in words for the user."""


def parameter_cell(notebook):
    found = [c for c in notebook.cells if c.cell_type == "code" and "parameters" in c.metadata.get("tags", [])]
    if len(found) > 1:
        raise Failed("the notebook has %d cells tagged 'parameters'; there may be one" % len(found))
    return found[0] if found else None


def java_type(match):
    """The declared type; of a var, that of its literal."""
    declared, value = match["type"], match["value"].strip()
    if declared != "var":
        return declared
    if value.startswith('"'):
        return "String"
    if value in ("true", "false"):
        return "boolean"
    if re.fullmatch(r"[-+]?[\d_]+", value):
        return "int"
    return "long" if re.fullmatch(r"[-+]?[\d_]+[lL]", value) else "double"


def declared(cell):
    """Types by name."""
    return {m["name"]: java_type(m) for m in DECLARATION.finditer(cell.source)} if cell is not None else {}


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
    cell = parameter_cell(notebook)
    types = declared(cell)
    known = ", ".join(f"{kind} {name}" for name, kind in types.items()) or "none: no cell is tagged 'parameters'"
    for name in given:
        if name not in types:
            raise Failed(f"unknown parameter {name}; this notebook has: {known}")
    values = {}
    for name, text in given.items():
        try:
            values[name] = literal(name, types[name], text)
        except Failed as e:
            raise Failed(f"{e}; this notebook has: {known}")
        if name == "scale" and text not in SCALES:
            raise Failed(f"scale is {', '.join(SCALES[:-1])} or {SCALES[-1]}, was '{text}'")
    if values:
        cell.source = DECLARATION.sub(
            lambda m: m["head"] + values[m["name"]] + m["tail"] if m["name"] in values else m[0], cell.source)


def parse_parameters(notebook, pairs):
    given = {}
    if os.environ.get("SCALE") and "scale" in declared(parameter_cell(notebook)):
        given["scale"] = os.environ["SCALE"]
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Failed(f"-p {pair}: not of the form name=value")
        given[name.strip()] = value
    return given
