"""Tests of the checker of certificates: exact values, golden certificates, and what must be refused."""

import ast
import contextlib
import copy
import glob
import hashlib
import io
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from unittest import mock

import verify

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "..", "lib-src", "library", "accounting", "test", "resources", "certificates")


# Whether every place of every certificate is changed, and else which.
ALL = os.environ.get("DPGNN_ALL", "false") == "true"
SPARED = 24


def some(things, few):
    """All of them, or as many as said."""
    return things if ALL else random.Random(1 + len(things)).sample(things, few)


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
        for mu, times in some([(0.05, 1000), (0.2, 100), (1.0, 7), (3.0, 2)], 1):
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

    def test_randomised_answers_are_enumerated(self):
        """Two of three answers: each world's answers by their own law, with no use of the pair."""
        truth, answers = 0.6, 3
        law = [[truth if given == true else (1 - truth) / (answers - 1) for given in range(answers)] for true in range(2)]
        both = [[law[true][i] * law[true][j] for i in range(answers) for j in range(answers)] for true in range(2)]
        for eps in 0.2, 0.9, 1.5:
            exact = sum(max(0, a - math.exp(eps) * b) for a, b in zip(*both))
            self.between(exact, bound(dict(kind="RandomisedAnswer", truth=truth, answers=answers), 2, eps, exact), 4e-3)
        there, _ = verify.curves(dict(kind="RandomisedAnswer", truth=truth, answers=answers), None, 0)
        self.assertLess(there([math.log(3) + 1e-9])[0], 1e-10)
        self.assertGreater(there([math.log(3) - 1e-3])[0], 1e-5)

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

    def test_random_allocation_agrees_with_its_integral(self):
        """Of two batches: the mean, over one number, of what the other has beyond the rest."""
        mu, h = 0.8, 2e-3
        def beyond(k):
            if k <= 0: return 1 - k
            a = math.log(k) / mu + mu / 2
            return verify.tail(a - mu) - k * verify.tail(a)
        def profile(alpha):
            places = [-8.5 + i * h for i in range(int((17 + mu) / h))]
            return sum(math.exp(-z * z / 2) * beyond(2 * alpha - math.exp(mu * z - mu * mu / 2)) for z in places) * h / math.sqrt(8 * math.pi)
        there, back = verify.curves(dict(kind="RandomAllocation", batches=2, multiplier=1 / mu), None, verify.Decimal("1e-15"))
        for eps in -0.8, -0.1, 0.0, 0.3, 0.8:
            alpha = math.exp(eps)
            self.between(profile(alpha), there([eps])[0], 1e-3)
            self.between(1 - alpha + alpha * profile(1 / alpha), back([eps])[0], 1e-3)

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
        for relation, eps in some([("ADD_REMOVE", 1.8282371), ("REPLACE", 2.8434406)], 1):
            self.between(1e-5, bound(sampled(0.01, 1.0, relation), 1000, eps, 1e-5), 2e-3)
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


def written(c):
    """With the hash that belongs to it, unlike a careless forger's."""
    head = "{\n" + "".join(f" {json.dumps(k)}: {json.dumps(v)},\n" for k, v in c.items() if k != "sha256")
    return head + f' "sha256": "{hashlib.sha256(head.encode()).hexdigest()}"\n}}\n'


def golden(name):
    with open(os.path.join(GOLDEN, name + ".json"), encoding="ascii") as file:
        return json.load(file)


def shipped():
    """Those of the tests, those that the library's tests wrote, and those that a notebook wrote."""
    at = os.path.join(HERE, "..", "target", "certificates")
    found = [p for pattern in (GOLDEN + "/*.json", at + "/*.json", at + "/methods/*.json", HERE + "/.state/certificates/*/*.json") for p in sorted(glob.glob(pattern))]
    certificates = {}
    for path in found:
        with open(path, encoding="ascii") as file:
            certificates.setdefault(os.path.basename(path), json.load(file))
    return list(certificates.items())


def raised(computed):
    """What the library states where it computed this."""
    context = verify.Context(prec=4, rounding="ROUND_CEILING")
    return float(context.plus(verify.Decimal(computed) * verify.Decimal("1.001")))


def alone(event, epsilon, relation="REPLACE", **fields):
    """A certificate of one event, with what a library that believes the event would write of it."""
    computed = epsilon / 1.0015
    laws = {0.0: 1 - event["rate"], 1.0: event["rate"]} if "rate" in event else {1.0: 1.0}
    if "shifts" in event:
        laws = Counter()
        for s, p in zip(event["shifts"], event["probabilities"]):
            laws[s] += p / sum(event["probabilities"][: len(event["shifts"])])
    step = dict(times=1, pair=f"{event['kind']} {event.get('relation', '')}".strip(), noise=event.get("multiplier", 0.0))
    step["shifts"] = [[s, p * (1 - 1e-8), p * (1 + 1e-8)] for s, p in laws.items() if p > 0]
    c = dict(golden("gaussian"), relation=relation, epsilon=raised(computed), computed=computed, event=event, steps=[step], **fields)
    c["discretisation"]["step"] = epsilon / 160
    return c


