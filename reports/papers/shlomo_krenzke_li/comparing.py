"""A printed result of a simulation against a simulation of our own, within standard errors.

A printed mean agrees if it lies within four standard errors of the difference (and half a unit of
its last place) of the simulated one; without a printed error, both are taken to have the simulated
one. A printed standard error agrees if it lies within a fifth of the simulated one.
"""

from dataclasses import dataclass
from fractions import Fraction

from reports.decimals import NEAREST, decimal
from reports.papers.check import Check
from reports.papers.kinds import NO_REMARK, Remark, other_draws
from reports.papers.shlomo_krenzke_li.simulation import DEPENDENT, INDEPENDENT, simulated

# One chance in 16 000 for a single number; about 100 are compared.
ERRORS = 4
_PRAM_REMARK = other_draws(
    "Simulated with Tables 2 and 3. The printed PRAM perturbs more than they do, as the share of "
    "perturbed cells shows, so the paper's runs used another matrix."
)
_OTHER_REMARK = other_draws("Outside four standard errors of the simulation.")


@dataclass(frozen=True, slots=True)
class Printed:
    """A number of the paper: where it stands, what it is, as printed."""

    place: str
    what: str
    text: str


def mean_check(printed: Printed, kind: str, name: str, error: str | None = None) -> Check:
    """Compare a printed mean with the simulated one of that name."""
    mean, own = (Fraction(value) for value in simulated(kind)[name])
    other = own if error is None else Fraction(error)
    away = max(Fraction(0), abs(Fraction(printed.text) - mean) - _half_unit(printed.text))
    agrees = away**2 <= ERRORS**2 * (own**2 + other**2)
    true = f"simulated {short(mean)}, standard error {short(own, 2)}"
    remark = NO_REMARK if agrees else _remark(name, kind)
    return Check(printed.place, printed.what, printed.text, true, agrees, remark)


def error_check(printed: Printed, kind: str, name: str) -> Check:
    """Compare a printed standard error with the simulated one."""
    own = Fraction(simulated(kind)[name][1])
    agrees = 5 * abs(Fraction(printed.text) - own) <= own
    remark = NO_REMARK if agrees else _OTHER_REMARK
    true = f"simulated {short(own, 3)}"
    return Check(printed.place, printed.what, printed.text, true, agrees, remark)


def short(value: Fraction, digits: int = 5) -> str:
    """Return a simulated number to a few digits."""
    return decimal(value, digits, NEAREST)


def _remark(name: str, kind: str) -> Remark:
    if name == "risk Q" and kind == INDEPENDENT:
        both = " and ".join(
            short(Fraction(simulated(each)[name][0]), 3) for each in (DEPENDENT, INDEPENDENT)
        )
        return other_draws(
            f"The simulation gives {both} for the two kinds of tables, near the 0.9751 printed for "
            "dependent attributes, and the text says that the kind makes little difference: "
            "0.9849 is wrong."
        )
    return _PRAM_REMARK if "PRAM" in name else _OTHER_REMARK


def _half_unit(printed: str) -> Fraction:
    return Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
