"""What environment/lab compiles alone: a source whose change nobody else can see. And what its Python imports, whose state it takes, and when
it prints an address. And what environment/spot-check says, and what
environment/test shares out."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = """package a;
class A {
    static final int SEEN = 1;
    private int hidden() { return 1; }
    int seen() { return hidden() + B.TWO; }
    public int open() { return 1; }
}
"""
COMPILED = 'program=test; . "$0/common.sh"; need_java; state=$1 target=$1; echo "$1/A.java" | compiled_alike "$1/new" "$2" "$1/classes" a/A'


class CompiledAloneTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.at = os.path.join(cls.folder.name, "a folder")
        os.mkdir(cls.at)
        cls.write("A.java", SOURCE)
        cls.write("B.java", "package a;\nclass B { static final int TWO = 2; }\n")
        cls.write("classpath", os.path.join(cls.at, "classes"))
        home = subprocess.run(["bash", "-c", 'program=test; . "$0/common.sh"; need_java; echo "$java_home"', HERE], check=True, stdout=subprocess.PIPE, text=True)
        subprocess.run([os.path.join(home.stdout.strip(), "bin", "javac"), "-d", "classes", "A.java", "B.java"], check=True, cwd=cls.at)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def write(cls, name, text):
        with open(os.path.join(cls.at, name), "w", encoding="utf-8") as file:
            file.write(text)

    def test_what_nobody_sees_is_compiled_alone(self):
        """A module sees what is not private, all see what is protected or public, and nobody an initialiser."""
        hidden = "private int hidden() { return 1; }"
        initialised = "private static final Object O = new Object() { public int hashCode() { return 2; } };"
        for old, new, access, alone in (
            (hidden, f"{initialised} private int other() {{ return O.hashCode(); }} private int hidden() {{ return other(); }}", "-package", True),
            ("SEEN = 1", "SEEN = 2", "-package", False),
            ("SEEN = 1", "SEEN = 2", "-protected", True),
            ("public int open()", "public int opened()", "-protected", False),
            ("hidden() +", "hiden() +", "-package", False),
        ):
            self.assertIn(old, SOURCE)
            self.write("A.java", SOURCE.replace(old, new))
            done = subprocess.run(["bash", "-c", COMPILED, HERE, self.at, access], stdout=subprocess.PIPE)
            self.assertEqual(alone, done.returncode == 0, f"{new}, {access}")
            if new.startswith(initialised):
                self.assertTrue(os.path.exists(os.path.join(self.at, "new", "a", "A.class")))


@unittest.skipIf(sys.version_info < (3, 11), "an older Python always imports from the current folder first")
class CurrentFolderTest(unittest.TestCase):
    def test_nothing_is_imported_from_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("json.py", "secrets.py"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write("raise SystemExit(1)\n")
            script = 'program=test; . "$0/common.sh"; find_python "json, secrets" && python_alone -c "import secrets"'
            self.assertEqual(0, subprocess.run(["bash", "-c", script, HERE], cwd=folder, env={**os.environ, "DPGNN_PYTHON": sys.executable}).returncode)


class StateTest(unittest.TestCase):
    """Two checkouts and one state, which the first of them has taken."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = os.path.realpath(folder.name)
        self.state = os.path.join(self.at, "a state")
        for name in ("first", "second"):
            os.makedirs(os.path.join(self.at, name, "environment"))
            for file in ("common.sh", "kernel"):
                shutil.copy(os.path.join(HERE, file), os.path.join(self.at, name, "environment", file))
        self.assertEqual("", self.sourced("first", self.state).stderr)

    def sourced(self, checkout, state=None):
        env = {k: v for k, v in os.environ.items() if k != "DPGNN_STATE"} | ({"DPGNN_STATE": state} if state else {})
        script = 'program=lab; . "$0/environment/common.sh"; echo "$state"'
        return subprocess.run(["bash", "-c", script, os.path.join(self.at, checkout)], env=env, capture_output=True, text=True)

    def test_a_state_belongs_to_one_checkout(self):
        for checkout, state in (("first", self.state), ("second", None)):
            self.assertEqual("", self.sourced(checkout, state).stderr)
        for state in self.state, self.sourced("first").stdout.strip():
            refused = self.sourced("second", state)
            self.assertEqual(1, refused.returncode)
            self.assertRegex(refused.stderr, r"^lab: DPGNN_STATE is .*, which belongs to the checkout .*/first; for .*/second unset DPGNN_STATE, or .*\n$")

    def test_a_kernel_starts_from_no_other_state(self):
        env = dict(os.environ, DPGNN_STATE=self.state)
        says = {}
        for name in ("first", "second"):
            run = subprocess.run([os.path.join(self.at, name, "environment", "kernel"), "connection"], env=env, capture_output=True, text=True)
            self.assertEqual(1, run.returncode)
            says[name] = run.stderr
        self.assertEqual("kernel: not installed; run environment/lab once\n", says["first"])
        self.assertRegex(says["second"], r"^kernel: DPGNN_STATE is .*, which belongs to the checkout .*/first; unset it, or .*\n$")

    def test_a_checkout_that_is_moved_takes_its_state_along(self):
        inside = self.sourced("first").stdout.strip()
        os.rename(os.path.join(self.at, "first"), os.path.join(self.at, "third"))
        for state in self.state, None:
            self.assertEqual("", self.sourced("third", state).stderr)
        self.assertEqual(inside.replace("first", "third"), self.sourced("third").stdout.strip())


