"""Tests of the page of costs."""

import unittest

from costs import BEGIN, END, merged


class CostsTest(unittest.TestCase):
    def test_new_figures_take_the_place_of_old_ones_and_others_stay(self):
        page = f"a\n{BEGIN}\n| notebook | scale | seconds of CPU | memory, MB |\n| --- | --- | ---: | ---: |\n| 10-x | ci | 9 | 90 |\n| 11-y | ci | 8 | 80 |\n{END}\nb"
        text = merged(page, ["10-x,quick,9.9,20.4,500", "10-x,ci,5.0,7.6,91", "10-x,other,1,1,1"])
        rows = [line for line in text.splitlines() if line.startswith("| 1")]
        self.assertEqual(rows, ["| 10-x | ci | 8 | 91 |", "| 10-x | quick | 20 | 500 |", "| 11-y | ci | 8 | 80 |"])
        self.assertTrue(text.startswith("a\n") and text.endswith("\nb"))


if __name__ == "__main__":
    unittest.main()
