"""Checks certificates of an epsilon: bounds delta at the stated epsilon anew, by other means than
the library's.
environment/verify [--require VERDICT] FILE... exits with 0 where every file is accepted, 1 where
one is refused, 2 where one cannot be read or is no certificate.
With --require SOUND a certificate of another verdict is refused, however right its epsilon is.
docs/certificates.md has the lemmas, and what this does not check. Python 3.9 and its standard
library."""
import hashlib
import json
import math
import sys
import time
from collections import Counter, namedtuple
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, ROUND_CEILING, Context, Decimal, localcontext
from fractions import Fraction
from itertools import accumulate

U = 2.0**-50  # relative error of erfc, exp, expm1 and log1p, at most: self_test() looks
WHOLE = 10**34  # a probability of one as an integer
WIDTH = 76  # the digits that a sum of products of two such integers takes
PI = Decimal(
    "3.14159265358979323846264338327950288419716939937510"
    "582097494459230781640628620899862803482534211706798214808651"
)
BEGINNING = '{\n "certificate": "dpgnn epsilon",\n'
ROUNDING = 1e-12  # what the masses of a stated law may be off from one
STANDING = {
    "SOUND": "proved for what ran",
    "CLAIMED": "claimed, without a proof",
    "IDEAL": "holds for exact arithmetic and noise that nobody knows, not for a run from a seed",
    "GIVEN": "follows from what its user states",
}

# ---- the form of a certificate: a value's fields in their order, a list's elements, the values
# that it may have, the limits of a number, or words

Span = namedtuple("Span", "kind least most")  # a number of this type within these limits
SCALE = Span(float, 1e-6, 1e9)
CHANCE = Span(float, 0, 1)
COUNT = Span(int, 1, 10**9)
BATCHES = Span(int, 1, 10**6)
EVENTS = {
    "Gaussian": dict(multiplier=SCALE),
    "Laplace": dict(multiplier=SCALE),
    "PoissonSampled": dict(rate=CHANCE, multiplier=SCALE, relation=("ADD_REMOVE", "REPLACE")),
    "WithoutReplacement": dict(population=COUNT, batch=COUNT, multiplier=SCALE),
    "MixtureOfGaussians": dict(
        multiplier=SCALE, shifts=[Span(float, 0, 1e9)], probabilities=[CHANCE]
    ),
    "HeterPoisson": dict(
        rate=CHANCE,
        peripherals=SCALE,
        maxOutDegree=COUNT,
        multiplier=SCALE,
        enforced=(True, False),
        proof=("CONSERVATIVE",),
    ),
    "HomeStars": dict(rate=CHANCE, homes=Span(int, 0, 1000), multiplier=SCALE),
    "Hypergeometric": dict(population=COUNT, affected=COUNT, batch=COUNT, multiplier=SCALE),
    "RandomAllocation": dict(batches=BATCHES, multiplier=SCALE),
    "AllocatedStars": dict(batches=BATCHES, homes=Span(int, 1, 16), multiplier=SCALE),
    "RandomisedAnswer": dict(truth=CHANCE, answers=Span(int, 2, 10**6)),
    "StatedPair": {"statement": str, "with": [CHANCE], "without": [CHANCE], "beyond": CHANCE},
}
CERTIFICATE = dict(
    certificate=("dpgnn epsilon",),
    version=(1,),
    run=str,
    verdict=tuple(STANDING),
    standing=tuple(STANDING.values()),
    unit=("FEATURE", "EDGE", "NODE", "RECORD", "OWNER", "GRAPH"),
    relation=("ADD_REMOVE", "PARTICIPATION", "REPLACE"),
    terms=[str],
    epsilon=Span(float, 1e-4, 400),
    computed=Span(float, 0, 400),
    delta=Span(float, 1e-15, 0.5),
    parts=dict(noise=Span(float, 0, 0.5), accounting=Span(float, 0, 0.5)),
    accountant=str,
    discretisation=dict(step=Span(float, 0, 400), truncated=(1e-6,)),
    event=dict,
    steps=[dict(times=Span(int, 1, 10**18), pair=str, noise=Span(float, 0, 1e9), shifts=[list])],
    sha256=str,
)
# Fields that a certificate may have: parts that its user gives, and the hash of the ledger by
# which steps can be checked.
OPTIONAL = {"byUser": [str], "ledger": str}
SHIFT = Span(float, 0, 1e9)
PROBABILITY = Span(float, 1e-300, 1 + 1e-6)
# The units that an event can be about; of others, any. The whole graph is not drawn, stars are of
# nodes, answers are about a row.
UNITS = {
    "PoissonSampled": CERTIFICATE["unit"][:-1],
    "WithoutReplacement": CERTIFICATE["unit"][:-1],
    "Hypergeometric": CERTIFICATE["unit"][:-1],
    "RandomAllocation": CERTIFICATE["unit"][:-1],
    "HeterPoisson": ("NODE",),
    "HomeStars": ("NODE",),
    "AllocatedStars": ("NODE",),
    "RandomisedAnswer": ("FEATURE", "RECORD"),
}


