"""Figures 2 to 4, drawn from exact values; the tight delta beside what the paper draws."""

from fractions import Fraction
from functools import cache

from exact.laws.count_query_privacy import converted_delta, tight_delta
from exact.laws.discrete_gaussian import DiscreteGaussian
from exact.laws.exp_ratio import ExpRatio
from exact.laws.gaussian_moments import gaussian_of_parameter, gaussian_of_variance
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.document.blocks import Picture
from reports.papers.sadeghi_asoodeh_calmon.values import BITS, law
from reports.papers.sadeghi_chien.figure_curves import Figure, Quantity, curve, drawn
from reports.papers.values import shown

_SUPPORTS = (2, 4, 6, 8)
TENTHS = tuple(Fraction(n, 10) for n in range(1, 31))
_ONE = Enclosure(Fraction(1), Fraction(1))


def figure_2() -> Picture:
    """Return (2D+1) delta over epsilon for eta = 0.5."""
    figure = Figure(
        "figure-2",
        "Figure 2: (2D+1)δ* against ε, η = 0.5",
        "δ falls with ε, slowly up to about 1.1 and then the faster the larger D is. At D = 8 it "
        "is below 0.001 from ε = 1.1 on.",
        "ε",
        "min{1, (2D+1)δ*}",
        log_y=True,
    )
    places = [Fraction(n, 20) for n in range(1, 61)]
    return drawn(figure, tuple(curve(f"D = {D}", places, _over_epsilon(D)) for D in _SUPPORTS))


def figure_3(epsilon: str) -> Picture:
    """Return (2D+1) delta over eta; the left panel is 1.1 and the right 2.2."""
    side, end = ("left", "0.5") if epsilon == "1.1" else ("right", "0.8")
    figure = Figure(
        f"figure-3-{side}",
        f"Figure 3, {side}: (2D+1)δ* against η, ε = {epsilon}",
        f"δ falls a little up to a knee just after η = {end} and then grows fast to 1, for the "
        "larger D from a far smaller value.",
        "η",
        "min{1, (2D+1)δ*}",
        log_y=True,
    )
    places = [Fraction(n, 100) for n in range(15, 96)]
    return drawn(figure, tuple(curve(f"D = {D}", places, _over_eta(epsilon, D)) for D in _SUPPORTS))


def _times(epsilon: str) -> str:
    """Return how often (45) has the delta of Remark 2, to two digits."""
    other, own = _gaussian(equal=False)(Fraction(epsilon)), _over_epsilon(6)(Fraction(epsilon))
    return shown(Enclosure(other.lo / own.hi, other.hi / own.lo), 2)


def figure_4() -> Picture:
    """Return (2D+1) delta, the tight delta and (45) over epsilon for eta = 0.5, D = 6."""
    figure = Figure(
        "figure-4",
        "Figure 4: the noise of Definition 2 and the discrete Gaussian, η = 0.5, D = 6",
        "Up to ε = 1 the δ of the discrete Gaussian is below (2D+1)δ*; at 1.1 it is "
        f"{_times('1.1')} times as large, at 3 {_times('3')} times. The tight δ is less than half "
        "of (2D+1)δ*. "
        "Exactly equal variance changes the Gaussian's curve by less than the width of the line.",
        "ε",
        "δ",
        log_y=True,
    )
    return drawn(
        figure,
        (
            curve("(2D+1)δ* of Remark 2", TENTHS, _over_epsilon(6)),
            curve("tight δ of the same noise", TENTHS, _tight),
            curve("discrete Gaussian (45), σ² = V", TENTHS, _gaussian(equal=False)),
            curve("discrete Gaussian of variance V", TENTHS, _gaussian(equal=True)),
        ),
    )


@cache
def our_delta(epsilon: Fraction, eta: Fraction) -> Enclosure:
    """Return (2D+1) delta for D = 6."""
    return converted_delta(law(epsilon, eta, 6)).enclosure(BITS)


@cache
def gaussian_delta(epsilon: Fraction, eta: Fraction, equal: bool) -> Enclosure:
    """Return (45) for D = 6: with sigma^2 = V, or with the sigma^2 that gives the variance V."""
    V = law(epsilon, eta, 6).variance()
    rate = gaussian_of_variance(V) if equal else gaussian_of_parameter(V)
    return DiscreteGaussian(rate).delta(Epsilon(value=epsilon)).enclosure(BITS)


def _capped(number: ExpRatio) -> Enclosure:
    found = number.enclosure(BITS)
    return _ONE if found.lo >= 1 else found


def _over_epsilon(D: int) -> Quantity:
    return lambda epsilon: _capped(converted_delta(law(epsilon, "0.5", D)))


def _over_eta(epsilon: str, D: int) -> Quantity:
    return lambda eta: _capped(converted_delta(law(epsilon, eta, D)))


def _tight(epsilon: Fraction) -> Enclosure:
    return tight_delta(law(epsilon, "0.5", 6)).enclosure(BITS)


def _gaussian(equal: bool) -> Quantity:
    return lambda epsilon: gaussian_delta(epsilon, Fraction(1, 2), equal)
