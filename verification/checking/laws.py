"""The declared law by its name: bounds of the weights of its noise, by its own formula.

Weights are proportional to probabilities. What a law needs beside its parameters is the number of
bits, and where its rate is fixed by a variance, bounds of x = e^-rate, which are checked.
"""

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Any

from verification.checking.exponential import exp_bounds, exp_of, real_bounds
from verification.checking.powers import check_root, power_bounds
from verification.checking.reading import Bounds, Document, only, plain, read_bounds, whole
from verification.checking.refusing import demand, refuse
from verification.checking.rounding import Noise, noise_of

LARGEST_D, LARGEST_LIMIT, MOST_BITS, MOST_E_BITS = 100_000, 5000, 1024, 1 << 15

Law = Callable[[int], Noise | None]  # the noise of a count; None where the law has none for it


def law_of(origin: Document, evidence: Document, K: int) -> Law:
    """Return the law that a table names; of maxent, D and gamma once stood beside the name."""
    beside = ("parameters",) if "parameters" in origin else ("D", "gamma")
    only(origin, "law", "rule", "epsilon", "delta", *beside)
    given = origin.get("parameters") or {name: origin[name] for name in beside}
    law = LAWS.get(origin["law"]) or refuse("the law of the table is unknown")
    if evidence["x"] is not None and law in (count_query, hellinger):
        refuse("x is given where it means nothing")
    return law(given, evidence["x"], K.bit_length() + whole(evidence["bits"], 1, MOST_BITS) + 96)


def maxent(given: Document, x: Document | None, bits: int) -> Law:
    """w_k = x^(k^2), x = e^-gamma, k = 0..D, Sadeghi-Chien (2.3).

    gamma is a rational, a multiple of a logarithm, or fixed by the variance of the law.
    """
    D, gamma = whole(only(given, "D", "gamma")["D"], 1, LARGEST_D), given["gamma"]
    if isinstance(gamma, str):
        bounds = exp_of(gamma, Fraction(-1), bits)
    elif "variance" in gamma:
        bounds = read_bounds(x or {})
        check_root(plain(only(gamma, "variance")["variance"]), D, bounds)
    else:
        bounds = exp_of(f"ln({only(gamma, 'ln', 'times')['ln']})", -plain(gamma["times"]), bits)
    return powers(bounds, D, 2, x, bits)


def laplace(given: Document, x: Document | None, bits: int) -> Law:
    """w_k = x^k, x = e^-epsilon, k = 0..m, Rinott et al. (5.2)."""
    m = whole(only(given, "epsilon", "m")["m"], 1, LARGEST_D)
    return powers(exp_of(given["epsilon"], Fraction(-1), bits), m, 1, x, bits)


def truncated_normal(given: Document, x: Document | None, bits: int) -> Law:
    """w_k = x^(k^2), x = e^(-epsilon/(2m+1)), k = 0..m, Rinott et al. (5.3)."""
    m = whole(only(given, "epsilon", "m")["m"], 1, LARGEST_D)
    return powers(exp_of(given["epsilon"], Fraction(-1, 2 * m + 1), bits), m, 2, x, bits)


def discrete_gaussian(given: Document, x: Document | None, bits: int) -> Law:
    """w_k = x^(k^2), x = e^(-1/(2 sigma2)), k = 0..D, Canonne-Kamath-Steinke, Definition 1."""
    D = whole(only(given, "sigma2", "D")["D"], 1, LARGEST_D)
    return powers(exp_of("1", -1 / (2 * plain(given["sigma2"])), bits), D, 2, x, bits)


def powers(x: Bounds, D: int, power: int, given: Document | None, bits: int) -> Law:
    """Return the law of the weights x^(k^power), k = 0..D; x lies between bounds given, if any."""
    lo, hi = x if given is None else read_bounds(given)
    between = lo <= x[0] <= x[1] <= hi and x[1] <= 1
    demand(between, "quantisation: e^-rate is above 1 or not between the bounds given")
    found = noise_of(power_bounds(x, D, power, bits))
    return lambda _: found