def need(holds, why):
    if not holds:
        raise ValueError(why)


def held(value, form, name):
    """Refuses a value of another type or form."""
    was = f"was {type(value).__name__} {value!r:.200}"
    if isinstance(form, dict):
        fits = type(value) is dict and list(value) == list(form)
        need(fits, f"{name} must have the fields {', '.join(form)}, {was}")
        for key in form:
            held(value[key], form[key], key)
    elif isinstance(form, list):
        need(type(value) is list, f"{name} must be a list, {was}")
        for element in value:
            held(element, form[0], name)
    elif isinstance(form, Span):
        kind, least, most = form
        fits = type(value) is kind and least <= value <= most
        need(fits, f"{name} must be a number ({kind.__name__}) from {least} to {most}, {was}")
    elif isinstance(form, tuple):
        fits = any(type(value) is type(f) and value == f for f in form)
        need(fits, f"{name} must be one of {form}, {was}")
    else:
        need(type(value) is form, f"{name} must be of type {form.__name__}, {was}")


def shown(text):
    """In one line of visible characters, whatever a file or its name says."""

    def visible(c):
        return c if " " <= c <= "~" else c.encode("unicode_escape", "backslashreplace").decode()

    return "".join(map(visible, text))


# ---- one step: the divergence of a pair of mixtures of normal distributions


def tail(z):
    return math.erfc(z * math.sqrt(0.5)) / 2


def side(mixture, t):
    """ln of a mixture's density over that of N(0, 1) at t, its error at most, and its slope.

    A mixture of normal distributions of deviation 1 is a list of (centre, weight). In a pair
    (A, B) of them only A has centres above 0, and only B below."""
    total = rise = slope = blur = 0.0
    for c, w in mixture:
        e = c * (t - c / 2)
        if e > 600:
            return 1e9, 1.0, 1.0
        y = math.exp(e)
        total += w * y
        rise += w * math.expm1(e)
        slope += w * c * y
        blur += w * (y + 1) * (8 + abs(c * t) + c * c)
    if total < 1e-250:
        return -575.0, 1e9, 1.0
    if rise > -0.5:
        f = math.log1p(rise)
        error = blur / total
    else:
        f = math.log(total)
        error = 64 + 4 * t * t + 4 * max(c * c for c, _ in mixture)
    return f, U * (abs(f) + error), slope / total


def stick(eps, pair, near):
    """Lemma 1: the divergence of A from B at e^eps, at least; and where it was read: a threshold
    t, left of the best one."""
    eps -= U * (2 + abs(eps))
    # A tail is less than 1e-290 there.
    lo = min(min(m)[0] for m in pair) - 37
    hi = max(max(m)[0] for m in pair) + 37
    t = min(max(near, lo), hi)
    found = None
    for _ in range(100):
        fa, ea, da = side(pair[0], t)
        fb, eb, db = side(pair[1], t)
        f, err, slope = fa - fb, ea + eb, da - db
        if f + err <= eps:
            lo, found = t, (f, err)
        else:
            hi = t
        if t == lo and eps - f <= max(1e-8 * slope, 4 * err):
            break
        newton = t + (eps - f - 2 * err) / slope - 4e-9 if slope > 0 else lo
        t = newton if lo < newton < hi else (lo + hi) / 2
        if not lo < t < hi:
            break
    if not found:  # even at the far left A/B is not below e^eps
        blur = sum(side(m, lo)[1] for m in pair) + U
        return max(0.0, -math.expm1(eps)) + 4 * blur * max(1, math.exp(eps)), lo
    t = lo
    f, err = found
    total, wrong = 0.0, 1e-290
    for c, w in pair[0] + pair[1]:
        x = w * tail(t - c)
        y = w * math.exp(min(c * (t - c / 2), 600)) * tail(t)
        if c < 0:
            x, y = math.exp(f + err) * y, math.exp(f - err) * x
        if c:
            total = total + x - y
            wrong += (x + y) * (16 + (t - c) ** 2 + 4 * t * t + 4 * c * c) * U
    return max(0.0, total) + wrong, t


def along(states):
    """Lemma 2: the curve when it is seen which pair is played; states are (probability, pair)."""

    def heights(pair, points):
        t = 0.0
        for eps in points:
            height, t = stick(eps, pair, t)
            yield height

    def curve(points):
        of_states = [heights(pair, points) for _, pair in states]
        room = 1 + 16 * len(states) * U
        return [
            sum(p * x for (p, _), x in zip(states, at_point)) * room for at_point in zip(*of_states)
        ]

    return curve


def mirrored(curve):
    """A symmetric curve from its half at eps >= 0: H(1/a) = 1 - 1/a + H(a)/a."""

    def both(points):
        heights = []
        for eps, x in zip(points, curve([abs(eps) for eps in points])):
            if eps < 0:
                x = (math.exp(eps) * x - math.expm1(eps)) * (1 + 16 * U)
            heights.append(x)
        return heights

    return both


