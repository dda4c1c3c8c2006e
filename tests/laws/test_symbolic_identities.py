"""The identities that the code relies on, derived anew by sympy from what they follow from.

Sums over the noise stand as symbols, or D is small and every term is written out.
"""

import pytest
from sympy import (
    Eq,
    Expr,
    Function,
    Integer,
    Rational,
    Symbol,
    exp,
    expand,
    simplify,
    solve,
    symbols,
)
from sympy import diff as derivative

EPSILON, GAMMA, U = symbols("epsilon gamma u", positive=True)
V, Z, X, E = symbols("V z x E")
SMALL_D = 4


def weights(u: Expr = U) -> list[Expr]:
    """Return e^(-epsilon u j^2), j = 0..D: the weights of the law with gamma = epsilon u."""
    return [exp(-EPSILON * u * j * j) for j in range(SMALL_D + 1)]


def total(w: list[Expr]) -> Expr:
    """Return T = w_0 + 2 (w_1 + ... + w_D), from (2.4)."""
    return w[0] + 2 * sum(w[1:], Integer(0))


def tail(w: list[Expr], k: int) -> Expr:
    """Return t_k = w_k + ... + w_D."""
    return sum(w[k:], Integer(0))


def test_the_variance_equation_follows_from_the_normalisation() -> None:
    """(2.4) and (2.5) give (2.6), whatever D is: the sums of x^(z^2) and z^2 x^(z^2) are symbols.

    The line between (2.5) and (2.6) is misprinted: with its left side, without the factor 2, (2.6)
    does not follow.
    """
    S0, S2 = symbols("S0 S2", positive=True)
    constant = 1 / (2 * S0 + 1)  # (2.4)
    difference = 2 * constant * S2 - V  # (2.5): this is 0
    equation = 2 * S2 - 2 * V * S0 - V  # (2.6): this is 0
    assert simplify(difference * (2 * S0 + 1) - equation) == 0
    printed = S2 - V * (2 * S0 + 1)
    assert simplify(printed - equation) != 0


def test_the_variance_equation_is_a_polynomial_in_x() -> None:
    """(2.6) with e^-gamma = x is (2.7), affine in V, and its root in V is (2.21)."""
    powers = [X ** (z * z) for z in range(1, SMALL_D + 1)]
    f = sum(((2 * z * z - 2 * V) * X ** (z * z) for z in range(1, SMALL_D + 1)), Integer(0)) - V
    (root,) = solve(Eq(f, 0), V)
    moment = 2 * sum((z * z * p for z, p in enumerate(powers, 1)), Integer(0))
    assert simplify(root - moment / (1 + 2 * sum(powers, Integer(0)))) == 0


def test_the_privacy_loss_is_linear_in_the_noise() -> None:
    """The ratio of (2.13) is e^(-2 gamma z + gamma), (2.14); it is e^epsilon exactly at (2.16)."""
    ratio = exp(-GAMMA * Z**2) / exp(-GAMMA * (Z - 1) ** 2)
    assert simplify(ratio - exp(-2 * GAMMA * Z + GAMMA)) == 0
    exponent = -2 * GAMMA * Z + GAMMA  # (2.15) compares it with epsilon
    (crossing,) = solve(Eq(exponent, EPSILON), Z)
    assert simplify(crossing - (Rational(1, 2) - EPSILON / (2 * GAMMA))) == 0
    assert derivative(exponent, Z) == -2 * GAMMA  # negative: the event is what lies left of it


@pytest.mark.parametrize("k", range(SMALL_D + 1))
def test_the_delta_of_a_tail_telescopes(k: int) -> None:
    """The sum (2.11) over z = -D..-k is (t_k - e^epsilon t_(k+1)) / T."""
    w = symbols(f"w0:{SMALL_D + 1}", positive=True)
    p = {z: w[abs(z)] for z in range(-SMALL_D, SMALL_D + 1)}
    excess = sum((p[z] - E * p.get(z - 1, Integer(0)) for z in range(-SMALL_D, 1 - k)), Integer(0))
    assert expand(excess - (tail(list(w), k) - E * tail(list(w), k + 1))) == 0


