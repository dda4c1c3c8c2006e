"""The smallest D for which any gamma at all reaches (epsilon, delta), with evidence against D - 1.

By the theorem of ``best_gamma_kinks`` the least delta over all gamma > 0 is that of a kink
gamma = epsilon / (2k-1), k = 1..D: some gamma reaches a target exactly if some kink does, and D
fails for *every* gamma if each of its D kinks fails.

For every gamma delta falls strictly as D grows, so its minimum over gamma does, and "D reaches the
target, D - 1 does not" proves that D is the smallest. Let D grow by 1, so that T grows by 2w with
w = x^((D+1)^2), and let [-D, -k] be the worst event at D, (2.18):

* if it is [-D-1, -k] at D + 1, the numerator t_k - e^epsilon t_(k+1) changes by w (1 - e^epsilon),
  which is negative;
* else k = D and the event is now {-D-1} alone: the numerator falls from x^(D^2) to w.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.design.best_gamma_kinks import best_kinks, kink_law, kink_reaches
from exact.errors import InputError
from exact.laws.maxent import MaxEntLaw
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon

# All kinks of D take some D^2 products, and a search looks at several D: minutes.
MAX_D = 5000


@dataclass(frozen=True, slots=True)
class SmallestOfAll:
    """The smallest D that some gamma makes reach the target, and the proof that D - 1 does not.

    ``kinks`` are the k of D whose gamma = epsilon / (2k-1) reach the target, by rising variance.
    ``failing_delta`` encloses the least delta of any gamma at D - 1.
    """

    epsilon: Epsilon
    target: Fraction
    D: int
    kinks: tuple[int, ...]
    failing_delta: Enclosure | None


def smallest_of_all(epsilon: Epsilon, target: Fraction, enough: int) -> SmallestOfAll:
    """Return the smallest D for a target, where some gamma reaches it with D = ``enough``.

    >>> found = smallest_of_all(Epsilon(value=Fraction(1, 2)), Fraction(1, 10000), 25)
    >>> found.D, found.kinks
    (24, (19, 20, 21, 22))
    """
    if enough > MAX_D:
        rule = f"needs noise beyond D = {MAX_D}, too far to try every gamma"
        raise InputError("delta", target, rule, "use the paper's guide, or a larger delta")
    low, high = 0, enough
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _some_kink(epsilon, target, middle) else (middle, high)
    failing = None if high == 1 else best_kinks(epsilon, high - 1)[1]
    return SmallestOfAll(epsilon, target, high, reaching_kinks(epsilon, target, high), failing)


def reaching_kinks(epsilon: Epsilon, target: Fraction, D: int) -> tuple[int, ...]:
    """Return the k whose kinks reach the target; gamma falls with k, so the variance rises."""
    return tuple(k for k in range(1, D + 1) if kink_reaches(epsilon, D, k, target))


def laws_at_kinks(epsilon: Epsilon, target: Fraction, D: int) -> Iterator[MaxEntLaw]:
    """Yield the laws with this D whose gamma is a kink that reaches the target, by variance."""
    for k in range(1, D + 1):
        if kink_reaches(epsilon, D, k, target):
            yield kink_law(epsilon, D, k)


def _some_kink(epsilon: Epsilon, target: Fraction, D: int) -> bool:
    """Try the likely ones first: the best k is some 5/6 of D where delta is small."""
    likely = 5 * D // 6
    order = sorted(range(1, D + 1), key=lambda k: abs(k - likely))
    return any(kink_reaches(epsilon, D, k, target) for k in order)