def binomial(n, p, cut):
    """The law without values that are less than cut times as likely as the likeliest."""
    with localcontext() as context:
        context.prec = 50
        p = Decimal(p.numerator) / p.denominator
        mode = n if p == 1 else int((n + 1) * p)
        law = {mode: Decimal(1)}
        k = mode
        while law[k] > cut and k != n and p < 1:
            law[k + 1] = law[k] * ((n - k) * p / ((k + 1) * (1 - p)))
            k += 1
        k = mode
        while law[k] > cut and k != 0 and p < 1:
            law[k - 1] = law[k] * (k * (1 - p) / ((n - k + 1) * p))
            k -= 1
        total = sum(law.values())
        return {k: float(law[k] / total) for k in sorted(law)}


# ---- the laws of a step, from an event's public parameters


def moved(e, stars):
    """HeterPoisson: the law of the change, from that of the number of stars that z enters."""
    law = {2 * k: float(1 - Fraction(e["rate"])) * p for k, p in stars.items()}
    if e["enforced"]:
        law.update({1: e["rate"]})
    else:
        law.update({2 * k + 1: e["rate"] * p for k, p in stars.items()})
    return law


def stars(e, low, high, cut):
    """Lemma 5: states whose curve lies above that of every out-degree in low..high."""
    m = Fraction(e["peripherals"])
    seen = binomial(low, Fraction(e["rate"]), cut)
    log_low = math.log1p(-float(m / low)) if m < low else -1e9
    log_high = math.log1p(-float(m / high)) if m < high else -1e9
    mean = low * e["rate"]
    kept = [min(seen)]
    while kept[-1] < max(seen):  # how far apart they are decides how tight the bound is
        far = abs(kept[-1] - mean) > 4 * math.sqrt(mean)
        wide = math.sqrt(mean) * (2 if far else 0.7)
        kept.append(min(max(seen), kept[-1] + max(1, int(wide))))
    # What is not kept is spread over its neighbours, so that the mean chance of a star does not
    # fall.
    weight = Counter()
    for n, p in seen.items():
        least = max(k for k in kept if k <= n)
        most = min(k for k in kept if k >= n)
        up = 1.0
        if n > least:
            share = math.expm1((n - least) * log_low) / math.expm1((most - least) * log_low)
            up = min(1.0, share * (1 + 1e-12))
        weight[most] += up * p
        weight[least] += (1 - up) * p
    states = []
    for n in kept:
        coins = n * log_low / log_high * (1 + 1e-12) if low < high else n
        whole = int(coins)
        part = 0.0
        if coins > whole:
            part = min(1.0, math.expm1((coins - whole) * log_high) / math.expm1(log_high))
        law = Counter()
        for i, share in (whole, 1 - part), (whole + 1, part):
            if share:
                drawn = binomial(i, min(Fraction(1), m / high), cut)
                law.update({k: p * share for k, p in drawn.items()})
        states.append((weight[n] * (1 + 1e-12), moved(e, law)))
    return states


def rate_of(e):
    """The chance of a unit to be in a batch, as a rational number."""
    if "rate" in e:
        return Fraction(e["rate"])
    return Fraction(e.get("batch", 1), e.get("population", e.get("batches", 1)))


def states_of(e, span, cut):
    """What may be seen of a step, how likely, and the law {shift: probability} then, all from the
    event's public parameters."""
    kind, q = e["kind"], rate_of(e)
    if kind == "HeterPoisson":  # without a span: at the largest out-degree, nothing seen
        if span:
            return stars(e, *span, cut)
        d = e["maxOutDegree"]
        return [(1.0, moved(e, binomial(d, q * min(1, Fraction(e["peripherals"]) / d), cut)))]
    if kind == "HomeStars":
        entered = binomial(e["homes"], q, cut)
        return [(p, {2 * n: float(1 - q), 1: float(q)}) for n, p in entered.items()]
    if kind == "AllocatedStars":
        law = {}
        for n, p in binomial(e["homes"], q, cut).items():
            for own, w in (0, 1 - q), (1, q):
                if w:
                    law[2 * n + own] = float(p * w)
        return [(1.0, law)]
    if kind == "Hypergeometric":
        n, k, b = e["population"], e["affected"], e["batch"]
        need(min(k, b) <= 2000, f"affected must be at most 2000 in a batch, was {k}")
        states = []
        for r in range(max(0, b + k - n), min(k, b) + 1):
            ways = math.comb(k, r) * math.comb(n - k, b - r)
            states.append((float(Fraction(ways, math.comb(n, b))), {r / k: 1.0}))
        return states
    shifts = e.get("shifts", [0, 1])
    chances = [Fraction(p) for p in e.get("probabilities", [1 - q, q])]
    total = sum(p for _, p in zip(shifts, chances))
    law = Counter()
    for s, p in zip(shifts, chances):
        law[s] += float(p / total)
    return [(1.0, law)]


