"""Tests of the table of costs, and that notebooks say what it says."""

import unittest

import costs
from costs import BEGIN, END, line, merged, with_line, written

HEAD = ",".join(costs.HEAD) + "\n"


class CostsTest(unittest.TestCase):
    def test_new_figures_take_the_place_of_old_ones_and_others_stay(self):
        before = HEAD + "10-x,ci,real,trained,9,9,90\n11-y,ci,real,none,8,8,80\n"
        text = merged(before, ["10-x,quick,real,kept,9.9,20.4,500", "10-x,ci,real,trained,5.0,7.6,91", "10-x,ci,stand-ins,trained,5.0,7.6,91",
                               "10-x,other,real,none,1,1,1"])
        self.assertEqual(text, HEAD + "10-x,ci,real,trained,5,8,91\n10-x,ci,stand-ins,trained,5,8,91\n10-x,quick,real,kept,10,20,500\n"
                                      "11-y,ci,real,none,8,8,80\n")
        self.assertEqual(merged(text, []), text)
        self.assertEqual(("10", None), tuple(costs.run_all(written(text), name) for name in ("10-x", "11-y")))
        with self.assertRaisesRegex(SystemExit, "must have the columns notebook,scale"):
            written("notebook,scale\n")

    def test_the_line_names_what_was_measured_and_nothing_else(self):
        known = {("10-x", "ci", "real", "trained"): ("30", "24", "1"), ("10-x", "quick", "real", "kept"): ("9", "12", "1"),
                 ("10-x", "quick", "stand-ins", "kept"): ("9", "8", "1"), ("10-x", "quick", "real", "trained"): ("400", "503", "1"),
                 ("11-y", "quick", "real", "trained"): ("1", "240", "1"), ("12-z", "ci", "real", "none"): ("1", "99", "1"),
                 ("13-v", "quick", "real", "kept"): ("9", "62", "1"), ("13-v", "quick", "stand-ins", "trained"): ("9", "85", "1")}
        said = lambda name: line(known, name).split("): ", 1)[1]
        self.assertEqual(said("10-x"), "ci 24 s, quick 12 s from kept runs (8 min without them), paper not timed.*")
        self.assertEqual(said("11-y"), "ci not timed, quick 4 min where no runs are kept, paper not timed.*")
        self.assertEqual(said("13-v"), "ci not timed, quick 62 s from kept runs, paper not timed.*", "the 85 s are of stand-ins")
        self.assertEqual(said("12-z"), "ci 99 s, quick not timed, paper not timed.*")

    def test_the_line_stands_below_the_title_and_is_replaced(self):
        once = with_line("# Title\n\nText.", "one")
        self.assertEqual(once, f"# Title\n\n{BEGIN}\none\n{END}\n\nText.")
        self.assertEqual(with_line(once, "two"), once.replace("one", "two"))

    def test_notebooks_say_what_the_page_says(self):
        with open(costs.os.path.join(costs.ROOT, "docs", "costs.csv"), encoding="utf-8") as file:
            known = written(file.read())
        self.assertTrue(known)
        for path in costs.notebooks(costs.ROOT):
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), costs.with_costs(path, known), path + ": run environment/costs.py")

    def test_no_committed_output_was_trained_for(self):
        """Whoever runs a notebook as it is committed waits for no training: its runs are kept."""
        for path in costs.notebooks(costs.ROOT):
            with open(path, encoding="utf-8") as file:
                cells = costs.json.load(file)["cells"]
            shown = [t for c in cells for o in c.get("outputs", []) for t in ["".join(o.get("data", {}).get("text/plain", ""))]]
            self.assertEqual([t for t in shown if "trained here" in t], [], path + ": run environment/lab --keep")


if __name__ == "__main__":
    unittest.main()
