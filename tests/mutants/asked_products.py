"""Questions about releases and orders of keys: products on a grid, hulls, bounds, places."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

from tests.mutants.asked_texts import drawn_table
from tests.mutants.cases import Asked, answers, decided

_UNIT = 1 << 96


def _points(checker: ModuleType, draw: Random) -> Any:
    weights = [
        draw.choice((0, 0, 5, 1 << 15, 1 << 16, _UNIT // 7)) for _ in range(draw.randrange(7))
    ]
    return checker.Points(draw.randrange(-5, 6), weights)


def _products(checker: ModuleType) -> object:
    """Ask for products of small weights, rounded up and down, and for what is cut off."""
    draw, found = Random("products"), []
    for _ in range(150):
        a, b = _points(checker, draw), _points(checker, draw)
        found += answers(
            checker, "multiplied", [(a, b, up, checker.Work()) for up in (True, False)]
        )
        found += answers(checker, "multiplied", [(a, a, True, checker.Work())])
        found += answers(checker, "window", [(a,)])
        found += answers(checker, "light", [(a.weights,)])
        found += answers(checker, "tails", [(a.weights,)])
        found += answers(checker, "tilted_tails", [(a.weights, _UNIT // 3, up) for up in (0, 1)])
        found += answers(
            checker, "kept", [(a, i, j) for i, j in product(range(-8, 12, 3), repeat=2)]
        )
    ends = [[0, 1], [0, _UNIT - 1], [1], [_UNIT - 1], [0]]
    for weights, up in product(ends, (True, False)):
        found += answers(checker, "tilted_tails", [(weights, 1, up)])
        one = checker.Points(0, [1])
        other = checker.Points(0, weights)
        found += answers(checker, "multiplied", [(one, other, up, checker.Work())])
    small = ([1, 1], [50], [1], [0, 0], [3] * 4, [9] * 11, [2, 1], [99, 1])
    asked = [(a, b, len(a) + len(b) - 1) for a, b in product(small, repeat=2)]
    found += answers(checker, "sums_of_products", asked)
    million = [10**60] * 16_000, [10**9], 16_000  # of digits
    found.append(decided(checker, lambda: sum(checker.sums_of_products(*million))))
    spread = [{}, {3: 1}, {-2: 4, 5: 1}, {0: 1, 7: 2, 3: 9}]
    a = checker.Points(0, [1] * 4)
    for most in (5, 7, 8, 9):
        with patch.object(checker, "MOST_POINTS", most):
            found += answers(
                checker, "points_of", [(weights, checker.Work()) for weights in spread]
            )
            for n in (4, 5, 6):
                asked_of = (a, a._replace(weights=[2] * n), True, checker.Work())
                found += answers(checker, "multiplied", [asked_of])
    for most in range(13, 17):  # the second of two products of 7 points is one too many, or not
        work = checker.Work()
        with patch.object(checker, "MOST_IN_ALL", most):
            found += answers(checker, "multiplied", [(a, a, True, work)] * 2)
        found.append(work.points)
    return found


def _multiples(checker: ModuleType) -> object:
    """Ask for products of equal factors, for the way to them, and for none."""
    way: list[tuple[Any, Any]] = []

    def multiply(a: Any, b: Any) -> Any:
        way.append((a, b))
        return a * b

    found = answers(checker, "multiple", [(3, n, multiply) for n in range(1, 40)])
    try:
        found += answers(checker, "multiple", [(3, 0, multiply)])
    except AssertionError:
        found.append("none")
    return found, way


def _orders(checker: ModuleType) -> object:
    """Ask for the keys of places: listed, mixed, and in no order."""
    texts = ("2031 census", "a", "x" * 100, "x" * 101, "", "\u00e9", "a\n")
    orders: list[Any] = [None, *({"kind": "mixed", "key": text} for text in texts)]
    lists = (
        [0],
        [1, 0],
        [0, 0],
        [2, 0, 1],
        [0, 1, 3],
        ["0", 1],
        [True, 0],
        [0, 1, 2],
        [4, 1, 0, 3, 2],
    )
    orders += [{"kind": "list", "places": places} for places in lists]
    orders += [{"kind": "lists", "places": [0]}, {"kind": "list", "places": [0], "more": 1}]
    orders += [{"kind": "mixe", "key": "a"}, {"kind": "mixed", "key": "a", "more": 1}, {}]
    found = []
    for K, order in product((1, 2, 3, 5), orders):
        with patch.object(checker, "MOST_LISTED", 5 if K == 5 else 2):
            made = answers(checker, "read_order", [(order, K)])[0]
        found.append([made(k) for k in range(K)] if callable(made) else made)
    asked = [
        (text, place, K)
        for text in texts[:3]
        for K in (1, 2, 7, 100, 1 << 20, 10**30)
        for place in range(0, K, K // 3 + 1)
    ]
    return found, answers(checker, "unmixed", asked)


def _hulls(checker: ModuleType) -> object:
    """Ask for the atoms that dominate, from every floor on, of drawn tables."""
    draw, found = Random("hulls"), []
    for _ in range(120):
        table = checker.read_table(drawn_table(draw))
        found += answers(checker, "counts_from", [(table, floor) for floor in range(0, 9, 2)])
        for floors in ((0,), (2,), (4,), (8,), (1, 3), (0, 2, 5)):
            groups = {checker.Group(0, floor, False): 1 for floor in floors}
            release = checker.Release("independent", 8, (table,), [{}], {}, groups, ())
            found += answers(checker, "hulls", [(release,)])
            for most in range(0, 60, 7):
                with patch.object(checker, "MOST_CORNERS", most):
                    found += answers(checker, "hulls", [(release,)])
    return found


def _splits(checker: ModuleType) -> object:
    """Ask for atoms on the grid, at their points and beside them, and for what has no ratio."""
    found = []
    for (p, q), k, grid in product(((3, 2), (2, 3), (1, 1), (5, 1)), range(-8, 9), (0, 2)):
        asked = answers(checker, "split", [(p, q, k, 6, grid)])[0]
        found.append(decided(checker, partial(list, asked)))
        atoms = [(p, q, k), (1, 0, None)]
        found += answers(
            checker, "above_of", [(some, 6, grid, checker.Work()) for some in (atoms, [(0, 2, k)])]
        )
        found += answers(checker, "mirrored", [(atoms[0],), (atoms[1],)])
    return found


def _curves(checker: ModuleType) -> object:
    """Ask for delta above and below, from sums on a grid, at and beside its points."""
    draw, found = Random("curves"), []
    for _ in range(60):
        n = draw.randrange(1, 6)
        plain = [draw.randrange(_UNIT) for _ in range(n)] + [0]
        tilted = [draw.randrange(_UNIT) for _ in range(n)] + [0]
        curve = checker.Curve(
            draw.randrange(3), draw.randrange(-3, 4), Fraction(1, 9), plain, tilted
        )
        at = draw.choice(("1/3", "ln(2)", "1", "0", "2"))
        found += answers(checker, "most", [(curve, at)])
        found += answers(checker, "at_least", [(curve, at, least) for least in (-4, 0, 2, 1 << 41)])
    return found


def _pairs(checker: ModuleType) -> object:
    """Ask for products of what dominates and of what is witnessed, and for scores."""
    draw, found = Random("pairs"), []
    for _ in range(80):
        a, b = (
            checker.Above(_points(checker, draw), draw.choice((0, 9, _UNIT // 5))) for _ in "ab"
        )
        found += answers(checker, "both_above", [(checker.Work(), a, b)])
        p, q, r, s = (_points(checker, draw) for _ in "pqrs")
        below = checker.Work(), checker.Below(p, q), checker.Below(r, s)
        found += answers(checker, "both_below", [below])
        P, Q = ({y: draw.randrange(1, 4) for y in draw.sample(range(4), 3)} for _ in "PQ")
        both = sorted(P.keys() & Q.keys())
        for scores in ([[y, draw.randrange(-3, 4)] for y in both], [[0, 1]], [[both[0], 1]] * 2):
            found += answers(
                checker, "scores_of", [({"scores": scores}, P, Q, up) for up in (True, False)]
            )
        found += answers(
            checker, "below_of", [(P, Q, {y: y - 2 for y in both}, 6, 1, checker.Work())]
        )
    return found


def asked_products() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("products on a grid", _products)
    yield Asked("multiples", _multiples)
    yield Asked("orders of keys", _orders)
    yield Asked("hulls", _hulls)
    yield Asked("atoms on a grid", _splits)
    yield Asked("delta from sums", _curves)
    yield Asked("products of pairs", _pairs)
