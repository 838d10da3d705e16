"""Checks certificates of an epsilon: bounds delta at the stated epsilon anew, by other means than the library's.
environment/verify [--require VERDICT] FILE... exits with 0 where every file is accepted, 1 where one is refused, 2 where one cannot be read or is no certificate.
With --require SOUND a certificate of another verdict is refused, however right its epsilon is.
docs/certificates.md has the lemmas, and what this does not check. Python 3.9 and its standard library."""
import hashlib, json, math, sys, time
from collections import Counter, namedtuple
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, ROUND_CEILING, Context, Decimal, localcontext
from fractions import Fraction
from itertools import accumulate

U = 2.0**-50  # relative error of erfc, exp, expm1 and log1p, at most: self_test() looks
WHOLE, WIDTH = 10**34, 76  # a probability of one as an integer, and the digits that a sum of products of two such takes
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651")
BEGINNING = '{\n "certificate": "dpgnn epsilon",\n'
ROUNDING = 1e-12  # what the masses of a stated law may be off from one
STANDING = {"SOUND": "proved for what ran", "CLAIMED": "claimed, without a proof", "IDEAL": "holds for exact arithmetic and noise that nobody knows, not for a run from a seed", "GIVEN": "follows from what its user states"}

Span = namedtuple("Span", "kind least most")  # a number of this type within these limits
SCALE, CHANCE, COUNT = Span(float, 1e-6, 1e9), Span(float, 0, 1), Span(int, 1, 10**9)
# The form of a value: its fields in their order, a list's elements, the values that it may have, the limits of a number, or words.
EVENTS = {
    "Gaussian": dict(multiplier=SCALE),
    "Laplace": dict(multiplier=SCALE),
    "PoissonSampled": dict(rate=CHANCE, multiplier=SCALE, relation=("ADD_REMOVE", "REPLACE")),
    "WithoutReplacement": dict(population=COUNT, batch=COUNT, multiplier=SCALE),
    "MixtureOfGaussians": dict(multiplier=SCALE, shifts=[Span(float, 0, 1e9)], probabilities=[CHANCE]),
    "HeterPoisson": dict(rate=CHANCE, peripherals=SCALE, maxOutDegree=COUNT, multiplier=SCALE, enforced=(True, False), proof=("CONSERVATIVE",)),
    "HomeStars": dict(rate=CHANCE, homes=Span(int, 0, 1000), multiplier=SCALE),
    "Hypergeometric": dict(population=COUNT, affected=COUNT, batch=COUNT, multiplier=SCALE),
    "RandomAllocation": dict(batches=Span(int, 1, 10**6), multiplier=SCALE),
    "AllocatedStars": dict(batches=Span(int, 1, 10**6), homes=Span(int, 1, 16), multiplier=SCALE),
    "RandomisedAnswer": dict(truth=CHANCE, answers=Span(int, 2, 10**6)),
    "StatedPair": {"statement": str, "with": [CHANCE], "without": [CHANCE], "beyond": CHANCE},
}
CERTIFICATE = dict(
    certificate=("dpgnn epsilon",), version=(1,), run=str, verdict=tuple(STANDING), standing=tuple(STANDING.values()),
    unit=("FEATURE", "EDGE", "NODE", "RECORD", "OWNER", "GRAPH"), relation=("ADD_REMOVE", "PARTICIPATION", "REPLACE"), terms=[str],
    epsilon=Span(float, 1e-4, 400), computed=Span(float, 0, 400), delta=Span(float, 1e-15, 0.5),
    parts=dict(noise=Span(float, 0, 0.5), accounting=Span(float, 0, 0.5)), accountant=str,
    discretisation=dict(step=Span(float, 0, 400), truncated=(1e-6,)), event=dict,
    steps=[dict(times=Span(int, 1, 10**18), pair=str, noise=Span(float, 0, 1e9), shifts=[list])], sha256=str)
SHIFT, PROBABILITY = Span(float, 0, 1e9), Span(float, 1e-300, 1 + 1e-6)
DRAWN, STARS = ("PoissonSampled", "WithoutReplacement", "Hypergeometric", "RandomAllocation"), ("HeterPoisson", "HomeStars", "AllocatedStars")
UNITS = {**dict.fromkeys(DRAWN, CERTIFICATE["unit"][:-1]), **dict.fromkeys(STARS, ("NODE",)), "RandomisedAnswer": ("FEATURE", "RECORD")}  # the whole graph is not drawn, stars are of nodes, answers are about a row; of others any
OPTIONAL = {"byUser": [str], "ledger": str}  # fields that a certificate may have: parts that its user gives, and the hash of the ledger by which steps can be checked

