"""Section 4.1: p_1 and m of the attack on the bound, (6) and (7), and Figure 4."""

from fractions import Fraction

from exact.attacks.bound import (
    estimated_bound,
    law_probability,
    noise_of_triple,
    reveal_probability,
    uniform_probability,
)
from exact.attacks.tuples_needed import tuples_needed
from exact.laws.maxent import law_of_variance
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf
from reports.papers.bach.heat import BOUNDS, VARIANCES, figure_4, least_bound, needed
from reports.papers.bach.values import GERMANY
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import too_wide
from reports.papers.values import shown

_MALTA = "the number of triples of Malta is not printed; its contour cannot be drawn"
_DRAWN = (
    "the values drawn are not printed and the axis of V is not given; here V = 0.5, 1, …, 10 and "
    "E = 1, …, 20"
)


def part() -> Part:
    """Return the checks of 4.1."""
    return Part(
        "attack",
        "4.1 Revealing the bound",
        (
            _equation_6(),
            _uniform(),
            _equation_7(),
            _factor(),
            _uniform_variance(),
            _converges(),
            _diverges(),
            _quasi_unbounded(),
        ),
        (figure_4(),),
        (Unchecked("Fig. 4, contour of Malta", _MALTA), Unchecked("Fig. 4, cells", _DRAWN)),
    )


def uniform(bound: int) -> Pmf:
    """Return the uniform noise on [-E, E]."""
    return Pmf(tuple(range(-bound, bound + 1)), (1,) * (2 * bound + 1))


def _equation_6() -> Check:
    """The estimate (6) is E exactly on the event whose probability is p_1."""
    agrees = all(
        (estimated_bound(s, 0, 0) == E) == (abs(s) > 3 * (E - 1))
        for E in BOUNDS
        for s in noise_of_triple(uniform(E), uniform(E), uniform(E)).outcomes
    )
    return statement(
        "(6)",
        "Ê = ⌈|F + M − T|/3⌉ is E with probability p₁ = Pr[|F + M − T| > 3(E − 1)]",
        "the two events are the same, for every sum within 3E and E = 1 … 20",
        agrees,
    )


def _uniform() -> Check:
    agrees = all(
        reveal_probability(uniform(E), uniform(E), uniform(E), E) == uniform_probability(E)
        for E in BOUNDS
    )
    return statement(
        "footnote 11",
        "uniform noise gives p₁ = 20/(2E + 1)³",
        "equal to the three-fold convolution for E = 1 … 20",
        agrees,
    )


def _equation_7() -> Check:
    agrees = True
    for p in (Fraction(1, 3), Fraction(4, 25), Fraction(1, 97)):
        m = tuples_needed(p)
        assert m is not None  # p > 0
        agrees = agrees and (1 - p) ** m <= Fraction(32, 100) < (1 - p) ** (m - 1)
    return statement(
        "(7)",
        "m = ⌈log(1 − α)/log(1 − p₁)⌉",
        "the least m with 1 − (1 − p₁)^m ≥ α, checked by powers for p₁ = 1/3, 4/25, 1/97",
        agrees,
    )


def _factor() -> Check:
    p = Fraction(1, 10**6)
    return number(
        "(7)",
        "m for α = 68 % and p₁ = 10⁻⁶, where ⌈1/p₁⌉ is given",
        "1000000",
        Fraction(tuples_needed(p) or 0),
        too_wide(
            "For small p₁ m is −ln(1 − α)/p₁, which is 1.139/p₁ at α = 68 %. 1/p₁ belongs to α = "
            "1 − 1/e = 63.2 %; with it the attack succeeds less often than stated."
        ),
    )


def _uniform_variance() -> Check:
    return statement(
        "4.1",
        "the uniform distribution with maximum variance V = E(E + 1)/3",
        "the variance of the uniform law for E = 1 … 20; noise that is likelier far from 0 can "
        "have more, up to E²",
        all(uniform(E).variance() == Fraction(E * (E + 1), 3) for E in BOUNDS),
    )


def _converges() -> Check:
    E, V = 3, Fraction(4)
    limit = uniform_probability(E)
    near = [_p(E, V - Fraction(1, 10**k)) for k in (1, 3, 6)]
    gaps = [limit - found.hi for found in near]
    return statement(
        "4.1",
        "m converges to the uniform limit for increasing V",
        f"E = 3: p₁ is {', '.join(shown(p, 8) for p in near)} at V = 3.9, 3.999, 3.999999, and "
        f"{limit} in the limit V = 4",
        gaps[0] > gaps[1] > gaps[2] > 0 and gaps[2] < Fraction(1, 10**6),
    )


def _diverges() -> Check:
    rising = all(
        a.hi < b.lo
        for E in BOUNDS
        for more, less in zip(VARIANCES[1:], VARIANCES, strict=False)
        if (a := needed(more, E)) is not None and (b := needed(less, E)) is not None and b.hi > 2
    )
    return statement(
        "4.1",
        "m diverges quickly for decreasing V < E",
        "m grows strictly as V falls, in every column of the map where it is above 2",
        rising,
    )


def _quasi_unbounded() -> Check:
    found = {E: needed(Fraction(2), E) for E in (5, 6, 10)}
    words = ", ".join(f"{shown(m, 3)} for E = {E}" for E, m in found.items() if m is not None)
    least = least_bound(Fraction(2), GERMANY)
    return statement(
        "4.1",
        "E = 5 to 10 and V = 2 performs as quasi-unbounded noise on attempts to disclose E",
        f"m = {words}; the 2.8·10⁷ triples of Germany are enough for E = 5, and not from "
        f"E = {least} on",
        least == 5,
        too_wide(
            "True from E = 6 on. By the paper's own constraint of 4.3, E = 5 with V = 2 is "
            "disclosed in the output of Germany."
        ),
    )


def _p(E: int, V: Fraction) -> Enclosure:
    return law_probability(law_of_variance(E, V)).enclosure(67)
