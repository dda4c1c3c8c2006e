"""How a grid goes on paper: upright or lying, whole or divided, exact forms beside or below."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reports.document.blocks import Blank, Code, Grid, Inline, Number, Sign, Status, Term, Text

# Characters of a grid that fit across a page at the usual size of its face (tenths of a point).
_UPRIGHT, _LYING = 105, 178
_UPRIGHT_SIZE, _LYING_SIZE, _SMALLEST_SIZE = 90, 85, 70
# What is longer is broken: a word of a title, a text between its words, and an exact form (below
# its decimal or beside it) where its line ends.
_WORD, _TEXT, _BELOW, _BESIDE = 18, 30, 22, 40
# Prose needs no more than this to be read: it takes what is left.
_NARROW = 20
_LONG_PROSE = 160
_GAP = 2
# Longer exact forms below their decimals, or beside them, would be a wall of digits: they go with
# the PDF as a file.
_READABLE, _READABLE_BESIDE = 60, 400
# A few rows of a line or two stay on one page; and so does each row up to a paragraph.
_FEW_ROWS, _LINE, _PARAGRAPH = 14, 60, 400


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a grid: ``doubled`` columns have their exact forms in a column beside them.

    ``stacked`` numbers have theirs below. ``line`` is how many characters of an exact form go on a
    line, ``size`` that of the face in tenths of a point. Rows, or all of the grid, may have to
    stay on one page. ``weights`` share the width among columns of prose.
    """

    doubled: tuple[bool, ...]
    stacked: bool
    line: int
    lying: bool
    size: int
    rows_whole: bool
    together: bool
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Column:
    """The lengths of a column: the words of its title, its text or decimals, its exact forms."""

    title: int
    text: int
    exact: int

    def beside(self) -> int:
        """Return the width with the exact forms in a column of their own."""
        exact = _smaller(min(self.exact, _BESIDE)) + _GAP if self.exact else 0
        return max(self.title, min(self.text, _TEXT)) + exact + _GAP

    def below(self) -> int:
        """Return the width with the exact forms below the decimals."""
        exact = _smaller(min(self.exact, _BELOW))
        text = self.text if self.text <= _TEXT else _NARROW
        return max(self.title, text, exact) + _GAP


def shape(grid: Grid) -> Shape:
    """Return the first shape that fits: upright, upright and stacked, lying, lying and stacked."""
    columns = _columns(grid)
    beside, below = sum(c.beside() for c in columns), sum(c.below() for c in columns)
    upright = below <= _most(_UPRIGHT, _UPRIGHT_SIZE)
    width, size = (_UPRIGHT, _UPRIGHT_SIZE) if upright else (_LYING, _LYING_SIZE)
    stacked = beside > width
    exact = [column.exact > 0 for column in columns]
    room = max(0, width - (below if stacked else beside)) // max(1, sum(exact))
    longest = max(column.text + column.exact for column in columns)
    return Shape(
        tuple(has_exact and not stacked for has_exact in exact),
        stacked,
        (_BELOW if stacked else _BESIDE) + room,
        not upright,
        min(size, size * width // below),
        longest <= _PARAGRAPH,
        longest <= _LINE and upright and len(grid.rows) <= _FEW_ROWS,
        () if any(exact) and not stacked else _weights(columns),
    )


def decimals_alone(grid: Grid) -> Grid:
    """Return the grid without its exact forms where these are too long to stand with decimals."""
    longest = max((_longest_exact(cell) for row in grid.rows for cell in row), default=0)
    if longest <= (_READABLE if shape(grid).stacked else _READABLE_BESIDE):
        return grid
    rows = tuple(tuple(tuple(map(_rounded, cell)) for cell in row) for row in grid.rows)
    return replace(grid, rows=rows)


def _longest_exact(cell: Text) -> int:
    return max((len(part.exact) for part in cell if isinstance(part, Number)), default=0)


def _rounded(part: Inline) -> Inline:
    return replace(part, exact=part.decimal) if isinstance(part, Number) else part


def _weights(columns: list[_Column]) -> tuple[int, ...]:
    """Return how the width is shared among columns of prose, 0 for others; nothing without any."""
    sentences = max(c.text for c in columns) >= _LONG_PROSE
    words = _NARROW if sentences else _TEXT
    weights = tuple(0 if c.text <= words else _weight(c.text) for c in columns)
    return weights if any(weights) else ()


def _weight(characters: int) -> int:
    """Return the share of a column: of few words it has some width, of sentences not all."""
    return min(max(characters, 3 * _NARROW), _LONG_PROSE)


def divided(grid: Grid) -> list[Grid]:
    """Return the grid, or, if no page is wide enough, parts that all begin with its first column.

    Together the parts have every column.
    """
    parts = list(_parts([column.below() for column in _columns(grid)]))
    if len(parts) == 1:
        return [grid]
    return [
        replace(
            grid,
            caption=f"{grid.caption} (part {number} of {len(parts)})".strip(),
            columns=tuple(grid.columns[place] for place in part),
            rows=tuple(tuple(row[place] for place in part) for row in grid.rows),
        )
        for number, part in enumerate(parts, 1)
    ]


def _parts(widths: list[int]) -> Iterator[list[int]]:
    """Yield the places of the columns of each part."""
    most = _most(_LYING, _LYING_SIZE)
    part = [0]
    for place in range(1, len(widths)):
        if len(part) > 1 and sum(widths[other] for other in (*part, place)) > most:
            yield part
            part = [0]
        part.append(place)
    yield part


def _most(width: int, size: int) -> int:
    """Return how many characters fit where ``width`` of the given size do, in the smallest size."""
    return width * size // _SMALLEST_SIZE


def _columns(grid: Grid) -> list[_Column]:
    return [_column(grid, place) for place in range(len(grid.columns))]


def _column(grid: Grid, place: int) -> _Column:
    cells = [row[place] for row in grid.rows]
    words = grid.columns[place].title.split()
    return _Column(
        min(max(map(len, words), default=0), _WORD),
        max(map(text_length, cells), default=0),
        max(map(_exact_length, cells), default=0),
    )


def _smaller(characters: int) -> int:
    """Return the width of characters in the smaller face of exact forms, rounded up."""
    return -(-characters * 82 // 100)


def _exact_length(cell: Text) -> int:
    """Return the length of the exact form beside the decimal of a cell that is one number."""
    match cell:
        case (Number(decimal=decimal, exact=exact),) if exact != decimal:
            return len(exact)
    return 0


def text_length(text: Text) -> int:
    """Return the characters of a text, without the exact forms of its numbers."""
    return sum(map(_length, text))


def _length(part: Inline) -> int:
    match part:
        case str():
            return len(part)
        case Number():
            return len(part.decimal) + 2
        case Code() | Term():
            return len(part.text)
        case Sign():
            return len(part.sign)
        case Status():
            return len(part.word) + 2
        case Blank():
            return _TEXT
