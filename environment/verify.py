"""Checks certificates of an epsilon: bounds delta at the stated epsilon anew, by other means than the library's.
environment/verify FILE... exits with 0 where every file is accepted, 1 where one is refused, 2 where one cannot be read. docs/certificates.md has the lemmas, and what this does not check. Python 3.9 and its standard library."""
import hashlib, json, math, sys, time
from collections import Counter
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction

U = 2.0**-50  # relative error of erfc, exp, expm1 and log1p, at most: self_test() looks
WHOLE, WIDTH = 10**34, 76  # a probability of one as an integer, and the digits that a sum of products of two such takes
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651")
FIELDS = "certificate version run verdict standing unit relation terms epsilon computed delta parts accountant discretisation event steps sha256"
STANDING = {"SOUND": "proved for what ran", "CLAIMED": "claimed, without a proof", "IDEAL": "holds for exact arithmetic and noise that nobody knows, not for a run from a seed", "GIVEN": "follows from what its user states"}
KINDS = {"Gaussian": "multiplier", "StatedPair": "statement with without beyond", "Laplace": "multiplier", "PoissonSampled": "rate multiplier relation",
         "HomeStars": "rate homes multiplier", "WithoutReplacement": "population batch multiplier", "MixtureOfGaussians": "multiplier shifts probabilities",
         "Hypergeometric": "population affected batch multiplier", "HeterPoisson": "rate peripherals maxOutDegree multiplier enforced proof"}

def need(holds, why):
    if not holds: raise ValueError(why)

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
    kind, q = e["kind"], Fraction(e["rate"]) if "rate" in e else Fraction(e.get("batch", 1), e.get("population", 1))
    if kind == "HeterPoisson":  # without a span: at the largest out-degree, nothing seen
        d, m = e["maxOutDegree"], Fraction(e["peripherals"])
        return stars(e, *span, cut) if span else [(1.0, moved(e, binomial(d, q * min(1, m / d), cut)))]
    if kind == "HomeStars":
        return [(p, {2 * n: float(1 - q), 1: float(q)}) for n, p in binomial(e["homes"], q, cut).items()]
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

def curves(e, span, cut):
    """The divergence at e^eps of a step's pair, at least, in both directions."""
    kind, m, one = e["kind"], e.get("multiplier"), [(0.0, 1.0)]
    if kind == "StatedPair":  # the sum of (p - alpha q)+ over the outcomes, whose rounding goes to p and to alpha
        above = lambda a, b, alpha: min(1.0, e["beyond"] + (1 + 1e-11) * math.fsum(max(0.0, p - alpha * (1 - 1e-12) * q) for p, q in zip(e[a], e[b])))
        return [lambda points, ab=ab: [above(*ab, math.exp(eps)) for eps in points] for ab in (("with", "without"), ("without", "with"))]
    if kind == "Laplace": return [mirrored(lambda points: [max(0.0, -math.expm1((eps - 1 / m) / 2)) + 8 * U for eps in points])] * 2
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
    (knee, most), worst = min(degrees, default=(1, 1)), 0.0
    todo = [(knee, knee, 1), (knee + 1, most, 1)][: 1 + (knee < most)]  # up to M every degree is included in the next one
    while todo:
        low, high, finer = todo.pop()
        found, middle = bound(counts, eps, delta, h / finer, (low, high)), math.isqrt(low * high)
        if found <= delta: worst = max(worst, found)
        elif low < high: todo += [(low, middle, finer), (middle + 1, high, finer)]
        else:
            need(finer < 16 and found < 1.02 * delta, f"delta is {found:.6g} at epsilon {eps} by this check, more than the {delta:.6g} stated")
            todo.append((low, high, 4 * finer))
        need(time.process_time() < 300, "it takes more than 300 s of CPU to check")
    return worst

def number(value, least, most, name):
    kinds = (int,) if name in ("times", "population", "affected", "batch", "homes", "maxOutDegree") else (int, float)
    need(type(value) in kinds and least <= value <= most, f"{name} must be a number ({kinds[-1].__name__}) from {least} to {most}, was {value}")
    return value

def counted(event, times, counts, relation):
    """The event's single events and how often each occurs, its fields checked."""
    kind, names = event["kind"], list(event)[1:]
    if kind == "Composed" and names == ["events"]:
        for e in event["events"]: counted(e, times, counts, relation)
    elif kind == "Repeated" and names == ["event", "times"]:
        counted(event["event"], times * number(event["times"], 1, 10**6, "times"), counts, relation)
    else:
        need(kind in KINDS and names == KINDS[kind].split(), f"an event of kind {kind} with {names} is not supported")
        for name, value in event.items():
            for v in value if isinstance(value, list) else [value] if name not in ("kind", "relation", "proof", "enforced", "statement") else []:
                number(v, 0 if name in ("homes", "rate", "shifts", "probabilities", "with", "without", "beyond") else 1e-6, 1 if name in ("rate", "with", "without", "beyond") else 1e9, name)
        need(event.get("batch", 0) <= event.get("population", 1e9) and event.get("proof") != "PUBLISHED", "the pair must be a proved one")
        stars = kind in ("HeterPoisson", "HomeStars")
        of = ["ADD_REMOVE", "PARTICIPATION", "REPLACE"][int(stars):2 if stars or event.get("relation") == "ADD_REMOVE" else 3]
        need(relation in of, f"{kind} proves something of {' and '.join(of)}, nothing of {relation}")
        counts[json.dumps(event)] += times
    return counts

