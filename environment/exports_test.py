"""Tests of the files of what a notebook was committed with."""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

import exports
from costs import notebooks

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = """<div class="dpgnn-table" style="x"><table><caption style="y">Table 9, ε &amp; σ</caption>
<thead><tr><th>data</th></tr></thead>
<tbody><tr><td>a</td></tr></tbody></table></div>"""


def notebook(scale, *outputs):
    cells = [{"cell_type": "markdown", "source": ["# Look"], "metadata": {}},
             {"cell_type": "code", "metadata": {"tags": ["parameters"]}, "source": [f'String scale = "{scale}";'], "outputs": [], "execution_count": 1},
             {"cell_type": "code", "metadata": {}, "source": [], "outputs": list(outputs), "execution_count": 2}]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}


def shown(**data):
    return {"output_type": "display_data", "metadata": {}, "data": {k.replace("_", "/"): v for k, v in data.items()}}


class ExportsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.makedirs(os.path.join(self.folder, "notebooks"))
        self.path = os.path.join(self.folder, "notebooks", "07-look.ipynb")
        self.report = os.path.join(self.folder, "reports", "07-look")

    def write(self, scale, *outputs):
        with open(self.path, "w") as file:
            json.dump(notebook(scale, *outputs), file)

    def export(self):
        return subprocess.run([sys.executable, os.path.join(HERE, "exports.py"), self.path, self.report], capture_output=True, text=True, timeout=60)

    def read(self, name, mode="r"):
        with open(os.path.join(self.report, name), mode) as file:
            return file.read()

    def test_what_is_committed_becomes_files_without_a_kernel(self):
        svg = shown(**{"text_plain": ['Figure "Figure 3: x"\n', "  one line\n", "  caption: Figure 3: x. F1 against ε."], "image_png": base64.b64encode(b"dots").decode()})
        svg["data"]["image/svg+xml"] = ["<svg>\n", "</svg>"]
        code = {"output_type": "stream", "name": "stdout", "text": ["4 runs, made by the library's versions [0123456789ab, 0a1b2c3d4e5f]; so"]}
        self.write("paper", shown(text_html=TABLE.splitlines(keepends=True)), shown(text_html="<table></table>"), code, svg)
        done = self.export()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.read("01-table-9-epsilon-sigma.html"), TABLE)
        origin = "made by dpgnn; notebook 07-look.ipynb; cell 2"
        self.assertEqual(self.read("01-table-9-epsilon-sigma.words"), origin)
        self.assertEqual(self.read("02-figure-3-x.svg"), f"<svg><metadata>{origin}</metadata>\n\n</svg>")
        self.assertEqual(self.read("02-figure-3-x.words"), f"Figure 3: x. F1 against ε.\n{origin}")
        self.assertEqual(self.read("02-figure-3-x.png", "rb"), b"dots")
        made = json.loads(self.read("notebook.json"))
        self.assertEqual(made["parameters"], {"scale": '"paper"'})
        self.assertEqual(made["committed"]["codes"], ["0123456789ab", "0a1b2c3d4e5f"])
        index = [sys.executable, os.path.join(HERE, "reports.py"), os.path.dirname(self.report)]
        done = subprocess.run(index, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.folder, "reports", "index.html")) as file:
            self.assertIn("as committed in notebooks/07-look.ipynb", file.read())

    def test_what_says_its_origin_keeps_it(self):
        svg = shown(**{"text_plain": ['Figure "x"\n']})
        svg["data"]["image/svg+xml"] = ["<svg><title>x</title>\n<metadata>of old</metadata>\n</svg>"]
        self.write("paper", svg)
        self.assertEqual(self.export().returncode, 0)
        self.assertIn("of old", self.read("01-x.svg"))
        self.assertNotIn("07-look", self.read("01-x.svg"))

    def test_a_paper_gets_the_picture_without_its_title_at_a_column_or_a_page(self):
        head = '<text x="144" y="{}" font-size="10.5" font-weight="bold" fill="#222222">a &amp; b</text>\n'
        picture = '<svg width="{0}pt" height="200pt" viewBox="0 0 {0} 200"><title>a &amp; b</title>\n{1}<text x="1" y="90">a &amp; b</text>\n</svg>'
        column = exports.for_paper(picture.format(288, head.format(18)))
        self.assertIn('width="240.00pt" height="151.67pt" viewBox="0 18 288 182"', column)
        self.assertEqual(1, column.count("<text"))
        self.assertEqual(column, exports.for_paper(column), "a second time changes nothing")
        page = exports.for_paper(picture.format(576, head.format(17)))
        self.assertIn('width="504.00pt" height="155.75pt" viewBox="0 22 576 178"', page)
        self.assertIn('width="384.00pt"', exports.for_paper(picture.format(432, "")), "letters of eight points")

    def test_one_file_takes_all(self):
        os.makedirs(self.report)
        for name in ("02-b.tex", "01-a.tex", "notes.tex"):
            open(os.path.join(self.report, name), "w").close()
        exports.whole(self.report)
        self.assertIn("\\begin{document}\n\\input{01-a}\n\\input{02-b}\n\\end{document}\n", self.read("report.tex"))
        self.assertEqual("one-step-with-lambda-1-eta-0-1", exports.slug("one step with λ = 1, η = 0.1"))

    def test_a_png_gains_a_chunk_that_readers_check(self):
        end = b"\0\0\0\0IEND\xaeB`\x82"
        made = exports.png_with_origin(b"\x89PNG\r\n\x1a\n" + end, "cell 2")
        self.assertTrue(made.endswith(end))
        length, chunk = int.from_bytes(made[8:12], "big"), made[12:-16]
        self.assertEqual((length, chunk), (13, b"tEXtSource\0cell 2"))
        self.assertEqual(int.from_bytes(made[-16:-12], "big"), zlib.crc32(chunk))
        self.assertEqual(exports.png_with_origin(made, "cell 3"), made)

    def test_lab_reports_all_notebooks_from_end_to_end(self):
        """Two committed notebooks in a checkout of their own, with the kernel that is installed for this one."""
        state = os.environ.get("DPGNN_STATE", os.path.join(HERE, ".state"))
        if not os.path.exists(os.path.join(state, "kernel.args")):
            self.skipTest("no kernel is installed: environment/lab --prepare")
        there = os.path.join(self.folder, "environment")
        os.mkdir(there)
        os.symlink(os.path.join(os.path.dirname(HERE), "lib-src"), os.path.join(self.folder, "lib-src"))
        for name in os.listdir(HERE):
            if name.endswith(".py") or name in ("lab", "common.sh"):
                shutil.copy(os.path.join(HERE, name), there)
        with open(os.path.join(there, "common.sh"), "a") as file:
            file.write("need_java() { :; }\nneed_maven() { :; }\nneed_kernel() { :; }\n")
        os.mkdir(os.path.join(there, ".state"))
        for name in ("java", "kernel.args"):
            shutil.copy(os.path.join(state, name), os.path.join(there, ".state"))
        names = ("03-release", "22-random-allocation")
        for name in names:
            shutil.copy(notebooks(os.path.dirname(HERE), name)[0], os.path.dirname(self.path))
        out = os.path.join(self.folder, "reports")
        given = {k: v for k, v in os.environ.items() if k not in ("DPGNN_STATE", "SCALE")}
        done = subprocess.run([os.path.join(there, "lab"), "--report", "all", "--out", out], capture_output=True, text=True, timeout=300, env=given)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(os.path.join(out, "provenance.json")) as file:
            made = json.load(file)["notebooks"]
        self.assertEqual(sorted(made), sorted(names))
        with open(os.path.join(out, "index.html")) as file:
            page = file.read()
        for name in names:
            kinds = {os.path.splitext(f)[1] for f in made[name]["files"]}
            self.assertLessEqual({".svg", ".pdf", ".csv", ".tex"}, kinds, name)
            for file in made[name]["files"]:
                self.assertIn(f'href="{name}/{file}"', page)

    def test_a_notebook_without_outputs_says_how_to_get_them(self):
        self.write("quick")
        done = self.export()
        self.assertEqual(done.returncode, 1)
        self.assertIn("--report 07 --fresh", done.stderr)


if __name__ == "__main__":
    unittest.main()
