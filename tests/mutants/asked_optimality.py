"""Questions about proofs of optimality: rules, vectors, trees and bounds, drawn at random.

Whatever a vector holds, its bound must not be above the best of all tables; that is tested in
``tests/certificate/test_optimality.py``. Here every number that a proof is made of is asked for.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

from tests.mutants.cases import Asked, answers

Json = dict[str, Any]
_RULES: Json = {
    "D": [1],
    "variance": [],
    "exact_variance": False,
    "holes": [],
    "last": 1,
    "zero": "preserve",
    "unbiased": True,
    "stay": [],
    "shape": "",
    "first_pair": "exclude",
    "cap": None,
}
_OTHERS: dict[str, tuple[Any, ...]] = {
    "D": ([1], [2], [1, 3], [2, 1], [3, 3, 1]),
    "variance": ([], ["1/2"], ["1/3", "2/1"], ["3/2"]),
    "exact_variance": (False, True),
    "holes": ([], [1], [2], [1, 3], [1, 2]),
    "last": (1, 2, 3, 4),
    "zero": ("preserve", "row"),
    "unbiased": (True, False),
    "stay": ([], ["1/3"], ["1/4", "1/2"]),
    "shape": ("", "monotone", "unimodal"),
    "first_pair": ("exclude", "include"),
}
_E = Fraction(9, 7)


def drawn_claim(draw: Random) -> Json:
    """Draw rules, and what is made small."""
    rules = _RULES | {name: draw.choice(values) for name, values in _OTHERS.items()}
    if draw.random() < 1 / 3:
        rules |= {"first_pair": "cap", "cap": draw.choice(("1/3", "3/4"))}
    if draw.random() < 1 / 3:
        rules |= {"variance": [], "exact_variance": False}
        return {"rules": rules, "objective": "variance", "target": draw.choice(("1/2", "2/7"))}
    return {"rules": rules, "objective": "delta", "target": None}


def _programs(checker: ModuleType, seed: str, number: int) -> list[Any]:
    """Return programs of drawn rules, those that have one."""
    draw = Random(seed)
    asked = [(drawn_claim(draw), draw.choice((_E, Fraction(2))), 6) for _ in range(number)]
    return [
        found
        for found in answers(checker, "read_program", asked)
        if type(found).__name__ == "Program"
    ]


def _rules(checker: ModuleType) -> object:
    """Ask for the noise values, conditions and events of many rules."""
    draw = Random("rules")
    return answers(checker, "read_program", [(drawn_claim(draw), _E, 6) for _ in range(150)])


def _no_rules(checker: ModuleType) -> object:
    """Ask about rules with one thing changed, at the edges of what is a rule."""
    wrong: dict[str, tuple[Any, ...]] = {
        "D": ([], [0], [1], [5], [6], ["1"], 1),
        "holes": ([0], [1, 2], [5], [6], None),
        "last": (0, 1, 5, 6, None, True),
        "variance": (["1"], ["x"], ["-1/2"], None),
        "stay": (["1"], "1/2"),
        "zero": ("ro", "none", None),
        "shape": ("unimoda", "flat", None),
        "first_pair": ("ca", "cap", "include", ""),
        "cap": ("1/2", 1),
        "exact_variance": (1, None, True),
        "unbiased": (0, None, False),
    }
    claims = [{"rules": _RULES, "objective": "delta", "target": None}]
    for name, values in wrong.items():
        claims += [claims[0] | {"rules": _RULES | {name: value}} for value in values]
    rules = {k: v for k, v in _RULES.items() if k != "D"}
    claims += [claims[0] | {"rules": rules}, claims[0] | {"rules": _RULES | {"more": 1}}]
    for objective, target in product(("delta", "variance", "mean"), (None, "1/2", "2/4")):
        for variance in ([], ["1/2"]):
            made = {"rules": _RULES | {"variance": variance}}
            claims.append(made | {"objective": objective, "target": target})
    claims.append(claims[0] | {"rules": _RULES | {"zero": "row", "holes": [1], "D": [1]}})
    claims.append(claims[0] | {"rules": _RULES | {"holes": [1, 2], "D": [1], "last": 3}})
    claims.append(
        claims[0] | {"rules": _RULES | {"holes": [1, 2, 3], "last": 2, "unbiased": False}}
    )
    with patch.object(checker, "LARGEST", 5):
        return answers(checker, "read_program", [(claim, _E, 6) for claim in claims])


def _vector(program: Any, draw: Random, wild: bool) -> Json:
    """Draw a vector that belongs to a program; a wild one may have any sign."""
    least = -1 if wild else 0
    events = [draw.choice((0, 1, 5, 30)) + draw.choice((0, 0, least)) for _ in program.events]
    outputs = [
        [
            draw.randrange(least, max(most, 0) + 1)
            for y in program.places(n)
            if y in program.places(m)
        ]
        for (n, m, _), most in zip(program.events, events, strict=True)
    ]
    conditions = [
        [draw.randrange(-9 if equation or wild else 0, 30) for equation, _ in row]
        for row in program.conditions
    ]
    rows = len(program.supports)
    variances = [0, *(draw.choice((0, 1, 7)) for _ in range(rows - 1))]
    if wild:
        variances[draw.randrange(rows)] = draw.choice((-1, 3))
    small = variances if program.of_variance else ([0] if wild and draw.random() < 1 / 9 else [])
    return {"events": events, "outputs": outputs, "conditions": conditions, "variances": small}


def _costs(checker: ModuleType) -> object:
    """Ask what vectors cost, and what they bound without and with ends."""
    draw, found = Random("costs"), []
    for program in _programs(checker, "costs", 40):
        for wild in (False, False, True):
            costs = answers(checker, "costs_of", [(program, _vector(program, draw, wild))])[0]
            found.append(costs)
            if isinstance(costs, tuple):
                ends = _ends(program, draw)
                found += answers(checker, "leaf_bound", [(program, costs, e) for e in ({}, ends)])
    return found


def _ends(program: Any, draw: Random) -> dict[tuple[int, int], tuple[int, int]]:
    """Draw least and largest numbers of keys, sometimes such that no table is left."""
    places = [(i, k) for i, row in enumerate(program.supports) for k in range(len(row))]
    found = {}
    for place in draw.sample(places, draw.randrange(len(places))):
        low = draw.randrange(program.K)
        found[place] = (low, draw.randrange(low, program.K + 1))
    return found


def _least_costs(checker: ModuleType) -> object:
    """Ask for the least cost of rows with ends that leave room, no room, and just room."""
    draw, asked = Random("least costs"), []
    for _ in range(300):
        size = draw.randrange(1, 5)
        cost = [draw.randrange(-9, 10) for _ in range(size)]
        ends = {}
        for k in range(size):
            if draw.random() < 2 / 3:
                low = draw.choice((0, 1, 2, 3))
                ends[1, k] = (low, low + draw.choice((0, 1, 2, 3)))
        asked.append((6, cost, 1, ends))
    return answers(checker, "least_cost", asked)


def _leaves(checker: ModuleType) -> object:
    """Ask for bounds of leaves whose vector weighs nothing, or very little."""
    program = _programs(checker, "leaves", 30)
    asked: list[tuple[Any, ...]] = []
    for one, caps, weight in product(program[:6], ("0", "1", "1/3"), (0, 1, 7)):
        for cost in (-1, 0, 1, 3 * one.unit):
            costs = [[cost] * len(row) for row in one.supports]
            asked.append((one, (costs, Fraction(caps), weight), {}))
    return answers(checker, "leaf_bound", asked)


def _trees(checker: ModuleType) -> object:
    """Ask for the bounds of trees: whole ones, open ones, with splits that are none."""
    draw = Random("trees")
    asked: list[tuple[Any, ...]] = []
    for program in _programs(checker, "trees", 12):
        vectors = [_vector(program, draw, False) for _ in range(2)]
        for _ in range(4):
            asked += [(program, {"nodes": _nodes(program, draw, 3), "vectors": vectors})]
        row, last = len(program.supports) - 1, program.supports[-1][-1]
        for node in (
            *([0], [1], [2], [-1], [True], [row, last, 2], [row + 1, last, 2], [-1, last, 2]),
            *([row, 99, 2], [row, last, -1], [row, last, 5], [row, last, 6], [row, last]),
            *([row, last, 0], [0, program.supports[0][0], 3]),
        ):
            nodes: list[list[int]] = [[*node], [0], [1]] if len(node) == 3 else [[*node]]
            asked.append((program, {"nodes": nodes, "vectors": vectors}))
        split = [row, last, 2]
        for nodes in ([], [[0], [0]], [split, [0]], [split, split, [0], [1], [0]]):
            asked.append((program, {"nodes": nodes, "vectors": vectors}))
        again = [split, [row, last, 1], [0], [1], [row, last, 3], [1], [0]]
        asked.append((program, {"nodes": again, "vectors": vectors}))
    return answers(checker, "tree_bound", asked)


def _nodes(program: Any, draw: Random, depth: int) -> list[list[int]]:
    """Draw a tree in the order of a walk."""
    if depth == 0 or draw.random() < 1 / 3:
        return [[draw.randrange(2)]]
    i = draw.randrange(len(program.supports))
    noise = draw.choice(program.supports[i])
    most = draw.randrange(program.K)
    return [[i, noise, most], *_nodes(program, draw, depth - 1), *_nodes(program, draw, depth - 1)]


def some_tree(program: Any, draw: Random) -> Json:
    """Draw a small tree with its vectors."""
    vectors = [_vector(program, draw, False) for _ in range(2)]
    return {"nodes": _nodes(program, draw, 2), "vectors": vectors}


def _large_trees(checker: ModuleType) -> object:
    """Ask for trees at the edge of the work that is done."""
    program = next(p for p in _programs(checker, "large", 9) if not p.of_variance)
    cells = sum(map(len, program.supports))
    draw, found = Random("large"), []
    claim = {"nodes": [[0]], "vectors": [_vector(program, draw, False)]}
    i, noise = len(program.supports) - 1, program.supports[-1][0]
    three = claim | {"nodes": [[i, noise, 2], [0], [0]]}
    for limit in (1, cells - 1, cells, cells + 1, 3 * cells - 1, 3 * cells, 3 * cells + 1):
        with patch.object(checker, "MOST_WORK", limit):
            found += answers(checker, "tree_bound", [(program, claim), (program, three)])
    return found


def _wrong_vectors(checker: ModuleType) -> object:
    """Ask about vectors with a number too many, too few, too large or of another kind."""
    draw, asked = Random("vectors"), []
    for program in _programs(checker, "vectors", 12):
        good = _vector(program, draw, False)
        for name in ("events", "outputs", "conditions", "variances"):
            asked.append((program, {k: v for k, v in good.items() if k != name}))
            asked.append((program, good | {name: [*good[name], *good[name][:1]]}))
            asked.append((program, good | {name: good[name][:-1]}))
            asked.append((program, good | {name: good[name][::-1]}))
        asked.append((program, good | {"more": []}))
        for k, row in enumerate(good["conditions"]):
            for number in (-1, 1 << 128, (1 << 128) + 1, -(1 << 128), -(1 << 128) - 1, True, None):
                for wrong in ([number] * len(row), [*row, number]):
                    conditions = [*good["conditions"][:k], wrong, *good["conditions"][k + 1 :]]
                    asked.append((program, good | {"conditions": conditions}))
        for number in (1 << 128, (1 << 128) + 1, -1, None):
            events = [number, *good["events"][1:]]
            outputs = [[0] * len(row) for row in good["outputs"]]
            asked.append((program, good | {"events": events, "outputs": outputs}))
            rows = len(program.supports)
            asked.append((program, good | {"variances": [0, *[number] * (rows - 1)]}))
            asked.append((program, good | {"variances": [number, *[1] * (rows - 1)]}))
    return answers(checker, "costs_of", asked)


def _attainable(checker: ModuleType) -> object:
    """Ask whether a value of few keys can lie between a bound and delta."""
    asked = []
    targets = [("ln(2)", Fraction(2), Fraction(2)), ("1/2", Fraction(8, 5), Fraction(9, 5))]
    targets += [("1/4", Fraction(128402, 100000), Fraction(128403, 100000))]
    for target, K in product((checker.Target(*t, None) for t in targets), (1, 3, 5)):
        for a, b in product(range(K + 1), range(3)):
            A, B = Fraction(a, K), Fraction(b, K)
            value = A - B * target.lo
            backs = ("0", "1/100", "1/7", "1/3", "1", "1/1000000")
            both = A - B * target.hi, value
            asked += [(both, value - Fraction(back), K, target) for back in backs]
    wide = checker.Target("ln(2)", Fraction(19, 10), Fraction(21, 10), None)
    both = Fraction(9, 10), Fraction(11, 10)  # of A = 3, B = 1: at b = 1 the ends tell 4 from 3
    asked += [(both, both[1] - Fraction(back), 2, wide) for back in ("1/50", "3/50", "1/10")]
    found = answers(checker, "is_least", asked)
    for most in (2, 3, 4):
        with patch.object(checker, "MOST_COMPARED", most):
            found += answers(checker, "is_least", asked[-60:])
            found += answers(checker, "is_least", [each for each in asked if each[2] == 3][:60])
    return found


def _sizes(checker: ModuleType) -> object:
    """Ask for programs under small limits of their noise values, and of what makes them whole."""
    draw, found = Random("sizes"), []
    for _ in range(40):
        claim = drawn_claim(draw)
        for values, bits in product((7, 8, 12, 16, 20, 24, 40), (2, 3, 5, 8)):
            with patch.multiple(checker, MOST_VALUES=values, MOST_UNIT_BITS=bits):
                found += answers(checker, "read_program", [(claim, Fraction(5, 3), 6)])
                for n in (1, 2, 3):
                    given = claim["rules"] | {"last_row": ["1/3"] * n}
                    other = claim | {"rules": given}
                    found += answers(checker, "read_program", [(other, Fraction(5, 3), 6)])
        numbers = [Fraction(1, n) for n in draw.sample(range(1, 40), 3)]
        found += answers(checker, "unit_of", [(Fraction(7, n), numbers) for n in (1, 2, 9)])
    return found


def _kept(checker: ModuleType) -> object:
    """Ask whether tables keep rules: those that do, and those with a key moved or a row less."""
    draw, asked = Random("kept"), []
    for _ in range(120):
        claim = drawn_claim(draw)
        rules = claim["rules"]
        program = answers(checker, "read_program", [(claim, Fraction(2), 6)])[0]
        if type(program).__name__ != "Program":
            continue
        tables = (some_table(checker, program, rules, draw) for _ in range(6))
        asked += [(program, rules, table) for table in tables]
    return answers(checker, "check_table", asked)


def some_table(
    checker: ModuleType, program: Any, rules: Json, draw: Random, careful: bool = False
) -> Any:
    """Draw a table that nearly keeps the rules, often symmetric; a careful one breaks few."""
    rows, K = [], program.K
    for support in program.supports[1 if draw.random() < 2 / 3 else 0 :]:
        some = [0] if draw.random() < 1 / 2 and 0 in support else list(support)
        keys = dict.fromkeys(some, 0)
        if -1 in support and 1 in support and draw.random() < 2 / 3:
            keys = {-1: 1, 0: 4, 1: 1} if 0 in support else {-1: 3, 1: 3}
        else:
            for _ in range(K):
                keys[draw.choice(some)] += 1
        if not careful and draw.random() < 1 / 12:
            keys = {9: K}
        rows.append(tuple((z, n) for z, n in sorted(keys.items()) if n))
    first = rules["last"] + 1 - len(rows)
    zero = "row" if first == 0 else draw.choice(("none", "preserve", "preserve"))
    rule = "repeat" if careful else draw.choice(("repeat",) * 5 + ("stop",))
    counts = range(first, first + len(rows))
    holes = rules["holes"] if careful or draw.random() < 8 / 9 else [7]
    return checker.Table(K, 0, counts, tuple(rows), zero, holes, None, rule, counts[-1], 1)


def asked_optimality() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("programs of every size", _sizes)
    yield Asked("rules", _rules)
    yield Asked("no rules", _no_rules)
    yield Asked("costs", _costs)
    yield Asked("least costs", _least_costs)
    yield Asked("leaves", _leaves)
    yield Asked("trees", _trees)
    yield Asked("large trees", _large_trees)
    yield Asked("wrong vectors", _wrong_vectors)
    yield Asked("attainable values", _attainable)
    yield Asked("tables that keep rules", _kept)
