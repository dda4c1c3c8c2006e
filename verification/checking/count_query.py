"""The law count-query: the noise that is best for a given probability of none."""

from fractions import Fraction
from itertools import accumulate

from verification.checking.powers import power_bounds
from verification.checking.reading import Document, only, plain, whole
from verification.checking.reals import exp_of
from verification.checking.refusing import demand, refuse
from verification.checking.rounding import Law, noise_of

LARGEST_LIMIT, MOST_E_BITS = 5000, 1 << 15


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