def need(holds, why):
    if not holds: raise ValueError(why)

def held(value, form, name):
    """Refuses a value of another type or form."""
    was = f"was {type(value).__name__} {value!r:.200}"
    if isinstance(form, dict):
        need(type(value) is dict and list(value) == list(form), f"{name} must have the fields {', '.join(form)}, {was}")
        for key in form: held(value[key], form[key], key)
    elif isinstance(form, list):
        need(type(value) is list, f"{name} must be a list, {was}")
        for v in value: held(v, form[0], name)
    elif isinstance(form, Span):
        need(type(value) is form.kind and form.least <= value <= form.most, f"{name} must be a number ({form.kind.__name__}) from {form.least} to {form.most}, {was}")
    elif isinstance(form, tuple): need(any(type(value) is type(f) and value == f for f in form), f"{name} must be one of {form}, {was}")
    else: need(type(value) is form, f"{name} must be of type {form.__name__}, {was}")

def shown(text):
    """In one line of visible characters, whatever a file or its name says."""
    return "".join(c if " " <= c <= "~" else c.encode("unicode_escape", "backslashreplace").decode() for c in text)

def tail(z): return math.erfc(z * math.sqrt(0.5)) / 2

def side(mixture, t):
    """ln of a mixture's density over that of N(0, 1) at t, its error at most, and its slope. A mixture of normal distributions of
    deviation 1 is a list of (centre, weight). In a pair (A, B) of them only A has centres above 0, and only B below."""
    total = rise = slope = blur = 0.0
    for c, w in mixture:
        e = c * (t - c / 2)
        if e > 600: return 1e9, 1.0, 1.0
        x, y = math.expm1(e), math.exp(e)
        total, rise, slope, blur = total + w * y, rise + w * x, slope + w * c * y, blur + w * (y + 1) * (8 + abs(c * t) + c * c)
    if total < 1e-250: return -575.0, 1e9, 1.0
    f = math.log1p(rise) if rise > -0.5 else math.log(total)
    return f, U * (abs(f) + (blur / total if rise > -0.5 else 64 + 4 * t * t + 4 * max(c * c for c, _ in mixture))), slope / total

def stick(eps, pair, near):
    """Lemma 1: the divergence of A from B at e^eps, at least; and where it was read: a threshold t, left of the best one."""
    eps, found = eps - U * (2 + abs(eps)), None
    lo, hi = min(min(m)[0] for m in pair) - 37, max(max(m)[0] for m in pair) + 37  # a tail is less than 1e-290 there
    t = min(max(near, lo), hi)
    for _ in range(100):
        (fa, ea, da), (fb, eb, db) = side(pair[0], t), side(pair[1], t)
        f, err, slope = fa - fb, ea + eb, da - db
        if f + err <= eps: lo, found = t, (f, err)
        else: hi = t
        if t == lo and eps - f <= max(1e-8 * slope, 4 * err): break
        newton = t + (eps - f - 2 * err) / slope - 4e-9 if slope > 0 else lo
        t = newton if lo < newton < hi else (lo + hi) / 2
        if not lo < t < hi: break
    if not found:  # even at the far left A/B is not below e^eps
        return max(0.0, -math.expm1(eps)) + 4 * (sum(side(m, lo)[1] for m in pair) + U) * max(1, math.exp(eps)), lo
    t, (f, err), total, wrong = lo, found, 0.0, 1e-290
    for c, w in pair[0] + pair[1]:
        x, y = w * tail(t - c), w * math.exp(min(c * (t - c / 2), 600)) * tail(t)
        if c < 0: x, y = math.exp(f + err) * y, math.exp(f - err) * x
        if c: total, wrong = total + x - y, wrong + (x + y) * (16 + (t - c) ** 2 + 4 * t * t + 4 * c * c) * U
    return max(0.0, total) + wrong, t

def along(states):
    """Lemma 2: the curve when it is seen which pair is played; states are (probability, pair)."""
    def heights(pair, points, t=0.0):
        for eps in points:
            height, t = stick(eps, pair, t)
            yield height
    return lambda points: [sum(p * x for (p, _), x in zip(states, xs)) * (1 + 16 * len(states) * U)
                           for xs in zip(*(heights(pair, points) for _, pair in states))]

def mirrored(curve):
    """A symmetric curve from its half at eps >= 0: H(1/a) = 1 - 1/a + H(a)/a."""
    return lambda points: [x if eps >= 0 else (math.exp(eps) * x - math.expm1(eps)) * (1 + 16 * U)
                           for eps, x in zip(points, curve([abs(eps) for eps in points]))]

