"""Other laws whose weights are powers of one number: x^k or x^(k^2), x = e^-rate."""

from fractions import Fraction

from verification.checking.powers import LARGEST_D, powers
from verification.checking.reading import Document, only, plain, whole
from verification.checking.reals import exp_of, read_real
from verification.checking.refusing import refuse
from verification.checking.rounding import Law


def laplace(given: Document, x: Document | None, bits: int) -> Law:
    """w_k = x^k, x = e^-epsilon, k = 0..m, Rinott et al. (5.2)."""
    epsilon, m = read_rate(given)
    return powers(exp_of(epsilon, Fraction(-1), bits), m, 1, x, bits)


def truncated_normal(given: Document, x: Document | None, bits: int) -> Law:
    """w_k = x^(k^2), x = e^(-epsilon/(2m+1)), k = 0..m, Rinott et al. (5.3)."""
    epsilon, m = read_rate(given)
    return powers(exp_of(epsilon, Fraction(-1, 2 * m + 1), bits), m, 2, x, bits)


def discrete_gaussian(given: Document, x: Document | None, bits: int) -> Law:
    """w_k = x^(k^2), x = e^(-1/(2 sigma2)), k = 0..D, Canonne-Kamath-Steinke, Definition 1."""
    D = whole(only(given, "sigma2", "D")["D"], 1, LARGEST_D)
    sigma2 = plain(given["sigma2"]) or refuse("sigma2 is 0")
    return powers(exp_of("1", -1 / (2 * sigma2), bits), D, 2, x, bits)


def read_rate(given: Document) -> tuple[str, int]:
    """Read an epsilon above 0, as it is written, and the largest noise."""
    m = whole(only(given, "epsilon", "m")["m"], 1, LARGEST_D)
    value, is_logarithm = read_real(given["epsilon"])
    return (given["epsilon"], m) if value > is_logarithm else refuse("an epsilon is not above 0")
