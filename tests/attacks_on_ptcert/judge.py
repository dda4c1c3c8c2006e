"""An independent judge of certificates: is everything that this one says true, by definition?

It shares no code with ptcert, neither with the checker nor with what makes certificates: sums are
taken over keys, counts and single outcomes, e^x comes from mpmath. It takes the form of a
certificate for granted (the checker has accepted it) and judges every number, word and verdict;
what it cannot judge raises. ``falsehoods`` names what is false.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath

from tests.attacks_on_ptcert import plain_margins
from tests.attacks_on_ptcert.plain_law import follows_its_law, holds_x
from tests.attacks_on_ptcert.plain_optimum import keeps_rules, least, least_of_all
from tests.attacks_on_ptcert.plain_release import (
    Cells,
    Pair,
    allowed,
    cells_of,
    delta_of,
    dominates_least,
    joint,
    pair_of,
    turned,
)
from tests.attacks_on_ptcert.plain_table import PlainTable, key_weights, read_plain, released

Json = dict[str, Any]
_DIGITS = 120
_SLACK = Fraction(1, 10**100)
_NONE = Fraction(0)


def falsehoods(document: Json) -> list[str]:
    """Return what a certificate says that is not true."""
    table = read_plain(document["table"])
    wrong = [f"e^{t['epsilon']}" for t in document["epsilons"] if not _holds_exp(t)]
    made: dict[str, str] = {}
    for claim in document["claims"]:
        name = claim["name"]
        found = (*_JUDGES[name](document, table, claim), *_covers(document, table, claim))
        wrong += [f"{name}: {what}" for what in found]
        assert name not in made
        made[name] = claim["status"]
    if document["verdict"] != _verdict(document, made):
        wrong.append("the verdict")
    return wrong


def is_harmless(document: Json) -> bool:
    """Tell whether all that a changed certificate says is true; what says nothing is not."""
    try:
        return not falsehoods(document)
    except (AssertionError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
        return False


@cache
def _exp(epsilon: str) -> tuple[Fraction, Fraction]:
    """Return bounds of e^epsilon: equal where it is rational."""
    if epsilon.startswith("ln("):
        return (Fraction(epsilon[3:-1]),) * 2
    value = Fraction(epsilon)
    with mpmath.workdps(_DIGITS):
        found = mpmath.exp(mpmath.mpf(value.numerator) / value.denominator)
        man, exponent = mpmath.frexp(found)
        near = Fraction(int(mpmath.ldexp(man, 360))) * Fraction(2) ** (int(exponent) - 360)
    return (near - _SLACK, near + _SLACK) if value else (Fraction(1),) * 2


def _holds_exp(target: Json) -> bool:
    lo, hi = _exp(target["epsilon"])
    given = Fraction(target["exp"]["lo"]), Fraction(target["exp"]["hi"])
    if lo == hi:
        return given[0] <= lo <= given[1]
    return given[0] <= lo and hi <= given[1] and lo >= 1


def _rows(claim: Json, table: PlainTable) -> Iterator[tuple[Json, tuple[tuple[int, int], ...]]]:
    """Yield what a claim says of each row, all of them in order."""
    assert [row["count"] for row in claim["rows"]] == sorted(table.rows)
    for row in claim["rows"]:
        yield row, table.rows[row["count"]]


def _well_formed(_d: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    if claim["status"] != "holds":
        yield "status"
    for row, runs in _rows(claim, table):
        if row["ends"] != [sum(keys for _, keys in runs[: k + 1]) for k in range(len(runs))]:
            yield "ends"


def _key_completeness(document: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    first = document["table"].get("first_key", 0)  # keys have the file's own numbers
    for row, runs in _rows(claim, table):
        values = sorted({noise for noise, _ in runs})
        if row["support"] != [values[0], values[-1]] or [z for z, _ in row["witnesses"]] != values:
            yield "support"
        for noise, key in row["witnesses"]:
            run = [z for z, _ in runs].index(noise)
            if key != first + sum(keys for _, keys in runs[:run]):
                yield "a witness"
    weights = _weights(document, table)
    made = None if document["key_arithmetic"] is None else table.K
    if weights is not None:
        made = max(key for key, weight in enumerate(weights) if weight) + 1
    if claim["keys_made"] != made:
        yield "keys made"
    wrong = next(_wrong_releases(table), None)
    if "witness" in claim and claim["witness"] != wrong:
        yield "the wrong release"
    kept = wrong is None or not table.holes  # what is missing is declared, or nothing is
    if (claim["status"] == "holds") != (kept and made in (None, table.K)):
        yield "status"


def _wrong_releases(table: PlainTable) -> Iterator[Json]:
    """Yield releases that are neither possible nor declared missing, or both."""
    lowest = min(noise for runs in table.rows.values() for noise, _ in runs)
    for count in table.covered(max(table.holes, default=0) - lowest):
        noises = {noise for noise, _ in table.runs(count) or ()}
        for noise in range(min(noises), max(noises) + 1):
            if (noise in noises) == (count + noise in table.holes):
                yield {"count": count, "released": count + noise}


def _quantisation(document: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    origin = document["table"]["origin"]
    if claim["status"] == "not claimed":
        assert origin is None
        return
    if (claim["status"] == "holds") != follows_its_law(origin, table):
        yield "status"
    if claim["x"] is not None and not holds_x(origin, claim["x"]):
        yield "x"
    if type(claim["bits"]) is not int:
        yield "bits"


def _moments(document: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    kept, declared = True, {k: v for k, v in document["declared"].items() if v is not None}
    for row, runs in _rows(claim, table):
        bias = sum((Fraction(noise * keys, table.K) for noise, keys in runs), Fraction(0))
        spread = sum(((noise - bias) ** 2 * keys for noise, keys in runs), Fraction(0)) / table.K
        if (Fraction(row["bias"]), Fraction(row["variance"])) != (bias, spread):
            yield "a moment"
        if row["count"] == 0 and document["version"] > 1:
            continue
        noises = [Fraction(noise) for noise, _ in runs]
        found = {"bias": [bias], "variance": [spread], "noise": noises}
        for name, span in declared.items():
            lo, hi = (span["lo"], span["hi"]) if isinstance(span, dict) else (span, span)
            kept = kept and all(Fraction(lo) <= value <= Fraction(hi) for value in found[name])
    if (claim["status"] == "holds") != kept:
        yield "status"


def _paper_measures(_d: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    if claim["status"] != "holds":
        yield "status"
    for row, _ in _rows(claim, table):
        pmf = released(table, row["count"], None)
        low, high = min(pmf), max(pmf)
        if Fraction(row["delta"]) != max(pmf[low], pmf[high]):
            yield "delta^Q"
        ups = [pmf[y] / pmf[y - 1] for y in range(low + 1, high + 1) if {y, y - 1} <= pmf.keys()]
        if len(ups) < high - low:
            due: list[Fraction | None] = [None] * 3
        else:
            up, down = max([Fraction(1), *ups]), max([Fraction(1), *(1 / u for u in ups)])
            due = [up, down, max(up, down)]
        said = [None if row[k] is None else Fraction(row[k]) for k in ("minus", "plus", "exp")]
        if said != due:
            yield "epsilon^Q"


def _weights(document: Json, table: PlainTable) -> tuple[int, ...] | None:
    making = document["key_arithmetic"]
    assert making is None or making["kind"] in ("sum", "xor4")
    return key_weights(table.K, None if making is None else making.get("bigN"))


def _at_uniform_keys(document: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    """Judge at uniform keys; the key of nobody is 0 where it is said how keys are made."""
    making = document["key_arithmetic"]
    of_records = making is not None and making["assumed"] is False
    yield from _pairs(document, table._replace(of_records=of_records), claim, None)


def _key_law(document: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    making = document["key_arithmetic"]
    if claim["status"] == "not claimed":
        assert making is None
        return
    weights = _weights(document, table)
    even = weights or (1,)
    total = sum(even)
    distance = (
        sum((abs(Fraction(w, total) - Fraction(1, len(even))) for w in even), Fraction(0)) / 2
    )
    if Fraction(claim["distance"]) != distance:
        yield "the distance"
    seen = table._replace(of_records=True)
    yield from _pairs(document, seen, claim, weights, assumed=making["assumed"] is True)


def _pairs(
    document: Json,
    table: PlainTable,
    claim: Json,
    weights: tuple[int, ...] | None,
    *,
    assumed: bool = False,
) -> Iterator[str]:
    """Judge every delta = A - B e^epsilon, that no pair is left out, and the status."""
    seen, met = set(), True
    targets = {target["epsilon"]: target for target in document["epsilons"]}
    for entry in claim["pairs"]:
        count, other = entry["count"], entry["other"]
        lo, hi = _exp(entry["epsilon"])
        p, q = (released(table, n, weights) for n in (count, other))
        seen.add((entry["epsilon"], table.runs(count), table.runs(other), other - count))
        excess = {y: p.get(y, _NONE) - lo * q.get(y, _NONE) for y in p.keys() | q.keys()}
        if "event" in entry:
            chosen = entry["event"]
            if chosen != sorted(y for y in excess if excess[y] > 0):
                yield "an event is not the worst"
        else:
            chosen = [entry["outcome"]]
            # Different excesses of a table differ by more than the width of e^epsilon.
            if max(excess.values()) - excess[chosen[0]] > 4 * (hi - lo):
                yield "an outcome is not the worst"
        A, B = (sum((f.get(y, _NONE) for y in chosen), _NONE) for f in (p, q))
        if (Fraction(entry["A"]), Fraction(entry["B"])) != (A, B):
            yield "A or B"
        delta = Fraction(entry["delta"]["lo"]), Fraction(entry["delta"]["hi"])
        if not (delta[0] <= A - B * hi + 2 * _SLACK and A - B * lo - 2 * _SLACK <= delta[1]):
            yield "delta"
        wanted = targets[entry["epsilon"]]["delta"]
        met = met and (wanted is None or A - B * hi <= Fraction(wanted))
    due = {
        (epsilon, table.runs(n), table.runs(m), m - n)
        for epsilon in targets
        for n, m in table.neighbours()
    }
    if seen != due:
        yield "pairs are missing, or there are none"
    if (claim["status"] == "holds") != (met or assumed):
        yield "status"


def _never_negative(_d: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    least = {n: min(released(table, n, None)) for n in table.rows}
    if {row["count"]: row["least"] for row in claim["rows"]} != least:
        yield "the least"
    if (claim["status"] == "holds") != all(
        min(released(table, n, None)) >= 0 for n in table.covered()
    ):
        yield "status"


def _zero(_d: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    if (
        claim["status"] != "holds"
        or claim["keys"] != table.K
        or set(released(table, 0, None)) != {0}
    ):
        yield "status"


def _optimality(document: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    """Compare with the best of all tables; the tree and its numbers are nowhere looked at."""
    rules, target, K = claim["rules"], claim["target"], table.K
    assert (claim["objective"], target is None) in (("delta", True), ("variance", False))
    assert claim["epsilon"] in [each["epsilon"] for each in document["epsilons"]]
    same = (max(table.rows), table.rule, sorted(table.holes))
    if claim["status"] != "holds" or same != (rules["last"], "repeat", rules["holes"]):
        yield "status"
    rows = [{0: K}, *(_keys_of(table, n) for n in range(1, rules["last"] + 1))]
    if table.zero != "none":
        rows[0] = _keys_of(table, 0)
    elif rules["first_pair"] != "exclude":
        yield "nothing is said about 0"
    if not all(
        keeps_rules(rules, n, keys, K) for n, keys in enumerate(rows) if n or table.zero != "none"
    ):
        yield "the table breaks a rule"
    # A larger e^epsilon makes delta smaller: the first is a lower bound, the second an upper one.
    both = [least(rules, target, [[keys] for keys in rows], K, E) for E in _exp(claim["epsilon"])]
    high, low = (value if value is not None else Fraction(-1) for value in both)
    said = Fraction(claim["value"]["lo"]), Fraction(claim["value"]["hi"])
    if low < 0 or not (said[0] <= low + 2 * _SLACK and high - 2 * _SLACK <= said[1]):
        yield "the value"
    of_all = least_of_all(rules, target, K, _exp(claim["epsilon"])[1])
    if Fraction(claim["bound"]) > of_all:
        yield "the bound"
    if claim["least"] is not False and (claim["least"] is not True or of_all < low):
        yield "it is not the least"


def _composition(document: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    """Multiply joint outcomes out: of what dominates above, of the true counts named below."""
    release, cells = document["release"], claim["cells"]
    assert release["keys"] == claim["keys"] == "independent"
    tables = [table, *(read_plain(other["table"]) for other in release["others"])]
    said = Counter({Cells(c["ptable"], c["floor"], c["margin"]): c["number"] for c in cells})
    if len(said) != len(cells) or said != cells_of(release, tables):
        yield "the cells"
    if not all(dominates_least(c["atoms"], tables[c["ptable"]], c["floor"]) for c in cells):
        yield "the atoms"
    if not allowed(cells, tables):
        yield "a count"
    above = joint(tuple((_atoms(c["atoms"], tables[c["ptable"]].K), c["number"]) for c in cells))
    counted = [c for c in cells if c["count"] is not None]
    pairs = ((pair_of(tables[c["ptable"]], c["count"]), c["number"]) for c in counted)
    below = joint(tuple(pairs))
    if [point["epsilon"] for point in claim["points"]] != [
        t["epsilon"] for t in release["targets"]
    ]:
        yield "the epsilons"
    met = True
    for point, aim in zip(claim["points"], release["targets"], strict=True):
        lo, hi = Fraction(point["delta"]["lo"]), Fraction(point["delta"]["hi"])
        E, E_hi = _exp(point["epsilon"])
        if hi >= 1 or hi < max(delta_of(way, E_hi) for way in (above, turned(above))):
            yield "delta may be larger"
        if lo < 0 or lo > max(delta_of(way, E) for way in (below, turned(below))):
            yield "delta may be smaller"
        met = met and (aim["delta"] is None or hi <= Fraction(aim["delta"]))
        if aim["delta"] is not None and lo <= Fraction(aim["delta"]) < hi:
            yield "a target between the bounds"
    if (claim["status"] == "holds") != met:
        yield "status"
    covered = {
        "tables": len(release["tables"]),
        "cells": said.total(),
        "epsilons": len(release["targets"]),
    }
    if claim["covers"] != covered:
        yield "covers"


def _atoms(atoms: list[list[int]], K: int) -> Pair:
    return tuple((Fraction(p, K), Fraction(q, K)) for p, q in atoms)


def _margins(document: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    """Judge delta of two cells and their margin, of a table whose keys add in their own order."""
    assert "release" not in document
    assert document["table"].get("key_order") is None
    if document["key_arithmetic"] != {"kind": "sum", "assumed": False}:
        yield "nobody said that keys add"
    counts = list(plain_margins.pairs(table))
    if claim["tuples"] != len({plain_margins.rows_used(table, *each) for each in counts}):
        yield "tuples"
    if claim["never"] != plain_margins.never(table) or claim["categories"] != 2:
        yield "residuals"
    if [point["epsilon"] for point in claim["points"]] != [
        t["epsilon"] for t in document["epsilons"]
    ]:
        yield "epsilons"
    for point in claim["points"]:
        lo, hi = _exp(point["epsilon"])
        largest = max(_excess(*way, lo)[0] for f, m in counts for way in _both_ways(table, f, m))
        f, m = point["counts"]
        assert (f, m) in counts
        _, A, B = _excess(*_both_ways(table, f, m)[0 if point["added"] is True else 1], lo)
        if (Fraction(point["A"]), Fraction(point["B"])) != (A, B):
            yield "A or B"
        delta = Fraction(point["delta"]["lo"]), Fraction(point["delta"]["hi"])
        if not (delta[0] <= A - B * hi + 2 * _SLACK and largest - 2 * _SLACK <= delta[1] <= 1):
            yield "delta"
    if claim["status"] != "holds":
        yield "status"


def _both_ways(table: PlainTable, f: int, m: int) -> list[tuple[Json, Json]]:
    before: Any = plain_margins.law(table, f, m)
    after: Any = plain_margins.law(table, f + 1, m)
    return [(before, after), (after, before)]


def _excess(P: Any, Q: Any, E: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Return P(S) - E Q(S), P(S) and Q(S) of the worst event S."""
    event = [y for y in P if P[y] > E * Q.get(y, _NONE)]
    A, B = (sum((law.get(y, _NONE) for y in event), _NONE) for law in (P, Q))
    return A - E * B, A, B


