"""The declared law by its name: bounds of the weights of its noise, by its own formula.

Weights are proportional to probabilities. What a law needs beside its parameters is the number of
bits, and where its rate is fixed by a variance, bounds of x = e^-rate, which are checked.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from math import isqrt

from verification.checking.exponential import exp_bounds, exp_of, real_bounds
from verification.checking.powers import check_root, power_bounds
from verification.checking.reading import Bounds, Document, by_name, only, plain, read_bounds, whole
from verification.checking.refusing import demand, refuse
from verification.checking.rounding import Noise, noise_of

LARGEST_D, LARGEST_LIMIT, MOST_BITS, MOST_E_BITS = 100_000, 5000, 1024, 1 << 15
LARGEST_CAP, LARGEST_COUNT, MOST_ROOT_BITS = 100, 1000, 1 << 12

Law = Callable[[int], Noise | None]  # the noise of a count; None where the law has none for it


def law_of(origin: Document, evidence: Document, K: int) -> Law:
    """Return the law that a table names; of maxent, D and gamma once stood beside the name."""
    beside = ("parameters",) if "parameters" in origin else ("D", "gamma")
    only(origin, "law", "rule", "epsilon", "delta", *beside)
    given = origin.get("parameters") or {name: origin[name] for name in beside}
    law = LAWS.get(origin["law"]) or refuse("the law of the table is unknown")
    if evidence["x"] is not None and law in (count_query, hellinger, pram, up_to_q):
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
        short = max(end.denominator for end in bounds).bit_length() <= MOST_ROOT_BITS
        demand(short, "quantisation: the bounds of x are too long")
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
    sigma2 = plain(given["sigma2"]) or refuse("sigma2 is 0")
    return powers(exp_of("1", -1 / (2 * sigma2), bits), D, 2, x, bits)


def powers(x: Bounds, D: int, power: int, given: Document | None, bits: int) -> Law:
    """Return the law of the weights x^(k^power), k = 0..D; x lies between bounds given, if any."""
    lo, hi = x if given is None else read_bounds(given)
    between = lo <= x[0] <= x[1] <= hi and x[1] <= 1
    demand(between, "quantisation: e^-rate is above 1 or not between the bounds given")
    found = noise_of(power_bounds(x, D, power, bits))
    return lambda _: found


def count_query(given: Document, _x: Document | None, bits: int) -> Law:
    """w_0 = eta and w_j = alpha_j (1 - eta)/2, j = 1..k, Sadeghi-Asoodeh-Calmon (14), (37)-(39).

    With E = e^epsilon, P_i = sum_{m<i} E^m, R_i = sum_{m<i} (i-m) E^m, S_i = sum_{m<i} (m+1) E^m
    and C = 2 eta/(1 - eta) = 2a/d: k is the first with C > P_(k+1)/R_k, Theorem 2, and the
    recursion (39) gives alpha_j d S_k = 2a S_k - (2ak - d) (P_k - P_(k-j)). Where there is none up
    to D, (37) gives alpha_j R_D = P_(D-j+1). The alphas sum to 1, so the first tail is exact.
    """
    D = whole(only(given, "epsilon", "eta", "D")["D"], 1, LARGEST_LIMIT)
    a, b = plain(given["eta"]).as_integer_ratio()
    d, bits = b - a, bits + b.bit_length()
    E = exp_of(given["epsilon"], Fraction(1), bits)
    if not 0 < a < b or int(E[1]).bit_length() * D > MOST_E_BITS:
        refuse("eta is no probability, or e^(epsilon D) is too large")
    sides = power_bounds(E, D, 1, bits)
    P = [[0, *accumulate(side)] for side in sides]  # the lower bounds, the upper bounds
    R = [list(accumulate(side)) for side in P]
    S = [[0, *accumulate(m * w for m, w in enumerate(side, 1))] for side in sides]

    def exceeds(k: int) -> bool:
        is_above, is_below = 2 * a * R[0][k] > d * P[1][k + 1], 2 * a * R[1][k] <= d * P[0][k + 1]
        demand(is_above or is_below, "quantisation: the bits do not tell the k of Theorem 2")
        return is_above

    k = next((k for k in range(1, D + 1) if exceeds(k)), D + 1)
    if k > D:
        alphas, (least, most) = [side[D:0:-1] for side in P], (side[D] for side in R)
    else:
        c = 2 * a * k - d  # > 0 as R_k < k P_(k+1)
        ends = (2 * a * S[i][k] - c * P[1 - i][k] for i in (0, 1))
        alphas = [[end + c * p for p in P[i][k - 1 :: -1]] for i, end in enumerate(ends)]
        least, most = (d * side[k] for side in S)
    unit = least if least == most else 1 << bits
    high = [2 * a * unit, *(-(-alpha * d * unit // least) for alpha in alphas[1] if alpha > 0)]
    low = [2 * a * unit, *(max(0, alpha) * d * unit // most for alpha in alphas[0])][: len(high)]
    found = noise_of((low, high))
    for tails in found.tails:
        tails[1] = d * unit
    found = found._replace(total=(2 * b * unit, 2 * b * unit))
    return lambda _: found


def hellinger(given: Document, _x: Document | None, bits: int) -> Law:
    """Weights of z, |z| <= m, a + z >= 0, of a count a: e^(-epsilon |sqrt(a+z) - sqrt a| / 2).

    Rinott et al. (5.4). With f(n) = e^(epsilon sqrt(n) / 2) they are f(a)/f(a+z) for z > 0, and
    f(a+z)/f(a) for z < 0.
    """
    m = whole(only(given, "epsilon", "m", "last_count")["m"], 1, LARGEST_COUNT)
    last = whole(given["last_count"], 0, LARGEST_COUNT)
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


def pram(given: Document, _x: Document | None, bits: int) -> Law:
    """Sums of e^(-epsilon |z|), |z| <= cap, cut to the values below cap, or to residues of a block.

    Shlomo et al. 3.2: what would leave the range goes to the neighbour on that side, or the only
    one. A count of 0 stays. Of a residue m that becomes v the noise is m - v, or v - m ("block").
    """
    cap = whole(only(given, "epsilon", "cap", "reading")["cap"], 1, LARGEST_CAP)
    sign = {"printed": -1, "block": 1}.get(given["reading"]) or refuse("the reading is unknown")
    low, high = power_bounds(exp_of(given["epsilon"], Fraction(-1), bits), cap, 1, bits)

    def of_count(a: int) -> Noise | None:
        size, turned = (cap, 1) if a < cap else (2 * cap + 1, sign)
        m, found = a % size, dict[int, tuple[int, int]]()
        for z in range(-cap, cap + 1) if a else (0,):
            step = 1 if z > 0 else -1
            v = next(v for v in (m + z, m + step, m - step) if 0 <= v < size)
            lo, hi = found.get(turned * (v - m), (0, 0))
            found[turned * (v - m)] = lo + low[abs(z)], hi + high[abs(z)]
        pairs = [found[z] for z in sorted(found)]
        sides = [lo for lo, _ in pairs], [hi for _, hi in pairs]
        return noise_of(sides, min(found)) if a <= 3 * cap else None

    return of_count


def up_to_q(given: Document, _x: Document | None, _bits: int) -> Law:
    """The noise -q..q of equal weights, q = min(cap, ceil(share a)), Shlomo et al. 2.3."""
    cap = whole(only(given, "cap", "share")["cap"], 1, LARGEST_CAP)
    share = plain(given["share"])
    demand(0 < share <= 1, "quantisation: the share is not in (0, 1]")

    def of_count(a: int) -> Noise | None:
        q = min(cap, -(-share * a // 1))
        return noise_of(([1] * (2 * q + 1),) * 2, -q) if share * (a - 1) <= cap - 1 else None

    return of_count


LAWS: dict[str, Callable[[Document, Document | None, int], Law]] = by_name(
    maxent, laplace, truncated_normal, discrete_gaussian, count_query, hellinger, pram, up_to_q
)
