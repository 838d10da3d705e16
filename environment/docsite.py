"""Makes one site of the documentation that needs no network: docsite.py TARGET [API].

It holds README, docs and the notebooks as they are committed; API, a folder that javadoc wrote, is moved into it. A page lies where its
source lies in the checkout, so that links stay what they are. Every page has a search field; what it searches is one script of all
sections and classes, for a page that was opened as a file may read no other.
"""

import html
import json
import os
import re
import shutil
import sys

import nbformat
from nbconvert.filters import markdown2html

import page

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FRONT = "README.md"
SECTION = re.compile(r'<h([1-4]) id="([^"]*)">(.*?)</h\1>', re.S)
MATHJAX = re.compile(r'src="(?:file://)?(/[^"]*)/MathJax\.js[^"]*"')
LINK = re.compile(r'\b(href|src)="([^"]+)"')

STYLE = """
:root {color-scheme: light dark}
body {font: 16px/1.5 system-ui, sans-serif; max-width: 62em; margin: 0 auto; padding: 0 1em 4em}
nav {display: flex; flex-wrap: wrap; gap: 0.3em 1em; padding: 0.8em 0; border-bottom: 1px solid #8886; align-items: baseline}
nav input {margin-left: auto; font: inherit; width: 16em; padding: 0.1em 0.4em}
pre {overflow-x: auto; background: #8881; padding: 0.7em; line-height: 1.35}
table {border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.93em}
th, td {border-bottom: 1px solid #8884; padding: 0.25em 0.6em; text-align: left; vertical-align: top}
img {max-width: 100%}
.anchor-link {visibility: hidden} :hover > .anchor-link {visibility: visible}
#found {display: none; border: 1px solid #8886; padding: 0 1em; margin: 0.5em 0}
#found li {margin: 0.5em 0} #found small {opacity: 0.7; display: block}
"""

SEARCH = """
(() => {
  const field = document.getElementById('search'), found = document.getElementById('found');
  const here = field.dataset.root, escape = text => text.replace(/[&<>"]/g, c => '&#' + c.charCodeAt(0) + ';');
  const look = () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(word => word);
    const hits = [];
    for (const [where, page, title, text] of words.length ? SECTIONS : []) {
      const heads = (page + ' ' + title).toLowerCase(), all = heads + ' ' + text.toLowerCase();
      if (!words.every(word => all.includes(word))) continue;
      const score = words.reduce((sum, word) => sum + (title.toLowerCase() === word ? 9 : title.toLowerCase().includes(word) ? 4
        : heads.includes(word) ? 2 : 0) + Math.min(3, all.split(word).length - 1), 0);
      const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
      hits.push([score, where, page, title, text.slice(at, at + 160)]);
    }
    hits.sort((a, b) => b[0] - a[0]);
    found.style.display = words.length ? 'block' : 'none';
    found.innerHTML = '<p>' + hits.length + ' found</p><ol>' + hits.slice(0, 30).map(([, where, page, title, text]) =>
      `<li><a href="${here}${where}">${escape(title)}</a> <small>${escape(page)}: ${escape(text)}</small></li>`).join('') + '</ol>';
  };
  field.addEventListener('input', look);
  const asked = new URLSearchParams(location.search).get('q');
  if (asked) { field.value = asked; look(); }
})();
"""


def plain(markup):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).replace("¶", " ").split())


def place(path):
    """Where the page of a source lies in the site; None for what is no page."""
    if path == FRONT:
        return "index.html"
    stem, ending = os.path.splitext(path)
    return stem + ".html" if ending in (".md", ".ipynb") else None


def sources():
    """Every source of a page, from the root of the checkout."""
    found = [FRONT, "CONTRIBUTING.md", "data/README.md", "lib-src/bench/README.md"]
    for folder, ending in (("docs", ".md"), ("docs/proofs", ".md"), *((f"notebooks{ring}", ".ipynb") for ring in ("", "/review", "/beyond", "/solutions"))):
        found += sorted(f"{folder}/{name}" for name in os.listdir(os.path.join(ROOT, folder)) if name.endswith(ending))
    return [path for path in found if os.path.exists(os.path.join(ROOT, path))]


def headings_as_links_have_them(markup):
    """What a link to a heading is called by those who read the pages elsewhere: small letters and hyphens."""
    def named(match):
        words = re.sub(r"[^\w\- ]", "", plain(match.group(3)).lower()).replace(" ", "-")
        return f'<h{match.group(1)} id="{words}">{re.sub(r"<a class=.anchor-link.*?</a>", "", match.group(3))}</h{match.group(1)}>'
    return SECTION.sub(named, markup)


