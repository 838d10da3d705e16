"""Tests of the planted faults: that they fit the library as it is, and that one that nobody notices fails the run."""

import contextlib
import io
import os
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

import mutants
from mutants import MUTANTS, NASTIEST, ROOT, chosen, planted



def fault(old, new, tests):
    return ("a fault", "random/SeededStream.java", old, new, tests)


def sources(test):
    return list(ROOT.glob("lib-src/**/test/java/" + test.replace(".", "/") + ".java"))


class MutantsTest(unittest.TestCase):
    def test_every_mutant_changes_the_library_as_it_is(self):
        self.assertEqual(len({m[0] for m in MUTANTS}), len(MUTANTS))
        for mutant in MUTANTS:
            self.assertNotEqual(planted(mutant), mutants.source(mutant[1]).read_text(), mutant[0])
            for test in mutant[4].split(","):
                self.assertEqual(len(sources(test)), 1, mutant[0])

    def test_the_nastiest_are_ten_and_each_has_its_test(self):
        mutants_chosen = chosen(["--nastiest"])
        self.assertEqual({m[0] for m in mutants_chosen}, set(NASTIEST))
        self.assertEqual(len(NASTIEST), 10)
        turns = [[m[0] for m in chosen(["--nastiest", str(turn)])] for turn in range(mutants.TURNS)]
        self.assertEqual([len(t) for t in turns], [2] * 5)
        self.assertEqual({name for turn in turns for name in turn}, set(NASTIEST))
        for mutant in mutants_chosen:
            test, method = mutant[4].split("#")
            self.assertRegex(sources(test)[0].read_text(), rf"\bvoid {method}\(", mutant[0])

    def test_a_text_that_moved_on_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "lib-src/library/training/main/java/dpgnn/random/SeededStream.java"
            source.parent.mkdir(parents=True)
            for text, times in (("int b;", 0), ("int a; int a;", 2)):
                source.write_text(text)
                with self.assertRaisesRegex(SystemExit, f'random/SeededStream.java must hold .*"a fault" once, held it {times} times: int a;'):
                    planted(fault("int a;", "", ""), pathlib.Path(folder))
                self.assertEqual(source.read_text(), text)

    def test_a_stale_text_fails_the_run_before_anything_is_built(self):
        stale = fault("no such text", "", "dpgnn.random.StreamsTest")
        with mock.patch.object(mutants, "MUTANTS", MUTANTS + [stale]), mock.patch.object(subprocess, "run") as ran:
            with self.assertRaisesRegex(SystemExit, "no such text"):
                mutants.main(["--nastiest"])
            ran.assert_not_called()

    def test_a_survivor_fails_the_run_and_nothing_is_left(self):
        """A comment is a fault that no test can notice."""
        harmless = fault("return drawn;", "return drawn; // as before", "dpgnn.random.StreamsTest")
        before = status()
        said = io.StringIO()
        with mock.patch.object(mutants, "MUTANTS", [harmless]), contextlib.redirect_stdout(said):
            with self.assertRaisesRegex(SystemExit, "1 of 1 mutants survive: a fault"):
                mutants.main([])
        self.assertIn("SURVIVES", said.getvalue())
        self.assertEqual(status(), before)

    def test_a_test_that_fails_without_a_fault_fails_the_run(self):
        """Else it would kill every mutant."""
        with mock.patch.object(mutants, "killers", return_value=["always()"]), mock.patch.object(subprocess, "run"), self.assertRaisesRegex(SystemExit, "without any fault: always"):
            mutants.main(["--nastiest"])


def status():
    """The files of library and build, and when each was written."""
    return {p: p.stat().st_mtime_ns for folder in (ROOT / "lib-src", mutants.TARGET)
            for p in folder.rglob("*") if p.is_file()} | {p: 0 for p in pathlib.Path(os.getcwd()).iterdir() if p.name != "__pycache__"}


if __name__ == "__main__":
    unittest.main()
