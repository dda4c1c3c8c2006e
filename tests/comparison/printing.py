"""What another program would print, made from plain rationals and mpmath at many digits."""

from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from itertools import accumulate

from hypothesis import strategies as st

from exact.laws.maxent import MaxEntLaw, law_of_gamma
from tests.laws.plain_law import rational_gamma_pmf
from verification.comparison.judge import NEAREST
from verification.comparison.output import compare_output
from verification.comparison.reading import read_output
from verification.comparison.reference import Reference
from verification.comparison.result import Comparison

# Digits of the plain truth: far more than any test prints.
TRUE_DIGITS = 120


@dataclass(frozen=True)
class PlainLaw:
    """A law as its definition gives it, in rationals that are right to more than 100 digits."""

    D: int
    gamma: Fraction

    @property
    def law(self) -> MaxEntLaw:
        """The same law as the package knows it."""
        return law_of_gamma(self.D, self.gamma)

    @property
    def pmf(self) -> dict[int, Fraction]:
        """p(z) for z = -D..D."""
        values = rational_gamma_pmf(self.D, self.gamma, TRUE_DIGITS)
        return dict(zip(range(-self.D, self.D + 1), values, strict=True))

    @property
    def cmf(self) -> dict[int, Fraction]:
        """c(z) for z = -D..D-1; the last would be 1."""
        sums = list(accumulate(self.pmf.values()))
        return dict(zip(range(-self.D, self.D), sums[:-1], strict=True))

    @property
    def variance(self) -> Fraction:
        """The second moment of the pmf."""
        return sum((z * z * p for z, p in self.pmf.items()), Fraction(0))

    def ceilings(self, keysize: int) -> dict[int, int]:
        """Return ceil(c(z) K), (4.2)."""
        found = {z: (c * keysize).__ceil__() for z, c in self.cmf.items()}
        return found | {self.D: keysize}


def mantissa(value: Fraction, digits: int) -> tuple[int, int]:
    """Return (m, e) with m 10^e the value rounded to ``digits`` digits, ties to even."""
    exponent = 0
    while abs(value) * Fraction(10) ** -exponent >= 10**digits:
        exponent += 1
    while abs(value) * Fraction(10) ** -exponent < 10 ** (digits - 1):
        exponent -= 1
    return round(value * Fraction(10) ** -exponent), exponent


def printed(value: Fraction, digits: int, change: int = 0) -> str:
    """Return a value rounded to ``digits`` digits, its last digit changed by so many units.

    >>> printed(Fraction(2, 3), 3), printed(Fraction(2, 3), 3, -1)
    ('667e-3', '666e-3')
    """
    m, exponent = mantissa(value, digits)
    return f"{m + change}e{exponent}"


def csv(columns: dict[str, dict[int, str]]) -> str:
    """Return columns {name: {z: text}} as the text of a CSV file; an absent value is empty."""
    labels = sorted({z for column in columns.values() for z in column})
    rows = [[str(z), *(column.get(z, "") for column in columns.values())] for z in labels]
    return "\n".join(",".join(row) for row in [["z", *columns], *rows]) + "\n"


def compared(
    text: str, reference: Reference, rounding: str = NEAREST, most: int = 20
) -> Comparison:
    """Judge a text as the command does."""
    return compare_output(read_output(StringIO(text, newline="")), reference, rounding, most)


gammas = st.builds(Fraction, st.integers(1, 400), st.integers(100, 2000))
plain_laws = st.builds(PlainLaw, st.integers(1, 7), gammas)


@st.composite
def laws_with_noise(draw: st.DrawFn) -> tuple[PlainLaw, int]:
    """Draw a law and a noise value z in -D..D-1, at which neither p nor c is known in advance."""
    plain = draw(plain_laws)
    return plain, draw(st.integers(-plain.D, plain.D - 1))


@st.composite
def laws_with_two_noises(draw: st.DrawFn) -> tuple[PlainLaw, int, int]:
    """Draw a law and two noise values with 0 <= a < b <= D."""
    plain = draw(plain_laws)
    b = draw(st.integers(1, plain.D))
    return plain, draw(st.integers(0, b - 1)), b