class Site:
    def __init__(self, target):
        self.target, self.sections, self.pages = target, [], sources()

    def build(self, api):
        if os.path.exists(self.target):
            if not os.path.exists(os.path.join(self.target, "search.js")):
                sys.exit(f"{self.target} is there and is no site; remove it, or name another folder")
            shutil.rmtree(self.target)
        os.makedirs(self.target)
        if api:
            shutil.move(api, os.path.join(self.target, "api"))
            self.classes()
        for path in self.pages:
            self.write(path, self.notebook(path) if path.endswith(".ipynb") else self.text(path))
        with open(os.path.join(self.target, "search.js"), "w", encoding="utf-8") as file:
            file.write("const SECTIONS = " + json.dumps(self.sections, ensure_ascii=False) + ";\n" + SEARCH)

    def text(self, path):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            body = headings_as_links_have_them(markdown2html(page.COMMENT.sub("", file.read())))
        title = plain(SECTION.search(body).group(3))
        self.index(path, title, body)
        return f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title></head>' \
               f"<body>{self.linked(path, body)}</body></html>"

    def notebook(self, path):
        notebook = page.embed(nbformat.read(os.path.join(ROOT, path), as_version=4))
        words = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
        body = headings_as_links_have_them(markdown2html(words))
        title = plain(SECTION.search(body).group(3))
        self.index(path, title, body, anchors=False)
        return self.linked(path, self.with_mathjax(page.complete(notebook)[0], "../" * path.count("/")))

    def with_mathjax(self, text, root):
        """What sets formulas comes along where it lies on this machine; else the page asks the network, and shows LaTeX without."""
        asked = MATHJAX.search(text)
        if not asked:
            return text
        for part in ("MathJax.js", "config/TeX-AMS_CHTML-full.js", "config/Safe.js", "extensions", "jax/element", "jax/input/TeX", "jax/output/CommonHTML",
                     "fonts/HTML-CSS/TeX/woff"):
            source, copy = os.path.join(asked[1], part), os.path.join(self.target, "mathjax", part)
            if os.path.isdir(source):
                shutil.copytree(source, copy, dirs_exist_ok=True)
            elif not os.path.exists(copy):
                os.makedirs(os.path.dirname(copy), exist_ok=True)
                shutil.copyfile(source, copy)
        return MATHJAX.sub(f'src="{root}mathjax/MathJax.js?config=TeX-AMS_CHTML-full,Safe"', text)

    def index(self, path, title, body, anchors=True):
        marks = list(SECTION.finditer(body))
        for mark, after in zip(marks, marks[1:] + [None]):
            text = plain(body[mark.end():after.start() if after else len(body)])
            self.sections.append([place(path) + ("#" + mark.group(2) if anchors else ""), title, plain(mark.group(3)), text])

    def classes(self):
        """Every type of the library that javadoc has a page of."""
        for folder, _, names in os.walk(os.path.join(self.target, "api", "dpgnn")):
            for name in sorted(names):
                if not name.endswith(".html") or name.startswith("package-") or "class-use" in folder:
                    continue
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    block = re.search(r'<div class="block">(.*?)</div>', file.read(), re.S)
                where = os.path.relpath(os.path.join(folder, name), self.target).replace(os.sep, "/")
                package = os.path.dirname(where)[len("api/"):].replace("/", ".")
                self.sections.append([where, package, name[:-len(".html")], plain(block.group(1))[:400] if block else ""])

    def linked(self, path, body):
        """The same with links to pages instead of their sources; what else is linked to comes along."""
        def of(match):
            kind, link = match.groups()
            if re.match(r"[a-z]+:|#", link):
                return match[0]
            to, sharp, anchor = html.unescape(link.partition("?")[0]).partition("#")
            source = os.path.normpath(os.path.join(os.path.dirname(path), to))
            if source in self.pages:
                back = os.path.relpath(place(source), os.path.dirname(place(path)) or ".")
                return f'{kind}="{back}{sharp}{anchor}"'
            whole = os.path.join(ROOT, source)
            if os.path.isfile(whole):
                copy = os.path.join(self.target, source)
                os.makedirs(os.path.dirname(copy), exist_ok=True)
                shutil.copyfile(whole, copy)
            return match[0]
        return LINK.sub(of, body)

    def write(self, path, text):
        root = "../" * path.count("/")
        links = [("index.html", "dpgnn"), ("docs/README.html", "pages"), ("docs/path.html", "path"), ("docs/cheat-sheet.html", "cheat sheet"), ("docs/glossary.html", "glossary")]
        if os.path.isdir(os.path.join(self.target, "api")):
            links.append(("api/index.html", "library"))
        bar = "<nav>" + "".join(f'<a href="{root}{to}">{name}</a>' for to, name in links) + \
              f'<input id="search" type="search" placeholder="search" data-root="{root}"></nav><div id="found"></div>'
        text = re.sub(r"(<body\b[^>]*>)", lambda m: m.group(1) + bar, text, count=1)
        style = STYLE if path.endswith(".md") else re.sub(r"(?m)^(body|pre|table|th|img|\.anchor|:root).*\n", "", STYLE)
        text = text.replace("</head>", f"<style>{style}</style></head>", 1)
        text = text.replace("</body>", f'<script src="{root}search.js"></script></body>', 1)
        page.write_atomically(os.path.join(self.target, place(path)), text)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: environment/docsite.py TARGET [API]")
    site = Site(os.path.abspath(sys.argv[1]))
    site.build(sys.argv[2] if len(sys.argv) == 3 else None)
    print(f"{len(site.pages)} pages and {len(site.sections)} entries of the search are in {site.target}; open index.html there")
