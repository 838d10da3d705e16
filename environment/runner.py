"""Runs a notebook without a browser: runner.py NOTEBOOK [-p NAME=VALUE]... [--out FILE].

It needs jupyter_client and nbformat alone. Parameters replace values in the cells tagged "parameters"; parameters.py says how these
are written. The result is canonical: a run that computes the same writes the same bytes.
"""

import argparse
import json
import os
import re
import resource
import shlex
import signal
import sys
import tempfile
import time
import warnings
from queue import Empty

import nbformat
from jupyter_client.kernelspec import NoSuchKernel
from jupyter_client.manager import KernelManager

from parameters import Failed, listed, parameters, parse_parameters, set_parameters

START_SECONDS = 300


# ---- execution


def output_of(message):
    """The message as the notebook format has it; None if it is no output."""
    kind = message["msg_type"]
    if kind not in ("stream", "display_data", "execute_result", "error"):
        return None
    return nbformat.v4.output_from_msg(message)


class Runner:
    def __init__(self, notebook, folder, cell_seconds):
        self.notebook, self.folder, self.cell_seconds = notebook, folder, cell_seconds
        self.displays = {}
        self.shown = {}
        self.held = {}

    def run(self):
        kernel = self.notebook.metadata.get("kernelspec", {}).get("name", "java")
        # A port that was free when it was chosen may be taken when the kernel opens it.
        for _ in range(3):
            if self.start(kernel):
                break
        else:
            raise Failed(f"the kernel '{kernel}' does not start: each of three times another program took one of its ports")
        try:
            count = 0
            for cell in self.notebook.cells:
                if cell.cell_type == "code" and cell.source.strip():
                    count += 1
                    self.run_cell(cell, count)
        finally:
            self.stop()

    def start(self, kernel):
        self.manager = KernelManager(kernel_name=kernel)
        # What the process says beside the protocol matters only when it does not start.
        log = tempfile.TemporaryFile("w+")
        try:
            self.manager.start_kernel(cwd=self.folder, stdout=log, stderr=log)
        except NoSuchKernel:
            raise Failed(f"the kernel '{kernel}' is not installed; environment/lab --prepare installs ours")
        self.client = self.manager.client()
        self.client.start_channels()
        try:
            self.client.wait_for_ready(timeout=START_SECONDS)
        except BaseException as e:
            self.stop()
            log.seek(0)
            said = log.read()
            if not isinstance(e, RuntimeError):
                raise
            if "Address already in use" in said:
                return False
            raise Failed(f"the kernel '{kernel}' does not start: {e}\n{said}")
        return True

    def stop(self):
        self.megabytes = peak_memory(self.manager)
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def run_cell(self, cell, count):
        first = next((line for line in cell.source.splitlines() if line.strip() and not line.startswith("//")), "")
        print_line(f"[{count}] {first[:100]}")
        began = time.monotonic()
        cell.outputs, cell.execution_count = [], count
        sent = self.client.execute(cell.source, allow_stdin=False)
        end = began + self.cell_seconds if self.cell_seconds else None
        while True:
            try:
                message = self.client.get_iopub_msg(timeout=1)
            except Empty:
                if not self.manager.is_alive():
                    self.raise_for(cell, count, "the kernel died; was its memory enough? DPGNN_HEAP=4g sets it")
                if end and time.monotonic() > end:
                    self.manager.interrupt_kernel()
                    self.raise_for(cell, count, f"the cell ran longer than {self.cell_seconds} s")
                continue
            if message["msg_type"] == "update_display_data":
                self.update(message)
            if message["parent_header"].get("msg_id") != sent:
                continue
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                break
            self.take(cell, message)
            if end and time.monotonic() > end:
                self.manager.interrupt_kernel()
                self.raise_for(cell, count, f"the cell ran longer than {self.cell_seconds} s")
        self.last_states()
        errors = [o for o in cell.outputs if o.output_type == "error"]
        if errors:
            self.raise_for(cell, count, "\n".join(errors[0].traceback))
        print_line(f"    {time.monotonic() - began:.1f} s")

    def raise_for(self, cell, count, error):
        raise Failed(f"cell [{count}] failed. Its source:\n\n{indent(cell.source)}\n\nThe error:\n\n{indent(error)}\n")

    def take(self, cell, message):
        content = message["content"]
        if message["msg_type"] == "clear_output":
            cell.outputs = []
            return
        output = output_of(message)
        if output is None:
            return
        last = cell.outputs[-1] if cell.outputs else None
        if output.output_type == "stream":
            print_text(output.text)
            if last is not None and last.output_type == "stream" and last.name == output.name:
                last.text += output.text
                return
        identity = content.get("transient", {}).get("display_id")
        if identity:
            self.displays.setdefault(identity, []).append(output)
        if output.output_type != "error" and "text/plain" in output.get("data", {}):
            self.show(identity, output.data["text/plain"])
        cell.outputs.append(output)

    def update(self, message):
        content = message["content"]
        identity = content.get("transient", {}).get("display_id")
        for output in self.displays.get(identity, []):
            output.data, output.metadata = nbformat.from_dict(content["data"]), nbformat.from_dict(content["metadata"])
        self.show(identity, content["data"].get("text/plain", ""))

    def show(self, identity, text):
        """What is updated many times a second is printed once in some seconds."""
        now = time.monotonic()
        self.held.pop(identity, None)
        if identity and now - self.shown.get(identity, 0) < 5:
            self.held[identity] = text
            return
        self.shown[identity] = now
        print_text(text + "\n")

    def last_states(self):
        """What was updated and not printed: what a bar shows in the end."""
        for text in self.held.values():
            print_text(text + "\n")
        self.held.clear()


