"""The design guide, Sadeghi-Chien 2.4: the smallest D that reaches (epsilon, delta), with evidence.

For gamma = epsilon (2D - 1 + 2t) / (4D^2 - 1) with a fixed position t in [0, 1), delta of (2.27) is
strictly decreasing in D, so "D passes and D - 1 fails" proves that D is the smallest:

* gamma falls with D, so the total weight 1 + 2 sum_{z=1..D} e^(-gamma z^2) grows;
* gamma D^2 grows with D: with s = 2t - 1 < 1, the derivative of (2D^3 + s D^2)/(4D^2 - 1) has the
  sign of 4D^3 - 3D - s, which is 1 - s > 0 at D = 1 and increasing; so e^(-gamma D^2) falls.
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.laws.maxent import MAX_D, PAPER_POSITION, MaxEntLaw, law_of_epsilon
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import proposition_3_delta


@dataclass(frozen=True, slots=True)
class Design:
    """The smallest law of the guide for a target, and the law with D - 1 that fails it."""

    epsilon: Epsilon
    target: Fraction
    law: MaxEntLaw
    delta: Enclosure
    failing_delta: Enclosure | None


def smallest_design(
    epsilon: Epsilon, delta: Fraction, position: Fraction = PAPER_POSITION, bits: int = 134
) -> Design:
    """Return the smallest D whose law has (2.27) at most ``delta``, with delta of D - 1 > delta.

    >>> smallest_design(Epsilon(value=Fraction(1, 2)), Fraction(1, 10000)).law.D
    25
    """
    D = _smallest_D(epsilon, delta, position)
    law = law_of_epsilon(D, epsilon, position)
    failing = None
    if D > 1:
        before = law_of_epsilon(D - 1, epsilon, position)
        failing = proposition_3_delta(before).enclosure(bits)
    return Design(epsilon, delta, law, proposition_3_delta(law).enclosure(bits), failing)


def _smallest_D(epsilon: Epsilon, delta: Fraction, position: Fraction) -> int:
    """Gallop, then bisect: allowed because delta falls with D (see the module's proof)."""

    def passes(D: int) -> bool:
        return proposition_3_delta(law_of_epsilon(D, epsilon, position)).compare(delta) <= 0

    low, high = 0, 1
    while not passes(high):
        if high == MAX_D:
            rule = f"needs noise beyond D = {MAX_D} at epsilon = {epsilon.text}"
            raise InputError("delta", delta, rule, "choose a larger epsilon or delta")
        low, high = high, min(2 * high, MAX_D)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if passes(middle) else (middle, high)
    return high
