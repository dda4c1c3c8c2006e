"""Questions about whole releases: how they are read, which counts they allow, their bounds."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import floor, log
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from tests.mutants.cases import Asked, Outcome, answers, decided

Json = dict[str, Any]
REPEAT, STOP = {"rule": "repeat"}, {"rule": "stop"}
EVEN = ([-1, 0, 1], [2, 4, 2])
LOPSIDED = ([-1, 0, 1, 2], [1, 4, 2, 1])
APART = ([0, 1], [6, 2])
LONG_EPSILON = f"ln({10**60 + 1}/{10**60})"


def table_of(*rows: Any, first: int = 1, zero: str = "preserve", beyond: Json = REPEAT) -> Json:
    """Return a table of 8 keys as certificates write it."""
    written = [
        {"count": first + i, "noise": noise, "keys": keys} for i, (noise, keys) in enumerate(rows)
    ]
    said = {"format": "ptcert-ptable", "version": 2, "keysize": 8, "first_key": 0}
    return said | {"zero": zero, "beyond": beyond, "holes": [], "origin": None, "rows": written}


def planned(name: object, **changes: Any) -> Json:
    """Return a table of a release; if nothing is said, one of two cells without dimensions."""
    found: Json = {"name": name, "ptable": 0, "dimensions": None, "margins": [], "cells": 2}
    return found | {"count_floor": 0} | changes


def by(name: str, dimensions: list[str], *margins: list[str], **changes: Any) -> Json:
    """Return a table of a release by its dimensions."""
    given = {"dimensions": dimensions, "margins": list(margins), "cells": None}
    return planned(name) | given | changes


def released(*tables: Json, **changes: Any) -> Json:
    """Return a release as certificates write it."""
    found: Json = {"keys": "independent", "secret": "record-keys", "grid": 3, "others": []}
    aims = [{"epsilon": "1/2", "delta": None}]
    return found | {"targets": aims, "tables": list(tables) or [planned("a")]} | changes


def other(digest: str = "0" * 64, **table: Any) -> Json:
    """Return one more perturbation table of a release."""
    return {"sha256": digest, "table": table_of(EVEN, EVEN, **table)}


TWO_PLANS = (
    (planned("a"), planned("b", ptable=1)),
    (by("a", ["x"]), by("b", ["x"], ptable=1), by("c", ["x"], ptable=1)),
)
SECRETS = ("record-keys", "own-record-key")


def _some_releases() -> Iterator[Json]:
    """Yield releases to be read, and such as must be refused."""
    yield released()
    for keys, secret in product(("independent", "sum", ""), ("record-keys", "own-record-key", "x")):
        yield released(keys=keys, secret=secret)
    for grid in (-1, 0, 1, 2, 20, 21, True, "3"):
        yield released(grid=grid)
    two = [other(zero="none"), other(first=0, zero="row")]
    for tables in (
        [planned("a"), planned("a")],
        [planned("a"), planned("b", count_floor=1), planned("c")],
        [planned("a", ptable=1), planned("b")],
        [planned("a", cells=5), planned("b", cells=6)],
        [planned("a", cells=5), planned("b", cells=5)],
        [planned(str(i), cells=1) for i in range(4)],
        [planned(str(i), cells=1) for i in range(3)],
        [by("a", ["x", "y"], ["x"], ["y"], []), by("b", ["x", "z"], ["x"], count_floor=2)],
        [by("a", ["x", "z"], ["x"], count_floor=2), by("b", ["x", "y"], ["x"], ["y"])],
        [by("a", ["x"]), by("b", ["x"], ptable=1), by("c", ["y"], ptable=1)],
        [by("a", ["x"]), by("b", ["y"], ptable=1), by("c", ["z"], ptable=2)],
        [by(n, [n], ptable=i // 2) for i, n in enumerate("abcdef")],
        [by("a", ["x", "y"], []), by("b", ["x"]), by("c", ["z"], count_floor=1)],
        [by("a", ["x", "y", "z"], *[[n] for n in "xyz"]), *(by(n, [n]) for n in "uv")],
        [
            by(
                "a",
                [*"abcd"],
                *[[n] for n in "abcd"],
                ["a", "b"],
                ["a", "c"],
                ["a", "d"],
                [],
                ["b", "c"],
            )
        ],
        [by("a", [*"abcd"], *[[n] for n in "abcd"], ["a", "b"], ["a", "c"], ["a", "d"], [])],
    ):
        for others in ([], two[:1], two, [other("0" * 63)], [{"table": two[0]["table"]}]):
            yield released(*tables, others=others)
    yield released(tables=[])
    for texts in ((), ("1", "1"), ("1", "2"), ("1", "2", "3"), ("1", "2", "3", "4")):
        yield released(targets=[{"epsilon": text, "delta": None} for text in texts])
    yield released() | {"more": 1}
    yield {name: value for name, value in released().items() if name != "keys"}


def _read(checker: ModuleType) -> object:
    """Ask for releases: their groups of cells, whatever is too many, and what is not said."""
    table, found = table_of(EVEN, LOPSIDED), []
    own = checker.read_table(table)
    for cells, tables, targets in ((10_000, 1000, 100), (10, 3, 3)):
        limits = {"MOST_CELLS": cells, "MOST_TABLES": tables, "MOST_TARGETS": targets}
        with patch.dict(vars(checker), limits):
            given = [({"table": table, "release": new}, own) for new in _some_releases()]
            found += answers(checker, "read_release", given)
    return found


def _mixed(checker: ModuleType) -> object:
    """Ask for keys in a mixed order: of all tables, of some, of enough keys and of one too few."""
    orders = (None, {"kind": "list", "places": [*range(7, -1, -1)]}, {"kind": "mixed", "key": "a"})
    mixed = {"kind": "mixed", "key": "b"}
    twice = table_of(([0, 1], [8, 8])) | {"keysize": 16, "version": 3, "key_order": mixed}
    found = []
    for own, order, few in product(orders, orders, (7, 8)):
        table, others = (
            table_of(EVEN) | ({"version": 3, "key_order": o} if o else {}) for o in (own, order)
        )
        for beside, tables, secret in product((others, twice), TWO_PLANS, SECRETS):
            given = [{"sha256": "0" * 64, "table": beside}]
            said = released(*tables, keys="mixed", secret=secret, others=given)
            with patch.object(checker, "FEW_KEYS", few):
                question = ({"table": table, "release": said}, checker.read_table(table))
                found += answers(checker, "read_release", [question])
    return [each if isinstance(each, Outcome) else each.keys for each in found]


def _looked_up_twice(checker: ModuleType) -> object:
    """Ask for the same people in two tables: of one mixed order, of two, of other people."""
    found = []
    for text, second in product("ab", (["x"], ["y"], ["x", "y"])):
        order = {"kind": "mixed", "key": "a"}
        table = table_of(EVEN) | {"version": 3, "key_order": order}
        beside = {"sha256": "0" * 64, "table": table | {"key_order": order | {"key": text}}}
        plans = (by("a", ["x"]), by("b", second, ["x"]) if len(second) > 1 else by("b", second))
        tables = [plans[0], plans[1] | {"ptable": 1}]
        said = released(*tables, keys="mixed", others=[beside])
        with patch.object(checker, "FEW_KEYS", 7):
            question = ({"table": table, "release": said}, checker.read_table(table))
            found += answers(checker, "read_release", [question])
    return [each if isinstance(each, Outcome) else each.keys for each in found]


def _noise_of_nobody(checker: ModuleType) -> object:
    """Ask for empty cells: with noise and without, beside rows of 0, by floors, by each key."""
    found = []
    order = {"kind": "mixed", "key": "a"}
    for keys, least, row, first in product(
        ("independent", "sum", "mixed"), (0, 1), (EVEN, ([1], [8]), ([1, 0, 1], [4, 2, 2])), (0, 1)
    ):
        zero = "row" if first == 0 else "preserve"
        table = table_of(row, EVEN, first=first, zero=zero) | {"version": 3, "key_order": order}
        for cells in (1, 2):
            plan = [planned("a", count_floor=least, cells=cells)]
            with patch.object(checker, "FEW_KEYS", 7):
                given = ({"table": table, "release": released(*plan, keys=keys)},)
                found += answers(checker, "read_release", [(*given, checker.read_table(table))])
    return [each if isinstance(each, Outcome) else each.keys for each in found]


def _parts(checker: ModuleType) -> object:
    """Ask for tables of a release, names, aims and other tables, right and wrong by little."""
    names = [[], ["a"], ["a", "b"], ["b", "a"], ["a", "a"], [""], ["a\n"], [1], "a", None]
    names += [[f"d{i:02}" for i in range(n)] for n in (11, 12, 13)]
    found = answers(checker, "read_names", [(given,) for given in names])
    found = [sorted(each) if isinstance(each, frozenset) else each for each in found]
    plans = [planned("a", cells=n) for n in (None, 0, 1, 2, 10_000, 10_001, True)]
    plans += [planned("a", count_floor=n) for n in (-1, 0, 1, 1 << 62, (1 << 62) + 1, "0")]
    plans += [planned("a", ptable=n) for n in (-1, 0, 1, 2, 3)]
    plans += [planned(name) for name in ("", "a\n", "x" * 200, "x" * 201, 1)]
    plans += [planned("a", margins=[[]]), by("a", ["x"], cells=1), by("a", ["x"], [], [])]
    plans += [by("a", ["x", "y"], ["x"], ["x"]), by("a", ["x"], ["x"]), by("a", ["x"], ["y"])]
    plans += [by("a", ["x", "y"], ["x"], ["z"]), by("a", ["x", "y"], ["x", "y"], ["x"])]
    plans += [by("a", []), by("a", ["x", "y"], ["x"], []), planned("a") | {"more": 1}]
    for made in answers(checker, "read_planned", [(plan, 3) for plan in plans]):
        is_read = isinstance(made, dict)
        found.append([sorted(map(sorted, made["people"])), made] if is_read else made)
        if is_read:
            found[-1][1] = {name: value for name, value in made.items() if name != "people"}
    epsilons = ("0", "-1/2", "1/1000", "1", "ln(1)", "ln(1/2)", "ln(2)", "ln(1001/1000)", "x", 1)
    deltas = (None, "0/1", "1/1", "-1/2", "1/2", "999/1000", "1/1000", "3/2", "1", 0)
    aims = [{"epsilon": e, "delta": d} for e, d in product(epsilons, deltas)]
    found += answers(checker, "read_aim", [(aim,) for aim in aims])
    tables = [other(), other("x"), other("0" * 65), other() | {"more": 1}]
    return found, answers(checker, "read_other", [(new,) for new in tables])


def _allowed(checker: ModuleType) -> object:
    """Ask which counts a release allows: at every floor, of every kind of table, in margins."""
    wrap = {"rule": "wrap", "start": 2, "period": 1}
    tables = [
        checker.read_table(table_of(*[EVEN] * rows, first=first, zero=zero, beyond=beyond))
        for rows, beyond in ((2, REPEAT), (2, STOP), (3, STOP), (1, STOP), (3, wrap))
        for first, zero in ((0, "row"), (1, "preserve"), (1, "none"), (2, "preserve"), (3, "none"))
        if beyond is not wrap or first <= 2
    ]
    found, counts = [], (None, *range(-1, 8), True, "1")
    for table, count, floor_, margin in product(tables, counts, (0, 1, 3), (False, True)):
        release = SimpleNamespace(ptables=(table,))
        one = {"ptable": 0, "count": count, "floor": floor_, "margin": margin, "number": 1}
        two, later = one | {"number": 2}, one | {"count": 2, "floor": 0, "margin": False}
        for cells in ([one], [one, one], [two], [one, one | {"number": 0}], [two, later, later]):
            found += answers(checker, "check_counts", [(release, cells)])
    return found


def coarse(value: Fraction) -> Fraction:
    """Return a rational near e^value."""
    total = term = Fraction(1)
    for n in range(1, 12):
        term *= value / n
        total += term
    return total.limit_denominator(10**6)


def _rough(checker: ModuleType) -> Any:
    """Put bounds of e^x and of epsilon in place that are wide, and the wider the more bits."""

    def exp_bounds(x: tuple[Fraction, Fraction], bits: int) -> tuple[Fraction, Fraction]:
        width = Fraction(bits, 10**5)
        return coarse(x[0]) - width, coarse(x[1]) + width

    def real_bounds(text: str, bits: int) -> tuple[Fraction, Fraction]:
        value = Fraction(log(Fraction(text[3:-1])) if text.startswith("ln(") else Fraction(text))
        value = value.limit_denominator(1000)
        return value - Fraction(bits, 10**5), value + 2 * Fraction(bits, 10**5)

    return patch.multiple(checker, exp_bounds=exp_bounds, real_bounds=real_bounds)


def cells_of(checker: ModuleType, release: Any, groups: Any, counts: Any) -> list[Json]:
    """Return the evidence of each group: atoms at their points, scores by the ratio of keys."""
    found = []
    for (ptable, floor_, margin, number), count in zip(groups, counts, strict=True):
        table = release.ptables[ptable]
        alone = {checker.Group(0, floor_, margin): number}
        atoms = checker.hulls(release._replace(ptables=(table,), groups=alone))[0, floor_]
        indices = [_index(p, q, release.grid) for p, q in atoms]
        one = {"ptable": ptable, "floor": floor_, "margin": margin, "number": number}
        one |= {"atoms": atoms, "indices": indices, "count": count, "scores": []}
        if count is not None:
            P, Q = (_pmf(table, n) for n in (count, count + 1))
            both = sorted(P.keys() & Q.keys())
            one["scores"] = [[y, round(log(P[y] / Q[y]) * (1 << release.grid))] for y in both]
        found.append(one)
    return found


def _index(p: int, q: int, grid: int) -> int | None:
    if not p or not q:
        return None
    return 0 if p == q else floor(log(p / q) * (1 << grid))


def _pmf(table: Any, count: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for noise, keys in table.row(count):
        found[count + noise] = found.get(count + noise, 0) + keys
    return found


def _release(checker: ModuleType, *tables: Json, grid: int, aims: Any = ()) -> Any:
    """Return a release of tables, of which no more is said than is asked for here."""
    read = tuple(checker.read_table(table) for table in tables)
    made = tuple(checker.Aim(epsilon, delta) for epsilon, delta in aims)
    return checker.Release("independent", grid, read, [{}], {}, {}, made)


FAR = table_of(LOPSIDED, APART, ([-1, 0, 1], [1, 6, 1]))
NEAR = table_of(EVEN)
GROUPS = (
    ([(0, 0, False, 1)], [None]),
    ([(0, 1, False, 1)], [1]),
    ([(0, 1, False, 3), (1, 1, False, 2)], [2, 1]),
    ([(0, 2, True, 2), (1, 1, False, 1), (1, 1, True, 1)], [4, None, 3]),
    ([(0, 0, False, 1), (1, 1, True, 2)], [0, 2]),
)


def _curves(checker: ModuleType) -> object:
    """Ask for all weights above and below, in both directions, with the true and rough bounds."""
    found = []
    for (groups, counts), grid in product(GROUPS, (1, 4)):
        release = _release(checker, FAR, NEAR, grid=grid)
        cells = cells_of(checker, release, groups, counts)
        asked = [(release, cells, added, checker.Work()) for added in (True, False)]
        found += answers(checker, "dominating", asked) + answers(checker, "witness", asked)
        found += answers(checker, "directions", [(cells,), (cells[-1:],)])
        with _rough(checker):
            found += answers(checker, "witness", asked)
            found += answers(checker, "most", _asked_curves(checker, "1/2", "ln(2)", "7/3"))
            found += answers(checker, "most", _asked_curves(checker, "997/1000", "199/200"))
            with patch.object(checker, "above_of", lambda *_: _some_weights(checker)):
                found += answers(checker, "dominating", asked)
            found += answers(checker, "exp_at", [("ln(3)", 2, 3), ("1/3", -2, 1)])
    return found


def _some_weights(checker: ModuleType) -> Any:
    return checker.Above(checker.Points(-1, [1 << 95, 1 << 94, 7]), 9)


def _asked_curves(checker: ModuleType, *epsilons: str) -> list[tuple[Any, str]]:
    unit = 1 << 96
    curves = [
        checker.Curve(g, start, Fraction(1, 9), [unit // 2, unit // 3, 9, 0], [unit // 5, 7, 1, 0])
        for g, start in ((0, 0), (0, -1), (4, 2), (6, 30))
    ]
    return [(curve, text) for curve, text in product(curves, epsilons)]


def _atoms(checker: ModuleType) -> object:
    """Ask for atoms that meet at a point or have no ratio, and with rough bounds of e^x."""
    many = [(3, 2, 3), (5, 4, 1), (5, 4, 1), (1, 0, None), (2, 0, None), (0, 3, None), (1, 1, 0)]
    found = answers(
        checker, "above_of", [(some, 12, 3, checker.Work()) for some in (many, many[::-1], [])]
    )
    points = list(product(range(-1, 3), repeat=2))
    found += answers(checker, "turns_up", product(points, points[::3], points[::2]))
    with _rough(checker):
        bits, h = 96 + 4 + 3 + 16, Fraction(1, 8)
        ends = [checker.exp_bounds((x, x), bits) for x in (3 * h, 4 * h)]
        for value in (ends[0][1], ends[1][0], *(sum(end) / 2 for end in ends)):
            asked = answers(checker, "split", [(*value.as_integer_ratio(), 3, 12, 3)])[0]
            found.append(decided(checker, partial(list, asked)))
        for p, q, k in ((3, 2, 3), (5, 4, 1), (5, 4, 2), (2, 3, -4), (7, 1, 15), (9, 9, 0)):
            for K, grid in ((12, 3), (1 << 20, 3), (12, 4)):
                asked = answers(checker, "split", [(p, q, k, K, grid)])[0]
                found.append(decided(checker, partial(list, asked)))
        laws = {1: 2, 2: 5, 3: 1, 4: 4}, {1: 3, 2: 1, 3: 6, 4: 2}
        for scores, K in product(({1: 2, 2: 2, 3: -1, 4: 2}, {1: 0, 2: 1}), (12, 1 << 20)):
            found += answers(checker, "below_of", [(*laws, scores, K, 2, checker.Work())])
    many_scores = [[[1, 2], [2, 3]], [[1, 2], [2, 3], [1, 2]], [[1, 2], [2, 3], [1, 3]], [[1, 2]]]
    some = {1: 1, 2: 2}
    ways = [({"scores": given}, some, some, up) for given in many_scores for up in (True, False)]
    return found, answers(checker, "scores_of", ways)


def _above(checker: ModuleType, release: Any, cells: list[Json], added: bool) -> Any:
    return checker.dominating(release, cells, added, checker.Work())


def _claims(checker: ModuleType) -> object:
    """Ask for whole claims: bounds that just hold, or just do not, and targets beside them."""
    found = []
    for groups, counts in GROUPS:
        for epsilon, added in product(("1", "1/7", LONG_EPSILON), (True, False)):
            release = _release(checker, FAR, NEAR, grid=2)
            cells = cells_of(checker, release, groups, counts)
            ends = [_above(checker, release, cells, way) for way in (True, False)]
            most = max(checker.most(end, epsilon) for end in ends)
            below = checker.witness(release, cells, added, checker.Work())
            least, best = max((checker.at_least(below, epsilon, t), t) for t in range(-9, 9))
            said = {"keys": "independent", "cells": cells}
            for lo, hi, aim in _near(least, most):
                said["points"] = [_point(epsilon, lo, hi, added, best)]
                given = _given(checker, release, groups, ((epsilon, aim),))
                found += answers(checker, "composition", [(given, said)])
    return found, _other_claims(checker)


def _near(least: Fraction, most: Fraction) -> Iterator[tuple[Fraction, Fraction, Fraction | None]]:
    """Yield bounds of delta, and targets at and beside them."""
    little, half = Fraction(1, 10**9), (max(least, Fraction(0)) + most) / 2
    yield from ((lo, most, None) for lo in (least, least + little, Fraction(0), -little))
    yield from ((Fraction(0), hi, None) for hi in (most - little, Fraction(1), Fraction(2)))
    yield from ((hi, hi, None) for hi in (most, least))
    yield (most, least, None)
    lo = max(least, Fraction(0))
    yield from ((lo, most, aim) for aim in (lo, lo - little, half, most, most + little))


def _point(epsilon: str, lo: Fraction, hi: Fraction, added: object, least: int = 99) -> Json:
    bounds = {
        name: f"{value.numerator}/{value.denominator}" for name, value in (("lo", lo), ("hi", hi))
    }
    return {"epsilon": epsilon, "delta": bounds, "added": added, "least": least}


def _given(checker: ModuleType, release: Any, groups: Any, aims: Any) -> Any:
    numbers = {checker.Group(*group[:3]): group[3] for group in groups}
    made = tuple(SimpleNamespace(epsilon=epsilon, delta=delta) for epsilon, delta in aims)
    return SimpleNamespace(release=release._replace(groups=numbers, aims=made))


def _other_claims(checker: ModuleType) -> object:
    """Ask for two epsilons, of which one is missed, for other cells, keys and directions."""
    release = _release(checker, FAR, NEAR, grid=2)
    groups, counts = GROUPS[1]
    cells = cells_of(checker, release, groups, counts)
    lo, hi = Fraction(0), Fraction(99, 100)
    points = [_point(epsilon, lo, hi, added) for epsilon, added in (("1", True), ("2", False))]
    given = _given(checker, release, groups, (("1", hi), ("2", hi)))
    said = {"keys": "independent", "cells": cells, "points": points}
    changes: list[Callable[[Json], Json]] = [
        lambda d: d,
        lambda d: d | {"keys": "sum"},
        lambda d: d | {"cells": cells * 2},
        lambda d: d | {"cells": [cells[0] | {"number": 2}]},
        lambda d: d | {"cells": []},
        lambda d: d | {"points": points[::-1]},
        lambda d: d | {"points": points[:1]},
        lambda d: d | {"points": [points[0], points[1] | {"added": 1}]},
        lambda d: d | {"points": [points[0], points[1] | {"added": 0}]},
        lambda d: d | {"points": [points[0], points[1] | {"added": None}]},
        lambda d: d | {"points": [points[0], points[1] | {"more": 1}]},
        lambda d: d | {"points": [points[0], points[1] | {"least": "3"}]},
    ]
    found = answers(checker, "composition", [(given, change(said)) for change in changes])
    none = SimpleNamespace(release=None)
    found += answers(checker, "composition", [(none, said)])
    true = [checker.most(_above(checker, release, cells, way), "1") for way in (True, False)]
    for first, second in product((max(true), Fraction(99, 100)), repeat=2):
        low = [_point("1", lo, max(true), True), _point("2", lo, max(true), True)]
        aims = (("1", first), ("2", second))
        found += answers(
            checker,
            "composition",
            [(_given(checker, release, groups, aims), said | {"points": low})],
        )
    noisy = _release(checker, table_of(EVEN, EVEN, first=0, zero="row"), grid=2)
    alone = ((0, 0, False, 1),)
    for keys in ("independent", "sum"):
        added = noisy._replace(keys=keys)
        what = {"keys": keys, "cells": cells_of(checker, added, alone, [1])}
        what["points"] = [_point("1", lo, hi, True)]
        given = _given(checker, added, alone, (("1", hi),))
        found += answers(checker, "composition", [(given, what)])
    groups_said = [(one | change,) for one in cells for change in ({}, {"floor": -1}, {"more": 1})]
    return found, answers(checker, "group_of", groups_said)


def asked_release() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("releases", _read)
    yield Asked("releases in a mixed order", _mixed)
    yield Asked("the same people in two tables of mixed orders", _looked_up_twice)
    yield Asked("releases with empty cells", _noise_of_nobody)
    yield Asked("parts of releases", _parts)
    yield Asked("counts that are allowed", _allowed)
    yield Asked("weights of releases", _curves)
    yield Asked("atoms together", _atoms)
    yield Asked("claims about releases", _claims)