@pytest.mark.parametrize("k", range(1, SMALL_D + 1))
def test_the_pieces_of_delta_meet_at_the_kinks(k: int) -> None:
    """At gamma = epsilon/(2k-1) the events [-D, -k] and [-D, 1-k] have the same delta."""
    w = weights(Rational(1, 2 * k - 1))
    bound = exp(EPSILON)
    one, other = (tail(w, j) - bound * tail(w, j + 1) for j in (k, k - 1))
    assert simplify(one - other) == 0
    (kink,) = solve(Eq((2 * k - 1) * EPSILON * U, EPSILON), U)
    assert kink == Rational(1, 2 * k - 1)


def test_where_a_quotient_is_stationary_its_curvature_is_that_of_the_difference() -> None:
    """f = N/T with f' = 0 has f'' T = N'' - f T'': the third fact of the proof about the kinks."""
    N, T = Function("N")(U), Function("T")(U)
    f = N / T
    curvature = derivative(f, U, 2) * T - (derivative(N, U, 2) - f * derivative(T, U, 2))
    # What is left has the factor f'.
    assert simplify(curvature + 2 * derivative(f, U) * derivative(T, U)) == 0


@pytest.mark.parametrize("k", range(SMALL_D))
def test_the_masses_of_the_proof_are_negative_but_one(k: int) -> None:
    """N - f T is a sum of n_j: -f times a weight for j < k, (1 - E - 2 f) x^(j^2) for j > k.

    With f > 0 and E > 1 both are negative; d/du multiplies n_j by -epsilon j^2.
    """
    f = Symbol("f", positive=True)
    w = list(symbols(f"w0:{SMALL_D + 1}", positive=True))
    difference = expand(tail(w, k) - E * tail(w, k + 1) - f * total(w))
    for j in range(SMALL_D + 1):
        expected = -f * (2 if j else 1) if j < k else 1 - E - 2 * f
        assert j == k or expand(difference.coeff(w[j]) - expected) == 0
        assert simplify(derivative(weights()[j], U) + EPSILON * j * j * weights()[j]) == 0


def test_the_second_moment_may_be_taken_about_any_point() -> None:
    """With sum n_j = sum n_j y_j = 0, sum n_j y_j^2 = sum n_j (y_j - c)^2 for every c."""
    n, y = symbols("n0:4"), symbols("y0:4")
    c = Symbol("c")
    zeroth, first = sum(n), sum(a * b for a, b in zip(n, y, strict=True))
    plain = sum(a * b**2 for a, b in zip(n, y, strict=True))
    about = sum(a * (b - c) ** 2 for a, b in zip(n, y, strict=True))
    assert expand(about - plain + 2 * c * first - c**2 * zeroth) == 0


def test_delta_falls_below_the_first_kink_and_rises_above_the_last() -> None:
    """Below: 1/delta is a sum of e^(gamma (D^2 - j^2)), none falling. Above: by t_0 and t_1."""
    w = weights()
    inverse = expand(exp(EPSILON * U * SMALL_D**2) * total(w))
    slopes = [derivative(term, U) / term for term in inverse.as_ordered_terms()]
    assert {simplify(slope) for slope in slopes} == {
        EPSILON * (SMALL_D**2 - j * j) for j in range(SMALL_D + 1)
    }
    T = Symbol("T", positive=True)
    half = ((T + 1) / 2 - E * (T - 1) / 2) / T
    assert simplify(half - ((1 - E) / 2 + (1 + E) / (2 * T))) == 0
    assert simplify(tail(w, 0) - (total(w) + 1) / 2) == 0
    assert simplify(tail(w, 1) - (total(w) - 1) / 2) == 0
