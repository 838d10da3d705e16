"""Tests of what reproduction.py makes again."""

import gzip
import json
import os
import tempfile
import unittest
from unittest import mock

import reproduction
from reproduction import Failed


class ReproductionTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        os.makedirs(os.path.join(self.root, "notebooks", "kept"))
        os.makedirs(os.path.join(self.root, "environment"))
        self.write("notebooks/07-look.ipynb", "{}")

    def write(self, name, text):
        with open(os.path.join(self.root, name), "w") as file:
            file.write(text)
        return os.path.join(self.root, name)

    def kept(self, *runs):
        lines = [dict(format="kept runs 1"), {"shared": "d1", "is": {"standIn": False}}, {"shared": "d2", "is": {"standIn": True}}, *runs]
        with gzip.open(os.path.join(self.root, "notebooks", "kept", "07-look.jsonl.gz"), "wt") as file:
            file.write("".join(json.dumps(line) + "\n" for line in lines))

    CLAIMS = """name,claim,place,found,verdict,shown in
P,it learns,table 1,{0},held,Table 9
P,it is best,table 2,{0},{1},Table 9
"""

    def test_verdicts_with_other_seeds_stand_beside_the_committed_ones(self):
        self.write("notebooks/kept/07-look.claims.csv", self.CLAIMS.format("1 point", "held"))
        made = self.write("made.csv", self.CLAIMS.format("2 points", "not held"))
        for end, said in (("cp", 1), ("true", None)):  # with claims, an assertion that fails after them notwithstanding; without
            lab = self.write("environment/lab", f'#!/bin/bash\n[ "$DPGNN_FIRST_SEED" = 140 ] && {end} "{made}" "$DPGNN_CELLS/claims.csv"\nexit 1\n')
            os.chmod(lab, 0o755)
            if said is None:
                self.assertRaises(Failed, reproduction.make_verdicts, self.root, "07", 140)
            else:
                with mock.patch("builtins.print"):
                    self.assertEqual(reproduction.make_verdicts(self.root, "07", 140), said)
        self.assertRaisesRegex(Failed, "at least 100", reproduction.make_verdicts, self.root, "07", 3)
        lines = reproduction.read_lines(os.path.join(self.root, "environment", "verdicts.csv"))
        self.assertEqual([line["verdict with these seeds"] for line in lines], ["held", "not held"])

    def test_a_notebook_that_is_not_there_is_said(self):
        with self.assertRaisesRegex(Failed, "notebooks/08-.*found 0"):
            reproduction.make_verdicts(self.root, "08", 140)

    @staticmethod
    def run_of(rate, seed, score, data="d1"):
        return dict(experiment="demo", parameters=dict(rate=rate, seed=seed), data=data, metrics={"test": score, "seconds": 7}, setting=f"{rate}-{seed}")

    def test_cells_are_chosen_by_a_seed_and_compared_to_the_last_digit(self):
        runs = [self.run_of(rate, seed, 0.1 + 0.2, "d2" if rate == 9 else "d1") for rate in (1, 2, 3, 9) for seed in (1, 2)]
        self.kept(*runs)
        with mock.patch.object(reproduction, "papers", lambda root: {"P": ["07"]}):
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
            reproduction.write_again(self.root, [["P", "5", "07", "demo: rate 1", "1 2", "2", "2", ""]])
            reproduction.write_again(self.root, [["P", "6", "07", "demo: rate 2", "1 2", "2", "2", "1, 2"]])
            self.assertEqual([row[1] for row in reproduction.read_rows(os.path.join(self.root, "environment", "again.csv"))], ["6"], "the newest choice stays")

    def test_papers_have_their_notebooks(self):
        papers = reproduction.papers(reproduction.ROOT)
        self.assertEqual(5, len(papers))
        for number in sum(papers.values(), []):
            reproduction.notebook_path(reproduction.ROOT, number)


if __name__ == "__main__":
    unittest.main(verbosity=2)