def _keys_of(table: PlainTable, count: int) -> dict[int, int]:
    """Return the keys of each noise value of a count."""
    found: dict[int, int] = {}
    for noise, keys in table.runs(count) or ():
        found[noise] = found.get(noise, 0) + keys
    return found


def _covers(document: Json, table: PlainTable, claim: Json) -> Iterator[str]:
    """Yield where a claim says that it covers something else than it does."""
    if "covers" not in claim or claim["name"] == "composition":
        return  # version 1 does not say; a release has words of its own
    said = claim["covers"]
    last = max(table.rows) if table.rule == "stop" else None
    if said["counts"] != {"zero": table.zero != "none", "first": min(table.rows), "last": last}:
        yield "counts"
    if "pairs" in claim:
        each = {(entry["count"], entry["other"]) for entry in claim["pairs"]}
        if (said["pairs"], said["epsilons"]) != (len(each), len(document["epsilons"])):
            yield "pairs"
        if len(claim["pairs"]) != len(each) * len(document["epsilons"]):
            yield "entries"
    elif "tuples" in claim:
        if said["epsilons"] != len(document["epsilons"]):
            yield "epsilons"
    elif said["rows"] != len(table.rows):
        yield "rows"


def _verdict(document: Json, made: dict[str, str]) -> str:
    """Return the word that is due."""
    answers = [p for solver in document["solvers"] for p in solver["problems"]]
    assert all(p["answer"] in (p["expected"], "unknown") for p in answers)
    promised = {
        "dp-all-events": any(target["delta"] is not None for target in document["epsilons"]),
        "moments": any(value is not None for value in document["declared"].values()),
        "key-completeness": bool(document["table"].get("holes")),
        "composition": _promises_together(document),
    }
    assert all(name in made for name, is_promised in promised.items() if is_promised)
    errors = any(f["severity"] == "error" for f in document.get("findings", []))
    if "fails" in made.values() or (errors and any(promised.values())):
        return "fails"
    if any(p["answer"] == "unknown" for p in answers):
        return "undecided"
    return "holds" if any(promised.values()) or document["version"] == 1 else "measured"


def _promises_together(document: Json) -> bool:
    """Tell whether a delta is promised of a whole release."""
    targets = document["release"]["targets"] if "release" in document else []
    return any(target["delta"] is not None for target in targets)


_JUDGES = {
    "well-formed": _well_formed,
    "key-completeness": _key_completeness,
    "quantisation": _quantisation,
    "moments": _moments,
    "dp-all-events": _at_uniform_keys,
    "dp-singletons": _at_uniform_keys,
    "paper-measures": _paper_measures,
    "key-law": _key_law,
    "never-negative": _never_negative,
    "zero": _zero,
    "optimality": _optimality,
    "composition": _composition,
    "margins": _margins,
}
