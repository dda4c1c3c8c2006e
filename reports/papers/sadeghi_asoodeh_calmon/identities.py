"""The equations of section III as identities in E and C, proved by more points than their degree.

Each compares two quotients of polynomials in E, numerators and denominators of degree at most 3k,
linear in C. Cross-multiplied, the difference has degree at most 6k in E and 1 in C: it is 0
everywhere if it is 0 at 6k + 1 values of E and 2 of C.
"""

from collections.abc import Callable
from fractions import Fraction

SIZES = range(1, 11)
Equation = Callable[[Fraction, Fraction, int], bool]


def holds(equation: Equation, sizes: range = SIZES) -> bool:
    """Tell whether an equation holds for all E and C, for every k in ``sizes``."""
    return all(
        equation(Fraction(E), Fraction(C), k)
        for k in sizes
        for E in range(2, 6 * k + 3)
        for C in (1, 7)
    )


def plain(E: Fraction, k: int) -> Fraction:
    """Return sum_{j<k} E^j."""
    return sum((E**j for j in range(k)), Fraction(0))


def rising(E: Fraction, k: int) -> Fraction:
    """Return sum_{j<k} E^j (j+1)."""
    return sum((E**j * (j + 1) for j in range(k)), Fraction(0))


def falling(E: Fraction, k: int) -> Fraction:
    """Return sum_{j<k} E^j (k-j)."""
    return sum((E**j * (k - j) for j in range(k)), Fraction(0))


def scaled_bound(E: Fraction, C: Fraction, k: int) -> Fraction:
    """Return B delta_k, (23)."""
    return (C * plain(E, k) - E**k) / rising(E, k)


def crossing(E: Fraction, k: int) -> Fraction:
    """Return C_k, (34)."""
    return plain(E, k + 1) / falling(E, k)


def recursive_alphas(E: Fraction, C: Fraction, k: int) -> list[Fraction]:
    """Return alpha_1..alpha_k of (39), with delta_k."""
    bound, found = scaled_bound(E, C, k), [C]
    for _ in range(k):
        found.append((found[-1] - bound) / E)
    return found[1:]


def lemma_1(E: Fraction, C: Fraction, k: int) -> bool:
    """(31) is an equation exactly at delta_k."""
    bound = scaled_bound(E, C, k)
    return (C - bound) / E * plain(E, k) - E ** (k - 1) == bound * rising(E, k - 1)


def lemma_2(E: Fraction, _: Fraction, D: int) -> bool:
    """sum_{k<D} sum_{j<=k} E^j = sum_{j<D} E^j (D-j)."""
    return sum(plain(E, k + 1) for k in range(D)) == falling(E, D)


def lemma_3(E: Fraction, C: Fraction, k: int) -> bool:
    """delta_k - delta_(k+1) = (C - C_k) times a positive number."""
    difference = scaled_bound(E, C, k) - scaled_bound(E, C, k + 1)
    factor = E**k * falling(E, k) / (rising(E, k) * rising(E, k + 1))
    return difference == (C - crossing(E, k)) * factor


def lemma_3_last(E: Fraction, C: Fraction, D: int) -> bool:
    """delta_D - delta_(D+1) = (C - C_D) times a positive number."""
    difference = scaled_bound(E, C, D) - 1 / falling(E, D)
    return difference == (C - crossing(E, D)) * plain(E, D) / rising(E, D)


def lemma_3_products(E: Fraction, _: Fraction, D: int) -> bool:
    """E^D sum E^j (D-j) + sum E^j (j+1) = (sum_{j<D} E^j)(sum_{j<=D} E^j)."""
    return E**D * falling(E, D) + rising(E, D) == plain(E, D) * plain(E, D + 1)


def equation_35(E: Fraction, C: Fraction, _: int) -> bool:
    """C - E - (C + C E - E^2)/(1 + 2E) = (C - (1 + E)) E/(1 + 2E)."""
    left = scaled_bound(E, C, 1) - scaled_bound(E, C, 2)
    return left == (C - 1 - E) * E / (1 + 2 * E) and crossing(E, 1) == 1 + E


def equation_36(E: Fraction, _: Fraction, k: int) -> bool:
    """C_k - C_(k+1) as printed."""
    right = rising(E, k + 1) / (falling(E, k) * falling(E, k + 1))
    return crossing(E, k) - crossing(E, k + 1) == right


def equation_38(E: Fraction, _: Fraction, D: int) -> bool:
    """The closed form of (37), (38) keeps the recursion alpha_j = E alpha_(j+1) + B delta."""
    closed = [plain(E, D - j + 1) / falling(E, D) for j in range(1, D + 1)]
    steps = zip(closed, [*closed[1:], Fraction(0)], strict=True)
    return all(a == E * b + 1 / falling(E, D) for a, b in steps) and sum(closed) == 1


def equation_40(E: Fraction, C: Fraction, k: int) -> bool:
    """alpha_1 as printed."""
    right = (C * rising(E, k - 1) + E ** (k - 1)) / rising(E, k)
    return recursive_alphas(E, C, k)[0] == right


def equation_41(E: Fraction, C: Fraction, k: int) -> bool:
    """alpha_k as (39) applied k times."""
    right = (C - scaled_bound(E, C, k) * plain(E, k)) / E**k
    return recursive_alphas(E, C, k)[-1] == right


def equation_42(E: Fraction, C: Fraction, k: int) -> bool:
    """alpha_k as printed."""
    right = (plain(E, k) - C * falling(E, k - 1)) / rising(E, k)
    return recursive_alphas(E, C, k)[-1] == right


def equation_43(E: Fraction, _: Fraction, k: int) -> bool:
    """alpha_k is 0 at C = C_(k-1)."""
    return plain(E, k) - crossing(E, k - 1) * falling(E, k - 1) == 0


def equation_44(E: Fraction, C: Fraction, k: int) -> bool:
    """The alphas sum to 1, also by the printed quotient."""
    bound = scaled_bound(E, C, k)
    quotient = (C * plain(E, k) - bound * rising(E, k)) / E**k
    return sum(recursive_alphas(E, C, k)) == quotient == 1
