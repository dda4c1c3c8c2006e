"""A table that meets its target: which law and which rule, or how near the keys allow.

A law that reaches (epsilon, delta) does not make its table reach it: whole keys move probabilities
by up to 1/K. So laws are tried in order, each by every rule that keeps its noise values, until the
tight delta of the *table* is at most the target.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.design.table import RuleChoice, rules_by_delta
from exact.laws.maxent import MaxEntLaw
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import MAX_KEYSIZE_BITS
from exact.quantiser.names import CEILING

RECOMMENDED = "recommended"
# So many noise values are quantised for one number of keys before a search gives up: a second or
# two.
MOST_VALUES = 60_000


@dataclass(frozen=True, slots=True)
class Aim:
    """A target, the number of keys, and the rule that was asked for.

    ``rule`` is one of the rules, ``recommended`` (the smallest delta), or None: the paper's rule
    where it meets the target, else the recommended one.
    """

    epsilon: Epsilon
    target: Fraction
    keysize: int
    rule: str | None = None

    @property
    def out_of_reach(self) -> bool:
        """Whether no row that repeats meets the target with so few keys, whatever its noise.

        The lowest release of a count never occurs for the next count, and has a key at least: so
        delta >= 1/K.
        """
        return self.target * self.keysize < 1

    def meets(self, choice: RuleChoice) -> bool:
        """Tell whether the table of this rule meets the target."""
        return choice.delta.compare(self.target) <= 0

    def chosen(self, choices: tuple[RuleChoice, ...]) -> RuleChoice | None:
        """Return what was asked for; ``choices`` stand by rising delta."""
        if self.rule in (None, RECOMMENDED):
            paper = [c for c in choices if c.rule == CEILING and self.rule is None]
            return next((c for c in (*paper, *choices) if self.meets(c)), _first(choices))
        return _first(tuple(c for c in choices if c.rule == self.rule))


@dataclass(frozen=True, slots=True)
class Tried:
    """A law, its rules by rising delta, and the one of them that was chosen."""

    law: MaxEntLaw
    choices: tuple[RuleChoice, ...]
    chosen: RuleChoice | None


@dataclass(frozen=True, slots=True)
class Search:
    """What trying laws in order has shown.

    ``first`` is the first law, ``smallest`` the nearest to the target of those with the same D;
    ``best`` is the one that meets the target, or where none does the nearest to it (None: no law
    keeps its noise values with so few keys). So many ``laws`` with so many noise ``values`` were
    tried, and ``exhausted`` tells whether these were all.
    """

    first: Tried | None
    smallest: Tried | None
    best: Tried | None
    met: bool
    laws: int
    values: int
    exhausted: bool


def search(laws: Iterable[MaxEntLaw], aim: Aim, most_values: int = MOST_VALUES) -> Search:
    """Try laws in order until a table meets the target; laws need at most K noise values."""
    first, smallest, best = None, None, None
    tried = values = 0
    for law in laws:
        if values > most_values:
            return Search(first, smallest, best, False, tried, values, exhausted=False)
        choices = rules_by_delta(law, aim.keysize, aim.epsilon)
        found = Tried(law, choices, aim.chosen(choices))
        first, tried, values = first or found, tried + 1, values + 2 * law.D + 1
        if found.chosen is not None and aim.meets(found.chosen):
            return Search(first, smallest, found, True, tried, values, exhausted=True)
        best = nearer(best, found)
        smallest = best if law.D == first.law.D else smallest
    return Search(first, smallest, best, False, tried, values, exhausted=True)


@dataclass(frozen=True, slots=True)
class Enough:
    """So many keys meet the target; ``least``: with fewer, all laws there are were tried."""

    keysize: int
    table: Tried
    least: bool


def enough_keys(laws: Callable[[int], Iterable[MaxEntLaw]], aim: Aim) -> Enough | None:
    """Return a power of two above the keys of ``aim`` whose table meets the target.

    Where the work grows beyond all measure, only the first law is tried with each number of keys.
    """
    least, left = True, 2 * MOST_VALUES
    for bits in range(aim.keysize.bit_length(), MAX_KEYSIZE_BITS + 1):
        wider = Aim(aim.epsilon, aim.target, 1 << bits, aim.rule)
        if not wider.out_of_reach:
            found = search(laws(wider.keysize), wider, min(left, MOST_VALUES))
            left = max(0, left - found.values)
            if found.met and found.best is not None:
                return Enough(wider.keysize, found.best, least)
            least = least and found.exhausted
    return None


def nearer(best: Tried | None, found: Tried) -> Tried | None:
    """Return the one with the smaller delta; the earlier of equals."""
    if found.chosen is None or best is None or best.chosen is None:
        return best if found.chosen is None else found
    return found if found.chosen.delta.compare_to(best.chosen.delta) < 0 else best


def _first(choices: tuple[RuleChoice, ...]) -> RuleChoice | None:
    return choices[0] if choices else None
