"""Privacy with and without a count of zero: the pair (0, 1) is often another thing than the rest.

Agencies that leave zeros as they are treat them as structural: then the pair (0, 1) has a large
delta (a release above 0 proves a count above 0), and the table is judged without that pair too.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.guard import rational
from exact.table.pairs import PairProfile, pair_profiles
from exact.table.ptable import PTable, Repeat, Stop

Pairs = tuple[PairProfile, ...]
EXCLUDE, INCLUDE, CAP = "exclude", "include", "cap"
FIRST_PAIRS = (EXCLUDE, INCLUDE, CAP)


@dataclass(frozen=True, slots=True)
class FirstPair:
    """How the pair (0, 1) counts for a delta that is claimed or asked for.

    Not at all (``exclude``), as every other pair (``include``), or with a bound of its own
    (``cap``): then ``cap`` is that bound.
    """

    kind: str = INCLUDE
    cap: Fraction | None = None

    def __post_init__(self) -> None:
        if self.kind not in FIRST_PAIRS:
            rule = "is not a way to count the pair (0, 1)"
            raise InputError("first_pair", self.kind, rule, "use exclude, include or cap:0.3")
        if (self.kind == CAP) != (self.cap is not None):
            rule = "cannot be combined with this bound of the pair (0, 1)"
            raise InputError("first_pair", self.kind, rule, "give cap:0.3 or no bound")
        if self.cap is not None and not 0 < self.cap <= 1:
            raise InputError("cap", self.cap, "must lie above 0 and up to 1", "for example 0.3")

    @property
    def text(self) -> str:
        """How it is written, on the command line and in a certificate."""
        return self.kind if self.cap is None else f"{self.kind}:{self.cap}"

    def limit(self, delta: Fraction | None) -> Fraction | None:
        """Return what is claimed of the pair (0, 1) where ``delta`` is claimed of the others.

        >>> read_first_pair("cap:0.3").limit(Fraction(1, 100))
        Fraction(3, 10)
        """
        if delta is None or self.kind == EXCLUDE:
            return None
        return delta if self.cap is None else self.cap


EVERY_PAIR = FirstPair()


def read_first_pair(text: str) -> FirstPair:
    """Read how the pair (0, 1) counts, as written on the command line.

    >>> read_first_pair("cap:0.3").text, read_first_pair("exclude").text
    ('cap:3/10', 'exclude')
    """
    kind, colon, bound = text.partition(":")
    if kind == CAP and colon:
        return FirstPair(CAP, rational(bound, "first_pair"))
    return FirstPair(text)


def is_first_alone(table: PTable, pair: PairProfile) -> bool:
    """Tell whether a profile is that of the pair (0, 1) and of no other pair of counts."""
    return 0 in pair.alike and not any(n > 0 for n in _counts(table, pair))


def first_is_alone(table: PTable) -> bool:
    """Tell whether no other pair of neighbouring counts has the rows of 0 and 1."""
    last = [1] if isinstance(table.beyond, Repeat) and table.last_count == 0 else []
    later = (n for n in (*table.neighbours(), *last) if n > 0)
    first = table.row(0), table.row(1)
    return all((table.row(n), table.row(n + 1)) != first for n in later)


def limit_of(
    table: PTable, pair: PairProfile, delta: Fraction | None, first: FirstPair
) -> Fraction | None:
    """Return what is claimed of a pair where ``delta`` is; None: nothing.

    Where other counts use the rows of 0 and 1, their pairs are claimed by the same profile.
    """
    if 0 not in pair.alike:
        return delta
    own = first.limit(delta)
    if is_first_alone(table, pair) or delta is None:
        return own
    return delta if own is None else min(own, delta)


def first_pairs(pairs: Pairs) -> Pairs:
    """Return the profiles of the pair (0, 1), both directions; none where it is not covered."""
    return tuple(pair for pair in pairs if 0 in pair.alike)


def pairs_above_zero(table: PTable, pairs: Pairs) -> Pairs:
    """Return the profiles of all covered pairs (n, n+1) with n > 0.

    The pair (0, 1) is left out as a pair of counts: where other counts use the same two rows,
    their profile stays, and stands for the first of them.
    """
    above = []
    for pair in pairs:
        if 0 not in pair.alike:
            above.append(pair)
            continue
        counts = tuple(n for n in _counts(table, pair) if n > 0)
        if counts:
            above.append(_moved(pair, counts))
    return tuple(above)


def _counts(table: PTable, pair: PairProfile) -> tuple[int, ...]:
    """Return the lower counts that use the rows of a pair; at least one above 0 if there is any.

    ``PTable.neighbours`` lists every pair of rows at some n > 0 that has one, except where the last
    row is that of 0 and repeats: there 0 stands for all counts.
    """
    repeats = isinstance(table.beyond, Repeat) and table.last_count == 0
    return (*pair.alike, 1) if repeats else pair.alike


def _moved(pair: PairProfile, counts: tuple[int, ...]) -> PairProfile:
    """Return the same profile at the first of ``counts``: its outputs are shifted, nothing else."""
    by = counts[0] - min(pair.count, pair.other)
    outcomes = tuple(y + by for y in pair.profile.outcomes)
    moved = replace(pair.profile, outcomes=outcomes)
    return PairProfile(pair.count + by, pair.other + by, moved, counts)


def zero_pairs(table: PTable) -> Pairs:
    """Return both directions of the pair (0, 1) if zeros were preserved, where they are not.

    Empty where the table covers 0 itself, or does not cover 1.
    """
    if table.zero != "none" or table.first_count != 1:
        return ()
    return tuple(pair_profiles(PTable(table.keysize, 1, table.rows[:1], Stop(), "preserve")))
