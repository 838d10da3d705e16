"""Tests of what a reader of the notebooks sees."""

import json
import os
import re
import unittest

import costs

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MOST_LINES, MOST_CHARACTERS, MOST_ROWS = 15, 100, 20
FORMULA = re.compile(r"\$\$.+?\$\$|(?<![\\$])\$[^$\n]+?\$", re.DOTALL)


def load(name):
    with open(costs.notebooks(ROOT, name)[0], encoding="utf-8") as file:
        return json.load(file)


def cells(notebook):
    """Kind, text as a reader sees it, and the cell: folded cells have no text, nor has what environment/costs.py wrote."""
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["metadata"].get("jupyter", {}).get("source_hidden"):
            text = ""
        if costs.BEGIN in text:
            text = text.split(costs.BEGIN)[0] + text.split(costs.END)[1]
        yield cell["cell_type"], text, cell


def rows(output):
    """How many rows a table has that is shown; 0 where something else is."""
    text = "".join(output.get("data", {}).get("text/html", ""))
    return text.count('<tr style="') if text.startswith('<div class="dpgnn-table"') else 0


# What a reader works through; `paper` holds outputs alone.
ALL = [costs.name_of(path) for path in costs.notebooks(ROOT)]
SOLUTIONS = "solutions/solutions"

# Whose papers are taught, in as many cells as an afternoon has; what is for reviewers has a notebook of its own.
LECTURES = ("10-heterpoisson", "20-random-walks", "30-dp-gcn-text", "40-ppgnn", "50-graph-generation")
EXERCISED = ("00-start", "01-privacy-by-hand", "02-accountants", "12-audit-and-attack", "13-precision-bound", *LECTURES,
             "60-claims-and-proofs", "61-real-units", "70-league")

READ_FIRST = ("README.md", "docs/claims.md", "docs/findings.md", "docs/faults.md", "docs/reproduction.md")

# Two of them, on every page; and all, on those that are read first.
SUBJECTS = {
    r"(?:^|[.:;|*] |\n)Whoever\b": "anyone who, someone who",
    r"(?:^|[.:;|*] |\n)What\s+is\s+(?!it\b)(?:[\w',]+\s+){1,10}is\b": "the noun: the published value is",
}

# Habits of prose that make a reader stop, and what to write.
HABITS = {
    **SUBJECTS,
    r"(?:\b(?:in|of|beside|than|near|[Tt]he|its|a|from)|'s) prints?\b": "the published value",
    r"\bmost prints\b|\(print: ": "the published values",
    r"(?:^|[.:|] )Ours\b": "our, with the noun",
    r"\bsuch a one\b": "one, or the noun",
    r"\b(?:it|noise|training|accounting|budget|choice|RDP) wants\b": "needs",
    r"\b(?:beside|than|near|of) ours\b": "our, with the noun",
    r"\bis such\b(?! [ast])": "the noun",
    r",\s+so\s+that\b": "so, or a sentence of its own",
    r"\bbut\s+for\b": "except",
    r"\btoss(?:es|ed|ing)?\b": "flip, draw",
    r"\b[Ii]n\s+brackets\s+is\b": "brackets hold",
    r"\bheld\s+against\b": "compared with",
    r"\b(?:for|by)\s+(?:want\s+of|a\s+hair)\b": "because there is no, slightly",
    r"\bas\s+printed\b": "as published",
    r"\b(?:nine\s+in\s+ten|(?:two|four)\s+fifths|three\s+of\s+four)\b": "a percentage",
}


