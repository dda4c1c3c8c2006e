"""A witness that no epsilon is finite: an event possible under P and impossible under Q.

For such an event S, P(S) <= e^epsilon Q(S) + delta reads P(S) <= delta, whatever epsilon is.
Anybody can re-check it by adding up two lists of integers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.pmf import Pmf


@dataclass(frozen=True, slots=True)
class Witness:
    """The event, and its probability under P; under Q it is 0."""

    event: tuple[int, ...]
    probability: Fraction


def no_finite_epsilon(P: Pmf, Q: Pmf) -> Witness | None:
    """Return the largest event with Q(S) = 0 < P(S), or None where there is none.

    >>> no_finite_epsilon(Pmf((0, 1), (1, 3)), Pmf((0,), (1,)))
    Witness(event=(1,), probability=Fraction(3, 4))
    """
    event = tuple(y for y in P.outcomes if y not in set(Q.outcomes))
    return Witness(event, _probability(P, event)) if event else None


def check_witness(witness: Witness, P: Pmf, Q: Pmf) -> None:
    """Raise unless the event has the probability stated under P, more than 0, and 0 under Q."""
    stated, true = witness.probability, _probability(P, witness.event)
    if stated != true or true <= 0:
        raise InputError("witness", stated, f"has probability {true}", "state it exactly")
    if _probability(Q, witness.event) != 0:
        raise InputError("witness", witness.event, "is possible under Q", "leave such outcomes out")


def _probability(pmf: Pmf, event: Iterable[int]) -> Fraction:
    chosen = set(event)
    weights = zip(pmf.outcomes, pmf.weights, strict=True)
    return Fraction(sum(w for y, w in weights if y in chosen), pmf.total)
