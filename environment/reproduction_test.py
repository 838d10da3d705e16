"""Tests of what reproduction.py reads from notebooks and says of it."""

import gzip
import json
import os
import tempfile
import unittest
from unittest import mock

import reproduction
from reproduction import Failed, Finding, between, split_row

TABLE = """**Table 9, Cora\\_x**

| data | published | found |
| --- | --- | --- |
| a\\|b | 0.50 ± 0.01 | 0.51 ± 0.02 |
"""
ITEM = dict(paper="P", item="Table 9", what="w", notebook="07", find="^Table 9", note="no numbers")


class ReproductionTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        os.makedirs(os.path.join(self.root, "notebooks"))
        self.write(TABLE)

    def write(self, *tables, given=(), figure='Figure "Figure 3: x"\n  panel "stand-in"'):
        outputs = [{"output_type": "display_data", "data": {"text/markdown": t.splitlines(keepends=True)}} for t in tables]
        outputs += [{"output_type": "display_data", "data": {"text/csv": text.splitlines(keepends=True), "text/plain": ["t"]}} for text in given]
        outputs.append({"output_type": "display_data", "data": {"text/plain": [figure], "image/svg+xml": ["<svg/>"]}})
        cells = [{"cell_type": "code", "metadata": {"tags": ["parameters"]}, "source": ['String scale = "paper";'], "outputs": []}]
        cells += [{"cell_type": "code", "execution_count": 4, "source": [], "outputs": outputs}]
        with open(os.path.join(self.root, "notebooks", "07-look.ipynb"), "w") as file:
            json.dump({"cells": cells}, file)

    def find(self, **changes):
        return Finding(ITEM | changes, self.root)

    CELLS = """paper,name,table,what,row,column,unit,sort,limit,published,found,seeds,off,verdict,missing,reading,note,title
P,p,Table 9,scores,a,x,points,training,within 3 points,50,51.5,1 2 3,1.5,within,,,a note,Table 9: scores
P,p,Table 9,scores,b,x,points,training,within 3 points,50,46.96,1 2,-3.04,not reproduced,,,a note,Table 9: scores
P,p,Table 9,scores,c,x,points,training,within 3 points,50,51,1,1,not run: file,,,a note,Table 9: scores
P,p,Table 9,scores,d,x,points,training,within 3 points,50,,,,not run: cost,too dear,,a note,Table 9: scores
P,p,Table 9,scores,e,x,points,training,within 3 points,2,60,1,58,contradicted by arithmetic,,,a note,Table 9: scores
"""
    def give(self, *texts):
        """Cells that give comparisons as CSV."""
        self.write(TABLE, given=texts)

    def test_another_reading_says_what_it_gains_and_what_it_loses(self):
        other = self.CELLS.replace(",1.5,within,", ",4,not reproduced,").replace(",-3.04,not reproduced,", ",1,within,")
        self.give(self.CELLS, other.replace(",,a note", ",another reading,a note"), other.replace("Table 9,", "Table 8,").replace(",,a note", ",exploration,a note"))
        found = reproduction.comparisons(self.root)
        self.assertEqual([f.beside(found) for f in found[1:]], [(1, 1), (0, 0)])

    def test_a_second_column_is_counted_beside_the_column_as_written(self):
        for kind in "as the released code runs", "a second column by protocol":
            second = self.CELLS.replace(",,a note", f",{kind},a note").replace(",58,contradicted by arithmetic", ",1,within")
            self.give(self.CELLS, second, self.CELLS.replace(",,a note", ",another reading,a note"))
            found = reproduction.comparisons(self.root)
            self.assertEqual(reproduction.columns(found)[-1], "| P | Table 9 | scores | 3 | 1 | 2 |")
            self.assertEqual(reproduction.count(found, reproduction.LABELS, True), [1, 1, 1, 1, 1], "labels are those of the column as written")
            self.assertEqual(reproduction.columns([found[0], found[2]]), [])

    def test_what_a_blind_answer_scores_comes_with_its_verdict(self):
        head, *rows = self.CELLS.splitlines()
        self.give("\n".join([head + ",blind", *(r + "," + b for r, b in zip(rows, ("within", "not reproduced", "", "", "within")))]) + "\n")
        found = reproduction.comparisons(self.root)[0]
        self.assertEqual(found.guessed(), "2 of 3")
        self.give(self.CELLS)
        self.assertEqual(reproduction.comparisons(self.root)[0].guessed(), "")

    def test_a_comparison_comes_with_its_verdicts_and_nothing_is_worked_out_again(self):
        self.give(self.CELLS, self.CELLS.replace(",,a note", ",exploration,a note"),
                  self.CELLS.replace(",training,", ",left out,"))
        found = reproduction.comparisons(self.root)
        self.assertEqual(reproduction.count(found, reproduction.LABELS, True), [1, 1, 1, 1, 1])
        self.assertEqual((found[0].seeds(), found[0].item["limit"], found[0].cells), ("1 to 3", "within 3 points", [4]))
        self.assertIn("| within 3 points | 1 | 1: 0 above, 1 below; and 1 contradicted | unknown 1 | +18.8 |", reproduction.counted_row(found[0]))
        self.assertEqual(["exploration", 1, 0, 0], [reproduction.shown_line(found[1], found)[k] for k in ("kind", "within", "gains", "loses")])
        self.assertAlmostEqual(found[0].mean(), (1.5 - 3.04 + 58) / 3)
        self.assertEqual((found[0].largest().key, found[0].reasons()), ("e x", "1 cell: too dear"))
        self.assertIn("P,,scores,,,left out,,5,", reproduction.details(found), "what is compared with nothing is counted apart")
        kept = reproduction.kept_comparisons(found[:1], self.root)
        self.assertEqual(kept, {os.path.join(self.root, "notebooks", "kept", "07-look.cells.csv"): self.CELLS})

    def test_a_welch_test_has_the_critical_values_of_the_tables(self):
        for runs, critical in ((3, 2.776), (5, 2.306), (11, 2.086)):  # equal deviations: 2 (runs - 1) degrees of freedom
            apart = critical * (2 / runs) ** 0.5
            self.assertTrue(reproduction.told_apart((apart * 1.001, 1, runs), (0, 1, runs)))
            self.assertFalse(reproduction.told_apart((0, 1, runs), (apart * 0.999, 1, runs)))
        # One deviation alone: the degrees of freedom are those of its sample, whatever the other's size.
        self.assertTrue(reproduction.told_apart((4.31 / 3 ** 0.5, 1, 3), (0, 0, 100)))
        self.assertFalse(reproduction.told_apart((4.29 / 3 ** 0.5, 1, 3), (0, 0, 100)))
        self.assertTrue(reproduction.told_apart((1, 0, 3), (1.1, 0, 3)))
        self.assertFalse(reproduction.told_apart((1, 0, 3), (1, 0, 3)))

    def test_numbers_of_several_limits_are_counted_by_their_limit_with_their_order(self):
        other = [line.replace(",x,points,", ",y,,").replace("within 3 points", "within 0.1").replace(",50,", ",51,") for line in self.CELLS.splitlines()[1:]]
        self.give(self.CELLS + "\n".join(other) + "\n")
        found = reproduction.comparisons(self.root)
        self.assertEqual([(f.item["what"], f.item["limit"], len(f.pairs)) for f in found], [("scores, x", "within 3 points", 5), ("scores, y", "within 0.1", 5)])
        self.assertEqual(found[0].order(), "0 % of the pairs of rows in the published order (chance: 50 %)")
        self.assertEqual(reproduction.count(found, reproduction.LABELS, True), [2] * 5)
        self.give(self.CELLS)
        self.assertEqual(reproduction.comparisons(self.root)[0].order(), "", "of one limit alone nothing is said")

    def test_the_front_page_counts_the_verdicts_of_claims(self):
        verdicts = "held", "\"held in direction, not in size\"", "held in direction", "not held (in one of two)", "untested (a file)", "held"
        head, about = "name,claim,place,found,verdict,shown in\n", {"Paper": dict(claims="P", protects="a node", notebooks="07")}
        with mock.patch.object(reproduction, "PAPERS", about):
            self.give(head + "".join(f"P,c{i},Table 9,,{v},\n" for i, v in enumerate(verdicts)))
            self.assertEqual(reproduction.summary(self.root).splitlines()[2:], ["| *Paper* | a node | [07](notebooks/07-look.ipynb) | 2 | 2 | 1 | 1 |"])
            for line in "P,c,Table 9,,perhaps,\n", "Q,c,Table 9,,held,\n":
                self.give(head + line)
                with self.assertRaisesRegex(Failed, "a claim must be of P, and held"):
                    reproduction.summary(self.root)

    RULES = """| date | paper | table | rows | when | cause | because |
| --- | --- | --- | --- | --- | --- | --- |
| 2026-11-29 | P | `claim` | `more` | always | text | it is silent |
| 2026-11-29 | P | `Table 9` | `^b` | within as released | code | no clip |
| 2026-11-29 | P | `Table (8\\|9)` | `^(a\\|b)` | always | ours | a small grid |

| 2026-11-29 | P | `Table 9` | `.` | always | data | no part of the table |
"""

    def rule(self, text):
        os.makedirs(os.path.join(self.root, "docs"), exist_ok=True)
        with open(os.path.join(self.root, "docs", "reproduction-rules.md"), "w") as file:
            file.write(text)

    def test_the_page_of_claims_has_those_that_notebooks_give(self):
        self.rule(self.RULES)
        about = {"Other": dict(claims="O"), "Paper": dict(claims="P")}
        with mock.patch.object(reproduction, "PAPERS", about):
            self.give("name,claim,place,found,verdict,shown in\nP,more is better,Table 9,less is; by 3 points,not held,Table 9:\nP,much more,Table 8,,untested (a file),\n"
                      "O,all,Table 7,,held,\n")
            head = "| claim | verdict | our runs | cause | cell |\n| --- | --- | --- | --- | --- |\n"
            self.assertEqual(reproduction.claims_page(self.root), "## Other (O)\n\n" + head + "| all (Table 7) | held |  |  |  |\n\n## Paper (P)\n\n" + head +
                             "| more is better (Table 9) | not held | less is | text | 07 \\[\\]<!-- Table 9: --> |\n"
                             "| much more (Table 8) | untested |  |  |  |\n\n- *more is better*: by 3 points.\n- *much more*: a file.")
            os.rename(os.path.join(self.root, "notebooks", "07-look.ipynb"), os.path.join(self.root, "notebooks", "07b-look.ipynb"))
            self.write(given=["name,claim,place,found,verdict,shown in\nP,more is better,Table 9,less is,not held,\"Table 9, Cora\"\n"])
            self.assertIn("| 07b \\[\\]<!-- Table 9, Cora --> |", reproduction.claims_page(self.root), "the table is in the appendix")

    def test_a_cell_of_the_claims_holds_one_number_and_no_page(self):
        line = dict(name="P", claim="c", place="Table 1", verdict="held", found="+1; " + 200 * "x")
        new, below = reproduction.claim_row(line, "", [])
        self.assertEqual(new, "| c (Table 1) | held | +1 |  |  |")
        self.assertEqual(below, "- *c*: " + 200 * "x" + ".")
        new, below = reproduction.claim_row(line | dict(found=200 * "y", verdict="not held"), "", [])
        self.assertEqual((new, below), ("| c (Table 1) | not held | see below | unknown |  |", "- *c*: " + 200 * "y" + "."))

    def test_a_miss_has_the_cause_of_the_first_line_that_fits(self):
        missed = self.CELLS.replace("P,p,", "P,P,").replace(",1.5,within,", ",4,not reproduced,").replace(",1,1,not run: file", ",9,9,not reproduced")
        self.give(missed, missed.replace(",,a note", ",as the released code runs,a note").replace(",-3.04,not reproduced,", ",1,within,"))
        found = reproduction.comparisons(self.root)
        self.rule(self.RULES)
        rules = reproduction.cause_rules(self.root)
        self.assertEqual(len(rules), 3, "the table ends at an empty line")
        self.assertEqual(reproduction.causes(found[0], found, rules), {"code": 1, "ours": 1, "unknown": 1})
        self.assertEqual(reproduction.causes(found[0], found[:1], rules), {"ours": 2, "unknown": 1}, "without a released column")
        self.assertIn("| P | 3 | 0 | 1 | 0 | 1 | 1 |", reproduction.by_cause(found, rules))
        self.assertIn("| code 1, ours 1, unknown 1 |", reproduction.counted_row(found[0], found, rules))
        self.assertEqual(reproduction.causes(found[0], found, []), {"unknown": 3})
        for words, wrong in (("a cause of text, code, data, ours, unknown", ("| ours |", "| theirs |")), ("one of always", ("| always |", "| never |")),
                             ("one table of causes, had 0", ("| date |", "| day |"))):
            self.rule(self.RULES.replace(*wrong))
            with self.assertRaisesRegex(Failed, words):
                reproduction.cause_rules(self.root)

    def test_every_line_of_the_table_of_causes_fits_something(self):
        found, rules = reproduction.comparisons(reproduction.ROOT), reproduction.cause_rules(reproduction.ROOT)
        claims = [line for _, _, lines in reproduction.given(reproduction.ROOT, "claim", "verdict") for line in lines]
        for r in rules:
            numbers = [p for f in found if not f.item.get("again") for p in f.pairs if p.label == reproduction.MISSED and r.fits(f.lines[0]["name"], f.item["item"], p.key)]
            self.assertTrue(numbers or any(r.fits(line["name"], "claim", line["claim"]) for line in claims), r.because)
        total = [f for f in found if not f.item.get("again") and not f.aside]
        self.assertEqual(sum(sum(reproduction.causes(f, found, rules).values()) for f in total), sum(p.label == reproduction.MISSED for f in total for p in f.pairs))

    def test_no_cell_of_the_claims_is_a_page(self):
        with open(os.path.join(reproduction.ROOT, "docs", "claims.md")) as file:
            for line in file:
                for cell in split_row(line) if line.startswith("|") else []:
                    self.assertLessEqual(len(cell), reproduction.WIDEST, cell)

    def kept(self, *runs):
        os.makedirs(os.path.join(self.root, "notebooks", "kept"), exist_ok=True)
        lines = [dict(format="kept runs 1"), {"shared": "d1", "is": {"standIn": False}}, {"shared": "d2", "is": {"standIn": True}}, *runs]
        with gzip.open(os.path.join(self.root, "notebooks", "kept", "07-look.jsonl.gz"), "wt") as file:
            file.write("".join(json.dumps(line) + "\n" for line in lines))

    CLAIMS = """name,claim,place,found,verdict,shown in
P,it learns,table 1,{0},held,Table 9
P,it is best,table 2,{0},{1},Table 9
"""

    def test_verdicts_with_other_seeds_stand_beside_the_committed_ones(self):
        self.write(TABLE, given=[self.CLAIMS.format("2 points", "not held")])
        made = os.path.join(self.root, "made.ipynb")
        notebook = os.path.join(self.root, "notebooks", "07-look.ipynb")
        os.rename(notebook, made)
        self.write(TABLE, given=[self.CLAIMS.format("1 point", "held")])
        os.makedirs(os.path.join(self.root, "environment"))
        lab = os.path.join(self.root, "environment", "lab")
        for end, said in (("cp", 1), ("true", None)):  # with claims, an assertion that fails after them notwithstanding; without
            with open(lab, "w") as file:
                file.write(f'#!/bin/bash\n[ "$DPGNN_FIRST_SEED" = 140 ] && {end} "{made}" "$4"\nexit 1\n')
            os.chmod(lab, 0o755)
            if said is None:
                self.assertRaises(Failed, reproduction.make_verdicts, self.root, "07", 140)
            else:
                self.assertEqual(reproduction.make_verdicts(self.root, "07", 140), said)
        self.assertRaisesRegex(Failed, "at least 100", reproduction.make_verdicts, self.root, "07", 3)
        self.assertIn("1 of 2 claims have their verdict", reproduction.verdict_lines(self.root)[-1])

    @staticmethod
    def run_of(rate, seed, score, data="d1"):
        return dict(experiment="demo", parameters=dict(rate=rate, seed=seed), data=data, metrics={"test": score, "seconds": 7}, setting=f"{rate}-{seed}")

    def test_cells_are_chosen_by_a_seed_and_compared_to_the_last_digit(self):
        runs = [self.run_of(rate, seed, 0.1 + 0.2, "d2" if rate == 9 else "d1") for rate in (1, 2, 3, 9) for seed in (1, 2)]
        self.kept(*runs)
        about = {"P": dict(protects="", notebooks="07")}
        with mock.patch.multiple(reproduction, PAPERS=about):
            two = reproduction.chosen(self.root, 5)
            self.assertEqual(two, reproduction.chosen(self.root, 5))
            self.assertEqual(len(two), 2)
            self.assertTrue(all(len(cell[3]) == 2 and "rate 9" not in cell[2] for cell in two), "stand-ins are never chosen")
            self.assertEqual({cell[2] for seed in range(20) for cell in reproduction.chosen(self.root, seed)},
                             {"demo: rate 1", "demo: rate 2", "demo: rate 3"})
            with tempfile.TemporaryDirectory() as folder:
                old = two[0][3]
                self.assertEqual(reproduction.compare_again(folder, old), (0, 2, ""), "what was not made is not equal")
                for run, score in zip(old, (0.1 + 0.2, 0.3)):
                    with open(os.path.join(folder, f"{run['setting']}.json"), "w") as file:
                        json.dump(dict(experiment="demo", parameters={k: int(v) for k, v in run["parameters"].items()},
                                       metrics={"test": score, "seconds": 9}, guarantees=[dict(epsilon=2.00004)]), file)
                self.assertEqual(reproduction.compare_again(folder, old), (1, 2, ""), "0.3 is another number than 0.1 + 0.2")
                claimed = [run | dict(guarantees=[dict(epsilon="1.99965")]) for run in old]
                self.assertEqual(reproduction.compare_again(folder, claimed)[2], "1.99965, 2.00004")
            reproduction.write_again(self.root, [["P", "5", "07", "demo: rate 1", "1 2", "2", "2"]])
            reproduction.write_again(self.root, [["P", "6", "07", "demo: rate 2", "1 2", "2", "2", "1, 2"]])
            self.assertIn("2 of 2 figures of 1 cells are equal ([again.csv](../environment/again.csv)).", reproduction.again_lines(self.root))
            self.assertEqual(len(reproduction.read_again(self.root)), 1, "the newest choice stays")
        self.assertEqual(reproduction.numbers_of("10 to 13"), ["10", "11", "12", "13"])
        self.assertEqual(reproduction.numbers_of("20, 21"), ["20", "21"])

    def test_a_table_is_linked_by_its_cell_and_scale(self):
        self.assertEqual(reproduction.link(self.find(), "../"), "[07-look](../notebooks/07-look.ipynb) \\[4\\] paper")

    def test_a_table_that_is_gone_is_an_error(self):
        with self.assertRaisesRegex(Failed, "07-look shows no table or figure whose title matches 'Table 8'"):
            self.find(find="Table 8")
        with self.assertRaisesRegex(Failed, "notebooks/08-.*found 0"):
            self.find(notebook="08")

    def test_a_notebook_without_outputs_is_said_and_no_error(self):
        with open(os.path.join(self.root, "notebooks", "07-look.ipynb"), "w") as file:
            json.dump({"cells": [{"cell_type": "code", "source": [], "outputs": []}]}, file)
        self.assertEqual(reproduction.with_cells("07 \\[3\\]<!-- x -->", self.root), "07 \\[3\\]<!-- x -->")
        self.assertIn("without outputs", reproduction.page([self.find()], self.root))

    def test_what_is_shown_is_not_counted(self):
        figure = self.find(find="^Figure 3", mark_figure=True)
        self.assertEqual(reproduction.count([figure], reproduction.LABELS, True), [0] * 5)
        self.assertEqual("on stand-ins only", reproduction.shown_line(figure, [figure])["kind"])

    def test_cells_of_markdown_and_amounts(self):
        self.assertEqual(split_row("| a\\|b | \\[1\\] |  |"), ["a|b", "[1]", ""])
        self.assertEqual(reproduction.amount(0.0041, ""), "0.004")

    def test_the_readme_keeps_what_is_outside_its_markers(self):
        text = f"before\n{reproduction.BEGIN}\nold\n{reproduction.END}\nafter\n"
        self.assertEqual(between(text, "new"), text.replace("old", "new"))
        with self.assertRaises(Failed):
            between("no markers", "new")

    def test_cells_are_found_by_their_titles(self):
        text = "shown by 07 \\[99\\]<!-- Cora_x --> and 10 \\[7\\]"
        self.assertEqual(reproduction.with_cells(text, self.root), "shown by 07 \\[4\\]<!-- Cora_x --> and 10 \\[7\\]")
        with self.assertRaisesRegex(Failed, "names a table 'Table 8' of notebook 07"):
            reproduction.with_cells("07 \\[\\]<!-- Table 8 -->", self.root)

    def test_check_fails_on_a_changed_number_and_writes_nothing(self):
        readme = os.path.join(self.root, "README.md")
        with open(readme, "w") as file:
            file.write(f"{reproduction.BEGIN}\n{reproduction.END}\n")
        os.makedirs(os.path.join(self.root, "docs"))
        with open(os.path.join(self.root, "docs", "claims.md"), "w") as file:
            file.write(f"{reproduction.BEGIN}\n{reproduction.END}\n")
        for name in "findings.md", "faults.md":
            with open(os.path.join(self.root, "docs", name), "w") as file:
                file.write("07 \\[\\]<!-- Table 9 -->\n")
        about = {"P": dict(claims="p", protects="a node", notebooks="07")}
        self.give(self.CELLS)
        with mock.patch.multiple(reproduction, ROOT=self.root, ITEMS=[ITEM], PAPERS=about), mock.patch("builtins.print"):
            self.assertEqual(reproduction.main(["--check"]), 1)
            self.assertEqual(reproduction.main([]), 0)
            with open(readme) as file:
                self.assertIn("| *P* | a node | [07](notebooks/07-look.ipynb) | 0 | 0 | 0 | 0 |", file.read())
            with open(os.path.join(self.root, "docs", "reproduction.md")) as file:
                self.assertIn("| P | trainings | 1 | 1 | 1 | 1 | 1 |", file.read())
            self.assertEqual(reproduction.main(["--check"]), 0)
            self.give(self.CELLS.replace("1.5,within", "1.4,within"))
            with open(readme) as file:
                before = file.read()
            self.assertEqual(reproduction.main(["--check"]), 1)
            with open(readme) as file:
                self.assertEqual(file.read(), before)


if __name__ == "__main__":
    unittest.main(verbosity=2)
