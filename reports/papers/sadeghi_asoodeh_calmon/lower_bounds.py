"""Section III up to III-A: the mechanism (16), the lower bounds, and the crossovers."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from exact.laws.count_query_bounds import (
    crossover,
    largest,
    lower_bound,
    odds,
    type_one,
    type_two,
)
from exact.numbers.epsilon import Epsilon
from exact.optimal.count_query import least_delta, symmetric
from exact.optimal.program import Optimum
from reports.papers.check import Check, Part, slip, statement
from reports.papers.kinds import Remark, misprint, too_wide
from reports.papers.sadeghi_asoodeh_calmon import identities as proved

_EXPS = tuple(Fraction(n, 2) for n in (2, 3, 4, 6, 17))
_ETAS = tuple(Fraction(n, 20) for n in (3, 7, 10, 13, 16, 19))
_SIZES = (1, 2, 3, 4)
_PROVED = "an identity in E and C, proved for k = 1 … 10"
_PROVED_D = "an identity in E, proved for D = 1 … 10"


def part() -> Part:
    """Return the checks of III and III-A."""
    checks = (
        *_missing_bars(),
        _matrix_16(),
        _proposition_4(),
        *_lemma_1(),
        _lemma_2(),
        _theorem_1(),
        *_lemma_3(),
        statement(
            "Lemma 4, (36)",
            "C_k − C_(k+1) = …",
            _PROVED,
            proved.holds(proved.equation_36),
            Remark(
                "For k = D it needs C_(D+1) by the formula (34), not the 0 defined after the lemma."
            ),
        ),
        _theorem_2(),
        _tie(),
    )
    return Part("lower-bounds", "III. Explicit solutions for n ≥ D; III-A. Lower bounds", checks)


def _missing_bars() -> list[Check]:
    """(14) and (15) with eta for its complement, and C with the same slip."""
    eta = Fraction(4, 5)
    printed, right = eta + eta, eta + (1 - eta)
    remark = misprint(
        "The bar of η̄ is missing in the text at hand: with α_i η̄/2 the sum is 1, as in (16)."
    )
    sums = f"the probabilities sum to 2η ({printed} at η = 4/5); with η̄/2 to {right}"
    words = "C = 2 for every η; the definition after (19) is C = 2η/η̄, which is 8 at η = 4/5"
    where = misprint("The bar of η̄ is missing in the text at hand: III-B has C = 8 at η = 0.8.")
    return [
        statement("(14)", "p_Z(±i) = α_i η/2, p_Z(0) = η", sums, printed == 1, remark),
        statement("(15)", "p_Y(n ± i|n) = α_i η/2, p_Y(n|n) = η", sums, printed == 1, remark),
        statement("before Lemma 3", "C ≐ 2η/η", words, odds(eta) == 2, where),
        statement("Lemma 3", "C ≐ 2η/η ≥ C_k", words, odds(eta) == 2, where),
    ]


def _matrix_16() -> Check:
    """Compare the visible entries of (16) at D = 3, N = 6 with p_Y(y|n) = p_Z(y - n)."""
    D = 3
    columns = {
        D: "3 2 1 0 1 2 3 . . .",
        D + 1: ". 3 2 1 0 1 2 3 . .",
        2 * D: ". . . 3 2 1 0 1 2 3",
    }
    right = all(
        entry == (str(abs(y - n)) if abs(y - n) <= D else ".")
        for n, column in columns.items()
        for y, entry in enumerate(column.split())
    )
    return statement(
        "(16)",
        "the matrix for N = 2D, rows y ∈ [0 : 3D]",
        "every entry shown is p_Z(y − n)",
        right,
    )


def _proposition_4() -> Check:
    return statement(
        "Proposition 4, (17)–(22)",
        "δ* satisfies these inequalities",
        "they are rows of (10) and (11) for the matrix (16), kept by 120 programs solved exactly",
        all(_keeps_proposition_4(*case) for case in product(_EXPS, _ETAS, _SIZES)),
        Remark(
            "One row is not among them and does not follow from them: η̄/2 α_1 ≤ E η + δ*, from "
            "the outputs y = n ± 1. See Theorem 3."
        ),
    )


def _keeps_proposition_4(E: Fraction, eta: Fraction, D: int) -> bool:
    """Tell whether the least delta and its alphas keep (17)-(19)."""
    found = _solved(E, eta, D)
    half = (1 - eta) / 2
    noise = [eta, *(half * alpha for alpha in found.x[:-1]), Fraction(0)]
    return all(p <= E * q + found.value for p, q in pairwise(noise))


@cache
def _solved(E: Fraction, eta: Fraction, D: int) -> Optimum:
    return least_delta(symmetric(eta, E, D))


def _bound(E: Fraction, eta: Fraction, D: int) -> Fraction:
    return lower_bound(Epsilon(exp=E), eta, D).enclose(1).lo


def _lemma_1() -> list[Check]:
    some = Epsilon(exp=Fraction(2))
    winners = [largest(some, eta, 2) for eta in (Fraction(7, 10), Fraction(1, 2), Fraction(2, 5))]
    return [
        slip(
            "proof of Lemma 1",
            "a second lower bound is obtained from (21) for i = 2",
            "(25) bounds α_2, which is (21) for i = 1",
            misprint("A slip of the index; the inequality (25) is right."),
        ),
        statement("Lemma 1, (23)–(31)", "δ* ≥ δ_k", _PROVED, proved.holds(proved.lemma_1)),
        statement(
            "III-A",
            "none of these lower bounds dominates another",
            f"E = 2, D = 2: the largest is δ_k with k = {winners[0]}, {winners[1]}, {winners[2]} "
            "at η = 7/10, 1/2, 2/5",
            winners == [1, 2, 3],
        ),
    ]


def _lemma_2() -> Check:
    return statement("Lemma 2, (32), (33)", "δ* ≥ δ_(D+1)", _PROVED_D, proved.holds(proved.lemma_2))


def _theorem_1() -> Check:
    cases = list(product(_EXPS, _ETAS, _SIZES))
    above = [_solved(*case).value >= _bound(*case) for case in cases]
    return statement(
        "Theorem 1",
        "δ* ≥ δ̃ for the noise of Proposition 3",
        f"so it is in all of {len(cases)} programs of (16) solved exactly",
        all(above),
    )


def _lemma_3() -> list[Check]:
    steps = ((proved.lemma_3, "for k ∈ [2 : D − 1]"), (proved.lemma_3_last, "δ_D ≥ δ_(D+1)"))
    found = [
        statement(
            "Lemma 3, (35)",
            "δ_1 ≥ δ_2 ⇔ C ≥ 1 + E = C_1",
            "an identity in E and C",
            proved.holds(proved.equation_35, range(1, 2)),
        )
    ]
    found += [statement("Lemma 3", words, _PROVED, proved.holds(step)) for step, words in steps]
    E = Fraction(2)
    printed, right = proved.plain(E, 2) / proved.falling(E, 2), proved.crossing(E, 2)
    return [
        *found,
        statement(
            "Lemma 3, products",
            "E^D Σ E^j (D−j) + Σ E^j (j+1) = Σ_(j<D) E^j Σ_(j≤D) E^j",
            _PROVED_D,
            proved.holds(proved.lemma_3_products),
        ),
        statement(
            "Lemma 3, last line",
            "C_D = Σ_(j=0)^(D−1) E^j / Σ E^j (D−j)",
            f"at D = 2, E = 2 the print gives {printed}, (34) gives {right}",
            printed == right,
            misprint(
                "The upper limit must be D, as in (34): the step before has the factor Σ_(j≤D) E^j."
            ),
        ),
    ]


def _theorem_2() -> Check:
    cases = list(product(_EXPS, _ETAS, _SIZES))
    right = [_largest_is_largest(E, eta, D) for E, eta, D in cases]
    return statement(
        "Theorem 2",
        "δ̃ = δ_k if C_k < C ≤ C_(k−1)",
        f"so it is in {len(cases)} cases; it follows from Lemmas 3 and 4",
        all(right),
    )


def _largest_is_largest(E: Fraction, eta: Fraction, D: int) -> bool:
    epsilon = Epsilon(exp=E)
    all_bounds = [type_one(epsilon, eta, k).enclose(1).lo for k in range(1, D + 1)]
    all_bounds.append(type_two(epsilon, eta, D).enclose(1).lo)
    return all_bounds[largest(epsilon, eta, D) - 1] == max(all_bounds)


def _tie() -> Check:
    epsilon, eta = Epsilon(exp=Fraction(2)), Fraction(3, 5)
    both = [type_one(epsilon, eta, k).enclose(1).lo for k in (1, 2)]
    at_crossover = crossover(epsilon, 1).exact == 2 * eta / (1 - eta)
    return statement(
        "Theorem 2",
        "δ̃ = δ_k only if C_k < C ≤ C_(k−1)",
        f"E = 2, η = 3/5: C = C_1 = 3 and δ̃ = δ_1 = δ_2 = {both[0]}, though C_1 < C fails",
        not (at_crossover and both[0] == both[1]),
        too_wide("At a crossover two bounds are the largest; the “if” is what the paper uses."),
    )