SERVER = """import http.server, json, os, sys
with open(sys.argv[1], "w") as file:
    json.dump(dict(os.environ), file)
http.server.HTTPServer(("127.0.0.1", int(sys.argv[2])), http.server.BaseHTTPRequestHandler).serve_forever()
"""

# A Python with a JupyterLab whose server takes two seconds to start.
FRONT_END = """#!/bin/bash
case "$*" in
  *"-m jupyterlab"*) sleep 2; exec {python} {at}/server.py {at}/seen {port} ;;
  "-c import jupyterlab"*) exit 0 ;;
  *) exec {python} "$@" ;;
esac
"""


class AddressTest(unittest.TestCase):
    """The address of the notebooks; the library must be built."""

    def opened(self, at, port, server, **env):
        for name, text in (("server.py", server), ("python", FRONT_END.format(python=sys.executable, at=at, port=port))):
            with open(os.path.join(at, name), "w", encoding="utf-8") as file:
                file.write(text)
        os.chmod(os.path.join(at, "python"), 0o755)
        given = {k: v for k, v in os.environ.items() if k != "DPGNN_STATE"} | env
        return subprocess.Popen([os.path.join(HERE, "lab"), "--no-browser", "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**given, "DPGNN_PYTHON": os.path.join(at, "python")})

    def free_port(self):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            return s.getsockname()[1]

    def test_it_is_printed_when_the_port_answers_and_no_state_is_handed_on(self):
        with tempfile.TemporaryDirectory() as at:
            port = self.free_port()
            with self.opened(at, port, SERVER) as lab:
                try:
                    address = next(line for line in lab.stdout if "http://" in line)
                    self.assertIn(f"http://127.0.0.1:{port}/lab?token=", address)
                    socket.create_connection(("127.0.0.1", port), timeout=5).close()
                    with open(os.path.join(at, "seen"), encoding="utf-8") as file:
                        self.assertNotIn('"DPGNN_STATE"', file.read())
                finally:
                    lab.terminate()

    def test_a_server_that_ends_has_no_address(self):
        with tempfile.TemporaryDirectory() as at:
            with self.opened(at, self.free_port(), "raise SystemExit('no room')") as lab:
                said, errors = lab.communicate(timeout=300)
        self.assertEqual(1, lab.returncode)
        self.assertNotIn("http://", said)
        self.assertRegex(errors, r"no room\nlab: JupyterLab .*ended before it answered at port \d+")


RELEASE = """
var view = SyntheticGraphs.small().transductive(Split.random(SyntheticGraphs.small().nodes(), 0.5, 0.1, Streams.seed(1).stream("split")));
var plan = Plan.of(PoissonNodes.of(0.2), Clip.flat(0.5), GaussianNoise.standard()).steps(STEPS).calibrated(4, 1e-4);
var trainer = plan.release(Gcn.of(4)).accountable().checkpoint(Path.of("release"), 10);
var released = trainer.train(view);
"""


class SpotCheckTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def run_on(self, *words):
        done = subprocess.run([os.path.join(HERE, "spot-check"), *words], cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_a_release_is_checked_by_its_file_and_another_one_is_not_it(self):
        self.write("release.java", RELEASE.replace("STEPS", "12"))
        self.write("release/ledger.jsonl", "")
        os.remove(os.path.join(self.folder.name, "release/ledger.jsonl"))
        self.write("none/ledger.jsonl", "")
        status, said = self.run_on("none", "--steps", "5", "release.java")  # which trains
        self.assertEqual(status, 1, said)
        self.assertIn("no complete header", said)
        status, said = self.run_on("release", "--steps", "5", "--beacon", "5a" * 32, "release.java")
        self.assertEqual(status, 0, said)
        self.assertIn(": 5 of 12 steps were taken again and are the same in every bit.", said)
        # What is released are other weights than those of the ledger.
        self.write("other.java", RELEASE.replace("STEPS", "12") + "released.parameters().write(new float[released.parameters().size()]);\n")
        status, said = self.run_on("release", "--steps", "5", "other.java")
        self.assertEqual(status, 1, said)
        self.assertIn("Refused: other weights were released.", said)

    def test_what_it_needs_is_said_at_once(self):
        self.write("release.java", "")
        self.write("release/ledger.jsonl", "")
        for words, why in (
            (["release", "release.java"], "--steps must be a number from 1 on, was ''"),
            (["release", "--steps", "0", "release.java"], "--steps must be a number from 1 on, was '0'"),
            (["release", "release.java", "--steps"], "--steps needs a value"),
            (["--steps", "3", "release"], "say FOLDER and RELEASE, were 1 words"),
            (["gone", "--steps", "3", "release.java"], "FOLDER must have a ledger, ledger.jsonl, was gone"),
            (["release", "--steps", "3", "gone.java"], "RELEASE cannot be read: gone.java"),
            (["release", "--stepps", "3", "release.java"], "unknown option --stepps"),
        ):
            status, said = self.run_on(*words)
            self.assertEqual((status, said), (2, f"spot-check: {why}; see spot-check --help\n"))


class StoppedTest(unittest.TestCase):
    def test_a_build_that_was_stopped_did_not_fail(self):
        script = 'program=test; . "$0/common.sh"; repository_size() { echo 0; }; sleep() { :; }; status=$1; maven() { return "$status"; }; build_and_install'
        for status, failed in (130, False), (143, False), (1, True), (137, True):
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(["bash", "-c", script, HERE, str(status)], env={**os.environ, "DPGNN_STATE": folder}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual((1, failed), (done.returncode, "the build failed" in done.stderr), done.stderr)


class TestCommandTest(unittest.TestCase):
    with open(os.path.join(HERE, "test"), encoding="utf-8") as file:
        SCRIPT = file.read()

    def ran(self, name, command, **more):
        """What a command does with a function of the script."""
        function = re.search(rf"(?ms)^{name}\(\) {{(.*? }}$|\n.*?^}}$)", self.SCRIPT)[0]
        return subprocess.run(["bash", "-c", f"program=test; {function}\n{command}"], capture_output=True, text=True, timeout=60, **more)

    def test_commands_run_abreast_and_their_outputs_stay_together(self):
        with tempfile.TemporaryDirectory() as folder:
            each = "bash -c 'echo $1 one; sleep 0.3; echo $1 two; [ $1 = a ]' each"
            done = self.ran("abreast", f"lock='{folder}/lock' abreast 2 {each}", input="a\nb\n")
        self.assertNotEqual(0, done.returncode)
        self.assertIn("a one\na two\n", done.stdout)
        self.assertIn("b one\nb two\n", done.stdout)

    def test_five_shares_have_every_notebook_and_every_stage_of_all(self):
        parts = [self.ran("of_share", f"share={k}; seq 23 | of_share").stdout.split() for k in ("", *range(5))]
        self.assertEqual(sorted(parts[0]), sorted(sum(parts[1:], [])))
        self.assertEqual(set("01234"), set(re.findall(r"night (\S+) \"", self.SCRIPT)))

    def test_a_share_is_one_of_five(self):
        done = subprocess.run(["bash", os.path.join(HERE, "test"), "--share", "9"], capture_output=True, text=True)
        self.assertEqual((2, "test: a share must be 0, 1, 2, 3, 4 or today, was 9\n"), (done.returncode, done.stderr))


if __name__ == "__main__":
    unittest.main()
