"""One function a claim, in the order of the claims.

Each computes its claim anew from the table and the parameters, fails unless the evidence is what
it found, and returns whether the claim holds.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate

from verification.checking.keys import KeyLaw, Pmf, uniform
from verification.checking.laws import (
    by_remainder,
    by_tail,
    check_rate,
    powers,
    scaled_values,
)
from verification.checking.parameters import Parameters, Target
from verification.checking.reading import Document, only, ratio, whole, write
from verification.checking.refusing import demand, same
from verification.checking.table import Row, Table

MOST_GRID_BITS = 4096
LARGEST_D = 10**6


def well_formed(given: Parameters, claim: Document) -> bool:
    """Key ranges partition 0..K-1 in every row.

    Ranges that begin where the one before ends, from key 0 on, leave no gap and no overlap; the
    lengths of each row are positive and sum to K, as reading the table has shown.
    """
    same_rows("well-formed", claim, given.table, lambda row: {"ends": ends_of(row)})
    return True


def key_completeness(given: Parameters, claim: Document) -> bool:
    """Every noise value from the least to the largest has a key, and all keys can be made.

    A noise value has a key if it has a run, and a witness is where its first run begins. Which keys
    can be made is read off the law of the key.
    """
    same_rows("key-completeness", claim, given.table, witnesses)
    made = None if given.law is None else given.law.made
    same("key-completeness: keys that can be made", claim["keys_made"], made)
    return made in (None, given.table.K) and all(map(gapless, given.table.rows))


def quantisation(given: Parameters, claim: Document) -> bool:
    """Each integer is what the rule makes of the declared law.

    The values of the law lie between own bounds, and these between the bounds given, which hold no
    integer: so rounding the bounds rounds the values. Where the values are known exactly, they may
    be integers.
    """
    names = ("law", "D", "gamma", "rule", "epsilon", "delta")
    origin = only(given.origin or {}, *names)
    D, bits = whole(origin["D"], 1, LARGEST_D), whole(claim["bits"], 1, MOST_GRID_BITS)
    largest_remainder = origin["rule"] == "largest-remainder"
    # So D is as long as the certificate is, not merely a number in it.
    same("quantisation: number of bounds", len(claim["bounds"]), D + largest_remainder)
    x_lo, x_hi = (ratio(only(claim["x"], "lo", "hi")[end]) for end in ("lo", "hi"))
    check_rate(origin["gamma"], D, x_lo, x_hi)
    low_weights, high_weights = powers(x_lo, x_hi, D, 4 * bits)
    low_total, high_total = (2 * sum(w) - w[0] for w in (low_weights, high_weights))
    lows = scaled_values(low_weights, high_total, given.table.K, not largest_remainder)
    highs = scaled_values(high_weights, low_total, given.table.K, not largest_remainder)
    for k, (ends, low, high) in enumerate(zip(claim["bounds"], lows, highs, strict=True)):
        lo, hi = (Fraction(whole(end, 0, 1 << 5000), 1 << bits) for end in ends)
        demand(lo <= low and high <= hi, f"quantisation: bounds {k} do not hold the law's value")
        known = low == high
        demand(known or holds_no_integer(lo, hi), f"quantisation: bounds {k} straddle an integer")
    if largest_remainder:
        keys = by_remainder(lows, highs, given.table.K)
    else:
        keys = by_tail(lows, given.table.K, origin["rule"])
    expected = tuple((z, n) for z, n in zip(range(-D, D + 1), keys, strict=True) if n)
    return origin["law"] == "maxent" and all(row == expected for row in given.table.rows)


def moments(given: Parameters, claim: Document) -> bool:
    """Bias (4.6) and variance (4.7) of each row; they are those declared, where some are."""
    same_rows("moments", claim, given.table, bias_and_variance)
    declared = {name: write(value) for name, value in given.declared.items()}
    return all(
        bias_and_variance(row) | declared == bias_and_variance(row) for row in given.table.rows
    )


def dp_all_events(given: Parameters, claim: Document) -> bool:
    """The tight delta over all events at uniform keys is at most what is claimed."""
    return same_pairs("dp-all-events", given, claim, uniform(given.table.K))


def dp_singletons(given: Parameters, claim: Document) -> bool:
    """The same over single released values only.

    The excess p - e^epsilon q of each value is linear in e^epsilon: one that is largest at both
    bounds of e^epsilon is largest in between.
    """
    law, holds = uniform(given.table.K), True
    entries: list[Document] = []
    for target, count, other, p, q in every_pair(given, law):
        y = whole(claim["pairs"][len(entries)]["outcome"], -(1 << 63), 1 << 63)
        a, b = p.get(y, 0), q.get(y, 0)
        values = [(p.get(v, 0), q.get(v, 0)) for v in p.keys() | q.keys()]
        worst = all(c - e * d <= a - e * b for c, d in values for e in (target.lo, target.hi))
        demand(worst and (a or b) > 0, f"dp-singletons: {y} is not the worst outcome")
        delta = affine(Fraction(a, law.total), Fraction(b, law.total), target)
        entries.append(heading(target, count, other) | {"outcome": y} | delta)
        holds = meets_target(delta, target) and holds
    same("dp-singletons", claim["pairs"], entries)
    return holds


def paper_measures(given: Parameters, claim: Document) -> bool:
    """epsilon^Q (4.8)-(4.10) as the logarithm of a ratio, and delta^Q (4.11), of each row."""
    same_rows("paper-measures", claim, given.table, measures)
    return True


def key_law(given: Parameters, claim: Document) -> bool:
    """The distance of the key's law from uniform, and the tight delta under that law.

    Where nobody said how keys are made, delta under an assumed law is measured, not claimed.
    """
    assert given.law is not None  # otherwise nothing is claimed
    same("key-law: distance", claim["distance"], write(given.law.distance(given.table.K)))
    return same_pairs("key-law", given, claim, given.law) or given.assumed


def same_rows(name: str, claim: Document, table: Table, facts: Callable[[Row], Document]) -> None:
    """Fail unless the claim says the facts of every row, in the order of the counts."""
    rows = zip(table.counts, table.rows, strict=True)
    same(name, claim["rows"], [{"count": count} | facts(row) for count, row in rows])


def ends_of(row: Row) -> list[int]:
    """Return the first key after each run."""
    return list(accumulate(keys for _, keys in row))


def witnesses(row: Row) -> Document:
    """Return the least and the largest noise, and for each value the first key that leads to it."""
    first: dict[int, int] = {}
    for (noise, _), start in zip(row, [0, *ends_of(row)], strict=False):
        first.setdefault(noise, start)
    found = [[noise, first[noise]] for noise in sorted(first)]
    return {"support": [min(first), max(first)], "witnesses": found}


def bias_and_variance(row: Row) -> Document:
    """Return the mean of the noise, and the mean of its square less the square of its mean."""
    K = sum(keys for _, keys in row)
    bias = Fraction(sum(z * keys for z, keys in row), K)
    variance = Fraction(sum(z * z * keys for z, keys in row), K) - bias * bias
    return {"bias": write(bias), "variance": write(variance)}


def measures(row: Row) -> Document:
    """Return the largest ratios of neighbours upward and downward, and the heavier end of a row.

    A noise value without keys between two that have some makes epsilon^Q infinite: null.
    """
    K = sum(keys for _, keys in row)
    keys = uniform(K).released(0, row)
    low, high = min(keys), max(keys)
    delta = {"delta": write(Fraction(max(keys[low], keys[high]), K))}
    if not gapless(row):
        return {"minus": None, "plus": None, "exp": None} | delta
    ratios = [Fraction(keys[z], keys[z - 1]) for z in range(low + 1, high + 1)]
    up, down = max([Fraction(1), *ratios]), max([Fraction(1), *(1 / r for r in ratios)])
    return {"minus": write(up), "plus": write(down), "exp": write(max(up, down))} | delta


def gapless(row: Row) -> bool:
    """Tell whether every noise value from the least to the largest has keys."""
    noise = {z for z, _ in row}
    return max(noise) - min(noise) + 1 == len(noise)


def holds_no_integer(lo: Fraction, hi: Fraction) -> bool:
    """Tell whether no integer lies between lo and hi, the two included."""
    return lo.denominator > 1 and lo // 1 == hi // 1


def every_pair(given: Parameters, law: KeyLaw) -> Iterator[tuple[Target, int, int, Pmf, Pmf]]:
    """Yield every target with every pair, and the weights of what its two counts release."""
    pairs = given.table.pairs()
    weights = {n: law.released(n, given.table.row(n)) for pair in pairs for n in pair}
    for target in given.targets:
        for count, other in pairs:
            yield target, count, other, weights[count], weights[other]


def same_pairs(name: str, given: Parameters, claim: Document, law: KeyLaw) -> bool:
    """Fail unless each entry is delta = A - B e^epsilon over all events; return if targets are met.

    P(S) - e^epsilon Q(S) is a sum over the outcomes in S, so it is largest for the set of outcomes
    with p > e^epsilon q (2.10)-(2.11). The bounds of e^epsilon must show on which side each lies.
    """
    entries, holds = [], True
    for target, count, other, p, q in every_pair(given, law):
        event = sorted(y for y in p if p[y] > target.lo * q.get(y, 0))
        clear = all(p[y] >= target.hi * q.get(y, 0) for y in event)
        demand(clear, f"{name}: the bounds of e^epsilon are too wide to show the worst event")
        A, B = (Fraction(sum(f.get(y, 0) for y in event), law.total) for f in (p, q))
        delta = affine(A, B, target)
        entries.append(heading(target, count, other) | {"event": event} | delta)
        holds = meets_target(delta, target) and holds
    same(name, claim["pairs"], entries)
    return holds


def heading(target: Target, count: int, other: int) -> Document:
    """Return which pair and epsilon an entry is about."""
    return {"epsilon": target.epsilon, "count": count, "other": other}


def affine(A: Fraction, B: Fraction, target: Target) -> Document:
    """Return A - B e^epsilon with its bounds."""
    bounds = {"lo": write(A - B * target.hi), "hi": write(A - B * target.lo)}
    return {"A": write(A), "B": write(B), "delta": bounds}


def meets_target(found: Document, target: Target) -> bool:
    """Tell whether delta is at most its target, which both of its bounds must say alike."""
    if target.delta is None:
        return True
    lo, hi = (ratio(found["delta"][end]) <= target.delta for end in ("lo", "hi"))
    demand(lo == hi, "e^epsilon is too wide to compare delta with its target")
    return hi


Check = Callable[[Parameters, Document], bool]
# Each claim by its name: its function, and the names of its evidence.
CLAIMS: dict[str, tuple[Check, tuple[str, ...]]] = {
    "well-formed": (well_formed, ("rows",)),
    "key-completeness": (key_completeness, ("rows", "keys_made")),
    "quantisation": (quantisation, ("x", "bits", "bounds")),
    "moments": (moments, ("rows",)),
    "dp-all-events": (dp_all_events, ("pairs",)),
    "dp-singletons": (dp_singletons, ("pairs",)),
    "paper-measures": (paper_measures, ("rows",)),
    "key-law": (key_law, ("pairs", "distance")),
}
