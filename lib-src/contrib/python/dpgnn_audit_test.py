"""Tests of dpgnn_audit.py: a right private training and planted faults in plain Python, and trainings that answer nonsense."""

import importlib.util
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import dpgnn_audit
from dpgnn_audit import AuditError, Command, Graph, Library, audit, check

HERE = os.path.dirname(os.path.abspath(__file__))
ALL = os.environ.get("DPGNN_ALL", "false") == "true"

RATE, NOISE, STEPS, EPSILON = 0.5, 3.0, 4, 2.2  # the accountants say 1.74
CLAIM = dict(sampling="poisson", rate=RATE, noise=NOISE, steps=STEPS, clip=1.0)


def rows(seed=7, nodes=16):
    coins = random.Random(seed)
    return Graph([[coins.gauss(0, 1), coins.gauss(0, 1)] for _ in range(nodes)], labels=[coins.randrange(2) for _ in range(nodes)])


class Sgd:
    """Private logistic regression; faults are planted by name."""

    def __init__(self, fault=""):
        self.fault = fault

    def terms(self, data, batch, weights):
        features = data.features
        if self.fault == "standardised over all rows":
            mean = [math.fsum(column) / len(column) for column in zip(*features)]
            features = [[x - m for x, m in zip(row, mean)] for row in features]
        for i in batch:
            row = [x if math.isfinite(x) else 0.0 for x in features[i]] + [1.0]
            score = max(-30.0, min(30.0, math.fsum(w * x for w, x in zip(weights, row))))
            error = 1 / (1 + math.exp(-score)) - data.labels[i]
            yield [error * x for x in row]

    def clipped(self, term):
        norm = math.hypot(*term)
        return [x / norm for x in term] if norm > 1 else term

    def step_sum(self, data, batch, weights=(0.0, 0.0, 0.0)):
        terms = list(self.terms(data, batch, weights))
        late = self.fault in ("clip after the sum", "no clip")
        parts = lambda term: self.clipped(term[:2]) + self.clipped(term[2:])
        clip = parts if self.fault == "each part clipped" else self.clipped
        total = [math.fsum(column) for column in zip(*(terms if late else map(clip, terms)))] or [0.0] * 3
        return self.clipped(total) if self.fault == "clip after the sum" else total

    def released(self, data, batch, seed, weights=(0.0, 0.0, 0.0)):
        coins = random.Random(1 if self.fault == "seed reused" else seed)
        scale = {"noise over the batch": NOISE / len(batch) if batch else 1, "no noise": 0, "noise on the mean": 8 * NOISE}.get(self.fault, NOISE)
        shared = coins.gauss(0, 1)
        return [s + scale * (shared if self.fault == "one number for all" else coins.gauss(0, 1))
                for s in self.step_sum(data, batch, weights)]

    def draw(self, data, seed):
        coins = random.Random(f"draw {seed}")
        if self.fault == "shuffled":
            order = coins.sample(data.train, len(data.train))
            return [order[:len(order) // 2], order[len(order) // 2:]]
        rate = 0.8 if self.fault == "drawn too often" else RATE
        return [v for v in data.train if coins.random() < rate]

    def train(self, data, seed):
        if self.fault == "a failure that tells" and len(data.train) < 16:
            raise ValueError(f"{len(data.train)} rows are no multiple of 16")
        weights = [0.0] * 3
        for step in range(STEPS):
            batch = self.draw(data, f"{seed} {step}")
            batch = batch[0] if batch and isinstance(batch[0], list) else batch
            noisy = self.released(data, batch, seed * STEPS + step, weights)
            weights = [w - 0.1 * g for w, g in zip(weights, noisy)]
        return weights


def run(fault="", library=None, trained=True, **other):
    sgd = Sgd(fault)
    given = dict(claim=CLAIM, step_sum=sgd.step_sum, draw=sgd.draw, released=sgd.released, trainings=60, unit="row", quiet=True, seed=1,
                 epsilon=EPSILON, delta=1e-5, confidence=1 - 1e-6, library=library)
    given.update(other)
    return audit(sgd.train if trained else None, rows(), **given)


class AuditTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = Library()

    @classmethod
    def tearDownClass(cls):
        cls.library.close()

    def run_with(self, fault="", **other):
        return run(fault, library=self.library, **other)

    def test_a_right_training_is_not_contradicted(self):
        report = self.run_with()
        self.assertEqual((report.status, report.faults, report.left_out), (0, [], []), report.text())
        self.assertEqual([row[0] for row in report.tried], ["accounting", "clipped sum", "sampler"] + 4 * ["noise"] + ["trainings"])
        self.assertIn("it moves by 1 of what is claimed", report.text())

    def test_planted_faults_are_named(self):
        faults = {
            "noise over the batch": "The noise has a deviation of at most",
            "seed reused": "it is the same for every seed",
            "no noise": "it is the same for every seed",
            "one number for all": "share|is used again|not Gaussian",
            "clip after the sum": "the clipped sum moves by",
            "no clip": "the clipped sum moves by",
            "standardised over all rows": "a batch that the unit is not in moves by",
            "shuffled": "as shuffling does",
            "drawn too often": "A unit is in",
        }
        for fault, words in faults.items() if ALL else random.Random(1).sample(list(faults.items()), 4):
            with self.subTest(fault):
                report = self.run_with(fault, trained=False, hostile=["opposite features", "huge features"])
                if fault == "one number for all":  # three numbers show it at 95 % alone
                    report = self.run_with(fault, trained=False, confidence=0.95)
                self.assertEqual(report.status, 1, report.text())
                self.assertRegex(" ".join(report.faults), words)
        report = self.run_with("noise on the mean", trained=False)
        self.assertEqual(report.status, 0, report.text())
        self.assertIn("breaks no claim", report.remarks[0])

    def test_an_example_moves_a_sum_by_no_more_than_its_clip_norm_where_a_replaced_one_may_move_it_by_two(self):
        replaced = dict(trained=False, relation="replace", epsilon=4, draw=None, released=None)
        self.assertEqual(self.run_with(**replaced).faults, [])
        for fault in "each part clipped", "clip after the sum":
            for seed in 1, 1023, 1026, 1141:  # of the last three, one half of the rows shows nothing
                self.assertIn("One example more in a batch", " ".join(self.run_with(fault, seed=seed, **replaced).faults), f"{fault}, seed {seed}")

    def test_random_allocation_is_accounted_and_shuffling_is_not_it(self):
        claim = dict(sampling="allocation", batches=4, epochs=3, noise=4)
        found = check(epsilon=1, delta=1e-5, library=self.library, **claim)
        self.assertEqual(found.status, 0)
        self.assertIn("not for shuffled batches", found.remarks[0])
        self.assertTrue(check(epsilon=0.5, delta=1e-5, library=self.library, **claim).caught)

        def allocated(data, seed):
            coins, batches = random.Random(f"1 {seed}"), [[] for _ in range(8)]
            for v in data.train:
                batches[coins.randrange(4)].append(v)
                batches[4 + coins.randrange(4)].append(v)
            return batches

        def shuffled(data, seed):
            coins = random.Random(seed)
            orders = [coins.sample(data.train, len(data.train)) for _ in range(2)]
            return [order[i::4] for order in orders for i in range(4)]

        for draw, words in (allocated, ""), (shuffled, "not randomly allocated"), (lambda data, seed: allocated(data, seed)[:4], "the 4 batches of an epoch"), \
                (lambda data, seed: 2 * allocated(data, seed)[:4], "Two epochs of a training have the same batches"), \
                (lambda data, seed: [b + [0] * (0 not in b) for b in allocated(data, seed)], "not in exactly one batch in 100 of 100"):
            report = audit(None, rows(nodes=40), epsilon=1, delta=1e-5, unit="row", target=0, claim=claim, draw=draw, confidence=1 - 1e-6, quiet=True, library=self.library)
            self.assertEqual(bool(words), report.caught, report.text())
            self.assertIn(words, " ".join(report.faults))
        for wrong, words in (dict(steps=3), "in place of steps"), (dict(batches=None), "batches is missing: claim must have batches beside sampling, noise, epochs"), (dict(sensitivity=2), "sensitivity with random"):
            with self.assertRaisesRegex(AuditError, words):
                check(epsilon=1, delta=1e-5, library=self.library, **dict(claim, **wrong))

    def test_worlds_that_differ_with_certainty_are_told_apart(self):
        noise = lambda seed, scale=1: random.Random(f"n {seed}").gauss(0, scale)
        bit = lambda data: len(data.train) % 2
        planted = {
            "a bit in the eighth digit": lambda data, seed: [1e5 + 0.001 * bit(data), noise(seed)],
            "a count beyond 24 bits": lambda data, seed: [2 ** 25 + bit(data), noise(seed)],
            "overflow of floats": lambda data, seed: [1e40 if bit(data) else -1e40, noise(seed)],
            "infinite by sign": lambda data, seed: [math.inf if bit(data) else -math.inf, noise(seed)],
            "the sign of zero": lambda data, seed: [0.0 if bit(data) else -0.0, noise(seed)],
            "a bit beside much noise": lambda data, seed: [bit(data), noise(seed, 1e7)],
        }
        for name, train in planted.items():
            with self.subTest(name):
                report = audit(train, rows(), epsilon=1, delta=1e-5, unit="row", trainings=60, quiet=True, library=self.library)
                self.assertEqual(report.status, 1, report.text())
                self.assertIn("apart", " ".join(report.faults))

    def test_noise_is_asked_for_batches_without_the_unit(self):
        def empty(data, batch, seed):
            return Sgd().released(data, batch, seed) if batch else Sgd().step_sum(data, batch)

        def absent(data, batch, seed):
            coins, scale = random.Random(seed), NOISE if 0 in batch and len(data.train) == 16 else NOISE / 10
            return [s + scale * coins.gauss(0, 1) for s in Sgd().step_sum(data, batch)]

        for released in empty, absent:
            report = self.run_with(trained=False, released=released, step_sum=None, draw=None, target=0)
            self.assertIn("The noise has a deviation of at most", " ".join(report.faults), report.text())

    def test_relation_and_unit_decide_what_is_accounted(self):
        steps = dict(sampling="poisson", rate=0.1, noise=1.5, steps=20, epsilon=1.7, delta=1e-5, library=self.library)
        self.assertEqual(check(**steps).status, 0)
        self.assertTrue(check(unit="edge", **steps).caught)
        self.assertTrue(check(relation="replace", **steps).caught)
        with self.assertRaisesRegex(AuditError, "sensitivity where a term is replaced"):
            check(relation="replace", sensitivity=1, **steps)
        for other in dict(relation="replace"), dict(unit="edge"):
            with self.assertRaisesRegex(AuditError, "nothing is proved where a term is replaced"):
                check(sampling="allocation", batches=4, epochs=3, noise=4, epsilon=1, delta=1e-5, library=self.library, **other)

    def test_inputs_that_are_said_to_be_finite_are_not_tried_otherwise(self):
        def plain(data, batch):
            terms = [Sgd().clipped(list(data.features[i])) for i in batch]
            return [math.fsum(column) for column in zip(*terms)] or [0.0, 0.0]
        given = dict(epsilon=1, delta=1e-5, unit="row", step_sum=plain, quiet=True, library=self.library)
        self.assertIn("say finite=True", " ".join(audit(None, rows(), **given).faults))
        report = audit(None, rows(), finite=True, **given)
        self.assertEqual(report.status, 0, report.text())
        self.assertIn("inputs are checked to be finite", report.text())

    def test_results_of_two_lengths_are_refused(self):
        with self.assertRaisesRegex(AuditError, "train gave 15 numbers in the world without the unit and 16 with it"):
            audit(lambda data, seed: [random.Random(seed).gauss(0, 1)] * len(data.train), rows(), epsilon=1, delta=1e-5, unit="row", quiet=True, library=self.library)

    def test_trainings_alone_show_what_is_loud(self):
        alone = dict(step_sum=None, draw=None, released=None, confidence=0.95, trainings=120)
        self.assertEqual(self.run_with(**dict(alone, confidence=1 - 1e-6)).status, 0)
        for fault, words in ("no noise", "better than is claimed"), ("a failure that tells", "stopped by ValueError"), ("seed reused", "better than"):
            report = self.run_with(fault, **dict(alone, trainings=300))  # 120 find them in three of four reports
            self.assertIn(words, " ".join(report.faults), fault)
        blind = audit(lambda data, seed: [1.0, 2.0], rows(), epsilon=1, delta=1e-5, unit="row", quiet=True, trainings=20, library=self.library)
        self.assertEqual(blind.faults, [])  # whoever publishes nothing breaks no promise
        self.assertIn("one seed is used always", " ".join(blind.remarks))

    def test_false_alarms_are_as_rare_as_stated(self):
        reports = 100 if ALL else 6
        sound = lambda data, seed: [len(data.train) + 4 * random.Random(seed).gauss(0, 1)]
        alarms = sum(audit(sound, rows(), epsilon=1, delta=1e-5, claim=dict(sampling="full", noise=4, steps=1), unit="row", quiet=True, trainings=40,
                           seed=1 + 1000 * i, confidence=0.95, library=self.library).caught for i in range(reports))
        self.assertLessEqual(alarms, 16 if ALL else 4)  # binomial at 5 %: more by chance at most once in some 50,000

    def test_accounts_without_any_training(self):
        steps = dict(sampling="poisson", rate=0.01, noise=1.0, steps=1000, delta=1e-5)
        self.assertEqual(check(epsilon=1.83, library=self.library, **steps).status, 0)
        wrong = check(epsilon=1.8, library=self.library, **steps)
        self.assertEqual(wrong.status, 1)
        self.assertIn("the nearest right epsilon is 1.829", wrong.faults[0])
        fixed = dict(sampling="without_replacement", population=1000, batch=100, noise=4, steps=10, delta=1e-5, library=self.library)
        self.assertTrue(check(epsilon=0.2, **fixed).caught)
        self.assertTrue(check(epsilon=1, terms=10, **fixed).caught)
        for wrong, words in (dict(sampling="shuffle"), "shuffled"), (dict(rate=2), "rate must"), (dict(rate=None), "rate must"), (dict(noise=-1), "noise must"):
            with self.assertRaisesRegex(AuditError, words):
                check(epsilon=1, library=self.library, **dict(steps, **wrong))

    def test_what_was_trained_is_kept_and_bound_to_its_arguments(self):
        made = []

        def train(data, seed):
            made.append(seed)
            if len(made) == 31:
                raise KeyboardInterrupt
            return [len(data.train) + 4 * random.Random(seed).gauss(0, 1)]

        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log.jsonl")
            given = dict(epsilon=1, delta=1e-5, unit="row", quiet=True, trainings=20, log=log, library=self.library)
            with self.assertRaises(KeyboardInterrupt):
                audit(train, rows(), **given)
            with open(log, "a") as file:
                file.write('{"world": 0, "se')  # as a machine that lost its power leaves it
            self.assertEqual(audit(train, rows(), **given).status, 0)
            self.assertEqual((len(made), len(set(made))), (41, 40))
            audit(train, rows(), **given)
            self.assertEqual(len(made), 41)
            with self.assertRaisesRegex(AuditError, "written for other arguments"):
                audit(train, rows(), **dict(given, epsilon=2))
            with open(log) as file:
                lines = file.read().splitlines()
            with open(log, "w") as file:
                file.write("\n".join([lines[0], "nonsense"] + lines[1:]) + "\n")
            with self.assertRaisesRegex(AuditError, "line 2 of"):
                audit(train, rows(), **given)

    def test_a_limit_of_time_leaves_a_report_that_says_so(self):
        slow = lambda data, seed: time.sleep(0.02) or [float(seed)]
        report = audit(slow, rows(), epsilon=1, delta=1e-5, unit="row", quiet=True, trainings=1000, time_limit=0.3, library=self.library)
        self.assertEqual(report.status, 2)
        self.assertIn("The time limit was reached in training", report.left_out[0])

    def test_bad_arguments_are_named(self):
        train, data = Sgd().train, rows()
        good = dict(epsilon=1, delta=1e-5, unit="row", library=self.library)
        for wrong, words in ((dict(unit="person"), "unit must be"), (dict(relation="part"), "relation of the unit row"), (dict(epsilon=math.nan), "epsilon must"),
                             (dict(delta=1), "delta must"), (dict(trainings=3), "trainings must"), (dict(target=99), "target must"),
                             (dict(draw=Sgd().draw), "give claim"), (dict(unit="edge"), "needs a graph with edges"),
                             (dict(claim=dict(sampling="poisson")), "noise is missing"), (dict(claim=dict(sampling="poisson", rate=0.5, noise=1)), "steps is missing"), (dict(claim=dict(CLAIM, lot=3)), "had lot")):
            with self.assertRaisesRegex(AuditError, words):
                audit(train, data, **dict(good, **wrong))
        with self.assertRaisesRegex(AuditError, "must be a Graph, was list"):
            audit(train, [[1.0]], **good)
        with self.assertRaisesRegex(AuditError, "at most 100000 numbers"):
            audit(lambda data, seed: [0.0] * 100_001, data, quiet=True, **good)
        for broken, words in (dict(labels=[1]), "labels must"), (dict(edges=[(0, 5)]), "edges must"), (dict(train=[]), "train must"):
            with self.assertRaisesRegex(AuditError, words):
                Graph([[1.0], [2.0]], **broken)

    def test_a_library_that_is_missing_or_dies_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            state, os.environ["DPGNN_STATE"] = os.environ.get("DPGNN_STATE"), folder
            try:
                with self.assertRaisesRegex(AuditError, "^dpgnn is not built in .*environment/lab --prepare"):
                    Library(home=folder)
            finally:
                os.environ.pop("DPGNN_STATE") if state is None else os.environ.update(DPGNN_STATE=state)
            with self.assertRaisesRegex(AuditError, "jar must be a file"):
                Library(jar=os.path.join(folder, "no.jar"))
            with self.assertRaisesRegex(AuditError, "the library stopped: .*AuditServer"):
                Library(jar=folder)
        with Library() as library:
            library._process.kill()
            with self.assertRaisesRegex(AuditError, "the library stopped"):
                library.ask("hello")

    def test_questions_that_are_wrong_are_answered(self):
        for fields, words in ((dict(ask="dance"), "ask must be"), (dict(ask="draws"), "confidence"), (dict(ask="trainings", delta=0.1, confidence=0.9), "trainings in each"),
                              (dict(ask="result", world=2, numbers=[1]), "world"), (dict(ask="noise", released=[[1]], deviation=1, confidence=0.9), "pairs")):
            with self.assertRaisesRegex(AuditError, words):
                self.library.ask(fields.pop("ask"), **fields)

    def test_reports_are_whole_documents(self):
        report = check(epsilon=0.1, sampling="full", noise=1, steps=1, delta=1e-5, library=self.library)
        report.remarks.append("<script>")
        self.assertIn("&lt;script&gt;", report.html())
        self.assertEqual(json.loads(report.json())["status"], 1)
        with tempfile.TemporaryDirectory() as folder:
            for kind in "html", "json", "txt":
                self.assertTrue(os.path.getsize(report.save(os.path.join(folder, "report." + kind))))
            with self.assertRaisesRegex(AuditError, "path must end in"):
                report.save(os.path.join(folder, "report.pdf"))


class GraphTest(unittest.TestCase):
    GRAPH = Graph([[0.0], [1.0], [2.0], [3.0]], [(0, 1), (1, 0), (1, 2), (2, 3)], [0, 1, 0, 1], [0, 1, 3])

    def test_neighbours_differ_in_one_unit(self):
        removed = self.GRAPH.removed(1)
        self.assertEqual((removed.features, removed.edges, removed.labels, removed.train), ([[0.0], [2.0], [3.0]], [(1, 2)], [0, 0, 1], [0, 2]))
        without = self.GRAPH.without(1)
        self.assertEqual((without.edges, without.train, without.features[1], without.nodes), (self.GRAPH.edges, [0, 3], [0.0], 4))
        self.assertEqual(self.GRAPH.without_edge((0, 1)).edges, [(1, 2), (2, 3)])
        self.assertEqual(dpgnn_audit._target(self.GRAPH, "node", None), 1)
        self.assertEqual([self.GRAPH.linked(3).degree(v) for v in range(4)], [4, 5, 4, 7])

    def test_every_pair_keeps_all_other_rows(self):
        for unit, relation in ("node", "remove"), ("node", "part"), ("node", "replace"), ("edge", "remove"):
            target = (1, 2) if unit == "edge" else 1
            names = set()
            for name, v, first, second, at in dpgnn_audit._pairs(self.GRAPH, unit, relation, target, None):
                names.add(name)
                for u in range(first.nodes):
                    if unit == "edge" or (u != v and at(u) is not None):
                        self.assertEqual(first.features[u], second.features[at(u)], name)
            self.assertGreaterEqual(len(names), 3 if unit == "edge" else 12)


PROGRAM = """
import json, os, random, sys
data, seed, out, mode = json.load(open(sys.argv[1])), int(sys.argv[2]), sys.argv[3], sys.argv[4]
if mode == "silent":
    import time
    time.sleep(60)
if mode == "talks":
    while True: print("x" * 65536)
if mode == "writes":
    with open(out, "w") as file:
        while True: file.write("1 " * 65536)
if mode == "dies": os.kill(os.getpid(), 9)
if mode == "fails": sys.exit("no such column: age")
if mode == "leaves":
    import subprocess
    child = subprocess.Popen(["sleep", "60"])
    open(sys.argv[5], "a").write("%d " % child.pid)
noisy = len(data["train"]) + 4 * random.Random(seed).gauss(0, 1)
said = {"nan": "[NaN, 1]", "words": "hello", "deep": "[" * 100000, "empty": "", "object": '{"a": {"b": null}}', "longer": json.dumps([0.5] * (len(data["train"]))),
        "bytes": "\\x00\\x01", "huge": "1e999"}.get(mode, json.dumps([noisy]))
if mode != "nothing": open(out, "w").write(said)
"""


HOSTILE_START = """
import json, os, signal, subprocess, sys, time
given = json.loads(sys.argv[4])
out, n, x = sys.argv[3], given["n"], given["x"]
def write(text, mode="w"):
    with open(out, mode) as file: file.write(text)
def child(*words):
    with open(given["pids"], "a") as file: file.write("%d " % subprocess.Popen(words or ["sleep", "60"]).pid)
"""

# What the reply is called, and the program that gives it.
HOSTILE = [
    ("not all of them finite", "write('[1, %s, 2]' % x)"),
    ("numbers|at most 100000", "write(json.dumps([0.5] * n))"),
    ("numbers|at most 100000", "write(' '.join(['0.5'] * n))"),
    ("silent for 0.5 s", "time.sleep(60)"),
    ("silent for 0.5 s", "signal.signal(signal.SIGTERM, signal.SIG_IGN); child(); time.sleep(60)"),
    ("silent for 0.5 s", "write('[1, 2'); child('sh', '-c', 'sleep 60 & sleep 60'); time.sleep(60)"),
    ("more than 16 MB", "write(''); os.truncate(out, 1 << 30)"),
    ("more than 16 MB", "write(''); os.truncate(out, 1 << 30); time.sleep(60)"),
    ("more than 16 MB", "while True: sys.stdout.write('1 ' * 65536)"),
    ("more than 16 MB", "child()\nwhile True: write('1 ' * 65536, 'a')"),
    ("status -9", "write('[1, 2'); os.kill(os.getpid(), 9)"),
    ("status -11", "write('[1, 2'); os.kill(os.getpid(), 11)"),
    ("status 3", "write('[1, 2]'); os._exit(3)"),
    ("status 1: .*the loss is not finite", "child(); raise RuntimeError('the loss is not finite ' + 'and so on ' * 10)"),
    ("no numbers, but '.1, 2'", "write('[1, 2'); child()"),
    ("wrote no file", "os.mkfifo(out)"),
    ("wrote no file", "os.mkdir(out)"),
    ("wrote no file", "os.symlink('/dev/zero', out)"),
    ("wrote no file", "os.symlink(out, out)"),
    ("wrote no file", "write('[1]'); os.remove(out)"),
    ("not str|no numbers", "write(json.dumps(['1', x]))"),
    ("0 numbers|nested too deeply|recursion", "write('[' * 900 + ']' * 900) if n % 2 else write('[' * 10**6)"),
    ("finite|too large|no numbers", "write('1' + '0' * 400) if n % 2 else write('[1' + '0' * 5000 + ']')"),
    ("no numbers", "open(out, 'wb').write(bytes(range(256)) * (n % 100 + 1))"),
    ("1 numbers", "os.remove(sys.argv[1]); write('[7]'); write('', 'a'); os.close(1); os.close(2)"),
]


class CommandTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library, cls.folder = Library(), tempfile.TemporaryDirectory()
        cls.program = os.path.join(cls.folder.name, "train.py")
        with open(cls.program, "w") as file:
            file.write(PROGRAM)

    @classmethod
    def tearDownClass(cls):
        cls.library.close()
        cls.folder.cleanup()

    def audited(self, mode, seconds=20, epsilon=1, extra=""):
        command = Command(f"{sys.executable} -S -E {self.program} {{data}} {{seed}} {{out}} {mode} {extra}", seconds)
        try:
            return audit(command, rows(), epsilon=epsilon, delta=1e-5, unit="row", quiet=True, trainings=20, library=self.library)
        finally:
            command.close()
            self.assertFalse(os.path.exists(command._folder))

    def test_trainings_that_fail_are_said_in_a_sentence(self):
        modes = {"silent": "silent for 0.2 s", "talks": "more than 16 MB", "writes": "more than 16 MB", "dies": "status -9", "words": "no numbers, but 'hello'",
                 "fails": "no such column: age", "deep": "nested too deeply", "object": "not NoneType", "nothing": "wrote no file", "bytes": "no numbers"}
        for mode, words in modes.items() if ALL else random.Random(1).sample(list(modes.items()), 4):
            began = time.monotonic()
            with self.subTest(mode), self.assertRaisesRegex(AuditError, "all of the first 6 trainings failed; .*" + words):
                self.audited(mode, 0.2 if mode == "silent" else 20)
            self.assertLess(time.monotonic() - began, 60)

    def test_numbers_that_are_none_and_lengths_that_tell(self):
        self.assertEqual(self.audited("nan").status, 0)  # whoever always publishes that tells nothing
        with self.assertRaisesRegex(AuditError, "return as many in both"):
            self.audited("longer", epsilon=0.1)

    def test_no_process_is_left_behind(self):
        pids = os.path.join(self.folder.name, "pids")
        self.assertEqual(self.audited("leaves", extra=pids).status, 0)
        with open(pids) as file:
            children = [int(pid) for pid in file.read().split()]
        self.assertEqual(len(children), 40)
        self.assert_dead(children)

    def test_a_hundred_files_of_nonsense(self):
        coins, path = random.Random(1), os.path.join(self.folder.name, "out")
        whole = json.dumps({"weights": [[1.5, -2e3], [0.25]], "bias": 3})
        for i in range(100):
            text = bytearray(whole.encode())
            for _ in range(coins.randrange(1, 6)):
                at = coins.randrange(len(text) + 1)
                text[at:at + coins.randrange(3)] = coins.choice([b"", b"NaN", b"]", b"[", b"\xff", b"\x00", b"1e999", b"null", b'"', b"[" * 50_000])
            with open(path, "wb") as file:
                file.write(text)
            found = dpgnn_audit._judged(lambda: Command._numbers(path))
            self.assertTrue("stopped" in found or all(map(math.isfinite, found["numbers"])), f"{bytes(text)[:200]}")

    def test_a_hundred_hostile_replies_of_a_process(self):
        """Each is a sentence or numbers, within its time, and leaves no process; without DPGNN_ALL one of each kind is asked."""
        coins, pids = random.Random(1), os.path.join(self.folder.name, "hostile-pids")
        data = rows()
        for i in range(100 if ALL else len(HOSTILE)):
            words, program = HOSTILE[i % len(HOSTILE)]
            given = json.dumps(dict(data="{data}", out="{out}", pids=pids, n=coins.choice([0, 1, 7, 1000, 200_000]), x=coins.choice(["NaN", "Infinity", "1e999", "-Infinity"])))
            path = os.path.join(self.folder.name, "hostile.py")
            with open(path, "w") as file:
                file.write(HOSTILE_START + program)
            command, began = Command(f"{sys.executable} -S -E {path} {{data}} {{seed}} {{out}} '{given}'", 0.5 if "silent" in words else 30), time.monotonic()
            try:
                found = dpgnn_audit._judged(lambda: command(data, i))
            except AuditError as e:  # too many numbers end the audit
                found = dict(stopped="stopped by AuditError", said=str(e))
            finally:
                command.close()
            self.assertLess(time.monotonic() - began, 60, program)
            said = found.get("said", found.get("stopped", f"{len(found.get('numbers', []))} numbers"))
            self.assertRegex(said, words, program)
            self.assertLess(len(said), 600)
        with open(pids) as file:
            self.assert_dead([int(pid) for pid in file.read().split()])

    def assert_dead(self, children):
        """Soon; they would sleep for a minute. Not yet reaped is dead, too."""
        end = time.monotonic() + 10
        for pid in children:
            while self.lives(pid):
                self.assertLess(time.monotonic(), end, pid)
                time.sleep(0.1)

    def lives(self, pid):
        try:
            with open(f"/proc/{pid}/stat") as file:
                return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
        except (FileNotFoundError, ProcessLookupError):
            return False

    def test_commands_that_cannot_run_are_refused(self):
        for command, words in ("python3 train.py {data} {seed}", "must have {out}"), ("no-such-program {data} {seed} {out}", "is not found"):
            with self.assertRaisesRegex(AuditError, words):
                Command(command)

    def shell(self, *words):
        done = subprocess.run([sys.executable, os.path.join(HERE, "dpgnn_audit.py"), *words], capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def test_the_command_line(self):
        data, saved = os.path.join(self.folder.name, "data.json"), os.path.join(self.folder.name, "report.json")
        with open(data, "w") as file:
            json.dump(rows().plain(), file)
        claim = ["--epsilon", "1", "--delta", "1e-5", "--unit", "row"]
        status, out, err = self.shell("--command", f"{sys.executable} {self.program} {{data}} {{seed}} {{out}} good", "--data", data, "--trainings", "20",
                                      "--save", saved, *claim)
        self.assertEqual(status, 0, out + err)
        self.assertIn("20 trainings in each of two worlds: twice the claimed epsilon is found in", err)
        with open(saved) as file:
            self.assertEqual(json.load(file)["status"], 0)
        status, out, err = self.shell("--sampling", "full", "--noise", "1", "--steps", "1", *claim)
        self.assertEqual((status, "the nearest right epsilon is 4.378" in out), (1, True), out)
        self.assertEqual(self.shell(*claim)[0::2], (3, "audit: give --command, or --sampling with --noise and --steps\n"))


class DocumentedTest(unittest.TestCase):
    """What docs/audit-your-code.md shows and names: a script, a fixture and a workflow."""

    ROOT = os.path.normpath(os.path.join(HERE, "..", "..", ".."))

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(self.ROOT, "docs", "audit-your-code.md"), encoding="utf-8") as file:
            self.page = file.read()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def block(self, language, words):
        found = [b for b in re.findall(rf"^```{language}\n(.*?)^```$", self.page, re.M | re.S) if words in b]
        self.assertEqual(len(found), 1, f"{language} with {words}")
        return found[0]

    def test_the_whole_script(self):
        """It ends in status 0, and with half the noise in 1."""
        shutil.copy(os.path.join(HERE, "dpgnn_audit.py"), self.folder)
        with open(os.path.join(HERE, "example.py"), encoding="utf-8") as file:
            script = file.read()
        for text, status in (script, 0), (script.replace("coins.gauss(0, NOISE)", "coins.gauss(0, NOISE / 2)"), 1):
            self.write("mine.py", text)
            done = subprocess.run([sys.executable, "mine.py"], cwd=self.folder, text=True, capture_output=True, timeout=300,
                                  env=dict(os.environ, DPGNN_HOME=self.ROOT))
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    @unittest.skipUnless(importlib.util.find_spec("pytest"), "pytest is not installed (Debian: python3-pytest)")
    def test_the_fixture(self):
        shutil.copy(os.path.join(HERE, "dpgnn_audit.py"), self.folder)
        fixture = self.block("python", "@pytest.fixture")
        self.write("mine.py", MINE)
        for name, clip in ("right", 1), ("wrong", 3):
            self.write(f"test_{name}.py", f"import mine\nfrom mine import my_training, my_graph\n{fixture}\nmy_clipped_sum = mine.clipped_to({clip})\n")
        done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_right.py", "test_wrong.py"], cwd=self.folder, text=True,
                              capture_output=True, timeout=300, env=dict(os.environ, DPGNN_HOME=self.ROOT))
        self.assertIn("1 failed, 1 passed", done.stdout, done.stdout + done.stderr)
        self.assertIn("FAILED test_wrong.py", done.stdout)
        self.assertIn("the clipped sum moves by 3, where 1 is claimed", done.stdout)

    def test_the_workflow(self):
        """Its commands run beside a checkout in the folder dpgnn; with few trainings, and only with DPGNN_ALL the build and both of the trainings."""
        with open(os.path.join(HERE, "audit.yml"), encoding="utf-8") as file:
            workflow = file.read()
        prepare, command = re.findall(r"^ *- run: (.*)$", workflow, re.M)
        os.symlink(self.ROOT, os.path.join(self.folder, "dpgnn"))
        os.mkdir(os.path.join(self.folder, "bin"))
        self.write("bin/python", f'#!/bin/sh\nexec {sys.executable} -S -E "$@"\n')
        os.chmod(os.path.join(self.folder, "bin", "python"), 0o755)
        self.write("graph.json", json.dumps(rows().plain()))
        path = os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"]
        run = lambda line: subprocess.run(["bash", "-ec", line], cwd=self.folder, text=True, capture_output=True, timeout=1200, env=dict(os.environ, PATH=path))
        built = run(prepare if ALL else prepare.replace("--prepare", "--help"))
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        self.assertTrue(ALL or "--prepare" in built.stdout, built.stdout)
        cases = (4, "", 0), (0, " --epsilon 0.1", 1)
        for noise, options, status in cases if ALL else [cases[1]]:
            self.write("train.py", TRAIN.replace("NOISE", str(noise)))
            done = run(command + " --trainings 20" + options)
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            saved = re.search(r"path: (.*)}", workflow.split("upload-artifact")[1]).group(1)
            with open(os.path.join(self.folder, saved)) as file:
                self.assertIn("20 in each of two worlds", file.read())


MINE = """
import math, random
from dpgnn_audit import Graph
coins = random.Random(7)
my_graph = Graph([[coins.gauss(0, 1), coins.gauss(0, 1)] for _ in range(16)], [(i, (i + 1) % 16) for i in range(16)])
def clipped_to(clip):
    def my_clipped_sum(data, batch):
        total = [0.0, 0.0]
        for v in batch:
            row = [x if math.isfinite(x) else 0.0 for x in data.features[v]]
            norm = math.hypot(*row)
            total = [t + x * min(1, clip / norm) if norm else t for t, x in zip(total, row)]
        return total
    return my_clipped_sum
def my_training(data, seed):
    coins = random.Random(seed)
    return [x + coins.gauss(0, 4) for x in clipped_to(1)(data, data.train)]
"""

TRAIN = """
import json, random, sys
with open(sys.argv[1]) as file: data = json.load(file)
with open(sys.argv[3], "w") as file: json.dump([len(data["train"]) + random.Random(int(sys.argv[2])).gauss(0, NOISE)], file)
"""


if __name__ == "__main__":
    unittest.main()
