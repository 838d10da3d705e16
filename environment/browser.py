"""The notebook as a person sees it, in headless Chromium: it opens, a cell runs, a progress bar moves, a plot is seen, and the
interrupt button stops a long loop at its next safe point. A dial is moved, with the front end's extension for widgets where it is to
be had (by pip), and stands as a picture without. Pictures go to environment/.state/browser.

usage: environment/test --browser
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import nbformat
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

HERE = os.path.dirname(os.path.abspath(__file__))
PICTURES = os.path.join(HERE, ".state", "browser")
PATIENCE = 180

PROGRESS = '''// A loop that says where it stands, as every training does.
var stream = Streams.seed(7).stream("noise");
double[] loss = new double[40];
double w = 4;
try (var progress = Progress.of("noisy descent", loss.length)) {
    for (int t = 0; t < loss.length; t++) {
        w -= 0.1 * (w + 0.5 * stream.nextGaussian());
        loss[t] = w * w / 2;
        Thread.sleep(100);
        progress.step(t + 1, "loss", loss[t]);
    }
}'''

PLOT = '''Figure.line("loss of a noisy descent", loss).x("step").y("loss")'''

TRAINING = '''// A private training that would take hours: the stop button ends it at its next step.
var data = Datasets.load("small");
var plan = Plan.of(PoissonNodes.of(0.2), Clip.flat(1), GaussianNoise.standard()).steps(1_000_000).multiplier(500).delta(1e-4);
var folder = Files.createTempDirectory("training");
long[] taken = {0};
plan.experiment(Gcn.of(16), 1).checkpoint(folder, 1000).listen(moment -> {
    if (taken[0]++ == 0) System.out.println("begun");
    return true;
}).train(data.transductive());'''

AFTER = '''// The session goes on, and the ledger has every step that was taken.
long spent = Ledger.read(folder.resolve("ledger.jsonl")).lastStep();
spent >= taken[0] ? "still usable" : "the ledger holds " + spent + " steps of " + taken[0]'''

DIAL = '''// The slider is the first thing of the output, what follows from its number the second.
Lab.of("look", "ci").dial("sigma", 0.5, 8, sigma -> {
    if (sigma > 6.6 && sigma < 8) throw new IllegalStateException("too much noise");
    double[] x = IntStream.rangeClosed(0, 60).mapToDouble(i -> i / 10.0 - 3).toArray();
    double[] y = Arrays.stream(x).map(at -> Math.exp(-at * at / 2 / sigma / sigma)).toArray();
    return Figure.line("noise", x, y).x("value").y("density");
}).start(1)'''


def write_notebook(folder):
    cells = [nbformat.v4.new_markdown_cell("# A Java notebook")]
    cells += [nbformat.v4.new_code_cell(source) for source in ("1 + 41", PROGRESS, PLOT, TRAINING, AFTER, DIAL)]
    spec = {"name": "java", "display_name": "Java (dpgnn)", "language": "java"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": spec}), os.path.join(folder, "look.ipynb"))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def find_extension():
    """The folder of the front end's extension for widgets, which pip fetches; None without. Debian's is older than what it must speak."""
    target = os.path.join(HERE, ".state", "widgets")
    path = os.path.join(target, "share", "jupyter")
    if not os.path.isdir(path):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", target, "widgetsnbextension>=4,<5"],
                       stderr=subprocess.DEVNULL)
    return path if os.path.isdir(path) else None


class Server:
    def __init__(self, folder, extension=None):
        self.port, self.folder = free_port(), folder
        environment = dict(os.environ, JUPYTER_TOKEN="look", JUPYTER_CONFIG_DIR=os.path.join(folder, "config"),
                           JUPYTER_RUNTIME_DIR=os.path.join(folder, "runtime"), JUPYTER_DATA_DIR=os.path.join(folder, "data"))
        if extension:
            nbconfig = os.path.join(folder, "config", "nbconfig")
            os.makedirs(nbconfig)
            with open(os.path.join(nbconfig, "notebook.json"), "w") as file:
                file.write('{"load_extensions": {"jupyter-js-widgets/extension": true}}')
            environment["JUPYTER_PATH"] = environment.get("JUPYTER_PATH", "") + os.pathsep + extension
        self.log = open(os.path.join(PICTURES, "server.log"), "w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "notebook", "--no-browser", "--ip=127.0.0.1", f"--port={self.port}", f"--notebook-dir={folder}",
             "--allow-root"], env=environment, stdout=self.log, stderr=self.log)

    def __enter__(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api", timeout=2).read()
                return self
            except OSError:
                time.sleep(0.2)
        self.__exit__()
        raise TimeoutError("the notebook server does not answer; see " + self.log.name)

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()


def chromium(folder):
    options = Options()
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1100,1250",
                 f"--user-data-dir={folder}/profile"):
        options.add_argument(flag)
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


class Look:
    def __init__(self, driver):
        self.driver = driver

    def wait(self, what, condition, seconds=PATIENCE):
        try:
            return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(lambda d: condition())
        except Exception:
            self.picture("failed")
            raise AssertionError(f"not seen within {seconds} s: {what}")

    def script(self, code, *arguments):
        return self.driver.execute_script("return " + code, *arguments)

    def picture(self, name):
        self.driver.save_screenshot(os.path.join(PICTURES, name + ".png"))

    def run(self, index):
        """Selects the cell and presses Shift-Enter, as a person does."""
        self.script(f"Jupyter.notebook.select({index}) && Jupyter.notebook.focus_cell()")
        body = self.driver.find_element(By.TAG_NAME, "body")
        body.send_keys(Keys.SHIFT, Keys.ENTER)

    def output(self, index):
        return self.script(f"Jupyter.notebook.get_cell({index}).element.find('.output').text()") or ""

    def idle(self):
        return self.script("Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected() && Jupyter.notebook._fully_loaded")


def said(text):
    print("browser: " + text, flush=True)


def move_dial(see):
    drawn = "(e => e && e.getAttribute('points'))(document.querySelector('.widget-vbox .widget-html svg polyline'))"
    see.wait("the slider of the dial", lambda: see.script("document.querySelectorAll('.widget-slider .noUi-handle, .widget-slider .ui-slider-handle').length") == 1)
    first = see.wait("what follows from the dial", lambda: see.script(drawn))
    handle = see.driver.find_element(By.CSS_SELECTOR, ".widget-slider .noUi-handle, .widget-slider .ui-slider-handle")
    seen = {first}
    see.script("arguments[0].scrollIntoView({block: 'center'})", handle)
    began = time.monotonic()
    for _ in range(20):
        ActionChains(see.driver).click_and_hold(handle).move_by_offset(4, 0).release().perform()
        seen.add(see.script(drawn))
    see.wait("another picture after the slider moved", lambda: see.script(drawn) not in (None, first))
    said(f"a slider was moved in {time.monotonic() - began:.1f} s, {len(seen)} pictures were seen on the way")
    assert len(seen) >= 5, f"only {len(seen)} pictures were seen"
    see.picture("dial")
    ActionChains(see.driver).click_and_hold(handle).move_by_offset(105, 0).release().perform()
    see.wait("the error near the slider's end", lambda: "too much noise" in (see.script("document.querySelector('.widget-vbox .widget-html').innerText") or ""))
    ActionChains(see.driver).click_and_hold(handle).move_by_offset(-60, 0).release().perform()
    see.wait("a picture after the error", lambda: see.script(drawn))
    said("an error of the dial's function is shown in its place, and the slider goes on")


def look(driver, port, extension):
    see = Look(driver)
    driver.get(f"http://127.0.0.1:{port}/notebooks/look.ipynb?token=look")
    see.wait("the notebook with its kernel", see.idle)
    said("the notebook is open, kernel '%s'" % see.script("Jupyter.notebook.kernel.name"))

    see.run(1)
    see.wait("the value 42", lambda: "42" in see.output(1))
    said("a cell ran: 1 + 41 = 42")

    see.run(2)
    values, bars = set(), set()

    def ended():
        found = see.script("Array.from(document.querySelectorAll('[role=progressbar]'), e => e.getAttribute('aria-valuenow'))")
        values.update(map(int, found))
        bars.add(len(found))
        return "noisy descent: 40 of 40" in see.output(2)
    see.wait("the end of the progress bar", ended)
    assert len(values) >= 5, f"the progress bar showed only {sorted(values)}"
    assert max(bars) == 1, f"{max(bars)} progress bars were seen at once"
    assert not see.script("document.querySelectorAll('[role=progressbar]').length"), "a finished bar leaves one line of text"
    said(f"a progress bar moved: {len(values)} positions seen, never more than one bar, and a line in its place")

    see.run(3)
    box = see.wait("the plot", lambda: see.script(
        "(e => e && [e.getBoundingClientRect().width, e.getBoundingClientRect().height, e.querySelectorAll('path, polyline').length])"
        "(document.querySelector('.output svg'))"))
    assert box[0] > 100 and box[1] > 50 and box[2] > 0, f"the plot measures {box}"
    said("a plot is seen: %.0f by %.0f pixels of SVG with %d lines" % tuple(box))

    if extension:
        files = see.script("[...document.querySelectorAll('.widget-html a[download]')].map(a => a.innerText).join(' ')")
        assert files == "PDF SVG CSV TeX", f"below the plot stands '{files}'"
        said("its files are below it: " + files)

    see.run(4)
    see.wait("the training's first step", lambda: "begun" in see.output(4))
    time.sleep(1)
    began = time.monotonic()
    driver.find_element(By.CSS_SELECTOR, "button[data-jupyter-action='jupyter-notebook:interrupt-kernel']").click()
    see.wait("the word of the stopped training", lambda: "the training was stopped after step" in see.output(4))
    took = time.monotonic() - began
    assert took < 30, f"the interrupt took {took:.1f} s"
    said(f"the interrupt button stopped a private training in {took:.2f} s")

    see.run(5)
    see.wait("the cell after the interrupt", lambda: "still usable" in see.output(5))
    said("the session is usable after the interrupt")
    see.run(6)
    if extension:
        move_dial(see)
    else:
        see.wait("the panels of the dial", lambda: see.script("document.querySelectorAll('.output svg').length") == 2)
        said("no extension for widgets is to be had: the dial is a picture of six panels")
    see.script("window.scrollTo(0, 0)")
    driver.set_window_size(1100, 1540)
    time.sleep(0.5)
    see.picture("look")
    said("screenshot in " + os.path.join(PICTURES, "look.png"))


def main():
    os.makedirs(PICTURES, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        write_notebook(folder)
        extension = find_extension()
        with Server(folder, extension) as server, chromium(folder) as driver:
            look(driver, server.port, extension)


if __name__ == "__main__":
    main()
