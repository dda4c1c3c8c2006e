"""Questions to the checker's arithmetic: bounds of e^x, log x and powers, and what is rounded.

Bounds may have other digits and be right; they must hold the value that mpmath finds with many more
digits, and be as narrow as is promised.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

import mpmath

from tests.mutants.cases import Asked, Judged, Outcome, answers

_PRECISION = 4000
_HAIR = Fraction(1, 1 << 1500)
Bounds = tuple[Fraction, Fraction]


@cache
def value(function: str, x: Fraction) -> Fraction:
    """Return e^x or log x to more than a thousand bits."""
    with mpmath.workprec(_PRECISION):
        found = getattr(mpmath, function)(mpmath.mpf(x.numerator) / x.denominator)
        sign, mantissa, exponent, _ = found._mpf_
    size = Fraction(2) ** int(exponent)
    return (-1 if sign else 1) * int(mantissa) * size


def judged(found: Any, low: Fraction, high: Fraction, width: Fraction) -> Judged:
    """Tell whether bounds hold all from low to high, and no more than a width beyond."""
    if isinstance(found, Outcome):
        return Judged(found, "")
    lo, hi = found
    holds = lo <= low + _HAIR * high and high - _HAIR * high <= hi
    return Judged((holds, low - lo <= width, hi - high <= width), (lo, hi))


def together(found: list[Judged]) -> Judged:
    """Return several answers as one."""
    return Judged([each.right for each in found], [each.answer for each in found])


_POINTS = tuple(
    Fraction(text)
    for text in ("0", "1/1000000007", "1/3", "1/2", "49/100", "1", "7/3", "12", "100", "1999")
)


def _positive(checker: ModuleType) -> Judged:
    asked = [(y, bits) for y in _POINTS for bits in (1, 8, 64, 300)]
    found = answers(checker, "exp_of_positive", asked)
    truths = [value("exp", y) for y, _ in asked]
    widths = [truth / (1 << bits) for truth, (_, bits) in zip(truths, asked, strict=True)]
    return together([judged(*each) for each in zip(found, truths, truths, widths, strict=True)])


def _capped(checker: ModuleType) -> object:
    with patch.object(checker, "MOST_EXP_BITS", 90):
        asked = [((Fraction(1, 3),) * 2, bits) for bits in (10, 89, 90, 91, 200)]
        return answers(checker, "exp_bounds", asked)


def _between(checker: ModuleType) -> Judged:
    ends = [Fraction(text) for text in ("-2000", "-3", "-1/2", "0", "1/3", "5/2", "2000")]
    asked = [((lo, hi), bits) for lo, hi in product(ends, ends) if lo <= hi for bits in (4, 80)]
    found = answers(checker, "exp_bounds", asked)
    return together(
        [
            judged(each, value("exp", lo), value("exp", hi), value("exp", hi) / (1 << bits))
            for each, ((lo, hi), bits) in zip(found, asked, strict=True)
        ]
    )


def _out_of_range(checker: ModuleType) -> object:
    far = (Fraction(2000), Fraction(20001, 10), Fraction(-20001, 10))
    found = answers(checker, "exp_bounds", [((lo, hi), 8) for lo, hi in product(far, far)])
    return [isinstance(each, Outcome) and each for each in found]


def _logarithms(checker: ModuleType) -> Judged:
    texts = ("3/2", "2", "1000001/1000000", "7/3", "10", "1000/7", "12345678901234567890")
    asked = [(Fraction(text), bits) for text in texts for bits in (3, 10, 64, 200)]
    asked += [(Fraction(10) ** 300, 40), (Fraction(2) ** 2885, 30)]
    return together(
        [
            judged(each, value("log", y), value("log", y), Fraction(4, 1 << bits))
            for each, (y, bits) in zip(answers(checker, "log_bounds", asked), asked, strict=True)
        ]
    )


def _no_logarithm(checker: ModuleType) -> object:
    far = [(Fraction(2) ** 2887, 20), (Fraction(10) ** 900, 20), (Fraction(2) ** 5000, 20)]
    with patch.object(checker, "exp_bounds", lambda _x, _bits: (Fraction(1), Fraction(2))):
        lied = answers(checker, "log_bounds", [(Fraction(3), 10), (Fraction(1, 2), 10)])
    return answers(checker, "log_bounds", far), lied


def _written(checker: ModuleType) -> Judged:
    factors = [Fraction(f) for f in ("1", "-1", "2", "-3", "2/3", "-7/5", "2048", "2049", "-2049")]
    asked = [(text, f, bits) for text in ("ln(3/2)", "ln(2)") for f in factors for bits in (5, 90)]
    asked += [("1/2", f, 70) for f in factors[:6]] + [("ln(5/4)", Fraction(1, 3), 7)]
    truths = {"ln(3/2)": Fraction(3, 2), "ln(2)": Fraction(2), "ln(5/4)": Fraction(5, 4)}
    found = []
    for each, (text, factor, bits) in zip(answers(checker, "exp_of", asked), asked, strict=True):
        exponent = value("log", truths[text]) if text in truths else Fraction(text)
        due = value("exp", factor * exponent)
        known = text in truths and factor.denominator == 1 and abs(factor) <= 2048
        found.append(judged(each, due, due, due * _HAIR * 2 if known else due / (1 << bits)))
    return together(found)


def _powers(checker: ModuleType) -> object:
    bounds = [(Fraction(a), Fraction(b)) for a, b in (("1/3", "1/3"), ("5/2", "5/2"))]
    bounds += [(Fraction(1, 3), Fraction(3, 8)), (Fraction(7, 2), Fraction(15, 4))]
    found = []
    for limit in (1, 8, 9, 16, 17, 18, 19, 27, 28, 1 << 14):
        with patch.object(checker, "MOST_POWER_BITS", limit):
            asked = [(x, D, power, 12) for x in bounds for D in (1, 3) for power in (1, 2)]
            found.append(answers(checker, "power_bounds", asked))
    return found


def _roots(checker: ModuleType) -> object:
    """Ask for the only positive root of (2.7), from both sides: D = 1 has V/(2 - 2V)."""
    asked: list[tuple[Fraction, int, Bounds]] = []
    for V in (Fraction(1, 2), Fraction(2, 5), Fraction(3, 4)):
        root = V / (2 - 2 * V) if Fraction(2, 3) > V else Fraction(1)
        for lo, hi in product((-1, 0, 1), repeat=2):
            ends = (root + Fraction(lo, 50), root + Fraction(hi, 50))
            asked.append((V, 1, ends))
    asked += [(Fraction(2), 3, (Fraction(n, 100), Fraction(n + 1, 100))) for n in range(60, 100)]
    asked += [(Fraction(1, 2), 1, (Fraction(0), Fraction(1))), (Fraction(1), 1, (Fraction(0),) * 2)]
    return answers(checker, "check_root", asked)


def _weights(draw: Random, size: int) -> tuple[list[int], list[int]]:
    """Return bounds of weights, some equal, some that may be 0."""
    low = [draw.randrange(0, 40) for _ in range(size)]
    return low, [max(1, value + draw.choice((0, 0, 1, 3))) for value in low]


def _noises(checker: ModuleType) -> object:
    draw, found = Random("noises"), []
    for _ in range(60):
        weights = _weights(draw, draw.randrange(2, 6))
        found += [tuple(checker.noise_of(weights, lowest)) for lowest in (None, -1, 0)]
    return found


def _rounded(checker: ModuleType) -> object:
    """Ask for keys of narrow and of wide bounds, by every rule; most wide ones tell nothing."""
    draw, asked = Random("rounded"), []
    for _ in range(400):
        low, high = _weights(draw, draw.randrange(2, 5))
        scale = draw.choice((1, 1, 10, 1000))
        low = [value * scale for value in low]
        high = [max(1, a + draw.choice((0, 0, 1))) for a in low] if scale > 1 else high
        if draw.random() < 1 / 3:
            low = high
        noise = checker.noise_of((low, high), draw.choice((None, None, None, -1)))
        rule = draw.choice(("ceiling", "symmetric", "largest-remainder", "floor"))
        asked.append((noise, draw.choice((1, 4, 16, 10, 64)), rule))
    return answers(checker, "keys_of", asked)


def _no_rule(checker: ModuleType) -> object:
    noises = [checker.noise_of(([3, 2], [3, 2]), lowest) for lowest in (None, 0)]
    rules = ("ceiling", "symmetric", "largest-remainder", "x" * 45)
    return answers(checker, "keys_of", [(noise, 8, rule) for noise in noises for rule in rules])


def _ordered(sides: tuple[list[int], list[int]]) -> bool:
    return len(sides[0]) == len(sides[1]) and all(a <= b for a, b in zip(*sides, strict=True))


def shares(noise: Any) -> Judged:
    """Judge the bounds of a law: in order, and narrow."""
    if noise is None or isinstance(noise, Outcome):
        return Judged(noise, "")
    weights, tails, total, lowest = noise
    right = (_ordered(weights), _ordered(tails), total[0] <= total[1], lowest, len(weights[0]))
    return Judged(right, (weights, tails, total))


def _count_queries(checker: ModuleType) -> Judged:
    found = []
    for eps, eta, D in product(("1/2", "ln(2)", "3"), ("1/3", "1/50", "9/10", "2/5"), (1, 4, 9)):
        for bits in (2, 8, 60):
            given = {"epsilon": eps, "eta": eta, "D": D}
            law = answers(checker, "count_query", [(given, None, bits)])[0]
            found.append(shares(law if isinstance(law, Outcome) else law(3)))
    return together(found)


def _no_count_query(checker: ModuleType) -> object:
    found = []
    for limit in (5, 6, 7, 1 << 15):
        with patch.object(checker, "MOST_E_BITS", limit):
            for eps, eta, D in (("ln(3)", "1/2", 3), ("ln(4)", "1/2", 2), ("ln(7/2)", "1/3", 3)):
                given = {"epsilon": eps, "eta": eta, "D": D}
                found.append(_told(answers(checker, "count_query", [(given, None, 9)])[0]))
    asked = [("1/2", eta, 3) for eta in ("0", "1", "3/2", "1/2", "-1/2")]
    for eps, eta, D in (*asked, *(("ln(2)", "1/2", D) for D in (0, 1, 4, 5))):
        given = {"epsilon": eps, "eta": eta, "D": D}
        with patch.object(checker, "LARGEST_LIMIT", 4):
            found.append(_told(answers(checker, "count_query", [(given, None, 9)])[0]))
    return found


def _told(found: object) -> object:
    return found if isinstance(found, Outcome) else "a law"


def _hellingers(checker: ModuleType) -> Judged:
    found = []
    for eps, m, last in product(("1/2", "ln(3)"), (1, 3), (0, 2, 5)):
        for bits in (6, 70):
            given = {"epsilon": eps, "m": m, "last_count": last}
            law = checker.hellinger(given, None, bits)
            found += [shares(law(count)) for count in range(last + 2)]
    return together(found)


def _weights_of_hellinger(checker: ModuleType) -> object:
    """Tell whether the bounds hold e^(-eps |sqrt(a+z) - sqrt a| / 2), by mpmath."""
    found = []
    for eps, bits in (("1/2", 5), ("1/2", 12), ("1", 5), ("ln(3)", 5), ("ln(3)", 9)):
        law = checker.hellinger({"epsilon": eps, "m": 3, "last_count": 6}, None, bits)
        with mpmath.workprec(600):
            e = mpmath.log(3) if eps == "ln(3)" else 1 / mpmath.mpf(eps[2:] or eps)
            for a in range(7):
                noise = law(a)
                for k, (lo, hi) in enumerate(zip(*noise.weights, strict=True)):
                    z = noise.lowest + k
                    apart = abs(mpmath.sqrt(a + z) - mpmath.sqrt(a))
                    due = mpmath.exp(-e * apart / 2) * (1 << bits)
                    found.append(bool(lo <= due <= hi))
    return found


def _alphas(checker: ModuleType) -> object:
    """Tell whether the bounds of a count query hold what they hold at many more bits."""
    found = []
    for eps, eta, D in product(("1/2", "3"), ("1/3", "1/50", "9/10"), (1, 4, 9)):
        given = {"epsilon": eps, "eta": eta, "D": D}
        fine = answers(checker, "count_query", [(given, None, 500)])[0]
        for bits in (6, 14):
            law = answers(checker, "count_query", [(given, None, bits)])[0]
            if isinstance(law, Outcome) or isinstance(fine, Outcome):
                found.append(repr(law))
                continue
            few, many = law(0), fine(0)
            for side in ("weights", "tails"):
                pairs = zip(*getattr(few, side), *getattr(many, side), strict=False)
                for lo, hi, least, most in pairs:
                    T, M = few.total[0], many.total[0]
                    found.append(str((lo * M <= most * T, least * T <= hi * M)))
    return found


def asked_numbers() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("e^y for y >= 0", _positive)
    yield Asked("e^y with the most bits", _capped)
    yield Asked("e^x between bounds", _between)
    yield Asked("e^x out of range", _out_of_range)
    yield Asked("log y", _logarithms)
    yield Asked("no log y", _no_logarithm)
    yield Asked("e^(f v) as v is written", _written)
    yield Asked("powers", _powers)
    yield Asked("roots of (2.7)", _roots)
    yield Asked("noise of weights", _noises)
    yield Asked("keys of noise", _rounded)
    yield Asked("rules for a noise", _no_rule)
    yield Asked("count queries", _count_queries)
    yield Asked("no count queries", _no_count_query)
    yield Asked("hellinger", _hellingers)
    yield Asked("hellinger, by mpmath", _weights_of_hellinger)
    yield Asked("count queries, by more bits", _alphas)
