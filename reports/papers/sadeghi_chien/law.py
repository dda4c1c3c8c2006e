"""Sections 2.1 and 2.2: the law, its rate, Proposition 1, Proposition 2, Figure 1."""

from fractions import Fraction

from exact.laws.maxent import MaxEntLaw, law_of_gamma, law_of_variance
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import delta_from_definition, law_delta, worst_event
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import NO_REMARK, misprint, too_wide
from reports.papers.sadeghi_chien.figures import figure_1

_BITS = 100


def parts() -> tuple[Part, ...]:
    """Return sections 1 to 2.2."""
    return (
        Part("introduction", "Introduction", unchecked=_not_printed()),
        Part("section-2-1", "2.1 The law", _equations()),
        Part("section-2-2", "2.2 δ as a function of ε", _figure_1(), (figure_1(11), figure_1(15))),
    )


def _not_printed() -> tuple[Unchecked, ...]:
    return (
        Unchecked("section 1 and Definition 1", "definitions and history; no number is printed"),
        Unchecked("Appendices A to C", "proofs; (2.10) and (2.19) are checked where they are used"),
    )


def _equations() -> tuple[Check, ...]:
    law = law_of_variance(11, Fraction(4))
    weights = law.weights(256)
    least = Fraction(sum(k * k * w for k, w in enumerate(weights.lo)), weights.total_hi)
    most = Fraction(sum(k * k * w for k, w in enumerate(weights.hi)), weights.total_lo)
    remark = misprint(
        "the left side needs a factor 2: (2.5) is 2 C Σ z² e^(−γz²) = V; (2.6) is right again"
    )
    uniform = law_of_gamma(11, Fraction(0)).variance().enclosure(_BITS)
    return (
        statement(
            "display before (2.6)",
            "Σ_{z=1..D} z² e^(−γz²) = V (2 Σ e^(−γz²) + 1)",
            f"for D = 11, V = 4 the left side is {round(least)} (2 Σ … + 1), not 4 of it",
            agrees=least <= 4 <= most,
            remark=remark,
        ),
        statement(
            "below (2.8)",
            "the uniform distribution on [−D, D] has variance D(D+1)/3",
            f"for D = 11: {uniform.lo}",
            agrees=uniform.lo == uniform.hi == Fraction(11 * 12, 3),
        ),
    )


def _figure_1() -> tuple[Check, ...]:
    checks = []
    for D, V, printed in (
        (11, 4, "0.125"),
        (15, 4, "0.125"),
        (11, 10, "0.0498"),
        (15, 10, "0.0498"),
    ):
        gamma = law_of_variance(D, Fraction(V)).rate.enclosure(160)
        remark = NO_REMARK
        if (D, V) == (15, 10):
            remark = too_wide(
                "0.0498 is the rate at D = 11; at D = 15 the same variance needs 0.0500"
            )
        checks.append(number("Figure 1", f"γ for V = {V} at D = {D}", printed, gamma, remark))
    return (*checks, _plateau(), _larger_support(), _proposition_2())


def _plateau() -> Check:
    law = law_of_variance(11, Fraction(10))
    last = Epsilon(value=Fraction(3))
    event = worst_event(law, last)
    return statement(
        "below Figure 1",
        "δ hits a plateau C e^(−γD²) from some ε on",
        f"D = 11, V = 10: at ε = 3 the worst event is {{{event[0]}}} alone",
        agrees=len(event) == 1,
    )


def _larger_support() -> Check:
    pairs = [
        (law_of_gamma(D, Fraction(1, 8)), law_of_gamma(D + 1, Fraction(1, 8))) for D in range(5, 15)
    ]
    epsilon = Epsilon(value=Fraction(1))
    falls = all(
        law_delta(b, epsilon).delta.enclosure(_BITS).hi
        < law_delta(a, epsilon).delta.enclosure(_BITS).lo
        for a, b in pairs
    )
    return statement(
        "below Figure 1",
        "when γ is fixed, increasing D will decrease δ",
        "γ = 1/8, ε = 1: δ falls strictly from D = 5 to 15",
        agrees=falls,
    )


def _proposition_2() -> Check:
    """Hold (2.19) against the definition (2.9) as a sum over single outcomes."""
    cases = [(11, Fraction(1, 8), Fraction(n, 10)) for n in range(1, 31)]
    agree = all(_matches(law_of_gamma(D, gamma), e) for D, gamma, e in cases)
    return statement(
        "Proposition 2, (2.19)",
        "δ is the sum of the positive excesses up to ⌊0.5 − ε/2γ⌋",
        "D = 11, γ = 1/8, ε = 0.1 … 3: both enclosures meet, to 20 digits",
        agrees=agree,
    )


def _matches(law: MaxEntLaw, e: Fraction) -> bool:
    epsilon = Epsilon(value=e)
    found = law_delta(law, epsilon).delta.enclosure(67)
    bits = 256
    lo, hi = epsilon.exp_bounds(bits)
    p = {z: _bounds(law, z) for z in range(-law.D, law.D + 1)}
    q = {z + 1: bounds for z, bounds in p.items()}
    direct = delta_from_definition(p, q, (Fraction(lo, 1 << bits), Fraction(hi, 1 << bits)))
    return direct.lo <= found.hi and found.lo <= direct.hi


def _bounds(law: MaxEntLaw, z: int) -> tuple[Fraction, Fraction]:
    found = law.probability(z).enclosure(134)
    return found.lo, found.hi
