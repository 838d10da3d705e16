"""Audits a private training that is written in any language: does it keep the epsilon that it claims?

One file, the standard library alone, Python 3.9 or newer. From a program:

    from dpgnn_audit import Graph, audit, check
    report = audit(train, Graph(features, edges, labels), epsilon=2, delta=1e-5, unit="node")
    print(report); report.save("audit.html"); sys.exit(report.status)

and from a shell: environment/audit --command "python train.py {data} {seed} {out}" --data graph.json --epsilon 2 --delta 1e-5
This file moves data; statistics are in the library. Its AuditServer answers each line of JSON by one, and ends with its input. An answer with the field
"error" says what was wrong; "faults" are sentences. The field "ask" is one of

    hello      gives protocol: 1
    account    of a claim, terms, epsilon, delta gives epsilon, least_epsilon, epsilon_up, holds, fault, delta_up, noise_up
    plan       of trainings, epsilon, delta, confidence, a claim gives doubled, found, needed trainings
    result     of world 0 or 1, numbers or stopped gives results so far
    trainings  as plan, without trainings, gives epsilon (at least this), constant; results are then forgotten
    draws      of a claim, seen, sizes, once, confidence gives reached, draws
    noise      of released (an even number of vectors), deviation, confidence gives deviation
"""

import argparse
import hashlib
import html
import inspect
import json
import math
import os
import queue
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

MOST_NUMBERS = 100_000  # that one training may publish
MOST_BYTES = 16 << 20  # of a file of results
UNITS = {"node": ("remove", "part", "replace"), "edge": ("remove",), "row": ("remove", "replace")}
FINITE = ["opposite features", "huge features", "features of 1e30"]
NOT_FINITE = ["infinite features", "features that are no numbers"]
RELATIONS = {"remove": "is removed", "part": "takes no part", "replace": "is replaced"}
CLAIM = ("sampling", "rate", "population", "batch", "batches", "epochs", "noise", "steps", "clip", "sensitivity", "terms")


class AuditError(Exception):
    """What the audit cannot do, in one sentence."""


# ---- graphs and their neighbours


class Graph:
    """A graph as plain lists: a row of numbers for each node, pairs of nodes, a label for each node, and the nodes to train on.

    ids are names of nodes that stay when another node is removed, 0, 1, 2 ... unless they are given.
    """

    def __init__(self, features, edges=(), labels=None, train=None, ids=None, asked=None):
        self.features = [[float(x) for x in row] for row in features]
        nodes = len(self.features)
        self.edges = [(int(u), int(v)) for u, v in edges]
        self.labels = [int(y) for y in labels] if labels is not None else [0] * nodes
        self.train = sorted(int(v) for v in train) if train is not None else list(range(nodes))
        self.asked = asked  # the features and the label of the unit that is looked for, the same in both worlds
        self.ids = list(ids) if ids is not None else list(range(nodes))
        for name in "labels", "ids":
            if len(getattr(self, name)) != nodes:
                raise AuditError(f"{name} must be as many as rows of features, {nodes}, were {len(getattr(self, name))}")
        for name, ids in ("edges", (v for edge in self.edges for v in edge)), ("train", self.train):
            for v in ids:
                if not 0 <= v < nodes:
                    raise AuditError(f"{name} must name nodes from 0 to {nodes - 1}, one was {v}")
        if not self.train:
            raise AuditError("train must name at least one node, was empty")

    @property
    def nodes(self):
        return len(self.features)

    def degree(self, v):
        return sum((a == v) + (b == v) for a, b in self.edges)

    def _with(self, **changed):
        made = dict(self.plain(), asked=self.asked)
        made.update(changed)
        return Graph(**made)

    def removed(self, v):
        """Without a node and its edges; nodes after it move up by one."""
        at = lambda u: u - (u > v)
        return self._with(features=self.features[:v] + self.features[v + 1:], labels=self.labels[:v] + self.labels[v + 1:],
                          edges=[(at(a), at(b)) for a, b in self.edges if v not in (a, b)], train=[at(u) for u in self.train if u != v],
                          ids=self.ids[:v] + self.ids[v + 1:])

    def without(self, v):
        """The node stays and takes no part: it is not trained on, and its row is zero."""
        return self.replaced(v, [0.0] * len(self.features[v]))._with(train=[u for u in self.train if u != v])

    def replaced(self, v, row, label=None):
        return self._with(features=self.features[:v] + [row] + self.features[v + 1:],
                          labels=self.labels if label is None else self.labels[:v] + [label] + self.labels[v + 1:])

    def without_edge(self, edge):
        """Without an edge, in whichever directions it stands."""
        return self._with(edges=[e for e in self.edges if e not in (edge, edge[::-1])])

    def linked(self, v):
        """The node has an edge to every other."""
        return self._with(edges=self.edges + [e for u in range(self.nodes) if u != v for e in ((u, v), (v, u))])

    def plain(self):
        made = dict(features=self.features, edges=self.edges, labels=self.labels, train=self.train, ids=self.ids)
        return dict(made, asked=self.asked) if self.asked else made

    @staticmethod
    def read(path):
        try:
            with open(path, encoding="utf-8") as file:
                made = json.load(file)
            return Graph(**made)
        except (OSError, ValueError, TypeError) as e:
            raise AuditError(f"{path} must be JSON with features, edges, labels and train; {e}") from None


