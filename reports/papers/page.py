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

_COLUMNS = (
    Column("Place"),
    Column("What"),
    Column("Printed"),
    Column("Exact"),
    Column("Agrees"),
    Column("Remark"),
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
    return (Grid("disagreements", "Where print and computation differ", _COLUMNS, rows),)


def _section(part: Part) -> Section:
    blocks: list[Block] = list(part.pictures)
    if part.checks:
        rows = tuple(_row(check) for check in part.checks)
        caption = f"{part.title}: printed and exact"
        blocks.insert(0, Grid(f"{part.name}-checks", caption, _COLUMNS, rows, len(rows) > 12))
    if part.unchecked:
        entries: tuple[Text, ...] = tuple((f"{u.place}: {u.reason}",) for u in part.unchecked)
        blocks += [Paragraph(("Not checked:",)), Items(entries)]
    return Section(part.name, part.title, tuple(blocks))


def _row(check: Check) -> tuple[Text, ...]:
    word = AGREES if check.agrees else DIFFERS
    return (
        (check.place,),
        (check.what,),
        (check.printed,),
        (check.true,),
        (Status(word),),
        (check.remark,),
    )
