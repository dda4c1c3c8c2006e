"""What the file of one table states: integers and rationals, whether true or not."""

from dataclasses import dataclass
from fractions import Fraction

from exact.complete.proof import Proof
from exact.numbers.epsilon import Epsilon

Runs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The integers of the table: rows for the counts ``first``, ``first`` + 1, ...

    ``ordered``: the file has a key order, and keys of the theorem are places in it.
    """

    keysize: int
    first: int
    rows: tuple[Runs, ...]
    rule: str
    wrap: tuple[int, int]
    zero: str
    ordered: bool = False

    @property
    def last(self) -> int:
        """The count of the last row."""
        return self.first + len(self.rows) - 1

    @property
    def gapless(self) -> bool:
        """Tell whether every row has all noise values between its least and its largest."""
        supports = [{noise for noise, _ in row} for row in self.rows]
        return all(max(found) - min(found) < len(found) for found in supports)


@dataclass(frozen=True, slots=True)
class PairFacts:
    """A count against another: bounds of the tight delta."""

    count: int
    other: int
    lo: Fraction
    hi: Fraction


@dataclass(frozen=True, slots=True)
class PrivacyFacts:
    """One epsilon: bounds of e^epsilon, the delta claimed (if any) and the delta of each pair."""

    epsilon: Epsilon
    lo: Fraction
    hi: Fraction
    target: Fraction | None
    pairs: tuple[PairFacts, ...]

    @property
    def worst(self) -> Fraction:
        """The largest delta of all pairs, from above."""
        return max(pair.hi for pair in self.pairs)

    @property
    def meets_target(self) -> bool:
        """Tell whether a delta is claimed and the largest delta is at most that."""
        return self.target is not None and self.worst <= self.target


@dataclass(frozen=True, slots=True)
class LawFacts:
    """The declared law: gamma = ``factor`` log ``base``, or gamma = ``factor`` without a base."""

    D: int
    rule: str
    factor: Fraction
    base: Fraction | None
    bits: int


@dataclass(frozen=True, slots=True)
class LeastFacts:
    """What this table has: (``a`` - ``b`` e^epsilon) / K, ``value`` at most; or ``a`` / K."""

    value: Fraction
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class OptimalityFacts:
    """No table that keeps the rules of the proof has less than the bound.

    Where ``least`` is given, none of as many keys has less than this table.
    """

    proof: Proof
    bound: Fraction
    least: LeastFacts | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that the file of one table states, and what it leaves out.

    ``seen`` is the table as cells see it whose keys are made of records, where that is another one:
    an empty cell has the key 0 and so one noise. Privacy is then about it.
    """

    sha256: str
    table: TableFacts
    moments: tuple[tuple[int, Fraction, Fraction], ...]
    privacy: tuple[PrivacyFacts, ...]
    law: LawFacts | None
    optimality: OptimalityFacts | None
    left_out: tuple[str, ...]
    seen: TableFacts | None = None
