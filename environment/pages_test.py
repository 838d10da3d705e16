"""Pages and notebooks as a reader sees them: every figure of `lab --html` has ink in a real browser, on a light page and on a dark one,
text stands out from what it stands on, and a notebook that nobody trusts shows its figures too. Pictures go to
environment/.state/browser.

usage: environment/test --browser
"""

import base64
import os
import shutil
import tempfile
import time

import nbformat

import page
from browser import PICTURES, Look, Server, chromium, said
from costs import notebooks

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STATE = os.environ.get("DPGNN_STATE") or os.path.join(ROOT, "environment", ".state")
NOTEBOOKS = ("00-start", "10-heterpoisson", "60-claims-and-proofs")
LEAST = 3.0  # contrast; W3C asks this of large text, and thin letters never reach the whole of theirs in pixels

# Every element that holds text of its own, with its colour and the colour that it stands on.
TEXTS = """
const rgba = text => (text.match(/[\\d.]+/g) || []).map(Number);
const found = [];
for (const e of document.body.querySelectorAll('*')) {
  if (e.closest('svg, script, style, .anchor-link, [data-dpgnn-plot]')) continue;
  if (![...e.childNodes].some(n => n.nodeType === 3 && n.nodeValue.trim())) continue;
  if (!e.getClientRects().length) continue;
  let back = [255, 255, 255];
  const layers = [];
  for (let a = e; a; a = a.parentElement) {
    const c = rgba(getComputedStyle(a).backgroundColor);
    if (c.length === 3 || c[3] > 0) layers.push(c);
    if (c.length === 3 || c[3] === 1) break;
  }
  for (const c of layers.reverse()) {
    const o = c.length === 3 ? 1 : c[3];
    back = back.map((v, i) => c[i] * o + v * (1 - o));
  }
  found.push([rgba(getComputedStyle(e).color).slice(0, 3), back, e.tagName + '.' + e.className + ': ' + e.textContent.trim().slice(0, 40)]);
}
return found;
"""


