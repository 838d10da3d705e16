"""Notebooks and re-run cells in another Java kernel: what runs there, which figures are pictures, and what differs.

usage: elsewhere.py [--kernel rapaio|NAME] [NOTEBOOK...]   notebooks at scale ci, all unless named
       elsewhere.py --cells                                the cells of cells.txt in rapaio's engine, in a fresh notebook each

rapaio's kernel comes from Maven Central; it needs a JDK 22 or newer, which JAVA_ELSEWHERE names. Any other NAME is a kernel that Jupyter
knows, such as java. environment/lab --prepare must have run.
"""

import argparse
import base64
import glob
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

import nbformat
from jupyter_client.manager import KernelManager

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
HERE = os.path.join(ROOT, "environment")
sys.path.insert(0, HERE)

import costs
import runner
from parameters import Failed
from runner import Runner

STATE = os.environ.get("DPGNN_STATE") or os.path.join(HERE, ".state")
VERSION = "3.0.1"
ARTEFACT = "io.github.padreati:rapaio-jupyter-kernel:" + VERSION
PICTURES = ("image/svg+xml", "image/png")


def class_path():
    with open(os.path.join(STATE, "dependencies")) as file:
        return file.read()


def newest_java():
    """A JDK whose compiler rapaio's kernel can ask for its own version."""
    home = os.environ.get("JAVA_ELSEWHERE")
    if not home:
        homes = sorted(glob.glob("/usr/lib/jvm/*2[2-9]*")) + sorted(glob.glob("/usr/lib/jvm/*3[0-9]*"))
        home = homes[-1] if homes else sys.exit("elsewhere: no JDK 22 or newer; JAVA_ELSEWHERE names one")
    return os.path.join(home, "bin", "java")


def install_rapaio():
    """A specification of rapaio's kernel, with the library on the class path of its cells."""
    folder = os.path.join(STATE, "elsewhere")
    jar = os.path.join(folder, f"rapaio-jupyter-kernel-{VERSION}.jar")
    if not os.path.exists(jar):
        for goal in (["dependency:get", "-Dtransitive=false"], ["dependency:copy", "-DoutputDirectory=" + folder]):
            subprocess.run(["mvn", "-q", "-B", *goal, "-Dartifact=" + ARTEFACT], check=True, cwd=tempfile.gettempdir())
    spec = os.path.join(folder, "share", "jupyter", "kernels", "rapaio")
    os.makedirs(spec, exist_ok=True)
    argv = [newest_java(), "--add-modules", "jdk.incubator.vector", "-Xmx6g", "-cp", jar + os.pathsep + class_path(),
            "org.rapaio.jupyter.kernel.MainApp", "{connection_file}"]
    env = {"RJK_COMPILER_OPTIONS": "--add-modules jdk.incubator.vector", "RJK_TIMEOUT_MILLIS": "-1", "OMP_NUM_THREADS": "1",
           "DPGNN_STATE": STATE}
    with open(os.path.join(spec, "kernel.json"), "w") as file:
        json.dump({"argv": argv, "display_name": "rapaio", "language": "java", "interrupt_mode": "message", "env": env}, file)
    os.environ["JUPYTER_PATH"] = os.path.join(folder, "share", "jupyter") + os.pathsep + os.environ.get("JUPYTER_PATH", "")


def imports():
    java = subprocess.run([newest_java(), "-cp", class_path(), "dpgnn.kernel.ForeignKernel"], check=True, capture_output=True, text=True)
    return java.stdout


class Patient(KernelManager):
    """Rapaio 3.0.1 ends its shell thread where a request comes before its handlers are there, so that nothing is sent until a while after
    its last socket is."""

    def start_kernel(self, **options):
        super().start_kernel(**options)
        for _ in range(300):
            try:
                socket.create_connection((self.ip, self.stdin_port), 1).close()
                break
            except OSError:
                time.sleep(1)
        time.sleep(float(os.environ.get("ELSEWHERE_SECONDS", 10)))


def pictures(cell):
    return sum(any(mime in output.get("data", {}) for mime in PICTURES) for output in cell.get("outputs", []))


def set_scale(notebook):
    for cell in notebook.cells:
        if "parameters" in cell.metadata.get("tags", []):
            cell.source = re.sub(r'(String scale = )"[a-z]+"', r'\1"ci"', cell.source)


def run_notebook(path, kernel):
    """How many of its cells ran, and pictures: here, and as our own kernel gives them."""
    notebook = nbformat.read(path, as_version=4)
    set_scale(notebook)
    if kernel == "rapaio":
        runner.KernelManager = Patient
        notebook.cells.insert(0, nbformat.v4.new_code_cell(imports()))
    code = [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]
    kept = sum(pictures(c) for c in code)
    for cell in code:
        cell.outputs, cell.execution_count = [], None
    notebook.metadata["kernelspec"] = {"name": kernel, "display_name": kernel, "language": "java"}
    why = ""
    try:
        Runner(notebook, os.path.dirname(path), 900, True).run()
    except Failed as e:
        why = re.sub(r"\x1b\[[0-9;]*m", "", str(e))
    ran = sum(c.execution_count is not None for c in code) - bool(why)
    if kernel == "rapaio":
        ran, of = max(0, ran - 1), len(code) - 1
    else:
        of = len(code)
    shown = sum(pictures(c) for c in code)
    print(f"{os.path.basename(path)}: {ran} of {of} cells ran, {shown} pictures ({kept} committed)", flush=True)
    if why:
        print("    " + why[-2500:].replace("\n", "\n    "), flush=True)
    return ran, of, shown