def binomial(n, p, cut):
    """The law without values that are less than cut times as likely as the likeliest."""
    with localcontext() as context:
        context.prec, p = 50, Decimal(p.numerator) / p.denominator
        mode, law = n if p == 1 else int((n + 1) * p), {}
        for to, end in (1, n), (-1, 0):
            k, law[mode] = mode, Decimal(1)
            while law[k] > cut and k != end and p < 1:
                law[k + to] = law[k] * ((n - k) * p / ((k + 1) * (1 - p)) if to > 0 else k * (1 - p) / ((n - k + 1) * p))
                k += to
        total = sum(law.values())
        return {k: float(law[k] / total) for k in sorted(law)}

def moved(e, stars):
    """HeterPoisson: the law of the change, from that of the number of stars that z enters."""
    both = {1: e["rate"]} if e["enforced"] else {2 * k + 1: e["rate"] * p for k, p in stars.items()}
    return {**{2 * k: float(1 - Fraction(e["rate"])) * p for k, p in stars.items()}, **both}

def stars(e, low, high, cut):
    """Lemma 5: states whose curve lies above that of every out-degree in low..high."""
    m, seen, weight, states = Fraction(e["peripherals"]), binomial(low, Fraction(e["rate"]), cut), Counter(), []
    log_low, log_high = (math.log1p(-float(m / d)) if m < d else -1e9 for d in (low, high))
    mean, kept = low * e["rate"], [min(seen)]
    while kept[-1] < max(seen):
        wide = math.sqrt(mean) * (2 if abs(kept[-1] - mean) > 4 * math.sqrt(mean) else 0.7)  # how far apart decides how tight it is
        kept.append(min(max(seen), kept[-1] + max(1, int(wide))))
    for n, p in seen.items():  # what is not kept is spread over its neighbours, so that the mean chance of a star does not fall
        least, most = max(k for k in kept if k <= n), min(k for k in kept if k >= n)
        up = min(1.0, math.expm1((n - least) * log_low) / math.expm1((most - least) * log_low) * (1 + 1e-12)) if n > least else 1.0
        weight[most] += up * p
        weight[least] += (1 - up) * p
    for n in kept:
        coins = n * log_low / log_high * (1 + 1e-12) if low < high else n
        whole, law = int(coins), Counter()
        part = min(1.0, math.expm1((coins - whole) * log_high) / math.expm1(log_high)) if coins > whole else 0.0
        for i, share in (whole, 1 - part), (whole + 1, part):
            law.update({k: p * share for k, p in binomial(i, min(Fraction(1), m / high), cut).items()} if share else {})
        states.append((weight[n] * (1 + 1e-12), moved(e, law)))
    return states

def states_of(e, span, cut):
    """What may be seen of a step, how likely, and the law {shift: probability} then, all from the event's public parameters."""
    kind, q = e["kind"], Fraction(e["rate"]) if "rate" in e else Fraction(e.get("batch", 1), e.get("population", e.get("batches", 1)))
    if kind == "HeterPoisson":  # without a span: at the largest out-degree, nothing seen
        d, m = e["maxOutDegree"], Fraction(e["peripherals"])
        return stars(e, *span, cut) if span else [(1.0, moved(e, binomial(d, q * min(1, m / d), cut)))]
    if kind == "HomeStars":
        return [(p, {2 * n: float(1 - q), 1: float(q)}) for n, p in binomial(e["homes"], q, cut).items()]
    if kind == "AllocatedStars":
        return [(1.0, {2 * n + own: float(p * w) for n, p in binomial(e["homes"], q, cut).items() for own, w in ((0, 1 - q), (1, q)) if w})]
    if kind == "Hypergeometric":
        n, k, b = e["population"], e["affected"], e["batch"]
        need(min(k, b) <= 2000, f"affected must be at most 2000 in a batch, was {k}")
        ways = {r: math.comb(k, r) * math.comb(n - k, b - r) for r in range(max(0, b + k - n), min(k, b) + 1)}
        return [(float(Fraction(w, math.comb(n, b))), {r / k: 1.0}) for r, w in ways.items()]
    law, given = Counter(), list(zip(e.get("shifts", [0, 1]), map(Fraction, e.get("probabilities", [1 - q, q]))))
    for s, p in given: law[s] += float(p / sum(w for _, w in given))
    return [(1.0, law)]