def luminance(colour):
    parts = [v / 255 for v in colour[:3]]
    r, g, b = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other):
    """As W3C's guidelines define it: 1 for equal colours, 21 for black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


# How many pixels of each colour lie in each of some boxes of a picture.
COLOURS = """
const [png, boxes, done] = arguments, picture = new Image();
picture.onload = () => {
  const canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext('2d');
  pen.drawImage(picture, 0, 0);
  done((boxes || [[0, 0, picture.width, picture.height]]).map(box => {
    const data = pen.getImageData(...box).data, counts = {};
    for (let i = 0; i < data.length; i += 4) {
      if (!data[i + 3]) continue; // outside of the picture
      const colour = data[i] << 16 | data[i + 1] << 8 | data[i + 2];
      counts[colour] = (counts[colour] || 0) + 1;
    }
    return Object.entries(counts).map(([c, n]) => [[c >> 16, c >> 8 & 255, c & 255], n]);
  }));
};
picture.src = 'data:image/png;base64,' + png;
"""


def ink(counts):
    """The share of pixels that stand out from the most frequent colour."""
    paper = max(counts, key=lambda each: each[1])[0]
    return sum(n for colour, n in counts if contrast(colour, paper) > 1.5) / sum(n for _, n in counts), paper


class Reader(Look):
    """A browser that sees a page in one of the two colour schemes."""

    def scheme(self, name):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def shot(self, box, scale=1):
        clip = {"x": box[0], "y": box[1], "width": box[2], "height": box[3], "scale": scale}
        return self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "clip": clip, "captureBeyondViewport": True})["data"]

    def colours(self, box, scale=1, parts=None):
        """Of what is seen in a box, or in parts of it, how many pixels have each colour."""
        return self.driver.execute_async_script(COLOURS, self.shot(box, scale), parts)

    def boxes(self, selector):
        return self.script("Array.from(document.querySelectorAll(arguments[0]), e => { const b = e.getBoundingClientRect();"
                           " return [b.x + scrollX, b.y + scrollY, b.width, b.height]; })", selector)

    def save(self, name, box, scale=0.5):
        with open(os.path.join(PICTURES, name + ".png"), "wb") as file:
            file.write(base64.b64decode(self.shot(box, scale)))

    def whole(self, name):
        self.save(name, [0, 0, *self.script("[document.documentElement.scrollWidth, Math.min(9000, document.documentElement.scrollHeight)]")])


def executed(name):
    """The notebook as the tests just ran it, or as it is committed."""
    ran = os.path.join(STATE, "runs", "ci", name + ".ipynb")
    return ran if os.path.exists(ran) else notebooks(ROOT, name)[0]


def figures(notebook):
    return [o.data for c in nbformat.read(notebook, as_version=4).cells for o in c.get("outputs", []) if "image/svg+xml" in o.get("data", {})]


def look_at_page(see, name, folder):
    source, target = executed(name), os.path.join(folder, name + ".html")
    page.main(source, target)
    wanted = len(figures(source))
    for scheme in ("light", "dark"):
        see.scheme(scheme)
        see.driver.get("file://" + target)
        see.wait("all pictures of " + name, lambda: see.script("Array.from(document.images).every(i => i.complete && i.naturalWidth > 0)"))
        boxes = see.boxes("img.figure")
        assert len(boxes) == wanted, f"{name} has {wanted} figures, its page {len(boxes)}"
        for number, box in enumerate(boxes):
            assert box[2] > 150 and box[3] > 100, f"figure {number} of {name} measures {box[2:]}"
            share, paper = ink(see.colours(box)[0])
            assert share > 0.01, f"figure {number} of {name} is empty on a {scheme} page: {share:.4f} of it is ink"
            assert (luminance(paper) > 0.5) == (scheme == "light"), f"figure {number} of {name} has the paper {paper} on a {scheme} page"
        body = see.script("getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number)")
        assert (luminance(body) > 0.5) == (scheme == "light"), f"{name} has the background {body} on a {scheme} screen"
        texts = [(contrast(colour, back), what) for colour, back, what in see.driver.execute_script(TEXTS)]
        worst = min(texts)
        assert worst[0] >= LEAST, f"{name}, {scheme}: contrast {worst[0]:.2f} of {worst[1]}"
        see.whole(f"{name}-{scheme}")
        said(f"{name}, {scheme}: {wanted} figures with ink, {len(texts)} texts, the least contrast is {worst[0]:.1f}")
    return target


def look_at_letters(see, name, folder):
    """The text of each figure on a dark page, by the pixels around it."""
    see.scheme("dark")
    least = (21, "")
    for number, data in enumerate(figures(executed(name))):
        document = base64.b64decode(page.image("".join(data["image/svg+xml"])).partition("base64,")[2].partition('"')[0])
        path = os.path.join(folder, f"{name}-{number}.svg")
        with open(path, "wb") as file:
            file.write(document)
        see.driver.get("file://" + path)
        texts = see.script("Array.from(document.querySelectorAll('text'), e => { const b = e.getBoundingClientRect();"
                           " return [b.x, b.y, b.width, b.height, e.textContent]; }).filter(b => b[4].trim())")
        size = see.script("(b => [Math.ceil(b.right), Math.ceil(b.bottom)])(document.documentElement.getBoundingClientRect())")
        parts = [[int(2 * x), int(2 * y), int(2 * (x + width)) + 1 - int(2 * x), int(2 * (y + height)) + 1 - int(2 * y)] for x, y, width, height, _ in texts]
        for (*_, text), counts in zip(texts, see.colours([0, 0, *size], 2, parts)):
            paper = max(counts, key=lambda each: each[1])[0]
            least = min(least, (max(contrast(colour, paper) for colour, _ in counts), f"{text!r} in figure {number}"))
    assert least[0] >= LEAST, f"{name}, dark: contrast {least[0]:.2f} of {least[1]}"
    said(f"{name}, dark: the letters of its figures stand out by {least[0]:.1f} or more")


def look_untrusted(see, name, folder):
    """Opened in a server that has never seen it, as what was sent by somebody else."""
    source = executed(name)
    shutil.copyfile(source, os.path.join(folder, name + ".ipynb"))
    wanted = len(figures(source))
    with Server(folder) as server:
        see.scheme("light")
        see.driver.get(f"http://127.0.0.1:{server.port}/notebooks/{name}.ipynb?token=look")
        see.wait("the notebook", lambda: see.script("window.Jupyter && Jupyter.notebook && Jupyter.notebook._fully_loaded"))
        assert not see.script("Jupyter.notebook.trusted"), "the notebook was to be one that nobody trusts"
        see.wait("its pictures", lambda: see.script("Array.from(document.images).every(i => i.complete)"))
        assert not see.script("document.querySelectorAll('.output svg').length"), "an untrusted notebook showed SVG"
        seen = see.script("Array.from(document.querySelectorAll('.output img'), i => [i.naturalWidth, i.naturalHeight, i.width, i.height])")
        assert len(seen) == wanted, f"{wanted} figures, {len(seen)} seen"
        for number in range(wanted):
            see.script("document.querySelectorAll('.output img')[arguments[0]].scrollIntoView({block: 'center'})", number)
            natural, _, width, height = seen[number]
            assert width <= natural / 1.9, f"figure {number} of {natural} pixels is shown {width} wide"
            box = see.script("(b => [b.x, b.y, b.width, b.height])(document.querySelectorAll('.output img')[arguments[0]].getBoundingClientRect())", number)
            share, _ = ink(see.colours(box)[0])
            assert share > 0.01, f"figure {number} of the untrusted {name} is empty: {share:.4f} of it is ink"
        see.picture("untrusted")
        said(f"{name}, untrusted: {wanted} figures with ink, as PNG")


def main():
    os.makedirs(PICTURES, exist_ok=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, chromium(folder) as driver:
        see = Reader(driver)
        for name in NOTEBOOKS:
            look_at_page(see, name, folder)
            look_at_letters(see, name, folder)
        look_untrusted(see, NOTEBOOKS[0], folder)
    said(f"pages looked at in {time.monotonic() - began:.0f} s; pictures in {PICTURES}")


if __name__ == "__main__":
    main()
