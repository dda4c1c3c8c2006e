"""The rules of a complete table: a row for every count, and which neighbours it protects."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from exact.complete.conditions import RowRules
from exact.errors import InputError, shown
from exact.numbers.guard import integer
from exact.table.zero import EXCLUDE, FirstPair

PRESERVE, ROW = "preserve", "row"
MAX_NOISE = 500
MAX_LAST = 2000

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class TableRules:
    """Rows for the counts up to ``last``, which repeats; released values never in ``holes``.

    ``D``, ``variance`` and ``stay`` are given for the counts 1, 2, ...; the last of each stands
    for all later counts. Noise z is at most D in size, n + z is at least 0 and in no hole. A count
    of 0 is preserved or has a row of any bias with E z^2 at most V; all other rows are unbiased
    unless ``unbiased`` is False. ``first_pair`` says how the pair (0, 1) counts: not at all
    (``exclude``), as every other pair (``include``), or with a bound of its own (``cap``).
    ``last_row`` is the last row where it is given: the probability of each of its noise values.

    >>> rules = TableRules(D=(5,), variance=(Fraction(3),), holes=(1, 2))
    >>> rules.last_count, rules.row(1).support, rules.row(8).support[:2]
    (8, (-1, 2, 3, 4, 5), (-5, -4))
    """

    D: tuple[int, ...]
    variance: tuple[Fraction, ...] = ()
    exact_variance: bool = False
    holes: tuple[int, ...] = ()
    zero: str = PRESERVE
    last: int | None = None
    unbiased: bool = True
    stay: tuple[Fraction, ...] = ()
    shape: str = ""
    first_pair: str = EXCLUDE
    cap: Fraction | None = None
    last_row: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        if not self.D:
            raise InputError("D", "", "is missing", "give the largest noise, such as 5")
        for D in self.D:
            integer(D, "D", 1, MAX_NOISE)
        integer(self.last_count, "rows", 1, MAX_LAST)
        self._check_by_row()
        self._check_choices()
        self._check_numbers()
        self._check_holes()
        self._check_last()
        for count in range(1, min(self.last_count, max(self.holes, default=0)) + 1):
            self.row(count)

    def _check_by_row(self) -> None:
        """Refuse more values by row than there are rows: the last ones would be ignored."""
        for name, values in (("D", self.D), ("variance", self.variance), ("pstay", self.stay)):
            if len(values) > self.last_count:
                rule = f"has {len(values)} values for {self.last_count} rows from count 1 on"
                raise InputError(name, ",".join(map(str, values)), rule, "give more rows")

    def _check_choices(self) -> None:
        if self.zero not in (PRESERVE, ROW):
            raise InputError("zero", self.zero, "is not a zero rule", "use preserve or row")
        FirstPair(self.first_pair, self.cap)
        if self.exact_variance and not self.variance:
            rule = "asks for a variance that is not given"
            raise InputError("exact_variance", True, rule, "give the variance")

    def _check_numbers(self) -> None:
        for V in self.variance:
            if V < 0:
                raise InputError("variance", V, "must not be negative", "give for example 3")
        for s in self.stay:
            if not 0 <= s < 1:
                raise InputError("pstay", s, "must be at least 0 and below 1", "for example 1/2")

    def _check_holes(self) -> None:
        for hole in self.holes:
            integer(hole, "hole", 1, MAX_LAST)
        if any(a >= b for a, b in zip(self.holes, self.holes[1:], strict=False)):
            raise InputError("holes", self.holes, "must rise", "give each released value once")

    def _check_last(self) -> None:
        """Refuse a last row that would release a hole when it repeats for a later count."""
        last = self.row(self.last_count)
        if self.last_row and (len(last.support) != len(self.last_row) or sum(self.last_row) != 1):
            rule = f"are no probabilities of the {len(last.support)} noise values of the last row"
            raise InputError(
                "last row", f"{len(self.last_row)} numbers", rule, "give the law's row"
            )
        for hole in reversed(self.holes):
            if hole > last.count + last.support[0]:
                rule = f"is too few: row {last.count} repeats, and would release the hole {hole}"
                remedy = f"give at least {self.holes[-1] + max(self.D) + 1}"
                raise InputError("rows", last.count, rule, remedy)

    @property
    def last_count(self) -> int:
        """The count of the last row: as given, or D, with holes D + the last hole + 1."""
        if self.last is not None:
            return self.last
        return max(self.D) + (self.holes[-1] + 1 if self.holes else 0)

    def row(self, count: int) -> RowRules:
        """Return the rules of a count, which is at most ``last_count``."""
        if count == 0 and self.zero == PRESERVE:
            return RowRules(0, (0,), bias=None)
        D = _by_row(self.D, count)
        support = tuple(z for z in range(-min(count, D), D + 1) if count + z not in self.holes)
        if not support:
            rule = f"has no value to release: all of them up to {count + D} are holes"
            raise InputError("row", count, rule, "choose a larger D or fewer holes")
        if self.last_row and count == self.last_count:
            fixed = tuple(zip(support, self.last_row, strict=False))
            return RowRules(count, support, bias=None, fixed=fixed)
        bias = Fraction(0) if self.unbiased and count else None
        V = _by_row(self.variance, count) if self.variance else None
        stay = _by_row(self.stay, count) if self.stay and count else None
        exact = self.exact_variance and count > 0
        return RowRules(count, support, bias, V, exact, stay, self.shape)

    def rows(self) -> tuple[RowRules, ...]:
        """Return the rules of every count from 0 (also where 0 is preserved) to the last."""
        return tuple(map(self.row, range(self.last_count + 1)))

    def check_keysize(self, keysize: int) -> None:
        """Refuse fewer keys than the largest row has noise values."""
        largest = max(self.rows(), key=lambda row: len(row.support))
        if keysize < len(largest.support):
            rule = f"is less than the {len(largest.support)} noise values of row {largest.count}"
            raise InputError("keysize", shown(keysize), rule, "choose more keys or a smaller D")

    def pairs(self) -> Iterator[tuple[int, int, Fraction | None]]:
        """Yield both directions (n, m) of every protected pair, with its own bound or None."""
        if self.first_pair != EXCLUDE:
            yield from ((0, 1, self.cap), (1, 0, self.cap))
        for n in range(1, self.last_count + 1):
            yield from ((n, n + 1, None), (n + 1, n, None))


def _by_row(values: tuple[Value, ...], count: int) -> Value:
    """Return the value of a count: the first stands for 0 and 1, the last for all later ones."""
    return values[min(max(count, 1), len(values)) - 1]
