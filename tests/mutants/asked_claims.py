"""Questions to the functions of single claims, on tables that no honest certificate has."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from tests.mutants.asked_numbers import shares, together, value
from tests.mutants.asked_optimality import drawn_claim, some_table, some_tree
from tests.mutants.cases import Asked, Judged, Outcome, answers
from tests.mutants.forged import convergents

Row = tuple[tuple[int, int], ...]
_TARGETS = (("ln(2)", "2", "2"), ("1/2", "8/5", "17/10"), ("1", "271828/100000", "271829/100000"))


def _made(checker: ModuleType, first: int, *rows: Row, **more: Any) -> Any:
    """Return a table of rows; the last one repeats."""
    K = sum(keys for _, keys in rows[0])
    counts = range(first, first + len(rows))
    zero, rule = more.get("zero", "row" if first == 0 else "none"), more.get("rule", "repeat")
    holes = more.get("holes", [])
    return checker.Table(K, 0, counts, rows, zero, holes, None, rule, counts[-1], 1)


def _texts(checker: ModuleType) -> object:
    """Ask for refusals of what is too long to be shown whole."""
    found = answers(checker, "fits", [("b" * n, "a" * m) for n in (5, 60) for m in (50, 90, 300)])
    found += answers(checker, "ratio", [("1" * n + "/0",) for n in (3, 37, 38, 39, 60)])
    for n in (3, 20, 60):
        found += answers(checker, "read_real", [(f"ln(1/{'3' * n})",), (f"ln(0/{'3' * n})",)])
    return found


def _zeros(checker: ModuleType) -> object:
    """Ask whether a count of 0 stays 0: kept, by its row, by a row that has other noise."""
    rows: tuple[Row, ...] = (((0, 1),), ((1, 1),), ((0, 2), (1, 1)), ((0, 1), (2, 0)), ((-1, 3),))
    tables = [_made(checker, 0, row) for row in rows]
    tables += [_made(checker, 1, row, zero=z) for row in rows for z in ("none", "preserve")]
    return answers(checker, "zero", [(SimpleNamespace(table=table), {}) for table in tables])


def _negatives(checker: ModuleType) -> object:
    """Ask whether a table never releases less than 0: in the first row, in the last, in both."""
    noises = product((-3, -2, -1, 0), repeat=2)
    tables = [_made(checker, 1, ((a, 1), (1, 1)), ((b, 1), (1, 1))) for a, b in noises]
    return answers(
        checker, "never_negative", [(SimpleNamespace(table=table), {}) for table in tables]
    )


def _empty_cells(checker: ModuleType) -> object:
    """Ask which noise the key of nobody leads to: in every order, past the last row, from 1 on."""
    row, other = ((2, 1), (-1, 2), (0, 1)), ((0, 4),)
    rules = (("stop", 0), ("repeat", 1), ("wrap", 2))
    orders = (None, *(checker.Order(int, place) for place in range(4)))
    tables = [
        checker.Table(
            *(4, first_key, range(2), (row, other), "row", [], order, rule),
            *(2 - max(period, 1), max(period, 1)),
        )
        for first_key, order, (rule, period) in product((0, 1), orders, rules)
    ]
    found = [checker.of_records(table) for table in tables]
    return [(seen.rows, seen.counts, seen.start, seen.period) for seen in found]


def _first_pairs(checker: ModuleType) -> object:
    """Ask what is claimed of the pair (0, 1): every three rows, again by every rule."""
    rows: tuple[Row, ...] = (((0, 2),), ((0, 1), (1, 1)))
    found: list[object] = []
    rules = (("stop", 0), ("repeat", 1), ("wrap", 1), ("wrap", 2), ("wrap", 3))
    for number, (rule, period) in product((1, 2, 3, 4), rules):
        if period > number:
            continue
        for first, chosen in product((0, 1, 2), product(rows, repeat=number)):
            for zero in ("row",) if first == 0 else ("none", "preserve"):
                counts = range(first, first + number)
                start = counts[-1] - max(period, 1) + 1
                table = checker.Table(
                    2, 0, counts, chosen, zero, [], None, rule, start, max(period, 1)
                )
                given = SimpleNamespace(table=table, first_pair="exclude")
                found += answers(checker, "counts_of_pairs", [(given, table.covered())])
                if first == 0 or (first == 1 and zero == "preserve"):
                    found += answers(checker, "first_is_alone", [(given,)])
    one = checker.Table(2, 0, range(2), rows, "row", [], None, "repeat", 1, 1)
    texts = ("0/1", "1/2", "1/1", "3/2", "2/1", "-1/2", "1/2?", "?1/2", "1")
    caps = [SimpleNamespace(table=one, first_pair=f"cap:{text}") for text in texts]
    caps += [SimpleNamespace(table=one, first_pair=text) for text in ("", "cap:", "exclude", None)]
    found += answers(checker, "cap_of", [(given,) for given in caps])
    found += answers(checker, "counts_of_pairs", [(given, one.covered()) for given in caps])
    target = checker.Target("1/2", Fraction(8, 5), Fraction(17, 10), Fraction(1, 3))
    return found + answers(
        checker, "limit_at", [(given, target, n) for given in caps for n in (0, 1, 2)]
    )


def _declared(checker: ModuleType) -> object:
    """Ask whether rows keep what is declared, when only one of them does not."""
    good, bad, worse = ((-1, 1), (1, 1)), ((0, 1), (1, 1)), ((-1, 1), (0, 1))
    bounds = {"bias": [("0", "0"), ("0", "1/2"), ("-1/2", "0")], "variance": [("1", "1")]}
    bounds["noise"] = [("-1", "1"), ("0", "1"), ("-1", "0")]
    asked: list[tuple[Any, Any]] = []
    for name, pairs in bounds.items():
        for (lo, hi), rows in product(pairs, product((good, bad, worse), repeat=3)):
            declared = {name: (Fraction(lo), Fraction(hi))}
            for first, version in product((0, 1), (1, 2)):
                table = _made(checker, first, *rows)
                given = SimpleNamespace(table=table, declared=declared, version=version)
                asked.append((given, {}))
    return answers(checker, "moments", asked)


def _no_pairs(checker: ModuleType) -> object:
    """Ask about parameters of tables that cover one count, and of such that cover two."""
    row = {"noise": [0], "keys": [2]}
    found = []
    for zero, rule, rows in product(("none", "preserve"), ("stop", "repeat"), (1, 2)):
        table = {"format": "ptcert-ptable", "version": 2, "keysize": 2, "first_key": 0}
        table |= {"zero": zero, "beyond": {"rule": rule}, "holes": [], "origin": None}
        table["rows"] = [{"count": n} | row for n in range(1, rows + 1)]
        cert = {"version": 2, "table": table, "key_arithmetic": None}
        cert["declared"] = {"bias": None, "variance": None, "noise": None}
        exp = {"lo": "2/1", "hi": "2/1"}
        cert["epsilons"] = [{"epsilon": "ln(2)", "delta": None, "exp": exp}]
        found += answers(checker, "read_parameters", [(cert,)])
    return [str(each) for each in found]


def _unmade(checker: ModuleType) -> object:
    """Ask which claims must be made, and whether something is promised: every choice of it."""
    row: Row = ((0, 2),)
    found: list[object] = []
    for delta, declared, holes in product((None, Fraction(1, 2)), ({}, {"bias": 1}), ([], [3])):
        targets = [checker.Target("1", Fraction(2), Fraction(3), d) for d in (None, delta)]
        table = _made(checker, 1, row, holes=holes)
        none = dict.fromkeys(checker.Parameters._fields) | {"version": 2, "table": table}
        given = checker.Parameters(**none | {"targets": tuple(targets), "declared": declared})
        found.append(given.promised)
        for law, origin, zero, order in product(
            (None, checker.uniform(2), ((0, 1, 1), (1, 2, 3))),
            (None, {}, {"law": "x"}),
            ("none", "preserve", "row"),
            (None, int),
        ):
            other = table._replace(zero=zero, order=order, rows=(row, ((1, 1), (0, 1))))
            stated = given._replace(law=law, origin=origin, table=other)
            found.append(sorted(checker.implied(stated)))
    table = _made(checker, 1, row)
    none = dict.fromkeys(checker.Parameters._fields) | {"version": 2, "table": table}
    for some in ((None,), (None, Fraction(1, 2))):
        aims = tuple(checker.Aim(str(n), delta) for n, delta in enumerate(some, 1))
        release = checker.Release("independent", 8, (), [], {}, {}, aims)
        one = checker.Parameters(**none | {"targets": (), "release": release})
        found += [one.promised, sorted(checker.implied(one))]
    return found


def _outcomes(checker: ModuleType) -> object:
    """Ask which outcome is the worst: one that nobody releases never is."""
    draw, asked = Random("outcomes"), []
    targets = [checker.Target(e, Fraction(a), Fraction(b), None) for e, a, b in _TARGETS]
    for _ in range(150):
        p, q = ({y: draw.randrange(1, 5) for y in draw.sample(range(5), 3)} for _ in "pq")
        target = draw.choice(targets)
        asked += [(p, q, target, {"outcome": y}) for y in range(-1, 6)]
        asked += [({0: 1, 2: 1}, {0: k, 2: k}, target, {"outcome": 1}) for k in (1, 3, 9)]
    return answers(checker, "worst_outcome", asked)


def _fine_targets(checker: ModuleType) -> object:
    """Ask about bounds of e^(1/2) of which one is fine and one coarse, and about very near ones.

    A fraction between two convergents is nearer than its own digits say.
    """
    root = value("exp", Fraction(1, 2))
    unit = Fraction(1, 1 << 300)
    below, above = root // unit * unit, (root // unit + 1) * unit
    pairs = [(Fraction(1), above), (below, Fraction(2)), (below, above)]
    found = convergents(root, root + Fraction(1, 1 << 1400))
    sizes = [c.denominator.bit_length() for c in found]
    for bits in (40, 60, 80):
        i = next(i for i, size in enumerate(sizes) if size >= bits)
        (a, b), (c, d) = (found[k].as_integer_ratio() for k in (i, i - 1))
        for shift in (60, 90, 120):
            near = Fraction((a << shift) + c, (b << shift) + d)
            pairs.append((near, Fraction(2)) if near < root else (Fraction(1), near))
    asked = [
        (
            {
                "epsilon": "1/2",
                "delta": None,
                "exp": dict(zip(("lo", "hi"), map(checker.write, p), strict=True)),
            },
        )
        for p in pairs
    ]
    return answers(checker, "read_target", asked)


def _integers(checker: ModuleType) -> object:
    """Ask whether bounds tell an integer: a total that is known does not make a value known."""
    asked = []
    for low, wide, total, more in product(range(1, 6), (0, 1, 2), (2, 3, 4), (0, 1)):
        noise = checker.Noise(([low], [low + wide]), ([], []), (total, total + more), None)
        asked += [(noise, K, noise.weights) for K in (1, 2, 3, 4, 7)]
    return answers(checker, "roundings", asked)


def _remainders(checker: ModuleType) -> object:
    """Ask for largest remainders between narrow bounds, where many parts nearly agree."""
    draw, asked = Random("remainders"), []
    for _ in range(3000):
        size, total = draw.randrange(2, 5), draw.choice((5, 9, 50, 300))
        low = [draw.choice((total // 7, total // 5)) + draw.randrange(4) for _ in range(size)]
        high = [w + draw.choice((0, 0, 0, 1)) for w in low]
        ends = (total, total + draw.choice((0, 1)))
        asked.append((checker.Noise((low, high), ([], []), ends, None), draw.randrange(2, 30)))
    return answers(checker, "by_remainder", asked)


def _between(checker: ModuleType) -> object:
    """Ask about e^-rate that is partly outside the bounds given, or above 1."""
    found = []
    sides = [Fraction(text) for text in ("1/3", "1/2", "1", "3/2", "5/2")]
    given: list[Any] = [None]
    given += [{"lo": lo, "hi": hi} for lo in ("1/4", "2/5", "3/5") for hi in ("2/5", "3/5", "3/1")]
    for lo, hi in product(sides, sides):
        if lo <= hi:
            asked = [((lo, hi), 2, 1, bounds, 9) for bounds in given]
            found += [_told(law) for law in answers(checker, "powers", asked)]
    return found


def _told(law: Any) -> Any:
    return law if isinstance(law, Outcome) else law(1)


def _laws(checker: ModuleType) -> Judged:
    """Ask for laws by their names, with few bits and many keys; of what is missing, in words."""
    head = {"rule": "ceiling", "epsilon": None, "delta": None}
    laws: tuple[tuple[str, dict[str, Any]], ...] = (
        ("maxent", {"D": 3, "gamma": "1/7"}),
        ("maxent", {"D": 2, "gamma": {"variance": "1/2"}}),
        ("hellinger", {"epsilon": "1/2", "m": 2, "last_count": -1}),
        ("hellinger", {"epsilon": "1/2", "m": 2, "last_count": 0}),
        ("count-query", {"epsilon": "1/2", "eta": "1/3", "D": 3}),
    )
    found = []
    for (name, parameters), K in product(laws, (1, 1 << 128)):
        origin = {"law": name, "parameters": parameters} | head
        evidence = {"x": None, "bits": 1}
        law = answers(checker, "law_of", [(origin, evidence, K)])[0]
        noise = _told(law)
        found.append(shares(noise))
        if not isinstance(noise, Outcome) and noise is not None:
            found.append(Judged(answers(checker, "keys_of", [(noise, K, "ceiling")]), ""))
    return together(found)


def _follows(checker: ModuleType) -> object:
    """Ask whether a table follows a law of each count, when only one row does not."""
    parameters = {"epsilon": "1/2", "m": 2, "last_count": 3}
    origin: dict[str, Any] = {"law": "hellinger", "parameters": parameters, "rule": "ceiling"}
    origin |= {"epsilon": None, "delta": None}
    claim = {"x": None, "bits": 8}
    law = checker.law_of(origin, claim, 16)
    rows = [checker.keys_of(law(n), 16, "ceiling") for n in (1, 2, 3)]
    asked = []
    for wrong in (None, 0, 1, 2):
        said = [((0, 16),) if i == wrong else row for i, row in enumerate(rows)]
        asked.append((SimpleNamespace(table=_made(checker, 1, *said), origin=origin), claim))
    return answers(checker, "quantisation", asked)


def _ties(checker: ModuleType) -> object:
    """Ask about count queries at the very k of Theorem 2: C = P_(k+1)/R_k, and next to it."""
    found: list[Any] = []
    for power, D in product((2, 3), (1, 2, 3, 6)):
        P = [sum(power**m for m in range(i)) for i in range(9)]
        R = [sum(P[: i + 1]) for i in range(9)]
        for k, off in product((1, 2, 3), (0, 1, -1)):
            C = Fraction(P[k + 1], R[k]) + Fraction(off, 1000)
            given = {"epsilon": f"ln({power})", "eta": str(C / (2 + C)), "D": D}
            law = answers(checker, "count_query", [(given, None, 40)])[0]
            noise = _told(law)
            found.append(noise if isinstance(noise, Outcome) else tuple(noise))
            if not isinstance(noise, Outcome):
                found += answers(checker, "keys_of", [(noise, K, "ceiling") for K in (16, 100)])
    return found


def _near_ties(checker: ModuleType) -> object:
    """Ask about count queries so near to a k of Theorem 2 that few bits cannot tell it."""
    found = []
    E = value("exp", Fraction(1))
    for C in (1 + E, (1 + E + E * E) / (2 + E)):
        root = C / (2 + C)
        for near in convergents(root, root + Fraction(1, 1 << 1400)):
            if near.denominator.bit_length() in range(60, 90):
                given = {"epsilon": "1", "eta": str(near), "D": 5}
                laws = answers(checker, "count_query", [(given, None, b) for b in (5, 20, 90)])
                found += [_told(law) for law in laws]
    return found


def _few_counts(checker: ModuleType) -> object:
    """Ask about holes past the last row of tables with several rows, when few are looked at."""
    found = []
    rows: tuple[Row, ...] = (((0, 2),), ((0, 2),), ((0, 2),), ((0, 2),))
    for most in range(30, 95):
        with patch.object(checker, "MOST_PAST", most):
            tables = [_made(checker, 1, *rows, holes=[hole]) for hole in (7, 9, 10, 11)]
            tables += [
                _made(checker, 1, *rows[:3], ((0, 1), (1, 1)), holes=[hole]) for hole in (7, 9)
            ]
            found += answers(checker, "first_wrong_release", [(table,) for table in tables])
    return found


def _optima(checker: ModuleType) -> object:
    """Ask about whole proofs of drawn rules, most for tables that keep them."""
    draw, found = Random("optima"), []
    targets = [checker.Target(e, Fraction(a), Fraction(b), None) for e, a, b in _TARGETS]
    for number in range(400):
        claim, target = drawn_claim(draw), draw.choice(targets)
        claim["rules"] |= {"variance": [], "stay": [], "shape": "", "unbiased": number % 3 == 0}
        program = answers(checker, "read_program", [(claim, target.hi, 6)])[0]
        if type(program).__name__ != "Program":
            continue
        table = some_table(checker, program, claim["rules"], draw, careful=True)
        claim |= {"epsilon": target.epsilon, **some_tree(program, draw)}
        given = SimpleNamespace(targets=targets, table=table)
        found += answers(checker, "optimality", [(given, claim)])
    return found


def _bounded(checker: ModuleType) -> object:
    """Ask about proofs whose tree bounds by what is said, a little below the table's own value."""
    draw, found = Random("bounded"), []
    targets = [checker.Target(e, Fraction(a), Fraction(b), None) for e, a, b in _TARGETS]
    for target, small, last in product(targets, ("delta", "variance"), (1, 2)):
        claim = drawn_claim(draw) | {"objective": small, "epsilon": target.epsilon}
        claim |= {"nodes": [], "vectors": [], "target": "1/1" if small == "variance" else None}
        claim["rules"] |= {"variance": [], "stay": [], "shape": "", "unbiased": False, "holes": []}
        claim["rules"] |= {"D": [3], "last": last, "first_pair": "exclude", "cap": None}
        claim["rules"] |= {"exact_variance": False, "zero": "preserve"}
        program = checker.read_program(claim, target.hi, 6)
        for _ in range(8):
            table = some_table(checker, program, claim["rules"], draw, careful=True)
            given = SimpleNamespace(targets=targets, table=table)
            for part in (0, 1, 2, 3, 4, 6, 8, 10, 11, 12, 18, 24):
                bound = Fraction(part, 12)
                with patch.object(checker, "tree_bound", lambda *_, bound=bound: bound):
                    found += answers(checker, "optimality", [(given, claim)])
            bounded = patch.object(checker, "tree_bound", lambda *_: Fraction(0))
            with bounded, patch.object(checker, "is_least", lambda value, *_: value):
                found += answers(checker, "optimality", [(given, claim)])
    return [
        each if isinstance(each, Outcome) else (each[0]["value"], each[0]["least"])
        for each in found
    ]


def asked_claims() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("long texts", _texts)
    yield Asked("counts of 0", _zeros)
    yield Asked("negative releases", _negatives)
    yield Asked("the key of nobody", _empty_cells)
    yield Asked("the pair (0, 1) apart", _first_pairs)
    yield Asked("declared moments", _declared)
    yield Asked("no pairs", _no_pairs)
    yield Asked("claims promised", _unmade)
    yield Asked("worst outcomes", _outcomes)
    yield Asked("fine targets", _fine_targets)
    yield Asked("integers between bounds", _integers)
    yield Asked("largest remainders", _remainders)
    yield Asked("rates between bounds", _between)
    yield Asked("laws by name", _laws)
    yield Asked("tables that follow a law", _follows)
    yield Asked("ties of count queries", _ties)
    yield Asked("near ties of count queries", _near_ties)
    yield Asked("few counts past the last row", _few_counts)
    yield Asked("whole proofs", _optima)
    yield Asked("bounds that are said", _bounded)
