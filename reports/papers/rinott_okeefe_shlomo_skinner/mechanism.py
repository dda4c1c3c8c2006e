"""Sections 4.2 and 4.3: losses, sensitivities, Theorems 4.1 and 4.2, delta of (4.10)."""

from fractions import Fraction

from exact.laws.discrete_laplace import UnboundedLaplace
from exact.laws.exponential_mechanism import l1, l2, l3, sensitivity
from exact.laws.hellinger import HellingerLaw
from exact.laws.maxent import MaxEntLaw
from exact.laws.rates import rate_of_epsilon
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.law_privacy import worst_event
from exact.privacy.profile import profile
from exact.privacy.truncation import outermost_delta
from reports.papers.check import Check, Part, number, statement
from reports.papers.kinds import Remark, misprint, too_wide
from reports.papers.rinott_okeefe_shlomo_skinner.values import (
    BITS,
    epsilon,
    normal,
    rational_laplace,
)
from reports.papers.values import shown

_BASE = 1000
_EPSILONS = ("0.1", "0.5", "1", "1.5", "2", "3")


def part() -> Part:
    """Return the checks of 4.2 and 4.3."""
    return Part(
        "mechanism",
        "4.2–4.3. The exponential mechanism and truncation",
        (
            *_losses(),
            *_sensitivities(),
            _theorem_4_1_laplace(),
            _theorem_4_1_hellinger(),
            _equation_4_10(),
            _theorem_4_2(),
            _strictly_less(),
            _slack(),
        ),
    )


def _losses() -> list[Check]:
    cases = ((0, 4), (100, 144), (10_000, 10_404))
    checks = [
        number("4.2", f"ℓ3 of {a} perturbed to {b}", "2", Fraction(*_same(l3(a, b, 0))))
        for a, b in cases
    ]
    lost = [l1(a, b, 0)[0] for a, b in cases]
    checks.append(
        statement(
            "4.2",
            "by ℓ1 the perturbation from 10,000 to 10,404 has a higher loss",
            f"ℓ1 is {lost[0]}, {lost[1]} and {lost[2]}",
            max(lost) == lost[2],
        )
    )
    return checks


def _same(bounds: tuple[int, int]) -> tuple[int, int]:
    """Return an integer that both bounds agree on, over 1."""
    assert bounds[0] == bounds[1]
    return bounds[0], 1


def _sensitivities() -> list[Check]:
    ones = sensitivity(l1, [(a, a + 1, b) for a in range(9) for b in range(-9, 19)])
    roots = sensitivity(l3, [(a, a + 1, b) for a in range(40) for b in range(80)])
    late = sensitivity(l3, [(100, 101, b) for b in range(200)])
    squares = all(_delta_u_2(m) == 2 * m + 1 for m in range(1, 16))
    return [
        number("4.2, 5.1", "Δu_1", "1", ones.lo),
        statement(
            "4.2",
            "for u_1 and u_2 we have Δu_1 = Δu_1 = 1, and truncated Δu_2 = 2m + 1",
            "Δu_1 = Δu_3 = 1; without truncation Δu_2 has no bound",
            _delta_u_2(1) == 1,
            misprint(
                "A misprint for u_1 and u_3: section 5.2 says itself that Δu_2 = ∞ without "
                "truncation."
            ),
        ),
        statement(
            "4.2, 5.2",
            "truncated by m, Δu_2 = 2m + 1",
            "so by (4.8), enumerated for m = 1 … 15",
            squares,
            Remark(
                "At b = a′ ± m, which the neighbour a cannot reach. Where both counts can reach b "
                "the difference is at most 2m − 1, and that is enough for DP(ε, δ): with 2m − 1, "
                f"m = 10, ε = 1, δ is {shown(_with_2m_minus_1('1', 10))} instead of "
                f"{shown(outermost_delta(normal('1', 10)).enclosure(BITS))}."
            ),
        ),
        statement(
            "5.2",
            "without truncation Δu_2 = ∞",
            "|(a + 1 − b)² − (a − b)²| = |2(a − b) + 1| has no bound",
            all(_delta_u_2(m) > m for m in (10, 100, 1000)),
        ),
        number("5.4", "Δu_3", "1", roots.lo),
        statement(
            "5.4",
            "the maximum is attained for small a: the worst case is not typical",
            f"at a = 0 only; from 100 to 101 the difference is at most {shown(late)}",
            late.hi < Fraction(1, 20),
        ),
    ]


def _delta_u_2(m: int) -> Fraction:
    triples = [(20, other, b) for other in (19, 21) for b in range(other - m, other + m + 1)]
    return sensitivity(l2, triples, 0).hi


