"""The smallest epsilon at which a table can have a given delta, by halving.

The least delta of all tables falls as epsilon grows. At e^epsilon = E_lo every table is proved to
have more than the target; at E_hi a table with at most the target was found.
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.complete.best import Effort, Found, best_table
from exact.complete.bound import Bounds, Multipliers
from exact.complete.door import Door
from exact.complete.problem import Keys, Problem, least_delta
from exact.complete.rules import TableRules
from exact.errors import InputError, Undecided
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.profile import profile

# e^epsilon is searched for up to here, and by so many halvings.
_LARGEST_EXP = 1 << 20
_HALVINGS = 30


@dataclass(frozen=True, slots=True)
class LeastEpsilon:
    """A table with delta <= target at ``epsilon``; no table has that at epsilon = ln ``above``.

    ``below`` proves it: multipliers of the problem there; None where ``above`` is 1.
    """

    found: Found
    target: Fraction
    epsilon: Epsilon
    above: Fraction
    below: Multipliers | None


def least_epsilon(rules: TableRules, target: Fraction, keysize: int, door: Door) -> LeastEpsilon:
    """Return a table with delta at most ``target`` at the smallest epsilon that was found.

    Raises ``InputError`` where the target is out of reach at every epsilon.
    """

    def excluded(E: Fraction) -> Multipliers | None:
        """Return multipliers that prove that every table has more than the target, or None."""
        problem = least_delta(rules, Epsilon(exp=E))
        vector = door(problem, keysize).relaxed({}).multipliers
        value = Bounds(problem, keysize).value(vector)
        return vector if value is None or value > target else None

    low, high, below = Fraction(1), Fraction(2), None
    while (found := excluded(high)) is not None:
        low, high, below = high, high * high, found
        if high > _LARGEST_EXP:
            rule = f"is below what any table has at epsilon = ln({low})"
            raise InputError("delta", target, rule, "choose a larger delta, D or variance")
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        found = excluded(middle)
        low, high, below = (low, middle, below) if found is None else (middle, high, found)
    table, epsilon = _table_from(rules, target, keysize, door, high)
    return LeastEpsilon(table, target, epsilon, low, below)


def _table_from(
    rules: TableRules, target: Fraction, keysize: int, door: Door, E: Fraction
) -> tuple[Found, Epsilon]:
    """Go up from where real tables begin to exist until one of whole keys does."""
    step = Fraction(1, keysize)
    while E <= _LARGEST_EXP:
        found = best_table(least_delta(rules, Epsilon(exp=E)), keysize, door, Effort(leaves=2))
        if found.delta.compare(target) <= 0:
            return found, _own_epsilon(found.problem, found.keys, target)
        E, step = E + step, 2 * step
    raise Undecided("the least epsilon: no table of whole keys was found; give more keys")


def _own_epsilon(problem: Problem, keys: Keys, target: Fraction) -> Epsilon:
    """Return the smallest epsilon at which this table has delta <= target, exactly."""
    largest = Epsilon(exp=Fraction(1))
    for event in problem.events:
        mine, other = _released(problem, keys, event.count), _released(problem, keys, event.other)
        found = profile(mine, other).epsilon(target if event.cap is None else Fraction(1))
        assert found is not None
        if largest.exp is not None and found.compare_exp(largest.exp) > 0:
            largest = found
    return largest


def _released(problem: Problem, keys: Keys, count: int) -> Pmf:
    i = min(count, len(problem.rows) - 1)
    return Pmf.of(zip(problem.rows[i].support, keys[i], strict=True)).shifted(count)
