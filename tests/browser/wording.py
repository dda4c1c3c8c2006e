"""What a page should show of a number and of a cell, in each form."""

from reports.document.blocks import Blank, Code, Inline, Number, Sign, Status, Term, Text


def decimal(number: Number) -> str:
    """Return the decimal with what it is to the number."""
    return number.decimal if number.relation == "=" else f"{number.relation} {number.decimal}"


def exact(number: Number) -> str:
    """Return the exact form; where it is the decimal, its relation stays."""
    return decimal(number) if number.exact == number.decimal else number.exact


def both(number: Number) -> str:
    """Return both, the exact form in brackets."""
    same = number.exact == number.decimal
    return decimal(number) if same else f"{decimal(number)} ({number.exact})"


def cell(text: Text) -> str:
    """Return a cell as it is shown at first."""
    return "".join(_part(part) for part in text)


def _part(part: Inline) -> str:
    match part:
        case Number():
            return decimal(part)
        case Code(words) | Term(words) | Status(words) | Sign(words):
            return words
        case Blank():
            return ""
    return part
