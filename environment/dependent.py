"""Whether somebody else's project can use the library: dependent.py MAVEN_COMMAND...

Installs the modules accounting, training and data into the local Maven repository, makes a project that depends on `dpgnn-training` alone,
compiles and runs it on the class path and on the module path, and compares what it gets with what this build has. Then it builds the project of docs/maven.md, runs its
jar, and checks what it certifies. MAVEN_COMMAND is Maven with the options of this build. What was installed is removed at the end.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_JARS, MOST_MEGABYTES = 9, 35
GROUP = "io/github/dpgnn"

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>elsewhere</groupId>
  <artifactId>elsewhere</artifactId>
  <version>1</version>
  <properties><maven.compiler.release>17</maven.compiler.release></properties>
  <dependencies>
    <dependency><groupId>io.github.dpgnn</groupId><artifactId>dpgnn-training</artifactId><version>0.1.0</version></dependency>
  </dependencies>
</project>
"""
MAIN = """package elsewhere;

import dpgnn.graph.Split;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.*;
import dpgnn.nn.Mlp;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.Plan;

public final class Main {
    public static void main(String[] arguments) {
        var data = SyntheticGraphs.small();
        var plan = Plan.of(PoissonNodes.of(0.2), Clip.flat(0.5), GaussianNoise.standard()).steps(5).calibrated(8, 1e-3);
        var view = data.transductive(Split.random(data.nodes(), 0.6, 0.2, Streams.seed(1).stream("split")));
        System.out.println(plan.experiment(Mlp.of(4), 7).train(view).guarantee().summary());
    }
}
"""
MODULE = "module elsewhere { requires dpgnn.training; requires dpgnn.accounting; }\n"


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode:
        sys.exit(f"dependent: {' '.join(map(str, command))} failed:\n{done.stdout[-3000:]}")
    return done.stdout


def versions(class_path):
    """Version by artifact, of the jars of others."""
    found = {}
    for jar in class_path.split(os.pathsep):
        path = pathlib.Path(jar)
        if not path.name.startswith("dpgnn-"):
            found[path.parent.parent.name] = path.parent.name
    return found


def of_the_page(maven, java, home):
    """The project of docs/maven.md as it stands there: one jar, whose release is SOUND by the checker of certificates."""
    page = (ROOT / "docs/maven.md").read_text()
    (home / "src/main/java").mkdir(parents=True)
    for fence, name in ("xml", "pom.xml"), ("java", "src/main/java/Main.java"):
        (home / name).write_text(re.search(f"```{fence}\n(.*?)```", page, re.DOTALL).group(1))
    run([maven[0], "-B", "-q", "-f", str(home / "pom.xml"), "package"], cwd=home)
    nodes = 200
    (home / "edges.csv").write_text("".join(f"{v},{(v + 2) % nodes}\n" for v in range(nodes)))
    (home / "nodes.csv").write_text("id,age,label\n" + "".join(f"{v},{v % 2},{'even' if v % 2 == 0 else 'odd'}\n" for v in range(nodes)))
    said = run([f"{java}/java", "-jar", "target/mine-1.jar", "edges.csv", "nodes.csv", "model.safetensors", "certificate.json"], cwd=home)
    run([sys.executable, str(ROOT / "environment/verify.py"), "--require", "SOUND", str(home / "certificate.json")])
    print(f"the jar of docs/maven.md, {os.path.getsize(home / 'target/mine-1.jar') / 1e6:.1f} MB: {said.strip().splitlines()[-1]}")


def main(maven):
    java = os.path.join(os.environ["JAVA_HOME"], "bin")
    repository = pathlib.Path(os.path.expanduser("~/.m2/repository")) / GROUP
    ours = versions((pathlib.Path(os.environ.get("DPGNN_TARGET", ROOT / "target")) / "classpath").read_text().strip())
    try:
        run([*maven, "-q", "install", "-pl", "lib-src/bom,lib-src/papers/data", "-am", "-Dmaven.test.skip", "-Dspotless.check.skip"])
        with tempfile.TemporaryDirectory(prefix="elsewhere") as folder:
            home = pathlib.Path(folder)
            (home / "src/main/java/elsewhere").mkdir(parents=True)
            (home / "pom.xml").write_text(POM)
            (home / "src/main/java/elsewhere/Main.java").write_text(MAIN)
            here = [maven[0], "-B", "-q", "-f", str(home / "pom.xml")]
            run([*here, "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath", f"-Dmdep.outputFile={home / 'path'}"], cwd=home)
            path = (home / "path").read_text().strip()
            got = versions(path)
            other = {name: (version, ours[name]) for name, version in got.items() if ours.get(name, version) != version}
            if other:
                sys.exit(f"dependent: a dependent project gets other versions than this build (its, ours): {other}")
            jars = path.split(os.pathsep)
            megabytes = sum(os.path.getsize(j) for j in jars) / 1e6
            print(f"a project that depends on dpgnn-training gets {len(jars)} jars, {megabytes:.1f} MB: {', '.join(sorted(got))}")
            if len(jars) > MOST_JARS or megabytes > MOST_MEGABYTES:
                sys.exit(f"dependent: must be at most {MOST_JARS} jars and {MOST_MEGABYTES} MB")
            for module in (False, True):
                if module:
                    (home / "src/main/java/module-info.java").write_text(MODULE)
                classes = home / ("modular" if module else "plain")
                sources = [str(f) for f in (home / "src/main/java").rglob("*.java")]
                run([f"{java}/javac", "-d", str(classes), "--module-path" if module else "-cp", path, *sources])
                # Most modules of ours are automatic ones, which name nothing that they need.
                start = ["--module-path", f"{path}:{classes}", "--add-modules", "ALL-MODULE-PATH", "-m", "elsewhere/elsewhere.Main"] if module else ["-cp", f"{path}:{classes}", "elsewhere.Main"]
                said = run([f"{java}/java", *start])
                if not re.search(r"Verdict IDEAL", said):
                    sys.exit(f"dependent: a training elsewhere must state its verdict, said: {said}")
                print(f"on the {'module' if module else 'class'} path: {said.strip().splitlines()[-1]}")
        with tempfile.TemporaryDirectory(prefix="page") as folder:
            of_the_page(maven, java, pathlib.Path(folder))
    finally:
        shutil.rmtree(repository, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
