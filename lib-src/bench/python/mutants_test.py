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
from mutants import MUTANTS, ROOT, chosen, planted


def fault(old, new, tests):
    return ("a fault", "random/SeededStream.java", old, new, tests)


class MutantsTest(unittest.TestCase):
    def test_every_mutant_changes_the_library_as_it_is(self):
        self.assertEqual(len({m[0] for m in MUTANTS}), len(MUTANTS))
        for mutant in MUTANTS:
            self.assertNotEqual(planted(mutant), mutants.source(mutant[1]).read_text(), mutant[0])
            name, method = mutants.test_of(mutant).split("#")
            self.assertIn(f"void {method}(", mutants.file_of(f"lib-src/**/test/java/{name.replace('.', '/')}.java").read_text(), mutant[0])

    def test_shares_have_all_mutants_once(self):
        self.assertEqual(sorted(m for k in "01234" for m in chosen(["--share", k])), sorted(MUTANTS))

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
        stale = fault("no such text", "", "StreamsTest#noTwoNumbersShareAForkOrACoin")
        with mock.patch.object(mutants, "MUTANTS", MUTANTS + [stale]), mock.patch.object(subprocess, "run") as ran:
            with self.assertRaisesRegex(SystemExit, "no such text"):
                mutants.main(["a release"])
            ran.assert_not_called()

    def test_a_survivor_fails_the_run_and_nothing_is_left(self):
        """A comment is a fault that no test can notice."""
        harmless = fault("return drawn;", "return drawn; // as before", "StreamsTest#noTwoNumbersShareAForkOrACoin")
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
            mutants.main(["a release"])


def status():
    """The files of library and build, and when each was written."""
    return {p: p.stat().st_mtime_ns for folder in (ROOT / "lib-src", mutants.TARGET)
            for p in folder.rglob("*") if p.is_file()} | {p: 0 for p in pathlib.Path(os.getcwd()).iterdir() if p.name != "__pycache__"}


if __name__ == "__main__":
    unittest.main()