def joint(e, cut):
    """Lemma 6: the joint bound of home stars, at eps >= 0."""
    q, k, m = e["rate"], e["homes"], e["multiplier"]
    terms = Counter()
    for n, p in binomial(k, Fraction(q), cut).items():
        for o, w in binomial(n * k, Fraction(q), cut).items():
            terms.update({(n + 2 * o, 0): p * w * (1 - q) * (n > 0), (n + 2 * o + 1, 0): p * w * q})
        terms.update({(2 * n, 1): p * (1 - q), (1, 1): p * q})
    eta = -math.expm1((k + 1) * math.log1p(-q))

    def height(eps):
        g = math.log1p(math.expm1(eps) / eta) * (1 - 8 * U) - 8 * U
        beta = eta * math.exp(eps) / (eta + math.expm1(eps))
        shares = {0: 1 - beta + 8 * U, 1: beta}
        total = 0
        for (s, i), w in terms.items():
            if s:
                pair = [(s / m, 1.0)], [(0.0, 1.0)]
                total += shares[i] * w * stick(g, pair, g * m / s)[0]
        return (1 + 1e-11) * total

    return lambda points: [height(eps) for eps in points]


# ---- random allocation


def ended(p, way, cut):
    """Lemma 7: the far ends of a sum: what is most for this order of the pair is counted apart,
    the rest becomes the next value."""
    first, mass, apart = p
    size = len(mass)
    hi, high, over = size, 0, 0
    while hi > 1 and high + mass[hi - 1] + (0 if way else over + high) <= cut:
        hi -= 1
        high += mass[hi]
        over += high
    lo, low = 0, 0
    while lo < hi - 1 and low + mass[lo] <= cut:
        low += mass[lo]
        lo += 1
    mass = mass[lo:hi]
    if hi < size:
        mass[-1] += high
    if not way:
        mass[0] += low
    return first + lo, mass, apart + (low if way else over)


