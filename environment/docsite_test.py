"""Tests of the site of the documentation: nothing leads nowhere, nothing needs a network, what is there is found."""

import html
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import costs
import docsite
import page
from nbformat import v4

CLASS_PAGE = '<html><head></head><body><div class="block">Combines a sampler, a clip and a <em>noise</em>.</div></body></html>'


class DocsiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        api = os.path.join(cls.folder.name, "made", "dpgnn", "train")
        os.makedirs(api)
        for name in ("Plan.html", "package-summary.html"):
            with open(os.path.join(api, name), "w") as file:
                file.write(CLASS_PAGE)
        cls.site = docsite.Site(os.path.join(cls.folder.name, "site"))
        # Two notebooks stand for all: a page of one takes as long as all pages of text.
        others = [path for path in cls.site.pages if path.endswith(".ipynb") and not re.search(r"/(10|21)-", path)]
        cls.site.pages = [path for path in cls.site.pages if path not in others]
        cls.left_out = set(others)
        cls.site.build(os.path.join(cls.folder.name, "made"))

    def read(self, path):
        with open(os.path.join(self.site.target, path), encoding="utf-8") as file:
            return file.read()

    def test_every_link_and_picture_is_there(self):
        count = 0
        for path in self.site.pages:
            page = docsite.place(path)
            text = re.sub(r"<(style|script)\b.*?</\1>", "", self.read(page), flags=re.S)
            for link in re.findall(r'\b(?:href|src)="([^"]+)"', text):
                if re.match(r"[a-z]+:", link) or path.endswith(".ipynb") and link.startswith("#"):
                    continue
                to, _, anchor = html.unescape(link.partition("?")[0]).partition("#")
                place = os.path.normpath(os.path.join(os.path.dirname(page), to)) if to else page
                if place in ("api/index.html",) or os.path.splitext(place)[0] + ".ipynb" in self.left_out or place in self.left_out:
                    continue
                self.assertTrue(os.path.exists(os.path.join(self.site.target, place)), f"{page} leads to {link}")
                if anchor and place.endswith(".html") and not place.startswith(("api", "notebooks")):
                    self.assertIn(f'id="{anchor}"', self.read(place), f"{page} leads to {link}")
                count += 1
        self.assertGreater(count, 150)

    def test_no_page_needs_a_network(self):
        for path in self.site.pages:
            self.assertEqual(re.findall(r'<(?:script|link|img)\b[^>]*(?:src|href)="(?:https?|file):[^"]*"', self.read(docsite.place(path))), [], path)

    def test_every_page_and_class_is_in_the_search(self):
        where = {entry[0].partition("#")[0] for entry in self.site.sections}
        self.assertEqual(where, {docsite.place(path) for path in self.site.pages} | {"api/dpgnn/train/Plan.html"})
        self.assertIn(["api/dpgnn/train/Plan.html", "dpgnn.train", "Plan", "Combines a sampler, a clip and a noise ."], self.site.sections)
        for path in self.site.pages:
            self.assertIn('<input id="search"', self.read(docsite.place(path)), path)

    @unittest.skipUnless(shutil.which("chromium"), "no Chromium")
    def test_a_search_in_a_browser_finds_the_page_and_the_class(self):
        address = f"file://{self.site.target}/docs/glossary.html?q=noise+multiplier"
        self.assertIn('href="../docs/glossary.html#', self.found(address))
        first = re.search(r'<li><a href="([^"]*)">', self.found(f"file://{self.site.target}/index.html?q=plan"))
        self.assertEqual(first[1], "api/dpgnn/train/Plan.html")
        self.assertIn("<p>0 found</p>", self.found(f"file://{self.site.target}/index.html?q=xyzzyx"))

    def found(self, address):
        done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder.name}/profile", "--dump-dom", address],
                              capture_output=True, text=True, timeout=120)
        return re.search(r'<div id="found".*?</ol>', done.stdout, re.S)[0]

    def test_a_dial_is_a_picture_on_a_page(self):
        data = {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}, "image/svg+xml": '<svg width="9pt"><title>x</title></svg>', "text/plain": "x"}
        cell = v4.new_code_cell("dial", outputs=[v4.new_output("execute_result", data, execution_count=1)])
        text, _ = page.complete(page.embed(v4.new_notebook(cells=[cell])))
        self.assertIn('<img class="figure" alt="x"', text)
        self.assertNotIn("widget-view", text)

    def test_a_folder_that_is_no_site_is_left_alone(self):
        with self.assertRaisesRegex(SystemExit, "is no site"):
            docsite.Site(self.folder.name).build(None)

    def test_the_path_names_every_notebook_with_the_times_of_the_costs(self):
        with open(os.path.join(docsite.ROOT, "docs", "costs.csv")) as file:
            known = costs.written(file.read())
        with open(os.path.join(docsite.ROOT, "docs", "path.md")) as file:
            path = dict(re.findall(r"^\| \[(\d\d[a-z]?-[\w-]+)\]\([^)]*\) \| .* \| (\d+) s \|", file.read(), re.M))
        self.assertEqual(path, {name: costs.run_all(known, name) for name, *_ in known})
        self.assertEqual(set(path), set(map(costs.name_of, costs.notebooks(docsite.ROOT))))


if __name__ == "__main__":
    unittest.main(verbosity=2)
