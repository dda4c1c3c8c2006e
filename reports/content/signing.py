"""Who signs a report: the agency, the names and the date, where they are known."""

import re
from dataclasses import dataclass
from datetime import date

from exact.errors import InputError

_LONGEST = 80
_MOST_NAMES = 2
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Signing:
    """What stands above the lines to sign; what is empty is filled in by hand."""

    agency: str = ""
    signers: tuple[str, ...] = ()
    date: str = ""


NOBODY = Signing()


def read_signing(agency: str | None, signers: list[str], day: str | None) -> Signing:
    """Return what was typed, checked: short texts, at most two names, a day of the calendar.

    >>> read_signing("An Agency", ["A. Name"], "2026-03-01").date
    '2026-03-01'
    """
    if len(signers) > _MOST_NAMES:
        rule = f"is given {len(signers)} times, and a report has {_MOST_NAMES} lines to sign"
        raise InputError("signed-by", signers[-1], rule, "leave some out")
    for argument, text in (("agency", agency or ""), *(("signed-by", name) for name in signers)):
        if len(text) > _LONGEST:
            rule = f"is longer than {_LONGEST} characters"
            raise InputError(argument, text, rule, "give a shorter one")
    return Signing(agency or "", tuple(signers), "" if day is None else _checked_day(day))


def _checked_day(day: str) -> str:
    try:
        if _DATE.fullmatch(day):
            return date.fromisoformat(day).isoformat()
    except ValueError:
        pass
    raise InputError("date", day, "is no day", "write it as 2026-03-01")