def _target(graph, unit, target):
    """The unit that is looked for: the one with most edges, unless it is given."""
    if unit == "edge":
        if not graph.edges:
            raise AuditError("unit edge needs a graph with edges, had none")
        if target is not None:
            target = tuple(target)
            if target not in graph.edges:
                raise AuditError(f"target must be one of the edges, was {target}")
            return target
        return max(graph.edges, key=lambda e: sum(v in graph.train for v in e))
    if target is not None:
        if target not in graph.train:
            raise AuditError(f"target must be one of the nodes to train on, was {target}")
        return target
    degree = [0] * graph.nodes
    for a, b in graph.edges:
        degree[a] += 1
        degree[b] += 1
    return max(graph.train, key=lambda v: degree[v])


def _rows(graph, v):
    """Rows that a node may have, by name, from its own to what no code expects."""
    width = len(graph.features[v])
    most = max((abs(x) for row in graph.features for x in row), default=1.0) or 1.0
    mean = [math.fsum(graph.features[u][k] for u in graph.train) / len(graph.train) for k in range(width)]
    against = [-10 * most if m >= 0 else 10 * most for m in mean]
    return {"its own features": graph.features[v], "opposite features": against,
            "huge features": [1e4 * most * (-1) ** k for k in range(width)], "features of 1e30": [1e30] * width,
            "infinite features": [math.inf] * width, "features that are no numbers": [math.nan] * width}


def _other(graph, v):
    return (graph.labels[v] + 1) % (max(graph.labels) + 1)


def _change(graph, unit, relation, v):
    """The neighbouring graph."""
    if unit == "edge":
        return graph.without_edge(v)
    return graph.removed(v) if relation == "remove" else graph.without(v)


def _worlds(graph, unit, relation, v):
    """Two neighbours for the trainings: the first without the unit; what is loud is easier to find."""
    if unit == "edge":
        return graph.without_edge(v), graph, f"edge {v[0]}-{v[1]} is removed"
    loud, label = _rows(graph, v)["opposite features"], _other(graph, v)
    graph = graph._with(asked=[loud, label])
    first = graph.replaced(v, loud, label)
    other = graph.replaced(v, [-x for x in loud], graph.labels[v]) if relation == "replace" else _change(first, unit, relation, v)
    return other, first, f"{unit} {v}, of degree {graph.degree(v)}, with opposite features, {RELATIONS[relation]}"


