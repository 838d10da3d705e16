"""Tests of the checker of certificates: exact values, golden certificates, and what must be refused."""

import hashlib
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest

import verify

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "..", "lib-src", "test", "resources", "certificates")


def gauss(eps, mu):
    return verify.tail(eps / mu - mu / 2) - math.exp(eps) * verify.tail(eps / mu + mu / 2)


def bound(event, times, eps, delta, span=(1, 1)):
    return verify.bound([(event, times)], eps, delta, eps / (160 * math.sqrt(times)), span)


def sampled(rate, multiplier, relation="ADD_REMOVE"):
    return dict(kind="PoissonSampled", rate=rate, multiplier=multiplier, relation=relation)


def integrated(a, b, alpha):
    """The integral of (a - alpha b)+ for two densities, by a fine trapezoidal sum."""
    h = 1e-3
    return h * math.fsum(max(0.0, a(i * h) - alpha * b(i * h)) for i in range(-15000, 15000))


def normal(x, c):
    return math.exp(-((x - c) ** 2) / 2) / math.sqrt(2 * math.pi)


class BoundTest(unittest.TestCase):
    def between(self, exact, found, room):
        self.assertLessEqual(exact, found * (1 + 1e-12))
        self.assertLessEqual(found, exact * (1 + room))

    def test_composed_gaussians_have_their_closed_form(self):
        for mu, times in (0.05, 1000), (0.2, 100), (1.0, 7), (3.0, 2):
            for z in 1, 4:
                eps = max(0.1, z * mu * math.sqrt(times))
                exact = gauss(eps, mu * math.sqrt(times))
                self.between(exact, bound(dict(kind="Gaussian", multiplier=1 / mu), times, eps, exact), 4e-3)

    def test_a_stated_pair_is_enumerated_in_both_orders(self):
        p, q, eps = [0.7, 0.2, 0.1], [0.3, 0.3, 0.4], 0.9
        triples = [(p[i] * p[j] * p[k], q[i] * q[j] * q[k]) for i in range(3) for j in range(3) for k in range(3)]
        exact = max(sum(max(0, a - math.exp(eps) * b) for a, b in pairs) for pairs in (triples, [(b, a) for a, b in triples]))
        stated = dict(kind="StatedPair", statement="by hand", **{"with": p, "without": q}, beyond=0.0)
        self.between(exact, bound(stated, 3, eps, exact), 4e-3)
        self.assertGreater(bound(dict(stated, beyond=1e-3), 1, 5, 1e-3), 1e-3)

    def test_a_single_sampled_step_has_its_closed_form(self):
        q, m = 0.1, 0.8
        for eps in 0.05, 0.3, 1.0, 2.0:
            there, back = verify.curves(sampled(q, m), None, 0)
            # with the unit: the ratio is e^eps where 1 - q + q e^(c t - c^2/2) is; the two directions have thresholds at either sign
            exact = q * gauss(math.log1p(math.expm1(eps) / q), 1 / m)
            self.between(exact, there([eps])[0], 1e-7)
            reach = 1 - math.exp(-eps) / (1 - q)
            other = 0.0
            if math.exp(-eps) > 1 - q:
                other = math.exp(eps) * q * gauss(math.log1p(math.expm1(-eps) / q), 1 / m) - math.expm1(eps)
            self.assertLessEqual(other * (1 - 1e-9) - 1e-12, back([eps])[0], reach)

    def test_curves_agree_with_integrals_of_densities(self):
        q, c = 0.3, 1.5
        pairs = {
            "ADD_REMOVE": (lambda x: (1 - q) * normal(x, 0) + q * normal(x, c), lambda x: normal(x, 0)),
            "REPLACE": (lambda x: (1 - q) * normal(x, 0) + q * normal(x, c), lambda x: (1 - q) * normal(x, 0) + q * normal(x, -c)),
        }
        for relation, (a, b) in pairs.items():
            there, back = verify.curves(sampled(q, 1 / c, relation), None, 0)
            for eps in -1.0, -0.2, 0.0, 0.3, 1.0, 2.0:
                self.assertAlmostEqual(integrated(a, b, math.exp(eps)), there([eps])[0], delta=2e-6)
                self.assertAlmostEqual(integrated(b, a, math.exp(eps)), back([eps])[0], delta=2e-6)

    def test_home_stars_are_above_an_attack(self):
        """z's stars turn from -u to u, each at a distance of two, in a step of one home: the bound is above that pair's."""
        q, m = 0.2, 3.0
        without = [(-1, q), (0, 1 - q)]
        with_z = [(1, q * (1 - q)), (0, (1 - q) * (1 - q)), (0, q * q), (1, q * (1 - q))]
        a = lambda x: sum(w * normal(x, s / m) for s, w in with_z)
        b = lambda x: sum(w * normal(x, s / m) for s, w in without)
        there, back = verify.curves(dict(kind="HomeStars", rate=q, homes=1, multiplier=m), None, verify.Decimal("1e-20"))
        for eps in 0.0, 0.1, 0.3, 0.6:
            self.assertLessEqual(integrated(a, b, math.exp(eps)), there([eps])[0] + 1e-7)
            self.assertLessEqual(integrated(b, a, math.exp(eps)), back([eps])[0] + 1e-7)

    def test_intervals_of_degrees_are_above_each_degree(self):
        e = dict(kind="HeterPoisson", rate=0.2, peripherals=1.5, maxOutDegree=40, multiplier=2.0, enforced=True, proof="CONSERVATIVE")
        points, cut = [-0.5, 0.0, 0.2, 0.7, 1.5], verify.Decimal("1e-20")
        for low, high in (2, 4), (5, 40):
            wide = [c(points) for c in verify.curves(e, (low, high), cut)]
            for degree in {low, (low + high) // 2, high}:
                for above, one in zip(wide, verify.curves(e, (degree, degree), cut)):
                    for x, y in zip(above, one(points)):
                        self.assertLessEqual(y, x * (1 + 1e-9) + 1e-12)

    def test_reference_values_of_other_libraries(self):
        # dp_accounting 0.6.0, upper bounds that are tight to about five digits
        self.between(1e-5, bound(sampled(0.01, 1.0), 1000, 1.8282371, 1e-5), 2e-3)
        self.between(1e-5, bound(sampled(0.01, 1.0, "REPLACE"), 1000, 2.8434406, 1e-5), 2e-3)
        self.between(1e-5 * 0.99999, bound(dict(kind="Gaussian", multiplier=4.0), 1, 0.9263415, 1e-5), 1e-3)

    def test_sums_of_random_losses_are_exact(self):
        coins = random.Random(5)
        a = [coins.randrange(verify.WHOLE // 40) for _ in range(40)]
        b = [coins.randrange(verify.WHOLE // 25) for _ in range(25)]
        first, mass, infinite = verify.summed((3, a, 0), (-7, b, 5))
        self.assertEqual((first, len(mass)), (-4, 64))
        for k, m in enumerate(mass):
            exact = sum(a[i] * b[k - i] for i in range(40) if 0 <= k - i < 25)
            self.assertEqual(m, -(-exact // verify.WHOLE))
        self.assertGreaterEqual(infinite, 5)


class FileTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def golden(self, name):
        with open(os.path.join(GOLDEN, name + ".json"), encoding="ascii") as file:
            return file.read()

    def run_on(self, text, name="c.json"):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return subprocess.run([sys.executable, os.path.join(HERE, "verify.py"), path], capture_output=True, text=True, timeout=300)

    def refused(self, text, why):
        done = self.run_on(text)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(why, done.stderr)

    def tampered(self, name, *changes):
        """With changed text and, unlike a careless forger's, with the hash that belongs to it."""
        text = self.golden(name)
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        head = text[: text.rindex(' "sha256": ')]
        return head + f' "sha256": "{hashlib.sha256(head.encode()).hexdigest()}"\n}}\n'

    def test_golden_certificates_are_accepted(self):
        names = sorted(os.listdir(GOLDEN))
        self.assertGreaterEqual(len(names), 9)
        done = subprocess.run([sys.executable, os.path.join(HERE, "verify.py"), *(os.path.join(GOLDEN, n) for n in names)],
                              capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("accepted: "), len(names))

    def test_a_changed_text_has_another_hash(self):
        for old, new in ('"run": "poisson"', '"run": "another"'), ('"IDEAL"', '"SOUND"'), ('"epsilon": 2.062', '"epsilon": 2.061'):
            self.assertIn(old, self.golden("poisson"))
            self.refused(self.golden("poisson").replace(old, new), "hash")
        self.refused(self.golden("poisson")[:-40], "hash")
        self.refused(self.golden("poisson") + "\n", "hash")
        self.refused("", "hash")

    def test_a_lower_epsilon_is_refused(self):
        for name in "gaussian", "poisson", "poisson-replace", "home-stars", "walks", "hypergeometric", "laplace":
            c = json.loads(self.golden(name))
            lower = float(f"{c['epsilon'] * 0.99:.4g}")
            changes = ((f'"epsilon": {c["epsilon"]}', f'"epsilon": {lower}'), (f'"computed": {c["computed"]}', f'"computed": {lower}'))
            self.refused(self.tampered(name, *changes), "delta is")
            self.refused(self.tampered(name, changes[0]), "below the computed")

    def test_fewer_steps_lower_rates_and_more_noise_are_refused(self):
        self.refused(self.tampered("poisson", ('"times":400', '"times":300')), "is not the step")
        self.refused(self.tampered("poisson", ('"times": 400', '"times": 300')), "is not the step")
        self.refused(self.tampered("poisson", ('"rate":0.02', '"rate":0.01')), "has probability")
        self.refused(self.tampered("poisson", ('"multiplier":1.1', '"multiplier":1.2')), "is not the step")
        self.refused(self.tampered("poisson", ('"noise": 1.1', '"noise": 1.2')), "is not the step")
        # the same number of steps and rate everywhere, but of a mechanism that costs more
        self.refused(self.tampered("poisson", ('"times":400', '"times":410'), ('"times": 400', '"times": 410')), "delta is")
        self.refused(self.tampered("hetero-poisson", ('"multiplier":3.0', '"multiplier":2.9'), ('"noise": 3.0', '"noise": 2.9')), "delta is")

    def test_other_pairs_weights_and_shifts_are_refused(self):
        c = json.loads(self.golden("poisson"))
        self.assertEqual(c["steps"][0]["pair"], "PoissonSampled ADD_REMOVE")
        self.refused(self.tampered("poisson", ("PoissonSampled ADD_REMOVE", "Gaussian")), "is not the step")
        self.refused(self.tampered("poisson-replace", ('"relation":"REPLACE"', '"relation":"ADD_REMOVE"')), "proves something of")
        for s, least, most in json.loads(self.golden("home-stars"))["steps"][0]["shifts"][:2]:
            text = self.golden("home-stars")
            at = text.index(f"[{s}, ")
            atom = text[at : text.index("]", at) + 1]
            self.refused(self.tampered("home-stars", (atom, f"[{s}, {least * 0.9}, {most * 0.9}]")), "has probability")
            self.refused(self.tampered("home-stars", (atom, f"[{s + 0.5}, {least}, {most}]")), "has probability")
            self.refused(self.tampered("home-stars", (atom, f"[{s}, 0, 1]")), "has probability")
            self.refused(self.tampered("home-stars", (atom + ", ", "")), "are not stated")

    def test_parts_of_delta_must_be_there_and_fit(self):
        c = json.loads(self.golden("poisson"))
        whole = self.golden("poisson")
        parts = whole[whole.index('"parts": ') : whole.index("}", whole.index('"parts": ')) + 1]
        self.refused(self.tampered("poisson", (parts, '"parts": {"accounting": 9.99999E-6}')), "noise")
        self.refused(self.tampered("poisson", (parts, '"parts": {"noise": 1E-11, "accounting": 1.1E-5}')), "parts of delta")
        self.refused(self.tampered("poisson", (parts, '"parts": {"noise": 1E-11, "accounting": 5E-6}')), "delta is")
        self.refused(self.tampered("poisson", (parts, '"parts": {"noise": 1E-11, "accounting": 9E-6, "other": 0}')), "parts of delta")
        self.refused(self.tampered("poisson", ('"delta": 1.0E-5', '"delta": 1.0E-6')), "parts of delta")
        self.assertEqual(c["verdict"], "IDEAL")

    def test_verdicts_and_relations_must_fit(self):
        self.refused(self.tampered("poisson", ('"verdict": "IDEAL"', '"verdict": "SOUND"')), "contradict")
        self.refused(self.tampered("poisson", ('"verdict": "IDEAL"', '"verdict": "UNSOUND"')), "contradict")
        self.refused(self.tampered("poisson", ('"relation": "ADD_REMOVE"', '"relation": "REPLACE"')), "nothing of REPLACE")
        for stars in "hetero-poisson", "home-stars":
            self.refused(self.tampered(stars, ('"relation": "PARTICIPATION"', '"relation": "ADD_REMOVE"')), "nothing of ADD_REMOVE")
        self.refused(self.tampered("hetero-poisson", ("CONSERVATIVE", "PUBLISHED")), "proved")

    def test_what_a_user_gives_is_shown_and_never_proved(self):
        standing = json.loads(self.golden("gaussian"))["standing"]
        for verdict in "SOUND", "IDEAL", "GIVEN":
            changes = ('"IDEAL"', f'"{verdict}"'), (standing, verify.STANDING[verdict])
            given = ' "byUser": [\n  "sampler Liar: stated by its author.",\n  "noise N\\u001b[2J\\u0022: Proved."],\n "epsilon":'
            text = self.tampered("gaussian", (' "epsilon":', given), *changes)
            if verdict != "GIVEN": self.refused(text, "what a user gives is no proof")
            else:
                done = self.run_on(text)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn('; given by the user: sampler Liar: stated by its author.; given by the user: noise N\\x1b[2J": Proved.\n', done.stdout)
            for wrong in "[]", '"Liar"', "[1]", '[""]', "null", '["' + "x" * 1000 + '"]':
                if verdict == "GIVEN": self.refused(self.tampered("gaussian", (' "epsilon":', f' "byUser": {wrong},\n "epsilon":'), *changes), "byUser")
        self.refused(self.tampered("gaussian", (' "run":', ' "byUser": ["a"],\n "run":')), "fields")

    def test_other_forms_are_refused(self):
        self.refused(self.tampered("poisson", ('"version": 1', '"version": 2')), "version 1")
        self.refused(self.tampered("poisson", ('"unit": ', '"remark": "x",\n "unit": ')), "fields")
        self.refused(self.tampered("poisson", (' "unit": "NODE",\n', "")), "fields")
        self.refused(self.tampered("poisson", (' "run"', ' "run": "a",\n "run"')), "twice")
        self.refused(self.tampered("poisson", ('"rate":0.02', '"rate":0.02,"extra":1')), "not supported")
        self.refused(self.tampered("poisson", ('"kind":"PoissonSampled"', '"kind":"Unsupported"')), "not supported")
        self.refused(self.tampered("poisson", ('"computed": 2', '"computed": NaN, "x": 2')), "fields")
        self.refused(self.tampered("poisson", ('"times":400', '"times":400.0')), "times must be")
        self.refused(self.tampered("poisson", ('"rate":0.02', '"rate":1.02')), "rate must be")
        self.refused(self.tampered("poisson", ('"truncated": 1.0E-6', '"truncated": 1.0E-2')), "discretisation")
        self.refused(self.tampered("poisson", ('"step": ', '"step": 1e-9, "s": ')), "step")

    def test_what_cannot_be_read_is_another_exit(self):
        missing = subprocess.run([sys.executable, os.path.join(HERE, "verify.py"), os.path.join(self.folder.name, "none")],
                                 capture_output=True, text=True, timeout=60)
        self.assertEqual((missing.returncode, missing.stdout), (2, ""))
        usage = subprocess.run([sys.executable, os.path.join(HERE, "verify.py")], capture_output=True, text=True, timeout=60)
        self.assertEqual(usage.returncode, 2)
        self.assertEqual(self.run_on("\u03b5").returncode, 2)

    def test_the_checker_is_short(self):
        with open(os.path.join(HERE, "verify.py"), encoding="utf-8") as file:
            self.assertLessEqual(sum(1 for _ in file), 400)


if __name__ == "__main__":
    unittest.main()
