"""What a design has made: a law with what is known about it, and its table."""

from dataclasses import dataclass
from fractions import Fraction

from exact.design.plans import TableDesign
from exact.design.table import RuleChoice
from exact.laws.law import Law
from exact.laws.maxent import MaxEntLaw
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable


@dataclass(frozen=True, slots=True)
class Smaller:
    """The smallest D of any gamma, with the smallest variance, and with the smallest delta."""

    law: MaxEntLaw
    best: MaxEntLaw
    best_delta: Enclosure


@dataclass(frozen=True, slots=True)
class Designed:
    """A law with what the design knows about it, and its table.

    ``design`` is the search where there was a target; ``table`` and ``rule`` are None where no
    table of so few keys keeps all noise values.
    """

    law: MaxEntLaw
    epsilon: Epsilon | None
    delta: Enclosure | None
    table: PTable | None
    keysize: int
    rule: str | None
    choices: tuple[RuleChoice, ...]
    best_delta: Enclosure | None = None
    target: Fraction | None = None
    design: TableDesign | None = None
    smaller: Smaller | None = None

    @property
    def met(self) -> bool | None:
        """Whether the table meets its target; None where there is none."""
        return None if self.design is None else self.design.met


@dataclass(frozen=True, slots=True)
class NamedDesign:
    """The table of a law of another paper, which has no search for the smallest D."""

    law: Law
    epsilon: Epsilon | None
    table: PTable