def answered(event):
    """An answer whose noise is exact, so that no part of delta is kept for it."""
    c = alone(event, math.log(2) * 1.003, verdict="SOUND", standing=verify.STANDING["SOUND"], unit="FEATURE")
    return put(c, ("parts", dict(noise=0.0, accounting=c["delta"])), ("discretisation", "step", c["epsilon"] / 160))


def stated(p, q, verdict="GIVEN", statement="The two laws of a counter, computed by hand.", beyond=0.0):
    event = dict(kind="StatedPair", statement=statement, **{"with": p, "without": q}, beyond=beyond)
    return alone(event, 0.01, verdict=verdict, standing=verify.STANDING[verdict])


def put(c, *changes):
    made = copy.deepcopy(c)
    for *path, value in changes:
        place = made
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
    return made


def judged_as(c, verdict):
    return put(c, ("verdict", verdict), ("standing", verify.STANDING[verdict]))


def nodes(value, path=()):
    yield path, value
    if path != ("sha256",):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
            yield from nodes(inner, path + (key,))


def mutants(value, field):
    made = [other for other in (None, True, 7, 0.625, "x", [], {}) if type(other) is not type(value)]
    if isinstance(value, bool):
        made += [not value, int(value), str(value).lower()]
    elif isinstance(value, (int, float)):
        made += [value * 0.9, value * 1.1, value + 1, value - 1, -value or -1, 0 * value, math.nan, math.inf, 10**400, str(value), [value]]
    elif isinstance(value, str) and field not in ("run", "accountant", "terms", "event's statement"):
        made += [value + " ", value.lower(), value[:-1], "", "Gaussian", *verify.STANDING, *verify.CERTIFICATE["relation"], *verify.CERTIFICATE["unit"]]
    elif isinstance(value, list):
        made += [value[:-1], value[1:], value + value[-1:], value + [None], value + [value]]
    elif isinstance(value, dict):
        made += [{k: v for k, v in value.items() if k != gone} for gone in value if gone != "sha256"]
        made += [dict(value, remark=1), dict(reversed(value.items()))]
    return made


def truly_allowed(c, field, value, mutant):
    if field == "discretisation step":
        return type(mutant) is float and c["epsilon"] / 1e5 <= mutant <= c["epsilon"]
    if field == "terms":
        return isinstance(mutant, list) and all(isinstance(line, str) for line in mutant)
    pairs = {"PoissonSampled ADD_REMOVE": {"ADD_REMOVE", "PARTICIPATION"}, "WithoutReplacement": {"REPLACE"}}
    pairs.update(dict.fromkeys(("HeterPoisson", "HomeStars"), {"PARTICIPATION"}), AllocatedStars={"PARTICIPATION"}, RandomAllocation={"ADD_REMOVE", "PARTICIPATION"})
    every = {"ADD_REMOVE", "PARTICIPATION", "REPLACE"}
    if field == "unit" and mutant in ("FEATURE", "EDGE", "NODE", "RECORD", "OWNER", "GRAPH"):
        kinds = {step["pair"].split()[0] for step in c["steps"]}
        return not kinds & {"HeterPoisson", "HomeStars", "AllocatedStars"} and (mutant != "GRAPH" or kinds <= {"Gaussian", "Laplace", "MixtureOfGaussians", "StatedPair"})
    return field == "relation" and mutant in list(every.intersection(*(pairs.get(step["pair"], every) for step in c["steps"])))


STEPS, SAMPLED = ("event", "times"), ("event", "event")