class NotebooksTest(unittest.TestCase):
    def test_no_habit_of_prose_comes_back(self):
        self.assertEqual(1, len(re.findall(list(HABITS)[len(SUBJECTS)], "as near the print as it gets")))
        texts = [(f"cell {n} of {name}", t, HABITS) for name in (*ALL, SOLUTIONS) for n, (kind, t, _) in enumerate(cells(load(name)), 1) if kind == "markdown"]
        for page in ("README.md", *(f"docs/{name}" for name in sorted(os.listdir(os.path.join(ROOT, "docs"))) if name.endswith(".md"))):
            with open(os.path.join(ROOT, page), encoding="utf-8") as file:
                texts.append((page, file.read(), HABITS if page in READ_FIRST else SUBJECTS))
        found = [f"{where}: '{m.group(0).strip()}'; write {instead}" for where, text, habits in texts for habit, instead in habits.items()
                 for m in re.finditer(habit, re.sub(r"`[^`]*`", "", " ".join(text.split(" "))))]
        self.assertEqual([], found)

    def test_what_is_seen(self):
        self.assertEqual(21, rows({"data": {"text/html": ['<div class="dpgnn-table">\n', "<tr><th>a</th></tr>\n"] + ['<tr style="x"></tr>\n'] * 21}}))
        prose, folded = "# T\n" + costs.BEGIN + "\nx\n" + costs.END + "\n$a$ and $$b\n+c$$ cost \\$2", {"jupyter": {"source_hidden": True}}
        seen = [text for _, text, _ in cells({"cells": [dict(cell_type="markdown", source=[prose], metadata=of) for of in ({}, folded)]})]
        self.assertEqual(["$a$", "$$b\n+c$$"], FORMULA.findall(seen[0]))
        self.assertEqual(("# T\n\n$a$ and", ""), (seen[0][:12], seen[1]))

    def test_a_paper_is_taught_in_few_cells(self):
        for name in LECTURES:
            notebook = load(name)
            self.assertIn(len(notebook["cells"]), range(25, 41), name)
            words = "\n".join("".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "markdown")
            self.assertEqual(4, words.count("**In one line:**"), f"{name}: one for each of four sections")
            self.assertIn("\n## 5. What you know now\n", words, name)

    def test_exercises_are_checked_and_solved(self):
        """Four a notebook, answers in the library alone; the check says that there is none yet, and of the solutions that each is right."""
        solved = load(SOLUTIONS)["cells"]
        for name in EXERCISED:
            notebook = load(name)["cells"]
            answers, check = ([c for c in notebook if tag in c["metadata"].get("tags", [])] for tag in ("exercise", "exercise-check"))
            self.assertEqual((1, 1), (len(answers), len(check)), name)
            given = re.findall(r"(\w+) = null;", "".join(answers[0]["source"]))
            self.assertEqual(4, len(given), name)
            self.assertEqual(f'Exercises.of("{name[:2]}").check({", ".join(given)})', "".join(check[0]["source"]))
            same = [c for c in solved if c["source"] == check[0]["source"]]
            self.assertEqual(1, len(same), f"solutions must have the check of {name} as it is")
            for cell, said in ((check[0], "· no answer yet."), (same[0], "✓ right.")):
                self.assertEqual("\n".join(f"Exercise {k} {said}" for k in range(1, 5)),
                                 "".join("".join(o["data"].get("text/plain", "")) for o in cell["outputs"] if "data" in o), name)

    def test_cells_and_tables_are_short(self):
        for name in (*ALL, SOLUTIONS):
            notebook = load(name)
            for number, (kind, text, cell) in enumerate(cells(notebook), 1):
                lines = text.splitlines()
                where = f"cell {number} of {name}"
                if kind == "code":
                    self.assertLessEqual(len(lines), MOST_LINES, f"{where} has more than {MOST_LINES} lines")
                    for output in cell["outputs"]:
                        self.assertLessEqual(rows(output), MOST_ROWS, f"{where} shows a table of more than {MOST_ROWS} rows")
                for line in lines:
                    self.assertLessEqual(len(line), MOST_CHARACTERS, f"{where}: {line}")

    def test_every_notebook_teaches(self):
        """Formulas, figures, links to its neighbours, and answers and assertions that run but are folded."""
        for name in ALL:
            notebook = load(name)
            self.assertTrue(any(kind == "markdown" and FORMULA.search(text) for kind, text, _ in cells(notebook)), name)
            self.assertTrue(any("image/png" in o.get("data", {}) for c in notebook["cells"] for o in c.get("outputs", [])), name)
            first = "".join(notebook["cells"][0]["source"])
            if name != "00-start":
                self.assertRegex(first, r"\[← .+?\]\(.+?\.ipynb\)", name)
            self.assertRegex(first, r"\[.+? →\]\(.+?\.ipynb\)", name)
            self.assertTrue(any(c["metadata"].get("jupyter", {}).get("source_hidden") for c in notebook["cells"]), name)


if __name__ == "__main__":
    unittest.main()
