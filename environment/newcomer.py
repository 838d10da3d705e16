"""A newcomer's first five minutes, walked through in a real browser: clone, environment/lab, another epsilon, all cells, a saved figure.

usage: environment/test --newcomer [--refresh]

Every step of the README's walk is done as a person does it, with keys and clicks, in a fresh clone of this checkout's last commit.
Prints what each step took; fails if one does not work. Pictures go to environment/.state/browser, with --refresh to docs/.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import HERE, PICTURES, Look, chromium, free_port

ROOT = os.path.dirname(HERE)
MOST_BYTES = 150_000
SAVE = 'figure.save("figures/epsilon-2.pdf")'


class Walk:
    def __init__(self, pictures):
        self.pictures, self.began, self.took = pictures, time.monotonic(), []

    def step(self, what):
        now = time.monotonic()
        self.took.append((what, now - self.began))
        print(f"newcomer: {now - self.began:6.1f} s  {what}", flush=True)
        self.began = now

    def picture(self, see, name):
        path = os.path.join(self.pictures, name + ".png")
        see.driver.save_screenshot(path)
        size = os.path.getsize(path)
        assert size < MOST_BYTES, f"{path} has {size} bytes, must have fewer than {MOST_BYTES}"


def lab(clone, log):
    """Starts environment/lab as a newcomer does, without a browser of its own; gives its process and its address."""
    running = subprocess.Popen([os.path.join(clone, "environment", "lab"), "--no-browser", "--port", str(free_port())], cwd=clone,
                               stdout=subprocess.PIPE, stderr=log, text=True)
    for line in running.stdout:
        found = re.search(r"http://\S+", line)
        if found:
            return running, found[0]
    raise AssertionError("environment/lab ended without an address; see " + log.name)


def cell_with(see, text):
    """The index of the code cell that holds this text, selected and in view."""
    index = see.script("Jupyter.notebook.get_cells().findIndex(c => c.cell_type === 'code' && c.get_text().includes(arguments[0]))", text)
    assert index >= 0, f"no code cell holds {text}"
    see.script(f"Jupyter.notebook.get_cell({index}).element[0].scrollIntoView({{block: 'center'}})")
    return index


def replace(see, index, old, new):
    """Marks the old text as a mouse does, and types the new one."""
    see.script(f"Jupyter.notebook.select({index}) && Jupyter.notebook.edit_mode()")
    see.script("""(() => { const cm = Jupyter.notebook.get_cell(arguments[0]).code_mirror, text = cm.getValue(), at = text.indexOf(arguments[1]);
        cm.setSelection(cm.posFromIndex(at), cm.posFromIndex(at + arguments[1].length)); cm.focus(); return at; })()""", index, old)
    type_text(see, new)
    assert new in see.script(f"Jupyter.notebook.get_cell({index}).get_text()")


def type_text(see, text):
    keys = ActionChains(see.driver)
    for c in text:
        keys.send_keys(c)
        if c in "([\"":
            keys.send_keys(Keys.DELETE)  # the editor closes brackets and quotes by itself; a person types over them
    keys.perform()


def menu(see, name, item):
    see.driver.find_element(By.ID, name).click()
    see.wait("the menu", lambda: see.driver.find_element(By.ID, item).is_displayed())
    see.driver.find_element(By.CSS_SELECTOR, f"#{item} a").click()


def walk(see, steps, address, clone):
    parts = urllib.parse.urlsplit(address)
    see.driver.get(address)
    see.wait("the list of notebooks", lambda: see.driver.find_elements(By.LINK_TEXT, "00-start.ipynb"))
    steps.step("the browser shows the notebooks")
    see.driver.get(f"http://{parts.netloc}/notebooks/00-start.ipynb?{parts.query}")
    see.wait("the notebook with its kernel", see.idle)
    steps.step("00-start is open")

    replace(see, cell_with(see, "double epsilon"), "8.0", "2.0")
    steps.picture(see, "newcomer-1")
    menu(see, "celllink", "run_all_cells")
    last = see.script("Jupyter.notebook.get_cells().map(c => c.cell_type).lastIndexOf('code')")
    see.wait("the first cell to run", lambda: "[*]" in see.script("document.body.innerText") or see.script("Jupyter.notebook.kernel_busy"))
    see.wait("the end of the last cell", lambda: see.script(
        f"Jupyter.notebook.get_cell({last}).element.find('.input_prompt').text().match(/\\[\\d+\\]/) !== null && !Jupyter.notebook.kernel_busy"), 120)
    assert not see.script("document.querySelectorAll('.output_error').length"), "a cell failed"
    steps.step("epsilon is 2 and all cells have run")

    at = cell_with(see, "what privacy costs on the small graph")
    see.wait("the figure of the new run", lambda: "epsilon 2.0" in (see.script(f"Jupyter.notebook.get_cell({at}).element.find('.output svg').text()") or ""))
    see.script(f"Jupyter.notebook.select({at}) && Jupyter.notebook.focus_cell()")
    see.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE, "b")
    see.wait("a new cell", lambda: see.script(f"Jupyter.notebook.get_cell({at + 1}).get_text() === '' && Jupyter.notebook.get_selected_index() === {at + 1}"))
    see.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ENTER)
    type_text(see, SAVE)
    typed = see.script(f"Jupyter.notebook.get_cell({at + 1}).get_text()")
    assert typed == SAVE, f"typed {typed}"
    see.run(at + 1)
    see.wait("the path of the saved figure", lambda: "epsilon-2.pdf" in see.output(at + 1))
    see.driver.set_window_size(1000, 860)
    see.script(f"Jupyter.notebook.get_cell({at + 1}).element[0].scrollIntoView({{block: 'end'}})")
    time.sleep(0.5)
    steps.picture(see, "newcomer-2")
    saved = os.path.join(clone, "notebooks", "figures", "epsilon-2.pdf")
    with open(saved, "rb") as file:
        assert file.read(5) == b"%PDF-", f"{saved} is no PDF"
    assert os.path.exists(saved.replace(".pdf", ".csv")), "the figure's points are missing"
    steps.step("the figure is a PDF, its points a CSV")


def main(arguments):
    if arguments not in ([], ["--refresh"]):
        print("usage: newcomer.py [--refresh]", file=sys.stderr)
        return 2
    os.makedirs(PICTURES, exist_ok=True)
    steps = Walk(os.path.join(ROOT, "docs") if arguments else PICTURES)
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(PICTURES, "newcomer.log"), "w") as log:
        clone = os.path.join(folder, "dpgnn")
        subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
        steps.step("cloned")
        running, address = lab(clone, log)
        try:
            steps.step("environment/lab has built everything and printed an address")
            driver = chromium(folder)
            try:
                driver.set_window_size(1000, 760)
                walk(Look(driver), steps, address, clone)
            finally:
                driver.quit()
        finally:
            running.terminate()
            running.wait(20)
            running.stdout.close()
        changed = subprocess.run(["git", "-C", clone, "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
        print(f"newcomer: {sum(t for _, t in steps.took):6.1f} s  in all; git sees {changed.split() or 'no change'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