# A golden certificate, what a forger changes there, and why it is refused.
FORGED = [
    ("poisson", ("epsilon", 2.042), "epsilon must be the computed"),
    ("poisson", ("computed", 2.039), "epsilon must be the computed"),
    ("poisson", (*STEPS, 300), "is not the step"),
    ("poisson", ("steps", 0, "times", 300), "is not the step"),
    ("poisson", (*SAMPLED, "rate", 0.01), "has probability"),
    ("poisson", (*SAMPLED, "rate", 1.02), "rate must be"),
    ("poisson", (*SAMPLED, "multiplier", 1.2), "is not the step"),
    ("poisson", (*SAMPLED, "extra", 1), "must have the fields"),
    ("poisson", (*SAMPLED, "kind", "Unsupported"), "not supported"),
    ("poisson", ("steps", 0, "noise", 1.2), "is not the step"),
    ("poisson", ("steps", 0, "pair", "Gaussian"), "is not the step"),
    ("poisson", (*STEPS, 400.0), "times must be"),
    ("poisson", ("verdict", "SOUND"), "contradict"),
    ("poisson", ("verdict", "UNSOUND"), "verdict must be one of"),
    ("poisson", ("relation", "REPLACE"), "nothing of REPLACE"),
    ("poisson", ("parts", dict(accounting=9.99999e-6)), "noise"),
    ("poisson", ("parts", "accounting", 1.1e-5), "parts of delta"),
    ("poisson", ("parts", "accounting", 5e-6), "parts of delta"),
    ("poisson", ("parts", dict(noise=1e-11, accounting=9e-6, other=0)), "must have the fields"),
    ("poisson", ("delta", 1e-6), "parts of delta"),
    ("poisson", ("parts", dict(noise=1e-6, accounting=1e-6)), ("delta", 2e-6), "delta is"),
    ("poisson", ("remark", "x"), "fields"),
    ("poisson", ("discretisation", "truncated", 1e-2), "truncated must be"),
    ("poisson", ("discretisation", "step", 1e-9), "the step must be"),
    ("poisson-replace", (*SAMPLED, "relation", "ADD_REMOVE"), "proves something of"),
    ("hetero-poisson", ("relation", "ADD_REMOVE"), "nothing of ADD_REMOVE"),
    ("home-stars", ("relation", "ADD_REMOVE"), "nothing of ADD_REMOVE"),
    ("gaussian", ("relation", "REPLACE "), "relation must be one of"),
    ("gaussian", ("run", ["x"]), "run must be"),
    ("gaussian", ("terms", "x"), "terms must be a list"),
    ("gaussian", ("event", dict(kind="Composed", events=[])), ("steps", []), "no event"),
    ("gaussian", ("steps", []), "different steps"),
    ("gaussian", ("parts", dict(noise=-1e-5, accounting=2e-5)), "noise must be"),
    ("gaussian", ("discretisation", "step", 0.0), "step must be"),
    ("gaussian", ("event", "remark", 1), "must have the fields"),
    ("gaussian", ("steps", 0, "shifts", 0, 0, True), "shift must be"),
    ("gaussian", ("steps", 0, "shifts", [[1.0, 1 - 1e-8, 1 + 1e-8], [2.0, 0.0, 0.0]]), "least must be"),
    ("poisson", (*STEPS, 410), ("steps", 0, "times", 410), "delta is"),
    ("hetero-poisson", (*SAMPLED, "multiplier", 2.9), ("steps", 0, "noise", 2.9), "delta is"),
]
UNITS_OF = {
    ("hetero-poisson", "home-stars"): ("NODE",),
    ("poisson", "walks", "hypergeometric", "random-allocation", "hops"): ("FEATURE", "EDGE", "NODE", "RECORD", "OWNER"),
}


