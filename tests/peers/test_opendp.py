"""OpenDP's privacy maps hold, and a bound that does not hold would be seen."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest

from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure
from exact.numbers.real import Enclosed
from reports.peers.open_dp import SCALES, Bound, bounds
from tests.numbers.mp_reference import to_fraction, to_mp

EPSILONS = (Fraction(1, 10), Fraction(3, 10), Fraction(1, 2))


@pytest.fixture(scope="module")
def found() -> tuple[Bound, ...]:
    """Every bound that is compared."""
    return tuple(bounds(EPSILONS))


def true_delta(sigma: Fraction, epsilon: Fraction) -> Fraction:
    """Return delta of the discrete Gaussian by its definition, cut where terms are below 1e-70."""
    with mpmath.workdps(80):
        weights = {z: mpmath.exp(-to_mp(z * z / (2 * sigma**2))) for z in range(-150, 151)}
        factor = mpmath.exp(to_mp(epsilon))
        terms = (max(0, w - factor * weights.get(z - 1, 0)) for z, w in weights.items() if z > -150)
        return to_fraction(mpmath.fsum(terms) / mpmath.fsum(weights.values()))


def test_every_bound_holds(found: tuple[Bound, ...]) -> None:
    """rho, delta(epsilon), epsilon(delta) and the Laplace epsilon are never below the truth."""
    assert len(found) == len(SCALES) * (1 + len(EPSILONS) + 2 + 1)
    assert all(bound.holds for bound in found)


def test_rho_and_epsilon_are_rounded_up_by_less_than_an_ulp(found: tuple[Bound, ...]) -> None:
    """1/(2 sigma^2) and 1/s are exact where they are doubles, and the next double elsewhere."""
    for bound in found:
        if bound.at is None:
            scale = Fraction(float(bound.scale))
            true = 1 / scale if "Laplace" in bound.quantity else 1 / (2 * scale**2)
            assert true <= bound.answer < true * (1 + Fraction(3, 2**53))


def test_delta_of_the_discrete_gaussian_exceeds_the_truth_by_a_known_factor(
    found: tuple[Bound, ...],
) -> None:
    """Compared with the sum over all integers in mpmath; for sigma = 7 at 1/2 by 2.88 times."""
    compared = [bound for bound in found if bound.quantity.startswith("delta(epsilon)")]
    assert len(compared) == len(SCALES) * len(EPSILONS)
    for bound in compared:
        assert bound.at is not None
        true = true_delta(Fraction(float(bound.scale)), Fraction(float(bound.at)))
        assert abs(bound.truth.lo - true) < true / 10**35
        assert abs(bound.excess.lo - (bound.answer / true - 1)) < Fraction(1, 10**30)
    (seven,) = (b for b in compared if (b.scale, b.at) == (Fraction(7), Fraction(1, 2)))
    assert Fraction(288, 100) < seven.excess.lo < Fraction(289, 100)


def test_a_bound_below_the_truth_is_seen(found: tuple[Bound, ...]) -> None:
    """One part in 10^30 below the truth fails."""
    bound = next(b for b in found if b.quantity.startswith("delta(epsilon)"))
    assert not replace(bound, answer=bound.truth.lo * (1 - Fraction(1, 10**30))).holds


def test_an_answer_inside_the_enclosure_is_undecided() -> None:
    """Neither a pass nor a failure is concluded from an enclosure that is too wide."""
    wide = Enclosed(lambda _: Enclosure(Fraction(1, 3), Fraction(1, 2)))
    with pytest.raises(Undecided, match="a number against a rational"):
        assert Bound("delta", Fraction(1), None, Fraction(2, 5), wide).holds
