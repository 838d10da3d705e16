"""What environment/lab compiles alone: a source whose change nobody else can see. And what its Python imports."""

import os
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

    def alone(self, old, new, access="-package"):
        """Whether it is compiled alone with new in place of old."""
        self.assertIn(old, SOURCE)
        self.write("A.java", SOURCE.replace(old, new))
        return subprocess.run(["bash", "-c", COMPILED, HERE, self.at, access], stdout=subprocess.PIPE).returncode == 0

    def test_what_nobody_sees_is_compiled_alone(self):
        hidden = "private int hidden() { return 1; }"
        initialised = "private static final Object O = new Object() { public int hashCode() { return 2; } };"
        self.assertTrue(self.alone(hidden, f"{initialised} private int other() {{ return O.hashCode(); }} private int hidden() {{ return other(); }}"))
        self.assertTrue(os.path.exists(os.path.join(self.at, "new", "a", "A.class")))

    def test_what_the_module_sees_is_not(self):
        self.assertFalse(self.alone("SEEN = 1", "SEEN = 2"))
        self.assertTrue(self.alone("SEEN = 1", "SEEN = 2", "-protected"))

    def test_what_all_see_is_not(self):
        self.assertFalse(self.alone("public int open()", "public int opened()", "-protected"))

    def test_what_does_not_compile_is_not(self):
        self.assertFalse(self.alone("hidden() +", "hiden() +"))


@unittest.skipIf(sys.version_info < (3, 11), "an older Python always imports from the current folder first")
class CurrentFolderTest(unittest.TestCase):
    def test_nothing_is_imported_from_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("json.py", "secrets.py"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write("raise SystemExit(1)\n")
            script = 'program=test; . "$0/common.sh"; find_python "json, secrets" && python_alone -c "import secrets"'
            self.assertEqual(0, subprocess.run(["bash", "-c", script, HERE], cwd=folder, env={**os.environ, "DPGNN_PYTHON": sys.executable}).returncode)


if __name__ == "__main__":
    unittest.main()
