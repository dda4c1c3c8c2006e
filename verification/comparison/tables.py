"""Two tables: the same distribution, the same noise for each key, and what a difference does."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from exact.errors import InputError, Undecided
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.table.difference import row_difference
from exact.table.ptable import PTable, Stop, Wrap
from exact.table.row import Row
from exact.table.spread import MAX_SPREAD, spread
from verification.comparison.cost import Measures, measures

# Two wrapped tables may take as many counts as the product of their periods to repeat.
_MAX_COUNTS = 1_000_000


@dataclass(frozen=True, slots=True)
class CountDifference:
    """Two rows for one count: where their keys part, and what each does.

    ``position`` is the first key, as a share of all keys, that leads to different noise, and
    ``share`` how many keys do, as a share of all (None and 0: no key does). With the same number
    of keys K, K times these are the place of a key (0 is the first) and a number of keys.
    """

    count: int
    position: Fraction | None
    share: Fraction
    noises: tuple[int, int] | None
    same_distribution: bool
    bias: tuple[Fraction, Fraction]
    variance: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class TablesCompared:
    """All counts that both tables cover; ``counts`` of them stand for all.

    ``first`` is the first count with a difference, ``worst`` the first with the largest share of
    differing keys. ``only`` are counts that one table covers and the other does not: the first of
    each, or None. ``first_keys`` are the numbers that the files give to their first keys.
    """

    keysizes: tuple[int, int]
    first_keys: tuple[int, int]
    counts: int
    differing: int
    other_distributions: int
    first: CountDifference | None
    worst: CountDifference | None
    only: tuple[int | None, int | None]
    epsilon: Epsilon | None
    measures: tuple[Measures, Measures]

    @property
    def same_lookup(self) -> bool:
        """Tell whether both cover the same counts and every key leads to the same noise."""
        return self.keysizes[0] == self.keysizes[1] and self.same_shares

    @property
    def same_shares(self) -> bool:
        """Tell the same of keys at the same share of all keys, however many each table has."""
        return self.differing == 0 and not self._parted

    @property
    def same_distribution(self) -> bool:
        """Tell whether both cover the same counts with the same noise distributions."""
        return self.other_distributions == 0 and not self._parted

    @property
    def _parted(self) -> bool:
        return self.only != (None, None)


def compare_tables(a: PTable, b: PTable, epsilon: Epsilon | None) -> TablesCompared:
    """Compare two tables count by count, key by key; delta is taken at ``epsilon``.

    Without it, delta is taken at the epsilon that one of the tables was designed for.
    """
    designed = (table.origin.epsilon for table in (a, b) if table.origin is not None)
    epsilon = epsilon or next((e for e in designed if e is not None), None)
    a, b = _in_key_order(a, b)
    covered = [(n, _row(a, n), _row(b, n)) for n in _counts(a, b)]
    differences = list(_differences(covered))
    if not differences:
        raise InputError("tables", "A and B", "have no count in common", "give other tables")
    differing = [_at_key(d, a) for d in differences if d.position is not None]
    return TablesCompared(
        keysizes=(a.keysize, b.keysize),
        first_keys=(a.first_key, b.first_key),
        counts=len(differences),
        differing=len(differing),
        other_distributions=sum(1 for d in differences if not d.same_distribution),
        first=differing[0] if differing else None,
        worst=max(differing, key=lambda d: d.share) if differing else None,
        only=(
            next((n for n, row, other in covered if row and not other), None),
            next((n for n, row, other in covered if other and not row), None),
        ),
        epsilon=epsilon,
        measures=(measures(a, epsilon), measures(b, epsilon)),
    )


def _in_key_order(a: PTable, b: PTable) -> tuple[PTable, PTable]:
    """Return the tables with rows in the order of their keys.

    Under one order of very many keys both keep it: the same share of the keys differs.
    """
    same = (a.keysize, a.key_order) == (b.keysize, b.key_order)
    return (a, b) if same and a.keysize > MAX_SPREAD else (spread(a), spread(b))


def _at_key(found: CountDifference, table: PTable) -> CountDifference:
    """Return a difference at the key of its place, where the table has kept a key order."""
    if table.key_order is None or found.position is None:
        return found
    K = table.keysize
    key = table.key_order.key(int(found.position * K), K)
    return replace(found, position=Fraction(key, K))


def _counts(a: PTable, b: PTable) -> list[int]:
    """Return counts that stand for all: past both last rows, one common period of the rows.

    A table that stops gives the same answer, "not covered", for every count past its last row.
    """
    period = lcm(*(t.beyond.period if isinstance(t.beyond, Wrap) else 1 for t in (a, b)))
    first = min(a.first_count, b.first_count)
    counts = range(first, max(a.last_count, b.last_count) + period + 1)
    if len(counts) > _MAX_COUNTS:
        raise Undecided(f"the two tables have to be compared at {len(counts)} counts")
    zero = "preserve" in (a.zero, b.zero) and first > 0
    return [0, *counts] if zero else list(counts)


def _row(table: PTable, count: int) -> Row | None:
    covers_zero = count == 0 and table.zero == "preserve"
    past = count > table.last_count and isinstance(table.beyond, Stop)
    if not covers_zero and (count < table.first_count or past):
        return None
    return table.row(count)


def _differences(
    covered: list[tuple[int, Row | None, Row | None]],
) -> Iterator[CountDifference]:
    """Compare the rows of each common count; a repeated pair of rows only once."""
    known: dict[tuple[Row, Row], CountDifference] = {}
    for count, a, b in covered:
        if a is None or b is None:
            continue
        if (a, b) not in known:
            known[a, b] = _difference(count, a, b)
        yield replace(known[a, b], count=count)


def _difference(count: int, a: Row, b: Row) -> CountDifference:
    found, p, q = row_difference(a, b), a.pmf, b.pmf
    first = found.first
    return CountDifference(
        count,
        first,
        found.share,
        None if first is None else (_noise_at(a, first), _noise_at(b, first)),
        _same(p, q),
        (p.mean(), q.mean()),
        (p.variance(), q.variance()),
    )


def _noise_at(row: Row, position: Fraction) -> int:
    return row.noise((position * row.keysize).__floor__())


def _same(p: Pmf, q: Pmf) -> bool:
    """Tell whether two pmfs with different totals are the same distribution."""
    if p.outcomes != q.outcomes:
        return False
    total, other = p.total, q.total
    return all(w * other == v * total for w, v in zip(p.weights, q.weights, strict=True))
