"""How far a perturbed table is from the true one: Hellinger's distance and the risk measure RM.

Shlomo-Krenzke-Li 3.5:

    HD(a, b) = sqrt(1/2 sum_k (sqrt a_k - sqrt b_k)^2),    RM = 1 - H(a|b) / H(a)

with Antal, Shlomo and Elliot's conditional entropy (0 log 0 = 0, m_k = min(a_k, b_k))

    H(a|b) = - sum m_k/N log(m_k/b_k) - sum (a_k-m_k)/N log((a_k-m_k)/(N-sum m_k))
             - sum (b_k-m_k)/N log((b_k-m_k)/b_k).

Tables of different totals are scaled to the same one first: a by sum b, and b by sum a.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt, lcm

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure, narrow

Table = Sequence[Fraction]
_START_BITS = 96


def hellinger_distance(a: Table, b: Table, digits: int) -> Enclosure:
    """Return HD(a, b) to a width of 10^-digits; exactly 0 for equal tables.

    Scaled to integers by s, s sum (sqrt a - sqrt b)^2 = sum a + sum b - 2 sum sqrt(a b).

    >>> hellinger_distance([Fraction(9), Fraction(9)], [Fraction(1), Fraction(1)], 6)
    Enclosure(lo=Fraction(2, 1), hi=Fraction(2, 1))
    """
    first, second, scale = _integers(a, b)
    if first == second:
        return Enclosure(Fraction(0), Fraction(0))
    products = [x * y for x, y in zip(first, second, strict=True)]

    def attempt(bits: int) -> Enclosure | None:
        roots = [isqrt(n << 2 * bits) for n in products]
        exact = [root * root == n << 2 * bits for root, n in zip(roots, products, strict=True)]
        high = (sum(first) + sum(second) << bits) - 2 * sum(roots)
        low = max(0, high - 2 * exact.count(False))
        found = Enclosure(_root(low, 2 * scale, bits), _root(high, 2 * scale, bits, up=True))
        return found if found.width * 10**digits <= 1 else None

    # It ends: the width falls to 0 with the number of bits.
    return narrow(attempt, _START_BITS + 4 * digits, "Hellinger's distance")


def risk_measure(a: Table, b: Table, digits: int) -> Enclosure:
    """Return RM to a width of 10^-digits; exactly 1 for proportional tables.

    >>> risk_measure([Fraction(1), Fraction(3)], [Fraction(2), Fraction(6)], 6).lo
    Fraction(1, 1)
    """
    first, second, _ = _integers(a, b)
    if len([n for n in first if n]) < 2 or not any(second):
        rule = "needs two cells above 0, and one in the perturbed table"
        raise InputError("table", list(first), rule, "the entropy is 0 otherwise")
    total_a, total_b = sum(first), sum(second)
    x, y = [n * total_b for n in first], [n * total_a for n in second]
    left, entropy = _conditional(x, y), _entropy(x)
    if not left:
        return Enclosure(Fraction(1), Fraction(1))
    from exact.numbers.arb_floor import log_sum_bounds

    def attempt(bits: int) -> Enclosure | None:
        left_lo, left_hi = log_sum_bounds(left, bits)
        lo, hi = log_sum_bounds(entropy, bits)
        if lo <= 0:
            return None
        low = 1 - Fraction(left_hi, lo if left_hi > 0 else hi)
        found = Enclosure(low, 1 - Fraction(left_lo, hi if left_lo > 0 else lo))
        return found if found.width * 10**digits <= 1 else None

    # It ends: the entropy of two cells or more is positive, and all widths fall to 0.
    start = _START_BITS + 4 * digits + 2 * sum(x).bit_length()
    return narrow(attempt, start, "the risk measure")


def _entropy(x: list[int]) -> dict[int, int]:
    """Return N H = N log N - sum x log x as {n: coefficient of log n}."""
    terms: Counter[int] = Counter({sum(x): sum(x)})
    for n in x:
        _add(terms, n, -n)
    return _kept(terms)


def _conditional(x: list[int], y: list[int]) -> dict[int, int]:
    """Return N H(a|b) as {n: coefficient of log n}."""
    terms: Counter[int] = Counter()
    shared = [min(pair) for pair in zip(x, y, strict=True)]
    rest = sum(x) - sum(shared)
    for a, b, m in zip(x, y, shared, strict=True):
        _add(terms, m, -m)
        _add(terms, a - m, m - a)
        _add(terms, rest, a - m)
        _add(terms, b - m, m - b)
        _add(terms, b, b)
    return _kept(terms)


def _add(terms: Counter[int], n: int, coefficient: int) -> None:
    """Add coefficient log(n); a term with n = 0 has the coefficient 0."""
    if n > 1:
        terms[n] += coefficient


def _kept(terms: Counter[int]) -> dict[int, int]:
    return {n: coefficient for n, coefficient in terms.items() if coefficient}


def _integers(a: Table, b: Table) -> tuple[list[int], list[int], int]:
    """Return both tables times the common denominator, and that denominator."""
    if len(a) != len(b) or not a:
        raise InputError("tables", (len(a), len(b)), "must have the same cells", "pad with zeros")
    if min(*a, *b) < 0:
        raise InputError("table", min(*a, *b), "has a negative cell", "set it to 0 first")
    scale = lcm(*(Fraction(value).denominator for value in (*a, *b)))
    return [int(value * scale) for value in a], [int(value * scale) for value in b], scale


def _root(above: int, below: int, bits: int, up: bool = False) -> Fraction:
    """Return a bound of sqrt(above / 2^bits / below) on the grid of 2^-bits."""
    square = -(-(above << bits) // below) if up else (above << bits) // below
    root = isqrt(square)
    return Fraction(root + (up and root * root < square), 1 << bits)
