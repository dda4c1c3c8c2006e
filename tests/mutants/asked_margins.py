"""Questions about cells and their margin whose keys add: which counts stand for all, their laws."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

from tests.mutants.asked_texts import drawn_table
from tests.mutants.cases import Asked, answers, decided


def _counts(checker: ModuleType) -> object:
    """Ask which counts stand for all, from every floor on, of drawn tables."""
    draw, found = Random("counts of margins"), []
    for _ in range(150):
        table = checker.read_table(drawn_table(draw))
        for cells, floor, margin in product((2, 3), (0, 1, 2, 5, 8), (0, 9)):
            asked = checker.Together(table, cells, floor, margin, ())
            found += answers(checker, "counts_of", [(asked,)])
        found += answers(checker, "covered", [(table, n) for n in range(12)])
        found += answers(checker, "key_row", [(table, table.counts[0])])
        for most in (3, 4, 8, 9, 16):
            with patch.object(checker, "MOST_TUPLES", most):
                found += answers(checker, "counts_of", [(checker.Together(table, 2, 0, 0, ()),)])
    return found


def _rows(draw: Random, K: int) -> Any:
    cuts = sorted({0, K, *(draw.randrange(K + 1) for _ in range(4))})
    lengths = [b - a for a, b in pairwise(cuts)]
    return tuple((draw.randrange(-2, 3), keys) for keys in lengths)


def _first_keys(checker: ModuleType) -> object:
    """Ask for the rows of drawn tables by keys, whatever number the first one has."""
    draw, found = Random("first keys"), []
    for _ in range(80):
        table = checker.read_table(drawn_table(draw))
        for first in (0, 1, 2, table.K - 1, table.K, table.K + 1):
            for zero in ("row", "none", "preserve"):
                other = table._replace(first_key=first, zero=zero)
                found += answers(checker, "turned", [(other,)])
                found += answers(checker, "by_keys", [(other._replace(order=None),)])
    return found


def _laws(checker: ModuleType) -> object:
    """Ask for laws by runs and by points, for their parts, and for what they cost."""
    draw, found = Random("laws of margins"), []
    for K, k in product((1, 2, 5, 8), (1, 2, 3)):
        for _ in range(6):
            rows = tuple(_rows(draw, draw.choice((K, K, 1))) for _ in range(k))
            margin = _rows(draw, K)
            found += answers(checker, "by_runs", [(rows, margin)])
            found += answers(checker, "by_points", [(rows, margin)])
            lengths = [draw.randrange(1, 6) for _ in range(k)]
            found += answers(checker, "subsets", [(lengths,)])
            passed = checker.subsets(lengths)
            found += answers(checker, "below", [(passed, k, s) for s in range(-1, 18)])
            edges = [0, 2, K + 2]
            found.append([list(checker.stretches(a, a + 9, edges)) for a in range(2 * K)])
    return found


def _excesses(checker: ModuleType) -> object:
    draw, found = Random("excesses"), []
    for _ in range(60):
        P, Q = ({(y,): draw.randrange(1, 9) for y in range(draw.randrange(1, 5))} for _ in "PQ")
        exps = (Fraction(1), Fraction(3, 2), Fraction(7))
        found += answers(checker, "excess", [(P, Q, exp) for exp in exps])
    return found


def _bounded(checker: ModuleType) -> object:
    """Ask for laws of drawn tables under small limits, and for tables in an order of keys."""
    draw, found = Random("bounded"), []
    for _ in range(60):
        table = checker.read_table(drawn_table(draw))
        least = table.counts[0] + 1
        pairs = [(least, least), (least, least + 1), (least, least)]
        for steps, keys in product((200, 600, 1 << 24), (1, 300, 1 << 26)):
            with patch.multiple(checker, MOST_STEPS=steps, MOST_LOOKED_AT=keys):
                asked = [(table, some, n) for some in (pairs, pairs[:1]) for n in (0, 1, 4)]
                found += answers(checker, "check_work", asked)
        found += answers(checker, "released_of", [(table, pair) for pair in pairs])
        places = list(range(table.K)) if table.K < 70 else []
        draw.shuffle(places)
        for most in (table.K**2 - 1, table.K**2):
            with patch.object(checker, "MOST_LOOKED_AT", most):
                order = places.__getitem__ if places else None
                found += answers(checker, "spread", [(table._replace(order=order),)])
    return found


def _bounds(checker: ModuleType) -> object:
    """Ask for bounds at one epsilon: at, above and below the truth, of many counts and targets."""
    draw, found = Random("bounds of margins"), []
    for _ in range(40):
        table = checker.read_table(drawn_table(draw))
        for cells, floor, margin in ((2, 0, 0), (2, 1, 4), (3, 0, 3)):
            asked = checker.Together(table, cells, floor, margin, ())
            counts = [draw.randrange(5) for _ in range(draw.choice((cells, cells, cells, 1)))]
            found += _asked_at(checker, asked, counts, draw)
            first, last = table.counts[0], table.counts[-1]
            for some in (
                [3] * cells,
                [0, 3],
                [0, 2],
                [first, last - first],
                [first, 1 + last - first],
            ):
                found += _asked_at(checker, asked, some, draw)
        pairs = [(draw.randrange(3), draw.randrange(4)) for _ in range(3)]
        for sums, most, occur in product((0, 9, 40, 10**6), (0, 3, 99), (set(), {0}, {-1, 0, 1})):
            with patch.object(checker, "MOST_SUMS", sums):
                asked_of = [(table, some, occur, most) for some in (pairs, pairs[:1])]
                found += answers(checker, "residuals_that_never_occur", asked_of)
    return found


def _asked_at(checker: ModuleType, asked: Any, counts: Any, draw: Random) -> list[Any]:
    found, exps = [], ((Fraction(3, 2),) * 2, (Fraction(1), Fraction(3)), (Fraction(1),) * 2)
    for exp, added in product(exps, (True, False)):
        ways = decided(checker, lambda: checker.ways_of(asked.table, tuple(counts)))
        if type(ways) is not list:
            A, B = Fraction(1), Fraction(0)
        else:
            P, Q = ways[0 if added else 1]
            event = [y for y in P if P[y] > exp[0] * Q.get(y, 0)]
            A, B = (
                Fraction(sum(law.get(y, 0) for y in event), sum(law.values())) for law in (P, Q)
            )
        delta = A - B * exp[1]
        for lo, hi in (
            *(
                (delta, delta),
                (delta, Fraction(1)),
                (Fraction(0), delta),
                (Fraction(0), Fraction(1)),
            ),
            *((delta, delta + 1), (delta + Fraction(1, 99), Fraction(1)), (-delta, Fraction(1))),
        ):
            point = {
                "epsilon": "1",
                "counts": counts,
                "added": draw.choice((added, added, 1)),
                "delta": {"lo": checker.write(lo), "hi": checker.write(hi)},
                "A": checker.write(A),
                "B": checker.write(B),
            }
            aim = checker.Aim("1" * 90, draw.choice((None, lo, hi, (lo + hi) / 2, Fraction(2))))
            largest = draw.choice((delta, hi, hi, Fraction(0)))
            found += answers(checker, "keeps_bounds", [(asked, point, aim, exp, largest)])
            found += answers(checker, "counts_given", [(asked, point)])
    return found


def _releases(checker: ModuleType) -> object:
    """Ask what is released together: sets of people, floors, categories, tables."""
    draw, found = Random("releases of margins"), []
    sets = [[], ["a"], ["b"], ["a", "b"], ["a", "b", "c"]]
    for _ in range(500):
        table = checker.read_table(drawn_table(draw))
        planned = [
            {
                "count_floor": draw.randrange(3),
                "people": [frozenset(p) for p in draw.sample(sets, n)],
            }
            for n in draw.choice(((2,), (1, 1), (2, 1), (2, 2), (1, 0)))
        ]
        sizes = {name: draw.choice((1, 2, 3, 6, 7)) for name in draw.sample("abc", 2)}
        several = (table,) if draw.random() < 0.8 else (table, table._replace(first_key=5))
        release = checker.Release("sum", 8, several, planned, sizes, {"g": 2}, ())
        found += answers(checker, "one_margin", [(release,)])
    return found


def asked_margins() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("rows by keys, from any first one on", _first_keys)
    yield Asked("counts of margins", _counts)
    yield Asked("laws of margins", _laws)
    yield Asked("excess of laws", _excesses)
    yield Asked("work of laws", _bounded)
    yield Asked("bounds of margins", _bounds)
    yield Asked("releases of margins", _releases)
