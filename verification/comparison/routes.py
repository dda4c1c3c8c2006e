"""A floating-point route judged: each integer, probability, sum and delta against the exact one.

Some wrong integers need no better arithmetic: c^Q lies in 1..K and c^Q(D) = K whatever the law, so
a 0 (a tail that was lost) or a K + 1 (a sum above one) can be repaired. What stays wrong then is a
matter of precision.
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.laws.maxent import law_of_epsilon
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import law_delta
from exact.quantiser.rules import quantised_cmf
from exact.quantiser.safe_bits import safe_bits
from verification.comparison.doubles import BinaryFormat, in_ulps

# Relative width 2^-134 of delta: its error in ulps (2^-52 or so) is then known to 80 bits.
_DELTA_BITS = 134
# A double without a smallest exponent: a delta that underflowed is then off by all its 2^52 units.
_UNIT = BinaryFormat(53, -(1 << 20), 1024)


@dataclass(frozen=True, slots=True)
class Question:
    """A law on [-D, D], the epsilons at which delta is wanted, and the numbers of keys."""

    D: int
    gamma: Fraction
    epsilons: tuple[Fraction, ...]
    keysizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a route found for z = -D..D; ``total`` is its own sum of ``pmf``.

    ``quantised`` has a tuple for each number of keys; None stands where the result was no number.
    """

    pmf: tuple[Fraction, ...]
    total: Fraction
    quantised: tuple[tuple[int | None, ...], ...]
    deltas: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """Integers c^Q(z) and how exact c(z) must be, for each KEYSIZE; delta at each epsilon.

    ``safe_bits`` b: whoever knows every c(z) with an error of at most 2^-b, as a number above 0
    and at most 1, gets every integer.
    """

    quantised: tuple[tuple[int, ...], ...]
    safe_bits: tuple[int, ...]
    deltas: tuple[Enclosure, ...]


def right_answer(
    D: int, epsilon: Fraction, epsilons: tuple[Fraction, ...], keysizes: tuple[int, ...]
) -> RightAnswer:
    """Return the exact answers for the law of (epsilon, D) by Proposition 3."""
    law = law_of_epsilon(D, Epsilon(value=epsilon))
    return RightAnswer(
        tuple(quantised_cmf(law, keysize) for keysize in keysizes),
        tuple(safe_bits(law, keysize) for keysize in keysizes),
        tuple(law_delta(law, Epsilon(value=at)).delta.enclosure(_DELTA_BITS) for at in epsilons),
    )


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first of ``count`` wrong integers at one KEYSIZE; ``found`` is None where it is none."""

    z: int
    true: int
    found: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Quantised:
    """The wrong integers of a route at one KEYSIZE: as computed, and after 1..K is enforced."""

    keysize: int
    computed: Wrong | None
    repaired: Wrong | None


@dataclass(frozen=True, slots=True)
class DeltaError:
    """The error of delta at one epsilon, in ulps of a double at the true delta."""

    epsilon: Fraction
    ulps: Enclosure

    @property
    def size(self) -> Fraction:
        """The largest absolute value that the error may have."""
        return max(abs(self.ulps.lo), abs(self.ulps.hi))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one route got right and wrong at one law.

    ``sum_error`` is its own sum of the pmf minus 1, ``pmf_error`` the exact sum of its pmf minus
    1, ``lost`` the least |z| whose probability underflowed to 0.
    """

    route: str
    epsilon: Fraction
    D: int
    quantised: tuple[Quantised, ...]
    deltas: tuple[DeltaError, ...]
    sum_error: Fraction
    pmf_error: Fraction
    lost: int | None

    @property
    def worst_delta(self) -> DeltaError:
        """The epsilon at which delta is furthest off."""
        return max(self.deltas, key=lambda error: error.size)


def judge(
    route: str, epsilon: Fraction, question: Question, answer: Answer, right: RightAnswer
) -> Judgement:
    """Compare all that a route answered with the truth."""
    rows = zip(question.keysizes, right.quantised, answer.quantised, strict=True)
    found = zip(question.epsilons, right.deltas, answer.deltas, strict=True)
    lost = [abs(z) for z, p in enumerate(answer.pmf, start=-question.D) if p == 0]
    return Judgement(
        route,
        epsilon,
        question.D,
        tuple(_quantised(*row) for row in rows),
        tuple(DeltaError(at, in_ulps(delta, true, _UNIT)) for at, true, delta in found),
        answer.total - 1,
        sum(answer.pmf, Fraction(0)) - 1,
        min(lost, default=None),
    )


def _quantised(keysize: int, true: tuple[int, ...], found: tuple[int | None, ...]) -> Quantised:
    within = (None if n is None else min(max(n, 1), keysize) for n in found[:-1])
    repaired = (*within, keysize)
    return Quantised(keysize, _first_wrong(true, found), _first_wrong(true, repaired))


def _first_wrong(true: tuple[int, ...], found: tuple[int | None, ...]) -> Wrong | None:
    if true == found:
        return None
    pairs = enumerate(zip(true, found, strict=True), start=-(len(true) // 2))
    wrong = [(z, a, b) for z, (a, b) in pairs if a != b]
    return Wrong(*wrong[0], len(wrong))
