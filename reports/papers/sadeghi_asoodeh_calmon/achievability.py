"""Section III-B: Definition 2 and Theorem 3, where it holds and where it does not."""

from fractions import Fraction

from exact.laws.count_query import CountQueryLaw, alphas
from exact.laws.count_query_privacy import excesses, keeps_theorem_3, singleton_delta
from exact.numbers.epsilon import Epsilon
from exact.optimal.count_query import data_dependent, least_delta, symmetric
from reports.papers.check import Check, Part, statement
from reports.papers.kinds import too_wide
from reports.papers.sadeghi_asoodeh_calmon import identities as proved
from reports.papers.sadeghi_asoodeh_calmon.values import law

_GRID = tuple(
    CountQueryLaw(Epsilon(exp=Fraction(E)), Fraction(n, 20), D)
    for E in (1, 2, 4, 9)
    for n in (1, 3, 6, 10, 14, 16, 19)
    for D in (1, 2, 4, 6)
)
_PROVED = "an identity in E and C, proved for k = 1 … 10"


def part() -> Part:
    """Return the checks of III-B up to the end of the proof of Theorem 3."""
    checks = (
        _definition_2(),
        *_valid(),
        _holds_from_alpha_2(),
        _fails_below(),
        _not_the_program(),
        _with_equality(),
        statement("(40)", "α_1* = …", _PROVED, proved.holds(proved.equation_40)),
        statement("(41)", "α_k* = …", _PROVED, proved.holds(proved.equation_41)),
        statement("(42)", "α_k* = …", _PROVED, proved.holds(proved.equation_42)),
        statement(
            "(43)", "… = 0 at C_(k−1)", _PROVED, proved.holds(proved.equation_43, range(2, 11))
        ),
        statement("(44)", "Σ α_i* = 1", _PROVED, proved.holds(proved.equation_44)),
        _strictly_falling(),
    )
    return Part("achievability", "III-B. Achievability of lower bounds", checks)


def _definition_2() -> Check:
    return statement(
        "Definition 2, (37)–(39)",
        "α_j* = E α_(j+1)* + Bδ̃ = Σ E^ℓ / Σ E^ℓ (D−ℓ)",
        "closed form and recursion agree, and sum to 1, for D = 1 … 10",
        proved.holds(proved.equation_38),
    )


def _valid() -> list[Check]:
    proper = all(
        alphas(one)[0].sign() > 0 and all(a.sign() >= 0 for a in alphas(one)) for one in _GRID
    )
    return [
        statement(
            "Definition 2, footnote 3",
            "α_1* > 0, α_j* ≥ 0",
            f"so in {len(_GRID)} laws with E from 1 to 9, η from 0.05 to 0.95, D up to 6",
            proper,
        ),
        statement(
            "Theorem 3, footnote 4",
            "δ_(D+1) > 0, therefore δ̃ > 0",
            "all coefficients of (32) are positive",
            all(one.claimed_delta.sign() > 0 for one in _GRID),
        ),
    ]


def _holds_from_alpha_2() -> Check:
    inside = [one for one in _GRID if keeps_theorem_3(one)]
    exact = all((singleton_delta(one) - one.claimed_delta).sign() == 0 for one in inside)
    best = all(_least(one) == one.claimed_delta.exact for one in inside)
    return statement(
        "Theorem 3, where α_2* ≤ C",
        "the mechanism (16) with α* attains δ̃, and δ* = δ̃",
        f"so in all of {len(inside)} laws; no symmetric noise has less, by the program's "
        "multipliers",
        exact and best,
    )


def _least(one: CountQueryLaw) -> Fraction:
    E = one.epsilon.rational_exp
    assert E is not None  # the grid has rational E only
    return least_delta(symmetric(one.eta, E, one.limit)).value


def _fails_below() -> Check:
    one = CountQueryLaw(Epsilon(exp=Fraction(4)), Fraction(1, 100), 2)
    claimed, true = one.claimed_delta.exact, singleton_delta(one).exact
    return statement(
        "Theorem 3",
        "the mechanism (16) with α* satisfies the constraints with δ = δ̃ for every η",
        f"D = 2, E = 4, η = 1/100: δ̃ = {claimed}, but p(1) − E p(0) = {true}; the least δ of all "
        f"symmetric noise is {_least(one)}",
        claimed == true,
        too_wide(
            "The constraint η̄/2 α_1 ≤ E η + δ of the outputs n ± 1 is missing from Proposition "
            "4. It holds exactly if α_2* ≤ C, which fails for small η when D ≥ 2."
        ),
    )


def _not_the_program() -> Check:
    eta, E = Fraction(1, 2), Fraction(2)
    least = {N: least_delta(data_dependent(eta, E, 2, range(2, N + 1))).value for N in (3, 4, 5, 6)}
    claimed = CountQueryLaw(Epsilon(exp=E), eta, 2).claimed_delta.exact
    words = ", ".join(f"{value} for N = {N}" for N, value in least.items())
    return statement(
        "Theorem 3",
        "δ* = δ̃ for the linear program (9)",
        f"D = 2, η = 1/2, E = 2, counts D … N: δ* = {words}; δ̃ = {claimed}",
        all(value == claimed for value in least.values()),
        too_wide(
            "δ̃ is the least among symmetric noise that is the same for all counts. With few "
            "counts (also N = 2D, as in (16)), noise that depends on n does better; from N = 2D + "
            "1 on the two agree here."
        ),
    )


def _with_equality() -> Check:
    one = law("2.18", "0.8", 6)
    gap = one.claimed_delta - excesses(one)[-3]
    return statement(
        "proof of Theorem 3",
        "{α_j*} satisfy the inequalities in Proposition 4 with equality",
        "ε = 2.18, η = 0.8, D = 6: (18) is strict for i = 3, and (17) reads 0 ≤ δ̃",
        gap.sign() == 0,
        too_wide(
            "Equality holds for i < k only. That α_k* ≤ Bδ_k is needed too and follows from C > "
            "C_k; for C ≤ C_D, (19) follows from C ≤ C_D. The conclusion stands where α_2* ≤ C."
        ),
    )


def _strictly_falling() -> Check:
    one = alphas(law("2.18", "0.8", 6))
    return statement(
        "proof of Theorem 3",
        "α_i* < α_j* for 2 ≤ j < i ≤ D",
        "ε = 2.18, η = 0.8, D = 6: α_4* = α_5* = α_6* = 0",
        (one[3] - one[4]).sign() > 0,
        too_wide("It holds for i ≤ k, which is what the proof needs; beyond k all are 0."),
    )
