"""Cells in aligned columns, and lines of words, folded where a terminal is narrow."""

import unicodedata
from collections.abc import Sequence

_GAP = 2
# What a column has beyond its title, where there is room.
_AIR = 2
# The second line of a folded cell: it cannot pass for the first line of another row.
_INDENT = "  "

Row = Sequence[str]


def columns(rows: Sequence[Row], titles: Row = (), width: int | None = None) -> list[str]:
    r"""Return rows as lines of aligned columns, no line wider than ``width``.

    Where they do not fit, cells are folded at spaces; where that is not enough, the columns are
    set in several tables one under the other, each with the first column.

    >>> print(*columns([("a", "1/2"), ("bc", "3")], ("x", "y")), sep="\n")
    x    y
    ---  ---
    a    1/2
    bc   3
    """
    count = max(map(len, [titles, *rows]))
    if not count:
        return []
    natural = [_natural(rows, titles, place) for place in range(count)]
    if width is None or _total(natural) <= width:
        return _aligned(rows, titles, natural)
    least = [min(_longest_word(rows, titles, place), width) for place in range(count)]
    if _total(least) <= width:
        return _aligned(rows, titles, _narrowed(natural, least, width))
    return _divided(rows, titles, least, width)


def folded(text: str, width: int | None, indent: str = "") -> list[str]:
    """Return a text as lines of at most ``width``, broken at spaces, all but the first indented.

    >>> folded("one two three", 8, "  ")
    ['one two', '  three']
    """
    if width is None or shown_width(text) <= width:
        return [text]
    lines, line, begun = [], "", False
    for word in text.split(" "):
        joined = f"{line} {word}" if begun else line + word
        if shown_width(joined) > width and line.strip():
            lines.append(line.rstrip())
            joined = indent + word
        pieces = _cut(joined, width, indent)
        lines += pieces[:-1]
        line, begun = pieces[-1], True
    return [*lines, line.rstrip()]


def shown_width(text: str) -> int:
    """Return how many places a text takes on a terminal.

    >>> shown_width("abc"), shown_width("表"), shown_width("e\u0301")
    (3, 2, 1)
    """
    return len(text) if text.isascii() else sum(map(_places, text))


def _places(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _cut(text: str, width: int, indent: str) -> list[str]:
    """Return a line in pieces of at most ``width``, wherever they have to be cut."""
    pieces = []
    while shown_width(text) > width:
        end = width
        # At least one character of the text itself: so it ends, however narrow the line is.
        least = len(indent) + 1 if text.startswith(indent) else 1
        while end > least and shown_width(text[:end]) > width:
            end -= 1
        pieces.append(text[:end])
        text = indent + text[end:]
    return [*pieces, text]


def _natural(rows: Sequence[Row], titles: Row, place: int) -> int:
    title = shown_width(titles[place]) + _AIR if titles else 0
    return max([title, *(shown_width(row[place]) for row in rows)])


def _longest_word(rows: Sequence[Row], titles: Row, place: int) -> int:
    """Return the width in which no word of a column is cut; all but the first are indented."""
    cells = [row[place].split(" ") for row in (*([titles] if titles else []), *rows)]
    first = max((shown_width(words[0]) for words in cells), default=1)
    later = max((shown_width(word) for words in cells for word in words[1:]), default=-len(_INDENT))
    return max(first, later + len(_INDENT), 1)


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _narrowed(natural: Sequence[int], least: Sequence[int], width: int) -> list[int]:
    """Return the widths under the largest common cap with which the columns fit."""
    cap = max(natural)
    fitting = [min(n, max(m, cap)) for n, m in zip(natural, least, strict=True)]
    while _total(fitting) > width:
        cap -= 1
        fitting = [min(n, max(m, cap)) for n, m in zip(natural, least, strict=True)]
    return fitting


def _divided(rows: Sequence[Row], titles: Row, least: Sequence[int], width: int) -> list[str]:
    """Return the columns in several tables, each with the first column."""
    if len(least) == 1:
        return _aligned(rows, titles, [width])
    first = min(least[0], max(1, (width - _GAP) // 2))
    room = width - first - _GAP
    lines: list[str] = []
    for group in _groups([min(needed, room) for needed in least], room):
        chosen = [0, *group]
        part = [[row[place] for place in chosen] for row in rows]
        heads = [titles[place] for place in chosen] if titles else ()
        natural = [_natural(part, heads, place) for place in range(len(chosen))]
        widths = _narrowed(natural, [first, *(min(least[n], room) for n in group)], width)
        lines += [*([""] if lines else []), *_aligned(part, heads, widths)]
    return lines


def _groups(least: Sequence[int], room: int) -> list[list[int]]:
    """Return the columns after the first in groups that fit beside it, as many in each as can."""
    groups: list[list[int]] = [[]]
    used = -_GAP
    for place in range(1, len(least)):
        if groups[-1] and used + _GAP + least[place] > room:
            groups.append([])
            used = -_GAP
        groups[-1].append(place)
        used += _GAP + least[place]
    return groups


def _aligned(rows: Sequence[Row], titles: Row, widths: Sequence[int]) -> list[str]:
    rule = (" " * _GAP).join("-" * width for width in widths)
    body = [line for row in rows for line in _lines(row, widths)]
    if not titles:
        return [rule, *body, rule]
    return [*_lines(titles, widths), rule, *body]


def _lines(row: Row, widths: Sequence[int]) -> list[str]:
    """Return one row as lines; a folded cell takes several."""
    cells = [
        folded(cell, width, _INDENT if width > 2 * len(_INDENT) else "")
        for cell, width in zip(row, widths, strict=True)
    ]
    height = max(map(len, cells))
    filled = [[*cell, *[""] * (height - len(cell))] for cell in cells]
    return [
        (" " * _GAP)
        .join(
            part + " " * (width - shown_width(part))
            for part, width in zip(parts, widths, strict=True)
        )
        .rstrip()
        for parts in zip(*filled, strict=True)
    ]
