"""The page of one paper: what agrees, what does not, and what was not checked."""

from reports.content.glossary import GLOSSARY
from reports.document.blocks import (
    Block,
    Column,
    Document,
    Facts,
    Grid,
    Items,
    Paragraph,
    Section,
    Status,
    Text,
)
from reports.numbers import whole
from reports.papers.check import AGREES, DIFFERS, Check, Paper, Part
from reports.papers.kinds import Remark

_COLUMNS = (
    Column("Place"),
    Column("What"),
    Column("Printed"),
    Column("Exact"),
    Column("Agrees"),
)
_LONG = 12
_KINDS = (
    "What differs is labelled: misprint (a sign, a factor, an index), rounding (the last digits, "
    "or what follows from rounded ones), simulation (drawn numbers that the printed tables do not "
    "give), or statement (true of less than is said, or not true)."
)


def page(paper: Paper, parts: tuple[Part, ...]) -> Document:
    """Return the page: the summary with every disagreement, then part by part."""
    return Document(
        title=f"{paper.title}: what it prints, recomputed",
        subtitle=paper.authors,
        summary=(_totals(paper, parts), *_disagreements(parts)),
        sections=tuple(_section(part) for part in parts),
        glossary=GLOSSARY,
    )


def totals(parts: tuple[Part, ...]) -> tuple[int, int, int]:
    """Return how many values were checked, how many agree, how many things were not checked."""
    checks = [check for part in parts for check in part.checks]
    agreeing = sum(1 for check in checks if check.agrees)
    return len(checks), agreeing, sum(len(part.unchecked) for part in parts)


def _totals(paper: Paper, parts: tuple[Part, ...]) -> Facts:
    checked, agreeing, left = totals(parts)
    drawn = sum(len(part.pictures) for part in parts)
    return Facts(
        "Totals",
        (
            (("Printed values and statements checked",), (whole(checked),)),
            (("Agree to the printed digits",), (whole(agreeing),)),
            (("Do not agree",), (whole(checked - agreeing),)),
            (("Not checked, with the reason",), (whole(left),)),
            (("Drawings",), (whole(drawn),)),
            (("Figures not drawn",), (", ".join(paper.not_drawn) or "none",)),
        ),
    )


def _disagreements(parts: tuple[Part, ...]) -> tuple[Block, ...]:
    found = [check for part in parts for check in part.checks if not check.agrees]
    if not found:
        return (Paragraph(("Everything that was checked agrees.",)),)
    rows = tuple(_row(check) for check in found)
    return (
        Paragraph((_KINDS,)),
        *_remarks("Which is right, and why", found),
        Grid("disagreements", "Where print and computation differ", _COLUMNS, rows),
    )


def _remarks(title: str, checks: list[Check]) -> tuple[Block, ...]:
    """Return each remark once, with the places that it belongs to."""
    places: dict[Remark, list[Check]] = {}
    for check in checks:
        if check.remark:
            places.setdefault(check.remark, []).append(check)
    if not places:
        return ()
    entries = tuple(_remark(remark, found) for remark, found in places.items())
    return Paragraph((f"{title}:",)), Items(entries)


def _remark(remark: Remark, checks: list[Check]) -> Text:
    where = ", ".join(dict.fromkeys(check.place for check in checks))
    times = f" ({len(checks)} values)" if len(checks) > 1 else ""
    label = () if checks[0].agrees else (Status(remark.kind or DIFFERS), " ")
    return (*label, f"{where}{times}: {remark}")


def _section(part: Part) -> Section:
    blocks: list[Block] = list(part.pictures)
    if part.checks:
        rows = tuple(_row(check) for check in part.checks)
        caption = f"{part.title}: printed and exact"
        grid = Grid(f"{part.name}-checks", caption, _COLUMNS, rows, len(rows) > _LONG)
        agreeing = [check for check in part.checks if check.agrees]
        blocks = [grid, *_remarks("Remarks", agreeing), *blocks]
    if part.unchecked:
        entries: tuple[Text, ...] = tuple((f"{u.place}: {u.reason}",) for u in part.unchecked)
        blocks += [Paragraph(("Not checked:",)), Items(entries)]
    return Section(part.name, part.title, tuple(blocks))


def _row(check: Check) -> tuple[Text, ...]:
    word = AGREES if check.agrees else check.remark.kind or DIFFERS
    return (
        (check.place,),
        (check.what,),
        (check.printed,),
        (check.true,),
        (Status(word),),
    )
