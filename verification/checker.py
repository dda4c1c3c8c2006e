#!/usr/bin/env python3
"""Re-check a ptcert certificate with nothing but the standard library.

    python verification/checker.py CERTIFICATE [TABLE]

It takes from the file only the table's integers and the parameters that the claims speak of. Every
sum, bound and verdict is computed anew here and must be what the certificate says. With TABLE, the
SHA-256 of that file must be the one certified. Exit status 0: every claim was re-checked and holds;
1: a claim fails, or its evidence does; 2: the file is no certificate.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NoReturn

MAX_BYTES = 256 << 20
MALFORMED = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)
ROWS, PAIRS = (1, 2, 4, 7), (5, 6, 8)  # claims about each row, and about each pair of counts
NAMES = (
    *("well-formed", "key-completeness", "quantisation", "moments"),
    *("dp-all-events", "dp-singletons", "paper-measures", "key-law"),
)
EVIDENCE: dict[int, tuple[str, ...]] = (
    dict.fromkeys(ROWS, ("rows",)) | dict.fromkeys(PAIRS, ("pairs",))
    | {2: ("rows", "keys_made"), 3: ("x", "bits", "bounds"), 8: ("pairs", "distance")}
)  # fmt: skip
Document = dict[str, Any]
Pmf = dict[int, int]


class BadFile(Exception):
    """The file is no certificate that this program can read."""


class ClaimFails(Exception):
    """The evidence of a claim does not show what the certificate says."""


def refuse(what: str) -> NoReturn:
    """Give up on the file."""
    raise BadFile(what)


def same(where: str, found: object, expected: object) -> None:
    """Fail unless the certificate says exactly what was computed here (and 1 is not true)."""
    if json.dumps(found) != json.dumps(expected):
        raise ClaimFails(f"{where}: it says {str(found)[:80]}, it is {str(expected)[:80]}")


def line(text: str) -> str:
    """Return one line of plain characters: nothing in a file may forge or move the output."""
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text[:300])


def demand(condition: bool, otherwise: str) -> None:
    """Fail the claim unless the condition holds."""
    if not condition:
        raise ClaimFails(otherwise)


def load(content: bytes) -> Document:
    """Parse strictly: no duplicate keys, no float, no NaN, no endless nesting."""

    def unique(pairs: list[tuple[str, Any]]) -> Document:
        return dict(pairs) if len(dict(pairs)) == len(pairs) else refuse("a key stands twice")

    def no_float(text: str) -> NoReturn:
        refuse(f"{text[:40]} is no integer")

    hooks: Document = {"parse_float": no_float, "parse_constant": no_float}
    try:
        found = json.loads(content.decode("utf-8"), object_pairs_hook=unique, **hooks)
    except (ValueError, RecursionError) as error:
        refuse(f"the file is not JSON of a sane size ({str(error)[:80]})")
    if not isinstance(found, dict) or found.get("format") != "ptcert-certificate":
        refuse("the file is not a ptcert certificate")
    if repr(found.get("version")) != "1":
        refuse(f"certificate version {str(found.get('version'))[:20]} is unknown")
    return found


def ratio(text: str) -> Fraction:
    """Read "p/q" in lowest terms; nothing else is a number here."""
    top, _, bottom = text.partition("/")
    value = Fraction(int(top), int(bottom))
    return value if write(value) == text else refuse(f"{text[:40]} is not p/q in lowest terms")


def write(value: Fraction) -> str:
    """Write "p/q"."""
    return f"{value.numerator}/{value.denominator}"


def whole(value: object, least: int, most: int) -> int:
    """Return an integer between bounds."""
    if type(value) is int and least <= value <= most:
        return value
    refuse(f"{str(value)[:40]} is no integer from {least} to {most}")


def only(document: Document, *names: str) -> Document:
    """Return an object that has exactly these keys: another key could mean something elsewhere."""
    if set(document) != set(names):
        refuse(f"an object has the keys {sorted(document)}, not {sorted(names)}"[:200])
    return document


def plain(text: str) -> Fraction:
    """Read a rational as Python writes it: 1/2, 3."""
    value = Fraction(text) if re.fullmatch("[0-9]+(/[0-9]+)?", text, re.ASCII) else None
    return value if value is not None and str(value) == text else refuse(f"{text[:40]} is not p/q")


def check_exp(where: str, x: Fraction, lo: Fraction, hi: Fraction) -> None:
    """Check lo <= e^x <= hi by own bounds: a Taylor sum of e^(|x|/2^k), squared k times.

    All in integers over 2^w, with |x|/2^k <= 1/2. A term, rounded down from the rounded term
    before, is less than 2 units too small; what follows the first 0 is less than 4 units.
    """
    demand(0 < lo <= hi and abs(x) <= 2000, f"{where}: out of range")
    y, k = abs(x), int(2 * abs(x)).bit_length()
    w = max(lo.denominator.bit_length(), hi.denominator.bit_length()) + 6 * int(y) + 2 * k + 64
    low = term = 1 << min(w, 1 << 17)
    w, n = low.bit_length() - 1, 0
    while term:
        n += 1
        term = term * y.numerator // (y.denominator * n << k)
        low += term
    high = low + 2 * n + 4
    for _ in range(k):
        low, high = low * low >> w, (high * high >> w) + 1
    bounds = Fraction(low, 1 << w), Fraction(high, 1 << w)
    least, most = bounds if x >= 0 else (1 / bounds[1], 1 / bounds[0])
    demand(lo <= least and most <= hi, f"{where} is not between the bounds given")


class Table:
    """The integers of the table, and the pairs of neighbouring counts that it makes."""

    def __init__(self, document: Document) -> None:
        """Read the rows; each must have positive integers that sum to K."""
        newer = ("first_key", "holes") if document["version"] == 2 else ()
        only(document, "format", "version", "keysize", "zero", "beyond", "origin", "rows", *newer)
        same("format of the table", document["format"], "ptcert-ptable")
        if type(document["version"]) is not int or document["version"] not in (1, 2):
            refuse("unknown version of the table")
        whole(document.get("first_key", 0), 0, 1 << 128)
        if document.get("holes", []) != []:
            refuse("a table with holes")
        self.K, self.zero = whole(document["keysize"], 1, 1 << 128), document["zero"]
        self.first = whole(document["rows"][0]["count"], 0, 1 << 62)
        self.last = self.first + len(document["rows"]) - 1
        self.counts, self.rows = range(self.first, self.last + 1), []
        for count, row in zip(self.counts, document["rows"], strict=True):
            same("count of a row", only(row, "count", "noise", "keys")["count"], count)
            keys = [whole(n, 1, self.K) for n in row["keys"]]
            same(f"claim 1: keys of row {count}", sum(keys), self.K)
            values = [whole(z, -(1 << 62), 1 << 62) for z in row["noise"]]
            self.rows.append(list(zip(values, keys, strict=True)))
        rule, self.start, self.period = document["beyond"]["rule"], self.last, 1
        only(document["beyond"], "rule", *(("start", "period") if rule == "wrap" else ()))
        if rule == "wrap":
            self.start = whole(document["beyond"]["start"], self.first, self.last)
            self.period = whole(document["beyond"]["period"], 1, self.last - self.start + 1)
        zeros = ("row",) if self.first == 0 else ("preserve", "none")
        if rule not in ("repeat", "wrap", "stop") or self.zero not in zeros:
            refuse("unknown rule for zero or for counts past the last row")
        low = [0] if self.zero == "preserve" and self.first == 1 else []
        high = self.last + {"stop": 0, "repeat": 1}.get(rule, self.period + 1)
        self.neighbours = [*low, *range(self.first, high)]

    def row(self, count: int) -> list[tuple[int, int]]:
        """Return the (noise, keys) runs that a count uses."""
        if count == 0 and self.zero == "preserve":
            return [(0, self.K)]
        past = self.start + (count - self.start) % self.period
        return self.rows[(count if count <= self.last else past) - self.first]

    def pairs(self) -> list[tuple[int, int]]:
        """Return both directions of each neighbouring pair; equal pairs of rows only once."""
        found = {(tuple(self.row(n)), tuple(self.row(n + 1))): n for n in reversed(self.neighbours)}
        return [pair for n in sorted(found.values()) for pair in ((n, n + 1), (n + 1, n))]


def add_up(pairs: Iterable[tuple[int, int]]) -> Pmf:
    """Return the weight of each outcome."""
    total: Pmf = {}
    for y, n in pairs:
        total[y] = total.get(y, 0) + n
    return {y: n for y, n in total.items() if n}


def row_facts(row: list[tuple[int, int]], K: int) -> dict[int, Document]:
    """Return what claims 1 (key ranges), 2 (witness keys), 4 (4.6)-(4.7), 7 (4.8)-(4.11) say."""
    starts = list(accumulate((n for _, n in row), initial=0))
    witness = {z: start for (z, _), start in zip(row[::-1], starts[-2::-1], strict=True)}
    n, low, high = add_up(row), min(witness), max(witness)
    bias = Fraction(sum(z * k for z, k in row), K)
    variance = Fraction(sum(z * z * k for z, k in row), K) - bias * bias
    full = high - low + 1 == len(n)
    ratios = [Fraction(n[z], n[z - 1]) for z in range(low + 1, high + 1)] if full else []
    up, down = max([Fraction(1), *ratios]), max([Fraction(1), *(1 / r for r in ratios)])
    logs = {"minus": up, "plus": down, "exp": max(up, down)}
    return {
        1: {"ends": starts[1:]},
        2: {"support": [low, high], "witnesses": [[z, witness[z]] for z in sorted(witness)]},
        4: {"bias": write(bias), "variance": write(variance)},
        7: {name: write(value) if full else None for name, value in logs.items()}
        | {"delta": write(Fraction(max(n[low], n[high]), K))},
    }


def key_law(arithmetic: Document, K: int) -> list[tuple[int, int, int]]:
    """Return steps (first, end, weight) of the law of the key: one sum, or XOR of four residues.

    f = 1 on [0, B) splits by the top bit into (1, g) or (g, 0); XOR-convolution with a constant is
    constant, so f*f*f*f is constant on the upper half, and below a constant plus the same for g.
    """
    if type(arithmetic["assumed"]) is not bool:
        refuse("key_arithmetic: assumed is neither true nor false")
    only(arithmetic, "kind", "assumed", *(("bigN",) if arithmetic["kind"] == "xor4" else ()))
    if arithmetic["kind"] == "sum":
        return [(0, K, 1)]
    if arithmetic["kind"] != "xor4" or K & (K - 1):
        refuse("unknown key arithmetic")
    B, constant, half, steps = whole(arithmetic["bigN"], 1, K), 0, K, []
    while half > 1:
        half //= 2
        b = max(B - half, 0)
        steps.append((half, 2 * half, constant + 4 * b * half * half + 4 * b**3))
        constant, B = (constant + half**3 + 6 * half * b * b, b) if b else (constant, B)
    return [(0, 1, constant + B), *reversed(steps)]


def tight(p: Pmf, q: Pmf, K: int, lo: Fraction, hi: Fraction) -> Document:
    """Return delta = A - B e^epsilon over all events and the worst event, (2.10)-(2.11).

    It is {p > e^epsilon q}: the bounds of e^epsilon must show on which side each outcome lies.
    """
    event = sorted(y for y in p if p[y] > lo * q.get(y, 0))
    clear = all(p[y] >= hi * q.get(y, 0) for y in event)
    demand(clear, "the bounds of e^epsilon are too wide to show the worst event")
    A, B = (Fraction(sum(f.get(y, 0) for y in event), K) for f in (p, q))
    return {"event": event} | affine(A, B, lo, hi)


def singleton(p: Pmf, q: Pmf, K: int, lo: Fraction, hi: Fraction, y: int) -> Document:
    """Return the excess of outcome y, after checking at both ends that no other has more."""
    a, b = p.get(y, 0), q.get(y, 0)
    every = [(p.get(v, 0), q.get(v, 0)) for v in p.keys() | q.keys()]
    worst = all(c - e * d <= a - e * b for c, d in every for e in (lo, hi))
    demand(worst and (a or b) > 0, f"claim 6: {y} is not the worst outcome")
    return {"outcome": y} | affine(Fraction(a, K), Fraction(b, K), lo, hi)


def affine(A: Fraction, B: Fraction, lo: Fraction, hi: Fraction) -> Document:
    """Return A - B e^epsilon with its bounds."""
    bounds = {"lo": write(A - B * hi), "hi": write(A - B * lo)}
    return {"A": write(A), "B": write(B), "delta": bounds}


def pair_claim(cert: Document, table: Table, kind: int) -> tuple[list[Document], bool]:
    """Return the entries of claim 5, 6 or 8, and whether each delta is at most its target."""
    steps = key_law(cert["key_arithmetic"], table.K) if kind == 8 else [(0, table.K, 1)]
    total = sum((end - first) * weight for first, end, weight in steps)

    def below(key: int) -> int:
        return sum((min(end, key) - first) * w for first, end, w in steps if first < key)

    def released(count: int) -> Pmf:
        starts = [below(k) for k in accumulate((n for _, n in table.row(count)), initial=0)]
        masses = (b - a for a, b in pairwise(starts))
        return add_up((count + z, m) for (z, _), m in zip(table.row(count), masses, strict=True))

    entries: list[Document] = []
    holds = True
    texts = [target["epsilon"] for target in cert["epsilons"]]
    if not 0 < len(set(texts)) == len(texts) <= 100:
        refuse("there must be 1 to 100 different epsilons")
    for target in cert["epsilons"]:
        lo, hi = exp_of(target)
        for count, other in table.pairs():
            p, q = released(count), released(other)
            if kind == 6:
                outcome = cert["claims"][5]["pairs"][len(entries)]["outcome"]
                found = singleton(p, q, total, lo, hi, whole(outcome, -(1 << 63), 1 << 63))
            else:
                found = tight(p, q, total, lo, hi)
            entries.append({"epsilon": target["epsilon"], "count": count, "other": other} | found)
            if target["delta"] is not None:
                bounds = [
                    ratio(found["delta"][end]) <= ratio(target["delta"]) for end in ("lo", "hi")
                ]
                demand(
                    bounds[0] == bounds[1], "e^epsilon is too wide to compare delta with its target"
                )
                holds = holds and bounds[1]
    return entries, holds


def exp_of(target: Document) -> tuple[Fraction, Fraction]:
    """Return the bounds of e^epsilon given for this epsilon, after checking them."""
    only(only(target, "epsilon", "delta", "exp")["exp"], "lo", "hi")
    lo, hi, text = ratio(target["exp"]["lo"]), ratio(target["exp"]["hi"]), target["epsilon"]
    if text[:3] == "ln(" and text[-1] == ")":
        same(f"e^{text}", [write(lo), write(hi)], [write(plain(text[3:-1]))] * 2)
    else:
        check_exp(f"e^({text})", plain(text), lo, hi)
    demand(lo >= 1, "epsilon is negative")
    return lo, hi


def quantised(cert: Document, table: Table, claim: Document) -> bool:
    """Claim 3: each integer is what the rule makes of the law; bounds that straddle no integer."""
    names = ("law", "D", "gamma", "rule", "epsilon", "delta")
    origin, K, bits = only(cert["table"]["origin"], *names), table.K, whole(claim["bits"], 1, 4096)
    D, x = (
        whole(origin["D"], 1, 10**6),
        (ratio(only(claim["x"], "lo", "hi")["lo"]), ratio(claim["x"]["hi"])),
    )
    largest = origin["rule"] == "largest-remainder"
    same("claim 3: number of bounds", len(claim["bounds"]), D + largest)  # so D is no mere number
    check_rate(origin["gamma"], D, *x)
    weights = powers(*x, D, 4 * bits)
    totals = [2 * sum(w) - w[0] for w in weights]
    parts = weights if largest else [list(accumulate(w[:0:-1]))[::-1] for w in weights]
    lows = [Fraction(K * part) / totals[1] for part in parts[0]]
    highs = [Fraction(K * part) / totals[0] for part in parts[1]]
    for k, (given, low, high) in enumerate(zip(claim["bounds"], lows, highs, strict=True)):
        lo, hi = (Fraction(whole(end, 0, 1 << 5000), 1 << bits) for end in given)
        demand(lo <= low and high <= hi, f"claim 3: bounds {k} do not hold the law's value")
        clear = low == high or lo.denominator > 1 == 1 + hi // 1 - lo // 1
        demand(clear, f"claim 3: bounds {k} straddle an integer")
    counts = by_remainder(lows, highs, K) if largest else by_tail(lows, K, origin["rule"])
    expected = [(z, n) for z, n in zip(range(-D, D + 1), counts, strict=True) if n]
    return origin["law"] == "maxent" and all(row == expected for row in table.rows)


def check_rate(gamma: Any, D: int, x_lo: Fraction, x_hi: Fraction) -> None:
    """Check x_lo <= e^-gamma <= x_hi for gamma rational, a multiple of a log, or by (2.7)."""
    if isinstance(gamma, str) and plain(gamma):
        check_exp("claim 3: e^-gamma", -plain(gamma), x_lo, x_hi)
    elif isinstance(gamma, str):
        same("claim 3: e^0", [write(x_lo), write(x_hi)], ["1/1", "1/1"])
    elif "variance" in gamma:
        # f of (2.7) is negative left of its only positive root, and positive right of it.
        V, bits = plain(only(gamma, "variance")["variance"]), 2 * x_hi.denominator.bit_length() + 64
        for x, side in ((x_lo, -1), (x_hi, 1)):
            low, high = powers(x, x, D, bits)
            f = -V * low[0]
            for k in range(1, D + 1):
                f += 2 * (k * k - V) * (low[k] if (k * k - V) * side > 0 else high[k])
            demand(f * side >= 0, "claim 3: (2.7) has no root between the bounds")
    else:  # x = base^(-a/n) exactly if x^n base^a = 1
        only(gamma, "ln", "times")
        base, (a, n) = plain(gamma["ln"]), plain(gamma["times"]).as_integer_ratio()
        bits = max(x_lo.denominator.bit_length(), x_hi.denominator.bit_length())
        if not (0 < a * base.numerator.bit_length() < 1 << 22 and n * bits < 1 << 24 and base > 1):
            refuse("gamma is out of range")
        demand(x_lo**n * base**a <= 1 <= x_hi**n * base**a, "claim 3: no root between the bounds")


def powers(x_lo: Fraction, x_hi: Fraction, D: int, bits: int) -> list[list[Any]]:
    """Return lower and upper bounds of 2^bits x^(k^2), k = 0..D; exact where x is known."""
    demand(0 < x_lo <= x_hi <= 1, "claim 3: the bounds of e^-gamma are out of order")
    if x_lo == x_hi and x_lo.denominator.bit_length() * D * D < 1 << 20:
        return [[x_lo ** (k * k) for k in range(D + 1)]] * 2
    bounds = []
    for x, sign in ((x_lo, 1), (x_hi, -1)):  # -(-n >> bits) rounds up, n >> bits down
        odd, square = sign * (sign * x * (1 << bits) // 1), sign * (sign * x * x * (1 << bits) // 1)
        found = [1 << bits]
        for _ in range(D):
            found.append(sign * (sign * found[-1] * odd >> bits))
            odd = sign * (sign * odd * square >> bits)
        bounds.append(found)
    return bounds


def by_tail(lows: list[Fraction], K: int, rule: str) -> list[int]:
    """Return the keys of each noise value from K c_Z(-k), k = 1..D, by (4.2) and (4.5)."""
    up, down = [-(-low // 1) for low in lows], [low // 1 for low in lows]
    above = {"ceiling": down, "symmetric": up}[rule]
    return [b - a for a, b in pairwise([0, *up[::-1], *(K - tail for tail in above), K])]


def by_remainder(lows: list[Fraction], highs: list[Fraction], K: int) -> list[int]:
    """Return floor(K p(z)), plus 1 for the largest parts; equal parts: nearest 0, then negative."""
    floors = [low // 1 for low in lows]
    order = sorted(range(len(lows)), key=lambda k: (floors[k] - lows[k], k))
    for j, k in pairwise(order):
        clear = lows[j] - floors[j] > highs[k] - floors[k] or lows == highs
        demand(clear, "claim 3: two remainders cannot be told apart")
    values = [z for k in order for z in ((-k, k) if k else (0,))]
    lucky = set(values[: K - 2 * sum(floors) + floors[0]])
    return [floors[abs(z)] + (z in lucky) for z in range(1 - len(lows), len(lows))]


def holds(cert: Document, table: Table, kind: int) -> bool:
    """Compute a claim anew; it must be as written. Return whether it holds."""
    claim = cert["claims"][kind - 1]
    if kind == 3:
        return quantised(cert, table, claim)
    if kind in PAIRS:
        entries, met = pair_claim(cert, table, kind)
        same(f"claim {kind}", claim["pairs"], entries)
        if kind == 8:
            steps = key_law(cert["key_arithmetic"], table.K)
            total = sum((end - first) * w for first, end, w in steps)
            gap = sum((end - first) * abs(w * table.K - total) for first, end, w in steps)
            same("claim 8: distance", claim["distance"], write(Fraction(gap, 2 * total * table.K)))
            met = met or cert["key_arithmetic"]["assumed"] is True  # then only measured
        return met
    facts = [row_facts(row, table.K)[kind] for row in table.rows]
    rows = [{"count": c} | fact for c, fact in zip(table.counts, facts, strict=True)]
    same(f"claim {kind}", claim["rows"], rows)
    if kind == 2:
        arithmetic = cert["key_arithmetic"]
        law = key_law(arithmetic, table.K) if arithmetic else []
        made = max((end for _, end, weight in law if weight), default=None)
        same("claim 2: keys that can be made", claim["keys_made"], made)
        gapless = all(r["support"][1] - r["support"][0] + 1 == len(r["witnesses"]) for r in facts)
        return gapless and made in (None, table.K)
    declared = {name: ratio(value) for name, value in cert["declared"].items() if value is not None}
    return kind != 4 or all(
        ratio(row[name]) == declared[name] for row in facts for name in declared
    )


def check(cert: Document) -> list[str]:
    """Re-check every claim; return those that do not hold, raise where the evidence is wrong."""
    only(cert, "format", "version", "verdict", "input", "scope", "table", "epsilons", "declared",
         "key_arithmetic", "claims", "solvers", "tool", *({"kernel"} & set(cert)))  # fmt: skip
    only(cert["declared"], "bias", "variance")
    table, failing = Table(cert["table"]), []
    names = [{"kind": kind, "name": name} for kind, name in enumerate(NAMES, 1)]
    same("claims", [{key: c[key] for key in ("kind", "name")} for c in cert["claims"]], names)
    for kind, claim in enumerate(cert["claims"], 1):
        needed = {3: cert["table"]["origin"], 8: cert["key_arithmetic"]}.get(kind, True)
        status = ("holds" if holds(cert, table, kind) else "fails") if needed else "not claimed"
        only(claim, "kind", "name", "status", *(EVIDENCE[kind] if needed else ()))
        same(f"claim {kind} ({claim['name']}): status", claim["status"], status)
        failing += [f"claim {kind} ({claim['name']})"] if status == "fails" else []
    open_questions = []
    for problem in (p for solver in cert["solvers"] for p in solver["problems"]):
        open_questions += [problem["id"]] if problem["answer"] == "unknown" else []
        if problem["answer"] != "unknown":
            same(f"a solver's answer to {problem['id']}", problem["answer"], problem["expected"])
    verdict = "fails" if failing else "undecided" if open_questions else "holds"
    same("verdict", cert["verdict"], verdict)
    return failing + [f"undecided by a solver: {name}" for name in open_questions]


def main(arguments: list[str]) -> int:
    """Check the certificate named on the command line, and say the result in one line."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__)
        return 2
    try:
        paths = [Path(name) for name in arguments]
        if any(path.stat().st_size > MAX_BYTES for path in paths):
            refuse("the file is too large")
        cert = load(paths[0].read_bytes())
        failing = check(cert)
        for path in paths[1:]:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            same("SHA-256 of the table", cert["input"]["sha256"], digest)
    except ClaimFails as error:
        print(line(f"REJECTED: {error}"))
        return 1
    except (BadFile, OSError) as error:
        print(line(f"{arguments[0]}: {error}"), file=sys.stderr)
        return 2
    except MALFORMED as error:
        print(line(f"{arguments[0]}: malformed: {type(error).__name__} {error}"), file=sys.stderr)
        return 2
    for name in failing:
        print(line(f"as the certificate says, this is not shown to hold: {name}"))
    print("every claim re-checked: " + ("not all hold" if failing else "all hold"))
    return 1 if failing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
