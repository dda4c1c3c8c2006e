"""Cells released with their margin, attacked together: words, numbers and a picture."""

from fractions import Fraction

from exact.attacks.on_table.margins import ByResidual, MarginAttack
from exact.table.holes import listed
from reports.content.attacks.levels import many, percent
from reports.decimals import DOWN, NEAREST, decimal
from reports.document.blocks import (
    Block,
    Column,
    Facts,
    Finding,
    Grid,
    Inline,
    Paragraph,
    Section,
    Sign,
)
from reports.numbers import rational
from reports.pictures.attacks.margins import residual_picture

_NAME, _SHOWN = "margins", 6
_HOW = (
    "Margins. Women, men and all are released, F + M = T in truth, so that the residual "
    "F + M - T of the released counts is noise alone: it says something about the noise of each. "
    "Where the key of T is the sum of the keys of F and M and noise rises with the key, the three "
    "noises are independent in pairs, and not together."
)
_KNOWN = (
    "Whoever knows the record keys of all others knows what would be released without one more "
    "person in F. Any other release proves that she is there, at every epsilon."
)


def margins_section(found: MarginAttack) -> Section:
    """Return what cells and margin say together."""
    blocks: list[Block] = [Paragraph((_HOW,)), _grid(found), _facts(found)]
    blocks += [residual_picture(found), _finding(found)]
    if found.known is not None:
        blocks.insert(3, Paragraph((_KNOWN,)))
    return Section(_NAME, "Cells and their margin together", tuple(blocks))


def _facts(found: MarginAttack) -> Facts:
    f, m = found.counts
    entries: list[tuple[str, Inline]] = [
        ("true counts", f"{f} + {m} = {f + m}"),
        ("guess of the noise of F without a residual", rational(found.blind)),
    ]
    if found.added is not None:
        entries.append(("residuals that never occur", _never(found.never)))
    if found.known is not None:
        name = "keys of all others known: she is proved to be there"
        entries.append((name, rational(found.known, DOWN)))
    if found.why_not:
        entries.append(("keys that add: not computed", found.why_not))
    return Facts("Margins", tuple(((name,), (value,)) for name, value in entries))


def _grid(found: MarginAttack) -> Grid:
    laws = [("independent keys", found.independent)]
    laws += [] if found.added is None else [("keys that add", found.added)]
    levels = [level for level, _ in found.independent.needed]
    titles = ("what the residual says", *(name for name, _ in laws))
    rows: list[tuple[Inline, ...]] = [
        ("it is from", *(_range(law) for _, law in laws)),
        ("the best guess of the noise of F is right", *(_guess(law) for _, law in laws)),
        ("the noise of F is certain", *(rational(law.residuals.sure) for _, law in laws)),
        (_shown(found.bound), *(rational(law.revealing) for _, law in laws)),
    ]
    for i, level in enumerate(levels):
        named = f"triples that show the bound with {percent(level)}"
        rows.append((named, *(_triples(law, i) for _, law in laws)))
    columns = tuple(Column(title, numeric=i > 0) for i, title in enumerate(titles))
    body = tuple(tuple((cell,) for cell in row) for row in rows)
    return Grid(f"{_NAME}-laws", "What the residual says", columns, body)


def _shown(bound: int) -> Sign:
    said = f"it shows the noise bound {bound}, "
    return Sign(f"{said}p₁", f"{said}p_1")


def _range(law: ByResidual) -> str:
    outcomes = law.residuals.law.outcomes
    return f"{outcomes[0]} to {outcomes[-1]}"


def _guess(law: ByResidual) -> Inline:
    return rational(law.residuals.guessed)


def _triples(law: ByResidual, index: int) -> str:
    number = law.needed[index][1]
    return "no number" if number is None else many(number)


def _never(never: tuple[int, ...]) -> str:
    if not never:
        return "none"
    ranges = listed(never).split("+")
    more = f" and {len(ranges) - _SHOWN} ranges more" if len(ranges) > _SHOWN else ""
    return ", ".join(ranges[:_SHOWN]) + more


def _finding(found: MarginAttack) -> Finding:
    apart = found.independent.residuals.guessed
    guessed = apart if found.added is None else max(apart, found.added.residuals.guessed)
    said = (
        f"whoever adds up released counts guesses the noise of F with probability "
        f"{_short(guessed)}, against {_short(found.blind)} without the margin"
    )
    if found.added is None:
        return Finding("note", "MARGINS", said, "nothing to do: that is the price of a margin")
    if not found.never and guessed == apart:
        return Finding("note", "MARGINS", f"{said}, as with independent keys", "nothing to do")
    said += f" and {_short(apart)} with independent keys"
    remedy = (
        "look keys up in a mixed order (ptcert convert --key-order mixed); what it costs in "
        "privacy says ptcert audit --cell-keys sum"
    )
    return Finding("warning", "MARGINS", said, remedy)


def _short(share: Fraction) -> str:
    return decimal(share, 3, NEAREST)
