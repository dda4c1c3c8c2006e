"""Learning the table in words, numbers and a picture."""

from exact.attacks.learning import MAX_CELLS
from exact.attacks.on_table.learning import Learning, Needed
from reports.content.attacks.levels import many, percent
from reports.document.blocks import Facts, Finding, Inline, Paragraph, Section
from reports.numbers import rational
from reports.pictures.attacks.learning import learning_picture

_HOW = (
    "Learning the table. An attacker who knows the true counts of some cells sees their noise, and "
    "with enough of them its bound, values that never occur, and which way it leans."
)


def learning_section(found: Learning) -> Section:
    """Return how many cells show what."""
    blocks = (Paragraph((_HOW,)), _facts(found), learning_picture(found), _finding(found))
    return Section("learning", "Learning the table", blocks)


def _facts(found: Learning) -> Facts:
    end, hole, lean = found.extreme, found.hole, found.asymmetry
    entries: list[tuple[str, Inline]] = [
        ("noise bound", f"{end.bound}, most often at the true count {end.count}"),
        ("noise of that size", rational(end.probability)),
        *_cells("the bound", found.extreme_cells),
        ("noise that never occurs between others", "none" if hole is None else _hole(found)),
        *_cells("the hole", found.hole_cells),
        ("noise that is likelier than its opposite", "none" if lean is None else _lean(found)),
        *_cells("the lean", found.asymmetry_cells),
    ]
    return Facts("Cells needed", tuple(((name,), (value,)) for name, value in entries))


def _cells(what: str, needed: Needed) -> list[tuple[str, Inline]]:
    return [
        (f"cells that show {what} with {percent(level)}", _number(number))
        for level, number in needed
    ]


def _number(number: int | None) -> str:
    return f"{many(MAX_CELLS)} are not enough" if number is None else many(number)


def _hole(found: Learning) -> str:
    assert found.hole is not None
    hole = found.hole
    return f"{hole.noise} at the true count {hole.count}"


def _lean(found: Learning) -> str:
    assert found.asymmetry is not None
    lean = found.asymmetry
    shown = ", ".join(map(str, lean.likelier[:8])) + (", ..." if len(lean.likelier) > 8 else "")
    return f"{shown} at the true count {lean.count}"


def _finding(found: Learning) -> Finding:
    level, number = found.extreme_cells[0]
    assert number is not None  # the bound occurs
    said = (
        f"whoever knows {many(number)} cells of the true count {found.extreme.count} has seen the "
        f"largest noise, {found.extreme.bound}, with {percent(level)}"
    )
    remedy = (
        "take the table as known to attackers: promise what holds when it is published, and keep "
        "the record keys secret instead"
    )
    return Finding("note", "LEARNING", said, remedy)
