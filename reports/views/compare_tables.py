"""The comparison of two tables for machines and for people."""

from collections.abc import Sequence

from exact.errors import power_of_two
from reports.document.blocks import Block
from reports.document.making import Cell, grid, lines
from reports.jsons import epsilon_json, rational_json
from reports.numbers import rational
from reports.views.measures import measures_json, measures_rows
from verification.comparison.tables import CountDifference, TablesCompared

_DIGITS = 12


def tables_json(result: TablesCompared) -> dict[str, object]:
    """Return the comparison for machines."""
    return {
        "verdict": "same table" if result.same_shares else "different table",
        "same_lookup": result.same_lookup,
        "same_distribution": result.same_distribution,
        "keysizes": list(result.keysizes),
        "first_keys": list(result.first_keys),
        "counts": result.counts,
        "counts_with_another_lookup": result.differing,
        "counts_with_another_distribution": result.other_distributions,
        "covered_by_one_only": list(result.only),
        "first": None if result.first is None else _difference_json(result.first, result),
        "worst": None if result.worst is None else _difference_json(result.worst, result),
        "epsilon": None if result.epsilon is None else epsilon_json(result.epsilon),
        "measures": [measures_json(measured) for measured in result.measures],
    }


def tables_blocks(result: TablesCompared, names: Sequence[str]) -> tuple[Block, ...]:
    """Return the comparison for people: the verdict first."""
    a, b = names
    parts: list[Block] = [lines(f"{a} and {b}: {_verdict(result)}"), lines(*_facts(result, names))]
    if result.first is not None:
        rows = [row for found in _shown(result) for row in _difference_rows(found, result)]
        parts.append(grid(("", a, b), rows, "Differences"))
    titles = ("measure, worst of all counts", a, b, "difference")
    parts.append(grid(titles, measures_rows(*result.measures), "Measures"))
    if result.epsilon is None:
        said = "Neither table declares an epsilon; give --epsilon for the tight delta."
        parts.append(lines(said))
    return tuple(parts)


def _verdict(result: TablesCompared) -> str:
    if result.same_lookup:
        return "SAME TABLE: every key leads to the same noise"
    if result.same_shares:
        return "SAME TABLE with other keys: the same noise at the same share of all keys"
    if result.same_distribution:
        return "DIFFERENT TABLE: the same distributions, but some keys lead to different noise"
    return "DIFFERENT TABLE: different distributions"


def _facts(result: TablesCompared, names: Sequence[str]) -> list[str]:
    a, b = (power_of_two(keysize) for keysize in result.keysizes)
    keys = f"{a} keys each" if a == b else f"{a} and {b} keys, compared by their share of all keys"
    common = f"{result.counts} common counts stand for all"
    lookup = f"the lookup differs for {result.differing}"
    distribution = f"the distribution for {result.other_distributions}"
    facts = [keys, *_numbering(result, names), f"{common}: {lookup}, {distribution}"]
    for name, other, count in zip(names, reversed(names), result.only, strict=True):
        if count is not None:
            facts.append(f"{name} covers a count of {count}, {other} does not")
    return facts


def _numbering(result: TablesCompared, names: Sequence[str]) -> list[str]:
    """Say how the files number their keys, where one of them does not begin at 0."""
    if result.first_keys == (0, 0):
        return []
    (a, b), (first, other) = names, result.first_keys
    if first == other:
        return [f"both number their keys from {first}"]
    return [f"keys compared in their order: key {first} of {a} is key {other} of {b}"]


def _shown(result: TablesCompared) -> list[CountDifference]:
    """The first difference, and the largest where it is another."""
    found = [d for d in (result.first, result.worst) if d is not None]
    return list(dict.fromkeys(found))


def _difference_rows(found: CountDifference, result: TablesCompared) -> list[tuple[Cell, ...]]:
    assert found.position is not None
    assert found.noises is not None
    first, number = _in_keys(found, result)
    return [
        (f"count {found.count}, {first}: noise", str(found.noises[0]), str(found.noises[1])),
        ("keys that differ", number, number),
        ("bias", *(rational(bias, digits=_DIGITS) for bias in found.bias)),
        ("variance", *(rational(variance, digits=_DIGITS) for variance in found.variance)),
    ]


def _in_keys(found: CountDifference, result: TablesCompared) -> tuple[str, str]:
    """Return the first key and how many differ: as numbers where both tables have the same keys."""
    assert found.position is not None
    keysize, other = result.keysizes
    if keysize == other:
        numbers = [str(found.position * keysize + first) for first in result.first_keys]
        return f"key {' / '.join(dict.fromkeys(numbers))}", str(found.share * keysize)
    return f"from {found.position} of the keys", f"{found.share} of the keys"


def _difference_json(found: CountDifference, result: TablesCompared) -> dict[str, object]:
    keysize, other = result.keysizes
    assert found.position is not None
    same = keysize == other
    return {
        "count": found.count,
        "key": int(found.position * keysize) + result.first_keys[0] if same else None,
        "position": rational_json(found.position),
        "noise": None if found.noises is None else list(found.noises),
        "keys": int(found.share * keysize) if same else None,
        "share": rational_json(found.share),
        "same_distribution": found.same_distribution,
        "bias": [rational_json(value) for value in found.bias],
        "variance": [rational_json(value) for value in found.variance],
    }