def joint(e, cut):
    """Lemma 6: the joint bound of home stars, at eps >= 0."""
    q, k, m, terms = e["rate"], e["homes"], e["multiplier"], Counter()
    for n, p in binomial(k, Fraction(q), cut).items():
        for o, w in binomial(n * k, Fraction(q), cut).items():
            terms.update({(n + 2 * o, 0): p * w * (1 - q) * (n > 0), (n + 2 * o + 1, 0): p * w * q})
        terms.update({(2 * n, 1): p * (1 - q), (1, 1): p * q})
    def height(eps, eta=-math.expm1((k + 1) * math.log1p(-q))):
        g, beta = math.log1p(math.expm1(eps) / eta) * (1 - 8 * U) - 8 * U, eta * math.exp(eps) / (eta + math.expm1(eps))
        shares = {0: 1 - beta + 8 * U, 1: beta}
        return (1 + 1e-11) * sum(shares[i] * w * stick(g, ([(s / m, 1.0)], [(0.0, 1.0)]), g * m / s)[0] for (s, i), w in terms.items() if s)
    return lambda points: [height(eps) for eps in points]

def ended(p, way, cut):
    """Lemma 7: the far ends of a sum: what is most for this order of the pair is counted apart, the rest becomes the next value."""
    (first, mass, apart), lo, low, hi, high, over = p, 0, 0, len(p[1]), 0, 0
    while hi > lo + 1 and high + mass[hi - 1] + (0 if way else over + high) <= cut: hi, high = hi - 1, high + mass[hi - 1]; over += high
    while lo < hi - 1 and low + mass[lo] <= cut: lo, low = lo + 1, low + mass[lo]
    mass = mass[lo:hi]
    mass[-1] += high if hi < len(p[1]) else 0
    mass[0] += 0 if way else low
    return first + lo, mass, apart + (low if way else over)

