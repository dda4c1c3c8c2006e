"""What is right and wrong among published cells, as a document."""

from collections.abc import Mapping, Sequence
from typing import Any

from reports.content.glossary import GLOSSARY
from reports.document.blocks import Block, Document, Facts, Finding, Section, Verdict
from reports.document.making import grid, paragraph
from reports.engines.verifying import Verified
from reports.numbers import whole
from reports.pictures.applied.causes import causes_picture
from verification.verdict import FAILS, HOLDS

_WORDS = ("cell-key", "noise", "ptable")


def verified_document(
    found: Verified, words: Mapping[str, str], name: str, is_right: bool, notes: Sequence[str]
) -> Document:
    """Return the report of a verification: the cells, and what the command says beside."""
    wrong = found.cells - found.right
    said = f"{found.right:,} of {found.cells:,} published cells are right"
    promise = f"{wrong:,} are wrong." if wrong else "None is wrong."
    facts = Facts(
        "At a glance",
        (
            (("cells",), (whole(found.cells),)),
            (("right",), (whole(found.right),)),
            (("wrong",), (whole(wrong),)),
        ),
    )
    return Document(
        f"Published cells verified: {name}",
        "Every cell is right, or wrong with its cause",
        (Verdict(HOLDS if is_right else FAILS, said, ((promise,),)), facts),
        tuple(_sections(found, words, notes)),
        tuple(entry for entry in GLOSSARY if entry.name in _WORDS),
    )


def _sections(found: Verified, words: Mapping[str, str], notes: Sequence[str]) -> list[Section]:
    made: list[Section] = []
    if any(found.wrong.values()):
        blocks: list[Block] = [causes_picture(found.wrong, words, found.cells)]
        if found.best is not None:
            best = found.best
            explains = f"it explains {best.explains:,} of {best.of:,} wrong cells"
            right = f"under it {best.cells_right:,} of {found.cells:,} cells are right"
            said = f"{best.words}; {explains}, and {right}"
            remedy = "ask whoever published the cells whether they were made so"
            blocks.append(Finding("note", "BEST-READING", said, remedy))
        made.append(Section("wrong", "What is wrong", tuple(blocks)))
    if found.first:
        made.append(Section("first", "The first wrong cells", (_first(found.first),)))
    limits = [paragraph(text) for text in (found.unseen, *notes) if text]
    if limits:
        made.append(Section("unseen", "What else to know", tuple(limits)))
    return made


def _first(cells: tuple[dict[str, Any], ...]) -> Block:
    titles = tuple(cells[0])
    rows = [[_shown(cell, name) for name in titles] for cell in cells]
    return grid(titles, rows, "The first of them, in the order of the table")


def _shown(cell: dict[str, Any], name: str) -> str:
    value = cell[name]
    if value is None:
        return "all" if name in str(cell["margin"]).split(",") else "missing"
    return str(value)
