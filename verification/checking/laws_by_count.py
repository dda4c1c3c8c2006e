"""The laws whose noise is another one for each count: hellinger, pram, up-to-q."""

from fractions import Fraction
from math import isqrt

from verification.checking.exponential import exp_bounds
from verification.checking.powers import power_bounds
from verification.checking.reading import Document, only, plain, whole
from verification.checking.reals import exp_of, real_bounds
from verification.checking.refusing import demand, refuse
from verification.checking.rounding import Law, Noise, noise_of

LARGEST_CAP, LARGEST_COUNT = 100, 1000


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
