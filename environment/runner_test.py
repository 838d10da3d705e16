"""Tests of the headless runner, against the installed kernel."""

import contextlib
import io
import json
import os
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import nbformat
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager

import runner
from costs import notebooks
from parameters import Failed, parameters
from runner import runs_of

HERE = os.path.dirname(os.path.abspath(__file__))
v4 = nbformat.v4

ALL = os.environ.get("DPGNN_ALL", "false") == "true"


# Each has a kernel of its own.
nightly = unittest.skipUnless(ALL, "DPGNN_ALL=true runs it")


def code(source, *tags):
    return v4.new_code_cell(source, metadata={"tags": list(tags)} if tags else {})


PARAMETERS = code('String scale = "quick"; String title = "x"; double epsilon = 2;\nint steps = 3;\nboolean fast = true; var rate = 0.5;', "parameters")

DESCRIBED = code("""String dataset = "Cora";    // data set, one of Cora, PubMed
double epsilon = 4;       // total privacy budget, 0.1 to 100
int M = 2;                // neighbours kept, at least 1
double rate = 0.5;        // above 0""", "parameters")

SHORT = code('String title = "x";\nint steps = 3;', "parameters")


class CommandTest(unittest.TestCase):
    """What is said before anything is built."""

    def answers(self, command, *arguments):
        done = subprocess.run([os.path.join(HERE, command), *arguments], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def test_help_is_no_mistake_and_nothing_is_one(self):
        for command in "party", "map", "gpu":
            for word in "-h", "--help":
                code, out, err = self.answers(command, word)
                self.assertEqual((code, out.split(" ")[0], err), (0, "usage:", ""), command)
        for command in "party", "map":
            code, out, err = self.answers(command)
            self.assertEqual((code, out, err.split(" ")[0]), (2, "", "usage:"), command)

    def test_a_device_that_is_none_is_named(self):
        for words in ("--device", "foo"), ("--device",), ("--device", ""), ("--tiny", "--device", "CUDA "):
            code, out, err = self.answers("gpu", *words)
            named = words[-1] if words[-1] != "--device" else ""
            self.assertEqual((code, out, err), (2, "", f"gpu: --device must be auto, cuda or opencl, was '{named}'\n"))

    def refused(self, *words):
        """Without a look at Java or Maven, in one line."""
        code, out, err = self.answers(*words)
        self.assertEqual((2, "", 1), (code, out, err.count("\n")), err)
        return err

    def test_a_port_is_a_number(self):
        for port in "abc", "99999", "", "-1", "8888.0", "123456789012345678901":
            self.assertIn(f"--port must be a number from 0 to 65535, was {port}\n", self.refused("lab", "--port", port))

    def test_map_names_what_is_wrong(self):
        for words, said in (("--ogb",), "--ogb takes other arguments, were 0"), (("--ogb", "/nowhere", "out"), "OGB_FOLDER must be a folder, was /nowhere"), (
                ("pubmed",), "into which FOLDER"), (("pubmed", "/proc/x"), "FOLDER cannot be made: /proc/x"), (("--verify", "/nowhere"), "was /nowhere"), (
                ("--quarter", "pubmed", "out"), "unknown option --quarter"):
            self.assertIn(said, self.refused("map", *words))

    def test_a_notebook_without_ids_of_cells_is_read_without_a_warning(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "own.ipynb")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"cells": [{"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": "1 + 1"}],
                           "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, file)
            done = subprocess.run([sys.executable, os.path.join(HERE, "runner.py"), path, "--list"], capture_output=True, text=True)
            self.assertEqual((0, ""), (done.returncode, done.stderr))


class InstallTest(unittest.TestCase):
    """The kernel in somebody's own Jupyter."""

    def install(self, prefix):
        return subprocess.run([os.path.join(HERE, "lab"), "--install-kernel", "--prefix", prefix], capture_output=True, text=True,
                              timeout=300, stdin=subprocess.DEVNULL)

    def test_a_jupyter_finds_the_kernel_and_starts_it_where_it_was_moved(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, moved = os.path.join(folder, "first"), os.path.join(folder, "and then here")
            for _ in range(2):  # an update is no mistake
                done = self.install(prefix)
                self.assertEqual(done.returncode, 0, done.stderr)
            os.rename(prefix, moved)
            specs = KernelSpecManager(kernel_dirs=[os.path.join(moved, "share", "jupyter", "kernels")])
            specs.ensure_native_kernel = False
            self.assertEqual(list(specs.find_kernel_specs()), ["java"])
            manager = KernelManager(kernel_name="java", kernel_spec_manager=specs)
            manager.start_kernel()
            client = manager.client()
            try:
                client.start_channels()
                client.wait_for_ready(timeout=60)
                said = []
                # The name of a type of the library, which no import makes known.
                reply = client.execute_interactive("Gcn.layers(2, 16)", timeout=60, output_hook=said.append)
                self.assertEqual(reply["content"]["status"], "ok", reply["content"])
                shown = "".join(m["content"]["data"]["text/plain"] for m in said if m["msg_type"] == "execute_result")
                self.assertIn("hops=2, width=16", shown)
            finally:
                client.stop_channels()
                manager.shutdown_kernel(now=True)

    def test_a_kernel_of_others_is_left_alone(self):
        with tempfile.TemporaryDirectory() as prefix:
            theirs = os.path.join(prefix, "share", "jupyter", "kernels", "java", "kernel.json")
            os.makedirs(os.path.dirname(theirs))
            with open(theirs, "w", encoding="utf-8") as file:
                file.write('{"display_name": "Java"}')
            done = self.install(prefix)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("is another kernel called java", done.stderr)
            with open(theirs, encoding="utf-8") as file:
                self.assertEqual(file.read(), '{"display_name": "Java"}')


class ProgressTest(unittest.TestCase):
    def shown(self, *texts):
        made = runner.Runner(v4.new_notebook(), ".", None)
        cell, out = code("bar();"), io.StringIO()
        cell.outputs = []
        kinds = ["display_data"] + ["update_display_data"] * (len(texts) - 1)
        messages = [{"msg_type": kinds[i], "header": {"msg_type": kinds[i]}, "content": {"data": {"text/plain": text}, "metadata": {}, "transient": {"display_id": "bar"}}}
                    for i, text in enumerate(texts)]
        with contextlib.redirect_stdout(out):
            made.take(cell, messages[0])
            for message in messages[1:]:
                made.update(message)
            made.last_states()
        return [line.strip() for line in out.getvalue().splitlines()]

    def test_the_last_state_of_a_progress_bar_is_printed(self):
        self.assertEqual(self.shown("0 of 20", "1 of 20", "20 of 20"), ["0 of 20", "20 of 20"])
        self.assertEqual(self.shown("20 of 20"), ["20 of 20"])


class RunnerTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, *cells):
        notebook = v4.new_notebook(cells=list(cells), metadata={"kernelspec": {"name": "java", "display_name": "Java", "language": "java"}})
        nbformat.write(notebook, self.path("in.ipynb"))
        return self.path("in.ipynb")

    def command(self, *arguments):
        return [sys.executable, os.path.join(HERE, "runner.py"), *arguments]

    def run_it(self, *arguments, **variables):
        environment = {k: v for k, v in os.environ.items() if k != "SCALE"} | variables
        return subprocess.run(self.command(*arguments), capture_output=True, text=True, env=environment, timeout=300)

    def asked(self, *arguments, **variables):
        """The same in this process, where no cell is to run: a kernel that starts fails the test."""
        out, err = io.StringIO(), io.StringIO()
        environment = {k: v for k, v in os.environ.items() if k != "SCALE"} | variables
        with mock.patch.dict(os.environ, environment, clear=True), mock.patch.object(runner, "Runner", side_effect=AssertionError("a cell runs")), \
                mock.patch.object(signal, "signal"), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = runner.main(list(arguments))
        return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())

    @nightly
    def test_a_throwing_notebook_fails_with_source_and_error(self):
        notebook = self.write(v4.new_markdown_cell("# Title"), code("int x = 1;"), code('// the culprit\nthrow new IllegalStateException("boom " + x);'), code("int y;"))
        done = self.run_it(notebook, "--out", self.path("out.ipynb"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("cell [2] failed", done.stderr)
        self.assertIn("// the culprit", done.stderr)
        self.assertIn("IllegalStateException", done.stderr)
        self.assertIn("boom 1", done.stderr)
        self.assertFalse(os.path.exists(self.path("out.ipynb")))

    def test_a_cell_that_does_not_compile_fails(self):
        done = self.run_it(self.write(code('int x = "text";')))
        self.assertEqual(done.returncode, 1)
        self.assertIn("incompatible types", done.stderr)
        self.assertIn('int x = "text";', done.stderr)

    def test_parameters_arrive_with_their_types_and_keep_their_comments(self):
        """In several cells; the scale comes from the environment. The run notes what it cost, and a report is indexed with what made it."""
        later = code('String dataset = "Cora";    // data set, one of Cora, PubMed\nint M = 2;                // neighbours kept, at least 1', "parameters")
        report = self.path("04-figures")
        notebook = self.write(PARAMETERS, v4.new_markdown_cell("# Figures & facts"), later, code("title + epsilon + steps + fast + rate + dataset + M + scale"))
        os.makedirs(os.path.join(report, "runs"))
        given = ["epsilon=4", "steps=-7", 'title=a "b"', "fast=false", "rate=1e-3", "dataset=PubMed", "M=3"]
        done = self.run_it(notebook, *(word for each in given for word in ("-p", each)), "--report", report, "--out", os.path.join(report, "04-figures.ipynb"),
                           SCALE="ci", DPGNN_COSTS=self.path("costs.csv"), DPGNN_DATA=self.folder.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = nbformat.read(os.path.join(report, "04-figures.ipynb"), 4)
        self.assertEqual(result.cells[3].outputs[0].data["text/plain"], 'a "b"4.0-7false0.001PubMed3ci')
        self.assertIn("double epsilon = 4.0;", result.cells[0].source)
        self.assertIn("int M = 3;                // neighbours kept, at least 1", result.cells[2].source)
        with open(self.path("costs.csv")) as file:
            name, scale, data, runs, seconds, cpu, megabytes = file.read().strip().split(",")
        self.assertEqual((name, scale, data, runs), ("in", "ci", "real", "none"))
        self.assertGreater(float(cpu), 0.1)
        self.assertGreater(int(megabytes), 50)
        run = {"experiment": "cora", "parameters": {"seed": 3}, "data": {"name": "cora"}, "environment": {"code": "abc"}}
        for name, text in {"01-a.svg": "<svg/>", "02-b.csv": "x,y\n1,<2>\n", "data.csv": "name,file,sha256\ncora,x,aa\n",
                           "runs/r.json": json.dumps(run)}.items():
            with open(os.path.join(report, name), "w") as file:
                file.write(text)
        index = [sys.executable, os.path.join(HERE, "reports.py"), self.folder.name]
        done = subprocess.run(index, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("provenance.json")) as file:
            found = json.load(file)["notebooks"]["04-figures"]
        self.assertEqual(found["parameters"]["steps"], "-7")
        self.assertEqual(shlex.split(found["command"]), ["SCALE=ci", "environment/lab", "--report", "in", *(word for each in given for word in ("-p", each))])
        self.assertEqual(found["data"], [{"name": "cora", "file": "x", "sha256": "aa"}])
        self.assertEqual((found["runs"][0]["parameters"], found["runs"][0]["record"]), ({"seed": 3}, "runs/r.json"))
        self.assertEqual(set(found["files"]), {"01-a.svg", "02-b.csv"})
        with open(self.path("index.html")) as file:
            page = file.read()
        for part in ("Figures &amp; facts", '<img src="04-figures/01-a.svg"', "&lt;2&gt;", "1 recorded trainings"):
            self.assertIn(part, page)

    def test_what_ran_before_is_not_counted(self):
        work = "import time\nwhile time.process_time() < 1: pass"
        subprocess.run([sys.executable, "-c", work], check=True)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(runner.cost_of_kernel(2.0, before, 10), {"seconds": 2.0, "cpu": 0.0, "megabytes": 10})
        subprocess.run([sys.executable, "-c", work], check=True)
        self.assertGreaterEqual(runner.cost_of_kernel(2.0, before, 10)["cpu"], 1.0)

    def test_cells_of_a_notebook_that_ran_in_place_lie_beside_its_kept_runs(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as shown:
            notebook, kept = os.path.join(folder, "07-look.ipynb"), os.path.join(folder, "kept")
            with open(os.path.join(shown, "cells.csv"), "w") as file:
                file.write("a,b\n1,2\n")
            runner.keep_cells(shown, notebook)
            self.assertFalse(os.path.exists(kept), "a notebook elsewhere has no such folder")
            os.mkdir(kept)
            with open(os.path.join(kept, "07-look.claims.csv"), "w") as file:
                file.write("old\n")
            runner.keep_cells(shown, notebook)
            self.assertEqual(["07-look.cells.csv"], os.listdir(kept), "claims that are no longer shown are gone")
            with open(os.path.join(kept, "07-look.cells.csv")) as file:
                self.assertEqual("a,b\n1,2\n", file.read())
            os.mkdir(os.path.join(folder, "review"))
            runner.keep_cells(shown, os.path.join(folder, "review", "08-look.ipynb"))
            self.assertIn("08-look.cells.csv", os.listdir(kept), "a notebook of a folder below has the same one")

    def test_costs_tell_whether_runs_were_trained(self):
        shows = lambda *texts: nbformat.from_dict({"cells": [code("x") | {"outputs": [
            v4.new_output("display_data", {"text/plain": text}) for text in texts]}]})
        self.assertEqual(runs_of(shows()), "none")
        self.assertEqual(runs_of(shows("a table", "kept: 4 runs, made by code 0123456")), "kept")
        self.assertEqual(runs_of(shows("kept: 4 runs, made by code 0123456", "kept: 2 runs, made by code 0; trained here, 3 s: 1 run")), "trained")

    def test_an_unknown_scale_is_refused_from_wherever_it_comes(self):
        notebook = self.write(PARAMETERS)
        for done in (self.asked(notebook, "-p", "scale=full"), self.asked(notebook, SCALE="full")):
            self.assertEqual(done.returncode, 1)
            self.assertIn("parameter scale: must be one of ci, quick, paper, was 'full'", done.stderr)

    def test_every_notebook_is_committed_at_a_scale(self):
        for path in notebooks(os.path.dirname(HERE)):
            self.assertIn(parameters(nbformat.read(path, 4))["scale"].shown, ("quick", "paper"), path)

    def test_an_unknown_parameter_lists_those_that_exist(self):
        done = self.asked(self.write(PARAMETERS), "-p", "epsilom=2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("unknown parameter epsilom", done.stderr)
        for line in ("  String   scale    = quick  how much is run, one of ci, quick, paper\n", "  double   epsilon  = 2\n", "  boolean  fast     = true\n"):
            self.assertIn(line, done.stderr)

    def test_a_wrong_type_lists_names_and_types(self):
        for given in ("steps=2.5", "epsilon=two", "fast=yes", "steps=99999999999", "epsilon=nan"):
            done = self.asked(self.write(PARAMETERS), "-p", given)
            self.assertEqual(done.returncode, 1, given)
            self.assertIn("is not of type", done.stderr)
            self.assertIn("  double   epsilon  = 2\n", done.stderr)

    def test_values_are_what_the_comments_allow(self):
        notebook = self.write(DESCRIBED)
        for given, said in {"dataset=Citeseer": "must be one of Cora, PubMed", "epsilon=0.01": "must be 0.1 to 100", "epsilon=101": "must be 0.1 to 100",
                            "M=0": "must be at least 1", "rate=0": "must be above 0"}.items():
            done = self.asked(notebook, "-p", given)
            self.assertEqual(done.returncode, 1, given)
            self.assertIn(f"parameter {given.split('=')[0]}: {said}, was '{given.split('=')[1]}'; this notebook has:", done.stderr)
            self.assertIn("  double  epsilon  = 4     total privacy budget, 0.1 to 100\n", done.stderr)
            self.assertEqual(done.stdout, "", "nothing runs")

    def test_the_ends_of_a_range_and_every_choice_are_allowed(self):
        for given in ("epsilon=0.1", "epsilon=100", "M=1", "rate=1e-9", "dataset=PubMed"):
            self.assertEqual(self.asked(self.write(DESCRIBED), "-p", given, "--check").stderr, "", given)

    def test_a_list_has_names_types_values_and_meanings(self):
        done = self.asked(self.write(SHORT, DESCRIBED), "--list")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
        self.assertEqual(lines[0], "parameters of in.ipynb, to be set by -p NAME=VALUE:")
        self.assertEqual(lines[1:], ["String title = x", "int steps = 3", "String dataset = Cora data set, one of Cora, PubMed",
                         "double epsilon = 4 total privacy budget, 0.1 to 100", "int M = 2 neighbours kept, at least 1", "double rate = 0.5 above 0"])

    def test_an_author_is_told_of_two_of_one_name_and_of_a_value_that_is_not_allowed(self):
        twice = v4.new_notebook(cells=[code("int a = 1;", "parameters"), code("int a = 2;", "parameters")])
        self.assertRaisesRegex(Failed, "declares its parameter a twice", parameters, twice)
        outside = v4.new_notebook(cells=[code("int a = 1;  // at least 2", "parameters")])
        self.assertRaisesRegex(Failed, "must be at least 2, was '1': so the notebook itself has it", parameters, outside)

    def test_the_kernel_refuses_the_same(self):
        cases = os.path.join(HERE, "../lib-src/tools/kernel/test/resources/dpgnn/kernel/cell/parameters.csv")
        with open(cases, encoding="utf-8") as file:
            for line in file:
                cell, said = (word.strip() for word in line.split("|"))
                notebook = v4.new_notebook(cells=[code(cell, "parameters")])
                if said:
                    self.assertRaisesRegex(Failed, said.partition(", was")[0].replace(" must", ": must", 1), parameters, notebook)
                else:
                    self.assertEqual(1, len(parameters(notebook)))

    def test_no_parameters_cell_is_said(self):
        done = self.asked(self.write(code("int x = 1;")), "-p", "x=2")
        self.assertIn("no cell is tagged 'parameters'", done.stderr)

    def test_a_second_run_writes_the_same_bytes(self):
        """A dial is written as its pictures. No plug-in of the compiler is loaded from the notebook's folder; that of this one does not exist."""
        os.makedirs(self.path("META-INF/services"))
        with open(self.path("META-INF/services/com.sun.source.util.Plugin"), "w", encoding="utf-8") as file:
            file.write("no.such.Plugin")
        notebook = self.write(v4.new_markdown_cell("# Title"), PARAMETERS,
                              code('System.out.println("a");\nSystem.err.println("b");\nvar h = display("one");\nh.update("two");'), code("epsilon"),
                              code('Dial.of("x", 1, 3, x -> Figure.line("f", new double[] {x, 2 * x})).panels(3)'))
        outs = [os.path.join(self.path(folder), "in.ipynb") for folder in ("a", "b")]  # pictures say which notebook made them
        self.run_it(notebook, "--out", outs[0])
        self.run_it(outs[0], "--out", outs[1])
        first, second = (open(out, encoding="utf-8").read() for out in outs)
        self.assertEqual(first, second)
        notebook = json.loads(first)
        nbformat.validate(notebook)
        self.assertEqual([c["id"] for c in notebook["cells"]], ["cell-1", "cell-2", "cell-3", "cell-4", "cell-5"])
        self.assertEqual([c.get("execution_count") for c in notebook["cells"]], [None, 1, 2, 3, 4])
        self.assertEqual(notebook["cells"][2]["outputs"][-1]["data"]["text/plain"], ["two"])
        self.assertNotIn("transient", first)
        dial = notebook["cells"][4]["outputs"][0]["data"]
        self.assertEqual(set(dial), {"image/svg+xml", "image/png", "text/plain"})
        self.assertIn("x = 2", "".join(dial["image/svg+xml"]))

    def test_a_cell_that_runs_too_long_is_stopped(self):
        done = self.run_it(self.write(code("Thread.sleep(100_000);")), "--cell-seconds", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ran longer than 1.0 s", done.stderr)

    @nightly
    def test_a_kernel_that_dies_is_said(self):
        done = self.run_it(self.write(code("Runtime.getRuntime().halt(3);")))
        self.assertEqual(done.returncode, 1)
        self.assertIn("the kernel died", done.stderr)

    def test_a_kernel_whose_port_was_taken_starts_again(self):
        real = KernelSpecManager().get_kernel_spec("java")
        for always, status, tries in ((False, 0, 2), (True, 1, 3)):
            spec, seen = self.path(f"kernels-{always}/kernels/java"), self.path(f"tries-{always}")
            os.makedirs(spec)
            refuse = "true" if always else f'[ "$(wc -l < {shlex.quote(seen)})" = 1 ]'
            script = f'echo x >> {shlex.quote(seen)}; if {refuse}; then echo "Address already in use" >&2; exit 1; fi; exec {shlex.join(real.argv[:1])} "$0"'
            with open(os.path.join(spec, "kernel.json"), "w") as file:
                json.dump(real.to_dict() | {"argv": ["sh", "-c", script, "{connection_file}"]}, file)
            path = os.pathsep.join(filter(None, [self.path(f"kernels-{always}"), os.environ.get("JUPYTER_PATH")]))
            done = self.run_it(self.write(code("1 + 1")), "--out", self.path("out.ipynb"), JUPYTER_PATH=path)
            self.assertEqual(done.returncode, status, done.stderr)
            with open(seen) as file:
                self.assertEqual(len(file.readlines()), tries)
        self.assertIn("took one of its ports", done.stderr)

    def stop_with(self, number):
        notebook = self.write(code('System.out.println("pid " + ProcessHandle.current().pid());\nThread.sleep(100_000);'))
        # A job in the background ignores Ctrl-C, and so would what it starts.
        running = subprocess.Popen(self.command(notebook, "--out", self.path("out.ipynb")), stdout=subprocess.PIPE, text=True,
                                   stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        line = next(line for line in running.stdout if "pid " in line and "println" not in line)
        pid = int(line.split("pid ")[1])
        running.send_signal(number)
        running.wait(timeout=30)
        running.stdout.close()
        end = time.monotonic() + 15
        while time.monotonic() < end:
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                break
            time.sleep(0.1)
        else:
            self.fail(f"the kernel's process {pid} lives on after signal {number}")
        self.assertFalse(os.path.exists(self.path("out.ipynb")))
        return running.returncode

    @nightly
    def test_ctrl_c_leaves_no_kernel(self):
        self.assertEqual(self.stop_with(signal.SIGINT), 130)

    def test_a_killed_runner_leaves_no_kernel(self):
        self.stop_with(signal.SIGKILL)


if __name__ == "__main__":
    unittest.main(verbosity=2)
