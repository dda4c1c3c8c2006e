"""What a certificate says, taken from its JSON with the standard library alone.

Every report has to say the same, in whatever format. Nothing here uses the code under test.
"""

from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Any

Json = dict[str, Any]
_ABOUT_PAIRS = ("dp-all-events", "dp-singletons")


def rounded(value: Fraction, digits: int, up: bool) -> str:
    """Return a decimal as the reports write it: so many digits, or fewer where it is exact."""
    rounding = ROUND_CEILING if up else ROUND_HALF_EVEN
    wide = Context(prec=400, rounding=rounding)
    quotient = wide.divide(Decimal(value.numerator), Decimal(value.denominator))
    short = Context(prec=digits, rounding=rounding).plus(quotient)
    if short == 0:
        return "0"
    exponent = short.adjusted()
    short = short.quantize(Decimal((0, (1,), exponent - digits + 1)), context=wide)
    if -5 <= exponent < 15:
        return _exactly(f"{short:f}", value)
    return (
        _exactly(f"{short.scaleb(-exponent):f}", value / Fraction(10) ** exponent) + f"e{exponent}"
    )


def _exactly(text: str, value: Fraction) -> str:
    exact = "." in text and Fraction(text) == value
    return text.rstrip("0").rstrip(".") if exact else text


def delta_exact(entry: Json) -> str:
    """Return the exact form of a delta: A - B e^epsilon, or the rational that it is."""
    if entry["delta"]["lo"] == entry["delta"]["hi"]:
        return str(Fraction(entry["delta"]["hi"]))
    return f"{Fraction(entry['A'])} − {Fraction(entry['B'])}·e^({entry['epsilon']})"


def exact_numbers(certificate: Json) -> set[str]:
    """Return the exact forms of all numbers that every report must hold."""
    found = {delta_exact(entry) for name in _ABOUT_PAIRS for entry in _pairs(certificate, name)}
    for row in _claim(certificate, "moments")["rows"]:
        found |= {str(Fraction(row["bias"])), str(Fraction(row["variance"]))}
    for row in _claim(certificate, "paper-measures")["rows"]:
        found.add(str(Fraction(row["delta"])))
        found |= {f"ln({Fraction(row[k])})" for k in ("minus", "plus") if row[k] is not None}
    if any(claim["name"] == "key-law" for claim in certificate["claims"]):
        found.add(str(Fraction(_claim(certificate, "key-law")["distance"])))
    found |= {f"e^({target['epsilon']})" for target in certificate["epsilons"]}
    return found


def decimals_up(certificate: Json) -> set[str]:
    """Return the deltas of all pairs as ten digits rounded up, never down."""
    return {
        rounded(Fraction(entry["delta"]["hi"]), 10, up=True)
        for name in _ABOUT_PAIRS
        for entry in _pairs(certificate, name)
    }


def keys(certificate: Json) -> list[tuple[int, int, int, int, int]]:
    """Return (count, noise, first key, last key, keys) of every run of every row."""
    found = []
    for row in certificate["table"]["rows"]:
        start = 0
        for noise, number in zip(row["noise"], row["keys"], strict=True):
            found.append((row["count"], noise, start, start + number - 1, number))
            start += number
    return found


def statuses(certificate: Json) -> dict[str, str]:
    """Return the status of each claim that is made."""
    return {claim["name"]: claim["status"] for claim in certificate["claims"]}


def _claim(certificate: Json, name: str) -> Json:
    found: Json = next(claim for claim in certificate["claims"] if claim["name"] == name)
    return found


def _pairs(certificate: Json, name: str) -> list[Json]:
    pairs: list[Json] = _claim(certificate, name)["pairs"]
    return pairs