def print_line(text):
    print(text, flush=True)


def print_text(text):
    print_line(indent(text.rstrip("\n")))


def indent(text):
    return "\n".join("    " + line for line in text.splitlines())


# ---- the canonical form


def canonical(notebook):
    """Nothing but what the author wrote and what the cells gave: no times, no random ids, no state of a front end."""
    spec = {"display_name": "Java (dpgnn)", "language": "java", "name": "java"}
    language = {"codemirror_mode": "text/x-java", "file_extension": ".jshell", "mimetype": "text/x-java-source",
                "name": "java", "pygments_lexer": "java"}
    cells = []
    for number, cell in enumerate(notebook.cells, 1):
        kept = {key: cell.metadata[key] for key in ("tags", "collapsed", "jupyter", "slideshow") if cell.metadata.get(key)}
        new = {"cell_type": cell.cell_type, "id": f"cell-{number}", "metadata": kept, "source": lines(cell.source)}
        if cell.cell_type == "code":
            new["execution_count"] = cell.execution_count
            new["outputs"] = [canonical_output(o) for o in cell.outputs]
        cells.append(new)
    whole = {"cells": cells, "metadata": {"kernelspec": spec, "language_info": language}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def canonical_output(output):
    plain = json.loads(json.dumps(output))
    plain.pop("transient", None)
    plain.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    if "text" in plain:
        plain["text"] = lines(plain["text"])
    for mime, content in plain.get("data", {}).items():
        if isinstance(content, str) and not mime.startswith("image/png"):
            plain["data"][mime] = lines(content)
    return plain


def lines(text):
    return text.splitlines(keepends=True) if isinstance(text, str) else text


def write_atomically(path, text):
    folder = os.path.dirname(os.path.abspath(path))
    os.makedirs(folder, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".writing-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


# ---- commands

# A notebook of one's own may be older than ids of cells: nothing here needs them.
warnings.filterwarnings("ignore", ".*ell is missing an id field")


def read(path):
    try:
        return nbformat.read(path, as_version=4)
    except FileNotFoundError:
        raise Failed(f"no notebook is at {path}")
    except Exception as e:
        raise Failed(f"{path} is not a notebook: {e}")


def run(arguments):
    notebook = read(arguments.notebook)
    if arguments.list:
        print(f"parameters of {os.path.basename(arguments.notebook)}, to be set by -p NAME=VALUE:{listed(parameters(notebook))}")
        return
    set_parameters(notebook, parse_parameters(notebook, arguments.parameter))
    if arguments.check:
        return
    if arguments.report:
        os.makedirs(arguments.report, exist_ok=True)
        os.environ["DPGNN_REPORT"] = os.path.abspath(arguments.report)
    os.environ["DPGNN_NOTEBOOK"] = os.path.basename(arguments.notebook)
    in_place = arguments.out and os.path.realpath(arguments.out) == os.path.realpath(arguments.notebook)
    began = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    runner = Runner(notebook, os.path.dirname(os.path.abspath(arguments.notebook)), arguments.cell_seconds)
    with tempfile.TemporaryDirectory() as cells:
        if in_place:
            os.environ["DPGNN_CELLS"] = cells
        runner.run()
        if in_place:
            keep_cells(cells, arguments.notebook)
    name = os.path.basename(arguments.notebook)
    cost = cost_of_kernel(time.monotonic() - began, before, runner.megabytes)
    if arguments.report:
        write_atomically(os.path.join(arguments.report, "notebook.json"), json.dumps(made_by(arguments, notebook, cost), indent=1))
    if arguments.out:
        write_atomically(arguments.out, canonical(notebook))
    spent = f"{name}: ran in {cost['seconds']} s ({cost['cpu']} s of CPU, {cost['megabytes']} MB)"
    print(f"{spent}, written to {arguments.out}" if arguments.out else spent)
    if os.environ.get("DPGNN_COSTS"):
        scale = set_values(notebook).get("scale", "").strip('"')
        with open(os.environ["DPGNN_COSTS"], "a", encoding="utf-8") as file:
            data = "real" if os.environ.get("DPGNN_DATA") else "stand-ins"
            print(os.path.splitext(name)[0], scale, data, runs_of(notebook), cost["seconds"], cost["cpu"], cost["megabytes"], sep=",", file=file)


def keep_cells(folder, notebook):
    """Puts the cells of comparisons and claims that the notebook has shown beside its kept runs, where a folder of these is."""
    stem = os.path.splitext(os.path.realpath(notebook))[0]
    beside = os.path.join(os.path.dirname(stem), "kept")
    if not os.path.isdir(beside):  # of a notebook in a folder below
        beside = os.path.join(os.path.dirname(os.path.dirname(stem)), "kept")
    kept = os.path.join(beside, os.path.basename(stem))
    for name in ("cells", "claims") if os.path.isdir(beside) else ():
        source, target = os.path.join(folder, name + ".csv"), f"{kept}.{name}.csv"
        if os.path.exists(source):
            with open(source, encoding="utf-8", newline="") as file:
                write_atomically(target, file.read())
        elif os.path.exists(target):
            os.unlink(target)


def cost_of_kernel(seconds, before, megabytes):
    """What the kernel took, which has ended: time on the wall and of the processors, most memory held. Children that ended before,
    such as a build of the library that this process began as, are not counted."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    if megabytes is None:
        megabytes = used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return {"seconds": round(seconds, 1), "cpu": round(cpu, 1), "megabytes": round(megabytes)}


def peak_memory(manager):
    """The most memory that the running kernel held, in MB; None where the system does not tell it of one process."""
    process = getattr(getattr(manager, "provisioner", None), "process", None) or getattr(manager, "kernel", None)
    try:
        with open(f"/proc/{process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024
    except (AttributeError, OSError, StopIteration):
        return None


def runs_of(notebook):
    """Whether runs were trained for the outputs, or found; "none" where the notebook uses none."""
    shown = [o.get("data", {}).get("text/plain", "") for c in notebook.cells if c.cell_type == "code" for o in c.outputs]
    if any("trained here, " in text for text in shown):
        return "trained"
    return "kept" if any(text.startswith(("kept: ", "trained here before: ")) for text in shown) else "none"


def set_values(notebook):
    return {parameter.name: parameter.value for parameter in parameters(notebook).values()}


def made_by(arguments, notebook, cost):
    """What a reader needs to make this report again."""
    scale = os.environ.get("SCALE")
    name = os.path.splitext(os.path.basename(arguments.notebook))[0]
    options = "".join(" -p " + shlex.quote(p) for p in arguments.parameter)
    return {
        "command": (f"SCALE={scale} " if scale else "") + f"environment/lab --report {name}{options}",
        "parameters": set_values(notebook),
        **cost,
    }


def parse(argv):
    parser = argparse.ArgumentParser(prog="lab", description="Runs a notebook headless.")
    parser.add_argument("notebook")
    parser.add_argument("-p", "--parameter", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", metavar="FILE", help="where the executed notebook goes")
    parser.add_argument("--report", metavar="FOLDER", help="where every figure and table that is shown goes too")
    parser.add_argument("--cell-seconds", type=float, default=0, help="stop a cell that runs longer")
    parser.add_argument("--list", action="store_true", help="print the parameters: type, name, value, meaning and what is allowed")
    parser.add_argument("--check", action="store_true", help="check the parameters only")
    return parser.parse_args(argv)


def interrupted(*_):
    raise KeyboardInterrupt


def main(argv):
    arguments = parse(argv)
    signal.signal(signal.SIGTERM, interrupted)
    try:
        run(arguments)
        return 0
    except Failed as e:
        text = str(e) if sys.stderr.isatty() else re.sub(r"\x1b\[[0-9;]*m", "", str(e))
        print(f"{os.path.basename(arguments.notebook)}: {text}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
