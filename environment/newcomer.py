"""A newcomer's first five minutes, walked through in a real browser: clone, environment/lab, another epsilon, all cells, a saved figure.

usage: environment/test --newcomer [--refresh]

Every step of the README's walk is done in JupyterLab as a person does it, with keys and clicks, in a fresh clone of this checkout's last
commit. Prints what each step took; fails if one does not work. Where environment/lab finds no JupyterLab, and no package index that has
one, it says so and walks no further. Pictures go to environment/.state/browser; --refresh copies README's into docs/.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys

from browser import HERE, PICTURES, Look, chromium, free_port

ROOT = os.path.dirname(HERE)
MOST_BYTES = 200_000
FRONT = "newcomer-4.png"
SAVE = 'figure.save("figures/epsilon-2.pdf")'
NOTEBOOK = "jupyterapp.shell.currentWidget"
CELLS = NOTEBOOK + ".content.widgets"
# What JupyterLab asks a person at its first start is answered, and its application is there to be looked at.
SETTINGS = {"jupyter_lab_config.json": {"LabApp": {"expose_app_in_browser": True}},
            "lab/user-settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings": {"fetchNews": "false"}}


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


def lab(clone, folder, log):
    """Starts environment/lab as a newcomer does, without a browser of its own; gives its process, its front end and its address. It has
    no state or kernel of the checkout that walks."""
    for name, text in SETTINGS.items():
        path = os.path.join(folder, "config", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(text, file)
    env = {k: v for k, v in os.environ.items() if k not in ("DPGNN_STATE", "JUPYTER_PATH", "DPGNN_PROFILES")}
    env.update(JUPYTER_CONFIG_DIR=os.path.join(folder, "config"), JUPYTER_DATA_DIR=os.path.join(folder, "data"),
               JUPYTER_RUNTIME_DIR=os.path.join(folder, "runtime"))
    running = subprocess.Popen([os.path.join(clone, "environment", "lab"), "--no-browser", "--port", str(free_port())], cwd=clone, env=env,
                               stdout=subprocess.PIPE, stderr=log, text=True)
    front = ""
    for line in running.stdout:
        front = line[len("lab: front end: "):].strip() if line.startswith("lab: front end: ") else front
        found = re.search(r"http://\S+", line)
        if found:
            return running, front, found[0]
    raise AssertionError("environment/lab ended without an address; see " + log.name)


def cell_with(see, text):
    """The index of the code cell that holds this text, in view."""
    index = see.script(f"{CELLS}.findIndex(c => c.model.type == 'code' && c.model.sharedModel.getSource().includes(arguments[0]))", text)
    assert index >= 0, f"no code cell holds {text}"
    show(see, index, "center")
    return index


def show(see, index, where):
    see.script(f"{NOTEBOOK}.content.scrollToItem(arguments[0], arguments[1]) && null", index, where)
    see.wait(f"cell {index}", lambda: see.script(f"{CELLS}[arguments[0]].isAttached", index))
    time.sleep(0.7)


def source(see, index):
    return see.script(f"{CELLS}[arguments[0]].model.sharedModel.getSource()", index)


def shown(see, index):
    """What a cell has put out."""
    return see.script(f"JSON.stringify({CELLS}[arguments[0]].model.outputs.toJSON())", index)


def replace(see, index, old, new):
    """Clicks at the end of the old text, takes it away and types the new one."""
    line = next(i for i, text in enumerate(source(see, index).split("\n")) if old in text)
    spot = see.script(f"""(() => {{ const line = {CELLS}[arguments[0]].node.querySelectorAll('.cm-line')[arguments[1]];
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), range = document.createRange();
        for (let n = walker.nextNode(); n; n = walker.nextNode()) {{
            const at = n.data.indexOf(arguments[2]);
            if (at >= 0) {{ range.setStart(n, at); range.setEnd(n, at + arguments[2].length); }}
        }}
        const box = range.getBoundingClientRect();
        return [box.right, (box.top + box.bottom) / 2]; }})()""", index, line, old)
    mouse = ActionBuilder(see.driver)
    mouse.pointer_action.move_to_location(*map(round, spot)).click()
    mouse.perform()
    ActionChains(see.driver).send_keys(*[Keys.BACKSPACE] * len(old), new).perform()
    see.wait("the new text", lambda: new in source(see, index).split("\n")[line] and old not in source(see, index).split("\n")[line])


def type_text(see, text):
    """A letter after the other; the editor closes brackets and quotes by itself, and a person types over them."""
    for c in text:
        ActionChains(see.driver).send_keys(c).perform()


def menu(see, name, item):
    entries = "Array.from(document.querySelectorAll(arguments[0])).find(e => e.innerText.trim() == arguments[1])"
    see.script(entries, ".lm-MenuBar-itemLabel", name).click()
    see.wait("the menu", lambda: see.script(entries, ".lm-Menu-itemLabel", item))
    see.script(entries, ".lm-Menu-itemLabel", item).click()


def state_of_kernel(see):
    return see.script(f"(n => n && n.sessionContext && n.sessionContext.session && n.sessionContext.session.kernel"
                      f" && n.sessionContext.session.kernel.status)(window.jupyterapp && {NOTEBOOK})")


def walk(see, steps, address, clone):
    see.driver.get(address)
    entry = "Array.from(document.querySelectorAll('.jp-DirListing-itemText')).find(e => e.innerText.trim() == '00-start.ipynb')"
    see.wait("the list of notebooks", lambda: see.script(f"(e => e && e.getBoundingClientRect().width)({entry})"))
    see.wait("what opens beside it", lambda: see.script("document.querySelectorAll('.jp-LauncherCard').length"))
    time.sleep(1)
    steps.picture(see, "newcomer-1")
    steps.step("the browser shows the notebooks")
    ActionChains(see.driver).double_click(see.script(entry)).perform()
    see.wait("the notebook with its kernel", lambda: state_of_kernel(see) == "idle")
    steps.step("00-start is open")

    replace(see, cell_with(see, "double epsilon"), "8.0", "2.0")
    steps.picture(see, "newcomer-2")
    menu(see, "Run", "Run All Cells")
    training = cell_with(see, "PlainTrainer.of(Gcn")
    see.wait("a bar that moves", lambda: see.script(
        f"(e => e && e.getAttribute('aria-valuenow') > 0)({CELLS}[arguments[0]].node.querySelector('[role=progressbar]'))", training))
    steps.picture(see, "newcomer-3")
    last = see.script(f"{CELLS}.findLastIndex(c => c.model.type == 'code')")
    see.wait("the end of the last cell", lambda: see.script(f"{CELLS}[arguments[0]].model.executionCount", last)
             and state_of_kernel(see) == "idle", 400)
    failed = see.script(f"{CELLS}.filter(c => c.model.type == 'code' && c.model.outputs.toJSON().some(o => o.output_type == 'error')).length")
    assert not failed, f"{failed} cells failed"
    steps.step("epsilon is 2 and all cells have run")

    at = cell_with(see, "what privacy costs on the small graph")
    see.wait("the figure of the new run", lambda: "epsilon 2.0" in shown(see, at))
    drawn = f"{CELLS}[arguments[0]].node.querySelector('.jp-OutputArea img, .jp-OutputArea svg')"
    see.script("arguments[0].scrollIntoView({block: 'center'})", see.script(drawn, at))
    time.sleep(0.7)
    steps.picture(see, "newcomer-4")
    ActionChains(see.driver).click(see.script(drawn, at)).send_keys(Keys.ESCAPE, "b").perform()
    see.wait("a new cell", lambda: source(see, at + 1) == "" and see.script(f"{NOTEBOOK}.content.activeCellIndex") == at + 1)
    ActionChains(see.driver).send_keys(Keys.ENTER).perform()
    type_text(see, SAVE)
    typed = source(see, at + 1)
    assert typed == SAVE, f"typed {typed}"
    ActionChains(see.driver).key_down(Keys.SHIFT).send_keys(Keys.ENTER).key_up(Keys.SHIFT).perform()
    see.wait("the path of the saved figure", lambda: "epsilon-2.pdf" in shown(see, at + 1))
    show(see, at + 1, "end")
    steps.picture(see, "newcomer-5")
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
    steps = Walk(PICTURES)
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(PICTURES, "newcomer.log"), "w") as log:
        clone = os.path.join(folder, "dpgnn")
        subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
        steps.step("cloned")
        running, front, address = lab(clone, folder, log)
        try:
            steps.step("environment/lab has built everything and printed an address, with " + front)
            if not front.startswith("JupyterLab"):
                print("newcomer: there is no JupyterLab here, and no package index has one: nothing to walk through")
                return 0
            with chromium(folder) as driver:
                driver.set_window_size(1000, 800)
                walk(Look(driver), steps, address, clone)
        finally:
            running.terminate()
            running.wait(60)
            running.stdout.close()
        if arguments:
            shutil.copy(os.path.join(PICTURES, FRONT), os.path.join(ROOT, "docs"))
        changed = subprocess.run(["git", "-C", clone, "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
        print(f"newcomer: {sum(t for _, t in steps.took):6.1f} s  in all; git sees {changed.split() or 'no change'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