def _with_2m_minus_1(text: str, m: int) -> Enclosure:
    law = MaxEntLaw(m, rate_of_epsilon(epsilon(text), Fraction(1, 2 * m - 1)))
    return outermost_delta(law).enclosure(BITS)


def _theorem_4_1_laplace() -> Check:
    half = UnboundedLaplace(Epsilon(exp=Fraction(2)))  # epsilon/2 = ln 2, epsilon = ln 4
    ratios = [half.probability(z) / half.probability(z - 1) for z in range(-20, 21)]
    most = max(r.exact or Fraction(0) for r in ratios)
    return statement(
        "Theorem 4.1",
        "p ∝ e^(ε u / 2Δu) is DP(ε)",
        f"for u_1 and ε = ln 4 the largest ratio is {most}: DP(ε/2), half of what is stated",
        most <= 4,
        Remark("It holds; for u_1 the factor 1/2 is not needed, as Theorem 4.2 says."),
    )


def _theorem_4_1_hellinger() -> Check:
    law, E = HellingerLaw(epsilon("1")), Epsilon(value=Fraction(1))
    ratios = [law.loss_ratio(a, b).enclosure(27) for a in range(8) for b in range(20)]
    most, least = max(r.hi for r in ratios), min(r.lo for r in ratios)
    inside = E.compare_exp(most) > 0 and E.compare_exp(1 / least) > 0
    return statement(
        "Theorem 4.1, (5.4)",
        "the Hellinger-type mechanism is DP(ε)",
        f"ε = 1, counts 0 … 8, outputs 0 … 19: ratios from {shown(least)} to {shown(most)}, within "
        "e^∓1",
        inside,
    )


def _equation_4_10() -> Check:
    """Laplace exactly by the profile, normal by the worst event, which algebra decides."""
    exact = True
    for E in (Fraction(11, 10), Fraction(2), Fraction(9)):
        for m in (1, 4, 10):
            own, noise = rational_laplace(E, m)
            found = profile(noise, noise.shifted(1)).delta(own).exact
            exact = exact and found == noise.probability(m)
    single = all(
        len(worst_event(normal(text, m), epsilon(text))) == 1
        for text in _EPSILONS
        for m in (1, 4, 10, 14)
    )
    return statement(
        "(4.10)",
        "the mechanism is DP(ε, δ) with δ = p(m)",
        "the tight δ over all events is p(m) exactly: 9 Laplace laws, 24 normal laws",
        exact and single,
    )


def _two_cells(noise: Pmf, first: int) -> Pmf:
    """Return the law of two released cells: the first with ``first`` more, the second the same."""
    places = list(zip(noise.outcomes, noise.weights, strict=True))
    return Pmf.of(((first + y) * _BASE + z, v * w) for y, v in places for z, w in places)


def _theorem_4_2() -> Check:
    own, noise = rational_laplace(2, 1)
    pair = profile(_two_cells(noise, 0), _two_cells(noise, 1))
    alone = max(Fraction(p, pair.total) for p, q in zip(pair.p, pair.q, strict=True) if p and not q)
    tight = pair.delta(own).exact
    assert tight is not None
    return statement(
        "Theorem 4.2",
        "if P(M(a′) = b) = 0 implies P(M(a) = b) < δ for each b, then M is DP(ε, δ)",
        f"two cells, ε = ln 2, m = 1: every such b has probability at most {alone}, so any δ above "
        f"{alone} would do; the tight δ over all events is {tight}",
        tight <= alone,
        too_wide(
            "The proof adds up over b and needs P(C) ≤ δ for all such b together. δ = p(m) of "
            "(4.10) meets that, so the uses in the paper stand."
        ),
    )


def _strictly_less() -> Check:
    _, noise = rational_laplace(2, 7)
    chance = noise.probability(7)
    stated = noise.probability(-7)
    return statement(
        "4.3, after (4.11)",
        "for any such b we have P(M(a) = b) < δ as required in the theorem",
        f"a list of one cell, ε = ln 2, m = 7: P(M(a) = a + m) = {chance} = p(m) = δ",
        chance < stated,
        too_wide("(4.11) gives ≤ only. DP(ε, δ) holds with equality all the same."),
    )


def _slack() -> Check:
    own, noise = rational_laplace(2, 3)
    one = profile(noise, noise.shifted(1)).delta(own).exact
    two = profile(_two_cells(noise, 0), _two_cells(noise, 1)).delta(own).exact
    return statement(
        "4.3, after (4.11)",
        "slack in (4.11) implies that δ could be much smaller than stated for a list of cells",
        f"ε = ln 2, m = 3: the tight δ is {one} for one cell and {two} for two",
        one is not None and two is not None and two < one,
        too_wide(
            "The event “cell j is a_j + 1 + m”, whatever the other cells are, has probability "
            "p(m): the δ of the list is that of the cell."
        ),
    )
