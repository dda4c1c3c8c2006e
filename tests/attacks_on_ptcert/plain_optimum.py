"""The best table of a few keys that keeps given rules, by trying all of them.

For the judge of certificates alone: it imports nothing of ptcert, and looks at no proof. Each row
is tried with every way to share the keys; a row meets only its neighbours, so the best table is
found row by row.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

Json = dict[str, Any]
Keys = dict[int, int]  # keys of each noise value that has some
ONE = 1 << 400
_ENDLESS = Fraction(10**9)
_MOST_PAIRS = 500_000


def least_of_all(rules: Json, target: str | None, K: int, E: Fraction) -> Fraction:
    """Return the least delta of all tables; with a target of delta, the least mean square."""
    return _least_of_all(json.dumps(rules), target, K, E)


@cache
def _least_of_all(text: str, target: str | None, K: int, E: Fraction) -> Fraction:
    rules = json.loads(text)
    tables = [_rows(rules, n, K) for n in range(rules["last"] + 1)]
    assert sum(len(a) * len(b) for a, b in pairwise(tables)) < _MOST_PAIRS
    found = least(rules, target, tables, K, E)
    assert found is not None
    return found


def least(
    rules: Json, target: str | None, tables: list[list[Keys]], K: int, E: Fraction
) -> Fraction | None:
    """Return the least value of all tables with one of these rows each; None where none may be.

    A pair of neighbours counts not at all, or its delta must be at most a bound, or it is what is
    made small. The last row repeats.
    """
    values = [Fraction(0)] * len(tables[0])
    for n in range(1, len(tables)):
        values = [
            max(
                Fraction(0) if target is None else square(keys, K),
                min(
                    _joined(value, _link(rules, target, n), (n - 1, left, keys), K, E)
                    for value, left in zip(values, tables[n - 1], strict=True)
                ),
            )
            for keys in tables[n]
        ]
    link, last = _link(rules, target, len(tables)), len(tables) - 1
    ended = [
        _joined(value, link, (last, keys, keys), K, E)
        for value, keys in zip(values, tables[-1], strict=True)
    ]
    return min(ended) if ended and min(ended) < _ENDLESS else None


def square(keys: Keys, K: int) -> Fraction:
    """Return the mean square of a row."""
    return Fraction(sum(z * z * number for z, number in keys.items()), K)


def keeps_rules(rules: Json, count: int, keys: Keys, K: int) -> bool:
    """Tell whether a row is one of those that the rules allow."""
    return keys in _rows(rules, count, K)


def _link(rules: Json, target: str | None, n: int) -> str | Fraction | None:
    """Return what holds between n - 1 and n: "free", a bound of delta, or None: it counts."""
    assert rules["first_pair"] in ("exclude", "include", "cap")
    assert (rules["first_pair"] == "cap") == (rules["cap"] is not None)
    if n == 1 and rules["first_pair"] == "exclude":
        return "free"
    if n == 1 and rules["first_pair"] == "cap":
        return Fraction(rules["cap"])
    return None if target is None else Fraction(target)


def _joined(
    value: Fraction,
    link: str | Fraction | None,
    pair: tuple[int, Keys, Keys],
    K: int,
    E: Fraction,
) -> Fraction:
    """Return the value of a table that has one more row."""
    if link == "free" or value >= _ENDLESS:
        return value
    delta = _delta(*pair, K, E)
    if link is None:
        return max(value, delta)
    assert isinstance(link, Fraction)
    return value if delta <= link else _ENDLESS


def _delta(count: int, left: Keys, right: Keys, K: int, E: Fraction) -> Fraction:
    """Return the larger delta of the two directions of (count, count + 1)."""
    p = {count + z: number for z, number in left.items()}
    q = {count + 1 + z: number for z, number in right.items()}
    times = int(E * ONE)
    both = (
        sum(max(0, a.get(y, 0) * ONE - b.get(y, 0) * times) for y in a) for a, b in ((p, q), (q, p))
    )
    return Fraction(max(both), K * ONE)


def _rows(rules: Json, count: int, K: int) -> list[Keys]:
    """Return every row that the rules allow a count."""
    if count == 0 and rules["zero"] == "preserve":
        return [{0: K}]
    assert rules["zero"] in ("preserve", "row")
    D = _of_row(rules["D"], count)
    values = [z for z in range(-D, D + 1) if count + z >= 0 and count + z not in rules["holes"]]
    shared = (dict(zip(values, way, strict=True)) for way in _ways(K, len(values)))
    if count == rules["last"] and rules.get("last_row"):
        given = {z: Fraction(p) * K for z, p in zip(values, rules["last_row"], strict=True)}
        return [{z: int(n) for z, n in given.items() if n}] * all(
            n.denominator == 1 for n in given.values()
        )
    kept = (keys for keys in shared if _keeps(rules, count, keys, K))
    return [{z: number for z, number in keys.items() if number} for keys in kept]


def _ways(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share so many keys."""
    assert parts > 0
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in _ways(total - first, parts - 1))


def _keeps(rules: Json, count: int, keys: Keys, K: int) -> bool:
    """Tell whether bias, mean square, the keys of noise 0 and the shape are as they must be."""
    assert type(rules["unbiased"]) is type(rules["exact_variance"]) is bool
    if rules["unbiased"] and count and sum(z * number for z, number in keys.items()):
        return False
    if rules["variance"]:
        V, found = Fraction(_of_row(rules["variance"], count)), square(keys, K)
        if found > V or (rules["exact_variance"] and count and found != V):
            return False
    stay = Fraction(_of_row(rules["stay"], count)) if rules["stay"] and count else Fraction(0)
    return keys.get(0, K) >= K * stay and _has_shape(rules["shape"], keys)


def _has_shape(shape: str, keys: Keys) -> bool:
    """Tell whether the keys rise to the noise nearest to 0 and fall after it (or only rise)."""
    assert shape in ("", "monotone", "unimodal")
    if shape == "" or (shape == "monotone" and 0 not in keys):
        return True
    values = sorted(keys)
    peak = min(values, key=lambda z: (abs(z), z))
    left = [keys[z] for z in values if z <= peak]
    right = [keys[z] for z in values if z >= peak]
    return left == sorted(left) and (shape == "monotone" or right[::-1] == sorted(right))


def _of_row(values: list[Any], count: int) -> Any:
    """Return the value of a count: the first for 0 and 1, the last for all that follow."""
    return values[min(max(count, 1), len(values)) - 1]
