"""The part of the theorem that says: the table is what the rule makes of the law."""

from fractions import Fraction

from exact.numbers.producers import log_floor
from verification.kernel.facts import LawFacts, TableFacts
from verification.kernel.text import Part, rational, real

_RULES = {
    "ceiling": "c^Q(z) = ceiling(c_Z(z) K), equation (4.2)",
    "symmetric": "c^Q(z) = ceiling(c_Z(z) K) below 0, and mirrored from 0 upward",
    "largest-remainder": "p(z) K rounded down, and up for the largest fractional parts",
}
# The logarithm is enclosed on a coarser grid than e^x: its bounds must be seen to be bounds.
_LOG_BITS = 16


def law_part(law: LawFacts, table: TableFacts) -> Part:
    """Return the part for a law with a rational gamma, or a rational multiple of a logarithm."""
    rule, w = law.rule.replace("-", "_"), _working_bits(law, table)
    split = f" {_split(table)}" if rule == "largest_remainder" else ""
    rate, gamma, given, known = _rate(law, w)
    intros = "intros logarithm known. " if given else ""
    return Part(
        name="law",
        statement=f"{given}{rule}_of_law T {law.D} ({gamma})",
        words=f"The keys of every row are what the rule '{law.rule}' makes of the law "
        f"p(z) = C e^(-gamma z^2) on -{law.D} .. {law.D} with gamma = {_gamma_in_words(law)}: "
        f"{_RULES[law.rule]}.",
        proof=f"{intros}apply (follows_{rule} T well_formed_T {w} {law.D}\n"
        f"  {rate}\n  _ {known}{split}). by_computation.",
    )


def _rate(law: LawFacts, w: int) -> tuple[str, str, str, str]:
    """Return the rate as data and as a real number, what is given of it, and why it is known."""
    if law.base is None:
        return f"(Rational {rational(law.factor)})", real(law.factor), "", "eq_refl"
    return (
        f"(Logarithmic {rational(law.factor)} {rational(law.base)}\n   {_logarithm(law, w)})",
        f"{real(law.factor)} * logarithm",
        f"forall logarithm : R, exp logarithm = ({real(law.base)})%R -> ",
        "(ex_intro _ logarithm (conj known eq_refl))",
    )


def _gamma_in_words(law: LawFacts) -> str:
    return f"{law.factor}" if law.base is None else f"{law.factor} ln({law.base})"


def _working_bits(law: LawFacts, table: TableFacts) -> int:
    """Return the grid on which D^2 powers, times K, are known to better than 2^-bits.

    Remainders are compared with each other, not only with integers: they get more bits.
    """
    working = table.keysize.bit_length() + law.bits + 2 * law.D.bit_length() + 24
    return (
        working + (64 if law.rule == "largest-remainder" else 0) + (0 if law.base is None else 32)
    )


def _logarithm(law: LawFacts, w: int) -> str:
    """Return bounds of log base that e^x, computed on the grid of 2^-w, shows to be bounds."""
    assert law.base is not None
    bits = w - _LOG_BITS
    floor = log_floor(law.base, bits)
    lo, hi = Fraction(floor - 1, 1 << bits), Fraction(floor + 2, 1 << bits)
    return f"{rational(lo)} {rational(hi)}"


def _split(table: TableFacts) -> int:
    """Return the k > 0 for which -k has one key more than k; a k without a meaning if none has."""
    keys = dict(table.rows[0])
    uneven = [k for k in keys if k > 0 and keys.get(-k) != keys[k]]
    return uneven[0] if uneven else max(abs(z) for z in keys) + 1