def count_query(given: Document, _x: None, bits: int) -> Law:
    """w_0 = eta and w_j = alpha_j (1 - eta)/2, j = 1..k, Sadeghi-Asoodeh-Calmon (14), (37)-(39).

    With C = 2 eta/(1 - eta), k is the first with C > C_k = sum_{j<=k} E^j / sum_{j<k} E^j (k-j),
    Theorem 2. The recursion (39) multiplied by sum_{l<k} E^l (l+1), and (37), are polynomials in
    E = e^epsilon, bounded by their positive and their negative terms. As the alphas sum to 1, their
    common denominator is the sum of these polynomials, and the total and the first tail are exact.
    """
    D = whole(only(given, "epsilon", "eta", "D")["D"], 1, LARGEST_LIMIT)
    a, b = plain(given["eta"]).as_integer_ratio()
    d, bits = b - a, bits + b.bit_length()  # C = 2a/d, and all that C stands in is multiplied by d
    E = exp_of(given["epsilon"], Fraction(1), bits)
    if not 0 < a < b or int(E[1]).bit_length() * D > MOST_E_BITS:
        refuse("eta is no probability, or e^(epsilon D) is too large")
    low, high = power_bounds(E, D, 1, bits)

    def bounds(polynomial: list[int]) -> tuple[int, int]:
        terms = [(c * low[j], c * high[j]) for j, c in enumerate(polynomial)]
        return sum(map(min, terms)), sum(map(max, terms))

    def exceeds(k: int) -> bool:
        lo, hi = bounds([2 * a * (k - j) - d for j in range(k)] + [-d])
        demand(lo > 0 or hi <= 0, "quantisation: the bits do not tell the k of Theorem 2")
        return lo > 0

    def alpha(k: int, j: int) -> list[int]:
        if k > D:
            return [int(m <= D - j) for m in range(D)]
        return [2 * a * (m + 1) if m < k - j else d - 2 * a * (k - 1 - m) for m in range(k)]

    k = next((k for k in range(1, D + 1) if exceeds(k)), D + 1)
    alphas = [alpha(k, j) for j in range(1, min(k, D) + 1)]
    least, most = bounds([sum(column) for column in zip(*alphas, strict=True)])
    unit = least if least == most else 1 << bits
    sides = [(lo * d * unit // most, -(-hi * d * unit // least)) for lo, hi in map(bounds, alphas)]
    lows, highs = zip(*((max(0, lo), hi) for lo, hi in sides if hi > 0), strict=True)
    found = noise_of(([2 * a * unit, *lows], [2 * a * unit, *highs]))
    for tails in found.tails:
        tails[1] = d * unit
    found = found._replace(total=(2 * b * unit, 2 * b * unit))
    return lambda _: found


def hellinger(given: Document, _x: None, bits: int) -> Law:
    """Weights of z, |z| <= m, a + z >= 0, of a count a: e^(-epsilon |sqrt(a+z) - sqrt a| / 2).

    Rinott et al. (5.4). With f(n) = e^(epsilon sqrt(n) / 2) they are f(a)/f(a+z) for z > 0, and
    f(a+z)/f(a) for z < 0.
    """
    m = whole(only(given, "epsilon", "m", "last_count")["m"], 1, LARGEST_LIMIT)
    last = whole(given["last_count"], 0, LARGEST_LIMIT)
    epsilon = real_bounds(given["epsilon"], bits)
    roots = [Fraction(isqrt(n << 2 * bits), 1 << bits) for n in range(last + m + 1)]
    unit = Fraction(1, 1 << bits)
    f = [exp_bounds((epsilon[0] * r / 2, epsilon[1] * (r + unit) / 2), bits) for r in roots]
    low, high = [int(lo / unit) for lo, _ in f], [int(hi / unit) + 1 for _, hi in f]

    def of_count(a: int) -> Noise | None:
        lowest = -min(a, m)
        ends = [sorted((a, a + z)) for z in range(lowest, m + 1)] if a <= last else []
        los = [(low[near] << bits) // high[far] for near, far in ends]
        his = [(high[near] << bits) // low[far] + 1 for near, far in ends]
        return noise_of((los, his), lowest) if ends else None

    return of_count


# Each law by its name, that of its function.
LAWS: dict[str, Callable[[Document, Any, int], Law]] = {
    function.__name__.replace("_", "-"): function
    for function in (maxent, laplace, truncated_normal, discrete_gaussian, count_query, hellinger)
}