class ForgeryTest(unittest.TestCase):
    """Forged certificates, each with the hash that belongs to it."""

    def setUp(self):
        tested, verify.self_test = verify.self_test, lambda: None  # once, not for each of thousands
        self.addCleanup(setattr, verify, "self_test", tested)

    def test_each_is_refused_for_its_reason(self):
        self.all_refused([(put(golden(name), *changes), why) for name, *changes, why in FORGED])
        for s, least, most in golden("home-stars")["steps"][0]["shifts"][:2]:
            atoms = golden("home-stars")["steps"][0]["shifts"]
            for other in ([s, least * 0.9, most * 0.9], [s + 0.5, least, most], [s, 1e-9, 1.0]):
                changed = [other if atom[0] == s else atom for atom in atoms]
                self.refused(put(golden("home-stars"), ("steps", 0, "shifts", changed)), "has probability")
            self.refused(put(golden("home-stars"), ("steps", 0, "shifts", [atom for atom in atoms if atom[0] != s])), "are not stated")

    def test_the_unit_is_one_that_the_event_can_be_about(self):
        for names, about in UNITS_OF.items():
            for name in names:
                kind = golden(name)["steps"][0]["pair"].split()[0]
                for unit in set(verify.CERTIFICATE["unit"]) - set(about):
                    self.refused(put(golden(name), ("unit", unit)), f"{kind} is about {' or '.join(about)}, not about {unit}")
        for unit in verify.CERTIFICATE["unit"]:
            self.assertIn(f"for {unit}, ", verify.check(written(put(golden("gaussian"), ("unit", unit)))))

    def refused(self, forged, why="", what=None):
        try:
            line = verify.check(forged if isinstance(forged, str) else written(forged))
        except Exception as e:
            self.assertIn(why, str(e))
            return
        self.fail(f"accepted: {what or forged}: {line}")

    def all_refused(self, forgeries):
        """One of those that only the bound refuses stands for all of them where not everything is looked at."""
        bounded = [forgery for forgery in forgeries if forgery[1] == "delta is"]
        for forged, why in [f for f in forgeries if f not in bounded] + some(bounded, 1):
            self.refused(forged, why)

    def test_what_the_forgeries_are_made_from_is_accepted(self):
        verify.check(written(golden("laplace")))
        honest = alone(sampled(0.1, 2.0, "REPLACE"), 2.0)
        self.assertIn("REPLACE. IDEAL", verify.check(written(honest)))
        mixture = dict(kind="MixtureOfGaussians", multiplier=4.0, shifts=[0.0, 1.0], probabilities=[0.9, 0.1])
        verify.check(written(alone(mixture, 2.0)))
        nobody = dict(kind="HomeStars", rate=0.1, homes=0, multiplier=2.0)
        verify.check(written(alone(nobody, 2.0, "ADD_REMOVE")))
        verify.check(written(stated([0.5, 0.5], [0.5, 0.5])))
        verify.check(written(stated([0.5, 0.499999], [0.5, 0.499999], beyond=1e-6)))

    def test_the_relation_of_an_event_is_one_of_two_words(self):
        for relation in "Replace", "REPLACE ", "PARTICIPATION", "", None, ["REPLACE"], True:
            self.refused(alone(sampled(0.1, 1.5, relation), 1.362), "relation must be one of")
        for relation in "ADD_REMOVE", "PARTICIPATION":
            self.refused(put(golden("walks"), ("relation", relation)), f"nothing of {relation}")

    def test_a_stated_pair_is_a_pair_of_laws(self):
        answer = dict(kind="RandomisedAnswer", truth=0.5, answers=3)
        self.assertIn("SOUND", verify.check(written(answered(answer))))
        self.refused(put(answered(answer), ("relation", "ADD_REMOVE")), "nothing of ADD_REMOVE")
        self.refused(put(answered(answer), ("unit", "NODE")), "is about FEATURE or RECORD")
        self.refused(answered(dict(answer, truth=0.75)), "delta is")
        for truth in 0.3, 1.0:
            self.refused(answered(dict(answer, truth=truth)), "truth must be at least")
        self.refused(stated([], []), "outcomes")
        self.refused(stated([0.5], [0.5]), "sum to 1")
        self.refused(stated([0.1, 0.9], [0.1]), "equally long")
        self.refused(stated([1.0], []), "equally long")
        self.refused(stated([0.5, 0.5], [0.5, 0.5], statement=""), "20 letters")
        self.refused(stated([0.5, 0.5], [0.5, 0.5], statement="x" * 19 + " "), "20 letters")
        self.refused(stated([0.5, 0.5], [0.5, 0.5], statement=["x" * 30]), "statement must be of type str")
        for verdict in "CLAIMED", "IDEAL", "SOUND":
            self.refused(stated([0.5, 0.5], [0.5, 0.5], verdict), "no proof")
        self.refused(stated([0.5, 0.5 + 1e-11], [0.5, 0.5]), "with must sum to 1")
        self.refused(stated([0.5, 0.5], [0.5, 0.5 + 1e-11]), "without must sum to 1")
        self.refused(stated([0.5, 0.5 - 1e-11], [0.5, 0.5]), "with must sum to 1")
        self.refused(stated([0.5, 0.4], [0.5, 0.4], beyond=0.09), "sum to 1")
        self.refused(stated([1.5, -0.5], [0.5, 0.5]), "from 0 to 1")
        self.refused(stated([0.5, 0.5], [0.5, True]), "without must be a number")
        self.refused(stated([0.1] * 5, [0.1] * 10), "equally long")
        self.refused(stated([1 / 10001] * 10001, [1 / 10001] * 10001), "10000 outcomes")
        self.refused(stated([0.5, 0.5], [0.5, 0.5], beyond=1.0), "delta is")
        self.refused(stated([1.0, 0.0], [0.0, 1.0]), "delta is")

    def test_what_masses_lack_counts_as_telling_the_worlds_apart(self):
        self.assertGreater(bound(stated([1 - 8e-13], [1 - 8e-13])["event"], 1, 1.0, 1e-5), 7.9e-13)

    def test_forged_random_allocations_are_refused(self):
        c = golden("random-allocation")
        for relation in some(["ADD_REMOVE", "PARTICIPATION"], 1):
            verify.check(written(put(c, ("relation", relation))))
        event, inner = ("event", "event"), dict(c["event"]["event"])
        both = lambda field, value, **step: put(c, (*event, field, value), *[("steps", 0, k, v) for k, v in step.items()])
        one, law = lambda t: [[0.0, (1 - 1 / t) * (1 - 1e-9), (1 - 1 / t) * (1 + 1e-9)], [1.0, 1 / t * (1 - 1e-9), 1 / t * (1 + 1e-9)]], c["steps"][0]["shifts"]
        forgeries = [
            (put(c, ("relation", "REPLACE")), "nothing of REPLACE"), (put(c, (*event, "batches", 21)), "has probability"),
            (put(c, (*event, "batches", 40)), "has probability"), (put(c, (*event, "batches", 0)), "batches must be"), (put(c, (*event, "batches", 20.0)), "batches must be"),
            (put(c, (*event, "batches", 10**6 + 1)), "batches must be"), (put(c, (*event, "batches", True)), "batches must be"),
            (put(c, (*event, "multiplier", 1.6)), "is not the step"), (both("multiplier", 1.2, noise=1.2), "delta is"), (both("multiplier", 0.1, noise=0.1), "spreads too far"),
            (both("batches", 12, shifts=one(12)), "delta is"), (both("batches", 1, shifts=[[1.0, 1.0, 1.0]]), "delta is"),
            (put(c, ("event", "times", 9)), "is not the step"), (put(c, ("event", "times", 16), ("steps", 0, "times", 16)), "delta is"),
            (put(c, ("steps", 0, "times", 7)), "is not the step"), (put(c, ("steps", 0, "pair", "PoissonSampled ADD_REMOVE")), "is not the step"),
            (put(c, ("steps", 0, "shifts", law[1:])), "are not stated"), (put(c, ("steps", 0, "shifts", [])), "are not stated"),
            (put(c, ("epsilon", c["epsilon"] * 0.9)), "epsilon must be"), (put(c, ("delta", c["delta"] / 2)), "parts of delta"),
            (put(c, ("verdict", "SOUND")), "contradict"), (put(c, (*event, dict(inner, relation="ADD_REMOVE"))), "fields"),
        ]
        self.all_refused(forgeries)

    def test_stars_by_random_allocation(self):
        """What the library writes for eight epochs of 20 batches, one home and noise of 4 is accepted, and anything else is not."""
        shifts = lambda q: [[s, p * (1 - 1e-8), p * (1 + 1e-8)] for s, p in ((0.0, (1 - q) ** 2), (1.0, q * (1 - q)), (2.0, q * (1 - q)), (3.0, q * q)) if p]
        inner = dict(kind="AllocatedStars", batches=20, homes=1, multiplier=4.0)
        c = put(golden("random-allocation"), ("event", "event", inner), ("relation", "PARTICIPATION"), ("steps", 0, "pair", "AllocatedStars"), ("steps", 0, "noise", 4.0),
                ("steps", 0, "shifts", shifts(0.05)), ("computed", 1.9117278762813317), ("epsilon", 1.914), ("discretisation", "step", 0.00423))
        self.assertIn("PARTICIPATION. IDEAL", verify.check(written(c)))
        event = ("event", "event")
        forgeries = [
            (put(c, ("relation", "ADD_REMOVE")), "nothing of ADD_REMOVE"), (put(c, ("unit", "GRAPH")), "AllocatedStars is about NODE, not about GRAPH"), (put(c, (*event, "homes", 0)), "homes must be"), (put(c, (*event, "homes", 17)), "homes must be"),
            (put(c, (*event, "homes", 2)), "has probability"), (put(c, (*event, "batches", 40)), "has probability"), (put(c, (*event, "batches", 0)), "batches must be"),
            (put(c, (*event, "multiplier", 4.1)), "is not the step"), (put(c, ("event", "times", 7)), "is not the step"),
            (put(c, ("event", "times", 9), ("steps", 0, "times", 9)), "delta is"),
            (put(c, ("steps", 0, "shifts", shifts(0.05)[:3])), "are not stated"), (put(c, (*event, dict(inner, kind="RandomAllocation"))), "fields"),
            (put(c, (*event, "batches", 1), ("steps", 0, "shifts", [[3.0, 1.0, 1.0]])), "delta is"), (put(c, ("epsilon", 1.9)), "epsilon must be"),
        ]
        self.all_refused(forgeries)

    def test_mixtures_are_laws(self):
        made = lambda shifts, probabilities: alone(dict(kind="MixtureOfGaussians", multiplier=4.0, shifts=shifts, probabilities=probabilities), 0.5)
        self.refused(made([0.0, 1.0, 1000.0], [0.9, 0.1]), "as many shifts")
        self.refused(made([0.0], [0.9, 0.1]), "as many shifts")
        self.refused(made([0.0, 1.0], [9.0, 1.0]), "from 0 to 1")
        self.refused(made([0.0, 1.0], [1e9, 1e-6]), "from 0 to 1")
        self.refused(made([0.0, 1.0], [0.9, 0.1 + 1e-8]), "sum to 1")
        self.refused(made([0.0, 1.0], [1.0, 1.0]), "sum to 1")
        self.refused(put(made([0.0, 1.0], [0.9, 0.1]), ("event", "shifts", []), ("event", "probabilities", [])), "as many shifts")
        self.refused(put(made([0.0, 1.0], [0.9, 0.1]), ("event", "shifts", 0, -1.0)), "shifts must be")

    def test_words_are_those_that_the_library_has(self):
        for verdict, standing in ("PROVED", None), ("UNSOUND", None), (None, None), ("UNSOUND", "does not hold for what ran"), ("SOUND", verify.STANDING["IDEAL"]):
            forged = put(golden("gaussian"), ("verdict", verdict), ("standing", standing))
            self.refused(forged)
            self.refused(put(forged, ("parts", dict(noise=0.0, accounting=1e-5))))
        for unit in "NODE\naccepted: other.json: epsilon 0.01", "whole internet", ["NODE"], {"NODE": 1}, "node", "", None, 3:
            self.refused(put(golden("gaussian"), ("unit", unit)), "unit must be one of")
        for enforced in "false", "no", "", 0, 1, None, []:
            self.refused(put(golden("hetero-poisson"), ("event", "event", "enforced", enforced)), "enforced must be one of")
        for proof in "none at all", "PUBLISHED", "", None, ["CONSERVATIVE"]:
            self.refused(put(golden("hetero-poisson"), ("event", "event", "proof", proof)), "proof must be one of")
        for version in True, 1.0, 2, "1":
            self.refused(put(golden("gaussian"), ("version", version)), "version must be one of")

    def test_what_a_user_gives_is_named_and_never_proved(self):
        mine = put(golden("gaussian"), ("byUser", ["sampler Liar: all\nnodes", "noise N\x1b[2J\": Proved."]))
        given = judged_as(mine, "GIVEN")
        self.assertIn('Given by the user: "sampler Liar: all\\nnodes", "noise N\\u001b[2J\\": Proved."', verify.check(written(given)))
        for verdict in "SOUND", "IDEAL":
            self.refused(judged_as(mine, verdict), "what a user states is no proof")
        self.refused(judged_as(golden("gaussian"), "GIVEN"), "nothing is given")
        for wrong in [], "Liar", [1], [""], None, ["x" * 1000]:
            self.refused(put(given, ("byUser", wrong)), "byUser")
        self.refused(put(given, ("byUser", [1])), "byUser must be of type str")
        self.refused(put(given, ("byUser", "sampler Liar")), "byUser must be a list")

    def test_an_accountable_run_names_its_ledger(self):
        ledger = "0f" * 32
        term = f"Accountable by the ledger whose last line has the hash {ledger}: it commits to the data."
        named = put(golden("poisson"), ("ledger", ledger), ("terms", [term]))
        for verdict in "SOUND", "IDEAL", "CLAIMED":
            c = judged_as(named, verdict)
            self.assertIn(f"Steps can be checked: the ledger ends with {ledger}", verify.check(written(c)))
            for wrong, why in (ledger[1:], "64 digits"), (ledger[1:] + "g", "64 digits"), (1, "type str"), ("1f" * 32, "do not name the ledger"):
                self.refused(put(c, ("ledger", wrong)), why)
        self.refused(put(golden("poisson"), ("ledger", ledger)), "do not name the ledger")

    def test_numbers_lists_and_forms_that_held_before(self):
        c, sampling = golden("gaussian"), golden("poisson-replace")
        raw = lambda base, old, new: written(base).rpartition(' "sha256": ')[0].replace(old, new)
        for base, old, new in (
            (c, '"computed": 1.009095716872343', '"computed": NaN'), (c, '"epsilon": 1.011', '"epsilon": Infinity'), (c, '"epsilon": 1.011', '"epsilon": 1e-999999'),
            (c, '"epsilon": 1.011', '"epsilon": 1E+9999999'), (c, '"epsilon": 1.011', '"epsilon": \u0661.011'), (c, '"unit": "NODE"', '"unit": "NODE",\n "unit": "NODE"'),
            (c, '"multiplier": 3.7', '"multiplier": 3.7, "multiplier": 9.9'), (sampling, '"times": 60', '"times": 1' + "0" * 400), (sampling, '"times": 60', '"times": -60'),
            (sampling, '"times": 60', '"times": true'), (sampling, '"times": 60', '"times": 60.0'), (sampling, '"times": 60', '"times": 0'),
        ):
            head = raw(base, old, new)
            self.assertIn(new, head)
            self.refused(head + f' "sha256": "{hashlib.sha256(head.encode()).hexdigest()}"\n}}\n', what=new)
        deep = raw(c, json.dumps(c["event"]), '{"kind": "Repeated", "event": ' * 5000 + json.dumps(c["event"]) + ', "times": 1}' * 5000)
        self.refused(deep + f' "sha256": "{hashlib.sha256(deep.encode()).hexdigest()}"\n}}\n', what="5000 levels")
        nested = c["event"]
        for _ in range(4):
            nested = dict(kind="Repeated", event=nested, times=10**6)
        self.refused(put(c, ("event", nested), ("steps", 0, "times", 10**24)))

    def test_parameters_moved_everywhere_are_held_against_the_bound(self):
        """Forgers who know the format: the event, its steps and the hash agree, and the epsilon is that of the mechanism before."""
        lies = {"rate": 1.1, "multiplier": 0.96, "times": 1.2, "batch": 1.1, "population": 0.9, "homes": 3, "affected": 0.7, "beyond": None, "shifts": 1.2}
        seen = Counter()
        for name, c in [(n, golden(n)) for n in some(["gaussian", "laplace", "poisson", "poisson-replace", "home-stars", "mixture", "hypergeometric", "stated", "walks"], 1)]:
            for path, value in nodes(c["event"]):
                field = next((k for k in reversed(path) if isinstance(k, str)), None)
                if isinstance(value, (dict, list, str)) or field not in lies or value == 0.0 and field == "shifts":
                    continue
                moved = 2e-5 if field == "beyond" else type(value)(value * lies[field])
                if field == "times" and moved == value:
                    moved = value + 1
                forged = put(c, ("event", *path, moved))
                counts = [(json.loads(e), n) for e, n in verify.counted(forged["event"], 1, Counter(), c["relation"]).items()]
                forged["steps"] = []
                for e, times in counts:
                    law = Counter()
                    for p, shifts in verify.states_of(e, None, verify.Decimal("1e-25")):
                        law.update({float(s): p * w for s, w in shifts.items()})
                    shifts = [[s, p * (1 - 1e-8), p * (1 + 1e-8)] for s, p in sorted(law.items()) if p > 1e-13]
                    forged["steps"].append(dict(times=times, pair=f"{e['kind']} {e.get('relation', '')}".strip(), noise=e.get("multiplier", 0.0), shifts=shifts))
                self.refused(forged, "delta is", f"{name} {path} {moved}")
                seen[field] += 1
            if name != "stated":
                lower = c["computed"] * 0.99
                self.refused(put(c, ("computed", lower), ("epsilon", raised(lower))), "delta is", f"{name} epsilon")
                seen["epsilon and computed"] += 1
        print(f"moved everywhere, all refused: {sum(seen.values())} forgeries: {dict(sorted(seen.items()))}", file=sys.stderr)
        self.assertGreaterEqual(sum(seen.values()), 25 if ALL else 1)

    def test_mutants_of_all_shipped_certificates_are_refused(self):
        """One change each. None is accepted but a lattice of the check that is finer or coarser, words that the checker does not
        read, a relation of which the pair proves the same, and a unit that the event can be about. Without DPGNN_ALL the first of every field, and one in twenty-four of the others."""
        refused, allowed, certificates, coins = Counter(), Counter(), shipped(), random.Random(1)
        self.assertGreaterEqual(len(certificates), 11)
        for name, c in certificates:
            for path, value in nodes(c):
                names = [k for k in path if isinstance(k, str)]
                field = " ".join(k for k in names if k not in ("event", "events")) or (names[-1] if names else "the file")
                field = "event's " + field if len(names) > 1 and names[0] == "event" else field
                for mutant in mutants(value, field):
                    if type(mutant) is type(value) and json.dumps(mutant) == json.dumps(value):
                        continue
                    if not ALL and refused[field] + allowed[field] and coins.randrange(SPARED):
                        continue
                    text = written(put(c, (*path, mutant))) if path else written(mutant) if isinstance(mutant, dict) else json.dumps(mutant)
                    if path == ("sha256",):
                        text = text[: text.rindex(' "sha256": ')] + f' "sha256": {json.dumps(mutant)}\n}}\n'
                    if truly_allowed(c, field, value, mutant):
                        allowed[field] += 1
                    else:
                        self.refused(text, what=f"{name} {path} {mutant!r:.100}")
                        refused[field] += 1
        print(f"mutants of {len(certificates)} certificates, {sum(refused.values())} refused: {dict(sorted(refused.items()))}", file=sys.stderr)
        print(f"and {sum(allowed.values())} that the bound or the format allows: {dict(sorted(allowed.items()))}", file=sys.stderr)
        self.assertGreaterEqual(sum(refused.values()), 200)


class FileTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def golden(self, name):
        with open(os.path.join(GOLDEN, name + ".json"), encoding="ascii") as file:
            return file.read()

    def refusal(self, text):
        """What the command does, in this process, where its test of the machine need not be made for each."""
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.object(verify, "self_test"), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = verify.main([self.put(text, "c.json")])
        return subprocess.CompletedProcess([], code, out.getvalue(), err.getvalue())

    def test_another_verdict_than_the_required_is_refused(self):
        path, ideal = self.put(self.golden("poisson"), "c.json"), verify.STANDING["IDEAL"]
        for words, code, said in (("--require", "IDEAL", path), 0, "accepted: "), (("--require", "SOUND", path), 1, f"its verdict is IDEAL ({ideal}), and SOUND is required"), (
                ("--require", "PROVED", path), 2, "--require must be one of SOUND, CLAIMED, IDEAL, GIVEN, was 'PROVED'"), (("--require",), 2, "was ''"), (("--require", "SOUND"), 2, "exits with 0"):
            done = subprocess.run([sys.executable, os.path.join(HERE, "verify.py"), *words], capture_output=True, text=True, timeout=300)
            self.assertEqual(code, done.returncode, done.stderr)
            self.assertIn(said, done.stdout + done.stderr)

    def put(self, text, name):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return path

    def run_on(self, text, name="c.json"):
        path = self.put(text, name)
        return subprocess.run([sys.executable, os.path.join(HERE, "verify.py"), path], capture_output=True, text=True, timeout=300)

    def refused(self, text, why, started=False):
        done = self.run_on(text) if started else self.refusal(text)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(why, done.stderr)

    def test_golden_certificates_are_accepted(self):
        names = sorted(os.listdir(GOLDEN))
        self.assertGreaterEqual(len(names), 11)
        names = some(names, 3)
        done = subprocess.run([sys.executable, os.path.join(HERE, "verify.py"), *(os.path.join(GOLDEN, n) for n in names)],
                              capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("accepted: "), len(names))

    def test_a_changed_text_has_another_hash(self):
        for old, new in ('"run": "poisson"', '"run": "another"'), ('"IDEAL"', '"SOUND"'), ('"epsilon": 2.062', '"epsilon": 2.061'):
            self.assertIn(old, self.golden("poisson"))
            self.refused(self.golden("poisson").replace(old, new), "hash")
        self.refused(self.golden("poisson")[:-40], "hash")
        self.refused(self.golden("poisson") + "\n", "hash", started=True)

    def test_what_cannot_be_read_is_another_exit(self):
        missing = subprocess.run([sys.executable, os.path.join(HERE, "verify.py"), os.path.join(self.folder.name, "none")],
                                 capture_output=True, text=True, timeout=60)
        self.assertEqual((missing.returncode, missing.stdout), (2, ""))
        usage = subprocess.run([sys.executable, os.path.join(HERE, "verify.py")], capture_output=True, text=True, timeout=60)
        self.assertEqual(usage.returncode, 2)
        for text in "", "hello\n", "{}\n", "\u03b5", self.golden("poisson").replace("NODE", "NOD\u0190"):
            other = self.run_on(text, "notes.txt")
            self.assertEqual((other.returncode, other.stdout), (2, ""))
            self.assertIn("no certificate: ", other.stderr)
            self.assertEqual(other.stderr.count("\n"), 1)

    def test_names_of_files_and_words_stay_in_one_line(self):
        done = self.run_on(self.golden("laplace"), "a\naccepted: b.json\x1b[2K.json")
        self.assertEqual((done.returncode, done.stdout.count("\n")), (0, 1))
        self.assertNotIn("\x1b", done.stdout)
        refused = self.run_on(written(put(golden("laplace"), ("unit", "NODE\naccepted: b.json\x1b[2K\u202e"))))
        self.assertEqual((refused.returncode, refused.stdout, refused.stderr.count("\n")), (1, "", 1))
        self.assertNotIn("\x1b", refused.stderr)
        self.assertTrue(refused.stderr.isascii())

    def test_the_checker_can_be_read(self):
        with open(os.path.join(HERE, "verify.py"), encoding="utf-8") as file:
            text = file.read()
        lines = text.splitlines()
        self.assertLessEqual(len(lines), 980)
        self.assertEqual([line for line in lines if len(line) > 100], [])
        begun = [node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
        self.assertEqual([at for at, count in Counter(begun).items() if count > 1], [], "lines with two statements")


if __name__ == "__main__":
    unittest.main()
