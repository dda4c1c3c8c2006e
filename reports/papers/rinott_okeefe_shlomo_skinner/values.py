"""The noise of the paper's examples, by decimals as the paper writes them."""

from fractions import Fraction

from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.truncated_normal import TruncatedNormal
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf

BITS = 67


def epsilon(text: str) -> Epsilon:
    """Return a rational epsilon."""
    return Epsilon(value=Fraction(text))


def laplace(text: str, m: int) -> LaplaceLaw:
    """Return (5.2)."""
    return LaplaceLaw(epsilon(text), m)


def normal(text: str, m: int) -> TruncatedNormal:
    """Return (5.3)."""
    return TruncatedNormal(epsilon(text), m)


def rational_laplace(E: Fraction | int, m: int) -> tuple[Epsilon, Pmf]:
    """Return epsilon = ln E and the noise (5.2) with integer weights."""
    law = LaplaceLaw(Epsilon(exp=Fraction(E)), m)
    noise = law.exact_pmf()
    assert noise is not None  # E is rational
    return law.epsilon, noise


def not_negative(count: int) -> int:
    """Return what is published for a perturbed count where negative values are set to zero."""
    return max(0, count)