def allocated(t, mu, cut):
    """Lemma 7: random allocation, from sums of t log-normal numbers on multiples of g; in both
    orders of the pair."""
    g = Fraction(math.sqrt(math.expm1(mu * mu)) / (20 + 200 // t))
    rise = [1.0]
    while rise[-1] * WHOLE > cut:  # the mean of what a number has above k g
        far = f"random allocation with a multiplier of {1 / mu} spreads too far to be checked"
        need(len(rise) < 3 * 10**5, far)
        a = math.log(float(g) * len(rise)) / mu + mu / 2
        rise.append(stick(mu * (a - mu / 2), ([(mu, 1.0)], [(0.0, 1.0)]), a)[0])
    rise = [1 + g, *map(Fraction, rise), Fraction(rise[-1])]
    masses = []
    for x, y, z in zip(rise, rise[1:], rise[2:]):
        masses.append(max(0, math.ceil((x - 2 * y + z) / g * WHOLE)))
    above = math.ceil(rise[-1] / g * WHOLE)

    def plus(p, q, way):
        first, mass, _ = summed((p[0], p[1], 0), (q[0], q[1], 0))
        apart = (p[2] * sum(q[1]) + q[2] * sum(p[1]) + p[2] * q[2]) // WHOLE + 2
        return ended((first, mass, apart), way, cut)

    found = []
    for way in 0, 1:
        start = total = ended((0, masses, 0 if way else above), way, cut)
        for bit in f"{t:b}"[1:]:
            total = plus(total, total, way)
            if bit == "1":
                total = plus(total, start, way)
        first, mass, _ = total
        means = [m * (first + i) for i, m in enumerate(mass)]
        found.append((total, [*accumulate(mass)], [*accumulate(means)]))

    def heights(way, points):
        (first, mass, apart), below, means = found[way]
        x = g / t
        for eps in points:
            alpha = Fraction(math.exp(eps) * (1 - (4 + abs(eps)) * 2 * U))
            threshold = (1 / alpha if way else alpha) / x
            at = min(len(mass), max(0, math.floor(threshold) + 1 - first))
            b, a = (below[at - 1], means[at - 1]) if at else (0, 0)  # values from there are larger
            if way:
                rest = b - alpha * x * a + apart
            else:
                rest = x * (means[-1] - a + apart) - alpha * (below[-1] - b)
            yield float(rest / WHOLE) * (1 + 8 * U)

    return [lambda points, way=way: list(heights(way, points)) for way in (0, 1)]


def chained(pair, homes, m):
    """Lemma 8: stars leave and come one after the other; every way to divide eps among these links
    gives a bound."""
    n = 2 * homes + 1

    def cost(way, eps, d):
        room = 8 * U * (1 + abs(eps) + n * abs(d))
        parts = [eps / n + d * (i - homes) - room for i in range(n)]
        hidden = [pair[i >= homes + 1 - way]([part])[0] for i, part in enumerate(parts)]
        total = math.fsum(math.exp(math.fsum(parts[:i])) * x for i, x in enumerate(hidden))
        return total * (1 + 64 * n * U * (1 + abs(eps) + abs(d)))

    def height(way, eps):
        apart = 4 / m**2 + abs(eps) / n
        low, high = -apart, apart
        known = {}
        while high - low > apart / 200:  # what the smallest is does not matter to its truth
            left = low + 0.382 * (high - low)
            right = high - 0.382 * (high - low)
            for d in left, right:
                if d not in known:
                    known[d] = cost(way, eps, d)
            if known[left] < known[right]:
                high = right
            else:
                low = left
        return min(known.values())

    return [lambda points, way=way: [height(way, eps) for eps in points] for way in (0, 1)]


# ---- the curves of all events


def stated_curve(e, of, against):
    """The sum of (p - alpha q)+ over the outcomes, whose rounding goes to p and to alpha."""
    least = min(sum(map(Fraction, e["with"])), sum(map(Fraction, e["without"])))
    lacking = float(max(0, 1 - Fraction(e["beyond"]) - least))

    def height(eps):
        alpha = math.exp(eps)
        outcomes = [max(0.0, p - alpha * (1 - 1e-12) * q) for p, q in zip(e[of], e[against])]
        rest = e["beyond"] + (1 + 1e-11) * lacking
        return min(1.0, rest + (1 + 1e-11) * math.fsum(outcomes))

    return lambda points: [height(eps) for eps in points]


def laplace_curve(m):
    return lambda points: [max(0.0, -math.expm1((eps - 1 / m) / 2)) + 8 * U for eps in points]


def smaller(one, other):
    return lambda points: [min(x, y) for x, y in zip(one(points), other(points))]


def curves(e, span, cut):
    """The divergence at e^eps of a step's pair, at least, in both directions."""
    kind, m = e["kind"], e.get("multiplier")
    if kind == "StatedPair":
        return [stated_curve(e, "with", "without"), stated_curve(e, "without", "with")]
    if kind == "RandomisedAnswer":  # the outcomes of Lemma 56 (i)
        truth = Fraction(e["truth"])
        lie = (1 - truth) / (e["answers"] - 1)
        p, q, other = float(truth), float(lie), float(1 - truth - lie)
        law = {"kind": "StatedPair", "with": [p, q, other], "without": [q, p, other], "beyond": 0.0}
        return curves(law, span, cut)
    if kind == "Laplace":
        return [mirrored(laplace_curve(m))] * 2
    if kind in ("RandomAllocation", "AllocatedStars"):
        if kind == "AllocatedStars" and e["batches"] == 1:
            multiplier = m / (2 * e["homes"] + 1) * (1 - 4 * U)
            return curves(dict(kind="Gaussian", multiplier=multiplier), span, cut)
        pair = allocated(e["batches"], 1 / m, max(1, int(cut * WHOLE)))
        return pair if kind == "RandomAllocation" else chained(pair, e["homes"], m)
    laws = []
    for p, law in states_of(e, span, cut):
        centres = [(s / m, w) for s, w in law.items() if w > 0]
        laws.append((p, centres, [(-c, w) for c, w in centres]))
    if e.get("relation") == "REPLACE":
        return [along([(p, (right, left)) for p, right, left in laws])] * 2
    standard = [(0.0, 1.0)]
    there = along([(p, (right, standard)) for p, right, _ in laws])
    back = along([(p, (standard, left)) for p, _, left in laws])
    if kind in ("Gaussian", "Hypergeometric", "WithoutReplacement"):
        return [mirrored(there)] * 2
    if kind != "HomeStars" or e["homes"] > 16:
        return [there, back]
    other = mirrored(joint(e, cut))
    return [smaller(there, other), smaller(back, other)]


# ---- all steps: sums of discrete losses in whole numbers


def discretised(curve, h, reach):
    """Lemma 3: connects points of the curve by chords and reads the losses off the corners, in
    rational numbers: the first multiple of h, masses from there on, and the mass at infinity, all
    rounded up."""
    points = [0]
    while points[-1] * h < reach:
        points.append(points[-1] + 1 + points[-1] // 150)
    points = [-i for i in points[:0:-1]] + points
    hull = [(Fraction(0), Fraction(1), 0)]
    for i, height in zip(points, curve([i * h for i in points])):
        x, y = Fraction(math.exp(i * h)), Fraction(min(1.0, height))
        while len(hull) > 1:
            (x0, y0, _), (x1, y1, _) = hull[-2:]
            if (y - y1) * (x1 - x0) > (y1 - y0) * (x - x1):
                break
            hull.pop()
        hull.append((x, y, i))
    while len(hull) > 2 and hull[-1][1] >= hull[-2][1]:
        hull.pop()
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(hull, hull[1:])] + [Fraction(0)]
    first = hull[1][2]
    mass = [0] * (hull[-1][2] - first + 1)
    for (x, _, i), before, after in zip(hull[1:], slopes, slopes[1:]):
        mass[i - first] = math.ceil(x * (after - before) * WHOLE)
    return first, mass, math.ceil(hull[-1][1] * WHOLE)


def summed(p, q):
    """Of independent losses: one exact product of two long integers, in which every mass has
    digits of its own."""
    (f, a, i), (g, b, j) = p, q
    x = Decimal("".join([f"{v:0{WIDTH}d}" for v in a]))
    y = Decimal("".join([f"{v:0{WIDTH}d}" for v in b]))
    size = (len(a) + len(b) - 1) * WIDTH
    exact = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
    digits = str(exact.multiply(x, y)).zfill(size)
    mass = [-(-int(digits[k : k + WIDTH]) // WHOLE) for k in range(0, size, WIDTH)]
    return f + g, mass, i + j + (i + j) // 10**9 + 1


def trimmed(p, cut):
    """Small losses, of at most cut together, become the least that is left; large ones become
    infinite."""
    first, mass, infinite = p
    lo, low = 0, 0
    while lo < len(mass) - 1 and low + mass[lo] <= cut:
        low += mass[lo]
        lo += 1
    hi, high = len(mass), 0
    while hi > lo + 1 and high + mass[hi - 1] <= cut:
        hi -= 1
        high += mass[hi]
    return first + lo, [mass[lo] + low] + mass[lo + 1 : hi], infinite + high


def repeated(p, times, cut):
    """The losses of so many steps, by doubling."""
    result, done, size = None, 0, 1
    while times:
        p = trimmed(p, cut * size)
        if times & 1:
            done += size
            result = trimmed(summed(result, p), cut * done) if result else p
        if times > 1:
            p = summed(p, p)
        times >>= 1
        size *= 2
    return result


def bound(counts, eps, delta, h, span):
    """Lemma 4: the delta of all steps at eps, at least, in the worse direction."""
    total = sum(n for _, n in counts)
    reach = eps + 30
    lost = 1e-6 * delta / total  # left out of a step's laws
    cut = int(1e-6 * delta * WHOLE / total)  # cut off a step's losses
    steps = []
    for e, n in counts:
        values = 4 * e.get("maxOutDegree", e.get("homes", 0) ** 2) + 100
        steps.append((curves(e, span, Decimal(lost / values)), n))

    def losses_of(curve, n):
        raised = discretised(lambda points: [x + lost for x in curve(points)], h, reach)
        return repeated(raised, n, cut)

    worst = 0.0
    for way in 0, 1:
        losses = None
        for pair, n in steps:
            one = losses_of(pair[way], n)
            losses = trimmed(summed(losses, one), cut * total) if losses else one
        first, mass, infinite = losses
        at = eps - total * (2 + 2 * reach) * U  # the multiples of h are off by a rounding
        finite = math.fsum(
            v / WHOLE * -math.expm1(at - k * h) for k, v in enumerate(mass, first) if k * h > at
        )
        worst = max(worst, (finite + infinite / WHOLE) * (1 + 1e-12))
    return worst


def bounded(counts, eps, delta, h):
    """Refuses unless the delta of all steps at eps is proved to be at most delta, for all
    out-degrees; what is proved."""
    degrees = set()
    for e, _ in counts:
        if "maxOutDegree" in e:
            most = e["maxOutDegree"]
            degrees.add((max(1, min(most, int(e["peripherals"]))), most))
    need(
        len(degrees) < 2,
        "it composes HeterPoisson steps of different degrees, which is not supported",
    )
    knee, most = min(degrees, default=(1, 1))
    todo = [(knee, knee, 1)]  # up to M every degree is included in the next one
    if knee < most:
        todo.append((knee + 1, most, 1))
    begun = time.process_time()
    worst = 0.0
    while todo:
        low, high, finer = todo.pop()
        found = bound(counts, eps, delta, h / finer, (low, high))
        if found <= delta:
            worst = max(worst, found)
        elif low < high:
            middle = math.isqrt(low * high)
            todo += [(low, middle, finer), (middle + 1, high, finer)]
        else:
            need(
                finer < 16 and found < 1.02 * delta,
                f"delta is {found:.6g} at epsilon {eps} by this check, "
                f"more than the {delta:.6g} stated",
            )
            todo.append((low, high, 4 * finer))
        need(time.process_time() < begun + 300, "it takes more than 300 s of CPU to check")
    return worst


# ---- what a certificate says


def laws(e):
    """Refuses distributions that are none: probabilities are summed as rational numbers."""
    if e["kind"] == "MixtureOfGaussians":
        shifts, chances = len(e["shifts"]), len(e["probabilities"])
        need(
            0 < shifts == chances,
            f"there must be as many shifts as probabilities, were {shifts} and {chances}",
        )
        total = sum(map(Fraction, e["probabilities"]))
        need(abs(total - 1) <= 1e-9, f"probabilities must sum to 1, their sum was {float(total)}")
    if e["kind"] == "RandomisedAnswer":
        least = 1 / e["answers"]
        need(
            least <= e["truth"] < 1,
            f"truth must be at least {least}, as of {e['answers']} answers, and below 1, "
            f"was {e['truth']}",
        )
    if e["kind"] == "StatedPair":
        need(
            len(e["statement"].strip()) >= 20,
            f"a stated pair must have a statement of 20 letters at least, was {e['statement']!r}",
        )
        ones, others = len(e["with"]), len(e["without"])
        need(
            0 < ones == others <= 10000,
            "with and without must be equally long and have 1 to 10000 outcomes, "
            f"were {ones} and {others}",
        )
        for world in "with", "without":
            total = sum(map(Fraction, e[world]))
            least = 1 - Fraction(e["beyond"]) - Fraction(ROUNDING)
            need(
                least <= total <= 1 + Fraction(ROUNDING),
                f"{world} must sum to 1, less at most the {e['beyond']} beyond, "
                f"its sum was {float(total)}",
            )


def proves(e):
    """The relations of which an event's pair proves something."""
    kind = e["kind"]
    if kind == "HeterPoisson" or e.get("homes"):
        return ("PARTICIPATION",)
    if kind in ("HomeStars", "RandomAllocation") or e.get("relation") == "ADD_REMOVE":
        return ("ADD_REMOVE", "PARTICIPATION")
    if kind in ("WithoutReplacement", "RandomisedAnswer"):
        return ("REPLACE",)
    return CERTIFICATE["relation"]


def counted(event, times, counts, relation):
    """The event's single events and how often each occurs, its fields checked."""
    begins = type(event) is dict and next(iter(event), None) == "kind"
    need(begins, f"an event must begin with its kind, was {event!r:.200}")
    kind = event["kind"]
    fields = {name: value for name, value in event.items() if name != "kind"}
    if kind == "Composed":
        held(fields, dict(events=[dict]), kind)
        for e in event["events"]:
            counted(e, times, counts, relation)
    elif kind == "Repeated":
        held(fields, dict(event=dict, times=Span(int, 1, 10**6)), kind)
        counted(event["event"], times * event["times"], counts, relation)
    else:
        supported = type(kind) is str and kind in EVENTS
        need(supported, f"an event of kind {kind!r:.200} is not supported")
        held(fields, EVENTS[kind], kind)
        drawn = max(event.get("batch", 1), event.get("affected", 1))
        need(
            drawn <= event.get("population", 1e9),
            f"batch and affected must be at most the population, were {event}",
        )
        laws(event)
        proved = proves(event)
        need(
            relation in proved,
            f"{kind} proves something of {' and '.join(proved)}, nothing of {relation}",
        )
        counts[json.dumps(event)] += times
    return counts


def given(c, counts):
    """What the user states: of pairs, and of parts that the library does not have."""
    verdict = c["verdict"]
    must = f"the verdict must be GIVEN, was {verdict}"
    stated = [e["statement"] for e, _ in counts if e["kind"] == "StatedPair"]
    need(verdict == "GIVEN" or not stated, f"what a user states of a pair is no proof: {must}")
    own = c.get("byUser", [])
    need(own or "byUser" not in c, "byUser must name a part, was an empty list")
    need(verdict in ("GIVEN", "CLAIMED") or not own, f"what a user states is no proof: {must}")
    need(verdict != "GIVEN" or stated or own, "the verdict is GIVEN, and nothing is given")
    return list(dict.fromkeys(own + stated))


def once(pairs):
    """The fields of an object, none of which occurs twice."""
    need(len(dict(pairs)) == len(pairs), "a field occurs twice")
    return dict(pairs)


def fields_hold(c):
    """Refuses a certificate of another form, or one that contradicts itself."""
    has = [name for name in OPTIONAL if name in c]
    held({name: c[name] for name in has}, {name: OPTIONAL[name] for name in has}, "the certificate")
    need(
        all(0 < len(s) < 1000 for s in c.get("byUser", [])),
        "each sentence of byUser must have from 1 to 999 letters",
    )
    ledger = c.get("ledger", "0" * 64)
    need(
        len(ledger) == 64 and set(ledger) <= set("0123456789abcdef"),
        f"ledger must be a hash of 64 digits, was '{ledger:.200}'",
    )
    others = {name: value for name, value in c.items() if name not in OPTIONAL}
    held(others, CERTIFICATE, "the certificate")
    need(
        "ledger" not in c or any(f" {ledger}: it commits to" in term for term in c["terms"]),
        f"its terms do not name the ledger {ledger}",
    )
    need(
        STANDING[c["verdict"]] == c["standing"],
        f"verdict {c['verdict']} and standing \"{c['standing']}\" contradict each other",
    )


def numbers_hold(c):
    """Refuses an epsilon that is not the computed one rounded up, and parts that do not sum to
    delta."""
    raised = Context(prec=800).multiply(Decimal(c["computed"]), Decimal("1.001"))
    rounded = float(Context(prec=4, rounding=ROUND_CEILING).plus(raised))
    need(
        c["epsilon"] == rounded,
        f"epsilon must be the computed {c['computed']} x 1.001, rounded up to four digits, "
        f"was {c['epsilon']}",
    )
    delta, noise, accounting = c["delta"], c["parts"]["noise"], c["parts"]["accounting"]
    fits = accounting == delta - noise
    need(
        fits and Fraction(noise) + Fraction(accounting) <= Fraction(delta),
        f"the parts of delta must sum to {delta}, were {noise} and {accounting}",
    )


def step_holds(step, e, times):
    """Refuses what is stated of a step unless it follows from the event's public parameters."""
    pair = f"{e['kind']} {e.get('relation', '')}".strip()
    own = dict(times=times, pair=pair, noise=e.get("multiplier", 0), shifts=step["shifts"])
    need(step == own, f"{e}, {times} times, is not the step {step}")
    law = Counter()
    for p, shifts in states_of(e, None, Decimal("1e-25")):
        law.update({float(s): p * w for s, w in shifts.items()})
    for shift in step["shifts"]:
        need(
            len(shift) == 3,
            f"a shift must have a least and a most probability, was {shift!r:.200}",
        )
        s, least, most = shift
        held(s, SHIFT, "shift")
        held(least, PROBABILITY, "least")
        held(most, PROBABILITY, "most")
        p = law.pop(s, 0)
        need(
            least <= p <= most <= least * (1 + 1e-6),
            f"the shift {s} has probability {p}, stated from {least} to {most}",
        )
    lacking = [s for s, p in law.items() if p > 1.000001e-13]
    need(
        not lacking,
        f"shifts {lacking[:3]} are not stated: those of probability above 1e-13 must be",
    )


def check(text, required=None):
    """What an accepted certificate states, in one line; one of another verdict than the required
    is refused."""
    head, _, end = text.rpartition(' "sha256": ')
    own = hashlib.sha256(head.encode()).hexdigest()
    need(end == f'"{own}"\n}}\n', "its hash is another one: it was changed or cut off")
    self_test()
    c = json.loads(text, object_pairs_hook=once)
    fields_hold(c)
    verdict, standing = c["verdict"], c["standing"]
    need(
        required in (None, verdict),
        f"its verdict is {verdict} ({standing}), and {required} is required",
    )
    numbers_hold(c)
    counts = []
    for e, n in counted(c["event"], 1, Counter(), c["relation"]).items():
        counts.append((json.loads(e), n))
    need(counts, "there is no event to check")
    for e, _ in counts:
        units = UNITS.get(e["kind"], CERTIFICATE["unit"])
        about = f"{e['kind']} is about {' or '.join(units)}, not about {c['unit']}"
        need(c["unit"] in units, about)
    stated = given(c, counts)
    noise = c["parts"]["noise"]
    noiseless = {e["kind"] for e, _ in counts} <= {"Laplace", "RandomisedAnswer"}
    need(noise > 0 or verdict != "SOUND" or noiseless, "no part of delta is kept for noise")
    need(
        len(c["steps"]) == len(counts),
        f"there must be {len(counts)} different steps, were {len(c['steps'])}",
    )
    for step, (e, times) in zip(c["steps"], counts):
        step_holds(step, e, times)
    eps, h = c["epsilon"], c["discretisation"]["step"]
    need(eps / 1e5 <= h <= eps, f"the step must be from {eps / 1e5} to {eps}, was {h}")
    most = bounded(counts, eps, c["parts"]["accounting"], h) + noise
    said = f"epsilon {eps}, delta {c['delta']} (at most {most:.6g})"
    said += f" for {c['unit']}, {c['relation']}. {verdict}: {standing}"
    if stated:
        said += f". Given by the user: {', '.join(map(json.dumps, stated))}"
    if "ledger" in c:
        said += f". Steps can be checked: the ledger ends with {c['ledger']}"
    return said


# ---- this machine, and the command


def self_test():
    """Refuses a machine whose elementary functions are less exact than U says."""
    with localcontext() as context:
        context.prec = 110
        for i in range(-7, 65):
            x = term = Decimal(i) / 8
            erf = Decimal(0)
            for n in range(400):
                erf += term / (2 * n + 1)
                term *= -x * x / (n + 1)
            exact = {
                math.erfc: 1 - 2 * erf / PI.sqrt(),
                math.exp: x.exp(),
                math.expm1: x.exp() - 1,
                math.log1p: (1 + x).ln(),
            }
            for f, y in exact.items():
                near = abs(Decimal(f(x)) - y) <= abs(y) * Decimal(U)
                need(near, f"{f.__name__}({x}) is inexact on this machine")


def judged(name, required):
    """Says of a file what it is; the exit status that this asks for."""
    code, what = 2, "cannot be read"
    try:
        with open(name, "rb") as file:
            text = file.read().decode("ascii", "replace")
        what = "no certificate"
        need(text.startswith(BEGINNING) and "\ufffd" not in text, "it is another file")
        code, what = 1, "refused"
        print(shown(f"accepted: {name}: {check(text, required)}"))
        return 0
    except Exception as e:  # whatever goes wrong, nothing is accepted
        why = repr(e)
        if isinstance(e, OSError):
            why = e.strerror
        elif type(e) is ValueError:
            why = e
        print(shown(f"{what}: {name}: {why}"), file=sys.stderr)
        return code


def main(files):
    required = None
    if files[:1] == ["--require"]:
        required = "".join(files[1:2])
        files = files[2:]
        if required not in STANDING:
            names = ", ".join(STANDING)
            said = f"verify: --require must be one of {names}, was '{shown(required)}'"
            print(said, file=sys.stderr)
            return 2
    if not files or files[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    return max(judged(name, required) for name in files)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