def allocated(t, mu, cut):
    """Lemma 7: random allocation, from sums of t log-normal numbers on multiples of g; in both orders of the pair."""
    g, rise, found = Fraction(math.sqrt(math.expm1(mu * mu)) / (20 + 200 // t)), [1.0], []
    while rise[-1] * WHOLE > cut:  # the mean of what a number has above k g
        need(len(rise) < 3 * 10**5, f"random allocation with a multiplier of {1 / mu} spreads too far to be checked")
        a = math.log(float(g) * len(rise)) / mu + mu / 2
        rise.append(stick(mu * (a - mu / 2), ([(mu, 1.0)], [(0.0, 1.0)]), a)[0])
    rise = [1 + g, *map(Fraction, rise), Fraction(rise[-1])]
    one = 0, [max(0, math.ceil((x - 2 * y + z) / g * WHOLE)) for x, y, z in zip(rise, rise[1:], rise[2:])]
    def plus(p, q, way):
        first, mass, _ = summed((*p[:2], 0), (*q[:2], 0))
        return ended((first, mass, (p[2] * sum(q[1]) + q[2] * sum(p[1]) + p[2] * q[2]) // WHOLE + 2), way, cut)
    for way in 0, 1:
        start = total = ended((*one, 0 if way else math.ceil(rise[-1] / g * WHOLE)), way, cut)
        for bit in f"{t:b}"[1:]:
            total = plus(total, total, way)
            if bit == "1": total = plus(total, start, way)
        found.append((total, [*accumulate(total[1])], [*accumulate(m * (total[0] + i) for i, m in enumerate(total[1]))]))
    def heights(way, points):
        (first, mass, apart), masses, means = found[way]
        for eps in points:
            alpha, x = Fraction(math.exp(eps) * (1 - (4 + abs(eps)) * 2 * U)), g / t
            at = min(len(mass), max(0, math.floor((1 / alpha if way else alpha) / x) + 1 - first))  # values from there on are larger
            b, a = (masses[at - 1], means[at - 1]) if at else (0, 0)
            rest = b - alpha * x * a + apart if way else x * (means[-1] - a + apart) - alpha * (masses[-1] - b)
            yield float(rest / WHOLE) * (1 + 8 * U)
    return [lambda points, way=way: list(heights(way, points)) for way in (0, 1)]

def chained(pair, homes):
    """Lemma 8: stars leave and come one after the other; every way to divide eps among these links gives a bound."""
    n = 2 * homes + 1
    def height(way, eps, apart, known):
        def cost(d):
            if d not in known:
                parts = [eps / n + d * (i - homes) - 8 * U * (1 + abs(eps) + n * abs(d)) for i in range(n)]
                hidden = [pair[i >= homes + 1 - way]([x])[0] for i, x in enumerate(parts)]
                known[d] = math.fsum(math.exp(math.fsum(parts[:i])) * x for i, x in enumerate(hidden)) * (1 + 64 * n * U * (1 + abs(eps) + abs(d)))
            return known[d]
        low, high = -apart, apart
        while high - low > apart / 200:  # what the smallest of these is does not matter to its truth
            left, right = low + 0.382 * (high - low), high - 0.382 * (high - low)
            low, high = (low, right) if cost(left) < cost(right) else (left, high)
        return min(known.values())
    return lambda m: [lambda points, way=way: [height(way, eps, 4 / m ** 2 + abs(eps) / n, {}) for eps in points] for way in (0, 1)]

def curves(e, span, cut):
    """The divergence at e^eps of a step's pair, at least, in both directions."""
    kind, m, one = e["kind"], e.get("multiplier"), [(0.0, 1.0)]
    if kind == "StatedPair":  # the sum of (p - alpha q)+ over the outcomes, whose rounding goes to p and to alpha
        lacking = float(max(0, 1 - Fraction(e["beyond"]) - min(sum(map(Fraction, e[w])) for w in ("with", "without"))))
        above = lambda a, b, alpha: min(1.0, e["beyond"] + (1 + 1e-11) * lacking + (1 + 1e-11) * math.fsum(max(0.0, p - alpha * (1 - 1e-12) * q) for p, q in zip(e[a], e[b])))
        return [lambda points, ab=ab: [above(*ab, math.exp(eps)) for eps in points] for ab in (("with", "without"), ("without", "with"))]
    if kind == "RandomisedAnswer":  # the outcomes of Lemma 56 (i)
        t, lie = Fraction(e["truth"]), (1 - Fraction(e["truth"])) / (e["answers"] - 1)
        p, q, other = map(float, (t, lie, 1 - t - lie))
        return curves({"kind": "StatedPair", "with": [p, q, other], "without": [q, p, other], "beyond": 0.0}, span, cut)
    if kind == "Laplace": return [mirrored(lambda points: [max(0.0, -math.expm1((eps - 1 / m) / 2)) + 8 * U for eps in points])] * 2
    if kind == "RandomAllocation": return allocated(e["batches"], 1 / m, max(1, int(cut * WHOLE)))
    if kind == "AllocatedStars" and e["batches"] == 1: return curves(dict(kind="Gaussian", multiplier=m / (2 * e["homes"] + 1) * (1 - 4 * U)), span, cut)
    if kind == "AllocatedStars": return chained(allocated(e["batches"], 1 / m, max(1, int(cut * WHOLE))), e["homes"])(m)
    laws = [(p, [(s / m, w) for s, w in law.items() if w > 0]) for p, law in states_of(e, span, cut)]
    if e.get("relation") == "REPLACE": return [along([(p, (law, [(-c, w) for c, w in law])) for p, law in laws])] * 2
    there, back = along([(p, (law, one)) for p, law in laws]), along([(p, (one, [(-c, w) for c, w in law])) for p, law in laws])
    if kind in ("Gaussian", "Hypergeometric", "WithoutReplacement"): return [mirrored(there)] * 2
    if kind != "HomeStars" or e["homes"] > 16: return [there, back]
    other = mirrored(joint(e, cut))
    return [lambda points, c=c: [min(x, y) for x, y in zip(c(points), other(points))] for c in (there, back)]

def discretised(curve, h, reach):
    """Lemma 3: connects points of the curve by chords and reads the losses off the corners, in rational numbers: the first
    multiple of h, masses from there on, and the mass at infinity, all rounded up."""
    points, hull = [0], [(Fraction(0), Fraction(1), 0)]
    while points[-1] * h < reach: points.append(points[-1] + 1 + points[-1] // 150)
    points = [-i for i in points[:0:-1]] + points
    for i, height in zip(points, curve([i * h for i in points])):
        x, y = Fraction(math.exp(i * h)), Fraction(min(1.0, height))
        while len(hull) > 1 and (y - hull[-1][1]) * (hull[-1][0] - hull[-2][0]) <= (hull[-1][1] - hull[-2][1]) * (x - hull[-1][0]): hull.pop()
        hull.append((x, y, i))
    while len(hull) > 2 and hull[-1][1] >= hull[-2][1]: hull.pop()
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(hull, hull[1:])] + [Fraction(0)]
    mass = [0] * (hull[-1][2] - hull[1][2] + 1)
    for (x, _, i), before, after in zip(hull[1:], slopes, slopes[1:]): mass[i - hull[1][2]] = math.ceil(x * (after - before) * WHOLE)
    return hull[1][2], mass, math.ceil(hull[-1][1] * WHOLE)

def summed(p, q):
    """Of independent losses: one exact product of two long integers, in which every mass has digits of its own."""
    (f, a, i), (g, b, j) = p, q
    x, y = (Decimal("".join([f"{v:0{WIDTH}d}" for v in masses])) for masses in (a, b))
    size = (len(a) + len(b) - 1) * WIDTH
    digits = str(Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN).multiply(x, y)).zfill(size)
    return f + g, [-(-int(digits[k : k + WIDTH]) // WHOLE) for k in range(0, size, WIDTH)], i + j + (i + j) // 10**9 + 1

def trimmed(p, cut):
    """Small losses, of at most cut together, become the least that is left; large ones become infinite."""
    (first, mass, infinite), lo, low, hi, high = p, 0, 0, len(p[1]), 0
    while lo < hi - 1 and low + mass[lo] <= cut: low, lo = low + mass[lo], lo + 1
    while hi > lo + 1 and high + mass[hi - 1] <= cut: hi, high = hi - 1, high + mass[hi - 1]
    return first + lo, [mass[lo] + low] + mass[lo + 1 : hi], infinite + high

def repeated(p, times, cut):
    result, done, size = None, 0, 1
    while times:
        p = trimmed(p, cut * size)
        if times & 1: done, result = done + size, trimmed(summed(result, p), cut * (done + size)) if result else p
        times, p, size = times >> 1, summed(p, p) if times > 1 else p, 2 * size
    return result

def bound(counts, eps, delta, h, span):
    """Lemma 4: the delta of all steps at eps, at least, in the worse direction."""
    total, reach, worst = sum(n for _, n in counts), eps + 30, 0.0
    lost, cut = 1e-6 * delta / total, int(1e-6 * delta * WHOLE / total)  # left out of a step's laws, and cut off its losses
    steps = [(curves(e, span, Decimal(lost / (4 * e.get("maxOutDegree", e.get("homes", 0) ** 2) + 100))), n) for e, n in counts]
    for way in (0, 1):
        losses = None
        for pair, n in steps:
            one = repeated(discretised(lambda points: [x + lost for x in pair[way](points)], h, reach), n, cut)
            losses = trimmed(summed(losses, one), cut * total) if losses else one
        at = eps - total * (2 + 2 * reach) * U  # the multiples of h are off by a rounding
        finite = math.fsum(v / WHOLE * -math.expm1(at - k * h) for k, v in enumerate(losses[1], losses[0]) if k * h > at)
        worst = max(worst, (finite + losses[2] / WHOLE) * (1 + 1e-12))
    return worst

def bounded(counts, eps, delta, h):
    """Refuses unless the delta of all steps at eps is proved to be at most delta, for all out-degrees; what is proved."""
    degrees = {(max(1, min(e["maxOutDegree"], int(e["peripherals"]))), e["maxOutDegree"]) for e, _ in counts if "maxOutDegree" in e}
    need(len(degrees) < 2, "it composes HeterPoisson steps of different degrees, which is not supported")
    (knee, most), worst, begun = min(degrees, default=(1, 1)), 0.0, time.process_time()
    todo = [(knee, knee, 1), (knee + 1, most, 1)][: 1 + (knee < most)]  # up to M every degree is included in the next one
    while todo:
        low, high, finer = todo.pop()
        found, middle = bound(counts, eps, delta, h / finer, (low, high)), math.isqrt(low * high)
        if found <= delta: worst = max(worst, found)
        elif low < high: todo += [(low, middle, finer), (middle + 1, high, finer)]
        else:
            need(finer < 16 and found < 1.02 * delta, f"delta is {found:.6g} at epsilon {eps} by this check, more than the {delta:.6g} stated")
            todo.append((low, high, 4 * finer))
        need(time.process_time() < begun + 300, "it takes more than 300 s of CPU to check")
    return worst

def laws(e):
    """Refuses distributions that are none: probabilities are summed as rational numbers."""
    if e["kind"] == "MixtureOfGaussians":
        need(0 < len(e["shifts"]) == len(e["probabilities"]), f"there must be as many shifts as probabilities, were {len(e['shifts'])} and {len(e['probabilities'])}")
        total = sum(map(Fraction, e["probabilities"]))
        need(abs(total - 1) <= 1e-9, f"probabilities must sum to 1, their sum was {float(total)}")
    if e["kind"] == "RandomisedAnswer":
        need(1 / e["answers"] <= e["truth"] < 1, f"truth must be at least {1 / e['answers']}, as of {e['answers']} answers, and below 1, was {e['truth']}")
    if e["kind"] == "StatedPair":
        need(len(e["statement"].strip()) >= 20, f"a stated pair must have a statement of 20 letters at least, was {e['statement']!r}")
        need(0 < len(e["with"]) == len(e["without"]) <= 10000, f"with and without must be equally long and have 1 to 10000 outcomes, were {len(e['with'])} and {len(e['without'])}")
        for world in "with", "without":
            total = sum(map(Fraction, e[world]))
            need(1 - Fraction(e["beyond"]) - Fraction(ROUNDING) <= total <= 1 + Fraction(ROUNDING), f"{world} must sum to 1, less at most the {e['beyond']} beyond, its sum was {float(total)}")

def proves(e):
    """The relations of which an event's pair proves something."""
    if e["kind"] == "HeterPoisson" or e.get("homes"): return ("PARTICIPATION",)
    if e["kind"] in ("HomeStars", "RandomAllocation") or e.get("relation") == "ADD_REMOVE": return ("ADD_REMOVE", "PARTICIPATION")
    return ("REPLACE",) if e["kind"] in ("WithoutReplacement", "RandomisedAnswer") else CERTIFICATE["relation"]

def counted(event, times, counts, relation):
    """The event's single events and how often each occurs, its fields checked."""
    need(type(event) is dict and next(iter(event), None) == "kind", f"an event must begin with its kind, was {event!r:.200}")
    kind, fields = event["kind"], {k: v for k, v in event.items() if k != "kind"}
    if kind == "Composed":
        held(fields, dict(events=[dict]), kind)
        for e in event["events"]: counted(e, times, counts, relation)
    elif kind == "Repeated":
        held(fields, dict(event=dict, times=Span(int, 1, 10**6)), kind)
        counted(event["event"], times * event["times"], counts, relation)
    else:
        need(type(kind) is str and kind in EVENTS, f"an event of kind {kind!r:.200} is not supported")
        held(fields, EVENTS[kind], kind)
        need(max(event.get("batch", 1), event.get("affected", 1)) <= event.get("population", 1e9), f"batch and affected must be at most the population, were {event}")
        laws(event)
        need(relation in proves(event), f"{kind} proves something of {' and '.join(proves(event))}, nothing of {relation}")
        counts[json.dumps(event)] += times
    return counts

def given(c, counts):
    """What the user states: of pairs, and of parts that the library does not have."""
    stated = [e["statement"] for e, _ in counts if e["kind"] == "StatedPair"]
    need(c["verdict"] == "GIVEN" or not stated, f"what a user states of a pair is no proof: the verdict must be GIVEN, was {c['verdict']}")
    own = c.get("byUser", [])
    need(own or "byUser" not in c, "byUser must name a part, was an empty list")
    need(c["verdict"] in ("GIVEN", "CLAIMED") or not own, f"what a user states is no proof: the verdict must be GIVEN, was {c['verdict']}")
    need(c["verdict"] != "GIVEN" or stated or own, "the verdict is GIVEN, and nothing is given")
    return list(dict.fromkeys(own + stated))

def check(text, required=None):
    """What an accepted certificate states, in one line; one of another verdict than the required is refused."""
    head, _, end = text.rpartition(' "sha256": ')
    need(end == f'"{hashlib.sha256(head.encode()).hexdigest()}"\n}}\n', "its hash is another one: it was changed or cut off")
    self_test()
    c = json.loads(text, object_pairs_hook=lambda f: need(len(dict(f)) == len(f), "a field occurs twice") or dict(f))
    held({k: c[k] for k in OPTIONAL if k in c}, {k: OPTIONAL[k] for k in OPTIONAL if k in c}, "the certificate")
    need(all(0 < len(s) < 1000 for s in c.get("byUser", [])), "each sentence of byUser must have from 1 to 999 letters")
    ledger = c.get("ledger", "0" * 64)
    need(len(ledger) == 64 and set(ledger) <= set("0123456789abcdef"), f"ledger must be a hash of 64 digits, was '{ledger:.200}'")
    held({k: v for k, v in c.items() if k not in OPTIONAL}, CERTIFICATE, "the certificate")
    need("ledger" not in c or any(f" {ledger}: it commits to" in term for term in c["terms"]), f"its terms do not name the ledger {ledger}")
    need(STANDING[c["verdict"]] == c["standing"], f"verdict {c['verdict']} and standing \"{c['standing']}\" contradict each other")
    need(required in (None, c["verdict"]), f"its verdict is {c['verdict']} ({c['standing']}), and {required} is required")
    eps, delta, noise, accounting = c["epsilon"], c["delta"], c["parts"]["noise"], c["parts"]["accounting"]
    need(eps == float(Context(prec=4, rounding=ROUND_CEILING).plus(Context(prec=800).multiply(Decimal(c["computed"]), Decimal("1.001")))), f"epsilon must be the computed {c['computed']} x 1.001, rounded up to four digits, was {eps}")
    need(accounting == delta - noise and Fraction(noise) + Fraction(accounting) <= Fraction(delta), f"the parts of delta must sum to {delta}, were {noise} and {accounting}")
    counts = [(json.loads(e), n) for e, n in counted(c["event"], 1, Counter(), c["relation"]).items()]
    need(counts, "there is no event to check")
    for kind, units in ((e["kind"], UNITS.get(e["kind"], CERTIFICATE["unit"])) for e, _ in counts): need(c["unit"] in units, f"{kind} is about {' or '.join(units)}, not about {c['unit']}")
    stated = given(c, counts)
    need(noise > 0 or c["verdict"] != "SOUND" or {e["kind"] for e, _ in counts} <= {"Laplace", "RandomisedAnswer"}, "no part of delta is kept for noise")
    need(len(c["steps"]) == len(counts), f"there must be {len(counts)} different steps, were {len(c['steps'])}")
    for step, (e, times) in zip(c["steps"], counts):  # what is stated of each follows from the event's public parameters
        law, own = Counter(), dict(times=times, pair=f"{e['kind']} {e.get('relation', '')}".strip(), noise=e.get("multiplier", 0), shifts=step["shifts"])
        need(step == own, f"{e}, {times} times, is not the step {step}")
        for p, shifts in states_of(e, None, Decimal("1e-25")): law.update({float(s): p * w for s, w in shifts.items()})
        for shift in step["shifts"]:
            need(len(shift) == 3, f"a shift must have a least and a most probability, was {shift!r:.200}")
            for value, form, name in zip(shift, (SHIFT, PROBABILITY, PROBABILITY), ("shift", "least", "most")): held(value, form, name)
            s, least, most = shift
            p = law.pop(s, 0)
            need(least <= p <= most <= least * (1 + 1e-6), f"the shift {s} has probability {p}, stated from {least} to {most}")
        lacking = [s for s, p in law.items() if p > 1.000001e-13]
        need(not lacking, f"shifts {lacking[:3]} are not stated: those of probability above 1e-13 must be")
    need(eps / 1e5 <= (h := c["discretisation"]["step"]) <= eps, f"the step must be from {eps / 1e5} to {eps}, was {h}")
    said = f" {', '.join(map(json.dumps, stated))}" if stated else ""
    return f"epsilon {eps}, delta {delta} (at most {bounded(counts, eps, accounting, h) + noise:.6g}) for {c['unit']}, {c['relation']}. {c['verdict']}: {c['standing']}{said and '. Given by the user:' + said}{'. Steps can be checked: the ledger ends with ' + ledger if 'ledger' in c else ''}"

def self_test():
    with localcontext() as context:
        context.prec = 110
        for i in range(-7, 65):
            x, term, erf = Decimal(i) / 8, Decimal(i) / 8, Decimal(0)
            for n in range(400): erf, term = erf + term / (2 * n + 1), term * -x * x / (n + 1)
            exact = {math.erfc: 1 - 2 * erf / PI.sqrt(), math.exp: x.exp(), math.expm1: x.exp() - 1, math.log1p: (1 + x).ln()}
            for f, y in exact.items(): need(abs(Decimal(f(x)) - y) <= abs(y) * Decimal(U), f"{f.__name__}({x}) is inexact on this machine")

def main(files):
    required = "".join(files[1:2]) if files[:1] == ["--require"] else None
    if required not in (None, *STANDING): return print(f"verify: --require must be one of {', '.join(STANDING)}, was '{shown(required)}'", file=sys.stderr) or 2
    files = files if required is None else files[2:]
    status = 0 if files and not files[0].startswith("-") else print(__doc__, file=sys.stderr) or 2
    for name in [] if status else files:
        code, what = 2, "cannot be read"
        try:
            with open(name, "rb") as file: text = file.read().decode("ascii", "replace")
            what = "no certificate"
            need(text.startswith(BEGINNING) and "\ufffd" not in text, "it is another file")
            code, what = 1, "refused"
            print(shown(f"accepted: {name}: {check(text, required)}"))
        except Exception as e:  # whatever goes wrong, nothing is accepted
            why = e.strerror if isinstance(e, OSError) else e if type(e) is ValueError else repr(e)
            status = print(shown(f"{what}: {name}: {why}"), file=sys.stderr) or max(status, code)
    return status

if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
