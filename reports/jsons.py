"""Exact numbers as JSON: a rational as "p/q", an irrational as an enclosure and exact parts."""

from fractions import Fraction

from exact.keyorder.order import KeyOrder
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.native import order_document
from reports.decimals import outward

# At least 30 correct digits: enclosures are narrowed to 134 bits, 40 digits, and printed with 36.
PRINTED_DIGITS = 36
WORKING_BITS = 134

Number = str | dict[str, str]


def rational_json(value: Fraction) -> str:
    """Return "p/q" in lowest terms, also for an integer.

    >>> rational_json(Fraction(3)), rational_json(Fraction(2, 4))
    ('3/1', '1/2')
    """
    return f"{value.numerator}/{value.denominator}"


def enclosure_json(enclosure: Enclosure) -> Number:
    """Return {"lo", "hi"} as outward-rounded decimals, or "p/q" where the number is known."""
    if enclosure.lo == enclosure.hi:
        return rational_json(enclosure.lo)
    lo, hi = outward(enclosure, PRINTED_DIGITS)
    return {"lo": lo, "hi": hi}


def epsilon_json(epsilon: Epsilon | None) -> Number:
    """Return epsilon as "p/q", or as an enclosure with "exp" where epsilon = log exp.

    >>> epsilon_json(Epsilon(value=Fraction(1, 2))), epsilon_json(None)
    ('1/2', 'infinity')
    """
    if epsilon is None:
        return "infinity"
    exact = epsilon.exact
    if exact is not None:
        return rational_json(exact)
    assert epsilon.exp is not None
    lo, hi = outward(epsilon.enclosure(WORKING_BITS), PRINTED_DIGITS)
    return {"lo": lo, "hi": hi, "exp": rational_json(epsilon.exp)}


def delta_json(delta: Delta) -> Number:
    """Return delta as "p/q", or as an enclosure with the exact A and B of A - B e^epsilon."""
    if delta.exact is not None:
        return rational_json(delta.exact)
    lo, hi = outward(delta.enclosure(WORKING_BITS), PRINTED_DIGITS)
    return {"lo": lo, "hi": hi, "A": rational_json(delta.A), "B": rational_json(delta.B)}


def order_json(order: KeyOrder | None) -> dict[str, object]:
    """Return the key order of a table, where it has one."""
    return {} if order is None else {"key_order": order_document(order)}
