"""Figures 1 to 5 of Sadeghi and Chien, drawn from exact values.

The paper draws Figure 1 for gamma = 0.125 and gamma ~ 0.0498, which it gives as the rates of the
variances 4 and 10; here they are the exact rates of those variances for each D.
"""

from fractions import Fraction
from functools import cache

from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma, law_of_variance
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.law_privacy import delta_range, law_delta, variance_range
from exact.quantiser.rules import key_counts, lost_noise, quantised_cmf
from exact.table.measures import delta_q, epsilon_q
from reports.document.blocks import Picture
from reports.papers.sadeghi_chien.figure_curves import Curve, Figure, Quantity, curve, drawn
from reports.plots.chart import POINTS

_BITS = 67
_SUPPORTS = (11, 15)
_KEY_BITS = (8, 16, 32)
_TENTHS = tuple(Fraction(n, 10) for n in range(1, 26))


def figures() -> tuple[Picture, ...]:
    """Return all figures in the order of the paper."""
    return (
        *(figure_1(D) for D in _SUPPORTS),
        figure_2a(),
        figure_2b(),
        figure_3(),
        figure_4(),
        figure_5(),
    )


def figure_1(D: int) -> Picture:
    """Return delta_{gamma,D}(epsilon), (2.19), for the variances 4 and 10."""
    places = [Fraction(n, 20) for n in range(1, 61)]
    laws = {V: law_of_variance(D, Fraction(V)) for V in (4, 10)}
    part = "a" if min(_SUPPORTS) == D else "b"
    figure = Figure(
        f"figure-1{part}",
        f"Figure 1{part}: δ(ε) of the maximum-entropy law with D = {D}",
        "Both curves fall with ε and end on a plateau. The larger variance has the smaller δ "
        "first, and the larger plateau in the end.",
        "ε",
        "δ",
        log_y=True,
    )
    return drawn(figure, tuple(curve(f"V = {V}", places, _law_delta(laws[V])) for V in laws))


def figure_2a() -> Picture:
    """Return the infimum of delta over (2.20), and the least delta over every gamma."""
    places = [Fraction(n, 10) for n in range(1, 31)]
    proposed = (curve(f"D = {D}, proposed γ", places, _least_delta(D)) for D in _SUPPORTS)
    best = (curve(f"D = {D}, best γ (proved)", places, _best_delta(D)) for D in _SUPPORTS)
    figure = Figure(
        "figure-2a",
        "Figure 2a: δ of the proposed γ, and of the best γ of all",
        "δ falls with ε without a plateau. The best γ, found by branch and bound, gives a "
        "smaller δ at small ε and the same at large ε.",
        "ε",
        "δ",
        log_y=True,
    )
    return drawn(figure, (*proposed, *best))


def figure_2b() -> Picture:
    """Return the infimum of the variance over (2.20)."""
    places = [Fraction(n, 10) for n in range(1, 31)]
    figure = Figure(
        "figure-2b",
        "Figure 2b: the variance of the proposed γ",
        "The variance falls with ε, and is larger for the larger D.",
        "ε",
        "V",
    )
    return drawn(figure, tuple(curve(f"D = {D}", places, _least_variance(D)) for D in _SUPPORTS))


def figure_3() -> Picture:
    """Return the pmf of Example 1, (2.30)."""
    law = law_of_gamma(25, Fraction(127, 12495))
    places = [Fraction(z) for z in range(-25, 26)]
    figure = Figure(
        "figure-3",
        "Figure 3: the pmf of Example 1",
        "A bell on −25 … 25, symmetric around 0, where it is 0.0569.",
        "z",
        "p(z)",
    )
    return drawn(
        figure, (curve("p(z)", places, lambda z: law.probability(int(z)).enclosure(_BITS), POINTS),)
    )


def figure_4() -> Picture:
    """Return epsilon^Q (4.10) against the epsilon of the design, D = 10, section 4.3."""
    lines = [curve(f"KEYSIZE = 2^{bits}", _full(bits), _epsilon_q(bits)) for bits in _KEY_BITS]
    same = curve("ε^Q = ε", _TENTHS, lambda e: Enclosure(e, e))
    figure = Figure(
        "figure-4",
        "Figure 4: ε^Q of the table against ε of the design",
        "Only 2^32 keys follow the design over the whole range. Lines end where noise values get "
        "no key: after ε = 0.6 for 2^8 and after 1.7 for 2^16.",
        "ε of the design",
        "ε^Q",
    )
    return drawn(figure, (*lines, same))


def figure_5() -> Picture:
    """Return delta^Q (4.11) against the delta of the design, D = 10, section 4.3."""
    lines = tuple(
        Curve(f"KEYSIZE = 2^{bits}", tuple(_both_deltas(e, bits) for e in _full(bits)))
        for bits in _KEY_BITS
    )
    figure = Figure(
        "figure-5",
        "Figure 5: δ^Q of the table against δ of the design",
        "With 2^32 keys δ^Q follows δ closely, with 2^16 nearly so; with 2^8 keys it is larger.",
        "δ of the design",
        "δ^Q",
        log_x=True,
        log_y=True,
    )
    return drawn(figure, lines)


def _both_deltas(e: Fraction, bits: int) -> tuple[Fraction, Enclosure]:
    """Return (delta of the design, rounded up to 2^-100, and delta^Q of the table)."""
    designed = law_delta(_design(e), Epsilon(value=e)).delta.enclosure(_BITS).hi
    found = delta_q(_noise(e, bits))
    return Fraction(-((-designed * 2**100).__floor__()), 2**100), Enclosure(found, found)


def _law_delta(law: MaxEntLaw) -> Quantity:
    return lambda e: law_delta(law, Epsilon(value=e)).delta.enclosure(_BITS)


def _least_delta(D: int) -> Quantity:
    """As gamma tends to epsilon/(2D-1): the infimum of (2.24)."""
    return lambda e: delta_range(Epsilon(value=e), D)[0].enclosure(_BITS)


def _least_variance(D: int) -> Quantity:
    """As gamma tends to epsilon/(2D-1): the infimum of (2.22)."""
    return lambda e: variance_range(Epsilon(value=e), D)[0].enclosure(_BITS)


def _best_delta(D: int) -> Quantity:
    from exact.design.best_gamma import best_gamma

    return lambda e: best_gamma(Epsilon(value=e), D).delta


def _design(e: Fraction) -> MaxEntLaw:
    return law_of_epsilon(10, Epsilon(value=e))


def _full(bits: int) -> list[Fraction]:
    """Return the epsilons at which every noise value gets a key."""
    return [e for e in _TENTHS if not lost_noise(quantised_cmf(_design(e), 2**bits))]


@cache
def _noise(e: Fraction, bits: int) -> Pmf:
    return Pmf.of(enumerate(key_counts(quantised_cmf(_design(e), 2**bits)), start=-10))


def _epsilon_q(bits: int) -> Quantity:
    def quantity(e: Fraction) -> Enclosure:
        found = epsilon_q(_noise(e, bits))
        assert found is not None  # full support has no gap
        return found.enclosure(128)

    return quantity
