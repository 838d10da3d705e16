"""Pictures of a session in JupyterLab: epsilon is edited in notebook 10, three cells run, a dial is dragged while the training runs,
the training is stopped and goes on. All pictures on one sheet.

usage: screencast.py [SHEET.png]; it needs selenium and Chromium here, and JupyterLab with widgets in environment/.venv or DPGNN_PYTHON.
environment/lab --prepare must have run.
"""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import nbformat
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
HERE = os.path.join(ROOT, "environment")
sys.path.insert(0, HERE)

from browser import chromium

STATE = os.environ.get("DPGNN_STATE") or os.path.join(HERE, ".state")
PYTHON = os.environ.get("DPGNN_PYTHON") or os.path.join(HERE, ".venv", "bin", "python")
PICTURES = os.path.join(STATE, "screencast")
PATIENCE = 400
DIAL = '''// Drag it while the training below runs.
lab.dial("σ", 0.5, 8, s -> {
    double[] x = IntStream.rangeClosed(-40, 40).mapToDouble(i -> i / 4.0).toArray();
    return Figure.line("noise of one number", x, Arrays.stream(x).map(v -> Math.exp(-v * v / 2 / s / s) / s).toArray())
            .x("value").y("density").size(420, 200);
}).start(2)'''


def write_notebook(folder):
    """Notebook 10 without outputs and headings, to where its training ends, with a dial before it."""
    source = nbformat.read(os.path.join(ROOT, "notebooks", "10-heterpoisson.ipynb"), as_version=4)
    code = [c for c in source.cells if c.cell_type == "code"]
    at = next(i for i, c in enumerate(code) if c.source.startswith("String dataset = "))
    training = next(i for i, c in enumerate(code) if ".train(view)" in c.source and i > at)
    first = [c.source for c in code[:at] if "String scale = " in c.source or "Lab.of(" in c.source]
    first = [s.replace('String scale = "quick"', 'String scale = "ci"') for s in first]
    parameters = code[at].source.replace("int steps = 0; ", "int steps = 900;")
    between = [c.source for c in code[at + 1:training]]
    sources = [*first, parameters, *between, DIAL, code[training].source]
    cells = [nbformat.v4.new_code_cell(s) for s in sources]
    spec = {"name": "java", "display_name": "Java (dpgnn)", "language": "java"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": spec}), os.path.join(folder, "10.ipynb"))
    return len(first), len(sources)


class Lab:
    def __init__(self, driver):
        self.driver = driver
        self.taken = []

    def script(self, code, *arguments):
        return self.driver.execute_script("return " + code, *arguments)

    def wait(self, what, condition, seconds=PATIENCE):
        try:
            return WebDriverWait(self.driver, seconds, poll_frequency=0.1).until(lambda d: condition())
        except Exception:
            self.picture("failed", what)
            raise AssertionError("not seen: " + what)

    def picture(self, name, says):
        path = os.path.join(PICTURES, name + ".png")
        self.driver.save_screenshot(path)
        self.taken.append((path, says))
        print("screencast: " + says, flush=True)

    def run(self, index):
        self.script("jupyterapp.shell.currentWidget.content.activeCellIndex = arguments[0]", index)
        self.script("jupyterapp.commands.execute('notebook:run-cell') && null")

    def text(self, index):
        return self.script("jupyterapp.shell.currentWidget.content.widgets[arguments[0]].node.innerText", index)

    def count(self, index):
        return self.script("jupyterapp.shell.currentWidget.content.widgets[arguments[0]].model.executionCount", index)

    def show(self, index, where="start"):
        self.script("jupyterapp.shell.currentWidget.content.widgets[arguments[0]].node.scrollIntoView({block: arguments[1]})", index, where)
        time.sleep(0.7)


def session(lab, port, first, cells):
    lab.driver.get(f"http://127.0.0.1:{port}/lab/tree/10.ipynb?token=look")
    lab.wait("the notebook with its kernel", lambda: lab.script(
        "window.jupyterapp && jupyterapp.shell.currentWidget && jupyterapp.shell.currentWidget.sessionContext"
        " && jupyterapp.shell.currentWidget.sessionContext.session && jupyterapp.shell.currentWidget.sessionContext.session.kernel"
        " && jupyterapp.shell.currentWidget.sessionContext.session.kernel.status == 'idle'"))
    lab.script("jupyterapp.shell.collapseLeft() || true")
    training, dial = cells - 1, cells - 2
    for index in range(first):
        lab.run(index)
        lab.wait("the cell that begins", lambda: lab.count(index))
    model = "jupyterapp.shell.currentWidget.content.widgets[arguments[0]].model.sharedModel"
    source = lab.script(model + ".getSource()", first)
    lab.script(f"{model}.setSource(arguments[1]) || true", first, re.sub(r"double epsilon = \d+;", "double epsilon = 4;", source))
    lab.show(first)
    lab.picture("1", "1. epsilon is edited: 2 becomes 4")
    for index in range(first, training):
        lab.run(index)
        lab.wait(f"the end of cell {index}", lambda: lab.count(index))
        if "Error" in lab.text(index) or "error:" in lab.text(index):
            raise AssertionError(lab.text(index))
    assert "No slider" not in lab.text(dial), lab.text(dial)
    lab.wait("the slider", lambda: lab.script("document.querySelectorAll('.widget-slider .noUi-handle').length"))
    lab.run(training)
    lab.wait("the bar of the training", lambda: lab.script("document.querySelectorAll('[role=progressbar]').length")
             and " of 900" in lab.text(training) and "epsilon" in lab.text(training))
    lab.show(dial)
    lab.picture("2", "2. three cells ran, and now the training runs")
    drawn = "(e => e && e.getAttribute('points'))(document.querySelector('.widget-html svg polyline'))"
    before, steps = lab.script(drawn), lab.text(training)
    handle = lab.driver.find_element(By.CSS_SELECTOR, ".widget-slider .noUi-handle")
    began = time.monotonic()
    ActionChains(lab.driver).click_and_hold(handle).move_by_offset(60, 0).release().perform()
    lab.wait("what follows from the moved dial", lambda: lab.script(drawn) not in (None, before))
    moved = time.monotonic() - began
    assert lab.script("document.querySelectorAll('[role=progressbar]').length"), "the training had ended: " + steps
    lab.picture("3", f"3. a dial is dragged while it runs: another picture after {moved:.1f} s")
    lab.wait("two points of the curve", lambda: re.search(r"test accuracy\s+\S+\s+\(step [2-9]00\)", lab.text(training)))
    lab.script("jupyterapp.commands.execute('notebook:interrupt-kernel') && null")
    lab.wait("the training so far", lambda: "goes on from there" in lab.text(training) and "So far" in lab.text(training))
    stopped = int(re.search(r"stopped after step (\d+)", lab.text(training)).group(1))
    lab.show(training)
    lab.picture("4", f"4. stopped after step {stopped}: curve and guarantee so far")
    lab.run(training)
    lab.wait("the training that goes on", lambda: f"from step {stopped} on" in lab.text(training))
    lab.show(training)
    lab.picture("5", "5. the cell runs again, and goes on from there")
    lab.wait("its end", lambda: "900 of 900" in lab.text(training)
             and lab.script("jupyterapp.shell.currentWidget.sessionContext.session.kernel.status") == "idle")
    lab.show(training)
    time.sleep(1)
    lab.picture("6", "6. its end, after step 900")


def sheet(driver, taken, out):
    figures = "".join(f"<figure><img src='file://{path}'><figcaption>{says}</figcaption></figure>" for path, says in taken)
    page = os.path.join(PICTURES, "sheet.html")
    with open(page, "w", encoding="utf-8") as file:
        file.write("<meta charset=utf-8><style>html{overflow:hidden}body{margin:8px;display:grid;grid-template-columns:1fr 1fr 1fr;gap:8px;font:13px sans-serif}"
                   "figure{margin:0}img{width:100%;border:1px solid #bbb}</style>" + figures)
    driver.set_window_size(1500, 200)
    driver.get("file://" + page)
    time.sleep(1)
    driver.set_window_size(1500, int(driver.execute_script("return document.documentElement.scrollHeight")) + 140)
    time.sleep(1)
    driver.save_screenshot(out)
    print(f"screencast: {out}, {os.path.getsize(out) // 1024} kB", flush=True)


def main(argv):
    os.makedirs(PICTURES, exist_ok=True)
    out = os.path.abspath(argv[0]) if argv else os.path.join(PICTURES, "sheet.png")
    with tempfile.TemporaryDirectory() as folder, socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
        s.close()
        first, cells = write_notebook(folder)
        settings = os.path.join(folder, "config", "lab", "user-settings", "@jupyterlab", "apputils-extension")
        os.makedirs(settings)
        with open(os.path.join(settings, "notification.jupyterlab-settings"), "w") as file:
            file.write('{"fetchNews": "false"}')  # else a question covers the pictures
        environment = dict(os.environ, JUPYTER_TOKEN="look", JUPYTER_CONFIG_DIR=folder + "/config", JUPYTER_DATA_DIR=folder + "/data",
                           JUPYTER_RUNTIME_DIR=folder + "/runtime", JUPYTER_PATH=os.path.join(STATE, "share", "jupyter"))
        with open(os.path.join(PICTURES, "server.log"), "w") as log:
            server = subprocess.Popen([PYTHON, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}", "--allow-root",
                                       f"--notebook-dir={folder}", "--LabApp.expose_app_in_browser=True"],
                                      env=environment, stdout=log, stderr=log)
        try:
            end = time.monotonic() + PATIENCE
            while True:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=5).read()
                    break
                except OSError:
                    if time.monotonic() > end:
                        raise
                    time.sleep(0.3)
            driver = chromium(folder)
            try:
                driver.set_window_size(1000, 900)
                lab = Lab(driver)
                session(lab, port, first, cells)
                sheet(driver, lab.taken, out)
            finally:
                driver.quit()
        finally:
            server.terminate()
            server.wait(30)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