def check(text):
    """What an accepted certificate states, in one line."""
    head, _, end = text.rpartition(' "sha256": ')
    need(end == f'"{hashlib.sha256(head.encode()).hexdigest()}"\n}}\n', "its hash is another one: it was changed or cut off")
    self_test()
    c = json.loads(text, object_pairs_hook=lambda f: need(len(dict(f)) == len(f), "a field occurs twice") or dict(f))
    need(" ".join(c) in (FIELDS, FIELDS.replace("terms", "terms byUser")), f"its fields must be {FIELDS}, were {' '.join(c)}")
    given = c.get("byUser", [])  # parts that the library does not ship
    need("byUser" not in c or type(given) is list and 0 < len(given) < 20 and all(type(g) is str and 0 < len(g) < 1000 for g in given), "byUser must be sentences")
    need(not given or c["verdict"] in ("GIVEN", "CLAIMED"), f"what a user gives is no proof: GIVEN, was {c['verdict']}")
    need((c["certificate"], c["version"]) == ("dpgnn epsilon", 1), "it must be a dpgnn epsilon certificate of version 1")
    need(STANDING.get(c["verdict"]) == c["standing"], f"verdict {c['verdict']} and standing \"{c['standing']}\" contradict each other")
    eps, delta = number(c["epsilon"], 1e-4, 400, "epsilon"), number(c["delta"], 1e-15, 0.5, "delta")
    need(number(c["computed"], 0, 400, "computed") <= eps, f"epsilon {eps} is below the computed {c['computed']}")
    noise, accounting = (number(c["parts"][name], 0, 0.5, name) for name in ("noise", "accounting"))
    need(len(c["parts"]) == 2 and Fraction(noise) + Fraction(accounting) <= Fraction(delta), f"the parts of delta exceed {delta}: {c['parts']}")
    counts = [(json.loads(e), n) for e, n in counted(c["event"], 1, Counter(), c["relation"]).items()]
    need(c["verdict"] in ("GIVEN", "CLAIMED") or all(e["kind"] != "StatedPair" for e, _ in counts), "what a user states of a pair is no proof: GIVEN")
    need(noise > 0 or c["verdict"] != "SOUND" or {e["kind"] for e, _ in counts} == {"Laplace"}, "no part of delta is kept for noise")
    need(len(c["steps"]) == len(counts), f"there must be {len(counts)} different steps, were {len(c['steps'])}")
    for step, (e, times) in zip(c["steps"], counts):  # what is stated of each follows from the event's public parameters
        law, own = Counter(), dict(times=times, pair=f"{e['kind']} {e.get('relation', '')}".strip(), noise=e.get("multiplier", 0), shifts=step["shifts"])
        need(step == own, f"{e}, {times} times, is not the step {step}")
        for p, shifts in states_of(e, None, Decimal("1e-25")): law.update({float(s): p * w for s, w in shifts.items()})
        for s, least, most in step["shifts"]:
            p = law.pop(s, 0)
            need(least <= p <= most <= least * (1 + 1e-6), f"the shift {s} has probability {p}, stated from {least} to {most}")
        need(sum(law.values()) < 1e-9, f"shifts {list(law)[:3]} of probability {sum(law.values()):.3g} are not stated")
    h = number(c["discretisation"]["step"], eps / 1e5, eps, "step")
    need(c["discretisation"] == {"step": h, "truncated": 1e-6}, f"the discretisation must be a step and truncated 1e-6, was {c['discretisation']}")
    return f"epsilon {eps}, delta {delta} (at most {bounded(counts, eps, accounting, h) + noise:.6g}) for {c['unit']}, {c['relation']}. {c['verdict']}: {c['standing']}" + "".join(f"; given by the user: {ascii(g)[1:-1]}" for g in given)

def self_test():
    with localcontext() as context:
        context.prec = 110
        for i in range(-7, 65):
            x, term, erf = Decimal(i) / 8, Decimal(i) / 8, Decimal(0)
            for n in range(400): erf, term = erf + term / (2 * n + 1), term * -x * x / (n + 1)
            exact = {math.erfc: 1 - 2 * erf / PI.sqrt(), math.exp: x.exp(), math.expm1: x.exp() - 1, math.log1p: (1 + x).ln()}
            for f, y in exact.items(): need(abs(Decimal(f(x)) - y) <= abs(y) * Decimal(U), f"{f.__name__}({x}) is inexact on this machine")

def main(files):
    status = 0 if files and not files[0].startswith("-") else print(__doc__, file=sys.stderr) or 2
    for name in [] if status else files:
        try:
            with open(name, encoding="ascii") as file: print(f"accepted: {name}: {check(file.read())}")
        except Exception as e:  # whatever goes wrong, nothing is accepted
            code, what = (2, "cannot be read") if isinstance(e, (OSError, UnicodeDecodeError)) else (1, "refused")
            status = print(f"{what}: {name}: {e if type(e) is ValueError else repr(e)}", file=sys.stderr) or max(status, code)
    return status

if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
