"""The law of largest entropy of a row under all of its conditions, with the proof of that.

With multipliers m_i (>= 0 at an inequality) and p(z) ~ e^(-sum_i m_i g_i(z)), every law r that
keeps sum g_i r <= 0 has

    KL(r, p) = log Phi(m) - H(r) + sum_i m_i E_r g_i <= log Phi(m) - H(r).

Let q be any law that keeps the conditions, near to p. The law of largest entropy r has at least
H(q), so that KL(r, p) <= d = log Phi(m) - H(q), and for every z, with x = |r(z) - p(z)|,

    d >= x^2 / (2 (p(z) + x)),   that is   x <= d + sqrt(d^2 + 2 d p(z))

(the relative entropy of the event {z} has the second derivative 1 / (t (1 - t)) >= 1 / (p + x)).
Which conditions hold as equations is only a proposal, and conditions that depend on each other, or
that hold as equations by chance, do no harm. R ptable solves the same program to 10^-7, with the
variance as an inequality.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt

from exact.complete.conditions import Condition, RowRules
from exact.complete.contradiction import contradiction, possible_noise
from exact.complete.feasible import independent, kept_nearby
from exact.errors import InputError, Undecided
from exact.numbers.enclosure import Enclosure, narrow

_MAX_CHANGES = 200
# Bits to work with, for each bit of a probability.
_TIMES = 3


@dataclass(frozen=True, slots=True)
class RowLaw:
    """Enclosed probabilities on ``support``, their entropy, and what proves it.

    ``multipliers`` bound the entropy of every law; ``near`` is a law that keeps the conditions,
    those of ``tight`` as equations. A noise value that no law can have is enclosed by 0 and 0.
    """

    support: tuple[int, ...]
    probabilities: tuple[Enclosure, ...]
    entropy: Enclosure
    multipliers: tuple[tuple[Condition, Fraction], ...]
    near: tuple[Fraction, ...]
    tight: tuple[Condition, ...]

    def binds(self, name: str) -> bool:
        """Tell whether a condition holds with equality for the law that was found."""
        return any(condition.name == name for condition in self.tight)


def row_law(row: RowRules, bits: int = 67) -> RowLaw:
    """Return the law of largest entropy under the conditions of a row.

    Every probability is enclosed with a relative width of at most 2^-bits.

    >>> law = row_law(RowRules(1, (-1, 0, 1, 2, 3, 4, 5), variance=Fraction(3), shape="monotone"))
    >>> [round(p.lo * 10**6) for p in law.probabilities[:3]], law.binds("variance")
    ([388938, 388938, 122093], False)
    """
    if (broken := contradiction(row)) is not None:
        names = " and ".join(condition.name for condition, _ in broken.parts)
        rule = f"cannot keep {names} together"
        raise InputError("row", row.count, rule, "leave one of them out, or change it")
    possible = row.support
    if _proposed(row, _TIMES * bits) is None:
        # No multipliers: the conditions leave some noise values without any probability.
        possible = possible_noise(row)
    inner = replace(row, support=possible)

    def attempt(working: int) -> RowLaw | None:
        found = _optimum(inner, working)
        if found is None or any(p.width * (1 << bits) > p.lo for p in found.probabilities):
            return None
        return found

    # It ends: on the noise values that are possible the optimum is unique, has all probabilities
    # positive and multipliers (the conditions are linear); both sides meet there as the bits grow.
    found = narrow(attempt, _TIMES * bits, "the law of largest entropy")
    return found if possible == row.support else _widened(found, row.support)


def _widened(law: RowLaw, support: tuple[int, ...]) -> RowLaw:
    """Return the law on a larger support, with probability 0 for what it lacks."""
    none = Enclosure(Fraction(0), Fraction(0))
    enclosed = dict(zip(law.support, law.probabilities, strict=True))
    near = dict(zip(law.support, law.near, strict=True))
    return replace(
        law,
        support=support,
        probabilities=tuple(enclosed.get(z, none) for z in support),
        near=tuple(near.get(z, Fraction(0)) for z in support),
    )


def _optimum(row: RowRules, bits: int) -> RowLaw | None:
    """Return the law that is proposed, with its proof; None: too few bits."""
    from exact.complete.entropy_newton import entropy_of, law

    proposed = _proposed(row, bits)
    if proposed is None:
        return None
    signed = [(c, m if c.is_equation else max(Fraction(0), m)) for c, m in proposed]
    size = len(row.support)
    p, most = law([c.coefficients for c, _ in signed], [m for _, m in signed], size, bits)
    near = kept_nearby(row.conditions(), [q.lo for q in p], _tight(row, p, bits))
    if near is None:
        return None
    least = entropy_of(near, bits)
    d = most.hi - least.lo
    enclosed = tuple(_around(q, d, bits) for q in p)
    tight = tuple(c for c in row.conditions() if c.total(near) == 0)
    entropy = Enclosure(least.lo, most.hi)
    return RowLaw(row.support, enclosed, entropy, tuple(signed), near, tight)


def _around(p: Enclosure, d: Fraction, bits: int) -> Enclosure:
    """Enclose r(z), which is at most d + sqrt(d^2 + 2 d p) away."""
    square = d * d + 2 * d * p.hi
    root = Fraction(isqrt(int(square * (1 << 4 * bits))) + 1, 1 << 2 * bits)
    return Enclosure(max(Fraction(0), p.lo - d - root), p.hi + d + root)


def _proposed(row: RowRules, bits: int) -> list[tuple[Condition, Fraction]] | None:
    """Change the set of inequalities that hold as equations until no sign is clearly wrong."""
    from exact.complete.entropy_newton import law, multipliers

    conditions, size = row.conditions(), len(row.support)
    active = list(independent([c for c in conditions if c.is_equation], size))
    tiny = Fraction(1, 1 << bits // 4)
    for _ in range(_MAX_CHANGES):
        g = [c.coefficients for c in active]
        m = multipliers(g, size, bits)
        if m is None:
            return None
        p = [q.lo for q in law(g, m, size, bits)[0]]
        pairs = list(zip(active, m, strict=True))
        sums = {c: _share(c, p) for c in conditions if c not in active}
        broken = max(sums, key=lambda c: sums[c], default=None)
        signs = {c: v for c, v in pairs if not c.is_equation}
        wrong = min(signs, key=lambda c: signs[c], default=None)
        if broken is not None and sums[broken] > tiny:
            active.append(broken)
        elif wrong is not None and signs[wrong] < -tiny:
            active.remove(wrong)
        else:
            return pairs
    raise Undecided("the law of largest entropy: its active conditions were not found")


def _tight(row: RowRules, p: list[Enclosure], bits: int) -> list[Condition]:
    """Return the conditions that seem to hold as equations."""
    middle, tiny = [q.lo for q in p], Fraction(1, 1 << bits // 4)
    return [c for c in row.conditions() if abs(_share(c, middle)) <= tiny]


def _share(condition: Condition, p: list[Fraction]) -> Fraction:
    """Return sum g p in parts of sum |g| p."""
    size = sum((abs(g) * q for g, q in zip(condition.coefficients, p, strict=True)), Fraction(0))
    return condition.total(p) / size if size else Fraction(0)