# ---- cells that run again


def cases():
    """Those of CellsAgainTest, in the form that cells.txt describes."""
    with open(os.path.join(ROOT, "lib-src", "integration", "test", "resources", "dpgnn", "kernel", "cells.txt"), encoding="utf-8") as file:
        blocks = re.split(r"\n\n+", file.read())
    for block in blocks:
        lines = block.splitlines()
        if all(line.startswith("#") for line in lines):
            continue
        cells = []
        for line in lines[1:]:
            if line.startswith(">"):
                cells.append([line[2:], None])
            elif line.startswith("."):
                cells[-1][0] += "\n" + line[2:]
            else:
                cells[-1][1] = line[0] + line[2:]
        yield lines[0][2:], cells


ENGINE = """
import java.io.*; import java.nio.charset.StandardCharsets; import java.util.*;
import org.rapaio.jupyter.kernel.core.ExecutionContext;
import org.rapaio.jupyter.kernel.core.java.JavaEngine;
import org.rapaio.jupyter.kernel.core.java.io.JShellConsole;

/** Rapaio's engine without its sockets: a line for each cell, and an empty one where a fresh notebook begins. */
public class Engine {
    public static void main(String[] a) throws Exception {
        PrintStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ExecutionContext context = new ExecutionContext(a[0]);
        JavaEngine engine = null;
        for (String line; (line = in.readLine()) != null; ) {
            if (line.isEmpty()) {
                if (engine != null) engine.shutdown();
                engine = JavaEngine.builder(new JShellConsole(), context).withTimeoutMillis(-1L).build();
                engine.initialize();
                continue;
            }
            String answer;
            try {
                Object value = engine.eval(context, new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8));
                answer = "=" + (value instanceof int[] ints ? Arrays.toString(ints) : String.valueOf(value));
            } catch (Exception e) {
                answer = "!" + e;
            }
            out.println("\\n@@" + Base64.getEncoder().encodeToString(answer.getBytes(StandardCharsets.UTF_8)));
            out.flush();
        }
        System.exit(0);
    }
}
"""


class Rapaio:
    """The part of rapaio's kernel that runs cells: to start the whole of it for each case would take an hour."""

    def __init__(self):
        folder = os.path.join(STATE, "elsewhere")
        source = os.path.join(folder, "Engine.java")
        with open(source, "w", encoding="utf-8") as file:
            file.write(ENGINE)
        self.process = subprocess.Popen([newest_java(), "-cp", os.path.join(folder, f"rapaio-jupyter-kernel-{VERSION}.jar"), source, source],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def begin(self):
        self.process.stdin.write("\n")
        self.answer("import java.util.*; import java.util.function.*; import java.util.stream.*; import java.io.*;")

    def answer(self, source):
        """("=", value) or ("!", error) of a cell."""
        self.process.stdin.write(base64.b64encode(source.encode()).decode() + "\n")
        self.process.stdin.flush()
        # Whatever else stands there was printed by a cell.
        text = next(line for line in self.process.stdout if line.startswith("@@"))
        text = base64.b64decode(text[2:]).decode()
        return text[:1], text[1:]

    def close(self):
        self.process.stdin.close()
        self.process.wait(60)


def same(expected, kind, given):
    """Whether it is what is written: the same value, whatever it is wrapped in, or an error."""
    if expected is None:
        return kind == "="
    if expected[0] == "!":
        return kind == "!"
    return kind == "=" and given.strip().strip('"') == expected[1:].strip()


def run_cells():
    counts, rapaio = {}, Rapaio()
    for name, cells in cases():
        rapaio.begin()
        wrong = ""
        for source, expected in cells:
            kind, given = rapaio.answer(source)
            # A value that a semicolon ends is nobody's question.
            if not (expected == "=" and kind == "=") and not same(expected, kind, given):
                wrong = f"{source!r} gives {kind}{given[:150]!r}, expected {expected}"
                break
        group = name.split(":")[0]
        right, of = counts.get(group, (0, 0))
        counts[group] = (right + (not wrong), of + 1)
        print(("as written: " if not wrong else "differs:    ") + name + (": " + wrong if wrong else ""), flush=True)
    rapaio.close()
    for group, (right, of) in counts.items():
        print(f"rapaio {VERSION}, {group}: {right} of {of}")


def main(argv):
    parser = argparse.ArgumentParser(prog="elsewhere.py", description="Notebooks and cells in another Java kernel.")
    parser.add_argument("notebook", nargs="*")
    parser.add_argument("--kernel", default="rapaio")
    parser.add_argument("--cells", action="store_true")
    arguments = parser.parse_args(argv)
    if arguments.kernel == "rapaio":
        install_rapaio()
    else:
        os.environ["JUPYTER_PATH"] = os.path.join(STATE, "share", "jupyter") + os.pathsep + os.environ.get("JUPYTER_PATH", "")
    if arguments.cells:
        run_cells()
        return 0
    paths = arguments.notebook or costs.notebooks(ROOT)
    totals = [run_notebook(os.path.abspath(path), arguments.kernel) for path in paths]
    print("%d of %d cells ran, %d pictures, in %d notebooks" % (*map(sum, zip(*totals)), len(totals)))
    return 0 if all(ran == of for ran, of, _ in totals) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
