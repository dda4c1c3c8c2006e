"""The declared law by its name: bounds of the weights of its noise, by its own formula.

Weights are proportional to probabilities. What a law needs beside its parameters is the number of
bits, and where its rate is fixed by a variance, bounds of x = e^-rate, which are checked.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from math import isqrt
from typing import Any, NamedTuple

from verification.checking.exponential import exp_bounds, log_bounds
from verification.checking.parameters import logarithm
from verification.checking.powers import IntegerBounds, power_bounds, rate_of, x_of
from verification.checking.reading import Document, only, plain, whole
from verification.checking.refusing import demand, refuse

LARGEST_D, LARGEST_LIMIT, MOST_GRID_BITS, MOST_E_BITS = 100_000, 1000, 1024, 1 << 15


class Noise(NamedTuple):
    """Bounds of weights w_0, w_1, ..., of their tails w_k + w_(k+1) + ..., and of their total.

    Without ``lowest`` w_k is the weight of noise -k and of noise k, with it that of lowest + k.
    Every weight is above 0, also where its lower bound is not.
    """

    weights: IntegerBounds
    tails: IntegerBounds
    total: tuple[int, int]
    lowest: int | None


def noise(weights: IntegerBounds, lowest: int | None = None) -> Noise:
    """Return noise by bounds of its weights alone."""
    low, high = (list(accumulate(reversed(side)))[::-1] for side in weights)
    both = (low[0] + low[1], high[0] + high[1]) if lowest is None else (low[0], high[0])
    return Noise(weights, (low, high), both, lowest)


Law = Callable[[int], Noise | None]  # the noise of a count; None where the law has none for it


def law_of(origin: Document, evidence: Document, K: int) -> Law:
    """Return the law that a table names; of maxent, D and gamma once stood beside the name."""
    beside = ("parameters",) if "parameters" in origin else ("D", "gamma")
    only(origin, "law", "rule", "epsilon", "delta", *beside)
    given = origin.get("parameters") or {name: origin[name] for name in beside}
    law, by_powers = LAWS.get(origin["law"]) or refuse("the law of the table is unknown")
    if evidence["x"] is not None and not by_powers:
        refuse("x is given where it means nothing")
    return law(given, evidence, K)


def maxent(given: Document, evidence: Document, K: int) -> Law:
    """w_k = x^(k^2), x = e^-gamma, k = 0..D, Sadeghi-Chien (2.3)."""
    D = whole(only(given, "D", "gamma")["D"], 1, LARGEST_D)
    return powers(given["gamma"], D, 2, evidence, K)


def laplace(given: Document, evidence: Document, K: int) -> Law:
    """w_k = x^k, x = e^-epsilon, k = 0..m, Rinott et al. (5.2)."""
    m = whole(only(given, "epsilon", "m")["m"], 1, LARGEST_D)
    return powers(rate_of(given["epsilon"], Fraction(1)), m, 1, evidence, K)


def truncated_normal(given: Document, evidence: Document, K: int) -> Law:
    """w_k = x^(k^2), x = e^(-epsilon/(2m+1)), k = 0..m, Rinott et al. (5.3)."""
    m = whole(only(given, "epsilon", "m")["m"], 1, LARGEST_D)
    return powers(rate_of(given["epsilon"], Fraction(1, 2 * m + 1)), m, 2, evidence, K)


def discrete_gaussian(given: Document, evidence: Document, K: int) -> Law:
    """w_k = x^(k^2), x = e^(-1/(2 sigma2)), k = 0..D, Canonne-Kamath-Steinke, Definition 1."""
    D = whole(only(given, "sigma2", "D")["D"], 1, LARGEST_D)
    sigma2 = plain(given["sigma2"]) or refuse("sigma2 is 0")
    return powers(str(1 / (2 * sigma2)), D, 2, evidence, K)


def powers(rate: Any, D: int, power: int, evidence: Document, K: int) -> Law:
    """Return the law of the weights x^(k^power), k = 0..D, x = e^-rate."""
    bits = grid(evidence, K, power * D.bit_length())
    found = noise(power_bounds(x_of(rate, D, evidence["x"], bits), D, power, bits))
    return lambda _: found


def grid(evidence: Document, K: int, spare: int) -> int:
    """Return the bits of the weights with which K c_Z(z) is known to better than 2^-bits given."""
    return K.bit_length() + whole(evidence["bits"], 1, MOST_GRID_BITS) + spare + 24


def count_query(given: Document, evidence: Document, K: int) -> Law:
    """w_0 = eta and w_j = alpha_j (1 - eta)/2, j = 1..k, Sadeghi-Asoodeh-Calmon (14), (37)-(39).

    With C = 2 eta/(1 - eta), k is the first with C > C_k = sum_{j<=k} E^j / sum_{j<k} E^j (k-j),
    Theorem 2. The recursion (39) multiplied by sum_{l<k} E^l (l+1), and (37), are polynomials in
    E = e^epsilon, bounded by their positive and their negative terms. As the alphas sum to 1, the
    total and the first tail are exact.
    """
    D = whole(only(given, "epsilon", "eta", "D")["D"], 1, LARGEST_LIMIT)
    (a, b), base = plain(given["eta"]).as_integer_ratio(), logarithm(given["epsilon"])
    if not 0 < a < b:
        refuse("eta is no probability")
    bits = grid(evidence, K, 4 * D.bit_length() + b.bit_length())
    E = exp_bounds((plain(given["epsilon"]),) * 2, bits) if base is None else (base, base)
    if int(E[1]).bit_length() * D > MOST_E_BITS:
        refuse("e^(epsilon D) is too large")
    low, high = power_bounds(E, D, 1, bits)

    def bounds(polynomial: list[int]) -> tuple[int, int]:
        terms = [(c * low[j], c * high[j]) for j, c in enumerate(polynomial)]
        return sum(map(min, terms)), sum(map(max, terms))

    def exceeds(k: int) -> bool:
        lo, hi = bounds([2 * a * (k - j) - d for j in range(k)] + [-d])
        demand(lo > 0 or hi <= 0, "quantisation: the bits do not tell the k of Theorem 2")
        return lo > 0

    d = b - a  # C = 2a/d, and everything that C stands in is multiplied by d
    k = next((k for k in range(1, D + 1) if exceeds(k)), D + 1)
    if k > D:
        below = [D - j for j in range(D)]
        above = [[1] * (D - j + 1) for j in range(1, D + 1)]
    else:
        below = [d * (m + 1) for m in range(k)]
        small, large = (
            [2 * a * (m + 1) for m in range(k)],
            [d - 2 * a * (k - 1 - m) for m in range(k)],
        )
        above = [small[: k - j] + large[k - j :] for j in range(1, k + 1)]
    least, most = bounds(below)
    unit = least if least == most else 1 << bits
    sides = [(lo, hi) for lo, hi in map(bounds, above) if hi > 0]
    weights = (
        [max(0, lo * d * unit // most) for lo, _ in sides],
        [-(-hi * d * unit // least) for _, hi in sides],
    )
    found = noise(([2 * a * unit, *weights[0]], [2 * a * unit, *weights[1]]))
    for tails in found.tails:
        tails[1] = d * unit
    found = found._replace(total=(2 * b * unit, 2 * b * unit))
    return lambda _: found


def hellinger(given: Document, evidence: Document, K: int) -> Law:
    """Weights of z, |z| <= m, a + z >= 0, of a count a: e^(-epsilon |sqrt(a+z) - sqrt a| / 2).

    Rinott et al. (5.4). With f(n) = e^(epsilon sqrt(n) / 2) they are f(a)/f(a+z) for z > 0, and
    f(a+z)/f(a) for z < 0.
    """
    m = whole(only(given, "epsilon", "m", "last_count")["m"], 1, LARGEST_LIMIT)
    last, base = whole(given["last_count"], 0, LARGEST_LIMIT), logarithm(given["epsilon"])
    bits = grid(evidence, K, 64)
    epsilon = (plain(given["epsilon"]),) * 2 if base is None else log_bounds(base, bits)
    roots = [Fraction(isqrt(n << 2 * bits), 1 << bits) for n in range(last + m + 1)]
    above = Fraction(1, 1 << bits)
    f = [exp_bounds((epsilon[0] * r / 2, epsilon[1] * (r + above) / 2), bits) for r in roots]
    low, high = [int(lo * 2**bits) for lo, _ in f], [int(hi * 2**bits) + 1 for _, hi in f]

    def of_count(a: int) -> Noise | None:
        lowest = -min(a, m)
        ends = [sorted((a, a + z)) for z in range(lowest, m + 1)] if a <= last else []
        los = [(low[near] << bits) // high[far] for near, far in ends]
        his = [(high[near] << bits) // low[far] + 1 for near, far in ends]
        return noise((los, his), lowest) if ends else None

    return of_count


# Each law by its name, and whether its weights are powers of one x.
LAWS: dict[str, tuple[Callable[[Document, Document, int], Law], bool]] = {
    "maxent": (maxent, True),
    "laplace": (laplace, True),
    "truncated-normal": (truncated_normal, True),
    "discrete-gaussian": (discrete_gaussian, True),
    "count-query": (count_query, False),
    "hellinger": (hellinger, False),
}