def _pairs(graph, unit, relation, target, hostile):
    """Pairs of neighbouring graphs for the clipped sum: name, graph, neighbour, and where nodes of the first are in the second."""
    if unit == "edge":
        chosen = [target] + [graph.edges[i] for i in (0, len(graph.edges) // 2, -1)]
        for edge in dict.fromkeys(chosen):
            yield f"edge {edge[0]}-{edge[1]} is removed", edge[0], graph, graph.without_edge(edge), lambda u: u
        return
    train = set(graph.train)
    by_degree = sorted(range(graph.nodes), key=graph.degree)
    others = [u for u in by_degree if u not in train][-1:]
    for v in dict.fromkeys([target] + [u for u in by_degree if u in train][:1] + others):
        for name, row in _rows(graph, v).items():
            if hostile is not None and name not in hostile and name != "its own features":
                continue
            first = graph.replaced(v, row)
            where = f"{unit} {v} of degree {graph.degree(v)}, with {name}"
            if relation == "replace":
                if name != "its own features":
                    yield f"{where}, in place of its own", v, graph, first._with(labels=graph.replaced(v, row, _other(graph, v)).labels), lambda u: u
            else:
                yield f"{where}, {RELATIONS[relation]}", v, first, _change(first, unit, relation, v), _moved(relation, v)
        if relation != "replace":
            for far in 3.0, 1e4:
                alike = graph._with(features=[[1.0] * len(graph.features[0])] * graph.nodes, labels=[graph.labels[v]] * graph.nodes)
                alike = alike.replaced(v, [-far] * len(graph.features[v]))
                yield f"{unit} {v}, {far:g} times against all others, {RELATIONS[relation]}", v, alike, _change(alike, unit, relation, v), _moved(relation, v)
            if unit == "node":
                hub = graph.linked(v)
                yield f"node {v}, linked to all others, {RELATIONS[relation]}", v, hub, _change(hub, unit, relation, v), _moved(relation, v)


def _apart(a, b):
    """How far two sums are from each other, and what of that may be rounding."""
    return math.dist(a, b), 1e-6 * max(math.hypot(*a), math.hypot(*b))


def _moved(relation, v):
    return (lambda u: None if u == v else u - (u > v)) if relation == "remove" else (lambda u: None if u == v else u)


# ---- the library, in a process of its own


def _home(home):
    here = os.path.dirname(os.path.abspath(__file__))
    return home or os.environ.get("DPGNN_HOME") or os.path.normpath(os.path.join(here, "..", "..", ".."))


def _java(home, jar):
    """The command that starts the library of a checkout, or of jars."""
    if jar:
        for path in jar.split(os.pathsep):
            if not os.path.exists(path):
                raise AuditError(f"jar must be a file, or several with {os.pathsep!r} between, was {path}")
        return "java", jar
    root = _home(home)
    state = os.environ.get("DPGNN_STATE") or os.path.join(root, "environment", ".state")
    java, path = "java", None
    try:
        with open(os.path.join(state, "kernel.args"), encoding="utf-8") as file:
            words = re.findall(r'^-cp "((?:[^"\\]|\\.)*)"', file.read(), re.M)
        path = re.sub(r"\\(.)", r"\1", words[0]) if words else None
        with open(os.path.join(state, "java"), encoding="utf-8") as file:
            java = file.read().strip()
    except OSError:
        pass
    built = os.path.join(root, "target", "classpath")
    if path is None and os.path.exists(built):
        with open(built, encoding="utf-8") as file:
            path = file.read().strip()
    if path is None:
        raise AuditError(f"dpgnn is not built in {root}: run environment/lab --prepare there, or set DPGNN_HOME to a checkout where that was done")
    return java, path


class Library:
    """The library's auditors: a line of JSON for a line of JSON. Close it, or use it in a with statement."""

    def __init__(self, home=None, jar=None, seconds=120):
        java, path = _java(home, jar)
        self._seconds = seconds
        self._said = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [java, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx1g", "-cp", path, "dpgnn.audit.AuditServer"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said)
        except OSError as e:
            self._said.close()
            raise AuditError(f"Java cannot be started ({e}); install a JDK 17 or newer, or run environment/lab --prepare") from None
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            if self.ask("hello")["protocol"] != 1:
                raise AuditError("this dpgnn_audit.py speaks version 1 of the protocol, and the library another; take both from one checkout")
        except BaseException:
            self.close()
            raise

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def ask(self, ask, **fields):
        question = json.dumps(dict(fields, ask=ask), allow_nan=False)
        try:
            self._process.stdin.write(question.encode() + b"\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._seconds)
        except queue.Empty:
            self.close()
            raise AuditError(f"the library did not answer \"{ask}\" within {self._seconds} s") from None
        except (OSError, ValueError):
            line = None
        if line is None:
            self._process.wait()
            self._said.seek(0)
            last = self._said.read().decode(errors="replace").strip().splitlines()
            raise AuditError("the library stopped: " + (last[-1] if last else f"status {self._process.returncode}"))
        answer = json.loads(line)
        if "error" in answer:
            raise AuditError(answer["error"])
        return answer

    def close(self):
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in self._process.stdin, self._process.stdout, self._said:
            try:
                pipe.close()
            except OSError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


# ---- what the user's functions give


def _flat(result, into=None):
    """The numbers of whatever a training gives: lists, tensors, dictionaries of tensors."""
    into = [] if into is None else into
    if hasattr(result, "detach"):
        result = result.detach()
    if hasattr(result, "tolist"):
        result = result.tolist()
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, (list, tuple)):
        for part in result:
            _flat(part, into)
    elif isinstance(result, (int, float)):
        if len(into) >= MOST_NUMBERS:
            raise AuditError(f"a training may publish at most {MOST_NUMBERS} numbers; return scores, or some of the weights")
        into.append(float(result))
    else:
        raise ValueError(f"numbers are expected, not {type(result).__name__}")
    return into


def _judged(make):
    """The fields of one training's result: its numbers, or what stopped it."""
    try:
        numbers = _flat(make())
    except (AuditError, KeyboardInterrupt):
        raise
    except Exception as e:  # whatever the training throws is what an observer sees of it
        return {"stopped": f"stopped by {type(e).__name__}", "said": str(e)[:500]}
    if not all(map(math.isfinite, numbers)):
        kinds = [sum(x == math.inf for x in numbers), sum(x == -math.inf for x in numbers), sum(map(math.isnan, numbers))]
        return {"stopped": f"{len(numbers)} numbers, not all of them finite: {kinds[0]} infinite, {kinds[1]} minus infinite, {kinds[2]} no numbers"}
    return {"numbers": numbers}


class Command:
    """A training that is a program: {data}, {seed} and {out} in its command are a file of JSON, a number, and a file to write."""

    def __init__(self, command, seconds=600):
        self.words = shlex.split(command)
        for name in "{data}", "{seed}", "{out}":
            if not any(name in word for word in self.words):
                raise AuditError(f"command must have {name} in it, was {command}")
        if not shutil.which(self.words[0]):
            raise AuditError(f"command must begin with a program, was {self.words[0]}, which is not found")
        self.command, self.seconds = command, seconds
        self._folder = tempfile.mkdtemp(prefix="dpgnn-audit-")
        self._worlds = {}

    def close(self):
        shutil.rmtree(self._folder, ignore_errors=True)

    def __call__(self, data, seed):
        if id(data) not in self._worlds:
            path = os.path.join(self._folder, f"world-{len(self._worlds)}.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(data.plain() if isinstance(data, Graph) else data, file)
            self._worlds[id(data)] = path, data
        out = os.path.join(self._folder, "out")
        if os.path.exists(out):
            os.remove(out)
        named = {"{data}": self._worlds[id(data)][0], "{seed}": str(seed), "{out}": out}
        self._run([re.sub(r"\{(data|seed|out)\}", lambda m: named[m.group()], word) for word in self.words], out)
        return self._numbers(out)

    def _run(self, words, out):
        """Runs it with a limit of time and of output, and ends all processes that it leaves behind."""
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT, start_new_session=True)
            end, wait = time.monotonic() + self.seconds, 0.01
            try:
                while process.poll() is None:
                    if time.monotonic() > end:
                        raise TimeoutError(f"it was silent for {self.seconds} s")
                    if os.fstat(said.fileno()).st_size > MOST_BYTES or (os.path.exists(out) and os.path.getsize(out) > MOST_BYTES):
                        raise OverflowError(f"it wrote more than {MOST_BYTES >> 20} MB")
                    try:
                        process.wait(wait)
                    except subprocess.TimeoutExpired:
                        wait = min(0.2, 2 * wait)
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
                except OSError:
                    pass
                process.wait()
            if process.returncode:
                said.seek(max(0, os.fstat(said.fileno()).st_size - 500))
                last = said.read().decode(errors="replace").strip().splitlines()
                raise ChildProcessError(f"it ended with status {process.returncode}" + (f": {last[-1]}" if last else ""))

    @staticmethod
    def _numbers(out):
        if not os.path.isfile(out):
            raise FileNotFoundError("it wrote no file {out}")
        if os.path.getsize(out) > MOST_BYTES:
            raise OverflowError(f"it wrote more than {MOST_BYTES >> 20} MB")
        with open(out, encoding="utf-8", errors="replace") as file:
            text = file.read()
        try:
            return json.loads(text)
        except RecursionError:
            raise ValueError("lists are nested too deeply") from None
        except ValueError:
            pass
        try:
            return [float(word) for word in text.replace(",", " ").split()]
        except ValueError:
            raise ValueError(f"it wrote no numbers, but {text[:60]!r}") from None


# ---- the report


class Report:
    """What was found: faults contradict the claim; what was left out could not be judged."""

    def __init__(self, claim, confidence):
        self.claim, self.confidence = claim, confidence
        self.faults, self.remarks, self.left_out, self.tried = [], [], [], []

    @property
    def caught(self):
        return bool(self.faults)

    @property
    def status(self):
        """For a pipeline: 0 where nothing was found, 1 where something contradicts the claim, 2 where a part could not be judged."""
        return 1 if self.faults else 2 if self.left_out else 0

    def _parts(self):
        yield "verdict", ["Something contradicts the claim. It must not be trusted." if self.faults else
                          "Nothing was found that contradicts the claim, but not all could be judged." if self.left_out else
                          "Nothing was found that contradicts the claim. That is no proof."]
        yield "claim", [self.claim]
        yield "faults", self.faults
        yield "not judged", self.left_out
        yield "remarks", self.remarks
        yield "confidence", [f"A training that keeps its claim has a report without a fault in at least {100 * self.confidence:g} % of "
                             "all reports; all auditors share the rest."]

    def text(self):
        lines = ["Audit of a training", ""]
        for name, sentences in self._parts():
            lines += [f"{name}: {sentence}" if name not in ("verdict", "confidence") else sentence for sentence in sentences]
        width = max((len(row[0]) for row in self.tried), default=0)
        return "\n".join(lines + [""] + [f"{a:{width}}  {b}\n{'':{width}}  -> {c}" for a, b, c in self.tried]) + "\n"

    __str__ = text

    def html(self):
        body = "".join(f"<p class='{name.split()[0]}'>{html.escape(s)}</p>" for name, sentences in self._parts() for s in sentences)
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in self.tried)
        return ("<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>Audit of a training</title><style>body{font-family:sans-serif;"
                "max-width:60em;margin:2em auto;line-height:1.4}.verdict{font-weight:bold}.faults{border-left:4px solid #b00;padding-left:1em}"
                "td,th{text-align:left;vertical-align:top;padding:.2em 1em .2em 0}</style></head><body><h1>Audit of a training</h1>"
                f"{body}<table><tr><th>auditor</th><th>tried</th><th>found</th></tr>{rows}</table></body></html>\n")

    def json(self):
        return json.dumps(dict(status=self.status, claim=self.claim, confidence=self.confidence, faults=self.faults, remarks=self.remarks,
                               not_judged=self.left_out, tried=[dict(zip(("auditor", "tried", "found"), row)) for row in self.tried]),
                          indent=1) + "\n"

    def save(self, path):
        """Writes .html, .json or .txt, by the path's ending."""
        kinds = {".html": self.html, ".json": self.json, ".txt": self.text}
        kind = os.path.splitext(path)[1]
        if kind not in kinds:
            raise AuditError(f"path must end in {', '.join(kinds)}, was {path}")
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(kinds[kind]())
        os.replace(path + ".new", path)
        return path


# ---- the audit


def check(sampling, noise, steps=None, *, epsilon, delta, rate=None, population=None, batch=None, batches=None, epochs=None, clip=1.0,
          sensitivity=None, terms=1, unit="node", relation="remove", library=None, home=None, jar=None):
    """Compares a claimed epsilon with the accountants, without any training.

    sampling is "poisson" with a rate, "without_replacement" with a population and a batch, "allocation" with the batches of an epoch and
    epochs in place of steps, or "full"; noise is the deviation over the clip norm. sensitivity is how many clip norms a unit moves a sum of clipped terms by: 1 where it comes or goes, 2 where a term is
    replaced, by another or by an edge that goes. terms is how many terms one unit can change. Random allocation supposes that each unit's
    batch is drawn by a coin that is fresh in every epoch, with one clip and one noise.
    """
    claim = {k: v for k, v in dict(sampling=sampling, noise=noise, steps=steps, rate=rate, population=population, batch=batch,
                                   batches=batches, epochs=epochs, sensitivity=sensitivity, terms=terms, clip=clip).items() if v is not None}
    with _borrowed(library, home, jar) as asked:
        report = Report(_said(epsilon, delta, claim), 1.0)
        _account(report, asked, _claim(claim, unit, relation), epsilon, delta)
        return report


class _borrowed:
    def __init__(self, library, home, jar):
        self.library, self.own = library or Library(home, jar), library is None

    def __enter__(self):
        return self.library

    def __exit__(self, *error):
        if self.own:
            self.library.close()


def _said(epsilon, delta, claim):
    return f"epsilon {epsilon:g} at delta {delta:g}" + "".join(f", {k} {v}" for k, v in claim.items())


def _claim(claim, unit, relation):
    """The fields that the accountants read."""
    for name in claim:
        if name not in CLAIM:
            raise AuditError(f"claim may have {', '.join(CLAIM)}, had {name}")
    allocated = claim.get("sampling") == "allocation"
    needed = ("sampling", "noise", "batches", "epochs") if allocated else ("sampling", "noise", "steps")
    for name in needed:
        if name not in claim:
            raise AuditError(f"{name} is missing: claim must have {name} beside {', '.join(n for n in needed if n != name)}")
    fixed = claim["sampling"] == "without_replacement"
    made = {k: v for k, v in claim.items() if k not in ("clip", "epochs")}
    if allocated:
        if "steps" in claim:
            raise AuditError("claim must have epochs in place of steps with sampling allocation, had both")
        made["steps"] = claim["epochs"]
    replaced = relation == "replace" or unit == "edge"
    made.setdefault("sensitivity", 2 if (replaced and not allocated) or fixed else 1)
    return dict(made, unit=unit, relation=relation)


def _account(report, library, claim, epsilon, delta):
    found = library.ask("account", epsilon=epsilon, delta=delta, **claim)
    row = f"epsilon of the steps is {found['epsilon_up']}, rounded up"
    if "fault" in found:
        report.faults.append(found["fault"])
        row += f"; delta at the claimed epsilon is {found['delta_up']}" if "delta_up" in found else ""
        row += f"; noise of {found['noise_up']} keeps the claim" if "noise_up" in found else ""
    elif not found["holds"]:
        report.remarks.append(f"The claimed epsilon is nearer to the exact one than the accountant can tell; {found['epsilon_up']} is proved.")
    steps = f"{claim['steps']} steps"
    if claim["sampling"] == "allocation":
        steps = f"{claim['steps']} epochs of {claim['batches']} batches"
        report.remarks.append("Random allocation holds only where each unit's batch of an epoch is drawn by its own uniform coin that is "
                              "fresh in every epoch, with one clip and one noise, and not for shuffled batches of equal size.")
    report.tried.append(("accounting", f"{claim['sampling']} sampling, {steps}, one unit moves a sum by {claim['sensitivity']} clip norms", row))
    return found["holds"]


def audit(train=None, data=None, *, epsilon, delta, unit="node", relation="remove", claim=None, step_sum=None, draw=None, released=None,
          example=None, worlds=None, target=None, trainings=200, draws=400, confidence=0.95, seed=1, hostile=None, finite=False, sensitivity=None, time_limit=None,
          log=None, quiet=False, library=None, home=None, jar=None):
    """Audits a training by whatever of it is given.

    train(data, seed)            what a training publishes: scores or weights, with the seed's coins
    step_sum(data, batch)        the sum of the clipped terms of a batch, before noise; batch is a list of nodes
    draw(data, seed)             a batch, or a list of the batches of one epoch (random allocation: of two epochs or more, one after another)
    released(data, batch, seed)  that sum with noise, before it is divided by anything

    example(data, node) names the example that a node's term belongs to, where that is not the node: which subgraph it is in, for instance.
    data is a Graph; worlds, two neighbouring data sets of any kind, takes its place where there is only train. claim is what the
    epsilon was computed from, a dictionary with the arguments of check. hostile names the rows that neighbours may have beside their own;
    finite=True states that inputs are checked to be finite, so that infinite rows are not tried. Returns a Report; raises AuditError where it cannot begin.
    """
    if unit not in UNITS:
        raise AuditError(f"unit must be {', '.join(UNITS)}, was {unit}")
    if relation not in UNITS[unit]:
        raise AuditError(f"relation of the unit {unit} must be {' or '.join(UNITS[unit])}, was {relation}")
    if not (isinstance(epsilon, (int, float)) and 0 <= epsilon < math.inf):
        raise AuditError(f"epsilon must be finite and at least 0, was {epsilon}")
    if not (isinstance(delta, (int, float)) and 0 <= delta < 1):
        raise AuditError(f"delta must be in [0, 1), was {delta}")
    if not 0.5 < confidence < 1:
        raise AuditError(f"confidence must be between 0.5 and 1, was {confidence}")
    if not 20 <= trainings <= 100_000:
        raise AuditError(f"trainings must be from 20 to 100000, was {trainings}")
    if data is None and worlds is None:
        raise AuditError("give data, a Graph, or two worlds")
    if data is not None and not isinstance(data, Graph):
        raise AuditError(f"data must be a Graph, was {type(data).__name__}; rows are a Graph without edges, with unit=\"row\"")
    if data is None and (step_sum or draw or released):
        raise AuditError("step_sum, draw and released need data, a Graph, and not two worlds")
    if not (train or step_sum or draw or released or claim):
        raise AuditError("give at least one of train, step_sum, draw, released and claim")
    if (draw or released) and not claim:
        raise AuditError("draw and released are compared with a claim; give claim=dict(sampling=..., noise=..., steps=...)")
    with _borrowed(library, home, jar) as asked:
        run = _Run(asked, Report(_said(epsilon, delta, claim or {}), confidence), epsilon, delta, seed, time_limit, quiet)
        run.each = 1 - (1 - confidence) / max(1, sum(part is not None for part in (train, draw, released)))
        if data is not None:
            run.report.claim += f", for one {unit}, which {RELATIONS[relation]}"
        accounted = {}
        if claim:
            fields = _claim(claim, unit, relation)
            if _account(run.report, asked, fields, epsilon, delta):
                accounted = fields
        if data is not None:
            target = _target(data, unit, target)
        if step_sum:
            clip = (claim or {}).get("clip", 1.0)
            if sensitivity is None:
                moves = fields["sensitivity"] * fields.get("terms", 1) if claim else 2 if relation == "replace" else 1
                sensitivity = clip * moves
            apart = bool(claim) and unit != "edge" and fields["sampling"] != "full" and fields.get("terms", 1) == 1
            drawn = clip if claim and fields["sampling"] in ("poisson", "allocation") else math.inf
            if finite:
                run.report.remarks.append("It is taken as stated, and was not tried, that inputs are checked to be finite before the training.")
                hostile = [h for h in hostile if h not in NOT_FINITE] if hostile is not None else FINITE
            run.sums(step_sum, _pairs(data, unit, relation, target, hostile), sensitivity, example or (lambda graph, u: u), apart, drawn)
        if draw:
            run.draws(draw, data, target if unit != "edge" else target[0], fields, draws)
        if released:
            other = data.replaced(target, _rows(data, target)["opposite features"], _other(data, target)) if relation == "replace" else _change(data, unit, relation, target)
            asked_for = [("all to train on", data, data.train), ("all to train on in the neighbouring world", other, other.train)]
            if fields["sampling"] in ("poisson", "allocation"):  # which have such batches
                asked_for += [("nothing", data, []), ("one unit alone", data, [target if unit != "edge" else target[0]])]
            for where, graph, batch in asked_for:
                if batch or where == "nothing":
                    run.noise(released, graph, batch, where, fields["noise"] * claim.get("clip", 1.0), 1 - (1 - run.each) / len(asked_for))
        if train:
            without, with_unit, name = (*worlds, "the two given worlds") if worlds else _worlds(data, unit, relation, target)
            key = dict(epsilon=epsilon, delta=delta, unit=unit, relation=relation, claim=claim, trainings=trainings, seed=seed,
                       train=_source(train), worlds=[w.plain() if isinstance(w, Graph) else repr(w) for w in (without, with_unit)])
            run.trainings(train, (without, with_unit), name, trainings, accounted, log, key)
        return run.report


def _source(train):
    if isinstance(train, Command):
        return train.command
    try:
        return inspect.getsource(train)
    except (OSError, TypeError):
        return repr(getattr(train, "__qualname__", type(train)))


class _Run:
    """One audit as it runs."""

    def __init__(self, library, report, epsilon, delta, seed, time_limit, quiet):
        self.library, self.report, self.epsilon, self.delta, self.seed, self.quiet = library, report, epsilon, delta, seed, quiet
        self.end = math.inf if time_limit is None else time.monotonic() + time_limit
        self._last = 0.0

    def say(self, text, always=False):
        if not self.quiet and (always or time.monotonic() > self._last + 5):
            self._last = time.monotonic()
            print("audit: " + text, file=sys.stderr, flush=True)

    def late(self, what):
        if time.monotonic() < self.end:
            return False
        self.report.left_out.append(f"The time limit was reached in {what}.")
        return True

    def asked(self, name, make):
        """What a function of the user gives, or None where it stops, which is said."""
        found = _judged(make)
        if "said" in found:
            self.report.left_out.append(f"{name} {found['stopped']}: {found['said']}")
            return None
        return found.get("numbers", [math.nan])

    def sums(self, step_sum, pairs, sensitivity, example, apart, drawn):
        """Compares sums in two worlds, and in one world with and without an example, which the law of Poisson samples needs as well."""
        worst, worst_name, most, most_name, refused, count, strays = 0.0, "none", 0.0, "none", [], 0, []
        coins = random.Random(self.seed)
        for name, v, first, second, at in pairs:
            train, of, known, halves = first.train, example(first, v), {}, ([], [])
            own = [u for u in train if example(first, u) == of]
            for u in train:
                if example(first, u) != of:
                    halves[coins.random() < 0.5].append(u)
            without = {tuple(sorted(half + own)): tuple(half) for half in halves}  # of batches with the example
            for batch in dict.fromkeys((tuple(train), *without.values(), *without)):
                if self.late("step_sum"):
                    return
                self.say(f"step_sum, pair {count + 1}: {name}")
                other = [at(u) for u in batch if at(u) is not None]
                one, two = (_judged(lambda: step_sum(graph, list(ids))) for graph, ids in ((first, batch), (second, other)))
                count += 1
                if count == 1:
                    again = _judged(lambda: step_sum(first, list(batch)))
                    if again != one or "numbers" not in one:
                        self.report.left_out.append("step_sum must give the same finite numbers for the same batch and data, and "
                                                    + (f"{one['stopped']}: {one.get('said', '')}" if "stopped" in one else "did not") + ".")
                        return
                if "said" in one or "said" in two:
                    refused.append(f"{name}: {one.get('stopped', two.get('stopped'))}")
                    continue
                if "stopped" in one or "stopped" in two:
                    self.report.faults.append(f"Between two neighbouring worlds ({name}) the clipped sum is not finite: one unit spoils all of it. Set what is not finite to zero "
                                              "before the clip; where inputs are checked before the training, say finite=True.")
                    continue
                a, b = one["numbers"], two["numbers"]
                if len(a) != len(b):
                    self.report.faults.append(f"Between two neighbouring worlds ({name}) the clipped sum has {len(a)} and {len(b)} numbers.")
                    continue
                moved, rounding = _apart(a, b)
                if apart and batch in without.values() and moved > rounding:
                    strays.append((moved, name))
                if max(0.0, moved - rounding) > worst:
                    worst, worst_name = moved - rounding, name
                known[batch] = a, b
                for sums in zip((a, b)[:1 if at(v) is None else 2], known.get(without.get(batch), ())):
                    moved, rounding = _apart(*sums) if len(sums[0]) == len(sums[1]) else (0.0, 0.0)
                    if moved - rounding > most:
                        most, most_name = moved - rounding, name.rsplit(", ", 1)[0]
        if worst > sensitivity * (1 + 1e-4):
            self.report.faults.append(f"Between two neighbouring worlds ({worst_name}) the clipped sum moves by {worst:.4g}, where {sensitivity:.4g} is claimed.")
        if most > drawn * (1 + 1e-4):
            self.report.faults.append(f"One example more in a batch ({most_name}) moves the clipped sum by {most:.4g}, where the clip norm is {drawn:.4g}.")
        if strays:
            moved, name = max(strays)
            self.report.faults.append(f"The clipped sum of a batch that the unit is not in moves by {moved:.4g} ({name}): sampling hides less than is accounted for.")
        if refused:
            self.report.remarks.append(f"step_sum refused {len(refused)} pairs, such as {refused[0]}; who sees a refusal learns of the unit.")
        self.report.faults[:] = list(dict.fromkeys(self.report.faults))
        said = f"it moves by {worst / sensitivity:.4g} of what is claimed ({worst_name})"
        said += f", and by {most / drawn:.4g} clip norms with one example more ({most_name})" if drawn < math.inf else ""
        self.report.tried.append(("clipped sum", f"{count} pairs of neighbouring worlds and batches", said))

    def draws(self, draw, data, target, claim, number):
        sizes, seen, epochs, once, steps, index = [], [], 0, 0, 0, 0
        known = set(data.train)
        while len(sizes) < number:
            if self.late("draw"):
                return
            try:
                made = draw(data, self.seed + index)
                made = made.tolist() if hasattr(made, "tolist") else made
                batches = [b.tolist() if hasattr(b, "tolist") else list(b) if not isinstance(b, int) else b for b in made]
                epoch = bool(batches) and not any(isinstance(b, (int, float)) for b in batches)
                batches = [[int(u) for u in b] for b in (batches if epoch else [batches])]
            except Exception as e:
                self.report.left_out.append(f"draw stopped by {type(e).__name__}: {str(e)[:500]}")
                return
            each = len(batches)
            if claim["sampling"] == "allocation":
                each, least = claim["batches"], claim["batches"] * min(2, claim["steps"])
                if not epoch or len(batches) < least or len(batches) % each:
                    self.report.faults.append(f"draw must give the {each} batches of an epoch, for {'two epochs or more' if least > each else 'one'}, one after "
                                              f"another, as one training draws them; gave {len(batches) if epoch else 'one batch'}.")
                    return
                made = [tuple(tuple(sorted(b)) for b in batches[i:i + each]) for i in range(0, len(batches), each)]
                if len(set(made)) < len(made) and len(made) ** 2 * number * each ** -float(len(known)) < 1e-9:
                    self.report.faults.append("Two epochs of a training have the same batches, where random allocation needs coins that are fresh in every epoch.")
                    return
            index += 1
            for batch in batches:
                strange = [u for u in batch if u not in known]
                if strange:
                    self.report.faults.append(f"A batch holds node {strange[0]}, which is not one of the nodes to train on.")
                    return
                sizes.append(len(batch))
                seen.append(batch.count(target))
            if epoch:
                for i in range(0, len(batches), each):
                    epochs, once, steps = epochs + 1, once + (sum(b.count(target) for b in batches[i:i + each]) == 1), each
        fields = dict(claim, population=claim.get("population", len(known)), seen=seen, sizes=sizes, once=[epochs, once, steps])
        fields.update(terms=1)
        found = self.library.ask("draws", confidence=self.each, **fields)
        self.report.faults += found["faults"]
        self.report.tried.append(("sampler", f"{len(sizes)} batches", f"the unit was in {sum(1 for s in seen if s)} of them"))

    def noise(self, released, data, batch, where, deviation, confidence, pairs=100, width=400):
        vectors = []
        for i in range(2 * pairs):
            if self.late("released"):
                return
            made = self.asked("released", lambda: released(data, list(batch), self.seed + i))
            if made is None:
                return
            if not made or not all(map(math.isfinite, made)) or (vectors and len(made) != len(whole)):
                self.report.left_out.append(f"released must give as many finite numbers each time, gave {len(made)}.")
                return
            whole = made
            vectors.append(made[::max(1, -(-len(made) // width))])
        found = self.library.ask("noise", released=vectors, deviation=deviation, confidence=confidence)
        self.report.faults += [f"{fault[:-1]} (batch of {where})." if where != "all to train on" else fault for fault in found["faults"]]
        if found["deviation"] > 1.5 * deviation:
            self.report.remarks.append(f"The noise has a deviation of about {found['deviation']:.4g}, where {deviation:.4g} is stated: "
                                       "it costs accuracy and breaks no claim.")
        self.report.tried.append(("noise", f"{2 * pairs} releases of a batch of {where}, {len(vectors[0])} numbers each",
                                  f"its deviation is about {found['deviation']:.4g}, stated is {deviation:.4g}"))

    @staticmethod
    def strength(power):
        """What these trainings can find at best, in words."""
        said = f"twice the claimed epsilon is found in {100 * power['doubled']:.0f} % of reports"
        said += f", {power['found']:.3g} in 90 %" if "found" in power else ""
        said += f"; 90 % for twice the epsilon takes {power['needed']} trainings" if "needed" in power else \
            "; 100,000 trainings would not find twice the epsilon in 90 %: a claim with its steps needs fewer, as do step_sum and released"
        return said + " (where noise is Gaussian and the best observer is known)"

    def trainings(self, train, worlds, name, number, accounted, log, key):
        ask = dict(accounted, epsilon=self.epsilon, delta=self.delta, confidence=self.each)
        strength = self.strength(self.library.ask("plan", trainings=number, **ask)) if self.epsilon > 0 else "no power is known at epsilon 0"
        self.say(f"{number} trainings in each of two worlds: {strength}", True)
        done, file = _log(log, key)
        began, made = time.monotonic(), 0
        results, failed, last = ([], []), 0, ""
        try:
            for i in range(number):
                if self.late(f"training {2 * i} of {2 * number}"):
                    break
                for world in 0, 1:
                    seed = self.seed + 2 * i + world
                    found = done.get((world, seed))
                    if found is None:
                        found, made = _judged(lambda: train(worlds[world], seed)), made + 1
                        if file:
                            file.write(json.dumps(dict(found, world=world, seed=seed)) + "\n")
                            file.flush()
                    results[world].append(found)
                    failed, last = failed + ("said" in found), found.get("said", "")
                lengths = [{len(f["numbers"]) for f in of if "numbers" in f} for of in results]
                if i == 2 and all(len(of) == 1 for of in lengths) and lengths[0] != lengths[1]:
                    raise AuditError(f"train gave {lengths[0].pop()} numbers in the world without the unit and {lengths[1].pop()} with it; return as many in both: "
                                     "weights, or scores of data.asked, and not one number for each node")
                if i == 2 and failed == 6:
                    raise AuditError(f"all of the first 6 trainings failed; the last was {found['stopped']}: {last}")
                self.say(f"{2 * i + 2} of {2 * number} trainings, {(time.monotonic() - began) / max(1, made) * (2 * number - 2 * i - 2):.0f} s left")
        finally:
            if file:
                file.close()
        if len(results[0]) < 10:
            self.report.left_out.append(f"Only {len(results[0])} trainings in each world were done; 10 are the least.")
            return
        for world in 0, 1:
            for found in results[world]:
                self.library.ask("result", world=world, **{k: v for k, v in found.items() if k in ("numbers", "stopped")})
        found = self.library.ask("trainings", **ask)
        self.report.faults += found["faults"]
        if found["constant"]:
            self.report.remarks.append("Trainings with different seeds publish the same numbers: there is no noise in them, or one seed is used always.")
        elif failed:
            self.report.remarks.append(f"{failed} of {2 * len(results[0])} trainings failed.")
        self.report.tried.append(("trainings", f"{len(results[0])} in each of two worlds: {name}",
                                  f"epsilon is at least {max(0.0, float(found['epsilon'])):.3g}; {strength}"))


def _log(path, key):
    """What a file knows of these trainings, and the file to go on with; it belongs to one digest of all arguments."""
    if path is None:
        return {}, None
    digest = hashlib.sha256(json.dumps(key, sort_keys=True, default=repr).encode()).hexdigest()
    done, kept = {}, []
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
        for number, line in enumerate(lines):
            if number == len(lines) - 1:
                break  # what follows the last end of a line is a line that was cut off
            try:
                entry = json.loads(line)
                if number == 0:
                    if entry["audit"] != digest:
                        raise AuditError(f"{path} was written for other arguments, data or another training; name another log")
                else:
                    done[int(entry["world"]), int(entry["seed"])] = {k: entry[k] for k in ("numbers", "stopped", "said") if k in entry}
                kept.append(line)
            except (ValueError, KeyError, TypeError):
                raise AuditError(f"line {number + 1} of {path} is no line of a log; name another log") from None
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write("\n".join(kept or [json.dumps(dict(audit=digest))]) + "\n")
    os.replace(path + ".new", path)
    return done, open(path, "a", encoding="utf-8")


def main(words=None):
    parser = argparse.ArgumentParser(prog="audit", description="Audits a training that is a program, or a claimed epsilon alone.",
                                     epilog="Exit status: 0 nothing found, 1 something contradicts the claim, 2 not all could be judged, 3 it cannot begin.")
    add = parser.add_argument
    add("--command", help='such as "python train.py {data} {seed} {out}": reads a graph as JSON, writes numbers')
    add("--data", help="a graph as JSON: features, edges, labels, train")
    add("--epsilon", type=float, required=True)
    add("--delta", type=float, required=True)
    add("--unit", default="node", choices=list(UNITS))
    add("--relation", default="remove", choices=list(RELATIONS))
    add("--sampling", choices=["poisson", "allocation", "without_replacement", "full"], help="what the epsilon was computed from, with what follows")
    for name, kind in dict(rate=float, population=int, batch=int, batches=int, epochs=int, noise=float, steps=int, clip=float, sensitivity=float, terms=int).items():
        add("--" + name, type=kind)
    add("--trainings", type=int, default=200, help="in each of two worlds (200)")
    add("--confidence", type=float, default=0.95, help="of the whole report (0.95)")
    add("--seed", type=int, default=1)
    add("--seconds", type=float, default=600, help="that one training may take (600)")
    add("--time-limit", type=float, help="seconds for all trainings; the same command with --log goes on")
    add("--log", help="a file that keeps what was trained")
    add("--save", action="append", default=[], help="a file for the report: .html, .json or .txt; several times if need be")
    add("--finite", action="store_true", help="inputs are checked to be finite before the training")
    add("--quiet", action="store_true")
    given = parser.parse_args(words)
    claim = {name: getattr(given, name) for name in CLAIM if getattr(given, name) is not None}
    command = None
    try:
        if given.command:
            if not given.data:
                raise AuditError("--command needs --data, a graph as JSON")
            command = Command(given.command, given.seconds)
        elif not given.sampling:
            raise AuditError("give --command, or --sampling with --noise and --steps")
        report = audit(command, Graph.read(given.data) if given.data else Graph([[0]]), epsilon=given.epsilon, delta=given.delta, unit=given.unit,
                       relation=given.relation, claim=claim or None, trainings=given.trainings, confidence=given.confidence, seed=given.seed,
                       time_limit=given.time_limit, log=given.log, finite=given.finite, quiet=given.quiet)
        for path in given.save:
            report.save(path)
        print(report, end="")
        return report.status
    except AuditError as e:
        print(f"audit: {e}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("audit: stopped" + ("; the same command goes on where this one was" if given.log else ""), file=sys.stderr)
        return 3
    finally:
        if command:
            command.close()


if __name__ == "__main__":
    sys.exit(main())
