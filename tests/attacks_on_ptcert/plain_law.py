"""The laws that certificates name, from their formulas, in mpmath; for the judge alone."""

from fractions import Fraction
from functools import cache
from typing import Any

import mpmath

from tests.attacks_on_ptcert.plain_table import PlainTable

Json = dict[str, Any]
_DIGITS = 90
_NEAR = Fraction(1, 10**60)


def follows_its_law(origin: Json, table: PlainTable) -> bool:
    """Tell whether every row has the keys that the rule makes of K p(z)."""
    D, x = _maxent(origin)
    weights = _weights(D, x)
    due = _keys(weights, D, table.K, origin["rule"])
    runs = tuple((z, keys) for z, keys in zip(range(-D, D + 1), due, strict=True) if keys)
    return all(row == runs for row in table.rows.values())


def holds_x(origin: Json, bounds: Json) -> bool:
    """Tell whether bounds hold x = e^-gamma."""
    _, x = _maxent(origin)
    lo, hi = Fraction(bounds["lo"]), Fraction(bounds["hi"])
    if isinstance(x, Fraction):
        return lo <= x <= hi
    with mpmath.workdps(_DIGITS):
        return bool(
            mpmath.mpf(lo.numerator) / lo.denominator
            <= x
            <= mpmath.mpf(hi.numerator) / hi.denominator
        )


def _maxent(origin: Json) -> tuple[int, Any]:
    """Return D and x = e^-gamma of w_k = x^(k^2), a Fraction where that is rational."""
    assert origin["law"] == "maxent"
    given = origin.get("parameters") or {"D": origin["D"], "gamma": origin["gamma"]}
    D, gamma = given["D"], given["gamma"]
    assert type(D) is int
    with mpmath.workdps(_DIGITS):
        if isinstance(gamma, str):
            value = Fraction(gamma)
            return D, mpmath.exp(-_real(value)) if value else Fraction(1)
        if "ln" in gamma:
            times, base = Fraction(gamma["times"]), Fraction(gamma["ln"])
            if times.denominator == 1:
                return D, base**-times
            return D, mpmath.exp(-_real(times) * mpmath.log(_real(base)))
        return D, _x_of_variance(D, Fraction(gamma["variance"]))


@cache
def _x_of_variance(D: int, variance: Fraction) -> Any:
    """Return the x in (0, 1) at which sum k^2 w_k = V sum w_k, by bisection."""
    V = _real(variance)
    lo, hi = mpmath.mpf(0), mpmath.mpf(1)
    for _ in range(400):
        x = (lo + hi) / 2
        excess = sum(2 * (k * k - V) * x ** (k * k) for k in range(1, D + 1)) - V
        lo, hi = (x, hi) if excess < 0 else (lo, x)
    return (lo + hi) / 2


def _real(value: Fraction) -> Any:
    return mpmath.mpf(value.numerator) / value.denominator


def _weights(D: int, x: Any) -> list[Fraction]:
    """Return x^(k^2), exact or with 90 digits."""
    if isinstance(x, Fraction):
        return [x ** (k * k) for k in range(D + 1)]
    with mpmath.workdps(_DIGITS):
        scaled = [int(mpmath.floor(mpmath.ldexp(x ** (k * k), 280))) for k in range(D + 1)]
    return [Fraction(weight, 1 << 280) for weight in scaled]


def _keys(weights: list[Fraction], D: int, K: int, rule: str) -> list[int]:
    """Return the keys of z = -D..D: (4.2), its symmetric form (4.5), or largest remainders."""
    total = 2 * sum(weights, Fraction(0)) - weights[0]
    pmf = [weights[abs(z)] / total for z in range(-D, D + 1)]
    if rule == "largest-remainder":
        return _remainders(pmf, D, K)
    assert rule in ("ceiling", "symmetric")
    below = [K * sum(pmf[: i + 1], Fraction(0)) for i in range(2 * D + 1)]
    ends = [_ceiling(value) for value in below]
    if rule == "symmetric":
        # The upper half mirrors the lower one.
        ends = [*ends[:D], *(K - end for end in reversed(ends[:D])), K]
    return [after - before for before, after in zip([0, *ends], ends, strict=False)]


def _ceiling(value: Fraction) -> int:
    """Return the ceiling; what is as near to an integer as 60 digits tell is that integer."""
    nearest = round(value)
    return nearest if abs(value - nearest) < _NEAR else -(-value.numerator // value.denominator)


def _remainders(pmf: list[Fraction], D: int, K: int) -> list[int]:
    """Return floors, and one key more for the largest parts: nearest 0 first, then negative."""
    floors = [-_ceiling(-K * p) for p in pmf]
    parts = [K * p - floor for p, floor in zip(pmf, floors, strict=True)]
    # Parts that 60 digits do not tell apart are equal.
    order = sorted(range(2 * D + 1), key=lambda i: (-round(parts[i] / _NEAR), abs(i - D), i))
    more = set(order[: K - sum(floors)])
    return [floor + (i in more) for i, floor in enumerate(floors)]
