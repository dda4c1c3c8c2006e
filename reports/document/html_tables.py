"""Grids, facts and lines to sign as HTML tables."""

from reports.document.blocks import Facts, Grid, Number, SignOff, Text
from reports.document.html_order import ranks
from reports.document.html_setting import Setting
from reports.document.html_text import escaped, mathematical
from reports.document.mathematics import typeset
from reports.document.printing_choice import is_printed, rows_in_words

# From so many columns on, paper needs a smaller face.
_WIDE, _VERY_WIDE = 7, 12
# From so many rows on, a screen keeps the header of a grid in sight.
_TALL = 30
# Up to so many characters a cell is not broken; from so many on it needs some width to be read.
_SHORT, _PROSE, _SENTENCES = 14, 28, 100
_LONG = " sentences"
_SORTABLE = 1 << 53


def grid(block: Grid, setting: Setting) -> str:
    """Return a grid; a folded one opens under its caption."""
    if not block.folded:
        return _sheet(block, setting, "")
    # The title of the fold says it already.
    sheet = _sheet(block, setting, ' class="hushed"')
    return _fold(block, _caption(block), sheet, ' class="on-paper"' if is_printed(block) else "")


def folded_grid(block: Grid, setting: Setting, title: str) -> str:
    """Return a grid that opens under a title of its own."""
    return _fold(block, mathematical(title), _sheet(block, setting, ""))


def _fold(block: Grid, title: str, sheet: str, kind: str = "") -> str:
    rows = rows_in_words(block)
    size = f'<span class="size">{rows}</span>'
    return f"<details{kind}><summary>{title} {size}</summary>{sheet}</details>"


def _sheet(block: Grid, setting: Setting, caption_class: str) -> str:
    """Return the table in a region that scrolls by itself and can be reached by keyboard.

    So a narrow screen never scrolls the page sideways.
    """
    label = setting.ids.take("grid", block.name)
    return (
        f'<div class="sheet"><div class="scroll{_tall(block)}" role="region" tabindex="0" '
        f'aria-labelledby="{label}"><table class="data{_wide(block)}{_sorted(block)}">'
        f'<caption{caption_class}><span id="{label}">{_caption(block)}</span></caption>'
        f"{_head(block)}{_body(block, setting)}</table></div></div>"
    )


def _caption(block: Grid) -> str:
    return mathematical(block.caption or block.name)


def facts(block: Facts, setting: Setting) -> str:
    """Return names with their values."""
    rows = "".join(
        f'<tr><th scope="row">{setting.text(name)}</th><td>{setting.text(value)}</td></tr>'
        for name, value in block.entries
    )
    caption = f"<caption>{mathematical(block.caption)}</caption>" if block.caption else ""
    return f'<table class="facts">{caption}<tbody>{rows}</tbody></table>'


def sign_off(block: SignOff) -> str:
    """Return a line for each role: name, signature, date."""
    rows = "".join(
        f'<tr><th scope="row">{escaped(role)}</th><td>{escaped(name)}</td><td></td><td></td></tr>'
        for role, name in block.lines
    )
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Role", "Name", "Signature", "Date"))
    return (
        '<table class="sign-off"><caption>Signatures</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _sorted(block: Grid) -> str:
    cards = "" if block.folded or _is_whole(block) else " cards"
    return cards if block.sortable else f"{cards} fixed"


def _wide(block: Grid) -> str:
    columns = len(block.columns)
    width = " wide very-wide" if columns > _VERY_WIDE else " wide" if columns > _WIDE else ""
    one = sum(1 for kind in _kinds(block) if kind.endswith(_LONG)) == 1 and not width
    return (" whole" if _is_whole(block) else "") + width + (" laid" if one else "")


def _is_whole(block: Grid) -> bool:
    """Tell whether a grid holds integers alone, which need neither two forms nor a rank.

    The script compares their digits as numbers: up to 2^53 that is exact.
    """
    return all(column.numeric for column in block.columns) and all(
        _integer(cell) is not None for row in block.rows for cell in row
    )


def _integer(cell: Text) -> str | None:
    """Return the digits of a cell that is one integer of a size that a script can sort."""
    if len(cell) != 1 or not isinstance(cell[0], Number):
        return None
    digits = cell[0].decimal
    plain = digits == cell[0].exact and digits.removeprefix("-").isdecimal()
    return digits if plain and abs(int(digits)) < _SORTABLE else None


def _tall(block: Grid) -> str:
    return " tall" if len(block.rows) > _TALL else ""


def _head(block: Grid) -> str:
    cells = "".join(
        f'<th scope="col"{_class(kind)}>{mathematical(column.title)}</th>'
        for column, kind in zip(block.columns, _kinds(block), strict=True)
    )
    return f"<thead><tr>{cells}</tr></thead>"


def _body(block: Grid, setting: Setting) -> str:
    """Return the rows; the first cell of each is its header."""
    if _is_whole(block):
        return _whole_body(block)
    kinds = _kinds(block)
    ordered = [
        ranks([row[place] for row in block.rows]) if column.numeric else [None] * len(block.rows)
        for place, column in enumerate(block.columns)
    ]
    titles = _titles(block)
    rows = []
    for number, row in enumerate(block.rows):
        cells = []
        for place, (cell, kind) in enumerate(zip(row, kinds, strict=True)):
            rank = ordered[place][number]
            value = "" if rank is None else f' data-rank="{rank}"'
            opening, closing = ('th scope="row"', "th") if place == 0 and cell else ("td", "td")
            value += titles[place]
            cells.append(f"<{opening}{_class(kind)}{value}>{setting.text(cell)}</{closing}>")
        rows.append(f"<tr>{''.join(cells)}</tr>\n")
    return f"<tbody>\n{''.join(rows)}</tbody>"


def _titles(block: Grid) -> list[str]:
    """Return the name of each column for its cells: on a phone an open grid is a list of cards."""
    if block.folded:
        return [""] * len(block.columns)
    titles = (escaped(typeset(column.title)) for column in block.columns)
    first, *others = (f' data-title="{title}"' for title in titles)
    # A name says itself what it is; a number does not.
    return [first if block.columns[0].numeric else "", *others]


def _whole_body(block: Grid) -> str:
    """Return rows of integers with as little around them as can be: such grids are long."""
    rows = []
    for row in block.rows:
        first, *others = (typeset(_integer(cell) or "") for cell in row)
        cells = "".join(f"<td>{digits}</td>" for digits in others)
        rows.append(f'<tr><th scope="row">{first}</th>{cells}</tr>\n')
    return f"<tbody>\n{''.join(rows)}</tbody>"


def _kinds(block: Grid) -> list[str]:
    """Return for each column whether it holds numbers, and whether its texts are short or prose."""
    kinds = []
    for place, column in enumerate(block.columns):
        longest = max((_length(row[place]) for row in block.rows), default=0)
        length = "short" if longest <= _SHORT else "prose" if longest >= _PROSE else ""
        length += _LONG if longest >= _SENTENCES and not column.numeric else ""
        kinds.append(f"numeric {length}".rstrip() if column.numeric else length)
    return kinds


def _length(cell: Text) -> int:
    """Return how long the text of a cell is; numbers see to themselves."""
    return sum(len(part) for part in cell if isinstance(part, str))


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
