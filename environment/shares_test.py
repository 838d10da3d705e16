"""Tests of the shares: together they are all that --all adds, and the plain command leaves out nothing else."""

import csv
import io
import os
import re
import subprocess
import sys
import unittest
from contextlib import redirect_stdout

import mutants
import shares

HERE = os.path.dirname(os.path.abspath(__file__))


class SharesTest(unittest.TestCase):
    def test_together_they_are_all_and_none_twice(self):
        parts = [line for k in range(shares.COUNT) for line in shares.share(k)]
        self.assertEqual(sorted(parts), sorted(line for line, _ in shares.added()))
        self.assertEqual(len(parts), len(set(parts)))
        for k in range(shares.COUNT):
            self.assertGreater(len(shares.share(k)), len(parts) / 10)

    def test_every_stage_of_all_is_one_of_the_script_and_every_notebook_is_there(self):
        with open(os.path.join(HERE, "test"), encoding="utf-8") as file:
            script = file.read()
        for name in shares.STAGES:
            self.assertRegex(script, rf'(?m)^    "{re.escape(name)}"\)', name)
        for name in shares.PLAIN:
            self.assertIn(name, shares.all_notebooks())

    def test_every_class_runs_in_the_plain_command_or_in_a_share(self):
        added = [line for line, _ in shares.added()]
        for name, source in shares.classes().items():
            both = '@Tag("jdk")' in source and '@Tag("vectors")' in source
            self.assertTrue(both and f"whole {name}" not in added or f"newest {name}" in added, name)
            self.assertEqual(shares.asks(source) and name != "dpgnn.ExtentTest", f"whole {name}" in added, name)
        for name in shares.all_notebooks():
            self.assertIn(f"without data {name}", added)
            self.assertTrue(name in shares.PLAIN or f"with data {name}" in added, name)
        self.assertEqual({f"mutant {m[0]}" for m in mutants.MUTANTS}, {line for line in added if line.startswith("mutant ")})

    def test_a_test_that_is_drawn_is_named(self):
        source = "class A {\n    int one = 1;\n\n    @Test\n    @Extent.OneIn(3)\n    void dear() {\n        f();\n    }\n\n    @Test\n    void cheap() {}\n}\n"
        self.assertEqual(["dear"], shares.places(source))
        self.assertEqual([shares.WHOLE, "dear"], shares.places("@Extent.OneIn(2)\n" + source))
        self.assertTrue(shares.asks(source))

    def test_faults_that_are_planted_meet_tests_of_the_plain_command(self):
        known = {name.rpartition(".")[2]: source for name, source in shares.classes().items()}
        with open(os.path.join(HERE, "killers.csv"), encoding="utf-8") as file:
            killers = {row["mutant"]: [tuple(test.split(".")) for test in row["tests"].split()] for row in csv.DictReader(file)}
        self.assertEqual({m[0] for m in mutants.MUTANTS}, set(killers))
        for name, test in mutants.NASTIEST.items():
            killers[name].append(tuple(test.split("#")))
        drawn = {name: shares.places(known[name]) for name in {t for tests in killers.values() for t, _ in tests}}
        for name, tests in killers.items():
            self.assertTrue(tests, name)
            for type_name, method in tests:
                self.assertIn(f"void {method}(", known[type_name], name)
            always = [method for type_name, method in tests if not {method, shares.WHOLE} & set(drawn[type_name])]
            self.assertTrue(always, f"'{name}' must die of a test that looks at the same always")

    def test_commands_run_abreast_and_their_outputs_stay_together(self):
        lines = "echo a1; sleep 0.3; echo a2\necho b1; sleep 0.3; echo b2; exit 3\n"
        done = subprocess.run([sys.executable, os.path.join(HERE, "abreast.py"), "2"], input=lines, capture_output=True, text=True, timeout=60)
        self.assertEqual(1, done.returncode)
        self.assertIn("a1\na2\n", done.stdout)
        self.assertIn("b1\nb2\n", done.stdout)

    def test_usage(self):
        with self.assertRaises(SystemExit), redirect_stdout(io.StringIO()):
            shares.main(["share", "9"])


if __name__ == "__main__":
    unittest.main()
